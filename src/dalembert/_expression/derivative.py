"""The derivative of a tree by the chain rule; the caller differentiates the leaves.

    d(uv) = du v + u dv,   d(uʷ) = w uʷ⁻¹ du + uʷ log u dw,   d f(u) = f'(u) du

Constant parts give no term. Functions with cases are differentiated within each case, as `_derive` and
`_lower` do; sign, step and floor are constant between their jumps.
"""

from __future__ import annotations

from collections.abc import Callable

from dalembert._expression.leibniz import by_given, integrand_at, one_for
from dalembert._expression.tree import (
    ONE,
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
    with_operands,
)
from dalembert._expression.walk import fold

Leaf = Callable[[Name | Rate], Node | None]  # the derivative of a name; None where it is zero
Changed = tuple[Node, Node | None]  # a part and its derivative


class NoDerivative(ValueError):
    """A function whose derivative is not known here."""

    def __init__(self, node: Call) -> None:
        super().__init__(f"the derivative of `{node.function}` is not known here")
        self.node = node


def derivative(root: Node, of_leaf: Leaf) -> Node | None:
    """The derivative of a tree; None where it is zero."""

    def leaf(node: Node) -> Changed:
        return node, of_leaf(node) if isinstance(node, Name | Rate) else None

    return fold(root, leaf, _combine)[1]


def _combine(node: Node, below: tuple[Changed, ...]) -> Changed:
    if all(change is None for _, change in below) or isinstance(node, Compare | Logic):
        return node, None
    changes = tuple(change for _, change in below)
    first = changes[0]
    match node:
        case Sum():
            return node, _sum(tuple(change for change in changes if change is not None))
        case Negative():
            return node, None if first is None else Negative(first)
        case Product(factors=factors):
            terms = (
                _product((*factors[:i], change, *factors[i + 1 :]))
                for i, change in enumerate(changes)
                if change is not None
            )
            return node, _sum(tuple(terms))
        case Inverse(operand=u):
            return node, None if first is None else Negative(_product((first, Inverse(Power(u, Number(2))))))
        case Power(base=u, exponent=w):
            return node, _power(node, u, w, changes)
        case Call():
            return node, _call(node, changes)
        case Integral():
            return node, _integral(node, changes)
    raise TypeError(node)


def _integral(node: Integral, changes: tuple[Node | None, ...]) -> Node | None:
    """Leibniz' rule."""
    terms = []
    for k, change in enumerate(changes):
        if change is None:
            continue
        if k < 2:
            there = integrand_at(node, k == 1, node.operands, lambda leaf: leaf, with_operands)
            terms.append(_product((there, change)) if k else Negative(_product((there, change))))
        elif (made := by_given(node, k, lambda body, by: derivative(body, one_for(by)))) is not None:
            terms.append(_product((made[0], change)))
    return _sum(tuple(terms)) if terms else None


def _power(node: Power, u: Node, w: Node, changes: tuple[Node | None, ...]) -> Node:
    du, dw = changes
    terms = []
    if du is not None:
        lower = Number(w.value - 1) if isinstance(w, Number) else Sum((w, Number(-1)))
        raised = u if lower == ONE else ONE if lower == Number(0) else Power(u, lower)
        terms.append(_product((w, raised, du)))
    if dw is not None:
        terms.append(_product((node, Call("log", (u,)), dw)))
    return _sum(tuple(terms))


def _bell(u: Node) -> Node:
    """2/√π exp(−u²), the slope of erf."""
    exponent = Negative(Power(u, Number(2)))
    return Product((Number(2), Inverse(Call("sqrt", (Name("pi"),))), Call("exp", (exponent,))))


# f'(u) of functions of one argument; the slope of abs is sign, which jumps where abs has its kink.
_SLOPES: dict[str, Callable[[Node], Node]] = {
    "sin": lambda u: Call("cos", (u,)),
    "cos": lambda u: Negative(Call("sin", (u,))),
    "tan": lambda u: Inverse(Power(Call("cos", (u,)), Number(2))),
    "asin": lambda u: Inverse(Call("sqrt", (Sum((ONE, Negative(_square(u)))),))),
    "acos": lambda u: Negative(Inverse(Call("sqrt", (Sum((ONE, Negative(_square(u)))),)))),
    "atan": lambda u: Inverse(Sum((ONE, _square(u)))),
    "sinh": lambda u: Call("cosh", (u,)),
    "cosh": lambda u: Call("sinh", (u,)),
    "tanh": lambda u: Inverse(_square(Call("cosh", (u,)))),
    "asinh": lambda u: Inverse(Call("sqrt", (Sum((_square(u), ONE)),))),
    "acosh": lambda u: Inverse(Call("sqrt", (Sum((_square(u), Number(-1))),))),
    "atanh": lambda u: Inverse(Sum((ONE, Negative(_square(u))))),
    "exp": lambda u: Call("exp", (u,)),
    "log": Inverse,
    "ln": Inverse,
    "log10": lambda u: Inverse(Product((u, Call("log", (Number(10),))))),
    "erf": _bell,
    "erfc": lambda u: Negative(_bell(u)),
    "sqrt": lambda u: Inverse(Product((Number(2), Call("sqrt", (u,))))),
    "abs": lambda u: Call("sign", (u,)),
}


def _call(node: Call, changes: tuple[Node | None, ...]) -> Node | None:
    a = node.arguments[0]
    match node.function:
        case "sign" | "step" | "floor":
            return None
        case "if":
            return Call("if", (a, *(change or Number(0) for change in changes[1:])))
        case "min" | "max":
            return _slope_of_extreme(node, changes)
        case "mod":
            b = node.arguments[1]
            whole = Call("floor", (Product((a, Inverse(b))),))
            terms = (changes[0], _times_minus(whole, changes[1]))
            return _sum(tuple(term for term in terms if term is not None))
        case "atan2":
            y, x = node.arguments
            square = Sum((_square(x), _square(y)))
            terms = (_times(x, changes[0]), _times_minus(y, changes[1]))
            return Product((_sum(tuple(t for t in terms if t is not None)), Inverse(square)))
    if node.function not in _SLOPES or changes[0] is None:
        raise NoDerivative(node)
    return _product((_SLOPES[node.function](a), changes[0]))


def _slope_of_extreme(node: Call, changes: tuple[Node | None, ...]) -> Node:
    """The derivative of min or max, taken in pairs from the left."""
    sign = "<" if node.function == "min" else ">"
    best, slope = node.arguments[0], changes[0] or Number(0)
    for one, change in zip(node.arguments[1:], changes[1:], strict=True):
        slope = Call("if", (Compare(sign, one, best), change or Number(0), slope))
        best = Call(node.function, (best, one))
    return slope


def _square(u: Node) -> Node:
    return Power(u, Number(2))


def _times(u: Node, change: Node | None) -> Node | None:
    return None if change is None else _product((u, change))


def _times_minus(u: Node, change: Node | None) -> Node | None:
    return None if change is None else Negative(_product((u, change)))


def _sum(terms: tuple[Node, ...]) -> Node:
    return terms[0] if len(terms) == 1 else Sum(terms)


def _product(factors: tuple[Node, ...]) -> Node:
    left = tuple(factor for factor in factors if factor != ONE)
    return Product(left) if len(left) > 1 else left[0] if left else ONE
