"""ΔT = ΔT(t): a source of temperature, the first node above the second by ΔT."""

from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import effort_source

TEMPERATURE_SOURCE = NetKind(
    domain=THERMAL,
    role=Role.EFFORT_SOURCE,
    entries=effort_source("temperature"),
    numbers={"temperature": "30"},
    units={"temperature": "K"},
    scene="voltage_sources",
)
