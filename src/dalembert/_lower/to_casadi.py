"""Our tree to CasADi: shared definitions stay shared, so a chain of n bodies stays of length n."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from functools import partial, reduce
from typing import Any

import casadi as ca

from dalembert._expression.expression import Expression
from dalembert._expression.functions import FUNCTIONS as KNOWN
from dalembert._expression.numbers import Valued, fold_constants
from dalembert._expression.quadrature import apply_integral, rule
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
from dalembert._expression.walk import fold, names
from dalembert._lower.casadi_scalars import (
    ONE,
    along,
    dense,
    entries,
    minus,
    negative,
    over,
    plus,
    stack,
    times,
)
from dalembert._lower.lookup import CELL, cell_coordinate, looked_up
from dalembert._model.records import Model, force_names, multiplier_names
from dalembert._model.signals import SIGNALS, apply_signal
from dalembert._model.survey import Survey
from dalembert._model.table_cells import cells_of

Scalar = Any  # a CasADi SX; its wrapper carries no types
RateKey = tuple[str, int]  # a name and an order of differentiation
Leaves = Mapping[RateKey, Scalar]  # what they stand for

UNARY = {
    "sin": ca.OP_SIN,
    "cos": ca.OP_COS,
    "tan": ca.OP_TAN,
    "asin": ca.OP_ASIN,
    "acos": ca.OP_ACOS,
    "atan": ca.OP_ATAN,
    "sinh": ca.OP_SINH,
    "cosh": ca.OP_COSH,
    "tanh": ca.OP_TANH,
    "asinh": ca.OP_ASINH,
    "acosh": ca.OP_ACOSH,
    "atanh": ca.OP_ATANH,
    "exp": ca.OP_EXP,
    "log": ca.OP_LOG,
    "ln": ca.OP_LOG,
    "sqrt": ca.OP_SQRT,
    "abs": ca.OP_FABS,
    "sign": ca.OP_SIGN,
    "floor": ca.OP_FLOOR,
}
FUNCTIONS: dict[str, Callable[..., Scalar]] = {
    **{name: partial(ca.SX.unary, operation) for name, operation in UNARY.items()},
    "atan2": partial(ca.SX.binary, ca.OP_ATAN2),
    "log10": ca.log10,
    "if": ca.if_else,
}
COMPOSED: dict[str, Callable[[tuple[Scalar, ...]], Scalar]] = {
    "step": lambda below: ca.ge(below[0], 0),
    "erf": lambda below: _erf(below[0]),
    "erfc": lambda below: minus(ONE, _erf(below[0])),
    "min": partial(reduce, ca.fmin),
    "max": partial(reduce, ca.fmax),
    "mod": lambda below: below[0] - below[1] * ca.floor(below[0] / below[1]),
}
LOGIC: dict[str, Callable[[tuple[Scalar, ...]], Scalar]] = {
    "not": lambda below: ca.logic_not(below[0]),
    "and": partial(reduce, ca.logic_and),
    "or": partial(reduce, ca.logic_or),
}
ERF_PANELS = 2
BELL = 6.0  # erf of more is 1
RATES = 2  # of definitions, at most
CONSTANT_LEAVES: Leaves = {("pi", 0): ca.SX(ca.pi)}
RELATIONS = {"<": ca.lt, "<=": ca.le, ">": ca.gt, ">=": ca.ge, "==": ca.eq, "!=": ca.ne}


class Engine:
    """Builds CasADi expressions of one model; the vectors of its arguments are its attributes.

    Definitions and their rates are built in symbols that stand for those they use, differentiated all at
    once, and put in one after the other: a chain of n definitions costs n steps and not n²/2. `symbols` are
    these symbols, `whole` what they stand for; `places` says where a name and an order of differentiation
    stand among them, and `written` has the values of definitions in symbols. A definition that is a
    coordinate by another name is that coordinate, and not among them.
    """

    def __init__(self, model: Model, known: Survey, shared: Iterable[Expression] = ()) -> None:
        """`shared` are expressions of which parts are asked for later: these are kept."""
        self._shared = {id(one) for one in shared}
        self._parts: dict[int, Scalar] = {}  # of such expressions, in symbols, by the identities of nodes
        self._alive: list[Node] = []  # or an identity might be that of a later node
        self.t = ca.SX.sym("t")
        self.q = vector("q", len(model.coordinates))
        self.qd = vector("qd", len(model.coordinates))
        self.p = vector("p", len(model.parameters))
        self.u = vector("u", len(model.inputs))
        self.ud = vector("ud", len(model.inputs))
        self.udd = vector("udd", len(model.inputs))
        self.e = vector("e", len(model.efforts))
        self.s = vector("s", len(model.states))
        self.sd = vector("sd", len(model.states))
        self.qdd = vector("qdd", len(model.coordinates))
        multipliers = multiplier_names(model)
        self.lam = vector("lam", len(multipliers))
        forces = force_names(model)
        self.f = vector("f", len(forces))
        self.moving = stack(self.t, self.q, self.u, self.ud, self.s)
        self.moving_rates = stack(ONE, self.qd, self.ud, self.udd, self.sd)
        self.tables = cells_of(model)
        self._leaves: dict[tuple[str, int], Scalar] = {("t", 0): self.t, ("pi", 0): ca.SX(ca.pi)}
        for symbols, vectors in (
            ([x.name for x in model.parameters], (self.p,)),
            ([x.name for x in model.coordinates], (self.q, self.qd, self.qdd)),
            ([x.name for x in model.inputs], (self.u, self.ud, self.udd)),
            ([x.name for x in model.efforts], (self.e,)),
            ([x.name for x in model.states], (self.s, self.sd)),
            (multipliers, (self.lam,)),
            (forces, (self.f,)),
        ):
            for order, column in enumerate(vectors):
                self._leaves |= {
                    (name, order): one for name, one in zip(symbols, entries(column), strict=True)
                }
        rates, roots = _rates(known), {name: known.definitions[name].expression.root for name in known.order}
        coordinates = {x.name for x in model.coordinates}
        renamed = {
            name: root.name
            for name, root in roots.items()
            if isinstance(root, Name) and root.name in coordinates
        }
        for name, own_name in renamed.items():
            self._leaves |= {(name, order): self._leaves[own_name, order] for order in range(RATES + 1)}
            del roots[name]
        self.places = {
            key: i for i, key in enumerate((name, k) for name in roots for k in range(rates[name] + 1))
        }
        self.symbols = vector("d", len(self.places))
        self._in_symbols = {**self._leaves, **dict(zip(self.places, entries(self.symbols), strict=True))}
        self.written = {name: self.in_symbols(known.definitions[name].expression) for name in roots}
        self.whole = self._all_definitions()
        self._leaves |= dict(zip(self.places, entries(self.whole), strict=True))

    def leaf(self, name: str, order: int) -> Scalar:
        """The expression of a name or of one of its derivatives."""
        return self._leaves[name, order]

    def symbols_of(self, keys: Iterable[RateKey]) -> Scalar:
        """The symbols of some definitions or their rates, as a column."""
        chosen = [self.places[key] for key in keys]
        return self.symbols[chosen] if chosen else ca.SX(0, 1)

    def _all_definitions(self) -> Scalar:
        """All definitions and their rates, by the chain rule through the definitions that they use."""
        if not self.places:
            return ca.SX(0, 1)
        moved = [(name, order) for name, order in self.places if (name, order + 1) in self.places]
        rates = [(name, order + 1) for name, order in moved]
        before = stack(self.moving, self.qd, self.symbols_of(moved))
        after = stack(self.moving_rates, self.qdd, self.symbols_of(rates))
        made = {(name, 0): value for name, value in self.written.items()}
        for order in range(1, RATES + 1):
            names = [name for name in self.written if (name, order) in self.places]
            if names:
                column = stack(*(made[name, order - 1] for name in names))
                rate = dense(along(column, before, after))
                made |= {(name, order): one for name, one in zip(names, entries(rate), strict=True)}
        column = stack(*(made[key] for key in self.places))
        return ca.substitute_inplace([self.symbols], [column], [], False)[0][0]

    def in_symbols(self, expression: Expression) -> Scalar:
        """The expression, with `symbols` for definitions."""
        tree = expression.folded_tree
        if id(expression) not in self._shared:
            return self._build(tree, self._in_symbols)
        self._alive.append(tree)
        return self._build(tree, self._in_symbols, self._parts)

    def parts_in_symbols(self, roots: Iterable[Node]) -> list[Scalar]:
        """Parts of the shared expressions, with `symbols` for definitions."""
        folded: dict[int, Valued] = {}
        trees = [fold_constants(root, folded) for root in roots]
        self._alive += trees
        return [self._build(tree, self._in_symbols, self._parts) for tree in trees]

    def put_in(self, columns: list[Scalar]) -> list[Scalar]:
        """Definitions put in for the symbols that stand for them; what columns share stays shared."""
        return list(ca.substitute(columns, [self.symbols], [self.whole])) if self.places else columns

    def build(self, root: Node, others: Leaves | None = None) -> Scalar:
        """The expression of a tree; `others` are names that stand for something else in it."""
        leaves = {**self._leaves, **others} if others else self._leaves
        return self._build(fold_constants(root), leaves)

    def build_all(self, roots: Iterable[Node]) -> list[Scalar]:
        """The expressions of trees that may be parts of one another: each part is built once."""
        folded: dict[int, Valued] = {}
        built: dict[int, Scalar] = {}
        alive = tuple(roots)  # or an identity might be that of a later node
        return [self._build(fold_constants(root, folded), self._leaves, built) for root in alive]

    def _build(self, folded: Node, leaves: Leaves, built: dict[int, Scalar] | None = None) -> Scalar:
        combine = self._combine_with_tables if self.tables else _combine
        return fold(folded, partial(_leaf, leaves), combine, built)

    def _combine_with_tables(self, node: Node, below: tuple[Scalar, ...]) -> Scalar:
        if not isinstance(node, Call) or node.function in KNOWN:
            return _combine(node, below)
        table, _, axis = node.function.partition(CELL)
        table_cells = self.tables[table]
        if axis:
            return cell_coordinate(table_cells, int(axis), *below)
        return looked_up(table_cells, below[: table_cells.arguments], below[table_cells.arguments :])

    def drift(self, value: Scalar) -> Scalar:
        """∂f/∂q q' + ∂f/∂u u' + ∂f/∂u' u'' + ∂f/∂s s' + ∂f/∂t: the time derivative at frozen velocities."""
        return along(value, self.moving, self.moving_rates)

    def total_derivative(self, value: Scalar) -> Scalar:
        """The time derivative with the accelerations of a motion."""
        return plus(self.drift(value), along(value, self.qd, self.qdd))


def _rates(known: Survey) -> dict[str, int]:
    """How many rates of each definition are needed: one, and two where a definition uses its rate.

    A rate beyond the second is never used: `check` refuses what would contain a third derivative.
    """
    needed = dict.fromkeys(known.order, 1)
    for name in reversed(known.order):
        for used, order in names(known.definitions[name].expression.root):
            if used in needed:
                needed[used] = max(needed[used], min(needed[name] + order, RATES))
    return needed


FREQUENT: dict[Any, Scalar] = {number: ca.SX(number) for number in (1, 2)}  # made once


def vector(name: str, size: int) -> Scalar:
    """A column of symbols."""
    return ca.SX.sym(name, size, 1)


def _leaf(leaves: Leaves, node: Node) -> Scalar:
    match node:
        case Name(name=name):
            return leaves[name, 0]
        case Rate(name=name, order=order):
            return leaves[name, order]
        case Number(value=value):
            return FREQUENT[value] if value in FREQUENT else ca.SX(float(value))
    raise TypeError(node)


def _combine(node: Node, below: tuple[Scalar, ...]) -> Scalar:
    match node:
        case Sum():
            return _balanced_sum(below)
        case Product():
            return reduce(times, below)
        case Negative():
            return negative(below[0])
        case Inverse():
            return over(ONE, below[0])
        case Power(exponent=Number(value=value)) if value == 2:
            return times(below[0], below[0])
        case Power():
            return below[0] ** below[1]
        case Call(function=function) if function in SIGNALS:
            signal = SIGNALS[function]
            return apply_signal(signal.body, signal, below, partial(_leaf, CONSTANT_LEAVES), _combine)
        case Call(function=function) if function in COMPOSED:
            return COMPOSED[function](below)
        case Call(function=function):
            return FUNCTIONS[function](*below)
        case Compare(operator=operator):
            return RELATIONS[operator](*below)
        case Logic(operator=operator):
            return LOGIC[operator](below)
        case Integral():
            return apply_integral(node, below, partial(_leaf, CONSTANT_LEAVES), _combine)
    raise TypeError(node)


def _erf(x: Scalar) -> Scalar:
    """2/√π ∫_0^x exp(−u²) du as a sum, whose slope is that of erf to rounding."""
    within = ca.fmin(ca.fmax(x, -BELL), BELL)
    square = negative(times(within, within))
    terms = tuple(
        times(ca.SX(2 / math.sqrt(math.pi) * weight), ca.exp(times(ca.SX(part * part), square)))
        for _, part, weight in rule(ERF_PANELS)
    )
    return times(within, _balanced_sum(terms))


def _balanced_sum(terms: tuple[Scalar, ...]) -> Scalar:
    """The sum as a balanced tree: rounding grows with the logarithm of the number of terms."""
    level = list(terms)
    while len(level) > 1:
        pairs = [plus(one, other) for one, other in zip(level[::2], level[1::2], strict=False)]
        level = [*pairs, level[-1]] if len(level) % 2 else pairs
    return level[0]
