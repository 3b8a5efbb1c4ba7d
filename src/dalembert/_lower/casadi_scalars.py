"""Arithmetic of CasADi scalars, and columns of them, by functions that take nothing but SX.

`a * b` and `vertcat(a, b)` try matrices of numbers and arrays before they see that both are expressions, and
each trial costs as much as the product; what is built is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import casadi as ca

Scalar = Any  # a CasADi SX; its wrapper carries no types
Row = dict[int, Scalar]  # the entries of a row of a sparse matrix
Unary = Callable[[Scalar], Scalar]
Binary = Callable[[Scalar, Scalar], Scalar]

FEW = 8  # parts of a column that are put in one by one
ONE = ca.SX(1)

plus: Binary = partial(ca.SX.binary, ca.OP_ADD)
minus: Binary = partial(ca.SX.binary, ca.OP_SUB)
times: Binary = partial(ca.SX.binary, ca.OP_MUL)
over: Binary = partial(ca.SX.binary, ca.OP_DIV)
smaller: Binary = partial(ca.SX.binary, ca.OP_FMIN)
magnitude: Unary = partial(ca.SX.unary, ca.OP_FABS)
negative: Unary = partial(ca.SX.unary, ca.OP_NEG)


def entries(column: Scalar) -> list[Scalar]:
    """The entries of a column, all at once."""
    return list(ca.vertsplit(column)) if column.numel() else []


def stack(*parts: Scalar) -> Scalar:
    """Parts below one another; a column without entries where there are none."""
    filled = [(part, rows) for part in parts if (rows := part.size1())]
    if len(filled) < 2:
        return filled[0][0] if filled else parts[0] if parts else ca.SX(0, 1)
    if len(filled) > FEW or not all(part.is_dense() and part.is_column() for part, _ in filled):
        return ca.vertcat(*(part for part, _ in filled))
    column, at = ca.SX.zeros(sum(rows for _, rows in filled), 1), 0
    for part, rows in filled:
        column.set_nz(part, False, at if rows == 1 else ca.Slice(at, at + rows))
        at += rows
    return column


def total(terms: Iterable[Scalar]) -> Scalar:
    """The sum of some terms."""
    return ca.sum1(stack(*terms))


def add(sums: Row, i: int, change: Scalar) -> None:
    """Add to an entry of a row that may not be there yet."""
    sums[i] = plus(sums[i], change) if i in sums else change
