"""The measure of the error of a run: |error| over the size of each entry of the state, row by row.

    S(t) = max(largest |y| so far, κ · largest of its kind over the whole run)

An entry that is small against others of its kind carries their rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.native import claim_functions
from dalembert._simulate.claim import (
    EPSILON,
    MOVING,
    SMALLEST_KIND,
    Comparison,
    Rest,
    States,
    distance,
    follow_other_motions,
    largest_so_far,
    small_against,
    states_of,
)
from dalembert._simulate.motion import Settings
from dalembert._simulate.noise import RateNoise, noise_of_rates
from dalembert._simulate.run_memory import address_of
from dalembert._simulate.trajectory import Problem, Trajectory

Array = NDArray[np.float64]
Runs = tuple[Trajectory, Trajectory, Trajectory]
REST = 1e-14  # of the speeds that free accelerations would make in the run: none


class _RunNumbers:
    """What is known of a run: its states, and what was computed from them."""

    __slots__ = ("acceleration", "noise", "run", "sizes", "states")

    def __init__(self, run: Trajectory) -> None:
        self.run, self.states = run, states_of(run.states)
        self.sizes: States | None = None
        self.noise: RateNoise | None = None
        self.acceleration: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """How three runs differ of which each refines the one before, and which of them follow the same motion.

    `first` is that of the first two and `second` that of the last two, each over the sizes in the last run.
    """

    first: Array
    second: Array
    parted: bool  # one of these two is that of two motions
    follow_last: tuple[bool, bool, bool]  # whether each of the runs follows the motion of the last one


class Measure:
    """The sizes in the runs of a problem, and their distances over these; nothing is computed twice."""

    def __init__(self, problem: Problem, settings: Settings) -> None:
        self._problem, self._settings = problem, settings
        kinds = problem.dynamics.layout.kind_of_each()
        self._kinds, self._kinds_address = kinds, address_of(kinds)
        self._known: dict[int, _RunNumbers] = {}  # by the identity of a run, which is kept there

    def _of(self, run: Trajectory) -> _RunNumbers:
        known = self._known.get(id(run))
        if known is None:
            known = self._known[id(run)] = _RunNumbers(run)
        return known

    def sizes(self, run: Trajectory) -> States:
        """S at each state of a run; speeds below 1e-6 of the places over the whole time are rest."""
        known = self._of(run)
        if known.sizes is None:
            known.sizes = states_of(self._over(self._so_far(run)))
        return known.sizes

    def last_sizes(self, run: Trajectory) -> Array:
        """S at the last state of a run."""
        last: Array = self._over(self._so_far(run)[-1:])[0]
        return last

    def _over(self, so_far: Array) -> Array:
        """S where the largest |y| so far are given; the last row is the last of the run."""
        functions, settings, layout = claim_functions(), self._settings, self._problem.dynamics.layout
        if functions is None:
            return _sizes(self._problem, settings, so_far)
        sizes, kappa, more = np.empty(so_far.shape), small_against(settings.rtol), least_size(settings)
        given = np.ascontiguousarray(so_far)
        functions["dalembert_sizes"](
            *(*sizes.shape, layout.split, address_of(given), layout.tested, self._kinds_address),
            *(kappa, SMALLEST_KIND, duration(self._problem), more, address_of(sizes)),
        )
        return sizes

    def _so_far(self, run: Trajectory) -> Array:
        """The largest |y| so far at each state of a run."""
        tested = self._problem.dynamics.layout.tested
        if run.sizes is None:
            return largest_so_far(np.abs(run.states[:, :tested]))
        if not run.ends_between_rows:
            return run.sizes
        return largest_so_far(np.vstack([run.sizes, np.abs(run.y[:tested])]))

    def compare(self, one: Trajectory, other: Trajectory, gain: float = 0.0) -> Comparison:
        """Two runs that are compared, the first disturbed by a gain.

        Where contacts or dry friction hold something, the rounding of the forces that hold it moves it by a
        small part of a free motion, which is none.
        """
        rest, n = MOVING, self._problem.dynamics.layout.n
        if other.intervals and n and len(other.rows):
            free, span = self._free_acceleration(other), duration(self._problem)
            rest = Rest(n=n, speed=REST * free * span, place=8 * EPSILON * free * span**2)
        return Comparison(self._of(one).states, self._of(other).states, rest, gain)

    def differences(self, three: Runs) -> Differences:
        """The differences of three runs of which each refines the one before."""
        coarse, middle, last = three
        sizes = self.sizes(last)
        first, one = distance(self.compare(coarse, middle), sizes)
        second, other = distance(self.compare(middle, last), sizes)
        same = not follow_other_motions(self.compare(coarse, last), sizes), not other, True
        return Differences(first, second, one or other, same)

    def are_apart(self, one: Trajectory, other: Trajectory) -> bool:
        """Whether two runs differ so much over the sizes in the second one that they follow other motions."""
        return follow_other_motions(self.compare(one, other), self.sizes(other))

    def rate_noise(self, run: Trajectory) -> RateNoise:
        """The noise of the rates along a run, without contacts."""
        known = self._of(run)
        if known.noise is None:
            dynamics = run.free or self._problem.dynamics
            known.noise = noise_of_rates(dynamics, self._problem.times, run.rows)
        return known.noise

    def _free_acceleration(self, run: Trajectory) -> float:
        known = self._of(run)
        if known.acceleration is None:
            rates = self.rate_noise(run).rates
            known.acceleration = _largest_acceleration(rates, self._problem.dynamics.layout.n)
        return known.acceleration

    def is_at_rest(self, run: Trajectory) -> bool:
        """Whether contacts or dry friction keep all at rest: every speed is rounding of a free one."""
        n = self._problem.dynamics.layout.n
        if not n or not run.intervals or len(run.rows) < 2:
            return False
        fastest = float(np.abs(run.rows[:, n : 2 * n]).max(initial=0.0))
        return fastest <= REST * self._free_acceleration(run) * duration(self._problem)


def duration(problem: Problem) -> float:
    """How long a run is."""
    return float(problem.times[-1] - problem.times[0])


def least_size(settings: Settings) -> float:
    """What is added to each size, so that errors below atol are small."""
    return (settings.atol or 0.0) / settings.rtol


def _sizes(problem: Problem, settings: Settings, so_far: Array) -> Array:
    """The same by NumPy."""
    layout, kappa, sizes = problem.dynamics.layout, small_against(settings.rtol), np.empty(so_far.shape)
    most = so_far[-1] if len(so_far) else np.zeros(layout.tested)  # they only grow
    rest = SMALLEST_KIND * np.max(most[: layout.split], initial=0.0) / duration(problem)
    for number, kind in enumerate(layout.kinds):
        least = kappa * np.max(most[kind], initial=0.0)
        np.maximum(so_far[:, kind], max(least, rest) if number == 1 else least, out=sizes[:, kind])
    return sizes + least_size(settings)


def _largest_acceleration(rates: Array, n: int) -> float:
    """The largest acceleration among some rates."""
    size = np.abs(rates[:, n : 2 * n])
    return float(size[np.isfinite(size)].max(initial=0.0))
