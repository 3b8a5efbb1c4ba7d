"""Names as they are printed: a letter with an index, or an upright word, and no two alike."""

from __future__ import annotations

import re

import pytest

import dalembert
from dalembert import library
from dalembert._present.notation import GREEK, latex_name, notation, split_name, unicode_hand
from dalembert._present.report.signs import INSTEAD, letters_of
from dalembert._present.report.symbols import symbols_of

SYSTEMS = [system.name for system in library.SYSTEMS]
RUN_OF_LETTERS = re.compile(r"[A-Za-z]{2,}")


def names_of(model: dalembert.Model) -> list[str]:
    """Everything of a model that has a name in formulas."""
    entries = (*model.parameters, *model.coordinates, *model.inputs, *model.efforts, *model.states)
    return [entry.name for entry in (*entries, *model.definitions, *model.outputs)]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("theta2", ("theta", "2")),
        ("x_G", ("x", "G")),
        ("mw", ("m", "w")),
        ("ktau", ("k", "tau")),
        ("xG1", ("x", "G1")),
        ("a2x", ("a", "2x")),
        ("B0_x", ("B", "0,x")),
        ("thetaG", ("theta", "G")),
        ("x[3]", ("x", "3")),
        ("kt[1,2]", ("k", "t,1,2")),
        ("EI", ("EI", "")),
        ("pin12_x", ("pin", "12,x")),
        ("Beta", ("Beta", "")),
        ("stretch", ("stretch", "")),
        ("dx", ("dx", "")),
    ],
)
def test_a_name_is_a_letter_with_an_index_or_a_word(name: str, parts: tuple[str, str]) -> None:
    """Where the letter ends and the index begins."""
    assert split_name(name) == parts


@pytest.mark.parametrize("system", SYSTEMS)
def test_no_name_of_the_library_looks_like_a_product(system: str) -> None:
    """In LaTeX two letters beside each other are upright or in a symbol that the model gives."""
    model = dalembert.read(system)
    written = notation(model)
    for name in names_of(model):
        if name not in written.symbols:
            bare = re.sub(r"\\math(rm|it)\{[^}]*\}|\\[A-Za-z]+", "", latex_name(written, name, 0))
            assert not RUN_OF_LETTERS.search(bare), (name, bare)


@pytest.mark.parametrize("system", SYSTEMS)
def test_names_of_a_model_do_not_look_alike(system: str) -> None:
    """Each name of a model has a form of its own, in LaTeX and in a terminal."""
    model = dalembert.read(system)
    written, names = notation(model), names_of(dalembert.read(system))
    hand = unicode_hand(written)
    assert len({hand.name(name, 0) for name in names}) == len(names)
    assert len({latex_name(written, name, 0) for name in names}) == len(names)


def test_names_that_would_look_alike_are_not_split() -> None:
    """With mw and m_w in one model neither becomes m with the index w."""
    energy = {"kinetic": "1/2*mw*x'^2 + 1/2*m_w*y'^2"}
    coordinates = {"x": {"start": 0, "speed": 1}, "y": {"start": 0, "speed": 1}}
    model = dalembert.model(parameters={"mw": 1, "m_w": 2}, coordinates=coordinates, energy=energy)
    written = notation(model)
    assert latex_name(written, "mw", 0) == r"\mathrm{mw}"
    assert latex_name(written, "m_w", 0) == r"\mathrm{m\_w}"


def test_one_letter_has_one_shape_everywhere() -> None:
    """LaTeX has the shapes φ and ε of the page and of the terminal."""
    model = dalembert.model(coordinates={"phi": {"start": 0}}, energy={"kinetic": "1/2*phi'^2"})
    written = notation(model)
    assert latex_name(written, "phi", 0) == r"\varphi"
    assert latex_name(written, "epsilon", 1) == r"\dot{\varepsilon}"
    box = symbols_of(written)("phi")
    assert (box.tex, GREEK["phi"] in box.mathml) == (r"\varphi", True)


@pytest.mark.parametrize("letter", [*INSTEAD])
def test_our_letters_give_way_to_those_of_the_model(letter: str) -> None:
    """A coordinate called T, phi or g keeps its letter; the kinetic energy, a constraint, a gap take another."""
    model = dalembert.model(coordinates={letter: {"start": 0}}, energy={"kinetic": f"1/2*{letter}'^2"})
    written = notation(model)
    letters = letters_of(written, frozenset({letter}))
    assert letters(letter).tex != symbols_of(written)(letter).tex
    free = letters_of(written, frozenset())
    assert free(letter).tex == symbols_of(written)(letter).tex
