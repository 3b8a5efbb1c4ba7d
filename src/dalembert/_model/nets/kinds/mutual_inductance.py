"""T = M i₁ i₂: two coils that share flux; |M| is below √(L₁ L₂)."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    return Entries(mutual=given.values["inductance"])


MUTUAL_INDUCTANCE = NetKind(
    domain=ELECTRICAL,
    role=Role.INERTIA,
    entries=_entries,
    numbers={"inductance": '"M"'},
    units={"inductance": "H"},
    nodes=False,
    coils=True,
)
