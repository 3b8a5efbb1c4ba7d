"""The energies, lowered and differentiated automatically. The printed equations are never used here."""

from __future__ import annotations

from collections.abc import Iterable

import casadi as ca

from dalembert._expression.expression import Expression
from dalembert._lower.engine import Engine, Scalar
from dalembert._lower.links import links
from dalembert._lower.loads import efforts_of_loads, plain_work
from dalembert._lower.peaks import peaks
from dalembert._lower.system import System
from dalembert._model.records import Model, Term, constraints_of
from dalembert._model.survey import survey


def lower(model: Model, *, by_places: bool = False) -> System:
    """The system of a model in which `check` finds no error.

    `by_places` takes the virtual work of loads from their points and rotations, not as it stands in the work.
    """
    known = survey(model)
    engine = Engine(model, known)
    q, qd = engine.q, engine.qd

    def column(expressions: Iterable[Expression]) -> Scalar:
        built = [engine.build(e.root) for e in expressions]
        return ca.vertcat(*built) if built else ca.SX(0, 1)

    def total(expressions: Iterable[Expression]) -> Scalar:
        return ca.sum1(ca.vertcat(0, column(expressions)))

    T, V, D = (
        total(term.expression for term in terms)
        for terms in (model.kinetic, model.potential, model.dissipation)
    )
    work: dict[str, list[Term]] = {}
    for term in plain_work(model) if by_places else model.work:
        work.setdefault(term.name, []).append(term)
    Q = ca.vertcat(
        ca.SX(0, 1),
        *(total(term.expression for term in work.get(c.name, ())) for c in model.coordinates),
    )
    if by_places:
        Q = Q + efforts_of_loads(model, engine)
    Phi = column(c.expression for c in constraints_of(model, "displacement"))
    Psi = column(c.expression for c in constraints_of(model, "flow"))
    arguments, kinds = peaks(engine, known)
    L = T - V
    L_qd = ca.gradient(L, qd)
    return System(
        t=engine.t,
        q=q,
        qd=qd,
        p=engine.p,
        u=engine.u,
        ud=engine.ud,
        udd=engine.udd,
        e=engine.e,
        s=engine.s,
        sd=engine.sd,
        qdd=engine.qdd,
        lam=engine.lam,
        f=engine.f,
        s_rates=engine.sd,
        T=T,
        V=V,
        D=D,
        Q=Q,
        # h = L_q − (L_qd,q qd + L_qd,t) − D_qd + Q
        h=ca.gradient(L, q) - engine.drift(L_qd) - ca.gradient(D, qd) + Q,
        Phi=Phi,
        Psi=Psi,
        Phi_q=ca.jacobian(Phi, q),
        Psi_qd=ca.jacobian(Psi, qd),
        gamma=ca.vertcat(-engine.drift(engine.drift(Phi)), -engine.drift(Psi)),
        effort=column(c.expression for c in constraints_of(model, "effort")),
        rates=column(state.rate for state in model.states),
        outputs=column(output.expression for output in model.outputs),
        events=column(event.when for event in model.events),
        peaks=arguments,
        peak_kinds=kinds,
        links=links(model, engine, known),
    )
