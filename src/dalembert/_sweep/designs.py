"""Designs of computer experiments from which sensitivity indices are estimated, as points of a cube.

saltelli    N (d + 2) points: rows A, A with one column of B for each variable, and B, of independent points
            A and B of Sobol's sequence. A. Saltelli et al., Comput. Phys. Commun. 181 (2010) 259-270.
morris      N (d + 1) points: N paths through a grid of levels, on which each variable is changed once.
            M. D. Morris, Technometrics 33 (1991) 161-174.

The levels of a path are the middles of equally probable parts of a distribution, so that tails without an end
have finite values.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert._sweep.records import Array

LEVELS = 4  # of a path; a variable is moved by half of them
HALF = LEVELS // 2
LEAST = 8  # base points from which something can be estimated


def points_a_base(method: str, width: int) -> int:
    """How many runs one base point of a design needs; 1 where the method is no design."""
    return {"saltelli": width + 2, "morris": width + 1}.get(method, 1)


def saltelli(
    base: int,
    width: int,
    random: np.random.Generator,
    cube: Callable[[int, int, np.random.Generator], Array],
) -> Array:
    """A, A with column i of B for each i, and B, one after the other for each base point."""
    both = cube(base, 2 * width, random)
    A, B = both[:, :width], both[:, width:]
    made = np.repeat(A[:, np.newaxis, :], width + 2, axis=1)
    for i in range(width):
        made[:, i + 1, i] = B[:, i]
    made[:, -1] = B
    return made.reshape(-1, width)


def morris(base: int, width: int, random: np.random.Generator) -> Array:
    """Paths of width + 1 points; each variable goes up or down by half of the levels, in a random order."""
    low = random.integers(0, HALF, size=(base, width))
    up = random.integers(0, 2, size=(base, width)).astype(bool)
    order = np.argsort(random.random((base, width)), axis=1)
    position = np.argsort(order, axis=1)  # of a variable among the steps
    step = np.arange(width + 1)[np.newaxis, :, np.newaxis]
    moved = step > position[:, np.newaxis, :]
    level = low[:, np.newaxis, :] + HALF * (moved == up[:, np.newaxis, :])
    made: Array = (level.reshape(-1, width) + 0.5) / LEVELS
    return made


def grid_of(cube: Array) -> Array:
    """The levels of paths as parts of the whole grid, from 0 to 1."""
    made: Array = (cube * LEVELS - 0.5) / (LEVELS - 1)
    return made
