"""Events that set values or end a run, for programs with modes: functions of the state, and what they set.

An event acts where its function passes zero in its direction. What it sets is computed from the values before
it; the state with these values is then moved onto the constraints.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from dalembert._export.programs.driven_inputs import InputValues
from dalembert._export.programs.jumps import StateExpressions
from dalembert._export.programs.obstacles import SMOOTH, refusal
from dalembert._export.programs.records import StateEvent
from dalembert._expression.source import Flaw, ModelError
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Event, Model
from dalembert._model.used_results import used_results
from dalembert._simulate.prepare import DIRECTIONS
from dalembert._tape.tape import Tape

RECORDS, SETS, STOPS = range(3)  # what an event does, as in state_events.h


def acts(event: Event) -> bool:
    """Whether an event does more than record."""
    return action_of(event) != RECORDS


def action_of(event: Event) -> int:
    """What an event does: it records, sets values, or stops the run."""
    if event.action != "record":
        return STOPS
    return SETS if event.sets else RECORDS


def with_acting_events(model: Model) -> Model:
    """A model without the events that only record."""
    return replace(model, events=tuple(event for event in model.events if acts(event)))


def refuse_acting_events(model: Model) -> None:
    """Raise if events act in a way that no program follows, by name."""
    flaws = tuple(_obstacles(model))
    if flaws:
        raise ModelError(flaws)


def _obstacles(model: Model) -> Iterator[Flaw]:
    acting = [event for event in model.events if acts(event)]
    names = {event.name for event in acting}
    for used in used_results(model, frozenset({"when"})):
        if used.use.name in names:
            message = f"the event {used.use.name} depends on a force or an acceleration"
            yield refusal(f"events.{used.use.name}", message, SMOOTH)


def state_events(
    model: Model,
    t: Scalar,
    y: Scalar,
    p: Scalar,
    names: Sequence[str],
    inputs: InputValues,
    tape: Callable[[str, Scalar], Tape],
) -> tuple[StateEvent, ...]:
    """The events of a model, all of which act, with the state after each as a tape."""
    after = states_after_events(model, t, y, p, names, inputs)
    return tuple(
        StateEvent(
            name=event.name,
            direction=DIRECTIONS[event.direction],
            action=action_of(event),
            sets=tape(f"set_{number}", state) if state is not None else None,
        )
        for number, (event, state) in enumerate(zip(model.events, after, strict=True))
    )


def states_after_events(
    model: Model, t: Scalar, y: Scalar, p: Scalar, names: Sequence[str], inputs: InputValues
) -> list[Scalar | None]:
    """The state after each event of a model; None after one that sets nothing."""
    if not any(event.sets for event in model.events):
        return [None for _ in model.events]
    expressions, made = StateExpressions(model, t, p, names, inputs), list[Scalar | None]()
    for event in model.events:
        after = y[: len(names)]  # a copy
        values = expressions.values([one.expression for one in event.sets], y)
        for one, value in zip(event.sets, values, strict=True):
            after[list(names).index(one.target)] = value
        made.append(after if event.sets else None)
    return made
