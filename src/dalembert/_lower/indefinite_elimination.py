"""LDLᵀ of an indefinite symmetric matrix, with pivots of one and two unknowns in a given order.

The health is the smallest quotient of a pivot and its running error in units of rounding. The running error u
of an entry begins as its size and is carried through the elimination to first order: with the factors
c = s P⁻¹ of the rows beside a pivot P,

    u_ij + Σ_k (|c_ik| u_kj + u_ik |c_jk|) + Σ_kl |c_ik| u_kl |c_jl|

A constraint that follows from others has a row of rounding after their elimination, and so is its pivot: it
has to be compared with the errors of the entries that cancelled, not with what is left of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import casadi as ca

from dalembert._lower.casadi_scalars import Row, Scalar, add, total

TINY = 1e-300  # smaller than any error but 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """A pivot of two nodes, by the inverse of its matrix."""

    first: int
    inverse: tuple[Scalar, Scalar, Scalar]  # first first, first second, second second


def eliminate_in_pairs(
    rows: list[Row], steps: tuple[tuple[int, ...], ...]
) -> tuple[Row, dict[int, Pair], dict[int, Row], Scalar]:
    """LDLᵀ in place: the pivots of one and of two, the factors of the rows still to come, and the health."""
    errors: list[Row] = [{j: ca.fabs(value) for j, value in row.items()} for row in rows]
    pivots: Row = {}
    pairs: dict[int, Pair] = {}
    columns: dict[int, Row] = {}
    health: Scalar = ca.SX(1)
    zero = ca.SX(0)
    for step in steps:
        beside = sorted({i for k in step for i in rows[k] if i not in step})
        if len(step) == 1:
            (k,) = step
            pivots[k] = pivot = rows[k].get(k, zero)
            inverse = {(k, k): 1 / pivot}
            health = ca.fmin(health, _part_left(pivot, errors[k].get(k, zero)))
        else:
            a, b = step
            one, both, other = rows[a].get(a, zero), rows[a].get(b, zero), rows[b].get(b, zero)
            determinant = one * other - both**2
            inverse = {(a, a): other / determinant, (b, b): one / determinant}
            inverse[a, b] = inverse[b, a] = -both / determinant
            pairs[b] = Pair(first=a, inverse=(inverse[a, a], inverse[a, b], inverse[b, b]))
            u = [errors[i].get(j, zero) for i, j in ((a, a), (a, b), (b, b))]
            error = (ca.fabs(other) * u[0] + ca.fabs(one) * u[2]) / 2 + ca.fabs(both) * u[1]
            health = ca.fmin(health, _part_left(determinant, error))
        for k in step:
            columns[k] = {i: total(rows[i][j] * inverse[j, k] for j in step if j in rows[i]) for i in beside}
        for i in beside:
            for j in beside:
                if j < i:
                    continue
                add(rows[i], j, -total(columns[k][i] * rows[j][k] for k in step if k in rows[j]))
                rows[j][i] = rows[i][j]
                for change in _errors_of_change(errors, {k: columns[k] for k in step}, i, j):
                    add(errors[i], j, change)
                errors[j][i] = errors[i][j]
        for i in beside:
            for k in step:
                rows[i].pop(k, None)
    return pivots, pairs, columns, health


def _errors_of_change(errors: list[Row], factors: dict[int, Row], i: int, j: int) -> Iterator[Scalar]:
    """The terms of the running error of Σ c_ik s_kj, the change of an entry."""
    for k, column in factors.items():
        left, right = ca.fabs(column[i]), ca.fabs(column[j])
        if k in errors[j]:
            yield left * errors[j][k]
        if k in errors[i]:
            yield errors[i][k] * right
        for other, factor in factors.items():
            if other in errors[k]:
                yield left * errors[k][other] * ca.fabs(factor[j])


def _part_left(pivot: Scalar, error: Scalar) -> Scalar:
    """A pivot as a part of its running error; 0 where both are 0 (fmin would drop a NaN)."""
    return ca.fabs(pivot) / ca.fmax(error, TINY)
