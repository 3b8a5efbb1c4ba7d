"""e = R T ln(p/p₀): a source of gas at the absolute pressure p, between its node and ground."""

from dalembert._model.nets.domains import GAS
from dalembert._model.nets.gas import exergy_at
from dalembert._model.nets.kinds.gas_pressure import absolute
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    pressure = given.values["pressure"]
    return Entries(law=exergy_at(pressure, given.values), shown=pressure)


GAS_PRESSURE_SOURCE = NetKind(
    domain=GAS,
    role=Role.EFFORT_SOURCE,
    entries=_entries,
    numbers={"pressure": "6e5"},
    conditions=absolute("pressure"),
    units={"pressure": "Pa"},
    medium="gas",
    to_ground=True,
    scene="pumps",
)
