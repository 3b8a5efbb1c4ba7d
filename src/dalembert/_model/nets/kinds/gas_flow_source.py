"""ṁ = ṁ(t): a source of mass flow, through itself from the first node to the second."""

from dalembert._model.nets.domains import GAS
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.linear_elements import flow_source

GAS_FLOW_SOURCE = NetKind(
    domain=GAS,
    role=Role.FLOW_SOURCE,
    entries=flow_source("mass_flow"),
    numbers={"mass_flow": "1e-3"},
    units={"mass_flow": "kg/s"},
    medium="gas",
    scene="current_sources",
)
