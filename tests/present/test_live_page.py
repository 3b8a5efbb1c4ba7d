"""Pages that run, in a real browser: values change the motion, and numbers are those of `simulate`."""

import json
from functools import cache

import numpy as np
import pytest
from browser import MISSING, Browser
from tests.export.test_contacts_beside_switches import MODELS as BESIDE
from tests.export.test_hybrid_programs import GATED
from tests.export.test_jumps import CONTROLLED, STRUCK, TIED
from tests.export.test_state_events import BALL, BOUNCE, MODELS

import dalembert
from dalembert._live.controls import usual_range
from dalembert._live.model import live_model
from dalembert._present.animation.live_columns import live_columns
from dalembert._present.animation.live_page import LiveModel
from dalembert._present.animation.making import drawn_of, picture_of
from dalembert._present.animation.player import player
from dalembert._words.languages import LANGUAGES, words_of
from dalembert._words.message import Message

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
def test_a_slider_drawn_with_the_mouse_changes_the_motion(shown):
    """The motion of a pendulum becomes that of `simulate` with the value at which the slider is let go."""
    page = shown("rod_pendulum")
    before = last_state(page)
    left, top, width, height = page.script(
        f"const line = {LIVE}.lines.find((one) => {LIVE}.control(one).name === 'l');"
        "line.scrollIntoView({ block: 'center' });"
        "const box = line.querySelector('input[type=range]').getBoundingClientRect();"
        "return [box.left, box.top, box.width, box.height]"
    )
    row = round(top + height / 2)
    page.drag((round(left + 0.3 * width), row), (round(left + 0.6 * width), row))
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run with another length")
    (length,) = page.script(f"return [...{LIVE}.changed.values()]")
    own = motion_of("rod_pendulum")
    truth = dalembert.simulate(dalembert.vary(own.model, parameters={"l": length}), samples=200)
    wanted = np.concatenate([truth.q[-1], truth.qd[-1]])
    assert abs(length - 10) > 1
    assert np.abs(last_state(page) - before).max() > 0.01
    size = np.repeat([np.abs(truth.q).max(), np.abs(truth.qd).max()], truth.q.shape[1])
    np.testing.assert_array_less(np.abs(last_state(page) - wanted), 1e-10 * size)
    assert page.complaints() == []


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
    page.until(
        "return document.querySelector('.dlb-said').textContent.startsWith('No initial position')",
        "a refusal",
    )


@needs_browser
def test_nonsense_in_the_address_is_passed_over(shown):
    """What is no number or no name of a value changes nothing, and what no motion can have is told in words."""
    page = shown("bouncing_ball", "#%00&m=1e400&=&&&place=1,2,3&__proto__=4&m=%3Cscript%3E&e=nan&nobody=3")
    assert page.script(f"return {LIVE}.changed.size") == 0
    assert page.script(SAID).startswith(
        "Not understood in the address of this page, and left out: %00, m=1e400"
    )
    assert last_state(page) == pytest.approx([2.5, 0.05, 0.5, 0.0], rel=1e-9, abs=1e-9)
    for name, value, words in (
        ("e", 2, "a coefficient of restitution is not between 0 and 1"),
        ("y", -1, "inside the contact floor"),
    ):
        page.script(SLIDE, name, value)
        page.until(f"return !{LIVE}.working", "an answer")
        assert words in page.script("return document.querySelector('.dlb-said').textContent")
        page.click(".dlb-reset")
        page.until(f"return !{LIVE}.working", "the first values")
    assert page.complaints() == []


SAID = "return document.querySelector('.dlb-said').textContent"
SLIDER = """
const [name, end] = arguments;
const live = document.querySelector('.dlb').dalembert.live;
const slider = live.lines.find((one) => live.control(one).name === name).querySelector('input');
slider.value = slider[end];
slider.dispatchEvent(new Event('input'));
return [Number(slider.min), Number(slider.max), live.value(live.program.controls.find((one) => one.name === name))];
"""


@needs_browser
def test_a_field_that_holds_no_number_is_told_in_words(shown):
    """Nothing, nonsense and what no double holds leave a value and its motion as they are, with a sentence."""
    page = shown("bouncing_ball")
    before = last_state(page)
    for text in ("", "nan", "1e999", "e"):
        page.script(SLIDE, "m", text)
        page.until(f"return !{LIVE}.working", "an answer")
        assert page.script(SAID).startswith("m must be a finite number; its value stays as it was. Estimated")
        assert page.script(f"return {LIVE}.changed.size") == 0
        assert last_state(page) == pytest.approx(before, rel=1e-15)
    page.script(SLIDE, "m", 0.3)
    page.until(f"return !{LIVE}.working", "a run")
    assert page.script(SAID).startswith("Estimated error")


