"""What a comparison of motions finds: every run, how far each is from the others, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from dalembert._model.records import Model
from dalembert._words.message import Message

if TYPE_CHECKING:  # the records are at the street door, numpy takes a while to load
    import numpy as np
    from numpy.typing import NDArray

    from dalembert._simulate.motion import Motion

    Array = NDArray[np.float64]


class Kind(StrEnum):
    """What a run is compared as."""

    DERIVATION = "derivation"  # equations of motion found in another way
    FORMULATION = "formulation"  # another treatment of the constraints
    OTHER = "other"  # another model, a saved motion, measurements


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionRun:
    """One run: the name of its derivation or formulation, or of a file, and the motion.

    `constants` are gains and penalties; `drifts` where nothing brings a state back onto the constraints, so
    that no accuracy is claimed. `position` and `velocity` are how far it is from the constraints at most, in
    their own units, at each time.
    """

    name: str
    kind: Kind
    motion: Motion
    constants: tuple[tuple[str, float], ...] = ()
    drifts: bool = False
    position: Array
    velocity: Array

    @property
    def claim(self) -> float | None:
        """The error that is claimed of it, up to the time until which it is what was asked for."""
        own = self.motion.accuracy
        return None if own.achieved is None else min(own.achieved, self.motion.settings.rtol)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A derivation or formulation that this model has not, and why."""

    name: str
    kind: Kind
    why: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """How fast a difference grows, by the line through its logarithm over a window of time.

    `lyapunov` is the same line through the logarithm of a small disturbance of the motion, which follows its
    linearised equations, over the same window.
    """

    rate: float
    lyapunov: float | None
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotionDifference:
    """How far two runs are apart at each time, relative to the sizes that the columns have had.

    `until` is the last time up to which both claim their tolerance, `within` the largest difference up to
    then and `bound` the sum of both claims; None where one of them claims nothing. `worst` is the column that
    differs most, `column` what its difference is at most in its own unit.
    """

    first: str
    second: str
    t: Array
    distance: Array
    until: float | None
    within: float | None
    bound: float | None
    worst: str
    column: float
    growth: Growth | None = None

    @property
    def largest(self) -> float:
        """The largest difference of all times."""
        return float(self.distance.max(initial=0.0))

    @property
    def agrees(self) -> bool | None:
        """Whether the difference stays within what both claim; None where one of them claims nothing."""
        return None if self.within is None or self.bound is None else self.within <= self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionComparison:
    """Runs of one motion by several derivations and formulations, and how they agree.

    The first run is the one that `simulate` gives. `differences` has all pairs, those of the first before
    the others. `ok` is whether all that claim their accuracy agree within their claims.
    """

    model: Model
    runs: tuple[MotionRun, ...]
    not_run: tuple[NotRun, ...]
    differences: tuple[MotionDifference, ...]
    verdict: Message
    ok: bool
    remarks: tuple[Message, ...] = ()

    def __getitem__(self, name: str) -> MotionRun:
        """The run of a name."""
        found = {one.name: one for one in self.runs}
        if name not in found:
            message = f"there is no run `{name}`; there are {', '.join(found)}"
            raise KeyError(message)
        return found[name]

    def difference(self, first: str, second: str) -> MotionDifference:
        """How far two runs are apart, whichever is named first."""
        for one in self.differences:
            if {one.first, one.second} == {first, second}:
                return one
        message = f"there is no pair of runs `{first}` and `{second}`"
        raise KeyError(message)

    def __repr__(self) -> str:
        """One line: of what, how many, and the verdict."""
        return f"MotionComparison({self.model.title or 'a model'}: {len(self.runs)} runs; {self.verdict})"
