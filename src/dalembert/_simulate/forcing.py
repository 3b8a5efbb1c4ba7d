"""The time scale on which the forces on a model change by their explicit dependence on time.

What contacts or dry friction hold does not move, whatever pushes it, so that no error of a step tells that a
push was stepped over. While something is held, steps are therefore no longer than the accelerations that the
model would have where it starts, were nothing held, can be followed by straight lines in between.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics

Array = NDArray[np.float64]
LEVELS = 2**12, 2**14, 2**16  # times at which is looked, more if they do not do
BUDGET = 1e8  # operations, about half a second
STRAIGHT = 0.02  # of the largest change: as far as a straight line may be off


def forcing_time_scale(dynamics: Dynamics, t_start: float, t_end: float, y: Array) -> float | None:
    """The time within which what acts changes little; None where it depends on the motion alone."""
    span, levels = t_end - t_start, forcing_levels(dynamics)
    for count in levels:
        times = np.linspace(t_start, t_end, count + 1)
        seen = dynamics.observe(times, np.tile(y, (count + 1, 1)))["qdd"]
        acting = np.nan_to_num(seen, posinf=0.0, neginf=0.0)
        most = np.max(np.abs(acting - acting[0]), initial=0.0)
        if not most > 0:
            return None
        if _bend(acting) <= STRAIGHT * most:
            step = 1
            while 4 * step < count and _bend(acting[:: 2 * step]) <= STRAIGHT * most:
                step *= 2
            return float(step * span / count)
    return float(span / levels[-1]) if levels else None


def forcing_levels(dynamics: Dynamics) -> tuple[int, ...]:
    """Numbers of sampling times to try in turn; none if nothing depends explicitly on time."""
    if not dynamics.compiled.timed or not dynamics.layout.n:
        return ()
    length = dynamics.compiled.observed_length
    return LEVELS[0], *(level for level in LEVELS[1:] if level * length <= BUDGET)


def _bend(acting: Array) -> float:
    """The largest deviation of every second value from the mean of its neighbours."""
    odd = acting[: (len(acting) - 1) // 2 * 2 + 1]  # an odd number of them
    return float(np.max(np.abs(odd[1::2] - (odd[:-1:2] + odd[2::2]) / 2), initial=0.0))
