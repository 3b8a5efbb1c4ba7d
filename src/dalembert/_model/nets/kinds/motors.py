"""Lossless conversion of current to torque or force, and of motion to voltage: k i and k ω."""

from dalembert._model.bodies.texts import fill
from dalembert._model.nets.kinds.kind import Entries, NetElementData


def motor_winding(given: NetElementData) -> Entries:
    """A winding with resistance, inductance and a back-emf proportional to the speed."""
    constant, current = given.values["constant"], given.flow
    resistance, inductance = given.values["resistance"], given.values.get("inductance")
    speed = fill("{x}'", x=given.moved)
    induced = fill("({k})*{w}", k=constant, w=speed)
    return Entries(
        kinetic=None if inductance is None else fill("1/2*({L})*({i})^2", L=inductance, i=current),
        dissipation=fill("1/2*({R})*({i})^2", R=resistance, i=current),
        law=induced,
        drop=fill("({R})*({i}) + {v}", R=resistance, i=current, v=induced),
        momentum=None if inductance is None else fill("({L})*({i})", L=inductance, i=current),
        action=fill("({k})*({i})", k=constant, i=current),
    )
