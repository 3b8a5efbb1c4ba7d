"""Rules about contacts: each a small function from a model and its survey to flaws."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dalembert._expression.canonical import direction_key
from dalembert._expression.expression import Expression
from dalembert._expression.numbers import fold_constants
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.tree import Call, Negative, Node, Sum
from dalembert._expression.walk import names
from dalembert._model.dependences import Dependences
from dalembert._model.dimensions import Clash, Dimensions
from dalembert._model.records import Contact, Model, Value, entries_of
from dalembert._model.result_names import UNQUOTED, quotation
from dalembert._model.result_units import si_unit
from dalembert._model.rules_names import KIND
from dalembert._model.rules_physics import degree_in_velocities, degrees_of
from dalembert._model.starting import SHUT, Beginning, beginning, definitions_in
from dalembert._model.survey import APPROACH, Survey, depends
from dalembert._model.units import DIMENSIONLESS, NONE, unit_of, unit_of_dimension
from dalembert._model.values import parameter_values, value_in
from dalembert._text.printer import print_tree

Flaws = Iterator[Flaw]
DIGITS = 4  # of a suggested start
LINEAR = 1e-6  # relative to the sizes in a gap: it is linear if a step along its slope comes this near
TINY = 1e-200  # starts are suggested from this to its inverse
MOST_FACES = 3  # the most surfaces of a corner that are shown
FEW = 20  # the most definitions in a gap for which an opening start is searched


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The range of a number of a contact: low ≤ value ≤ high, or low < value with `above`."""

    what: str
    part: Expression | None
    low: float
    high: float = math.inf
    above: bool = False
    must: str
    hint: str

    def holds(self, value: Any) -> Any:
        """Whether a value, or each of an array, is in the range."""
        return (value > self.low if self.above else value >= self.low) & (value <= self.high)


def approach_speed(model: Model, known: Survey) -> Flaws:
    """In a restitution `speed` is the speed of approach, and nothing else."""
    if APPROACH not in known.kinds:
        return
    for use in known.uses:
        node = use.names.get((APPROACH, 0)) if use.role == "restitution" else None
        if node is not None:
            kind = KIND[known.kinds[APPROACH]]
            message = f"`{APPROACH}` is the speed of approach in a restitution, and {kind} of this model"
            hint = f"rename yours, for example {APPROACH}1"
            yield flaw_at(use.expression.source, node.span, rule="ambiguous", message=message, hint=hint)


def friction_names(model: Model, known: Survey) -> Flaws:
    """The friction forces of a motion have names of their own: friction_floor_1 is of one contact."""
    numbered = {f"{c.name}_{i}": c.name for c in model.contacts if len(c.slip) > 1 for i in (1, 2)}
    for contact in model.contacts:
        if contact.name in numbered and len(contact.slip) == 1:
            other = numbered[contact.name]
            message = f"the friction of `{contact.name}` has the same name as one of the two of `{other}`"
            yield flaw_at(contact.location, rule="duplicate-name", message=message, hint="rename one of them")


def moving_gap(model: Model, known: Survey) -> Flaws:
    """A gap opens and closes by the motion: it contains a coordinate."""
    for contact in model.contacts:
        reach = depends(contact.gap.root, known)
        if not any(known.kinds.get(n) == "coordinate" for n, _ in reach):
            coordinate = next((c.name for c in model.coordinates), "y")
            message = f"the gap of `{contact.name}` contains no coordinate: no motion can close it"
            hint = f'write the distance between the bodies, for example gap = "{coordinate} - d"'
            yield flaw_at(contact.gap.source, rule="gap", message=message, hint=hint)


def cornered_gap(model: Model, known: Survey) -> Flaws:
    """A stiff gap has no inner corner: there two surfaces are in contact at once, each with its own force."""
    for contact in model.contacts:
        faces = _faces(contact.gap.root) if not contact.compliant else ()
        if faces:
            shown = " and ".join(f'gap = "{print_tree(face)}"' for face in faces[:MOST_FACES])
            message = f"the gap of `{contact.name}` has a corner, where a motion cannot come to rest"
            hint = f"write a contact for each side: {shown}{' …' if len(faces) > MOST_FACES else ''}"
            yield flaw_at(contact.gap.source, rule="corner", message=message, hint=hint, severity="note")


