"""A motion: everything a run computed, with the proof that goes with it. Time is the first axis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from time import perf_counter
from typing import TYPE_CHECKING, NoReturn

from dalembert._expression.notebook import html
from dalembert._model.display_units import display_units
from dalembert._model.records import Model, constraints_of, has_elements, slip_names
from dalembert._simulate.digits import MOST, SMALL, residual_text, supported_value
from dalembert._simulate.lazy_value import LazyValue, known_value
from dalembert._simulate.work import Work
from dalembert._words.message import Message, Quantity, say

if TYPE_CHECKING:  # the record is at the street door, numpy takes a while to load
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

FELT = 1e-9  # of the largest impulse: a smaller one is rounding
BLOCKS = ("outputs", "q", "qd", "qdd", "s", "e", "lam", "contact", "friction", "u")  # of columns
VISIBLE = 1e-3  # of the sizes: an error below it is thinner than a line of a figure


class Status(StrEnum):
    """How a run ended."""

    ok = "ok"
    limited = "limited"  # it ran to the end, but its error does not stay below what was asked for
    flagged = "flagged"  # it ran to the end, but its energy ledger does not close
    stopped = "stopped"  # an event of the user stopped it
    interrupted = "interrupted"  # the user stopped it
    failed = "failed"  # it could not go on


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a run with defaults; if atol is None, it is chosen from the sizes of the motion."""

    t_start: float
    t_end: float
    samples: int
    rtol: float
    atol: float | None
    method: str
    dt: float | None = None
    times: tuple[float, ...] = ()  # of the rows, where they were given


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """The energy account at the times of the motion.

    energy(t) − energy(0) = − dissipated − friction − impacts
                            + efforts + constraints + time + events + impulses + projection + rest

    Works done since the start: taken by dissipation, by the friction of contacts and at impacts, given by
    efforts, by moving constraints and contacts, by energies that depend on time by themselves (inputs in T
    or V), by what events set, by impulses, by the projection onto the constraints. What is left unexplained
    is the `remainder`. `kind` is energy (T + V) or jacobi (L_qd·qd − L, where T is not quadratic).
    """

    kind: str
    energy: Array
    dissipated: Array
    friction: Array
    efforts: Array
    constraints: Array
    time: Array
    projection: Array
    impacts: Array
    events: Array
    impulses: Array
    remainder: Array
    error_search: LazyValue[float]

    @property
    def error(self) -> float:
        """The largest rest, over the largest of |T| + |V| and of the works, found when it is first read."""
        return self.error_search.value

    @property
    def supplied(self) -> Array:
        """The work given to the system by efforts and impulses, moving constraints, time and events."""
        return self.efforts + self.constraints + self.time + self.events + self.impulses

    def __repr__(self) -> str:
        """What it accounts for, and how well it closes."""
        return f"Ledger({self.kind}, {len(self.energy)} rows, closes to {self.error:.1e})"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EnergyShare:
    """What one entry of a model has in one account, at the times of the motion, in J.

    `account` is kinetic or potential (its part of T or V), or a work of the ledger since the start:
    dissipated, friction, efforts, constraints, time, impacts, events, impulses. `section` and `name` are of
    what was written: elements R1, bodies crank, joints O, energy spring, work x. `missed` is what the parts
    of the account, added up, differ from it by at most.
    """

    section: str
    name: str
    account: str
    values: Array
    missed: float = 0.0

    def __eq__(self, other: object) -> bool:
        """Whether it is the same part, with the same values."""
        if not isinstance(other, EnergyShare):
            return NotImplemented
        mine, theirs = (self.section, self.name, self.account), (other.section, other.name, other.account)
        return mine == theirs and self.values.tobytes() == other.values.tobytes()

    def __hash__(self) -> int:
        """That of its names."""
        return hash((self.section, self.name, self.account))

    def __repr__(self) -> str:
        """Its last value."""
        last = f", {self.values[-1]:.6g} J at the end" if len(self.values) else ""
        return f"EnergyShare({self.account} of {self.name}{last})"


