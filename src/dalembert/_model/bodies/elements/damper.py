"""D = ½ c (d|r₂ − r₁|/dt)²: a damper between two points."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    first, second = given.frames
    return Entries(
        definitions={"distance": filled("norm({b} - ({a}))", a=first.place, b=second.place)},
        dissipation=filled("1/2*({c})*{name}.distance'^2", c=given.values["damping"], name=given.name),
        force=filled(
            "-({c})*{name}.distance'*({b} - ({a}))/{name}.distance",
            c=given.values["damping"],
            name=given.name,
            a=first.place,
            b=second.place,
        ),
        scene="dampers",
    )


DAMPER = ElementKind(entries=_entries, numbers={"damping": '"c"'}, units={"damping": "N s/m"})