def _faces(root: Node) -> tuple[Node, ...]:
    """The surfaces of a gap that is the smallest of several: min(a, b), c - abs(a), c - max(a, b)."""
    terms = root.terms if isinstance(root, Sum) else (root,)
    for i, term in enumerate(terms):
        match term:
            case Call(function="min", arguments=options):
                sides: tuple[Node, ...] = options
            case Negative(operand=Call(function="max", arguments=options)):
                sides = tuple(Negative(option) for option in options)
            case Negative(operand=Call(function="abs", arguments=(only,))):
                sides = (Negative(only), only)
            case _:
                continue
        return tuple(fold_constants(Sum((*terms[:i], side, *terms[i + 1 :]))) for side in sides)
    return ()


def moving_slip(model: Model, known: Survey) -> Flaws:
    """A slip is a velocity: it contains one, is linear in all it contains, and two are not the same."""
    degrees = degrees_of(known) if any(contact.slip for contact in model.contacts) else {}
    for contact in model.contacts:
        for slip in contact.slip:
            reach = depends(slip.root, known)
            if not any(o and known.kinds.get(n) == "coordinate" for n, o in reach):
                message = f"the slip of `{contact.name}` contains no velocity"
                yield flaw_at(slip.source, rule="slip", message=message, hint=_velocity(slip, reach, known))
            elif degree_in_velocities(slip, degrees, known) > 1:
                message = f"the slip of `{contact.name}` is not linear in the velocities"
                hint = "give the tangential velocity itself, such as x', not its size or square"
                yield flaw_at(slip.source, rule="slip", message=message, hint=hint)
        if len(contact.slip) == 2 and len({direction_key(slip.root) for slip in contact.slip}) == 1:
            message = f"the two slips of `{contact.name}` are the same"
            hint = "give one of them, or two that are perpendicular to one another"
            yield flaw_at(contact.slip[1].source, rule="slip", message=message, hint=hint)


def _velocity(slip: Expression, reach: Dependences, known: Survey) -> str:
    velocities = sorted(
        name for name, _ in names(slip.root) if known.kinds.get(name) in ("coordinate", "definition")
    )
    moving = reach.has("coordinate")
    return f"a velocity is written {velocities[0] if velocities and moving else 'x'}'"


def start_outside(model: Model, known: Survey) -> Flaws:
    """A run starts outside of stiff contacts; compliant ones may be compressed."""
    if not model.contacts:
        return
    begin = beginning(model, known)
    measured = begin.gaps and any(entry.unit for entry in entries_of(model))
    made = Dimensions(model, known) if measured else None
    for contact in model.contacts:
        if contact.name not in begin.gaps:
            continue
        gap = begin.gaps[contact.name]
        if not math.isfinite(gap):
            message = f"the gap of the contact `{contact.name}` has no finite value at the start"
            hint = "give other start values: look for a division by zero, a root or a logarithm"
            yield flaw_at(contact.location, rule="start", message=message, hint=hint, severity="structure")
        elif begin.inside(contact):
            unit = _unit(contact, model, known, made) if made is not None else ""
            yield _letter_on_start_inside(contact, f"{-gap:.3g}{unit}", begin, model)


def _letter_on_start_inside(contact: Contact, depth: str, begin: Beginning, model: Model) -> Flaw:
    """The message about a start inside a contact."""
    text = quotation(contact.gap)
    turned = f'turn the gap round: gap = "-({text})"' if text != UNQUOTED else "give the gap the other sign"
    if contact.compliant:
        message = f"the contact `{contact.name}` is compressed at the start, by {depth}"
        hint = f"correct if it carries a load; otherwise start outside, or {turned}"
        return flaw_at(contact.location, rule="start", message=message, hint=hint, severity="note")
    message = f"the start is {depth} inside the contact `{contact.name}`: its gap must not be negative"
    hint = f"{_opening_start(contact, begin, model) or 'give other start values'}; or {turned}"
    return flaw_at(contact.location, rule="start", message=message, hint=hint, severity="structure")


