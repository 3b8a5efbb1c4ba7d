"""y' = K u: an integrator."""

from __future__ import annotations

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.controllers.kinds.kind import (
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
    return Entries(states={OUTPUT_WORD: State(law=given.input, unit=OUTPUT, start=start_of(given))})


def _sampled_entries(given: ControllerData) -> Entries:
    law = fill("{y} + ({Ts})*{u}", y=given.member(OUTPUT_WORD), Ts=given.time or Text("0"), u=given.input)
    return Entries(states={OUTPUT_WORD: State(law=law, unit=OUTPUT, start=start_of(given))})


INTEGRATOR = ControllerKind(
    keys={"gain": Key(example="1", unit="{o}/({i}*s)", optional=True), **START},
    entries=_entries,
    sampled=_sampled_entries,
    direct=lambda _: False,
    unit="{i}*s",
    sign="K/s",
)
