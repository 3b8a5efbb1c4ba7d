"""T = ½ I f², I = ρ l/A: the inertia of the liquid in a pipe, and D = ½ R f² where it has a resistance."""

from dalembert._model.bodies.texts import filled
from dalembert._model.nets.domains import FLUID
from dalembert._model.nets.kinds.kind import Entries, Given, NetKind, Role


def _entries(given: Given) -> Entries:
    resistance = given.values.get("resistance")
    return Entries(
        kinetic=filled(
            "1/2*({rho})*({l})/({A})*({f})^2",
            rho=given.values["density"],
            l=given.values["length"],
            A=given.values["area"],
            f=given.flow,
        ),
        dissipation=None if resistance is None else filled("1/2*({R})*({f})^2", R=resistance, f=given.flow),
    )


PIPE = NetKind(
    domain=FLUID,
    role=Role.INERTIA,
    entries=_entries,
    numbers={"length": '"l"', "area": '"A"', "density": '"rho"', "resistance": '"R"', "start_flow": "0"},
    optional=("resistance", "start_flow"),
    units={
        "length": "m",
        "area": "m^2",
        "density": "kg/m^3",
        "resistance": "Pa*s/m^3",
        "start_flow": "m^3/s",
    },
    start_flow="start_flow",
    scene="coils",
)
