"""Line breaks of long formulas in a terminal: before signs, first outside of brackets."""

from __future__ import annotations

import unicodedata

DEEPEST = 3  # the deepest brackets in which a line is broken
MARGIN = 24  # indentation of further lines inside a bracket


def wrap(text: str, width: int) -> list[str]:
    """A long expression broken before + and - outside brackets, if necessary inside the outermost ones."""
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
    """A long term broken in the outermost possible brackets; further lines are indented."""
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
    """A text split before signs where at most `level` brackets are open.

    Arguments of functions, sin(a + b), stay together.
    """
    pieces, start = [], 0
    open_: list[bool] = []  # whether each bracket contains arguments
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
    """The width of a text in terminal cells."""
    return sum(not unicodedata.combining(c) for c in text)
