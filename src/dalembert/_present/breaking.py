"""Line breaking of long formulas, so that no line is wider than its page.

A formula is broken only as far as necessary: a sum at its signs; a product inside its longest bracket, or at
its factors, with a dot where a line begins with one; brackets with the same size on both lines; a fraction as
1/under · (top); a root as a power 1/2; cases as if(…). Lines are chosen by the least total cost: breaks deep
inside a bracket cost most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dalembert._present import mathml as ml
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a formula that stays on one line; a line may end before it, at the cost of its level.

    A `factor` multiplies the piece before it.
    """

    tex: str
    mathml: str
    width: float
    level: int
    factor: bool = False


def pieces(box: Box, room: float) -> list[Piece]:
    """The pieces of a formula, none wider than the room (except a single name or number)."""
    return _pieces_of(b.whole(box), room, 0)


def tex_of(line: Sequence[Piece], *, first: bool = True) -> str:
    """The LaTeX of a line of pieces; a later line that begins with a factor has a dot before it."""
    parts = [
        (r"\cdot " if i == 0 and not first else r"\, " if i else "") + piece.tex
        if piece.factor
        else piece.tex
        for i, piece in enumerate(line)
    ]
    return " ".join(parts)


def mathml_of(parts: Sequence[Piece], *, display: bool = False) -> str:
    """The pieces as formulas between which a browser may break; a factor stays with what it multiplies.

    Where both together would be too wide for a small screen, a dot is put between them.
    """
    made: list[tuple[str, float]] = []
    for piece in parts:
        text, width = made[-1] if made else ("", 0.0)
        if piece.factor and width + piece.width <= WIDEST:
            made[-1] = ml.row(text, ml.TIMES, piece.mathml), width + piece.width
        elif piece.factor:
            made.append((ml.row(ml.leading_sign("·"), piece.mathml), piece.width))
        else:
            made.append((piece.mathml, piece.width))
    return " ".join(ml.math(text, display=display) for text, _ in made)


def _pieces_of(box: Box, room: float, level: int) -> list[Piece]:
    box = b.whole(box)
    if box.width <= (max(room, CASES) if box.kind == "cases" else room):
        return [Piece(tex=box.tex, mathml=box.mathml, width=box.width, level=level)]
    match box.kind:
        case "sum":
            return _sum(box, room, level)
        case "product":
            return _product(box, room, level)
        case "fraction":
            return _fraction(*box.parts, room=room, level=level)
        case "fence":
            return _call_pieces(b.NOTHING, box.parts, room, level)
        case "call":
            return _call_pieces(box.parts[0], box.parts[1:], room, level)
        case "abs" | "floor" as name:
            return _call_pieces(b.upright(name), box.parts, room, level)
        case "power":
            return _power(*box.parts, room=room, level=level)
        case "root":
            half = b.row(b.number("1"), b.sign("/", "/", 0.6), b.number("2"))
            return _power(box.parts[0], half, room=room, level=level)
        case "cases":
            return _call_pieces(b.upright("if"), box.parts, room, level)
        case "row":
            return [piece for part in box.parts for piece in _pieces_of(part, room, level + 2)]
        case "list":
            return _list(box.parts, room, level)
        case "relation":
            return _relation(box.parts[0], box.parts[1:], room, level)
    return [Piece(tex=box.tex, mathml=box.mathml, width=box.width, level=level)]


def _before(piece: Piece, tex: str, mathml: str, width: float, level: int) -> Piece:
    """The piece with a prefix."""
    return Piece(
        tex=f"{tex} {piece.tex}",
        mathml=ml.row(mathml, piece.mathml) if mathml else piece.mathml,
        width=piece.width + width,
        level=level,
    )


def _after(piece: Piece, tex: str, mathml: str, width: float) -> Piece:
    """The piece with a suffix."""
    text = ml.row(piece.mathml, mathml) if mathml else piece.mathml
    return replace(piece, tex=f"{piece.tex} {tex}", mathml=text, width=piece.width + width)


def _sum(box: Box, room: float, level: int) -> list[Piece]:
    out: list[Piece] = []
    for i, term in enumerate(box.parts):
        inner = _pieces_of(replace(term, minus=False), room - m.SIGN, level + 1)
        if term.minus or i:
            tex = "-" if term.minus else "+"
            text = ml.leading_sign("−" if term.minus else "+") if i else ml.minus()
            inner[0] = _before(inner[0], tex, text, m.SIGN, level)
        out += inner
    return out


def _product(box: Box, room: float, level: int) -> list[Piece]:
    """A product broken inside a bracket, the other factors around it; else groups of factors that fit."""
    around = _around_bracket(box, room, level)
    if around:
        return around
    groups: list[Box] = []
    for factor in box.parts:
        together = b.product((groups[-1], factor)) if groups else factor
        if groups and together.width <= room - m.DOT and "cases" not in (groups[-1].kind, factor.kind):
            groups[-1] = together
        else:
            groups.append(factor)
    out: list[Piece] = []
    for i, group in enumerate(groups):
        inner = _pieces_of(group, room - m.DOT, level + 1)
        if i:
            inner[0] = replace(inner[0], width=inner[0].width + m.DOT, level=level + 1, factor=True)
        out += inner
    return out


