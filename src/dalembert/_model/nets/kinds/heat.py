"""Conduction and convection of heat, and the entropy that heat carries."""

from dalembert._model.bodies.texts import filled
from dalembert._model.nets.kinds.kind import Entries, NetElementData


def conducting(given: NetElementData) -> Entries:
    """A difference of temperature for a flow of heat: R Q̇ or Q̇/(h A), with Q̇ = T₀ Ṡ."""
    values = given.values
    resistance = (
        values["resistance"]
        if "resistance" in values
        else filled("1/(({h})*({A}))", h=values["coefficient"], A=values["area"])
    )
    own = {"T": given.surroundings, "R": resistance, "S": given.flow}
    return Entries(
        dissipation=filled("1/2*({T})*({R})*({S})^2", **own), drop=filled("({T})*({R})*({S})", **own)
    )


def heating(given: NetElementData) -> Entries:
    """A flow of heat, as the flow of entropy Q̇/T₀."""
    return Entries(flow=filled("({Q})/({T})", Q=given.values["heat_flow"], T=given.surroundings))
