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
from dataclasses import dataclass, fields, replace

import casadi as ca

from dalembert._lower.dependent_forces import SETTLED, Term, solved_dense, used_entries
from dalembert._lower.engine import Scalar
from dalembert._lower.field import Field, field_with
from dalembert._lower.saddle import Factors, answered
from dalembert._lower.sliding_friction import FrictionSolution
from dalembert._lower.system import System

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

    def combined(self, value: Scalar, parts: Scalar) -> Scalar:
        """The convex combination of a value on both sides of each surface."""
        first = self.at(value, None)
        found = first
        for k in range(self.sides.numel()):
            found = found + parts[k] * (self.at(value, k) - first)
        return found


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
    count = surfaces.sides.numel()
    slope = surfaces.at(ca.jacobian(surfaces.functions, made.y), None)
    flow = surfaces.at(drift(surfaces.functions, made.t, made.u), None)
    base = surfaces.at(made.rates, None)
    columns = ca.horzcat(*(slope @ (surfaces.at(made.rates, k) - base) for k in range(count)))
    parts = solved_dense(columns, -(slope @ base + flow))
    if _uses_results(system):
        own = {entry.name: _value(friction, entry.name) for entry in fields(FrictionSolution)}
        friction = FrictionSolution(**{name: surfaces.combined(value, parts) for name, value in own.items()})
        if system.coupled:
            friction, parts = _together(system, factors, friction, parts, (surfaces, slope, flow))
        made = field_with(system, factors, friction, whole=True)
    return _combined(made, lambda value: surfaces.combined(value, parts)), parts


def _combined(made: Field, combine: Callable[[Scalar], Scalar]) -> Field:
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


def _value(friction: FrictionSolution, name: str) -> Scalar:
    return {
        "qdd": friction.qdd,
        "lam": friction.lam,
        "effort": friction.effort,
        "friction": friction.friction,
        "lost": friction.lost,
        "given": friction.given,
        "determinant": friction.determinant,
        "settled": friction.settled,
    }[name]


def _uses_results(system: System) -> bool:
    """Whether something depends on what is solved for."""
    blocks = (system.h, system.gamma, system.rates, system.outputs, system.events, system.Q)
    return bool(ca.depends_on(ca.vertcat(*blocks), system.results))


def _together(
    system: System,
    factors: Factors,
    friction: FrictionSolution,
    parts: Scalar,
    on: tuple[Surfaces, Scalar, Scalar],
) -> tuple[FrictionSolution, Scalar]:
    """Forces and β solved together, from forces and β as the sides have them by themselves."""
    surfaces, slope, flow = on
    n, count = system.q.numel(), parts.numel()
    beta = ca.SX.sym("beta", count, 1)
    H, symbols = ca.vertcat(system.h, system.gamma), ca.vertcat(system.qdd, system.lam)
    rows = sorted(set(ca.jacobian(H, ca.vertcat(symbols, surfaces.sides)).sparsity().get_triplet()[0]))
    rest, terms = ca.SX(H), []
    for i in rows:
        column = ca.SX.zeros(H.numel(), 1)
        column[i] = 1
        rest[i] = 0
        terms.append(Term(column=column, factor=surfaces.combined(H[i], beta)))
    base = answered(factors, rest[:n], rest[n:])
    single = [answered(factors, term.column[:n], term.column[n:]) for term in terms]
    z0 = ca.vertcat(base.qdd, base.lam)
    W = ca.horzcat(*(ca.vertcat(one.qdd, one.lam) for one in single))
    g = ca.vertcat(*(term.factor for term in terms))
    whole = z0 + W @ g  # of all accelerations and multipliers
    rates = surfaces.combined(system.rates, beta)
    s = system.s.numel()
    rise = slope[:, :n] @ system.qd + slope[:, n : 2 * n] @ whole[:n] + flow
    if s:
        rise = rise + slope[:, 2 * n : 2 * n + s] @ rates
    used = used_entries(ca.vertcat(g, rates), symbols)
    own = ca.vertcat(symbols[used], beta)
    off = ca.vertcat(symbols[used] - whole[used], rise)
    matrix = ca.jacobian(off, own)
    found, step = ca.vertcat(ca.vertcat(friction.qdd, friction.lam)[used], parts), ca.SX(0)
    for _ in range(NEWTON):
        there, left = ca.substitute([matrix, off], [own], [found])
        step = solved_dense(there, -left)
        found = found + step
    z_size = ca.norm_inf(ca.vertcat(found[: len(used)], ca.SX(0)))
    small = [ca.norm_inf(ca.vertcat(step[: len(used)], ca.SX(0))) <= SETTLED * z_size]
    small.append(ca.norm_inf(step[len(used) :]) <= SETTLED * (1 + ca.norm_inf(found[len(used) :])))
    acting = ca.jacobian(off[: len(used)], symbols[used])
    qdd, lam, acting = ca.substitute([whole[:n], whole[n:], acting], [own], [found])
    settled = ca.if_else(ca.logic_and(*small), friction.settled, 0)
    determinant = ca.det(acting) if used else ca.SX(1)
    return replace(friction, qdd=qdd, lam=lam, settled=settled, determinant=determinant), found[len(used) :]
