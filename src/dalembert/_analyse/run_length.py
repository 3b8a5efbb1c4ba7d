"""The length of a run without a given end time: some periods of the slowest oscillation.

From the default modes, it is n periods 2π/ω of the slowest oscillation; without oscillations, n time
constants 1/|λ| of the slowest decay. Without either no length is assumed.
"""

from __future__ import annotations

import math

from dalembert._analyse.context import analysis_context
from dalembert._analyse.normal_modes import modes_of
from dalembert._analyse.records import Kind
from dalembert._expression.source import ModelError
from dalembert._model.records import Model
from dalembert._words.message import Message, Quantity, say

PERIODS, TIME_CONSTANTS = 10, 8


def assumed_length(model: Model) -> tuple[float, Message] | None:
    """A length in seconds with a remark on it; None where the modes give none."""
    try:
        modes = modes_of(analysis_context(model), None, None, 0)
    except ModelError:
        return None  # the run then raises an error that asks for an end time
    turning = [mode.hz for mode in modes if mode.kind is Kind.oscillation]
    fading = [-mode.eigenvalue.real for mode in modes if mode.kind is Kind.decay]
    about = modes.point.about
    if turning:
        length, hz = _round(PERIODS / min(turning)), Quantity(min(turning), 4)
        return length, say("end_assumed_periods", t=Quantity(length), count=PERIODS, hz=hz, place=about)
    if fading and not any(mode.unstable for mode in modes):
        length, slowest = _round(TIME_CONSTANTS / min(fading)), Quantity(1 / min(fading), 4)
        return length, say(
            "end_assumed_decay", t=Quantity(length), count=TIME_CONSTANTS, time=slowest, place=about
        )
    return None


def _round(seconds: float) -> float:
    """A length rounded to two digits."""
    return float(f"{seconds:.1e}") if math.isfinite(seconds) else seconds
