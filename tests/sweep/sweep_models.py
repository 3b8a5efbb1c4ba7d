"""A model with a closed form, and sweeps of it."""

from collections.abc import Sequence

import dalembert
from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.sweeping import Request, make_plan

OSCILLATOR = dalembert.model(
    format=1,
    title="Oscillator",
    parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": 4, "unit": "N/m"}, "w": "sqrt(k/m)"},
    coordinates={"x": {"start": 1, "speed": 0, "unit": "m"}},
    energy={"kinetic": {"T1": "1/2*m*x'^2"}, "potential": {"V1": "1/2*k*x^2"}},
    events={"down": {"when": "x", "direction": "falling"}},
    outputs={"far": "2*x"},
    simulate={"t_end": 5, "rtol": 1e-9, "samples": 100},
)


# What is kept for figures of many runs, and for each kind what is varied and drawn.
KEEP = "max(x), far at end, h = history(x, 9), a = strobe(x, 1, 4), b = strobe(x', 1, 4)"
FIGURES = {
    "lines": (["k=1:9:4", "x=0.5:2:2"], ()),
    "map": (["k=log:1:9:4", "x=0.5:2:3"], ("max_x",)),
    "distribution": (["k=uniform:1:9", "sobol:16"], ()),
    "parallel": (["k=1:9:4", "x=0.5:2:2"], ()),
    "basins": (["k=1:9:4", "x=0.5:2:2"], ("far_at_end",)),
    "bifurcation": (["k=1:9:4"], ("a",)),
    "section": (["k=1:9:4"], ("a", "b")),
    "sensitivity": (["k=uniform:1:9", "x=normal:1:0.1", "saltelli:8"], ()),
}


def sweep_of(keep: str, over: Sequence[str] = ("k=1:9:4", "x=0.5:2:2"), *, plain: bool) -> PreparedSweep:
    """A sweep of the oscillator."""
    return make_plan(OSCILLATOR, Request(over=over, keep=keep, plain=plain))
