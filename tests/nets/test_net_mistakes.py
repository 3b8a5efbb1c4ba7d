"""What is wrong with a network is named by its elements, at the place where it was typed."""

from __future__ import annotations

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


def test_the_good_one_is_good(tmp_path: Path) -> None:
    """What the mistakes are put into has none."""
    file = tmp_path / "net.toml"
    file.write_text(GOOD)
    assert len(dalembert.read(file).coordinates) == 1


def test_every_kind_and_every_key_is_in_the_docs() -> None:
    """The table of kinds names each with all its keys; every docstring opens with an equation."""
    text = (Path(__file__).parents[2] / "docs" / "networks.md").read_text()
    rows = {line.split("`")[1]: line for line in text.splitlines() if line.startswith("| `")}
    assert set(rows) == set(NET_KINDS)
    for name, kind in NET_KINDS.items():
        common = ("kind", "between", "coordinate", *(VALVE_OF_ORIFICE if name == "valve" else ()))
        for key in keys_of(kind):
            assert key in common or f"`{key}" in rows[name], (name, key)


VALVE_OF_ORIFICE = ("area", "density", "discharge", "transition")