@needs_browser
def test_values_without_a_motion_leave_the_motion_before(shown):
    """No mass and an end before the start are refused in words, and what was shown stays; so does its table."""
    page = shown("triple_pendulum")
    before = last_state(page)
    for name, value, words in (
        ("m3", 0, "No run begins with these values: the rates are not finite; the previous motion is shown."),
        ("t_end", -1, "t = −1 s is not after the start at 0 s; the previous motion is shown."),
        ("t_end", 0, "t = 0 s is not after the start at 0 s; the previous motion is shown."),
    ):
        page.script(SLIDE, name, value)
        page.until(f"return !{LIVE}.working", "an answer")
        assert page.script(SAID) == words
        assert last_state(page) == pytest.approx(before, rel=1e-15)
        page.click(".dlb-reset")
        page.until(f"return !{LIVE}.working", "the first values")
    page = shown("triple_pendulum", "#m3=0")
    assert page.script("return document.querySelector('.dlb-csv').disabled")
    assert page.complaints() == []


@needs_browser
@pytest.mark.parametrize(
    ("system", "name", "value", "words"),
    [
        ("stick_slip", "mu", -1, "belt.friction = −1, but it must be ≥ 0"),
        ("stick_slip", "mus", 0.1, "a contact has less friction while it sticks than while it slides"),
        ("pad_on_spring_mat", "k", -5, "mat.stiffness = −5, but it must be > 0"),
        ("pad_on_spring_mat", "k", 0, "mat.stiffness = 0, but it must be > 0"),
        ("pad_on_spring_mat", "c", -0.5, "mat.damping = −0.5, but it must be ≥ 0"),
    ],
)
def test_contact_laws_that_simulate_refuses_begin_no_run_in_a_page(shown, system, name, value, words):
    """Negative friction, stiffness or damping: the motion before it stays."""
    with pytest.raises(dalembert.ModelError):
        dalembert.simulate(dalembert.vary(motion_of(system).model, parameters={name: value}))
    page = shown(system)
    page.script(SLIDE, name, value)
    page.until(f"return !{LIVE}.working", "an answer")
    assert page.script(SAID) == f"No run begins with these values: {words}; the previous motion is shown."


@needs_browser
def test_a_motion_is_shown_as_far_as_it_goes(shown):
    """Where a run ends early the player ends with it, and every place it shows is a number."""
    page = shown("bouncing_ball", "#e=2")
    assert page.script(SAID).startswith("The run ends at t = 0.4515 s")
    page.script("document.querySelector('.dlb').dalembert.seek(5)")
    assert page.script("return document.querySelector('.dlb').dalembert.time") <= 0.4516
    columns = page.script(f"return {LIVE}.shownRun.columns.map((column) => [...column])")
    assert all(None not in column for column in columns)


@needs_browser
def test_an_open_energy_balance_takes_the_claim_away(shown):
    """An angle whose last bit is many turns has no accuracy to claim, as little as energy that is conserved."""
    page = shown("rod_pendulum", "#theta=1e300")
    assert page.script(SAID).endswith("only: the motion shown may be wrong.")
    assert "Estimated error" not in page.script(SAID)


@needs_browser
def test_sliders_reach_their_ends_and_no_further(shown, tmp_path):
    """The ends of a range are values of its slider, however small the lower one is; reset gives the range back."""
    path = tmp_path / "ranged.toml"
    path.write_text(RANGED.replace("[100, 2000]", "[0.01, 2000]"), encoding="utf-8")
    motion = dalembert.simulate(path, samples=10)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    for end, grams in (("min", 0.01), ("max", 2000)):
        low, high, value = page.script(SLIDER, "m", end)
        assert (low, high) == pytest.approx((0.01, 2000))
        assert value == pytest.approx(grams / 1000)
    page.script(SLIDE, "m", 1e9)
    page.click(".dlb-reset")
    page.until(f"return !{LIVE}.working", "the first values")
    assert page.script(SLIDER, "m", "max")[1] == pytest.approx(2000)


