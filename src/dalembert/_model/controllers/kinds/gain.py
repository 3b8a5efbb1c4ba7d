"""y = K u: a gain, or a sum where `from` is one."""

from __future__ import annotations

from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    ControllerData,
    ControllerKind,
    Entries,
    through,
)


def _entries(given: ControllerData) -> Entries:
    return through(given.input)


GAIN_BLOCK = ControllerKind(keys=GAIN, entries=_entries, sampled=_entries, unit=INPUT, sign="K")
