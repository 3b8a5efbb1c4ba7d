"""The player in a real browser: it plays, obeys, turns, asks for nothing, and shows text as text."""

from dataclasses import replace
from functools import cache
from itertools import combinations
from math import hypot

import numpy as np
import pytest
from browser import MISSING, Browser

import dalembert
from dalembert._analyse.body_loads import body_loads
from dalembert._present.animation.making import picture_of
from dalembert._present.animation.player import fragment, player
from dalembert._words.languages import words_of

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
WORDS = words_of("en")
PLAYER = "document.querySelector('.dlb').dalembert"
HOSTILE = "</script><img src=x onerror='window.hacked = 1'>&amp;<!--"
MODEL = {
    "title": HOSTILE,
    "parameters": {"m": 1, "k": 40},
    "coordinates": {"x": {"unit": "m", "start": 0.1, "speed": 0}},
    "energy": {"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
    "simulate": {"t_end": 3},
    "scene": {
        "text": HOSTILE,
        "points": {"O": [-1, 0], "M": ["x", 0]},
        "springs": [{"points": ["O", "M"], "text": HOSTILE}],
        "masses": [{"at": "M", "width": 0.2, "height": 0.1, "text": HOSTILE}],
        "gauges": [{"value": "x", "text": HOSTILE, "unit": "mm"}],
    },
}


BODIES = {
    "title": "Arm with a ball",
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "ground": {"points": {"S": [0, 0.4, 0]}},
        "arm": {"mass": 2, "shape": {"box": [0.5, 0.08, 0.05]}, "centre": [0.25, 0, 0], "points": {"E": [0.5, 0, 0]}},
        "ball": {"mass": 1, "shape": {"sphere": 0.1}, "centre": [0, 0, -0.2]},
        "drum": {"mass": 1, "shape": {"tube": [0.1, 0.06, 0.2]}},
    },
    "joints": {
        "O": {"kind": "pin", "axis": "y", "between": ["ground", "arm"], "coordinate": {"a": {"start": 0.3, "speed": 0}}},
        "E": {"kind": "universal", "between": ["arm.E", "ball"],
              "coordinate": {"b": {"start": 0.2, "speed": 3}, "c": {"start": 0, "speed": 0}}},
        "G": {"kind": "slider", "axis": "z", "between": ["ground.S", "drum"], "coordinate": {"s": {"start": 0, "speed": 0}}},
    },
    "elements": {
        "spring": {"kind": "spring", "between": ["ground.S", "drum"], "stiffness": 60, "length": 0.1},
        "damper": {"kind": "damper", "between": ["ground.S", "arm.E"], "damping": 1},
    },
    "simulate": {"t_end": 2},
}  # fmt: skip


@cache
def picture(name):
    """The picture of a library system, of the model with hostile texts, or of bodies with their forces."""
    if name == "bodies":
        motion = dalembert.simulate(dalembert.model(**BODIES), samples=300)
        return picture_of(motion, loads=body_loads(motion))
    source = dalembert.model(**MODEL) if name == "hostile" else name
    return picture_of(dalembert.simulate(source, samples=300))


@pytest.fixture(scope="module")
def browser():
    """One browser for all."""
    with Browser() as window:
        yield window


@pytest.fixture
def shown(browser, tmp_path):
    """Shows the player of a system and gives the window."""

    def show(name, page=None, **media):
        path = tmp_path / "page.html"
        path.write_text(page or player(picture(name), WORDS), encoding="utf-8")
        browser.emulate(**media)
        browser.open(path.as_uri())
        return browser

    return show


