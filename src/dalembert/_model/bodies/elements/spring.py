"""V = ½ k (|r₂ − r₁| − l)²: a spring of stiffness k and unstretched length l; or by the law `force`.

A stiffness that reads its own stretch gives V = ∫ k s ds, and a law F(stretch) V = ∫ F ds.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.elements.laws import (
    LINE,
    PULLS,
    STORES,
    by_force,
    force_entries,
    line_of,
    own_energy,
    pulls,
    spring_entries,
)
from dalembert._model.bodies.texts import fill, member_name


def _entries(given: ElementData) -> Entries:
    distance, stretch = member_name(given.name, "distance"), member_name(given.name, "stretch")
    definitions = {"distance": line_of(given)}
    if "length" in given.values:
        definitions["stretch"] = fill("{d} - ({l})", d=distance, l=given.values["length"])
    if "force" in given.values:
        return by_force(given, definitions)
    law = fill("-({k})*{s}", k=given.values["stiffness"], s=stretch)
    if pulls(given, "stiffness", "length"):
        energy = own_energy(given, fill("({k})*{s}", k=given.values["stiffness"], s=stretch), "length")
        if energy is not None:
            return spring_entries(given, law, definitions, energy, STORES)
        return force_entries(given, law, definitions, became=PULLS)
    potential = fill("1/2*({k})*{s}^2", k=given.values["stiffness"], s=stretch)
    return spring_entries(given, law, definitions, potential)


SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "length": '"l0"'},
    units={"stiffness": "N/m", "length": "m"},
    law=("force", "stiffness", LINE),
    law_needs={"stretch": "length"},
    slides=True,
    scene="springs",
)
