"""p V = m R T: the gas in a volume, between its node and ground; it pushes its walls with p − p₀."""

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text
from dalembert._model.nets.domains import GAS
from dalembert._model.nets.gas import gas_store, mass_at, pressure_of
from dalembert._model.nets.kinds.gas_pressure import absolute
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    volume = given.values["volume"]
    pressure = pressure_of(given.displacement, volume, given.values)
    return Entries(store=gas_store(given.displacement, volume, given.values), shown=pressure)


def _start(values: Mapping[str, Text]) -> Text | None:
    if "start_pressure" in values:
        return mass_at(values["start_pressure"], values["volume"], values)
    return values.get("start_mass")


GAS_VOLUME = NetKind(
    domain=GAS,
    role=Role.STORE,
    entries=_entries,
    numbers={"volume": '"V0 + A*x"', "start_pressure": "101325", "start_mass": "1e-3"},
    optional=("start_pressure", "start_mass"),
    positive=("volume", "start_mass"),
    conditions=absolute("start_pressure"),
    units={"volume": "m^3", "start_pressure": "Pa", "start_mass": "kg"},
    start=_start,
    filled=("start_pressure", "start_mass"),
    medium="gas",
    to_ground=True,
    scene="vessels",
)