@pytest.mark.parametrize(
    "name",
    ["four_bar", "heavy_top", "rolling_disc", "electro_mechanical", "spring_pendulum", "hostile", "bodies"],
)
def test_a_page_plays_without_complaint_and_asks_for_nothing(shown, name):
    """A page starts by itself, its time goes on, its drawing changes; no error, and no address but its own."""
    page = shown(name)
    page.until(f"return {PLAYER}.playing", "it plays by itself")
    image = "return document.querySelector('.dlb-canvas').toDataURL()"
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek(0)")
    before = page.script(image)
    page.script(f"{PLAYER}.play()")
    duration = picture(name).duration
    page.until(f"return {PLAYER}.time > {duration / 200}", "time goes on")
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek({duration / 3})")
    assert page.script(image) != before
    assert page.complaints() == []
    assert all(url.startswith(("file:", "data:")) for url in page.requests())


def test_the_buttons_work(shown):
    """Play and pause, one frame back and on, and the slider do what they say."""
    page = shown("four_bar")
    times = picture("four_bar").times
    page.until(f"return {PLAYER}.playing", "it plays by itself")
    page.click(".dlb-play")
    assert not page.script(f"return {PLAYER}.playing")
    page.script(f"{PLAYER}.seek({times[10]})")
    page.click(".dlb-on")
    assert page.script(f"return {PLAYER}.time") == pytest.approx(times[11], rel=1e-8)
    page.click(".dlb-back")
    page.click(".dlb-back")
    assert page.script(f"return {PLAYER}.time") == pytest.approx(times[9], rel=1e-8)
    page.script(
        "const s = document.querySelector('.dlb-scrub'); s.value = 500; s.dispatchEvent(new Event('input'))"
    )
    assert page.script(f"return {PLAYER}.time") == pytest.approx(times[-1] / 2)
    assert (
        page.script("return document.querySelector('.dlb-scrub').getAttribute('aria-valuetext')") == "2.00 s"
    )


