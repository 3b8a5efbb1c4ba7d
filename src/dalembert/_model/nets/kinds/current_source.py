"""i = i(t): a source of current, through itself from the first node to the second."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import flow_source

CURRENT_SOURCE = NetKind(
    domain=ELECTRICAL,
    role=Role.FLOW_SOURCE,
    entries=flow_source("current"),
    numbers={"current": "0.1"},
    units={"current": "A"},
    scene="current_sources",
)
