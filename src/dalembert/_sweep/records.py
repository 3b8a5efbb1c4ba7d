"""The records of a sweep: what is varied, what is kept, the plan, and what a block of runs gives.

A plan is all that decides the numbers of a sweep: the same plan gives the same arrays, whichever engine runs
it, in however many processes, interrupted or not. Only the seconds that runs take differ.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, ModelError

Array = NDArray[np.float64]
Numbers = tuple[float, ...]


class Part(StrEnum):
    """Which value of a name is varied."""

    parameter = "parameter"
    start = "start"
    speed = "speed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A value of a model that is varied: `m` a parameter, `theta` the start, `theta'` the speed.

    `unit` is the one that bare numbers are in, as for --set; `si` that of the numbers of a plan.
    """

    name: str
    part: Part
    unit: str
    si: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """Values of one name or, zipped, of several: `line` and `log` are (from, to, how many) in SI units."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]  # line, log or list
    numbers: tuple[Numbers, ...]

    @property
    def length(self) -> int:
        """How many values."""
        return int(self.numbers[0][2]) if self.kinds[0] != "list" else len(self.numbers[0])

    def column(self, i: int) -> Array:
        """The values of one of its names."""
        return self.values(i, np.arange(self.length))

    def values(self, i: int, places: NDArray[np.intp]) -> Array:
        """The values of one of its names at some places."""
        numbers = self.numbers[i]
        if self.kinds[i] == "list":
            first, last = int(places.min()), int(places.max())
            return np.array(numbers[first : last + 1])[places - first]
        space = np.geomspace if self.kinds[i] == "log" else np.linspace
        made: Array = space(numbers[0], numbers[1], int(numbers[2]))[places]
        return made


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """A value with a distribution, whose numbers are in SI units (`distributions.py`)."""

    name: str
    kind: str
    numbers: Numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """Points of a space of variables: `method` is sobol, latin or random."""

    method: str
    count: int
    seed: int
    variables: tuple[Variable, ...]
    correlations: tuple[tuple[str, str, float], ...] = ()


class Keep(StrEnum):
    """What is kept of an expression along a run, or of an event."""

    end = "end"
    time = "time"
    event = "event"
    largest = "max"
    smallest = "min"
    mean = "mean"
    rms = "rms"
    integral = "integral"
    history = "history"
    strobe = "strobe"
    section = "section"
    lyapunov = "lyapunov"
    occurrences = "count"
    first = "first"


INTEGRALS = (Keep.mean, Keep.rms, Keep.integral)
OCCURRENCES = (Keep.occurrences, Keep.first)
SERIES = (Keep.history, Keep.strobe, Keep.section)  # several values of a run
AT_TIMES = (Keep.time, Keep.history, Keep.strobe)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptQuantity:
    """One quantity that is kept: its name in the store, as it was written, and what it is."""

    name: str
    text: str
    kind: Keep
    expression: Expression | None = None
    event: str = ""
    t: float = 0.0  # when it is kept; of a strobe the period, where it is known
    unit: str = ""  # of the expression, where it is one name that has one
    points: int = 0  # of a series; of a history the start and the end are among them
    period: Expression | None = None  # of a strobe, made of parameters

    @property
    def width(self) -> int:
        """Numbers for a run."""
        return self.points if self.kind in SERIES else 1


class Status(IntEnum):
    """How a row is: not yet run, or how its run ended. The numbers are those of the store."""

    pending = 0
    ok = 1
    limited = 2  # its claimed error does not stay below what was asked for
    flagged = 3  # its energy ledger does not close
    stopped = 4  # an event of the model stopped it
    failed = 5  # it could not go on
    refused = 6  # its values allow no run
    crashed = 7  # the process that ran it ended


BAD = (Status.flagged, Status.failed, Status.refused, Status.crashed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that decides the numbers of a sweep."""

    model: str  # the text of the model file, with the values and settings that hold for all runs
    axes: tuple[Axis, ...]
    sample: Sample | None
    keep: str
    plain: bool = False
    seed: int = 0
    block: int = 0  # rows of a block
    gpu: bool = False  # whether a GPU computes the rows: its sines have other last digits

    @property
    def runs(self) -> int:
        """How many runs."""
        count = self.sample.count if self.sample is not None else 1
        for axis in self.axes:
            count *= axis.length
        return count

    @property
    def blocks(self) -> int:
        """How many blocks."""
        return -(-self.runs // self.block)

    def rows_of(self, block: int) -> range:
        """The rows of a block."""
        return range(block * self.block, min((block + 1) * self.block, self.runs))

    @property
    def names(self) -> tuple[str, ...]:
        """What is varied, in the order of the columns of values."""
        sampled = self.sample.variables if self.sample is not None else ()
        return (*(name for axis in self.axes for name in axis.names), *(one.name for one in sampled))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BlockResult:
    """What a block of runs gives, row by row: what was kept, how each run ended, and how exact it is."""

    kept: Mapping[str, Array]  # by names: (rows,), histories (rows, points)
    status: NDArray[np.int8]
    message: tuple[str, ...]
    accuracy: Array  # the claimed error; empty (NaN) in a plain sweep
    until: Array  # the last time up to which it meets rtol
    estimate: Array  # of rows that were run again: how far their numbers may be off
    energy_error: Array
    reached: Array
    seconds: Array


def refusal(where: str, message: str, hint: str, rule: str = "sweep") -> ModelError:
    """The letter about something that a sweep is asked for and cannot do."""
    return ModelError((Flaw(rule=rule, severity="error", where=where, message=message, hint=hint),))
