"""Unknown efforts that their constraints give explicitly: E e + r = 0 has the solution e = −E⁻¹ r.

Where E depends on neither efforts, forces nor accelerations, a model with such constraints is one of
mechanics, with e in place of its symbols: contacts can close in it, and the efforts that depend on forces of
contacts have impulses as other forces do.
"""

from __future__ import annotations

import math
from dataclasses import replace

import casadi as ca

from dalembert._lower.casadi_scalars import entries, stack
from dalembert._lower.dependent_forces import put_in, solved_dense
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model
from dalembert._model.values import values_at_start


def with_explicit_efforts(system: System) -> System | None:
    """The system with its unknown efforts substituted; None where they are not explicit."""
    e = system.e
    slope = ca.jacobian(system.effort, e)
    solvable = slope.size1() == slope.size2() and ca.sprank(slope) == e.numel()
    if not solvable or ca.depends_on(slope, ca.vertcat(e, system.results)) or ca.depends_on(system.D, e):
        return None
    efforts = solved_dense(slope, -ca.substitute(system.effort, e, ca.SX.zeros(e.numel(), 1)))
    return put_in(replace(system, effort=ca.SX(0, 1)), e, efforts)


def isolated_efforts(system: System, model: Model) -> tuple[Scalar, Scalar]:
    """The unknown efforts that effort constraints give one after another, and their values.

    A constraint that is linear in an effort gives it, then one that is quadratic in an effort and contains no
    other. A value may contain efforts that no constraint gives.
    """
    rows, values = entries(system.effort), dict[Scalar, Scalar]()
    at_start = _Start(system, model)
    for solve in (_linear_solution, at_start.quadratic_solution):
        for effort in entries(system.e):
            if effort in values:
                continue
            for i, row in enumerate(rows):
                value = solve(row, effort)
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


class _Start:
    """The values at the start of a model, by which one of two solutions is chosen."""

    def __init__(self, system: System, model: Model) -> None:
        self._system = system
        known = values_at_start(model)
        columns = (
            (system.t, [("t", 0)]),
            (system.q, [(one.name, 0) for one in model.coordinates]),
            (system.qd, [(one.name, 1) for one in model.coordinates]),
            (system.p, [(one.name, 0) for one in model.parameters]),
            (system.e, [(one.name, 0) for one in model.efforts]),
            (system.s, [(one.name, 0) for one in model.states]),
        )
        self._symbols = [symbols for symbols, _ in columns]
        self._values = [[known.get(leaf, math.nan) for leaf in leaves] for _, leaves in columns]

    def quadratic_solution(self, row: Scalar, effort: Scalar) -> Scalar | None:
        """The solution of a e² + b e + c = 0 on the side of the guess; None where there is none such."""
        slope = ca.jacobian(row, effort)
        twice = ca.jacobian(slope, effort)
        others = {int(one.element_hash()) for one in entries(self._system.e)} - {int(effort.element_hash())}
        inside = {int(one.element_hash()) for one in ca.symvar(row)}
        if not twice.nnz() or ca.depends_on(twice, effort) or inside & others:
            return None
        side = ca.Function("side", self._symbols, [slope], {"allow_free": True})
        if side.has_free() or not abs(rising := float(side(*self._values))) > 0:
            return None
        a, b, c = (ca.substitute(part, effort, ca.SX(0)) for part in (twice / 2, slope, row))
        root = ca.sqrt(b**2 - 4 * a * c)
        return ((root if rising > 0 else -root) - b) / (2 * a)
