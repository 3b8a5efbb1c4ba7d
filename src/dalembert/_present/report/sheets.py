r"""Sheets of one or two pages: a page that prints well, and one LaTeX file with its figures."""

from __future__ import annotations

from dalembert._present.report.document import Sheet
from dalembert._present.report.escaping import html_text, tex_text
from dalembert._present.report.html import html_blocks
from dalembert._present.report.latex import ROOM, Slugs, decimal_mark, fragment, preamble_of
from dalembert._present.report.page import STYLE, policy
from dalembert._words.languages import Words
from dalembert._words.number_format import DECIMAL

DRAWING = 0.2  # of a page
NARROW = r"\newgeometry{margin=20mm,top=16mm,bottom=16mm}\pagestyle{empty}"
SHEET_STYLE = """
main { max-width: 54rem; }
h2 { font-size: 1.15rem; margin: 1.5rem 0 .5rem; }
.fields { display: flex; flex-wrap: wrap; gap: .4rem 1.5rem; margin: .6rem 0 1rem; }
.fields span { flex: 1 1 12rem; border-bottom: 1px solid var(--ink); padding-bottom: .1rem; }
.answer { display: flex; align-items: flex-start; gap: .6rem; margin: .5rem 0; break-inside: avoid; }
.answer .asked { line-height: 1.9rem; min-width: 3rem; }
.answer .room { flex: 1 1 auto; background: repeating-linear-gradient(transparent 0 1.83rem,
  var(--line) 1.83rem 1.9rem); }
figure { margin: .6rem 0; } figure svg { max-height: 15rem; width: auto; }
@media print { @page { margin: 16mm; } body { font-size: 10.5pt; } main { padding: 0; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
"""


def html_sheet(sheet: Sheet, words: Words) -> str:
    """The page, without any script."""
    fields = "".join(f"<span>{html_text(field)}</span>" for field in sheet.fields)
    body = "\n".join(
        f'<section id="{section.name}">\n<h2>{html_text(section.title)}</h2>\n'
        f"{html_blocks(section.blocks, words)}\n</section>"
        for section in sheet.sections
    )
    return f"""<!DOCTYPE html>
<html lang="{sheet.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy("")}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html_text(sheet.title)}</title>
<style>{STYLE}{SHEET_STYLE}</style>
</head>
<body>
<main>
<h1>{html_text(sheet.title)}</h1>
<p class="by">{html_text(sheet.subtitle)}</p>
{f'<div class="fields">{fields}</div>' if fields else ""}
{body}
</main>
</body>
</html>
"""


def tex_sheet(sheet: Sheet, words: Words) -> dict[str, str | bytes]:
    """The LaTeX of a sheet as `sheet.tex`, and the files of its figures."""
    files: dict[str, str | bytes] = {}
    slugs, mark = Slugs(), decimal_mark(words)
    lines = [
        preamble_of(sheet.language) + ROOM,
        r"\setlength{\parskip}{0.35\baselineskip plus 2pt}",
        r"\begin{document}",
        NARROW,
        rf"{{\raggedright\Large\bfseries {tex_text(sheet.title)}\par}}",
        rf"{{\raggedright\small {tex_text(sheet.subtitle)}\par}}",
    ]
    if sheet.fields:
        ruled = r"\quad ".join(rf"{tex_text(field)}~\hrulefill" for field in sheet.fields)
        lines.append(rf"\medskip\noindent {ruled}\par")
    for section in sheet.sections:
        made = fragment(section, words, slugs, files, DRAWING).replace(DECIMAL, mark)
        lines.append(rf"\needroom\subsection*{{{tex_text(section.title)}}}")
        lines.append(made.replace(r"\subsection*", r"\subsubsection*"))
    files["sheet.tex"] = "\n".join([*lines, r"\end{document}", ""])
    return files
