"""Escapes texts of users: for TeX, where every special character is written out, and for HTML.

Characters that the fonts of TeX lack, and control characters, stay visible as [U+…].
"""

from __future__ import annotations

import html
import re
import unicodedata
from itertools import pairwise

from dalembert._present.notation import GREEK
from dalembert._present.report.metrics import letters

LONG_WORD, LONG_NAME = 22.0, 9.0  # em; longer words, or names that TeX cannot divide, may be broken anywhere
LONG_ON_PAGE, WBR = 24, 8  # the most letters of an unbroken word on a page, and of its parts
ACCENTED = frozenset(
    "¡£«»¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõöøùúûüýþÿĂăĄąĆćČčĎďĐđĘęĚěĞğĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘř"
    "ŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž‘’‚“”„–—‰‹›"
)
SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    '"': r"\textquotedbl{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "`": r"\textasciigrave{}",
    "'": "{'}",
    "-": "{-}",
    ",": "{,}",
    "\u00a0": "~",
    "·": r"\textperiodcentered{}",
    "×": r"\texttimes{}",
    "÷": r"\textdiv{}",
    "±": r"\textpm{}",
    "°": r"\textdegree{}",
    "µ": r"\textmu{}",
    "½": r"\textonehalf{}",
    "¼": r"\textonequarter{}",
    "¾": r"\textthreequarters{}",
    "ª": r"\textordfeminine{}",
    "º": r"\textordmasculine{}",
    "§": r"\S{}",
    "©": r"\textcopyright{}",
    "®": r"\textregistered{}",
    "€": r"\texteuro{}",
    "…": r"\dots{}",
    "⋯": r"\ensuremath{\cdots}",
    "−": r"\ensuremath{-}",
    "→": r"\ensuremath{\to}",
    "⇒": r"\ensuremath{\Rightarrow}",
    "≤": r"\ensuremath{\le}",
    "≥": r"\ensuremath{\ge}",
    "≠": r"\ensuremath{\ne}",
    "≈": r"\ensuremath{\approx}",
    "∞": r"\ensuremath{\infty}",
    "∂": r"\ensuremath{\partial}",
    "Σ": r"\ensuremath{\Sigma}",
    "√": r"\ensuremath{\surd}",
}
PLAIN_GREEK = {"Α": "A", "Β": "B", "Ε": "E", "Ζ": "Z", "Η": "H", "Ι": "I", "Κ": "K", "Μ": "M", "Ν": "N"} | {
    "Ο": "O", "Ρ": "P", "Τ": "T", "Υ": "Y", "Χ": "X", "ο": "o"
}  # fmt: skip
TEX_GREEK = {letter: f"\\{name}" for name, letter in GREEK.items() if name != "upsilon"} | {
    "υ": r"\upsilon",
    "ϑ": r"\vartheta",
    "ϕ": r"\phi",
    "φ": r"\varphi",
    "ϱ": r"\varrho",
    "ς": r"\varsigma",
    "ϵ": r"\epsilon",
    "ε": r"\varepsilon",
    "Υ": r"\Upsilon",
    "Ω": r"\Omega",  # the sign of the ohm
}
APART = {one: one + r"\kern0pt{}" for one in ("{-}", "{,}", "{'}")}  # before a second one: no ligature
TYPED = {" ": r"\ ", "'": r"\textquotesingle{}"}  # so that it can be copied
RELUCTANT = r"\penalty300{}"  # a line may break here if necessary
RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+", strict=True))
DOTS = {"\u0307": r"\dot", "\u0308": r"\ddot"}
LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
_CONTROL = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u2028-\u202e\u2066-\u2069]"
)
_WORDS = re.compile(r"([ \t\r\n]+)")


def _visible(text: str) -> str:
    """The text with control characters spelled out, and accents composed."""
    return _CONTROL.sub(lambda m: f"[U+{ord(m.group()):04X}]", unicodedata.normalize("NFC", text))


def html_text(text: str) -> str:
    """Text for a page."""
    return html.escape(_visible(text), quote=True)


def html_words(text: str) -> str:
    """Text for a page whose very long words may be broken anywhere."""
    parts = [
        "<wbr>".join(html_text(word[i : i + WBR]) for i in range(0, len(word), WBR))
        if len(word) > LONG_ON_PAGE
        else html_text(word)
        for word in _WORDS.split(text)
    ]
    return "".join(parts)


def tex_letter(c: str) -> str:
    """One character for TeX in text."""
    if c in SPECIAL:
        return SPECIAL[c]
    if " " <= c <= "~" or c in ACCENTED:
        return c
    if c in TEX_GREEK:
        return rf"\ensuremath{{{TEX_GREEK[c]}}}"
    if c in PLAIN_GREEK:
        return PLAIN_GREEK[c]
    if c in RAISED:
        return rf"\textsuperscript{{{RAISED[c]}}}"
    if c in LOWERED:
        return rf"\textsubscript{{{LOWERED[c]}}}"
    return " " if c.isspace() else f"[U+{ord(c):04X}]"


def tex_letters(text: str) -> list[str]:
    """The characters of a visible text for TeX; letters with Newton's dots, ẋ or θ̈, are mathematics."""
    pieces: list[str] = []
    for c in text:
        parts = unicodedata.normalize("NFD", c) if c not in ACCENTED else c
        if c in DOTS and pieces:
            pieces[-1] = rf"\ensuremath{{{DOTS[c]}{{{pieces[-1]}}}}}"
        elif len(parts) == 2 and parts[1] in DOTS:
            pieces.append(rf"\ensuremath{{{DOTS[parts[1]]}{{{tex_letter(parts[0])}}}}}")
        else:
            piece = tex_letter(c)
            if pieces and pieces[-1] == piece:
                pieces[-1] = APART.get(piece, piece)
            pieces.append(piece)
    return pieces


def tex_words(text: str) -> str:
    """Text for TeX inside a formula, where no line ends."""
    return "".join(tex_letters(_visible(text)))


def tex_text(text: str, *, narrow: bool = False) -> str:
    """Text for TeX; with `narrow` every word may break anywhere."""
    out = []
    for word in _WORDS.split(_visible(text)):
        if not word.strip(" \t\r\n"):
            out.append(" " if word else "")
            continue
        made = tex_letters(word)
        apart = narrow or breakable(word) or any(m.startswith("[U+") for m in made)
        out.append(r"\allowbreak{}".join(_cut_in_pieces(made)) if apart else "".join(made))
    return "".join(out)


def breakable(word: str) -> bool:
    """Whether a word is so long that it may be broken anywhere; words of letters are left to TeX's rules."""
    return letters(word) > (LONG_WORD if word.strip(".,:;()").isalpha() else LONG_NAME)


def _cut_in_pieces(made: list[str]) -> list[str]:
    """The letters, with spelled-out characters divided, too."""
    return [c for m in made for c in ((m[:3], m[3:]) if m.startswith("[U+") else (m,))]


def code_text(text: str, *, whole: bool = False) -> str:
    """Typed text for TeX: spaces are kept, and it may break, preferably at a space."""
    made = [TYPED.get(c) or tex_letter(c) for c in _visible(text).replace("\t", "    ")]
    if whole:
        return "".join(made)
    parts = _cut_in_pieces(made)
    spaces = TYPED[" "]  # TeX does not end a line at a space after a penalty
    glued = [
        p if p == spaces or after == spaces else p + RELUCTANT for p, after in pairwise([*parts, spaces])
    ]
    return "".join(glued)
