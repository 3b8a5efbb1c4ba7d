"""Mistakes in a network are reported with the names of its elements, where they were typed."""

from __future__ import annotations

import tomllib
from importlib import import_module
from pathlib import Path

import pytest

import dalembert
from dalembert._model.nets.kinds.registry import NET_KINDS
from dalembert._model.nets.reading import keys_of

GOOD = """format = 1

[parameters]
C = { value = 1e-6, unit = "F" }

[elements]
V1 = { kind = "voltage_source", between = ["a", "ground"], voltage = 5 }
R1 = { kind = "resistor", between = ["a", "b"], resistance = 100 }
C1 = { kind = "capacitor", between = ["b", "ground"], capacitance = "C" }
"""
COILS = """L1 = {{ kind = "inductor", between = ["a", "b"], inductance = 1 }}
L2 = {{ kind = "inductor", between = ["a", "b"], inductance = 0.5 }}
M = {{ kind = "mutual_inductance", coils = ["L1", "L2"], inductance = {M} }}
"""
MISTAKES = [
    ('["b", "ground"]', '["B", "ground"]', "node `B` is an end of `C1` only", "`b`"),
    ('["b", "ground"]', '["b", "b"]', "both ends of `C1` are at the node `b`", "two nodes"),
    ('["b", "ground"]', '["b"]', "`C1` needs `between` with two nodes", "between ="),
    ('["b", "ground"]', '["b", 3]', "`C1` needs `between` with two nodes", "between ="),
    ('["b", "ground"]', '["b c", "ground"]', "`b c` cannot be the name of a node", "a node is a name"),
    ('"ground"', '"gnd"', "the network of the nodes a, b, gnd has no ground", 'name one of its nodes "ground"'),
    ('"resistor"', '"resistr"', "no kind `resistr`", '"resistor"'),
    ("resistance = 100", "resistance = \"C\"", "must be in Ohm, but `C` is in F", "check"),
    ("resistance = 100", "ohm = 100", "`resistance` is missing", "resistance ="),
    ("resistance = 100", 'resistance = 100, voltage = "3*current"', "and a law of its voltage", "delete one"),
    ("resistance = 100", 'voltage = "3"', "does not depend on its current", "current"),
    ("resistance = 100", "resistance = 100, coordinate = [\"p\", \"q\"]", "`R1` has one coordinate", "q1"),
    ("resistance = 100", "resistance = 100, drives = 3", "`drives` is not known here", "known here"),
    ('kind = "resistor", between = ["a", "b"], resistance = 100',
     'kind = "voltage_source", between = ["a", "b"], voltage = 3', "are a loop by themselves", "resistance"),
    ('kind = "capacitor"', 'kind = "tank"', "`capacity` is missing", "capacity ="),
    ('kind = "capacitor", between = ["b", "ground"], capacitance = "C"',
     'kind = "tank", between = ["b", "ground"], capacity = 1', "is fluid, is electrical at `R1`", "domains"),
    ('kind = "capacitor", between = ["b", "ground"], capacitance = "C"',
     'kind = "dc_motor", between = ["b", "ground"], constant = 1, resistance = 1', "needs `drives`", "joints.A"),
    ('kind = "capacitor", between = ["b", "ground"], capacitance = "C"',
     'kind = "dc_motor", between = ["b", "ground"], drives = "joints.W", constant = 1, resistance = 1',
     "no joint `W`", "drives ="),
    ('kind = "capacitor", between = ["b", "ground"], capacitance = "C"',
     'kind = "dc_motor", between = ["b", "ground"], drives = "w", constant = 1, resistance = 1',
     "`w`, which is no coordinate", "joints.A"),
    ('capacitance = "C"', 'capacitance = "C", start_voltage = 1, start_charge = 1', "given twice", "delete one"),
    ('capacitance = "C"', 'capacitance = "C", start_voltage = 1, coordinate = { q = { start = 1 } }',
     "the start of `C1` is given twice", "delete one"),
    ('capacitance = "C"', 'voltage = "3*charge^3", start_voltage = 1', "starts from a charge", "start_charge"),
    ("R1 =", 'M = { kind = "mutual_inductance", coils = ["R1", "C1"], inductance = 1 }\nR1 =',
     "couples `R1`, which is no inductor", "coils ="),
    ("R1 =", 'M = { kind = "mutual_inductance", coils = ["R1"], inductance = 1 }\nR1 =',
     "needs `coils`, the names of two inductors", "coils ="),
    ("R1 =", 'V2 = { kind = "voltage_source", between = ["a", "ground"], voltage = 6 }\nR1 =',
     "the sources `V2` and `V1` are a loop by themselves", "delete one"),
    ("R1 =", 'C2 = { kind = "capacitor", between = ["b", "ground"], capacitance = "C" }\nR1 =',
     "`C1` and `C2` are a loop by themselves: nothing limits the current", "resistance into the loop"),
    ("R1 =", 'I1 = { kind = "current_source", between = ["ground", "z"], current = 1 }\n'
     'I2 = { kind = "current_source", between = ["z", "a"], current = 1 }\nR1 =',
     "has no way back", "no source of flow"),
    ("R1 =", 'W = { kind = "thermal_resistor", between = ["x", "ground"], resistance = 1 }\nR1 =',
     "`W` needs the temperature of the surroundings", 'kind = "surroundings"'),
    ("R1 =", 'T = { kind = "transformer", between = ["a", "ground"], ratio = 2 }\nR1 =',
     "`T` needs `secondary` with two nodes", "secondary ="),
    ('["b", "ground"]', '["b", "grund"]', "node `grund` is an end of `C1` only", "`ground`"),
    ('capacitance = "C"', "capacitance = -1", "the capacitance of `C1` must be positive", "above 0"),
    ('"C"', "{ value = 2, unit = \"V\" }", "the capacitance of `C1` must be in F, but its unit is V", 'unit = "F"'),
    ("resistance = 100", "resistence = 100", "`resistence` is not known here", "`resistance`"),
    ("voltage = 5", 'voltage = "C"', "`elements.V1.voltage` must be in V, but `C` is in F", "units"),
    ('between = ["a", "b"]', 'between = ["a", "b", "c"]', "`R1` needs `between` with two nodes", "between ="),
    ('kind = "resistor", ', "", "`R1` does not say its kind", "resistor"),
    ("resistance = 100", 'voltage = "3*flow"', "the law of `R1` does not depend on its current", "current"),
    ("R1 =", 'V2 = { kind = "voltage_source", between = ["x", "y"], voltage = 1 }\n'
     'R2 = { kind = "resistor", between = ["x", "y"], resistance = 2 }\nR1 =',
     "the network of the nodes x, y has no ground", "ground"),
    ("R1 =", 'I2 = { kind = "current_source", between = ["ground", "x"], current = 1 }\nR1 =',
     "nothing flows through `I2`", "connect it"),
    ("R1 =", 'C2 = { kind = "capacitor", between = ["a", "ground"], capacitance = "C" }\nR1 =',
     "`C2` and `V1` are a loop by themselves", "resistance into the loop"),
    ("R1 =", 'T = { kind = "transformer", between = ["a", "ground"], secondary = ["c", "ground"], ratio = 2 }\nR1 =',
     "the node `c` is an end of `T` only", "connect it"),
    ("R1 =", 'air = { kind = "surroundings", temperature = 293 }\nout = { kind = "surroundings", temperature = 273 }\nR1 =',
     "`out` gives the temperature of the surroundings, as `air` does", "temperature_source"),
    ("R1 =", 'air = { kind = "surroundings", temperature = 293 }\nK = { kind = "thermal_capacity", '
     'between = ["x", "ground"], capacity = 5, start_temperature = { value = 20, unit = "degC" } }\nR1 =',
     "the start_temperature of `K` counts from the surroundings", "in K"),
    ("R1 =", 'L1 = { kind = "inductor", between = ["a", "c"], inductance = 1, start_current = 1 }\n'
     'L2 = { kind = "inductor", between = ["c", "ground"], inductance = 1, start_current = 2 }\nR1 =',
     "the current of `L1` follows from those of L2", "delete start_current"),
    ("R1 =", COILS.format(M=0.9) + "R1 =", "`M` couples `L1` and `L2` too strongly", "transformer"),
    ("R1 =", COILS.format(M=2**0.5 / 2) + "R1 =", "`M` couples `L1` and `L2` too strongly", "transformer"),
    ("R1 =", COILS.format(M=0.3).replace('"L2"]', '"L1"]') + "R1 =", "`M` couples `L1` with itself", "two coils"),
    ("R1 =", COILS.format(M=0.3) + 'M2 = { kind = "mutual_inductance", coils = ["L2", "L1"], inductance = 0.1 }\nR1 =',
     "`M2` couples `L2` and `L1`, as `M` does", "one mutual inductance"),
    ("R1 =", COILS.format(M=0.5) + 'L3 = { kind = "inductor", between = ["a", "b"], inductance = 1 }\n'
     'N = { kind = "mutual_inductance", coils = ["L2", "L3"], inductance = 0.5 }\n'
     'O = { kind = "mutual_inductance", coils = ["L1", "L3"], inductance = -0.9 }\nR1 =',
     "the coils `L1`, `L2` and `L3` are coupled too strongly", "smaller"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "message", "hint"), MISTAKES)
