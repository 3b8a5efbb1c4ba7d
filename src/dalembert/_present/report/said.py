"""Sentences of the engine in other languages.

The engine speaks English. The catalogue holds each of its sentences as a template with blanks, in English
and translated. A sentence is matched against the English ones; what stands in the blanks is kept, and is
itself translated where the name of the blank begins with `say`.
"""

from __future__ import annotations

import re
from functools import cache
from string import Formatter

from dalembert._present.language.words import LANGUAGES, Words

PREFIX = "report_say_"
LONGEST = 4000  # letters of a sentence that is looked at


def matched(sentence: str, key: str) -> dict[str, str] | None:
    """What stands in the blanks of one template, where it fits."""
    found = dict(_patterns())[PREFIX + key].fullmatch(sentence)
    return found.groupdict() if found else None


def said(sentence: str, words: Words) -> str | None:
    """A sentence of the engine in the language of the words; None where no template fits."""
    if len(sentence) > LONGEST:
        return None
    for key, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found is None:
            continue
        filled: dict[str, str] = {}
        for name, text in found.groupdict().items():
            inner = said(text, words) if name.startswith("say") else text
            if inner is None:
                break
            filled[name] = inner
        else:
            return words(key, **filled)
    return None


def told(sentence: str, words: Words) -> str:
    """A sentence as it can be printed: translated, or marked as the program's own."""
    found = said(sentence, words)
    if found is not None:
        return found
    return sentence if words.language == "en" else words("report_in_english", sentence=sentence)


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """The English templates as patterns: those that add to another sentence first, then by their words."""
    found = []
    for key, template in LANGUAGES["en"].items():
        if key.startswith(PREFIX):
            parts = list(Formatter().parse(template))
            weight = sum(len(literal) for literal, *_ in parts)
            pattern = "".join(
                re.escape(literal) + (f"(?P<{field}>.+?)" if field else "") for literal, field, *_ in parts
            )
            first = not template.startswith("{say}")
            found.append((first, -weight, key, re.compile(pattern, re.DOTALL)))
    return tuple((key, pattern) for _, _, key, pattern in sorted(found, key=lambda one: one[:3]))
