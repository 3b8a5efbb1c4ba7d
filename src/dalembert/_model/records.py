"""The model and its parts, as used in computations: frozen, with the user's order and names.

What the user wrote (`Written`) is read and expanded once, by `build`: compliant contacts become energies. A
part that was not written literally has an `Origin`.

Numbers are SI. Locations and the number as typed are ignored in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from dalembert._expression.expression import Expression
from dalembert._expression.notebook import html
from dalembert._expression.source import Source
from dalembert._model.discrete import Assignment, Impulse, SampledValue
from dalembert._text.printer import print_tree
from dalembert._text.written import Written

if TYPE_CHECKING:
    from dalembert._expression.decimals import Decimals
    from dalembert._text.meshes.records import MeshBody

NOWHERE = Source("")
SHORT = 100  # characters of an expression in the short text of a record
STIFF, COMPLIANT = ("newton", "poisson"), ("spring", "hunt_crossley")  # laws of contacts
EFFORTS, DISSIPATED = ACCOUNTS = ("efforts", "dissipated")  # of the energy balance, for the work of loads


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """The entry that a user wrote, where a part of the model was not written literally.

    `part` says which part of that entry it is (the gap of a contact, as a definition); it is empty for the
    entry itself.
    """

    path: str  # of the entry: contacts.floor, coordinates.x[i]
    index: tuple[int, ...] = ()  # of a member of a family
    part: str = ""


@dataclass(frozen=True, slots=True)
class Fields:
    """A table of a scene, frozen."""

    entries: tuple[tuple[str, Frozen], ...]


Frozen = str | int | float | bool | Fields | tuple["Frozen", ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A value in SI units, and the number as typed in the unit of the entry, if it was a number."""

    expression: Expression
    typed: int | float | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        """The number as typed, or the expression."""
        return _short(self.expression) if self.typed is None else str(self.typed)


