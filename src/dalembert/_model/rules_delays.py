"""Rules about delayed values: the quantity, the delay, and the history before the start."""

from __future__ import annotations

import math
from collections.abc import Iterator

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._model.delays import before_of, delays_of, with_past
from dalembert._model.records import Delay, Input, Model
from dalembert._model.rules_discrete import time_of
from dalembert._model.survey import Survey

Flaws = Iterator[Flaw]
MOST_DELAYS = 8  # the most different delays: the breaking points of a run are sums of them
WHY = {
    "parameter": "`{}` is a parameter, which is always the same",
    "input": "`{}` is an input, a known function of time",
    "effort": "`{}` is an unknown effort",
    "definition": "`{}` is a definition",
    "result": "`{}` is a force that is solved for",
}
INSTEAD = {
    "input": "write its law with t - tau in place of t, as an input of its own",
    "effort": 'delay a state that follows it: rate = "(P - s)/T"',
    "definition": "delay the coordinates and states that it is made of",
    "result": 'delay a state that follows it: rate = "(lam_rod - s)/T"',
}


def delayed_names(model: Model, known: Survey) -> Flaws:
    """Coordinates, velocities and states can be delayed, and need a history before the start."""
    reported: set[str] = set()
    for index, law in delays_of(model).items():
        entry = model.inputs[index]
        flaw = _wrong_name(entry, law, model, known)
        if flaw is not None:
            yield flaw
        elif before_of(model, law.of) is None and law.of not in reported:
            reported.add(law.of)
            message = f"`{entry.name}` asks what `{law.of}` was before the start, which is not said"
            hint = (
                f'give `{law.of}` the key before = "start" (as at the start), a number, or an expression of t'
            )
            yield flaw_at(entry.location, rule="delay", message=message, hint=hint)


def _wrong_name(entry: Input, law: Delay, model: Model, known: Survey) -> Flaw | None:
    """The message about a quantity whose past a run does not keep."""
    kind, hint = known.kinds.get(law.of, ""), "delay a coordinate, its velocity, or a state"
    if law.of in {one.name for one in model.sampled}:
        message = f"`{law.of}` is a sampled value"
        hint = f'sample it once more: [sampled] later = {{ every = …, value = "{law.of}", start = 0 }}'
    elif kind == "coordinate" and law.order > 1:
        message = f"the acceleration `{law.of}''` is solved for, and is no part of the past that a run keeps"
    elif kind in ("coordinate", "state") and law.order <= (kind == "coordinate"):
        return None
    elif kind == "state":
        message, hint = (
            f"the rate of the state `{law.of}` is what its `rate` says",
            "delay what it is made of",
        )
    elif law.of == "t":
        message, hint = "the time is not delayed", "write t - tau"
    elif kind in WHY:
        message, hint = WHY[kind].format(law.of), INSTEAD.get(kind, "write it without delay(…)")
    else:
        names = [name for name, one in known.kinds.items() if one in ("coordinate", "state")]
        near = nearest(law.of, names)
        message = f"there is no coordinate or state `{law.of}` to delay"
        hint = f"did you mean `{near}`?" if near else f"there are {', '.join(names[:12]) or 'none'}"
    return flaw_at(entry.location, rule="delay", message=f"`{entry.name}`: {message}", hint=hint)


def delay_times(model: Model, known: Survey) -> Flaws:
    """Delays are positive, where their parameters have values, and few."""
    times: set[float] = set()
    for index, law in delays_of(model).items():
        entry, by = model.inputs[index], time_of(law.by, model)
        if by is None:
            continue
        times.add(by)
        if not 0 < by < math.inf:
            message = f"the delay of `{entry.name}` comes out as {by:g} s"
            hint = (
                f"give a positive time; {law.of} itself has none" if by == 0 else "give a positive time in s"
            )
            yield flaw_at(entry.location, rule="delay-time", message=message, hint=hint)
        elif len(times) == MOST_DELAYS + 1:
            message = f"there are more than {MOST_DELAYS} different delays"
            hint = "a motion is not smooth at sums of its delays: use fewer of them"
            yield flaw_at(entry.location, rule="budget", message=message, hint=hint)


def idle_before(model: Model, known: Survey) -> Flaws:
    """A given history is used by a delay."""
    used = {law.of for law in delays_of(model).values()}
    for one in with_past(model):
        if one.before is not None and one.name not in used:
            message = f"`before` of `{one.name}` is not used: the model does not delay it"
            yield flaw_at(one.location, rule="before", message=message, hint="delete it", severity="warning")
