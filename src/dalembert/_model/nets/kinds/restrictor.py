"""D = ½ R f²: a narrow pipe with laminar flow; the pressure across it is R f, or a law p(f)."""

from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import EffortLaw, NetKind, Role
from dalembert._model.nets.kinds.linear_elements import resistance

RESTRICTOR = NetKind(
    domain=FLUID,
    role=Role.RESISTANCE,
    entries=resistance("resistance", "pressure"),
    numbers={"resistance": '"R"'},
    units={"resistance": "Pa*s/m^3", "pressure": "Pa"},
    law=EffortLaw(key="pressure", instead="resistance", of_flow=True),
    scene="throttles",
)
