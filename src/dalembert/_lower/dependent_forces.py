"""Forces that depend on forces: on multipliers, forces of contacts and accelerations.

The right side of the saddle-point system, H = (h, gamma), then depends on its own solution z = (qdd, lam):

    [ M  Gᵀ ]
    [ G  0  ] z = H(z) = H₀ + Σ Cᵢ gᵢ(z)

With z₀ the solution for H₀ and wᵢ that for the column Cᵢ, superposition gives z = z₀ + W g(z): few equations
R(z) = z − z₀ − W g(z) = 0 for those entries of z that g depends on, whatever the size of the system. Where g
is affine one linear solution is exact; elsewhere Newton's method begins where z does not act on itself, and
takes so many steps that what is left is far below rounding, or there is no solution: `settled` says so.
det R_z = det(1 − W g_z) is 1 where nothing acts on itself. Where it falls to 0 the forces grow without bound:
they jam, as in Painlevé's paradox.

Sliding friction is of this kind (`sliding_friction.py`), and so is work that contains `lam_NAME` or `x''`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import casadi as ca

from dalembert._lower.casadi_scalars import stack
from dalembert._lower.saddle import Accelerations, Factors, accelerations, solve_saddle
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar

NEWTON = 12  # steps; a creep law needs about five
MINORS = 3  # rows of a determinant that is written out
SETTLED = 1e-9  # of z: Newton's method has converged if its last step is smaller


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """C g(z): a column of the right side (h, gamma) and its factor."""

    column: Scalar
    factor: Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Solution:
    """z = (qdd, lam), the factors g at it, det R_z, and 1 where Newton's method has settled, else 0."""

    qdd: Scalar
    lam: Scalar
    factors: tuple[Scalar, ...]
    determinant: Scalar
    settled: Scalar


def solution(system: System, factors: Factors, terms: Sequence[Term] = ()) -> Solution:
    """The accelerations and multipliers, with further terms on the right side."""
    right, force_terms = _parts(system)
    every = [*force_terms, *terms]
    base = answer(factors, right) if force_terms else accelerations(system, factors)
    if not every:
        return Solution(qdd=base.qdd, lam=base.lam, factors=(), determinant=ca.SX(1), settled=ca.SX(1))
    single = [answer(factors, term.column) for term in every]
    g = stack(*(term.factor for term in every))
    z: Scalar = stack(system.qdd, system.lam)
    used = used_entries(g, z)
    results, determinant, settled = ca.SX(0, 1), ca.SX(1), ca.SX(1)
    if used:
        z0, *columns = (_used_entries(one, used) for one in (base, *single))
        W = ca.horzcat(*columns)
        results, determinant, settled = fixed_point(z[used], z0, W, g)
        g = ca.substitute(g, z[used], results)
    qdd, lam = base.qdd, base.lam
    for i, one in enumerate(single):
        qdd, lam = qdd + one.qdd * g[i], lam + one.lam * g[i]
    return Solution(
        qdd=qdd,
        lam=lam,
        factors=tuple(g[len(force_terms) + i] for i in range(len(terms))),
        determinant=determinant,
        settled=settled,
    )


def with_results(system: System, qdd: Scalar, lam: Scalar) -> System:
    """A system with the solution put in for the symbols of accelerations and multipliers."""
    if not system.uses_results:
        return system
    return put_in(system, stack(system.qdd, system.lam), stack(qdd, lam))


def without_results(system: System) -> System:
    """A system in which all that is solved for is zero where forces depend on it."""
    z = system.results
    return put_in(system, z, ca.SX.zeros(z.numel(), 1)) if system.uses_results else system


def put_in(system: System, symbols: Scalar, values: Scalar) -> System:
    """A system with values put in for symbols of what is solved for."""
    blocks = {
        "Q": system.Q,
        "Q_dissipating": system.Q_dissipating,
        "h": system.h,
        "gamma": system.gamma,
        "effort": system.effort,
        "rates": system.rates,
        "s_rates": system.s_rates,
        "outputs": system.outputs,
        "events": system.events,
        "peaks": system.peaks,
        "e_values": system.e_values,
    }
    if not ca.depends_on(stack(*blocks.values()), symbols):
        return system
    made = ca.substitute(list(blocks.values()), [symbols], [values])
    return replace(system, **dict(zip(blocks, made, strict=True)))


