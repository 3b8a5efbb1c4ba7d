"""Pages that run, in a real browser: values change the motion, and numbers are those of `simulate`."""

import json
from functools import cache

import numpy as np
import pytest
from browser import MISSING, Browser

import dalembert
from dalembert._live.controls import usual_range
from dalembert._live.model import live_model
from dalembert._present.animation.live_columns import live_columns
from dalembert._present.animation.live_page import LiveModel
from dalembert._present.animation.making import drawn_of, picture_of
from dalembert._present.animation.player import player
from dalembert._words.languages import LANGUAGES, words_of

needs_browser = pytest.mark.skipif(bool(MISSING), reason=MISSING)
LIVE = "document.querySelector('.dlb').dalembert.live"
ENDED = f"return {LIVE}.runs > 0 && !{LIVE}.working"


@cache
def motion_of(name):
    """A short motion of a library system."""
    settings = {"triple_pendulum": {"t_end": 5.0}}.get(name, {})
    return dalembert.simulate(name, samples=200, **settings)


@cache
def page_of(name, language="en"):
    """The page of a library system, and its model as data."""
    motion = motion_of(name)
    picture = picture_of(motion)
    live = live_model(motion, picture)
    return player(picture, words_of(language), live), live


@pytest.fixture(scope="module")
def browser():
    """One browser for all."""
    with Browser() as window:
        yield window


@pytest.fixture
def shown(browser, tmp_path):
    """Shows the page of a system when its first run is done, and gives the window."""

    def show(name, hash_="", page=None):
        path = tmp_path / "page.html"
        path.write_text(page or page_of(name)[0], encoding="utf-8")
        browser.emulate(prefers_reduced_motion="reduce")
        browser.open("about:blank")
        browser.open(path.as_uri() + hash_)
        browser.until(ENDED, "the first run")
        return browser

    return show


def last_state(page):
    """The state at the end of the motion that a page shows."""
    code = f"const l = {LIVE}; const s = l.program.size; return [...l.shownRun.run.rows.slice(-s)].slice(0, l.program.tested)"
    return np.array(page.script(code))


SLIDE = """
const [name, value] = arguments;
const live = document.querySelector('.dlb').dalembert.live;
const line = live.lines.find((one) => live.control(one).name === name);
const field = line.querySelector('input[type=number]');
field.value = value;
field.dispatchEvent(new Event('change'));
"""


@needs_browser
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("triple_pendulum", {"m2": 1.7}),
        ("four_bar", {"L3": 0.95}),  # whose start follows from the constraints
        ("electro_mechanical", {"R": 700.0}),  # whose rates follow from equations
    ],
)
def test_a_changed_value_gives_the_motion_of_simulate(shown, name, values):
    """The state at the end is that of `simulate --set` to 1e-10 of its size; no complaint, no request."""
    page = shown(name)
    before = last_state(page)
    for key, value in values.items():
        page.script(SLIDE, key, value)
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run with other values")
    after = last_state(page)
    assert np.abs(after - before).max() > 1e-6 * np.abs(before).max()
    own = motion_of(name)
    truth = dalembert.simulate(dalembert.vary(own.model, parameters=values), t_end=own.settings.t_end)
    names = page.script(f"return {LIVE}.program.names")
    wanted = dict(zip((c.name for c in own.model.coordinates), truth.q[-1], strict=True))
    wanted |= {f"{c.name}'": v for c, v in zip(own.model.coordinates, truth.qd[-1], strict=True)}
    size = {0: np.abs(truth.q).max(), 1: np.abs(truth.qd).max()}
    compared = [(key, value) for key, value in zip(names, after, strict=True) if key in wanted]
    assert len(compared) >= 5
    for key, value in compared:
        assert value == pytest.approx(wanted[key], abs=1e-10 * size[key.count("'")]), key
    claim = page.script(f"return {LIVE}.claim.achieved")
    assert 0 < claim <= own.settings.rtol
    assert page.script("return document.querySelector('.dlb-said').textContent").startswith("Estimated error")
    assert page.complaints() == []
    assert all(url.startswith(("file:", "data:", "about:")) for url in page.requests())


@needs_browser
def test_the_address_holds_the_values(shown):
    """A page opened with values in its address shows their motion; reset takes them away."""
    page = shown("four_bar", "#m3=4&theta2=0.5")
    fields = page.script(f"return {LIVE}.lines.map((one) => one.querySelectorAll('input')[1].value)")
    assert {"4", "0.5"} <= set(fields)
    changed = last_state(page)
    page.click(".dlb-reset")
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run with the first values")
    assert page.script("return location.hash") == ""
    assert np.abs(last_state(page) - changed).max() > 0.1
    truth = motion_of("four_bar")
    assert last_state(page)[2] == pytest.approx(truth.q[-1, 2], rel=1e-9)
    page.script(SLIDE, "L3", 5)
    page.until("return document.querySelector('.dlb-said').textContent.startsWith('No start')", "a refusal")


