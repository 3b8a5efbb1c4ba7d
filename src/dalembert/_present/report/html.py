"""The document as one HTML file: MathML, inline SVG, no network, and no script needed for reading.

Equations are divided into pieces that a browser arranges in as many lines as the window needs.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from dalembert._present import mathml as ml
from dalembert._present.breaking import Piece, mathml_of, pieces
from dalembert._present.report.document import (
    Block,
    Code,
    Document,
    Equation,
    Equations,
    Front,
    Heading,
    Items,
    Listing,
    Maths,
    MatrixBlock,
    Paragraph,
    Picture,
    Plain,
    Player,
    References,
    ResultBox,
    Section,
    Spans,
    Table,
    Value,
    WritingLines,
)
from dalembert._present.report.escaping import html_text, html_words
from dalembert._present.report.latex import decimal_mark, matrix_tex
from dalembert._present.report.page import COPY, STYLE, inline_svg, policy
from dalembert._words.languages import Words
from dalembert._words.number_format import DECIMAL

SPACES = re.compile("([ \\n]+)")  # without non-breaking spaces
ROOM = 19.5  # em of a piece: the width of a telephone


def html_of(document: Document, words: Words) -> str:
    """The page."""
    front = document.front
    numbered = document.numbers_and_sections()
    players = front.player.html if front.player is not None else ""
    contents = "".join(
        f'<li><a href="#{section.name}">{_title_with_number(number, section)}</a></li>'
        for number, section in numbered
    )
    nav = (
        f"<nav><p>{html_text(words('report_contents'))}</p><ol>{contents}</ol></nav>"
        if document.contents
        else ""
    )
    body = "\n".join(_section(number, section, words) for number, section in numbered)
    title = html_text(document.title)
    return f"""<!DOCTYPE html>
