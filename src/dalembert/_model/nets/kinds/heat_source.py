"""Ṡ = Q̇/T₀: a source of heat, through itself from the first node to the second."""

from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.heat import heat_source
from dalembert._model.nets.kinds.kind import NetKind, Role

HEAT_SOURCE = NetKind(
    domain=THERMAL,
    role=Role.FLOW_SOURCE,
    entries=heat_source,
    numbers={"heat_flow": "100"},
    units={"heat_flow": "W"},
    medium="surroundings",
    scene="current_sources",
)
