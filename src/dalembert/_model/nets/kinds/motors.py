"""Lossless conversion of current to torque or force, and of motion to voltage: k i and k ω."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData


def motor_winding(given: NetElementData) -> Entries:
    """A winding with resistance, inductance and a back-emf proportional to the speed."""
    constant, speed = given.values["constant"], fill("{x}'", x=given.moved)
    return Entries(
        resistance=given.values["resistance"],
        inertance=given.values.get("inductance"),
        law=fill("({k})*{w}", k=constant, w=speed),
        action=fill("({k})*({i})", k=constant, i=given.flow),
    )
