"""D = ½ T₀ R Ṡ²: a wall that conducts heat with R kelvin a watt, T₀ R Ṡ = R Q̇ across it."""

from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.heat import heat_resistance
from dalembert._model.nets.kinds.kind import NetKind, Role

THERMAL_RESISTOR = NetKind(
    domain=THERMAL,
    role=Role.RESISTANCE,
    entries=heat_resistance,
    numbers={"resistance": '"R"'},
    positive=("resistance",),
    units={"resistance": "K/W"},
    medium="surroundings",
    scene="resistors",
)
