"""p = p(t): a source of pressure, the first node above the second by p."""

from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import effort_source

PRESSURE_SOURCE = NetKind(
    domain=FLUID,
    role=Role.EFFORT_SOURCE,
    entries=effort_source("pressure"),
    numbers={"pressure": "2e5"},
    units={"pressure": "Pa"},
    scene="pumps",
)
