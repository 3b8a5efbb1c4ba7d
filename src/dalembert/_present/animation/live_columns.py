"""The numbers of a picture as functions of the expressions that it shows, for live pages.

Every column of a picture is c + Σ aᵢ xᵢ + Σ bᵢ |xᵢ| of the values xᵢ of its expressions: positions rotated
into the axes of the picture, angles, radii, values in other units. The coefficients are fitted to drawings
made from seeded values, and checked with others. Sizes of letters and lines, and the position of a sheet,
stay those of the recorded motion. Any other function (a rotated curve, an arrow that grows with the root of a
flow) cannot be drawn from other values, unless it is constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.expression import Expression
from dalembert._expression.walk import names
from dalembert._present.animation.automatic import panel
from dalembert._present.animation.making import MotionDrawing
from dalembert._present.animation.picture import Picture
from dalembert._present.animation.scene_shapes import scene_shapes
from dalembert._present.animation.stage import Stage

Array = NDArray[np.float64]
SEED = 5
CLOSE = 1e-9  # relative to the size of a column: the largest error of its coefficients
CHECKED = 12  # frames at which coefficients are checked


@dataclass(frozen=True, slots=True, kw_only=True)
class Affine:
    """A constant and, for some expressions by their indices, the factors of x and of |x|."""

    constant: float
    terms: tuple[tuple[int, float, float], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LiveColumns:
    """The columns of a picture by their paths in it, and the expressions that they are functions of."""

    expressions: tuple[Expression, ...]
    points: tuple[tuple[Affine, ...], ...]
    shapes: tuple[dict[str, Affine], ...]
    panels: tuple[Affine, ...]
    lost: tuple[str, ...]  # kinds of shapes that cannot be drawn from other values


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Numbers:
    """All numbers of a picture over some frames."""

    points: Array
    shapes: tuple[tuple[str, dict[str, Array]], ...]
    panels: tuple[Array, ...]


def live_columns(picture: Picture, drawn: MotionDrawing) -> LiveColumns:
    """The columns of a picture, without forces of joints, which only the recorded motion has."""
    stage = drawn.stage
    recorded = np.stack([stage.number(one) for one in drawn.asked], axis=1)
    fixed = [i for i, one in enumerate(drawn.asked) if not list(names(one.root))]
    fit = _Fit(recorded, fixed)
    asked = _numbers_of(drawn, fit.probe)
    lost: list[str] = []

    def column(kind: str, values: Array, probed: Array | None) -> Affine:
        fitted = fit.affine(values, probed)
        if fitted is None:
            lost.append(kind)
        return fitted or Affine(constant=0.0)

    count = asked.points.shape[1]
    points = tuple(
        tuple(
            column("point", picture.points[:, i, k], asked.points[:, i, k] if i < count else None)
            for k in range(2 if picture.on_paper(i) else picture.dimension)
        )
        for i, name in enumerate(picture.names)
        if not name.startswith(FORCE)
    )
    shapes = []
    plain = [shape for shape in picture.shapes if not shape.layer]
    for shape, (kind, values) in zip(plain, _pad_shapes(asked.shapes, len(plain)), strict=True):
        same = kind == shape.kind and values.keys() == shape.values.keys()
        shapes.append(
            {
                name: column(shape.kind, drawn, values[name] if same else None)
                for name, drawn in shape.values.items()
            }
        )
    panels = tuple(
        column(one.kind, one.values, probed) for one, probed in zip(picture.panels, asked.panels, strict=True)
    )
    return LiveColumns(
        expressions=drawn.asked,
        points=points,
        shapes=tuple(shapes),
        panels=panels,
        lost=tuple(dict.fromkeys(lost)),
    )


FORCE = "_force_"  # names of the points of forces


def _pad_shapes(
    shapes: tuple[tuple[str, dict[str, Array]], ...], count: int
) -> Iterator[tuple[str, dict[str, Array]]]:
    """The shapes, padded to `count`: those of curves are drawn with the motion."""
    yield from shapes[:count]
    yield from (("", dict[str, Array]()) for _ in range(count - len(shapes)))


def _numbers_of(drawn: MotionDrawing, probe: Array) -> _Numbers:
    """The numbers of the drawing for some values, with the sizes of the recorded motion."""
    stage = Stage(drawn.scene, drawn.asked, probe, like=drawn.stage)
    return _Numbers(
        points=stage.points,
        shapes=tuple((shape.kind, dict(shape.values)) for shape in scene_shapes(stage)),
        panels=tuple(panel(one, stage.number(one.value)).values for one in drawn.quantities),
    )


class _Fit:
    """Fits the coefficients of columns to drawings from seeded values."""

    def __init__(self, recorded: Array, fixed: list[int]) -> None:
        count = recorded.shape[1]
        moving = [i for i in range(count) if i not in fixed]
        size = np.nanmax(np.abs(np.where(np.isfinite(recorded), recorded, 0.0)), axis=0, initial=0.0)
        size = np.maximum(size, float(np.max(size, initial=0.0)) * 1e-3) + 1e-9
        random = np.random.default_rng(SEED)
        frames = 2 * len(moving) + 3 + CHECKED
        signs = random.choice([-1.0, 1.0], size=(frames, count))
        self.probe: Array = signs * size * random.uniform(1.0, 2.0, size=(frames, count))
        self.probe[:, fixed] = recorded[:1, fixed]
        scaled = self.probe[:, moving] / size[moving]
        self._features = np.hstack([np.ones((frames, 1)), scaled, np.abs(scaled)])
        self._half = frames - CHECKED
        self._inverse = np.linalg.pinv(self._features[: self._half])
        self._moving, self._size = moving, size[moving]

    def affine(self, values: Array, probed: Array | None) -> Affine | None:
        """The coefficients of a column; None where no coefficients fit and it is not constant."""
        steady = bool(np.isfinite(values).all()) and float(np.ptp(values)) <= CLOSE * float(
            np.abs(values).max()
        )
        if probed is None or not np.isfinite(probed).all():
            return Affine(constant=float(values[0])) if steady else None
        size = float(np.abs(probed).max())
        if float(np.ptp(probed)) <= CLOSE * size:  # it does not depend on the values
            return Affine(constant=float(values[0])) if steady else None
        coefficients = self._inverse @ probed[: self._half]
        if np.abs(self._features @ coefficients - probed).max() > CLOSE * size:
            return Affine(constant=float(values[0])) if steady else None
        coefficients = np.where(np.abs(coefficients) > CLOSE * size, coefficients, 0.0)
        a, b = np.split(coefficients[1:], 2)
        terms = tuple(
            (index, float(a[k] / self._size[k]), float(b[k] / self._size[k]))
            for k, index in enumerate(self._moving)
            if a[k] or b[k]
        )
        return Affine(constant=float(coefficients[0]), terms=terms)
