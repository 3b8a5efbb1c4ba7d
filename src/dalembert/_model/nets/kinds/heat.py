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
    return Entries(resistance=fill("({T})*({R})", T=values["surroundings.temperature"], R=resistance))


def heat_source(given: NetElementData) -> Entries:
    """A flow of heat, as the flow of entropy Q̇/T₀."""
    values = given.values
    return Entries(flow=fill("({Q})/({T})", Q=values["heat_flow"], T=values["surroundings.temperature"]))
