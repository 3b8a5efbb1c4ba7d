"""Energies term by term, efforts, constraints with their multipliers, contacts."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._derive.by_force import damped, law_of, part
from dalembert._expression.canonical import key as key_of
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.compliant import as_written
from dalembert._model.records import Contact, Term, constraints_of
from dalembert._model.survey import APPROACH
from dalembert._present.report import boxes as b
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.desk import Desk, Row, joined, zero
from dalembert._present.report.document import Block, Code, Heading, Maths, Section
from dalembert._present.report.symbols import word

LONGEST_INDEX = 18


def section(desk: Desk) -> Section:
    """What was given."""
    model, equations = as_written(desk.material.model), desk.material.equations
    blocks: list[Block] = []
    for key, sign, terms, whole in (
        ("kinetic", signs.T, model.kinetic, equations.T),
        ("potential", signs.V, model.potential, equations.V),
        ("dissipation", signs.D, model.dissipation, equations.D),
    ):
        blocks += _energy(desk, key, sign, terms, whole)
    blocks += _work(desk)
    blocks += _constraints(desk)
    blocks += contacts_given(desk)
    return Section("energies", desk.words("report_energies"), tuple(blocks))


def _energy(desk: Desk, key: str, sign: Box, terms: Sequence[Term], whole: Node) -> list[Block]:
    """The terms as they were written, then their sum with definitions put in."""
    if zero(whole) and not terms:
        return []
    blocks: list[Block] = [Heading(desk.plain(f"report_{key}"))]
    if len(terms) > 1 or (terms and terms[0].name != key):
        rows = [Row(node=t.expression.root, label=b.subscripted(sign, b.words(short(t.name)))) for t in terms]
        blocks += desk.equations(rows, packed=len(rows) > 8)
        if len(terms) == 1 and key_of(terms[0].expression.root) == key_of(whole):
            return blocks
        blocks.append(desk.paragraph("report_energy_sum"))
    return [*blocks, *desk.equations([Row(node=whole, label=sign)])]


def short(name: str) -> str:
    """A name as an index, cut where it is very long."""
    return name if len(name) <= LONGEST_INDEX else name[: LONGEST_INDEX - 1] + "…"


def _work(desk: Desk) -> list[Block]:
    rows = [
        Row(node=term.expression.root, label=signs.of(signs.Q, desk.name(term.name)))
        for term in desk.material.model.work
    ]
    if not rows:
        return []
    return [Heading(desk.plain("report_work")), desk.paragraph("report_work_read"), *desk.equations(rows)]


def _constraints(desk: Desk) -> list[Block]:
    equations, model = desk.material.equations, desk.material.model
    blocks: list[Block] = []
    for kind, nodes, prefix in (("displacement", equations.Phi, "lam_"), ("flow", equations.Psi, "kap_")):
        rows = [
            Row(
                node=node,
                label=desk.name(c.name),
                vanishes=True,
                multiplier=desk.name(prefix + c.name),
            )
            for c, node in zip(constraints_of(model, kind), nodes, strict=True)
        ]
        if rows:
            blocks += [
                Heading(desk.plain(f"report_constraints_{kind}")),
                desk.paragraph("report_multipliers"),
            ]
            blocks += desk.equations(rows)
    return blocks


def contacts_given(desk: Desk) -> list[Block]:
    """The contacts: of each its law, and all that was given of it."""
    contacts = desk.material.model.contacts
    if not contacts:
        return []
    used = {key: sign for contact in contacts for key, sign, _, _ in _parts(contact)}
    told = joined([desk.say(f"report_sign_{key}", sign=Maths(sign)) for key, sign in used.items()])
    blocks: list[Block] = [
        Heading(desk.plain("report_contacts")),
        desk.paragraph("report_contacts_read", signs=told),
    ]
    for contact in contacts:
        alone = contact.law == "spring" and not damped(desk.material.model, contact)
        key = "report_law_spring_alone" if alone else f"report_law_{contact.law}"
        blocks.append(desk.paragraph(key, name=Code(contact.name)))
        rows = [
            Row(node=given.root, label=b.subscripted(sign, b.words(short(name))))
            for _, sign, name, given in _parts(contact)
        ]
        blocks += desk.equations(rows)
        blocks += _law(desk, contact) if contact.compliant else []
    if any(APPROACH in {name for name, _ in names(c.restitution.root)} for c in contacts if c.restitution):
        blocks.append(desk.paragraph("report_approach", name=Maths(desk.name(APPROACH))))
    return blocks


def _law(desk: Desk, contact: Contact) -> list[Block]:
    """The law of a contact that gives way, and its parts of V and D."""
    law = law_of(desk.material.model, contact)
    rows = [
        Row(node=node, label=label)
        for label, node in (
            (desk.name(part(contact, "depth")), law.depth),
            (desk.name(part(contact, "elastic")), law.elastic),
            (desk.name(f"contact_{contact.name}"), law.force),
            (desk.name(part(contact, "stored")), law.stored),
        )
        if node is not None
    ]
    if law.spent_rate is not None:
        slope = signs.partial(desk.name(part(contact, "spent")), desk.name(part(contact, "depth"), 1))
        rows.append(Row(node=law.spent_rate, label=slope))
    keys = ("depth", "stored", *(("spent",) if law.spent_rate is not None else ()))
    named = {key: Maths(desk.name(part(contact, key))) for key in keys}
    force = Maths(desk.name(f"contact_{contact.name}"))
    said = "report_law_damped" if law.spent_rate is not None else "report_law_elastic"
    return [desk.paragraph(said, force=force, **named), *desk.equations(rows)]


def _parts(contact: Contact) -> list[tuple[str, Box, str, Expression]]:
    """What is given of a contact: key, sign, index and expression."""
    found: list[tuple[str, Box, str, Expression]] = [("gap", _letter("g"), contact.name, contact.gap)]
    for key, sign, given in (
        ("restitution", _letter("e"), contact.restitution),
        ("stiffness", _letter("k"), contact.stiffness),
        ("damping", _letter("c"), contact.damping),
        ("exponent", _letter("n"), contact.exponent),
        ("friction", word("mu"), contact.friction),
        ("sticking", b.power(word("mu"), b.upright("s")), contact.sticking),
    ):
        found += [(key, sign, contact.name, given)] if given is not None else []
    found += [
        ("slip", _letter("v"), name, given) for name, given in zip(contact.slips, contact.slip, strict=True)
    ]
    return found


def _letter(text: str) -> Box:
    return b.letter(text, text, 0.6)
