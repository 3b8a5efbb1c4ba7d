"""Lagrange's equations by SymEngine."""

from __future__ import annotations

from dataclasses import dataclass

import symengine as se

from dalembert._derive.engine import Engine, Symbolic, symbol
from dalembert._derive.equations import CoordinateEquation, Equations
from dalembert._derive.reading import Reader
from dalembert._derive.tidy import tidy
from dalembert._expression.tree import Node
from dalembert._model.records import Constraint, Model, Term, constraints_of
from dalembert._model.survey import Survey, survey

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


def derive(model: Model) -> Equations:
    """The equations of a model in which `check` finds no error."""
    known = survey(model)
    engine = Engine(model, known)
    return _Derivation(model, known, engine).equations()


class _Derivation:
    """One derivation: the engine, what counts as a parameter, and the way back to trees."""

    def __init__(self, model: Model, known: Survey, engine: Engine) -> None:
        self.model = model
        self.engine = engine
        self.reader = Reader(model, engine)
        self.tidied: dict[Symbolic, Symbolic] = {}
        self.parameters = {symbol(name) for name, kind in known.kinds.items() if kind == "parameter"} | {
            se.pi
        }

    def equations(self) -> Equations:
        model, engine = self.model, self.engine
        s = self._symbolics()
        rows = range(len(engine.q))
        return Equations(
            model=model,
            T=self._tree(s.T),
            V=self._tree(s.V),
            D=self._tree(s.D),
            coordinates=tuple(self._coordinate(s, i) for i in rows),
            M=self._matrix(s.M),
            h=self._vector(s.h),
            Phi=self._as_given(s.Phi),
            Psi=self._as_given(s.Psi),
            Phi_q=self._matrix(s.Phi_q),
            Psi_qd=self._matrix(s.Psi_qd),
            gamma=self._vector(s.gamma),
            effort=self._as_given([engine.build(c.expression.root) for c in constraints_of(model, "effort")]),
            states=self._as_given([engine.build(state.rate.root) for state in model.states]),
        )

    def _symbolics(self) -> Symbolics:
        """M = L_qd,qd and h = L_q − L_qd,q qd − L_qd,t − D_qd + Q; gamma is −(d/dt G qd) at zero qdd."""
        model, engine = self.model, self.engine
        T, V, D = (self._energy(terms) for terms in (model.kinetic, model.potential, model.dissipation))
        L = T - V
        work = {term.name: engine.build(term.expression.root) for term in model.work}
        Q = [work.get(c.name, se.Integer(0)) for c in model.coordinates]
        Phi = [engine.build(c.expression.root) for c in constraints_of(model, "displacement")]
        Psi = [engine.build(c.expression.root) for c in constraints_of(model, "flow")]
        L_qd = [se.diff(L, v) for v in engine.qd]
        gamma = [-engine.drift(engine.drift(phi)) for phi in Phi] + [-engine.drift(psi) for psi in Psi]
        return Symbolics(
            T=T,
            V=V,
            D=D,
            Q=Q,
            Phi=Phi,
            Psi=Psi,
            Phi_q=[[se.diff(phi, x) for x in engine.q] for phi in Phi],
            Psi_qd=[[se.diff(psi, v) for v in engine.qd] for psi in Psi],
            gamma=gamma,
            M=[[se.diff(p, v) for v in engine.qd] for p in L_qd],
            h=[
                se.diff(L, x) - engine.drift(p) - se.diff(D, v) + effort
                for x, v, p, effort in zip(engine.q, engine.qd, L_qd, Q, strict=True)
            ],
        )

    def _coordinate(self, s: Symbolics, i: int) -> CoordinateEquation:
        """The terms of one coordinate; the whole left side is Σ M q'' − h + Σ λ ∂φ/∂q + Σ κ ∂ψ/∂q'."""
        model, engine = self.model, self.engine
        x, v = engine.q[i], engine.qd[i]
        T_qd, V_qd = se.diff(s.T, v), se.diff(s.V, v)
        displacement = self._weighted(
            [row[i] for row in s.Phi_q], _multipliers(constraints_of(model, "displacement"))
        )
        flow = self._weighted([row[i] for row in s.Psi_qd], _multipliers(constraints_of(model, "flow")))
        left = self._weighted(s.M[i], engine.qdd) + self._tidied(-s.h[i]) + displacement + flow
        return CoordinateEquation(
            coordinate=model.coordinates[i].name,
            T_qd=self._tree(T_qd),
            T_qd_rate=self.reader.tree(self._total(T_qd)),
            T_q=self._tree(se.diff(s.T, x)),
            V_q=self._tree(se.diff(s.V, x)),
            V_qd_rate=self.reader.tree(self._total(V_qd)),
            D_qd=self._tree(se.diff(s.D, v)),
            Q=self._tree(s.Q[i]),
            displacement=self.reader.tree(displacement),
            flow=self.reader.tree(flow),
            left=self.reader.tree(left),
        )

    def _total(self, expression: Symbolic) -> Symbolic:
        """d/dt with accelerations: Σ ∂f/∂q' q'' + the rest."""
        engine = self.engine
        inertia = self._weighted([se.diff(expression, v) for v in engine.qd], engine.qdd)
        return inertia + self._tidied(engine.drift(expression))

    def _weighted(self, factors: list[Symbolic], symbols: list[Symbolic]) -> Symbolic:
        """Σ factor × symbol, each factor tidied and kept together."""
        return se.Add(*(self._tidied(f) * x for f, x in zip(factors, symbols, strict=True) if f != 0))

    def _energy(self, terms: tuple[Term, ...]) -> Symbolic:
        """The sum of named terms, tidied before anything is differentiated: what follows stays short."""
        total = se.Add(*(self.engine.build(term.expression.root) for term in terms))
        return self._tidied(total)

    def _tidied(self, expression: Symbolic) -> Symbolic:
        if expression not in self.tidied:
            self.tidied[expression] = tidy(expression, self._is_parameter)
        return self.tidied[expression]

    def _is_parameter(self, base: Symbolic) -> bool:
        return base in self.parameters

    def _tree(self, expression: Symbolic) -> Node:
        return self.reader.tree(self._tidied(expression))

    def _vector(self, expressions: list[Symbolic]) -> tuple[Node, ...]:
        return tuple(self._tree(e) for e in expressions)

    def _as_given(self, expressions: list[Symbolic]) -> tuple[Node, ...]:
        """What the user wrote is shown the way it was written, definitions put in."""
        return tuple(self.reader.tree(e) for e in expressions)

    def _matrix(self, rows: list[list[Symbolic]]) -> tuple[tuple[Node, ...], ...]:
        return tuple(self._vector(row) for row in rows)


def _multipliers(constraints: tuple[Constraint, ...]) -> list[Symbolic]:
    return [symbol(MULTIPLIER[c.kind] + c.name) for c in constraints]
