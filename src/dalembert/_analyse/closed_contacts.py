"""Closed contacts as constraints: a model in which some stiff contacts are closed, and stick or slide.

    gap = 0 with the force f = −lam ≥ 0;   slip = 0 with the friction f_t = −kap, |f_t| ≤ µ f

At rest a contact with friction sticks, unless its surface moves, as a belt does: then it slides, with
f_t = −µ f v/|v| against the tangential velocity v.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca

from dalembert._analyse.records import ClosedContact, Hold
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name, Negative, Node
from dalembert._lower.closed_system import closed_system
from dalembert._lower.system import System
from dalembert._model.records import Constraint, Contact, Model, Term, constraints_of
from dalembert._model.without_contacts import without_contacts

Scalar = Any  # a CasADi SX


@dataclass(frozen=True, slots=True, kw_only=True)
class LoweredContacts:
    """A lowered model with closed contacts.

    `gaps` are those of all contacts, `limits` µ of closed ones with friction, `drags` the friction of sliding
    ones.
    """

    system: System
    gaps: Scalar
    limits: Scalar
    drags: Scalar


def contacts_with_friction(model: Model, contacts: Sequence[ClosedContact]) -> tuple[Contact, ...]:
    """The closed contacts that stick or slide."""
    rough = {one.name for one in contacts if one.hold is not Hold.smooth}
    return tuple(c for c in model.contacts if c.name in rough)


def with_closed(model: Model, contacts: Sequence[ClosedContact]) -> Model:
    """The model with gaps of closed contacts as displacement constraints, slips of sticking ones as flow."""
    return _model_with_constraints(model, contacts, (Hold.sticks,))


def _model_with_constraints(model: Model, contacts: Sequence[ClosedContact], holds: Sequence[Hold]) -> Model:
    by_name = {contact.name: contact for contact in model.contacts}
    made = [
        Constraint(name=f"contact_{one.name}", kind="displacement", expression=by_name[one.name].gap)
        for one in contacts
    ]
    for one in contacts:
        contact = by_name[one.name]
        if one.hold in holds:
            named = zip(contact.slips, contact.slip, strict=True)
            made += [Constraint(name=f"friction_{name}", kind="flow", expression=v) for name, v in named]
    return replace(model, constraints=(*model.constraints, *made)) if made else model


def lower_with_contacts(model: Model, contacts: Sequence[ClosedContact]) -> LoweredContacts:
    """The lowered model; multipliers of contacts come after those of other constraints of their kind."""
    whole = _model_with_constraints(model, contacts, (Hold.sticks, Hold.slides))
    forces: dict[str, Node] = {}
    for one in whole.constraints[len(model.constraints) :]:
        mark = "lam" if one.kind == "displacement" else "kap"
        forces[one.name] = Negative(Name(f"{mark}_{one.name}"))
    rubs = contacts_with_friction(model, contacts)
    terms = [Term(name=c.name, expression=c.gap) for c in model.contacts]
    sliding = {one.name for one in contacts if one.hold is Hold.slides}
    terms += [Term(name=c.name, expression=_coefficient(c, sliding=c.name in sliding)) for c in rubs]
    bare = without_contacts(whole, forces) if forces else without_contacts(whole)
    y = closed_system(replace(bare, outputs=(*model.outputs, *terms)) if terms else bare, inputs=False)
    first = len(model.outputs)
    end = first + len(model.contacts)
    drags = ca.SX(0, 1)
    if sliding:
        mu = {contact.name: y.outputs[end + i] for i, contact in enumerate(rubs)}
        y, drags = _with_sliding_friction(y, whole, contacts, mu)
    return LoweredContacts(system=y, gaps=y.outputs[first:end], limits=y.outputs[end:], drags=drags)


def _coefficient(contact: Contact, *, sliding: bool) -> Expression:
    coefficient = contact.friction if sliding or contact.sticking is None else contact.sticking
    assert coefficient is not None
    return coefficient


def _with_sliding_friction(
    y: System, whole: Model, contacts: Sequence[ClosedContact], mu: dict[str, Scalar]
) -> tuple[System, Scalar]:
    """A system with sliding friction instead of some multipliers, and that friction."""
    rows = [c.name for kind in ("displacement", "flow") for c in constraints_of(whole, kind)]
    first, by_name = y.Phi.numel(), {contact.name: contact for contact in whole.contacts}
    gone: list[int] = []
    values: list[Scalar] = []
    for one in contacts:
        if one.hold is Hold.slides:
            friction_rows = [rows.index(f"friction_{name}") for name in by_name[one.name].slips]
            v = y.Psi[[k - first for k in friction_rows]]
            force = -y.lam[rows.index(f"contact_{one.name}")]
            values.append(mu[one.name] * force * v / ca.sqrt(ca.dot(v, v)))
            gone += friction_rows
    kap = y.lam[gone]
    value: Scalar = ca.vertcat(*values)
    blocks = {name: block for name, block in _dependent_forces(y).items() if block.numel()}
    made = dict(zip(blocks, ca.substitute(list(blocks.values()), [kap], [value]), strict=True))
    flow = [k - first for k in gone]
    effort = y.Psi_qd[flow, :].T @ value
    kept = [k for k in range(y.lam.numel()) if k not in gone]
    stays = [k - first for k in kept if k >= first]
    slid = replace(
        y,
        **made | {"h": made["h"] - effort, "Q": made["Q"] - effort, "gamma": made["gamma"][kept]},
        lam=y.lam[kept],
        Psi=y.Psi[stays] if stays else ca.SX(0, 1),
        Psi_qd=y.Psi_qd[stays, :] if stays else ca.SX(0, y.q.numel()),
    )
    return slid, -value


def _dependent_forces(y: System) -> dict[str, Scalar]:
    return {"h": y.h, "Q": y.Q, "effort": y.effort, "rates": y.rates, "outputs": y.outputs, "gamma": y.gamma}
