"""D = ½ c (d|r₂ − r₁|/dt)²: a damper between two points; or by the law `force` of its rate and distance."""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.elements.laws import BRAKES, along, brakes, by_force, force_entries, line_of
from dalembert._model.bodies.texts import fill, member_name


def _entries(given: ElementData) -> Entries:
    distance = member_name(given.name, "distance")
    definitions = {"distance": line_of(given)}
    if "force" in given.values:
        return by_force(given, definitions)
    law = fill("-({c})*{d}'", c=given.values["damping"], d=distance)
    if brakes(given, "damping"):
        return force_entries(given, law, definitions, became=BRAKES)
    force, acts_at = along(given, law)
    dissipation = fill("1/2*({c})*{d}'^2", c=given.values["damping"], d=distance)
    loss = fill("({c})*{d}'^2", c=given.values["damping"], d=distance)
    return Entries(definitions=definitions, dissipation=dissipation, force=force, place=acts_at, loss=loss)


DAMPER = ElementKind(
    entries=_entries,
    numbers={"damping": '"c"'},
    units={"damping": "N s/m"},
    law=("force", "damping", ("rate", "distance")),
    slides=True,
    heats=True,
    scene="dampers",
)
