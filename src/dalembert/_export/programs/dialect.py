"""The tree of an expression as text of another language: Python with SymPy, or Modelica."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from dalembert._expression.quadrature import with_sums
from dalembert._expression.tree import (
    Call,
    Compare,
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
)
from dalembert._expression.walk import fold
from dalembert._model.signals import written_out

CONDITION, SUM, PRODUCT, POWER, ATOM = range(5)  # precedence of a text
Text = tuple[str, int]


class NoWordError(Exception):
    """A function that a language does not have; the message is its name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """The syntax of a language where languages differ."""

    functions: Mapping[str, str]  # {0}, {1} … are the arguments
    power: str
    inverse: str  # 1/{0}
    choice: str  # if {0} then {1} else {2}
    relations: Mapping[str, str]
    logic: Mapping[str, str]
    fraction: str
    pi: str
    time: str


def text_of(root: Node, dialect: Dialect, word: Callable[[str, int], str]) -> str:
    """The expression as text; `word` gives the identifier of a name and its order of time derivative."""
    writer = _Writer(dialect, word)
    return fold(with_sums(written_out(root)), writer.leaf, writer.combine)[0]


class _Writer:
    """Writes nodes from the texts of their operands, each with its precedence."""

    def __init__(self, dialect: Dialect, word: Callable[[str, int], str]) -> None:
        self.dialect, self.word = dialect, word

    def leaf(self, node: Node) -> Text:
        """A number or a name."""
        match node:
            case Number(value=Fraction() as value):
                return self.dialect.fraction.format(value.numerator, value.denominator), PRODUCT
            case Number(value=value):
                return (repr(value), ATOM) if value >= 0 else (repr(value), SUM)
            case Name(name="pi"):
                return self.dialect.pi, ATOM
            case Name(name="t"):
                return self.dialect.time, ATOM
            case Name(name=name):
                return self.word(name, 0), ATOM
            case Rate(name=name, order=order):
                return self.word(name, order), ATOM
        raise TypeError(node)

    def combine(self, node: Node, below: tuple[Text, ...]) -> Text:
        """An operation on texts."""
        match node:
            case Sum():
                return " + ".join(_in_brackets(x, PRODUCT) for x in below).replace(" + -", " - "), SUM
            case Product():
                return "*".join(_in_brackets(x, POWER) for x in below), PRODUCT
            case Negative():
                return f"-{_in_brackets(below[0], POWER)}", PRODUCT
            case Inverse():
                return f"({self.dialect.inverse.format(_in_brackets(below[0], ATOM))})", ATOM
            case Power():
                return (
                    f"{_in_brackets(below[0], ATOM)}{self.dialect.power}{_in_brackets(below[1], ATOM)}",
                    POWER,
                )
            case Call(function="if"):
                return f"({self.dialect.choice.format(*(text for text, _ in below))})", ATOM
            case Call(function=function):
                if function not in self.dialect.functions:
                    raise NoWordError(function)
                return self.dialect.functions[function].format(*(text for text, _ in below)), ATOM
            case Compare(operator=operator):
                first, second = (_in_brackets(x, SUM) for x in below)
                return f"({first} {self.dialect.relations[operator]} {second})", ATOM
            case Logic(operator=operator):
                return self.dialect.logic[operator].format(*(text for text, _ in below)), ATOM
        raise TypeError(node)


def _in_brackets(text: Text, least: int) -> str:
    return text[0] if text[1] >= least else f"({text[0]})"
