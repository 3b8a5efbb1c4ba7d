"""Records of programs in other languages: the model as tapes, and texts for comments."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._contact.hybrid_code import HybridCode
from dalembert._tape.legend import FunctionNote, Legend
from dalembert._tape.tape import Tape

LEAST_LOOKS = 4  # for switches in time, between two rows
MOST_LOOKS = 100_000
LOOKS_BETWEEN = 3  # and between the two switches that follow one another most closely
KINK_LOOKS = 8  # checks for kinks, in a step
SLOTS = 5  # numbers of an input that other programs may set
SAFETY = 100.0  # the error of a run exceeds that of its steps: their tolerance is rtol over this


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A state, a parameter or an output: the user's name, its SI unit, its meaning, its value."""

    name: str
    unit: str
    text: str
    value: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class DrivenInput:
    """An input that other programs may set: its index in the model, and the variables of it and its rates."""

    place: int
    orders: tuple[int, ...]  # which of u, u', u'' the model uses
    entries: tuple[Entry, ...]  # for each of them, with the value at the start


@dataclass(frozen=True, slots=True, kw_only=True)
class FMUChoices:
    """The options of an FMU.

    It has libraries for `platforms`, by default this one. `inputs` are parameters that other programs may set
    while the model runs, besides the inputs of the model.
    `kind` is me (model exchange), cs (co-simulation) or both.
    """

    platforms: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    kind: str = "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class StateEvent:
    """An event: its direction (1, −1, or 0 for both), what it does, and the state after it."""

    name: str
    direction: int
    action: int  # SETS or STOPS
    sets: Tape | None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HybridTapes:
    """The modes of a model with contacts or dry friction, as functions of (t, y, u, p)."""

    code: HybridCode
    modes: tuple[Mapping[str, Tape], ...]  # rates, outputs and, where one has them, correction, events
    parameters: Tape  # all parameters, from those that can be chosen
    longest_held: float  # the longest step while a contact or switch is held
    last_bits: tuple[float, ...]
    healthy: float
    events: tuple[StateEvent, ...] = ()  # those that set values or end a run


