"""T₀: the temperature of the surroundings, which are the ground of a thermal net.

Temperatures of nodes are counted from it. Heat Q̇ that flows at small differences of temperature carries the
entropy Ṡ = Q̇/T₀, and temperature times entropy flow is a power: so a net of heat has energies as others do.
"""

from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(_: NetElementData) -> Entries:
    return Entries()


SURROUNDINGS = NetKind(
    domain=THERMAL,
    role=Role.EFFORT_SOURCE,
    entries=_entries,
    numbers={"temperature": "293.15"},
    positive=("temperature",),
    units={"temperature": "K"},
    nodes=False,
)
