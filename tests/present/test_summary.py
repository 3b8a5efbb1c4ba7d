"""The lines that a terminal shows of a motion: units, the start of contacts, impacts at the start."""

import json
from functools import cache

import pytest
from report_records import gathered
from typer.testing import CliRunner

import dalembert
from dalembert._model.unit_text import printed_unit, quantity_text
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._present.summary import opening_of
from dalembert._words.languages import LANGUAGES, words_of
from dalembert.cli import app

SPEED = 0.75  # before the impact at the start
RESTITUTION = 0.5


def model(**given):
    """A block that a rough floor carries, an angle in degrees beside it, a wall that it may touch."""
    return dalembert.model(
        title="Block",
        parameters={
            "m": {"value": 2, "unit": "kg"},
            "J": {"value": 1, "unit": "kg*m^2"},
            "g": {"value": 10, "unit": "m/s^2"},
        },
        coordinates={
            "x": {"unit": "mm", "start": 0, "speed": -1000 * SPEED},
            "y": {"unit": "m", "start": 0, "speed": 0},
            "a": {"unit": "deg", "start": 90, "speed": 0},
        },
        energy={"kinetic": "m*(x'^2 + y'^2)/2 + J*a'^2/2", "potential": "m*g*y"},
        outputs={"momentum": {"value": "m*x'", "unit": "kg*m/s"}, "share": {"value": "a/a", "unit": "-"}},
        simulate={"t_end": 0.1, "samples": 10},
        contacts={
            "floor": {"gap": "y", "restitution": 0, "friction": 0.1, "slip": "x'"},
            "wall": {"gap": "x", "restitution": RESTITUTION},
        },
        **given,
    )


@cache
def struck():
    """The block strikes the wall at the very start."""
    return dalembert.simulate(model())


def said(motion, word):
    """What the lines say that begin with a word."""
    lines = [line[14:] for line in dalembert.show(motion).splitlines() if line.startswith(f"  {word:<11} ")]
    return "\n".join(lines)


def test_numbers_have_the_units_that_results_are_in():
    """Numbers are told in the millimetres and degrees of the model; a number without unit has none."""
    motion = struck()
    assert said(motion, "at 0.1 s") == (
        f"x = {motion.text_at_end('x')} mm, y = {motion.text_at_end('y')} m, a = 90°"
    )
    assert said(motion, "outputs") == f"momentum = {motion.text_at_end('momentum')} kg·m/s, share = 1"
    assert quantity_text("2.5", printed_unit("1")) == quantity_text("2.5", "") == "2.5"


def test_an_impact_at_the_start_is_told_with_the_speeds_it_changes():
    """The wall sends the block back with half its speed; the floor and other speeds have no part in that."""
    told = said(struck(), "start").splitlines()
    assert told[0] == f"impact of wall: x' from {-1000 * SPEED:g} mm/s to {1000 * RESTITUTION * SPEED:g} mm/s"
    assert opening_of(struck()).speeds == ((0, -SPEED, pytest.approx(RESTITUTION * SPEED, rel=1e-12)),)


def test_contacts_that_are_closed_at_the_start_are_told():
    """A floor under a sliding block is closed and slides, under one at rest it sticks; an open wall is not told."""
    assert said(struck(), "start").splitlines()[1:] == ["closed: floor (slides)"]
    resting = dalembert.simulate(dalembert.vary(model(), "", start={"x": 1}, speed={"x": 0}))
    assert said(resting, "start") == "closed: floor (sticks)"


def test_a_free_start_is_passed_over():
    """Of a motion whose contacts are open at the start, or that has none, nothing is said of a start."""
    for name in ("bouncing_ball", "rod_pendulum"):
        assert said(dalembert.simulate(name, t_end=0.1), "start") == ""


def test_the_command_prints_what_show_gives(tmp_path, monkeypatch):
    """`dalembert simulate` prints the same lines, and its JSON has numbers without units."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "40")
    dalembert.write(model(), "block.toml")
    printed = CliRunner().invoke(app, ["simulate", "block.toml"])
    told = [line for line in dalembert.show(struck()).splitlines() if not line.startswith("  method")]
    assert [line for line in printed.output.splitlines() if not line.startswith("  method")] == told
    as_json = CliRunner().invoke(app, ["simulate", "block.toml", "--json"])
    assert json.loads(as_json.output)["final"]["q"]["y"] == 0.0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_tells_the_impact_at_the_start(language):
    """The section on impacts says in its language what a start within a contact did to the speeds."""
    words = words_of(language)
    page = html_of(document_of(gathered(model()), words), words)
    before, _, after = words.messages["report_impact_at_start"].partition("{names}")
    assert f"{before}<code>wall</code>{after.partition('{')[0]}" in page
