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


def acts(event: Event) -> bool:
    """Whether an event does more than record."""
    return bool(event.sets) or event.action != "record"


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
    beside = [f"the impulse {one.name}" for one in model.impulses]
    beside += [f"the sampled value {one.name}" for one in model.sampled]
    for event in acting[:1] if beside else ():
        what = "sets values" if event.sets else "ends the run"
        message = f"the event {event.name} {what} beside {beside[0]}"
        yield refusal(f"events.{event.name}", message, SMOOTH)


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
    if not model.events:
        return ()
    expressions, made = StateExpressions(model, t, p, names, inputs), list[StateEvent]()
    for number, event in enumerate(model.events):
        after = y[: len(names)]  # a copy
        for one, value in zip(
            event.sets, expressions.values([one.expression for one in event.sets], y), strict=True
        ):
            after[list(names).index(one.target)] = value
        made.append(
            StateEvent(
                name=event.name,
                direction=DIRECTIONS[event.direction],
                ends=event.action != "record",
                sets=tape(f"set_{number}", after) if event.sets else None,
            )
        )
    return tuple(made)
