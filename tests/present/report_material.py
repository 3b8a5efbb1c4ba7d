"""The material of a report, gathered from the verbs; what cannot be computed is told instead."""

from collections.abc import Callable
from functools import cache
from typing import TypeVar

import pytest

import dalembert
from dalembert import Model, ModelError, NotAvailable
from dalembert._present.programs import found
from dalembert._present.report.material import Material, Missing, Shown

ELIMINATED = 12  # coordinates up to which the elimination is made
Answer = TypeVar("Answer")


def gathered(
    model: Model,
    *,
    figures: tuple[Shown, ...] = (),
    drawing: Shown | None = None,
    animation: str | None = None,
    case: str = "",
    source: str = "",
) -> Material:
    """Everything the program can say about a model."""
    missing: list[Missing] = []

    def tried(what: str, ask: Callable[[], Answer]) -> Answer | None:
        try:
            return ask()
        except NotAvailable as reason:
            missing.append(Missing(what=what, why=str(reason)))
        except ModelError as error:
            missing.append(Missing(what=what, why=error.flaws[0].message))
        return None

    equations = dalembert.derive(model)
    form = tried("forms", lambda: dalembert.form_of(equations, "mcg"))
    count = len(model.coordinates)
    if count > ELIMINATED and model.constraints:
        missing.append(Missing(what="elimination", why=f"too large for this report: {count} coordinates"))
    return Material(
        model=model,
        equations=equations,
        verdict=dalembert.check(model),
        forms=(form,) if form is not None else (),
        elimination=dalembert.eliminate(equations) if count <= ELIMINATED else None,
        conserved=dalembert.conserved(equations),
        equilibria=tried("equilibria", lambda: dalembert.equilibrium(model)),
        modes=tried("modes", lambda: dalembert.modes(model)),
        motion=tried("motion", lambda: dalembert.simulate(model)),
        figures=figures,
        drawing=drawing,
        animation=animation,
        missing=tuple(missing),
        case=case,
        source=source,
        made_by="dalembert",
    )


@cache
def of_library(name: str) -> Material:
    """The material of a library system with three small figures."""
    picture = small_picture()
    drawing = Shown(
        name="drawing", title="drawing", caption=f"{name}: the drawing", svg=picture[0], pdf=picture[1]
    )
    figures = tuple(
        Shown(
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
    found("pdflatex") is None,
    reason="pdflatex is not there; on Debian: apt install texlive-latex-recommended lmodern texlive-lang-german"
    " texlive-lang-spanish texlive-lang-portuguese",
)
