"""Models with contacts, friction and switches, and sweeps of them whose rows are lanes."""

from typing import Any

import pytest

import dalembert
from dalembert._compile.ensemble import Lanes
from dalembert._sweep import blocks, lanes
from dalembert._sweep.axis_values import with_numbers
from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.lanes import LaneEngine, run_rows
from dalembert._sweep.one_run import run_row
from dalembert._sweep.sweeping import Request, make_plan

BALL: dict[str, Any] = {
    "parameters": {"g": 9.81, "e": 0.7},
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "g*y"},
    "contacts": {"floor": {"gap": "y", "restitution": "e"}},
    "events": {"apex": {"when": "y'", "direction": "falling"}, "half": {"when": "y - 1/2"}},
    "simulate": {"t_end": 1.5, "samples": 30},
}
TABLE = BALL | {
    "parameters": {"g": 9.81, "e": 0.5, "A": 0.02, "w": 30},
    "coordinates": {"y": {"start": 0.2, "speed": 0}},
    "contacts": {"table": {"gap": "y - A*sin(w*t)", "restitution": "e"}},
    "events": {"low": {"when": "y' + 0.2"}},
}
BLOCK: dict[str, Any] = {
    "parameters": {"k": 20, "mu": 0.3, "g": 9.81, "F": 4, "w": 3},
    "coordinates": {"x": {"start": 0.4, "speed": 0}, "y": {"start": 0, "speed": 0}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "1/2*k*x^2 + g*y"},
    "work": {"x": "F*sin(w*t)"},
    "contacts": {"ground": {"gap": "y", "slip": "x'", "friction": "mu", "restitution": 0}},
    "simulate": {"t_end": 3, "samples": 30},
}
MAT = BALL | {
    "parameters": {"g": 9.81, "k": 2000},
    "contacts": {"mat": {"gap": "y", "law": "spring", "stiffness": "k"}},
    "events": {},
}
SWITCH: dict[str, Any] = {
    "parameters": {"k": 20, "F": 1.5},
    "coordinates": {"x": {"start": 0.4, "speed": 0}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
    "work": {"x": "-F*sign(x')"},
    "events": {"zero": {"when": "x"}},
    "simulate": {"t_end": 4, "samples": 30},
}
CASES = {
    "ball": (
        BALL,
        ("e=0.3:0.9:16", "y=0.6:1.4:16"),
        "y at end, max(y'), min(y'), count(floor), first(floor), count(apex), y at apex, count(half),"
        " y' at half, mean(y), energy at end, y' at t=0.7, history(y, 5)",
    ),
    "poisson": (
        BALL | {"contacts": {"floor": {"gap": "y", "law": "poisson", "restitution": "e"}}},
        ("e=0.3:0.9:16", "y=0.6:1.4:16"),
        "y at end, max(y'), count(floor), first(floor), y at apex",
    ),
    "table": (
        TABLE,
        ("e=0.2:0.5:16", "w=20:40:16"),
        "y at end, max(y), max(y'), first(table), count(low), y at low, history(y', 4)",
    ),
    "block": (
        BLOCK,
        ("mu=0.1:0.6:16", "w=1:9:16"),
        "x at end, min(x'), max(friction_ground), max(contact_ground), rms(x), history(x, 5)",
    ),
    "mat": (MAT, ("k=500:5000:256",), "y at end, max(contact_mat), count(mat), first(mat), min(y)"),
    "switch": (
        SWITCH,
        ("F=0.1:2:16", "x=0.2:1:16"),
        "x at end, min(x'), count(zero), first(zero), x' at zero, integral(x^2)",
    ),
}


def sweep_of(name: str) -> PreparedSweep:
    """A plain sweep of one of the models above."""
    model, over, keep = CASES[name]
    return make_plan(dalembert.model(**model), Request(over=over, keep=keep, plain=True))


def lanes_of(name: str) -> tuple[LaneEngine, Lanes]:
    """The engine of such a sweep, and its lanes."""
    sweep, found = sweep_of(name), list[Lanes]()
    assert isinstance(sweep.lanes, LaneEngine), sweep.lanes
    with pytest.MonkeyPatch.context() as patch:
        run = lanes._run
        patch.setattr(lanes, "_run", lambda engine, own: found.append(own) or run(engine, own))
        run_rows(sweep.lanes, blocks.columns_of(sweep.plan, range(sweep.plan.runs)))
    return sweep.lanes, found[0]


def row_of(sweep: PreparedSweep, i: int) -> Any:
    """A row by an ordinary plain run."""
    columns = blocks.columns_of(sweep.plan, range(i, i + 1))
    values = {name: float(column[0]) for name, column in columns.items()}
    return run_row(with_numbers(sweep.model, sweep.targets, values), sweep.kept, once=True)
