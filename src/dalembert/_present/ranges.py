"""The extremes of a motion with significant digits only; values at the level of rounding are zero."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._model.display_units import DisplayUnit, display_units
from dalembert._model.records import slip_names
from dalembert._simulate.digits import SMALL, supported_value
from dalembert._simulate.motion import ColumnError, Extreme, Motion, column_names, multiplier_names

DIGITS = 1e-5  # relative resolution of the digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The extremes of a column as shown in its unit; `steady` where they are equal in these digits."""

    extreme: Extreme
    unit: DisplayUnit
    minimum: str
    maximum: str
    steady: bool

    @property
    def zero(self) -> bool:
        """Whether it is always zero."""
        return self.minimum == self.maximum == "0"

    @property
    def size(self) -> str:
        """The largest absolute value."""
        return max(self.minimum, self.maximum, key=lambda text: abs(float(text))).lstrip("-")


def ranges_of(motion: Motion) -> dict[str, Range]:
    """The ranges of all columns by name; values below the error of their kind are zero."""
    columns = {one.name: one for one in motion.accuracy.columns}
    largest = {one.name: one.size for one in motion.extremes}
    kinds = {
        name: max((largest[other] for other in alike), default=0.0)
        for alike in _kinds(motion)
        for name in alike
        if name in largest
    }
    units = display_units(motion.model)
    return {
        one.name: _range(
            one, units[one.name], *_errors(motion, columns.get(one.name)), kinds.get(one.name, 0.0)
        )
        for one in motion.extremes
    }


def _kinds(motion: Motion) -> list[list[str]]:
    """Names of columns of one kind and one unit, whose sizes can be compared."""
    kinds: list[list[str]] = []
    units = [c.unit for c in motion.model.coordinates]
    for block, names in column_names(motion.model).items():
        if block in ("q", "qd", "qdd"):
            kinds += [
                [name for name, own_unit in zip(names, units, strict=True) if own_unit == unit]
                for unit in dict.fromkeys(units)
            ]
    return kinds


def _errors(motion: Motion, column: ColumnError | None) -> tuple[float | None, float]:
    """The claimed error of a column, where one is claimed, and its noise."""
    return (None, 0.0) if column is None else (column.error, motion.noise_of(column))


def _range(one: Extreme, unit: DisplayUnit, claim: float | None, noise: float, kind: float) -> Range:
    size = max(one.size, SMALL * kind) / unit.factor
    known = max(claim, DIGITS) if claim is not None else None
    least, most = (
        supported_value(unit.from_si(value), size, known, noise) for value in (one.minimum, one.maximum)
    )
    return Range(extreme=one, unit=unit, minimum=least, maximum=most, steady=least == most)


def load_names(motion: Motion) -> tuple[str, ...]:
    """The columns that are loads: multipliers of constraints, forces of contacts, friction, efforts."""
    model = motion.model
    return (
        *multiplier_names(model),
        *(f"contact_{contact.name}" for contact in model.contacts),
        *(f"friction_{name}" for name in slip_names(model)),
        *(effort.name for effort in model.efforts),
    )
