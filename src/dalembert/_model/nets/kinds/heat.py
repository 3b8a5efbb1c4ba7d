"""Conduction and convection of heat, and the entropy that heat carries."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData


def heat_resistance(given: NetElementData) -> Entries:
    """The temperature difference of a heat flow: R Q̇ or Q̇/(h A), with Q̇ = T₀ Ṡ."""
    values = given.values
    resistance = (
        values["resistance"]
        if "resistance" in values
        else fill("1/(({h})*({A}))", h=values["coefficient"], A=values["area"])
    )
    symbols = {"T": given.surroundings, "R": resistance, "S": given.flow}
    return Entries(
        dissipation=fill("1/2*({T})*({R})*({S})^2", **symbols), drop=fill("({T})*({R})*({S})", **symbols)
    )


def heat_source(given: NetElementData) -> Entries:
    """A flow of heat, as the flow of entropy Q̇/T₀."""
    return Entries(flow=fill("({Q})/({T})", Q=given.values["heat_flow"], T=given.surroundings))
