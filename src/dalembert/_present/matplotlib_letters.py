"""Letters and mathtext for matplotlib: a box for missing letters, plain text for unsupported mathematics."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import accumulate

from matplotlib import font_manager
from matplotlib.mathtext import MathTextParser

from dalembert._present.figures.labels import with_mathematics
from dalembert._present.figures.records import Label, Symbol

SIZE = 9.0  # points
MATHEMATICS = "stix"
FACES = ("STIXGeneral", "DejaVu Sans")
# Typefaces with further scripts, used where they are installed.
FURTHER = (
    "Noto Sans CJK SC",
    "Noto Sans CJK JP",
    "Microsoft YaHei",
    "PingFang SC",
    "Hiragino Sans",
    "Arial Unicode MS",
)
LONGEST = 60  # the most characters of a symbol in mathtext, and of a label
DEEPEST = 6  # the deepest nesting of braces in a symbol
WIDEST, HIGHEST = 40.0, 6.0  # the largest size of a symbol, relative to the letters
_MATHEMATICS = re.compile(r"[\x20-\x7eÀ-ÖØ-öø-ÿΑ-ΡΣ-Ωα-ω]*")


def math_text(label: Label) -> str:
    """The label for matplotlib: mathtext between dollars; plain text where a symbol cannot be typeset."""
    pieces = []
    for piece in label.pieces:
        if isinstance(piece, str):
            pieces.append(legible(piece))
            continue
        tex = _settable(piece)
        if tex is None:
            pieces.clear()
            break
        pieces.append(f"${tex}$")
    if pieces and len(label.text) <= LONGEST:
        return "".join(pieces)
    text = label.text
    return legible(text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…")


def _settable(symbol: Symbol) -> str | None:
    return next((tex for tex in symbol.tex if is_settable(tex)), None)


@lru_cache(maxsize=2048)
def is_settable(tex: str) -> bool:
    """Whether mathtext can typeset a formula with the available letters, within the size of a symbol."""
    if not 0 < len(tex) <= LONGEST + 40 or not _MATHEMATICS.fullmatch(tex) or _depth(tex) > DEEPEST:
        return False
    properties = font_manager.FontProperties(size=SIZE, math_fontfamily=MATHEMATICS)
    try:
        parsed = MathTextParser("path").parse(f"${tex}$", 72, properties)
    except (ValueError, RecursionError, OverflowError):
        return False
    return 0 < parsed.width <= WIDEST * SIZE and parsed.height <= HIGHEST * SIZE


def _depth(tex: str) -> int:
    """The nesting depth of braces; matplotlib's parser recurses some thirty times for each."""
    depths = accumulate((letter == "{") - (letter == "}") for letter in tex)
    return max(depths, default=0)


def legible(text: str) -> str:
    """The text on one line, with a box for each missing letter, and escaped dollars."""
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    seen = "".join(letter if letter.isascii() or _has(letter) else "□" for letter in shown)
    return seen.replace("$", r"\$")


def legible_mathematics(text: str) -> str:
    """Legible text with dotted letters and indices in mathtext, where only the first typeface is used."""
    made = with_mathematics(text)
    beside = made.replace(r"\$", "").split("$")[::2]
    return made if all(c.isascii() or _in(FACES[0], c) for part in beside for c in part) else text


@lru_cache(maxsize=4096)
def _in(face: str, letter: str) -> bool:
    return bool(font_manager.get_font(font_manager.findfont(face)).get_char_index(ord(letter)))


def _has(letter: str) -> bool:
    return any(_in(face, letter) for face in faces())


@lru_cache(maxsize=1)
def faces() -> tuple[str, ...]:
    """The typefaces in order of preference."""
    installed = {entry.name for entry in font_manager.fontManager.ttflist}
    return (*FACES, *(face for face in FURTHER if face in installed))
