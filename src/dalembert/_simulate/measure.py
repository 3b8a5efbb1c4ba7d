"""The measure of the error of a run: |error| over the size of each entry of the state, row by row.

    S(t) = max(largest |y| so far, κ · largest of its kind over the whole run)

An entry that is small against others of its kind carries their rounding.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.native import claim_functions
from dalembert._simulate.claim import (
    EPSILON,
    MOVING,
    SMALLEST_KIND,
    Rest,
    distance,
    largest_so_far,
    small_against,
)
from dalembert._simulate.motion import Settings
from dalembert._simulate.noise import some_rows
from dalembert._simulate.run_memory import address_of
from dalembert._simulate.trajectory import Problem, Trajectory

Array = NDArray[np.float64]
REST = 1e-14  # of the speeds that free accelerations would make in the run: none


class Measure:
    """The sizes in the runs of a problem, and their distances over these; nothing is computed twice."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self._problem, self._settings = problem, settings
        self._kinds = problem.dynamics.layout.kind_of_each()
        self._sizes: dict[int, Array] = {}
        self._rates: dict[int, list[Array]] = {}
        self._accelerations: dict[int, float] = {}
        self._distances: dict[tuple[int, int, int], tuple[Array, bool]] = {}
        self._kept: list[Trajectory] = []  # of which the numbers above are the identities

    def sizes(self, run: Trajectory) -> Array:
        """S at each state of a run; speeds below 1e-6 of the places over the whole time are rest."""
        if id(run) not in self._sizes:
            self._sizes[id(run)] = self._over(self._so_far(run))
            self._kept.append(run)
        return self._sizes[id(run)]

    def last_sizes(self, run: Trajectory) -> Array:
        """S at the last state of a run."""
        last: Array = self._over(self._so_far(run)[-1:])[0]
        return last

    def _over(self, so_far: Array) -> Array:
        return _sizes(self._problem, self._settings, so_far, self._kinds)

    def _so_far(self, run: Trajectory) -> Array:
        """The largest |y| so far at each state of a run."""
        tested = self._problem.dynamics.layout.tested
        if run.sizes is None:
            return largest_so_far(np.abs(run.states[:, :tested]))
        if not run.ends_between_rows:
            return run.sizes
        return largest_so_far(np.vstack([run.sizes, np.abs(run.y[:tested])]))

    def distance(self, one: Trajectory, other: Trajectory, last: Trajectory) -> Array:
        """The difference of two runs at each state, over the sizes in the last run.

        Where contacts or dry friction hold something, the rounding of the forces that hold it moves it by a
        small part of a free motion, which is none.
        """
        return self._distance(one, other, last)[0]

    def are_apart(self, one: Trajectory, other: Trajectory, last: Trajectory) -> bool:
        """Whether two runs differ so much over the sizes in the last one that they follow other motions."""
        return self._distance(one, other, last)[1]

    def _distance(self, one: Trajectory, other: Trajectory, last: Trajectory) -> tuple[Array, bool]:
        key = id(one), id(other), id(last)
        if key not in self._distances:
            rest, n = MOVING, self._problem.dynamics.layout.n
            if other.intervals and n and len(other.rows):
                free, span = self._free_acceleration(other), duration(self._problem)
                rest = Rest(n=n, speed=REST * free * span, place=8 * EPSILON * free * span**2)
            self._distances[key] = distance(one.states, other.states, self.sizes(last), rest)
            self._kept += (one, other)
        return self._distances[key]

    def free_rates(self, run: Trajectory) -> list[Array]:
        """The rates without contacts at some states of a run."""
        if id(run) not in self._rates:
            self._rates[id(run)] = _free_rates(self._problem, run)
            self._kept.append(run)
        return self._rates[id(run)]

    def _free_acceleration(self, run: Trajectory) -> float:
        if id(run) not in self._accelerations:
            rates = self.free_rates(run)  # which keeps the run
            self._accelerations[id(run)] = _largest_acceleration(rates, self._problem.dynamics.layout.n)
        return self._accelerations[id(run)]


def duration(problem: Problem) -> float:
    """How long a run is."""
    return float(problem.times[-1] - problem.times[0])


def _sizes(problem: Problem, settings: Settings, so_far: Array, kinds: NDArray[np.int32]) -> Array:
    """S where the largest |y| so far are given; the last row is the last of the run."""
    layout, kappa, own = problem.dynamics.layout, small_against(settings.rtol), claim_functions()
    more = (settings.atol or 0.0) / settings.rtol
    sizes = np.empty(so_far.shape)
    if own is not None:
        given = np.ascontiguousarray(so_far)
        own["dalembert_sizes"](
            *(*sizes.shape, layout.split, address_of(given), layout.tested, address_of(kinds)),
            *(kappa, SMALLEST_KIND, duration(problem), more, address_of(sizes)),
        )
        return sizes
    most = so_far[-1] if len(so_far) else np.zeros(layout.tested)  # they only grow
    rest = SMALLEST_KIND * np.max(most[: layout.split], initial=0.0) / duration(problem)
    for number, kind in enumerate(layout.kinds):
        least = kappa * np.max(most[kind], initial=0.0)
        np.maximum(so_far[:, kind], max(least, rest) if number == 1 else least, out=sizes[:, kind])
    return sizes + more


def is_at_rest(problem: Problem, run: Trajectory) -> bool:
    """Whether contacts or dry friction keep all at rest: every speed is rounding of that of free motion."""
    n, span = problem.dynamics.layout.n, duration(problem)
    if not n or not run.intervals or len(run.rows) < 2:
        return False
    fastest = float(np.abs(run.rows[:, n : 2 * n]).max(initial=0.0))
    free = _largest_acceleration(_free_rates(problem, run), n)
    return fastest <= REST * free * span


def _free_rates(problem: Problem, run: Trajectory) -> list[Array]:
    dynamics = run.free or problem.dynamics
    return [dynamics.rates(float(problem.times[i]), run.rows[i])[0] for i in some_rows(len(run.rows))]


def _largest_acceleration(rates: list[Array], n: int) -> float:
    """The largest acceleration among some rates."""
    size = np.abs(np.array(rates)[:, n : 2 * n])
    return float(size[np.isfinite(size)].max(initial=0.0))
