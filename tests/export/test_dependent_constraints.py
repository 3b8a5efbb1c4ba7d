"""Constraints that depend on one another in programs: the motion and the forces that `simulate` has."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from tests.export.test_programs import TOOLS, table_of, written

import dalembert
from dalembert._compile.rank_revealing import free_directions
from dalembert._export.programs.program import program_in
from dalembert._model.records import multiplier_names
from dalembert._simulate.prepare import prepare_run

KINETIC = "1/2*m*(x'^2 + y'^2) + 0.05*phi'^2 + 0.05*l^2*(a'^2 + b'^2 + c'^2)"
WALL = {"wall": {"gap": "x + 0.2", "restitution": 0.6}}
PLATFORM = {  # on three parallel links: the third says nothing new, but only while the platform is level
    "parameters": {"m": 2.0, "l": 1.0, "d": 0.5, "g": 9.81},
    "coordinates": {
        "x": {"guess": 0.5},
        "y": {"guess": -0.8},
        "phi": {"guess": 0.0},
        "a": {"start": 0.6, "speed": 0.3},
        "b": {"guess": 0.6},
        "c": {"guess": 0.6},
    },
    "energy": {"kinetic": KINETIC, "potential": "m*g*y"},
    "constraints": {
        "displacement": {
            "ax": "x - d*cos(phi) + d - l*sin(a)",
            "ay": "y - d*sin(phi) + l*cos(a)",
            "bx": "x - l*sin(b)",
            "by": "y + l*cos(b)",
            "cx": "x + d*cos(phi) - d - l*sin(c)",
            "cy": "y + d*sin(phi) + l*cos(c)",
        }
    },
    "simulate": {"t_end": 2.0, "samples": 20, "rtol": 1e-9},
}
KINK = {"kinetic": KINETIC, "potential": "m*g*y + if(x < 0.1, 20*(x - 0.1)^2, 0)"}
PUSH = {"push": {"at": 0.7, "work": {"x": "1.5"}}}
SMOOTH = {
    "plain": {},
    "kink": {"energy": KINK},
    "impulse": {"impulses": PUSH},
    "sampled": {"sampled": {"u": {"every": 0.1, "value": "-3*x'"}}, "work": {"x": "u"}},
}
WITH_MODES = {
    "dry": {"work": {"a": "-1.5*sign(a')"}},
    "sets": {"events": {"turn": {"when": "x - 0.1", "direction": "falling", "set": {"a'": "-0.8*a'"}}}},
    "ends": {"events": {"end": {"when": "x + 0.2", "direction": "falling", "action": "stop"}}},
    "wall": {"contacts": WALL},
    "wall_kink": {"contacts": WALL, "energy": KINK},
    "wall_rough": {"contacts": {"wall": WALL["wall"] | {"restitution": 0.3, "friction": 0.3, "slip": "y'"}}},
    "wall_impulse": {"contacts": WALL, "impulses": PUSH},
    "wall_dry": {"contacts": WALL, "work": {"a": "-1.5*sign(a')"}},
}


def platform(name, rtol=1e-9):
    """The platform with something more."""
    sections = PLATFORM | {"simulate": PLATFORM["simulate"] | {"rtol": rtol}}
    return dalembert.model(**(sections | (SMOOTH | WITH_MODES)[name]))


def check(model, language, folder, bound):
    """A program against `simulate`, in states and times."""
    written(model, language, folder)
    motion = dalembert.simulate(model)
    assert motion.status in ("ok", "limited", "stopped")
    head, rows = table_of(language, folder)
    assert len(rows) == len(motion.t)
    n = len(motion.model.coordinates)
    size = max(float(np.max(np.abs(motion.q))), float(np.max(np.abs(motion.qd))))
    np.testing.assert_allclose(rows[:, 0], motion.t, atol=bound)
    states = np.hstack([motion.q, motion.qd])
    np.testing.assert_allclose(rows[:, 1 : 1 + 2 * n], states, atol=bound * size, rtol=0)
    return motion, head, rows


@pytest.mark.parametrize("name", [*SMOOTH, *WITH_MODES])
def test_a_link_that_says_nothing_new_changes_no_motion_in_c(name, tmp_path):
    """Also beside kinks, dry friction, contacts, impulses, samples and events: states and end as `simulate` has."""
    check(platform(name), "c", tmp_path, 1e-9)


@pytest.mark.soak
@pytest.mark.parametrize("name", [*SMOOTH, *WITH_MODES])
def test_a_link_that_says_nothing_new_changes_no_motion_at_tight_tolerances(name, tmp_path):
    """The same to 1e-12."""
    check(platform(name, 1e-12), "c", tmp_path, 1e-12)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        *(("python", name) for name in SMOOTH),
        ("javascript", "kink"),
        ("javascript", "impulse"),
        ("matlab", "kink"),
    ],
)
def test_a_link_that_says_nothing_new_changes_no_motion_in_other_languages(language, name, tmp_path):
    """Rates, correction, pieces and jumps have the rank that the constraints have."""
    if shutil.which(TOOLS[language]) is None:
        pytest.skip(f"{TOOLS[language]} is not installed")
    model = platform(name)
    if language != "matlab":
        check(model, language, tmp_path, 1e-9)
        return
    written(model, language, tmp_path)
    assert any("ten times" in remark for remark in program_in(language, model).remarks)
    motion = dalembert.simulate(model)
    _, rows = table_of(language, tmp_path)
    np.testing.assert_allclose(rows[:, 1:7], motion.q, atol=1e-6, rtol=0)


@pytest.mark.parametrize("language", ["c", "python"])
def test_the_multipliers_of_a_program_are_the_smallest(language, tmp_path):
    """Those of `simulate`: of least norm among all with the same forces, which relations do not change."""
    own = dalembert.read("bricard")
    model = replace(own, simulate=replace(own.simulate, t_end=1.5, samples=15, rtol=1e-9))
    motion, head, rows = check(model, language, tmp_path, 1e-8)
    places = [head.index(name) for name in multiplier_names(model)]
    np.testing.assert_allclose(rows[:, places], motion.lam, atol=1e-6)
    assert_smallest(model, motion)


def assert_smallest(model, motion):
    """No relation between the gradients of constraints has a part in the multipliers."""
    ready = prepare_run(model)
    works = np.zeros((len(motion.t), len(ready.dynamics.layout.works)))
    for t, y, lam in zip(
        motion.t, np.hstack([motion.q, motion.qd, motion.s, works]), motion.lam, strict=True
    ):
        G = ready.dynamics.saddle(t, y)["G"]
        relations, rank = free_directions(G.T / np.linalg.norm(G.T, axis=1, keepdims=True).max(), len(lam))
        assert rank < len(lam)
        assert np.max(np.abs(relations.T @ lam)) <= 1e-8 * np.linalg.norm(lam)


@pytest.mark.parametrize("name", ["plain", "impulse", "sampled", "wall", "dry"])
def test_the_multipliers_of_a_run_are_the_smallest(name):
    """Also where the run goes from mode to mode."""
    model = platform(name)
    assert_smallest(model, dalembert.simulate(model))


def test_all_multipliers_of_a_long_run_are_the_smallest():
    """What is left of a pivot that should vanish is rounding, and sometimes large: no row relies on it."""
    own = dalembert.read("bricard")
    model = replace(own, simulate=replace(own.simulate, t_end=3.0, samples=300, rtol=1e-9))
    assert_smallest(model, dalembert.simulate(model))


def test_an_impulse_passes_through_dependent_constraints():
    """The platform moves as without the constraint that says nothing new, also after the impulse."""
    whole = platform("impulse", 1e-11)
    less = replace(whole, constraints=tuple(one for one in whole.constraints if one.name != "cy"))
    motion, other = dalembert.simulate(whole), dalembert.simulate(less)
    assert motion.status == other.status == "ok"
    np.testing.assert_allclose(motion.q, other.q, atol=1e-9)
    assert np.ptp(motion["x'"]) > 0.1
