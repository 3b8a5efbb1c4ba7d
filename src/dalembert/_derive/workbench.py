"""A model for symbolic work: its trees converted to SymEngine, tidied, and converted back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import symengine as se

from dalembert._derive.factors import brackets_opened, common_factor, factor_out, number_of, squares_joined
from dalembert._derive.from_symengine import PARAMETER, Reader
from dalembert._derive.tidy import MOST_TERMS, size_of, tidy
from dalembert._derive.to_symengine import Engine, Symbolic, symbol
from dalembert._expression.tree import Node
from dalembert._model.records import Model
from dalembert._model.survey import survey

LONGER = 2  # a collected energy may be this much longer than one that is not expanded
LEAST = 3  # the fewest names and numbers that are taken out of two terms
MOST_FACTORED = 8  # terms: a longer bracket is broken over lines, and its factor is far from most of them


class Workbench:
    """Building, tidying and reading back for one model; `extra` are further names that may appear.

    With `ranks`, which sort the names of definitions and derivatives in products, definitions stay names; the
    engine must then treat them so.
    """

    def __init__(
        self,
        model: Model,
        extra: Sequence[str] = (),
        engine: Engine | None = None,
        ranks: Mapping[str, int] | None = None,
    ) -> None:
        known = survey(model)
        self.engine = Engine(model, known) if engine is None else engine
        self.reader = Reader(model, self.engine, extra, ranks or {})
        self.q, self.qd, self.qdd = self.engine.q, self.engine.qd, self.engine.qdd
        self._parameters = {symbol(name) for name, kind in known.kinds.items() if kind == "parameter"} | {
            se.pi
        }
        self._parameters |= {symbol(name) for name, rank in (ranks or {}).items() if rank == PARAMETER}
        self._tidied: dict[Symbolic, Symbolic] = {}
        self._sizes: dict[Symbolic, int] = {}

    def build(self, node: Node) -> Symbolic:
        """The expression of a tree."""
        return self.engine.build(node)

    def free_symbols(self, expression: Symbolic) -> set[Symbolic]:
        """The symbols an expression depends on."""
        return self.engine.free_symbols(expression)

    def put_in(
        self, expression: Symbolic, values: dict[Symbolic, Symbolic], *, smooth: bool = False
    ) -> Symbolic:
        """The expression with symbols replaced; with `smooth`, `Kink` is raised at points where it jumps."""
        return self.engine.put_in(expression, values, smooth=smooth)

    def is_parameter(self, symbol: Symbolic) -> bool:
        """Whether a symbol is a parameter of the model."""
        return symbol in self._parameters

    def diff(self, expression: Symbolic, by: Symbolic) -> Symbolic:
        """∂f/∂x."""
        return self.engine.diff(expression, by)

    def tidy(self, expression: Symbolic, most: int = MOST_TERMS) -> Symbolic:
        """The expression in a tidy form, unless that has more than `most` terms."""
        if expression not in self._tidied:
            self._tidied[expression] = tidy(expression, self._parameters.__contains__, most, self._sizes)
        return self._tidied[expression]

    def size(self, expression: Symbolic) -> int:
        """The number of nodes of an expression."""
        return size_of(expression, self._sizes)

    def weighted_sum(self, factors: Iterable[Symbolic], symbols: Iterable[Symbolic]) -> Symbolic:
        """Σ factor × symbol, each factor tidied and kept together."""
        return se.Add(*(self.tidy(f) * x for f, x in zip(factors, symbols, strict=True) if f != 0))

    def read(self, expression: Symbolic) -> Node:
        """The tree of an expression as it is."""
        return self.reader.tree(expression)

    def tree(self, expression: Symbolic) -> Node:
        """The tree of an expression, tidied."""
        return self.read(self.tidy(expression))

    def factor(self, expression: Symbolic) -> Symbolic:
        """A sum with the common factors of its terms taken out, where that is shorter.

        Fewer than LEAST factors of two terms, or a single one that leaves fractions, stay: m l² θ'' + m g l
        sin θ is easy to read.
        """
        terms = expression.args if type(expression) is se.Add else ()
        if not 1 < len(terms) <= MOST_FACTORED:
            return expression
        factor, remainder = factor_out(expression, bool)
        names = common_factor((expression,), bool)
        broken = any(not number_of(term).is_Integer for term in remainder.args)
        count = len(factor.args) if type(factor) is se.Mul else 1
        if names == 1 or (len(terms) == 2 and count < LEAST) or (count == 1 and broken):
            return expression
        made = factor * remainder
        return made if self.size(made) < self.size(expression) else expression

    def by_speeds(self, expression: Symbolic) -> Symbolic:
        """A sum with terms of the same velocities together: (m l² + m q²) q'² of an energy."""
        terms = expression.args if type(expression) is se.Add else ()
        speeds, groups = set(self.qd), dict[Symbolic, list[Symbolic]]()
        for term in terms:
            parts = term.args if type(term) is se.Mul else (term,)
            fast = [part for part in parts if (part.args[0] if type(part) is se.Pow else part) in speeds]
            whole = se.Mul(*fast)
            groups.setdefault(whole, []).append(_spread(term / whole))
        if len(groups) == len(terms):
            return expression
        return se.Add(*(self._gather(terms) * whole for whole, terms in groups.items()))

    def _gather(self, terms: list[Symbolic]) -> Symbolic:
        """A sum of terms with common numbers and parameters taken out."""
        flat = [part for term in terms for part in (term.args if type(term) is se.Add else (term,))]
        whole = se.Add(*flat)
        if type(whole) is not se.Add:
            return whole
        factor, remainder = factor_out(whole, self.is_parameter)
        return factor * squares_joined(remainder)

    def shortest_form(self, expression: Symbolic, longer: float = LONGER) -> Symbolic:
        """An energy tidied and collected by velocities, or as it was built where that is much shorter."""
        tidied = self.factor(self.by_speeds(self.tidy(expression)))
        built = self.factor(brackets_opened(expression, self.is_parameter))
        return tidied if self.size(tidied) <= longer * self.size(built) else built

    def tree_factored(self, expression: Symbolic) -> Node:
        """The tree of an expression, tidied, common factors of its terms taken out."""
        return self.read(self.factor(self.tidy(expression)))

    def as_given(self, expressions: Iterable[Symbolic]) -> tuple[Node, ...]:
        """The trees of expressions as the user wrote them, not tidied, with definitions substituted."""
        return tuple(self.read(e) for e in expressions)

    def vector(self, expressions: Iterable[Symbolic]) -> tuple[Node, ...]:
        """The trees of several expressions, tidied."""
        return tuple(self.tree(e) for e in expressions)

    def matrix(self, rows: Iterable[Iterable[Symbolic]]) -> tuple[tuple[Node, ...], ...]:
        """The trees of a matrix, tidied."""
        return tuple(self.vector(row) for row in rows)


def _spread(term: Symbolic) -> Symbolic:
    """A number times a sum, as a sum."""
    if (
        type(term) is se.Mul
        and len(term.args) == 2
        and term.args[0].is_Number
        and type(term.args[1]) is se.Add
    ):
        return se.Add(*(term.args[0] * part for part in term.args[1].args))
    return term
