"""Outlines of the shapes of a plane scene as lines: bars, zig-zags, dashpots, wheels and blocks.

Sizes are those of the scene, or parts of its extent where it gives none; wheels and blocks turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from dalembert._expression.expression import Expression
from dalembert._model.scene import Damper, Ground, Link, Mass, Scene, Spring
from dalembert._present.figures.records import Array

COIL, POT, DISC = 0.05, 0.045, 0.022  # default widths and radius, relative to the extent
ROUND = np.linspace(0.0, 2 * np.pi, 49)
LEAD = 0.15  # of a spring, straight at each end
CUP = 0.12  # of a damper, on each side of its middle


def sizes_of(scene: Scene) -> list[Expression]:
    """The numbers that outlines need, each once: sizes and angles of springs, dampers, wheels and masses."""
    given = [*(one.width for one in scene.springs), *(one.width for one in scene.dampers)]
    for wheel in scene.wheels:
        given += [wheel.radius, wheel.angle]
    for mass in scene.masses:
        given += [mass.radius, mass.width, mass.height, mass.angle]
    return list({id(one): one for one in given if one is not None}.values())


def outlines(scene: Scene, places: Array, sizes: Array, extent: float) -> Iterator[Array]:
    """The lines of the shapes with their points at `places` and the values of `sizes_of` in `sizes`."""
    at = {point.name: places[i] for i, point in enumerate(scene.points)}
    known = {id(one): float(sizes[i]) for i, one in enumerate(sizes_of(scene))}

    def number(expression: Expression | None, usual: float) -> float:
        return usual if expression is None else known[id(expression)]

    for link in scene.links:
        names = (*link.points, link.points[0]) if link.closed else link.points
        yield np.array([at[name] for name in names])
    for ground in scene.ground:
        yield np.array([at[name] for name in ground.points])
    for spring in scene.springs:
        first, last = (at[name] for name in spring.points)
        yield _zigzag(first, last, number(spring.width, COIL * extent), spring.coils)
    for damper in scene.dampers:
        first, last = (at[name] for name in damper.points)
        yield from _dashpot(first, last, number(damper.width, POT * extent))
    for wheel in scene.wheels:
        yield from _wheel(at[wheel.at], number(wheel.radius, 0.0), number(wheel.angle, 0.0))
    for mass in scene.masses:
        yield at[mass.at] + _mass(mass, number, extent)
    bands: tuple[Link | Ground | Spring | Damper, ...]
    bands = (*scene.links, *scene.ground, *scene.springs, *scene.dampers)
    met = {name for band in bands for name in band.points}
    met |= {*(wheel.at for wheel in scene.wheels), *(mass.at for mass in scene.masses)}
    for name, point in at.items():
        if name not in met:
            yield point[None]


def _mass(mass: Mass, number: Callable[[Expression | None, float], float], extent: float) -> Array:
    """A circle, or the four sides of a block that may be turned, about the origin."""
    if mass.width is None and mass.height is None:
        radius = number(mass.radius, DISC * extent)
        return radius * np.column_stack([np.cos(ROUND), np.sin(ROUND)])
    width = number(mass.width, number(mass.height, 0.0))
    height = number(mass.height, width)
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]) * (width / 2, height / 2)
    c, s = np.cos(number(mass.angle, 0.0)), np.sin(number(mass.angle, 0.0))
    turned: Array = corners @ np.array([[c, s], [-s, c]])
    return turned


def _across(first: Array, last: Array) -> Array:
    """The unit vector to the left of the line between two points; zero where they coincide."""
    along = last - first
    length = float(np.hypot(*along))
    return np.array([-along[1], along[0]]) / length if length else np.zeros(2)


def _zigzag(first: Array, last: Array, width: float, coils: int) -> Array:
    """A spring: straight at its ends, `coils` teeth between."""
    parts = np.concatenate([[0.0], np.linspace(LEAD, 1 - LEAD, 2 * coils + 1), [1.0]])
    aside = np.zeros(len(parts))
    aside[2:-2:2], aside[3:-2:2] = width / 2, -width / 2
    made: Array = first + np.outer(parts, last - first) + np.outer(aside, _across(first, last))
    return made


def _dashpot(first: Array, last: Array, width: float) -> Iterator[Array]:
    """A damper: a plate on a rod from the first point, in a cup on a rod from the last."""
    along, side = last - first, _across(first, last) * width / 2
    plate, open_end, back = (first + part * along for part in (0.5, 0.5 - CUP, 0.5 + CUP))
    yield np.array([first, plate, plate + 0.8 * side, plate - 0.8 * side])
    yield np.array([open_end + side, back + side, back, last])
    yield np.array([open_end - side, back - side, back])


def _wheel(centre: Array, radius: float, angle: float) -> Iterator[Array]:
    """A circle and the spoke at its angle."""
    yield centre + radius * np.column_stack([np.cos(ROUND), np.sin(ROUND)])
    yield np.array([centre, centre + radius * np.array([np.cos(angle), np.sin(angle)])])
