"""T = M i₁ i₂: two coils that share flux; |M| is below √(L₁ L₂)."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    first, second = given.coils
    mutual = given.values["inductance"]
    return Entries(
        kinetic=fill("({M})*({a})*({b})", M=mutual, a=first, b=second),
        momenta=tuple(fill("({M})*({i})", M=mutual, i=other) for other in (second, first)),
    )


MUTUAL_INDUCTANCE = NetKind(
    domain=ELECTRICAL,
    role=Role.INERTIA,
    entries=_entries,
    numbers={"inductance": '"M"'},
    units={"inductance": "H"},
    nodes=False,
    coils=True,
)
