"""Records as HTML for notebooks, written like the sections of a report, without scripts or network."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from dalembert._derive.equations import Equations as Derived
from dalembert._expression.tree import Number
from dalembert._model.check import Verdict
from dalembert._model.records import Model, constraints_of, user_terms
from dalembert._present.figures.records import NothingToDraw
from dalembert._present.figures.registry import figure_of
from dalembert._present.matplotlib_figures import svg
from dalembert._present.report import boxes as b
from dalembert._present.report import signs
from dalembert._present.report.data import ReportData
from dalembert._present.report.document import Block, Code, Heading, Maths, Paragraph, Plain, Table
from dalembert._present.report.document import Equations as Shown
from dalembert._present.report.escaping import html_text
from dalembert._present.report.html import html_blocks
from dalembert._present.report.sections import (
    contacts,
    efforts_states,
    impacts,
    ledger,
    listed,
    matrices,
    names,
    run,
    verification,
)
from dalembert._present.report.sections.energies import contacts_given, loads, short
from dalembert._present.report.sections.numbers_put_in import numbers_put_in
from dalembert._present.report.writer import WHOLE, Row, Writer, lines_of, writer_of
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words, words_of

LANGUAGE = "en"
ROWS = 40  # of a table that are shown before it is expanded
LINES = 100  # of equations
CALL = "show(equations)"  # instead of the file that a report names
STYLE = """
.dalembert { max-width: 54rem; }
.dalembert h2 { font-size: 1.25em; }
.dalembert h3 { font-size: 1.05em; }
.dalembert math { font-size: 1.06em; }
.dalembert mi.word { font-style: italic; }
.dalembert .equation { margin: .3rem 0; padding-left: 3rem; text-indent: -1.5rem; line-height: 2.1;
  overflow-x: auto; overflow-y: hidden; }
