"""The library in every language: each system has its title, its summary and all its texts in each."""

import re
from collections.abc import Iterator

import pytest

import dalembert
from dalembert import library
from dalembert._model.records import Fields, Frozen, Model
from dalembert._model.translation import in_language
from dalembert._words.languages import LANGUAGES
from dalembert._words.library import NUMBER, library_texts, text_in, title_in

OTHERS = [code for code in LANGUAGES if code != "en"]
SAME = {"motor"}  # words that another language has too
EVERY = {s.name: f"{s.name}:3" if s.size else s.name for s in library.SYSTEMS}


def in_scene(key: str, value: Frozen) -> Iterator[str]:
    """Texts of a scene that are words, not symbols."""
    if key == "text" and isinstance(value, str) and re.search(r"[^\W\d_]{3}", value):
        yield value
    elif isinstance(value, Fields):
        for name, one in value.entries:
            yield from in_scene(name, one)
    elif isinstance(value, tuple):
        for one in value:
            yield from in_scene("", one)


def texts_of(model: Model) -> set[str]:
    """Everything that a model says in words besides its title."""
    entries = (
        *(model.parameters + model.coordinates + model.definitions),  # type: ignore[operator]
        *(model.inputs + model.efforts + model.states + model.outputs + model.cases + model.constraints),  # type: ignore[operator]
    )
    scene = {text for key, value in model.scene for text in in_scene(key, value)}
    return ({model.text, *(one.text for one in entries)} | scene) - {""}


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("name", EVERY)
def test_each_system_has_all_its_texts_in_each_language(name: str, language: str) -> None:
    """Title, summary and texts are in the catalogue, and in other words than in English."""
    model = dalembert.read(EVERY[name])
    title = title_in(language, model.title)
    assert title is not None
    assert title != model.title
    told = {library.find(name).summary, *texts_of(model)}  # type: ignore[union-attr]
    known = library_texts(language).texts
    assert {text for text in told if text not in known and NUMBER.sub("#", text) not in known} == set()
    same = {text for text in told if text_in(language, text) == text and re.search(r"[a-z]{3}", text)}
    assert same <= SAME
    shown = in_language(model, language)
    assert shown.title == title
    assert texts_of(shown) == {text_in(language, text) for text in texts_of(model)}


def test_the_languages_have_the_same_entries() -> None:
    """What one language has, all have; a title that no system has any more is deleted."""
    assert {dalembert.read(name).title for name in EVERY.values()} == set(library_texts("de").titles)
    for language in OTHERS:
        assert set(library_texts(language).titles) == set(library_texts("de").titles)
        assert set(library_texts(language).texts) == set(library_texts("de").texts)


def test_numbers_of_a_text_stay() -> None:
    """One entry serves for every number."""
    assert text_in("de", "mass of link 17") == "Masse von Glied 17"
    assert text_in("en", "mass of link 17") == "mass of link 17"


def test_a_model_of_somebody_else_is_told_in_its_own_words() -> None:
    """Only models with a title of the library are translated."""
    model = dalembert.model(
        title="My own",
        parameters={"m": {"value": 1, "text": "mass"}},
        coordinates={"x": {}},
        energy={"kinetic": "m*x'^2"},
    )
    assert in_language(model, "de") is model
