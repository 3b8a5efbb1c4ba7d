"""The languages: a catalogue each. A further one is a folder like `en`, and its loader with one line here.

Names of languages can be read without loading the catalogues: one is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dalembert._words.en import MESSAGES as ENGLISH
from dalembert._words.message import MARK, Message, Quantity, Value, say, text_of


@dataclass(frozen=True, slots=True)
class Language:
    """The common names of a language, in lower case, and the loader of its catalogue."""

    names: tuple[str, ...]
    load: Callable[[], Mapping[str, str]]


def _german() -> Mapping[str, str]:
    from dalembert._words.de import MESSAGES

    return MESSAGES


def _spanish() -> Mapping[str, str]:
    from dalembert._words.es import MESSAGES

    return MESSAGES


def _portuguese() -> Mapping[str, str]:
    from dalembert._words.pt import MESSAGES

    return MESSAGES


def _brazilian() -> Mapping[str, str]:
    from dalembert._words.pt_br import MESSAGES

    return MESSAGES


LANGUAGES: dict[str, Language] = {
    "en": Language(("english",), lambda: ENGLISH),
    "de": Language(("german", "deutsch"), _german),
    "es": Language(("spanish", "español", "castellano"), _spanish),
    "pt": Language(("portuguese", "português"), _portuguese),
    "pt-BR": Language(("brazilian", "brasileiro"), _brazilian),
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
        """A number with the decimal mark of the language."""
        return Quantity(value, digits, style).text(self.decimal_mark)

    def of(self, message: Message) -> str:
        """A message as text."""
        return text_of(message, self.messages)


def words(message: Message, language: str = "en") -> str:
    """A message in the words of a language."""
    return words_of(language).of(message)


def words_of(language: str) -> Words:
    """The words of a language by its code."""
    if language not in LANGUAGES:
        refusal = f"`language` must be one of {', '.join(LANGUAGES)}, but is {language!r}"
        raise ValueError(refusal)
    return Words(language, LANGUAGES[language].load())
