"""A scene for bodies, joints and elements where the user gives none: what is joined is drawn joined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.joints.kind import EVERYWHERE
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.kinematics import (
    Kinematics,
    applied,
    is_name,
    plane_rotation,
    vector_text,
    zeros,
)
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, End, System
from dalembert._model.bodies.texts import Text, canonical, filled, with_suffix

SPRINGS = {"spring": "springs", "damper": "dampers"}


class Drawing:
    """Collects points and shapes; the places of points are definitions of the model."""

    def __init__(self, system: System, kinematics: Kinematics) -> None:
        self.system = system
        self.kinematics = kinematics
        self.labels = _labels(system)
        self.points: dict[str, list[str]] = {}
        self.places: dict[str, str] = {}  # the names of points by the definitions of their places
        self.shapes: dict[str, list[Any]] = {}
        self.tied: dict[str, dict[End, None]] = {}  # frames of bodies that something is tied to, in order
        self.wheels = _wheels(system)
        for end in _ends(system):
            self.tied.setdefault(end.body, {})[end] = None

    def scene(self) -> dict[str, Any]:
        """The scene of everything."""
        for body in self.system.bodies.values():
            names = list(dict.fromkeys(self._point(end) for end in self.tied.get(body.name, ())))
            if body.name == GROUND:
                self._add("ground", names)
            else:
                self._body(body, names)
        for element in self.system.elements:
            if element.kind in SPRINGS:
                self._add(SPRINGS[element.kind], [[self._point(end) for end in element.ends]])
        view = {"up": "z"} if self.system.space == 3 else {}
        return {"points": self.points, **self.shapes, **({"view": view} if view else {})}

    def _body(self, body: Body, names: list[str]) -> None:
        kind, sizes = body.shape if body.shape is not None else self.wheels.get(body.name, ("", ()))
        if kind == "rod" and len(names) < 2:
            self._add("links", [[self._along(body, sign) for sign in ("-", "")]])
        elif len(names) > 1:
            self._add("links", [names])
        if kind == "rod":
            return
        centre = self._named(body.name, self.kinematics.centre(body))
        if kind in ("disc", "cylinder", "sphere", "tube") and self.system.space == 2:
            angle = self.kinematics.poses[body.name].angle
            wheel = {"at": centre, "radius": sizes[0].text, "angle": angle.text}
            self._add("wheels", [wheel])
        elif kind == "disc":
            rotation = self.kinematics.poses[body.name].rotation
            axis = [f"{rotation.text}[{i},3]" for i in (1, 2, 3)] if rotation.text else ["0", "0", "1"]
            self._add("wheels", [{"at": centre, "radius": sizes[0].text, "axis": axis}])
        elif kind in ("plate", "box") and self.system.space == 2:
            angle = self.kinematics.poses[body.name].angle
            block = {"at": centre, "width": sizes[0].text, "height": sizes[1].text, "angle": angle.text}
            self._add("masses", [block])
        else:
            self._add("masses", [centre])

    def _along(self, body: Body, sign: str) -> str:
        """An end of a rod, which lies along x about its mass centre."""
        pose = self.kinematics.poses[body.name]
        sizes = body.shape[1] if body.shape is not None else ()
        half = filled(f"{sign}({{l}})/2", l=sizes[0])
        offset = vector_text((half, *(Text("0"),) * (self.system.space - 1)))
        if self.system.space == 2:
            turned = filled("{R}*{v}", R=plane_rotation(pose.angle), v=offset)
        else:
            turned = applied(pose.rotation, offset)
        name = f"{body.name}.end{1 if sign else 2}"
        centre = self.kinematics.centre(body)
        text = filled("{c} + {v}", c=centre, v=turned)
        self.kinematics.definitions.setdefault(name, (text, body.path))
        return self._named(with_suffix(body.name, f"end{1 if sign else 2}"), Text(name))

    def _point(self, end: End) -> str:
        body = self.system.bodies[end.body]
        label = self.labels[end]
        if label in self.points:
            return label
        if end.body == GROUND:
            at = body.points[end.point].at if end.point else (Text("0"),) * self.system.space
            self.points[label] = [one.text for one in at]
            return label
        place = self.kinematics.frame(end).place
        if not is_name(place):
            name = f"{end.body}.{end.point or 'origin'}"
            there = place if place.text else zeros(self.system.space)
            self.kinematics.definitions.setdefault(name, (there, body.path))
            place = Text(name)
        return self._named(label, place)

    def _named(self, label: str, place: Text) -> str:
        """A point of the scene at the place of a definition; a place has one point only."""
        at = [canonical(f"{place.text}[{i + 1}]") for i in range(self.system.space)]
        known = self.places.setdefault(place.text, label)
        self.points[known] = at
        return known

    def _add(self, key: str, shapes: Iterable[Any]) -> None:
        self.shapes.setdefault(key, []).extend(shapes)


def _wheels(system: System) -> dict[str, tuple[str, tuple[Text, ...]]]:
    """Discs of bodies without a shape that roll, or are rolled on, about their mass centres."""
    found: dict[str, tuple[str, tuple[Text, ...]]] = {}
    for joint in system.joints:
        for end, key in zip(joint.ends, ("on", "radius"), strict=False):
            if joint.kind != "rolling" or key not in joint.values or end.point:
                continue
            if all(one.is_zero for one in system.bodies[end.body].centre):
                found[end.body] = ("disc", (joint.values[key],))
    return found


def _labels(system: System) -> dict[End, str]:
    """The names of points in the drawing: those of joints, else their own, with the body's where needed."""
    found: dict[End, str] = {}
    for joint in system.joints:
        if joint.kind in OF_COORDINATES:
            continue
        first, second = joint.ends
        found.setdefault(first, joint.name)
        together = joint.kind in KINDS and EVERYWHERE in KINDS[joint.kind].conditions.get(system.space, ())
        found.setdefault(second, found[first] if together else with_suffix(joint.name, "2"))
    taken = set(found.values())
    elements = (end for element in system.elements for end in element.ends)
    points = (End(body=body.name, point=name) for body in system.bodies.values() for name in body.points)
    for end in (*elements, *points):
        own = end.point or end.body
        label = own if own not in taken else with_suffix(end.body, end.point or "origin")
        taken.add(found.setdefault(end, label))
    return found


def _ends(system: System) -> Iterator[End]:
    """The frames that joints and elements are tied to, and all points of bodies that move."""
    for joint in system.joints:
        if joint.kind not in OF_COORDINATES:
            yield from joint.ends
    for element in system.elements:
        if ELEMENTS[element.kind].ends != "on":
            yield from element.ends
    for body in system.bodies.values():
        if body.name != GROUND:
            yield from (End(body=body.name, point=name) for name in body.points)
