"""The signature matrix of a model: which unknown occurs in which equation, differentiated how often.

Unknowns are the coordinates q, the multipliers lam and kap, the unknown efforts e and the states s. Equations
are Lagrange's, M qdd + Gᵀ lam − h = 0, then Phi = 0, Psi = 0, the effort constraints, and s' − rate = 0.
The signature σ_ij is the order of the highest derivative of unknown j in equation i.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.lower import lower
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar, vector
from dalembert._model.records import Model, constraints_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown:
    """A coordinate, multiplier, effort or state, with the user's name for it."""

    kind: str  # coordinate, multiplier, effort, state
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Equation:
    """The equation of a coordinate, of a constraint or of a state."""

    kind: str  # coordinate, displacement, flow, effort, state
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """Equations, unknowns and σ as {(i, j): order}; and both as CasADi blocks, to differentiate them."""

    equations: tuple[Equation, ...]
    unknowns: tuple[Unknown, ...]
    orders: dict[tuple[int, int], int]
    system: System
    residual: Scalar
    symbols: tuple[Scalar, ...]  # unknowns, their first and their second derivatives


def signature(model: Model) -> Signature:
    """The signature of a model in which `check` finds no error."""
    system = lower(model)
    phi, psi = system.Phi.numel(), system.Psi.numel()
    qdd, lam = system.qdd, system.lam
    force: Scalar = system.G.T @ lam if phi + psi else 0
    residual = ca.vertcat(
        system.M @ qdd + force - system.h,
        system.Phi,
        system.Psi,
        system.effort,
        system.sd - system.rates,
    )
    zero, first = system.e, system.sd
    symbols = (
        ca.vertcat(system.q, lam, zero, system.s),
        ca.vertcat(system.qd, vector("lamd", phi + psi), vector("ed", system.e.numel()), first),
        ca.vertcat(qdd, *(vector("other", k) for k in (phi + psi, system.e.numel(), system.s.numel()))),
    )
    orders: dict[tuple[int, int], int] = {}
    for order, block in enumerate(symbols):
        rows, columns = ca.jacobian(residual, block).sparsity().get_triplet()
        orders |= {(i, j): order for i, j in zip(rows, columns, strict=True)}
    return Signature(
        equations=tuple(_equations(model)),
        unknowns=tuple(_unknowns(model)),
        orders=orders,
        system=system,
        residual=residual,
        symbols=symbols,
    )


def _unknowns(model: Model) -> list[Unknown]:
    return [
        *(Unknown(kind="coordinate", name=c.name) for c in model.coordinates),
        *(Unknown(kind="multiplier", name=f"lam_{c.name}") for c in constraints_of(model, "displacement")),
        *(Unknown(kind="multiplier", name=f"kap_{c.name}") for c in constraints_of(model, "flow")),
        *(Unknown(kind="effort", name=e.name) for e in model.efforts),
        *(Unknown(kind="state", name=s.name) for s in model.states),
    ]


def _equations(model: Model) -> list[Equation]:
    return [
        *(Equation(kind="coordinate", name=c.name) for c in model.coordinates),
        *(
            Equation(kind=kind, name=c.name)
            for kind in ("displacement", "flow", "effort")
            for c in constraints_of(model, kind)
        ),
        *(Equation(kind="state", name=s.name) for s in model.states),
    ]
