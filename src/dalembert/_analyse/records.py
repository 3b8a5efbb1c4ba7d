"""The results of this room: equilibria, linear systems, modes, efforts for a motion. SI units, radians."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from dalembert._model.records import Model
from dalembert._simulate.motion import multiplier_names
from dalembert._words.message import Message, say

if TYPE_CHECKING:  # the records are imported where numpy is not loaded
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Complex = NDArray[np.complex128]


class Stability(StrEnum):
    """The evolution of a small disturbance of an equilibrium."""

    asymptotic = "asymptotically stable"  # it dies out
    stable = "stable"  # it stays small
    neutral = "neutral"  # it stays small in some directions and persists, or drifts, in others
    unstable = "unstable"  # it grows
    undecided = "undecided"  # the linear equations do not decide


STABILITY = {
    Stability.asymptotic: say("stability_asymptotic"),
    Stability.stable: say("stability_stable"),
    Stability.neutral: say("stability_neutral"),
    Stability.unstable: say("stability_unstable"),
    Stability.undecided: say("stability_undecided"),
}


class Hold(StrEnum):
    """The behaviour of a closed contact along its surface."""

    smooth = "smooth"  # it has no friction
    sticks = "sticks"
    slides = "slides"  # its surface moves


HOLD = {
    Hold.smooth: say("hold_smooth"),
    Hold.sticks: say("hold_sticks"),
    Hold.slides: say("hold_slides"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedContact:
    """A closed contact at rest: its normal force, and its friction along each slip.

    `limit` is the largest friction of a sticking contact; `unique` is false where the forces of contacts and
    constraints are not determined uniquely.
    """

    name: str
    hold: Hold
    force: float = 0.0
    friction: tuple[float, ...] = ()
    limit: float | None = None
    unique: bool = True


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OperatingPoint:
    """A state that satisfies the constraints, with its accelerations, multipliers, efforts and inputs.

    The `closed_contacts` act as constraints there.
    """

    about: Message  # which point it is
    t: float
    q: Array
    qd: Array
    qdd: Array
    s: Array
    e: Array
    lam: Array
    u: Array  # inputs, their first and their second derivatives
    units: Mapping[str, str]  # SI units of coordinates, states and efforts
    closed_contacts: tuple[ClosedContact, ...] = ()
    assumed: tuple[str, ...] = ()
    moved: tuple[Message, ...] = ()

    def __repr__(self) -> str:
        """Which point it is, and when."""
        return f"OperatingPoint({self.about}, t = {self.t:g} s, {len(self.q)} coordinates)"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Equilibrium:
    """A point where the system can stay at rest; `equilibrium["x"]` is a value by its name.

    `values` has coordinates, states, unknown efforts, multipliers (lam_NAME, kap_NAME) and the forces of
    closed contacts (contact_NAME, friction_NAME), described in `point.closed_contacts`. Where
    equilibria lie in a continuous family, this is one of them, `dimension` that of the family and `family`
    the coordinates that differ along it.
    """

    point: OperatingPoint
    values: Mapping[str, float]
    V: float
    stability: Stability
    sentence: Message  # the reason for its stability
    eigenvalues: Complex
    dimension: int = 0
    family: tuple[str, ...] = ()
    reached: int = 1  # the number of starts that converged to it
    distance: float = 0.0  # from the start, relative to the scales of the coordinates
    effective_potential: float | None = None  # V − T₀, where T₀, the kinetic energy at rest, depends on q

    def __getitem__(self, name: str) -> float:
        """The value of a coordinate, state, effort or multiplier."""
        if name not in self.values:
            message = f"the equilibrium has no `{name}`; it has {', '.join(self.values)}"
            raise KeyError(message)
        return self.values[name]

    def __str__(self) -> str:
        """One line."""
        where = ", ".join(f"{name} = {value:.6g}" for name, value in self.values.items())
        return f"{self.stability}: {where}"

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Equilibria:
    """The equilibria found, from the lowest (effective) potential on, and how many starts were tried."""

    model: Model
    t: float
    equilibria: tuple[Equilibrium, ...]
    nearest: int | None  # which of them is nearest to the start
    starts: int
    message: Message
    extent: Message  # whether there can be others, and where
    inputs: Mapping[str, float] = field(default_factory=dict)  # values at which inputs are held
    remarks: tuple[Message, ...] = ()
    complete: bool = False  # whether it is proved that there are no others within the ranges `searched`
    searched: Mapping[str, tuple[float, float]] = field(default_factory=dict)

    def __len__(self) -> int:
        """The number of equilibria; a continuous family counts once."""
        return len(self.equilibria)

    def __iter__(self) -> Iterator[Equilibrium]:
        """The equilibria, in order."""
        return iter(self.equilibria)

    def __getitem__(self, index: int) -> Equilibrium:
        """One of the equilibria."""
        return self.equilibria[index]

    def __str__(self) -> str:
        """The result in words, and a line for each equilibrium."""
        lines = [f"Equilibria of {self.model.title or 'a model'}", f"  {self.message}", f"  {self.extent}"]
        lines += [f"  {one}" for one in self.equilibria]
        return "\n".join([*lines, *(f"  note: {remark}" for remark in self.remarks)])

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReducedEquations:
    """M x'' + C x' + K x = 0 on the free directions: the departures x of the coordinates `free`.

    The departures of all coordinates are basis @ x; where the constraints move or the system does, only to
    first order in x and apart from a part that C and K already contain.
    """

    free: tuple[str, ...]
    basis: Array
    M: Array
    C: Array
    K: Array
    held_directions: int = 0  # directions that only flow constraints hold: displacements persist

    def __repr__(self) -> str:
        """The coordinates it is in."""
        return f"ReducedEquations(M, C, K in {', '.join(self.free) or 'no free coordinate'})"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mechanical:
    """M δq'' + C δq' + K δq + Gᵀ δlam = … in all coordinates, before the constraints reduce it."""

    M: Array
    C: Array
    K: Array

    def __repr__(self) -> str:
        """Its size."""
        return f"Mechanical(M, C, K of {len(self.M)} coordinates)"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StateSpace:
    """x' = A x + B u, y = C x + D u for departures from a point."""

    A: Array
    B: Array
    C: Array
    D: Array
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]

    def __repr__(self) -> str:
        """The numbers of states, inputs and outputs."""
        counts = f"{len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"
        return f"StateSpace(A, B, C, D: {counts})"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Linear:
    """The equations around a point: in all coordinates, reduced to the free ones, and as a state space.

    `A`, `B`, `C` and `D` are those of the state space; `mechanical` and `reduced` have M, C and K.
    `residual` is the unbalanced force on each free coordinate; it is empty at an equilibrium. Otherwise the
    state space describes departures from the motion through the point.
    """

    model: Model
    point: OperatingPoint
    mechanical: Mechanical
    reduced: ReducedEquations
    state: StateSpace
    shapes: Array  # departures of coordinates and states, for each entry of the state
    sizes: Array  # characteristic sizes of coordinates and states
    residual: Mapping[str, float]
    remarks: tuple[Message, ...] = ()

    @property
    def equilibrium(self) -> bool:
        """Whether the point is one where the system stays."""
        return not self.residual and not self.point.qd.any()

    @property
    def A(self) -> Array:
        """A of x' = A x + B u."""
        return self.state.A

    @property
    def B(self) -> Array:
        """B of x' = A x + B u."""
        return self.state.B

    @property
    def C(self) -> Array:
        """C of y = C x + D u."""
        return self.state.C

    @property
    def D(self) -> Array:
        """D of y = C x + D u."""
        return self.state.D

    def __str__(self) -> str:
        """A few lines: the point, the size, and where to find the matrices."""
        state = self.state
        lines = [f"Linear system of {self.model.title or 'a model'} about {self.point.about}"]
        lines += [f"  free coordinates: {', '.join(self.reduced.free) or 'none'}"]
        lines += [f"  states:  {', '.join(state.states) or 'none'}"]
        lines += [f"  inputs:  {', '.join(state.inputs) or 'none'}"]
        lines += [f"  outputs: {', '.join(state.outputs) or 'none'}"]
        return "\n".join([*lines, *(f"  note: {remark}" for remark in self.remarks)])

    __repr__ = __str__


