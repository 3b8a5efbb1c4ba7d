"""The columns of a motion with their symbols and units, and what a figure is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.suggest import nearest
from dalembert._model.records import slip_names
from dalembert._model.result_units import units_of
from dalembert._present.figures.freedom import free
from dalembert._present.figures.labels import DEGREES, indexed, shown_in, symbol_of, with_unit
from dalembert._present.figures.options import TIME, FigureOptions
from dalembert._present.figures.records import Array, Axis, Label, NothingToDraw, Symbol, finite
from dalembert._present.notation import notation
from dalembert._simulate.motion import Motion, multiplier_names
from dalembert._words.languages import Words

FREE = "free"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Column:
    """One column: its name, how it is written, the unit it is shown in, its values there, its family.

    `factor` is how many of that unit one SI unit is, `shift` the number in it of 0 in SI.
    """

    name: str
    symbol: Symbol
    unit: str
    values: Array
    family: str  # coordinates, speeds, …: what several of them are called
    factor: float = 1.0
    shift: float = 0.0

    @property
    def label(self) -> Label:
        """The symbol alone."""
        return Label((self.symbol,))

    def axis(self, *, log: bool = False, inverted: bool = False) -> Axis:
        """An axis for this column alone."""
        return Axis(label=with_unit(self.label, self.unit), log=log, inverted=inverted)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subject:
    """A motion to be drawn, with its columns over the times that were asked for."""

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
    """What a kind of figure is asked for."""

    subjects: tuple[Subject, ...]
    names: tuple[str, ...]
    words: Words
    options: FigureOptions

    @property
    def one(self) -> Subject:
        """The motion, where there is but one."""
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


def subject_of(label: str, motion: Motion, options: FigureOptions) -> Subject:
    """A motion with its columns, in the units and over the times asked for."""
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
    wanted = (*options.units, *(DEGREES if options.degrees else ()))
    columns: dict[str, Column] = {}
    for name, symbol, unit, values, family in _columns(motion):
        if name not in columns:  # the user's names come first
            shown, factor, shift = shown_in(unit, wanted)
            columns[name] = Column(
                name=name,
                symbol=symbol,
                unit=shown,
                values=finite(values[rows] * factor + shift),
                family=family,
                factor=factor,
                shift=shift,
            )
    return Subject(label=label, motion=motion, rows=rows, t=motion.t[rows], columns=columns)


def _columns(motion: Motion) -> Iterator[tuple[str, Symbol, str, Array, str]]:
    """Name, symbol, SI unit, values and family of all columns: the user's, then those of every motion."""
    model = motion.model
    written = notation(model)
    units = units_of(model)
    names = [c.name for c in model.coordinates]
    blocks = (
        ("coordinates", names, motion.q, "coordinate_unit"),
        ("speeds", [f"{name}'" for name in names], motion.qd, "speed_unit"),
        ("accelerations", [f"{name}''" for name in names], motion.qdd, "acceleration_unit"),
        ("states", [s.name for s in model.states], motion.s, "state_unit"),
        ("efforts", [e.name for e in model.efforts], motion.e, "effort_unit"),
        ("multipliers", multiplier_names(model), motion.lam, "multiplier_unit"),
        ("outputs", [o.name for o in model.outputs], motion.outputs, "output_unit"),
        ("inputs", [u.name for u in model.inputs], motion.u, "input_unit"),
    )
    for family, own, block, key in blocks:
        for i, name in enumerate(own):
            yield name, symbol_of(written, name), units[key][i], block[:, i], family
    for i, contact in enumerate(model.contacts):
        symbol = symbol_of(written, f"contact_{contact.name}")
        yield f"contact_{contact.name}", symbol, units["contact_unit"][i], motion.contact[:, i], "contacts"
    for i, name in enumerate(slip_names(model)):
        symbol = symbol_of(written, f"friction_{name}")
        yield f"friction_{name}", symbol, units["friction_unit"][i], motion.friction[:, i], "friction"
    if model.contacts:
        yield FREE, Symbol((r"\mathrm{free}",), FREE), "1", free(motion), FREE
    if model.constraints or model.contacts:
        for i, name in enumerate(names):
            symbol = indexed("R", symbol_of(written, name))
            yield f"reaction_{name}", symbol, units["reaction_unit"][i], motion.reaction[:, i], "reactions"
    ledger, residual = motion.ledger, motion.residual
    yield TIME, Symbol((TIME,), TIME), "s", motion.t, "time"
    for name, letter, values in (
        ("T", "T", motion.T),
        ("V", "V", motion.V),
        ("energy", "E", ledger.energy),
        ("dissipated", "W_D", ledger.dissipated),
        ("supplied", "W", ledger.supplied),
        ("rest", r"\Delta E", ledger.rest),
        *((("rubbed", "W_R", ledger.friction), ("lost", "W_I", ledger.impacts)) if model.contacts else ()),
    ):
        yield name, Symbol((letter,), letter.replace(r"\Delta ", "Δ")), "J", values, "energies"
    for name, letter, values in (
        ("residual_position", r"\Phi", residual.position),
        ("residual_velocity", r"\dot{\Phi}", residual.velocity),
    ):
        yield name, Symbol((letter,), "Φ" if name.endswith("position") else "Φ̇"), "1", values, "residuals"
