"""Rules about units: every named term, every sum inside it, every argument of a function."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import ONE, Call, Name, Number
from dalembert._model.angles_in_degrees import degrees_flaw, is_in_degrees
from dalembert._model.compliant import exponent_of
from dalembert._model.dimensions import SECOND, Clash, Dimensions, PartDimension, dimensions_of, times
from dalembert._model.families import family_form
from dalembert._model.records import Contact, Input, Model, Term, entries_of
from dalembert._model.survey import APPROACH, Survey, Use, reached_together
from dalembert._model.units import NONE, Dimension, unit_of, unit_of_dimension
from dalembert._text.printer import print_tree

METRE = unit_of("m").dimension
CIRCULAR = ("sin", "cos", "tan")
JOULE = unit_of("J").dimension
WATT = unit_of("W").dimension
NUMERIC = frozenset({"value", "start", "speed", "guess", "case", "stiffness", "damping", "at", "every"}) | {
    "before",
    "delay",
    "setting",
}
WORDS = {
    "kinetic": "a kinetic energy",
    "potential": "a potential energy",
    "dissipation": "a dissipation",
    "work": "the effort on `{}`",
    "force": "the force `{}`",
    "torque": "the torque `{}`",
    "rate": "the rate of `{}`",
    "value": "the value of `{}`",
    "start": "the start value of `{}`",
    "speed": "the start speed of `{}`",
    "guess": "the guess of `{}`",
    "case": "the value of `{}`",
    "input": "the input `{}`",
    "definition": "`{}`",
    "output": "the output `{}`",
    "restitution": "a restitution",
    "friction": "a coefficient of friction",
    "sticking": "a coefficient of sticking",
    "slip": "the slip of `{}`",
    "stiffness": "the stiffness of `{}`",
    "damping": "the damping of `{}`",
    "exponent": "the exponent of `{}`",
    "set": "what `{}` is set to",
    "at": "the time of the impulse `{}`",
    "impulse": "the impulse on `{}`",
    "every": "the time between samples of `{}`",
    "sample": "the sampled value `{}`",
    "before": "what `{}` was before the start",
    "delay": "the delay in `{}`",
    "setting": "`{}`",
}
CONTACTS = frozenset({"restitution", "friction", "sticking", "slip", "stiffness", "damping", "exponent"})


def dimensions(model: Model, known: Survey) -> Iterator[Flaw]:
    """Where units are given, added, compared and named quantities agree in their dimensions."""
    if not any(entry.unit for entry in entries_of(model)):
        return
    measured = [use for use in known.uses if use.role not in NUMERIC or _names(use)]
    if not measured:
        return  # a number is in the unit of its entry
    made = dimensions_of(model, known)
    contacts = {contact.name: contact for contact in model.contacts}
    units = {entry.name: entry.unit for entry in entries_of(model) if entry.unit}
    labelled = _given_units(model)
    unchecked: list[Use] = []
    for use in measured:
        clashes: list[Clash] = []
        part = made.of(use.expression, clashes, _local_dimensions(use, made, contacts))
        unit = labelled.get((use.role, use.name), "")
        if unit and isinstance(use.expression.root, Number):  # a number is in the unit of its entry
            part = PartDimension(unit_of(unit).dimension, use.expression.root)
        for clash in clashes:
            yield _flaw(use, clash.node.span, clash.message, clash.decimal, clash.hint)
        expected = _expected_dimension(use, made, unit, model)
        if use.role in CONTACTS:
            expected = _of_contact(use.role, contacts[use.name], made)
        if expected is None or clashes or part.zero:
            continue
        if part.dimension is None:
            unchecked.append(use)
        elif part.dimension != expected:
            typed = unit if unit and unit_of(unit).dimension == expected else ""
            word, due = WORDS[use.role].format(use.name), typed or unit_of_dimension(expected)
            if use.role in CONTACTS:
                by, due = _usual_unit(use.role, contacts[use.name], made, due)
                word += by
            alone = _lone_name(use, units)
            seen = (
                f"`{alone}` is {_in_unit(units[alone])}"
                if alone
                else f"this is {_in_unit(unit_of_dimension(part.dimension))}"
            )
            message = f"{word} must be {_in_unit(due)}, but {seen}"
            carried = part.decimal or part.literal or (use.role in ("input", "output") and part.numbers)
            constant = alone and known.kinds[alone] == "parameter"
            hint = f'write unit = "{due}" for `{alone}`, or use another parameter' if constant else ""
            yield _flaw(use, None, message, carried, hint)
    if unchecked:
        yield _note_on_unchecked(model, known, unchecked)


def angles_in_degrees(model: Model, known: Survey) -> Iterator[Flaw]:
    """The start of an angle is no whole number of many turns: start = 45 probably means degrees."""
    for coordinate in model.coordinates:
        if coordinate.unit not in ("", "rad") or coordinate.origin is not None:
            continue
        for key, value in (("start", coordinate.start), ("guess", coordinate.guess)):
            typed = None if value is None else value.typed
            if typed is not None and is_in_degrees(typed) and _is_angle(coordinate.name, known):
                cure = f'{coordinate.name} = {{ {key} = {int(typed)}, unit = "deg" }}'
                yield degrees_flaw(coordinate.location, f"the {key} of `{coordinate.name}`", int(typed), cure)


def _is_angle(name: str, known: Survey) -> bool:
    """Whether a coordinate is the argument of a sine, cosine or tangent."""
    return any(
        isinstance(node, Call) and node.function in CIRCULAR and node.arguments[0] == Name(name)
        for use in known.uses
        for node in use.operations
    )


def _given_units(model: Model) -> dict[tuple[str, str], str]:
    """The units that the tables of expressions give them, by role and name."""
    terms: dict[str, tuple[Term | Input, ...]] = {
        "kinetic": model.kinetic,
        "potential": model.potential,
        "dissipation": model.dissipation,
        "work": model.work,
        "input": model.inputs,
        "definition": model.definitions,
        "output": model.outputs,
    }
    return {(role, one.name): one.unit for role, entries in terms.items() for one in entries if one.unit}


def _names(use: Use) -> bool:
    return any(name not in CONSTANTS for name, _ in use.names)


def _in_unit(unit: str) -> str:
    return "without a unit" if unit == "-" else f"in {unit}"


def _lone_name(use: Use, units: Mapping[str, str]) -> str:
    """The name of an expression that is only a name with a unit; else empty."""
    root = use.expression.root
    return root.name if isinstance(root, Name) and root.name in units else ""


def _flaw(use: Use, span: tuple[int, int] | None, message: str, decimal: bool, hint: str = "") -> Flaw:
    """A clash is an error; where a decimal literal may carry the missing dimension it is a warning."""
    hint = hint or "check its powers, its velocities and the units of its names"
    if decimal:
        hint = "if one of its numbers has a dimension (as 9.81), make it a parameter with a unit"
    severity = "warning" if decimal else "error"
    return flaw_at(use.expression.source, span, rule="units", message=message, hint=hint, severity=severity)


def _expected_dimension(use: Use, made: Dimensions, unit: str, model: Model) -> Dimension | None:
    """The dimension that the role or the unit of an expression requires; None without a requirement."""
    match use.role:
        case "kinetic" | "potential":
            return JOULE
        case "dissipation":
            return WATT
        case "work":
            return times(JOULE, made.names.get(use.name), -1)
        case "torque":
            return JOULE
        case "force":
            return _force(use, made, model)
        case "rate" | "speed":
            return times(made.names.get(use.name), SECOND, -1)
        case "value" | "start" | "guess" | "input" | "sample" | "before":
            return made.names.get(use.name)
        case "set":
            name = use.name.removesuffix("'")
            dimension = made.names.get(name)
            return times(dimension, SECOND, -1) if name != use.name else dimension
        case "setting":
            return NONE if use.name == "samples" else SECOND
        case "at" | "every" | "delay":
            return SECOND
        case "impulse":
            return times(times(JOULE, SECOND), made.names.get(use.name), -1)
        case "definition" | "output":
            return unit_of(unit).dimension if unit else None
    return None


def _force(use: Use, made: Dimensions, model: Model) -> Dimension | None:
    """The dimension of a component of a force: energy over that of the component of its point."""
    for load in model.loads:
        for effort, moved in zip(load.efforts, load.target, strict=False):
            if effort is use.expression:
                gap_part = made.of(moved, [])
                if gap_part.zero or gap_part.literal:  # a constant component has no unit
                    others = (made.of(one, []) for one in load.target)
                    gap_part = next((one for one in others if not (one.zero or one.literal)), gap_part)
                return None if gap_part.zero or gap_part.literal else times(JOULE, gap_part.dimension, -1)
    return None


def _local_dimensions(
    use: Use, made: Dimensions, contacts: dict[str, Contact]
) -> dict[str, Dimension | None]:
    """The dimensions of local names: the speed of approach in a restitution."""
    if use.role != "restitution":
        return {}
    return {APPROACH: times(made.of(contacts[use.name].gap, []).dimension, SECOND, -1)}


def _of_contact(role: str, contact: Contact, made: Dimensions) -> Dimension | None:
    """The dimension of a part of a contact; None where it is not known.

    The force f does work along the gap, so it is in J/gap; friction is at most µ f and does work along the
    slip, so µ is a number where slip is in gap/s. f = k δⁿ, and c g' is added to f (spring) or to 1.
    """
    if role in ("restitution", "friction", "sticking", "exponent"):
        return NONE
    gap = made.of(contact.gap, []).dimension
    force = times(JOULE, gap, -1)
    if role == "slip":
        return times(gap, SECOND, -1)
    if role == "damping":
        whole = force if contact.law == "spring" else NONE
        return times(times(whole, SECOND), gap, -1)
    exponent = exponent_of(contact)
    if not isinstance(exponent, Number):
        return None
    return times(force, gap, -Fraction(exponent.value).limit_denominator(1000))


def _usual_unit(role: str, contact: Contact, made: Dimensions, unit: str) -> tuple[str, str]:
    """The explanation of the unit of a part of a contact, and the unit in its usual notation.

    A dimension alone does not distinguish a damping, N*s/m, from a mass flow, nor a torque from an energy.
    """
    gap, spring = made.of(contact.gap, []).dimension, contact.law == "spring"
    if role == "damping":
        by = "" if spring else f' by the law "{contact.law}"'
        return by, {METRE: "N*s/m", NONE: "N*m*s"}.get(gap or (), unit) if spring else unit
    if role != "stiffness":
        return "", unit
    exponent = exponent_of(contact)
    by = f" with the exponent {print_tree(exponent)}" if exponent != ONE else ""
    return by, "N*m" if gap == NONE else unit


def _note_on_unchecked(model: Model, known: Survey, uses: list[Use]) -> Flaw:
    """One note for all that could not be checked, with the names that lack a unit."""
    without = {
        entry.name for entry in entries_of(model) if not entry.unit and entry.name not in known.definitions
    }
    used = {name for name, _ in reached_together(uses, known)}
    used |= {use.name for use in uses if use.role == "work"}
    missing = sorted({family_form(name) for name in without & used})
    places = (family_form(use.expression.source.where or use.name) for use in uses)
    where = ", ".join(dict.fromkeys(places))
    message = f"units could not be checked in {where}"
    pure = ', "1" if it is a pure number' if len(missing) == 1 else ', "1" to pure numbers'
    hint = f"give a unit to {', '.join(missing)}{pure}" if missing else "give units to all names in it"
    return Flaw(rule="units", severity="note", where="", message=message, hint=hint)
