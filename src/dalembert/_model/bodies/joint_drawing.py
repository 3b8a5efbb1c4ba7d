"""Joints in a scene: axes of pins, guides of sliders, balls, curves, and wheels of gears, belts and racks.

gear    r₁ + r₂ or |r₁ − r₂| is the distance of the axes, and r₂ = |n| r₁: the circles touch
cam     in axes of the cam the follower is at R(−θ) u (d + f(θ)), where its guide along u goes through
        the axis of the cam and begins at the distance d from it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from dalembert._model.bodies.records import GROUND, End, Joint, System
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import (
    Kinematics,
    apply_rotation,
    basis,
    plane_rotation,
    vector_text,
)
from dalembert._model.bodies.wheel_drawing import WheelDrawing

Part = tuple[str, dict[str, Any] | str]  # the section of a scene, and an entry
Named = Callable[[End], str]  # the point of a scene at a frame
GUIDED = ("slider", "cylinder", "screw", "point_on_line")
HINGED = ("pin", "cylinder", "screw")


class JointDrawing:
    """The drawings of joints in a scene."""

    def __init__(self, system: System, kinematics: Kinematics, point: Named) -> None:
        self.system = system
        self.kinematics = kinematics
        self.point = point
        self.joints = {joint.name: joint for joint in system.joints}

    def parts(self) -> Iterator[Part]:
        """All drawings of joints."""
        for joint in self.system.joints:
            match joint.kind:
                case "ball" if self.system.space == 3:
                    yield "masses", self.point(joint.ends[1])
                case "universal":
                    for end, letter in zip(joint.ends, (0, 1), strict=True):
                        yield (
                            "hinges",
                            {"at": self.point(joint.ends[1]), "axis": self._axis(joint, end, letter)},
                        )
                case "weld":
                    yield "welds", self._weld(joint)
                case "point_on_curve" if "curve" in joint.vectors:
                    yield "curves", self._curve(joint)
                case "distance":
                    yield "links", {"points": [self.point(end) for end in joint.ends]}
            yield from self._in_space(joint) if self.system.space == 3 else self._in_plane(joint)
            if joint.kind in GUIDED:
                yield "rails", self._guide(joint)
            if joint.kind in HINGED and self.system.space == 3:
                axis = self._axis(joint, joint.ends[0], 0)
                yield "hinges", {"at": self.point(joint.ends[1]), "axis": axis}

    def _in_plane(self, joint: Joint) -> Iterator[Part]:
        """Drawings of joints and couplings in the plane only: roads, wheels, belts, racks, cams."""
        match joint.kind:
            case "rolling" if "on" not in joint.values:
                yield "roads", self._guide(joint)
            case "belt":
                yield from self._belt(joint)
            case "gear":
                yield from self._gears(joint)
            case "rack":
                yield from self._rack(joint)
            case "cam" if not self.system.by_body:
                yield from self._cam(joint)

    def _in_space(self, joint: Joint) -> Iterator[Part]:
        """Drawings of joints and couplings in space only: threads, crossed guides, wheels."""
        match joint.kind:
            case "screw" if joint.coordinates and not joint.loop and not self.system.by_body:
                yield "curves", self._thread(joint)
            case "planar":
                for letter in (1, 2):
                    axis = self._axis(joint, joint.ends[0], letter)
                    yield "rails", {"points": [self.point(end) for end in joint.ends], "axis": axis}
                yield "hinges", {"at": self.point(joint.ends[1]), "axis": self._axis(joint, joint.ends[0], 0)}
            case "gear" | "belt":
                yield from WheelDrawing(self.system, self.kinematics, self.point).pair(joint, self.joints)
                if joint.kind == "belt":
                    yield from self._belt_in_space(joint)

    def _thread(self, joint: Joint) -> dict[str, Any]:
        """The helix of a screw about its axis, as far as it turns."""
        a, b, c = (vector_text(one).text for one in basis(joint.axis))
        pitch, angle = f"({joint.values['pitch'].text})", joint.coordinates[0]
        text = f"abs({pitch})/4*(cos({angle})*{b} + sin({angle})*{c}) + {pitch}/(2*pi)*{angle}*{a}"
        return self._in_frame(joint, [f"({text})[{i}]" for i in (1, 2, 3)])

    # -- axes ------------------------------------------------------------------------------------

    def _axis(self, joint: Joint, end: End, letter: int) -> list[str]:
        """An axis of a joint in fixed axes, as it moves with one of its frames: 0 is its own."""
        axis, frame = vector_text(basis(joint.axis)[letter]), self.kinematics.frame(end)
        if self.system.space == 3:
            turned = apply_rotation(frame.rotation, axis)
        else:
            turned = axis if frame.angle.is_zero else fill("{R}*{v}", R=plane_rotation(frame.angle), v=axis)
        return [f"({turned.text})[{i + 1}]" for i in range(self.system.space)]

    def _weld(self, joint: Joint) -> dict[str, Any]:
        entry: dict[str, Any] = {"at": self.point(joint.ends[1])}
        angle = self.kinematics.frame(joint.ends[1]).angle
        return entry if self.system.space == 3 or angle.is_zero else entry | {"angle": angle.text}

    def _guide(self, joint: Joint) -> dict[str, Any]:
        first, second = joint.ends
        return {"points": [self.point(first), self.point(second)], "axis": self._axis(joint, first, 0)}

    def _curve(self, joint: Joint) -> dict[str, Any]:
        return self._in_frame(joint, [one.text for one in joint.vectors["curve"]])

    def _in_frame(self, joint: Joint, curve: list[str]) -> dict[str, Any]:
        """A curve of the coordinate of a joint in axes of its first frame."""
        first = joint.ends[0]
        entry: dict[str, Any] = {
            "at": self.point(first),
            "curve": curve,
            "coordinate": joint.coordinates[0],
        }
        frame = self.kinematics.frame(first)
        if self.system.space == 2:
            return entry if frame.angle.is_zero else entry | {"angle": frame.angle.text}
        if frame.rotation.text:
            units = ("[1, 0, 0]", "[0, 1, 0]")
            ways = [apply_rotation(frame.rotation, Text(unit)).text for unit in units]
            entry |= {key: [f"({way})[{i}]" for i in (1, 2, 3)] for key, way in zip("xy", ways, strict=True)}
        return entry

    # -- couplings -------------------------------------------------------------------------------

    def _pin_at(self, joint: Joint, index: int) -> Joint | None:
        """The pin with an index among the coupled joints; None where it is no pin."""
        pin = self.joints[joint.ends[index].point]
        return pin if pin.kind == "pin" else None

    def _wheel(self, pin: Joint, radius: str) -> Part:
        """A wheel about a pin, which turns with its second body."""
        angle = self.kinematics.poses[pin.ends[1].body].angle.text
        return "wheels", {"at": self.point(pin.ends[1]), "radius": radius, "angle": angle}

    def _belt(self, joint: Joint) -> Iterator[Part]:
        pins = [self._pin_at(joint, i) for i in (0, 1)]
        if pins[0] is None or pins[1] is None:
            return
        entry = self._between(joint, [pin for pin in pins if pin is not None])
        yield "belts", entry
        for pin, radius in zip(pins, entry["radii"], strict=True):
            if pin is not None and self.system.bodies[pin.ends[1].body].shape is None:
                yield self._wheel(pin, radius)

    def _belt_in_space(self, joint: Joint) -> Iterator[Part]:
        """A belt about two pins of one body whose axes have equal texts, and so are parallel."""
        pins = [self.joints[end.point] for end in joint.ends]
        ways = [self._axis(pin, pin.ends[0], 0) for pin in pins if pin.kind == "pin"]
        if len(ways) == 2 and ways[0] == ways[1]:
            yield "belts", self._between(joint, pins) | {"axis": ways[0]}

    def _between(self, joint: Joint, pins: list[Joint]) -> dict[str, Any]:
        """The entry of a belt between two pins."""
        radii = [one.text for one in joint.vectors["radii"]]
        crossed = str(int(joint.words["crossed"] == "true"))
        return {"points": [self.point(pin.ends[1]) for pin in pins], "radii": radii, "crossed": crossed}

    def _gears(self, joint: Joint) -> Iterator[Part]:
        first, second = (self._pin_at(joint, i) for i in (0, 1))
        if first is None or second is None:
            return
        places = [self.kinematics.frame(pin.ends[1]).position.text or "[0, 0]" for pin in (first, second)]
        if places[0] == places[1]:
            return
        apart, ratio = f"norm({places[0]} - ({places[1]}))", f"({joint.values['ratio'].text})"
        radius = f"{apart}/abs(1 - {ratio})"
        for pin, size in ((first, radius), (second, f"abs({ratio})*{radius}")):
            if self.system.bodies[pin.ends[1].body].shape is None:
                yield self._wheel(pin, size)

    def _rack(self, joint: Joint) -> Iterator[Part]:
        pinion, slide = self._pin_at(joint, 0), self.joints[joint.ends[1].point]
        if pinion is None or slide.kind != "slider":
            return
        radius = joint.values["radius"].text
        points = [self.point(pinion.ends[1]), self.point(slide.ends[1])]
        yield "racks", {"points": points, "radius": radius, "axis": self._axis(slide, slide.ends[0], 0)}
        if self.system.bodies[pinion.ends[1].body].shape is None:
            yield self._wheel(pinion, radius)

    def _cam(self, joint: Joint) -> Iterator[Part]:
        """The profile of a cam, where the guide of the follower passes through its axis."""
        pin, slide = self._pin_at(joint, 0), self.joints[joint.ends[1].point]
        if (
            pin is None
            or slide.kind != "slider"
            or pin.ends[0].body != GROUND
            or slide.ends[0].body != GROUND
        ):
            return
        theta, guide, base = (
            pin.coordinates[0],
            self.kinematics.frame(slide.ends[0]),
            self.kinematics.frame(pin.ends[0]),
        )
        if not guide.angle.is_zero or not base.angle.is_zero:
            return
        u = vector_text(basis(slide.axis)[0]).text
        apart = f"({guide.position.text or '[0, 0]'} - ({base.position.text or '[0, 0]'}))"
        reach = f"(dot({u}, {apart}) + {joint.values['profile'].text})"
        along = f"{plane_rotation(Text(f'(-{theta})')).text}*{u}"
        angle = self.kinematics.poses[pin.ends[1].body].angle.text
        yield (
            "curves",
            {
                "at": self.point(pin.ends[1]),
                "curve": [f"{reach}*({along})[{i}]" for i in (1, 2)],
                "coordinate": theta,
                "angle": angle,
            },
        )
