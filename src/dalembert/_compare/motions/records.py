"""The records of a comparison of motions: the runs, their differences, and a verdict."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from dalembert._model.records import Model
from dalembert._words.message import Message

if TYPE_CHECKING:  # the records are public names, and numpy takes a while to load
    import numpy as np
    from numpy.typing import NDArray

    from dalembert._simulate.motion import Motion

    Array = NDArray[np.float64]


class Kind(StrEnum):
    """In which respect a run is compared."""

    DERIVATION = "derivation"  # equations of motion derived in another way
    FORMULATION = "formulation"  # another treatment of the constraints
    OTHER = "other"  # another model, a saved motion, measurements


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionRun:
    """One run: the name of its derivation or formulation, or of a file, and the motion.

    `constants` are gains and penalties; `drifts` is true where states are not projected onto the constraints,
    so that no accuracy is claimed. `position` and `velocity` are the largest violations of the constraints,
    in their units, at each time.
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
        """The claimed error, up to the time until which the requested accuracy is claimed."""
        accuracy = self.motion.accuracy
        return None if accuracy.achieved is None else min(accuracy.achieved, self.motion.settings.rtol)


@dataclass(frozen=True, slots=True, kw_only=True)
class NotRun:
    """A derivation or formulation that does not exist for this model, and why."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnDifference:
    """The difference of one column: the largest, when, and root mean square, in SI; relative to its size."""

    name: str
    largest: float
    t: float
    rms: float
    relative: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OtherMotion:
    """What a model is compared with: columns over time in SI, by the names of the model.

    `motion` is given where it is a motion of this program, of another model or from a file. `left_out` are
    columns of it that are not compared.
    """

    name: str
    t: Array
    columns: dict[str, Array]
    motion: Motion | None = None
    left_out: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MotionDifference:
    """The difference of two runs at each time, relative to the sizes that the columns have had.

    `until` is the last time up to which both claim their tolerance, `within` the largest difference up to
    then and `bound` the sum of both claims; None where one of them claims nothing. `columns` has the
    difference of every column, `reactions` is the largest difference of the constraint forces up to then,
    relative to the largest of them.
    """

    first: str
    second: str
    t: Array
    distance: Array
    until: float | None
    within: float | None
    bound: float | None
    columns: tuple[ColumnDifference, ...]
    reactions: float | None = None
    growth: Growth | None = None

    @property
    def worst(self) -> ColumnDifference:
        """The column with the largest relative difference."""
        return max(self.columns, key=lambda one: one.relative)

    @property
    def largest(self) -> float:
        """The largest difference over all times."""
        return float(self.distance.max(initial=0.0))

    @property
    def agrees(self) -> bool | None:
        """Whether the difference is within the sum of both claims; None where one of them claims nothing."""
        return None if self.within is None or self.bound is None else self.within <= self.bound


@dataclass(frozen=True, slots=True, kw_only=True)
class MotionComparison:
    """Runs of one motion by several derivations and formulations, and how they agree.

    The first run is the one that `simulate` gives. `differences` has all pairs, those of the first before
    the others. `ok` is whether all runs that claim an accuracy agree within their claims. Where the model was
    compared with other models, motions or measurements, `others` has them.
    """

    model: Model
    runs: tuple[MotionRun, ...]
    not_run: tuple[NotRun, ...] = ()
    others: tuple[OtherMotion, ...] = ()
    differences: tuple[MotionDifference, ...]
    verdict: Message
    ok: bool
    remarks: tuple[Message, ...] = ()

    def __getitem__(self, name: str) -> MotionRun:
        """The run of a name."""
        runs = {one.name: one for one in self.runs}
        if name not in runs:
            message = f"there is no run `{name}`; there are {', '.join(runs)}"
            raise KeyError(message)
        return runs[name]

    def difference(self, first: str, second: str) -> MotionDifference:
        """The difference of two runs, in either order."""
        for one in self.differences:
            if {one.first, one.second} == {first, second}:
                return one
        message = f"there is no pair of runs `{first}` and `{second}`"
        raise KeyError(message)

    def __repr__(self) -> str:
        """One line: the model, the number of runs, and the verdict."""
        return f"MotionComparison({self.model.title or 'a model'}: {len(self.runs)} runs; {self.verdict})"
