"""Frames of MJCF files: positions with a quaternion, an axis and an angle, axes, or Euler angles."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dalembert._text.rigid_frames import (
    IDENTITY,
    Matrix,
    Vector,
    add,
    apply,
    by_quaternion,
    cross,
    product,
    transpose,
    turned_about,
    unit,
)
from dalembert._text.xml_reader import XmlReader

ZERO: Vector = (0.0, 0.0, 0.0)
LETTERS: dict[str, Vector] = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
TURNS = {"quat": (4, "1 0 0 0"), "axisangle": (4, "0 0 1 90"), "xyaxes": (6, "1 0 0 0 1 0"),
         "zaxis": (3, "0 0 1"), "euler": (3, "0 0 90")}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """A position and a rotation."""

    pos: Vector = ZERO
    rotation: Matrix = IDENTITY

    def then(self, inner: Frame) -> Frame:
        """The composition of this frame with one given in it."""
        if self.rotation == IDENTITY:
            return Frame(add(self.pos, inner.pos), inner.rotation)
        return Frame(add(self.pos, apply(self.rotation, inner.pos)), product(self.rotation, inner.rotation))

    def inside(self, outer: Frame) -> Frame:
        """The frame relative to another."""
        back = transpose(outer.rotation)
        apart = [a - b for a, b in zip(self.pos, outer.pos, strict=True)]
        return Frame(apply(back, apart), product(back, self.rotation))


class Frames:
    """Reads frames with the settings of the compiler."""

    def __init__(self, xml: XmlReader, settings: Mapping[str, str]) -> None:
        self.xml = xml
        self.degrees = settings.get("angle", "degree") != "radian"
        self.sequence = settings.get("eulerseq", "xyz")
        if len(self.sequence) != 3 or set(self.sequence.lower()) - set("xyz"):
            xml.refuse(f"`eulerseq` needs three axes, but is `{self.sequence[:20]}`", 0, 'eulerseq="xyz"')
            self.sequence = "xyz"

    def angle(self, given: float) -> float:
        """An angle in radians."""
        return math.radians(given) if self.degrees else given

    def of(self, given: Mapping[str, str], line: int) -> Frame:
        """The frame given by attributes."""
        pos = self.xml.numbers(given["pos"], "pos", line, (3,), "0 0 0") if "pos" in given else ()
        rotation_keys = [key for key in TURNS if key in given]
        if len(rotation_keys) > 1:
            self.xml.refuse(f"a frame is turned by {' and '.join(rotation_keys)}", line, "give one of them")
        rotation = self._rotation(given, rotation_keys[0], line) if rotation_keys else IDENTITY
        return Frame(pos or ZERO, rotation)

    def _rotation(self, given: Mapping[str, str], key: str, line: int) -> Matrix:
        count, example = TURNS[key]
        numbers = self.xml.numbers(given[key], key, line, (count,), example)
        if not numbers:
            return IDENTITY
        match key:
            case "quat" if any(numbers):
                return by_quaternion(numbers)
            case "axisangle" if any(numbers[:3]):
                return turned_about(numbers[:3], self.angle(numbers[3]))
            case "xyaxes" if any(cross(numbers[:3], numbers[3:])):
                x = unit(numbers[:3])
                along = sum(a * b for a, b in zip(x, numbers[3:], strict=True))
                y = unit([b - along * a for a, b in zip(x, numbers[3:], strict=True)])
                return transpose((x, y, cross(x, y)))
            case "zaxis" if any(numbers):
                return onto(numbers)
            case "euler":
                return self._euler(numbers)
        self.xml.refuse(f"`{key}` gives no direction", line, f'{key}="{example}"')
        return IDENTITY

    def _euler(self, angles: Sequence[float]) -> Matrix:
        """Euler rotations: about rotated axes for lower-case letters, fixed axes for upper-case ones."""
        made = IDENTITY
        for letter, angle in zip(self.sequence, angles, strict=True):
            turn = turned_about(LETTERS[letter.lower()], self.angle(angle))
            made = product(made, turn) if letter.islower() else product(turn, made)
        return made

    def between(self, start: Sequence[float], end: Sequence[float]) -> tuple[Frame, float]:
        """The frame midway between two points with z along their line, and half their distance."""
        way = [a - b for a, b in zip(start, end, strict=True)]
        half = math.hypot(*way) / 2
        middle = tuple((a + b) / 2 for a, b in zip(start, end, strict=True))
        return Frame(middle, onto(way) if half else IDENTITY), half


def onto(way: Sequence[float]) -> Matrix:
    """The shortest rotation of z onto a direction."""
    x, y, z = unit(way)
    axis = (-y, x, 0.0)
    sine = math.hypot(*axis)
    if sine < 1e-15:
        return IDENTITY if z > 0 else turned_about((1, 0, 0), math.pi)
    return turned_about(axis, math.atan2(sine, z))
