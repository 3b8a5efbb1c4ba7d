"""How figures fill the pages of a report: one that nearly fits on a page is made a little smaller, no other is."""

import pytest
from report_records import needs_tex, small_picture

from dalembert._present.report.document import Document, Front, Paragraph, Picture, Plain, ResultBox, Section
from dalembert._present.report.latex import LEAST, WIDE, latex_of
from dalembert._present.report.pdf import pdf_of
from dalembert._words.languages import words_of

WORDS = words_of("en")
HEIGHT = WIDE * 120 / 300  # of a figure in full size, in lines' widths
TEXT = 160 / 247  # the width of the text on a page, in its heights


def pages(folder, part):
    """How many pages a report takes whose first one has room for so large a part of a figure, caption besides."""
    svg, drawn = small_picture()
    figure = Picture("figure", 1, "A line.", svg, drawn)
    section = Section("figures", "Figures", (Paragraph((Plain("MARK"),)), figure))
    front = Front(results=ResultBox("Results", ()))
    files = latex_of(Document("Title", "Subtitle", "en", front, (section,)), WORDS)
    name = "sections/figures.tex"
    room = f"\\dimexpr{part * HEIGHT * TEXT:.5f}\\textheight+2.6\\baselineskip\\relax"
    above = f"\\clearpage\\vspace*{{\\dimexpr\\textheight-{room}-1.5\\baselineskip\\relax}}\n\nMARK"
    files[name] = files[name].replace("MARK", above)
    for path, content in files.items():
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    outcome = pdf_of(folder, engines=("pdflatex",))
    assert outcome.path is not None, outcome.why
    return outcome.pages - 2  # but for the first page and that of the contents


@needs_tex
@pytest.mark.parametrize("part, taken", [(1.2, 1), (0.9, 1), (LEAST - 0.2, 2)])
def test_a_figure_that_nearly_fits_is_made_to_fit(tmp_path, part, taken):
    """It stays on the page that has begun down to three quarters of its height, and else goes to the next."""
    assert pages(tmp_path, part) == taken
