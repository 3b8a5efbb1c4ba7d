"""Elements whose effort is proportional to flow, displacement or rate of flow, or given by a law."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData


def resistance(key: str, law: str = "") -> Callable[[NetElementData], Entries]:
    """D = ½ R f², or the law e(f)."""

    def entries(given: NetElementData) -> Entries:
        if law and law in given.values:
            return Entries(law=given.values[law], drop=given.values[law])
        resistance = given.values[key]
        return Entries(
            dissipation=fill("1/2*({R})*({f})^2", R=resistance, f=given.flow),
            drop=fill("({R})*({f})", R=resistance, f=given.flow),
        )

    return entries


def store(key: str, law: str = "") -> Callable[[NetElementData], Entries]:
    """V = ½ q²/C, or the law e(q)."""

    def entries(given: NetElementData) -> Entries:
        if law and law in given.values:
            return Entries(law=given.values[law], drop=given.values[law])
        capacity = given.values[key]
        return Entries(
            potential=fill("1/2*({q})^2/({C})", q=given.displacement, C=capacity),
            drop=fill("({q})/({C})", q=given.displacement, C=capacity),
        )

    return entries


def effort_source(key: str) -> Callable[[NetElementData], Entries]:
    """A source of effort e(t)."""

    def entries(given: NetElementData) -> Entries:
        return Entries(law=given.values[key], drop=given.values[key])

    return entries


def flow_source(key: str) -> Callable[[NetElementData], Entries]:
    """A source of flow f(t)."""

    def entries(given: NetElementData) -> Entries:
        return Entries(flow=given.values[key])

    return entries
