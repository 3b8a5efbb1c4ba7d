"""Lagrange's equations with SymEngine; definitions are substituted as far as the budgets allow."""

from __future__ import annotations

from dataclasses import dataclass, replace

import symengine as se

from dalembert._derive.choice import EXPAND, SHARE, has_long_equations
from dalembert._derive.contacts import contacts_of
from dalembert._derive.equations import CoordinateEquation, Equations
from dalembert._derive.sharing import shared_equations
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._model.records import Constraint, Model, Term, constraints_of
from dalembert._model.survey import Survey, can_be_written_out, survey

ENERGY_TERMS = 60_000  # an energy is worth more tidying than one of its many derivatives
WRITTEN = (  # roles of the names whose equations are written out
    *("kinetic", "potential", "dissipation", "work", "displacement", "flow", "effort", "rate"),
    *("gap", "slip", "friction", "stiffness", "damping", "exponent"),
)
MULTIPLIER = {"displacement": "lam_", "flow": "kap_"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Symbolics:
    """The same quantities as `Equations`, as SymEngine expressions."""

    T: Symbolic
    V: Symbolic
    D: Symbolic
    Q: list[Symbolic]
    Phi: list[Symbolic]
    Psi: list[Symbolic]
    Phi_q: list[list[Symbolic]]
    Psi_qd: list[list[Symbolic]]
    gamma: list[Symbolic]
    M: list[list[Symbolic]]
    h: list[Symbolic]


def derive(model: Model, way: str = "") -> Equations:
    """The equations of a model in which `check` finds no error; `way` of `choice.py` is how they are printed.

    Shared equations are derived where they may be printed. Compliant contacts are printed by their forces
    (`by_force.py`), with definitions written out.
    """
    known = survey(model)
    if not can_be_written_out(known, WRITTEN):
        return _shared_alone(model, known)
    bench = Workbench(model)
    s = symbolics(model, bench)
    coordinates = tuple(_coordinate(model, bench, s, i) for i in range(len(model.coordinates)))
    made = Equations(
        model=model,
        T=bench.read(bench.shortest_form(_sum(bench, model.kinetic))),
        V=bench.read(bench.shortest_form(_sum(bench, model.potential), longer=1)),
        D=bench.tree_factored(s.D),
        coordinates=coordinates,
        M=bench.matrix(s.M),
        h=bench.vector(s.h),
        Phi=bench.as_given(s.Phi),
        Psi=bench.as_given(s.Psi),
        Phi_q=bench.matrix(s.Phi_q),
        Psi_qd=bench.matrix(s.Psi_qd),
        gamma=bench.vector(s.gamma),
        effort=bench.as_given([bench.build(c.expression.root) for c in constraints_of(model, "effort")]),
        states=bench.as_given([bench.build(state.rate.root) for state in model.states]),
        contacts=contacts_of(model, bench, coordinates),
        printed=way,
    )
    soft = any(contact.compliant for contact in model.contacts)
    wanted = way == SHARE or (way != EXPAND and not soft and has_long_equations(made))
    return replace(made, shared=shared_equations(model, known)) if wanted else made


def _shared_alone(model: Model, known: Survey) -> Equations:
    """The equations of a model whose definitions cannot be written out."""
    shared = shared_equations(model, known)
    if shared is None:
        message = "a model without definitions is written out"
        raise ValueError(message)
    return Equations(
        model=model,
        T=shared.T,
        V=shared.V,
        D=shared.D,
        coordinates=shared.coordinates,
        M=(),
        h=(),
        Phi=shared.Phi,
        Psi=shared.Psi,
        Phi_q=(),
        Psi_qd=(),
        gamma=(),
        effort=shared.effort,
        states=shared.states,
        contacts=shared.contacts,
        shared=shared,
        listed=shared.listed,
        whole=False,
        printed=SHARE,
    )


def symbolics(model: Model, bench: Workbench) -> Symbolics:
    """M = L_qd,qd and h = L_q − L_qd,q qd − L_qd,t − D_qd + Q; gamma is −(d/dt G qd) at zero qdd."""
    q, qd, drift = bench.q, bench.qd, bench.engine.drift
    T, V, D = (_energy(bench, terms) for terms in (model.kinetic, model.potential, model.dissipation))
    L = T - V
    efforts: dict[str, list[Symbolic]] = {c.name: [] for c in model.coordinates}
    for term in model.work:
        efforts.setdefault(term.name, []).append(bench.build(term.expression.root))
    Q = [se.Add(*efforts[c.name]) for c in model.coordinates]
    Phi = [bench.build(c.expression.root) for c in constraints_of(model, "displacement")]
    Psi = [bench.build(c.expression.root) for c in constraints_of(model, "flow")]
    L_qd = [bench.diff(L, v) for v in qd]
    return Symbolics(
        T=T,
        V=V,
        D=D,
        Q=Q,
        Phi=Phi,
        Psi=Psi,
        Phi_q=[[bench.diff(phi, x) for x in q] for phi in Phi],
        Psi_qd=[[bench.diff(psi, v) for v in qd] for psi in Psi],
        gamma=[-drift(drift(phi)) for phi in Phi] + [-drift(psi) for psi in Psi],
        M=[[bench.diff(p, v) for v in qd] for p in L_qd],
        h=[
            bench.diff(L, x) - drift(p) - bench.diff(D, v) + effort
            for x, v, p, effort in zip(q, qd, L_qd, Q, strict=True)
        ],
    )


def _energy(bench: Workbench, terms: tuple[Term, ...]) -> Symbolic:
    """The sum of named terms, simplified before it is differentiated, so that derivatives stay short."""
    return bench.tidy(_sum(bench, terms), ENERGY_TERMS)


def _sum(bench: Workbench, terms: tuple[Term, ...]) -> Symbolic:
    return se.Add(*(bench.build(term.expression.root) for term in terms))


def _coordinate(model: Model, bench: Workbench, s: Symbolics, i: int) -> CoordinateEquation:
    """The terms of one coordinate; the whole left side is Σ M q'' − h + Σ λ ∂φ/∂q + Σ κ ∂ψ/∂q'."""
    x, v = bench.q[i], bench.qd[i]
    T_qd, V_qd = bench.diff(s.T, v), bench.diff(s.V, v)
    displacement = bench.weighted_sum(
        [row[i] for row in s.Phi_q], _multipliers(constraints_of(model, "displacement"))
    )
    flow = bench.weighted_sum([row[i] for row in s.Psi_qd], _multipliers(constraints_of(model, "flow")))
    left = bench.weighted_sum(s.M[i], bench.qdd) + bench.tidy(-s.h[i]) + displacement + flow
    return CoordinateEquation(
        coordinate=model.coordinates[i].name,
        T_qd=bench.read(bench.factor(bench.by_speeds(bench.tidy(T_qd)))),
        T_qd_rate=bench.read(_total(bench, T_qd)),
        T_q=bench.tree_factored(bench.diff(s.T, x)),
        V_q=bench.tree_factored(bench.diff(s.V, x)),
        V_qd_rate=bench.read(_total(bench, V_qd)),
        D_qd=bench.tree_factored(bench.diff(s.D, v)),
        Q=bench.tree_factored(s.Q[i]),
        displacement=bench.read(displacement),
        flow=bench.read(flow),
        left=bench.read(bench.factor(left)),
    )


def _total(bench: Workbench, expression: Symbolic) -> Symbolic:
    """The total time derivative: Σ ∂f/∂q' q'' and the derivative at frozen velocities."""
    inertia = bench.weighted_sum([bench.diff(expression, v) for v in bench.qd], bench.qdd)
    return bench.factor(inertia + bench.tidy(bench.engine.drift(expression)))


def _multipliers(constraints: tuple[Constraint, ...]) -> list[Symbolic]:
    return [symbol(MULTIPLIER[c.kind] + c.name) for c in constraints]
