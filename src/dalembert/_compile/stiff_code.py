"""The cheaper linear solver for a stiff step: a full matrix, or a sparse one with more unknowns.

Costs are multiplications per factorisation and solution; a sparse solver also looks up where each number is.
"""

from __future__ import annotations

from collections.abc import Mapping

from dalembert._compile.code import Code, Layout, StiffCode
from dalembert._compile.sparse_factors import SparseFactors, sparse_factors
from dalembert._tape.partials import linear_tape
from dalembert._tape.tape import Tape

SHORT = 24  # entries of a state for which a full matrix is always as good
SOLUTIONS = 5  # for each factorisation, about
LOOK_UP = 2.0  # what a multiplication costs in a sparse matrix


def sparse_stiff_code(tapes: Mapping[str, Tape], layout: Layout) -> StiffCode | None:
    """Rates with the lines of their derivative, where sparse matrices cost less than full ones."""
    if layout.tested <= SHORT:
        return None
    lines = linear_tape(tapes["rates"], layout.tested)
    factors = sparse_factors(lines.unknowns, lines.rows, lines.columns)
    if LOOK_UP * sparse_cost(factors) > full_cost(layout):
        return None
    code = Code({**tapes, "slopes": lines.tape})
    return StiffCode(code=code, rows=lines.rows, columns=lines.columns, sparse=factors)


def sparse_cost(factors: SparseFactors) -> int:
    """Multiplications of a factorisation and its solutions."""
    return factors.multiplications + SOLUTIONS * factors.entries


def full_cost(layout: Layout) -> int:
    """The same for a full matrix, from which places with their own rates are eliminated."""
    m = layout.tested - layout.n
    return m**3 // 3 + SOLUTIONS * (m * m + layout.tested * layout.n)