KINKED = """
format = 1

[parameters]
t1 = { value = 0.3, unit = "s" }
F  = { value = 2 }
w  = { value = 9 }

[coordinates]
x = { start = 1, speed = 0 }

[inputs]
push = "F*step(t - t1) + if(sin(w*t) > 0.5, 1, 0)"
slope = { times = [0, 0.5, 1.2, 2], values = [0, 1, -1, 0] }

[energy]
kinetic = "1/2*x'^2"
potential = "8*x^2"

[work]
x = "push + slope"

[simulate]
t_end = 2
"""


@needs_browser
def test_kinks_in_time_move_with_their_parameters(shown, tmp_path):
    """Forces that jump at given times and tables of straight lines: integration begins anew where they are now."""
    path = tmp_path / "kinked.toml"
    path.write_text(KINKED, encoding="utf-8")
    motion = dalembert.simulate(path, samples=50)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    changed = {"t1": 0.777, "w": 11.3}
    for key, value in changed.items():
        page.script(SLIDE, key, value)
        page.until(f"return !{LIVE}.working", "a run with other values")
    truth = dalembert.simulate(dalembert.vary(motion.model, parameters=changed), samples=50)
    wanted = [truth.q[-1, 0], truth.qd[-1, 0]]
    assert last_state(page) == pytest.approx(wanted, abs=1e-10 * np.abs(truth.qd).max())
    edges = page.script(f"return {LIVE}.shownRun.run.edges")
    assert min(abs(edge - 0.777) for edge in edges) < 1e-15
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= motion.settings.rtol
    assert page.complaints() == []


TABLED = """
format = 1

[parameters]
k = { value = 5 }

[coordinates]
x = { start = 0.3, speed = 0 }
y = { guess = 0 }

[tables.lift]
x = { values = [-0.2, -0.05, 0, 0.1, 0.2] }
value = { values = [0.3, 1, -1, 0.2, 0] }
interpolate = "spline"
beyond = "line"

[tables.land]
x = [-0.2, 0, 0.2]
y = [-1, 0.1, 1]
value = [[0, 1, 2], [1, -1, 0], [3, 0, 1]]
beyond = "BEYOND"

[energy]
kinetic = "1/2*x'^2 + 1/20*y'^2"
potential = "k*x^2"

[work]
x = "land(x, x') + 0.1*floor(9*x)"

[constraints]
displacement = { cam = "y - 0.1*lift(x)" }

[simulate]
t_end = 5
"""


@needs_browser
def test_tables_and_whole_numbers_run_in_the_page(shown, tmp_path):
    """The cells of tables, of a cam too, are values of a mode: the motion of `simulate --set` to 1e-10."""
    path = tmp_path / "tabled.toml"
    path.write_text(TABLED.replace("BEYOND", "hold"), encoding="utf-8")
    motion = dalembert.simulate(path, samples=50)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    page.script(SLIDE, "k", 7)
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run with another value")
    truth = dalembert.simulate(dalembert.vary(motion.model, parameters={"k": 7.0}), samples=50)
    wanted = np.concatenate([truth.q[-1], truth.qd[-1]])
    assert last_state(page) == pytest.approx(wanted, abs=1e-10 * np.abs(truth.q).max())
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= motion.settings.rtol
    assert page.complaints() == []


@needs_browser
def test_the_end_of_a_table_ends_the_run_in_the_page(shown, tmp_path):
    """A table with beyond = "stop" is an event: the page tells it, and has rows up to there."""
    path = tmp_path / "tabled.toml"
    path.write_text(
        TABLED.replace("BEYOND", "stop").replace("0.3, speed = 0", "0.1, speed = -0.9"), encoding="utf-8"
    )
    motion = dalembert.simulate(path, samples=500)
    assert motion.status == "stopped"
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    (t,) = page.script(f"return {LIVE}.shownRun.run.events.map(({{ t }}) => t)")
    assert t == pytest.approx(motion.reached, abs=1e-9)
    assert page.script(SAID).startswith("The event land.")
    assert len(page.script(f"return [...{LIVE}.shownRun.times]")) > 3
    assert page.complaints() == []


STOPPED = """
format = 1

[coordinates]
x = { start = 1, speed = 0 }
y = { start = 1, speed = 0 }

[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "8*x^2 + 9.81*y"

[events.through]
when = "x"

[events.slow]
when = "x - 3*t + 2"
action = "stop"

[simulate]
t_end = 2
"""


