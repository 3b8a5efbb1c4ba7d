"""F = f(stretch, rate, distance): the law of a spring or a damper, in place of its stiffness or its damping.

The force pulls its ends together where it is positive, F·(−d') is its power; a torque turns them back against
the twist. A law does work on the distance, or the twist, so it is a load on it.
"""

from dalembert._model.bodies.elements.kind import Entries, Given
from dalembert._model.bodies.texts import Text, filled, owned, replaced

LINE = ("stretch", "rate", "distance")
TURN = ("twist", "rate")


def by_force(given: Given, definitions: dict[str, Text], scene: str) -> Entries:
    """The entries of a force along the line between two points."""
    first, second = given.frames
    distance = owned(given.name, "distance")
    names = {"stretch": owned(given.name, "stretch"), "rate": f"{distance}'", "distance": distance}
    force = filled(
        "-({law})*({b} - ({a}))/{d}",
        law=replaced(given.values["force"], names),
        a=first.place,
        b=second.place,
        d=distance,
    )
    apart = filled("{b} - ({a})", a=first.place, b=second.place)
    return Entries(definitions=definitions, load={"at": apart, "force": force}, force=force, scene=scene)


def by_torque(given: Given, definitions: dict[str, Text]) -> Entries:
    """The entries of a torque between two bodies, about the axis of their joint."""
    twist = owned(given.name, "twist")
    law = filled("-({law})", law=replaced(given.values["torque"], {"twist": twist, "rate": f"{twist}'"}))
    turned = Text(f"[[cos({twist}), -sin({twist})], [sin({twist}), cos({twist})]]")
    return Entries(definitions=definitions, load={"on": turned, "torque": law}, torque=about(given, law))


def about(given: Given, torque: Text) -> Text:
    """A torque in fixed axes: about the axis in space, the number in the plane."""
    return filled("({M})*({a})", M=torque, a=given.axis) if given.axis.text else torque
