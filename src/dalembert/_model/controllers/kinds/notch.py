"""y = K u − b, with the output b of a band-pass filter: a notch, K (s² + ω²)/(s² + 2ζω s + ω²)."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.band_pass import band_states
from dalembert._model.controllers.kinds.corner import DAMPING, FREQUENCY, frequency_fault
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    OUTPUT_WORD,
    ControllerData,
    ControllerKind,
    Definition,
    Entries,
)


def _entries(given: ControllerData) -> Entries:
    output = Definition(
        value=fill("{u} - {b}", u=given.input, b=given.member("band")), unit=OUTPUT, shown=True
    )
    return Entries(definitions={OUTPUT_WORD: output}, states=band_states(given, "band"))


NOTCH = ControllerKind(
    keys={**FREQUENCY, **DAMPING, **GAIN},
    entries=_entries,
    fault=frequency_fault,
    unit=INPUT,
    sign="K (s² + ω²)/(s² + 2ζω s + ω²)",
)
