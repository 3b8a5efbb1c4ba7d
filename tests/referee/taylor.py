"""Motions by heyoka's Taylor series in quadruple precision, or in octuple where a motion is chaotic.

The accelerations come from the saddle-point system, eliminated once with the pivots of the start. Constraints
hold by their second derivatives: in 33 digits they drift by nothing that float64 sees. A motion counts only
where runs of two orders agree.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import mpmath
import numpy as np
import sympy
from mpmath import mpf

from .equations import Equations, equations
from .start import Start, constants, start
from .text import TIME, Read
from .walk import NUMBERS, Arithmetic, carried

PRECISIONS = ((113, ("1e-33", "1e-30")), (237, ("1e-56", "1e-50")))  # bits, and tolerances of two orders
MISSING = "heyoka is not installed: pip install heyoka"


def available() -> bool:
    """Whether heyoka is here."""
    return find_spec("heyoka") is not None


def taylor(
    model: Read, times: np.ndarray, breaks: Sequence[mpf], level: int = 0, longest: float = math.inf
) -> list[np.ndarray]:
    """Two solutions of different order: rows (coordinates, speeds, states) at the times.

    No step is longer than `longest`, in the second solution than half of it: what is narrow is not stepped over.
    """
    bits, tolerances = PRECISIONS[level]
    with mpmath.workprec(bits + 20):
        own = equations(model)
        begin = start(model, own)
        return [
            _run(model, own, begin, times, breaks, _Real(bits), tolerance, longest / (1 + i))
            for i, tolerance in enumerate(tolerances)
        ]


class _Real:
    """Numbers of heyoka in one precision."""

    def __init__(self, bits: int) -> None:
        import heyoka as hy

        self.bits, self.kind = bits, hy.real128 if bits == 113 else hy.real
        self.options = {"fp_type": self.kind} | ({} if bits == 113 else {"prec": bits})

    def __call__(self, x: mpf | int | str) -> Any:
        """The number nearest to x."""
        text = x if isinstance(x, str) else mpmath.nstr(mpf(x), self.bits // 3 + 12, min_fixed=0, max_fixed=0)
        return self.kind(text) if self.bits == 113 else self.kind(text, self.bits)


def _run(
    model: Read,
    own: Equations,
    begin: Start,
    times: np.ndarray,
    breaks: Sequence[mpf],
    real: _Real,
    tolerance: str,
    longest: float,
) -> np.ndarray:
    import heyoka as hy

    changing = [p.symbol for p in model.pieces] + [
        s for one in model.tables for s in (one.intercept, one.slope)
    ]
    leaves: dict[sympy.Symbol, Any] = {
        symbol: hy.expression(real(x)) for symbol, x in model.constants.items()
    }
    leaves |= {symbol: hy.par[i] for i, symbol in enumerate(changing)}
    leaves[TIME] = hy.time
    light = [name for name in model.coordinates if name not in own.heavy]
    variables = [sympy.Symbol(name) for name in own.heavy]
    variables += [model.velocity[name] for name in own.heavy]
    variables += [sympy.Symbol(name) for name in (*light, *model.states)]
    moving = hy.make_vars(*(f"y{i}" for i in range(len(variables))))
    moving = moving if isinstance(moving, list | tuple) else [moving]
    leaves |= dict(zip(variables, moving, strict=True))
    arithmetic = Arithmetic(
        quotient=lambda p, q: hy.expression(real(p) / real(q)),
        pi=lambda: hy.expression(real(+mpmath.pi)),
        functions=hy,
    )
    seen: dict[sympy.Expr, Any] = {}
    n = len(own.heavy)
    rates = list(moving[n : 2 * n]) + _accelerations(own, begin, leaves, arithmetic, seen)
    rates += [carried(own.rates[name], leaves, arithmetic, seen) for name in (*light, *model.states)]
    edges = [mpf(float(times[0])), *(b for b in breaks if times[0] < b < times[-1]), mpf(float(times[-1]))]
    integrator = hy.taylor_adaptive(
        list(zip(moving, rates, strict=True)),
        np.array([real(begin.names[v]) for v in variables]),
        time=real(edges[0]),
        tol=real(tolerance),
        compact_mode=True,
        **real.options,
        **({"pars": [real(mpf(0))] * len(changing)} if changing else {}),
    )
    rows = []
    for left, right in pairwise(edges):
        here = constants(model, (left + right) / 2)
        for i, symbol in enumerate(changing):
            integrator.pars[i] = real(here[symbol])
        inner = [float(t) for t in times if left <= t <= right]
        inner = [t for t in inner if len(rows) == 0 or t > left]
        grid = [left] + [mpf(t) for t in inner if t > left]
        grid += [right] if grid[-1] < right else []
        held = {} if longest == math.inf else {"max_delta_t": real(mpf(longest))}
        found = integrator.propagate_grid(np.array([real(t) for t in grid]), **held)
        if found[0] != hy.taylor_outcome.time_limit:
            message = f"the Taylor series ended with {found[0]}"
            raise ArithmeticError(message)
        states = found[-1]
        skip = 0 if inner and mpf(inner[0]) == left else 1
        rows.extend(states[skip : skip + len(inner)])
    return _columns(model, own, variables, rows, times)


def _accelerations(
    own: Equations, begin: Start, leaves: dict, arithmetic: Arithmetic, seen: dict[sympy.Expr, Any]
) -> list[Any]:
    """Gauss's elimination of [[M, Gᵀ], [G, 0]] in heyoka's expressions; pivots as at the start."""
    n = len(own.heavy)
    kept = [*range(n), *(n + i for i in begin.independent)]
    numbers: dict[sympy.Expr, mpf] = {}
    size = len(kept)
    A: list[list[Any]] = [[None] * (size + 1) for _ in kept]
    B = [[mpf(0)] * size for _ in kept]
    for i, row in enumerate(kept):
        for j, column in enumerate(kept):
            if own.matrix[row, column] != 0:
                A[i][j] = carried(own.matrix[row, column], leaves, arithmetic, seen)
                B[i][j] = carried(own.matrix[row, column], begin.names, NUMBERS, numbers)
        if own.right[row] != 0:
            A[i][size] = carried(own.right[row], leaves, arithmetic, seen)
    order: list[tuple[int, int]] = []
    for _ in range(size):
        rows = [i for i in range(size) if i not in {a for a, _ in order}]
        columns = [j for j in range(size) if j not in {b for _, b in order}]
        r, c = max(((i, j) for i in rows for j in columns), key=lambda at: _weight(B, columns, *at))
        if B[r][c] == 0:
            message = "the accelerations are not determined at the start"
            raise ArithmeticError(message)
        order.append((r, c))
        for i in rows:
            if i == r or A[i][c] is None:
                continue
            factor, number = A[i][c] / A[r][c], B[i][c] / B[r][c]
            for j in [*columns, size]:
                if A[r][j] is not None and j != c:
                    product = factor * A[r][j]
                    A[i][j] = -product if A[i][j] is None else A[i][j] - product
                    if j < size:
                        B[i][j] -= number * B[r][j]
            A[i][c] = None
    found: dict[int, Any] = {}
    for r, c in reversed(order):
        total = arithmetic.quotient(0, 1) if A[r][size] is None else A[r][size]
        for j, x in found.items():
            if A[r][j] is not None:
                total = total - A[r][j] * x
        found[c] = total / A[r][c]
    return [found[i] for i in range(n)]


def _weight(B: list[list[mpf]], columns: list[int], r: int, c: int) -> mpf:
    """A pivot's size against its row: the scale of an equation does not choose."""
    most = max(abs(B[r][j]) for j in columns)
    return abs(B[r][c]) / most if most else mpf(0)


def _columns(
    model: Read,
    own: Equations,
    variables: list[sympy.Symbol],
    rows: list[np.ndarray],
    times: np.ndarray,
) -> np.ndarray:
    """The rows in the order coordinates, speeds, states, as mpmath numbers."""
    wanted = [sympy.Symbol(name) for name in model.coordinates]
    wanted += [model.velocity[name] for name in model.coordinates]
    wanted += [sympy.Symbol(name) for name in model.states]
    light = {model.velocity[name]: name for name in model.coordinates if name not in own.heavy}
    found = np.empty((len(rows), len(wanted)), dtype=object)
    for i, row in enumerate(rows):
        names = dict(zip(variables, (mpf(str(x)) for x in row), strict=True))
        if light:
            t = mpf(float(times[i]))
            names |= dict(model.constants) | constants(model, t) | {TIME: t}
            names |= {v: carried(own.rates[name], names, NUMBERS, {}) for v, name in light.items()}
        found[i] = [names[one] for one in wanted]
    return found
