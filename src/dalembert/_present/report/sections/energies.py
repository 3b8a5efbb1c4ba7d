"""Energies term by term, efforts, constraints with their multipliers, contacts."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._derive.by_force import has_damping, law_of, part
from dalembert._expression.canonical import key as key_of
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Name, Node
from dalembert._expression.walk import names, with_squares
from dalembert._model.records import Constraint, Contact, Load, Term, constraints_of, user_terms
from dalembert._model.survey import APPROACH
from dalembert._present.report import boxes as b
from dalembert._present.report import signs
from dalembert._present.report.boxes import Box
from dalembert._present.report.document import Block, Code, Heading, Maths, Paragraph, Plain, Section
from dalembert._present.report.sections.numbers_put_in import numbers_put_in
from dalembert._present.report.symbols import word
from dalembert._present.report.writer import Row, Writer, join_spans, zero

LONGEST_INDEX = 18


def section(writer: Writer) -> Section | None:
    """The energies, efforts, constraints and contacts of the model; None where it has none of them."""
    model, equations = writer.data.model, writer.data.equations
    blocks = numbers_put_in(writer)
    for key, sign, terms, whole in (
        ("kinetic", writer.letters("T"), model.kinetic, equations.T),
        ("potential", writer.letters("V"), model.potential, equations.V),
        ("dissipation", writer.letters("D"), model.dissipation, equations.D),
    ):
        blocks += _energy(writer, key, sign, user_terms(terms), whole)
    blocks += work_given(writer)
    blocks += constraints_given(writer)
    blocks += contacts_given(writer)
    return Section("energies", writer.words("report_energies"), tuple(blocks)) if blocks else None


def _energy(writer: Writer, key: str, sign: Box, terms: Sequence[Term], whole: Node) -> list[Block]:
    """The terms as written, then their sum with definitions substituted."""
    if zero(whole) and not terms:
        return []
    blocks: list[Block] = [Heading(writer.plain(f"report_{key}"))]
    if len(terms) > 1 or (terms and terms[0].name != key):
        rows = [
            Row(node=with_squares(t.expression.root), label=b.subscript(sign, b.words(short(t.name))))
            for t in terms
        ]
        blocks += writer.equations(rows, packed=len(rows) > 8)
        shared = writer.data.equations.shared
        as_typed = shared is not None and any(whole is one for one in (shared.T, shared.V, shared.D))
        if as_typed or (len(terms) == 1 and key_of(terms[0].expression.root) == key_of(whole)):
            return blocks
        blocks.append(writer.paragraph("report_energy_sum"))
    return [*blocks, *writer.equations([Row(node=whole, label=sign)])]


def short(name: str) -> str:
    """A name as an index, shortened if it is very long."""
    return name if len(name) <= LONGEST_INDEX else name[: LONGEST_INDEX - 1] + "…"


def work_given(writer: Writer) -> list[Block]:
    rows = [
        Row(node=term.expression.root, label=signs.of(writer.letters("Q"), writer.name(term.name)))
        for term in user_terms(writer.data.model.work)
    ]
    read = [
        Heading(writer.plain("report_work")),
        writer.paragraph("report_work_read"),
        *writer.equations(rows),
    ]
    return [*(read if rows else []), *loads(writer)]


def loads(writer: Writer) -> list[Block]:
    """Forces at points, torques on rotations and efforts on displacements, component by component."""
    rows = [
        Row(node=effort.root, label=_load_label(writer, load, k))
        for load in writer.data.model.loads
        for k, effort in enumerate(load.efforts)
    ]
    if not rows:
        return []
    return [
        Heading(writer.plain("report_loads")),
        writer.paragraph("report_loads_read"),
        *writer.equations(rows),
    ]


def _load_label(writer: Writer, load: Load, k: int) -> Box:
    """The name of a component of a load: an effort Q where it acts on a displacement, by its coordinate."""
    name = b.words(short(load.name))
    if load.kind == "force" and len(load.target) == 1:
        return b.subscript(writer.letters("Q"), name)
    target = load.target[k].root
    coordinates = {one.name for one in writer.data.model.coordinates}
    if load.kind == "force" and isinstance(target, Name) and target.name in coordinates:
        return b.subscript(writer.letters("Q"), b.row(name, b.words(","), writer.name(target.name)))
    return b.subscript(b.words("F" if load.kind == "force" else "M"), b.words(f"{short(load.name)},{k + 1}"))


def constraints_given(writer: Writer) -> list[Block]:
    equations, model = writer.data.equations, writer.data.model
    blocks: list[Block] = []
    for kind, nodes, prefix in (("displacement", equations.Phi, "lam_"), ("flow", equations.Psi, "kap_")):
        rows = [
            Row(
                node=node,
                label=writer.constraint(c.name),
                vanishes=True,
                multiplier=writer.name(prefix + c.name),
            )
            for c, node in zip(constraints_of(model, kind), nodes, strict=True)
        ]
        if rows:
            blocks += [
                Heading(writer.plain(f"report_constraints_{kind}")),
                writer.paragraph("report_multipliers"),
            ]
            blocks += writer.equations(rows)
            blocks += constraint_meanings(writer, constraints_of(model, kind))
    return blocks


def constraint_meanings(writer: Writer, constraints: Sequence[Constraint]) -> list[Block]:
    """The meaning of each constraint, from its text."""
    meanings = [
        (Maths(writer.constraint(one.name)), Plain(f": {one.text}")) for one in constraints if one.text
    ]
    if not meanings:
        return []
    return [
        Paragraph(
            (
                *(span for i, one in enumerate(meanings) for span in ((Plain("; "), *one) if i else one)),
                Plain("."),
            )
        )
    ]


def contacts_given(writer: Writer) -> list[Block]:
    """The contacts, each with its law and its given values."""
    contacts = writer.data.model.contacts
    if not contacts:
        return []
    used = {key: sign for contact in contacts for key, sign, _, _ in _parts(writer, contact)}
    words = {"gap": "g", "slip": "v"}  # for models that use these letters
    explained = {key: sign for key, sign in used.items() if words.get(key) not in writer.letters.taken}
    explanations = join_spans(
        [writer.say(f"report_sign_{key}", sign=Maths(sign)) for key, sign in explained.items()]
    )
    blocks: list[Block] = [Heading(writer.plain("report_contacts"))]
    blocks += [writer.paragraph("report_contacts_read", signs=explanations)] if explained else []
    for contact in contacts:
        alone = contact.law == "spring" and not has_damping(writer.data.model, contact)
        key = "report_law_spring_alone" if alone else f"report_law_{contact.law}"
        blocks.append(writer.paragraph(key, name=Code(contact.name)))
        rows = [
            Row(node=given.root, label=b.subscript(sign, b.words(short(name))))
            for _, sign, name, given in _parts(writer, contact)
        ]
        blocks += writer.equations(rows)
        blocks += _law(writer, contact) if contact.compliant else []
    if any(APPROACH in {name for name, _ in names(c.restitution.root)} for c in contacts if c.restitution):
        blocks.append(writer.paragraph("report_approach", name=Maths(writer.name(APPROACH))))
    return blocks


def _law(writer: Writer, contact: Contact) -> list[Block]:
    """The law of a compliant contact, and its terms of V and D."""
    law = law_of(writer.data.model, contact)
    rows = [
        Row(node=node, label=label)
        for label, node in (
            (writer.name(part(contact, "depth")), law.depth),
            (writer.name(part(contact, "elastic")), law.elastic),
            (writer.name(f"contact_{contact.name}"), law.force),
            (writer.name(part(contact, "stored")), law.stored),
        )
        if node is not None
    ]
    if law.spent_rate is not None:
        slope = signs.partial(writer.name(part(contact, "spent")), writer.name(part(contact, "depth"), 1))
        rows.append(Row(node=law.spent_rate, label=slope))
    keys = ("depth", "stored", *(("spent",) if law.spent_rate is not None else ()))
    named = {key: Maths(writer.name(part(contact, key))) for key in keys}
    force = Maths(writer.name(f"contact_{contact.name}"))
    message_key = "report_law_damped" if law.spent_rate is not None else "report_law_elastic"
    return [writer.paragraph(message_key, force=force, **named), *writer.equations(rows)]


def _parts(writer: Writer, contact: Contact) -> list[tuple[str, Box, str, Expression]]:
    """The given values of a contact: key, symbol, index and expression."""
    parts: list[tuple[str, Box, str, Expression]] = [("gap", writer.letters("g"), contact.name, contact.gap)]
    for key, sign, given in (
        ("restitution", _letter("e"), contact.restitution),
        ("stiffness", _letter("k"), contact.stiffness),
        ("damping", _letter("c"), contact.damping),
        ("exponent", _letter("n"), contact.exponent),
        ("friction", word("mu"), contact.friction),
        ("sticking", b.power(word("mu"), b.upright("s")), contact.sticking),
    ):
        parts += [(key, sign, contact.name, given)] if given is not None else []
    parts += [
        ("slip", writer.letters("v"), name, given)
        for name, given in zip(contact.slips, contact.slip, strict=True)
    ]
    return parts


def _letter(text: str) -> Box:
    return b.letter(text, text, 0.6)
