"""Systems of bodies for the tests, as sections of a model."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

Sections = dict[str, Any]


def rod(length: str, mass: str, end: str = "E") -> Sections:
    """A rod that begins at its origin, with a point at its end."""
    return {
        "mass": mass,
        "shape": {"rod": length},
        "centre": [f"{length}/2", 0],
        "points": {end: [length, 0]},
    }


DOUBLE_PENDULUM: Sections = {
    "parameters": {"m1": 1.2, "m2": 0.7, "L1": 0.9, "L2": 0.6, "g": 9.81},
    "bodies": {"gravity": [0, "-g"], "upper": rod("L1", "m1"), "lower": rod("L2", "m2")},
    "joints": {
        "O": {
            "kind": "pin",
            "between": ["ground", "upper"],
            "coordinate": {"a": {"start": 0.4, "speed": 1.0}},
        },
        "A": {
            "kind": "pin",
            "between": ["upper.E", "lower"],
            "coordinate": {"b": {"start": -0.9, "speed": 0.3}},
        },
    },
    "simulate": {"t_end": 1.0, "samples": 21, "rtol": 1e-11},
}

FOUR_BAR: Sections = {
    "parameters": {"L1": 2.0, "L2": 1.0, "L3": 2.0, "L4": 2.0, "m": 1.5, "g": 9.81},
    "bodies": {
        "gravity": [0, "-g"],
        "ground": {"points": {"O": [0, 0], "C": ["L1", 0]}},
        "crank": rod("L2", "m"),
        "coupler": rod("L3", "2*m"),
        "rocker": rod("L4", "m"),
    },
    "joints": {
        "O": {
            "kind": "pin",
            "between": ["ground.O", "crank"],
            "coordinate": {"th": {"start": "pi/3", "speed": 6}},
        },
        "A": {"kind": "pin", "between": ["crank.E", "coupler"], "coordinate": {"al": {"guess": -0.5}}},
        "C": {"kind": "pin", "between": ["ground.C", "rocker"], "coordinate": {"ga": {"guess": 1.8}}},
        "B": {"kind": "pin", "between": ["coupler.E", "rocker.E"]},
    },
    "elements": {
        "return_spring": {
            "kind": "spring",
            "between": ["ground.C", "crank.E"],
            "stiffness": 10,
            "length": 1.0,
        },
        "brake": {"kind": "damper", "between": ["ground.O", "rocker.E"], "damping": 0.3},
        "push": {"kind": "force", "at": "coupler.E", "force": [0.5, -1.5], "axes": "body"},
        "motor": {"kind": "torque", "on": "crank", "torque": 2.5},
    },
    "simulate": {"t_end": 1.0, "samples": 21, "rtol": 1e-11},
}

ARM: Sections = {
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "base": {
            "mass": 2,
            "shape": {"cylinder": [0.1, 0.3]},
            "points": {"S": {"at": [0, 0.05, 0.3], "turn": [["x", "pi/2"], ["y", 0.2]]}},
        },
        "upper": {
            "mass": 1,
            "shape": {"rod": 0.5},
            "centre": [0.25, 0, 0],
            "points": {"E": {"at": [0.5, 0, 0], "turn": [["y", 0.4]]}},
        },
        "fore": {
            "mass": 0.5,
            "inertia": [[0.011, 0.001, 0.002], [0.001, 0.02, -0.001], [0.002, -0.001, 0.021]],
            "centre": [0.2, 0.01, 0],
            "points": {"T": [0.4, 0, 0]},
        },
    },
    "joints": {
        "turn": {
            "kind": "pin",
            "between": ["ground", "base"],
            "coordinate": {"q1": {"start": 0.1, "speed": 1}},
        },
        "shoulder": {
            "kind": "pin",
            "between": ["base.S", "upper"],
            "coordinate": {"q2": {"start": 0.3, "speed": -0.5}},
        },
        "elbow": {
            "kind": "pin",
            "axis": [0, 1, 1],
            "between": ["upper.E", "fore"],
            "coordinate": {"q3": {"start": 0.3, "speed": 0.2}},
        },
    },
    "simulate": {"t_end": 0.5, "samples": 11, "rtol": 1e-11},
}


def changed(system: Sections, **changes: Any) -> Sections:
    """A copy of a system with other entries; a path is written with two underscores between its keys."""
    made = deepcopy(system)
    for path, value in changes.items():
        *above, last = path.split("__")
        table = made
        for key in above:
            table = table.setdefault(key, {})
        if value is None:
            del table[last]
        else:
            table[last] = value
    return made
