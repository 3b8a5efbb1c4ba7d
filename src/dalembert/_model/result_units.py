"""The SI units that results are in, along each axis of a motion."""

from __future__ import annotations

import re

from dalembert._model.dimensions import Clash, Dimensions, times
from dalembert._model.records import Constraint, Model, Term, constraints_of, slip_names
from dalembert._model.survey import survey
from dalembert._model.units import NONE, Dimension, si_text, unit_of, written

JOULE = unit_of("J").dimension
WATT = unit_of("W").dimension
_PER_SECOND = re.compile(r"(.+)/s(?:\^(\d+))?")


def units_of(model: Model) -> dict[str, tuple[str, ...]]:
    """The SI units along each axis; empty where one cannot be told."""
    own = [si_unit(c.unit) for c in model.coordinates]
    known = Dimensions(model, survey(model))
    return {
        "coordinate_unit": tuple(own),
        "speed_unit": tuple(_rate(unit, 1) for unit in own),
        "acceleration_unit": tuple(_rate(unit, 2) for unit in own),
        "reaction_unit": tuple(_effort(unit) for unit in own),
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
        "output_unit": tuple(_output(known, term) for term in model.outputs),
    }


def column_units(model: Model) -> dict[str, str]:
    """The SI unit of every column of a motion by its name; empty where one cannot be told."""
    units = units_of(model)
    names = [c.name for c in model.coordinates]
    constraints = {kind: [c.name for c in constraints_of(model, kind)] for kind in ("displacement", "flow")}
    labels = {
        "coordinate_unit": names,
        "speed_unit": [f"{name}'" for name in names],
        "acceleration_unit": [f"{name}''" for name in names],
        "state_unit": [s.name for s in model.states],
        "effort_unit": [e.name for e in model.efforts],
        "multiplier_unit": [
            *(f"lam_{name}" for name in constraints["displacement"]),
            *(f"kap_{name}" for name in constraints["flow"]),
        ],
        "contact_unit": [f"contact_{c.name}" for c in model.contacts],
        "friction_unit": [f"friction_{name}" for name in slip_names(model)],
        "input_unit": [u.name for u in model.inputs],
        "output_unit": [o.name for o in model.outputs],
    }
    return {name: unit for key, own in labels.items() for name, unit in zip(own, units[key], strict=True)}


def si_unit(unit: str) -> str:
    """The SI unit that results of an entry are in, in the user's words where those are SI: deg → rad."""
    return si_text(unit)


def _rate(unit: str, order: int) -> str:
    """The unit of a rate of some order: rad → rad/s, m/s → m/s^2."""
    if not unit:
        return ""
    found = _PER_SECOND.fullmatch(unit)
    above, power = (found[1], int(found[2] or 1) + order) if found else (unit, order)
    return f"{above}/s" if power == 1 else f"{above}/s^{power}"


def _effort(unit: str) -> str:
    """The unit of an effort on a coordinate: times the coordinate's unit it is energy."""
    if unit in ("", "rad"):
        return "N*m" if unit else ""
    return _named(times(JOULE, unit_of(unit).dimension, -1))


def _multiplier(known: Dimensions, constraint: Constraint) -> str:
    """The unit of a multiplier: times its constraint it is energy, or power where that is of flows."""
    work = JOULE if constraint.kind == "displacement" else WATT
    clashes: list[Clash] = []
    dimension = known.of(constraint.expression.root, clashes).dimension
    return "" if clashes else _named(times(work, dimension, -1))


def _output(known: Dimensions, term: Term) -> str:
    """The unit of an output: as declared, or by its names unless a number in it may carry a dimension."""
    if term.unit:
        return si_unit(term.unit)
    clashes: list[Clash] = []
    found = known.of(term.expression.root, clashes)
    return "" if clashes or found.numbers else _named(found.dimension)


def _named(dimension: Dimension | None) -> str:
    if dimension is None:
        return ""
    return "1" if dimension == NONE else written(dimension)
