"""Wheels of gears and belts in space, about pins on one body.

parallel axes       circles of radii that touch: r₁ = e/|1 − n| and r₂ = |n| r₁ at the distance e of the axes
axes that meet      pitch circles of cones with the angles tan δ₁ = sin Σ/(|n| + cos Σ), δ₂ = Σ − δ₁, where
                    Σ is the angle between the axes and |n| = z₂/z₁; r = s tan δ at the distance s from where
                    they meet
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from dalembert._model.bodies.records import End, Joint, System
from dalembert._model.bodies.tree_kinematics import Kinematics, apply_rotation, basis, vector_text

Part = tuple[str, dict[str, Any] | str]
SAME = 1e-9  # squared sine of the angle below which axes are parallel
FLAT = "0.15"  # thickness of a wheel, relative to its radius


class WheelDrawing:
    """Discs for the pins that a gear or a belt couples, where these have no shape of their own."""

    def __init__(self, system: System, kinematics: Kinematics, point: Callable[[End], str]) -> None:
        self.system = system
        self.kinematics = kinematics
        self.point = point

    def pair(self, joint: Joint, joints: Mapping[str, Joint]) -> Iterator[Part]:
        """The wheels of a gear or a belt."""
        pins = {joints[end.point].ends[1].body: joints[end.point] for end in joint.ends}
        for body, radius in self.radii(joint, joints):
            yield "discs", self._disc(pins[body], radius)

    def radii(self, joint: Joint, joints: Mapping[str, Joint]) -> Iterator[tuple[str, str]]:
        """The bodies that are wheels, with their radii; none where their pins are on different bodies."""
        pins = [joints[end.point] for end in joint.ends]
        first = {pin.ends[0].body for pin in pins}
        if any(pin.kind != "pin" for pin in pins) or len(first) > 1:
            return
        radii = (
            [one.text for one in joint.vectors["radii"]] if joint.kind == "belt" else self._radii(joint, pins)
        )
        for pin, radius in zip(pins, radii, strict=False):
            if self.system.bodies[pin.ends[1].body].shape is None:
                yield pin.ends[1].body, radius

    def _disc(self, pin: Joint, radius: str) -> dict[str, Any]:
        entry: dict[str, Any] = {"at": self.point(pin.ends[1]), "radius": f"abs({radius})"}
        frame = self.kinematics.frame(pin.ends[1])
        for key, letter in (("axis", 0), ("x", 1)):
            way = apply_rotation(frame.rotation, vector_text(basis(pin.axis)[letter])).text
            entry[key] = [f"({way})[{i}]" for i in (1, 2, 3)]
        return entry | {"thickness": f"{FLAT}*abs({radius})"}

    def _radii(self, joint: Joint, pins: list[Joint]) -> list[str]:
        """The radii of both wheels, as texts with the angle between the axes, evaluated when drawn."""
        ratio = f"({joint.values['ratio'].text})"
        places = [self.kinematics.frame(pin.ends[1]).position.text or "[0, 0, 0]" for pin in pins]
        apart = f"({places[1]} - ({places[0]}))"
        first, second = (self._way(pin) for pin in pins)
        cosine, sine = f"dot({first}, {second})", f"norm(cross({first}, {second}))"
        across = f"norm({apart} - dot({first}, {apart})*{first})"
        spur = f"{across}/abs(1 - {ratio}*sign({cosine}))"
        # s₁ a₁ − s₂ a₂ = apart, where the axes meet
        below = f"max(({sine})^2, {SAME})"
        reach = (
            f"(dot({first}, {apart}) - {cosine}*dot({second}, {apart}))/{below}",
            f"({cosine}*dot({first}, {apart}) - dot({second}, {apart}))/{below}",
        )
        radii = []
        for radius, teeth, s in zip(
            (spur, f"abs({ratio})*{spur}"), (ratio, f"1/{ratio}"), reach, strict=True
        ):
            bevel = f"abs({s})*tan(atan2({sine}, abs({teeth}) + abs({cosine})))"
            radii.append(f"if(({sine})^2 < {SAME}, {radius}, {bevel})")
        return radii

    def _way(self, pin: Joint) -> str:
        """The axis of a pin in fixed axes."""
        rotation = self.kinematics.frame(pin.ends[0]).rotation
        return f"({apply_rotation(rotation, vector_text(basis(pin.axis)[0])).text})"
