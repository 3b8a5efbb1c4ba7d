"""From expression trees to boxes, in one walk from the leaves.

products:  numbers collected in front, factors with negative powers under one fraction bar
sums:      signs taken out of the terms; a sum too long for a page is cut, and the omitted terms are counted
depth:     parts nested too deep for TeX are named, and their names are explained with the equation
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import prod

from dalembert._expression.functions import FUNCTIONS as KNOWN
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
from dalembert._present.report import boxes as b
from dalembert._present.report import metrics as m
from dalembert._present.report.boxes import Box
from dalembert._present.report.symbols import Symbols, word_with_index

DEEPEST = 10  # the deepest nesting of boxes before a part is named
LONGEST = 800.0  # em of one sum: about 22 lines
MOST_FACTORS = 4  # the most factors of a product that may be a number
ZEROS = 6  # the fewest trailing zeros that are written as a power of ten
ONE = b.number("1")
FUNCTIONS = {
    "sin": r"\sin",
    "cos": r"\cos",
    "tan": r"\tan",
    "sinh": r"\sinh",
    "cosh": r"\cosh",
    "tanh": r"\tanh",
    "exp": r"\exp",
    "min": r"\min",
    "max": r"\max",
    "log": r"\ln",
    "ln": r"\ln",
    "asin": r"\arcsin",
    "acos": r"\arccos",
    "atan": r"\arctan",
}
WRITTEN = {
    "log": "ln",
    "asin": "arcsin",
    "acos": "arccos",
    "atan": "arctan",
    "asinh": "arsinh",
    "acosh": "arcosh",
    "atanh": "artanh",
    "sign": "sgn",
}
RELATIONS = {
    "<": ("<", "<"),
    ">": (">", ">"),
    "<=": (r"\le", "≤"),
    ">=": (r"\ge", "≥"),
    "==": ("=", "="),
    "!=": (r"\ne", "≠"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Formula:
    """A typeset tree: its box, its named parts, and the number of omitted terms."""

    box: Box
    named: tuple[tuple[Box, Box], ...] = ()
    cut: int = 0


@dataclass(frozen=True, slots=True)
class Typesetter:
    """Typesets trees with the symbols of a model and two words of a language."""

    symbols: Symbols
    words_if: str
    words_otherwise: str
    letter: str = "z"  # of named parts
    parts: dict[str, Box] = field(default_factory=dict)  # named parts by their LaTeX, each explained once

    def formula(self, root: Node, longest: float = LONGEST) -> Formula:
        """The tree as a formula."""
        work = _Setting(self, longest)
        box = _standing_alone(fold(root, work.leaf, work.combine))
        return Formula(box=b.whole(box), named=tuple(work.named), cut=work.cut)

    def box(self, root: Node) -> Box:
        """A short tree as a box."""
        return self.formula(root).box


@dataclass(slots=True)
class _Setting:
    typesetter: Typesetter
    longest: float
    named: list[tuple[Box, Box]] = field(default_factory=list)
    cut: int = 0

    def leaf(self, node: Node) -> Box:
        match node:
            case Number(value=value):
                return value_box(value)
            case Name(name="pi"):
                return b.letter(r"\pi", "π", m.greek("pi"))
            case Name(name=name):
                return self.typesetter.symbols(name)
            case Rate(name=name, order=order):
                return self.typesetter.symbols(name, order)
        raise TypeError(node)

    def combine(self, node: Node, below: tuple[Box, ...]) -> Box:
        if not isinstance(node, Product):
            below = tuple(_standing_alone(box) for box in below)
        box = self._box(node, below)
        return self._name(_standing_alone(box)) if box.depth > DEEPEST else box

    def _name(self, box: Box) -> Box:
        """A new name for a part that is nested too deep."""
        body = b.whole(box)
        known = self.typesetter.parts.get(body.tex)
        if known is None:
            known = self.typesetter.parts[body.tex] = word_with_index(
                self.typesetter.letter, str(len(self.typesetter.parts) + 1)
            )
            self.named.append((known, body))
        return known

    def _box(self, node: Node, below: tuple[Box, ...]) -> Box:
        match node:
            case Sum():
                return b.total(self._terms_that_fit(below))
            case Negative():
                return _negative(below[0])
            case Product(factors=factors):
                return _product(factors, below)
            case Inverse(operand=operand):
                value = _exact(operand)
                return _under(b.whole(below[0])) if value is None else value_box(1 / value)
            case Power(exponent=exponent):
                return _power(exponent, below[0], below[1])
            case Call(function=function):
                return self._call(function, below)
            case Compare(operator=operator):
                return b.relation(below, *RELATIONS[operator])
            case Integral(variable=variable):
                body = _standing_alone(fold(written_body(node), self.leaf, self.combine))
                return b.integral(below[0], below[1], body, self.typesetter.symbols(variable))
            case Logic(operator="not"):
                return b.row(b.sign(r"\lnot", "¬", 0.9), b.fence(below[0]))
            case Logic(operator=operator):
                return b.relation(below, *((r"\land", "∧") if operator == "and" else (r"\lor", "∨")))
        raise TypeError(node)

    def _terms_that_fit(self, terms: tuple[Box, ...]) -> tuple[Box, ...]:
        """The terms that fit, and dots."""
        width = 0.0
        for i, term in enumerate(terms):
            width += term.width + m.SIGN
            if width > self.longest and i and i + 1 < len(terms):
                self.cut += len(terms) - i
                return (*terms[:i], b.DOTS)
        return terms

    def _call(self, function: str, below: tuple[Box, ...]) -> Box:
        match function:
            case "sqrt":
                return b.root(below[0])
            case "abs":
                return b.fence(below[0], "|", "|")
            case "floor":
                return b.fence(below[0], "⌊", "⌋")
            case "if":
                return self._cases(below)
            case "log10":
                return b.call(b.subscript(replace(b.upright("log"), tex=r"\log"), b.number("10")), below)
        if function not in KNOWN:
            return b.call(self._table_name(function), below)
        return b.call(function_name(function), below)

    def _table_name(self, function: str) -> Box:
        """The name of a table, with a prime for each derivative, or one prime and its arguments."""
        table, prime, places = function.partition("'")
        name = self.typesetter.symbols(table)
        if not prime:
            return name
        digits = places.strip("'")
        primes = [b.sign(r"\prime", "′", 0.3)] * (1 if digits else function.count("'"))
        return b.power(name, b.row(*primes, *([b.number(digits)] if digits else [])))

    def _cases(self, below: tuple[Box, ...]) -> Box:
        """The cases of if(condition, a, b): two rows, and more where b is also an `if`."""
        condition, first, second = below
        row = (first, b.row(b.words(f"{self.typesetter.words_if} "), b.whole(condition)))
        if second.kind == "cases" and not second.minus:
            pairs = list(zip(second.parts[::2], second.parts[1::2], strict=True))
            return b.cases((row, *pairs))
        return b.cases((row, (second, b.words(self.typesetter.words_otherwise))))


def function_name(function: str) -> Box:
    """The upright name of a function."""
    text = WRITTEN.get(function, function)
    made = b.upright(text)
    return replace(made, tex=FUNCTIONS.get(function) or rf"\operatorname{{{text}}}", width=made.width + 0.02)


def value_box(value: type_of_number) -> Box:
    """A number: digits, a fraction, or digits times a power of ten."""
    minus, size = value < 0, abs(value)
    if isinstance(size, Fraction):
        box = b.small_fraction(b.number(str(size.numerator)), b.number(str(size.denominator)))
        return replace(box, minus=minus)
    return replace(decimal_box(repr(size) if isinstance(size, float) else str(size)), minus=minus)


def decimal_box(text: str) -> Box:
    """A number from its digits: 1e-05 as 10⁻⁵, 2.5e3 as 2.5·10³, 200000000 as 2·10⁸."""
    digits, _, exponent = text.partition("e")
    digits = digits.removesuffix(".0")
    if not exponent and len(digits) > ZEROS and digits.isdigit() and digits.endswith("0" * ZEROS):
        size = digits.rstrip("0")
        digits, exponent = size if len(size) == 1 else f"{size[0]}.{size[1:]}", str(len(digits) - 1)
    if not exponent:
        return b.number(digits) if digits not in ("inf", "nan") else b.upright(digits)
    ten = b.power(b.number("10"), number_box(str(int(exponent))))
    return ten if digits == "1" else b.product((b.number(digits), ten))


def number_box(text: str) -> Box:
    """A number with its sign and its power of ten."""
    minus = text.startswith("-")
    return b.whole(replace(decimal_box(text.removeprefix("-")), minus=minus))


def _negative(box: Box) -> Box:
    if box.rank == b.SUM:
        box = b.fence(b.whole(box))
    return replace(box, minus=not box.minus)


def _under(box: Box) -> Box:
    """The reciprocal 1 / box, marked by its kind so that a product puts it under its bar."""
    return replace(box, kind="under", parts=(box,))


def _standing_alone(box: Box) -> Box:
    """A box that is marked as a reciprocal, outside of a product."""
    return b.fraction(ONE, box.parts[0]) if box.kind == "under" else box


def _exact(node: Node) -> Fraction | None:
    """The value of an exact nonzero number; else None."""
    match node:
        case Number(value=int() | Fraction() as value) if value:
            return Fraction(value)
        case Inverse(operand=Number(value=int() | Fraction() as value)) if value:
            return 1 / Fraction(value)
        case Negative(operand=operand):
            inner = _exact(operand)
            return None if inner is None else -inner
        case Product(factors=factors):
            values = [_exact(factor) for factor in factors[:MOST_FACTORS]]
            known = [value for value in values if value is not None]
            return prod(known, start=Fraction(1)) if len(known) == len(factors) else None
    return None


def _product(nodes: tuple[Node, ...], made: tuple[Box, ...]) -> Box:
    """The product of boxes; those of kind `under` are put under the bar, exact numbers are combined."""
    number = Fraction(1)
    above: list[Box] = []
    below: list[Box] = []
    for node, box in zip(nodes, made, strict=True):
        value = _exact(node)
        if value is not None:
            number *= value
        elif box.kind == "under":
            below.append(box.parts[0])
        else:
            above.append(box)
    minus, number = number < 0, abs(number)
    p, q = b.number(str(number.numerator)), b.number(str(number.denominator))
    plain = [f for f in above if f.tex[:1].isdigit() and f.kind == "atom"]
    above = [*plain, *(f for f in above if not any(f is one for one in plain))]
    if below:
        under = b.product([*([q] if number.denominator != 1 else []), *below])
        box = b.fraction(b.product([*([p] if number.numerator != 1 or not above else []), *above]), under)
    elif number == 1 and above:
        box = b.product(above)
    else:
        box = b.product([p if number.denominator == 1 else b.small_fraction(p, q), *above])
    return replace(box, minus=box.minus != minus)


def _power(exponent: Node, base: Box, raised: Box) -> Box:
    """A power, a root, or a reciprocal."""
    value: type_of_number | None = _exact(exponent)
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    if value is None and isinstance(exponent, Number):
        value = exponent.value
    if value is not None and value < 0:
        positive = _power(Number(-value), base, value_box(-value)) if value != -1 else b.whole(base)
        return _under(positive)
    if value == Fraction(1, 2):
        return b.root(base)
    if isinstance(value, Fraction):
        raised = b.row(
            b.number(str(value.numerator)), b.sign("/", "/", 0.6), b.number(str(value.denominator))
        )
    if base.kind == "call" and not base.minus and isinstance(value, int) and "^" not in base.parts[0].tex:
        return b.call(base.parts[0], base.parts[1:], raised)
    return b.power(base, raised)
