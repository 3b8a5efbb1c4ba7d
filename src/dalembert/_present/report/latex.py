r"""The document as LaTeX: report.tex, its sections as fragments for \input, and its figures.

Common packages only (amsmath, array, booktabs, longtable, graphicx, geometry). Equations are broken here, not
by TeX.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from dalembert._present.breaking import lines, pieces, tex_of
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box
from dalembert._present.report.column_widths import TYPED, column_widths, lines_of
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
from dalembert._present.report.escaping import code_text, tex_text
from dalembert._present.report.writer import LINE
from dalembert._words.languages import Words
from dalembert._words.number_format import DECIMAL, POINT

BABEL = {
    "de": ("ngerman.ldf", "ngerman"),
    "es": ("spanish.ldf", "spanish,es-noshorthands,es-nolayout,es-nodecimaldot"),
    "pt": ("portuguese.ldf", "portuguese"),
    "pt-BR": ("brazilian.ldf", "brazilian"),
}
TAG = 2.6  # em for the number of an equation
INDENT = 1.0  # em of a further line of an equation
MOST_TYPED = 12.0  # em up to which a typed name is not broken
WIDE_LABEL = 0.4  # relative to a line: a wider label gets a separate line
PREAMBLE = r"""\documentclass[11pt,a4paper,fleqn]{article}
\usepackage{iftex}
\ifPDFTeX
  \usepackage[utf8]{inputenc}
  \usepackage[T1]{fontenc}
  \usepackage{textcomp}
  \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\else
  \newcommand{\unicodefonts}{TU}
  \ifx\encodingdefault\unicodefonts\else
    \usepackage[T1]{fontenc}
    \IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
  \fi
