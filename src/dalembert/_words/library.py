"""The texts of library systems in every language: titles, summaries, descriptions of parameters.

The English texts are in the systems themselves. A text in another language is found by the English one;
numbers are replaced and put back, so that `mass of link 1` and `mass of link 2` are one entry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class LibraryTexts:
    """Texts in a language by the English ones: titles of systems, and their summaries and other texts."""

    titles: Mapping[str, str]
    texts: Mapping[str, str]


@cache
def library_texts(language: str) -> LibraryTexts:
    """The texts of the library in a language, loaded on first use; none in English."""
    match language:
        case "de":
            from dalembert._words.de.library import SUMMARIES, TEXTS, TITLES

            return LibraryTexts(TITLES, SUMMARIES | TEXTS)
        case "es":
            from dalembert._words.es.library import SUMMARIES, TEXTS, TITLES

            return LibraryTexts(TITLES, SUMMARIES | TEXTS)
        case "pt":
            from dalembert._words.pt.library import SUMMARIES, TEXTS, TITLES

            return LibraryTexts(TITLES, SUMMARIES | TEXTS)
        case "pt-BR":
            from dalembert._words.pt_br import brazilian

            european = library_texts("pt")
            return LibraryTexts(brazilian(european.titles), brazilian(european.texts))
    return LibraryTexts({}, {})


def title_in(language: str, title: str) -> str | None:
    """The title of a library system in a language; None where the library has no such title."""
    return library_texts(language).titles.get(title)


def text_in(language: str, text: str) -> str:
    """A text of the library in a language; any other text unchanged."""
    texts = library_texts(language).texts
    if text in texts:
        return texts[text]
    translation = texts.get(NUMBER.sub("#", text))
    numbers = iter(NUMBER.findall(text))
    return text if translation is None else re.sub("#", lambda _: next(numbers), translation)
