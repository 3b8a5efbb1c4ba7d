"""y = K u − x, T x' + x = K u: a high-pass filter of first order, K T s/(T s + 1)."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.corner import FREQUENCY, TIME, time_fault, time_of
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    OUTPUT_WORD,
    ControllerData,
    ControllerKind,
    Definition,
    Entries,
    State,
)


def _entries(given: ControllerData) -> Entries:
    output = Definition(
        value=fill("{u} - {x}", u=given.input, x=given.member("slow")), unit=OUTPUT, shown=True
    )
    law = fill("{y}/{T}", y=given.member(OUTPUT_WORD), T=time_of(given))
    return Entries(definitions={OUTPUT_WORD: output}, states={"slow": State(law=law, unit=OUTPUT)})


HIGH_PASS = ControllerKind(
    keys={**TIME, **FREQUENCY, **GAIN},
    entries=_entries,
    fault=time_fault,
    unit=INPUT,
    sign="K T s/(T s + 1)",
)
