"""Rules about forces that depend on forces in models with impacts, where forces become impulses.

A force that is proportional to the force of a contact has an impulse proportional to that of the contact, and
a state whose rate is proportional to it jumps in proportion. The impulse of any other law is not known: it
would depend on the course of the force during the impact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.source import Flaw
from dalembert._expression.tree import Call, Name, Negative, Node, Product, Rate, Sum
from dalembert._expression.walk import fold
from dalembert._model.records import Model
from dalembert._model.survey import Survey, dependences_of, depends
from dalembert._model.used_results import ACTING, UsedResult, used_results

Degree = tuple[float, bool]  # in forces and accelerations; whether it contains the force of a contact
CONSTANT: Degree = 0.0, False
NONE = float("inf")  # the degree of an expression that is no polynomial
ENERGIES = frozenset({"kinetic", "potential"})
STORED = ENERGIES | {"displacement", "flow"}
COMPLIANT = 'use a compliant contact (law = "spring") or a constraint; outputs and events may use its force'


def forces_in_impacts(model: Model, known: Survey) -> Iterator[Flaw]:
    """Where impacts turn forces into impulses, efforts depend on them only linearly."""
    sharp = [f"the contact `{one.name}`" for one in model.contacts if not one.compliant or one.slip]
    pushes = [f"the impulse `{one.name}`" for one in model.impulses]
    if not sharp and not pushes:
        return
    soft = {f"contact_{contact.name}" for contact in model.contacts if contact.compliant}
    kinds = {"result", "effort"} if _efforts_follow_forces(model) else {"result"}
    results = frozenset(name for name, kind in known.kinds.items() if kind in kinds and name not in soft)
    definitions: dict[str, Degree] = {}
    for name in known.order:
        definitions[name] = _degree(known.definitions[name].expression, definitions, known, results)
    roles = ACTING if sharp else frozenset({"rate"})  # else a run ends where impulses do not determine forces
    for used in used_results(model, roles, with_efforts="effort" in kinds):
        if used.name in soft:
            continue
        reason = _reason(model, used, _degree(used.use.expression, definitions, known, results), known)
        if reason is not None:
            why, hint = reason
            message = (
                f"what acts here depends on `{used.name}`, in a model with {(sharp or pushes)[0]}: {why}"
            )
            yield replace(used.flaw("impact-force", message, hint), severity="structure")
            return


def _efforts_follow_forces(model: Model) -> bool:
    """Whether unknown efforts depend on forces or accelerations."""
    return bool(model.efforts) and any(True for _ in used_results(model, frozenset({"effort"})))


def _reason(model: Model, used: UsedResult, degree: Degree, known: Survey) -> tuple[str, str] | None:
    """Why a use of a force has no impulse, and what to do; None where it has one."""
    if used.use.role == "rate":
        state = used.use.name
        stored = [u.role for u in known.uses if u.role in STORED and (state, 0) in dependences_of(u, known)]
        if stored:
            what = "an energy" if stored[0] in ENERGIES else "a constraint"
            why = f"in an impact forces are impulses, and the state `{state}` would jump, on which"
            return f"{why} {what} depends", COMPLIANT
    if used.name.startswith("friction_"):
        return (
            "the friction of a contact may not act elsewhere",
            "use its normal force, contact_NAME, or an output",
        )
    if used.use.role != "rate" and any(contact.law == "poisson" for contact in model.contacts):
        return 'the law "poisson" has no impulses of such forces', 'use law = "newton"'
    if degree[0] > 1:
        why = "in an impact forces are impulses, and only what is proportional to them is known there"
        hint = "write it as a coefficient times contact_NAME, which is never negative and needs no abs"
        return why, f"{hint}; or {COMPLIANT}"
    return None


def _degree(
    expression: Expression, definitions: Mapping[str, Degree], known: Survey, results: frozenset[str]
) -> Degree:
    """The degree of an expression in forces and accelerations; abs keeps it unless of a contact force."""

    def leaf(node: Node) -> Degree:
        if isinstance(node, Name) and node.name in definitions:
            return definitions[node.name]
        if not isinstance(node, Name | Rate):
            return CONSTANT
        forces = {
            name
            for name, order in depends(node, known)
            if name in results or (order == 2 and known.kinds.get(name) == "coordinate")
        }
        return (1.0 if forces else 0.0), any(name.startswith("contact_") for name in forces)

    def combine(node: Node, below: tuple[Degree, ...]) -> Degree:
        degrees, contact = [degree for degree, _ in below], any(one for _, one in below)
        match node:
            case Sum():
                degree = max(degrees)
            case Product():
                degree = sum(degrees)
            case Negative():
                degree = degrees[0]
            case Call(function="abs") if not contact:
                degree = degrees[0]
            case Call(function="if") if not degrees[0]:
                degree = max(degrees[1:])
            case _:
                degree = NONE if any(degrees) else 0.0
        return degree, contact

    return fold(expression.folded_tree, leaf, combine)