def _opening_start(contact: Contact, begin: Beginning, model: Model) -> str:
    """The start of a coordinate at which a gap is open, if the gap is linear in it, in its unit."""
    slopes = begin.slopes[contact.name]
    if begin.solved or len(definitions_in(contact, begin.known)) > FEW:
        return ""
    gap, size = begin.gaps[contact.name], begin.size(slopes)
    for coordinate in sorted(model.coordinates, key=lambda c: -abs(slopes.get(c.name, 0.0))):
        slope = slopes.get(coordinate.name, 0.0)
        if not slope or not math.isfinite(slope):
            return ""
        value = begin.at[coordinate.name, 0] - gap / slope
        left = begin.gap_with(contact, coordinate.name, value)
        if not abs(left) <= LINEAR * max(size, -gap):
            continue
        unit = unit_of(coordinate.unit) if coordinate.unit else DIMENSIONLESS
        value -= left / slope
        value = value if abs(value) > SHUT * abs(gap / slope) else 0.0  # rounding of zero
        typed = _round_outward(unit.from_si(value), slope > 0)
        if begin.gap_with(contact, coordinate.name, unit.si(float(typed))) >= -SHUT * abs(slope * value):
            named = f" ({coordinate.unit})" if coordinate.unit not in ("", "-") else ""
            return (
                f"write start = {typed}{named} or {'more' if slope > 0 else 'less'} for `{coordinate.name}`"
            )
    return ""


def _round_outward(value: float, up: bool) -> str:
    """A number with few digits, not below (`up`) or not above another; out of range 0."""
    if not TINY < abs(value) < 1 / TINY:
        return "0"
    step = 10.0 ** (math.floor(math.log10(abs(value))) + 1 - DIGITS)
    whole = math.ceil(value / step - LINEAR) if up else math.floor(value / step + LINEAR)
    return f"{whole * step:.{DIGITS}g}"


def _unit(contact: Contact, model: Model, known: Survey, made: Dimensions) -> str:
    """The unit of a gap with a space before it, if it is known."""
    clashes: list[Clash] = []
    dimension = made.of(contact.gap, clashes).dimension
    if dimension is None or clashes:
        return ""
    if dimension != NONE:
        return f" {unit_of_dimension(dimension)}"
    reach = {name for name, _ in depends(contact.gap.root, known)}
    angles = {c.name for c in model.coordinates if c.unit and si_unit(c.unit) == "rad"}
    return " rad" if reach & angles else ""


def sound_numbers(model: Model, known: Survey) -> Flaws:
    """Coefficients are in their ranges; values from parameters prevent a run only."""
    values = parameter_values(model)
    for contact in model.contacts:
        for one in contact_ranges(contact, values):
            part, number = one.part, _value(one.part, values)
            if part is not None and number is not None and not one.holds(number):
                message = (
                    f"the {one.what} of the contact `{contact.name}` must be {one.must}, but is {number:g}"
                )
                severity = "structure" if names(part.root) else "error"
                yield flaw_at(part.source, rule="contact", message=message, hint=one.hint, severity=severity)


def contact_ranges(contact: Contact, values: dict[str, float]) -> Iterator[Range]:
    """The ranges of the numbers of a contact, with some values of parameters."""
    yield Range(
        what="restitution",
        part=contact.restitution,
        low=0.0,
        high=1.0,
        must="from 0 to 1",
        hint="write a number from 0 to 1: 0 does not bounce, 1 loses no energy",
    )
    yield Range(
        what="friction",
        part=contact.friction,
        low=0.0,
        must="0 or more",
        hint="write it without a minus: it acts against the slip by itself, whichever way that is",
    )
    yield Range(
        what="stiffness",
        part=contact.stiffness,
        low=0.0,
        above=True,
        must="positive",
        hint="write a positive number",
    )
    yield Range(
        what="damping",
        part=contact.damping,
        low=0.0,
        must="0 or more",
        hint="write a number that is not negative",
    )
    yield Range(
        what="exponent",
        part=contact.exponent,
        low=1.0,
        must="1 or more",
        hint="write 1 for a linear spring, 1.5 for Hertz's contact of round bodies",
    )
    sliding = _value(contact.friction, values)
    if sliding is not None:
        yield Range(
            what="sticking",
            part=contact.sticking,
            low=sliding,
            must=f"at least the friction, {sliding:g}",
            hint=f"write sticking = {sliding:g} or more, or delete it: static friction is not less",
        )


def _value(part: Expression | None, values: dict[str, float]) -> float | None:
    """The value of an expression of parameters alone; None where it has none."""
    return value_in(Value(expression=part), values) if part is not None else None
