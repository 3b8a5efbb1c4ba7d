"""The share of every term of a model in the energies, and the power that it takes or gives.

    kinetic, potential     T_i, V_i; qd·∂T_i/∂qd − T_i of a co-energy that is not quadratic in qd
    dissipated             qd·∂D_i/∂qd
    efforts                Q_i qd, of a load the sum over the coordinates it acts on
    constraints            −lam_k G_k qd, zero unless the constraint moves; so too for contacts that move
    time                   −∂(T_i − V_i)/∂t, of energies that depend on time by themselves
    friction               −f·v of a contact that slides

The sums over all terms are the energies and the powers of the ledger, which are made without them
(`System.powers`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import casadi as ca

from dalembert._expression.expression import Expression
from dalembert._lower.closed_system import laws
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.system import CONSTRAINTS, FRICTION, TIME
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import (
    DISSIPATED,
    EFFORTS,
    Constraint,
    Contact,
    Load,
    Model,
    Term,
    constraints_of,
    dissipating_terms,
)
from dalembert._model.rules_physics import coenergies
from dalembert._model.survey import survey

KINETIC, POTENTIAL = "kinetic", "potential"
SECTIONS = {Term: "energy", Load: "work", Constraint: "constraints", Contact: "contacts"}
Add = Callable[[str, Iterable[tuple[str, str]], Scalar], None]  # account, sections and names, values


@dataclass(frozen=True, slots=True, kw_only=True)
class Contribution:
    """The share of one entry of the model in one account: the section and the name of the entry."""

    section: str
    name: str
    account: str


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EnergyShares:
    """Contributions, and their values as functions of (t, q, qd, p, u, u', u'', e, s, qdd, lam, forces)."""

    contributions: tuple[Contribution, ...]
    evaluator: Evaluator


def energy_shares(model: Model) -> EnergyShares:
    """The contributions of all terms, constraints and contacts; one that is zero by its form is none."""
    engine = Engine(model, survey(model))
    shares: list[tuple[Contribution, Scalar]] = []

    def add(account: str, owners: Iterable[tuple[str, str]], values: Scalar) -> None:
        for (section, name), value in zip(owners, map(ca.SX, ca.vertsplit(values)), strict=True):
            if not value.is_zero():
                shares.append((Contribution(section=section, name=name, account=account), value))

    moving = ca.vertcat(engine.t, engine.s, engine.u, engine.ud)
    moved = ca.vertcat(1, engine.sd, engine.ud, engine.udd)
    curved = coenergies(model, survey(model))
    for account, terms, sign in ((KINETIC, model.kinetic, -1), (POTENTIAL, model.potential, 1)):
        values, owners = _column(engine, (one.expression for one in terms)), [_owner(one) for one in terms]
        stored = [
            ca.jtimes(value, engine.qd, engine.qd) - value if one in curved else value
            for one, value in zip(terms, ca.vertsplit(values), strict=True)
        ]
        add(account, owners, ca.vertcat(ca.SX(0, 1), *stored))
        add(TIME, owners, sign * ca.jtimes(values, moving, moved))
    spent = _column(engine, (one.expression for one in model.dissipation))
    add(DISSIPATED, [_owner(one) for one in model.dissipation], ca.jtimes(spent, engine.qd, engine.qd))
    places = {one.name: i for i, one in enumerate(model.coordinates)}
    work = [one for one in model.work if one.name in places]
    speeds = ca.vertcat(ca.SX(0, 1), *(engine.qd[places[one.name]] for one in work))
    loads = {f"work.{load.name}": load for load in model.loads}
    powers = _column(engine, (one.expression for one in work)) * speeds
    braking = set(map(id, dissipating_terms(model)))
    for one, power in zip(work, ca.vertsplit(powers), strict=True):
        dissipates = id(one) in braking
        account, share = (DISSIPATED, -power) if dissipates else (EFFORTS, power)
        add(account, [_work_owner(one, loads)], share)
    _add_constraints(model, engine, add)
    _add_contacts(model, engine, add)
    joined = _joined_contributions(shares)
    values = ca.vertcat(ca.SX(0, 1), *joined.values())
    if model.states:
        rates = _column(engine, (state.rate for state in model.states))
        values = ca.substitute(values, engine.sd, rates)
    if model.inputs:
        inputs = ca.vertcat(engine.u, engine.ud, engine.udd)
        values = ca.substitute(values, inputs, laws(model, engine))
    return EnergyShares(contributions=tuple(joined), evaluator=Evaluator(arguments(engine), {"all": values}))


def arguments(engine: Engine) -> Scalar:
    """The column that contributions are functions of."""
    return ca.vertcat(
        engine.t,
        engine.q,
        engine.qd,
        engine.p,
        engine.u,
        engine.ud,
        engine.udd,
        engine.e,
        engine.s,
        engine.qdd,
        engine.lam,
        engine.f,
    )


def _add_constraints(model: Model, engine: Engine, add: Add) -> None:
    """The power of the constraint forces: zero unless the constraints move."""
    displacement, flow = (constraints_of(model, kind) for kind in ("displacement", "flow"))
    Phi, Psi = (_column(engine, (one.expression for one in every)) for every in (displacement, flow))
    velocities = ca.vertcat(ca.jtimes(Phi, engine.q, engine.qd), ca.jtimes(Psi, engine.qd, engine.qd))
    moving = ca.vertcat(engine.t, engine.s, engine.u, engine.ud)
    moved = ca.vertcat(1, engine.sd, engine.ud, engine.udd)
    drift = ca.vertcat(ca.jtimes(Phi, moving, moved), Psi - ca.jtimes(Psi, engine.qd, engine.qd))
    owners = [_owner(one) for one in (*displacement, *flow)]
    rests = [part.is_zero() for part in ca.vertsplit(drift)] if owners else []
    power = -engine.lam * velocities
    for k, (owner, rests_here) in enumerate(zip(owners, rests, strict=True)):
        if not rests_here:  # one that rests does no work: what rounding leaves of its velocity is none
            add(CONSTRAINTS, [owner], power[k])


def _add_contacts(model: Model, engine: Engine, add: Add) -> None:
    """The power that sliding friction takes, and the power that moving surfaces give."""
    first = len(model.contacts)
    for i, contact in enumerate(model.contacts):
        owner = [_owner(contact)]
        slips = _column(engine, contact.slip)
        forces = ca.vertcat(ca.SX(0, 1), *(engine.f[first + k] for k in range(len(contact.slip))))
        first += len(contact.slip)
        given = ca.SX(0)
        if contact.slip:
            add(FRICTION, owner, -ca.dot(forces, slips))
            given = ca.dot(forces, ca.jtimes(slips, engine.qd, engine.qd) - slips)
        if not contact.compliant:
            gap = engine.build(contact.gap.root)
            if ca.depends_on(gap, ca.vertcat(engine.t, engine.s, engine.u)):
                given = given + engine.f[i] * ca.jtimes(gap, engine.q, engine.qd)
        add(CONSTRAINTS, owner, given)


def _column(engine: Engine, expressions: Iterable[Expression]) -> Scalar:
    written = ca.vertcat(ca.SX(0, 1), *(engine.in_symbols(one) for one in expressions))
    return engine.put_in([written])[0]


def _owner(one: Term | Constraint | Contact | Load) -> tuple[str, str]:
    """The section and the name of what was written: an element, a body, a joint; else the term itself."""
    if one.origin is None:
        return SECTIONS[type(one)], one.name
    section, _, name = one.origin.path.partition(".")
    return section, one.name if not name or "[" in name or one.origin.index else name


def _work_owner(one: Term, loads: Mapping[str, Load]) -> tuple[str, str]:
    """The load of which an effort is a part, or the coordinate on which it acts."""
    load = loads.get(one.origin.path) if one.origin is not None else None
    return _owner(load) if load is not None else ("work", one.name)


def _joined_contributions(shares: Sequence[tuple[Contribution, Scalar]]) -> dict[Contribution, Scalar]:
    """Contributions of one entry to one account as one."""
    joined: dict[Contribution, list[Scalar]] = {}
    for one, value in shares:
        joined.setdefault(one, []).append(value)
    return {one: ca.sum1(ca.vertcat(*values)) for one, values in joined.items()}