\fi
@BABEL@\usepackage[margin=25mm]{geometry}
\usepackage{amsmath,array,booktabs,longtable,graphicx}
\IfFileExists{hyperref.sty}{\usepackage[hidelinks,unicode]{hyperref}}{}
\setlength{\mathindent}{1.2em}
\allowdisplaybreaks[2]
\setlength{\emergencystretch}{5em}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0.5\baselineskip plus 2pt}
\setlength{\LTleft}{0pt}
\setlength{\LTright}{0pt plus 1fill}
\raggedbottom
\makeatletter
\renewcommand*{\l@section}{\@dottedtocline{1}{0em}{1.8em}}
\makeatother
"""
FRONT_DRAWING, FRONT_FIGURE = 0.2, 0.26
RESULT_ROOM = 30.0  # em
FIGURE, DRAWING = 0.8, 0.42  # the largest parts of a page; a drawing may be tall and narrow
WIDE = 0.92  # relative to a line, so that two figures of two panels, or three of one, fit on a page
LEAST = 0.75  # the least relative height to which a figure is reduced to fit on the current page
CAPTION = 90  # letters in a line of a caption
# \needroom: breaks the page here rather than a few lines later.
# # \figureroom{file}{part}{lines}: \figureheight is the height of a figure that may take a part of a page; a
# # little less where it then fits, with lines of caption, on the current page.
ROOM = (
    "\\makeatletter\n"
    r"\providecommand{\needroom}{\par\if@nobreak\else\vskip 0pt plus 7\baselineskip\penalty-100"
    r"\vskip 0pt plus -7\baselineskip\relax\fi}"
    "\n"
    r"\providecommand{\figureroom}[3]{\par\if@nobreak\nobreak\else\penalty0\relax\fi"
    rf"\setbox\@tempboxa\hbox{{\includegraphics[width={WIDE}\linewidth,height=#2\textheight,keepaspectratio]"
    r"{#1}}"
    r"\@tempdima\ht\@tempboxa\ifdim\pagetotal>0pt \@tempdimb\pagegoal\advance\@tempdimb-\pagetotal"
    r"\advance\@tempdimb-1.6\baselineskip\advance\@tempdimb-#3\baselineskip"
    rf"\ifdim\@tempdimb<\@tempdima\ifdim\@tempdimb>{LEAST}\@tempdima\@tempdima\@tempdimb\fi\fi\fi"
    r"\edef\figureheight{\the\@tempdima}}"
    "\n\\makeatother"
)
DISPLAYS = (Equations, MatrixBlock)
SHORT = 14  # the most lines of a table that is not broken over pages


def latex_of(document: Document, words: Words) -> dict[str, str | bytes]:
    """The files of the report by their names."""
    files: dict[str, str | bytes] = {}
    slugs = Slugs()
    mark = decimal_mark(words)
    files["sections/front.tex"] = _front(document.front, words, slugs, files).replace(DECIMAL, mark)
    body = []
    for number, section in document.numbers_and_sections():
        name = f"sections/{section.name}.tex"
        files[name] = fragment(section, words, slugs, files).replace(DECIMAL, mark)
        if section.appendix and number == "A":
            body.append(r"\appendix")
        body += [
            f"\\needroom\\section{{{tex_text(section.title)}}}",
            f"\\input{{{name.removesuffix('.tex')}}}",
            "",
        ]
    head = [
        preamble_of(document.language) + ROOM + "\n\\begin{document}",
        rf"\renewcommand{{\contentsname}}{{{tex_text(words('report_contents'))}}}",
        rf"{{\raggedright\LARGE\bfseries {tex_text(document.title)}\par}}",
        rf"{{\raggedright {tex_text(document.subtitle)}\par}}",
        r"\input{sections/front}",
        r"\clearpage\tableofcontents" if document.contents else r"\clearpage",
        "",
    ]
    files["report.tex"] = "\n".join([*head, *body, r"\end{document}", ""])
    return files


def preamble_of(language: str) -> str:
    """The preamble of a document in a language."""
    file, options = BABEL.get(language, ("", ""))
    babel = f"\\IfFileExists{{{file}}}{{\\usepackage[{options}]{{babel}}}}{{}}\n" if file else ""
    return PREAMBLE.replace("@BABEL@", babel)


def _front(front: Front, words: Words, slugs: Slugs, files: dict[str, str | bytes]) -> str:
    """The first page: the drawing, the results, the first figure."""
    out = [f"{_note(words)}\n{ROOM}"]
    if front.drawing is not None:
        out.append(_picture_and_file(front.drawing, words, slugs, files, FRONT_DRAWING))
    if front.player is not None:
        out.append(rf"{{\small {_spans(front.player.on_paper)}\par}}")
    out.append(_results(front.results))
    if front.figure is not None:
        out.append(_picture_and_file(front.figure, words, slugs, files, FRONT_FIGURE))
    return "\n\n".join(out) + "\n"


def _results(box: ResultBox) -> str:
    """The summary of results, in a frame of rules."""
    rows = [
        f"{tex_label} & {lines}"
        for tex_label, lines in (
            (
                rf"\textbf{{{_spans(label)}}}",
                r"\newline ".join(_spans(line, room=RESULT_ROOM) for line in lines),
            )
            for label, lines in box.rows
        )
    ]
    body = " \\\\[2pt]\n".join(rows)
    left, right = (rf">{{\raggedright\arraybackslash}}p{{{part}\linewidth}}" for part in (0.23, 0.73))
    return (
        f"{{\\small\\medskip\\noindent\\begin{{tabular}}{{@{{}}{left}{right}@{{}}}}\n\\toprule\n"
        f"\\multicolumn{{2}}{{@{{}}l@{{}}}}{{\\large\\bfseries {tex_text(box.title)}}} \\\\\n\\midrule\n"
        f"{body} \\\\\n\\bottomrule\n\\end{{tabular}}\\par\\medskip}}"
    )


def _note(words: Words) -> str:
    return f"% {words('report_fragment')}".translate({ord(c): " " for c in "\r\n"})


def _picture_and_file(
    block: Picture, words: Words, slugs: Slugs, files: dict[str, str | bytes], part: float
) -> str:
    """A picture with the largest part of a page it may take, and its file."""
    path = f"figures/{slugs(block.name)}.pdf"
    files[path] = block.pdf
    return _picture(block, path, words, part)


def decimal_mark(words: Words) -> str:
    """The decimal mark of a language in a formula."""
    return words.decimal_mark if words.decimal_mark == POINT else f"{{{words.decimal_mark}}}"


class Slugs:
    """Unique file names for figures, in plain letters."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def __call__(self, name: str) -> str:
        plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
        base = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-")[:40] or "figure"
        slug, count = base, 1
        while slug in self.taken:
            count += 1
            slug = f"{base}-{count}"
        self.taken.add(slug)
        return slug


