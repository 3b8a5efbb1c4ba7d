"""The Taylor coefficients of y' = rates(t, y), order after order: a tape as recurrences.

With x = Σ x_k h^k and so on, the coefficients of order k of the operations are

    sum          z = Σ c x            z_k = Σ c x_k
    product      z = x y              z_k = x_0 y_k + x_k y_0 + Σ x_j y_{k−j}
    square       z = x²               z_k = 2 x_0 x_k + Σ x_j x_{k−j}
    quotient     z = x / y            z_k = (x_k − Σ y_j z_{k−j} − y_k z_0) / y_0
    root         z = √x               z_k = (x_k − Σ z_j z_{k−j}) / (2 z_0)
    power        z = x^a              z_k = (a Σ x_{k−j} z_j − (a + 1) Σ j x_{k−j} z_j / k + a x_k z_0) / x_0
    integral     z' = x' g            z_k = Σ j x_j g_{k−j} / k + x_k g_0
    input        z = u^(d)            z_k = u^(d+k) / k!, 0 where d + k > 3: a table is a cubic in each cell

with the sums over j from 1 to k − 1. They contain coefficients of lower orders only: the sums of all
operations are computed first, side by side in lanes; what remains of an order are a few
operations each, in the order of the tape. A function is the integral of its derivative: sin and cos, with one
another as g, exp with itself, tan with 1 + tan², atan with 1/(1 + x²) and so on. Conditions, floors and signs
are constant in a series. The coefficient k + 1 of a state is that of its rate over k + 1.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dalembert._tape.linear_forms import (
    CHOICE,
    HELD,
    UNIT,
    Atom,
    Form,
    Forms,
    Monomial,
    constant,
    scale,
    single,
    times,
)
from dalembert._tape.scalars import MINUS, ONE, Scalar
from dalembert._tape.tape import Tape

STATE, TIME, SUM, DERIVATIVE = "state", "time", "sum", "derivative"
PRODUCT, SQUARE, QUOTIENT, RECIPROCAL, ROOT = "product", "square", "quotient", "reciprocal", "root"
POWER, INTEGRAL, CONSTANT, SELECTION = "power", "integral", "constant", "selection"
INPUT = "input"
KINDS = (  # in the order of series.h
    *(STATE, TIME, SUM, DERIVATIVE, PRODUCT, SQUARE, QUOTIENT, RECIPROCAL, ROOT, POWER, INTEGRAL),
    *(CONSTANT, SELECTION, INPUT),
)
NOTHING = ""  # the initial value of an integral is 0, not that of a function
PLACED = -1
DERIVATIVES = 3  # of an input in u: u, u' and u''
ROOTED = 0.5  # the exponent of a root


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A series computed from others.

    `first`: the index of its sum over lower orders, among the pairs, the squares (for squares and roots) or
    the powers. `scalars`: the indices of the coefficients of a sum, or of an exponent; `offset`: the index of
    the constant in a sum.
    """

    kind: str
    operands: tuple[int, ...] = ()
    index: int = 0  # which entry of the state, or of the inputs and their derivatives
    function: str = NOTHING  # whose value an integral begins with, or a constant has
    first: int = PLACED
    scalars: tuple[int, ...] = ()
    offset: int = PLACED


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """Nodes in the order in which they are computed; pairs, squares and powers are sums over lower orders.

    `rates` are the nodes of the rates of the state, PLACED where a rate is another entry of the state, given
    by `speeds`; `fixed` are the indices of constant rates.
    """

    nodes: tuple[Node, ...]
    pairs: tuple[tuple[int, int], ...]
    squares: tuple[int, ...]
    powers: tuple[tuple[int, int], ...]  # bases and powers
    rates: tuple[int, ...]
    speeds: tuple[int, ...]
    fixed: tuple[int, ...]
    inputs: int  # all inputs of the model; entry i + d inputs of u is the derivative d of input i
    scalars: Tape  # of the parameters

    @property
    def switches(self) -> bool:
        """Whether it contains conditions, floors or signs."""
        return any(node.kind == CONSTANT for node in self.nodes)

    @property
    def length(self) -> int:
        """The number of operations per order besides the sums over lower orders."""
        lanes = 2 * len(self.pairs) + len(self.squares) + 3 * len(self.powers)
        return sum(1 + len(node.scalars) for node in self.nodes) + lanes


def series_of(tape: Tape) -> Series:
    """The recurrences of a tape with arguments t, y, u and p; raises `NoSeries` where there are none."""
    made = _Builder(tape)
    rates, speeds, fixed = list[int](), list[int](), list[int]()
    for slot in tape.results[0].slots:
        form = made.forms.value(slot)
        rate = speed = index = PLACED
        if not form or (len(form) == 1 and form[0][0] == UNIT):
            index = made.forms.scalars.place(form[0][1] if form else Scalar(0.0))
        else:
            rate = made.series(form)
            node = made.nodes[rate]
            if node.kind == STATE:
                rate, speed = PLACED, node.index
        rates.append(rate)
        speeds.append(speed)
        fixed.append(index)
    return Series(
        nodes=tuple(made.nodes),
        pairs=tuple(made.pairs),
        squares=tuple(made.squares),
        powers=tuple(made.powers),
        rates=tuple(rates),
        speeds=tuple(speeds),
        fixed=tuple(fixed),
        inputs=sum(block.size for block in tape.arguments if block.name == "u") // DERIVATIVES,
        scalars=made.forms.scalars.tape(),
    )


