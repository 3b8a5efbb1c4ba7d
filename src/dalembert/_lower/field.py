"""The vector field of a run: rates of the state y = (q, qd, s, w), its projection, and what is observed.

w are works done since the start: the terms of the energy ledger. With the generalised energy
E = L_qd·qd − L (T + V where T is quadratic in qd), Lagrange's equations give

    dE/dt = − qd·D_qd + qd·Q − qd·Gᵀlam − L_t

dissipation, efforts, constraints (zero unless they move) and energies that depend on time by themselves;
with contacts that slide, what friction takes (`sliding_friction.py`). A last entry holds what the
projections onto the constraints have added to E. Inputs enter as numbers u, u', u'': their laws can change
while the field stays.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.casadi_scalars import along, as_sx, kept_entries, plus, stack
from dalembert._lower.dependent_forces import with_results
from dalembert._lower.saddle import Factors, Pivoting, accelerations, accelerations_for, factorise, slopes
from dalembert._lower.sizes import reach
from dalembert._lower.sliding_friction import FrictionSolution, Slider, with_friction
from dalembert._lower.system import CONSTRAINTS, FRICTION, PROJECTION, TIME, System
from dalembert._lower.to_casadi import Scalar

LEVELS = (
    *("position", "velocity", "position_reach", "velocity_reach"),
    *("position_terms", "velocity_terms"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """y' = rates and y + correction on the constraints to second order, as functions of (t, y, u, p)."""

    t: Scalar
    y: Scalar
    u: Scalar  # inputs, their first and their second derivatives
    p: Scalar
    works: tuple[str, ...]  # the entries w of the state
    rates: Scalar
    health: Scalar  # of the rates: 1 at best; near 0 the saddle-point system is singular
    correction_health: Scalar
    correction: Scalar
    events: Scalar
    peaks: Scalar
    determinant: Scalar  # of the equations for contacts that slide: positive where they have one solution
    observed: dict[str, Scalar]
    terms: dict[str, Scalar]  # of the constraints and their rates: what typed values are measured by
    saddle: dict[str, Scalar]  # entries of H and R (`links.py`), G, h, gamma for a numeric solution where
    # the symbolic one loses digits; and the determinant of forces that depend on forces, if there are any


def field(
    system: System,
    *,
    soft: bool = False,
    whole: bool = False,
    sliders: tuple[Slider, ...] = (),
    pivoting: Pivoting | None = None,
) -> Field:
    """The field of a closed system in which every coordinate has inertia or is held by a constraint.

    `soft` is for constraints that depend on one another; `whole` keeps all works, also those that are zero:
    modes of one motion then have states of one size. `sliders` are contacts that slide with friction.
    """
    factors = factorise(system, soft=soft, pivoting=pivoting)
    return field_with(system, factors, with_friction(system, factors, sliders), whole=whole)


