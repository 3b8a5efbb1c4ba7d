"""T y' + y = K u: a low-pass filter of first order."""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.corner import FREQUENCY, TIME, time_fault, time_of
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
    law = fill("({u} - {y})/{T}", u=given.input, y=given.member(OUTPUT_WORD), T=time_of(given))
    return Entries(states={OUTPUT_WORD: State(law=law, unit=OUTPUT, start=start_of(given))})


def _sampled_entries(given: ControllerData) -> Entries:
    """The exact step of the filter over one sample with a constant input."""
    law = fill(
        "{y} + (1 - exp(-({Ts})/{T}))*({u} - {y})",
        u=given.input,
        y=given.member(OUTPUT_WORD),
        T=time_of(given),
        Ts=given.time or Text("0"),
    )
    return Entries(states={OUTPUT_WORD: State(law=law, unit=OUTPUT, start=start_of(given))})


LOW_PASS = ControllerKind(
    keys={**TIME, **FREQUENCY, **GAIN, **START},
    entries=_entries,
    sampled=_sampled_entries,
    fault=time_fault,
    direct=lambda _: False,
    unit=INPUT,
    sign="K/(T s + 1)",
)
