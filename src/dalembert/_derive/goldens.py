"""Compares a published result with the derived equations, as a symbolic identity."""

from __future__ import annotations

import symengine as se

from dalembert._derive.equations import Equations
from dalembert._derive.identity import equal
from dalembert._derive.to_symengine import Engine, Symbolic, symbol
from dalembert._expression.tree import Node
from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import survey
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree

GRAVITY = "g"


def reproduces(equations: Equations, part: str, of: tuple[str, ...], expression: str) -> bool:
    """Whether a part of the derived equations equals an expression of the model language."""
    plain = Model()
    engine = Engine(plain, survey(plain))
    derived = _part(equations, engine, part, of)
    return equal(derived, engine.build(parse(expression)))


def _part(e: Equations, engine: Engine, part: str, of: tuple[str, ...]) -> Symbolic:
    q = [c.name for c in e.model.coordinates]
    phi = [c.name for c in constraints_of(e.model, "displacement")]
    psi = [c.name for c in constraints_of(e.model, "flow")]
    effort = [c.name for c in constraints_of(e.model, "effort")]
    row = of[0]

    def build(node: Node) -> Symbolic:
        return engine.build(node)

    match part:
        case "equation":
            return build(e.coordinates[q.index(row)].left)
        case "M":
            return build(e.M[q.index(row)][q.index(of[1])])
        case "h":
            return build(e.h[q.index(row)])
        case "K":
            return -se.diff(build(e.h[q.index(row)]), symbol(of[1]))
        case "G":
            return _gravity(build(e.h[q.index(row)]))
        case "C":
            h = build(e.h[q.index(row)])
            return -h - _gravity(h)
        case "Phi":
            return build(e.Phi[phi.index(row)])
        case "Phi_q":
            return build(e.Phi_q[phi.index(row)][q.index(of[1])])
        case "Psi_qd":
            return build(e.Psi_qd[psi.index(row)][q.index(of[1])])
        case "gamma":
            return build(e.gamma[(phi + psi).index(row)])
        case "effort":
            return build(e.effort[effort.index(row)])
    if part in ("gap", "contact_effort", "closed", "closed_C", "solved", "contact_force"):
        return _contact_part(e, engine, part, of)
    message = f"there is no part {part!r}"
    raise ValueError(message)


def _contact_part(e: Equations, engine: Engine, part: str, of: tuple[str, ...]) -> Symbolic:
    contact = next(c for c in e.contacts if c.contact == of[0])
    match part:
        case "gap":
            return engine.build(contact.gap)
        case "contact_effort":
            return engine.build(dict(contact.efforts)[of[1]])
        case "closed":
            return engine.build(dict(contact.equations)[of[1]])
        case "closed_C":
            effort = engine.build(dict(contact.efforts)[of[1]])
            return _part(e, engine, "C", of[1:]) - effort
        case "solved":
            return engine.build({print_tree(step.left): step.right for step in contact.solved}[of[1]])
        case _:
            return engine.build(contact.force[-1].right)


def _gravity(h: Symbolic) -> Symbolic:
    """The terms of −h that contain g (h is linear in it)."""
    g = symbol(GRAVITY)
    return -g * se.diff(h, g)