def fragment(
    section: Section, words: Words, slugs: Slugs, files: dict[str, str | bytes], drawing: float = DRAWING
) -> str:
    r"""The blocks of a section for \input; `drawing` is the largest part of a page for a drawing."""
    out = [f"{_note(words)}\n{ROOM}"]
    before: Block | None = None
    for block in section.blocks:
        if isinstance(block, Picture):
            made = _picture_and_file(
                block, words, slugs, files, drawing if block.name == "drawing" else FIGURE
            )
        else:
            made = _block(block)
        if isinstance(block, DISPLAYS) and isinstance(before, (Paragraph, *DISPLAYS)):
            out[-1] += f"\n{made}"  # no paragraph break before a display
        elif isinstance(block, DISPLAYS):
            out.append(f"\\vspace{{-0.7\\baselineskip}}\n{made}")
        else:
            out.append(made)
        before = block
    return "\n\n".join(out) + "\n"


def _block(block: Block) -> str:
    match block:
        case Heading(spans=spans):
            return rf"\needroom\subsection*{{{_spans(spans, fragile=True)}}}"
        case Paragraph(spans=spans):
            return _spans(spans)
        case Items(rows=sentences):
            items = "\n".join(rf"\item {_spans(one)}" for one in sentences)
            return f"\\begin{{itemize}}\n{items}\n\\end{{itemize}}"
        case Table():
            return _table(block)
        case Equations():
            return _equations(block)
        case MatrixBlock():
            return _matrix(block)
        case Listing(lines=texts):
            typed = "\n".join((code_text(text) if text.strip() else r"\mbox{}") + r"\par" for text in texts)
            return f"{{\\raggedright\\footnotesize\\ttfamily\\parskip=0pt\\relax\n{typed}\n}}"
        case Player(on_paper=spans):
            return _spans(spans)
        case WritingLines(label=label, lines=count):
            ruled = r"\par\noindent ".join([r"\hspace*{0pt}\dotfill\mbox{}"] * count)
            return rf"{{\parskip=4.2mm\noindent {_spans(label)} {ruled}\par}}"
        case References(works=works):
            items = "\n".join(rf"\item {tex_text(work)}" for work in works)
            return f"\\begin{{enumerate}}\n{items}\n\\end{{enumerate}}"
        case Picture():
            raise TypeError(block)


def _spans(spans: Spans, *, narrow: bool = False, room: float = LINE, fragile: bool = False) -> str:
    """Words and formulas in a line; formulas wider than the room are broken."""
    out = []
    for span in spans:
        match span:
            case Plain(text=text):
                out.append(tex_text(text, narrow=narrow))
            case Code(text=text):
                whole = TYPED * len(text) <= min(room, MOST_TYPED)
                out.append(rf"\texttt{{{code_text(text, whole=whole)}}}")
            case Value(box=box):
                out.append(f"${box.tex}$")
            case Maths(box=box):
                if fragile:
                    plain = "".join(c for c in _plain(box) if c.isalnum() or c in " .,-")
                    out.append(rf"\texorpdfstring{{${box.tex}$}}{{{plain}}}")
                else:
                    first, *more = pieces(box, room)
                    others = (f"${{}}{tex_of([piece], first=False)}$" for piece in more)
                    out.append(" ".join([f"${first.tex}$", *others]))
    return "".join(out)


def _plain(box: Box) -> str:
    """The letters of a formula, for bookmarks."""
    return re.sub(r"<[^>]*>|&#?\w+;", "", box.mathml).encode("ascii", "ignore").decode()


# -- equations -------------------------------------------------------------------------------------------


def _equations(block: Equations) -> str:
    if block.columns > 1:
        return _beside(block)
    left = max((row.label.width for row in block.rows if row.label is not None), default=0.0)
    apart = left > WIDE_LABEL * LINE
    rows = []
    for row in block.rows:
        rows += _rows(row, 0.0 if apart else left, apart=apart)
    body = " \\\\\n".join(rows)
    return f"\\begin{{align*}}\n{body}\n\\end{{align*}}"


