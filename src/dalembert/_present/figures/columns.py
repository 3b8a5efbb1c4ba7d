"""The columns of a motion with their symbols and units, and the request for a figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.suggest import nearest
from dalembert._model.display_units import DEGREES, DisplayUnit, display_units
from dalembert._model.records import slip_names
from dalembert._present.figures.figure_options import TIME, FigureOptions
from dalembert._present.figures.freedom import free
from dalembert._present.figures.labels import symbol_of, with_subscript, with_unit
from dalembert._present.figures.meanings import meanings_of
from dalembert._present.figures.records import Array, Axis, Label, NothingToDraw, Symbol, finite
from dalembert._present.notation import notation
from dalembert._simulate.motion import Motion, multiplier_names
from dalembert._words.languages import Words

FREE = "free"
NAMELESS = Label(())


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """One column: its name, its symbol, its display unit, its values in it, its family."""

    name: str
    symbol: Symbol
    display: DisplayUnit
    values: Array
    family: str  # the collective name: coordinates, speeds, …
    meaning: Label = NAMELESS  # for a multiplier: its constraint and the coordinates in it

    @property
    def unit(self) -> str:
        """The unit as typed."""
        return self.display.text

    @property
    def label(self) -> Label:
        """The symbol, with its meaning if there is one."""
        return Label((self.symbol, *self.meaning.pieces))

    def axis(self, *, log: bool = False, inverted: bool = False) -> Axis:
        """An axis for this column alone."""
        return Axis(label=with_unit(self.label, self.unit), log=log, inverted=inverted)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subject:
    """A motion to be drawn, with its columns over the requested times."""

    label: str
    motion: Motion
    rows: NDArray[np.bool_]  # which rows of the motion
    t: Array
    columns: dict[str, Column]

    def __getitem__(self, name: str) -> Column:
        """A column by its name."""
        if name not in self.columns:
            near = nearest(name, self.columns)
            hint = f"; did you mean `{near}`?" if near else "."
            message = f"the motion has no `{name}`{hint} It has {', '.join(self.columns)}"
            raise ValueError(message)
        return self.columns[name]

    def family(self, *families: str) -> tuple[str, ...]:
        """The names of the columns of some families."""
        return tuple(c.name for c in self.columns.values() if c.family in families)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ask:
    """The request for a figure: motions, columns and options."""

    subjects: tuple[Subject, ...]
    names: tuple[str, ...]
    words: Words
    options: FigureOptions

    @property
    def one(self) -> Subject:
        """The only motion; raises if there are several."""
        if len(self.subjects) != 1:
            message = (
                f"this kind of figure draws one motion, not {len(self.subjects)}; `comparison` draws several"
            )
            raise ValueError(message)
        return self.subjects[0]

    @property
    def about(self) -> str:
        """The title of the first motion's model."""
        return self.subjects[0].motion.model.title or self.words("figure_a_model")

    def time_axis(self) -> Axis:
        """The axis of time."""
        return Axis(label=Label((f"{self.words('figure_time')} ", Symbol((TIME,), TIME), " [s]")))


def subject_of(
    label: str, motion: Motion, options: FigureOptions, like: Mapping[str, DisplayUnit] | None = None
) -> Subject:
    """A motion with its columns, in the units and over the times requested.

    Its units are those of `like` where the dimensions agree, so that motions are compared in one unit.
    """
    if not len(motion.t):
        message = f"the motion has no rows to draw: {motion.message}"
        raise NothingToDraw(message)
    low = -np.inf if options.t_from is None else options.t_from
    high = np.inf if options.t_to is None else options.t_to
    rows = (motion.t >= low) & (motion.t <= high)
    if not rows.any():
        runs = f"the motion runs from {motion.t[0]:g} s to {motion.t[-1]:g} s"
        message = f"{runs}; no row is between {low:g} s and {high:g} s"
        raise NothingToDraw(message)
    units = units_shown(motion, options)
    for name, unit in (like or {}).items():
        if name in units and units[name].unit.dimension == unit.unit.dimension:
            units[name] = unit
    meanings = meanings_of(motion.model)
    columns: dict[str, Column] = {}
    for name, symbol, values, family in _columns(motion):
        if name not in columns:  # the user's names come first
            display = units.get(name, DisplayUnit("1"))
            columns[name] = Column(
                name=name,
                symbol=symbol,
                display=display,
                values=finite(display.column(values[rows])),
                family=family,
                meaning=meanings.get(name, NAMELESS) if family == "multipliers" else NAMELESS,
            )
    return Subject(label=label, motion=motion, rows=rows, t=motion.t[rows], columns=columns)


def units_shown(motion: Motion, options: FigureOptions) -> dict[str, DisplayUnit]:
    """The units of the columns of a motion, with the requested ones."""
    wanted = (*options.units, *(DEGREES if options.degrees else ()))
    return display_units(motion.model, wanted)


def _columns(motion: Motion) -> Iterator[tuple[str, Symbol, Array, str]]:
    """Name, symbol, values in SI and family of all columns: the user's, then those of every motion."""
    model = motion.model
    written = notation(model)
    names = [c.name for c in model.coordinates]
    blocks = (
        ("coordinates", names, motion.q),
        ("speeds", [f"{name}'" for name in names], motion.qd),
        ("accelerations", [f"{name}''" for name in names], motion.qdd),
        ("states", [s.name for s in model.states], motion.s),
        ("efforts", [e.name for e in model.efforts], motion.e),
        ("multipliers", multiplier_names(model), motion.lam),
        ("outputs", [o.name for o in model.outputs], motion.outputs),
        ("inputs", [u.name for u in model.inputs], motion.u),
    )
    for family, names_of_family, block in blocks:
        for i, name in enumerate(names_of_family):
            yield name, symbol_of(written, name), block[:, i], family
    for i, contact in enumerate(model.contacts):
        symbol = symbol_of(written, f"contact_{contact.name}")
        yield f"contact_{contact.name}", symbol, motion.contact[:, i], "contacts"
    for i, name in enumerate(slip_names(model)):
        symbol = symbol_of(written, f"friction_{name}")
        yield f"friction_{name}", symbol, motion.friction[:, i], "friction"
    if model.contacts:
        yield FREE, Symbol((r"\mathrm{free}",), FREE), free(motion), FREE
    if model.constraints or model.contacts:
        for i, name in enumerate(names):
            symbol = with_subscript("R", symbol_of(written, name))
            yield f"reaction_{name}", symbol, motion.reaction[:, i], "reactions"
    ledger, residual = motion.ledger, motion.residual
    yield TIME, Symbol((TIME,), TIME), motion.t, "time"
    for name, letter, values in (
        ("T", "T", motion.T),
        ("V", "V", motion.V),
        ("energy", "E", ledger.energy),
        ("dissipated", "W_D", ledger.dissipated),
        ("supplied", "W", ledger.supplied),
        ("remainder", r"\Delta E", ledger.remainder),
        *(
            (("friction_loss", "W_R", ledger.friction), ("impact_loss", "W_I", ledger.impacts))
            if model.contacts
            else ()
        ),
    ):
        yield name, Symbol((letter,), letter.replace(r"\Delta ", "Δ")), values, "energies"
    for name, letter, values in (
        ("residual_position", r"\Phi", residual.position),
        ("residual_velocity", r"\dot{\Phi}", residual.velocity),
    ):
        yield name, Symbol((letter,), "Φ" if name.endswith("position") else "Φ̇"), values, "residuals"
