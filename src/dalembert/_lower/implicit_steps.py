"""Implicit steps of structural dynamics and of mechanics that keeps its structure, as equations to solve.

A step from (q, v) at t to (q₁, v₁) at t + dt solves F(z) = 0 for its unknowns z; F_z is found by automatic
differentiation. A new method is a function like those below and one line in STEPS.

- **newmark** (β, γ): N. M. Newmark, J. Eng. Mech. Div. ASCE 85 (1959) 67-94.
- **galpha** (ρ∞): the generalised-α method for constrained systems of index 3, M. Arnold, O. Brüls,
  Multibody Syst. Dyn. 18 (2007) 185-202.
- **rattle**: the variational midpoint rule with constraints at both ends, which for T with constant M is the
  method of H. C. Andersen, J. Comp. Phys. 52 (1983) 24-34; J. E. Marsden, M. West, Acta Numerica 10 (2001).
- **ggl**: Radau IIA of order 5 on the equations of index 2 of C. W. Gear, B. Leimkuhler, G. K. Gupta,
  J. Comp. Appl. Math. 12-13 (1985) 77-90; for comparisons of formulations.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca

from dalembert._lower.field import Field
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar, vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """F of an implicit step and what follows from its solution.

    `pack` are the symbols (y, e, z, dt); `begin` gives (e, z) at the start as functions of (t, y, u, p);
    inputs of F are taken at t + theta dt.
    """

    pack: Scalar
    residual: Scalar
    jacobian: Scalar
    update: Scalar
    begin: Scalar
    theta: float


Make = Callable[[System, Field, tuple[float, ...]], Step]


def newmark(system: System, field: Field, constants: tuple[float, ...]) -> Step:
    """M(q₁) a₁ = h(q₁, v₁), q₁ = q + dt v + dt²((½ − β) a + β a₁), v₁ = v + dt((1 − γ) a + γ a₁)."""
    beta, gamma = constants
    n = system.q.numel()
    a, z, dt = vector("a", n), vector("z", n), ca.SX.sym("dt")
    q1 = system.q + dt * system.qd + dt**2 * ((0.5 - beta) * a + beta * z)
    v1 = system.qd + dt * ((1 - gamma) * a + gamma * z)
    M, h = _blocks_at(system, [system.M, system.h], q1, v1, system.t + dt)
    accelerations = field.observed["qdd"]
    return _step(
        (field.y, a, z, dt),
        residual=M @ z - h,
        unknowns=z,
        update=ca.vertcat(q1, v1, z, z),
        begin=ca.vertcat(accelerations, accelerations),
    )


def galpha(system: System, field: Field, constants: tuple[float, ...]) -> Step:
    """M(q₁) a₁ + Gᵀ lam₁ = h(q₁, v₁), Phi(q₁) = 0, with averaged accelerations b.

    (1 − α_m) b₁ + α_m b = (1 − α_f) a₁ + α_f a; q₁ and v₁ as in Newmark's method with b in place of a.
    """
    (rho,) = constants
    alpha_m, alpha_f = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    gamma = 0.5 + alpha_f - alpha_m
    beta = 0.25 * (gamma + 0.5) ** 2
    n, m = system.q.numel(), system.gamma.numel()
    a, b, z, dt = vector("a", n), vector("b", n), vector("z", n + m), ca.SX.sym("dt")
    b1 = ((1 - alpha_f) * z[:n] + alpha_f * a - alpha_m * b) / (1 - alpha_m)
    q1 = system.q + dt * system.qd + dt**2 * ((0.5 - beta) * b + beta * b1)
    v1 = system.qd + dt * ((1 - gamma) * b + gamma * b1)
    lam = ca.vertcat(ca.SX(0, 1), *(z[n + i] for i in range(m)))
    M, h, G, Phi, Psi = _blocks_at(
        system, [system.M, system.h, system.G, system.Phi, system.Psi], q1, v1, system.t + dt
    )
    observed = field.observed
    return _step(
        (field.y, ca.vertcat(a, b), z, dt),
        residual=ca.vertcat(M @ z[:n] + G.T @ lam - h, Phi / (beta * dt**2), Psi / (gamma * dt)),
        unknowns=z,
        update=ca.vertcat(q1, v1, z[:n], b1, z),
        begin=ca.vertcat(observed["qdd"], observed["qdd"], observed["qdd"], observed["lam"]),
    )


def rattle(system: System, field: Field, _: tuple[float, ...]) -> Step:
    """−∂S/∂q + dt/2 (Gᵀ lam − f) = p, Phi(q₁) = 0; p₁ = ∂S/∂q₁ + dt/2 f − Gᵀ(q₁) mu, d/dt Phi(q₁, v₁) = 0.

    S(q, q₁) = dt L((q + q₁)/2, (q₁ − q)/dt) is the action of the step, f are dissipation and efforts at its
    middle, p = L_qd the momenta. Inputs are given at the middle; at the ends they are taken as
    u ± dt/2 u' + dt²/8 u''.
    """
    n, m = system.q.numel(), system.Phi.numel()
    p, z, dt = vector("momentum", n), vector("z", 2 * n + 2 * m), ca.SX.sym("dt")
    q1, v1 = z[:n], z[n : 2 * n]
    lam, mu = (ca.vertcat(ca.SX(0, 1), *(z[2 * n + part * m + i] for i in range(m))) for part in (0, 1))
    middle, speed, half = (system.q + q1) / 2, (q1 - system.q) / dt, system.t + dt / 2
    L_q, L_qd, f = _blocks_at(
        system,
        [ca.gradient(system.L, system.q), system.momentum, system.forces],
        middle,
        speed,
        half,
    )
    before, after = dt / 2 * L_q - L_qd, dt / 2 * L_q + L_qd  # ∂S/∂q and ∂S/∂q₁
    momentum, G, Phi, rise = _blocks_at(
        system,
        [system.momentum, system.Phi_q, system.Phi, system.velocity],
        q1,
        v1,
        system.t + dt,
        ahead=dt / 2,
    )
    (Phi_q,) = _blocks_at(system, [system.Phi_q], system.q, system.qd, system.t, ahead=-dt / 2)
    residual = ca.vertcat(
        p + before - dt / 2 * (Phi_q.T @ lam) + dt / 2 * f,
        Phi / dt,
        momentum + G.T @ mu - after - dt / 2 * f,
        rise,
    )
    zero = ca.SX.zeros(2 * m, 1)
    return _step(
        (field.y, p, z, dt),
        residual=residual,
        unknowns=z,
        update=ca.vertcat(q1, v1, momentum, q1 + dt * v1, v1, lam, mu),
        begin=ca.vertcat(system.momentum, system.q, system.qd, zero),
        theta=0.5,
    )


ROOT = math.sqrt(6)
RADAU = (  # the coefficients of Radau IIA with three stages
    ((88 - 7 * ROOT) / 360, (296 - 169 * ROOT) / 1800, (-2 + 3 * ROOT) / 225),
    ((296 + 169 * ROOT) / 1800, (88 + 7 * ROOT) / 360, (-2 - 3 * ROOT) / 225),
    ((16 - ROOT) / 36, (16 + ROOT) / 36, 1 / 9),
)


def ggl(system: System, field: Field, _: tuple[float, ...]) -> Step:
    """M (q' − v) + Phi_qᵀ mu = 0, M v' + Gᵀ lam = h, Phi = 0, d/dt Phi = 0, Psi = 0 at the stages of a step.

    The multipliers mu are zero along the motion; they let places and speeds both be on the constraints. The
    last stage is the end of the step. Models with inputs have none here: their laws are given at one time.
    """
    n, m, displacements = system.q.numel(), system.gamma.numel(), system.Phi.numel()
    width, dt = 2 * n + m + displacements, ca.SX.sym("dt")
    z = vector("z", len(RADAU) * width)
    parts = [ca.vertsplit(z[i * width : (i + 1) * width], [0, n, 2 * n, 2 * n + m, width]) for i in range(3)]
    residuals, q1, v1 = [], system.q, system.qd
    for row, (dq, dv, lam, mu) in zip(RADAU, parts, strict=True):
        q1 = system.q + dt * sum(a * stage[0] for a, stage in zip(row, parts, strict=True))
        v1 = system.qd + dt * sum(a * stage[1] for a, stage in zip(row, parts, strict=True))
        M, h, G, Phi_q, Phi, velocity = _blocks_at(
            system,
            [system.M, system.h, system.G, system.Phi_q, system.Phi, system.velocity],
            q1,
            v1,
            system.t + sum(row) * dt,
        )
        pushed = Phi_q.T @ mu if displacements else 0
        residuals += [M @ (dq - v1) + pushed, M @ dv + G.T @ lam - h, Phi / dt, velocity / dt]
    observed, none = field.observed, ca.SX.zeros(displacements, 1)
    stages: list[Scalar] = [ca.vertcat(*one) for one in parts]
    ahead = [sum(w * one for w, one in zip(row, stages, strict=True)) for row in _extrapolation_weights()]
    return _step(
        (field.y, z, dt),
        residual=ca.vertcat(*residuals),
        unknowns=z,
        update=ca.vertcat(q1, v1, *ahead),
        begin=ca.vertcat(
            *(ca.vertcat(observed["qd"], observed["qdd"], observed["lam"], none) for _ in RADAU)
        ),
    )


def _extrapolation_weights() -> list[list[float]]:
    """The weights of the stages in the parabola through them, at the stages of the next step."""
    c = [sum(row) for row in RADAU]
    return [
        [math.prod((1 + x - c[k]) / (c[j] - c[k]) for k in range(3) if k != j) for j in range(3)] for x in c
    ]


STEPS: dict[str, tuple[Make, tuple[float, ...]]] = {  # with their usual constants
    "newmark": (newmark, (0.25, 0.5)),
    "galpha": (galpha, (0.8,)),
    "rattle": (rattle, ()),
}
GGL = "ggl"
EVERY_STEP = STEPS | {GGL: (ggl, ())}


def _blocks_at(
    system: System, parts: list[Scalar], q: Scalar, qd: Scalar, t: Scalar, ahead: Scalar = 0
) -> list[Scalar]:
    """Blocks of a system at another state and time; its inputs some time ahead of those that are given."""
    symbols = ca.vertcat(system.q, system.qd, system.t, system.u, system.ud)
    u = system.u + ahead * system.ud + ahead**2 / 2 * system.udd
    values = ca.vertcat(q, qd, t, u, system.ud + ahead * system.udd)
    blocks: list[Scalar] = ca.substitute(parts, [symbols], [values])
    return blocks


def _step(
    pack: tuple[Scalar, ...],
    *,
    residual: Scalar,
    unknowns: Scalar,
    update: Scalar,
    begin: Scalar,
    theta: float = 1.0,
) -> Step:
    return Step(
        pack=ca.vertcat(*pack),
        residual=residual,
        jacobian=ca.jacobian(residual, unknowns),
        update=update,
        begin=begin,
        theta=theta,
    )
