"""Rules about jumps at instants: assignments of events, impulses, sampled values."""

from __future__ import annotations

import math
from collections.abc import Iterator

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.discrete import Assignment
from dalembert._model.records import Model, Value
from dalembert._model.survey import Survey, dependences_of
from dalembert._model.values import parameter_values, value_in

Flaws = Iterator[Flaw]
STEADY = {
    "kinetic": "the kinetic energy",
    "potential": "the potential energy",
    "flow": "a flow constraint",
    "slip": "a slip velocity",
}
WHY = {
    "parameter": "`{}` is a parameter, which stays as it is",
    "input": "`{}` is an input, a known function of time",
    "effort": "`{}` is an unknown effort, which follows from the equations",
    "definition": "`{}` is a definition, which follows from others",
}
INSTEAD = {
    "parameter": 'declare it under [states] with rate = "0"',
    "definition": "set the coordinates and states in it",
}


def set_targets(model: Model, known: Survey) -> Flaws:
    """An event sets coordinates, velocities and states; one that sets does not stop the run."""
    for event in model.events:
        if event.sets and event.action == "stop":
            message = f"the event `{event.name}` sets values and stops the run, so they have no effect"
            hint = 'delete `set` or action = "stop"'
            yield flaw_at(event.location, rule="set", message=message, hint=hint)
        for one in event.sets:
            yield from _target(one, known)


def impulse_coordinates(model: Model, known: Survey) -> Flaws:
    """Impulses act on coordinates of the model."""
    names = [c.name for c in model.coordinates]
    for impulse in model.impulses:
        for push in impulse.work:
            if push.name not in names:
                near = nearest(push.name, names)
                hint = (
                    f"did you mean `{near}`?" if near else f"the coordinates are {', '.join(names) or 'none'}"
                )
                message = f"there is no coordinate `{push.name}` for the impulse `{impulse.name}` to act on"
                yield flaw_at(push.location, rule="impulse", message=message, hint=hint)


def impulse_times(model: Model, known: Survey) -> Flaws:
    """The time of an impulse is a finite number, where its parameters have values."""
    for impulse in model.impulses:
        at = time_of(impulse.at, model)
        if at is not None and not math.isfinite(at):
            message = f"the time of the impulse `{impulse.name}` evaluates to {at:g}"
            yield flaw_at(impulse.at.source, rule="impulse", message=message, hint="give a finite time in s")


def sampling_times(model: Model, known: Survey) -> Flaws:
    """The time between samples is positive, where its parameters have values."""
    for one in model.sampled:
        every = time_of(one.every, model)
        if every is not None and not 0 < every < math.inf:
            message = f"`{one.name}` is sampled every {every:g} s"
            yield flaw_at(one.every.source, rule="sampled", message=message, hint="give a positive time in s")


def sampled_places(model: Model, known: Survey) -> Flaws:
    """Sampled values may not make energies or constraints jump; states they read have a start."""
    names = {one.name for one in model.sampled}
    started = {state.name for state in model.states if state.start is not None}
    for use in known.uses if names else ():
        inside = sorted(name for name, _ in dependences_of(use, known) if name in names)
        if not inside:
            continue
        if use.role in STEADY:
            message = f"{STEADY[use.role]} cannot contain the sampled value `{inside[0]}`, which jumps"
            hint = "give its force under [work]"
            yield flaw_at(use.expression.source, rule="sampled", message=message, hint=hint)
        unknown = [name for name in inside if name not in started]
        if use.role == "sample" and unknown:
            message = f"`{use.name}` reads `{unknown[0]}` at its first sample, which has no value before"
            hint = f"give [sampled] {unknown[0]} a start, its value before the first sample"
            yield flaw_at(use.expression.source, rule="sampled", message=message, hint=hint)


def time_of(expression: Expression, model: Model) -> float | None:
    """A time that is an expression of parameters; None where one of them has no value."""
    return value_in(Value(expression=expression), parameter_values(model))


def _target(one: Assignment, known: Survey) -> Flaws:
    kind = known.kinds.get(one.name, "")
    if kind == "coordinate" or (kind == "state" and not one.order):
        return
    if kind == "state":
        message = f"`{one.target}` is the rate of a state, which its `rate` gives"
        yield flaw_at(one.location, rule="set", message=message, hint=f"set {one.name} itself")
        return
    settable = [name for name, kind in known.kinds.items() if kind in ("coordinate", "state")]
    if kind in WHY:
        message = f"{WHY[kind].format(one.name)}: an event cannot set it"
        hint = INSTEAD.get(kind, "an event sets coordinates x, velocities x' and states")
    else:
        near = nearest(one.name, settable)
        message = f"there is no coordinate or state `{one.name}` to set"
        hint = f"did you mean `{near}`?" if near else f"there are {', '.join(settable) or 'none'}"
    yield flaw_at(one.location, rule="set", message=message, hint=hint)
