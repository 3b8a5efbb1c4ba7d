"""Gibbs and Appell's equations: the energy of the accelerations, differentiated by the accelerations.

    ∂S/∂q'' = Q

For bodies S = Σ ½ m c''² + ½ α·(L' + ω × L), from their accelerations. Where T = ½ q'ᵀM q' + b·q' + T₀ is
given instead, M is a metric: with its Christoffel symbols Γ and explicit time derivatives,

    S = ½ q''ᵀM q'' + q''·(Γ(q', q') + ∂M/∂t q' + (∂b/∂q − ∂b/∂qᵀ) q' + ∂b/∂t − ∂T₀/∂q).

Terms without accelerations are omitted, since their derivative is zero. Q are the generalised forces of
potentials, dissipation, efforts and constraints. d/dt ∂T/∂q' is not used.
"""

from __future__ import annotations

import symengine as se

from dalembert._derive.balances import SymbolicBalances, cross_product
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import Form, NotAvailable, Part, Request, equations, fresh_names, scalar
from dalembert._derive.to_symengine import Symbolic
from dalembert._derive.workbench import Workbench
from dalembert._model.bodies.balances import balances_of
from dalembert._model.bodies.texts import canonical
from dalembert._model.records import Model
from dalembert._words.message import say


def form(derived: Equations, request: Request) -> Form:  # noqa: ARG001  one signature for all forms
    """Accelerations of the bodies, S, its derivatives and the generalised forces."""
    model = derived.model
    balances = balances_of(model)
    names = [c.name for c in model.coordinates]
    parts: list[Part] = []
    if balances is not None:
        symbolic = SymbolicBalances(balances=balances, bench=Workbench(balances.model))
        bench = symbolic.bench
        S, parts = _of_bodies(symbolic)
        S += _of_metric(balances.besides, bench)
    else:
        bench = Workbench(model)
        S = _of_metric(model, bench)
    S -= bench.put_in(S, {v: se.Integer(0) for v in bench.qdd})
    slopes = {n: bench.tree(bench.diff(S, v)) for n, v in zip(names, bench.qdd, strict=True)}
    forces = {c.coordinate: bench.tree(_force(derived, i, bench)) for i, c in enumerate(derived.coordinates)}
    parts.append(scalar("S", bench.tree_factored(S)))
    for prefix, part, lines in (("S_", "S_qdd", slopes), ("Q_", "Q", forces)):
        called = fresh_names(model, prefix)
        parts.append(equations(part, {called[name]: node for name, node in lines.items()}))
    return Form(name="gibbs_appell", title="∂S/∂q'' = Q", parts=tuple(parts))


def _of_bodies(symbolic: SymbolicBalances) -> tuple[Symbolic, list[Part]]:
    """S from the accelerations of mass centres and the angular accelerations, and these as parts."""
    S: Symbolic = se.Integer(0)
    parts: list[Part] = []
    for body in symbolic.terms():
        a, alpha = body.acceleration, body.angular_acceleration
        turning = list(body.angular_momentum_rate)
        if len(alpha) == 3:
            gyroscopic = cross_product(body.angular_velocity, body.angular_momentum)
            turning = [one + other for one, other in zip(turning, gyroscopic, strict=True)]
        S += _dot(a, body.momentum_rate) / 2 + _dot(alpha, turning) / 2
        lines = {f"{body.body}.acceleration[{i + 1}]": e for i, e in enumerate(a)}
        word = f"{body.body}.angular_acceleration"
        lines |= {f"{word}[{i + 1}]" if len(alpha) > 1 else word: e for i, e in enumerate(alpha)}
        shown = {canonical(name): symbolic.bench.tree(e) for name, e in lines.items() if e != 0}
        parts.append(equations(body.body, shown))
    return S, parts


def _of_metric(model: Model, bench: Workbench) -> Symbolic:
    """S from the metric of a kinetic energy, which must be quadratic in the velocities."""
    T = bench.tidy(se.Add(*(bench.build(term.expression.root) for term in model.kinetic)))
    q, qd, qdd, diff = bench.q, bench.qd, bench.qdd, bench.diff
    still = {v: se.Integer(0) for v in qd}
    p = [diff(T, v) for v in qd]
    M = [[diff(one, v) for v in qd] for one in p]
    if any(bench.free_symbols(entry) & {*qd, *qdd} for row in M for entry in row):
        raise NotAvailable(say("form_no_gibbs_appell"))
    b = [bench.put_in(one, still) for one in p]
    T0 = bench.put_in(T, still)
    n = range(len(q))

    def by_itself(e: Symbolic) -> Symbolic:
        """The time derivative at constant coordinates."""
        return bench.engine.drift(e) - se.Add(*(diff(e, q[j]) * qd[j] for j in n))

    slopes = [[[diff(M[i][j], x) for x in q] for j in n] for i in n]
    b_q = [[diff(one, x) for x in q] for one in b]
    S: Symbolic = se.Integer(0)
    for i in n:
        christoffel = se.Add(
            *((slopes[i][j][k] + slopes[i][k][j] - slopes[j][k][i]) * qd[j] * qd[k] / 2 for j in n for k in n)
        )
        moved = se.Add(*((by_itself(M[i][j]) + b_q[i][j] - b_q[j][i]) * qd[j] for j in n))
        inertia = se.Add(*(M[i][j] * qdd[j] / 2 for j in n))
        S += qdd[i] * (inertia + christoffel + moved + by_itself(b[i]) - diff(T0, q[i]))
    return S


def _force(derived: Equations, i: int, bench: Workbench) -> Symbolic:
    """The generalised force Q of a coordinate: all terms but inertia."""
    c = derived.coordinates[i]
    plus = [c.V_qd_rate, c.Q]
    minus = [c.V_q, c.D_qd, c.displacement, c.flow]
    return se.Add(*map(bench.build, plus)) - se.Add(*map(bench.build, minus))


def _dot(a: list[Symbolic], b: list[Symbolic]) -> Symbolic:
    return se.Add(*(one * other for one, other in zip(a, b, strict=True)))