def test_mistakes_are_named_at_their_place(
    old: str, new: str, message: str, hint: str, tmp_path: Path
) -> None:
    """The message names the element; the hint says what to type."""
    file = tmp_path / "net.toml"
    file.write_text(GOOD.replace(old, new))
    said = "\n".join(str(flaw) for flaw in dalembert.check(file).flaws)
    assert message in said
    assert hint in said
    assert "[elements." in said
    assert "no coordinates" not in said


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """What the mistakes are put into has none."""
    file = tmp_path / "net.toml"
    file.write_text(GOOD)
    assert len(dalembert.read(file).coordinates) == 1


def test_a_coupling_is_checked_with_other_values(tmp_path: Path) -> None:
    """A value that is set for one run is told as one in the file is."""
    file = tmp_path / "net.toml"
    file.write_text(GOOD + COILS.format(M=0.3))
    model = dalembert.read(file)
    with pytest.raises(dalembert.ModelError, match="`M` couples `L1` and `L2` too strongly"):
        dalembert.simulate(dalembert.vary(model, parameters={"M.inductance": 0.8}), t_end=1e-3)


def test_at_least_forty_mistakes_are_told() -> None:
    """Each by the name of its element."""
    assert len(MISTAKES) >= 40


def test_every_kind_and_every_key_is_in_the_docs() -> None:
    """The table of kinds names each with all its keys; every docstring opens with an equation."""
    text = (Path(__file__).parents[2] / "docs" / "networks.md").read_text()
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    assert set(rows) == set(NET_KINDS)
    for name, kind in NET_KINDS.items():
        common = ("kind", "between", "coordinate", "heat", *(VALVE_OF_ORIFICE if name == "valve" else ()))
        for key in keys_of(kind):
            assert key in common or f"`{key}" in rows[name], (name, key)


