"""The times at which a model is not smooth: its integration is begun anew there."""

from __future__ import annotations

from functools import partial

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import GeneralDynamics
from dalembert._expression.source import Flaw, ModelError
from dalembert._lower.switches import Switch, Switches
from dalembert._simulate.roots import zeros

Array = NDArray[np.float64]
MOST = 1_000_000
PIECES = 64  # in which zeros are looked for at first


def breaks(dynamics: Dynamics | GeneralDynamics, own: Switches | None, t_start: float, t_end: float) -> Array:
    """Kinks and jumps in time between start and end: of laws of inputs, of other terms, and of tables."""
    found: list[Array] = [table.t for table in dynamics.tables]
    if own is not None:
        p = dynamics.p[: own.p.numel()]
        found += [_times(own, switch, p, t_start, t_end) for switch in own.timed]
    if not found:
        return np.zeros(0)
    times = np.unique(np.concatenate(found))
    apart = 1e-13 * max(abs(t_start), abs(t_end))
    times = times[(times > t_start + apart) & (times < t_end - apart)]
    return times[np.diff(times, prepend=-np.inf) > apart]


def _times(own: Switches, switch: Switch, p: Array, low: float, high: float) -> Array:
    slope = ca.jtimes(switch.function, own.t, 1)
    straight = ca.jtimes(slope, own.t, 1).is_zero()
    both = ca.Function("switch", [own.t, own.p], [switch.function, slope])

    def value(t: float) -> float:
        return float(both(t, p)[0])

    if straight:
        at_low, rate = (float(x) for x in both(low, p))
        levels = _whole(at_low, at_low + rate * (high - low)) if switch.counts else np.zeros(1)
        return low + (levels - at_low) / rate if rate else np.zeros(0)
    if not switch.counts:
        return np.array([t for t, _ in zeros(value, low, high, PIECES)])
    sampled = [value(t) for t in np.linspace(low, high, 50 * PIECES)]
    levels = _whole(min(sampled), max(sampled))

    def above(level: float, t: float) -> float:
        return value(t) - level

    found = (zeros(partial(above, float(level)), low, high, PIECES) for level in levels)
    return np.array([t for own in found for t, _ in own])


def _whole(one: float, other: float) -> Array:
    """The whole numbers between two numbers."""
    first, last = np.ceil(min(one, other)), np.floor(max(one, other))
    if last - first > MOST:
        message = f"floor or mod in the model jumps {last - first:.2g} times during the run"
        hint = f"at most {MOST} jumps can be resolved: simulate a shorter time, or slow the function down"
        raise ModelError((Flaw(rule="jumps", severity="error", where="", message=message, hint=hint),))
    return np.arange(first, last + 1)