@needs_browser
@pytest.mark.parametrize("contact", ["", '[contacts.floor]\ngap = "y"\nrestitution = 0.5\n'])
def test_events_are_told_and_end_a_run(shown, tmp_path, contact):
    """With and without contacts a page tells the events of `simulate`, and ends where one of them stops it."""
    path = tmp_path / "stopped.toml"
    path.write_text(f"{STOPPED}{contact}", encoding="utf-8")
    motion = dalembert.simulate(path, samples=50)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    found = page.script(f"return {LIVE}.shownRun.run.events.map(({{ t, event }}) => [t, event])")
    names = [event.name for event in motion.model.events]
    own = [one for one in motion.events if one.name in names]
    assert [names[event] for _, event in found] == [one.name for one in own]
    assert [t for t, _ in found] == pytest.approx([one.t for one in own], rel=1e-9)
    said = page.script("return document.querySelector('.dlb-said').textContent")
    assert said.startswith("The event slow ends the run at t = ")
    assert "Estimated error" in said
    told = page.script("return document.querySelector('.dlb-happenings tbody').textContent")
    assert "through" in told
    assert ("impact of floor" in told) == bool(contact)
    assert page.complaints() == []


HOSTILE = """
format = 1
title = "<img src=x onerror=alert(1)></script><script>alert(2)</script>"

[parameters]
m = { value = 1, text = '</script><b>mass</b>" onload="alert(3)' }

[coordinates]
y = { start = 1, speed = 0, text = "<i>height</i>" }

[energy]
kinetic = "1/2*m*y'^2"
potential = "9.81*m*y"

[contacts.floor]
gap = "y"
restitution = 0.5

[events.low]
when = "y - 0.5"

[simulate]
t_end = 1
"""


@needs_browser
def test_texts_of_a_model_are_texts_in_its_page(shown, tmp_path):
    """Marks of HTML in a title, a parameter or an event are shown as they are written, and nothing of them acts."""
    path = tmp_path / "hostile.toml"
    path.write_text(HOSTILE, encoding="utf-8")
    motion = dalembert.simulate(path, samples=20)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    assert page.script("return document.querySelectorAll('img, b, i').length") == 0
    assert "</script><b>mass</b>" in page.script(
        "return document.querySelector('.dlb-what small').textContent"
    )
    told = page.script("return document.querySelector('.dlb-happenings tbody').textContent")
    assert "low" in told
    assert "impact of floor" in told
    assert page.complaints() == []


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


def touches(page, model):
    """When contacts close, stick, slip and open in the run that a page shows."""
    code = f"const l = {LIVE}; return l.shownRun.run.intervals.map((one) => [one.t, ...l.engine.modes.touching(one)])"
    names = [contact.name for contact in model.contacts]
    found = []
    for t, closed, sticking in page.script(code) if names else ():
        own = tuple(names[i] for i in closed), tuple(names[i] for i in sticking)
        if not found or found[-1][1:] != own:
            found.append((t, *own))
    return found


@needs_browser
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("stick_slip", {"v": 0.2}),
        ("bouncing_ball", {"e": 0.5}),  # to its Zeno end and beyond
        ("rocking_block", {"mu": 0.4}),  # the end of whose impacts is that of two contacts
        ("newtons_cradle:4", {"e": 0.9}),
        ("mass_and_wall", {"kw": 9.0}),
        ("pad_on_spring_mat", {"k": 3e4}),  # a compliant contact
        ("dry_friction_oscillator", {"k": 60.0}),  # a sliding mode in Filippov's sense
    ],
)
def test_contacts_and_switches_run_in_the_page(shown, name, values):
    """Impacts, modes, losses and the state at the end are those of `simulate --set`, to 1e-10 of their sizes."""
    page = shown(name)
    own = motion_of(name)
    for key, value in values.items():
        page.script(SLIDE, key, value)
    page.until(f"return {LIVE}.runs > 1 && !{LIVE}.working", "a run with other values")
    truth = dalembert.simulate(dalembert.vary(own.model, parameters=values), samples=200)
    wanted = np.concatenate([truth.q[-1], truth.qd[-1]])
    size = np.repeat([np.abs(truth.q).max(), np.abs(truth.qd).max()], truth.q.shape[1])
    np.testing.assert_array_less(np.abs(last_state(page) - wanted), 1e-10 * size)
    impacts = page.script(f"return {LIVE}.shownRun.run.impacts.map(({{ t, lost }}) => [t, lost])")
    assert len(impacts) == len(truth.impacts)
    for (t, lost), other in zip(impacts, truth.impacts, strict=True):
        assert t == pytest.approx(other.t, rel=own.settings.rtol)
        assert lost == pytest.approx(other.energy_lost, rel=1e-8, abs=1e-9 * np.abs(truth.T).max())
    assert touches(page, own.model) == [
        (pytest.approx(one.t, abs=1e-7), one.contacts, one.sticking) for one in truth.touches
    ]
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= own.settings.rtol
    cells = page.script(
        "return [...document.querySelectorAll('.dlb-ledger th[scope=row]')].map((c) => c.textContent)"
    )
    assert ("Lost at impacts" in cells) == bool(own.model.contacts)
    told = page.script("return document.querySelectorAll('.dlb-happenings tbody tr').length")
    assert told >= min(len(truth.impacts), 100)
    assert page.complaints() == []
    assert all(url.startswith(("file:", "data:", "about:", "blob:")) for url in page.requests())


