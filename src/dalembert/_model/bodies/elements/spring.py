"""V = ½ k (|r₂ − r₁| − l)²: a spring of stiffness k and unstretched length l; or by the law `force`."""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.elements.laws import LINE, PULLS, along, by_force, force_entries, line_of, pulls
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
        return force_entries(given, law, definitions, became=PULLS)
    force, acts_at = along(given, law)
    potential = fill("1/2*({k})*{s}^2", k=given.values["stiffness"], s=stretch)
    return Entries(definitions=definitions, potential=potential, force=force, place=acts_at)


SPRING = ElementKind(
    entries=_entries,
    numbers={"stiffness": '"k"', "length": '"l0"'},
    units={"stiffness": "N/m", "length": "m"},
    law=("force", "stiffness", LINE),
    law_needs={"stretch": "length"},
    slides=True,
    scene="springs",
)
