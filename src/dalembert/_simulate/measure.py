"""The measure of the error of a run: |error| over the size of each entry of the state, row by row.

    S(t) = max(largest |y| so far, κ · largest of its kind over the whole run)

What is small against its kind is rounding of the others.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.claim import EPSILON, SMALLEST_KIND, difference, small_against
from dalembert._simulate.motion import Settings
from dalembert._simulate.noise import STATES
from dalembert._simulate.trajectory import Problem, Trajectory

Array = NDArray[np.float64]
REST = 1e-14  # of the speeds that free accelerations would make in the run: none


def sizes_at_rows(problem: Problem, settings: Settings, run: Trajectory) -> Array:
    """S at each row of a run; speeds below 1e-6 of the places over the whole time are rest."""
    layout, kappa = problem.dynamics.layout, small_against(settings.rtol)
    entries = np.abs(run.rows[:, : layout.tested]) if run.sizes is None else run.sizes
    sizes = np.maximum.accumulate(entries, axis=0) if len(entries) else entries.copy()
    span = float(problem.times[-1] - problem.times[0])
    rest = SMALLEST_KIND * np.max(sizes[:, : layout.split], initial=0.0) / span
    for number, kind in enumerate(layout.kinds):
        least = kappa * np.max(sizes[:, kind], initial=0.0)
        sizes[:, kind] = np.maximum(sizes[:, kind], max(least, rest) if number == 1 else least)
    result: Array = sizes + (settings.atol or 0.0) / settings.rtol
    return result


def distance(problem: Problem, one: Trajectory, other: Trajectory, sizes: Array) -> Array:
    """The difference of two runs at each row, over the sizes.

    Where contacts or dry friction hold something, the rounding of the forces that hold it moves it by a small
    part of a free motion, which is none.
    """
    layout = problem.dynamics.layout
    result = difference(one.rows[:, : layout.tested], other.rows[:, : layout.tested], sizes)
    if other.phases and layout.n and len(result):
        n, span = layout.n, float(problem.times[-1] - problem.times[0])
        free = _free_acceleration(problem, other)
        rows = slice(0, len(result))
        speeds = np.maximum(np.abs(one.rows[rows, n : 2 * n]), np.abs(other.rows[rows, n : 2 * n]))
        rest = speeds <= REST * free * span
        near = result[:, :n] * sizes[rows, :n] <= 8 * EPSILON * free * span**2
        result[:, :n] = np.where(rest & near, 0.0, result[:, :n])
        result[:, n : 2 * n] = np.where(rest, 0.0, result[:, n : 2 * n])
    return result


def is_at_rest(problem: Problem, run: Trajectory) -> bool:
    """Whether contacts or dry friction hold everything: no speed is more than rounding of a free one."""
    n, span = problem.dynamics.layout.n, float(problem.times[-1] - problem.times[0])
    if not n or not run.phases or len(run.rows) < 2:
        return False
    fastest = float(np.max(np.abs(run.rows[:, n : 2 * n]), initial=0.0))
    return fastest <= REST * _free_acceleration(problem, run) * span


def _free_acceleration(problem: Problem, run: Trajectory) -> float:
    """The largest acceleration without contacts, at some states of a run."""
    n, most = problem.dynamics.layout.n, 0.0
    for i in np.unique(np.linspace(0, len(run.rows) - 1, STATES).astype(int)):
        rates, _ = problem.dynamics.rates(float(problem.times[i]), run.rows[i])
        size = np.abs(rates[n : 2 * n])
        most = max(most, float(np.max(size[np.isfinite(size)], initial=0.0)))
    return most
