"""Sliding friction in the saddle-point system.

An active contact presses with f = −lam_i; while it slides, Coulomb friction of size μ f acts against its
tangential velocity v_t (linear in the speeds, H = ∂v_t/∂qd) in the unit direction d:

    M qdd + Gᵀ lam = h − Σ Hᵢᵀ dᵢ μᵢ fᵢ

The matrix is no longer symmetric, but what is new has few columns, −Hᵢᵀ dᵢ μᵢ with the factors fᵢ: forces
that depend on forces (`dependent_forces.py`). Where the determinant there is not positive, friction presses
the contact the more the more it is pressed: Painlevé's paradox, no motion with finite forces has to exist.

Of the power −f μ d·H qd of friction, f μ d·v_t is lost; the rest is given by surfaces that move, v_t − H qd.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.dependent_forces import Solution, Term, solution
from dalembert._lower.saddle import Factors
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar


@dataclass(frozen=True, slots=True, kw_only=True)
class Slider:
    """A contact that slides: tangential velocity, its direction, μ, and the row of its −f, or f itself."""

    slip: Scalar
    direction: Scalar
    mu: Scalar
    row: int = -1
    force: Scalar | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FrictionSolution:
    """Accelerations and multipliers; friction along each slip, and what it does to coordinates and energy."""

    qdd: Scalar
    lam: Scalar
    effort: Scalar
    friction: Scalar
    lost: Scalar
    given: Scalar
    determinant: Scalar
    settled: Scalar


def with_friction(system: System, factors: Factors, sliders: tuple[Slider, ...]) -> FrictionSolution:
    """The accelerations with sliding friction."""
    n, m = system.q.numel(), system.gamma.numel()
    columns = [-(ca.jacobian(one.slip, system.qd).T @ one.direction) * one.mu for one in sliders]
    terms = [
        Term(column=ca.vertcat(column, ca.SX.zeros(m, 1)), factor=_force(system, one))
        for one, column in zip(sliders, columns, strict=True)
    ]
    made = solution(system, factors, terms)
    effort = ca.SX.zeros(n, 1)
    for column, force in zip(columns, made.factors, strict=True):
        effort = effort + column * force
    return _solution(system, made, sliders, effort)


def _force(system: System, slider: Slider) -> Scalar:
    """The normal force of a sliding contact."""
    return -system.lam[slider.row] if slider.force is None else slider.force


def _solution(
    system: System, made: Solution, sliders: tuple[Slider, ...], effort: Scalar
) -> FrictionSolution:
    lost, given, friction = ca.SX(0), ca.SX(0), ca.SX(0, 1)
    for one, force in zip(sliders, made.factors, strict=True):
        size = one.mu * force
        surface = one.slip - ca.jtimes(one.slip, system.qd, system.qd)  # the velocity of surfaces that move
        lost = lost + size * ca.dot(one.direction, one.slip)
        given = given + size * ca.dot(one.direction, surface)
        friction = ca.vertcat(friction, -size * one.direction)
    return FrictionSolution(
        qdd=made.qdd,
        lam=made.lam,
        effort=effort,
        friction=friction,
        lost=lost,
        given=given,
        determinant=made.determinant,
        settled=made.settled,
    )