def test_the_keys_work(shown):
    """Space plays and pauses; arrows go from frame to frame."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    times = picture("four_bar").times
    page.press("\ue014")  # arrow to the right
    assert page.script(f"return {PLAYER}.time") == pytest.approx(times[1], rel=1e-8)
    page.press(" ")
    assert page.script(f"return {PLAYER}.playing")
    page.press(" ")
    assert not page.script(f"return {PLAYER}.playing")


def test_a_click_on_a_plot_goes_to_its_time(shown):
    """A click in the middle of a plot goes to about the middle of the run, and the drawing follows."""
    page = shown("four_bar")
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek(0); document.querySelector('.dlb-plot').scrollIntoView()")
    start = page.script(f"return {PLAYER}.place('A')")
    x, y = page.script(
        "const r = document.querySelector('.dlb-plot canvas').getBoundingClientRect();"
        "return [Math.round(r.left + r.width / 2), Math.round(r.top + r.height / 2)]"
    )
    page.drag((x, y), (x, y))
    assert page.script(f"return {PLAYER}.time") == pytest.approx(picture("four_bar").duration / 2, rel=0.2)
    assert page.script(f"return {PLAYER}.place('A')") != start


@pytest.mark.parametrize("name", ["four_bar", "four_bar_pinned", "andrews_squeezer"])
def test_the_drawing_is_to_scale(shown, name):
    """At any time all distances on the screen are those of the picture times one factor."""
    page, own = shown(name), picture(name)
    for frame in (0, 57, 200):
        page.script(f"{PLAYER}.pause(); {PLAYER}.seek({own.times[frame]})")
        spots = page.script(f"return arguments[0].map((name) => {PLAYER}.place(name))", list(own.names))
        factors = []
        for a, b in combinations(range(len(own.names)), 2):
            (xa, ya), (xb, yb) = own.points[frame, a], own.points[frame, b]
            if hypot(xa - xb, ya - yb) > own.unit:
                factors.append((spots[a][0] - spots[b][0], spots[b][1] - spots[a][1], xa - xb, ya - yb))
        scale = max(hypot(dx, dy) / hypot(x, y) for dx, dy, x, y in factors)
        for dx, dy, x, y in factors:
            assert (dx, dy) == pytest.approx((scale * x, scale * y), abs=0.1)


def test_the_mouse_turns_a_drawing_in_space(shown):
    """Dragging turns the camera, so that points move on the screen; Shift and an arrow do as well."""
    page = shown("heavy_top")
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek(0.3)")
    view, place = page.script(f"return [{PLAYER}.view, {PLAYER}.place('G')]")
    page.drag((500, 300), (560, 330))
    turned, moved = page.script(f"return [{PLAYER}.view, {PLAYER}.place('G')]")
    assert turned == pytest.approx([view[0] - 30, view[1] + 15])
    assert hypot(moved[0] - place[0], moved[1] - place[1]) > 5
    page.press("\ue008", "\ue012")  # Shift and the arrow to the left
    assert page.script(f"return {PLAYER}.view[0]") == pytest.approx(turned[0] + 6)
    page.click(".dlb-view")
    assert page.script(f"return {PLAYER}.view") == view


def spot(page, name):
    """Where a point is in the window."""
    return page.script(
        "const r = document.querySelector('.dlb-canvas').getBoundingClientRect();"
        f"const p = {PLAYER}.place(arguments[0]); return [Math.round(r.left + p[0]), Math.round(r.top + p[1])]",
        name,
    )


@pytest.mark.parametrize("name", ["four_bar", "heavy_top"])
def test_the_wheel_enlarges_about_the_pointer(shown, name):
    """Turning the wheel up over a point makes the drawing larger and leaves that point where it is."""
    page = shown(name, prefers_reduced_motion="reduce")
    point, other = {"four_bar": ("C", "A"), "heavy_top": ("O", "G")}[name]
    at, away = spot(page, point), spot(page, other)
    page.wheel(at, -400)
    assert page.script(f"return {PLAYER}.zoom") > 1.2
    assert spot(page, point) == pytest.approx(at, abs=2)
    far = spot(page, other)
    assert hypot(far[0] - at[0], far[1] - at[1]) > 1.2 * hypot(away[0] - at[0], away[1] - at[1])
    page.click(".dlb-view")
    assert page.script(f"return {PLAYER}.zoom") == 1
    assert spot(page, other) == pytest.approx(away, abs=1)
    page.script("document.querySelector('.dlb-canvas').focus()")
    page.press("+")
    assert page.script(f"return {PLAYER}.zoom") == pytest.approx(1.25)


def test_in_another_page_the_wheel_scrolls_until_the_drawing_is_chosen(shown):
    """A fragment leaves the wheel to its page; once its drawing has the focus, the wheel enlarges it."""
    part = fragment(picture("four_bar"), WORDS)
    page = shown("", f"<!DOCTYPE html><html lang='en'><meta charset='utf-8'><body>{part}</body></html>")
    page.wheel(spot(page, "C"), -400)
    assert page.script(f"return {PLAYER}.zoom") == 1
    page.script("document.querySelector('.dlb-canvas').focus()")
    page.wheel(spot(page, "C"), -400)
    assert page.script(f"return {PLAYER}.zoom") > 1.2


def test_dragging_moves_a_drawing_in_a_plane(shown):
    """A drawing in a plane follows the mouse, and the key 0 brings it back."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    before = spot(page, "B")
    page.drag((400, 300), (440, 330))
    assert spot(page, "B") == pytest.approx([before[0] + 40, before[1] + 30], abs=1)
    page.press("0")
    assert spot(page, "B") == pytest.approx(before, abs=1)


