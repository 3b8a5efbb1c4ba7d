"""y' = min(max((K u − y)/T, −R), R): it follows with the time constant T, but no faster than R."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    OUTPUT_WORD,
    START,
    ControllerData,
    ControllerKind,
    Entries,
    Key,
    State,
    start_of,
)


def _entries(given: ControllerData) -> Entries:
    law = fill(
        "min(max(({u} - {y})/({T}), -({R})), {R})",
        u=given.input,
        y=given.member(OUTPUT_WORD),
        T=given.values["time_constant"],
        R=given.values["rate"],
    )
    return Entries(states={OUTPUT_WORD: State(law=law, unit=OUTPUT, start=start_of(given))})


RATE_LIMIT = ControllerKind(
    keys={
        "rate": Key(example="10", unit="{o}/s"),
        "time_constant": Key(example="0.01", unit="s"),
        **GAIN,
        **START,
    },
    entries=_entries,
    direct=lambda _: False,
    unit=INPUT,
    sign="rate limit",
)
