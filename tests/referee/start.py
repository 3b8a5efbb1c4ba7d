"""The start of a motion in many digits: Φ(q) = 0 and G q̇ + Φ_t = 0, solved for what the text leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy
from mpmath import mpf

from .equations import Equations
from .text import TIME, Read
from .walk import NUMBERS, carried, value

Names = dict[sympy.Symbol, mpf]


@dataclass(frozen=True)
class Start:
    """All leaves at the start, and which constraints (rows of `velocity`) are independent there."""

    names: Names
    independent: list[int]


def start(model: Read, own: Equations) -> Start:
    """The consistent start."""
    names = dict(model.constants) | {TIME: mpf(model.simulate.get("t_start", 0))}
    names |= constants(model, names[TIME])
    open_q, open_qd = [], []
    for name, entry in model.coordinates.items():
        q, qd = sympy.Symbol(name), model.velocity[name]
        names[q] = _given(entry, "start", entry.get("guess", 0))
        names[qd] = _given(entry, "speed", 0)
        if "start" not in entry:
            open_q.append(q)
        if "speed" not in entry:
            open_qd.append(qd)
    for name, entry in model.states.items():
        names[sympy.Symbol(name)] = _given(entry, "start", 0)
    if own.velocity:
        names = _solved(own.position, open_q, names)
        names = _solved(own.velocity, open_qd, names)
    for name, rate in own.rates.items():
        if name in model.velocity:
            names[model.velocity[name]] = value(rate, names)
    return Start(names, _independent(own, names))


def constants(model: Read, t: mpf) -> Names:
    """The constants of the piece of time that t lies in."""
    names: Names = dict(model.constants) | {TIME: t}
    for table in model.tables:
        names[table.intercept], names[table.slope] = table.line(t)
    for piece in model.pieces:
        names[piece.symbol] = piece.constant(names)
    return {symbol: names[symbol] for symbol in names if symbol not in model.constants and symbol != TIME}


def _given(entry: Mapping[str, Any], key: str, otherwise: float) -> mpf:
    given = entry.get(key, otherwise)
    if isinstance(given, str):
        message = f"a {key} is a number here"
        raise TypeError(message)
    return mpf(given)


def _solved(residuals: list[sympy.Expr], unknown: list[sympy.Symbol], names: Names) -> Names:
    """Newton's iteration, with the shortest step where unknowns outnumber equations."""
    if not residuals or not unknown:
        return names
    slopes = [[sympy.diff(one, x) for x in unknown] for one in residuals]
    for _ in range(60):
        seen: dict[sympy.Expr, mpf] = {}
        r = mpmath.matrix([carried(one, names, NUMBERS, seen) for one in residuals])
        J = mpmath.matrix([[carried(one, names, NUMBERS, seen) for one in row] for row in slopes])
        rows = independent_rows(J)
        J, r = mpmath.matrix([J[i, :].tolist()[0] for i in rows]), mpmath.matrix([r[i] for i in rows])
        step = J.T * mpmath.lu_solve(J * J.T, r)
        names = names | {x: names[x] - step[i] for i, x in enumerate(unknown)}
        if mpmath.norm(step) < mpf(10) ** (5 - mpmath.mp.dps):
            return names
    message = "the start was not found"
    raise ArithmeticError(message)


def _independent(own: Equations, names: Names) -> list[int]:
    if not own.velocity:
        return []
    n, seen = len(own.heavy), {}
    G = mpmath.matrix(len(own.velocity), n)
    for i in range(len(own.velocity)):
        for j in range(n):
            G[i, j] = carried(own.matrix[n + i, j], names, NUMBERS, seen)
    return independent_rows(G)


def independent_rows(J: mpmath.matrix) -> list[int]:
    """Rows that are no combination of those before them, by Gram–Schmidt."""
    kept: list[mpmath.matrix] = []
    found = []
    for i in range(J.rows):
        row = J[i, :].T
        size = mpmath.norm(row)
        for _ in range(2):
            for other in kept:
                row = row - other * (other.T * row)[0]
        if mpmath.norm(row) > size * mpf("1e-12"):
            kept.append(row / mpmath.norm(row))
            found.append(i)
    return found
