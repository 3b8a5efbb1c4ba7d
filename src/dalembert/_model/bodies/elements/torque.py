"""δW = M·δφ: a torque on a body, in the plane a number; in space in fixed axes or in axes of the body."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    (frame,) = given.frames
    torque = given.vectors["torque"]
    if given.words["axes"] == "body" and given.space == 3:
        torque = filled("{R}*{M}", R=frame.body_rotation, M=torque)
    return Entries(load={"on": frame.body_rotation, "torque": torque}, torque=torque)


TORQUE = ElementKind(
    entries=_entries,
    ends="on",
    count=1,
    vectors={"torque": '"M"'},
    units={"torque": "N m"},
    words={"axes": ("fixed", "body")},
)
