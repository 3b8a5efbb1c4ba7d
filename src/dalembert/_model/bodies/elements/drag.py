"""F = −½ ρ c A |v − w| (v − w): the drag of a body of cross-section A in a wind w, at one of its points."""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.texts import fill


def _entries(given: ElementData) -> Entries:
    (frame,) = given.frames
    speed = f"{given.name}.airspeed"
    velocity = given.velocities[0]
    if "wind" in given.vectors:
        velocity = fill("{v} - {w}", v=velocity, w=given.vectors["wind"])
    parts = {"rho": given.values["density"], "c": given.values["coefficient"], "A": given.values["area"]}
    force = fill("-1/2*({rho})*({c})*({A})*norm({v})*{v}", v=speed, **parts)
    return Entries(
        definitions={"airspeed": velocity}, loads={"": {"at": frame.position, "force": force}}, force=force
    )


DRAG = ElementKind(
    entries=_entries,
    ends="at",
    numbers={"density": '"rho"', "coefficient": "0.47", "area": '"A"'},
    units={"density": "kg/m^3", "coefficient": "1", "area": "m^2", "wind": "m/s"},
    vectors={"wind": '["w", 0]'},
    optional=("wind",),
    not_negative=("density", "coefficient", "area"),
    moves=True,
    scene="arrows",
)
