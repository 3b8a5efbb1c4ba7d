"""Arithmetic of CasADi scalars, and columns of them, by functions that take nothing but SX.

`a * b`, `jtimes` and `vertcat(a, b)` try matrices of numbers and arrays before they see that all are
expressions, and each trial costs as much as several products; what is built is the same. So nothing that is
constant or empty is differentiated, and nothing dense is made dense.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial, reduce
from typing import Any

import casadi as ca

Scalar = Any  # a CasADi SX; its wrapper carries no types
Row = dict[int, Scalar]  # the entries of a row of a sparse matrix
Unary = Callable[[Scalar], Scalar]
Binary = Callable[[Scalar, Scalar], Scalar]

FEW = 8  # parts of a column that are put in one by one
ONE, ZERO = ca.SX(1), ca.SX(0)
ALL = ca.Slice()

plus: Binary = partial(ca.SX.binary, ca.OP_ADD)
minus: Binary = partial(ca.SX.binary, ca.OP_SUB)
times: Binary = partial(ca.SX.binary, ca.OP_MUL)
over: Binary = partial(ca.SX.binary, ca.OP_DIV)
smaller: Binary = partial(ca.SX.binary, ca.OP_FMIN)
magnitude: Unary = partial(ca.SX.unary, ca.OP_FABS)
negative: Unary = partial(ca.SX.unary, ca.OP_NEG)


def as_sx(value: Any) -> Scalar:
    """A value as CasADi's expression; one that is, itself: CasADi takes longer for a copy than for a sum."""
    return value if isinstance(value, ca.SX) else ca.SX(value)


def entries(column: Scalar) -> list[Scalar]:
    """The entries of a column, all at once."""
    if column.is_dense():
        return list(column.nonzeros())
    return list(ca.vertsplit(column)) if column.numel() else []


def dense(value: Scalar) -> Scalar:
    """The value with all its entries."""
    return value if value.is_dense() else ca.densify(value)


def kept_entries(matrix: Scalar) -> Scalar:
    """The entries that a matrix keeps, as a column."""
    every = matrix.get_nz(False, ALL) if matrix.nnz() else ca.SX(0, 1)
    return every if every.is_column() else every.T


def along(value: Scalar, symbols: Scalar, direction: Scalar) -> Scalar:
    """The derivative of a value by some symbols, in a direction."""
    return ca.SX.zeros(value.sparsity()) if value.is_constant() else ca.jtimes(value, symbols, direction)


def gradient(value: Scalar, symbols: Scalar) -> Scalar:
    """The derivatives of one value by some symbols, as a column."""
    return ca.SX.zeros(symbols.numel(), 1) if value.is_constant() else ca.gradient(value, symbols)


def jacobian(column: Scalar, symbols: Scalar) -> Scalar:
    """The derivatives of a column by some symbols, a row for each entry."""
    if column.is_constant():
        return ca.SX(column.numel(), symbols.numel())
    return ca.jacobian(column, symbols)


def inner_product(one: Scalar, other: Scalar) -> Scalar:
    """The sum of the products of the entries of two columns."""
    return ca.SX(0) if one.is_zero() or other.is_zero() else ca.dot(one, other)


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
    """The sum of some terms, one after the other."""
    every = list(terms)
    return ca.sum1(stack(*every)) if len(every) > FEW else reduce(plus, every, ZERO)


def add(sums: Row, i: int, change: Scalar) -> None:
    """Add to an entry of a row that may not be there yet."""
    sums[i] = plus(sums[i], change) if i in sums else change
