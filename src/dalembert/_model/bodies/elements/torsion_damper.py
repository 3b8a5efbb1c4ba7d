"""D = ½ c (φ₂' − φ₁')²: a torsion damper between two bodies in the plane."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    first, second = given.frames
    return Entries(
        definitions={"twist": filled("({b}) - ({a})", a=first.angle, b=second.angle)},
        dissipation=filled("1/2*({c})*{name}.twist'^2", c=given.values["damping"], name=given.name),
        torque=filled("-({c})*{name}.twist'", c=given.values["damping"], name=given.name),
    )


TORSION_DAMPER = ElementKind(
    entries=_entries, numbers={"damping": '"c"'}, units={"damping": "N m s/rad"}, spaces=(2,)
)