def field_with(system: System, factors: Factors, made: FrictionSolution, *, whole: bool) -> Field:
    """The field with accelerations, multipliers and friction that were solved for."""
    q, qd, s = system.q, system.qd, system.s
    coupled = system.has_dependent_forces
    system = with_results(system, made.qdd, made.lam)
    energy, velocity, levels = system.energy, system.velocity, constraint_levels(system)
    reaction = -(factors.G.T @ made.lam) if made.lam.numel() else ca.SX.zeros(q.numel(), 1)
    health = factors.health
    if coupled:  # where forces that depend on forces have no solution, there are no rates
        health = made.settled * ca.fmin(health, made.determinant)
    powers = system.powers(reaction)
    powers |= {CONSTRAINTS: plus(powers[CONSTRAINTS], made.given), FRICTION: made.lost}
    constrained = velocity.numel() > 0
    # A step has no rate, but a height.
    jumps = system.changes_by_itself and ca.depends_on(system.L, stack(system.t, system.u, system.ud))
    kept = {
        name: power
        for name, power in powers.items()
        if whole or not as_sx(power).is_zero() or (name == TIME and jumps)
    }
    works = (*kept, *((PROJECTION,) if constrained or whole else ()))
    dq, dqd = _corrections(system, factors, velocity)
    zero, none = ca.SX.zeros(s.numel() + len(kept), 1), ca.SX(len(works) - len(kept), 1)
    jump = along(energy, stack(q, qd), stack(dq, dqd)) if constrained else none
    return Field(
        t=system.t,
        y=stack(q, qd, s, ca.SX.sym("w", len(works), 1)),
        u=system.inputs,
        p=system.p,
        works=works,
        rates=stack(qd, made.qdd, system.rates, *kept.values(), none),
        health=health,
        correction_health=factors.health,
        correction=stack(dq, dqd, zero, jump),
        events=system.events,
        peaks=system.peaks,
        observed={
            "q": q,
            "qd": qd,
            "s": s,
            "e": system.e_values,
            "qdd": made.qdd,
            "lam": made.lam,
            "reaction": plus(reaction, made.effort),
            "sliding_friction": made.friction,
            "outputs": system.outputs,
            "u": system.u,
            "T": system.T_stored,
            "V": system.V,
            "energy": energy,
            **{name: levels[name] for name in ("position", "velocity", "position_reach", "velocity_reach")},
            "health": health,
        },
        terms={name: levels[name] for name in ("position_terms", "velocity_terms")},
        determinant=made.determinant,
        saddle=inertia(system)
        | {"G": factors.G, "h": system.h, "gamma": system.gamma}
        | ({"determinant": made.determinant} if coupled else {}),
    )


def inertia(system: System) -> dict[str, Scalar]:
    """The entries of H and R, from which M follows."""
    links = system.links
    return {"H": kept_entries(links.H), "R": kept_entries(links.R)}


def constraint_levels(system: System) -> dict[str, Scalar]:
    """Phi, and its rate with Psi; their terms, and the sizes of these."""
    q, qd, none = system.q, system.qd, ca.SX(0, 1)
    velocity = system.velocity
    if not velocity.numel():
        return dict.fromkeys(LEVELS, none)
    G: Scalar = ca.fabs(system.G)
    every = stack(q, qd, system.explicit_arguments, system.udd, system.e)
    position_terms, position_reach = reach(
        system.Phi, stack(G[: system.Phi.numel(), :] @ ca.fabs(q), none), every, system.p
    )
    velocity_terms, velocity_reach = reach(velocity, G @ ca.fabs(qd), every, system.p)
    return {
        "position": system.Phi,
        "velocity": velocity,
        "position_reach": position_reach,
        "velocity_reach": velocity_reach,
        "position_terms": position_terms,
        "velocity_terms": velocity_terms,
    }


def slopes_of(
    system: System, field_of_system: Field, *, soft: bool = False, pivoting: Pivoting | None = None
) -> Scalar:
    """The derivative of the rates of (q, qd, s) by (q, qd, s)."""
    y = stack(system.q, system.qd, system.s)
    factors = factorise(system, soft=soft, pivoting=pivoting)
    slopes_held = slopes(system, factors, accelerations(system, factors), y)
    n, tested = system.q.numel(), y.numel()
    return stack(
        ca.jacobian(field_of_system.rates[:n], y),
        slopes_held,
        ca.jacobian(field_of_system.rates[2 * n : tested], y),
    )


def _corrections(system: System, factors: Factors, velocity: Scalar) -> tuple[Scalar, Scalar]:
    """The smallest dq, dqd in the norm of M with Phi(q + dq) = 0 and velocity(q + dq, qd + dqd) = 0.

    Both are solutions of the saddle-point system. The velocity constraint is taken at q + dq, to first
    order: velocity_qd dqd = −velocity − velocity_q dq. What remains is of second order in dq and dqd.
    """
    if not velocity.numel():
        return (ca.SX.zeros(system.q.numel(), 1),) * 2
    if not system.Phi.numel():
        return ca.SX.zeros(system.q.numel(), 1), accelerations_for(factors, -velocity)
    dq = accelerations_for(factors, stack(-system.Phi, ca.SX.zeros(system.Psi.numel(), 1)))
    return dq, accelerations_for(factors, -velocity - ca.jtimes(velocity, system.q, dq))
