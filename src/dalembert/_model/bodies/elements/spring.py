"""V = ½ k (|r₂ − r₁| − l)²: a spring of stiffness k and unstretched length l; or by the law `force`."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.elements.laws import LINE, along, by_force, line_of
from dalembert._model.bodies.texts import filled, owned


def _entries(given: Given) -> Entries:
    distance, stretch = owned(given.name, "distance"), owned(given.name, "stretch")
    definitions = {"distance": line_of(given)}
    if "length" in given.values:
        definitions["stretch"] = filled("{d} - ({l})", d=distance, l=given.values["length"])
    if "force" in given.values:
        return by_force(given, definitions)
    law = filled("-({k})*{s}", k=given.values["stiffness"], s=stretch)
    force, place = along(given, law)
    potential = filled("1/2*({k})*{s}^2", k=given.values["stiffness"], s=stretch)
    return Entries(definitions=definitions, potential=potential, force=force, place=place)


SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "length": '"l0"'},
    units={"stiffness": "N/m", "length": "m"},
    law=("force", "stiffness", LINE),
    law_needs={"stretch": "length"},
    slides=True,
    scene="springs",
)
