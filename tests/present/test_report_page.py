"""The page of a report in a real browser: on its own, on a telephone, in the dark, on paper, without scripts."""

import base64
import re

import pytest
from browser import MISSING, Browser

import dalembert
from dalembert._present import figure_pool
from dalembert._present.report import pdf
from dalembert._words.languages import words_of

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)
PLAYER = "document.querySelector('.dlb').dalembert"
WORDS = words_of("en")
NAMES = ("four_bar", "heavy_top")  # the second one is spatial
NARROW = 400  # pixels
# What stands out of the window without a bar of its own to move it by.
OUTSIDE = """return [...document.querySelectorAll('main *')]
    .filter(e => e.getBoundingClientRect().right > innerWidth + 1 && !e.closest('.scroll, .equation, svg'))
    .map(e => e.tagName + ' ' + e.textContent.slice(0, 40))"""


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The pages of two reports, with two figures each."""
    place = tmp_path_factory.mktemp("reports")
    with pytest.MonkeyPatch.context() as patch:
        shown = figure_pool.encoded_figure
        patch.setattr(
            figure_pool, "_draw_here", lambda figures: lambda: tuple(shown(figure) for figure in figures[:2])
        )
        patch.setattr(pdf, "program_path", lambda *_: None)
        for name in NAMES:
            dalembert.report(name, place / name, t_end=0.5, samples=50)
    return {name: place / name / "report.html" for name in NAMES}


@pytest.fixture(scope="module")
def browser():
    """One browser for all."""
    with Browser() as window:
        yield window


@pytest.fixture(params=NAMES)
def page(browser, pages, request):
    """A window that shows one of the reports."""
    browser.open("about:blank")  # the page of a new tab has a network of its own
    browser.open(pages[request.param].as_uri())
    yield browser
    browser.devtools("Emulation.clearDeviceMetricsOverride")
    browser.devtools("Emulation.setScriptExecutionDisabled", value=False)
    browser.emulate()


def test_a_report_opens_without_complaint_and_asks_for_nothing(page):
    """No error on the console, and no address but the file's own and data inside it."""
    page.until("return document.readyState === 'complete'", "the page is loaded")
    assert page.complaints() == []
    asked = page.requests()
    assert asked
    assert all(url.startswith(("file:", "data:", "about:")) for url in asked), asked
    assert sum(url.startswith("file:") for url in asked) == 1


