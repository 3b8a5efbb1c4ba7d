"""y = min(max(K u, minimum), maximum): a limit of a signal."""

from __future__ import annotations

from dalembert._model.controllers.kinds.kind import (
    GAIN,
    INPUT,
    LIMITS,
    ControllerData,
    ControllerKind,
    Entries,
    Fault,
    limit_fault,
    saturate,
    through,
)


def _entries(given: ControllerData) -> Entries:
    return through(saturate(given, given.input))


def _fault(given: ControllerData) -> Fault | None:
    if "minimum" not in given.values and "maximum" not in given.values:
        return "", f"`{given.name}` has neither a minimum nor a maximum", "add maximum = 1"
    return limit_fault(given)


SATURATION = ControllerKind(
    keys={**GAIN, **LIMITS}, entries=_entries, sampled=_entries, fault=_fault, unit=INPUT, sign="limit"
)