@dataclass(frozen=True, slots=True, kw_only=True)
class PieceTapes:
    """A model in smooth pieces (abs, max, if … of the state), as functions of (t, y, p).

    The sides of its switches are the last entries of p. A guard falls below zero where a piece ends;
    `beyond` are the sides behind each of them.
    """

    rates: Tape
    correction: Tape | None
    guards: Tape
    beyond: Tape
    sides: tuple[float, ...]  # at the start

    @property
    def tapes(self) -> tuple[Tape, ...]:
        """All of them."""
        every = (self.rates, self.correction, self.guards, self.beyond)
        return tuple(tape for tape in every if tape is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactTapes:
    """Rigid contacts without friction, for a program that solves for their forces in each phase."""

    terms: Tape  # of the equations: functions of (t, y, p)
    restitution: Tape  # of all contacts, a function of (t, y, speed, p)
    constraints: int  # rows of G before those of the gaps
    displacement: int  # the first of them, of displacement constraints
    names: tuple[str, ...]
    poisson: tuple[bool, ...]  # which contacts have Poisson's law; the others have Newton's

    @property
    def tapes(self) -> tuple[Tape, ...]:
        """All of them."""
        return (self.terms, self.restitution)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelProgram:
    """A model as straight-line code with what is needed to run it; numbers are in SI units."""

    title: str
    rates: Tape
    correction: Tape | None
    outputs: Tape
    switches: Tape | None  # functions of time whose sign changes where the model is not smooth
    states: tuple[Entry, ...]
    kinds: tuple[int, ...]  # scaled together: 0 coordinates, 1 speeds, 2 first-order states
    speeds: int  # the rates of the first so many entries are the next entries
    parameters: tuple[Entry, ...]
    observed: tuple[Entry, ...]
    t_start: float
    t_end: float
    samples: int
    longest: float  # the longest step, since a pulse in time may be short
    looks: int  # in the longest step, for switches in time
    rtol: float  # tolerance of a step
    promise: float  # rtol of the model, for the result
    remarks: tuple[str, ...]
    directional: Tape | None  # derivatives of rates and outputs along a direction u of (y, p)
    hybrid: HybridTapes | None = None
    pieces: PieceTapes | None = None  # where the rates have kinks that the program locates
    contacts: ContactTapes | None = None  # where the program goes from phase to phase by itself
    pushes: Tape | None = None  # the state after impulses, where contacts react before values are sampled
    jumps: Tape | None = None  # the state after impulses and samples at a time
    next_jump: Tape | None = None  # the time of the next jump
    near: float = 0.0  # times of jumps that differ by less are equal
    inputs: Tape | None = None  # u, u' and u'' of all inputs, with modes or inputs that may be set
    driven: tuple[DrivenInput, ...] = ()
    undriven: tuple[str, ...] = ()  # inputs that keep their laws, since velocities jump with them

    @property
    def input_entries(self) -> tuple[Entry, ...]:
        """The inputs and their rates that other programs may set."""
        return tuple(entry for one in self.driven for entry in one.entries)

    @property
    def indicators(self) -> int:
        """The number of event indicators: the events that act, and the most guards of any mode."""
        if self.hybrid is None:
            return 0
        return len(self.hybrid.events) + max(len(one.kind) for one in self.hybrid.code.modes)

    @property
    def tapes(self) -> tuple[Tape, ...]:
        """All functions of (t, y, p)."""
        every = (self.rates, self.correction, self.outputs, self.switches, self.jumps, self.next_jump)
        whole = tuple(tape for tape in every if tape is not None)
        more = (part.tapes for part in (self.pieces, self.contacts) if part is not None)
        return (*whole, *(tape for tapes in more for tape in tapes))

    @property
    def legend(self) -> Legend:
        """The user's names for comments."""
        texts = {
            "rates": "the time derivatives of the state",
            "correction": "what brings a state nearer to the constraints",
            "outputs": "energies, multipliers and outputs at a state",
            "switches": "functions of time: where one changes its sign, the model is not smooth",
            "jumps": "the state after impulses and samples, where some are due",
            "next_jump": "the first time after this one of an impulse or a sample",
            "piece_rates": "the rates of a smooth piece, also beyond its end; the sides of kinks end p",
            "piece_correction": "the correction of a smooth piece",
            "guards": "functions that fall below zero where a smooth piece ends",
            "beyond": "the sides behind the guards",
            "terms": "M qdd + G' lam = h, G qdd = gamma; place: constraints, gaps; ds = s'",
            "restitution": "the coefficients of restitution at given speeds of approach",
        }
        rows = {"outputs": tuple(map(_description, self.observed))}
        return Legend(
            title=self.title,
            arguments={
                "t": ("time",),
                "y": tuple(map(_description, self.states)),
                "p": tuple(f"{_description(p)} (here {p.value!r})" for p in self.parameters),
                **self._arguments_of_contacts(),
            },
            functions={
                name: FunctionNote(text=text, rows=rows.get(name, ())) for name, text in texts.items()
            },
            remarks=self.remarks,
        )

    def _arguments_of_contacts(self) -> dict[str, tuple[str, ...]]:
        """Accelerations, multipliers and speeds of approach, where the program solves for contact forces."""
        if self.contacts is None:
            return {}
        names = [single.name for single in self.states[: self.speeds]]
        reactions = [e.name for e in self.observed[2 : 2 + self.contacts.constraints]]
        return {
            "a": tuple(f"{name}''" for name in names),
            "lam": (*reactions, *(f"-contact_{name}" for name in self.contacts.names)),
            "speed": tuple(f"speed of approach of {name}" for name in self.contacts.names),
        }


def _description(entry: Entry) -> str:
    unit = f" [{entry.unit}]" if entry.unit else ""
    return f"{entry.name}{unit}{': ' if entry.text else ''}{entry.text}"
