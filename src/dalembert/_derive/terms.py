"""An expression as the terms of its sum, with products over sums written out as far as a budget allows."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import symengine as se

from dalembert._derive.factors import number_of
from dalembert._derive.from_symengine import NotReal
from dalembert._derive.to_symengine import Symbolic
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Name, Negative, Node, Rate, with_operands
from dalembert._expression.walk import fold
from dalembert._model.records import Model

MOST = 4000  # the most terms that are written out
POWER = 30  # the highest power of a sum that is written out
ZERO = se.Integer(0)
HIDDEN = "second rate of "  # no name of a model has blanks


class Terms:
    """Splits expressions of one model; `extra` are further names in them."""

    def __init__(self, model: Model, extra: Sequence[str] = ()) -> None:
        self._bench = Workbench(model, extra)
        self._definitions = {one.name for one in model.definitions}

    def of(self, node: Node) -> tuple[Node, ...]:
        """The terms; the expression itself where they are too many or the calculus cannot read it."""
        try:
            built = self._build(node)
            if _count(built) <= MOST:
                built = se.expand(built)
            terms = built.args if type(built) is se.Add else (built,)
            return tuple(self._bench.read(one) for one in terms if one != 0)
        except (NotReal, ValueError, RuntimeError, ZeroDivisionError):
            return (node,)

    def negative_terms(self, node: Node) -> tuple[Node, ...]:
        """The terms of minus an expression."""
        return self.of(Negative(node))

    def scale(self, over: Node, by: Node, under: Node) -> Node | None:
        """The quotient over · by / under, simplified; None where the calculus cannot read it."""
        try:
            made = self._build(over) * self._build(by) / self._build(under)
            return self._bench.read(se.expand(made) if _count(made) <= MOST else made)
        except (NotReal, ValueError, RuntimeError, ZeroDivisionError):
            return None

    def sum(self, nodes: Sequence[Node]) -> Node | None:
        """The sum of some terms, tidied."""
        try:
            return self._bench.tree(se.Add(*(self._build(node) for node in nodes)))
        except (NotReal, ValueError, RuntimeError, ZeroDivisionError):
            return None

    def remainder(self, a: Node, b: Node, rounding: float) -> tuple[Node, ...] | None:
        """The terms of a − b, times their denominators, that remain where equal ones have cancelled.

        Factors are equal that agree up to `rounding`. None where the terms are too many or the calculus
        cannot read them.
        """
        try:
            sides = [self._build(one).as_numer_denom() for one in (a, b)]
            wholes = [sides[0][0] * sides[1][1], sides[1][0] * sides[0][1]]
            if max(map(_count, wholes)) > MOST:
                return None
            first, second = (_factors_of_terms(_multiplied_out(one)) for one in wholes)
            left = {
                term: first.get(term, ZERO) - second.get(term, ZERO)
                for term in (*first, *(term for term in second if term not in first))
                if not _same(first.get(term, ZERO), second.get(term, ZERO), rounding)
            }
            return tuple(self._bench.read(factor * term) for term, factor in left.items())
        except (NotReal, ValueError, RuntimeError, ZeroDivisionError):
            return None

    def _build(self, node: Node) -> Symbolic:
        """The expression; second rates of definitions are built from their first ones."""
        hidden: dict[str, str] = {}

        def leaf(one: Node) -> Node:
            if isinstance(one, Rate) and one.order > 1 and one.name in self._definitions:
                hidden[HIDDEN + one.name] = one.name
                return Name(HIDDEN + one.name)
            return one

        built = self._bench.build(fold(node, leaf, with_operands))
        if not hidden:
            return built
        engine = self._bench.engine
        values = {}
        for name, of in hidden.items():
            rate = engine.build(Rate(of, 1))
            speeding = [engine.diff(rate, v) * a for v, a in zip(engine.qd, engine.qdd, strict=True)]
            values[se.Symbol(name)] = se.Add(engine.drift(rate), *speeding)
        return engine.put_in(built, values)


def _multiplied_out(whole: Symbolic) -> Symbolic:
    """Products over sums written out, but not in arguments.

    There x² − 2 a x + a² would be less precise near a than (x − a)².
    """
    kept: dict[Symbolic, Symbolic] = {}
    stack = [whole]
    while stack:
        node = stack.pop()
        if type(node) in (se.Add, se.Mul) or _whole_power(node):
            stack.extend(node.args)
        elif node.args and not node.is_Number:
            kept.setdefault(node, se.Symbol(f"kept {len(kept)}"))
    hidden = se.expand(whole.xreplace(kept)) if kept else se.expand(whole)
    return hidden.xreplace({name: node for node, name in kept.items()})


def _factors_of_terms(whole: Symbolic) -> dict[Symbolic, Symbolic]:
    """The numbers in front of the terms of a sum."""
    numbers: dict[Symbolic, Symbolic] = {}
    for term in whole.args if type(whole) is se.Add else (whole,):
        number = number_of(term)
        if term != 0:
            numbers[term / number] = numbers.get(term / number, ZERO) + number
    return numbers


def _same(a: Symbolic, b: Symbolic, rounding: float) -> bool:
    """Whether two numbers agree."""
    return bool(a == b) or abs(float(a) - float(b)) <= rounding * max(abs(float(a)), abs(float(b)))


def _count(root: Symbolic) -> int:
    """How many terms an expression has at most when its products are written out."""
    counts: dict[Symbolic, int] = {}
    stack: list[tuple[Symbolic, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if node in counts:
            continue
        below = node.args if type(node) in (se.Add, se.Mul) or _whole_power(node) else ()
        if below and not ready:
            stack.append((node, True))
            stack.extend((one, False) for one in below)
            continue
        counts[node] = min(_own_count(node, [counts[one] for one in below]), 10 * MOST)
    return counts[root]


def _whole_power(node: Symbolic) -> bool:
    return type(node) is se.Pow and node.args[1].is_Integer and node.args[1] > 0


def _own_count(node: Symbolic, below: list[int]) -> int:
    if not below:
        return 1
    if type(node) is se.Add:
        return sum(below)
    if type(node) is se.Mul:
        made = 1
        for one in below:
            made = min(made * one, 10 * MOST)
        return made
    power = node.args[1]
    if below[0] == 1:
        return 1
    return 10 * MOST if power > POWER else comb(int(power) + below[0] - 1, int(power))
