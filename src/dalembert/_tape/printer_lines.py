"""A tape as lines of text: what the printers of all languages share."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dalembert._tape.tape import ARGUMENT, CONSTANT, Block, Tape

LONGEST = 60  # a longer expression gets a line and a name of its own
SUM, PRODUCT, ATOM = 1, 2, 3  # precedence of a text


@dataclass(frozen=True, slots=True)
class Form:
    """How an operation is written, its precedence, and the precedence that its operands must have."""

    text: str
    binds: int = ATOM
    needs: tuple[int, int] = (SUM, SUM)


# The same in every language. a + (b + c) keeps its parentheses, so that all round alike.
ARITHMETIC: dict[str, Form] = {
    "add": Form("{0} + {1}", SUM, (SUM, PRODUCT)),
    "sub": Form("{0} - {1}", SUM, (SUM, PRODUCT)),
    "mul": Form("{0}*{1}", PRODUCT, (PRODUCT, ATOM)),
    "div": Form("{0}/{1}", PRODUCT, (PRODUCT, ATOM)),
    "neg": Form("-{0}", SUM, (PRODUCT, SUM)),
    "sq": Form("{0}*{0}", PRODUCT, (ATOM, ATOM)),
    "twice": Form("2.0*{0}", PRODUCT, (ATOM, ATOM)),
    "inv": Form("1.0/{0}", PRODUCT, (ATOM, ATOM)),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How a language writes operations, entries of arguments, infinities and NaN."""

    forms: Mapping[str, Form]
    entry: Callable[[Block, int], str]
    infinity: str
    nan: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Assignments in order (name, text), then the text of each entry of each result."""

    assignments: tuple[tuple[str, str], ...]
    results: tuple[tuple[str, ...], ...]


def lines_of(tape: Tape, language: Language) -> Lines:
    """The tape in a language; a value used once stands where it is used, if it is short."""
    uses, kept = _uses(tape, language)
    texts: list[tuple[str, int]] = []
    assignments: list[tuple[str, str]] = []
    for k, instruction in enumerate(tape.instructions):
        if instruction.operation == ARGUMENT:
            block, index = instruction.operands
            texts.append((language.entry(tape.arguments[block], index), ATOM))
            continue
        if instruction.operation == CONSTANT:
            texts.append(_number(instruction.number, language))
            continue
        form = language.forms[instruction.operation]
        operands = [
            text if binds >= need else f"({text})"
            for (text, binds), need in zip((texts[i] for i in instruction.operands), form.needs, strict=False)
        ]
        text = form.text.format(*operands)
        if uses[k] > 1 or (len(text) > LONGEST and k not in kept):
            name = f"a{len(assignments)}"
            assignments.append((name, text))
            texts.append((name, ATOM))
        else:
            texts.append((text, form.binds))
    return Lines(
        assignments=tuple(assignments),
        results=tuple(tuple(texts[slot][0] for slot in result.slots) for result in tape.results),
    )


def _uses(tape: Tape, language: Language) -> tuple[list[int], set[int]]:
    """How often each slot is written, and the slots that are entries of results."""
    uses = [0] * len(tape.instructions)
    for instruction in tape.instructions:
        if instruction.operation not in (ARGUMENT, CONSTANT):
            text = language.forms[instruction.operation].text
            for position, slot in enumerate(instruction.operands):
                uses[slot] += text.count(f"{{{position}}}")
    kept = [slot for result in tape.results for slot in result.slots]
    for slot in kept:
        uses[slot] += 1
    return uses, set(kept)


def number_text(value: float, language: Language) -> str:
    """A number that reads back exactly."""
    return _number(value, language)[0]


def _number(value: float, language: Language) -> tuple[str, int]:
    """A number and its precedence: Python's shortest digits are read back exactly in every language."""
    digits = {math.inf: language.infinity}.get(abs(value), repr(abs(value)))
    if math.isnan(value):
        return language.nan, ATOM
    return (f"-{digits}", SUM) if math.copysign(1.0, value) < 0 else (digits, ATOM)
