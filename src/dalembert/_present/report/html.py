"""The document as one HTML file: MathML, inline SVG, no network, and no script needed for reading.

Equations are set in pieces that a browser puts into as many lines as the window asks for.
"""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._present import mathml as ml
from dalembert._present.breaking import pieces
from dalembert._present.report.document import (
    Block,
    Code,
    Document,
    Equation,
    Equations,
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
    Section,
    Spans,
    Table,
)
from dalembert._present.report.page import STYLE, inline_svg, policy
from dalembert._present.report.texts import html_text, html_words
from dalembert._words.languages import Words
from dalembert._words.numbers import DECIMAL

ROOM = 19.5  # em of a piece: a line of a telephone


def html_of(document: Document, words: Words) -> str:
    """The page."""
    players = "".join(
        block.html for section in document.sections for block in section.blocks if isinstance(block, Player)
    )
    contents = "".join(
        f'<li><a href="#{section.name}">{html_text(section.title)}</a></li>' for section in document.sections
    )
    body = "\n".join(_section(section, words) for section in document.sections)
    title = html_text(document.title)
    return f"""<!DOCTYPE html>
<html lang="{document.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy(players)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<style>{STYLE}</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p class="by">{html_text(document.subtitle)}</p>
<nav><p>{html_text(words("report_contents"))}</p><ol>{contents}</ol></nav>
{body}
</main>
</body>
</html>
"""


def _section(section: Section, words: Words) -> str:
    blocks = html_blocks(section.blocks, words)
    return f'<section id="{section.name}">\n<h2>{html_text(section.title)}</h2>\n{blocks}\n</section>'


def html_blocks(blocks: Sequence[Block], words: Words) -> str:
    """Some blocks of a document, without a page around them."""
    made = "\n".join(_block(block, words) for block in blocks)
    return made.replace(DECIMAL, words.decimal_mark)


def _block(block: Block, words: Words) -> str:
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
            made = "".join(_equation(one) for one in equations)
            return f'<div class="equations{" many" if columns > 1 else ""}">{made}</div>'
        case MatrixBlock():
            return _matrix(block)
        case Picture():
            return _picture(block, words)
        case Listing(lines=lines):
            return f"<pre>{html_text(chr(10).join(lines))}</pre>"
        case Player(html=fragment):
            return f'<div class="player">{fragment}</div>'
        case References(works=works):
            return "<ol>" + "".join(f"<li>{html_text(work)}</li>" for work in works) + "</ol>"


def _spans(spans: Spans) -> str:
    out = []
    for span in spans:
        match span:
            case Plain(text=text):
                out.append(html_words(text))
            case Code(text=text):
                out.append(f"<code>{html_words(text)}</code>")
            case Maths(box=box):
                out.append(" ".join(ml.math(piece.mathml) for piece in pieces(box, ROOM)))
    return "".join(out)


def _equation(row: Equation) -> str:
    found = pieces(row.body, ROOM)
    parts = [piece.mathml for piece in found]
    if row.tail is not None and found[-1].width + row.tail.width <= ROOM:
        parts[-1] = ml.row(parts[-1], row.tail.mathml)
    elif row.tail is not None:
        parts.append(row.tail.mathml)
    if row.label is not None:
        parts.insert(0, ml.row(row.label.mathml, ml.equals()))
    return '<div class="equation">' + " ".join(ml.math(part, display=True) for part in parts) + "</div>"


def _matrix(block: MatrixBlock) -> str:
    table = ml.table([[cell.mathml for cell in row] for row in block.rows], "matrix")
    made = ml.row(block.name.mathml, ml.sign("="), ml.fenced("[", table, "]"))
    return f'<div class="scroll matrix">{ml.math(made)}</div>'


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
    label = html_text(words("report_figure", number=block.number))
    caption = html_text(block.caption)
    drawn = inline_svg(block.svg, f"figure{block.number}-")
    return (
        f'<figure id="figure-{block.number}" role="img" aria-label="{caption}">{drawn}'
        f"<figcaption><strong>{label}</strong> {caption}</figcaption></figure>"
    )
