"""A system of the library in another language: its title, and the texts of its entries and its scene."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dalembert._model.records import Fields, Frozen, Model
from dalembert._words.library import text_in, title_in

Translate = Callable[[str], str]


def in_language(model: Model, language: str) -> Model:
    """The model with title and texts in a language, if its title is one of the library; else unchanged."""
    title = title_in(language, model.title)
    if title is None:
        return model

    def translate(text: str) -> str:
        return text_in(language, text)

    return replace(
        model,
        title=title,
        text=translate(model.text),
        parameters=tuple(replace(one, text=translate(one.text)) for one in model.parameters),
        coordinates=tuple(replace(one, text=translate(one.text)) for one in model.coordinates),
        definitions=tuple(replace(one, text=translate(one.text)) for one in model.definitions),
        inputs=tuple(replace(one, text=translate(one.text)) for one in model.inputs),
        efforts=tuple(replace(one, text=translate(one.text)) for one in model.efforts),
        states=tuple(replace(one, text=translate(one.text)) for one in model.states),
        constraints=tuple(replace(one, text=translate(one.text)) for one in model.constraints),
        outputs=tuple(replace(one, text=translate(one.text)) for one in model.outputs),
        cases=tuple(replace(one, text=translate(one.text)) for one in model.cases),
        scene=tuple((key, _translate_frozen(key, value, translate)) for key, value in model.scene),
    )


def _translate_frozen(key: str, value: Frozen, translate: Translate) -> Frozen:
    """A part of a scene with its texts translated."""
    if key == "text" and isinstance(value, str):
        return translate(value)
    if isinstance(value, Fields):
        return Fields(
            entries=tuple((name, _translate_frozen(name, one, translate)) for name, one in value.entries)
        )
    return (
        tuple(_translate_frozen("", one, translate) for one in value) if isinstance(value, tuple) else value
    )
