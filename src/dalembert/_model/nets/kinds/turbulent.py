"""p = ½ ρ f √(f² + f₀²)/(C_d A)²: turbulent flow through an opening, laminar where it is slow.

Far above the transition f₀ this is Bernoulli's ½ ρ (f/(C_d A))²; below it the pressure is proportional to the
flow, so that the flow follows from the pressure at zero, too. With B = C_d A u, v = 2 p/ρ it is

    f = v B |B| √(2/(f₀² + √(f₀⁴ + 4 v² B⁴))),   |B| = √(B² + (ε C_d A)²)

The small ε makes the flow a growing function of the opening u beyond the closed one, too, where a run may
look for the instant at which it closes; it changes the flow by ½ (ε/u)² of itself.
"""

from dalembert._model.bodies.texts import Text, fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData

NUMBERS = {"area": '"A"', "density": '"rho"', "discharge": "0.62", "transition": "1e-6"}
UNITS = {"area": "m^2", "density": "kg/m^3", "discharge": "1", "transition": "m^3/s", "opening": "1"}
CLOSED = "1e-9"  # ε


def through_opening(given: NetElementData) -> Entries:
    """The law of an orifice, or of a valve by its opening between 0 and 1."""
    whole = fill("({C})*({A})", C=given.values["discharge"], A=given.values["area"])
    area = fill("{A}*({u})", A=whole, u=given.values["opening"]) if "opening" in given.values else whole
    parts = {"rho": given.values["density"], "f0": given.values["transition"], "A": area}
    return Entries(
        law=fill("1/2*({rho})*({f})*sqrt(({f})^2 + ({f0})^2)/({A})^2", f=given.flow, **parts),
        inverse=_flow(given.effort, whole, parts),
    )


def _flow(pressure: Text, whole: Text, parts: dict[str, Text]) -> Text:
    """The flow at a pressure."""
    v = fill("(2*{p}/({rho}))", p=pressure, **parts)
    size = fill("sqrt(({A})^2 + ({e}*{whole})^2)", e=CLOSED, whole=whole, **parts)
    slow = fill("sqrt(2/(({f0})^2 + sqrt(({f0})^4 + 4*{v}^2*({A})^4)))", v=v, **parts)
    return fill("{v}*({A})*{size}*{slow}", v=v, size=size, slow=slow, **parts)
