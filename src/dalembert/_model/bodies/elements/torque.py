"""δW = M·δφ: a torque on a body, in the plane a number; in space in fixed axes, of the body or of a point."""

from dalembert._model.bodies.elements.force import AXES
from dalembert._model.bodies.elements.kind import ElementData, ElementKind, Entries, Mistake
from dalembert._model.bodies.texts import fill


def _entries(given: ElementData) -> Entries | Mistake:
    (frame,) = given.frames
    torque, axes = given.vectors["torque"], given.words["axes"]
    if given.space == 3 and not frame.body_rotation.text:
        message = f"the body `{given.bodies[0].name}` does not turn"
        return Mistake("on", message, "put the torque on a body that turns")
    turned = frame.body_rotation if axes == "body" else frame.rotation
    if axes != "fixed" and given.space == 3:
        torque = fill("{R}*{M}", R=turned, M=torque)
    return Entries(loads={"": {"on": frame.body_rotation, "torque": torque}}, torque=torque)


TORQUE = ElementKind(
    entries=_entries,
    ends="on",
    vectors={"torque": '"M"'},
    turning=("torque",),
    units={"torque": "N m"},
    words={"axes": AXES},
    scene="turns",
)
