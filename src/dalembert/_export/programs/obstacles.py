"""What stands against the export of a model, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model.records import Delay, Model

RULE = "export"


def refuse_jumps(model: Model) -> None:
    """Raise if a model has what changes its equations or its state during a run."""
    flaws = tuple(_obstacles(model))
    if flaws:
        raise ModelError(flaws)


def _obstacles(model: Model) -> Iterator[Flaw]:
    """What has no place in equations that hold for a whole run, by name."""
    smooth = "simulate it here, or delete it from the model that is exported"
    for one in model.contacts:
        yield refusal(
            f"contacts.{one.name}", f"the contact {one.name} changes the equations of motion", smooth
        )
    for sampled in model.sampled:
        yield refusal(f"sampled.{sampled.name}", f"{sampled.name} changes at sampling times", smooth)
    for impulse in model.impulses:
        yield refusal(f"impulses.{impulse.name}", f"the impulse {impulse.name} is a jump of momentum", smooth)
    for event in model.events:
        if event.sets or event.action != "record":
            what = "sets values" if event.sets else "ends the run"
            yield refusal(f"events.{event.name}", f"the event {event.name} {what}", smooth)
    for entry in model.inputs:
        if isinstance(entry.law, Delay):
            hint = "write it as an expression of t"
            yield refusal(f"inputs.{entry.name}", f"the input {entry.name} is a delayed value", hint)


def refusal(where: str, message: str, hint: str) -> Flaw:
    """What is said of something that cannot be exported."""
    flaw = flaw_at(None, rule=RULE, message=f"this cannot be exported: {message}", hint=hint)
    return replace(flaw, where=where)
