"""F = −F₀ sign(v) − c v: friction along the line between two points, or in a slider.

Dry friction sticks where less than F₀ suffices. With a `speed` v₀ it is smooth, −F₀ tanh(v/v₀), and creeps.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.elements.laws import force_entries, friction_law, line_of
from dalembert._model.bodies.texts import member_name


def _entries(given: ElementData) -> Entries | Mistake:
    law = friction_law(given, given.values.get("force"), f"{member_name(given.name, 'distance')}'")
    return law if isinstance(law, Mistake) else force_entries(given, law, {"distance": line_of(given)})


FRICTION = ElementKind(
    entries=_entries,
    numbers={"force": '"F0"', "damping": '"c"', "speed": "0.01"},
    units={"force": "N", "damping": "N s/m", "speed": "m/s"},
    optional=("force", "damping", "speed"),
    not_negative=("force", "damping", "speed"),
    slides=True,
    scene="dampers",
)
