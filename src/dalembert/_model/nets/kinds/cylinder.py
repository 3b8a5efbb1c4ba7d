"""v = A x, F = p A: a hydraulic cylinder, between its port and ground, that pushes a joint along."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    return Entries(displacement=fill("({A})*({x})", A=given.values["area"], x=given.moved))


CYLINDER = NetKind(
    domain=FLUID,
    role=Role.DEPENDENT,
    entries=_entries,
    numbers={"area": '"A"'},
    positive=("area",),
    units={"area": "m^2"},
    drives="m",
    coefficient="area",
    scene="actuators",
)
