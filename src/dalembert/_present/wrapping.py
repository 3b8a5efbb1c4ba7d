"""Long formulas in a terminal: broken before signs, outside of brackets first, to fit its lines."""

from __future__ import annotations

import unicodedata

DEEPEST = 3  # brackets that a line is broken in
MARGIN = 24  # of further lines inside a bracket


def wrap(text: str, width: int) -> list[str]:
    """A long expression broken before + and - outside brackets; in the outermost ones where it must be."""
    if columns(text) <= width:
        return [text]
    lines: list[str] = []
    for piece in _pieces(text, 0):
        if lines and columns(lines[-1]) + 1 + columns(piece) <= width:
            lines[-1] += f" {piece}"
        elif columns(piece) <= width:
            lines.append(piece)
        else:
            lines += _inside(piece, width)
    return lines


def _inside(text: str, width: int) -> list[str]:
    """A long term broken in its brackets, the outermost that serve; further lines are set in."""
    level = next((k for k in range(1, DEEPEST) if max(map(columns, _pieces(text, k))) <= width), DEEPEST)
    first, *others = _pieces(text, level)
    lines, margin = [first], " " * min(text.find("(") + level, MARGIN)
    for piece in others:
        if columns(lines[-1]) + 1 + columns(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(margin + piece)
    return lines


def _pieces(text: str, level: int) -> list[str]:
    """A text in parts, each but the first with its sign, parted where at most so many brackets are open.

    Arguments of functions, sin(a + b), stay together.
    """
    pieces, start = [], 0
    open_: list[bool] = []  # whether each bracket holds arguments
    for i, c in enumerate(text):
        if c == "(":
            open_.append(i > 0 and text[i - 1] not in " (-/")
        elif c == ")":
            open_.pop()
        elif len(open_) <= level and not any(open_) and text[i : i + 3] in (" + ", " - "):
            pieces.append(text[start:i])
            start = i + 1
    return [*pieces, text[start:]]


def columns(text: str) -> int:
    """Cells a text takes in a terminal."""
    return sum(not unicodedata.combining(c) for c in text)
