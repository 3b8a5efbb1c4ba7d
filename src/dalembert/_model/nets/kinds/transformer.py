"""v₁ = n v₂, q₂ = −n q₁: an ideal transformer; its primary winding stands under between."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    return Entries(displacement=fill("-({n})*({q})", n=given.values["ratio"], q=given.partner))


TRANSFORMER = NetKind(
    domain=ELECTRICAL,
    role=Role.DEPENDENT,
    entries=_entries,
    numbers={"ratio": '"n"'},
    units={"ratio": "1"},
    secondary=True,
    coefficient="ratio",
    scene="windings",
)
