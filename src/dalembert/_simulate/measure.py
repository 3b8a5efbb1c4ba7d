"""The measure of the error of a run: |error| over the size of each entry of the state, row by row.

    S(t) = max(largest |y| so far, κ · largest of its kind over the whole run)

An entry that is small against others of its kind carries their rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.claim import EPSILON, SMALLEST_KIND, difference, largest_so_far, small_against
from dalembert._simulate.motion import Settings
from dalembert._simulate.noise import some_rows
from dalembert._simulate.trajectory import Problem, Trajectory

Array = NDArray[np.float64]
REST = 1e-14  # of the speeds that free accelerations would make in the run: none


class Measure:
    """The sizes in the runs of a problem, and their distances over these; nothing is computed twice."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self._problem, self._settings = problem, settings
        self._sizes: dict[int, Array] = {}
        self._columns: dict[int, Array] = {}
        self._accelerations: dict[int, float] = {}
        self._distances: dict[tuple[int, int, int], Array] = {}
        self._kept: list[Trajectory] = []  # of which the numbers above are the identities

    def sizes(self, run: Trajectory) -> Array:
        """S at each row of a run; speeds below 1e-6 of the places over the whole time are rest."""
        if id(run) not in self._sizes:
            self._sizes[id(run)] = _sizes_at_rows(self._problem, self._settings, run)
            self._kept.append(run)
        return self._sizes[id(run)]

    def distance(self, one: Trajectory, other: Trajectory, last: Trajectory) -> Array:
        """The difference of two runs at each row, over the sizes in the last run.

        Where contacts or dry friction hold something, the rounding of the forces that hold it moves it by a
        small part of a free motion, which is none.
        """
        key = id(one), id(other), id(last)
        if key not in self._distances:
            self._distances[key] = self._distance(one, other, self.sizes(last))
            self._kept += (one, other)
        return self._distances[key]

    def _distance(self, one: Trajectory, other: Trajectory, sizes: Array) -> Array:
        layout = self._problem.dynamics.layout
        first, second = self._tested(one), self._tested(other)
        result = difference(first, second, sizes)
        if other.intervals and layout.n and len(result):
            n, span = layout.n, duration(self._problem)
            free = self._free_acceleration(other)
            rows = slice(0, len(result))
            speeds = np.maximum(np.abs(first[rows, n : 2 * n]), np.abs(second[rows, n : 2 * n]))
            rest = speeds <= REST * free * span
            if rest.any():
                near = result[:, :n] * sizes[rows, :n] <= 8 * EPSILON * free * span**2
                result[:, :n] = np.where(rest & near, 0.0, result[:, :n])
                result[:, n : 2 * n] = np.where(rest, 0.0, result[:, n : 2 * n])
        return result

    def _tested(self, run: Trajectory) -> Array:
        """The entries of a run that are tested, column after column: that is how they are compared."""
        if id(run) not in self._columns:
            self._columns[id(run)] = np.asfortranarray(run.rows[:, : self._problem.dynamics.layout.tested])
            self._kept.append(run)
        return self._columns[id(run)]

    def _free_acceleration(self, run: Trajectory) -> float:
        if id(run) not in self._accelerations:
            self._accelerations[id(run)] = _free_acceleration(self._problem, run)
        return self._accelerations[id(run)]


def duration(problem: Problem) -> float:
    """How long a run is."""
    return float(problem.times[-1] - problem.times[0])


def _sizes_at_rows(problem: Problem, settings: Settings, run: Trajectory) -> Array:
    layout, kappa = problem.dynamics.layout, small_against(settings.rtol)
    if run.sizes is None:
        sizes = largest_so_far(np.abs(np.asfortranarray(run.rows[:, : layout.tested])))
    else:
        sizes = np.array(run.sizes, order="F")
    most = sizes[-1] if len(sizes) else np.zeros(layout.tested)  # they only grow
    rest = SMALLEST_KIND * np.max(most[: layout.split], initial=0.0) / duration(problem)
    for number, kind in enumerate(layout.kinds):
        least = kappa * np.max(most[kind], initial=0.0)
        np.maximum(sizes[:, kind], max(least, rest) if number == 1 else least, out=sizes[:, kind])
    if settings.atol:
        sizes += settings.atol / settings.rtol
    return sizes


def is_at_rest(problem: Problem, run: Trajectory) -> bool:
    """Whether contacts or dry friction hold everything: no speed is more than rounding of a free one."""
    n, span = problem.dynamics.layout.n, duration(problem)
    if not n or not run.intervals or len(run.rows) < 2:
        return False
    fastest = float(np.max(np.abs(run.rows[:, n : 2 * n]), initial=0.0))
    return fastest <= REST * _free_acceleration(problem, run) * span


def _free_acceleration(problem: Problem, run: Trajectory) -> float:
    """The largest acceleration without contacts, at some states of a run."""
    dynamics = run.free or problem.dynamics
    n, most = dynamics.layout.n, 0.0
    for i in some_rows(len(run.rows)):
        rates, _ = dynamics.rates(float(problem.times[i]), run.rows[i])
        size = np.abs(rates[n : 2 * n])
        most = max(most, float(np.max(size[np.isfinite(size)], initial=0.0)))
    return most
