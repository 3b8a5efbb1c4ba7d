"""y'' + 2ζω y' + ω² y = ω² K u: a low-pass filter of second order."""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.corner import (
    DAMPING,
    FREQUENCY,
    bandwidth_of,
    frequency_fault,
    frequency_of,
)
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    OUTPUT_WORD,
    START,
    ControllerData,
    ControllerKind,
    Entries,
    State,
    start_of,
)


def _entries(given: ControllerData) -> Entries:
    rate = given.member("rate")
    law = fill(
        "{w}^2*({u} - {y}) - {b}*{v}",
        w=frequency_of(given),
        u=given.input,
        y=given.member(OUTPUT_WORD),
        b=bandwidth_of(given),
        v=rate,
    )
    return Entries(
        states={
            OUTPUT_WORD: State(law=Text(rate), unit=OUTPUT, start=start_of(given)),
            "rate": State(law=law, unit="{o}/s"),
        }
    )


LOW_PASS_2 = ControllerKind(
    keys={**FREQUENCY, **DAMPING, **GAIN, **START},
    entries=_entries,
    fault=frequency_fault,
    direct=lambda _: False,
    unit=INPUT,
    sign="K ω²/(s² + 2ζω s + ω²)",
)
