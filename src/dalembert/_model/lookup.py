"""Tables of any arguments as polynomials on cells.

The samples of an axis are its knots x_0 < … < x_N. Cell k lies between x_k and x_k+1, cell −1 before the
first knot, and cell N after the last one. On a cell a table is a polynomial of the distances from the cell's
origin, which is its point nearest to zero:

    one argument:    Σ_a c_a s^a,              s = x − o_k
    two arguments:   Σ_a Σ_b c_ab s^a r^b,     r = y − p_l

A distance from another point would have the rounding of that point: a force over a speed that begins at rest
would be a staircase, as long as the speed is not much larger than these steps.

Splines of two arguments are tensor products: the coefficients along y are interpolated along x.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from dalembert._model.interpolation import Cubic, cubics, value_at

COEFFICIENTS = 4
LINEAR_COEFFICIENTS = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cells:
    """A table in SI units, by its knots and coefficients.

    `coefficients` are listed by cells −1 … N (of the first axis, then of the second), then by powers.
    `stops`: whether values beyond the ends are undefined.
    """

    name: str
    knots: tuple[tuple[float, ...], ...]
    powers: int  # the number of coefficients of an axis that may differ from zero
    coefficients: tuple[tuple[float, ...], ...]
    stops: bool

    @property
    def arguments(self) -> int:
        """How many arguments it has."""
        return len(self.knots)

    @property
    def size(self) -> int:
        """The number of coefficients of all cells that may differ from zero."""
        return int(len(self.coefficients) * self.powers**self.arguments)

    def count(self, axis: int) -> int:
        """The number of cells between the knots of an axis."""
        return len(self.knots[axis]) - 1

    def origin(self, axis: int, cell: int) -> float:
        """The origin of distances in a cell."""
        return _origin(self.knots[axis], cell)

    def first(self, axis: int, cell: int) -> float:
        """The knot at which a cell begins; the first one of the cell before it."""
        knots = self.knots[axis]
        return knots[min(max(cell, 0), len(knots) - 1)]

    def rate(self, axis: int, cell: int) -> float:
        """The inverse of the width of a cell; beyond the ends that of the whole range."""
        knots = self.knots[axis]
        if 0 <= cell < len(knots) - 1:
            return 1.0 / (knots[cell + 1] - knots[cell])
        return 1.0 / (knots[-1] - knots[0])

    def cell(self, axis: int, x: float) -> int:
        """The cell of an argument; the last knot belongs to the cell before it."""
        knots = self.knots[axis]
        if x > knots[-1]:
            return self.count(axis)
        return min(bisect_right(knots, x) - 1, self.count(axis) - 1)

    def of(self, cells: Sequence[int]) -> tuple[float, ...]:
        """The coefficients of a cell."""
        index = 0
        for axis, cell in enumerate(cells):
            index = index * (self.count(axis) + 2) + min(max(cell, -1), self.count(axis)) + 1
        return self.coefficients[index]

    def value(self, arguments: Sequence[float], orders: Sequence[int] = ()) -> float:
        """The value or a derivative, with an order for each argument; NaN beyond the ends where it stops."""
        orders = orders or (0,) * self.arguments
        if not all(map(math.isfinite, arguments)):
            return math.nan
        cells = [self.cell(axis, x) for axis, x in enumerate(arguments)]
        if self.stops and not all(0 <= cell < self.count(axis) for axis, cell in enumerate(cells)):
            return math.nan
        coefficients = self.of(cells)
        s = [x - self.origin(axis, cell) for axis, (x, cell) in enumerate(zip(arguments, cells, strict=True))]
        if self.arguments == 1:
            return value_at(_cubic(coefficients), s[0], orders[0])
        along = [
            value_at(_cubic(coefficients[a::COEFFICIENTS]), s[0], orders[0]) for a in range(COEFFICIENTS)
        ]
        return value_at(_cubic(along), s[1], orders[1])


def cells_of_curve(name: str, x: Sequence[float], values: Sequence[float], way: str, beyond: str) -> Cells:
    """A table of one argument."""
    pieces = _with_ends(x, cubics(x, values, way), beyond)
    return Cells(
        name=name, knots=(tuple(x),), powers=_powers(way), coefficients=tuple(pieces), stops=beyond == "stop"
    )


def cells_of_map(
    name: str,
    x: Sequence[float],
    y: Sequence[float],
    values: Sequence[Sequence[float]],
    way: str,
    beyond: str,
) -> Cells:
    """A table of two arguments: a row of values along y for each x."""
    rows = [_with_ends(y, cubics(y, row, way), beyond) for row in values]
    columns = {
        (j, b): _with_ends(x, cubics(x, [row[j][b] for row in rows], way), beyond)
        for j, b in product(range(len(y) + 1), range(COEFFICIENTS))
    }
    pieces = [
        tuple(columns[j, b][i][a] for a, b in product(range(COEFFICIENTS), repeat=2))
        for i, j in product(range(len(x) + 1), range(len(y) + 1))
    ]
    return Cells(
        name=name,
        knots=(tuple(x), tuple(y)),
        powers=_powers(way),
        coefficients=tuple(pieces),
        stops=beyond == "stop",
    )


def derivative_name(function: str, position: int, arguments: int) -> str:
    """The name of the derivative of a table, or of one of its derivatives, by an argument.

    f' and f'' for one argument; f'1, f'2, f'12 … for two.
    """
    name, _, marks = function.partition("'")
    if arguments == 1:
        return f"{function}'"
    return name + "'" + "".join(sorted(marks + str(position + 1)))


def derivative_of(function: str, arguments: int) -> tuple[str, tuple[int, ...]]:
    """The table of a function that may be a derivative, and the order of it for each argument."""
    name, _, marks = function.partition("'")
    if arguments == 1:
        return name, (function.count("'"),)
    return name, tuple(marks.count(str(position + 1)) for position in range(arguments))


def _powers(way: str) -> int:
    return LINEAR_COEFFICIENTS if way == "linear" else COEFFICIENTS


def _cubic(values: Sequence[float]) -> Cubic:
    c0, c1, c2, c3 = values
    return c0, c1, c2, c3


def _origin(x: Sequence[float], cell: int) -> float:
    """The point of a cell that is nearest to zero."""
    low = x[min(cell, len(x) - 1)] if cell >= 0 else -math.inf
    high = x[cell + 1] if cell < len(x) - 1 else math.inf
    return min(max(0.0, low), high)


def _with_ends(x: Sequence[float], inner: list[Cubic], beyond: str) -> list[Cubic]:
    """The polynomials including those before the first knot and after the last one, about their origins."""
    first, last = inner[0], inner[-1]
    width = x[-1] - x[-2]
    end, slopes = value_at(last, width), (first[1], value_at(last, width, 1))
    before, after = (0.0, 0.0) if beyond == "hold" else slopes
    pieces = [(first[0], before, 0.0, 0.0), *inner, (end, after, 0.0, 0.0)]
    ends = [first[0], *(one[0] for one in inner[1:]), end, end]
    begins = [x[0], *x]
    return [
        _about(_origin(x, cell), begins[cell + 1], piece, (x[min(cell + 1, len(x) - 1)], at_end))
        for cell, (piece, at_end) in enumerate(zip(pieces, ends, strict=True), -1)
    ]


def _about(origin: float, begin: float, cubic: Cubic, end: tuple[float, float]) -> Cubic:
    """A polynomial of the distance from an origin; if this is the end of its cell, with the value there."""
    if origin == begin:
        return cubic
    d = origin - begin
    value = end[1] if origin == end[0] else value_at(cubic, d)
    return value, value_at(cubic, d, 1), cubic[2] + 3 * cubic[3] * d, cubic[3]
