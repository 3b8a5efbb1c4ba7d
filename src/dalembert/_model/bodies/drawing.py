"""A scene for bodies, joints and elements where the user gives none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from dalembert._model.bodies.element_drawing import ElementDrawing
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.joint_drawing import GUIDED, JointDrawing
from dalembert._model.bodies.joints.kind import EVERYWHERE
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, End, System
from dalembert._model.bodies.solids import solid_of
from dalembert._model.bodies.texts import Text, canonical, fill, with_suffix
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    is_name,
    plane_rotation,
    vector_text,
    zeros,
)
from dalembert._model.bodies.wheel_drawing import WheelDrawing

FEW = 60  # the most bodies whose joints are drawn
HUES = 6  # the colours of bodies, used in turn
CLAMP = 0.12  # half the length of the line of a clamp, relative to the distance to the next point of the body


class Drawing:
    """Collects points and shapes; the positions of points are definitions of the model."""

    def __init__(self, system: System, kinematics: Kinematics, actions: Sequence[Action] = ()) -> None:
        self.system = system
        self.actions = actions  # of elements on bodies
        self.kinematics = kinematics
        self.labels = _labels(system)
        self.points: dict[str, list[str]] = {}
        self.places: dict[str, str] = {}  # the names of points by the definitions of their positions
        self.shapes: dict[str, list[Any]] = {}
        self.tied: dict[str, dict[End, None]] = {}  # frames of joints and elements, in order
        self.wheels = _wheels(system)
        self.taken: set[str] = set()  # points that have another drawing
        self.geared: set[str] = set()  # bodies in space that are wheels of gears and belts
        for end in _ends(system):
            self.tied.setdefault(end.body, {})[end] = None

    def scene(self) -> dict[str, Any]:
        """The whole scene."""
        few = len(self.system.bodies) <= FEW
        self.taken = self._points_of_blocks() if few else set()
        self.geared = self._wheels_of_gears() if few and self.system.space == 3 else set()
        grounded = list(_supports(self.system) if few else self.tied.get(GROUND, ()))
        for number, body in enumerate(self.system.bodies.values()):
            names = list(dict.fromkeys(self._point(end) for end in self.tied.get(body.name, ())))
            if body.name == GROUND:
                clamps = dict(self._clamps()) if few and self.system.space == 2 else {}
                supports = [self._point(end) for end in grounded if end not in clamps]
                self._add("ground", [*dict.fromkeys(supports), *clamps.values()])
            elif self.system.space == 2:
                self._in_plane(body, names)
            else:
                self._in_space(body, names, str(number % HUES))
        elements = ElementDrawing(self.system, self.kinematics, self.points, self._point, self.actions)
        for section, part in elements.parts():
            self._add(section, [part])
        if few:
            for section, part in JointDrawing(self.system, self.kinematics, self._point).parts():
                self._add(section, [part])
        view = {"up": "z"} if self.system.space == 3 else {}
        return {"points": self.points, **self.shapes, **({"view": view} if view else {})}

    def _clamps(self) -> Iterator[tuple[End, list[str]]]:
        """Hatched lines across the bodies that are welded to the ground, at the points of the welds."""
        for joint in self.system.joints:
            ends = {end.body == GROUND: end for end in joint.ends}
            if joint.kind != "weld" or len(ends) < 2:
                continue
            support, body = self._point(ends[True]), self.system.bodies[ends[False].body]
            others = (self._point(end) for end in self.tied[body.name] if end != ends[False])
            other = next(others, None)
            if other is None and not all(one.is_zero for one in body.centre):
                other = self._centre(body)
            if other is None or self.points[other] == self.points[support]:
                continue
            (x, y), (to_x, to_y) = self.points[support], self.points[other]
            names = [f"_{with_suffix(joint.name, side)}" for side in ("left", "right")]
            for name, sign in zip(names, "-+", strict=True):
                back = "+" if sign == "-" else "-"
                self.points[name] = [
                    f"({x}) {sign} {CLAMP}*(({to_y}) - ({y}))",
                    f"({y}) {back} {CLAMP}*(({to_x}) - ({x}))",
                ]
            yield ends[True], names

    def _in_plane(self, body: Body, names: list[str]) -> None:
        kind, sizes = body.shape if body.shape is not None else self.wheels.get(body.name, ("", ()))
        if kind == "rod" and len(names) < 2:
            self._add("links", [[self._along(body, sign) for sign in ("-", "")]])
        elif len(names) == 3:
            self._add("links", [{"points": names, "closed": True}])
        elif len(names) > 1:
            self._add("links", [names])
        if kind == "rod":
            return
        centre = self._centre(body)
        if len(names) == 1 and centre != names[0]:
            self._add("links", [[names[0], centre]])
        angle = self.kinematics.poses[body.name].angle.text
        if kind in ("disc", "cylinder", "sphere", "tube"):
            self._add("wheels", [{"at": centre, "radius": sizes[0].text, "angle": angle}])
        elif kind in ("plate", "box"):
            block = {"at": centre, "width": sizes[0].text, "height": sizes[1].text, "angle": angle}
            self._add("masses", [block])
        elif not body.mass.is_zero and centre not in self.taken:
            self._add("masses", [centre])

    def _points_of_blocks(self) -> set[str]:
        """The points at which blocks of sliders are drawn, or wheels that joints turn."""
        turning = {
            end.point
            for joint in self.system.joints
            if joint.kind in ("gear", "belt", "rack")
            for end in joint.ends
        }
        drawn = (one for one in self.system.joints if one.kind == "slider" or one.name in turning)
        return {self._point(joint.ends[1]) for joint in drawn}

    def _wheels_of_gears(self) -> set[str]:
        joints = {joint.name: joint for joint in self.system.joints}
        wheels = WheelDrawing(self.system, self.kinematics, self._point)
        couplings = (one for one in self.system.joints if one.kind in ("gear", "belt"))
        return {body for joint in couplings for body, _ in wheels.radii(joint, joints)}

    def _in_space(self, body: Body, names: list[str], colour: str) -> None:
        """A solid, with bars to its joints; bars alone where only the points of a body are known."""
        if body.mesh is not None and body.mesh.file:
            x, y = self._way(body, 0), self._way(body, 1)
            entry = {"file": body.mesh.file, "unit": body.mesh.unit, "x": x, "y": y, "colour": colour}
            self._add("meshes", [{"at": self._origin(body), **entry}])
            return
        if body.shape is None and body.name in self.wheels:
            body = replace(body, shape=self.wheels[body.name])
        kind = body.shape[0] if body.shape is not None else ""
        if not kind and body.name in self.geared:
            return  # drawn as the wheel of a gear
        if kind in ("rod", "beam") and len(names) < 2:
            names = [self._along(body, sign) for sign in ("-", "")]
        if kind in ("rod", "beam") or (not kind and len(names) > 1):
            self._add("links", [{"points": [names[0], other], "colour": colour} for other in names[1:]])
            return
        centre = self._centre(body)
        others = {"tied": others_of} if (others_of := [name for name in names if name != centre]) else {}
        solid = solid_of(body, lambda i: self._way(body, i))
        if kind == "cone":
            ends = [self._beside(body, centre, share) for share in ("-1/4", "3/4")]
            radius = body.shape[1][0].text if body.shape is not None else ""
            self._add("cones", [{"points": ends, "radius": radius, "colour": colour, **others}])
        elif solid is not None:
            self._add(solid[0], [{"at": centre, **solid[1], "colour": colour, **others}])
        elif not body.mass.is_zero:
            self._add("masses", [centre])
            self._add(
                "links", [{"points": [name, centre], "colour": colour} for name in others.get("tied", ())]
            )

    def _way(self, body: Body, i: int) -> list[str]:
        """An axis of a body in fixed axes."""
        rotation = self.kinematics.poses[body.name].rotation.text
        if not rotation:
            return ["1" if k == i else "0" for k in range(3)]
        return [canonical(f"{rotation}[{k},{i + 1}]") for k in (1, 2, 3)]

    def _beside(self, body: Body, centre: str, share: str) -> str:
        """A point on the z axis of a cone, at a fraction of its height from its mass centre."""
        height = body.shape[1][1].text if body.shape is not None else "0"
        name = "_" + with_suffix(body.name, "base" if share.startswith("-") else "tip")
        self.points[name] = [
            f"{at} + ({share})*({height})*{way}"
            for at, way in zip(self.points[centre], self._way(body, 2), strict=True)
        ]
        return name

    def _centre(self, body: Body) -> str:
        """The point of the mass centre; the origin where they coincide and it is drawn anyway."""
        origin = End(body=body.name)
        if all(one.is_zero for one in body.centre) and origin in self.tied.get(body.name, {}):
            return self._point(origin)
        return self._point_at(body.name, self.kinematics.centre(body))

    def _along(self, body: Body, sign: str) -> str:
        """An end of a rod, which lies along x about its mass centre."""
        pose = self.kinematics.poses[body.name]
        sizes = body.shape[1] if body.shape is not None else ()
        half = fill(f"{sign}({{l}})/2", l=sizes[0])
        offset = vector_text((half, *(Text("0"),) * (self.system.space - 1)))
        if self.system.space == 2:
            turned = fill("{R}*{v}", R=plane_rotation(pose.angle), v=offset)
        else:
            turned = apply_rotation(pose.rotation, offset)
        name = f"{body.name}.end{1 if sign else 2}"
        centre = self.kinematics.centre(body)
        text = fill("{c} + {v}", c=centre, v=turned)
        self.kinematics.definitions.setdefault(name, (text, body.path))
        return self._point_at(with_suffix(body.name, f"end{1 if sign else 2}"), Text(name))

    def _point(self, end: End) -> str:
        body = self.system.bodies[end.body]
        label = self.labels[end]
        if label in self.points:
            return label
        if end.body == GROUND:
            self.points[label] = [one.text for one in body.point(end.point).at]
            return label
        return self._point_at(label, self._position(end))

    def _origin(self, body: Body) -> str:
        """The point of the origin of a body, without a label unless something acts there."""
        end = End(body=body.name)
        if end in self.labels:
            return self._point(end)
        return self._point_at(f"_{with_suffix(body.name, 'origin')}", self._position(end))

    def _position(self, end: End) -> Text:
        """The name of the definition of a position."""
        position = self.kinematics.frame(end).position
        if is_name(position):
            return position
        name = f"{end.body}.{end.point or 'origin'}"
        there = position if position.text else zeros(self.system.space)
        self.kinematics.definitions.setdefault(name, (there, self.system.bodies[end.body].path))
        return Text(name)

    def _point_at(self, label: str, position: Text) -> str:
        """The point of the scene at the position of a definition, one for each position."""
        at = [canonical(f"{position.text}[{i + 1}]") for i in range(self.system.space)]
        known = self.places.setdefault(position.text, label)
        self.points[known] = at
        return known

    def _add(self, key: str, shapes: Iterable[Any]) -> None:
        self.shapes.setdefault(key, []).extend(shapes)


def _wheels(system: System) -> dict[str, tuple[str, tuple[Text, ...]]]:
    """Discs about the mass centres of bodies without a shape that roll, touch, or are rolled on."""
    wheels: dict[str, tuple[str, tuple[Text, ...]]] = {}
    for joint in system.joints:
        for end, key in zip(joint.ends, ("on", "radius"), strict=False):
            if joint.kind != "rolling" or key not in joint.values or end.point:
                continue
            if all(one.is_zero for one in system.bodies[end.body].centre):
                wheels[end.body] = ("disc", (joint.values[key],))
    for element in system.elements:
        for end, key in zip(element.ends, ("on", "radius"), strict=False):
            if element.kind != "contact" or key not in element.values or end.point:
                continue
            body = system.bodies[end.body]
            if body.shape is None and all(one.is_zero for one in body.centre):
                wheels[end.body] = ("disc" if system.space == 2 else "sphere", (element.values[key],))
    return wheels


def _labels(system: System) -> dict[End, str]:
    """The labels of points in the drawing: of joints, else of points, with the body where needed."""
    labels: dict[End, str] = {}
    taken = {GROUND}
    for joint in system.joints:
        if joint.kind in OF_COORDINATES:
            continue
        first, second = joint.ends
        taken.add(labels.setdefault(first, f"_{joint.name}" if joint.kind == "weld" else joint.name))
        together = joint.kind in KINDS and EVERYWHERE in KINDS[joint.kind].conditions.get(system.space, ())
        base = second.point or second.body
        named = base if base not in taken else with_suffix(joint.name, "2")
        taken.add(labels.setdefault(second, labels[first] if together else named))
    taken = set(labels.values())
    elements = (end for element in system.elements for end in element.ends)
    points = (End(body=body.name, point=name) for body in system.bodies.values() for name in body.points)
    for end in (*elements, *points):
        base = end.point or end.body
        label = base if base not in taken else with_suffix(end.body, end.point or "origin")
        taken.add(labels.setdefault(end, label))
    return labels


def _ends(system: System) -> Iterator[End]:
    """The frames of joints and elements, and all points of moving bodies."""
    for joint in system.joints:
        if joint.kind not in OF_COORDINATES:
            yield from joint.ends
    for element in system.elements:
        if ELEMENTS[element.kind].ends != "on":
            yield from element.ends
    for body in system.bodies.values():
        if body.name != GROUND:
            yield from (End(body=body.name, point=name) for name in body.points)


def _supports(system: System) -> Iterator[End]:
    """The points of the ground that support something, without the origins of guides, roads and curves."""
    for joint in system.joints:
        if joint.kind not in (*OF_COORDINATES, *GUIDED, "free", "rolling", "point_on_curve", "planar"):
            yield from (end for end in joint.ends if end.body == GROUND)
    for element in system.elements:
        if ELEMENTS[element.kind].ends != "on":
            yield from (end for end in element.ends if end.body == GROUND)
