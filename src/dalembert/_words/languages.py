"""The languages: a catalogue each. A further one is a folder like `en` and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._words import de, en, es, pt, pt_br
from dalembert._words.message import MARK, Message, Quantity, Value, say, text_of

LANGUAGES: dict[str, Mapping[str, str]] = {
    "en": en.MESSAGES,
    "de": de.MESSAGES,
    "es": es.MESSAGES,
    "pt": pt.MESSAGES,
    "pt-BR": pt_br.MESSAGES,
}


@dataclass(frozen=True, slots=True)
class Words:
    """The catalogue of one language; `words("time")`, `words("rows", count=3)`, `words.of(message)`."""

    language: str
    messages: Mapping[str, str]

    def __call__(self, key: str, **values: Value) -> str:
        """The text of a key with its blanks filled in."""
        return self.of(say(key, **values))

    @property
    def decimal_mark(self) -> str:
        """The decimal point, or comma."""
        return self.messages[MARK]

    def number(self, value: float, digits: int, style: str = "g") -> str:
        """A number as the language writes it."""
        return Quantity(value, digits, style).written(self.decimal_mark)

    def of(self, said: Message) -> str:
        """A message as text."""
        return text_of(said, self.messages)


def words(said: Message, language: str = "en") -> str:
    """A message in the words of a language."""
    return words_of(language).of(said)


def words_of(language: str) -> Words:
    """The words of a language by its code."""
    if language not in LANGUAGES:
        refusal = f"`language` must be one of {', '.join(LANGUAGES)}, but is {language!r}"
        raise ValueError(refusal)
    return Words(language, LANGUAGES[language])
