"""Rotations and inertia tensors as numbers, converted from the conventions of robot files."""

from __future__ import annotations

import math
from collections.abc import Sequence

Vector = tuple[float, ...]
Matrix = tuple[Vector, ...]
IDENTITY: Matrix = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
LEVEL = 1e-12  # cosine of the second angle below which the first and the third rotate about one axis


def turned_about(axis: Sequence[float], angle: float) -> Matrix:
    """The rotation by an angle about an axis: 1 + sin φ K + (1 − cos φ) K², K v = a × v."""
    if list(axis) in ([1, 0, 0], [0, 1, 0], [0, 0, 1]):
        i = list(axis).index(1)
        j, k = (i + 1) % 3, (i + 2) % 3
        rows = [list(row) for row in IDENTITY]
        c, s = math.cos(angle), math.sin(angle)
        rows[j][j], rows[j][k], rows[k][j], rows[k][k] = c, -s, s, c
        return tuple(map(tuple, rows))
    x, y, z = unit(axis)
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return (
        (c + x * x * d, x * y * d - z * s, x * z * d + y * s),
        (y * x * d + z * s, c + y * y * d, y * z * d - x * s),
        (z * x * d - y * s, z * y * d + x * s, c + z * z * d),
    )


def by_quaternion(e: Sequence[float]) -> Matrix:
    """The rotation of a quaternion, scalar part first, of any length but zero."""
    length = math.hypot(*e)
    w, x, y, z = (one / length for one in e)
    return (
        (1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)),
        (2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)),
        (2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)),
    )


def quaternion_of(R: Matrix) -> Vector:
    """The unit quaternion of a rotation, scalar part first, from its largest component."""
    squares = [
        1 + R[0][0] + R[1][1] + R[2][2],
        1 + R[0][0] - R[1][1] - R[2][2],
        1 - R[0][0] + R[1][1] - R[2][2],
        1 - R[0][0] - R[1][1] + R[2][2],
    ]
    first = max(range(4), key=lambda i: squares[i])
    root = math.sqrt(squares[first]) / 2
    a, b, c = R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]
    d, e, f = R[1][0] + R[0][1], R[0][2] + R[2][0], R[2][1] + R[1][2]
    four = 4 * root
    return (
        (root, a / four, b / four, c / four),
        (a / four, root, d / four, e / four),
        (b / four, d / four, root, f / four),
        (c / four, e / four, f / four, root),
    )[first]


def zyx_angles(R: Matrix) -> Vector:
    """The angles about the rotated axes z, y and x: R = Rz Ry Rx."""
    level = math.hypot(R[0][0], R[1][0])
    second = math.atan2(-R[2][0], level)
    if level < LEVEL:
        return math.atan2(-R[0][1], R[1][1]), second, 0.0
    return math.atan2(R[1][0], R[0][0]), second, math.atan2(R[2][1], R[2][2])


def turns_of(R: Matrix) -> list[list[str | float]]:
    """A rotation as the `turns` of a frame of a body, without those by zero."""
    return [[axis, angle] for axis, angle in zip("zyx", zyx_angles(R), strict=True) if angle]


def product(first: Matrix, second: Matrix) -> Matrix:
    """The product of two matrices."""
    return tuple(tuple(sum(first[i][k] * second[k][j] for k in range(3)) for j in range(3)) for i in range(3))


def apply(R: Matrix, v: Sequence[float]) -> Vector:
    """The product R v."""
    return tuple(sum(R[i][k] * v[k] for k in range(3)) for i in range(3))


def transpose(R: Matrix) -> Matrix:
    """The transpose Rᵀ."""
    return tuple(tuple(R[j][i] for j in range(3)) for i in range(3))


def add(a: Sequence[float], b: Sequence[float]) -> Vector:
    """The sum a + b."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def unit(v: Sequence[float]) -> Vector:
    """A vector with the length 1."""
    length = math.hypot(*v)
    return tuple(one / length for one in v)


def cross(a: Sequence[float], b: Sequence[float]) -> Vector:
    """The product a × b."""
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def turned_inertia(R: Matrix, rows: Matrix) -> Matrix:
    """The rotated inertia R J Rᵀ, exactly symmetric."""
    if R == IDENTITY:
        return rows
    whole = product(product(R, rows), transpose(R))
    return tuple(tuple((whole[i][j] + whole[j][i]) / 2 for j in range(3)) for i in range(3))


def steiner(mass: float, arm: Sequence[float]) -> Matrix:
    """Steiner's term m (|a|² 1 − a aᵀ) of a mass at a distance a from the reference point."""
    square = sum(one * one for one in arm)
    return tuple(tuple(mass * (square * (i == j) - arm[i] * arm[j]) for j in range(3)) for i in range(3))


def inertia_entry(rows: Matrix) -> list[float] | list[list[float]]:
    """An inertia as an entry of a model file: three moments where it is diagonal."""
    plain = all(rows[i][j] == 0 for i in range(3) for j in range(3) if i != j)
    return [rows[i][i] for i in range(3)] if plain else [list(row) for row in rows]


def is_semidefinite(rows: Sequence[Sequence[float]]) -> bool:
    """Whether no principal minor of a symmetric matrix is negative beyond rounding."""
    size = max(abs(one) for row in rows for one in row) or 1.0
    (a, d, e), (_, b, f), (_, _, c) = [[one / size for one in row] for row in rows]
    minors = (a, b, c, a * b - d * d, a * c - e * e, b * c - f * f)
    whole = a * b * c + 2 * d * e * f - a * f * f - b * e * e - c * d * d
    return min(*minors, whole) >= -1e-9
