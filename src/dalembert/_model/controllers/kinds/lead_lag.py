"""y = K u T1/T2 + (1 − T1/T2) x, T2 x' + x = K u: lead and lag, K (T1 s + 1)/(T2 s + 1)."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    OUTPUT_WORD,
    ControllerData,
    ControllerKind,
    Definition,
    Entries,
    Key,
    State,
)


def _entries(given: ControllerData) -> Entries:
    lead, lag, slow = given.values["lead_time"], given.values["lag_time"], given.member("slow")
    output = fill("{x} + ({a})/({b})*({u} - {x})", x=slow, a=lead, b=lag, u=given.input)
    law = fill("({u} - {x})/({b})", u=given.input, x=slow, b=lag)
    return Entries(
        definitions={OUTPUT_WORD: Definition(value=output, unit=OUTPUT, shown=True)},
        states={"slow": State(law=law, unit=OUTPUT)},
    )


LEAD_LAG = ControllerKind(
    keys={
        "lead_time": Key(example="0.5", unit="s"),
        "lag_time": Key(example="0.05", unit="s"),
        **GAIN,
    },
    entries=_entries,
    unit=INPUT,
    sign="K (T₁ s + 1)/(T₂ s + 1)",
)
