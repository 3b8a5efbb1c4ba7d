"""Numbers as text: their digits, and the decimal mark of a language, which is applied only here.

A number in a formula whose language is not known yet has the neutral mark `DECIMAL`, which the writer of the
page or the LaTeX file replaces by that of the language.
"""

from __future__ import annotations

import re

DECIMAL = "\N{DECIMAL SEPARATOR KEY SYMBOL}"
POINT = "."
STYLES = ("g", "e", "p")
_SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def digits_of(value: float, digits: int, style: str = "g") -> str:
    """A number: `g` significant digits, `e` digits behind the point and a power of ten, `p` as in print."""
    if style != "p":
        return f"{value:.{digits}{style}}"
    size, _, exponent = f"{value:.{digits}g}".replace("-", "−", 1 if value < 0 else 0).partition("e")
    if not exponent:
        return size
    power = f"10{str(int(exponent)).translate(_SUPERSCRIPTS)}"
    return power if size == "1" else f"{size}·{power}"


def with_mark(number: str, mark: str) -> str:
    """The text of a number with another decimal mark than the point: 1.5e-3 as 1,5e-3."""
    return number if mark == POINT else _POINT.sub(mark, number)
