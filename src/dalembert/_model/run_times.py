"""Checks that double precision can represent the times and accuracy of a run, and that steps are feasible.

Times near t are ulp(t) apart, 2 s at t = 1e16 s: rows and steps must be further apart than that. The number
of fixed steps, (t_end − t_start)/dt, is checked before the run.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

EARLIEST, LATEST = 1e-100, 1e100  # of times and spans: beyond them squares and products overflow or underflow
MOST_STEPS = 1e10  # of a run with fixed steps
APART = 8  # times ulp(t): the least distance of rows and steps
LEAST_RTOL = 1e-13
SPAN = 1e4  # times ulp(t): the shortest run


def time_flaws(
    start: float, end: float, samples: int, dt: float | None = None
) -> Iterator[tuple[str, str, str]]:
    """The flaws of the times of a run: the key, the message, and what to type."""
    for key, value in (("t_start", start), ("t_end", end)):
        if not math.isfinite(value):
            yield key, f"{key} = {value:g} is not a valid time", "give finite times"
            return
    if not end > start:
        yield "t_end", f"t_end = {end:g} is not after t_start = {start:g}", "give a later t_end"
        return
    for key, value in (("t_start", start), ("t_end", end)):
        if abs(value) > LATEST:
            message = f"{key} = {value:g} is beyond the times that a run can reach, {LATEST:g} s"
            yield key, message, f"give a {key} nearer to 0, or write the model in another unit of time"
            return
    span = end - start
    if span < EARLIEST:
        message = f"t_end = {end:g} is only {span:.3g} s after t_start: such steps cannot be computed"
        yield "t_end", message, f"give a t_end at least {EARLIEST:g} s later"
        return
    between = math.ulp(max(abs(start), abs(end)))
    late, value = ("t_start", start) if abs(start) >= abs(end) / 2 else ("t_end", end)
    apart = f"{late} = {value:g}: times there are {between:.2g} s apart in double precision"
    if span < SPAN * between:
        message = f"{apart}, too far for a run of {span:.6g} s"
        yield late, message, "count the time from the start of the run: t_start = 0"
    elif span < APART * between * samples:
        message = f"{apart}, too far for {samples} samples of {span:.6g} s"
        yield late, message, "ask for fewer samples, or count the time from the start of the run: t_start = 0"
    if dt is None:
        return
    if not 0 < dt <= span:
        yield "dt", f"dt = {dt:g} is not a valid step of this run", "give a positive dt below the duration"
    elif span / dt > MOST_STEPS:
        message = f"dt = {dt:g} makes {span / dt:.1e} steps of the {span:.6g} s up to t_end"
        hint = f"a run makes {MOST_STEPS:g} steps at most: give dt = {span / MOST_STEPS:.1g} or more, or none"
        yield "dt", message, hint
    elif dt < APART * between:
        message = f"dt = {dt:g} is lost in the rounding of times, which are {between:.2g} s apart there"
        yield "dt", message, "give a longer dt, or count the time from the start of the run, t_start = 0"


def tolerance_flaws(rtol: float | None, atol: float | None) -> Iterator[tuple[str, str, str]]:
    """The flaws of the tolerances of a run: the key, the message, and what to type."""
    if rtol is not None and not LEAST_RTOL <= rtol <= 0.1:
        hint = f"give rtol from {LEAST_RTOL:g} (the limit of double precision) to 0.1"
        yield "rtol", f"rtol = {rtol:g} cannot be met", hint
    if atol is not None and not (atol > 0 and math.isfinite(atol)):
        yield "atol", f"atol = {atol:g} is not a valid tolerance", "give a positive number"
