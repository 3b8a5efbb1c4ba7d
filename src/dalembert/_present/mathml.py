"""MathML elements as text. Names and words are escaped here and nowhere else.

Only elements of MathML Core are used, which browsers render without a script.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

APPLY = "<mo>&#x2061;</mo>"  # f applied to x
THIN = '<mspace width="0.17em"/>'
TIMES = f"<mo>&#x2062;</mo>{THIN}"  # invisible times


def identifier(text: str) -> str:
    """A letter, which the browser renders in italics."""
    return f"<mi>{escape(text)}</mi>"


def upright(text: str) -> str:
    """A name of a function or a unit."""
    return f'<mi mathvariant="normal">{escape(text)}</mi>'


def number(text: str) -> str:
    """A number."""
    return f"<mn>{escape(text)}</mn>"


def words(text: str) -> str:
    """Words in a formula; browsers drop plain spaces at their ends."""
    bare = text.strip(" ")
    before, _, after = text.partition(bare) if bare else (text, "", "")
    kept = before.replace(" ", "\u00a0") + bare + after.replace(" ", "\u00a0")
    return f"<mtext>{escape(kept)}</mtext>"


def sign(text: str) -> str:
    """A binary sign or relation, also at the beginning of a line."""
    return f'<mo form="infix">{escape(text)}</mo>'


def leading_sign(text: str) -> str:
    """A binary sign at the beginning of a part of a line, which already has a space before it."""
    return f'<mo form="infix" lspace="0em">{escape(text)}</mo>'


def equals() -> str:
    """The sign after a label, at the end of its part of a line."""
    return '<mo form="infix" rspace="0em">=</mo>'


def minus() -> str:
    """The sign of a negative term."""
    return '<mo form="prefix">&#x2212;</mo>'


def bracket(text: str) -> str:
    """A bracket of text height."""
    return f'<mo stretchy="false" lspace="0em" rspace="0em">{escape(text)}</mo>'


def big_bracket(text: str) -> str:
    """A bracket of fixed size, a little larger than letters, which may close on another line."""
    form = "prefix" if text == "(" else "postfix"
    return f'<mo form="{form}" minsize="1.3em" maxsize="1.3em" lspace="0em" rspace="0em">{escape(text)}</mo>'


def row(*parts: str) -> str:
    """Parts beside each other."""
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def fraction(top: str, under: str) -> str:
    """A fraction."""
    return f"<mfrac>{row(top)}{row(under)}</mfrac>"


def small(inside: str) -> str:
    """A part in inline style."""
    return f'<mstyle displaystyle="false">{inside}</mstyle>'


def with_scripts(base: str, below: str = "", above: str = "") -> str:
    """A base with a subscript, a superscript or both."""
    if below and above:
        return f"<msubsup>{base}{below}{above}</msubsup>"
    if below:
        return f"<msub>{base}{below}</msub>"
    return f"<msup>{base}{above}</msup>" if above else base


def with_accent(base: str, accent: str) -> str:
    """A base with a dot, a bar or another accent, separated from the letter."""
    return f'<mover accent="false">{base}<mo stretchy="false">{escape(accent)}</mo></mover>'


def root(inside: str) -> str:
    """A square root."""
    return f"<msqrt>{inside}</msqrt>"


def in_brackets(left: str, inside: str, right: str, *, tall: bool = True) -> str:
    """Brackets as tall as their contents; with tall=False small ones."""
    if not tall:
        return row(bracket(left), inside, bracket(right))
    opened = f'<mo form="prefix" lspace="0em" rspace="0em">{escape(left)}</mo>'
    closing = f'<mo form="postfix" lspace="0em" rspace="0em">{escape(right)}</mo>' if right else ""
    return row(opened, inside, closing)


def table(rows: Sequence[Sequence[str]], style: str = "") -> str:
    """Cells in rows."""
    made = "".join("<mtr>" + "".join(f"<mtd>{cell}</mtd>" for cell in cells) + "</mtr>" for cells in rows)
    return f'<mtable class="{style}">{made}</mtable>' if style else f"<mtable>{made}</mtable>"


def math(inside: str, *, display: bool = False) -> str:
    """A formula in a line; `display` sets its fractions large."""
    return f'<math displaystyle="true">{inside}</math>' if display else f"<math>{inside}</math>"
