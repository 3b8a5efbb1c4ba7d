"""Figures drawn: without a warning, the same each time, whatever a model calls its things."""

import logging
import subprocess
import sys
import warnings
from dataclasses import replace
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from drawn_motions import SYSTEMS, cut, many, of_system, oscillator, pusher, slider, symbols_given
from matplotlib.backends.backend_agg import FigureCanvasAgg
from tests.sweep.sweep_models import FIGURES, KEEP, OSCILLATOR

import dalembert
from dalembert._model.rules_symbols import COMMANDS
from dalembert._present import matplotlib_figures, matplotlib_letters
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.kinds import KINDS, SweepKind
from dalembert._present.figures.labels import beside_axis, with_mathematics
from dalembert._present.figures.records import Label, Symbol
from dalembert._present.figures.registry import figure_of, figure_of_model, figure_of_sweep, figures_of
from dalembert._present.notation import GREEK, Notation, latex_name
from dalembert._sweep.dataset import rows_of
from dalembert._words.languages import LANGUAGES, words_of

EN = words_of("en")


@pytest.mark.parametrize("count", [1, pytest.param(4, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("turn", "name"), list(enumerate(system.name for system in SYSTEMS)))
def test_library_systems_are_drawn_without_a_warning(turn, name, count, caplog):
    """Figures of every library system, others of the next, become well-formed SVG; nobody warns of letters."""
    language = list(LANGUAGES)[turn % len(LANGUAGES)]
    figures = figures_of(of_system(name), words_of(language))
    with caplog.at_level(logging.WARNING):
        for i in range(count):
            text = matplotlib_figures.svg(figures[(turn + 5 * i) % len(figures)])
            assert ElementTree.fromstring(text).tag.endswith("svg")
    assert caplog.text == ""


def kinds_drawn():
    """A figure of every kind."""
    four_bar, crank = of_system("four_bar"), of_system("slider_crank")
    for kind, made_by in KINDS.items():
        if isinstance(made_by, SweepKind):
            over, names = FIGURES[kind]
            rows = rows_of(dalembert.sweep(OSCILLATOR, over, KEEP, plain=True))
            yield figure_of_sweep(kind, rows, names, EN)
        elif kind == "comparison":
            yield figure_of(kind, {"one": four_bar, "other": four_bar}, ("theta2", "x2"), EN)
        elif kind == "states":
            yield figure_of(kind, crank, (), EN)
        elif kind == "efforts":
            yield figure_of(kind, of_system("blending_tank"), (), EN)
        elif kind == "contacts":
            yield figure_of(kind, of_system("mass_and_wall"), (), EN)
        elif kind == "bode":
            yield figure_of_model(kind, pusher(), ("x", "x'"), EN)
        elif kind == "campbell":
            yield figure_of_model(kind, pusher(), (), EN, FigureOptions(over=("k", (100.0, 200.0, 400.0))))
        elif kind == "friction":
            yield figure_of(kind, slider(), (), EN)
        elif kind == "inputs":
            pushed = dalembert.vary(pusher(), inputs={"F": "3*sin(5*t)"})
            yield figure_of(kind, dalembert.simulate(pushed), (), EN)
        else:
            names = ("theta4",) if kind == "over" else ("x2", "y2") if kind == "pairs" else ()
            yield figure_of(kind, four_bar, names, EN, FigureOptions(x="theta2", frequencies=(1.0, 90.0)))


def test_the_same_figure_gives_the_same_bytes():
    """SVG, PNG and PDF of a figure are the same the second time."""
    figure = figure_of("coordinates", of_system("four_bar"), (), EN)
    for form in (matplotlib_figures.svg, matplotlib_figures.png, matplotlib_figures.pdf):
        assert form(figure) == form(figure)
    assert "<dc:date>" not in matplotlib_figures.svg(figure)


def test_files_are_what_their_names_say():
    """PNG and PDF begin as such files do; a PNG is 160 mm wide at 200 dots per inch, an SVG in points."""
    figure = figure_of("phase", oscillator(), (), EN)
    picture = matplotlib_figures.png(figure)
    assert picture.startswith(b"\x89PNG")
    assert int.from_bytes(picture[16:20], "big") == pytest.approx(200 * 160 / 25.4, abs=1.5)
    assert float(
        ElementTree.fromstring(matplotlib_figures.svg(figure)).get("width").removesuffix("pt")
    ) == pytest.approx(72 * 160 / 25.4, abs=0.1)
    assert matplotlib_figures.pdf(figure).startswith(b"%PDF")


def test_the_settings_of_the_user_neither_matter_nor_change():
    """A user's matplotlib that asks for TeX and red lines gives the same figure, and still asks afterwards."""
    figure = figure_of("coordinates", oscillator(), (), EN)
    plain = matplotlib_figures.svg(figure)
    with matplotlib.rc_context({"text.usetex": True, "lines.color": "red", "font.size": 30}):
        assert matplotlib_figures.svg(figure) == plain
        assert matplotlib.rcParams["text.usetex"] is True
        assert matplotlib.rcParams["font.size"] == 30


def test_a_title_can_be_left_to_a_caption():
    """Without its title a figure is lower, and the title is not in it."""
    figure = figure_of("coordinates", oscillator(), (), EN)
    with_title, without = matplotlib_figures.draw(figure), matplotlib_figures.draw(figure, titled=False)
    assert with_title.get_size_inches()[1] > without.get_size_inches()[1]
    assert without.get_suptitle() == ""


def test_every_kind_is_drawn_with_all_its_labels_on_the_sheet():
    """In every kind of figure, panels have their labels, stay clear of one another and inside the figure."""
    for figure in kinds_drawn():
        canvas = matplotlib_figures.draw(figure)
        canvas.draw_without_rendering()
        labels = [axes.get_ylabel() for axes in canvas.axes]
        assert [matplotlib_letters.math_text(panel.y.label) for panel in figure.panels] == labels[
            : len(figure.panels)
        ]
        renderer = FigureCanvasAgg(canvas).get_renderer()
        sheet = canvas.bbox
        boxes = [axes.get_tightbbox(renderer) for axes in canvas.axes]
        for box in boxes:
            assert box.x0 >= sheet.x0 - 1, figure.name
            assert box.x1 <= sheet.x1 + 1, figure.name
            assert box.y0 >= sheet.y0 - 1, figure.name
            assert box.y1 <= sheet.y1 + 1, figure.name
        for i, one in enumerate(boxes):
            for other in boxes[:i]:
                across = min(one.x1, other.x1) - max(one.x0, other.x0)
                up = min(one.y1, other.y1) - max(one.y0, other.y0)
                assert across <= 1 or up <= 1, (figure.name, across, up)


# -- letters -----------------------------------------------------------------------------------------


def test_every_name_that_the_notation_writes_can_be_set():
    """Greek letters, indices, words, multipliers and their rates are mathematics that matplotlib can set."""
    written = Notation(
        {}, {"lam_loop_x": ("lambda", "loop_x"), "lam_phi1": ("lambda", "1"), "kap_a": ("kappa", "")}
    )
    names = [
        *GREEK,
        *(f"{letter}2" for letter in GREEK),
        "x",
        "x_G",
        "kt1",
        "pin12_x",
        "a_b_c",
        "größe",
        "ξ",
        "Ψ",
    ]
    for name in (*names, *written.names):
        for order in (0, 1, 2):
            assert matplotlib_letters.is_settable(latex_name(written, name, order)), name


def test_every_command_that_a_symbol_may_use_can_be_set():
    """What `check` accepts in a symbol is set as mathematics, not as plain text."""
    accents = {"mathrm", "mathit", "mathbf", "mathcal", "text", "hat", "bar", "tilde", "vec", "dot", "ddot"}
    for command in COMMANDS:
        tex = rf"\{command}{{x}}" if command in accents else rf"x^{{\{command}}}"
        assert matplotlib_letters.is_settable(tex), command


HOSTILE = [
    r"\hspace{99999999}",
    r"\input{/etc/passwd}",
    r"\write18{touch x}",
    "x^y^z",
    "{x",
    "x}",
    "$",
    "$x$",
    "%#&~",
    "\\",
    "_",
    "^",
    "x" * 5000,
    "{" * 40 + "x" + "}" * 40,
    r"\frac{" * 20,
    r"\sqrt{" * 9 + "x" + "}" * 9,
    "x_{" * 12 + "y" + "}" * 12,
    "\x00\n\t\x1b[31m",
    "角度",
    "x\u202ey",
    "<script>alert(1)</script>",
    "𝔄",
    " ",
]


@pytest.mark.parametrize("symbol", HOSTILE)
def test_no_symbol_can_break_a_figure(symbol, caplog):
    """Whatever stands in a `symbol`, a figure is drawn, small, and without a warning or a tag of its own."""
    motion = symbols_given(cut(oscillator(), 20), symbol)
    with warnings.catch_warnings(), caplog.at_level(logging.WARNING):
        warnings.simplefilter("error")
        text = matplotlib_figures.svg(figure_of("histories", motion, (), EN))
    assert caplog.text == ""
    assert "<script" not in text
    assert len(text) < 300_000


def test_symbols_that_cannot_be_set_fall_back_to_the_name():
    """A broken symbol of theta2 is drawn as θ₂ by its name, one that is understood as it is."""
    broken = Symbol(("x^y^z", r"\theta_{2}"), "θ₂")
    assert matplotlib_letters.math_text(Label((broken, " [rad]"))) == r"$\theta_{2}$ [rad]"
    assert matplotlib_letters.math_text(Label((Symbol((r"\hat{q}",), "q"),))) == r"$\hat{q}$"
    assert matplotlib_letters.math_text(Label((Symbol(("{",), "θ₂"), " [rad]"))) == "θ₂ [rad]"


def test_dollars_and_braces_of_titles_are_only_letters():
    """A title with dollars, braces and backslashes is drawn as it is written."""
    motion = oscillator()
    from dataclasses import replace

    odd = replace(motion, model=replace(motion.model, title=r"a $x^$ {0} \frac{ 100 % {about}"))
    figure = figure_of("coordinates", odd, (), EN)
    assert figure.title.startswith(odd.model.title)
    assert matplotlib_figures.svg(figure)


# -- much and little ---------------------------------------------------------------------------------


def test_forty_curves_have_a_bar_instead_of_a_legend():
    """Forty coordinates are drawn with a scale of colours that names a few of them."""
    canvas = matplotlib_figures.draw(figure_of("coordinates", many(40), (), EN))
    panel, bar = canvas.axes
    assert panel.get_legend() is None
    assert len(panel.lines) == 40
    assert [label.get_text() for label in bar.get_yticklabels()][::4] == ["$x_{1}$", "$x_{40}$"]


def test_long_records_keep_their_extremes():
    """Of a hundred thousand points only thousands are drawn, the highest and the lowest among them."""
    t = np.linspace(0.0, 1.0, 100_000)
    y = np.sin(2000 * t) * np.exp(-t)
    y[31_415] = 7.0
    x, seen = matplotlib_figures._thin(t, y)
    assert len(x) < 10_000
    assert (np.diff(x) > 0).all()
    assert (seen.max(), seen.min(), x[0], x[-1]) == (7.0, y.min(), 0.0, 1.0)


@pytest.mark.parametrize("rows", [1, 2])
def test_motions_of_one_or_two_rows_are_drawn(rows):
    """Single points are drawn as points, without a warning of empty ranges."""
    for figure in figures_of(cut(of_system("rod_pendulum"), rows), EN):
        if figure.name in ("coordinates", "energy", "ledger", "residuals"):
            assert matplotlib_figures.svg(figure)


def test_powers_of_ten_are_printed():
    """What matplotlib notes beside an axis is printed with raised exponents."""
    assert beside_axis("1e−11") == "×10⁻¹¹"
    assert beside_axis("+4.2e1") == "+ 4.2·10¹"
    assert beside_axis("1e−9+4.2411e1") == "×10⁻⁹ + 4.2411·10¹"
    assert beside_axis("") == ""


def test_dots_and_indices_of_titles_are_mathematics():
    """Newton's dots and lowered numbers are set as such in titles; the letters of languages stay letters."""
    assert with_mathematics("θ\u0307₂, x₁₀") == r"$\dot{θ}$$_{2}$, x$_{10}$"
    assert (
        with_mathematics("ψ\u0308, größer ẋ, kleiner ẍ₁")
        == r"$\ddot{ψ}$, größer $\dot{x}$, kleiner $\ddot{x}$$_{1}$"
    )
    assert with_mathematics("š und ñ") == "š und ñ"


@pytest.mark.parametrize("title", ["tḣ₁, ẍ, θ\u0307₂", "卡车₂ ẋ", "50 $ and x₂ for 3 $"])
def test_any_title_is_drawn_without_a_missing_letter(title, caplog):
    """Mathematics in a title takes no letter away from the rest of it; nobody warns of letters."""
    figure = replace(figure_of("coordinates", of_system("four_bar"), (), EN), title=title)
    with caplog.at_level(logging.WARNING):
        assert matplotlib_figures.svg(figure)
    assert not caplog.records


def test_records_need_no_matplotlib():
    """Figures are made as records without matplotlib being loaded, and drawn without pyplot."""
    code = (
        "import sys\n"
        "import dalembert._present.figures.registry\n"
        "assert not any(name.startswith('matplotlib') for name in sys.modules)\n"
        "import dalembert._present.matplotlib_figures\n"
        "assert 'matplotlib.pyplot' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=600)
