"""Integrals in closed form, where the antiderivative is elementary and has no pole or branch on the way.

    ∫_a^b c u^p Π g_i(u)^e_i du

term by term, by the rules below: each is a function from a term to the value between two places, or None.
A rule either holds between any two places at which the integrand is defined in between, or its value is not a
number where it does not (log(b/a) of ends with different signs), or it asks for the sign that it needs.
What divides by a coefficient asks for a constant: 1/omega of an omega that moves would be singular where the
integral is not. What comes out is differentiated back at seeded points; a slip in a rule gives no result.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dalembert._expression.derivative import NoDerivative, derivative
from dalembert._expression.evaluate import evaluate
from dalembert._expression.factored import (
    HALF,
    Term,
    call,
    coefficients,
    is_positive,
    minus,
    never_vanishes,
    number,
    only_constants,
    over,
    power,
    product,
    spread,
    terms_of,
    total,
)
from dalembert._expression.numbers import ConstantFault, fold_constants
from dalembert._expression.tree import (
    ONE,
    ZERO,
    Call,
    Integral,
    Inverse,
    Name,
    Node,
    Number,
    Power,
    Product,
    type_of_number,
)
from dalembert._expression.walk import names, replace_names

Between = Callable[[Node, Node], Node]  # the value from one x to another
At = Callable[[Node], Node]
TERMS = 100  # the most terms that sums are multiplied out to
BY_PARTS = 6  # the highest power of u beside an exponential or a sine
LOWER, UPPER, SQUARE = Name(" lower"), Name(" upper"), " square"  # names that no user can type
TRIALS, NEEDED, CLOSE = 40, 8, 1e-8


@dataclass(frozen=True, slots=True)
class _Variable:
    """The variable of integration; `squared`: it is the square of one, so it is nowhere negative."""

    name: str
    constant: Callable[[str], bool]
    squared: bool = False

    def linear(self, node: Node) -> tuple[Node, Node] | None:
        """α and β of αu + β, with a constant α that is not 0."""
        known = coefficients(node, self.name, 1)
        if known is None or known[1] == ZERO or not only_constants(known[1], self.constant):
            return None
        if self.squared and not never_vanishes(known[1]):
            return None
        return known[1], known[0]

    def quadratic(self, node: Node) -> tuple[Node, Node] | None:
        """γ and δ of γ + δu² with γ > 0 and δ ≥ 0, δ constant."""
        known = coefficients(node, self.name, 2)
        if known is None or known[1] != ZERO or known[2] == ZERO:
            return None
        if not is_positive(known[0], strictly=False) or not is_positive(known[2], strictly=False):
            return None
        if not never_vanishes(known[2]):
            return None
        return (known[0], known[2]) if only_constants(known[2], self.constant) else None


def closed_form(integral: Integral, constant: Callable[[str], bool]) -> Node | None:
    """The value of an integral as a plain tree; None where no rule is known. `constant` knows parameters.

    The names in its body stand for themselves, as they do where it was written.
    """
    try:
        known = _between(fold_constants(integral.body), _Variable(integral.variable, constant))
        if known is None or not _differentiates_back(known(LOWER, UPPER), integral):
            return None
        return known(*integral.operands[:2])
    except ConstantFault:
        return None


def _between(body: Node, u: _Variable) -> Between | None:
    """The sum of the terms between two places."""
    waiting, known, steps = terms_of(body, u.name), list[Between](), 0
    while waiting:
        term, steps = waiting.pop(0), steps + 1
        made = next((made for rule in RULES if (made := rule(term, u)) is not None), None)
        if made is not None:
            known.append(made)
            continue
        more = spread(term, u.name)
        if more is None or steps > TERMS:
            return None
        waiting = [*more, *waiting]
    return lambda a, b: total(*(one(a, b) for one in known))


def _differentiates_back(made: Node, integral: Integral) -> bool:
    """Whether ∂/∂b of the result is the integrand at b, at seeded points."""
    try:
        back = derivative(made, lambda leaf: ONE if leaf == UPPER else None) or ZERO
    except NoDerivative:
        return False
    wanted = replace_names(integral.body, {integral.variable: UPPER})
    used = {*names(made), *names(wanted)}
    seeded, agreeing = random.Random(1), 0
    for trial in range(TRIALS):
        at = {key: seeded.uniform(0.2, 1.8) for key in used}
        if trial % 2:
            at = {key: math.copysign(value, seeded.random() - 0.5) for key, value in at.items()}
        one, other = evaluate(back, at), evaluate(wanted, at)
        if not math.isfinite(one) or not math.isfinite(other):
            continue
        if abs(one - other) > CLOSE * (1 + abs(other)):
            return False
        agreeing += 1
    return agreeing >= NEEDED


def _by(at: At) -> Between:
    return lambda a, b: total(at(b), minus(at(a)))


# -- rules ----------------------------------------------------------------------------------------------


def _monomial(term: Term, u: _Variable) -> Between | None:
    """∫ c u^p du = c u^(p+1)/(p+1);  ∫ c/u du = c log(b/a)."""
    if term.factors:
        return None
    return _power_of(ONE, lambda x: x, term.coefficient, term.power, u, shift=ZERO)


def _power_of(
    slope: Node, base: At, c: Node, exponent: type_of_number, u: _Variable, *, shift: Node
) -> Between | None:
    """∫ c L^e du of L = αu + β: c L^(e+1)/(α(e+1)), or c log(L_b/L_a)/α."""
    if u.squared and exponent < 0 and not (is_positive(shift) and is_positive(slope, strictly=False)):
        return None
    if exponent == -1:
        return lambda a, b: product(c, over(slope), call("log", product(base(b), over(base(a)))))
    whole = float(exponent).is_integer()
    higher = exponent + 1
    factor = product(c, number(Fraction(1) / higher if not isinstance(higher, float) else 1 / higher))
    if slope != ONE:
        factor = product(factor, over(slope))

    def between(a: Node, b: Node) -> Node:
        return product(factor, total(power(base(b), higher), minus(power(base(a), higher))))

    if whole and exponent < 0 and not u.squared:  # a pole between the ends would not be seen
        return _only_where_positive(base, between)
    return between


def _only_where_positive(base: At, between: Between) -> Between:
    def between_positive(a: Node, b: Node) -> Node:
        if (a, b) != (LOWER, UPPER) and not (is_positive(base(a)) and is_positive(base(b))):
            raise ConstantFault(b, "there may be a pole between the ends")
        return between(a, b)

    return between_positive


def _line(base: Node, u: _Variable) -> tuple[Node, Node, At] | None:
    """α and β of a linear base, and the base at a x."""
    known = u.linear(base)
    return None if known is None else (*known, lambda x: replace_names(base, {u.name: x}))


def _linear_power(term: Term, u: _Variable) -> Between | None:
    """∫ c u^p L^e du, with u = (L − β)/α."""
    if len(term.factors) != 1:
        return None
    ((base, exponent),) = term.factors
    if isinstance(base, Call) or (line := _line(base, u)) is None:
        return None
    slope, shift, at = line
    natural = float(exponent).is_integer() and exponent >= 0
    if term.power < 0 or term.power > BY_PARTS or (natural and (term.power or not isinstance(slope, Number))):
        return None  # a power of 1 + b u is multiplied out: b may be 0
    if u.squared and not natural and not (is_positive(shift) and is_positive(slope, strictly=False)):
        return None
    parts: list[Between] = []
    for k in range(term.power + 1):
        factor = product(
            term.coefficient,
            number(math.comb(term.power, k)),
            power(minus(shift), term.power - k),
            over(power(slope, term.power)) if term.power else ONE,
        )
        if factor == ZERO:
            continue
        made = _power_of(slope, at, factor, exponent + k, u, shift=shift)
        if made is None:
            return None
        parts.append(made)
    return lambda a, b: total(*(one(a, b) for one in parts))


def _exponential(term: Term, u: _Variable) -> Between | None:
    """∫ c u^p exp(L) du = c exp(L) Σ_k (−1)^k p!/(p−k)! u^(p−k)/α^(k+1)."""
    if not term.factors or not 0 <= term.power <= BY_PARTS:
        return None
    exponents = []
    for base, exponent in term.factors:
        if not (isinstance(base, Call) and base.function == "exp"):
            return None
        exponents.append(product(number(exponent), base.arguments[0]))
    if (line := _line(total(*exponents), u)) is None:
        return None
    slope, _, argument = line

    def at(x: Node) -> Node:
        return product(term.coefficient, call("exp", argument(x)), _by_parts(term.power, slope, x, (1, -1)))

    return _by(at)


def _by_parts(p: int, slope: Node, x: Node, signs: tuple[int, ...], first: int = 0) -> Node:
    """Σ_k ± p!/(p−k)! u^(p−k)/α^(k+1) over every second k, or all where there are two signs."""
    step = 1 if len(signs) == 2 else 2
    return total(
        *(
            product(
                number(signs[k % len(signs)] * math.perm(p, k)),
                power(x, p - k),
                over(power(slope, k + 1)),
            )
            for k in range(first, p + 1, step)
        )
    )


def _sine(term: Term, u: _Variable) -> Between | None:
    """∫ c u^p sin L du and ∫ c u^p cos L du, by parts."""
    if len(term.factors) != 1 or not 0 <= term.power <= BY_PARTS:
        return None
    ((base, exponent),) = term.factors
    if exponent != 1 or not isinstance(base, Call) or base.function not in ("sin", "cos"):
        return None
    if (line := _line(base.arguments[0], u)) is None:
        return None
    slope, _, argument = line
    # u^p sin L: −cos L (u^p/α − …) + sin L (p u^(p−1)/α² − …); cos L: sin L (u^p/α − …) + cos L (…)
    even = "cos" if base.function == "sin" else "sin"
    odd = "sin" if base.function == "sin" else "cos"
    signs = (-1, 0, 1, 0) if base.function == "sin" else (1, 0, -1, 0)

    def at(x: Node) -> Node:
        return product(
            term.coefficient,
            total(
                product(call(even, argument(x)), _by_parts(term.power, slope, x, signs)),
                product(call(odd, argument(x)), _by_parts(term.power, slope, x, (0, 1, 0, -1), 1)),
            ),
        )

    return _by(at)


def _sine_products(term: Term, u: _Variable) -> Between | None:
    """∫ sin² L = u/2 − sin L cos L/(2α),  ∫ cos² L = u/2 + …,  ∫ sin L cos L = sin² L/(2α)."""
    calls = {
        base.function: (base.arguments[0], exponent)
        for base, exponent in term.factors
        if isinstance(base, Call) and base.function in ("sin", "cos")
    }
    if term.power or len(calls) != len(term.factors) or len({one for one, _ in calls.values()}) != 1:
        return None
    line = _line(next(iter(calls.values()))[0], u)
    if line is None or sum(exponent for _, exponent in calls.values()) != 2:
        return None
    slope, _, argument = line
    half = product(term.coefficient, number(HALF), over(slope))

    def at(x: Node) -> Node:
        sine, cosine = call("sin", argument(x)), call("cos", argument(x))
        if len(calls) == 2:
            return product(half, power(sine, 2))
        turn = minus(half) if "sin" in calls else half
        return total(product(term.coefficient, number(HALF), x), product(turn, sine, cosine))

    return _by(at)


def _absolute(term: Term, u: _Variable) -> Between | None:
    """∫ |L|^e L^n dL = |L|^e L^(n+1)/(e+n+1),  ∫ sign(L) |L|^e L^n dL = |L|^(e+1) L^n/(e+n+1)."""
    inner = {
        base.arguments[0]
        for base, _ in term.factors
        if isinstance(base, Call) and base.function in ("abs", "sign")
    }
    if len(inner) != 1:
        return None
    base = inner.pop()
    if (line := _line(base, u)) is None:
        return None
    slope, shift, at = line
    if term.power and shift != ZERO:
        return None
    n: type_of_number = term.power
    e: type_of_number = 0
    turned = False
    for one, exponent in term.factors:
        if one == base:
            n += exponent
        elif not isinstance(one, Call):
            return None
        elif one.function == "abs":
            e += exponent
        else:
            turned ^= float(exponent) % 2 == 1
            if not float(exponent).is_integer() or exponent < 1:
                return None
    if e < 0 or n < 0 or not float(n).is_integer() or (e == 0 and not turned):
        return None
    c = product(term.coefficient, over(power(slope, term.power + 1)) if slope != ONE else ONE)
    c = product(c, number(Fraction(1) / (e + n + 1) if not isinstance(e, float) else 1 / (e + n + 1)))
    outer, whole = (e + 1, n) if turned else (e, n + 1)
    return _by(lambda x: product(c, power(call("abs", at(x)), outer), power(at(x), whole)))


def _function(term: Term, u: _Variable) -> Between | None:
    """Functions of a linear argument with known antiderivatives."""
    if len(term.factors) != 1 or term.power:
        return None
    ((base, exponent),) = term.factors
    if exponent != 1 or not isinstance(base, Call) or base.function not in _ANTIDERIVATIVES:
        return None
    if (line := _line(base.arguments[0], u)) is None:
        return None
    slope, _, argument = line
    c, of = product(term.coefficient, over(slope)), _ANTIDERIVATIVES[base.function]
    return _by(lambda x: product(c, of(argument(x))))


_ANTIDERIVATIVES: dict[str, At] = {
    "sinh": lambda x: call("cosh", x),
    "cosh": lambda x: call("sinh", x),
    "tanh": lambda x: call("log", call("cosh", x)),
    "atan": lambda x: total(
        product(x, call("atan", x)), product(number(-HALF), call("log", total(ONE, power(x, 2))))
    ),
    "asinh": lambda x: total(product(x, call("asinh", x)), minus(call("sqrt", total(ONE, power(x, 2))))),
}


def _gaussian(term: Term, u: _Variable) -> Between | None:
    """∫ exp(γ − δu²) du = exp(γ) √π/(2 √δ) erf(√δ u)."""
    if len(term.factors) != 1 or term.power or term.factors[0][1] != 1:
        return None
    base = term.factors[0][0]
    if not isinstance(base, Call) or base.function != "exp":
        return None
    known = coefficients(base.arguments[0], u.name, 2)
    if known is None or known[1] != ZERO or known[2] == ZERO:
        return None
    gamma, delta = known[0], minus(known[2])
    if not (is_positive(delta, strictly=False) and never_vanishes(delta)):
        return None
    if not only_constants(delta, u.constant):
        return None
    scale = _root(delta)
    c = product(term.coefficient, call("exp", gamma), number(HALF), call("sqrt", Name("pi")), over(scale))
    return _by(lambda x: product(c, call("erf", product(scale, x))))


def _quadratic(term: Term, u: _Variable) -> Between | None:
    """∫ du/Q = atan(u √(δ/γ))/√(γδ) of Q = γ + δu²; u² = (Q − γ)/δ takes powers away."""
    if len(term.factors) != 1 or term.power % 2 or term.power < 0:
        return None
    ((base, exponent),) = term.factors
    if exponent not in (-1, HALF, -HALF) or (known := u.quadratic(base)) is None:
        return None
    gamma, delta = known
    if term.power:
        if exponent != -1:
            return None
        lower = Term(term.coefficient, term.power - 2)
        divided = Term(term.coefficient, term.power - 2, term.factors)
        first, second = _monomial(lower, u), _quadratic(divided, u)
        if first is None or second is None:
            return None
        return lambda a, b: product(over(delta), total(first(a, b), minus(product(gamma, second(a, b)))))
    scale = _root(product(delta, over(gamma)))

    def argument(x: Node) -> Node:
        return product(x, scale)

    if exponent == -1:
        c = product(term.coefficient, over(product(gamma, scale)))
        return _by(lambda x: product(c, call("atan", argument(x))))
    root = _root(delta)
    if exponent == -HALF:
        c = product(term.coefficient, over(root))
        return _by(lambda x: product(c, call("asinh", argument(x))))
    c = product(term.coefficient, number(HALF))
    return _by(
        lambda x: product(
            c,
            total(
                product(x, call("sqrt", total(gamma, product(delta, power(x, 2))))),
                product(gamma, over(root), call("asinh", argument(x))),
            ),
        )
    )


def _root(node: Node) -> Node:
    """The square root of what is not negative: of a square its base, where the sign of that cancels."""
    factors: list[Node] = []
    left: list[Node] = []
    for part in _factors_of(node):
        inner, under = (part.operand, True) if isinstance(part, Inverse) else (part, False)
        if isinstance(inner, Power) and isinstance(inner.exponent, Number) and inner.exponent.value == 2:
            factors.append(over(inner.base) if under else inner.base)
        else:
            left.append(part)
    return product(*factors, call("sqrt", product(*left)) if left else ONE)


def _factors_of(node: Node) -> tuple[Node, ...]:
    if isinstance(node, Product):
        return tuple(inner for one in node.factors for inner in _factors_of(one))
    if isinstance(node, Inverse) and isinstance(node.operand, Product):
        return tuple(over(inner) for inner in _factors_of(node.operand))
    if isinstance(node, Inverse) and isinstance(node.operand, Inverse):
        return _factors_of(node.operand.operand)
    return (node,)


def _through_square(term: Term, u: _Variable) -> Between | None:
    """∫ u^(2k+1) g(u²) du = ½ ∫ w^k g(w) dw, from a² to b²."""
    if u.squared or term.power % 2 == 0 or term.power < 1 or not term.factors:
        return None
    factors = []
    for base, exponent in term.factors:
        inner = _in_squares(base.arguments[0] if isinstance(base, Call) else base, u.name)
        if inner is None or (isinstance(base, Call) and len(base.arguments) > 1):
            return None
        factors.append((Call(base.function, (inner,)) if isinstance(base, Call) else inner, exponent))
    w = _Variable(SQUARE, u.constant, squared=True)
    half = product(number(HALF), term.coefficient)
    made = Term(half, term.power // 2, tuple(factors))
    known = next((known for rule in IN_SQUARES if (known := rule(made, w)) is not None), None)
    return None if known is None else lambda a, b: known(power(a, 2), power(b, 2))


def _in_squares(node: Node, variable: str) -> Node | None:
    """A polynomial of even powers as one of w = u²; None for anything else."""
    known = coefficients(node, variable, 4)
    if known is None or known[1] != ZERO or known[3] != ZERO:
        return None
    return total(*(product(c, power(Name(SQUARE), k)) for k, c in enumerate(known[::2])))


IN_SQUARES = (_linear_power, _exponential, _sine)
RULES = (
    _monomial,
    _linear_power,
    _absolute,
    _exponential,
    _sine,
    _sine_products,
    _function,
    _through_square,
    _gaussian,
    _quadratic,
)
