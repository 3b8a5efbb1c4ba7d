"""y = f(u), or f(u, v): a lookup in one of the [tables]."""

from __future__ import annotations

from dalembert._model.bodies.texts import fill
from dalembert._model.controllers.kinds.kind import (
    ControllerData,
    ControllerKind,
    Entries,
    Fault,
    Key,
    through,
)


def _entries(given: ControllerData) -> Entries:
    names = {f"u{i}": one for i, one in enumerate(given.inputs)}
    listed = ", ".join(f"{{{name}}}" for name in names)
    return through(fill(f"{given.table}({listed})", **names))


def _fault(given: ControllerData) -> Fault | None:
    if len(given.inputs) <= 2:
        return None
    return (
        "from",
        f"`{given.name}` reads {len(given.inputs)} values, but a table has one or two",
        "read fewer",
    )


TABLE = ControllerKind(
    keys={"table": Key(example='"valve"', table=True)},
    entries=_entries,
    sampled=_entries,
    fault=_fault,
    several=True,
    sign="table",
)
