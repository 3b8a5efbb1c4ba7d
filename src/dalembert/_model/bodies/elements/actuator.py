"""F = f(distance, speed), |F| ≤ limit: a force that drives two points apart, or a slider along its axis.

With a lag T it follows what is asked for: F' = (f − F)/T, where |F'| ≤ rate.
"""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given, Mistake
from dalembert._model.bodies.elements.laws import limited, line_of, pushing
from dalembert._model.bodies.texts import owned, replaced


def _entries(given: Given) -> Entries | Mistake:
    distance = owned(given.name, "distance")
    asked = replaced(given.values["force"], {"distance": distance, "speed": f"{distance}'"})
    found = limited(given, asked, "N")
    if isinstance(found, Mistake):
        return found
    effort, definition, states = found
    definitions = {"distance": line_of(given)} | ({"effort": definition} if definition.text else {})
    return pushing(given, effort, definitions, states)


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
