"""T = ½ I f², I = ρ l/A: the inertia of the liquid in a pipe, and D = ½ R f² where it has a resistance."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import Entries, NetElementData, NetKind, Role


def _entries(given: NetElementData) -> Entries:
    density, length, area = (given.values[key] for key in ("density", "length", "area"))
    return Entries(
        resistance=given.values.get("resistance"),
        inertance=fill("({rho})*({l})/({A})", rho=density, l=length, A=area),
    )


PIPE = NetKind(
    domain=FLUID,
    role=Role.INERTIA,
    entries=_entries,
    numbers={"length": '"l"', "area": '"A"', "density": '"rho"', "resistance": '"R"', "start_flow": "0"},
    optional=("resistance", "start_flow"),
    positive=("length", "area", "density"),
    units={
        "length": "m",
        "area": "m^2",
        "density": "kg/m^3",
        "resistance": "Pa*s/m^3",
        "start_flow": "m^3/s",
    },
    start_flow="start_flow",
    scene="ducts",
)
