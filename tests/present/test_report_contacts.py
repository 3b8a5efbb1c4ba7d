"""Contacts in a report: given values, equations, impacts, phases, friction."""

from dataclasses import replace
from functools import cache

import pytest
from report_records import gathered

import dalembert
from dalembert._present.report.contents import document_of
from dalembert._present.report.data import Length
from dalembert._present.report.document import Equations, Table
from dalembert._present.report.html import html_of
from dalembert._present.report.sections.impacts import MOST
from dalembert._simulate.lazy_value import known_value
from dalembert._words.languages import LANGUAGES, words_of

every_language = pytest.mark.parametrize("language", LANGUAGES)


@cache
def data():
    """A ball that bounces with spin on a rough floor, towards a soft wall."""
    model = dalembert.model(
        title="Ball",
        parameters={
            "m": {"value": 1, "unit": "kg"},
            "g": {"value": 10, "unit": "m/s^2"},
            "r": {"value": 0.1, "unit": "m"},
        },
        coordinates={
            "x": {"unit": "m", "start": 0, "speed": 1},
            "y": {"unit": "m", "start": 0.5, "speed": 0},
            "phi": {"unit": "rad", "start": 0, "speed": 20},
        },
        energy={"kinetic": "m*(x'^2 + y'^2)/2 + m*r^2*phi'^2/5", "potential": "m*g*y"},
        contacts={
            "floor": {
                "gap": "y - r",
                "law": "poisson",
                "restitution": "0.5/(1 + 0.01*speed)",
                "friction": 0.1,
                "sticking": 0.15,
                "slip": "x' + r*phi'",
            },
            "wall": {
                "gap": "2 - r - x",
                "law": "hunt_crossley",
                "stiffness": 1e4,
                "damping": 0.2,
                "exponent": 2,
            },
        },
        simulate={"t_end": 2.0, "samples": 100},
    )
    return gathered(model)


def tables(document, name):
    """The tables of a section."""
    section = next(section for section in document.sections if section.name == name)
    return [block for block in section.blocks if isinstance(block, Table)]


@every_language
def test_all_that_was_given_of_a_contact_is_told(language):
    """Law, restitution, friction, sticking, slip, stiffness, damping and exponent have their words and values."""
    words = words_of(language)
    page = html_of(document_of(data(), words), words)
    for key in ("gap", "restitution", "friction", "sticking", "slip", "stiffness", "damping", "exponent"):
        assert words(f"report_sign_{key}", sign="").strip() in page
    assert words("report_touching") in page
    assert page.count("report_") == 0


@every_language
def test_impacts_and_phases_are_tables(language):
    """A row for each impact, up to the most that are shown, and one for each phase."""
    document = document_of(data(), words_of(language))
    impacts, phases = tables(document, "impacts")
    motion = data().motion
    assert len(impacts.rows) == min(len(motion.impacts), MOST) > 3
    assert len(phases.rows) == min(len(motion.touches), MOST)
    assert len(phases.titles) == 4  # one for what sticks


def test_a_long_list_of_impacts_is_cut_and_says_so():
    """Beyond the most that are shown, their count and what all of them took are told."""
    words = words_of("en")
    own = data()
    many = own.motion.impacts * (MOST // len(own.motion.impacts) + 2)
    document = document_of(replace(own, motion=replace(own.motion, impact_search=known_value(many))), words)
    impacts, _ = tables(document, "impacts")
    assert len(impacts.rows) == MOST
    assert f"{MOST} of {len(many)} impacts are shown" in html_of(document, words)


def test_the_ledger_has_a_row_for_friction_where_there_is_some():
    """Friction takes energy, and the account has it; a model without friction has no such row."""
    words = words_of("en")
    assert data().motion.ledger.friction[-1] > 0
    assert "Dissipated by friction" in html_of(document_of(data(), words), words)
    plain = gathered(dalembert.read("mass_and_wall"))
    page = html_of(document_of(plain, words), words)
    assert "Lost at impacts" in page
    assert "Dissipated by friction" not in page


def test_a_brief_report_has_the_equations_in_contact():
    """Equations of free flight alone would leave out what the floor does; mode shapes are for longer ones."""
    document = document_of(replace(data(), length=Length.brief), words_of("en"))
    (section,) = [section for section in document.sections if section.name == "equations"]
    rows = [row for block in section.blocks if isinstance(block, Equations) for row in block.rows]
    assert len(rows) > len(data().model.coordinates)
    assert any("floor" in row.body.tex for row in rows)
