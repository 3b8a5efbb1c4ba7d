"""The SI units of results, along each axis of a motion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Call, Name, Negative, Node, Number, Power, Product, Sum
from dalembert._expression.walk import fold
from dalembert._model.dimensions import Clash, Dimensions, times
from dalembert._model.records import Constraint, Model, Term, constraints_of, entries_of
from dalembert._model.survey import survey
from dalembert._model.unit_names import COMPOUNDS, NAMES, WITH_PREFIX
from dalembert._model.units import NONE, Dimension, si_text, unit_of, unit_of_dimension

JOULE = unit_of("J").dimension
WATT = unit_of("W").dimension
FLOWS = {"C": "A", "Wb": "V", "J": "W", "N*m": "W", "Nm": "W"}  # names of units per second
NO_POWER, ONE = Fraction(0), Fraction(1)  # of a torque in an expression
_LOAD = re.compile(r".+\.(torque|torque_body|torque_fixed|effort)(\[.*\])?|lam_.+")
_PER_SECOND = re.compile(r"(.+)/s(?:\^(\d+))?")


def units_of(model: Model) -> dict[str, tuple[str, ...]]:
    """The SI units along each axis; empty where one is not known."""
    units = [si_unit(c.unit) for c in model.coordinates]
    known = Dimensions(model, survey(model))
    torques = Torques(model, known)
    return {
        "coordinate_unit": tuple(units),
        "speed_unit": tuple(rate_unit(unit, 1) for unit in units),
        "acceleration_unit": tuple(rate_unit(unit, 2) for unit in units),
        "reaction_unit": tuple(_effort(unit) for unit in units),
        "multiplier_unit": tuple(
            _multiplier(known, c) for kind in ("displacement", "flow") for c in constraints_of(model, kind)
        ),
        "contact_unit": tuple(
            _multiplier(known, Constraint(name=c.name, kind="displacement", expression=c.gap))
            for c in model.contacts
        ),
        "friction_unit": tuple(
            _multiplier(known, Constraint(name=c.name, kind="flow", expression=slip))
            for c in model.contacts
            for slip in c.slip
        ),
        "state_unit": tuple(si_unit(s.unit) for s in model.states),
        "effort_unit": tuple(si_unit(e.unit) for e in model.efforts),
        "input_unit": tuple(si_unit(u.unit) for u in model.inputs),
        "output_unit": tuple(_output(known, term, torques) for term in model.outputs),
    }


def matrix_units(model: Model, names: Sequence[str]) -> dict[str, tuple[tuple[str, ...], ...]]:
    """The SI units of M, C and K of some coordinates: K δq is an effort, so K_ij is energy over u_i u_j.

    Empty where the unit of a coordinate is not known.
    """
    units = {c.name: c.unit for c in model.coordinates}
    return {
        letter: tuple(tuple(_entry(units[a], units[b], seconds) for b in names) for a in names)
        for letter, seconds in (("M", 2), ("C", 1), ("K", 0))
    }


def _entry(first: str, second: str, seconds: int) -> str:
    if not first or not second:
        return ""
    energy = times(times(JOULE, unit_of(first).dimension, -1), unit_of(second).dimension, -1)
    unit = _unit_name(times(energy, unit_of("s").dimension, seconds))
    return {"J": "N*m", "kg/s": "N*s/m", "kg*m/s": "N*s", "kg*m^2/s": "N*m*s"}.get(unit, unit)


def si_unit(unit: str) -> str:
    """The SI unit of results of an entry, in the user's notation where that is SI: deg → rad."""
    return si_text(unit)


def rate_unit(unit: str, order: int) -> str:
    """The unit of a rate of some order: rad → rad/s, m/s → m/s^2, mC → mA, J → W, degC → K/s."""
    if not unit or order == 0:
        return unit
    if unit_of(unit).offset:
        return rate_unit(si_text(unit), order)
    flow = _flow(unit)
    if flow:
        return rate_unit(flow, order - 1)
    match = _PER_SECOND.fullmatch(unit)
    above, power = (match[1], int(match[2] or 1) + order) if match else (unit, order)
    return f"{above}/s" if power == 1 else f"{above}/s^{power}"