def fixed_point(z: Scalar, z0: Scalar, W: Scalar, g: Scalar) -> tuple[Scalar, Scalar, Scalar]:
    """The solution of z = z0 + W g(z), det(1 − W g_z) there, and 1 where it is one, else 0."""
    slope: Scalar = ca.jacobian(g, z)
    matrix = ca.SX.eye(z.numel()) - W @ slope
    nothing = ca.SX.zeros(z.numel(), 1)
    if not ca.depends_on(slope, z):
        side = z0 + W @ ca.substitute(g, z, nothing)
        return solved_dense(matrix, side), determinant_of(matrix), ca.SX(1)
    results = z0 + W @ ca.substitute(g, z, nothing)
    residual = z - z0 - W @ g
    step = nothing
    for _ in range(NEWTON):
        there, off = ca.substitute([matrix, residual], [z], [results])
        step = solved_dense(there, -off)
        results = results + step
    size = ca.norm_inf(results) + ca.norm_inf(z0)
    settled = ca.if_else(ca.norm_inf(step) <= SETTLED * size, 1, 0)
    (there,) = ca.substitute([matrix], [z], [results])
    return results, determinant_of(there), settled


def solved_dense(matrix: Scalar, side: Scalar) -> Scalar:
    """The solution of a small dense system."""
    return side / matrix if side.numel() == 1 else ca.solve(matrix, side)


def determinant_of(matrix: Scalar) -> Scalar:
    """The determinant as the product of pivots in order: minors would grow like a factorial."""
    n = matrix.size1()
    if n <= MINORS:
        return ca.det(matrix)
    rows = [[matrix[i, j] for j in range(n)] for i in range(n)]
    product = ca.SX(1)
    for k in range(n):
        product = product * rows[k][k]
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            for j in range(k + 1, n):
                rows[i][j] = rows[i][j] - factor * rows[k][j]
    return product


def used_entries(value: Scalar, z: Scalar) -> list[int]:
    """The entries of z that a value depends on."""
    inside = {int(one.element_hash()) for one in ca.symvar(value)}
    return [i for i in range(z.numel()) if int(z[i].element_hash()) in inside]


def rows_apart(H: Scalar, rows: Sequence[int]) -> tuple[Scalar, list[Scalar]]:
    """A right side without some of its rows, and the columns of these."""
    remaining, columns = ca.SX(H), []
    for i in rows:
        column = ca.SX.zeros(H.numel(), 1)
        column[i] = 1
        columns.append(column)
        remaining[i] = 0
    return remaining, columns


def rows_with(H: Scalar, symbols: Scalar) -> list[int]:
    """The rows that depend on some symbols."""
    return sorted(set(ca.jacobian(H, symbols).sparsity().get_triplet()[0]))


def answer(factors: Factors, right: Scalar) -> Accelerations:
    """The solution for a right side (h, gamma)."""
    n = factors.nodes[0]
    return solve_saddle(factors, right[:n], right[n:])


def _used_entries(one: Accelerations, used: Sequence[int]) -> Scalar:
    whole: Scalar = stack(one.qdd, one.lam)
    return whole[list(used)]


def _parts(system: System) -> tuple[Scalar, list[Term]]:
    """H₀ and the terms of H that depend on z: columns where H is affine in z, else its rows."""
    H: Scalar = stack(system.h, system.gamma)
    z: Scalar = stack(system.qdd, system.lam)
    used = used_entries(H, z) if system.uses_results else []
    if not used:
        return H, []
    z_used = z[used]
    slope: Scalar = ca.jacobian(H, z_used)
    if not ca.depends_on(slope, z_used):
        right = ca.substitute(H, z_used, ca.SX.zeros(len(used), 1))
        return right, [Term(column=ca.densify(slope[:, i]), factor=z_used[i]) for i in range(len(used))]
    rows = rows_with(H, z_used)
    right, columns = rows_apart(H, rows)
    return right, [Term(column=column, factor=H[i]) for i, column in zip(rows, columns, strict=True)]
