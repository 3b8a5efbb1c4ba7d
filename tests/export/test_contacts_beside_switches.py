"""Contacts beside kinks, dry friction and compliant contacts, in C and in FMUs: as `simulate` has them."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
from tests.contact.test_stops_with_friction import Problem
from tests.export.test_programs import table_of, written

import dalembert
from dalembert import ModelError
from dalembert._export.programs.program import model_program

BALL = {
    "parameters": {"g": 8.0, "e": 0.5},
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
    "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    "simulate": {"t_end": 2.0, "samples": 40, "rtol": 1e-9},
}
SLIDER = BALL | {"parameters": {"F": 0.7, "e": 0.4}, "coordinates": {"x": {"start": 0, "speed": 1.5}}}
PUSHED = SLIDER | {"coordinates": {"x": {"start": 0, "speed": 0}}}
MODELS = {
    "kink": BALL | {"work": {"y": "-2*abs(y - 0.4)"}},
    "drag": BALL | {"work": {"y": "-0.3*y'*abs(y')"}},
    "jump": BALL | {"work": {"y": "if(y < 0.3, 5, 0)"}},
    "poisson": BALL
    | {
        "work": {"y": "-0.3*y'*abs(y')"},
        "contacts": {"floor": {"gap": "y", "law": "poisson", "restitution": "e"}},
    },
    "cells": BALL
    | {
        "work": {"y": "wind(y) + floor(3*y)/2"},
        "tables": {"wind": {"x": [0, 0.4, 0.7, 2], "value": [0, 1, -1, 2], "beyond": "hold"}},
    },
    "dry friction": SLIDER
    | {
        "energy": {"kinetic": "1/2*x'^2", "potential": "8*(x - 1)^2"},
        "work": {"x": "-F*sign(x')"},
        "contacts": {"wall": {"gap": "0.6 - x", "restitution": "e"}},
    },
    "two stops": PUSHED  # it rests until 5 sin 3t = 6/5, and has not moved before
    | {
        "energy": {"kinetic": "1/2*x'^2"},
        "work": {"x": "5*sin(3*t) - 1.2*sign(x')"},
        "contacts": {
            "right": {"gap": "0.2 - x", "restitution": 0},
            "left": {"gap": "0.2 + x", "restitution": 0.3},
        },
    },
    "belt": PUSHED
    | {
        "coordinates": {"x": {"start": 0.3, "speed": 0}, "z": {"start": 0, "speed": 0.2}},
        "energy": {"kinetic": "1/2*(x'^2 + z'^2)", "potential": "20*x^2 + 4*(x - z)^2"},
        "work": {"x": "-1.5*sign(x' - 0.3)", "z": "-F*sign(z')"},
        "contacts": {"stop": {"gap": "0.25 - z", "restitution": "e"}},
    },
    "rough": BALL
    | {
        "coordinates": {"x": {"start": 0, "speed": 2}, "y": {"start": 0.2}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y + 3*abs(x - 0.3)"},
        "work": {"x": "-0.1*x'*abs(x')"},
        "contacts": {"floor": {"gap": "y", "slip": "x'", "friction": 0.3, "restitution": "e"}},
    },
    "released": BALL  # a contact that slips opens
    | {
        "coordinates": {"x": {"start": 0, "speed": 1}, "y": {"start": 0, "speed": 0}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y + 3*abs(x - 0.3)"},
        "work": {"y": "12*sin(3*t)"},
        "contacts": {"floor": {"gap": "y", "slip": "x'", "friction": 0.2, "restitution": "e"}},
    },
    "mat": BALL  # which gives way, over a floor that does not
    | {
        "contacts": {
            "mat": {"gap": "y", "law": "spring", "stiffness": 100, "damping": 1.5},
            "floor": {"gap": "y + 0.2", "restitution": "e"},
        }
    },
    "buffer": BALL
    | {
        "coordinates": {"x": {"start": 0, "speed": 2}, "y": {"start": 0.1}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
        "contacts": {
            "buffer": {"gap": "0.5 - x", "law": "hunt_crossley", "stiffness": 900},
            "floor": {"gap": "y", "slip": "x'", "friction": 0.1, "restitution": "e"},
        },
    },
    "cradle": SLIDER
    | {
        "coordinates": {"a": {"start": -0.5, "speed": 0}, "b": {"start": 0}},
        "energy": {"kinetic": "1/2*(a'^2 + b'^2)", "potential": "5*(a^2 + b^2)"},
        "work": {"a": "-0.3*sign(a')"},
        "contacts": {
            "hit": {"gap": "b - a", "restitution": "e"},
            "wall": {"gap": "0.2 - b", "law": "spring", "stiffness": 300, "damping": 2},
        },
    },
    "constraint": SLIDER
    | {
        "coordinates": {"x": {"start": 0.6, "speed": 0}, "z": {"start": -0.8}},
        "energy": {"kinetic": "1/2*(x'^2 + z'^2)", "potential": "9.81*z"},
        "constraints": {"displacement": {"rod": "x^2 + z^2 - 1"}},
        "work": {"x": "-F*sign(x')"},
        "contacts": {"wall": {"gap": "x + 0.2", "restitution": "e"}},
    },
}
needs_compiler = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


@needs_compiler
@pytest.mark.parametrize("name", list(MODELS))
def test_contacts_beside_switches_in_c(name, tmp_path):
    """States, energies and forces of contacts over the whole run are those of `simulate` to 1e-9 of their sizes."""
    own = dalembert.model(**MODELS[name])
    motion = dalembert.simulate(own)
    assert motion.status == "ok"
    assert motion.touches or motion.impacts
    written(own, "c", tmp_path)
    _, rows = table_of("c", tmp_path)
    entries = model_program(own, with_modes=True)
    assert len(rows) == len(motion.t)
    for entry, column in zip((*entries.states, *entries.observed), rows.T[1:], strict=True):
        expected = {"T": motion.T, "V": motion.V}.get(entry.name)
        expected = motion[entry.name] if expected is None else expected
        size = max(1e-3, np.max(np.abs(expected)))
        np.testing.assert_allclose(column, expected, rtol=0, atol=1e-9 * size, err_msg=entry.name)


def test_what_has_not_moved_yet_is_held_until_friction_is_overcome():
    """5 sin 3t = 6/5 lets the slider go; then x'' = 5 sin 3t - 6/5, up to the stop."""
    motion = dalembert.simulate(dalembert.model(**MODELS["two stops"]))
    first = np.arcsin(0.24) / 3
    t = np.maximum(motion.t[motion.t < 0.35], first)
    speed = -5 / 3 * np.cos(3 * first) - 1.2 * first
    place, before = (-5 / 9 * np.sin(3 * x) - 0.6 * x**2 for x in (t, first))
    expected = place - before - speed * (t - first)
    np.testing.assert_allclose(motion["x"][: len(t)], expected, rtol=0, atol=1e-10)


@needs_compiler
@pytest.mark.parametrize("seed", [0, 1, 6, 9, 11])
def test_what_rests_at_stops_with_dry_friction_moves_in_c_as_gauss_says(seed, tmp_path):
    """Speeds after a short time are those of the least of Gauss's function, whatever holds what."""
    problem, end = Problem(seed), 1e-3
    own = problem.model()
    written(replace(own, simulate=replace(own.simulate, t_end=end, samples=2)), "c", tmp_path)
    head, rows = table_of("c", tmp_path)
    speeds = [rows[-1][head.index(f"x{i}'")] for i in range(problem.n)]
    expected = problem.accelerations() * end
    np.testing.assert_allclose(speeds, expected, rtol=0, atol=1e-9 * end * (1 + np.abs(expected / end).max()))


