"""Trees printed by SymPy: LaTeX, and pretty text on several lines. SymPy only prints; it computes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy
from sympy.printing.latex import LatexPrinter
from sympy.printing.pretty.pretty import PrettyPrinter

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
)
from dalembert._expression.walk import fold
from dalembert._model.sympy_functions import FUNCTIONS, LOGIC, RELATIONS, named_function
from dalembert._present.notation import Notation, latex_name, unicode_hand

Leaf = Callable[[str, int], sympy.Symbol]
SLOPE = "∂"  # the first character of the name of a derivative, which is written as a fraction


def latex(node: Node, written: Notation) -> str:
    """The LaTeX of a tree, with the order of its terms kept."""
    names: dict[sympy.Symbol, str] = {}
    return str(_latex_printer(names).doprint(_expression(node, _latex_leaf(names, written))))


def latex_matrix(rows: Sequence[Sequence[Node]], written: Notation) -> str:
    """The LaTeX of a matrix of trees."""
    names: dict[sympy.Symbol, str] = {}
    leaf = _latex_leaf(names, written)
    return str(
        _latex_printer(names).doprint(sympy.Matrix([[_expression(n, leaf) for n in row] for row in rows]))
    )


def pretty(node: Node, written: Notation, width: int = 100) -> str:
    """The tree on several lines, with fraction bars."""
    return str(_pretty_printer(width).doprint(_expression(node, _unicode_leaf(written))))


def pretty_matrix(rows: Sequence[Sequence[Node]], written: Notation, width: int = 100) -> str:
    """A matrix of trees on several lines."""
    leaf = _unicode_leaf(written)
    return str(
        _pretty_printer(width).doprint(sympy.Matrix([[_expression(n, leaf) for n in row] for row in rows]))
    )


def _latex_printer(names: dict[sympy.Symbol, str]) -> LatexPrinter:
    printer = LatexPrinter(
        {"order": "none", "symbol_names": names, "fold_short_frac": False, "mat_str": "matrix"}
    )
    cases = printer._print_Piecewise

    def powered_cases(node: Any, exp: str | None = None) -> str:
        """The LaTeX of cases, in brackets where SymPy passes an exponent."""
        text = str(cases(node))
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    name_of = printer._hprint_Function

    def name_with_primes(function: str) -> str:
        """The name of a function; derivatives of a table have primes, or one prime and the arguments."""
        table, prime, places = function.partition("'")
        text = str(name_of(table))
        digits = places.strip("'")
        primes = r"\prime" * (1 if digits else function.count("'"))
        return rf"{text[:-1]}^{{{primes} {digits}}}}}" if prime else text

    printer._print_Piecewise = powered_cases
    printer._hprint_Function = name_with_primes
    return printer


def _pretty_printer(width: int) -> PrettyPrinter:
    return PrettyPrinter({"order": "none", "use_unicode": True, "num_columns": width, "wrap_line": True})


def _latex_leaf(names: dict[sympy.Symbol, str], written: Notation) -> Leaf:
    def leaf(name: str, order: int) -> sympy.Symbol:
        text = latex_name(written, name, order)
        if name not in written.slopes:
            made = sympy.Symbol(name + "'" * order)
        else:
            made = sympy.Symbol(SLOPE + name + "'" * order)
            fenced = rf"\left({text}\right)"
            names[_derivative_in_brackets(made)] = fenced
            text = fenced if order else text
        names[made] = text
        return made

    return leaf


def _unicode_leaf(written: Notation) -> Leaf:
    hand = unicode_hand(written)

    def leaf(name: str, order: int) -> sympy.Symbol:
        text = hand.name(name, order)
        return sympy.Symbol(f"({text})" if name in written.slopes else text)

    return leaf


def _under_exponent(base: Any) -> Any:
    """The base of a power, with a derivative in brackets."""
    slope = isinstance(base, sympy.Symbol) and base.name.startswith(SLOPE)
    return _derivative_in_brackets(base) if slope else base


def _derivative_in_brackets(slope: sympy.Symbol) -> sympy.Symbol:
    """A derivative in brackets, as the base of a power."""
    return sympy.Symbol(f"({slope.name})")


def _expression(root: Node, leaf: Leaf) -> Any:
    def to_sympy(node: Node) -> Any:
        match node:
            case Number(value=int() as value):
                return sympy.Integer(value)
            case Number(value=Fraction() as value):
                return sympy.Rational(value.numerator, value.denominator)
            case Number(value=float() as value):
                return sympy.Integer(int(value)) if value.is_integer() else sympy.Float(repr(value))
            case Name(name="pi"):
                return sympy.pi
            case Name(name=name):
                return leaf(name, 0)
            case Rate(name=name, order=order):
                return leaf(name, order)
        raise TypeError(node)

    def combine(node: Node, below: tuple[Any, ...]) -> Any:
        if isinstance(node, Integral):
            body = _expression(written_body(node), leaf)
            return sympy.Integral(body, (leaf(node.variable, 0), below[0], below[1]))
        return _combine(node, below)

    return fold(root, to_sympy, combine)


def _combine(node: Node, below: tuple[Any, ...]) -> Any:
    match node:
        case Sum():
            return sympy.Add(*below, evaluate=False)
        case Product():
            return _product(below)
        case Negative():
            return _product((sympy.S.NegativeOne, below[0]))
        case Inverse():
            inner = below[0].args if isinstance(below[0], sympy.Mul) else (below[0],)
            return _product(tuple(1 / f if f.is_Number else _reciprocal(f) for f in inner))
        case Power():
            return sympy.Pow(_under_exponent(below[0]), below[1], evaluate=False)
        case Call(function="if"):
            return sympy.Piecewise((below[1], below[0]), (below[2], True), evaluate=False)
        case Call(function="sqrt"):
            return sympy.sqrt(below[0])
        case Call(function=function):
            function_of = FUNCTIONS[function] if function in FUNCTIONS else named_function(function)
            return function_of(*below, evaluate=False)
        case Compare(operator=operator):
            return RELATIONS[operator](*below, evaluate=False)
        case Logic(operator=operator):
            return LOGIC[operator](*below, evaluate=False)
    raise TypeError(node)


def _product(factors: tuple[Any, ...]) -> Any:
    """The product with its numbers combined in front, so that SymPy prints one fraction.

    A decimal is not divided by the whole number under it: 0.032/3.
    """
    number, decimal = sympy.S.One, sympy.S.One
    others = []
    for factor in factors:
        for part in factor.args if isinstance(factor, sympy.Mul) else (factor,):
            if part.is_Float:
                decimal *= part
            elif part.is_Number:
                number *= part
            else:
                others.append(part)
    if decimal != 1 and number.q != 1:
        others.append(sympy.Pow(number.q, -1, evaluate=False))
        number *= number.q
    number *= decimal
    if not others or number != 1:
        others.insert(0, number)
    return sympy.Mul(*others, evaluate=False) if len(others) > 1 else others[0]


def _reciprocal(factor: Any) -> Any:
    """The reciprocal 1 / factor as one power, so that SymPy prints it under the fraction bar."""
    factor = _under_exponent(factor)
    if isinstance(factor, sympy.Pow) and factor.exp.is_Number:
        return sympy.Pow(factor.base, -factor.exp, evaluate=False)
    return sympy.Pow(factor, -1, evaluate=False)
