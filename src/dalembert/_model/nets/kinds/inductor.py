"""T = ½ L i²: a coil; the voltage across it is d(L i)/dt. Its inductance may change with a motion."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    return Entries(inertance=given.values["inductance"])


INDUCTOR = NetKind(
    domain=ELECTRICAL,
    role=Role.INERTIA,
    entries=_entries,
    numbers={"inductance": '"L"', "start_current": "0"},
    optional=("start_current",),
    positive=("inductance",),
    units={"inductance": "H", "start_current": "A"},
    start_flow="start_current",
    scene="coils",
)