def test_every_kind_has_a_picture_an_example_and_an_equation() -> None:
    """In the docs, and at the head of its file; examples have no flaw, and name each contribution by its element."""
    docs = Path(__file__).parents[2] / "docs"
    text = (docs / "networks.md").read_text()
    shown: dict[str, set[str]] = {}
    for block in text.split("```toml\n")[1:]:
        sections = tomllib.loads(block.partition("```")[0])
        model = dalembert.model(**{key: own for key, own in sections.items() if key != "format"})
        parts = (*model.kinetic, *model.potential, *model.dissipation, *model.loads, *model.definitions)
        named = {one.name.partition(".")[0].removesuffix("_secondary") for one in parts}
        named |= {one.name for one in model.constraints} | {str(one.name) for one in model.parameters}
        for name, one in sections["elements"].items():
            if "for" not in one:
                shown.setdefault(one["kind"], set()).add(name)
                assert name in named or f"{name}.temperature" in named, name
    for name, kind in NET_KINDS.items():
        assert (docs / "images" / f"element-{name}.svg").exists(), name
        assert shown.get(name), name
        module = import_module(f"dalembert._model.nets.kinds.{name}")
        assert any(sign in (module.__doc__ or "").splitlines()[0] for sign in "=₀"), name
        assert kind.scene or not kind.nodes


VALVE_OF_ORIFICE = ("area", "density", "discharge", "transition")


def test_networks_need_no_kinetic_energy() -> None:
    """A tank that runs empty is no suspicious model; a coordinate that a user declares without inertia is."""
    tank = {"kind": "tank", "between": ["a", "ground"], "capacity": 1e-5, "start_pressure": 1e4}
    out = {"kind": "restrictor", "between": ["a", "ground"], "resistance": 1e7}
    model = dalembert.model(elements={"tank": tank, "out": out})
    assert "kinetic" not in {flaw.rule for flaw in dalembert.check(model).flaws}
    model = dalembert.model(
        coordinates={"x": {"start": 1}},
        energy={"potential": "x^2", "dissipation": "x'^2"},
        elements={"tank": tank, "out": out},
    )
    assert "kinetic" in {flaw.rule for flaw in dalembert.check(model).flaws}
