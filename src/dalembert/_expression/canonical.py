"""What an expression means, as a hashable key: two texts of one meaning have one key.

An expression is brought to a sum  Σ cᵢ Πⱼ bⱼ^eⱼ  with like monomials gathered; a factor that is
itself a sum is divided by its leading coefficient, so (2a+2b)x and 2x(a+b) agree; odd and even
functions lose the sign of their argument. This covers what SymPy rearranges by itself, so a model
typed as text equals the one built from SymPy. It is no simplifier: sin² + cos² is not 1 here.
"""

from __future__ import annotations

from fractions import Fraction
from hashlib import blake2b

from dalembert._expression.numbers import add, exact_power, folded, invert, multiply
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
    type_of_number,
)
from dalembert._expression.walk import fold

Monomial = tuple[tuple[str, str], ...]  # ((base, exponent), …), sorted
Form = dict[Monomial, type_of_number]

ODD = frozenset({"sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "sign"})
EVEN = frozenset({"cos", "cosh", "abs"})
MIRROR = {">": "<", ">=": "<="}


def key(root: Node) -> str:
    """The key of an expression."""
    return _digest(_Canonical().form(root))


def direction_key(root: Node) -> str:
    """The key of an expression up to a constant factor: equal for constraints that say the same."""
    return _digest(_leading(_Canonical().form(root))[1])


def _number(value: type_of_number) -> str:
    """One text per number: 1/2 and 0.5 are the same number."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        value = int(value)
    if isinstance(value, float):
        exact = Fraction(value)
        return str(exact) if exact.denominator < 2**20 else repr(value)
    return str(value)


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


def _scaled(form: Form, by: type_of_number) -> Form:
    return {m: multiply(c, by) for m, c in form.items()}


def _leading(form: Form) -> tuple[type_of_number, Form]:
    """The form as coefficient times a form whose first monomial has coefficient 1."""
    if not form:
        return 0, form
    first = form[min(form)]
    return (first, _scaled(form, invert(first))) if first != 1 else (1, form)


class _Canonical:
    """One walk; it remembers the sums and exponents that stand inside monomials by their text."""

    def __init__(self) -> None:
        self._sums: dict[str, Form] = {}
        self._exponents: dict[str, Form] = {"1": {(): 1}}

    def form(self, root: Node) -> Form:
        return fold(folded(root), _leaf, self._combine)

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
                return _scaled(below[0], -1)
            case Product():
                return self._product(below)
            case Inverse():
                return self._power(below[0], {(): -1})
            case Power():
                return self._power(below[0], below[1])
            case Call(function=function):
                return self._call(function, below)
            case Compare(operator=operator):
                left, right = below
                if operator in MIRROR:
                    operator, left, right = MIRROR[operator], right, left
                return _atom(f"[{_digest(left)}{operator}{_digest(right)}]")
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
                coefficient, unit = _leading(form)
                monomial = ((self._sum_name(unit), "1"),)
            factor = multiply(factor, coefficient)
            for base, exponent in monomial:
                exponents[base] = _sum((exponents.get(base, {}), self._exponent_form(exponent)))
        monomial = tuple(sorted((b, self._exponent_name(e)) for b, e in exponents.items() if e))
        if len(monomial) == 1 and monomial[0][1] == "1" and monomial[0][0].startswith("("):
            return _scaled(self._sum_form(monomial[0][0]), factor)
        return {monomial: factor}

    def _power(self, base: Form, exponent: Form) -> Form:
        if not exponent:
            return {(): 1}
        constant = exponent.get((), None) if len(exponent) == 1 else None
        if constant is None:
            return self._atom_power(base, exponent)
        if constant == 1:
            return base
        whole = isinstance(constant, int) or (isinstance(constant, float) and constant.is_integer())
        if not base:
            return {}
        coefficient, unit = _leading(base) if whole or len(base) == 1 else (1, base)
        if len(unit) == 1 and (whole or coefficient > 0):
            scale = exact_power(coefficient, int(constant) if whole else constant)
            (monomial,) = unit
            exponents = {b: self._product((self._exponent_form(e), exponent)) for b, e in monomial}
            if not whole and any(e != "1" for _, e in monomial):
                return self._atom_power(base, exponent)
            if scale is None:
                exponents[_number(coefficient)] = exponent
                scale = 1
            return {tuple(sorted((b, self._exponent_name(e)) for b, e in exponents.items())): scale}
        if whole:
            scale = exact_power(coefficient, int(constant))
            return {((self._sum_name(unit), self._exponent_name(exponent)),): 1 if scale is None else scale}
        return self._atom_power(base, exponent)

    def _atom_power(self, base: Form, exponent: Form) -> Form:
        if len(base) == 1 and next(iter(base.values())) == 1 and len(next(iter(base))) == 1:
            (((name, own),),) = base
            if own == "1":
                return {((name, self._exponent_name(exponent)),): 1}
        return {((self._sum_name(base), self._exponent_name(exponent)),): 1}

    def _call(self, function: str, below: tuple[Form, ...]) -> Form:
        if function == "sqrt":
            return self._power(below[0], {(): Fraction(1, 2)})
        if function in ("min", "max"):
            return _atom(f"{function}({','.join(sorted(map(_digest, below)))})")
        function = {"ln": "log"}.get(function, function)
        sign: type_of_number = 1
        if function in ODD or function in EVEN:
            first, _ = _leading(below[0])
            if first < 0:
                below = (_scaled(below[0], -1),)
                sign = -1 if function in ODD else 1
        return {((f"{function}({','.join(map(_digest, below))})", "1"),): sign}
