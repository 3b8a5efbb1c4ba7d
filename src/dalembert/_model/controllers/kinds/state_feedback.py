"""u = u0 + Σ k (r − x): state feedback, u = −K x where there is no reference."""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.kind import (
    LIMITS,
    OUTPUT,
    ControllerData,
    ControllerKind,
    Entries,
    Fault,
    Key,
    limit_fault,
    saturate,
    through,
)


def _law(given: ControllerData) -> Text:
    gains, references = given.lists["gains"], given.lists.get("reference", ())
    total = given.values.get("feedforward", Text(""))
    for i, (gain, state) in enumerate(zip(gains, given.inputs, strict=True)):
        reference = references[i] if references else Text("0")
        pattern = "-({k})*({x})" if reference.is_zero else "({k})*(({r}) - ({x}))"
        term = fill(pattern, k=gain, x=state, r=reference)
        total = fill("{a} + {b}", a=total, b=term) if total.text else term
    return saturate(given, total)


def _entries(given: ControllerData) -> Entries:
    return through(_law(given))


def _fault(given: ControllerData) -> Fault | None:
    for key in ("gains", "reference"):
        count = len(given.lists.get(key, given.inputs))
        if count != len(given.inputs):
            message = f"`{given.name}` reads {len(given.inputs)} values, but has {count} under {key}"
            return key, message, "give one for each of `from`, in order"
    return limit_fault(given)


STATE_FEEDBACK = ControllerKind(
    keys={
        "gains": Key(example='[10, "k2"]', listed=True),
        "reference": Key(example='["r", 0]', listed=True, optional=True),
        "feedforward": Key(example='"u0"', unit=OUTPUT, optional=True),
        **LIMITS,
    },
    entries=_entries,
    sampled=_entries,
    fault=_fault,
    several=True,
    sign="-K",
)