def test_the_full_screen_is_asked_for(shown):
    """The button shows the player, and nothing else, on the full screen; the key F ends it."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    page.click(".dlb-full")
    page.until("return document.fullscreenElement === document.querySelector('.dlb')", "the full screen")
    page.script("document.querySelector('.dlb-canvas').focus()")
    page.press("f")
    page.until("return document.fullscreenElement === null", "the end of the full screen")
    assert page.complaints() == []


def test_solids_fill_the_full_screen_and_show_their_forces(shown):
    """The player is as wide as the screen and shows all bodies; forces are arrows over them, if asked for."""
    page = shown("bodies", prefers_reduced_motion="reduce")
    canvas, image = (
        "document.querySelector('.dlb-canvas')",
        "return document.querySelector('.dlb-canvas').toDataURL()",
    )
    before = page.script(image)
    page.click(".dlb-forces")
    assert page.script(image) != before
    page.click(".dlb-forces")
    assert page.script(image) == before
    page.click(".dlb-full")
    page.until("return document.fullscreenElement === document.querySelector('.dlb')", "the full screen")
    assert page.script("return document.querySelector('.dlb').clientWidth >= window.innerWidth - 1")
    width, height = (page.script(f"return {canvas}.client{side}") for side in ("Width", "Height"))
    for name in ("O", "E", "ball", "drum"):
        x, y = page.script(f"return {PLAYER}.place('{name}')")
        assert 0 <= x <= width
        assert 0 <= y <= height
    page.script(f"{canvas}.focus()")
    page.press("f")
    page.until("return document.fullscreenElement === null", "the end of the full screen")
    assert page.complaints() == []


def test_curves_can_be_chosen(shown):
    """A curve that is chosen has a plot and a key; one that is not has none, and an empty plot is gone."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    own = picture("four_bar").histories
    plot = next(i for i, one in enumerate(own) if not any(curve.shown for curve in one.curves))
    figure = f"document.querySelectorAll('.dlb-plot')[{plot}]"
    assert page.script(f"return {figure}.hidden")
    page.click(".dlb-choose summary")
    box = f'.dlb-curve[data-plot="{plot}"][data-curve="1"]'
    page.until(
        "const r = document.querySelector('.dlb-choose > div').getBoundingClientRect();"
        " return 0 <= r.left && r.left < r.right && r.right <= window.innerWidth",
        "a menu within the window",
    )
    page.click(box)
    keys = f"return [...{figure}.querySelectorAll('.dlb-key')].filter((k) => !k.hidden).map((k) => k.textContent)"
    assert not page.script(f"return {figure}.hidden")
    assert page.script(keys) == [own[plot].curves[1].name]
    page.script(f"{figure}.querySelector('.dlb-key:not([hidden])').click()")
    assert page.script(f"return {figure}.hidden")
    assert not page.script("return document.querySelector(arguments[0]).checked", box)


def numbers_in(page):
    """The names and numbers of the box beside the pointer."""
    rows = page.script(
        "return [...document.querySelectorAll('.dlb-tip:not([hidden]) div')]"
        ".map((row) => [...row.children].map((part) => part.textContent))"
    )
    return {name: float(text.split()[0]) for name, text in rows[1:]}


def test_values_under_the_pointer_are_those_of_the_motion(shown):
    """Over a plot the box has the curves at that time, over a point its place, both as the motion has them."""
    page, own = shown("four_bar", prefers_reduced_motion="reduce"), picture("four_bar")
    page.script("document.querySelector('.dlb-plot canvas').scrollIntoView({block: 'center'})")
    left, top, width = page.script(
        "const r = document.querySelector('.dlb-plot canvas').getBoundingClientRect();"
        "return [r.left, r.top, document.querySelector('.dlb-plot').clientWidth]"
    )
    x = round(left + width / 3)
    page.hover((x, round(top + 60)))
    time = own.duration * (x - left - 56) / (width - 70)
    values = numbers_in(page)
    for curve in own.histories[0].curves:
        wanted = np.interp(time, own.times, curve.values)
        assert values[WORDS(curve.key)] == pytest.approx(wanted, abs=2e-4 * np.abs(curve.values).max())
    page.script("window.scrollTo(0, 0)")
    page.hover(tuple(spot(page, "B")))
    values = numbers_in(page)
    place = own.points[0, own.names.index("B")]
    assert [values["x"], values["y"]] == pytest.approx(place.tolist(), rel=1e-3)


