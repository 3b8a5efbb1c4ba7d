"""The units in which results are shown: those that the user wrote, and their rates; computations are in SI.

A coordinate in deg has speeds in deg/s, one in mC currents in mA. Quantities without a written unit
(multipliers, forces of contacts, reactions, energies) are in the SI unit of their dimension. All output for
people (terminal, figures, tables, report, animation) uses these units; JSON and NetCDF stay in SI.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, TypeVar

from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Entry, Model, constraints_of, slip_names
from dalembert._model.result_units import rate_unit, units_of
from dalembert._model.unit_text import printed_unit, quantity_text
from dalembert._model.units import Unit, UnitFault, si_text, unit_of

DEGREES = ("deg", "deg/s", "deg/s^2")
Numbers = TypeVar("Numbers", bound="Arithmetic")
ENERGIES = ("T", "V", "energy", "dissipated", "supplied", "remainder", "friction_loss", "impact_loss")


class Arithmetic(Protocol):
    """A number or an array of numbers."""

    def __sub__(self, other: float, /) -> Any:
        """The number shifted by another."""
        ...


@dataclass(frozen=True, slots=True)
class DisplayUnit:
    """A unit as it is typed, empty where none is known: SI number = factor · number shown + zero."""

    text: str
    unit: Unit = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Read the text."""
        object.__setattr__(self, "unit", unit_of(self.text))

    @property
    def factor(self) -> float:
        """One of this unit in SI."""
        return self.unit.factor

    @property
    def zero(self) -> float:
        """Its zero in SI, which differs from 0 for temperatures only."""
        return self.unit.zero

    @property
    def symbol(self) -> str:
        """The printed unit: kg·m², °, µA; empty for plain numbers."""
        return printed_unit(self.text)

    def from_si(self, si: float) -> float:
        """An SI number in this unit: the one that is read back as it, where there is such a double."""
        return si if self.unit.coherent else self.unit.from_si(float(si))

    def column(self, si: Numbers) -> Numbers:
        """An array, or a number, in SI converted to this unit, rounded."""
        made: Numbers = si if self.unit.coherent else (si - self.zero) / self.factor
        return made

    def with_unit(self, number: str) -> str:
        """A number in this unit, as it is printed, and the unit: 30°, 5 mm, 0.2."""
        return quantity_text(number, self.symbol)


def display_units(model: Model, wanted: Sequence[str] = ()) -> dict[str, DisplayUnit]:
    """The unit of every column of a motion and of every parameter and input, by name, as the user wrote them.

    Units in `wanted`, then those of `shown_in` and their rates, replace all units of their dimension: deg
    replaces rad and rev, mm replaces m and km.
    """
    units: dict[str, DisplayUnit] = {}
    instead = (*wanted, *(rate_unit(unit, order) for unit in model.shown_in for order in range(3)))
    for name, text, si in _texts(model):
        if name not in units:
            units[name] = DisplayUnit(requested_unit(si, instead) or text)
    return units


def shown_in(model: Model, units: Sequence[str]) -> Model:
    """The model with units for its results, each of which must fit some quantity of it."""
    known = {si for _, _, si in _texts(model)}
    for unit in units:
        try:
            fits = any(requested_unit(si, (unit,)) for si in known)
        except UnitFault as fault:
            raise _refusal(unit, fault.message, fault.hint) from None
        if not fits:
            message = f"no result of this model has the dimension of `{unit}`"
            raise _refusal(unit, message, 'give its quantities units, as in theta = { unit = "rad", … }')
    return replace(model, shown_in=tuple(units))


def _refusal(unit: str, message: str, hint: str) -> ModelError:
    where = "--degrees" if unit == "deg" else f"--unit {unit}"
    return ModelError((Flaw(rule="unit", severity="error", where=where, message=message, hint=hint),))


def requested_unit(si: str, wanted: Sequence[str]) -> str:
    """The first of the wanted units that fits an SI unit; empty where none does.

    Angles are distinguished from plain numbers by their radians.
    """
    angle, dimension = "rad" in si, unit_of(si).dimension
    alike = (
        one for one in wanted if unit_of(one).dimension == dimension and ("rad" in si_text(one)) == angle
    )
    return next(alike, "") if si else ""


def length_unit(model: Model) -> DisplayUnit:
    """The unit of lengths in a drawing: the common unit of all lengths of the model, else m."""
    requested = requested_unit("m", model.shown_in)
    if requested:
        return DisplayUnit(requested)
    metre = unit_of("m").dimension
    entries: tuple[Entry, ...] = (*model.coordinates, *model.parameters)
    written = {one.unit.strip() for one in entries if unit_of(one.unit).dimension == metre}
    return DisplayUnit(written.pop() if len(written) == 1 else "m")


def _texts(model: Model) -> list[tuple[str, str, str]]:
    """Name, unit as shown and SI unit of all quantities."""
    si = units_of(model)
    rows = list[tuple[str, str, str]]()
    for c, si_unit in zip(model.coordinates, si["coordinate_unit"], strict=True):
        written = _plain(c.unit)
        rows += [(c.name + "'" * n, rate_unit(written, n), rate_unit(si_unit, n)) for n in range(3)]
    families: tuple[tuple[tuple[Entry, ...], str], ...] = (
        (model.states, "state_unit"),
        (model.efforts, "effort_unit"),
        (model.outputs, "output_unit"),
    )
    for entries, key in families:
        rows += [
            (one.name, _plain(one.unit) or si_text, si_text)
            for one, si_text in zip(entries, si[key], strict=True)
        ]
    given: tuple[Entry, ...] = (*model.parameters, *model.inputs)
    rows += [(one.name, _plain(one.unit), si_text(one.unit)) for one in given]
    names = [c.name for c in model.coordinates]
    multipliers = [f"lam_{c.name}" for c in constraints_of(model, "displacement")]
    multipliers += [f"kap_{c.name}" for c in constraints_of(model, "flow")]
    for own_names, key in (
        (multipliers, "multiplier_unit"),
        ([f"contact_{c.name}" for c in model.contacts], "contact_unit"),
        ([f"friction_{name}" for name in slip_names(model)], "friction_unit"),
        ([f"reaction_{name}" for name in names], "reaction_unit"),
    ):
        rows += [(name, unit, unit) for name, unit in zip(own_names, si[key], strict=True)]
    rows += [(name, "J", "J") for name in ENERGIES]
    return [*rows, ("t", "s", "s"), ("residual_position", "1", "1"), ("residual_velocity", "1", "1")]


def _plain(unit: str) -> str:
    """The unit of an entry without blanks at its ends; 1 for plain numbers in any notation."""
    bare = unit.strip()
    return "1" if bare and si_text(bare) == "1" and unit_of(bare).coherent else bare
