"""Records in a notebook: each displays itself with a title, and escapes texts of users."""

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest

import dalembert
from dalembert import library
from dalembert._expression.notebook import PRESENTERS
from dalembert.verbs.publish import ReportFolder

HOSTILE = "</script></div><img src=x onerror='alert(1)'>&amp;<!-- \\end{document} ]]>"
VOID = {"img", "br", "wbr", "meta", "link", "input", "hr"}
SMALL = ("four_bar", "electro_mechanical", "pneumatic_positioner", "heavy_top", "n_link_pendulum:3")


class Page(HTMLParser):
    """Reads a piece of HTML: its elements, attributes and words, and whether all that opens is closed."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.tags, self.attributes, self.words = [], [], [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        """An element begins."""
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """An element without contents."""
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]

    def handle_endtag(self, tag):
        """An element ends: the one that began last."""
        assert self.open.pop() == tag

    def handle_data(self, data):
        """Words."""
        self.words.append(data)

    @property
    def text(self):
        """All words, with single spaces."""
        return " ".join(" ".join(self.words).split())


def harmless(text):
    """A piece of HTML without scripts, handlers and addresses of other places."""
    page = Page(text)
    assert not {"script", "iframe", "object", "embed", "link", "form", "base"} & set(page.tags)
    for tag, name, value in page.attributes:
        assert not name.startswith("on"), (tag, name)
        if name in ("src", "href", "xlink:href"):
            assert value.startswith("data:image/svg+xml;base64,"), (tag, value)
    assert len(re.findall("<style>", text)) == 1
    return page


@pytest.mark.parametrize("name", SMALL)
def test_a_model_tells_its_names_and_its_file(name):
    """A model shows its title, every name with its symbol, and its file to unfold, which reads as itself."""
    model = dalembert.read(name)
    page = harmless(model._repr_html_())
    assert model.title in page.text
    for entry in (*model.coordinates, *model.parameters, *model.inputs, *model.states, *model.efforts):
        assert entry.name in page.text
    assert {"details", "summary", "math", "table"} <= set(page.tags)
    file = next(words for words in page.words if "[coordinates]" in words)
    assert dalembert.model(**_sections(file)) == replace(model, folder=None)


def _sections(text):
    import tomllib

    return tomllib.loads(text)


@pytest.mark.parametrize("name", SMALL)
def test_equations_are_set_as_mathematics(name):
    """There is an equation for each coordinate, how it was verified, and MathML that is XML."""
    equations = dalembert.derive(name)
    text = equations._repr_html_()
    page = harmless(text)
    assert f"{equations.verified.points} random states" in page.text
    formulas = re.findall(r"<math.*?</math>", text, re.DOTALL)
    assert len(formulas) > 2 * len(equations.coordinates)
    for formula in formulas:
        ET.fromstring(formula)
    assert page.text.count("Coordinate ") == len(equations.coordinates)


def test_very_many_equations_are_cut_and_named():
    """Of a long chain some equations are shown, the others are named with the call that shows them."""
    text = dalembert.derive("n_link_pendulum:25")._repr_html_()
    page = harmless(text)
    assert "show(equations)" in page.text
    assert "equations.txt" not in page.text
    assert len(text) < 500_000


def test_a_long_table_is_folded():
    """A model with very many coordinates shows the first of them at once."""
    text = dalembert.read("n_link_pendulum:60")._repr_html_()
    page = harmless(text)
    assert "… 20" in page.text
    assert page.tags.count("details") >= 2


@pytest.mark.parametrize("name", ["four_bar", "duffing", "blending_tank"])
def test_a_motion_tells_how_it_went(name):
    """A motion shows its status, the time reached, and a picture of its coordinates that is SVG."""
    import base64

    motion = dalembert.simulate(name, t_end=0.2, samples=20)
    page = harmless(motion._repr_html_())
    assert "good" in page.text
    assert "0.2 s" in page.text
    (source,) = [value for tag, attribute, value in page.attributes if attribute == "src"]
    picture = ET.fromstring(base64.b64decode(source.partition(",")[2]))
    assert picture.tag.endswith("svg")
    (about,) = [value for _, attribute, value in page.attributes if attribute == "alt"]
    assert about


def test_text_of_users_is_text():
    """A title or a meaning that is markup is shown, and does nothing; nor does a symbol or a unit."""
    model = dalembert.model(
        title=HOSTILE,
        text=HOSTILE,
        parameters={"m": {"value": 1, "text": HOSTILE}, "k": {"value": 4}},
        coordinates={"x": {"start": 0.1, "speed": 0, "text": HOSTILE}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        simulate={"t_end": 0.1, "samples": 5},
    )
    for record in (model, dalembert.derive(model), dalembert.simulate(model)):
        page = harmless(record._repr_html_())
        assert HOSTILE in page.text
    flawed = replace(model, parameters=(replace(model.parameters[0], symbol="<b>k</b>", unit=HOSTILE),))
    assert "b" not in harmless(flawed._repr_html_()).tags


@pytest.mark.parametrize("system", library.SYSTEMS, ids=lambda system: system.name)
def test_every_library_system_shows_itself(system):
    """No model of the library has something that cannot be shown."""
    name = f"{system.name}:3" if system.size is not None else system.name
    harmless(dalembert.read(name)._repr_html_())


def test_a_figure_shows_itself():
    """A figure of `plot` is matplotlib's, gives a picture of its own size, and is laid out anew when changed."""
    motion = dalembert.simulate("duffing", t_end=1.0, samples=30)
    figure = dalembert.plot(motion, "phase")
    picture, size = figure._repr_png_()
    assert picture.startswith(b"\x89PNG")
    width, height = figure.get_size_inches()
    assert size == {"width": round(width * 96), "height": round(height * 96)}
    left = figure.axes[0].get_position().x0
    figure.axes[0].set_ylabel("two\nlines\nof words", size=20)
    assert figure._repr_png_()[0] != picture
    assert figure.axes[0].get_position().x0 > left