def _around_bracket(box: Box, room: float, level: int) -> list[Piece]:
    """The pieces of the widest factor, a bracket, and the factors beside it; empty if these are wide."""
    at = max(range(len(box.parts)), key=lambda i: box.parts[i].width)
    bracket, before, after = box.parts[at], box.parts[:at], box.parts[at + 1 :]
    used = sum(factor.width + m.THIN for factor in (*before, *after))
    if bracket.kind != "fence" or used > room / 3:
        return []
    out = _call_pieces(b.NOTHING, bracket.parts, room - used, level)
    if before:
        front = b.product(before)
        out[0] = _before(
            out[0], rf"{front.tex}\,", ml.row(front.mathml, ml.TIMES), front.width + m.THIN, level
        )
    if after:
        back = b.product(after)
        out[-1] = _after(out[-1], rf"\, {back.tex}", ml.row(ml.TIMES, back.mathml), back.width + m.THIN)
    return out


def _call_pieces(name: Box, inside: Sequence[Box], room: float, level: int) -> list[Piece]:
    """name( … ): the bracket opens with the first piece and closes with the last, both of one size."""
    used = name.width + 2 * m.BIG_BRACKET
    inner = _list(tuple(inside), max(room - used, room / 2), level + 1)
    opened = ml.row(name.mathml, ml.big_bracket("(")) if name.mathml else ml.big_bracket("(")
    inner[0] = _before(inner[0], rf"{name.tex}\bigl(", opened, name.width + m.BIG_BRACKET, level)
    inner[-1] = _after(inner[-1], r"\bigr)", ml.big_bracket(")"), m.BIG_BRACKET)
    return inner


def _list(items: tuple[Box, ...], room: float, level: int) -> list[Piece]:
    out: list[Piece] = []
    for i, item in enumerate(items):
        inner = _pieces_of(item, room - 0.75, level + (1 if len(items) > 1 else 0))
        if i + 1 < len(items):
            inner[-1] = _after(inner[-1], r",\;", "<mo>,</mo>", 0.75)
        out += inner
    return out


def _relation(sign: Box, parts: Sequence[Box], room: float, level: int) -> list[Piece]:
    out: list[Piece] = []
    for i, part in enumerate(parts):
        inner = _pieces_of(part, room - sign.width, level + 1)
        inner[0] = _before(inner[0], sign.tex, sign.mathml, sign.width, level) if i else inner[0]
        out += inner
    return out


def _fraction(top: Box, under: Box, *, room: float, level: int) -> list[Piece]:
    """1/under · (top) where the fraction 1/under is short enough, else (top) / (under)."""
    one = b.fraction(b.number("1"), under)
    if one.width <= room:
        if top.rank >= b.PRODUCT and top.kind == "product":
            factors = top.parts
        else:
            factors = (top if top.rank >= b.POWER else b.fence(top),)
        return _product(replace(top, kind="product", parts=(one, *factors)), room, level)
    out = _call_pieces(b.NOTHING, (top,), room, level) if top.rank < b.ATOM else _pieces_of(top, room, level)
    inner = _call_pieces(b.NOTHING, (under,), room - m.DOT, level + 1)
    inner[0] = _before(inner[0], r"\big/", ml.sign("/"), m.DOT, level + 1)
    return out + inner


def _power(base: Box, exponent: Box, *, room: float, level: int) -> list[Piece]:
    raised = m.SCRIPT * exponent.width + 0.08
    if raised > max(room / 3, LEAST_RAISED):
        return _call_pieces(b.upright("pow"), (base, exponent), room, level)
    out = _call_pieces(b.NOTHING, (base,), room - raised, level)
    last = out[-1]
    closing = ml.big_bracket(")")
    at = last.mathml.rindex(closing)
    text = (
        last.mathml[:at] + ml.with_scripts(closing, above=exponent.mathml) + last.mathml[at + len(closing) :]
    )
    out[-1] = replace(last, tex=f"{last.tex}^{{{exponent.tex}}}", mathml=text, width=last.width + raised)
    return out


CASES = 34.0  # em of cases: they are broken only if they are wider than any line of a page
WIDEST = 30.0  # em of a formula that a browser cannot break
LEAST_RAISED = 3.0  # em up to which an exponent is never broken
LINE_COST, DEEP_COST = 10.0, 4.0


def lines(parts: Sequence[Piece], first: float, later: float) -> list[list[Piece]]:
    """The pieces arranged in lines: the first line has the room `first`, the others `later`."""
    best = [0.0] + [float("inf")] * len(parts)
    came = [0] * (len(parts) + 1)
    for i in range(len(parts)):
        room = first if i == 0 else later
        width, start = 0.0, best[i] + LINE_COST + (DEEP_COST * parts[i].level if i else 0.0)
        for j in range(i, len(parts)):
            width += parts[j].width + m.THIN
            if width > room and j > i:
                break
            slack = max(0.0, 1 - width / room) if j + 1 < len(parts) else 0.0
            cost = start + 3 * slack * slack
            if cost < best[j + 1]:
                best[j + 1], came[j + 1] = cost, i
    cuts = [len(parts)]
    while cuts[-1]:
        cuts.append(came[cuts[-1]])
    cuts.reverse()
    return [list(parts[low:high]) for low, high in pairwise(cuts)]
