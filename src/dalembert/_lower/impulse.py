"""The jump of velocities at an instant at which energies, forces or constraints jump in time.

    d/dt L_qd = L_q − D_qd + Q − Gᵀ lam,   G qd + Phi_t = 0

integrated over an instant: L_q and finite forces have no impulse, so that with F = Q − D_qd

    L_qd(qd⁺, t⁺) + Gᵀ Λ = L_qd(qd⁻, t⁻) + F_ü [u̇] + F_u̇ [u],   G qd⁺ + Phi_t(t⁺) = 0

An input whose velocity jumps has an acceleration without bound; a force that is linear in it, by a factor
that does not itself jump, has the impulse F_ü [u̇], and any other an impulse of unknown size.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar

ENERGY, FLOW, RATE, FORCE = "energy", "flow", "rate", "force"  # where a rate without bound may stand


@dataclass(frozen=True, slots=True, kw_only=True)
class Instant:
    """The quantities of an instant, as functions of (t, y, u, p)."""

    momentum: Scalar
    energy: Scalar
    position: Scalar
    velocity: Scalar
    pushed_by_u: Scalar  # F_u̇
    pushed_by_ud: Scalar  # F_ü


def instant(system: System) -> Instant:
    """The quantities of a closed system."""
    F = system.forces
    return Instant(
        momentum=system.momentum,
        energy=system.energy,
        position=system.Phi,
        velocity=system.velocity,
        pushed_by_u=ca.jacobian(F, system.ud),
        pushed_by_ud=ca.jacobian(F, system.udd),
    )


def explicit_rate(value: Scalar, t: Scalar, sampled: Scalar) -> Scalar:
    """The partial derivative of a value by time, through tables too, which have two derivatives each."""
    first = [ca.vertcat(sampled[3 * k + 1], sampled[3 * k + 2], 0) for k in range(sampled.numel() // 3)]
    return ca.jtimes(value, ca.vertcat(t, sampled), ca.vertcat(1, *first))


def unbounded_rate(system: System, i: int, *, jumps: bool, shared: bool = True) -> str:
    """Where a rate of an input stands whose impulse is of unknown size; empty where there is none.

    The input `jumps`, or else its velocity does; `shared` where impulses of forces can be taken at all.
    """
    F = system.forces
    first, second = system.ud[i], system.udd[i]
    energies = ca.vertcat(system.momentum, ca.gradient(system.L, system.q))
    for where, part in ((ENERGY, energies), (RATE, system.rates), (FLOW, system.Psi)):
        if ca.depends_on(part, second) or (jumps and ca.depends_on(part, first)):
            return where
    rate = first if jumps else second
    if jumps and ca.depends_on(F, second):
        return FORCE
    symbols = ca.vertcat(system.qd, system.u, system.ud, system.udd)
    known = shared and not ca.depends_on(ca.jacobian(F, rate), symbols)
    return FORCE if ca.depends_on(F, rate) and not known else ""
