"""Solutions of y' = f(y), far more accurate than float64: Picard's iteration on Chebyshev series.

Over a panel of length dt, y = y0 + dt/2 ∫ f(y) dx is repeated until nothing changes, f being taken at all
nodes of the panel at once and its Chebyshev series being integrated term by term. The panel is short enough
when the last terms of the series vanish. The arithmetic is long double: 64 bits of mantissa where there is one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.polynomial import chebyshev

Real = np.longdouble
EPS = np.finfo(Real).eps
PI = np.arccos(Real(-1))
FULL_ACCURACY = 1e-13 if EPS < 1e-18 else 1e-11
"""What a flow keeps where it amplifies errors some thousandfold, float64 rounding of its output included."""

SWEEPS = 40


@dataclass(frozen=True)
class Flow:
    """A solution: a Chebyshev series (terms, components) for each panel between two edges."""

    edges: np.ndarray
    series: np.ndarray

    def __call__(self, t: np.ndarray) -> np.ndarray:
        """The states at times t, one row each."""
        t = np.asarray(t, Real)
        panel = np.clip(np.searchsorted(self.edges, t, side="right") - 1, 0, len(self.series) - 1)
        left, right = self.edges[panel], self.edges[panel + 1]
        x = (2 * t - left - right) / (right - left)
        return chebyshev.chebval(x[:, None], self.series[panel].swapaxes(0, 1), tensor=False)


def flow(f: Callable, start: np.ndarray, horizon: float, nodes: int = 24) -> Flow:
    """The solution of y' = f(y) from y(0) = start up to the horizon; f maps rows of states to rows of rates."""
    angles = PI * (np.arange(nodes) + Real(0.5)) / nodes
    fit = np.cos(np.outer(np.arange(nodes), angles)) * 2 / nodes
    fit[0] /= 2
    integral = chebyshev.chebint(fit, lbnd=-1)
    values = chebyshev.chebvander(np.cos(angles), nodes)

    def panel(y: np.ndarray, dt: Real) -> tuple[np.ndarray, float]:
        """The series over one panel, and the size of what is missing from it, in units of what is allowed."""
        found = np.tile(y, (nodes, 1))
        for _ in range(SWEEPS):
            series = integral @ f(found) * dt / 2
            series[0] += y
            before, found = found, values @ series
            allowed = 100 * EPS * (1 + np.max(np.abs(found)))
            change = np.max(np.abs(found - before))
            if not change < 1e3:
                break
            if change <= allowed:
                return series, float(np.max(np.abs(series[-3:])) / allowed)
        return series, np.inf

    t, y, dt = Real(0), np.asarray(start, Real), Real(0.01)
    edges, pieces = [t], []
    while t < horizon:
        if dt < 1e-9 * horizon:
            message = f"the solution cannot be continued beyond t = {t}"
            raise ArithmeticError(message)
        dt = min(dt, horizon - t)
        series, missing = panel(y, dt)
        if missing <= 1:
            t, y = t + dt, np.sum(series, axis=0)
            edges.append(t)
            pieces.append(series)
        dt *= Real(np.clip(0.9 * (missing + 1e-30) ** (-1 / nodes), 0.5, 1.5))
    return Flow(np.array(edges), np.array(pieces))


def solved(A: np.ndarray, b: np.ndarray) -> np.ndarray:
    """A⁻¹ b for rows of matrices and vectors: float64 factors, long double residuals."""
    inverse = np.linalg.inv(A.astype(float))
    x = np.zeros_like(b)
    for _ in range(3):
        x = x + (inverse @ (b - (A @ x[..., None])[..., 0]).astype(float)[..., None])[..., 0]
    return x
