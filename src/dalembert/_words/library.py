"""What the library says of its systems, in every language: titles, summaries, texts of parameters.

English stands in the systems themselves. A text in another language is found by the English one; numbers are
put back, so that `mass of link 1` and `mass of link 2` are one entry.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from dalembert._words import pt_br
from dalembert._words.de import library as de
from dalembert._words.es import library as es
from dalembert._words.pt import library as pt

NUMBER = re.compile(r"\d+")
TITLES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"de": de.TITLES, "es": es.TITLES, "pt": pt.TITLES, "pt-BR": pt_br.brazilian(pt.TITLES)}
)
TEXTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "de": de.SUMMARIES | de.TEXTS,
        "es": es.SUMMARIES | es.TEXTS,
        "pt": pt.SUMMARIES | pt.TEXTS,
        "pt-BR": pt_br.brazilian(pt.SUMMARIES | pt.TEXTS),
    }
)


def title_in(language: str, title: str) -> str | None:
    """The title of a library system in a language; None where the library has no such title."""
    return TITLES.get(language, {}).get(title)


def text_in(language: str, text: str) -> str:
    """A text of the library in a language; any other text as it is."""
    own = TEXTS.get(language, {})
    if text in own:
        return own[text]
    found = own.get(NUMBER.sub("#", text))
    numbers = iter(NUMBER.findall(text))
    return text if found is None else re.sub("#", lambda _: next(numbers), found)
