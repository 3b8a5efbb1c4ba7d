"""Arithmetic of CasADi scalars by `SX.binary` and `SX.unary`, which take nothing but SX.

`a * b` tries matrices of numbers and arrays before it sees that both are expressions, and each trial costs as
much as the product; what is built is the same.
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


def total(terms: Iterable[Scalar]) -> Scalar:
    """The sum of some terms."""
    return ca.sum1(ca.vertcat(ca.SX(0, 1), *terms))


def add(sums: Row, i: int, change: Scalar) -> None:
    """Add to an entry of a row that may not be there yet."""
    sums[i] = plus(sums[i], change) if i in sums else change