@pytest.mark.parametrize(
    "name", ["triple_pendulum", "four_bar", "electro_mechanical", "bouncing_ball", "stick_slip"]
)
def test_a_page_that_runs_is_small_and_tells_every_value(name):
    """A page has at most 400 kB, and a labelled slider and field for every parameter that has a value."""
    page, live = page_of(name)
    assert isinstance(live, LiveModel)
    assert len(page) < 400_000
    for entry in motion_of(name).model.parameters:
        own = next(one for one in live.controls if one.name == entry.name)
        assert own.low <= own.unit.from_si(own.value) <= own.high
    assert page.count('type="number"') == len(live.controls)
    assert page.count("'wasm-unsafe-eval'") == 1


COMPLIANT = """
format = 1

[coordinates]
x = { start = 0, speed = 1 }
y = { start = 1, speed = 0 }

[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"

[contacts.mat]
gap = "y"
law = "spring"
stiffness = 1e3
slip = "x'"
friction = 0.3

[simulate]
t_end = 1
"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_that_cannot_run_says_why(language, tmp_path):
    """A page of a model with a rough compliant contact plays the recorded motion and names it, in every language."""
    path = tmp_path / "mat.toml"
    path.write_text(COMPLIANT, encoding="utf-8")
    motion = dalembert.simulate(path, samples=20)
    picture = picture_of(motion)
    live = live_model(motion, picture)
    page = player(picture, words_of(language), live)
    assert live.key == "modes_compliant"
    assert "wasm" not in page.split("</head>")[0]
    assert "mat" in page.split('class="dlb-note')[1]


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


RANGED = """
format = 1

[parameters]
k = { value = 40, unit = "N/m", range = [10, 90] }
m = { value = 500, unit = "g", range = [100, 2000] }

[coordinates]
x = { unit = "cm", start = 3, speed = 0, range = [-8, 8] }

