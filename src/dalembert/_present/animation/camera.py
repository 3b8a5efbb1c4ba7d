"""A frame as seen from a camera: plane pictures from the front, spatial ones in perspective."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, radians, sin

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.picture import Picture, Shape
from dalembert._present.animation.primitives import Spot

Array = NDArray[np.float64]
EYE = 4.0  # distance of the eye from the middle, in radii of the picture
LIGHT = np.array([-0.45, 0.72, 0.53])  # direction of the light: to the right, up, towards the eye


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ProjectedFrame:
    """A frame projected by the camera: points in the image plane and their depth."""

    picture: Picture
    frame: int
    camera: Array  # rows: to the right, up, towards the eye

    @property
    def middle(self) -> Array:
        """The point at which the eye looks."""
        return (self.picture.low + self.picture.high) / 2

    @property
    def eye(self) -> Array:
        """The position of the eye in space."""
        eye: Array = self.middle + EYE * (self.picture.radius or 1.0) * self.camera[2]
        return eye

    def project(self, places: Array) -> tuple[Array, Array, Array]:
        """Projected positions, their depth, and their magnification by perspective."""
        if self.picture.dimension == 2:
            still = np.zeros(places.shape[:-1])
            return places, still, still + 1
        right, up, near = np.moveaxis((places - self.middle) @ self.camera.T, -1, 0)
        away = EYE * (self.picture.radius or 1.0)
        larger = away / np.maximum(0.05 * away, away - near)
        return np.stack([right * larger, up * larger], axis=-1), near, larger

    def on_paper(self, point: Array) -> Spot:
        """The projection of a point."""
        x, y = self.project(point)[0].tolist()
        return x, y

    def place(self, i: int) -> Array:
        """The position of a point of the picture."""
        point: Array = self.picture.points[self.frame, i]
        return point

    def spot(self, i: int) -> Spot:
        """The projection of a point of the picture."""
        x, y = self.place(i)[:2].tolist() if self.picture.on_paper(i) else self.on_paper(self.place(i))
        return x, y

    def value(self, shape: Shape, name: str) -> float:
        """A number of a shape."""
        return float(shape.values[name][self.frame])

    def length(self, shape: Shape, name: str) -> float:
        """A projected length of a shape at its first point."""
        first = shape.points[0]
        larger = 1.0 if self.picture.on_paper(first) else float(self.project(self.place(first))[2])
        return self.value(shape, name) * larger

    def vector(self, shape: Shape, name: str) -> Array:
        """A vector of a shape in space."""
        return np.array([self.value(shape, f"{name}_{k}") for k in "xyz"])


def view(picture: Picture, frame: int) -> ProjectedFrame:
    """A frame seen from the camera of its picture."""
    plane = np.eye(3) if picture.dimension == 2 else camera(picture.turn, picture.tilt)
    return ProjectedFrame(picture=picture, frame=frame, camera=plane)


def camera(turn: float, tilt: float) -> Array:
    """The directions to the right, up and towards the eye, at degrees about z and above the horizon."""
    a, b = radians(turn), radians(tilt)
    return np.array(
        [
            [-sin(a), cos(a), 0.0],
            [-sin(b) * cos(a), -sin(b) * sin(a), cos(b)],
            [cos(b) * cos(a), cos(b) * sin(a), sin(b)],
        ]
    )


def radii(axis: Array) -> tuple[Array, Array]:
    """The steepest unit vector perpendicular to an axis (x where none is), and a third one."""
    normal = direction(axis)
    for start in (np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])):
        first = start - normal * (start @ normal)
        if np.linalg.norm(first) > 1e-9:
            break
    first = first / np.linalg.norm(first)
    return first, np.cross(normal, first)


def direction(vector: Array, other: tuple[float, float, float] = (0.0, 0.0, 1.0)) -> Array:
    """A vector at length 1; `other` where it has no length."""
    size = float(np.linalg.norm(vector))
    return vector / size if size > 0 else np.array(other)
