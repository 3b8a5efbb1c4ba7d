"""Elements in a scene: lines between points, forces and torques, bushings, and planes that bodies touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.reactions import Action
from dalembert._model.bodies.records import Element, End, System
from dalembert._model.bodies.texts import fill, with_suffix
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    basis,
    plane_rotation,
    vector_text,
)

Part = tuple[str, Any]  # the section of a scene, and an entry
LINES = ("springs", "dampers", "wires", "actuators")
APART = 0.25  # distance of lines with the same ends, relative to their length


class ElementDrawing:
    """The drawings of elements in a scene."""

    def __init__(
        self,
        system: System,
        kinematics: Kinematics,
        points: dict[str, list[str]],
        point: Callable[[End], str],
        actions: Sequence[Action] = (),
    ) -> None:
        self.system = system
        self.kinematics = kinematics
        self.points = points  # of the scene; may be extended
        self.point = point
        self.actions: dict[str, Action] = {}  # of elements at their last ends
        for action in actions:
            self.actions.setdefault(action.element, action)
        self.joints = {joint.name: joint for joint in system.joints}
        self.beside: dict[frozenset[End], list[str]] = {}  # elements with the same ends
        for element in system.elements:
            if ELEMENTS[element.kind].scene in LINES:
                self.beside.setdefault(frozenset(self._ends(element)), []).append(element.name)

    def parts(self) -> Iterator[Part]:
        """All drawings of elements."""
        for element in self.system.elements:
            section = ELEMENTS[element.kind].scene
            if section in LINES:
                yield section, self._line(element)
            elif section == "roads" and "on" not in element.values:
                yield (
                    ("roads", self._road(element))
                    if self.system.space == 2
                    else ("planes", self._plane(element))
                )
            elif section == "arrows":
                yield from self._arrow(element)
            elif section in ("turns", "spirals"):
                yield from self._turn(element, section)
            elif section == "bushings":
                yield section, {"at": self.point(element.ends[-1]), "text": element.name}

    def _ends(self, element: Element) -> tuple[End, ...]:
        return element.ends or self.joints[element.joint].ends

    def _line(self, element: Element) -> list[str]:
        """The points of a line; in the plane lines with the same ends are drawn side by side."""
        ends = self._ends(element)
        names = [self.point(end) for end in ends]
        alike = self.beside[frozenset(ends)]
        if len(alike) == 1 or len(ends) != 2 or self.system.space == 3:
            return names
        shift = APART * (alike.index(element.name) - (len(alike) - 1) / 2)
        (ax, ay), (bx, by) = (self.points[name] for name in names)
        across = (f"{-shift:g}*(({by}) - ({ay}))", f"{shift:g}*(({bx}) - ({ax}))")
        points = []
        for i, at in enumerate(((ax, ay), (bx, by)), 1):
            name = "_" + with_suffix(element.name, str(i))
            self.points[name] = [f"{one} + {way}" for one, way in zip(at, across, strict=True)]
            points.append(name)
        return points

    def _arrow(self, element: Element) -> Iterator[Part]:
        """The force of an element, an arrow where it acts."""
        action = self.actions.get(element.name)
        if action is not None and action.force is not None:
            vector = [f"({action.force.text})[{i + 1}]" for i in range(self.system.space)]
            yield "arrows", {"at": self.point(element.ends[-1]), "vector": vector, "text": element.name}

    def _turn(self, element: Element, section: str) -> Iterator[Part]:
        """The torque of an element, an arc about its axis, or a spiral where it is that of a spring."""
        action = self.actions.get(element.name)
        if action is None or action.torque is None:
            return
        at = self.point(self._ends(element)[-1])
        text = action.torque.text
        if self.system.space == 2:
            axis: dict[str, Any] = {}
            torque = text
        else:
            parts = [f"({text})[{i + 1}]" for i in range(3)]
            axis = {"axis": parts}
            torque = f"sqrt({' + '.join(f'({one})^2' for one in parts)})"
        if section == "turns":
            yield section, {"at": at, "torque": torque, **axis, "text": element.name}
        else:
            yield section, {"at": at, **axis, "text": element.name}

    def _plane(self, element: Element) -> dict[str, Any]:
        """The plane of a contact in space."""
        first, second = element.ends
        normal, frame = vector_text(basis(element.direction)[0]), self.kinematics.frame(first)
        turned = apply_rotation(frame.rotation, normal)
        axis = [f"({turned.text})[{i + 1}]" for i in range(3)]
        return {"points": [self.point(first), self.point(second)], "axis": axis}

    def _road(self, element: Element) -> dict[str, Any]:
        """The line of a contact, as long as the path along it."""
        first, second = element.ends
        x, y = basis(element.direction)[0]
        along, frame = vector_text((y, fill("-({x})", x=x))), self.kinematics.frame(first)
        turned = along if frame.angle.is_zero else fill("{R}*{v}", R=plane_rotation(frame.angle), v=along)
        axis = [f"({turned.text})[{i + 1}]" for i in range(2)]
        return {"points": [self.point(first), self.point(second)], "axis": axis}
