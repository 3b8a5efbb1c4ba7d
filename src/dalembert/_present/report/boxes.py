"""Typeset mathematics: LaTeX, MathML, width, and the parts at which a formula can be broken.

A box is built once, from the boxes inside it. The sign of a term (`minus`) is not part of its texts: the sum
that contains the term writes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from dalembert._present import mathml as ml
from dalembert._present.report import metrics as m
from dalembert._present.report.escaping import tex_words
from dalembert._words.number_format import DECIMAL, with_mark

ATOM, POWER, PRODUCT, SUM, RELATION = 4, 3, 2, 1, 0  # precedence of a box


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A typeset formula; `kind` says what `parts` are (see `breaking`)."""

    tex: str
    mathml: str
    width: float
    kind: str = "atom"
    parts: tuple[Box, ...] = ()
    rank: int = ATOM
    minus: bool = False
    tall: int = 0  # nesting depth of fractions
    depth: int = 0


def _over(parts: Sequence[Box]) -> tuple[int, int]:
    """The nesting of fractions and the depth of a box with these parts."""
    return max((p.tall for p in parts), default=0), 1 + max((p.depth for p in parts), default=0)


# -- atoms ---------------------------------------------------------------------------------------------


def letter(tex: str, text: str, width: float) -> Box:
    """A name by its LaTeX and its Unicode."""
    return Box(tex=tex, mathml=ml.identifier(text), width=width)


def upright(text: str) -> Box:
    """An upright word."""
    tex = rf"\mathrm{{{text}}}" if text.isascii() and text.isalnum() else rf"\text{{{tex_words(text)}}}"
    return Box(tex=tex, mathml=ml.upright(text), width=m.upright(text))


def bold(box: Box) -> Box:
    """A letter that is a matrix or a vector."""
    mathml = box.mathml.replace("<mi>", '<mi class="bold">')
    return replace(box, tex=rf"\boldsymbol{{{box.tex}}}", mathml=mathml, width=box.width * m.BOLD)


def calligraphic(text: str) -> Box:
    """A capital letter in script."""
    script = chr(ord("\U0001d49c") + ord(text) - ord("A"))
    return Box(
        tex=rf"\mathcal{{{text}}}", mathml=ml.identifier(script), width=m.CALLIGRAPHIC * m.letter(text)
    )


def words(text: str) -> Box:
    """Words of a language in a formula."""
    return Box(tex=rf"\text{{{tex_words(text)}}}", mathml=ml.words(text), width=m.upright(text) + 0.05)


def number(text: str) -> Box:
    """Digits, with the neutral decimal mark, which the writers replace by that of the language."""
    neutral = with_mark(text, DECIMAL)
    return Box(tex=neutral, mathml=ml.number(neutral), width=m.digits(text))


def sign(tex: str, text: str, width: float) -> Box:
    """A single sign."""
    return Box(tex=tex, mathml=f"<mo>{text}</mo>", width=width)


DOTS = sign(r"\cdots", "⋯", 1.6)
NOTHING = Box(tex="", mathml="", width=0.0)


# -- parts around each other ---------------------------------------------------------------------------


def subscript(base: Box, index: Box) -> Box:
    """A base with an index; a power is put above the index."""
    return Box(
        tex=f"{base.tex}_{{{index.tex}}}",
        mathml=ml.with_scripts(base.mathml, below=index.mathml),
        width=base.width + m.SCRIPT * index.width + 0.08,
        kind="indexed",
        parts=(base, index),
    )


def accent(base: Box, command: str, mark: str) -> Box:
    """A base with an accent."""
    return replace(
        base,
        tex=rf"\{command}{{{base.tex}}}",
        mathml=ml.with_accent(base.mathml, mark),
        width=base.width + 0.1,
    )


def whole(box: Box) -> Box:
    """The box with its sign written."""
    return total((box,)) if box.minus else box


def total(terms: Sequence[Box]) -> Box:
    """terms[0] + terms[1] + …, each with its sign; a sum among them is bracketed."""
    terms_set = tuple(t if t.rank > SUM else replace(fence(whole(t)), minus=False) for t in terms)
    tex, text, width = [], [], 0.0
    for i, term in enumerate(terms_set):
        if term.minus or i:
            tex.append("-" if term.minus else "+")
            text.append(ml.sign("−" if term.minus else "+") if i else ml.minus())
            width += m.SIGN if i else 0.8
        tex.append(term.tex)
        text.append(term.mathml)
        width += term.width
    tall, depth = _over(terms_set)
    joined = ml.row(*text)
    return Box(
        tex=" ".join(tex),
        mathml=joined,
        width=width,
        kind="sum",
        parts=terms_set,
        rank=SUM,
        tall=tall,
        depth=depth,
    )