class Kind(StrEnum):
    """The behaviour of a mode."""

    rigid = "rigid"  # moves on with constant speed, without stiffness and damping
    neutral = "neutral"  # any displacement persists
    oscillation = "oscillation"
    decay = "decay"  # creeps back without oscillating
    growth = "growth"  # leaves without oscillating


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Mode:
    """δq = Re(shape e^(λ t)): the eigenvalue λ = σ + i ω and the shape, its largest entry 1.

    `rad_s` is |λ|, the natural frequency, and `damping` the ratio −σ/|λ|, negative where it grows.
    """

    kind: Kind
    eigenvalue: complex
    rad_s: float
    hz: float
    damping: float
    shape: Complex

    @property
    def unstable(self) -> bool:
        """Whether it grows."""
        return self.kind is Kind.growth or (self.kind is Kind.oscillation and self.damping < 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """How far the natural frequency of a mode is from a multiple of the operating speed."""

    mode: int
    order: int
    excitation_hz: float
    distance: float  # (excitation − natural frequency) / natural frequency
    close: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Modes:
    """The modes about a point, rigid ones first, then by frequency; shapes are over `names`.

    `residual` is the unbalanced force at the point, as in `Linear`: empty at an equilibrium.
    """

    model: Model
    point: OperatingPoint
    names: tuple[str, ...]
    modes: tuple[Mode, ...]
    sizes: Array  # characteristic sizes of coordinates and states: shapes are compared in them
    kind: str  # undamped, damped, gyroscopic or general
    speed_hz: float | None = None
    nearness: tuple[Nearness, ...] = ()
    residual: Mapping[str, float] = field(default_factory=dict)
    remarks: tuple[Message, ...] = ()
    reduced: ReducedEquations | None = (
        None  # M, C, K of which they are the modes; None where states or efforts take part
    )

    @property
    def equilibrium(self) -> bool:
        """Whether the point is one where the system stays."""
        return not self.residual and not self.point.qd.any()

    @property
    def rigid(self) -> int:
        """How many rigid-body modes there are."""
        return sum(mode.kind is Kind.rigid for mode in self.modes)

    def __len__(self) -> int:
        """How many modes there are."""
        return len(self.modes)

    def __iter__(self) -> Iterator[Mode]:
        """The modes, in order."""
        return iter(self.modes)

    def __getitem__(self, index: int) -> Mode:
        """One of the modes."""
        return self.modes[index]

    def __str__(self) -> str:
        """A line for each mode."""
        where = f"{self.point.about}{'' if not self.residual else ', which is not an equilibrium'}"
        lines = [f"Modes of {self.model.title or 'a model'} about {where}: {self.kind}"]
        for i, mode in enumerate(self.modes, 1):
            word = f"{mode.hz:.6g} Hz, damping ratio {mode.damping:.4g}"
            if mode.kind is not Kind.oscillation:
                word = f"{mode.kind}, λ = {mode.eigenvalue.real:.6g} 1/s"
            lines.append(f"  {i}: {word}{', unstable' if mode.unstable else ''}")
        return "\n".join([*lines, *(f"  note: {remark}" for remark in self.remarks)])

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A value of the parameter at which a multiple of it, as an angular speed, equals a natural frequency."""

    mode: int
    order: int
    value: float
    hz: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Campbell:
    """Natural frequencies and damping ratios over the values of a parameter; NaN where a mode does not exist.

    A column follows one oscillation by its shape. Values are SI. `about` names for each value the point about
    which the modes are computed.
    """

    model: Model
    parameter: str
    values: Array
    hz: Array
    damping: Array
    rigid: tuple[int, ...]
    about: tuple[Message, ...]
    crossings: tuple[Crossing, ...] = ()
    remarks: tuple[Message, ...] = ()

    def __str__(self) -> str:
        """A line for each value."""
        lines = [
            f"Natural frequencies in Hz over {self.parameter}, about {', then '.join(map(str, self.places))}"
        ]
        for value, row in zip(self.values, self.hz, strict=True):
            lines.append(f"  {value:.6g}: " + ", ".join(f"{x:.6g}" for x in row))
        return "\n".join(lines)

    @property
    def places(self) -> tuple[Message, ...]:
        """The points about which the modes are computed, each once."""
        return tuple(dict.fromkeys(self.about))

    __repr__ = __str__


@dataclass(frozen=True, slots=True, kw_only=True)
class DriveSizing:
    """The requirements for a drive: extremes, RMS and work of one effort over the motion."""

    name: str
    unit: str
    on: Message  # what it acts on
    peak: float  # the largest |effort|, with its sign
    peak_t: float
    lowest: float
    highest: float
    rms: float
    peak_power: float  # the largest |power|, with its sign
    peak_power_t: float
    mean_power: float
    work_supplied: float  # the integral of the power where it is positive
    work_absorbed: float  # the integral of the power where it is negative
    work: float  # their sum


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Inverse:
    """The efforts that a prescribed motion needs; time is the first axis.

    M qdd + Gᵀ lam = h + B effort. Multipliers that the motion does not determine are NaN. `balance` is
    the largest residual of this equation, `position` and `velocity` those of the constraints, relative to the
    sizes of their terms.
    """

    model: Model
    t: Array
    q: Array
    qd: Array
    qdd: Array
    s: Array
    lam: Array
    efforts: tuple[str, ...]
    effort: Array
    power: Array
    sizing: tuple[DriveSizing, ...]
    balance: float
    position: float
    velocity: float
    laws: Mapping[str, Message]  # how the motion of each prescribed coordinate is given
    remarks: tuple[Message, ...] = ()

    def __getitem__(self, name: str) -> Array:
        """The column of an effort, a coordinate x, x', x'', a state or a multiplier."""
        columns = self.columns()
        if name not in columns:
            message = f"there is no `{name}`; there are {', '.join(columns)}"
            raise KeyError(message)
        return columns[name]

    def columns(self) -> dict[str, Array]:
        """All columns by their names, time first."""
        names = [c.name for c in self.model.coordinates]
        columns: dict[str, Array] = {"t": self.t}
        for block, mark in ((self.q, ""), (self.qd, "'"), (self.qdd, "''")):
            columns |= {name + mark: block[:, i] for i, name in enumerate(names)}
        columns |= {one.name: self.s[:, i] for i, one in enumerate(self.model.states)}
        columns |= {name: self.effort[:, i] for i, name in enumerate(self.efforts)}
        columns |= {f"power_{name}": self.power[:, i] for i, name in enumerate(self.efforts)}
        return columns | {name: self.lam[:, i] for i, name in enumerate(multiplier_names(self.model))}

    def __str__(self) -> str:
        """A line for each effort."""
        lines = [f"Efforts for a motion of {self.model.title or 'a model'}, {len(self.t)} times"]
        lines += [
            f"  {one.name}: peak {one.peak:.6g} {one.unit} at {one.peak_t:.6g} s, RMS {one.rms:.6g},"
            f" peak power {one.peak_power:.6g} W, work {one.work:.6g} J"
            for one in self.sizing
        ]
        return "\n".join([*lines, *(f"  note: {remark}" for remark in self.remarks)])

    __repr__ = __str__


Answer = Equilibria | Linear | Modes | Campbell | Inverse
Table = tuple[Any, Any]  # times and values of a prescribed motion