def test_an_animation_plays_in_a_frame_of_its_own():
    """Its script runs in a sandbox, and the page inside is text of an attribute."""
    motion = dalembert.simulate("duffing", t_end=0.5, samples=10)
    page = Page(dalembert.animate(motion)._repr_html_())
    assert page.tags == ["iframe"]
    assert ("iframe", "sandbox", "allow-scripts") in page.attributes


def test_a_folder_prints_what_was_found():
    """What `run` gives is short when it is printed, whatever its summary holds."""
    made = ReportFolder(
        folder=None,
        status="ok",
        findings=("a", "b"),
        files=(),
        remarks=(),
        seconds={},
        fresh=True,
        summary={},
        agrees=True,
    )
    assert repr(made) == "a\nb"


def test_records_are_told_at_the_door_and_nothing_heavy_is_loaded():
    """Importing dalembert says how three kinds of records look, and loads neither matplotlib nor numpy."""
    assert set(PRESENTERS) == {"Model", "Equations", "Motion"}
    code = (
        "import sys, dalembert;"
        "heavy = {'matplotlib', 'numpy', 'sympy', 'scipy', 'casadi', 'xarray'} & set(sys.modules);"
        "sys.exit(', '.join(heavy) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0


def test_a_notebook_program_shows_the_same():
    """IPython, where it is installed, takes HTML of records and PNG of figures."""
    formatters = pytest.importorskip("IPython.core.formatters")
    formatter = formatters.DisplayFormatter()
    motion = dalembert.simulate("duffing", t_end=0.5, samples=10)
    for record, kind in (
        (motion, "text/html"),
        (motion.model, "text/html"),
        (dalembert.plot(motion), "image/png"),
    ):
        shown, _ = formatter.format(record)
        assert kind in shown