def _short(expression: Expression) -> str:
    """The text of an expression, its first characters where it is long."""
    text = print_tree(expression.root)
    return text if len(text) <= SHORT else f"{text[: SHORT - 1]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The history of a coordinate or state before a run: a function of time, or its start value."""

    value: Value | None = None  # None: the start value


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A constant of the system; without a value it stays a symbol until a run."""

    name: str
    value: Value | None = None
    unit: str = ""
    text: str = ""
    symbol: str = ""
    range: tuple[float, float] | None = None  # of its slider in a page, in its own unit
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        """The name and the value."""
        value = "" if self.value is None else f" = {self.value!r}"
        return f"Parameter({self.name}{value}{self.unit and f' {self.unit}'})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Coordinate:
    """A generalised displacement q with its start q, start speed and guess."""

    name: str
    unit: str = ""
    start: Value | None = None
    speed: Value | None = None
    guess: Value | None = None
    before: Before | None = None
    text: str = ""
    symbol: str = ""
    range: tuple[float, float] | None = None  # of its slider in a page, in its own unit
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        """The name, the unit and what is known of the start."""
        given = {"start": self.start, "speed": self.speed, "guess": self.guess}
        known = "".join(f", {word} {value!r}" for word, value in given.items() if value is not None)
        return f"Coordinate({self.name}{self.unit and f' in {self.unit}'}{known})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A named expression: a definition, a term of an energy, the effort on a coordinate, an output."""

    name: str
    expression: Expression
    unit: str = ""
    text: str = ""
    symbol: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    def __repr__(self) -> str:
        """The name and the expression."""
        return f"Term({self.name} = {_short(self.expression)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """A force at a point, or a torque on a rotation, in fixed axes; `virtual_work.py` converts it to efforts.

    `target` has the components of the point, or those of the rotation, row by row.
    """

    name: str
    kind: str  # force or torque
    target: tuple[Expression, ...] = ()
    efforts: tuple[Expression, ...] = ()
    account: str = EFFORTS  # in which the energy balance books its work
    text: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Positive:
    """A symmetric matrix, row by row, that must be positive definite; a single number must be positive.

    With places in it, it must be so at the start, unless it is an opening, which may be closed.
    """

    name: str  # of the element that requires it
    matrix: tuple[Expression, ...]
    message: str
    hint: str
    severity: str = "error"
    zero: bool = False  # it is an opening: 0 is closed
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyFromMesh:
    """A body whose mass, centre and inertia follow from a mesh."""

    name: str
    mesh: MeshBody
    mass: Expression
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class AngularVelocity:
    """A definition declared as the angular velocity of a rotation, and the exact one of that rotation."""

    name: str
    rotation: str
    axes: str  # body or fixed
    components: tuple[Expression, ...]
    exact: tuple[Expression, ...]
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """A matrix whose angular velocity is used, with its entries where it may be no rotation."""

    name: str
    entries: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Samples of an input: in a CSV file under the model's folder, or, without a path, in the model itself.

    `values` are in the unit of the input, `times` in seconds.
    """

    path: str
    time: str
    column: str
    interpolate: str = "linear"
    times: tuple[float, ...] = field(default=(), repr=False)
    values: tuple[float, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delay:
    """The delayed value of a coordinate, its velocity (order 1) or a state."""

    of: str
    order: int
    by: Expression  # of parameters


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """An argument or the values of a table: a column of its file, or numbers in the model; in a unit."""

    column: str = ""
    unit: str = ""
    values: tuple[float, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class LookupTable:
    """A function of one or two arguments, by samples: in a CSV file under the model's folder, or here.

    `values` of two arguments are listed row by row, a row along the second argument for each first one.
    """

    name: str
    arguments: tuple[Axis, ...]
    value: Axis
    interpolate: str
    beyond: str  # hold, line or stop
    path: str = ""
    text: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Input:
    """A known function of time: an expression of t and parameters, or a table; or a delayed value."""

    name: str
    law: Expression | Table | Delay
    unit: str = ""
    text: str = ""
    symbol: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """An unknown effort e, determined by an effort constraint."""

    name: str
    unit: str = ""
    guess: Value | None = None
    text: str = ""
    symbol: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A first-order state s with s' = rate."""

    name: str
    rate: Expression
    start: Value | None = None
    guess: Value | None = None
    before: Before | None = None
    unit: str = ""
    text: str = ""
    symbol: str = ""
    range: tuple[float, float] | None = None  # of its slider in a page, in its own unit
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Constraint:
    """expression = 0; kind is displacement (Phi), flow (Psi) or effort (Γ)."""

    name: str
    kind: str
    expression: Expression
    text: str = ""  # its description
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact:
    """gap ≥ 0 with a normal force f ≥ 0.

    Stiff laws (`newton`, `poisson`) have impacts with a restitution, compliant ones (`spring`,
    `hunt_crossley`) a force that follows from the depth −gap and its rate. Friction acts against `slip`, one
    or two tangential velocities, with at most `friction` f while it slides and `sticking` f while it sticks.
    """

    name: str
    gap: Expression
    law: str = "newton"
    restitution: Expression | None = None
    friction: Expression | None = None
    sticking: Expression | None = None  # None: equal to friction
    slip: tuple[Expression, ...] = ()
    stiffness: Expression | None = None
    damping: Expression | None = None
    exponent: Expression | None = None
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)

    @property
    def slips(self) -> tuple[str, ...]:
        """The names of its tangential velocities: NAME, or NAME_1 and NAME_2 where there are two."""
        if len(self.slip) == 1:
            return (self.name,)
        family, bracket, index = self.name.partition("[")
        return tuple(f"{family}_{i + 1}{bracket}{index}" for i in range(len(self.slip)))

    @property
    def compliant(self) -> bool:
        """Whether its law is compliant."""
        return self.law in COMPLIANT


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """A zero crossing of `when`: rising, falling or both; recorded, or the run stops there.

    The quantities it sets jump there simultaneously, from the values before.
    """

    name: str
    when: Expression
    direction: str = "both"
    action: str = "record"
    sets: tuple[Assignment, ...] = ()
    location: Source = field(default=NOWHERE, compare=False, repr=False)
    origin: Origin | None = field(default=None, compare=False, repr=False)


Setting = float | Expression | str | None  # a text is an expression as typed


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSettings:
    """The settings of a run; None means the default, which the run reports.

    Times and the number of samples may be expressions of parameters (`run_numbers.py`). `times` are those of
    the rows, instead of t_start, t_end and samples.
    """

    t_start: Setting = None
    t_end: Setting = None
    samples: Setting = None
    rtol: float | None = None
    atol: float | None = None
    method: str | None = None
    dt: Setting = None
    times: tuple[float, ...] | None = None
    location: Source = field(default=NOWHERE, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Convert times from any sequence of numbers: a list, an array."""
        if self.times is not None:
            object.__setattr__(self, "times", tuple(map(float, self.times)))

    def __repr__(self) -> str:
        """The settings that are given."""
        settings = {
            "t_start": self.t_start,
            "t_end": self.t_end,
            "samples": self.samples,
            "rtol": self.rtol,
            "atol": self.atol,
            "method": self.method,
            "dt": self.dt,
        }
        given = [f"{name}={value!r}" for name, value in settings.items() if value is not None]
        if self.times is not None:
            given.append(f"{len(self.times)} times")
        return f"RunSettings({', '.join(given)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A named variation of parameters, starts, speeds and run settings."""

    name: str
    parameters: tuple[tuple[str, Value], ...] = ()
    start: tuple[tuple[str, Value], ...] = ()
    speed: tuple[tuple[str, Value], ...] = ()
    simulate: RunSettings = RunSettings()
    text: str = ""
    location: Source = field(default=NOWHERE, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class PutNumbers:
    """Parameters whose numbers stand in the expressions of a model, and the same model without them.

    `decimals` says how the numbers of its equations are written.
    """

    names: tuple[str, ...]
    symbolic: Model
    decimals: Decimals


@dataclass(frozen=True, slots=True, kw_only=True)
class Model:
    """Energies, efforts and constraints of a system; `written` is what the user wrote."""

    title: str = ""
    text: str = ""
    parameters: tuple[Parameter, ...] = ()
    coordinates: tuple[Coordinate, ...] = ()
    definitions: tuple[Term, ...] = ()
    angular_velocities: tuple[AngularVelocity, ...] = ()
    rotations: tuple[Rotation, ...] = field(default=(), compare=False)  # derived from the others
    kinetic: tuple[Term, ...] = ()
    potential: tuple[Term, ...] = ()
    dissipation: tuple[Term, ...] = ()
    work: tuple[Term, ...] = ()
    loads: tuple[Load, ...] = ()
    inputs: tuple[Input, ...] = ()
    tables: tuple[LookupTable, ...] = ()
    efforts: tuple[Effort, ...] = ()
    states: tuple[State, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    contacts: tuple[Contact, ...] = ()
    events: tuple[Event, ...] = ()
    impulses: tuple[Impulse, ...] = ()
    sampled: tuple[SampledValue, ...] = ()  # the sampling of the last states
    outputs: tuple[Term, ...] = ()
    scene: tuple[tuple[str, Frozen], ...] = ()
    cases: tuple[Case, ...] = ()
    simulate: RunSettings = RunSettings()
    folder: Path | None = field(default=None, compare=False, repr=False)
    written: Written | None = field(default=None, compare=False, repr=False)
    quantities: tuple[Term, ...] = field(default=(), compare=False)  # of bodies, with their required units
    positive: tuple[Positive, ...] = field(default=(), compare=False)  # conditions on values of elements
    meshes: tuple[BodyFromMesh, ...] = field(default=(), compare=False)
    sizes: tuple[str, ...] = field(default=(), compare=False)  # parameters that are ends of families and sums
    undrawn: int = field(default=0, compare=False)  # number of bodies, where they are too many for a scene
    loops: tuple[str, ...] = field(default=(), compare=False)  # joints that close loops of bodies
    conditions: tuple[str, ...] = field(default=(), compare=False)  # constraints of joints, with loops
    half_turns: tuple[str, ...] = field(default=(), compare=False)  # angles between −π and π, of joints
    integrated: tuple[str, ...] = field(default=(), compare=False)  # definitions written out in integrals
    shown_in: tuple[str, ...] = field(default=(), compare=False)  # units of results instead of those written
    numbers: PutNumbers | None = field(default=None, compare=False, repr=False)  # `put_numbers.py`

    def _repr_html_(self) -> str | None:
        """The model as HTML for notebooks."""
        return html(self)

    def __repr__(self) -> str:
        """One line: the title and the size of the model."""
        parts = {
            "coordinates": self.coordinates,
            "states": self.states,
            "parameters": self.parameters,
            "constraints": self.constraints,
            "contacts": self.contacts,
            "cases": self.cases,
        }
        counts = ", ".join(f"{len(there)} {name}" for name, there in parts.items() if there)
        return f"Model({self.title or 'without a title'}: {counts or 'empty'})"


Entry = Parameter | Coordinate | Term | Input | Effort | State


def entries_of(model: Model) -> tuple[Entry, ...]:
    """All entries of a model whose names expressions may use."""
    return (
        *model.parameters,
        *model.coordinates,
        *model.inputs,
        *model.efforts,
        *model.states,
        *model.definitions,
    )


def settings_in(settings: RunSettings) -> Iterator[tuple[str, Setting]]:
    """The settings that may be expressions, by their keys."""
    yield "t_start", settings.t_start
    yield "t_end", settings.t_end
    yield "dt", settings.dt
    yield "samples", settings.samples


def user_terms(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms that are entries themselves, without those that are parts of other entries.

    The same tuple where all of them are: caches recognise it by its identity (`structures.py`).
    """
    written_terms = tuple(term for term in terms if term.origin is None or not term.origin.part)
    return written_terms if len(written_terms) < len(terms) else terms


def constraints_of(model: Model, kind: str) -> tuple[Constraint, ...]:
    """The constraints of one kind, in the user's order."""
    return tuple(c for c in model.constraints if c.kind == kind)


def dissipating_terms(model: Model) -> tuple[Term, ...]:
    """The efforts of loads whose work is dissipated."""
    paths = {f"work.{load.name}" for load in model.loads if load.account == DISSIPATED}
    return tuple(one for one in model.work if paths and one.origin is not None and one.origin.path in paths)


def has_elements(model: Model) -> bool:
    """Whether a part of a model comes from an element."""
    origins = (
        *(one.origin for terms in (model.kinetic, model.potential, model.dissipation) for one in terms),
        *(one.origin for one in model.loads),
        *(one.origin for one in model.constraints),
        *(one.origin for one in model.contacts),
    )
    return any(origin is not None and origin.path.startswith("elements.") for origin in origins)


def slip_names(model: Model) -> tuple[str, ...]:
    """The names of the tangential velocities of all contacts."""
    return tuple(name for contact in model.contacts for name in contact.slips)


def result_names(model: Model) -> tuple[str, ...]:
    """The names of forces that the equations of motion determine: multipliers, forces of contacts."""
    return (*multiplier_names(model), *force_names(model))


def force_names(model: Model) -> tuple[str, ...]:
    """The names of the normal forces of contacts, then of their friction."""
    return (
        *(f"contact_{contact.name}" for contact in model.contacts),
        *(f"friction_{slip}" for slip in slip_names(model)),
    )


def multiplier_names(model: Model) -> tuple[str, ...]:
    """The names of the multipliers: of displacement constraints, then of flow constraints."""
    return (
        *(f"lam_{c.name}" for c in constraints_of(model, "displacement")),
        *(f"kap_{c.name}" for c in constraints_of(model, "flow")),
    )
