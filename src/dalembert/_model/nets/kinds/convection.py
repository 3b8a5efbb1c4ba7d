"""D = ½ T₀ Ṡ²/(h A): heat that passes from a surface to a fluid, Q̇ = h A ΔT."""

from dalembert._model.nets.domains import THERMAL
from dalembert._model.nets.kinds.heat import heat_resistance
from dalembert._model.nets.kinds.kind import NetKind, Role

CONVECTION = NetKind(
    domain=THERMAL,
    role=Role.RESISTANCE,
    entries=heat_resistance,
    numbers={"coefficient": '"h"', "area": '"A"'},
    positive=("coefficient", "area"),
    units={"coefficient": "W/(m^2*K)", "area": "m^2"},
    medium="surroundings",
    scene="resistors",
)
