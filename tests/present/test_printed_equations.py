"""The printed equations of the library: one symbol for one name, and no angle that could be shorter."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterator
from functools import cache

import pytest
import symengine as se

import dalembert
from dalembert import library
from dalembert._derive.choice import as_printed, terms_of
from dalembert._derive.equations import Equations
from dalembert._derive.to_symengine import Engine
from dalembert._expression.tree import Call, Name, Node, Rate
from dalembert._expression.walk import nodes
from dalembert._model.build import build
from dalembert._model.records import Model, entries_of, force_names, multiplier_names
from dalembert._model.survey import survey
from dalembert._present.figures.labels import symbol_of
from dalembert._present.notation import notation, symbol_letters, unicode_hand
from dalembert._present.report import signs
from dalembert._present.report.signs import letters_of
from dalembert._present.report.symbols import symbol_box, symbols_of
from dalembert._text.toml import read_toml

SMALL = ("n_link_pendulum", "elastic_beam")  # families: larger ones have the same terms
SYSTEMS = [f"{system.name}:3" if system.name in SMALL else system.name for system in library.SYSTEMS]
_FONTS = re.compile(r"\\(mathrm|mathit|text)\b")
_TAGS = re.compile(r"<[^>]*>")


@cache
def derived(name: str) -> Equations:
    """The equations of a library system, derived once."""
    return dalembert.derive(name)


def printed_nodes(equations: Equations) -> Iterator[Node]:
    """Everything of a derivation that is printed."""
    e = as_printed(equations)
    yield from (e.T, e.V, e.D, *e.Phi, *e.Psi, *e.effort, *e.states, *(one.node for one in e.listed))
    for row in e.coordinates:
        yield from terms_of(row)
    for matrix in (e.M, e.Phi_q, e.Psi_qd):
        for line in matrix:
            yield from line
    yield from (*e.h, *e.gamma)


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_printed_angle_could_be_shorter(system: str) -> None:
    """No sin(β − (β + θ)): the argument names what is left after equal and opposite terms cancel."""
    plain = Model()
    engine = Engine(plain, survey(plain))
    calls = {
        part
        for root in printed_nodes(derived(system))
        for part in nodes(root)
        if isinstance(part, Call) and part.function in ("sin", "cos", "tan")
    }
    for call in calls:
        named = sum(isinstance(part, Name | Rate) for part in nodes(call.arguments[0]))
        least = se.expand(engine.build(call.arguments[0]))
        terms = least.args if isinstance(least, se.Add) else (least,)
        assert named <= sum(max(1, len(term.free_symbols)) for term in terms), call


@pytest.mark.parametrize("system", SYSTEMS)
def test_page_paper_figure_and_terminal_write_one_symbol_for_a_name(system: str) -> None:
    """The letters of a name are the same in MathML, in LaTeX, beside a curve and in a terminal."""
    model = dalembert.read(system)
    written = notation(model)
    boxes, hand = symbols_of(written), unicode_hand(written)
    for entry in (*entries_of(model), *model.outputs):
        terminal = letters(hand.name(entry.name, 0))
        assert letters(html.unescape(_TAGS.sub("", boxes(entry.name).mathml))) == terminal, entry.name
        figure = symbol_of(written, entry.name)
        assert letters(figure.text) == terminal, entry.name
        assert tex_letters(figure.tex[0]) == terminal, figure.tex
        assert tex_letters(boxes(entry.name).tex) == terminal, boxes(entry.name).tex


CLASHING = """format = 1
[parameters]
T = 2
V = 3
D = 1
Q = 1
M = 4
g = 9.81
v = 1
[coordinates]
phi = { start = 1 }
psi = {}
gamma = {}
lambda = {}
[energy]
kinetic = "1/2*T*phi'^2 + 1/2*M*psi'^2 + 1/2*V*gamma'^2 + 1/2*D*lambda'^2"
potential = "g*phi*Q"
[constraints.displacement]
phi1 = "psi - 2*gamma"
[constraints.flow]
psi1 = "lambda' - v*gamma'"
[contacts.floor]
gap = "phi"
restitution = 0
friction = 0.3
slip = "psi'"
"""


def names_of(model: Model) -> list[str]:
    """All names that have a symbol in a report: those of the model, multipliers and forces of contacts."""
    own = [entry.name for entry in (*entries_of(model), *model.outputs)]
    return list(dict.fromkeys([*own, *multiplier_names(model), *force_names(model)]))


@pytest.mark.parametrize("system", [*SYSTEMS, CLASHING])
def test_no_two_names_have_one_symbol(system: str) -> None:
    """Names of a model, multipliers, contact forces and our own letters T, V, D, Q, φ, ψ, g, v, M differ."""
    text = system.startswith("format")
    model = build(read_toml(system, "clash.toml"))[0] if text else dalembert.read(system)
    written = notation(model)
    boxes = symbols_of(written)
    shown: dict[str, str] = {}
    for name in names_of(model):
        box = boxes(name).mathml
        assert shown.setdefault(box, name) == name, (name, shown[box], box)
    own = letters_of(written, frozenset(entry.name for entry in entries_of(model)))
    matrices = (signs.M, signs.C, signs.G, signs.h, signs.GAMMA, signs.PHI, signs.PSI)
    for box in (*(own(letter) for letter in signs.INSTEAD), *matrices):
        assert box.mathml not in shown, (box.mathml, shown.get(box.mathml))


@pytest.mark.parametrize("system", [*SYSTEMS, CLASHING])
def test_no_name_of_several_letters_looks_like_a_product(system: str) -> None:
    """The base and the index of a symbol are one letter each, or a word that is set upright."""
    text = system.startswith("format")
    model = build(read_toml(system, "clash.toml"))[0] if text else dalembert.read(system)
    boxes = symbols_of(notation(model))
    for name in names_of(model):
        assert not italic_words(boxes(name).tex), (name, boxes(name).tex)
        for word in re.findall(r"<mi([^>]*)>([^<]*)</mi>", boxes(name).mathml):
            several = len(html.unescape(word[1])) > 1
            assert not (several and "italic" in word[0]), (name, word)


def italic_words(tex: str) -> list[str]:
    """Letters of LaTeX that stand together outside of upright words: TeX would set them as a product."""
    bare = re.sub(r"\\(mathrm|text|operatorname)\{[^}]*\}", " ", tex)
    bare = re.sub(r"\\[A-Za-z]+", " ", bare)
    return re.findall(r"[A-Za-z]{2,}", bare)


@pytest.mark.parametrize("tex", ["mw", "k_{tau}", r"\theta_{ab}", r"\dot{xG}"])
def test_a_planted_product_of_letters_is_seen(tex: str) -> None:
    """The test above fails for names that were not split."""
    assert italic_words(tex)


def letters(text: str) -> str:
    """Letters and digits alone, as they are read."""
    return "".join(c for c in unicodedata.normalize("NFKD", text) if c.isalnum())


def tex_letters(tex: str) -> str:
    """The letters that LaTeX sets for a name."""
    bare = _FONTS.sub("", tex).replace("{}'", "'").replace("{", " ").replace("}", " ")
    shown = [symbol_letters(part) for part in re.split(r"[_,^ ]+", bare) if part]
    return letters("".join("".join(part) if part else "" for part in shown))


@pytest.mark.parametrize(
    ("symbol", "shown"),
    [
        (r"\mu_s", ("μ", "s")),
        (r"P_{\mathrm{atm}}", ("P", "atm")),
        (r"\Delta P_1", ("ΔP", "1")),
        (r"\vartheta", ("ϑ", "")),
        (r"k_{t1}", ("k", "t1")),
        (r"\theta_{1,0}", ("θ", "1,0")),
        (r"\hat{x}", None),
        (r"x^\ast", None),
    ],
)
def test_a_terminal_shows_the_symbol_of_the_model_where_letters_can(
    symbol: str, shown: tuple[str, str] | None
) -> None:
    """Hats and powers are left to paper and page: the terminal then has the name."""
    assert symbol_letters(symbol) == shown
    assert symbol_box(symbol) is not None
