"""V = ½ k (|r₂ − r₁| − l)²: a spring of stiffness k and unstretched length l between two points."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    first, second = given.frames
    distance = filled("norm({b} - ({a}))", a=first.place, b=second.place)
    stretch = filled("{name}.distance - ({l})", name=given.name, l=given.values["length"])
    return Entries(
        definitions={"distance": distance, "stretch": stretch},
        potential=filled("1/2*({k})*{name}.stretch^2", k=given.values["stiffness"], name=given.name),
        force=filled(
            "-({k})*{name}.stretch*({b} - ({a}))/{name}.distance",
            k=given.values["stiffness"],
            name=given.name,
            a=first.place,
            b=second.place,
        ),
        scene="springs",
    )


SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "length": '"l0"'},
    units={"stiffness": "N/m", "length": "m"},
)
