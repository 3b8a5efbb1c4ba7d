"""Messages of a language by their keys. A further language is two files like `en`, `said_en`, and a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from dalembert._present.language import de, en, es, pt

LANGUAGES: dict[str, Mapping[str, str]] = {
    "en": en.MESSAGES,
    "de": de.MESSAGES,
    "es": es.MESSAGES,
    "pt": pt.MESSAGES,
}


@dataclass(frozen=True, slots=True)
class Words:
    """The messages of one language; `words("time")`, `words("rows", count=3)`."""

    language: str
    messages: Mapping[str, str]

    def __call__(self, key: str, **values: object) -> str:
        """A message with its blanks filled in."""
        return self.messages[key].format(**values)


def words_of(language: str) -> Words:
    """The words of a language by its code."""
    if language not in LANGUAGES:
        message = f"`language` must be one of {', '.join(LANGUAGES)}, but is {language!r}"
        raise ValueError(message)
    return Words(language, LANGUAGES[language])