@needs_compiler
@pytest.mark.parametrize(
    ("version", "name"), [("fmu2", "kink"), ("fmu3", "dry friction"), ("fmu2", "rough"), ("fmu3", "mat")]
)
def test_both_kinds_of_fmus_have_contacts_beside_switches(version, name, tmp_path):
    """FMPy finds nothing to complain of; the states at all rows are those of `simulate`."""
    fmpy = pytest.importorskip("fmpy", reason="FMPy is not installed")
    from fmpy.validation import validate_fmu

    model = dalembert.model(**MODELS[name])
    motion = dalembert.simulate(model)
    ((file, data),) = dalembert.program_files(model, version, "own").items()
    path = tmp_path / file
    path.write_bytes(data)
    assert validate_fmu(str(path)) == []
    names = [one.name for one in model.coordinates]
    for kind, tolerance, within in (("CoSimulation", 1e-9, 1e-9), ("ModelExchange", 1e-12, 1e-7)):
        found = fmpy.simulate_fmu(
            str(path),
            fmi_type=kind,
            stop_time=2.0,
            output_interval=0.05,
            relative_tolerance=tolerance,
            output=names,
        )
        rows = [np.flatnonzero(np.abs(found["time"] - t) < 1e-9)[-1] for t in motion.t]
        for own in names:
            np.testing.assert_allclose(found[own][rows], motion[own], rtol=0, atol=within)


@pytest.mark.parametrize(
    "force",
    [
        "-0.5*sign(x')",
        "if(y < 5, -sign(x'), 0)",  # on either side of the other switch
        "if(y > 5, -sign(x'), 0)",
        "-sign(min(x' - 2, 0))",  # constant at the start
    ],
)
def test_friction_of_contacts_beside_dry_friction_is_refused_by_name(force):
    """Both could take the same force: nothing is written, and the contact is named. Drag is no dry friction."""
    sections = MODELS["rough"]
    model = dalembert.model(**sections | {"work": {"x": force}})
    with pytest.raises(ModelError, match="contact `floor` has friction beside dry friction"):
        dalembert.program_files(model, "c", "own")
