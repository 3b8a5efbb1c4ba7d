"""y' = 2ζω (K u − y) − ω² ∫y dt: a band-pass filter, 2ζω s K/(s² + 2ζω s + ω²)."""

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
    ControllerData,
    ControllerKind,
    Entries,
    State,
)


def band_states(given: ControllerData, word: str) -> dict[str, State]:
    """The states of a band-pass filter whose output has a name."""
    law = fill(
        "{b}*({u} - {y}) - {w}^2*{z}",
        b=bandwidth_of(given),
        u=given.input,
        y=given.member(word),
        w=frequency_of(given),
        z=given.member("area"),
    )
    return {
        word: State(law=law, unit=OUTPUT),
        "area": State(law=Text(given.member(word)), unit="{o}*s"),
    }


def _entries(given: ControllerData) -> Entries:
    return Entries(states=band_states(given, OUTPUT_WORD))


BAND_PASS = ControllerKind(
    keys={**FREQUENCY, **DAMPING, **GAIN},
    entries=_entries,
    fault=frequency_fault,
    direct=lambda _: False,
    unit=INPUT,
    sign="2ζω K s/(s² + 2ζω s + ω²)",
)
