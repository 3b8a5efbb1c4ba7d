"""Our tree to CasADi: shared definitions stay shared, so a chain of n bodies stays of length n."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping
from functools import partial, reduce
from typing import Any

import casadi as ca

from dalembert._expression.functions import FUNCTIONS as KNOWN
from dalembert._expression.numbers import folded
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
from dalembert._expression.walk import fold, names
from dalembert._lower.lookup import CELL, cell_coordinate, looked_up
from dalembert._model.records import Model, force_names, multiplier_names
from dalembert._model.signals import SIGNALS, applied
from dalembert._model.survey import Survey
from dalembert._model.table_cells import cells_of

Scalar = Any  # a CasADi SX; its wrapper carries no types
Leaves = Mapping[tuple[str, int], Scalar]  # names and orders of derivatives, and what they stand for

FUNCTIONS: dict[str, Callable[..., Scalar]] = {
    "sin": ca.sin,
    "cos": ca.cos,
    "tan": ca.tan,
    "asin": ca.asin,
    "acos": ca.acos,
    "atan": ca.atan,
    "atan2": ca.atan2,
    "sinh": ca.sinh,
    "cosh": ca.cosh,
    "tanh": ca.tanh,
    "asinh": ca.asinh,
    "acosh": ca.acosh,
    "atanh": ca.atanh,
    "exp": ca.exp,
    "log": ca.log,
    "ln": ca.log,
    "log10": ca.log10,
    "sqrt": ca.sqrt,
    "abs": ca.fabs,
    "sign": ca.sign,
    "floor": ca.floor,
    "if": ca.if_else,
}
COMPOSED: dict[str, Callable[[tuple[Scalar, ...]], Scalar]] = {
    "step": lambda below: ca.ge(below[0], 0),
    "min": partial(reduce, ca.fmin),
    "max": partial(reduce, ca.fmax),
    "mod": lambda below: below[0] - below[1] * ca.floor(below[0] / below[1]),
}
LOGIC: dict[str, Callable[[tuple[Scalar, ...]], Scalar]] = {
    "not": lambda below: ca.logic_not(below[0]),
    "and": partial(reduce, ca.logic_and),
    "or": partial(reduce, ca.logic_or),
}
RATES = 2  # of definitions, at most
CONSTANT_LEAVES: Leaves = {("pi", 0): ca.SX(ca.pi)}
RELATIONS = {"<": ca.lt, "<=": ca.le, ">": ca.gt, ">=": ca.ge, "==": ca.eq, "!=": ca.ne}


class Engine:
    """Builds CasADi expressions of one model; the vectors of its arguments are its attributes."""

    def __init__(self, model: Model, known: Survey) -> None:
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
        self.moving = ca.vertcat(self.t, self.q, self.u, self.ud, self.s)
        self.moving_rates = ca.vertcat(1, self.qd, self.ud, self.udd, self.sd)
        own = (
            [(c.name, 0) for c in model.coordinates],
            *([(u.name, k) for u in model.inputs] for k in (0, 1)),
        )
        states = [(s.name, 0) for s in model.states]
        moving = [("t", 0), *(place for places in own for place in places), *states]
        moving += [(c.name, 1) for c in model.coordinates]
        self._moves = {place: i for i, place in enumerate(moving)}  # where each stands in `_before`
        self._before = ca.vertcat(self.moving, self.qd)
        self._after = ca.vertcat(self.moving_rates, self.qdd)
        self.tables = cells_of(model)
        self._leaves: dict[tuple[str, int], Scalar] = {("t", 0): self.t, ("pi", 0): ca.SX(ca.pi)}
        for entries, vectors in (
            ([x.name for x in model.parameters], (self.p,)),
            ([x.name for x in model.coordinates], (self.q, self.qd, self.qdd)),
            ([x.name for x in model.inputs], (self.u, self.ud, self.udd)),
            ([x.name for x in model.efforts], (self.e,)),
            ([x.name for x in model.states], (self.s, self.sd)),
            (multipliers, (self.lam,)),
            (forces, (self.f,)),
        ):
            for i, name in enumerate(entries):
                self._leaves |= {(name, order): vector[i] for order, vector in enumerate(vectors)}
        rates = _rates(known)
        for name in known.order:
            self._define(name, known.definitions[name].expression.root, known, rates[name])

    def leaf(self, name: str, order: int) -> Scalar:
        """What a name or one of its derivatives stands for."""
        return self._leaves[name, order]

    def leaves_with(self, others: Mapping[tuple[str, int], Scalar]) -> Leaves:
        """What the names stand for, some of them for something else."""
        return {**self._leaves, **others}

    def _define(self, name: str, root: Node, known: Survey, rates: int) -> None:
        """A definition and its rates, by the chain rule through the definitions it uses.

        Those stand as symbols while it is differentiated and are put in afterwards, so a chain of
        n definitions costs n steps and not n²/2.
        """
        found = names(root)
        inner = sorted({used for used, _ in found if used in known.definitions})
        places = [(used, order) for order in range(RATES + 1) for used in inner]
        held = vector("d", len(places))
        whole = ca.vertcat(*(self._leaves.get(place, 0) for place in places))
        value = self.build(root, ChainMap({place: held[i] for i, place in enumerate(places)}, self._leaves))
        own = [self._moves[place] for place in found if place in self._moves]
        if rates > 1:
            own = list(range(self._before.numel()))  # a rate has parts that its definition has not
        before = ca.vertcat(*(self._before[i] for i in own), held[: RATES * len(inner)])
        after = ca.vertcat(*(self._after[i] for i in own), held[len(inner) :])
        parts = [value]
        for _ in range(rates):
            moves = own or inner
            parts.append(ca.jtimes(parts[-1], before, after) if moves else ca.SX(0))
        if inner:
            parts = ca.substitute(parts, [held], [whole])
        self._leaves |= {(name, order): part for order, part in enumerate(parts)}

    def build(self, root: Node, leaves: Leaves | None = None) -> Scalar:
        """The expression of a tree."""
        own = partial(_leaf, leaves if leaves is not None else self._leaves)
        return fold(folded(root), own, self._combine_with_tables if self.tables else _combine)

    def _combine_with_tables(self, node: Node, below: tuple[Scalar, ...]) -> Scalar:
        if not isinstance(node, Call) or node.function in KNOWN:
            return _combine(node, below)
        table, _, axis = node.function.partition(CELL)
        own = self.tables[table]
        if axis:
            return cell_coordinate(own, int(axis), *below)
        return looked_up(own, below[: own.arguments], below[own.arguments :])

    def drift(self, value: Scalar) -> Scalar:
        """∂f/∂q q' + ∂f/∂u u' + ∂f/∂u' u'' + ∂f/∂s s' + ∂f/∂t: the time derivative at frozen velocities."""
        return ca.jtimes(value, self.moving, self.moving_rates)


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


def vector(name: str, size: int) -> Scalar:
    """A column of symbols."""
    return ca.SX.sym(name, size, 1)


def _leaf(leaves: Leaves, node: Node) -> Scalar:
    match node:
        case Number(value=value):
            return ca.SX(float(value))
        case Name(name=name):
            return leaves[name, 0]
        case Rate(name=name, order=order):
            return leaves[name, order]
    raise TypeError(node)


def _combine(node: Node, below: tuple[Scalar, ...]) -> Scalar:
    match node:
        case Sum():
            return _balanced(below)
        case Product():
            return reduce(lambda a, b: a * b, below)
        case Negative():
            return -below[0]
        case Inverse():
            return 1 / below[0]
        case Power(exponent=Number(value=value)) if value == 2:
            return below[0] * below[0]
        case Power():
            return below[0] ** below[1]
        case Call(function=function) if function in SIGNALS:
            own = SIGNALS[function]
            return applied(own.body, own, below, partial(_leaf, CONSTANT_LEAVES), _combine)
        case Call(function=function) if function in COMPOSED:
            return COMPOSED[function](below)
        case Call(function=function):
            return FUNCTIONS[function](*below)
        case Compare(operator=operator):
            return RELATIONS[operator](*below)
        case Logic(operator=operator):
            return LOGIC[operator](below)
    raise TypeError(node)


def _balanced(terms: tuple[Scalar, ...]) -> Scalar:
    """The sum as a balanced tree: rounding grows with the logarithm of the number of terms."""
    level = list(terms)
    while len(level) > 1:
        level = [level[i] + level[i + 1] if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0]
