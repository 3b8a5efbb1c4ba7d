"""A report gives every unit in SI, in the language of its reader."""

import re
from functools import cache

import pytest
from report_records import gathered

import dalembert
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._present.report.latex import latex_of
from dalembert._words.languages import LANGUAGES, words_of

PLATE = {
    "parameters": {
        "m": {"value": 250, "unit": "g"},
        "c": {"value": 2, "unit": "Ns/m"},
        "k": {"value": 3, "unit": "kN/m"},
        "T0": {"value": 20, "unit": "degC"},
        "eta": {"value": 85, "unit": "%"},
        "g0": {"value": 9.81, "unit": "m/s^2"},
    },
    "coordinates": {"x": {"unit": "mm", "start": 5, "speed": 30}},
    "energy": {"kinetic": "m*x'^2/2", "potential": "k*x^2/2 + m*g0*x", "dissipation": "c*x'^2/2*eta*T0/T0"},
    "simulate": {"t_end": 0.1, "samples": 5},
}


@cache
def data():
    """Everything the program can say about the plate."""
    return gathered(dalembert.model(**PLATE))


def told(language):
    """The words of the report's page, formulas as their letters."""
    words = words_of(language)
    page = html_of(document_of(data(), words), words)
    bare = re.sub(r"<[^>]+>", " ", page).replace("\u00a0", " ")
    return re.sub(r"\s+", " ", bare)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_tells_what_was_typed_in_si(language):
    """Each number in a unit that is not SI as written stands beside its number in SI and its base units."""
    words, page = words_of(language), told(language)
    start = page.rindex(words("report_units_read"))
    table = page[start : start + 900]
    for row in (
        "m m 250 g 0.25 kg kg",
        "c c 2 Ns/m 2 N·s/m kg/s",
        "k k 3 kN/m 3000 N/m kg/s²",
        "T0 20 °C 293.15 K K",
        "eta 85 % 0.85 1",
        "x x 5 mm 0.005 m m",
        "x 30 mm/s 0.03 m/s m/s",
    ):
        assert row.replace(".", words.decimal_mark) in table, table
    assert words("report_units_plain", units="m/s²") in page


def test_the_table_of_units_is_in_the_latex_too():
    """The LaTeX of the symbols has the heading and the SI units of the table."""
    words = words_of("de")
    files = latex_of(document_of(data(), words), words)
    text = files["sections/symbols.tex"]
    assert "Einheiten im SI" in text
    assert "Basiseinheiten" in text
