"""Elements whose effort is proportional to flow, displacement or rate of flow, or given by a law."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._model.nets.kinds.kind import Entries, NetElementData


def resistance(key: str, law: str = "") -> Callable[[NetElementData], Entries]:
    """E = R f, or the law e(f)."""

    def entries(given: NetElementData) -> Entries:
        if law and law in given.values:
            return Entries(law=given.values[law])
        return Entries(resistance=given.values[key])

    return entries


def store(key: str, law: str = "") -> Callable[[NetElementData], Entries]:
    """E = q/C, or the law e(q)."""

    def entries(given: NetElementData) -> Entries:
        if law and law in given.values:
            return Entries(law=given.values[law])
        return Entries(capacity=given.values[key])

    return entries


def effort_source(key: str) -> Callable[[NetElementData], Entries]:
    """A source of effort e(t)."""

    def entries(given: NetElementData) -> Entries:
        return Entries(law=given.values[key])

    return entries


def flow_source(key: str) -> Callable[[NetElementData], Entries]:
    """A source of flow f(t)."""

    def entries(given: NetElementData) -> Entries:
        return Entries(flow=given.values[key])

    return entries
