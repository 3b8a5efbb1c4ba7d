"""y' = A y + b on each piece of time: y(t + dt) = exp([[A, b], [0, 0]] dt) [y, 1], in 50 digits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import mpmath
import numpy as np
import sympy
from mpmath import mpf

from .equations import Equations, equations
from .start import constants, start
from .text import TIME, Read
from .walk import value

DIGITS = (50, 70)


def linear(model: Read, times: np.ndarray, breaks: Sequence[mpf]) -> list[np.ndarray]:
    """Two solutions of different precision: rows (coordinates, speeds, states) at the times."""
    own = equations(model)
    found = []
    for digits in DIGITS:
        with mpmath.workdps(digits):
            found.append(_run(model, own, times, breaks))
    return found


def _run(model: Read, own: Equations, times: np.ndarray, breaks: Sequence[mpf]) -> np.ndarray:
    begin = start(model, own)
    n, names = len(own.heavy), begin.names
    light = [name for name in model.coordinates if name not in own.heavy]
    variables = [sympy.Symbol(name) for name in own.heavy]
    variables += [model.velocity[name] for name in own.heavy]
    variables += [sympy.Symbol(name) for name in (*light, *model.states)]
    others = [own.rates[name] for name in (*light, *model.states)]
    if own.velocity:
        message = "a linear reference has no constraints"
        raise ValueError(message)
    for one in (*own.right, *others):
        _must_be_linear(one, variables)
    edges = [mpf(float(times[0])), *(b for b in breaks if times[0] < b < times[-1]), mpf(float(times[-1]))]
    y = mpmath.matrix([names[v] for v in variables] + [1])
    rows: list[list[mpf]] = []
    for left, right in pairwise(edges):
        here = names | constants(model, (left + right) / 2)
        M = _numbers(own.matrix, here)
        size = len(variables)
        A = mpmath.zeros(size + 1, size + 1)
        for i in range(n):
            A[i, n + i] = 1
        if n:
            H = _slopes(list(own.right), variables, here)
            A[n : 2 * n, :] = mpmath.inverse(M) * H
        if others:
            A[2 * n : size, :] = _slopes(others, variables, here)
        t, steps = left, {}
        for one in [mpf(float(x)) for x in times if left <= x <= right]:
            if one == left and rows:
                continue
            y, t = _moved(A, y, one - t, steps), one
            rows.append(_row(model, variables, light, A, y))
        y = _moved(A, y, right - t, steps)
    return np.array(rows, dtype=object)


def _moved(A: mpmath.matrix, y: mpmath.matrix, dt: mpf, steps: dict[mpf, mpmath.matrix]) -> mpmath.matrix:
    if dt == 0:
        return y
    if dt not in steps:
        steps[dt] = mpmath.expm(A * dt, method="taylor")
    return steps[dt] * y


def _row(
    model: Read, variables: list[sympy.Symbol], light: list[str], A: mpmath.matrix, y: mpmath.matrix
) -> list[mpf]:
    rates = A * y
    known = {symbol: y[i] for i, symbol in enumerate(variables)}
    known |= {model.velocity[name]: rates[variables.index(sympy.Symbol(name))] for name in light}
    wanted = [sympy.Symbol(name) for name in model.coordinates]
    wanted += [model.velocity[name] for name in model.coordinates]
    wanted += [sympy.Symbol(name) for name in model.states]
    return [known[one] for one in wanted]


def _must_be_linear(expression: sympy.Expr, variables: list[sympy.Symbol]) -> None:
    for v in variables:
        if sympy.simplify(sympy.diff(expression, v)).free_symbols & {*variables, TIME}:
            message = f"not linear in {v}"
            raise ValueError(message)
    if TIME in expression.free_symbols:
        message = "not autonomous between jumps"
        raise ValueError(message)


def _numbers(matrix: sympy.Matrix, names: dict[sympy.Symbol, mpf]) -> mpmath.matrix:
    found = mpmath.zeros(*matrix.shape)
    for i in range(matrix.rows):
        for j in range(matrix.cols):
            found[i, j] = value(matrix[i, j], names)
    return found


def _slopes(
    expressions: list[sympy.Expr], variables: list[sympy.Symbol], names: dict[sympy.Symbol, mpf]
) -> mpmath.matrix:
    """[∂f/∂y, f(0)] of linear expressions."""
    found = mpmath.zeros(len(expressions), len(variables) + 1)
    zero = names | dict.fromkeys(variables, mpf(0))
    for i, one in enumerate(expressions):
        for j, v in enumerate(variables):
            found[i, j] = value(sympy.diff(one, v), zero)
        found[i, len(variables)] = value(one, zero)
    return found