def _is_own_power(exponent: float) -> bool:
    """Whether a power has a recurrence of its own, whatever its sign: x / r³ is x times (r²)^(−3/2)."""
    return not exponent.is_integer() and abs(exponent) != ROOTED


def _is_product(monomial: Monomial) -> bool:
    return all(exponent > 0 or _is_own_power(exponent) for _, exponent in monomial)


class _Builder:
    """Builds nodes when they are needed, each once."""

    def __init__(self, tape: Tape) -> None:
        self.forms = Forms(tape)
        self.nodes: list[Node] = []
        self.pairs: list[tuple[int, int]] = []
        self.squares: list[int] = []
        self.powers: list[tuple[int, int]] = []
        self._found: dict[Node, int] = {}
        self._of_atom: dict[int, int] = {}
        self._of_monomial: dict[Monomial, int] = {}

    def series(self, form: Form) -> int:
        """The node of a sum."""
        if len(form) == 1 and form[0][1] == ONE and form[0][0] != UNIT:
            return self._monomial(form[0][0])
        operands, scalars, offset = list[int](), list[int](), PLACED
        form = form or ((UNIT, Scalar(0.0)),)
        for monomial, scalar in form:
            index = self.forms.scalars.place(scalar)
            if monomial == UNIT:
                offset = index
            else:
                operands.append(self._monomial(monomial))
                scalars.append(index)
        return self._node(Node(kind=SUM, operands=tuple(operands), scalars=tuple(scalars), offset=offset))

    def _node(self, made: Node) -> int:
        if made not in self._found:
            self._found[made] = len(self.nodes)
            self.nodes.append(made)
        return self._found[made]

    # -- products ------------------------------------------------------------------------------------

    def _monomial(self, monomial: Monomial) -> int:
        if monomial not in self._of_monomial:
            above = tuple((atom, e) for atom, e in monomial if e > 0 or _is_own_power(e))
            below = tuple((atom, -e) for atom, e in monomial if e < 0 and not _is_own_power(e))
            written = self._written_with(monomial, below)
            if below and written is not None:
                self._of_monomial[monomial] = self._product(*written)
            elif below:
                self._of_monomial[monomial] = self._quotient(above, below)
            else:
                self._of_monomial[monomial] = self._product_of(monomial)
        return self._of_monomial[monomial]

    def _written_with(self, monomial: Monomial, below: Monomial) -> tuple[Monomial, Monomial] | None:
        """A quotient and its cofactor, where the product with this divisor was first formed from them."""
        divisor = tuple((atom, -e) for atom, e in below)
        written = self.forms.splits.get(monomial, (UNIT, UNIT))
        for one, other in (written, written[::-1]):
            negative = tuple((atom, e) for atom, e in one if e < 0 and not _is_own_power(e))
            if negative == divisor and len(one) > len(negative) and _is_product(other):
                return one, other
        return None

    def _quotient(self, above: Monomial, below: Monomial) -> int:
        lower = self._monomial(below)
        operands = (self._monomial(above), lower) if above else (lower,)
        made = self._node(Node(kind=QUOTIENT if above else RECIPROCAL, operands=operands))
        return self._with_sum(made, (lower, made))

    def _product_of(self, monomial: Monomial) -> int:
        """A product without divisors: a square, else as it was first formed, else factor by factor."""
        if len(monomial) == 1:
            return self._power_of(*monomial[0])
        first, second = self.forms.splits.get(monomial, (UNIT, UNIT))
        both = tuple((a, min(e, dict(second)[a])) for a, e in first if a in dict(second))
        positive = _is_product(first) and _is_product(second)
        if both and positive and all(e.is_integer() for _, e in both):
            square = times(both, both)
            cofactor = times(monomial, tuple((a, -e) for a, e in square))
            return self._product(square, cofactor) if cofactor else self._square(both)
        if first and second and positive:
            return self._product(first, second)
        return self._product(monomial[:1], monomial[1:])

    def _product(self, first: Monomial, second: Monomial) -> int:
        a, b = sorted((self._monomial(first), self._monomial(second)))
        made = self._node(Node(kind=PRODUCT, operands=(a, b)))
        return self._with_sum(made, (a, b))

    def _square(self, monomial: Monomial) -> int:
        a = self._monomial(monomial)
        made = self._node(Node(kind=SQUARE, operands=(a,)))
        return self._with_square(made, a)

    def _power_of(self, atom: int, exponent: float) -> int:
        """A power: a root, squares, or by its own recurrence."""
        if exponent == 1:
            return self._atom(atom)
        if exponent == ROOTED:
            made = self._node(Node(kind=ROOT, operands=(self._atom(atom),)))
            return self._with_square(made, made)
        if exponent.is_integer():
            half = exponent // 2
            if exponent == 2 * half:
                return self._square(((atom, half),))
            return self._product(((atom, exponent - 1),), ((atom, 1.0),))
        base, index = self._atom(atom), self.forms.scalars.place(Scalar(exponent))
        made = self._node(Node(kind=POWER, operands=(base,), scalars=(index,)))
        if self.nodes[made].first == PLACED:
            self.nodes[made] = replace(self.nodes[made], first=len(self.powers))
            self.powers.append((base, made))
        return made

    def _with_sum(self, made: int, pair: tuple[int, int]) -> int:
        if self.nodes[made].first == PLACED:
            self.nodes[made] = replace(self.nodes[made], first=len(self.pairs))
            self.pairs.append(pair)
        return made

    def _with_square(self, made: int, of: int) -> int:
        if self.nodes[made].first == PLACED:
            self.nodes[made] = replace(self.nodes[made], first=len(self.squares))
            self.squares.append(of)
        return made

    # -- atoms ---------------------------------------------------------------------------------------

    def _atom(self, number: int) -> int:
        if number not in self._of_atom:
            self._of_atom[number] = self._new_atom(number)
        return self._of_atom[number]

    def _new_atom(self, number: int) -> int:
        factor = self.forms.atoms[number]
        match factor:
            case Atom(kind="state", index=index):
                return self._node(Node(kind=STATE, index=index))
            case Atom(kind="time"):
                return self._node(Node(kind=TIME))
            case Atom(kind="input", index=index):
                return self._node(Node(kind=INPUT, index=index))
            case Atom(kind="sum", arguments=(form,)):
                return self.series(form)
            case Atom(kind="atan2", arguments=(y, x)):
                square = self.forms.power(
                    self.forms.sum(self.forms.power(y, 2.0), self.forms.power(x, 2.0)), -1.0
                )
                first = self._integral("atan2", (y, x), self.forms.product(x, square))
                other = self._integral(NOTHING, (x,), scale(self.forms.product(y, square), MINUS))
                one = self.forms.scalars.place(ONE)
                return self._node(Node(kind=SUM, operands=(first, other), scalars=(one, one)))
            case Atom(kind=kind, arguments=arguments) if kind == CHOICE:
                return self._node(Node(kind=SELECTION, operands=tuple(map(self.series, arguments))))
            case Atom(kind=function, arguments=arguments) if function in HELD:
                operands = tuple(map(self.series, arguments))
                return self._node(Node(kind=CONSTANT, function=function, operands=operands))
            case Atom(kind=function, arguments=(u,)):
                return self._function(number, function, u)
        raise TypeError(factor)

    def _function(self, number: int, function: str, u: Form) -> int:
        """A function of u as the integral of its derivative, which may contain the function itself."""
        forms, one = self.forms, constant(ONE)
        slope = self._slope(u)
        made = self._node(Node(kind=INTEGRAL, function=function, operands=(self.series(u), slope)))
        self._of_atom[number] = made
        form, square = single(number), forms.power(u, 2.0)
        partner = {"sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh"}.get(function)
        if partner is not None:
            g = single(forms.atom(Atom(partner, arguments=(u,))))
            g = scale(g, MINUS) if function == "cos" else g
        else:
            g = {
                "exp": lambda: form,
                "log": lambda: forms.power(u, -1.0),
                "tan": lambda: forms.sum(one, forms.power(form, 2.0)),
                "tanh": lambda: forms.sum(one, scale(forms.power(form, 2.0), MINUS)),
                "asin": lambda: forms.power(forms.sum(one, scale(square, MINUS)), -0.5),
                "acos": lambda: scale(forms.power(forms.sum(one, scale(square, MINUS)), -0.5), MINUS),
                "atan": lambda: forms.power(forms.sum(one, square), -1.0),
                "asinh": lambda: forms.power(forms.sum(one, square), -0.5),
                "acosh": lambda: forms.power(forms.sum(square, constant(MINUS)), -0.5),
                "atanh": lambda: forms.power(forms.sum(one, scale(square, MINUS)), -1.0),
            }[function]()
        return self._integral_of_slope(made, slope, g)

    def _slope(self, u: Form) -> int:
        return self._node(Node(kind=DERIVATIVE, operands=(self.series(u),)))

    def _integral(self, function: str, arguments: tuple[Form, ...], g: Form) -> int:
        """The integral of g times the rate of the first argument; all arguments give its initial value."""
        slope = self._slope(arguments[0])
        operands = (*(self.series(one) for one in arguments), slope)
        return self._integral_of_slope(
            self._node(Node(kind=INTEGRAL, function=function, operands=operands)), slope, g
        )

    def _integral_of_slope(self, made: int, slope: int, g: Form) -> int:
        if self.nodes[made].first == PLACED:
            self.nodes[made] = replace(self.nodes[made], first=len(self.pairs))
            self.pairs.append((slope, PLACED))
            index = len(self.pairs) - 1
            self.pairs[index] = (slope, self.series(g))
        return made
