"""D = ½ c φ'²: a torsion damper between two bodies in the plane, or in a joint, where φ is its angle.

In space it needs a joint with one angle: named, or the one between its bodies.
Instead of a number there may be the law `torque`.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.elements.laws import BRAKES, TURN, about, brakes, by_torque, torque_entries
from dalembert._model.bodies.texts import fill, member_name


def _entries(given: ElementData) -> Entries:
    twist = member_name(given.name, "twist")
    definitions = {"twist": given.twist}
    if "torque" in given.values:
        return by_torque(given, definitions)
    torque = fill("-({c})*{t}'", c=given.values["damping"], t=twist)
    if brakes(given, "damping"):
        return torque_entries(given, torque, definitions, became=BRAKES)
    return Entries(
        definitions=definitions,
        dissipation=fill("1/2*({c})*{t}'^2", c=given.values["damping"], t=twist),
        torque=about(given, torque),
        loss=fill("({c})*{t}'^2", c=given.values["damping"], t=twist),
    )


TORSION_DAMPER = ElementKind(
    entries=_entries,
    numbers={"damping": '"c"'},
    units={"damping": "N m s/rad"},
    law=("torque", "damping", TURN),
    turns=True,
    heats=True,
    scene="turns",
)
