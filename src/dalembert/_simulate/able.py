"""What cannot be run: said in the user's names, with what to do, before anything is computed."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._model.records import Model, Table


def refuse_unable(model: Model) -> None:
    """Raise what stands against running a model in which `check` finds nothing."""
    flaws = tuple(_obstacles(model))
    if flaws:
        raise ModelError(flaws)


def _obstacles(model: Model) -> Iterator[Flaw]:
    for contact in model.contacts:
        message = f"contacts cannot be simulated yet, and the model has `{contact.name}`"
        hint = "dalembert derive works; to simulate the free motion, take the contact out of the model"
        yield flaw_at(contact.place, rule="unable", message=message, hint=hint)
    for effort in model.efforts:
        message = f"unknown efforts cannot be simulated yet, and the model has `{effort.name}`"
        hint = "dalembert derive works; to simulate, put the effort in by hand as an expression"
        yield flaw_at(effort.place, rule="unable", message=message, hint=hint)
    for one in model.inputs:
        if isinstance(one.law, Table):
            message = f"inputs from tables cannot be simulated yet, and `{one.name}` is one"
            hint = "write it as an expression of t"
            yield flaw_at(one.place, rule="unable", message=message, hint=hint)
    for event in model.events:
        if event.action == "stop":
            message = f"events cannot stop a simulation yet, and `{event.name}` should"
            hint = 'give it action = "record", or take it out and choose t_end'
            yield flaw_at(event.place, rule="unable", message=message, hint=hint)


def refuse_loose(model: Model, loose: tuple[int, ...]) -> None:
    """Raise if nothing gives the acceleration of some coordinates."""
    flaws = []
    for i in loose:
        coordinate = model.coordinates[i]
        message = (
            f"`{coordinate.name}` has no inertia and no constraint holds it: nothing gives its acceleration,"
            " and such systems cannot be simulated yet"
        )
        hint = f"give it a kinetic energy, for example 1/2*m*{coordinate.name}'^2, or a constraint"
        flaws.append(flaw_at(coordinate.place, rule="massless", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))
