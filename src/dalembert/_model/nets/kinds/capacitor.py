"""V = ½ q²/C: a capacitor; the voltage across it is q/C, or a law v(q)."""

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.domains import ELECTRICAL
from dalembert._model.nets.kinds.kind import EffortLaw, NetKind, Role
from dalembert._model.nets.kinds.linear_elements import store


def _start(values: Mapping[str, Text]) -> Text | None:
    if "start_voltage" in values and "capacitance" in values:
        return fill("({C})*({v})", C=values["capacitance"], v=values["start_voltage"])
    return values.get("start_charge")


CAPACITOR = NetKind(
    domain=ELECTRICAL,
    role=Role.STORE,
    entries=store("capacitance", "voltage"),
    numbers={"capacitance": '"C"', "start_voltage": "5", "start_charge": "1e-6"},
    optional=("start_voltage", "start_charge"),
    positive=("capacitance",),
    units={"capacitance": "F", "voltage": "V", "start_voltage": "V", "start_charge": "C"},
    law=EffortLaw(key="voltage", instead="capacitance", of_flow=False),
    start=_start,
    scene="capacitors",
)
