"""The meaning of an expression as a hashable key: two texts with the same meaning have the same key.

An expression is brought to a sum  Σ cᵢ Πⱼ bⱼ^eⱼ  with like monomials gathered; a factor that is
itself a sum is divided by its leading coefficient, so (2a+2b)x and 2x(a+b) agree; odd and even
functions lose the sign of their argument. This covers what SymPy rearranges by itself, so a model
typed as text equals the one built from SymPy. It is no simplifier: sin² + cos² is not 1 here.
"""

from __future__ import annotations

import math
from fractions import Fraction
from hashlib import blake2b

from dalembert._expression.numbers import add, exact_power, fold_constants, invert, multiply
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

Monomial = tuple[tuple[str, str], ...]  # ((base, exponent), …), sorted
Form = dict[Monomial, type_of_number]

ODD = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "sign", "erf"})
EVEN = frozenset({"cos", "cosh", "abs"})
MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
NEGATED = {"<": ">=", ">": "<=", "<=": ">", ">=": "<", "==": "!=", "!=": "=="}


def key(root: Node) -> str:
    """The key of an expression."""
    return _digest(_Canonical().form(root))


def direction_key(root: Node) -> str:
    """The key of an expression up to a constant factor: equal for constraints that say the same."""
    return _digest(_leading_coefficient(_Canonical().form(root))[1])


def _number(value: type_of_number) -> str:
    """One text per number: 1/2 and 0.5 are the same number."""
    if not isinstance(value, float):
        return str(value)
    if not math.isfinite(value):
        return repr(value)
    if value.is_integer() and abs(value) < 2**53:
        return str(int(value))
    exact = Fraction(value)
    return str(exact) if exact.denominator < 2**20 else repr(value)


def _digest(form: Form) -> str:
    if len(form) == 1:
        ((monomial, factor),) = form.items()
        if factor == 1 and len(monomial) == 1 and monomial[0][1] == "1":
            return monomial[0][0]
    text = ";".join(
        f"{_number(c)}*" + "*".join(f"{b}^{e}" for b, e in m)
        for m, c in sorted(form.items(), key=lambda i: i[0])
    )
    return text if len(text) <= 40 else "#" + blake2b(text.encode(), digest_size=16).hexdigest()


def _leaf(node: Node) -> Form:
    match node:
        case Number(value=value):
            return {(): value} if value != 0 else {}
        case Name(name=name):
            return {((name, "1"),): 1}
        case Rate(name=name, order=order):
            return {((name + "'" * order, "1"),): 1}
    raise TypeError(node)


def _atom(base: str) -> Form:
    return {((base, "1"),): 1}


def _sum(forms: tuple[Form, ...]) -> Form:
    total: Form = {}
    for form in forms:
        for monomial, factor in form.items():
            total[monomial] = add(total.get(monomial, 0), factor)
    return {m: c for m, c in total.items() if c != 0}


def _scale(form: Form, by: type_of_number) -> Form:
    return {m: multiply(c, by) for m, c in form.items()}


def _leading_coefficient(form: Form) -> tuple[type_of_number, Form]:
    """The form as coefficient times a form whose first monomial has coefficient 1."""
    if not form:
        return 0, form
    first = form[min(form)]
    return (first, _scale(form, invert(first))) if first != 1 else (1, form)


def _power_parts(value: type_of_number, exponent: type_of_number) -> tuple[int, type_of_number]:
    """value^exponent as whole · remainder^exponent: squares are taken out of a square root, as 8 = 4 · 2."""
    whole = 1
    if isinstance(value, int) and exponent == Fraction(1, 2):
        for k in range(2, 100):
            while value % (k * k) == 0:
                value //= k * k
                whole *= k
    return whole, value


