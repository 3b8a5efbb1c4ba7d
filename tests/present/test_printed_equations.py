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
from dalembert._derive.engine import Engine
from dalembert._derive.equations import Equations
from dalembert._expression.tree import Call, Name, Node, Rate
from dalembert._expression.walk import nodes
from dalembert._model.records import Model, entries_of
from dalembert._model.survey import survey
from dalembert._present.figures.labels import symbol_of
from dalembert._present.notation import notation, symbol_letters, unicode_hand
from dalembert._present.report.symbols import symbol_box, symbols_of

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
