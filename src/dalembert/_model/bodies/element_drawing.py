"""Elements in a scene: springs, dampers and ropes between points, bushings, and planes that bodies touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.kinematics import Kinematics, basis, plane_rotation, vector_text
from dalembert._model.bodies.records import Element, End, System
from dalembert._model.bodies.texts import filled

Part = tuple[str, Any]  # the section of a scene, and an entry
LINES = ("springs", "dampers", "wires")


class ElementDrawing:
    """What elements add to a scene, besides the bodies that they act on."""

    def __init__(self, system: System, kinematics: Kinematics, point: Callable[[End], str]) -> None:
        self.system = system
        self.kinematics = kinematics
        self.point = point

    def parts(self) -> Iterator[Part]:
        """All that is drawn for elements."""
        for element in self.system.elements:
            section = ELEMENTS[element.kind].scene
            if section in LINES and element.ends:
                yield section, [self.point(end) for end in element.ends]
            elif section == "roads" and self.system.space == 2 and "on" not in element.values:
                yield section, self._road(element)

    def _road(self, element: Element) -> dict[str, Any]:
        """The line that something touches, as long as the way along it."""
        first, second = element.ends
        x, y = basis(element.direction)[0]
        along, frame = vector_text((y, filled("-({x})", x=x))), self.kinematics.frame(first)
        turned = along if frame.angle.is_zero else filled("{R}*{v}", R=plane_rotation(frame.angle), v=along)
        axis = [f"({turned.text})[{i + 1}]" for i in range(2)]
        return {"points": [self.point(first), self.point(second)], "axis": axis}