@pytest.mark.parametrize("name", ["four_bar", "andrews_squeezer", "heavy_top"])
def test_labels_of_a_page_do_not_cover_one_another(shown, name):
    """At any time the names and texts on a page stand beside one another."""
    page, own = shown(name, prefers_reduced_motion="reduce"), picture(name)
    for share in (0.0, 0.13, 0.37, 0.71, 1.0):
        page.script(f"{PLAYER}.seek({own.times[0] + share * own.duration})")
        boxes = page.script(f"return {PLAYER}.labels")
        for a, b in combinations(boxes, 2):
            assert a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]


CORNER = {
    "coordinates": {"x": {"start": 0.1, "speed": 0}},
    "energy": {"kinetic": "x'^2", "potential": "9*x^2"},
    "simulate": {"t_end": 1, "samples": 20},
    "scene": {
        "points": {"corner": [0, 2], "edge": [4, 0], "mast": [0.4, 2], "P": ["x", 0.6]},
        "links": [["corner", "P"], ["mast", "P"], ["P", "edge"]],
    },
}


def test_the_buttons_do_not_cover_a_name_of_a_flat_drawing(shown):
    """Names above the highest points of a plane stand below the buttons, or beside them."""
    page = shown(
        "",
        player(picture_of(dalembert.simulate(dalembert.model(**CORNER))), WORDS),
        prefers_reduced_motion="reduce",
    )
    left, top, right, bottom = page.script(
        "const [a, b] = ['.dlb-tools', '.dlb-canvas'].map((one) => document.querySelector(one).getBoundingClientRect());"
        "return [a.left - b.left, a.top - b.top, a.right - b.left, a.bottom - b.top]"
    )
    boxes = page.script(f"return {PLAYER}.labels")
    assert len(boxes) == 4
    assert all(a[2] <= left or right <= a[0] or a[3] <= top or bottom <= a[1] for a in boxes)