def product(factors: Sequence[Box]) -> Box:
    """The factors side by side, sums bracketed; their signs are combined into that of the product."""
    minus = sum(f.minus for f in factors) % 2 == 1
    bare = [replace(f, minus=False) for f in factors]
    if len(bare) == 1:
        return replace(bare[0], minus=minus)
    factors_set = tuple(f if f.rank >= PRODUCT else fence(f) for f in bare)
    tex, text, width = [factors_set[0].tex], [factors_set[0].mathml], factors_set[0].width
    for before, factor in pairwise(factors_set):
        dotted = needs_dot(before, factor)
        tex += [r"\cdot" if dotted else r"\,", factor.tex]
        text += [ml.sign("·") if dotted else ml.TIMES, factor.mathml]
        width += (m.DOT if dotted else m.THIN) + factor.width
    tall, depth = _over(factors_set)
    return Box(
        tex=" ".join(tex),
        mathml=ml.row(*text),
        width=width,
        kind="product",
        parts=factors_set,
        rank=PRODUCT,
        minus=minus,
        tall=tall,
        depth=depth,
    )


def needs_dot(before: Box, factor: Box) -> bool:
    """Whether a dot is needed between two factors: 2 · 3, and before anything that begins with a digit."""
    return factor.tex[:1].isdigit() or before.kind == "cases"


def fraction(top: Box, under: Box) -> Box:
    """The fraction top / under; a sign of the top is put in front."""
    minus, top, under = top.minus, replace(top, minus=False), whole(under)
    tall, depth = _over((top, under))
    return Box(
        tex=rf"\frac{{{top.tex}}}{{{under.tex}}}",
        mathml=ml.fraction(top.mathml, under.mathml),
        width=max(top.width, under.width) + m.BAR,
        kind="fraction",
        parts=(top, under),
        rank=PRODUCT,
        minus=minus,
        tall=tall + 1,
        depth=depth,
    )


def small_fraction(top: Box, under: Box) -> Box:
    """A small fraction of numbers."""
    made = fraction(top, under)
    width = m.SCRIPT * (made.width - m.BAR) + m.BAR
    tex = rf"\tfrac{{{top.tex}}}{{{under.tex}}}"
    return replace(made, tex=tex, mathml=ml.small(made.mathml), width=width)


def fence(inside: Box, left: str = "(", right: str = ")") -> Box:
    """Brackets around a box."""
    inside = whole(inside)
    named = {"(": ("(", ")"), "|": (r"\lvert", r"\rvert"), "⌊": (r"\lfloor", r"\rfloor")}[left]
    if inside.tall:
        tex = rf"\left{named[0]} {inside.tex} \right{named[1]}"
        width = inside.width + 2 * (m.TALL_BRACKET if inside.tall == 1 else m.TALLER_BRACKET) + 2 * m.THIN
    else:
        tex = f"{named[0]} {inside.tex} {named[1]}" if left != "(" else f"({inside.tex})"
        width = inside.width + 2 * m.BRACKET
    made = ml.in_brackets(left, inside.mathml, right, tall=bool(inside.tall))
    return Box(
        tex=tex,
        mathml=made,
        width=width,
        kind={"(": "fence", "|": "abs", "⌊": "floor"}[left],
        parts=(inside,),
        tall=inside.tall,
        depth=inside.depth + 1,
    )


def power(base: Box, exponent: Box) -> Box:
    """The power base ^ exponent; the exponent of a function is put on its name."""
    base, exponent = whole(base), whole(exponent)
    base_set = base if base.rank == ATOM else fence(base)
    extra = m.SCRIPT * exponent.width + 0.08
    if base_set.kind == "indexed":
        first, index = base_set.parts
        text = ml.with_scripts(first.mathml, index.mathml, exponent.mathml)
    else:
        text = ml.with_scripts(base_set.mathml, above=exponent.mathml)
    return Box(
        tex=f"{{{base_set.tex}}}^{{{exponent.tex}}}"
        if base_set.kind == "power"
        else f"{base_set.tex}^{{{exponent.tex}}}",
        mathml=text,
        width=base_set.width + extra,
        kind="power",
        parts=(base, exponent),
        rank=POWER,
        tall=base_set.tall,
        depth=max(base_set.depth, exponent.depth + 1),
    )


def root(inside: Box) -> Box:
    """A square root."""
    inside = whole(inside)
    return Box(
        tex=rf"\sqrt{{{inside.tex}}}",
        mathml=ml.root(inside.mathml),
        width=inside.width + (m.TALL_ROOT if inside.tall else m.ROOT),
        kind="root",
        parts=(inside,),
        tall=max(inside.tall, 0),
        depth=inside.depth + 1,
    )