.dalembert .equation math { text-indent: 0; white-space: nowrap; }
.dalembert .equations.many { display: flex; flex-wrap: wrap; gap: 0 2rem; }
.dalembert .equations.many .equation { padding-left: 0; text-indent: 0; }
.dalembert .scroll { overflow-x: auto; margin: .6rem 0; }
.dalembert mtable.matrix mtd { padding: .15em .45em; }
.dalembert td, .dalembert th { text-align: left; vertical-align: top; padding: .15rem .8rem .15rem 0; }
.dalembert td.number, .dalembert th.number { text-align: right; }
.dalembert summary { cursor: pointer; }
.dalembert pre { white-space: pre-wrap; }
.dalembert img { max-width: 100%; background: #fff; }
"""


def model_html(model: Model, text: str) -> str:
    """Title, symbols, energies, efforts and constraints as written, and the file, collapsed."""
    writer = _writer(model)
    paragraphs = [part for part in model.text.split("\n\n") if part.strip()]
    blocks: list[Block] = [Paragraph((Plain(" ".join(part.split())),)) for part in paragraphs]
    parts = [_blocks(blocks, writer.words)]
    parts.append(_blocks(names.section(writer).blocks, writer.words))
    parts.append(_blocks(_energies(writer, model), writer.words))
    parts.append(_details(writer.words("report_source"), f"<pre>{html_text(text)}</pre>"))
    return _frame(_title(model, writer.words), parts)


def equations_html(equations: Derived) -> str:
    """Lagrange's equations, constraints, efforts, states; contacts and matrices, collapsed."""
    writer = _writer(equations.model, equations)
    equations = writer.data.equations
    blocks = [
        *verification.section(writer).blocks,
        *numbers_put_in(writer),
        *_results(writer, equations),
        *_constraints(writer, equations),
    ]
    parts = [_blocks(blocks, writer.words)]
    beside = efforts_states.section(writer)
    if beside is not None:
        parts.append(_blocks(beside.blocks, writer.words))
    contact = contacts.section(writer)
    if contact is not None:
        soft = any(one.compliant for one in equations.model.contacts)  # their laws are shown as given
        contact_blocks = [*(contacts_given(writer) if soft else ()), *contact.blocks]
        parts.append(_details(contact.title, _blocks(contact_blocks, writer.words)))
    for more in (listed.section(writer), matrices.section(writer)):
        if more is not None:
            parts.append(_details(more.title, _blocks(more.blocks, writer.words)))
    return _frame(_title(equations.model, writer.words), parts)


def motion_html(motion: Motion) -> str:
    """The outcome of the run, coordinates over time; energy ledger, impacts and contacts, collapsed."""
    writer = _writer(motion.model, motion=motion)
    parts = []
    for one in (run.section(writer), ledger.section(writer), impacts.section(writer)):
        if one is not None:
            made = _blocks(one.blocks, writer.words)
            parts.append(made if one.name == "run" else _details(one.title, made))
    parts.insert(1, _drawing(motion, writer.words))
    return _frame(_title(motion.model, writer.words), parts)


# -- what is shown -----------------------------------------------------------------------------------


def _writer(model: Model, equations: Derived | None = None, motion: Motion | None = None) -> Writer:
    """A writer for the sections of one record; sections that need other data are not used."""
    data = ReportData(
        model=model,
        equations=equations if equations is not None else _no_equations(model),
        verdict=Verdict(flaws=()),
        motion=motion,
    )
    return writer_of(data, words_of(LANGUAGE))


def _no_equations(model: Model) -> Derived:
    """An empty record of equations."""
    zero = Number(0)
    return Derived(
        model=model,
        T=zero,
        V=zero,
        D=zero,
        coordinates=(),
        M=(),
        h=(),
        Phi=(),
        Psi=(),
        Phi_q=(),
        Psi_qd=(),
        gamma=(),
        effort=(),
        states=(),
        contacts=(),
    )


def _energies(writer: Writer, model: Model) -> list[Block]:
    """T, V, D and the efforts term by term, then the constraints and the contacts."""
    blocks: list[Block] = []
    for key, sign, given in (
        ("kinetic", writer.letters("T"), model.kinetic),
        ("potential", writer.letters("V"), model.potential),
        ("dissipation", writer.letters("D"), model.dissipation),
    ):
        terms = user_terms(given)  # compliant contacts are shown by their laws
        single = len(terms) == 1 and terms[0].name == key
        rows = [
            Row(
                node=term.expression.root,
                label=sign if single else b.subscript(sign, b.words(short(term.name))),
            )
            for term in terms
        ]
        blocks += [Heading(writer.plain(f"report_{key}")), *writer.equations(rows)] if rows else []
    work = [
        Row(node=t.expression.root, label=signs.of(writer.letters("Q"), writer.name(t.name)))
        for t in user_terms(model.work)
    ]
    blocks += [Heading(writer.plain("report_work")), *writer.equations(work)] if work else []
    blocks += loads(writer)
    for kind in ("displacement", "flow", "effort"):
        rows = [
            Row(node=c.expression.root, label=writer.constraint(c.name), vanishes=True)
            for c in constraints_of(model, kind)
        ]
        blocks += (
            [Heading(writer.plain(f"report_constraints_{kind}")), *writer.equations(rows)] if rows else []
        )
    return [*blocks, *contacts_given(writer)]


def _results(writer: Writer, equations: Derived) -> list[Block]:
    """The equations of the coordinates, up to a limit."""
    blocks: list[Block] = []
    spent = 0
    for i, c in enumerate(equations.coordinates):
        made = writer.equations([Row(node=c.left, vanishes=True)])
        spent += sum(lines_of(row.body) for one in made if isinstance(one, Shown) for row in one.rows) + 1
        if blocks and spent > LINES:
            left = writer.symbols(c.coordinate for c in equations.coordinates[i:])
            return [*blocks, writer.paragraph("report_coordinates_left", names=left, file=Code(WHOLE))]
        blocks += [writer.paragraph("report_coordinate", name=Maths(writer.name(c.coordinate))), *made]
    return blocks


def _constraints(writer: Writer, equations: Derived) -> list[Block]:
    blocks: list[Block] = []
    model = equations.model
    for kind, nodes, prefix in (("displacement", equations.Phi, "lam_"), ("flow", equations.Psi, "kap_")):
        rows = [
            Row(node=node, label=writer.name(c.name), vanishes=True, multiplier=writer.name(prefix + c.name))
            for c, node in zip(constraints_of(model, kind), nodes, strict=True)
        ]
        blocks += (
            [Heading(writer.plain(f"report_constraints_{kind}")), *writer.equations(rows)] if rows else []
        )
    return blocks


def _drawing(motion: Motion, words: Words) -> str:
    """The coordinates over time; empty where no number is finite."""
    try:
        figure = figure_of("coordinates", motion, (), words)
    except NothingToDraw:
        return ""
    data = base64.b64encode(svg(figure, titled=False).encode("utf-8")).decode("ascii")
    return f'<img alt="{html_text(figure.caption)}" src="data:image/svg+xml;base64,{data}">'


# -- HTML --------------------------------------------------------------------------------------------


def _title(model: Model, words: Words) -> str:
    return " ".join(model.title.split()) or words("report_untitled")


def _frame(title: str, parts: Sequence[str]) -> str:
    inner = "\n".join(part for part in parts if part)
    return f'<div class="dalembert"><style>{STYLE}</style>\n<h2>{html_text(title)}</h2>\n{inner}\n</div>'


def _details(title: str, inner: str) -> str:
    return f"<details><summary>{html_text(title)}</summary>\n{inner}\n</details>"


def _blocks(blocks: Sequence[Block], words: Words) -> str:
    """Blocks as in a report; the end of a long table is collapsed, and a call names omitted parts."""
    made = []
    for block in blocks:
        if isinstance(block, Table) and len(block.rows) > ROWS:
            made.append(html_blocks([Table(block.titles, block.rows[:ROWS], block.numbers)], words))
            remainder = Table(block.titles, block.rows[ROWS:], block.numbers)
            made.append(_details(f"… {len(remainder.rows)}", html_blocks([remainder], words)))
        elif isinstance(block, Paragraph):
            spans = tuple(Code(CALL) if span == Code(WHOLE) else span for span in block.spans)
            made.append(html_blocks([Paragraph(spans)], words))
        else:
            made.append(html_blocks([block], words))
    return "\n".join(made)
