"""p = p(f): a pump by its curve, the first node above the second; f is what it delivers at the first."""

from dalembert._model.bodies.texts import fill, replace_names
from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    law = replace_names(given.values["pressure"], {"flow": fill("(-({f}))", f=given.flow).text})
    return Entries(law=law)


PUMP = NetKind(
    domain=FLUID,
    role=Role.EFFORT_SOURCE,
    entries=_entries,
    numbers={"pressure": '"p0 - a*flow^2"'},
    units={"pressure": "Pa"},
    by_flow=True,
    scene="pumps",
)