def call(name: Box, arguments: Sequence[Box], exponent: Box | None = None) -> Box:
    """name(arguments…), or name^exponent(arguments…)."""
    inside = comma_list(arguments)
    argument = fence(inside)
    head = name
    if exponent is not None:
        head = replace(
            name,
            tex=f"{name.tex}^{{{exponent.tex}}}",
            mathml=ml.with_scripts(name.mathml, above=exponent.mathml),
            width=name.width + m.SCRIPT * exponent.width + 0.08,
        )
    return Box(
        tex=head.tex + argument.tex,
        mathml=ml.row(head.mathml, ml.APPLY, argument.mathml),
        width=head.width + argument.width + m.THIN,
        kind="call",
        parts=(head, *map(whole, arguments)),
        tall=argument.tall,
        depth=argument.depth + 1,
    )


def comma_list(items: Sequence[Box]) -> Box:
    """Items with commas."""
    items_set = [whole(item) for item in items]
    if len(items_set) == 1:
        return items_set[0]
    tall, depth = _over(items_set)
    return Box(
        tex=r",\; ".join(item.tex for item in items_set),
        mathml=ml.row(*_between([item.mathml for item in items_set], "<mo>,</mo>")),
        width=sum(item.width for item in items_set) + 0.75 * (len(items_set) - 1),
        kind="list",
        parts=tuple(items_set),
        rank=RELATION,
        tall=tall,
        depth=depth,
    )


def _between(items: list[str], mark: str) -> list[str]:
    return [part for item in items for part in (mark, item)][1:]


def relation(parts: Sequence[Box], tex: str, text: str) -> Box:
    """Parts joined by one relation or logical operator; x > 0 ∧ y > 0 needs no brackets."""
    joins = tex in LOGIC
    sides = tuple(whole(p) if p.rank > RELATION or (joins and _compares(p)) else fence(p) for p in parts)
    tall, depth = _over(sides)
    return Box(
        tex=f" {tex} ".join(p.tex for p in sides),
        mathml=ml.row(*_between([p.mathml for p in sides], ml.sign(text))),
        width=sum(p.width for p in sides) + m.RELATION * (len(sides) - 1),
        kind="relation",
        parts=(Box(tex=tex, mathml=ml.sign(text), width=m.RELATION), *sides),
        rank=RELATION,
        tall=tall,
        depth=depth,
    )


LOGIC = (r"\land", r"\lor")


def _compares(box: Box) -> bool:
    """Whether a box is a comparison by itself."""
    return box.kind == "relation" and box.parts[0].tex not in LOGIC


def cases(rows: Sequence[tuple[Box, Box]]) -> Box:
    """Values, each with the words or the condition of its case."""
    pairs = [(whole(value), whole(condition)) for value, condition in rows]
    boxes = tuple(box for pair in pairs for box in pair)
    tall, depth = _over(boxes)
    body = r" \\ ".join(f"{value.tex} & {condition.tex}" for value, condition in pairs)
    table = ml.table([(value.mathml, condition.mathml) for value, condition in pairs], "cases")
    width = max(value.width for value, _ in pairs) + max(condition.width for _, condition in pairs)
    return Box(
        tex=rf"\begin{{cases}} {body} \end{{cases}}",
        mathml=ml.in_brackets("{", table, ""),
        width=width + 2.6,
        kind="cases",
        parts=boxes,
        tall=tall + 2,
        depth=depth,
    )


def integral(lower: Box, upper: Box, body: Box, variable: Box) -> Box:
    """∫ body d(variable) between two ends; a sum is bracketed, a minus written before the sign."""
    low, high = whole(lower), whole(upper)
    inside = fence(whole(body)) if body.rank <= SUM else replace(body, minus=False)
    tall, depth = _over((low, high, inside))
    return Box(
        tex=rf"\int_{{{low.tex}}}^{{{high.tex}}} {inside.tex} \, \mathrm{{d}}{variable.tex}",
        mathml=ml.row(
            ml.with_scripts("<mo>∫</mo>", below=low.mathml, above=high.mathml),
            inside.mathml,
            ml.row("<mi mathvariant='normal'>d</mi>", variable.mathml),
        ),
        width=1.2 + m.SCRIPT * max(low.width, high.width) + inside.width + variable.width + 0.7,
        kind="integral",
        parts=(low, high, inside, variable),
        rank=PRODUCT,
        minus=body.minus and body.rank > SUM,
        tall=tall,
        depth=depth,
    )


def row(*parts: Box) -> Box:
    """Parts side by side, without breaks between them."""
    tall, depth = _over(parts)
    return Box(
        tex=" ".join(p.tex for p in parts),
        mathml=ml.row(*(p.mathml for p in parts)),
        width=sum(p.width for p in parts),
        kind="row",
        parts=tuple(parts),
        tall=tall,
        depth=depth,
    )
