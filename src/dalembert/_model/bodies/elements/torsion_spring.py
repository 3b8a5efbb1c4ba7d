"""V = ½ k (φ − φ₀)²: a torsion spring between two bodies in the plane, or in a joint, where φ is its angle.

In space it needs a joint with one angle: named, or the one between its bodies.
Instead of a number there may be the law `torque`.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.elements.laws import (
    PULLS,
    STORES,
    TURN,
    about,
    by_torque,
    own_energy,
    pulls,
    torque_entries,
)
from dalembert._model.bodies.texts import Text, fill, member_name


def _entries(given: ElementData) -> Entries:
    twist = member_name(given.name, "twist")
    free_angle = given.values.get("angle", Text("0"))
    turn = given.twist if free_angle.is_zero else fill("{q} - ({rest})", q=given.twist, rest=free_angle)
    definitions = {"twist": turn}
    if "torque" in given.values:
        return by_torque(given, definitions)
    torque = fill("-({k})*{t}", k=given.values["stiffness"], t=twist)
    if pulls(given, "stiffness", "angle"):
        energy = own_energy(given, fill("({k})*{t}", k=given.values["stiffness"], t=twist), "angle")
        if energy is not None:
            return Entries(
                definitions=definitions, potential=energy, torque=about(given, torque), became=STORES
            )
        return torque_entries(given, torque, definitions, became=PULLS)
    return Entries(
        definitions=definitions,
        potential=fill("1/2*({k})*{t}^2", k=given.values["stiffness"], t=twist),
        torque=about(given, torque),
    )


TORSION_SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "angle": "0"},
    units={"stiffness": "N m/rad", "angle": "rad"},
    law=("torque", "stiffness", TURN),
    law_needs={"twist": "angle"},
    turns=True,
    scene="spirals",
)
