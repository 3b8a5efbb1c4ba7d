"""D = ½ R i²: a resistor; the voltage across it is R i, or a law v(i)."""

from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import EffortLaw, NetKind, Role
from dalembert._model.nets.kinds.linear_elements import resistance

RESISTOR = NetKind(
    domain=ELECTRICAL,
    role=Role.RESISTANCE,
    entries=resistance("resistance", "voltage"),
    numbers={"resistance": '"R"'},
    units={"resistance": "Ohm", "voltage": "V"},
    law=EffortLaw(key="voltage", instead="resistance", of_flow=True),
    scene="resistors",
)
