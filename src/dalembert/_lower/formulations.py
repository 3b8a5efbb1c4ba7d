"""Other equations for the same motion: how constraints are treated, and what the state is made of.

All begin with M qdd + Gᵀ lam = h and Phi = 0, and differ in what is made of the constraints.

- **index 1**: the constraints differentiated twice, G qdd = gamma. Nothing brings Phi back to 0: what the
  steps leave in its rate stays, and Phi grows with time.
- **Baumgarte**: Phi'' + 2 α Phi' + β² Phi = 0 in place of Phi'' = 0, and Psi' + α Psi = 0: what was left
  decays. J. Baumgarte, Comput. Methods Appl. Mech. Eng. 1 (1972) 1-16.
- **augmented Lagrangian**: the same with a penalty W for its violation, and a few passes that bring the
  multipliers to where it is none. E. Bayo, J. García de Jalón, M. A. Serna, ibid. 71 (1988) 183-195.

      (M + GᵀWG) qdd = h + Gᵀ(W g − lam),    lam ← lam + W (G qdd − g),    g as Baumgarte has it

- **null space**: qdd = Z a + c with G Z = 0 and G c = gamma, so that Zᵀ takes the multipliers out,

      ZᵀMZ a = Zᵀ(h − M c)

  in minimal coordinates: those that depend follow from the others by Newton's method in every evaluation.
- **Hamilton**: a state of q and momenta p = L_qd, with H = p·qd − L,

      q' = H_p,    p' = −H_q + Q − D_qd − Gᵀ lam
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import casadi as ca

from dalembert._lower.field import Field, field_with
from dalembert._lower.saddle import Factors, Pivoting, factorise
from dalembert._lower.sliding_friction import FrictionSolution, with_friction
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar, vector

PASSES = 5  # of the augmented Lagrangian: each takes a factor of the penalty off the violation
NEWTON = 2  # steps for dependent coordinates, which begin where the last step ended


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulationField:
    """The field of a formulation, and the state it begins with: a function of the given y = (q, qd, s, w)."""

    field: Field
    given: Scalar
    begin: Scalar
    projects: bool  # whether states are moved onto the constraints
    plain: bool  # whether accelerations are those of the saddle-point system alone
    speeds: bool  # whether the state is (q, qd, s, w), and nothing else


Formulate = Callable[[System, Pivoting | None], FormulationField]


def index1(system: System, pivoting: Pivoting | None) -> FormulationField:
    """The accelerations of the saddle-point system, and no projection."""
    factors, made = _parts(system, pivoting)
    plain_field = field_with(system, factors, made, whole=False)
    return FormulationField(
        field=plain_field, given=plain_field.y, begin=plain_field.y, projects=False, plain=True, speeds=True
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedAccelerations:
    """Accelerations and multipliers by another derivation, as functions of the state.

    `place` is (q, qd) with dependent entries put onto the constraints; None where nothing is put there.
    """

    qdd: Scalar
    lam: Scalar
    place: Scalar | None = None


def solved_by(solve: Callable[[System], SolvedAccelerations]) -> Formulate:
    """The motion with accelerations of another derivation.

    States are projected onto the constraints as ever, or are on them in every evaluation.
    """

    def formulate(system: System, pivoting: Pivoting | None) -> FormulationField:
        factors, made = _parts(system, pivoting)
        accelerations = solve(system)
        solved_field = field_with(
            system, factors, replace(made, qdd=accelerations.qdd, lam=accelerations.lam), whole=False
        )
        if accelerations.place is None:
            return FormulationField(
                field=solved_field,
                given=solved_field.y,
                begin=solved_field.y,
                projects=True,
                plain=False,
                speeds=True,
            )
        after = ca.vertcat(accelerations.place, solved_field.y[accelerations.place.numel() :])
        moved = at_state(solved_field, solved_field.y, after)
        return FormulationField(
            field=moved, given=solved_field.y, begin=solved_field.y, projects=False, plain=False, speeds=False
        )

    return formulate


def baumgarte(alpha: float, beta: float) -> Formulate:
    """The saddle-point system with the right side of Baumgarte."""

    def formulate(system: System, pivoting: Pivoting | None) -> FormulationField:
        damped = replace(
            system, gamma=_baumgarte_right_side(system, alpha, beta), links=replace(system.links, forces=None)
        )
        factors, made = _parts(damped, pivoting)
        solved_field = field_with(system, factors, made, whole=False)
        return FormulationField(
            field=solved_field,
            given=solved_field.y,
            begin=solved_field.y,
            projects=False,
            plain=False,
            speeds=True,
        )

    return formulate


def augmented_lagrangian(alpha: float, beta: float, penalties: tuple[float, ...]) -> Formulate:
    """Passes of the augmented Lagrangian; `penalties` are the diagonal of W."""

    def formulate(system: System, pivoting: Pivoting | None) -> FormulationField:
        factors, made = _parts(system, pivoting)
        G, g, W = system.G, _baumgarte_right_side(system, alpha, beta), ca.diag(ca.SX(ca.DM(list(penalties))))
        solved_with = ca.ldl(system.M + G.T @ W @ G)
        lam = ca.SX.zeros(g.numel(), 1)
        qdd = made.qdd
        for _ in range(PASSES):
            qdd = ca.ldl_solve(system.h + G.T @ (W @ g - lam), *solved_with)
            lam = lam + W @ (G @ qdd - g)
        solved_field = field_with(system, factors, replace(made, qdd=qdd, lam=lam), whole=False)
        return FormulationField(
            field=solved_field,
            given=solved_field.y,
            begin=solved_field.y,
            projects=False,
            plain=False,
            speeds=True,
        )

    return formulate


def null_space(dependent: tuple[int, ...], places: tuple[int, ...]) -> Formulate:
    """Minimal coordinates; `dependent` speeds follow from all constraints, `places` among them from Phi."""

    def solve(system: System) -> SolvedAccelerations:
        n, columns, G, M = system.q.numel(), list(dependent), system.G, system.M
        free = [i for i in range(n) if i not in dependent]
        dependent_part = ca.solve(G[:, columns], ca.horzcat(G[:, free], system.gamma))
        Z, c = ca.SX(n, len(free)), ca.SX(n, 1)
        Z[free, :], Z[columns, :] = ca.SX.eye(len(free)), -dependent_part[:, : len(free)]
        c[columns] = dependent_part[:, len(free)]
        a = ca.solve(ca.densify(Z.T @ M @ Z), Z.T @ (system.h - M @ c)) if free else ca.SX(0, 1)
        qdd = ca.densify(Z @ a + c)
        lam = ca.solve(G[:, columns].T, (system.h - M @ qdd)[columns])
        return SolvedAccelerations(qdd=qdd, lam=lam, place=_consistent_state(system, columns, list(places)))

    return solved_by(solve)


def hamilton(system: System, pivoting: Pivoting | None) -> FormulationField:
    """A state of coordinates and momenta; T must be quadratic in the speeds."""
    factors, made = _parts(system, pivoting)
    whole = field_with(system, factors, made, whole=False)
    n, q, qd = system.q.numel(), system.q, system.qd
    p, zero = vector("momentum", n), ca.SX.zeros(n, 1)
    momentum_at_rest = ca.substitute(system.momentum, qd, zero)
    speeds = ca.ldl_solve(p - momentum_at_rest, *ca.ldl(system.M))
    L, velocity, forces = ca.substitute([system.L, system.velocity, system.forces], [qd], [speeds])
    H = ca.dot(p, speeds) - L
    pushed = -ca.gradient(H, q) + forces
    if velocity.numel():
        G = ca.substitute(system.G, qd, speeds)
        F_p = ca.jacobian(velocity, p)
        drift = F_p @ pushed + ca.jtimes(velocity, q, ca.gradient(H, p))
        drift += ca.jtimes(velocity, system.explicit_arguments, _explicit_rates(system, speeds))
        lam = ca.solve(F_p @ G.T, drift)
        pushed = pushed - G.T @ lam
    y = ca.vertcat(q, p, whole.y[2 * n :])
    transformed = at_state(whole, y, ca.vertcat(q, speeds, whole.y[2 * n :]))
    after = ca.substitute(system.momentum, ca.vertcat(q, qd), ca.vertcat(q, qd) + whole.correction[: 2 * n])
    moved = ca.substitute(after - system.momentum, qd, speeds)
    correction = ca.vertcat(transformed.correction[:n], moved, transformed.correction[2 * n :])
    rates = ca.vertcat(ca.gradient(H, p), pushed, transformed.rates[2 * n :])
    begin = ca.vertcat(q, system.momentum, whole.y[2 * n :])
    return FormulationField(
        field=replace(transformed, rates=rates, correction=correction),
        given=whole.y,
        begin=begin,
        projects=True,
        plain=False,
        speeds=False,
    )


def is_quadratic(system: System) -> bool:
    """Whether L is quadratic in the speeds, so that momenta are linear in them."""
    return not ca.depends_on(system.M, system.qd)


def at_state(whole: Field, y: Scalar, values: Scalar) -> Field:
    """A field as a function of another state y, with its own state as values that depend on y."""
    plain = [whole.rates, whole.health, whole.correction_health, whole.correction, whole.events, whole.peaks]
    groups = (whole.observed, whole.terms, whole.saddle)
    flat = [*plain, whole.determinant, *(part for group in groups for part in group.values())]
    put = iter(ca.substitute([ca.SX(part) for part in flat], [whole.y], [values]))
    return replace(
        whole,
        y=y,
        rates=next(put),
        health=next(put),
        correction_health=next(put),
        correction=next(put),
        events=next(put),
        peaks=next(put),
        determinant=next(put),
        observed={key: next(put) for key in whole.observed},
        terms={key: next(put) for key in whole.terms},
        saddle={key: next(put) for key in whole.saddle},
    )


def entries(column: Scalar, first: int, end: int) -> Scalar:
    """Some entries of a column, also none of a column of one, of which a slice is no column."""
    return ca.vertcat(ca.SX(0, 1), *(column[i] for i in range(first, end)))


def _parts(system: System, pivoting: Pivoting | None) -> tuple[Factors, FrictionSolution]:
    factors = factorise(system, pivoting=pivoting)
    return factors, with_friction(system, factors, ())


def _baumgarte_right_side(system: System, alpha: float, beta: float) -> Scalar:
    """Right sides of G qdd = g with Phi'' + 2 α Phi' + β² Phi = 0 and Psi' + α Psi = 0."""
    m, velocity = system.Phi.numel(), system.velocity
    rates, flows = entries(velocity, 0, m), entries(velocity, m, velocity.numel())
    return system.gamma - ca.vertcat(2 * alpha * rates + beta**2 * system.Phi, alpha * flows)


def _consistent_state(system: System, dependent: list[int], places: list[int]) -> Scalar:
    """(q, qd) with the dependent ones on the constraints: Newton's method for places, then speeds."""
    q, qd = system.q, system.qd
    if places:
        step = ca.SX.zeros(q.numel(), 1)
        step[places] = ca.solve(system.Phi_q[:, places], system.Phi)
        for _ in range(NEWTON):
            q = q - ca.substitute(step, system.q, q)
    change = ca.SX.zeros(qd.numel(), 1)
    change[dependent] = ca.solve(system.G[:, dependent], system.velocity)
    return ca.vertcat(q, qd - ca.substitute(change, system.q, q))


def _explicit_rates(system: System, speeds: Scalar) -> Scalar:
    """The rates of what changes with time by itself, at other speeds."""
    rates = ca.vertcat(1, system.s_rates, system.ud, system.udd)
    return ca.substitute(rates, system.qd, speeds)
