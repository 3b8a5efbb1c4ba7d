"""The decimal mark: that of the language in sentences, formulas, tables and figures, a point in data."""

import html
import json
import re

import pytest

import dalembert
from dalembert._present.figures.registry import figure_of
from dalembert._present.matplotlib_figures import draw
from dalembert._words.languages import LANGUAGES, words, words_of
from dalembert._words.message import Quantity, equal, say
from dalembert._words.number_format import DECIMAL, with_mark

COMMA = [code for code in LANGUAGES if code != "en"]
POINTS = re.compile(r"\d\.\d")


@pytest.fixture(scope="module")
def model():
    """An oscillator with decimals everywhere."""
    return dalembert.model(
        parameters={"m": 0.75, "k": {"value": 12.5, "unit": "N/m"}},
        coordinates={"x": {"start": 0.125}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2 + 0.35*x^4"},
    )


@pytest.fixture(scope="module")
def folder(model, tmp_path_factory):
    """A German report."""
    out = tmp_path_factory.mktemp("reports") / "report"
    dalembert.report(model, out, t_end=1.5, samples=40, rtol=1e-6, language="de")
    return out


@pytest.mark.parametrize("language", COMMA)
def test_sentences_have_the_mark_of_their_language(language):
    """A number has a comma, and a list of numbers semicolons, that a reader can tell them apart."""
    said = say("start_assumed", names=(equal("x", 0.5), equal("y", 1.25)))
    assert "x = 0,5; y = 1,25" in words(said, language)
    assert "x = 0.5, y = 1.25" in str(said)
    assert words_of(language).number(1234.5, 6) == "1234,5"  # no mark of thousands
    assert words_of(language).number(1.5e-16, 3, "p") == "1,5·10⁻¹⁶"
    assert Quantity(1.5e-3, 1, "e").text(",") == "1,5e-03"


def test_only_a_point_between_digits_is_a_decimal_mark():
    """Other points stay."""
    assert with_mark("1.5", ",") == "1,5"
    assert with_mark("x.y 3.", ",") == "x.y 3."


def test_a_page_has_the_mark_everywhere_but_in_code(folder):
    """Formulas, tables and sentences of a German page have commas; what is typed keeps its points."""
    page = (folder / "report.html").read_text(encoding="utf-8")
    assert "<mn>12,5</mn>" in page
    assert "<mn>0,35</mn>" in page
    assert not re.search(r"<mn>[^<]*\.[^<]*</mn>", page)
    assert "0.35*x^4" in html.unescape(page)  # the model file
    plain = re.sub(r"<(script|style|svg|pre|code|option|select)\b.*?</\1>", " ", page, flags=re.DOTALL)
    text = html.unescape(re.sub(r"<[^>]+>", " ", plain)).replace(dalembert.__version__, "")
    assert not POINTS.search(text)
    assert DECIMAL not in page


def test_paper_has_the_mark_in_braces(folder):
    """TeX would set a bare comma with a space behind it."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in (folder / "sections").glob("*.tex")}
    assert "12{,}5" in texts["symbols.tex"]
    assert "0{,}35" in texts["energies.tex"]
    assert not any(DECIMAL in text for text in texts.values())


def test_data_keep_the_point(folder):
    """JSON, the text of equations and the model are for programs."""
    summary = (folder / "summary.json").read_text(encoding="utf-8")
    assert json.loads(summary)["status"] == "ok"
    assert not re.search(r"\d,\d", summary)
    assert "0.35" in (folder / "equations.txt").read_text(encoding="utf-8")


def test_figures_have_the_mark_at_their_axes(model):
    """Ticks, and the number beside an axis, are written as the language writes them."""
    motion = dalembert.simulate(model, t_end=1.5, samples=40, rtol=1e-6)
    for language, ticks in (("de", ["0,0", "0,5"]), ("en", ["0.0", "0.5"])):
        canvas = draw(figure_of("coordinates", motion, (), words_of(language)))
        line = canvas.axes[0].xaxis
        assert line.get_major_formatter().format_ticks([0.0, 0.5]) == ticks
