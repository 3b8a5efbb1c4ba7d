"""Systems of the library written with elements: the same motions; and ngspice's transients."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.nets.circuits import CIRCUITS, Elements, capacitor, inductor, resistor, voltage

import dalembert
from dalembert._text.printer import print_tree

SYSTEMS = Path(__file__).parent / "systems"
MODELS = Path(__file__).parents[2] / "docs" / "models"
LETTERS = {"resistor": "R", "capacitor": "C", "inductor": "L", "voltage_source": "V", "current_source": "I"}
VALUES = {"resistor": "resistance", "capacitor": "capacitance", "inductor": "inductance",
          "voltage_source": "voltage", "current_source": "current"}  # fmt: skip


GRAVITY, WEIGHT = 9.81, 11.820507  # of the air in the positioner, N/m^3: m = V γ/g
ELSEWHERE = {  # coordinates of the library that are others with elements, and what they are there
    "pneumatic_positioner": {
        name: (other, WEIGHT / GRAVITY) for name, other in (("V1", "m1"), ("V2", "air_mass"), ("V3", "m3"))
    },
}


@pytest.mark.parametrize(
    ("path", "end"),
    [
        (SYSTEMS / "electro_mechanical.toml", 0.005),
        (MODELS / "blending_tank.toml", 2000.0),
        (MODELS / "pneumatic_positioner.toml", 0.7),
    ],
    ids=lambda one: one.stem if isinstance(one, Path) else "",
)
def test_elements_move_as_the_energies_of_the_library(path: Path, end: float) -> None:
    """All coordinates; volumes of air at the weight γ are masses, and heat that is carried is an entropy."""
    run = {"t_end": end, "samples": 6, "rtol": 1e-11}
    own, library = (dalembert.simulate(dalembert.read(one), **run) for one in (path, path.stem))
    elsewhere = ELSEWHERE.get(path.stem, {})
    for one in (coordinate.name for coordinate in library.model.coordinates):
        other, factor = elsewhere.get(one, (one, 1.0))
        expected = factor * library[one]
        assert np.abs(own[other] - expected).max() <= 1e-10 * np.abs(expected).max(), one


def test_the_circuit_of_the_library_has_the_same_equations() -> None:
    """Word for word, but for the name of the multiplier."""
    own, library = (
        dalembert.derive(dalembert.read(one))
        for one in (SYSTEMS / "electro_mechanical.toml", "electro_mechanical")
    )
    for first, second in zip(
        sorted(own.coordinates, key=_name), sorted(library.coordinates, key=_name), strict=True
    ):
        assert print_tree(first.left).replace("kap_N", "kap_psi1") == print_tree(second.left)


def _name(equation: dalembert.CoordinateEquation) -> str:
    return equation.coordinate


DRIVEN: Elements = {
    "V1": voltage("a", "ground", "V0*sin(2*pi*t/T)"),
    "R1": resistor("a", "b", 1.0),
    "L1": inductor("b", "c", 0.1),
    "C1": capacitor("c", "ground", 0.2),
    "R2": resistor("c", "ground", 2.0),
}


def _netlist(elements: Elements, end: float, sources: dict[str, str]) -> str:
    """The circuit in SPICE's language, with the starts of stores, and voltages printed in full."""
    lines = ["a circuit"]
    for name, one in elements.items():
        first, second = ("0" if node == "ground" else node for node in one["between"])
        value = sources.get(name, str(one[VALUES[one["kind"]]]))
        start = one.get("start_voltage", one.get("start_current"))
        more = "" if one["kind"] not in ("capacitor", "inductor") else f" ic={start or 0}"
        letter = LETTERS[one["kind"]]
        lines.append(f"{letter}{name} {first} {second} {value}{more}")
    nodes = sorted({node for one in elements.values() for node in one["between"]} - {"ground"})
    shown = " ".join(f"v({node})" for node in nodes)
    lines += [".options reltol=1e-8 abstol=1e-14 vntol=1e-12 chgtol=1e-18 method=trap"]
    lines += [f".tran {end / 20000} {end} 0 {end / 20000} uic", ".control", "set numdgt=12", "run"]
    return "\n".join([*lines, f"wrdata out.txt {shown}", "quit 0", ".endc", ".end", ""])


@pytest.mark.skipif(shutil.which("ngspice") is None, reason="ngspice is not installed")
@pytest.mark.parametrize("name", ["weakly damped", "pi filter", "source of a sine"])
def test_transients_equal_those_of_ngspice(name: str, tmp_path: Path) -> None:
    """To 1e-6, at times of ngspice's own steps."""
    elements = DRIVEN if name == "source of a sine" else CIRCUITS[name]
    sources = {"V1": "SIN(0 5 1)"} if name == "source of a sine" else {}
    (tmp_path / "net.cir").write_text(_netlist(elements, 2.0, sources))
    subprocess.run(["ngspice", "-b", "net.cir"], cwd=tmp_path, check=True, capture_output=True)
    table = np.loadtxt(tmp_path / "out.txt")
    nodes = sorted({node for one in elements.values() for node in one["between"]} - {"ground"})
    rows = np.linspace(100, len(table) - 1, 12).astype(int)
    run = {"times": [0.0, *map(float, table[rows, 0])], "rtol": 1e-9}
    motion = dalembert.simulate(
        dalembert.model(parameters={"T": 1.0, "V0": 5.0}, elements=elements, simulate=run)
    )
    for i, node in enumerate(nodes):
        assert np.abs(motion[f"{node}.voltage"][1:] - table[rows, 2 * i + 1]).max() < 1e-6, node


def test_a_motor_on_a_mechanism_is_in_the_balances_of_its_bodies() -> None:
    """Kane's and Gibbs' and Appell's equations have its torque; what acts on a charge is no force on a body."""
    equations = dalembert.derive(dalembert.read(SYSTEMS / "motor_on_slider_crank.toml"))
    for form in ("kane", "gibbs_appell"):
        assert dalembert.form_of(equations, form).parts
    with pytest.raises(dalembert.NotAvailable, match="q_motor"):
        dalembert.form_of(equations, "newton_euler")


def test_power_of_a_motor_is_what_goes_into_the_ledger() -> None:
    """V i of the battery is the power of motion, heat and fields; the ledger of the run closes."""
    motion = dalembert.simulate(dalembert.read(SYSTEMS / "motor_on_slider_crank.toml"), t_end=0.5, samples=20)
    assert np.allclose(motion["power"], 24 * motion["q_motor'"], rtol=1e-12)
    assert motion.ledger.error < 1e-9
