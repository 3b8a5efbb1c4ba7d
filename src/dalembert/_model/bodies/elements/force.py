"""δW = F·δr: a force at a point, its components in fixed axes, in axes of its body or in those of the point.

In the last two it turns with the body: a follower force.
"""

from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries
from dalembert._model.bodies.texts import fill
from dalembert._model.bodies.tree_kinematics import plane_rotation

AXES = ("fixed", "body", "point")


def _entries(given: ElementData) -> Entries:
    (frame,) = given.frames
    force, axes = given.vectors["force"], given.words["axes"]
    rotation = plane_rotation(frame.angle) if given.space == 2 else frame.rotation
    turned = frame.body_rotation if axes == "body" else rotation
    if axes != "fixed" and turned.text:
        force = fill("{R}*{F}", R=turned, F=force)
    return Entries(loads={"": {"at": frame.position, "force": force}}, force=force)


FORCE = ElementKind(
    entries=_entries,
    ends="at",
    vectors={"force": '["Fx", "Fy"]'},
    units={"force": "N"},
    words={"axes": AXES},
    scene="arrows",
)
