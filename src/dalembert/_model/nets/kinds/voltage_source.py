"""v = v(t): a source of voltage, the first node above the second by v."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import effort_source

VOLTAGE_SOURCE = NetKind(
    domain=ELECTRICAL,
    role=Role.EFFORT_SOURCE,
    entries=effort_source("voltage"),
    numbers={"voltage": "12"},
    units={"voltage": "V"},
    scene="voltage_sources",
)
