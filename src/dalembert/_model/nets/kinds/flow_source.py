"""f = f(t): a source of flow, through itself from the first node to the second."""

from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import flow_source

FLOW_SOURCE = NetKind(
    domain=FLUID,
    role=Role.FLOW_SOURCE,
    entries=flow_source("flow"),
    numbers={"flow": "1e-3"},
    units={"flow": "m^3/s"},
    scene="pumps",
)
