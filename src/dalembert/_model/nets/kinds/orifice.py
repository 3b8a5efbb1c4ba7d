"""p = ½ ρ (f/(C_d A))²: a sharp-edged orifice; slower than the transition, laminar."""

from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.turbulent import NUMBERS, UNITS, through_opening

ORIFICE = NetKind(
    domain=FLUID,
    role=Role.RESISTANCE,
    entries=through_opening,
    numbers=NUMBERS,
    positive=("area", "density", "discharge", "transition"),
    units=UNITS,
    scene="orifices",
)
