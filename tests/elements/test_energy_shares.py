"""The energy account by element: closed forms of single elements, and parts that add up to the whole."""

from __future__ import annotations

import json

import numpy as np
import pytest

import dalembert
from dalembert import Motion
from dalembert._present.figures.registry import figure_of
from dalembert._present.summary import summary
from dalembert._words.languages import words_of

CHARGE = {
    "elements": {
        "V1": {"kind": "voltage_source", "between": ["a", "ground"], "voltage": 6},
        "R1": {"kind": "resistor", "between": ["a", "b"], "resistance": 10},
        "R2": {"kind": "resistor", "between": ["b", "c"], "resistance": 30},
        "C1": {"kind": "capacitor", "between": ["c", "ground"], "capacitance": 1e-3},
    },
    "simulate": {"t_end": 0.1},
}
MIXED = {
    "parameters": {"w": {"value": 3, "unit": "rad/s"}, "F0": {"value": 4, "unit": "N"}},
    "bodies": {"block": {"mass": 2}, "cart": {"mass": 1}},
    "joints": {
        "S": {
            "kind": "slider",
            "between": ["ground", "block"],
            "coordinate": {"x": {"start": 0.3, "speed": 0}},
        },
        "C": {
            "kind": "slider",
            "between": ["ground", "cart"],
            "coordinate": {"y": {"start": 1.5, "speed": 0}},
        },
    },
    "elements": {
        "left": {"kind": "spring", "between": ["ground", "block"], "stiffness": 50, "length": 0.1},
        "middle": {"kind": "spring", "between": ["block", "cart"], "stiffness": 30, "length": 1},
        "oil": {"kind": "damper", "between": ["block", "cart"], "damping": 1.5},
        "air": {
            "kind": "drag",
            "at": "cart",
            "density": 1.2,
            "area": 0.5,
            "coefficient": 0.8,
        },
        "push": {"kind": "force", "at": "cart", "force": ["F0*sin(w*t)", 0]},
    },
    "simulate": {"t_end": 3},
}


def parts(motion: Motion, account: str) -> dict[str, float]:
    """The last values of the parts of an account, by name."""
    return {one.name: float(one.values[-1]) for one in motion.shares if one.account == account}


def wholes(motion: Motion) -> dict[str, np.ndarray]:
    """The accounts as the run itself has them."""
    own = motion.ledger
    return {
        "kinetic": motion.T,
        "potential": motion.V,
        "dissipated": own.dissipated,
        "friction": own.friction,
        "efforts": own.efforts,
        "constraints": own.constraints,
        "time": own.time,
        "impacts": own.impacts,
        "events": own.events,
        "impulses": own.impulses,
    }


def test_resistors_share_what_charging_costs() -> None:
    """A capacitor charged through R1 and R2 stores half of C V² (1 − e^−…)²; the rest is shared as R1 to R2."""
    motion = dalembert.simulate(dalembert.model(**CHARGE))
    t, tau, energy = motion.t[-1], 0.04, 1e-3 * 36
    decay = np.exp(-t / tau)
    assert parts(motion, "efforts")["V1"] == pytest.approx(energy * (1 - decay), rel=1e-9)
    assert parts(motion, "potential")["C1"] == pytest.approx(energy / 2 * (1 - decay) ** 2, rel=1e-9)
    spent = energy / 2 * (1 - decay**2)
    assert parts(motion, "dissipated") == pytest.approx({"R1": spent / 4, "R2": 3 * spent / 4}, rel=1e-9)


def test_parts_add_up_to_the_account_at_every_row() -> None:
    """Of bodies, springs, a damper, drag and a force, at every row, to the accuracy of the run."""
    motion = dalembert.simulate(dalembert.model(**MIXED))
    for account, whole in wholes(motion).items():
        own = [one for one in motion.shares if one.account == account]
        if not own:
            assert np.abs(whole).max() == 0
            continue
        size = max(np.abs(one.values).max() for one in own)
        assert np.abs(sum(one.values for one in own) - whole).max() <= 1e-9 * size
    assert set(parts(motion, "potential")) == {"left", "middle"}
    assert set(parts(motion, "kinetic")) == {"block", "cart"}


def test_what_changes_energies_is_told_by_element_in_every_place() -> None:
    """The terminal, JSON and the figure name the elements, with values that add up."""
    motion = dalembert.simulate(dalembert.model(**CHARGE))
    told = summary(motion)
    assert all(line in told for line in ("dissipated  R2", "work        V1", "stored      C1 0 → "))
    shares = json.loads(json.dumps(dalembert.as_dict(motion)))["energy"]["shares"]
    assert {one["name"] for one in shares} == {"V1", "R1", "R2", "C1"}
    assert all(one["section"] == "elements" for one in shares)
    figure = figure_of("elements", motion, (), words_of("en"))
    assert {curve.label.text for panel in figure.panels for curve in panel.curves} >= {"R1", "R2", "C1", "V1"}


def test_a_model_of_energies_alone_has_no_lines_of_elements() -> None:
    """Terms under [energy] have parts, but a terminal shows them only beside elements."""
    motion = dalembert.simulate(dalembert.read("four_bar"), t_end=0.1)
    assert "stored" not in summary(motion)
    assert set(parts(motion, "kinetic")) == {"crank", "coupler", "rocker"}


def test_impacts_and_friction_are_named_by_their_contacts() -> None:
    """What a ball loses at the floor, and a block on its slope, belongs to the contact."""
    bounce = dalembert.simulate(dalembert.read("bouncing_ball"), t_end=1.0)
    assert parts(bounce, "impacts")["floor"] == pytest.approx(float(bounce.ledger.impacts[-1]), rel=1e-12)
    slope = dalembert.simulate(dalembert.read("block_on_slope"))
    assert parts(slope, "friction")["slope"] == pytest.approx(float(slope.ledger.friction[-1]), rel=1e-12)


def test_an_account_whose_parts_are_not_known_is_not_split() -> None:
    """A friction that sticks to a moving belt has no value of its own: no part is told, none is wrong."""
    system = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0.5}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "x'^2 + y'^2", "potential": "5*x^2"},
        work={"x": "-20*sign(x' - 0.5)", "y": "3"},
        simulate={"t_end": 0.5},
    )
    motion = dalembert.simulate(system)
    assert motion.ledger.efforts[-1] == pytest.approx(5 * 0.25**2 + 9 / 4 * 0.25, rel=1e-9)
    assert parts(motion, "efforts") == {}
    assert set(parts(motion, "potential")) == {"potential"}
