"""Rules about contacts: each a small function from a model and its survey to flaws."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.walk import names
from dalembert._model.records import Contact, Model, Value
from dalembert._model.rules_names import KIND
from dalembert._model.rules_physics import degree_in_velocities, degrees_of
from dalembert._model.survey import APPROACH, Survey, depends
from dalembert._model.values import parameter_values, value_in

Flaws = Iterator[Flaw]
Range = tuple[
    str, Expression | None, Callable[[float], bool], str
]  # what, its value, whether it is good, how


def approach_speed(model: Model, known: Survey) -> Flaws:
    """In a restitution `speed` is the speed of approach, and nothing else."""
    if APPROACH not in known.kinds:
        return
    for use in known.uses:
        node = use.names.get((APPROACH, 0)) if use.role == "restitution" else None
        if node is not None:
            own = KIND[known.kinds[APPROACH]]
            message = f"`{APPROACH}` is the speed of approach in a restitution, and {own} of this model"
            hint = f"rename yours, for example {APPROACH}1"
            yield flaw_at(use.expression.source, node.span, rule="ambiguous", message=message, hint=hint)


def friction_names(model: Model, known: Survey) -> Flaws:
    """The friction forces of a motion have names of their own: friction_floor_1 is of one contact."""
    numbered = {f"{c.name}_{i}": c.name for c in model.contacts if len(c.slip) > 1 for i in (1, 2)}
    for contact in model.contacts:
        if contact.name in numbered and len(contact.slip) == 1:
            other = numbered[contact.name]
            message = f"the friction of `{contact.name}` would be called like one of the two of `{other}`"
            yield flaw_at(contact.place, rule="duplicate-name", message=message, hint="rename one of them")


def moving_slip(model: Model, known: Survey) -> Flaws:
    """A slip is a velocity: it contains one, and is linear in all it contains."""
    degrees = degrees_of(known) if any(contact.slip for contact in model.contacts) else {}
    for contact in model.contacts:
        for slip in contact.slip:
            reach = depends(slip.root, known)
            if not any(o and known.kinds.get(n) == "coordinate" for n, o in reach):
                message = f"the slip of `{contact.name}` contains no velocity"
                yield flaw_at(slip.source, rule="slip", message=message, hint="a velocity is written x'")
            elif degree_in_velocities(slip.root, degrees, known) > 1:
                message = f"the slip of `{contact.name}` is not linear in the velocities"
                hint = "give the tangential velocity itself, not its size or square"
                yield flaw_at(slip.source, rule="slip", message=message, hint=hint)


def sound_numbers(model: Model, known: Survey) -> Flaws:
    """Coefficients are in their ranges; values that come from parameters stand in the way of a run only."""
    values = parameter_values(model)
    for contact in model.contacts:
        for what, part, good, hint in _ranges(contact, values):
            number = _value(part, values)
            if part is not None and number is not None and not good(number):
                message = f"the {what} of the contact `{contact.name}` is {number:g}"
                severity = "structure" if names(part.root) else "error"
                yield flaw_at(part.source, rule="contact", message=message, hint=hint, severity=severity)


def _ranges(contact: Contact, values: dict[str, float]) -> Iterator[Range]:
    yield "restitution", contact.restitution, lambda v: 0 <= v <= 1, "give a number from 0 to 1"
    yield "friction", contact.friction, lambda v: v >= 0, "give a number that is not negative"
    yield "stiffness", contact.stiffness, lambda v: v > 0, "give a positive number"
    yield "damping", contact.damping, lambda v: v >= 0, "give a number that is not negative"
    yield "exponent", contact.exponent, lambda v: v >= 1, "give a number from 1 upwards"
    sliding = _value(contact.friction, values)
    if sliding is not None:
        hint = f"give at least the friction, {sliding:g}: what sticks holds no less than what slides"
        yield "sticking", contact.sticking, lambda v: v >= sliding, hint


def _value(part: Expression | None, values: dict[str, float]) -> float | None:
    """The value of what parameters alone make; None where there is none."""
    return value_in(Value(expression=part), values) if part is not None else None
