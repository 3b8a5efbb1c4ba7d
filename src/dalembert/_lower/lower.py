"""The energies, lowered and differentiated automatically. The printed equations are never used here."""

from __future__ import annotations

from collections.abc import Iterable

from dalembert._expression.expression import Expression
from dalembert._lower.casadi_scalars import along, gradient, jacobian, minus, plus, stack, total
from dalembert._lower.links import Parts, links
from dalembert._lower.loads import efforts_of_loads, plain_work
from dalembert._lower.peaks import arguments_that_peak, peaks
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, Term, constraints_of, dissipating_terms
from dalembert._model.rules_physics import coenergies
from dalembert._model.structures import StructureCache
from dalembert._model.survey import reached_together, survey

REMEMBERED = 8  # systems: a report asks for one of the model, and of each set of closed contacts
_systems: StructureCache[System] = StructureCache(REMEMBERED)


def lower(model: Model, *, by_places: bool = False) -> System:
    """The system of a model in which `check` finds no error; one for models that differ only in values.

    `by_places` takes the virtual work of loads from their points and rotations, not as it stands in the work.
    """
    if by_places and model.loads:
        return _lower(model, by_places=True)
    if model.tables:  # their files may change
        return _lower(model)
    return _systems.get(model, _lower)


def forget_systems() -> None:
    """Forget all systems: the next is lowered anew."""
    _systems.clear()


def _lower(model: Model, *, by_places: bool = False) -> System:
    """Lower a model."""
    known = survey(model) if by_places else survey(model).in_use
    reach = reached_together(known.uses, known)
    peaking = arguments_that_peak(known)
    engine = Engine(model, known, (one.expression for one in peaking))
    q, qd = engine.q, engine.qd

    def column(expressions: Iterable[Expression]) -> Scalar:
        return stack(*(engine.in_symbols(e) for e in expressions))

    def total_of(terms: Iterable[Term]) -> Scalar:
        return total(engine.in_symbols(term.expression) for term in terms)

    def efforts_of(terms: Iterable[Term]) -> Scalar:
        """The sums of efforts on each coordinate."""
        work: dict[str, list[Term]] = {}
        for term in terms:
            work.setdefault(term.name, []).append(term)
        return stack(*(total_of(work.get(c.name, ())) for c in model.coordinates))

    parts = Parts(
        T=total_of(model.kinetic),
        V=total_of(model.potential),
        D=total_of(model.dissipation),
        Phi=column(c.expression for c in constraints_of(model, "displacement")),
        Psi=column(c.expression for c in constraints_of(model, "flow")),
    )
    T, V, Phi, Psi, D, Q, braking, effort, rates, outputs, events = engine.put_in(
        [
            parts.T,
            parts.V,
            parts.Phi,
            parts.Psi,
            parts.D,
            efforts_of(plain_work(model) if by_places else model.work),
            efforts_of(dissipating_terms(model)),
            column(c.expression for c in constraints_of(model, "effort")),
            column(state.rate for state in model.states),
            column(output.expression for output in model.outputs),
            column(event.when for event in model.events),
        ]
    )
    if by_places:
        Q = Q + efforts_of_loads(model, engine)
    curved = coenergies(model, known)
    T_stored = minus(T, _excess(engine, curved)) if curved else T
    arguments, kinds = peaks(engine, peaking)
    L = minus(T, V)
    L_qd = gradient(L, qd)
    h = minus(gradient(L, q), engine.drift(L_qd))
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
        T_stored=T_stored,
        V=V,
        momentum=L_qd,
        D=D,
        Q=Q,
        Q_dissipating=braking,
        # h = L_q − (L_qd,q qd + L_qd,t) − D_qd + Q
        h=plus(minus(h, gradient(D, qd)), Q),
        Phi=Phi,
        Psi=Psi,
        Phi_q=jacobian(Phi, q),
        Psi_qd=jacobian(Psi, qd),
        gamma=stack(-engine.drift(engine.drift(Phi)), -engine.drift(Psi)),
        effort=effort,
        e_values=engine.e,
        rates=rates,
        outputs=outputs,
        events=events,
        peaks=arguments,
        peak_kinds=kinds,
        links=links(parts, engine, known, L_qd),
        uses_time=reach.has("time"),
        uses_results=reach.has("result") or reach.has("coordinate", least=2),
    )


def _excess(engine: Engine, curved: Iterable[Term]) -> Scalar:
    """2 T* − qd·∂T*/∂qd: what a co-energy has more than the energy that it stands for."""
    (coenergy,) = engine.put_in([total(engine.in_symbols(term.expression) for term in curved)])
    return minus(plus(coenergy, coenergy), along(coenergy, engine.qd, engine.qd))
