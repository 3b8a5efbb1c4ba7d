"""p = ½ ρ f √(f² + f₀²)/(C_d A)²: turbulent flow through an opening, laminar where it is slow.

Far above the transition f₀ this is Bernoulli's ½ ρ (f/(C_d A))²; below it the pressure is proportional to the
flow, so that the flow follows from the pressure at zero, too. With P = 2 p (C_d A)²/ρ it is

    f = P √(2/(f₀² + √(f₀⁴ + 4 P²)))
"""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData

NUMBERS = {"area": '"A"', "density": '"rho"', "discharge": "0.62", "transition": "1e-6"}
UNITS = {"area": "m^2", "density": "kg/m^3", "discharge": "1", "transition": "m^3/s", "opening": "1"}


def through_opening(given: NetElementData) -> Entries:
    """The law of an orifice, or of a valve by its opening between 0 and 1."""
    area = fill("({C})*({A})", C=given.values["discharge"], A=given.values["area"])
    if "opening" in given.values:
        area = fill("{A}*({u})", A=area, u=given.values["opening"])
    parts = {"rho": given.values["density"], "f0": given.values["transition"], "A": area}
    squared = fill("(2*{p}*({A})^2/({rho}))", p=given.effort, **parts)
    return Entries(
        law=fill("1/2*({rho})*({f})*sqrt(({f})^2 + ({f0})^2)/({A})^2", f=given.flow, **parts),
        inverse=fill("{P}*sqrt(2/(({f0})^2 + sqrt(({f0})^4 + 4*{P}^2)))", P=squared, **parts),
    )
