"""An expression tree as text, in two notations: the model language (which the parser reads back) and Unicode.

A printed part has the rank of its outermost operator; brackets are set where a rank is too low.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dalembert._expression.leibniz import written_body
from dalembert._expression.tree import (
    Call,
    Compare,
    Integral,
    Inverse,
    Logic,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rate,
    Sum,
    type_of_number,
)
from dalembert._expression.walk import fold
from dalembert._text.grammar import RANK

ATOM = 9
SUPERSCRIPTS = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")
SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "="}

Printed = tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A notation: how names, products, minus signs and powers are written."""

    name: Callable[[str, int], str]
    times: str
    minus: str
    superscripts: bool


MODEL = Hand(name=lambda name, order: name + "'" * order, times="*", minus="-", superscripts=False)


def print_tree(root: Node, hand: Hand = MODEL, known: dict[int, Printed] | None = None) -> str:
    """The text of a tree; `known` caches the texts of parts for trees that share them (see `fold`)."""

    def leaf(node: Node) -> Printed:
        match node:
            case Number(value=value):
                return _number(value, hand)
            case Name(name=name):
                return _printed_name(hand.name(name, 0))
            case Rate(name=name, order=order):
                return _printed_name(hand.name(name, order))
        raise TypeError(node)

    def combine(node: Node, below: tuple[Printed, ...]) -> Printed:
        match node:
            case Sum(terms=terms):
                return _sum(terms, below, hand)
            case Negative():
                return hand.minus + _in_brackets(below[0], RANK["product"]), RANK["sum"]
            case Product(factors=factors):
                return _product(factors, below, hand)
            case Inverse():
                return "1/" + _in_brackets(below[0], RANK["negative"]), RANK["product"]
            case Power(exponent=exponent):
                return _power(below[0], exponent, below[1], hand)
            case Call(function=function):
                return f"{function}({', '.join(text for text, _ in below)})", ATOM
            case Integral(variable=variable):
                return _integral(written_body(node), hand.name(variable, 0), below, hand)
            case Compare(operator=operator):
                sign = SIGNS.get(operator, operator) if hand.superscripts else operator
                sides = [_in_brackets(part, RANK["compare"] + 1) for part in below]
                return f"{sides[0]} {sign} {sides[1]}", RANK["compare"]
            case Logic(operator=operator):
                return _logic(operator, below)
        raise TypeError(node)

    return fold(root, leaf, combine, known)[0]


def _logic(operator: str, below: tuple[Printed, ...]) -> Printed:
    if operator == "not":
        return "not " + _in_brackets(below[0], RANK["not"]), RANK["not"]
    parts = [_in_brackets(part, RANK[operator] + 1) for part in below]
    return f" {operator} ".join(parts), RANK[operator]


def _integral(body: Node, variable: str, below: tuple[Printed, ...], hand: Hand) -> Printed:
    """∫[a…b] f du, or as it is typed."""
    (lower, _), (upper, _) = below[:2]
    if not hand.superscripts:
        return f"integral({print_tree(body, hand)}, {variable}, {lower}, {upper})", ATOM
    inner = print_tree(body, hand)
    inner = f"({inner})" if isinstance(body, Sum) else inner
    return f"∫[{lower}…{upper}] {inner} d{variable}", RANK["product"]


def _printed_name(text: str) -> Printed:
    """A name; one written as a derivative, ∂x/∂y or d/dt ∂x/∂y, has the rank of a quotient or a sum."""
    if "/" not in text:
        return text, ATOM
    return text, RANK["sum"] if text.startswith("d/dt") else RANK["product"]


def _in_brackets(part: Printed, rank: int) -> str:
    text, precedence = part
    return text if precedence >= rank else f"({text})"


def _number(value: type_of_number, hand: Hand) -> Printed:
    if isinstance(value, Fraction):
        text, rank = f"{value.numerator}/{value.denominator}", RANK["product"]
    else:
        text, rank = (repr(value) if isinstance(value, float) else str(value)), ATOM
    if isinstance(value, float) and text.endswith(".0") and hand.superscripts:
        text = text[:-2]
    return (text.replace("-", hand.minus), RANK["sum"]) if value < 0 else (text, rank)


def _sum(terms: tuple[Node, ...], below: tuple[Printed, ...], hand: Hand) -> Printed:
    out: list[str] = []
    for term, part in zip(terms, below, strict=True):
        if not isinstance(term, Sum) and part[0].startswith(hand.minus):
            body = part[0][len(hand.minus) :]
            out.append(f" {hand.minus} {body}" if out else hand.minus + body)
        else:
            text = _in_brackets(part, RANK["product"])
            out.append(f" + {text}" if out else text)
    return "".join(out), RANK["sum"]


def _product(factors: tuple[Node, ...], below: tuple[Printed, ...], hand: Hand) -> Printed:
    out: list[str] = []
    rank = RANK["product"]
    for factor, part in zip(factors, below, strict=True):
        if not out and isinstance(factor, Negative | Number) and part[0].startswith(hand.minus):
            out.append(part[0])
            rank = RANK["sum"]
        elif isinstance(factor, Inverse):
            denominator = part[0][2:]
            out.append(("" if out else "1") + "/" + denominator)
        else:
            inner = out or (isinstance(factor, Name | Rate) and len(factors) > 1)
            text = _in_brackets(part, RANK["negative"] if inner else RANK["product"])
            out.append(f"{hand.times if out else ''}{text}")
    return "".join(out), rank


def _power(base: Printed, node: Node, exponent: Printed, hand: Hand) -> Printed:
    low = _in_brackets(base, ATOM)
    if hand.superscripts and isinstance(node, Number) and isinstance(node.value, int):
        return low + str(node.value).translate(SUPERSCRIPTS), RANK["power"]
    return f"{low}^{_in_brackets(exponent, RANK['power'])}", RANK["power"]
