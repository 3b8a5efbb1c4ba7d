r"""Typeset names: theta2 as θ₂, its rate with Newton's dot, the user's symbol where it is simple.

No text of a user is put into a formula directly. A symbol is parsed by the grammar

    symbol = { part [ "_" part ] [ "^" part ] },   part = letter | digit | \greek | \accent{symbol} | {symbol}

and typeset from its parts; otherwise, or if it is too wide, the notation of `notation.py` is used.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, replace

from dalembert._expression.tree import Name, Number, Product
from dalembert._model.records import Delay
from dalembert._present.notation import GREEK, Notation, is_label, tex_greek
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import (
    Box,
    accent,
    fence,
    fraction,
    letter,
    number,
    power,
    row,
    sign,
    subscript,
    upright,
)
from dalembert._present.report.escaping import ACCENTED, TEX_GREEK, tex_words
from dalembert._text.printer import print_tree

WIDEST = 7.5  # em of a name; longer ones are shortened and explained in the table of symbols
KEPT = 6  # letters of a shortened name
DOT_MARKS = (("", ""), ("dot", "˙"), ("ddot", "¨"))
ACCENTS = {"hat": "^", "bar": "¯", "tilde": "~", "vec": "→", "dot": "˙", "ddot": "¨"}
FONTS = {"mathrm": 1.0, "mathit": 1.0, "text": 1.0, "mathbf": m.BOLD, "mathcal": m.CALLIGRAPHIC}
MARKS = {
    "prime": "′",
    "star": "⋆",
    "ast": "∗",
    "ell": "ℓ",
    "infty": "∞",
    "circ": "∘",
    "parallel": "∥",
    "perp": "⊥",
}
VARIANTS = {"varepsilon": "ε", "vartheta": "ϑ", "varrho": "ϱ", "varphi": "φ", "Upsilon": "Υ"}
_TOKEN = re.compile(r"\\([A-Za-z]+)|([A-Za-z0-9'+\-*,.{}_^ ])")
DEEPEST = 8
DEL = letter(r"\partial ", "∂", 0.6)
LATIN = string.ascii_letters
KNOWN = ACCENTED | frozenset(map(chr, range(32, 127))) | frozenset("…")


class _NoSimpleSymbol(ValueError):
    """A symbol does not follow the grammar."""


@dataclass(frozen=True, slots=True)
class Symbols:
    """The names of a model as boxes; names too wide to print are shortened and numbered."""

    written: Notation
    shortened: dict[str, int]
    made: dict[tuple[str, int], Box]

    def __call__(self, name: str, order: int = 0) -> Box:
        """The name, or its first or second rate."""
        box = self.made.get((name, order))
        if box is None:
            box = self.made[name, order] = self._symbol(name, order)
        return box

    def _symbol(self, name: str, order: int) -> Box:
        if name in self.written.slopes:
            return self._slope(*self.written.slopes[name], order)
        if name in self.written.delays:
            return self._delay(self.written.delays[name])
        given = self.written.symbols.get(name)
        box = symbol_box(given) if given else None
        if box is None or box.width > WIDEST:
            box = word_with_index(*self.written.parts(name))
            if box.width > WIDEST:
                box = self._short_name(name)
        return _with_dots(box, order)

    def _slope(self, of: str, by: str, by_order: int, order: int) -> Box:
        """∂a/∂b, or its rate."""
        box = fraction(row(DEL, self(of)), row(DEL, self(by, by_order)))
        if not order:
            return box
        d = upright("d")
        return fence(row(*(fraction(d, row(d, word("t"))) for _ in range(order)), box))

    def _delay(self, delay: Delay) -> Box:
        """x(t − τ)."""
        by = delay.by.root
        factors = by.factors if isinstance(by, Product) else (by,)
        if all(isinstance(one, Name | Number) for one in factors):
            parts = (
                self(one.name) if isinstance(one, Name) else number(print_tree(one))
                for one in factors
                if isinstance(one, Name | Number)
            )
            late = row(*parts)
        else:
            late = word(print_tree(by))
        return row(self(delay.of, delay.order), fence(row(word("t"), sign("-", "−", m.SIGN), late)))

    def _short_name(self, name: str) -> Box:
        letters, index = self.written.parts(name)
        owner, comma, axis = index.partition(",")
        if len(letters) == 1 and len(owner) > KEPT:  # its letter is kept: a torque stays an M
            box = word_with_index(letters, f"{owner[:KEPT]}…{self._number(owner)}{comma}{axis}")
            if box.width <= WIDEST:
                return box
        return subscript(word(name[:KEPT] + "…"), number(str(self._number(name))))

    def _number(self, name: str) -> int:
        return self.shortened.setdefault(name, len(self.shortened) + 1)


def symbols_of(written: Notation) -> Symbols:
    """The symbols of a model."""
    return Symbols(written, {}, {})


def word(text: str) -> Box:
    """A word as a name: a Greek letter, a letter, or upright letters."""
    if text in GREEK:
        return letter(tex_greek(text), GREEK[text], m.greek(tex_greek(text)[1:]))
    if text in TEX_GREEK:
        return letter(TEX_GREEK[text], text, m.greek(TEX_GREEK[text][1:]))
    if text.isascii() and text.isalnum():
        if len(text) == 1:
            return letter(text, text, m.letter(text))
        return upright(text)
    wide = sum(m.letters(c) if c in KNOWN else 4.6 for c in text)  # [U+0416] where TeX lacks a letter
    return replace(upright(text), tex=rf"\text{{{tex_words(text)}}}", width=wide + 0.1)


def word_with_index(base: str, index: str) -> Box:
    """A base word with an index, which may be empty."""
    return with_index(word(base), index)


def with_index(base: Box, index: str) -> Box:
    """A base with an index, which may be empty or have commas."""
    if not index:
        return base
    parts = [_index(part) for part in index.split(",")]
    between = [part for one in parts for part in (sign("{,}", ",", m.SIGN / 4), one)][1:]
    return subscript(base, row(*between) if len(between) > 1 else between[0])


def _index(text: str) -> Box:
    """One of the indices: a number, a letter with or without a number, or a word."""
    if text.lstrip("-").isdecimal() and text.isascii():
        return number(text)
    if is_label(text) and len(text) > 1:
        digits = text.strip(LATIN)
        pair = (word(text[0]), number(digits)) if text.endswith(digits) else (number(digits), word(text[-1]))
        return row(*pair)
    return word(text)


def _with_dots(box: Box, order: int) -> Box:
    """A box with dots on the base, not on the index."""
    if not order:
        return box
    command, mark = DOT_MARKS[order]
    if box.kind == "indexed":
        return subscript(accent(box.parts[0], command, mark), box.parts[1])
    return accent(replace(box, kind="atom", parts=()), command, mark)


def symbol_box(symbol: str) -> Box | None:
    """A user's symbol; None where it is not simple."""
    tokens, at = [], 0
    while at < len(symbol):
        match = _TOKEN.match(symbol, at)
        if match is None:
            return None
        tokens.append(match.group())
        at = match.end()
    try:
        box, remaining = _sequence(tokens, 0)
    except _NoSimpleSymbol:
        return None
    return box if not remaining else None


