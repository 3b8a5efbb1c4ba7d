"""A function of Python as a table that a run can read: samples of a cubic spline, as close as it is wanted.

The spline through f(t_k) is compared with f at points between the samples; where it is off by more than
tolerance · max |f|, the interval is halved. A cubic spline is off by h⁴ |f''''|/384, so that a smooth
function needs few samples; a jump or a kink would need them without end, and is refused.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import CubicSpline

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.given_inputs import refuse_strangers, with_inputs
from dalembert._model.records import Model
from dalembert._simulate.settings import settings_of
from dalembert._words.message import Message, Quantity, Symbol, say

Array = NDArray[np.float64]
FIRST, MOST = 65, 200_000  # samples at first, and at most
NARROW = 1e-7  # of the run: an interval that is still too long hides a jump or a kink
FINER = 100  # times: samples are so much closer than the result is asked for
ROUNDING = 1e-16  # what double precision tells apart
PARTS = (0.25, 0.5, 0.75)  # of an interval, where the spline is compared


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SampledFunction:
    """Samples of a function, and how far their spline is from it at most, against its largest value."""

    t: Array
    values: Array
    error: float


def with_functions(
    model: Model, functions: Mapping[str, Callable[[float], float]]
) -> tuple[Model, tuple[Message, ...]]:
    """The model with functions of Python as tables of its inputs over its run, and remarks on them."""
    if not functions:
        return model, ()
    refuse_strangers(model, functions)
    asked = settings_of(model)
    made = {
        name: sampled_function(name, law, asked.t_start, asked.t_end, asked.rtol / FINER)
        for name, law in functions.items()
    }
    laws = {
        name: {"times": one.t, "values": one.values, "interpolate": "spline"} for name, one in made.items()
    }
    remarks = tuple(
        say(
            "remark_sampled_function",
            name=Symbol(name),
            count=len(one.t),
            error=Quantity(max(one.error, ROUNDING), 1, "e"),
        )
        for name, one in made.items()
    )
    return with_inputs(model, laws), remarks


def sampled_function(
    name: str, function: Callable[[float], float], t_start: float, t_end: float, tolerance: float
) -> SampledFunction:
    """Samples of the input `name` from t_start to t_end whose cubic spline is within a relative tolerance."""
    t = np.linspace(t_start, t_end, FIRST)
    values = _evaluate(name, function, t)
    while True:
        size = max(float(np.abs(values).max()), math.ulp(0.0))
        spline = CubicSpline(t, values)
        width = np.diff(t)
        off = np.zeros(len(width))
        middles = np.zeros(len(width))
        for part in PARTS:
            places = t[:-1] + part * width
            between = _evaluate(name, function, places)
            middles = between if part == 0.5 else middles
            off = np.maximum(off, np.abs(spline(places) - between))
        coarse = off > tolerance * size
        if not coarse.any():
            return SampledFunction(t=t, values=values, error=float(off.max()) / size)
        worst = int(np.argmax(off))
        if width[worst] < NARROW * (t_end - t_start) or len(t) + coarse.sum() > MOST:
            _refuse(name, float(t[worst] + width[worst] / 2), tolerance)
        at = np.flatnonzero(coarse)
        t = np.insert(t, at + 1, t[at] + 0.5 * width[at])
        values = np.insert(values, at + 1, middles[at])


def _evaluate(name: str, function: Callable[[float], float], t: Array) -> Array:
    """The values of a function at some times, all of them finite."""
    values = np.array([float(function(float(one))) for one in t])
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        message = f"the function of the input `{name}` is {values[bad[0]]:g} at t = {float(t[bad[0]]):g} s"
        hint = "it must give a finite number from the start to the end of the run"
        raise ModelError((Flaw(rule="input", severity="error", where="inputs", message=message, hint=hint),))
    return values


def _refuse(name: str, t: float, tolerance: float) -> None:
    """Raise for a function that a table of admissible length cannot approximate."""
    message = f"the function of the input `{name}` cannot be sampled to {tolerance:.1g}: see t = {t:.6g} s"
    hint = (
        "jumps and kinks are written in the model (step, if, abs), where a run sees them;"
        " or give a table, or a larger rtol"
    )
    raise ModelError((Flaw(rule="input", severity="error", where="inputs", message=message, hint=hint),))
