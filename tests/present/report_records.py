"""The data of a report, computed by the verbs; results that cannot be computed are listed."""

from dataclasses import replace
from functools import cache

import pytest

import dalembert
from dalembert import Model, ModelError
from dalembert._expression.source import reason_of
from dalembert._present.programs import program_path
from dalembert._present.report.data import Omission, ReportData, ReportFigure
from dalembert.verbs.gather import report_data


def gathered(
    model: Model,
    *,
    figures: tuple[ReportFigure, ...] = (),
    drawing: ReportFigure | None = None,
    animation: str | None = None,
    case: str = "",
    source: str = "",
) -> ReportData:
    """Everything the program can say about a model, with pictures that are given."""
    missing: list[Omission] = []
    try:
        motion = dalembert.simulate(model)
    except ModelError as error:
        motion = None
        missing.append(Omission(what="motion", why=reason_of(error)))
    made = report_data(dalembert.derive(model), dalembert.check(model), motion, source=source, case=case)
    return replace(
        made, figures=figures, drawing=drawing, animation=animation, missing=(*made.missing, *missing)
    )


@cache
def of_library(name: str) -> ReportData:
    """The data of a library system with three small figures."""
    picture = small_picture()
    drawing = ReportFigure(
        name="drawing", title="drawing", caption=f"{name}: the drawing", svg=picture[0], pdf=picture[1]
    )
    figures = tuple(
        ReportFigure(
            name=f"figure {i}",
            title="x",
            caption=f"{name}: x over time, 50 %",
            svg=picture[0],
            pdf=picture[1],
        )
        for i in range(2)
    )
    source = dalembert.library.text_of(name)
    return gathered(dalembert.read(name), figures=figures, drawing=drawing, source=source)


SVG = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="300pt" height="120pt"
 viewBox="0 0 300 120"><defs><path id="m0" d="M 0 0 L 40 30"/></defs>
<g id="axes"><use xlink:href="#m0" x="20" y="20"/><path d="M10 100 L100 20 L200 90 L290 40" fill="none"
 stroke="#0072b2" clip-path="url(#cut)"/><clipPath id="cut"><rect width="300" height="120"/></clipPath></g></svg>"""


@cache
def small_picture() -> tuple[str, bytes]:
    """An SVG, and a PDF with a line in it."""
    stream = b"0 0.45 0.7 RG 10 100 m 100 20 l 200 90 l 290 40 l S"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 120] /Contents 4 0 R /Resources << >> >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream),
    ]
    out, offsets = b"%PDF-1.4\n", []
    for i, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (i, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, start)
    return SVG, out


needs_tex = pytest.mark.skipif(
    program_path("pdflatex") is None,
    reason="pdflatex is not there; on Debian: apt install texlive-latex-recommended lmodern texlive-lang-german"
    " texlive-lang-spanish texlive-lang-portuguese",
)
