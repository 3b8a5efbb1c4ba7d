"""y = K u − min(max(K u, −w), w): a dead zone, zero within ±w."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    OUTPUT,
    ControllerData,
    ControllerKind,
    Entries,
    Key,
    through,
)


def _entries(given: ControllerData) -> Entries:
    width = given.values["width"]
    return through(fill("{u} - min(max({u}, -({w})), {w})", u=given.input, w=width))


DEAD_ZONE = ControllerKind(
    keys={"width": Key(example="0.1", unit=OUTPUT), **GAIN},
    entries=_entries,
    sampled=_entries,
    unit=INPUT,
    sign="dead zone",
)