def _sequence(tokens: list[str], deep: int) -> tuple[Box, list[str]]:
    """The box of a sequence, and the tokens after it."""
    parts = []
    while tokens and tokens[0] != "}":
        if tokens[0] == " ":
            tokens = tokens[1:]
            continue
        part, tokens = _part(tokens, deep)
        below = above = None
        while tokens and tokens[0] in ("_", "^"):
            script, after = _part(tokens[1:], deep)
            if tokens[0] == "_" and below is None and above is None:
                below = script
            elif tokens[0] == "^" and above is None:
                above = script
            else:
                raise _NoSimpleSymbol
            tokens = after
        part = subscript(part, below) if below is not None else part
        parts.append(power(part, above) if above is not None else part)
    if not parts:
        raise _NoSimpleSymbol
    return parts[0] if len(parts) == 1 else row(*parts), tokens


def _part(tokens: list[str], deep: int) -> tuple[Box, list[str]]:
    if not tokens or deep > DEEPEST:
        raise _NoSimpleSymbol
    first, remaining = tokens[0], tokens[1:]
    if first == "{":
        box, remaining = _sequence(remaining, deep + 1)
        return replace(box, tex=f"{{{box.tex}}}"), _without_closing(remaining)
    if first.startswith("\\"):
        return _command(first[1:], remaining, deep)
    if first.isdigit():
        return number(first), remaining
    if first.isalpha():
        return letter(first, first, m.letter(first)), remaining
    if first in "'+-*,.":
        marks = {"'": (r"{}'", "′"), "-": ("-", "−"), "*": (r"\ast", "∗")}
        tex, text = marks.get(first, (first, first))
        return sign(tex if first == "'" else f"{{{tex}}}", text, m.SIGN), remaining
    raise _NoSimpleSymbol


def _command(name: str, remaining: list[str], deep: int) -> tuple[Box, list[str]]:
    if name in GREEK or name in VARIANTS:
        return letter(f"\\{name}", GREEK.get(name) or VARIANTS[name], m.greek(name)), remaining
    if name in MARKS:
        return letter(f"\\{name} ", MARKS[name], 1.01), remaining
    if not remaining or remaining[0] != "{":
        raise _NoSimpleSymbol
    if name in ACCENTS:
        box, remaining = _sequence(remaining[1:], deep + 1)
        return accent(box, name, ACCENTS[name]), _without_closing(remaining)
    if name in FONTS:
        text = ""
        remaining = remaining[1:]
        while remaining and remaining[0] != "}":
            text, remaining = text + remaining[0], remaining[1:]
        if not text or not text.replace(" ", "").isalnum():
            raise _NoSimpleSymbol
        box = upright(text)
        return replace(box, tex=rf"\{name}{{{text}}}", width=box.width * FONTS[name]), _without_closing(
            remaining
        )
    raise _NoSimpleSymbol


def _without_closing(tokens: list[str]) -> list[str]:
    if not tokens:
        raise _NoSimpleSymbol
    return tokens[1:]