def _rows(row: Equation, left: float, *, apart: bool) -> list[str]:
    """The lines of one equation; its label is before the first, or on a separate line."""
    room = LINE - left - INDENT - (TAG if row.number else 0.0)
    parts = pieces(row.body, room - m.RELATION)
    if row.tail is not None:
        last = parts[-1]
        tail = f"{last.tex} {row.tail.tex}"
        if last.width + row.tail.width <= room - m.RELATION:
            parts[-1] = replace(last, tex=tail, width=last.width + row.tail.width)
        else:
            parts.append(replace(last, tex=row.tail.tex, width=row.tail.width, level=0, factor=False))
    equals = "= " if row.label is not None else ""
    set_ = lines(parts, room - m.RELATION, room)
    made = [tex_of(line, first=i == 0) for i, line in enumerate(set_)]
    label = row.label.tex if row.label is not None else ""
    made[-1] += _tag(row.number)
    if apart and label:
        return [f"&{label} =", *(rf"&\quad {{}}{line}" for line in made)]
    return [f"{label} &{equals}{made[0]}", *(rf"&\quad {{}}{line}" for line in made[1:])]


def _beside(block: Equations) -> str:
    """Short equations in several columns."""
    rows = []
    for start in range(0, len(block.rows), block.columns):
        cells = [
            f"{one.label.tex if one.label is not None else ''} &= {one.body.tex}"
            for one in block.rows[start : start + block.columns]
        ]
        rows.append(r" &\qquad ".join(cells))
    body = " \\\\\n".join(rows)
    return f"\\begin{{alignat*}}{{{block.columns}}}\n{body}\n\\end{{alignat*}}"


def _tag(number: int) -> str:
    return rf" \tag{{{number}}}" if number else ""


def _matrix(block: MatrixBlock) -> str:
    return f"\\[\n{block.name.tex} = {matrix_tex(block)}{_tag(block.number)}\n\\]"


def matrix_tex(block: MatrixBlock) -> str:
    """The matrix with its factor, without its name."""
    tall = any(cell.tall for row in block.rows for cell in row)
    end = r" \\[3pt]" if tall else r" \\"
    rows = f"{end}\n".join(" & ".join(cell.tex for cell in row) for row in block.rows)
    columns = "c" * len(block.rows[0])
    before = f"{block.factor.tex} " if block.factor is not None else ""
    return f"{before}\\left[\\begin{{array}}{{{columns}}}\n{rows}\n\\end{{array}}\\right]"


# -- tables and figures ------------------------------------------------------------------------------------


def _table(block: Table) -> str:
    widths, narrow = column_widths(block)
    columns = "".join(
        rf">{{\{'raggedleft' if i in block.numbers else 'raggedright'}\arraybackslash}}p{{{width:.2f}em}}"
        for i, width in enumerate(widths)
    )
    rows = [_cells(row, widths, narrow) for row in block.rows]
    if lines_of(block, widths) <= SHORT:  # it stays together, and with the text above it
        head = f"{_cells(block.titles, widths, narrow)} \\\\\n\\midrule\n" if block.titles else ""
        body = " \\\\\n".join(rows)
        return (
            f"{{\\small\\medskip\\noindent\\begin{{tabular}}{{@{{}}{columns}@{{}}}}\n\\toprule\n{head}"
            f"{body} \\\\\n\\bottomrule\n\\end{{tabular}}\\par\\medskip}}"
        )
    head = ""
    if block.titles:
        head = f"\\toprule\n{_cells(block.titles, widths, narrow)} \\\\\n\\midrule\n\\endhead\n"
    else:
        head = "\\toprule\n\\endhead\n"
    body = " \\\\\n".join(rows)
    return (
        f"{{\\small\n\\begin{{longtable}}{{@{{}}{columns}@{{}}}}\n{head}\\bottomrule\n\\endfoot\n"
        f"{body}\n\\end{{longtable}}}}"
    )


def _cells(row: tuple[Spans, ...], widths: list[float], narrow: list[bool]) -> str:
    return " & ".join(
        _spans(cell, narrow=tight, room=width) for cell, width, tight in zip(row, widths, narrow, strict=True)
    )


def _picture(block: Picture, path: str, words: Words, part: float) -> str:
    label = tex_text(words("report_figure", number=block.number)) if block.number else ""
    lines = 1 + len(label + block.caption) // CAPTION
    return "\n".join(
        [
            rf"\figureroom{{{path}}}{{{part}}}{{{lines}}}",
            r"\addvspace{0.6\baselineskip}\noindent\begin{minipage}{\linewidth}\centering",
            rf"\includegraphics[width={WIDE}\linewidth,height=\figureheight,keepaspectratio]{{{path}}}\par",
            rf"{{\small\textbf{{{label}}} {tex_text(block.caption)}\par}}",
            r"\end{minipage}\par\addvspace{0.6\baselineskip}",
        ]
    )
