"""δW = F·δr: a force at a point, its components in fixed axes or in axes of its body."""

from dalembert._model.bodies.elements.kind import ElementKind, Entries, Given
from dalembert._model.bodies.texts import filled


def _entries(given: Given) -> Entries:
    (frame,) = given.frames
    force = given.vectors["force"]
    if given.words["axes"] == "body":
        force = filled("{R}*{F}", R=frame.body_rotation, F=force)
    return Entries(load={"at": frame.place, "force": force}, force=force)


FORCE = ElementKind(
    entries=_entries,
    ends="at",
    count=1,
    vectors={"force": '["Fx", "Fy"]'},
    units={"force": "N"},
    words={"axes": ("fixed", "body")},
)
