"""The equations solved for the accelerations, where that is short: θ'' = −(g/l) sin θ.

The equations without multipliers are solved: those of a model without constraints, or those that remain after
elimination. They may be one equation, uncoupled equations, or two coupled ones (by Cramer's rule).
"""

from __future__ import annotations

from dataclasses import dataclass

import symengine as se

from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Equations
from dalembert._derive.factors import common_factor
from dalembert._derive.from_symengine import NotReal
from dalembert._derive.identity import is_zero
from dalembert._derive.to_symengine import Symbolic, symbol
from dalembert._derive.workbench import Workbench
from dalembert._expression.tree import Name, Node, Number, Rate
from dalembert._expression.walk import nodes

LONGEST = 70  # names and numbers of a solved equation that is worth printing
MOST = 6  # the most uncoupled equations


@dataclass(frozen=True, slots=True, kw_only=True)
class SolvedForm:
    """The accelerations of the remaining coordinates, in order."""

    accelerations: tuple[tuple[str, Node], ...]


@dataclass(frozen=True, slots=True)
class FreeEquations:
    """Left sides of equations without multipliers, M q'' + f = 0, by coordinates."""

    bench: Workbench
    names: tuple[str, ...]
    left: tuple[Symbolic, ...]

    @property
    def M(self) -> list[list[Symbolic]]:
        """The coefficients of the accelerations."""
        return [[self.bench.diff(row, symbol(name, 2)) for name in self.names] for row in self.left]

    @property
    def f(self) -> list[Symbolic]:
        """The terms without accelerations."""
        at_rest = {symbol(name, 2): se.Integer(0) for name in self.names}
        return [self.bench.put_in(row, at_rest) for row in self.left]


def free_equations(derived: Equations, elimination: Elimination | None) -> FreeEquations | None:
    """The equations of motion, if none contains a multiplier, an unknown effort or a contact force."""
    model = derived.model
    if not derived.whole or model.contacts:
        return None
    rows = [(c.coordinate, c.left) for c in derived.coordinates]
    if elimination is not None and elimination.steps:
        rows = list(elimination.remaining)
    elif model.constraints:
        return None
    names = tuple(name for name, _ in rows)
    if not set(names) <= {c.name for c in model.coordinates}:
        return None
    bench = Workbench(model)
    left = tuple(bench.build(node) for _, node in rows)
    moving = {symbol(name, order) for name in names for order in range(3)}
    known = moving | {symbol("t")}
    known |= {symbol(one.name, order) for one in model.inputs for order in range(3)}
    known |= {symbol(one.name) for one in model.states}
    strange = {
        s for row in left for s in bench.free_symbols(row) if s not in known and not bench.is_parameter(s)
    }
    return FreeEquations(bench, names, left) if not strange else None


def solved_form(derived: Equations, elimination: Elimination | None) -> SolvedForm | None:
    """The accelerations; None where they would be long."""
    free = free_equations(derived, elimination)
    if free is None or not free.names:
        return None
    M, f, bench = free.M, free.f, free.bench
    n = range(len(f))
    if any(symbol(name, 2) in bench.free_symbols(entry) for row in M for entry in row for name in free.names):
        return None
    coupled = any(i != j and M[i][j] != 0 for i in n for j in n)
    if coupled and len(f) == 2:
        (a, b), (c, d) = M
        tops = [bench.tidy(b * f[1] - d * f[0]), bench.tidy(c * f[0] - a * f[1])]
        under = bench.tidy(a * d - b * c)
        unders = [under, under]
        tops, unders = _cancel_parameters(bench, tops, unders)
    elif not coupled and len(f) <= MOST:
        tops, unders = [-bench.tidy(row) for row in f], [bench.tidy(M[i][i]) for i in n]
    else:
        return None
    if any(is_zero(under) for under in unders):
        return None
    try:
        right = [bench.read(_quotient(bench, top, under)) for top, under in zip(tops, unders, strict=True)]
    except NotReal:
        return None
    if any(length(node) > LONGEST for node in right):
        return None
    return SolvedForm(accelerations=tuple(zip(free.names, right, strict=True)))


def _cancel_parameters(
    bench: Workbench, tops: list[Symbolic], unders: list[Symbolic]
) -> tuple[list[Symbolic], list[Symbolic]]:
    """Quotients with parameters cancelled that occur in every term above and below."""
    pairs = []
    for top, under in zip(tops, unders, strict=True):
        factor = common_factor((top, under), bench.is_parameter)
        pairs.append((bench.tidy(se.expand(top / factor)), bench.tidy(se.expand(under / factor))))
    return [top for top, _ in pairs], [under for _, under in pairs]


def _quotient(bench: Workbench, top: Symbolic, under: Symbolic) -> Symbolic:
    """The quotient, divided term by term where the divisor is one product."""
    return top / under if type(under) is se.Add else bench.tidy(top / under)


def length(node: Node) -> int:
    """The number of names and numbers in a tree."""
    return sum(isinstance(part, Name | Rate | Number) for part in nodes(node))