class _Canonical:
    """The canonical form of one expression; sums and exponents inside monomials are stored by their text."""

    def __init__(self) -> None:
        self._sums: dict[str, Form] = {}
        self._exponents: dict[str, Form] = {"1": {(): 1}}
        self._relations: dict[str, tuple[str, Form]] = {}

    def form(self, root: Node) -> Form:
        return fold(fold_constants(root), _leaf, self._combine)

    def _sum_name(self, form: Form) -> str:
        name = f"({_digest(form)})"
        self._sums[name] = form
        return name

    def _sum_form(self, name: str) -> Form:
        return self._sums[name]

    def _exponent_name(self, form: Form) -> str:
        name = _number(form[()]) if len(form) == 1 and () in form else f"[{_digest(form)}]"
        self._exponents[name] = form
        return name

    def _exponent_form(self, name: str) -> Form:
        return self._exponents[name]

    def _combine(self, node: Node, below: tuple[Form, ...]) -> Form:
        match node:
            case Sum():
                return _sum(below)
            case Negative():
                return _scale(below[0], -1)
            case Product():
                return self._product(below)
            case Inverse():
                return self._power(below[0], {(): -1})
            case Power():
                return self._power(below[0], below[1])
            case Call(function=function):
                return self._call(function, below)
            case Compare(operator=operator):
                return self._relation(operator, _sum((below[0], _scale(below[1], -1))))
            case Logic(operator="not") if _digest(below[0]) in self._relations:
                operator, difference = self._relations[_digest(below[0])]
                return self._relation(NEGATED[operator], difference)
            case Integral(variable=variable, body=body, given=given):
                inner = ",".join(map(_digest, below))
                names = ",".join(f"{one.name}'{one.order if isinstance(one, Rate) else 0}" for one in given)
                return _atom(f"integral({key(body)};{variable};{names};{inner})")
            case Logic(operator=operator):
                return _atom(f"[{operator} {' '.join(sorted(map(_digest, below)))}]")
        raise TypeError(node)

    def _product(self, forms: tuple[Form, ...]) -> Form:
        factor: type_of_number = 1
        exponents: dict[str, Form] = {}
        for form in forms:
            if not form:
                return {}
            if len(form) == 1:
                ((monomial, coefficient),) = form.items()
            else:
                coefficient, unit = _leading_coefficient(form)
                monomial = ((self._sum_name(unit), "1"),)
            factor = multiply(factor, coefficient)
            for base, exponent in monomial:
                exponents[base] = _sum((exponents.get(base, {}), self._exponent_form(exponent)))
        monomial = tuple(sorted((b, self._exponent_name(e)) for b, e in exponents.items() if e))
        if len(monomial) == 1 and monomial[0][1] == "1" and monomial[0][0].startswith("("):
            return _scale(self._sum_form(monomial[0][0]), factor)
        return {monomial: factor}

    def _power(self, base: Form, exponent: Form) -> Form:
        if not exponent:
            return {(): 1}
        constant = exponent.get((), None) if len(exponent) == 1 else None
        if constant is None or not base:
            return self._atom_power(base, exponent)
        if constant == 1:
            return base
        whole = isinstance(constant, int) or (isinstance(constant, float) and constant.is_integer())
        coefficient, unit = _leading_coefficient(base)
        if not whole and (len(base) > 1 or coefficient < 0):
            return self._atom_power(base, exponent)
        scale = exact_power(coefficient, int(constant) if whole else constant)
        if scale is None:  # such as 8^(1/2) = 2 · 2^(1/2)
            scale, left = _power_parts(coefficient, constant)
            root: Form = {((_number(left), self._exponent_name(exponent)),): scale}
            return self._product((root, self._unit_power(unit, exponent)))
        return _scale(self._unit_power(unit, exponent, whole=whole), scale)

    def _unit_power(self, unit: Form, exponent: Form, *, whole: bool = False) -> Form:
        """A form with leading coefficient 1 to a constant power; products are split by whole powers only."""
        if len(unit) > 1:
            return {((self._sum_name(unit), self._exponent_name(exponent)),): 1}
        (monomial,) = unit
        if not monomial:
            return {(): 1}
        if not whole and (len(monomial) > 1 or monomial[0][1] != "1"):
            return self._atom_power(unit, exponent)
        powers = [(b, self._product((self._exponent_form(e), exponent))) for b, e in monomial]
        return self._product(({tuple(sorted((b, self._exponent_name(e)) for b, e in powers)): 1},))

    def _atom_power(self, base: Form, exponent: Form) -> Form:
        if len(base) == 1 and next(iter(base.values())) == 1 and len(next(iter(base))) == 1:
            (((name, order),),) = base
            if order == "1":
                return {((name, self._exponent_name(exponent)),): 1}
        return {((self._sum_name(base), self._exponent_name(exponent)),): 1}

    def _relation(self, operator: str, difference: Form) -> Form:
        """The relation `difference OPERATOR 0`, normalised to a positive first coefficient."""
        first, _ = _leading_coefficient(difference)
        if first < 0:
            operator, difference = MIRRORED[operator], _scale(difference, -1)
        _, difference = _leading_coefficient(difference)
        text = f"[{_digest(difference)}{operator}0]"
        self._relations[text] = operator, difference
        return _atom(text)

    def _call(self, function: str, below: tuple[Form, ...]) -> Form:
        match function:
            case "sqrt":
                return self._power(below[0], {(): Fraction(1, 2)})
            case "exp":  # e to a power, so that exp(a) exp(b) is exp(a + b)
                return {(("exp", self._exponent_name(below[0])),): 1} if below[0] else {(): 1}
            case "min" | "max":
                inner = {part for form in below for part in self._nested_operands(function, form)}
                return _atom(f"{function}({','.join(sorted(inner))})")
            case "ln":
                function = "log"
        sign: type_of_number = 1
        if function in ODD or function in EVEN:
            first, _ = _leading_coefficient(below[0])
            if first < 0:
                below = (_scale(below[0], -1),)
                sign = -1 if function in ODD else 1
        if function in ("abs", "sign") and len(below[0]) == 1:
            size, unit = _leading_coefficient(below[0])
            below, sign = (unit,), multiply(sign, size) if function == "abs" else sign
        return {((f"{function}({','.join(map(_digest, below))})", "1"),): sign}

    def _nested_operands(self, function: str, form: Form) -> list[str]:
        """The operands of a nested min or max, else the form itself."""
        text = _digest(form)
        return self._parts(text) if text.startswith(f"{function}(") else [text]

    def _parts(self, text: str) -> list[str]:
        """The operands of a printed min or max, split at its own commas."""
        inner, depth, start, out = text[text.index("(") + 1 : -1], 0, 0, []
        for i, c in enumerate(inner):
            depth += (c in "([") - (c in ")]")
            if c == "," and depth == 0:
                out.append(inner[start:i])
                start = i + 1
        return [*out, inner[start:]]
