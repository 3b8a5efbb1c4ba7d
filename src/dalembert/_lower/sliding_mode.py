"""The field of a motion that stays on switching surfaces.

Where the equations on both sides of a switching surface σ = 0 point towards it, the motion stays on it: a
sliding mode (A. F. Filippov, Differential Equations with Discontinuous Righthand Sides, 1988). Its rates are
the convex combination y' = F₋ + Σ βₖ (Fₖ − F₋), with F₋ below all such surfaces, Fₖ above the k-th, and
0 ≤ βₖ ≤ 1 such that no σ changes, σ_y y' + σ_t = 0. Dry friction at rest is of this kind: β says how much of
it is needed. A switching function of positions alone, at which a force jumps so that it drives back, has
relative degree two: the motion stays on σ = σ' = 0 with σ'' = 0.

Where forces depend on forces z, as joint friction μ |lam| does, a friction that holds one joint changes what
another one can take. All forces are then those of the mode itself, and β combines the right sides at them:

    z = z₀ + W (g₋(z) + Σ βₖ (gₖ(z) − g₋(z))),   σ_y y'(z, β) + σ_t = 0

which Newton's method solves for z and β together, from what each side has by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import casadi as ca

from dalembert._lower.dependent_forces import (
    SETTLED,
    answer,
    determinant_of,
    rows_apart,
    rows_with,
    solved_dense,
    used_entries,
)
from dalembert._lower.field import Field, field_with
from dalembert._lower.saddle import Factors
from dalembert._lower.sliding_friction import FrictionSolution
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar

NEWTON = 6  # steps; for friction with a given direction one is exact


@dataclass(frozen=True, slots=True, kw_only=True)
class Surfaces:
    """Switching functions that stay zero, and the parameters of their sides."""

    functions: Scalar
    sides: Scalar

    def at(self, value: Scalar, k: int | None) -> Scalar:
        """A value below all surfaces, or above the k-th of them."""
        z = -ca.SX.ones(self.sides.numel(), 1)
        if k is not None:
            z[k] = 1
        return ca.substitute(ca.SX(value), self.sides, z)

    def is_linear(self, value: Scalar) -> bool:
        """Whether a value is linear in the sides."""
        return not any(ca.which_depends(value, self.sides, 2, True))

    def rises(self, slope: Scalar, rates: Scalar) -> Scalar:
        """The columns σ_y (Fₖ − F₋): what each surface adds to the rates of the switching functions."""
        across: Scalar = slope @ rates
        if self.is_linear(across):
            return 2 * ca.jacobian(across, self.sides)
        base = self.at(across, None)
        return ca.horzcat(*(self.at(across, k) - base for k in range(self.sides.numel())))

    def convex_combination(self, value: Scalar, parts: Scalar) -> Scalar:
        """The convex combination of a value on both sides of each surface.

        Of a value that is linear in the sides, as dry friction is, it is the value at the sides 2 β − 1.
        """
        value = ca.SX(value)
        if not ca.depends_on(value, self.sides):
            return value
        if self.is_linear(value):
            return ca.substitute(value, self.sides, 2 * parts - 1)
        first = self.at(value, None)
        combination = first
        for k in range(self.sides.numel()):
            combination = combination + parts[k] * (self.at(value, k) - first)
        return combination


def drift(functions: Scalar, t: Scalar, u: Scalar) -> Scalar:
    """How functions change with time and inputs (u, u', u'')."""
    third = u.numel() // 3
    moved = ca.vertcat(1, u[third:], ca.SX.zeros(third, 1))
    return ca.jtimes(functions, ca.vertcat(t, u), moved)


def sliding_mode(
    system: System, factors: Factors, friction: FrictionSolution, made: Field, surfaces: Surfaces
) -> tuple[Field, Scalar]:
    """The field on some switching surfaces, and the parts β of their upper sides.

    `made` is the field on one side of each, with the accelerations of `friction`.
    """
    slope = surfaces.at(ca.jacobian(surfaces.functions, made.y), None)
    flow = surfaces.at(drift(surfaces.functions, made.t, made.u), None)
    below = surfaces.at(slope @ made.rates, None)
    parts = solved_dense(surfaces.rises(slope, made.rates), -(below + flow))
    if _uses_results(system):
        friction = _combined_solution(friction, lambda value: surfaces.convex_combination(value, parts))
        if system.has_dependent_forces:
            friction, parts = _solve_jointly(system, factors, friction, parts, (surfaces, slope, flow))
        made = field_with(system, factors, friction, whole=True)
    return _combined_field(made, lambda value: surfaces.convex_combination(value, parts)), parts


def _combined_field(made: Field, combine: Callable[[Scalar], Scalar]) -> Field:
    """A field whose quantities are combined."""
    return replace(
        made,
        rates=combine(made.rates),
        health=combine(made.health),
        correction=combine(made.correction),
        correction_health=combine(made.correction_health),
        events=combine(made.events),
        determinant=combine(made.determinant),
        observed={name: combine(value) for name, value in made.observed.items()},
        saddle={name: combine(value) for name, value in made.saddle.items()},
    )


def _combined_solution(made: FrictionSolution, combine: Callable[[Scalar], Scalar]) -> FrictionSolution:
    """The convex combination of the solutions on the sides."""
    return FrictionSolution(
        qdd=combine(made.qdd),
        lam=combine(made.lam),
        effort=combine(made.effort),
        friction=combine(made.friction),
        lost=combine(made.lost),
        given=combine(made.given),
        determinant=combine(made.determinant),
        settled=combine(made.settled),
    )


def _uses_results(system: System) -> bool:
    """Whether the system depends on accelerations, multipliers or contact forces."""
    blocks = (system.h, system.gamma, system.rates, system.outputs, system.events, system.Q)
    return system.uses_results and ca.depends_on(ca.vertcat(*blocks), system.results)


def _solve_jointly(
    system: System,
    factors: Factors,
    friction: FrictionSolution,
    parts: Scalar,
    on: tuple[Surfaces, Scalar, Scalar],
) -> tuple[FrictionSolution, Scalar]:
    """Forces and β solved together, from forces and β as the sides have them by themselves."""
    surfaces, slope, flow = on
    n, s = system.q.numel(), system.s.numel()
    beta: Scalar = ca.SX.sym("beta", parts.numel(), 1)
    H: Scalar = ca.vertcat(system.h, system.gamma)
    z: Scalar = ca.vertcat(system.qdd, system.lam)
    rows = rows_with(H, ca.vertcat(z, surfaces.sides))
    remaining, columns = rows_apart(H, rows)
    base, *single = (answer(factors, right) for right in (remaining, *columns))
    g = ca.vertcat(*(surfaces.convex_combination(H[i], beta) for i in rows))
    W = ca.horzcat(*(ca.vertcat(one.qdd, one.lam) for one in single))
    whole: Scalar = ca.vertcat(base.qdd, base.lam) + W @ g  # all accelerations and multipliers
    rates = surfaces.convex_combination(system.rates, beta)
    rise: Scalar = slope[:, :n] @ system.qd + slope[:, n : 2 * n] @ whole[:n] + flow
    if s:
        rise = rise + slope[:, 2 * n : 2 * n + s] @ rates
    used = used_entries(ca.vertcat(g, rates), z)
    unknowns: Scalar = ca.vertcat(z[used], beta)
    acted: Scalar = z[used] - whole[used]
    begun: Scalar = ca.vertcat(friction.qdd, friction.lam)
    solution, settled = _newton(unknowns, ca.vertcat(acted, rise), ca.vertcat(begun[used], parts), len(used))
    acting = ca.jacobian(acted, z[used])
    qdd, lam, acting = ca.substitute([whole[:n], whole[n:], acting], [unknowns], [solution])
    return (
        replace(
            friction,
            qdd=qdd,
            lam=lam,
            settled=settled * friction.settled,
            determinant=determinant_of(acting) if used else ca.SX(1),
        ),
        solution[len(used) :],
    )


def _newton(unknowns: Scalar, off: Scalar, begun: Scalar, forces: int) -> tuple[Scalar, Scalar]:
    """The unknowns, forces first, at which `off` vanishes; 1 where the last step was none, else 0."""
    matrix = ca.jacobian(off, unknowns)
    solution, step = begun, ca.SX.zeros(unknowns.numel(), 1)
    for _ in range(NEWTON):
        there, left = ca.substitute([matrix, off], [unknowns], [solution])
        step = solved_dense(there, -left)
        solution = solution + step
    settled = ca.SX(1)
    for part, least in ((slice(0, forces), 0), (slice(forces, unknowns.numel()), 1)):
        size = least + ca.norm_inf(ca.vertcat(ca.SX(0), solution[part]))
        moved = ca.norm_inf(ca.vertcat(ca.SX(0), step[part]))
        settled = settled * ca.if_else(moved <= SETTLED * size, 1, 0)
    return solution, settled
