"""F = f(distance, speed), |F| ≤ limit: a force that drives two points apart, or a slider along its axis.

With a lag T it follows its command: F' = (f − F)/T, where |F'| ≤ rate.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.elements.laws import force_entries, limit_effort, line_of
from dalembert._model.bodies.texts import member_name, replace_names


def _entries(given: ElementData) -> Entries | Mistake:
    distance = member_name(given.name, "distance")
    asked = replace_names(given.values["force"], {"distance": distance, "speed": f"{distance}'"})
    limited = limit_effort(given, asked, "N")
    if isinstance(limited, Mistake):
        return limited
    effort, definition, states = limited
    definitions = {"distance": line_of(given)} | ({"effort": definition} if definition.text else {})
    return force_entries(given, effort, definitions, states)


ACTUATOR = ElementKind(
    entries=_entries,
    numbers={"force": '"F"', "limit": "100", "lag": "0.01", "rate": "1000", "start": "0"},
    units={"force": "N", "limit": "N", "lag": "s", "rate": "N/s", "start": "N"},
    optional=("limit", "lag", "rate", "start"),
    names=("distance", "speed"),
    not_negative=("limit", "lag", "rate"),
    slides=True,
    scene="actuators",
)
