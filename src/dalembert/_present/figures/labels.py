"""Names and units in figures: θ̇₂ [rad/s]."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from dalembert._model.unit_text import printed_unit
from dalembert._present.figures.records import Label, Symbol
from dalembert._present.notation import SUBSCRIPTS, Notation, latex_name, unicode_hand
from dalembert._words.message import Quantity

SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
DOT = "\u0307"
LATIN = "\u00ff"  # letters up to here, such as ö and ÿ, are not decomposed
PLAIN = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_OFFSET = re.compile(r"(?:1e(−?\d+))?(?:([+−])([\d.]+)(?:e(−?\d+))?)?")
_DOTTED = re.compile(r"([A-Za-zΑ-ΡΣ-Ωα-ω])([\u0307\u0308])")  # Newton's dots as combining characters
_LOWERED = re.compile(r"[₀-₉]+")


def symbol_of(written: Notation, column: str) -> Symbol:
    """A column as mathematics: x'' has two dots. The user's LaTeX comes first, then that of the name."""
    base = column.rstrip("'")
    order = len(column) - len(base)
    tex = [latex_name(written, base, order)]
    if base in written.symbols:
        tex.append(latex_name(replace(written, symbols={}), base, order))
    text = unicode_hand(written).name(base, order)
    return Symbol(tuple(tex), unicodedata.normalize("NFC", text))


def with_subscript(letter: str, symbol: Symbol) -> Symbol:
    """A letter with a symbol as its subscript: R of x₂."""
    under = symbol.text.translate(SUBSCRIPTS) if symbol.text.isdecimal() else f"({symbol.text})"
    return Symbol(tuple(f"{letter}_{{{tex}}}" for tex in symbol.tex), f"{letter}{under}")


def with_unit(label: Label, unit: str) -> Label:
    """The label of an axis; a plain number has a dash, a quantity of unknown unit no brackets."""
    return Label((*label.pieces, f" [{printed_unit(unit) or '–'}]")) if unit else label


def comma_list(symbols: tuple[Symbol | str, ...]) -> Label:
    """Symbols with commas between them."""
    pieces: list[str | Symbol] = []
    for symbol in symbols:
        pieces += [", ", symbol] if pieces else [symbol]
    return Label(tuple(pieces))


def number(value: float, digits: int) -> Quantity:
    """A number with some digits in printed form: 1.1·10⁻¹⁶."""
    return Quantity(value, digits, "p")


def beside_axis(offset: str) -> str:
    """The offset text of matplotlib, 1e−11+4.2e1, in printed form: ×10⁻¹¹ + 4.2·10¹."""
    match = _OFFSET.fullmatch(offset)
    if match is None:
        return offset
    factor, sign, size, exponent = match.groups()
    text = f"×10{superscript(factor)}" if factor else ""
    if size:
        text += f" {sign} {size}" + (f"·10{superscript(exponent)}" if exponent else "")
    return text.strip()


def superscript(exponent: str) -> str:
    """An exponent in raised digits."""
    return exponent.replace("−", "-").translate(SUPERSCRIPTS)


def with_mathematics(text: str) -> str:
    """Text whose dotted letters and subscripts are set as mathematics, since typefaces lack them."""
    apart = "".join(c if c <= LATIN else unicodedata.normalize("NFD", c) for c in text)
    dotted = _DOTTED.sub(lambda m: rf"$\{'dot' if m[2] == DOT else 'ddot'}{{{m[1]}}}$", apart)
    dotted = unicodedata.normalize("NFC", dotted)
    return _LOWERED.sub(lambda m: f"$_{{{m[0].translate(PLAIN)}}}$", dotted)