<html lang="{document.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(players + COPY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="by">{html_text(document.subtitle)}</p>
{_front(front, words)}
{nav}
{body}
</main>
{COPY}
</body>
</html>
"""


def _front(front: Front, words: Words) -> str:
    """The player, or the drawing, beside the results and the first figure."""
    first = front.player if front.player is not None else front.drawing
    shown = f'<div class="shown">{_block(first, words)}</div>' if first is not None else ""
    figure = _picture(front.figure, words) if front.figure is not None else ""
    results = _results(front.results).replace(DECIMAL, words.decimal_mark)
    return f'<div class="front">{shown}<div class="found">{results}{figure}</div></div>'


def _results(box: ResultBox) -> str:
    rows = "".join(
        f"<dt>{_spans(label)}</dt><dd>{''.join(f'<div>{_spans(line)}</div>' for line in lines)}</dd>"
        for label, lines in box.rows
    )
    return f'<aside class="results"><h2>{html_text(box.title)}</h2><dl>{rows}</dl></aside>'


def _section(number: str, section: Section, words: Words) -> str:
    blocks = html_blocks(section.blocks, words, copy=True)
    return (
        f'<section id="{section.name}">\n<h2>{_title_with_number(number, section)}</h2>\n{blocks}\n</section>'
    )


def _title_with_number(number: str, section: Section) -> str:
    return f'<span class="count">{number}</span>{html_text(section.title)}'


def html_blocks(blocks: Sequence[Block], words: Words, *, copy: bool = False) -> str:
    """Some blocks of a document, without the page; `copy` needs the script of the page."""
    made = "\n".join(_block(block, words, copy=copy) for block in blocks)
    return made.replace(DECIMAL, words.decimal_mark)


def _block(block: Block, words: Words, *, copy: bool = False) -> str:
    match block:
        case Heading(spans=spans):
            return f"<h3>{_spans(spans)}</h3>"
        case Paragraph(spans=spans):
            return f"<p>{_spans(spans)}</p>"
        case Items(rows=rows):
            return "<ul>" + "".join(f"<li>{_spans(row)}</li>" for row in rows) + "</ul>"
        case Table():
            return _table(block)
        case Equations(rows=equations, columns=columns):
            made = "".join(_equation(one, words, copy=copy) for one in equations)
            return f'<div class="equations{" many" if columns > 1 else ""}">{made}</div>'
        case MatrixBlock():
            return _matrix(block, words, copy=copy)
        case Picture():
            return _picture(block, words)
        case Listing(lines=lines):
            return f"<pre>{html_text(chr(10).join(lines))}</pre>"
        case Player(html=fragment):
            return f'<div class="player">{fragment}</div>'
        case WritingLines(label=label, lines=count):
            room = f'<span class="room" style="height: {1.9 * count:.1f}rem"></span>'
            return f'<div class="answer"><span class="asked">{_spans(label)}</span>{room}</div>'
        case References(works=works):
            return "<ol>" + "".join(f"<li>{html_text(work)}</li>" for work in works) + "</ol>"


def _spans(spans: Spans) -> str:
    """Words and formulas; a line does not break between a formula and text that follows without a space."""
    out: list[str] = []
    run: list[str] = []  # parts without a space between them
    formulas = 0

    def end_run() -> None:
        nonlocal formulas
        text = "".join(run)
        out.append(f'<span class="whole">{text}</span>' if formulas and len(run) > 1 else text)
        run.clear()
        formulas = 0

    for span in spans:
        match span:
            case Plain(text=text):
                for part in SPACES.split(text):
                    if SPACES.fullmatch(part):
                        end_run()
                        out.append(part)
                    elif part:
                        run.append(html_words(part))
            case Code(text=text):
                run.append(f"<code>{html_words(text)}</code>")
            case Maths(box=box):
                parts = pieces(box, ROOM)
                formulas += len(parts) == 1
                run.append(mathml_of(parts))
                if len(parts) > 1:
                    end_run()
            case Value(path=path, value=value, box=box):
                of = html_text("/".join(map(str, path)))
                run.append(f'<data value="{value!r}" data-of="{of}">{ml.math(box.mathml)}</data>')
                formulas += 1
    end_run()
    return "".join(out)


def _equation(row: Equation, words: Words, *, copy: bool) -> str:
    parts = pieces(row.body, ROOM)
    if row.tail is not None and parts[-1].width + row.tail.width <= ROOM:
        parts[-1] = replace(parts[-1], mathml=ml.row(parts[-1].mathml, row.tail.mathml))
    elif row.tail is not None:
        parts.append(Piece(tex="", mathml=row.tail.mathml, width=row.tail.width, level=0))
    if row.label is not None:
        label = ml.row(row.label.mathml, ml.equals())
        parts.insert(0, Piece(tex="", mathml=label, width=row.label.width, level=0))
    shown = mathml_of(parts, display=True)
    tail = f" {row.tail.tex}" if row.tail is not None else ""
    tex = (f"{row.label.tex} = " if row.label is not None else "") + row.body.tex + tail
    aside = (_button(tex, words) if copy else "") + _tag(row.number)
    return f'<div class="equation"{_anchor(row.number)}><div>{shown}</div>{aside}</div>'


def _anchor(number: int) -> str:
    return f' id="equation-{number}"' if number else ""


def _tag(number: int) -> str:
    return f'<span class="tag">({number})</span>' if number else ""


def _button(tex: str, words: Words) -> str:
    """A button that copies the LaTeX of an equation."""
    label, done = html_text(words("report_copy")), html_text(words("report_copied"))
    plain = html_text(tex.replace(DECIMAL, decimal_mark(words)).strip())
    return (
        f'<button type="button" class="copy" title="{label}" aria-label="{label}" data-done="{done}" '
        f'data-tex="{plain}">T<sub>E</sub>X</button>'
    )


def _matrix(block: MatrixBlock, words: Words, *, copy: bool) -> str:
    table = ml.table([[cell.mathml for cell in row] for row in block.rows], "matrix")
    before = () if block.factor is None else (block.factor.mathml, ml.TIMES)
    made = ml.row(block.name.mathml, ml.sign("="), *before, ml.in_brackets("[", table, "]"))
    tex = f"{block.name.tex} = {matrix_tex(block)}"
    shown = f'<div class="scroll matrix">{ml.math(made)}</div>'
    aside = (_button(tex, words) if copy else "") + _tag(block.number)
    return f'<div class="equation"{_anchor(block.number)}>{shown}{aside}</div>'


def _table(block: Table) -> str:
    mark = ' class="number"'

    def row(cells: tuple[Spans, ...], tag: str) -> str:
        made = (
            f"<{tag}{mark if i in block.numbers else ''}>{_spans(cell)}</{tag}>"
            for i, cell in enumerate(cells)
        )
        return f"<tr>{''.join(made)}</tr>"

    head = f"<thead>{row(block.titles, 'th')}</thead>" if block.titles else ""
    body = "".join(row(cells, "td") for cells in block.rows)
    return f'<div class="scroll"><table>{head}<tbody>{body}</tbody></table></div>'


def _picture(block: Picture, words: Words) -> str:
    label = html_text(words("report_figure", number=block.number)) if block.number else ""
    caption = html_text(block.caption)
    drawn = inline_svg(block.svg, f"figure{block.number}-")
    return (
        f'<figure id="figure-{block.number}" role="img" aria-label="{caption}">{drawn}'
        f"<figcaption>{f'<strong>{label}</strong> ' if label else ''}{caption}</figcaption></figure>"
    )