def test_every_equation_has_its_number_and_its_latex_to_copy(page):
    """A click, or Enter on the focused button, puts the LaTeX of an equation into the clipboard."""
    assert page.script(
        "return [...document.querySelectorAll('.equation')].every(e => e.querySelector('button.copy').dataset.tex)"
    )
    numbers = page.script("return [...document.querySelectorAll('.equation .tag')].map(e => e.textContent)")
    assert numbers == [f"({i})" for i in range(1, len(numbers) + 1)]
    page.devtools("Browser.grantPermissions", permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
    page.click("#equation-3 button.copy")
    page.until(
        "return document.querySelector('#equation-3 .copy').classList.contains('done')", "it is copied"
    )
    wanted = page.script("return document.querySelector('#equation-3 .copy').dataset.tex")
    assert page.script("return navigator.clipboard.readText()") == wanted
    page.script("document.querySelector('#equation-4 .copy').focus()")
    page.press("\ue007")
    page.until(
        "return document.querySelector('#equation-4 .copy').classList.contains('done')", "it is copied"
    )
    assert "=" in page.script("return navigator.clipboard.readText()")
    assert page.complaints() == []


def test_the_player_in_a_report_plays(page):
    """Time goes on, the drawing changes, and it stops when it is told."""
    page.script("document.querySelector('.dlb').scrollIntoView()")
    image = "return document.querySelector('.dlb-canvas').toDataURL()"
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek(0)")
    before = page.script(image)
    page.script(f"{PLAYER}.play()")
    page.until(f"return {PLAYER}.time > 0.05", "time goes on")
    page.script(f"{PLAYER}.pause(); {PLAYER}.seek(0.25)")
    assert page.script(image) != before
    assert page.script(f"return {PLAYER}.playing") is False
    assert page.complaints() == []


def test_a_report_can_be_read_on_a_telephone(page):
    """At 400 pixels nothing stands out of the page but what scrolls by itself."""
    page.devtools(
        "Emulation.setDeviceMetricsOverride", width=NARROW, height=800, deviceScaleFactor=1, mobile=False
    )
    assert page.script("return innerWidth") == NARROW
    assert page.script("return document.scrollingElement.scrollWidth") <= NARROW
    assert page.script(OUTSIDE) == []


def test_a_report_can_be_read_in_the_dark(page):
    """With a dark scheme the letters are light on dark paper; figures keep their white paper."""
    bright = "const [r, g, b] = getComputedStyle({}).{}.match(/\\d+/g).map(Number); return r + g + b"
    paper, ink = (
        bright.replace("{}", "document.body", 1).replace("{}", c) for c in ("backgroundColor", "color")
    )
    page.emulate(prefers_color_scheme="light")
    assert page.script(paper) > 700
    assert page.script(ink) < 150
    page.emulate(prefers_color_scheme="dark")
    assert page.script(paper) < 150
    assert page.script(ink) > 600
    figure = "getComputedStyle(document.querySelector('figure svg')).backgroundColor"
    assert page.script(f"return {figure}") == "rgb(255, 255, 255)"


def test_a_report_can_be_printed(page):
    """On paper it has several pages, black letters, and no buttons."""
    printed = page.devtools("Page.printToPDF")
    content = base64.b64decode(printed["data"])
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type\s*/Page\b", content)) >= 5
    page.devtools("Emulation.setEmulatedMedia", media="print")
    controls = "return getComputedStyle(document.querySelector('.dlb-controls')).display"
    assert page.script(controls) == "none"
    page.devtools("Emulation.setEmulatedMedia", media="")
    assert page.script(controls) != "none"


def test_a_report_can_be_read_without_scripts(page, pages, request):
    """Where scripts may not run, every section, formula and figure is there, and a note about the animation."""
    name = request.node.callspec.params["page"]
    page.devtools("Emulation.setScriptExecutionDisabled", value=True)
    page.open(pages[name].as_uri())
    page.devtools("Emulation.setScriptExecutionDisabled", value=False)
    assert page.script("return document.querySelector('.dlb').dalembert === undefined")
    text = page.script("return document.body.innerText")
    for key in (
        "report_system",
        "report_derivation",
        "report_verification",
        "report_motion",
        "report_source",
    ):
        assert WORDS(key) in text
    assert WORDS("animation_noscript") in text
    assert page.script("return document.querySelectorAll('section').length") >= 12
    assert page.script("return document.querySelectorAll('math').length") > 50
    widths = page.script(
        "return [...document.querySelectorAll('figure svg, .dlb svg')].map(e => e.getBoundingClientRect().width)"
    )
    widths = [width for width in widths if width]  # symbols of the player are not shown
    assert len(widths) >= 3
    assert min(widths) > 100
    assert page.complaints() == []


FIRST_SCREEN = """const seen = (e) => { const r = e.getBoundingClientRect();
    return r.width > 100 && r.top >= 0 && r.left >= 0 && r.right <= innerWidth ? innerHeight - r.top : 0; };
  const box = document.querySelector('.results');
  const plots = [...document.querySelectorAll('.front .dlb-plot canvas, .front figure svg')];
  return { drawing: seen(document.querySelector('.dlb-canvas')), box: seen(box),
    plot: Math.max(0, ...plots.map(seen)), rows: [...box.querySelectorAll('dt')].map((e) => e.textContent) }"""


def test_the_first_screen_shows_drawing_results_and_a_plot(page):
    """On a common small screen nobody has to scroll for the drawing, the result box and a plot."""
    page.devtools(
        "Emulation.setDeviceMetricsOverride", width=1366, height=768, deviceScaleFactor=1, mobile=False
    )
    page.until("return document.querySelector('.dlb-canvas').clientHeight > 100", "the player is drawn")
    seen = page.script(FIRST_SCREEN)
    assert seen["drawing"] > 400
    assert seen["box"] > 400
    assert seen["plot"] > 120
    assert {WORDS("result_dof"), WORDS("result_equilibria"), WORDS("result_accuracy")} <= set(seen["rows"])
    assert page.complaints() == []