@needs_browser
def test_the_mechanism_can_be_taken_by_the_hand(shown):
    """A joint that is dragged stays on the constraints, and the motion starts where it was left."""
    page = shown("four_bar")
    x, y = page.script("const d = document.querySelector('.dlb').dalembert; d.seek(0); return d.place('A')")
    box = page.script(
        "const b = document.querySelector('.dlb-canvas').getBoundingClientRect(); return [b.left, b.top]"
    )
    at = round(box[0] + x), round(box[1] + y)
    page.drag(at, (at[0] + 60, at[1] + 20))
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run from there")
    first = page.script(f"return [...{LIVE}.first]")
    assert abs(first[2] - motion_of("four_bar").q[0, 2]) > 0.05
    moved = dalembert.vary(motion_of("four_bar").model, start={"theta2": first[2]})
    truth = dalembert.simulate(moved, t_end=0.01, samples=1)
    np.testing.assert_allclose(first[:9], truth.q[0], rtol=1e-9, atol=1e-9)
    assert "place=" in page.script("return location.hash")


@needs_browser
def test_without_webassembly_the_recorded_motion_plays(browser, tmp_path):
    """A page whose policy forbids WebAssembly plays what was recorded, and says so."""
    path = tmp_path / "page.html"
    path.write_text(page_of("four_bar")[0].replace(" 'wasm-unsafe-eval'", ""), encoding="utf-8")
    browser.open(path.as_uri())
    browser.until("return document.querySelector('.dlb-said').textContent !== ''", "a sentence")
    said = browser.script("return document.querySelector('.dlb-said').textContent")
    assert said.startswith("WebAssembly is not allowed here")
    browser.script("document.querySelector('.dlb').dalembert.seek(1)")
    assert browser.script("return document.querySelector('.dlb').dalembert.time") == 1


@pytest.mark.parametrize("name", ["triple_pendulum", "four_bar", "electro_mechanical"])
def test_a_page_that_runs_is_small_and_tells_every_value(name):
    """A page has at most 400 kB, and a labelled slider and field for every parameter that has a value."""
    page, live = page_of(name)
    assert isinstance(live, LiveModel)
    assert len(page) < 400_000
    for entry in motion_of(name).model.parameters:
        own = next(one for one in live.controls if one.name == entry.name)
        assert own.low <= own.unit.shown(own.value) <= own.high
    assert page.count('type="number"') == len(live.controls)
    assert page.count("'wasm-unsafe-eval'") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_cannot_run_says_why(language):
    """A page of a model with a contact plays the recorded motion and names the contact, in every language."""
    page, live = page_of("bouncing_ball", language)
    assert live.key == "live_contact"
    assert "wasm" not in page.split("</head>")[0]
    assert "floor" in page.split('class="dlb-note"')[1] or "floor" in page


@pytest.mark.parametrize("name", ["four_bar", "heavy_top", "electro_mechanical"])
def test_the_columns_of_a_page_give_the_recorded_picture(name):
    """Coefficients found at seeded numbers give, at those of the motion, the columns that were drawn of it."""
    motion = motion_of(name)
    picture, drawn = picture_of(motion), drawn_of(motion)
    columns = live_columns(picture, drawn)
    assert columns.lost == ()
    values = np.stack([drawn.stage.number(one) for one in drawn.asked], axis=1)

    def at(own):
        return own.constant + sum(a * values[:, i] + b * np.abs(values[:, i]) for i, a, b in own.terms)

    for i, place in enumerate(columns.points):
        for k, own in enumerate(place):
            np.testing.assert_allclose(
                at(own) + 0 * values[:, 0], picture.points[:, i, k], rtol=1e-8, atol=1e-8 * picture.unit
            )
    for own, shape in zip(columns.shapes, picture.shapes, strict=True):
        for key, column in own.items():
            wanted = shape.values[key]
            np.testing.assert_allclose(
                at(column) + 0 * wanted, wanted, rtol=1e-8, atol=1e-8 * np.abs(wanted).max()
            )


def test_sliders_go_round_their_values():
    """Without a range of the model a slider holds its value; an angle goes once around."""
    assert usual_range(9.81, of_parameter=True, angle=False) == (2.0, 29.0)
    assert usual_range(-2.0, of_parameter=True, angle=False) == (-6.0, -0.4)
    assert usual_range(0.0, of_parameter=True, angle=False) == (-10.0, 10.0)
    assert usual_range(90.0, of_parameter=False, angle=True, turn=180.0) == (-180.0, 180.0)
    assert usual_range(1e-8, of_parameter=True, angle=False) == (2e-9, 3e-8)
    assert json.loads(json.dumps(usual_range(3e20, of_parameter=False, angle=False))) == [-9e20, 9e20]
