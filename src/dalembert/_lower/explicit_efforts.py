"""Unknown efforts that their constraints give explicitly: E e + r = 0 has the solution e = −E⁻¹ r.

Where E depends on neither efforts, forces nor accelerations, a model with such constraints is one of
mechanics, with e in place of its symbols: contacts can close in it, and the efforts that depend on forces of
contacts have impulses as other forces do.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from dalembert._lower.casadi_scalars import entries, stack
from dalembert._lower.dependent_forces import put_in, solved_dense
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar


def with_explicit_efforts(system: System) -> System | None:
    """The system with its unknown efforts substituted; None where they are not explicit."""
    e = system.e
    slope = ca.jacobian(system.effort, e)
    solvable = slope.size1() == slope.size2() and ca.sprank(slope) == e.numel()
    if not solvable or ca.depends_on(slope, ca.vertcat(e, system.results)) or ca.depends_on(system.D, e):
        return None
    efforts = solved_dense(slope, -ca.substitute(system.effort, e, ca.SX.zeros(e.numel(), 1)))
    return put_in(replace(system, effort=ca.SX(0, 1)), e, efforts)


def isolated_efforts(system: System) -> tuple[Scalar, Scalar]:
    """The unknown efforts that effort constraints give one after another, and their values.

    A constraint that is linear in an effort gives it. A value may contain efforts that no constraint gives.
    """
    rows, values = entries(system.effort), dict[Scalar, Scalar]()
    for effort in entries(system.e):
        for i, row in enumerate(rows):
            value = _linear_solution(row, effort)
            if value is None:
                continue
            others = rows[:i] + rows[i + 1 :]
            rows = [ca.substitute(one, effort, value) for one in others]
            values = {one: ca.substitute(known, effort, value) for one, known in values.items()}
            values[effort] = value
            break
    return stack(*values), stack(*values.values())


def _linear_solution(row: Scalar, effort: Scalar) -> Scalar | None:
    """The solution of a + b e = 0; None where it is not linear in e, or does not contain it."""
    slope = ca.jacobian(row, effort)
    if not slope.nnz() or ca.depends_on(slope, effort):
        return None
    return -ca.substitute(row, effort, ca.SX(0)) / slope
