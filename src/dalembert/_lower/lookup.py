"""Tables as CasADi expressions: the coefficients of the cell in which an argument lies, in its polynomial.

Which cell that is says the argument, or a parameter of the mode: then the coefficients depend on parameters
alone and are computed once for a mode. Either way they have no derivatives, and the polynomial has those of
the table. A sum over all cells in which one term is not zero is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import casadi as ca

from dalembert._model.lookup import COEFFICIENTS, Cells

Scalar = Any  # a CasADi SX; its wrapper carries no types
CELL = " cell "  # in the name of a function that users cannot type: a table and the number of an argument


def cell_function(table: str, axis: int) -> str:
    """The name of the function that counts the cells along an argument of a table."""
    return f"{table}{CELL}{axis}"


def cell_coordinate(cells: Cells, axis: int, x: Scalar, cell: Scalar) -> Scalar:
    """The cell's number and the part of it that lies before x: whole where the next cell begins.

    Beyond the ends, where cells have no end, the part s becomes s/(1 + |s|).
    """
    count = cells.count(axis)
    inside = _by_numbers(count, cell)
    begin = _selection(inside, [cells.first(axis, k) for k in range(-1, count + 1)])
    rate = _selection(inside, [cells.rate(axis, k) for k in range(-1, count + 1)])
    first = ca.fmin(ca.fmax(cell, 0), count)
    part = (x - begin) * rate
    return first + part / (1 + (inside[0] + inside[-1]) * ca.fabs(part))


def looked_up(cells: Cells, arguments: Sequence[Scalar], numbers: Sequence[Scalar] = ()) -> Scalar:
    """The value of a table; in the cells of some numbers, or of the arguments themselves.

    In cells of numbers a table goes on straight where it stops: a run ends there before that is used.
    """
    inside, distances = [], []
    for axis, x in enumerate(arguments):
        count = cells.count(axis)
        conditions = _by_numbers(count, numbers[axis]) if numbers else _by_argument(cells.knots[axis], x)
        inside.append(conditions)
        distances.append(x - _selection(conditions, [cells.origin(axis, k) for k in range(-1, count + 1)]))
    every = [range(-1, cells.count(axis) + 1) for axis in range(cells.arguments)]
    chosen = [
        _conjunction(conditions[k + 1] for conditions, k in zip(inside, ks, strict=True))
        for ks in product(*every)
    ]
    lists = [cells.of(ks) for ks in product(*every)]
    silent = cells.stops and not numbers
    unknown = {i for i, ks in enumerate(product(*every)) if silent and _is_outside(ks, every)}

    def coefficient(index: int) -> Scalar:
        nan = float("nan")
        return _selection(chosen, [nan if i in unknown else piece[index] for i, piece in enumerate(lists)])

    if cells.arguments == 1:
        return _horner([coefficient(a) for a in range(cells.powers)], distances[0])
    along = [
        _horner([coefficient(a * COEFFICIENTS + b) for a in range(cells.powers)], distances[0])
        for b in range(cells.powers)
    ]
    return _horner(along, distances[1])


def in_pieces(x: Scalar, knots: Sequence[float], rows: Sequence[Sequence[float]]) -> Scalar:
    """Polynomials in x − knot, one from each knot to the next; NaN beyond the first and the last knot."""
    inside = _by_argument(tuple(knots), x)
    distance = x - _selection(inside, [0.0, *knots[:-1], 0.0])
    lists = [[0.0, *column, 0.0] for column in zip(*rows, strict=True)]
    lists[0][0] = lists[0][-1] = float("nan")
    return _horner([_selection(inside, coefficients) for coefficients in lists], distance)


def piece_code(x: Scalar, knots: Sequence[float]) -> Scalar:
    """The number of the piece in which x lies, with +1 and −1 for its bits: no two pieces have the same."""
    inside = _by_argument(tuple(knots), x)
    bits = range(max(1, (len(inside) - 1).bit_length()))
    return ca.vertcat(
        *(_selection(inside, [1.0 if k >> bit & 1 else -1.0 for k in range(len(inside))]) for bit in bits)
    )


def _by_numbers(count: int, cell: Scalar) -> list[Scalar]:
    """For each of the cells −1 … N whether it has a number."""
    return [ca.lt(cell, -0.5), *(ca.eq(cell, k) for k in range(count)), ca.gt(cell, count - 0.5)]


def _by_argument(knots: tuple[float, ...], x: Scalar) -> list[Scalar]:
    """For each of the cells −1 … N whether an argument lies in it."""
    behind = [ca.ge(x, knot) for knot in knots[:-1]]
    beyond = ca.gt(x, knots[-1])
    inner = [
        ca.logic_and(low, ca.logic_not(high)) for low, high in zip(behind, [*behind[1:], beyond], strict=True)
    ]
    return [ca.lt(x, knots[0]), *inner, beyond]


def _is_outside(cells: Sequence[int], every: Sequence[range]) -> bool:
    return any(
        cell in (cells_of_axis[0], cells_of_axis[-1])
        for cell, cells_of_axis in zip(cells, every, strict=True)
    )


def _conjunction(conditions: Any) -> Scalar:
    first, *others = conditions
    for other in others:
        first = ca.logic_and(first, other)
    return first


def _selection(inside: Sequence[Scalar], values: Sequence[float]) -> Scalar:
    """The value of the one condition that holds."""
    chosen = ((one, value) for one, value in zip(inside, values, strict=True) if value != 0)
    terms = [ca.SX.binary(ca.OP_IF_ELSE_ZERO, one, ca.SX(value)) for one, value in chosen]
    while len(terms) > 1:
        terms = [terms[i] + terms[i + 1] if i + 1 < len(terms) else terms[i] for i in range(0, len(terms), 2)]
    return terms[0] if terms else ca.SX(0)


def _horner(coefficients: Sequence[Scalar], s: Scalar) -> Scalar:
    *lower, value = coefficients
    for coefficient in reversed(lower):
        value = coefficient + s * value
    return value