def test_plots_stand_beside_the_drawing_where_there_is_room(shown):
    """On a screen of 1366 × 768 drawing, controls and a plot are seen at once; a narrow one has plots below."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    boxes = (
        "return ['.dlb-canvas', '.dlb-controls', '.dlb-plot canvas'].map((s) => {"
        "const r = document.querySelector(s).getBoundingClientRect(); return [r.left, r.top, r.right, r.bottom] })"
    )
    wide = "document.querySelector('.dlb').classList.contains('dlb-wide')"
    screen = {"height": 768, "deviceScaleFactor": 1, "mobile": False}
    try:
        page.devtools("Emulation.setDeviceMetricsOverride", width=1366, **screen)
        page.until(f"return {wide}", "it is wide")
        drawing, controls, plot = page.script(boxes)
        assert max(box[3] for box in (drawing, controls, plot)) <= 768
        assert plot[0] >= drawing[2]
        page.devtools("Emulation.setDeviceMetricsOverride", width=800, **screen)
        page.until(f"return !{wide}", "it is narrow")
        _, controls, plot = page.script(boxes)
        assert plot[1] >= controls[3]
    finally:
        page.devtools("Emulation.clearDeviceMetricsOverride")


def test_texts_of_a_model_are_shown_as_texts(shown):
    """Markup in titles, texts and names is shown letter by letter, and runs nothing."""
    page = shown("hostile")
    page.until(f"return {PLAYER}.time > 0.05", "it plays")
    assert page.script("return document.querySelector('h1').textContent") == HOSTILE
    assert page.script("return document.title") == HOSTILE
    assert page.script("return document.querySelector('.dlb-note').textContent") == HOSTILE
    assert page.script("return document.images.length") == 0
    assert page.script("return window.hacked === undefined")
    assert page.script("return document.scripts.length") == 2


def test_the_page_forbids_itself_the_network(shown):
    """A script cannot load anything: the policy of the page stands against it."""
    page = shown("four_bar")
    refused = page.script(
        "return new Promise((done) => { document.addEventListener('securitypolicyviolation', () => done(true));"
        "const i = new Image(); i.src = 'http://127.0.0.1:9/x.png'; setTimeout(() => done(false), 5000); })"
    )
    assert refused


@pytest.mark.parametrize(
    "scene",
    [
        {"points": {"A": ["log(-1 - x^2)", 0]}, "links": [["A", "A"]], "traces": ["A"], "masses": ["A"]},
        {"points": {"A": [0, 0]}, "springs": [["A", "A"]], "dampers": [["A", "A"]]},
        {"points": {"A": ["1e-200*x", 0]}, "gauges": ["1/x"]},
    ],
    ids=["nowhere", "nothing moves", "too small"],
)
def test_strange_scenes_do_not_break_a_page(shown, scene):
    """Points that are nowhere, do not move or hardly differ are played without an error."""
    made = picture_of(dalembert.simulate(dalembert.model(**{**MODEL, "scene": scene})))
    page = shown("", player(made, WORDS))
    page.until(f"return {PLAYER}.time > 0.05", "it plays")
    assert page.complaints() == []


def test_a_motion_of_one_row_is_a_page(shown):
    """A run that ended at its start is shown, and nothing breaks."""
    own = dalembert.simulate("four_bar", samples=5)
    names = ("t", "q", "qd", "s", "e", "T", "V")
    blocks = (own.t, own.q, own.qd, own.s, own.e, own.T, own.V)
    single = replace(own, **{name: block[:1] for name, block in zip(names, blocks, strict=True)})
    page = shown("", player(picture_of(single), WORDS))
    page.click(".dlb-on")
    assert page.script(f"return {PLAYER}.time") == 0
    assert page.complaints() == []


def test_who_wants_less_motion_starts_by_hand(shown):
    """With prefers-reduced-motion nothing moves until play is pressed."""
    page = shown("four_bar", prefers_reduced_motion="reduce")
    assert page.script(f"return [{PLAYER}.playing, {PLAYER}.time]") == [False, 0]
    page.click(".dlb-play")
    page.until(f"return {PLAYER}.time > 0", "it plays when asked")


def test_the_page_is_dark_where_the_reader_wants_it(shown):
    """The colours follow prefers-color-scheme, also while the page is open."""
    page = shown("four_bar", prefers_color_scheme="light")
    colour = "return getComputedStyle(document.querySelector('.dlb')).backgroundColor"
    assert page.script(colour) == "rgb(255, 255, 255)"
    page.emulate(prefers_color_scheme="dark")
    assert page.script(colour) == "rgb(20, 24, 29)"


def test_fragments_live_side_by_side(shown):
    """Two fragments in one page have their own times and views, and wait to be started."""
    parts = "".join(fragment(picture(name), WORDS) for name in ("four_bar", "heavy_top"))
    page = shown("", f"<!DOCTYPE html><html lang='en'><meta charset='utf-8'><body>{parts}</body></html>")
    both = "const [a, b] = [...document.querySelectorAll('.dlb')].map((e) => e.dalembert);"
    assert page.script(both + "return [a.playing, b.playing]") == [False, False]
    page.script(both + "a.seek(1); b.turn(10, 0)")
    assert page.script(both + "return [a.time, b.time]") == [1, 0]
    assert page.script(both + "return b.view[0]") == pytest.approx(picture("heavy_top").turn - 10)
    assert page.script("return document.querySelectorAll('[id]').length") == 0
    assert page.complaints() == []


def test_a_narrow_page_does_not_overflow(shown):
    """On a telephone the page is as wide as the screen, not wider."""
    parts = "".join(player(picture(name), WORDS) for name in ("spring_pendulum",))
    frame = "<iframe style='width:360px;height:800px' srcdoc=\"{}\"></iframe>"
    page = shown("", "<!DOCTYPE html>" + frame.format(parts.replace("&", "&amp;").replace('"', "&quot;")))
    inner = "const d = document.querySelector('iframe').contentDocument;"
    page.until(inner + "return !!d.querySelector('.dlb-live')", "the frame is there")
    assert page.script(inner + "return d.documentElement.scrollWidth") <= 360