[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"

[simulate]
t_end = 0.1
"""


def test_ranges_of_a_model_are_those_of_its_sliders(tmp_path):
    """A range is in the unit of its entry, belongs to the start of a coordinate, and is written back."""
    path = tmp_path / "ranged.toml"
    path.write_text(RANGED, encoding="utf-8")
    motion = dalembert.simulate(path, samples=10)
    live = live_model(motion, picture_of(motion))
    found = {one.name: (one.low, one.high) for one in live.controls}
    assert found["k"] == (10.0, 90.0)
    assert found["m"] == pytest.approx((100.0, 2000.0), rel=1e-12)
    assert found["x"] == pytest.approx((-8.0, 8.0), rel=1e-12)
    dalembert.write(motion.model, tmp_path / "again.toml")
    assert dalembert.read(tmp_path / "again.toml") == motion.model


@pytest.mark.parametrize(
    "given", ["5", "[1]", "[2, 1]", "[1, 1]", "[1, 2, 3]", '"wide"', '["a", 2]', "[nan, 1]", "[0, inf]"]
)
def test_a_range_is_two_numbers_in_order(tmp_path, given):
    """What is no range is refused at its entry, with what to type."""
    path = tmp_path / "ranged.toml"
    path.write_text(RANGED.replace("[10, 90]", given), encoding="utf-8")
    with pytest.raises(dalembert.ModelError) as told:
        dalembert.read(path)
    (flaw,) = told.value.flaws
    assert "`range` must be two numbers" in str(flaw.message)
    assert "parameters.k" in flaw.where or flaw.line == 5
    assert "range = [0.5, 2]" in flaw.hint


def test_sliders_go_round_their_values():
    """Without a range of the model a slider holds its value; an angle goes once around."""
    assert usual_range(9.81, of_parameter=True, angle=False) == (2.0, 29.0)
    assert usual_range(-2.0, of_parameter=True, angle=False) == (-6.0, -0.4)
    assert usual_range(0.0, of_parameter=True, angle=False) == (-10.0, 10.0)
    assert usual_range(90.0, of_parameter=False, angle=True, turn=180.0) == (-180.0, 180.0)
    assert usual_range(1e-8, of_parameter=True, angle=False) == (2e-9, 3e-8)
    assert json.loads(json.dumps(usual_range(3e20, of_parameter=False, angle=False))) == [-9e20, 9e20]


CAUGHT = CONTROLLED | {"events": {"fast": {"when": "x' - 1.4", "action": "stop"}}}
LEDGER_CELLS = """
const number = (text) => Number(text.replace('−', '-').replace('·10', 'e').replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]/g, (c) => '0123456789-'['⁰¹²³⁴⁵⁶⁷⁸⁹⁻'.indexOf(c)]));
return [...document.querySelectorAll('.dlb-ledger tbody tr')].map((row) => [row.children[0].textContent, number(row.children[1].textContent)]);
"""


SWING = {  # on two parallel rods, which do not let it turn: one condition says nothing new
    "parameters": {"m": 2.0},
    "coordinates": {
        "x": {"guess": 0.5},
        "y": {"guess": -0.8},
        "a": {"start": 0.6, "speed": 0.3},
        "b": {"guess": 0.6},
    },
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2) + 0.05*(a'^2 + b'^2)", "potential": "9.81*m*y"},
    "constraints": {
        "displacement": {
            "ax": "x - sin(a)",
            "ay": "y + cos(a)",
            "bx": "x - sin(b)",
            "by": "y + cos(b)",
        }
    },
    "impulses": {"push": {"at": 0.7, "work": {"x": 1.5}}},
    "simulate": {"t_end": 2.0},
}


def page_with_rows_of_simulate(shown, model, values):
    """The page of a model with other values, after all its rows were found to be those of `simulate --set`."""
    motion = dalembert.simulate(model, samples=20)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    for key, value in values.items():
        page.script(SLIDE, key, value)
        page.until(f"return !{LIVE}.working", "a run with another value")
    truth = dalembert.simulate(dalembert.vary(model, parameters=values), samples=20)
    names, count, rows = page.script(
        f"const l = {LIVE}; const r = l.shownRun.run; const s = l.program.size;"
        "return [l.program.names, r.count, l.program.names.map((_, i) => [...r.rows].filter((_, k) => k % s === i))]"
    )
    assert count == np.sum(np.linspace(0, truth.settings.t_end, 21) <= truth.reached)
    for name, column in zip(names, rows, strict=True):
        if name.endswith("'''"):  # no column of a motion
            continue
        size = max(np.max(np.abs(truth[name])), 1e-6)
        np.testing.assert_allclose(column, truth[name][:count], rtol=0, atol=1e-10 * size, err_msg=name)
    return page, truth, count


@needs_browser
@pytest.mark.parametrize(
    ("sections", "values"),
    [
        (CONTROLLED, {"kp": 55.0, "Ts": 0.025, "t1": 0.6}),  # at other times than before
        (TIED, {"p0": 2.0}),  # beside a constraint
        (STRUCK, {"mu": 0.4}),  # onto a rough floor
        (GATED, {"F": 1.0}),  # a force that jumps in time beside a contact
        (SWING, {"m": 3.0}),  # with a link too many
        (CAUGHT, {"p0": 4.0}),  # an event that an impulse passes over ends the run
    ],
)
def test_samples_and_impulses_run_in_the_page(shown, sections, values):
    """All rows, at the times of jumps too, are those of `simulate --set` to 1e-10; so is the energy account."""
    model = dalembert.model(**sections)
    page, truth, count = page_with_rows_of_simulate(shown, model, values)
    cells = dict(page.script(LEDGER_CELLS))
    scale = np.max(np.abs(truth.T) + np.abs(truth.V))
    if model.impulses:
        assert cells["Work of impulses"] == pytest.approx(truth.ledger.impulses[count - 1], abs=1e-3 * scale)
    if model.contacts:
        assert cells["Lost at impacts"] == pytest.approx(truth.ledger.impacts[count - 1], abs=1e-3 * scale)
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= truth.settings.rtol
    told = page.script("return document.querySelector('.dlb-happenings tbody').textContent")
    for impulse in truth.model.impulses:
        assert impulse.name in told
    assert ("ends the run" in page.script(SAID)) == (truth.status == "stopped")
    assert page.complaints() == []


@needs_browser
def test_periods_of_samples_that_no_run_can_have_are_refused(shown):
    """A period of zero or below, and one of which a run has more than a page makes, are told in words."""
    model = dalembert.model(**CONTROLLED)
    motion = dalembert.simulate(model, samples=20)
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    for period, words in (
        (0, "u.every = 0, but it must be > 0"),
        (-0.1, "u.every = "),
        (1e-6, "more computation"),
    ):
        page.script(SLIDE, "Ts", period)
        page.until(f"return !{LIVE}.working", "an answer")
        assert words in page.script(SAID)
    assert page.complaints() == []


ACTED = {
    name: (MODELS[name], {"g": 7.0}) for name in ("at_once", "chain", "state", "switch_in_time", "kink")
} | {
    "bounces": (MODELS["bounces"], {"e": 0.7}),
    "small_function": (MODELS["small_function"], {"e": 0.7}),
    "contact": (MODELS["contact"], {"g": 9.0}),
    "friction": (
        MODELS["friction"]
        | {"parameters": {"v": 1.0}, "events": {"kick": {"when": "x", "set": {"x'": "x' - v"}}}},
        {"v": 0.8},
    ),
    "constraint": (
        MODELS["constraint"]
        | {
            "parameters": {"e": 0.7},
            "events": {"wall": {"when": "x + 0.2", "direction": "falling", "set": {"x'": "-e*x'"}}},
        },
        {"e": 0.6},
    ),
    "impact": (  # which sets off the event
        BALL
        | {
            "contacts": {"floor": {"gap": "y", "restitution": "e"}},
            "events": {"up": {"when": "y'", "direction": "rising", "set": {"y'": "y' + 0.5"}}},
        },
        {"e": 0.6},
    ),
    "instants": (  # beside an impulse, which passes over an event, and samples
        BALL
        | {
            "events": {
                "hit": BOUNCE,
                "fast": {"when": "y' + 2", "direction": "rising", "set": {"y'": "y' + 0.3"}},
            },
            "impulses": {"hammer": {"at": 0.4, "work": {"y": 2.5}}},
            "sampled": {"u": {"every": 0.1, "value": "y"}},
            "work": {"y": "-u"},
        },
        {"e": 0.7},
    ),
}


@needs_browser
@pytest.mark.parametrize("name", list(ACTED))
def test_events_set_values_in_the_page(shown, name):
    """All rows are those of `simulate --set` to 1e-10, and events, their times and the energy they give are its."""
    sections, values = ACTED[name]
    page, truth, _ = page_with_rows_of_simulate(shown, dalembert.model(**sections), values)
    assert truth.jumps
    names = [event.name for event in truth.model.events]
    found = page.script(f"return {LIVE}.shownRun.run.events.map(({{ t, event }}) => [t, event])")
    own = [(one.t, one.name) for one in truth.events if one.name in names]
    assert [(pytest.approx(t, abs=1e-9), names[event]) for t, event in found] == own
    scale = np.max(np.abs(truth.T) + np.abs(truth.V))
    cells = dict(page.script(LEDGER_CELLS))
    assert cells["Work of events that set values"] == pytest.approx(truth.ledger.events[-1], abs=1e-3 * scale)
    assert "energy balance closes to" in page.script(SAID)
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= truth.settings.rtol
    assert page.complaints() == []


@needs_browser
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("kink", {"e": 0.7}),
        ("cells", {"g": 7.0}),
        ("poisson", {"e": 0.7}),
        ("dry friction", {"F": 2.5, "e": 0.3}),
        ("belt", {"F": 0.6}),
        ("rough", {"g": 9.0}),
        ("constraint", {"e": 0.7}),
        ("mat", {"e": 0.3}),
        ("cradle", {"e": 0.8}),
    ],
)
def test_contacts_beside_switches_run_in_the_page(shown, name, values):
    """All rows, impacts and touches are those of `simulate --set`; so is what impacts lose."""
    page, truth, _ = page_with_rows_of_simulate(shown, dalembert.model(**BESIDE[name]), values)
    impacts = page.script(f"return {LIVE}.shownRun.run.impacts.map(({{ t }}) => t)")
    assert impacts == [pytest.approx(one.t, abs=1e-8) for one in truth.impacts]
    assert touches(page, truth.model) == [
        (pytest.approx(one.t, abs=1e-7), one.contacts, one.sticking) for one in truth.touches
    ]
    scale = np.max(np.abs(truth.T) + np.abs(truth.V))
    cells = dict(page.script(LEDGER_CELLS))
    assert cells["Lost at impacts"] == pytest.approx(truth.ledger.impacts[-1], abs=1e-3 * scale)
    assert 0 < page.script(f"return {LIVE}.claim.achieved") <= truth.settings.rtol
    assert page.complaints() == []


@needs_browser
@pytest.mark.parametrize(("factor", "words"), [("-0.001", "comes back at once"), ("sqrt(-e)", "not finite")])
def test_events_that_cannot_go_on_end_a_run_of_the_page(shown, factor, words):
    """Where `simulate` ends with a reason, the page shows the motion up to there and says why it ends."""
    model = dalembert.model(**BALL, events={"hit": BOUNCE | {"set": {"y'": f"{factor}*y'"}}})
    motion = dalembert.simulate(model, samples=20)
    assert motion.status == "failed"
    picture = picture_of(motion)
    page = shown("", page=player(picture, words_of("en"), live_model(motion, picture)))
    assert words in page.script(SAID)
    assert page.complaints() == []


DRIVEN = {  # by a smooth function of time that is zero at the start, though a guess is not
    "parameters": {"m": 2.0, "k": 20.0, "a": 0.2, "w": 3.0},
    "coordinates": {"x": {"guess": 0.1}, "y": {"start": 0, "speed": 0}},
    "energy": {"kinetic": "1/2*m*x'^2 + 1/2*y'^2", "potential": "1/2*k*(y - x)^2"},
    "simulate": {"t_end": 2.0, "samples": 25, "rtol": 1e-8},
}
PATH = "x - a*sin(w*t)"
EFFORT = {"efforts": {"F": {}}, "work": {"x": "F"}}
DRIVEN_WAYS = {
    "by a constraint": DRIVEN | {"constraints": {"displacement": {"path": PATH}}},
    "by an effort": DRIVEN | EFFORT | {"constraints": {"effort": {"path": PATH}}},
    "at the far end": DRIVEN
    | EFFORT
    | {"coordinates": {"x": {}, "y": {"guess": 0.1}}, "constraints": {"effort": {"path": "y - a*sin(w*t)"}}},
}


@needs_browser
@pytest.mark.parametrize("name", DRIVEN_WAYS)
def test_a_prescribed_motion_that_begins_at_zero_runs_in_the_page(shown, name):
    """All rows are those of `simulate --set`, also where an effort follows from the motion."""
    model = dalembert.model(**DRIVEN_WAYS[name])
    page, _, _ = page_with_rows_of_simulate(shown, model, {"a": 0.35, "w": 2.5, "k": 33.0})
    assert page.script(SAID).startswith("Estimated error")
    assert page.complaints() == []


@needs_browser
def test_a_force_jumps_beside_a_smooth_prescribed_motion_in_the_page(shown):
    """All rows are those of `simulate --set`: a pulse of a force lets no velocity jump."""
    model = dalembert.model(
        **DRIVEN, work={"y": "pulse(t, 0.5, 1)"}, constraints={"displacement": {"path": PATH}}
    )
    page, _, _ = page_with_rows_of_simulate(shown, model, {"a": 0.35, "w": 2.5, "k": 33.0})
    assert page.complaints() == []


def test_a_prescribed_motion_that_switches_in_time_is_played_as_recorded():
    """Where an effort follows from it: velocities could jump there."""
    path = {"path": "x - a*sin(w*t) - a*max(t - 1, 0)^2"}
    model = dalembert.model(**DRIVEN, **EFFORT, constraints={"effort": path})
    motion = dalembert.simulate(model)
    reason = live_model(motion, picture_of(motion))
    assert isinstance(reason, Message)
    assert reason.key == "live_jumps_in_time"
