"""p = ½ ρ (f/(C_d A u))²: a valve, open by a share u between 0 and 1."""

from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import NetKind, Role
from dalembert._model.nets.kinds.turbulent import NUMBERS, UNITS, through_opening

VALVE = NetKind(
    domain=FLUID,
    role=Role.RESISTANCE,
    entries=through_opening,
    numbers=NUMBERS | {"opening": '"u"'},
    positive=("area", "density", "discharge", "transition"),
    units=UNITS,
    scene="valves",
)
