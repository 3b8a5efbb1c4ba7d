"""V = ½ T₀ S²/C: a body of heat capacity C, between its node and ground; it is warmer by T₀ S/C."""

from collections.abc import Mapping

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    return Entries(
        capacity=fill("({C})/({T})", C=given.values["capacity"], T=given.values["surroundings.temperature"])
    )


def _start(values: Mapping[str, Text]) -> Text | None:
    if "start_temperature" not in values:
        return None
    symbols = {
        "C": values["capacity"],
        "T": values["start_temperature"],
        "T0": values["surroundings.temperature"],
    }
    return fill("({C})*({T})/({T0})", **symbols)


THERMAL_CAPACITY = NetKind(
    domain=THERMAL,
    role=Role.STORE,
    entries=_entries,
    numbers={"capacity": '"C"', "start_temperature": "20"},
    optional=("start_temperature",),
    positive=("capacity",),
    units={"capacity": "J/K", "start_temperature": "K"},
    start=_start,
    medium="surroundings",
    scene="capacitors",
)