NO_SHARES: LazyValue[tuple[EnergyShare, ...]] = known_value(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Residual:
    """How far the motion is from its constraints: their values against the sizes of their terms."""

    position: Array
    velocity: Array

    def __repr__(self) -> str:
        """The largest ones."""
        largest = (float(max(part, default=0.0)) for part in (self.position, self.velocity))
        return "Residual(position {:.1e}, velocity {:.1e} at most)".format(*largest)


class ErrorCause(StrEnum):
    """The largest contribution to an error."""

    truncation = "truncation"  # of the steps
    rounding = "rounding"  # double precision holds no more
    chaos = "chaos"  # neighbouring motions part exponentially


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """Where the claimed error is largest: the column, the time, and what makes most of it."""

    name: str
    t: float
    cause: ErrorCause


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnError:
    """The largest claimed error of a column, relative to its largest size so far.

    `noise` is the usual error of an output, relative to its largest size: near 1 where it is zero but for the
    error of the motion, as the difference of two quantities that are equal.
    """

    name: str
    error: float
    noise: float = 0.0


NO_COLUMNS: LazyValue[tuple[ColumnError, ...]] = known_value(())
NOWHERE: LazyValue[Worst | None] = known_value(None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuracy:
    """The error that is claimed of the motion, from runs that refine one another and from rounding.

    `achieved` is the largest of q, qd and s over the run, relative to the sizes they have had (times
    atol/rtol plus that size it is an error of the value); `until` is the last time up to which it stays
    below what was requested, `visible` the last up to which it stays below `VISIBLE`; `worst` tells where
    and why it is largest, and `columns` the largest of every column of the motion: both are computed when
    they are first read. None, and no columns, where no estimate was made.
    """

    achieved: float | None
    until: float | None
    visible: float | None = None
    worst_search: LazyValue[Worst | None] = NOWHERE
    column_search: LazyValue[tuple[ColumnError, ...]] = NO_COLUMNS

    @property
    def worst(self) -> Worst | None:
        """Where the claimed error is largest."""
        return self.worst_search.value

    @property
    def columns(self) -> tuple[ColumnError, ...]:
        """The claimed error of every column of the motion."""
        return self.column_search.value

    def __repr__(self) -> str:
        """The claim, until when it meets what was requested, and where it is largest."""
        if self.achieved is None:
            return "Accuracy(no estimate)"
        worst = f", worst {self.worst.name} at {self.worst.t:g} s" if self.worst is not None else ""
        until = f" until {self.until:g} s" if self.until is not None else ""
        return f"Accuracy({self.achieved:.1e}{until}{worst})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Seconds:
    """Where the time went."""

    read: float = 0.0
    lower: float = 0.0
    compiling: float = 0.0
    simulate: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """An event that happened; `error` is what is claimed of its time, in seconds, where runs agree on it."""

    name: str
    kind: str
    t: float
    direction: str
    error: float | None = None


def felt_contacts(contacts: Sequence[int], impulses: Sequence[float]) -> tuple[int, ...]:
    """Of some contacts those whose impulses are more than rounding."""
    least = FELT * max(impulses, default=0.0)
    return tuple([i for i, P in zip(contacts, impulses, strict=True) if least < P])


@dataclass(frozen=True, slots=True, kw_only=True)
class Impact:
    """An impact: the contacts that were closed, their impulses, the energy lost; the place q it is at, and
    the speeds qd of all coordinates just before and just after it.
    """

    t: float
    contacts: tuple[str, ...]
    impulses: tuple[float, ...]
    energy_lost: float
    q: tuple[float, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]

    @property
    def participants(self) -> tuple[str, ...]:
        """The contacts that took part; of those that were closed some may have felt nothing."""
        felt = felt_contacts(range(len(self.contacts)), self.impulses)
        return tuple(self.contacts[i] for i in felt) or self.contacts


@dataclass(frozen=True, slots=True, kw_only=True)
class Jump:
    """A jump of the state: what made it (kind and name), the energy it gave, q, qd and s before and after."""

    t: float
    kind: str
    name: str
    energy: float
    before: tuple[float, ...]
    after: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Extreme:
    """The smallest and the largest value of a column, and when it first has them.

    They are values of the motion itself, between its rows too (`extremes.py`). They may be off by the claimed
    error of the column, and by `error`, which the search between rows has left: mostly 0.
    """

    name: str
    minimum: float
    t_minimum: float
    maximum: float
    t_maximum: float
    error: float = 0.0

    @property
    def size(self) -> float:
        """The largest absolute value."""
        return max(abs(self.minimum), abs(self.maximum))

    @property
    def t_size(self) -> float:
        """When the column first has its largest absolute value."""
        return self.t_maximum if abs(self.maximum) >= abs(self.minimum) else self.t_minimum


NO_EXTREMES: LazyValue[tuple[Extreme, ...]] = known_value(())


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """From this time on these contacts are closed, and no others; `sticking` are those of them that stick."""

    t: float
    contacts: tuple[str, ...]
    sticking: tuple[str, ...] = ()


NO_REMARKS: LazyValue[tuple[Message, ...]] = known_value(())
NO_EVENTS: LazyValue[tuple[Occurrence, ...]] = known_value(())
NO_IMPACTS: LazyValue[tuple[Impact, ...]] = known_value(())
NO_TOUCHES: LazyValue[tuple[Touch, ...]] = known_value(())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Motion:
    """The motion of a model: arrays over time, ledger, residuals, and in words how it went.

    `motion["x"]`, `motion["x'"]`, `motion["x''"]`, `motion["lam_phi1"]`, `motion["contact_wall"]`,
    `motion["friction_wall"]` and outputs, states or inputs by their names give columns; `extremes` has the
    smallest and the largest value of each, searched between the rows when it is first read; so is what
    happened (`events`, `impacts`, `touches`).
    """

    model: Model
    settings: Settings
    t: Array
    q: Array
    qd: Array
    qdd: Array
    s: Array
    e: Array
    lam: Array
    contact: Array  # the normal force of each contact, zero while it is open
    friction: Array  # of contacts along each tangential velocity: negative where that is positive
    reaction: Array  # of constraints and contacts
    outputs: Array
    u: Array  # inputs
    T: Array
    V: Array
    ledger: Ledger
    residual: Residual
    accuracy: Accuracy
    status: Status
    message: Message
    reached: float  # the last time reached
    work: Work
    seconds: Seconds
    assumed: tuple[str, ...] = ()
    moved: tuple[Message, ...] = ()
    jumps: tuple[Jump, ...] = ()
    remark_search: LazyValue[tuple[Message, ...]] = NO_REMARKS
    event_search: LazyValue[tuple[Occurrence, ...]] = NO_EVENTS
    impact_search: LazyValue[tuple[Impact, ...]] = NO_IMPACTS
    touch_search: LazyValue[tuple[Touch, ...]] = NO_TOUCHES
    extreme_search: LazyValue[tuple[Extreme, ...]] = NO_EXTREMES
    share_search: LazyValue[tuple[EnergyShare, ...]] = NO_SHARES
    method: str = ""

    @property
    def remarks(self) -> tuple[Message, ...]:
        """Remarks on the model, the method and the steps of the run."""
        return self.remark_search.value

    @property
    def events(self) -> tuple[Occurrence, ...]:
        """What happened, in the order of time, with the claimed error of each time."""
        return self.event_search.value

    @property
    def impacts(self) -> tuple[Impact, ...]:
        """The impacts, in the order of time."""
        return self.impact_search.value

    @property
    def touches(self) -> tuple[Touch, ...]:
        """From when on which contacts were closed."""
        return self.touch_search.value

    @property
    def extremes(self) -> tuple[Extreme, ...]:
        """The smallest and the largest value of every column."""
        return self.extreme_search.value

    @property
    def shares(self) -> tuple[EnergyShare, ...]:
        """The parts of T, V and of the works of the ledger by what was written, found when first read.

        The parts of an account add up to it. One whose parts are not known is not among them.
        """
        return self.share_search.value

    def with_remarks(self, remarks: tuple[Message, ...]) -> Motion:
        """The motion with some remarks before its own."""
        return replace(self, remark_search=known_value((*remarks, *self.remarks)))

    def with_extremes(self) -> Motion:
        """The motion with its extremes searched; interrupted there, it has those of its rows and says so.

        So are the errors of its columns and, where the model has elements, their parts of the energies.
        """
        began = perf_counter()
        complete = self.accuracy.column_search.is_complete()
        complete = self.extreme_search.is_complete() and complete
        if has_elements(self.model):
            complete = self.share_search.is_complete() and complete
        spent, seconds_before = perf_counter() - began, self.seconds
        seconds = replace(
            seconds_before, simulate=seconds_before.simulate + spent, total=seconds_before.total + spent
        )
        if complete:
            return replace(self, seconds=seconds)
        message = say("run_interrupted", t=Quantity(self.reached))
        return replace(self, seconds=seconds, status=Status.interrupted, message=message)

    @property
    def dissipated(self) -> Array:
        """The energy taken by dissipation since the start."""
        return self.ledger.dissipated

    @property
    def supplied(self) -> Array:
        """The work given to the system since the start."""
        return self.ledger.supplied

    def __getitem__(self, name: str) -> Array:
        """The column of t, a coordinate x, its speed x', acceleration x'', a state, input, output, …"""
        columns = self.columns()
        if name not in columns:
            message = f"the motion has no `{name}`; it has {', '.join(columns)}"
            raise KeyError(message)
        return columns[name]

    def __contains__(self, name: object) -> bool:
        """Whether there is a column of that name."""
        return name in self.columns()

    def __iter__(self) -> NoReturn:
        """Refuse: rows and names are both what a loop might mean."""
        message = "a motion is not iterable: take motion.columns() for its names, motion.t for its rows"
        raise TypeError(message)

    def __len__(self) -> int:
        """How many rows there are, one for each time."""
        return len(self.t)

    def __bool__(self) -> bool:
        """A motion is one, with rows or without."""
        return True

    def columns(self) -> dict[str, Array]:
        """All columns by their names, time first."""
        blocks = {
            "q": self.q,
            "qd": self.qd,
            "qdd": self.qdd,
            "s": self.s,
            "e": self.e,
            "lam": self.lam,
            "contact": self.contact,
            "friction": self.friction,
            "outputs": self.outputs,
            "u": self.u,
        }
        columns = {
            name: blocks[block][:, i]
            for block, names in column_names(self.model).items()
            for i, name in enumerate(names)
        }
        return {"t": self.t} | columns

    def _relative_claim(self, size: float) -> float | None:
        """The claimed error of values of some size, relative to it: `atol` is allowed in addition."""
        achieved, settings = self.accuracy.achieved, self.settings
        if achieved is None or not settings.atol:
            return achieved
        return min(1.0, achieved * (1.0 + settings.atol / (settings.rtol * size))) if size > 0 else 1.0

    def text_at_end(self, name: str, most: int = MOST) -> str:
        """The last value of a column in its display unit, to the digits that its error supports."""
        column = self[name]
        units, display = {c.name: c.unit for c in self.model.coordinates}, display_units(self.model)[name]
        alike = [i for i, unit in enumerate(units.values()) if name in units and unit == units[name]]
        largest = float(abs(self.q[:, alike]).max()) if alike else 0.0
        size = max(float(abs(column).max()), SMALL * largest)
        claim, noise = self._relative_claim(size), 0.0
        if claim is not None and any(one.name == name for one in self.model.outputs):
            own = next((one for one in self.accuracy.columns if one.name == name), None)
            claim, noise = (claim, 0.0) if own is None else (own.error, self.noise_of(own))
        least = max(claim, 10.0**-most) if claim is not None else None
        return supported_value(display.from_si(float(column[-1])), size / display.factor, least, noise)

    def noise_of(self, one: ColumnError) -> float:
        """The usual error of an output, where the motion is known: else digits are those of one motion."""
        achieved = self.accuracy.achieved
        return one.noise if achieved is not None and achieved <= VISIBLE else 0.0

    def __str__(self) -> str:
        """A few lines: how it ended, how exact it is, where to look."""
        lines = [f"Motion of {self.model.title or 'a model'}: {self.status}", f"  {self.message}"]
        lines += [
            f"  t = {self.t[0]:g} … {self.reached:g} s, {len(self.t)} rows" if len(self.t) else "  no rows"
        ]
        counted = f"{self.work.steps} steps, " if self.work.steps else ""
        lines += [f"  {self.method}: {counted}{self.seconds.simulate:.2g} s"]
        if self.model.coordinates:
            lines += [f"  energy balance closes to {residual_text(self.ledger.error)}"]
        if self.lam.shape[1] and len(self.t):
            position, velocity = self.residual.position.max(), self.residual.velocity.max()
            position_text, speed = residual_text(position), residual_text(velocity)
            lines += [f"  constraints satisfied to {position_text} (position), {speed} (velocity)"]
        if self.assumed:
            lines += [f"  assumed: {', '.join(self.assumed)}"]
        names = [*(one.name for one in self.model.coordinates), *(one.name for one in self.model.states)][:6]
        lines += ["  columns: " + ", ".join(f'motion["{name}"]' for name in names)]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self) -> str | None:
        """For notebooks."""
        return html(self)


def multiplier_names(model: Model) -> tuple[str, ...]:
    """The names of the multipliers, displacement constraints first."""
    return (
        *(f"lam_{c.name}" for c in constraints_of(model, "displacement")),
        *(f"kap_{c.name}" for c in constraints_of(model, "flow")),
    )


BLOCKS = "outputs", "q", "qd", "qdd", "s", "e", "lam", "contact", "friction", "u"  # of columns


def column_names(model: Model) -> dict[str, tuple[str, ...]]:
    """The names of the columns of a motion, block by block."""
    names = tuple(c.name for c in model.coordinates)
    every = (
        tuple(o.name for o in model.outputs),
        names,
        tuple(f"{name}'" for name in names),
        tuple(f"{name}''" for name in names),
        tuple(s.name for s in model.states),
        tuple(e.name for e in model.efforts),
        multiplier_names(model),
        tuple(f"contact_{c.name}" for c in model.contacts),
        tuple(f"friction_{name}" for name in slip_names(model)),
        tuple(u.name for u in model.inputs),
    )
    return dict(zip(BLOCKS, every, strict=True))
