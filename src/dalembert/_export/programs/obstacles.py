"""What prevents the export of a model, by name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NoReturn

from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model.records import Delay, Model

RULE = "export"
SMOOTH = "simulate it here, or delete it from the model that is exported"
WITH_MODES = ("c", "fmu2", "fmu3")  # programs with modes of contacts and switches
WITH_CONTACTS = ("matlab",)  # programs that follow contacts without friction from phase to phase
WITH_JUMPS = ("python", "javascript", "matlab", *WITH_MODES)  # programs with impulses and samples
WITH_KINKS = ("python", "javascript", "matlab")  # programs that locate kinks of the rates


def refuse_modes(model: Model) -> NoReturn:
    """Raise because a model has contacts or dry friction, which change its equations of motion."""
    hint = f"{', '.join(WITH_MODES)} can follow contacts and dry friction"
    if model.contacts and not any(contact.slip or contact.compliant for contact in model.contacts):
        hint += f", {', '.join(WITH_CONTACTS)} contacts without friction"
    flaws = [
        refusal(f"contacts.{one.name}", f"the contact {one.name} changes the equations of motion", hint)
        for one in model.contacts
    ]
    if not flaws:
        message = "dry friction (abs or sign of a speed) can hold what rests, which rates cannot express"
        flaws.append(refusal("", message, f"{hint}; else smooth it: tanh(x'/v0) in place of sign(x')"))
    raise ModelError(tuple(flaws))


def refuse_instants(model: Model, *, with_jumps: bool, with_events: bool) -> None:
    """Raise if a model has jumps of its state, other than at given times or at events, or delays."""
    flaws = (
        *(() if with_jumps else _jump_obstacles(model)),
        *(() if with_events else _event_obstacles(model)),
        *_delay_obstacles(model),
    )
    if flaws:
        raise ModelError(flaws)


def _jump_obstacles(model: Model) -> Iterator[Flaw]:
    """Flaws for jumps at given times, by name."""
    hint = f"{', '.join(WITH_JUMPS)} can follow impulses and samples"
    for sampled in model.sampled:
        yield refusal(f"sampled.{sampled.name}", f"{sampled.name} changes at sampling times", hint)
    for impulse in model.impulses:
        yield refusal(f"impulses.{impulse.name}", f"the impulse {impulse.name} is a jump of momentum", hint)


def _event_obstacles(model: Model) -> Iterator[Flaw]:
    """Flaws for events that set values or end the run, by name."""
    hint = f"{', '.join(WITH_MODES)} can follow events"
    for event in model.events:
        if event.sets or event.action != "record":
            what = "sets values" if event.sets else "ends the run"
            yield refusal(f"events.{event.name}", f"the event {event.name} {what}", hint)


def _delay_obstacles(model: Model) -> Iterator[Flaw]:
    """Flaws for delayed inputs, by name."""
    for entry in model.inputs:
        if isinstance(entry.law, Delay):
            hint = "write it as an expression of t"
            yield refusal(f"inputs.{entry.name}", f"the input {entry.name} is a delayed value", hint)


def refusal(where: str, message: str, hint: str) -> Flaw:
    """The flaw of something that cannot be exported."""
    flaw = flaw_at(None, rule=RULE, message=f"this cannot be exported: {message}", hint=hint)
    return replace(flaw, where=where)
