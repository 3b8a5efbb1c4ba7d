"""V = ½ k (φ₂ − φ₁ − φ₀)²: a torsion spring between two bodies in the plane, at rest at the angle φ₀."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    first, second = given.frames
    turn = filled("({b}) - ({a}) - ({rest})", a=first.angle, b=second.angle, rest=given.values["angle"])
    return Entries(
        definitions={"twist": turn},
        potential=filled("1/2*({k})*{name}.twist^2", k=given.values["stiffness"], name=given.name),
        torque=filled("-({k})*{name}.twist", k=given.values["stiffness"], name=given.name),
    )


TORSION_SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "angle": "0"},
    units={"stiffness": "N m/rad", "angle": "rad"},
    spaces=(2,),
)
