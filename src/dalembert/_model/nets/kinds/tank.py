"""V = ½ v²/C: a tank that holds the volume v at the pressure v/C, or p(v), between its outlet and ground.

The capacity of an open tank with straight walls is C = A/(ρ g), that of a closed vessel its volume over the
bulk modulus of what is in it.
"""

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import EffortLaw, NetKind, Role
from dalembert._model.nets.kinds.linear_elements import store


def _start(values: Mapping[str, Text]) -> Text | None:
    if "start_pressure" in values and "capacity" in values:
        return fill("({C})*({p})", C=values["capacity"], p=values["start_pressure"])
    return values.get("start_volume")


TANK = NetKind(
    domain=FLUID,
    role=Role.STORE,
    entries=store("capacity", "pressure"),
    numbers={"capacity": '"A/(rho*g)"', "start_pressure": "1e4", "start_volume": "0.5"},
    optional=("start_pressure", "start_volume"),
    positive=("capacity",),
    units={"capacity": "m^3/Pa", "start_pressure": "Pa", "start_volume": "m^3", "pressure": "Pa"},
    law=EffortLaw(key="pressure", instead="capacity", of_flow=False),
    start=_start,
    scene="vessels",
)