def _flow(unit: str) -> str:
    """The name of a unit per second, where it has one: A of C and of A*s; empty where it has none."""
    prefix, name = WITH_PREFIX.get(unit, ("", unit))
    if name in FLOWS:
        made = f"{prefix}{FLOWS[name]}"
        return made if made in NAMES else ""
    first, *others = COMPOUNDS.get(unit, unit.split("*"))
    return first if others == ["s"] else ""


def _effort(unit: str) -> str:
    """The unit of an effort on a coordinate: times the coordinate's unit it is energy."""
    if unit in ("", "rad"):
        return "N*m" if unit else ""
    return _unit_name(times(JOULE, unit_of(unit).dimension, -1))


def _multiplier(known: Dimensions, constraint: Constraint) -> str:
    """The unit of a multiplier: times its constraint it is energy, or power for a flow constraint.

    For a dimensionless constraint, an angle, it is a torque.
    """
    work = JOULE if constraint.kind == "displacement" else WATT
    clashes: list[Clash] = []
    dimension = known.of(constraint.expression, clashes).dimension
    unit = "" if clashes else _unit_name(times(work, dimension, -1))
    return "N*m" if unit == "J" else unit  # of an angle: a torque


def _output(known: Dimensions, term: Term, torques: Torques) -> str:
    """The unit of an output: as declared, or from its names unless a number in it may have a dimension."""
    if term.unit:
        return si_unit(term.unit)
    clashes: list[Clash] = []
    part = known.of(term.expression, clashes)
    if clashes or part.numbers:
        return ""
    return (
        "N*m"
        if part.dimension == JOULE and torques.is_torque(term.expression)
        else _unit_name(part.dimension)
    )


def _unit_name(dimension: Dimension | None) -> str:
    if dimension is None:
        return ""
    return "1" if dimension == NONE else unit_of_dimension(dimension)


def unit_of_constraints(model: Model) -> str:
    """The SI unit that all displacement constraints have; empty where they differ or it is not known."""
    known = Dimensions(model, survey(model))
    clashes: list[Clash] = []
    dimensions = {known.of(c.expression, clashes).dimension for c in constraints_of(model, "displacement")}
    return _unit_name(dimensions.pop()) if len(dimensions) == 1 and not clashes else ""


class Torques:
    """Which expressions are torques and not energies, which have the same dimension.

    A torque is a name in N*m, an effort or torque of a joint or an element, a multiplier; a multiple of it by
    what has no dimension and is no angle; sums, the absolute value, the largest and the norm of torques.
    """

    def __init__(self, model: Model, known: Dimensions) -> None:
        self._powers: dict[str, Fraction] = {}
        units = {entry.name: si_text(entry.unit) for entry in entries_of(model) if entry.unit}
        for name, dimension in known.names.items():
            unit = units.get(name, "")
            if dimension == JOULE and (unit == "N*m" or (not unit and _LOAD.fullmatch(name))):
                self._powers[name] = ONE
            elif dimension == NONE and unit in ("-", "1"):
                self._powers[name] = NO_POWER

    def is_torque(self, expression: Expression) -> bool:
        """Whether an expression is of the first power of a torque."""
        return fold(expression.folded_tree, self._leaf, _torque_power) == ONE

    def _leaf(self, node: Node) -> Fraction | None:
        match node:
            case Number():
                return NO_POWER
            case Name(name=name):
                return self._powers.get(name)
        return None


def _torque_power(node: Node, below: tuple[Fraction | None, ...]) -> Fraction | None:
    """The power of a torque in a node; None where it is none, or not known."""
    powers = [one for one in below if one is not None]
    if len(powers) < len(below):
        return None
    alike = len(set(powers)) == 1
    match node:
        case Negative():
            return powers[0]
        case Sum() | Call(function="abs" | "max" | "min"):
            return powers[0] if alike else None
        case Product():
            return sum(powers, NO_POWER)
        case Power(exponent=Number(value=int() as exponent)):
            return powers[0] * exponent
        case Call(function="sqrt"):
            return powers[0] / 2
    return None
