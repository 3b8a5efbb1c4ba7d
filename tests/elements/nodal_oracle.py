"""z' = f(t, z, w), 0 = g(t, z, w): textbook equations of small systems, solved without anything of dalembert.

A `Dae` is a list of named unknowns, those with a rate (z: charges, fluxes, places, speeds, states) and those without
(w: efforts of nodes, flows, forces). Its equations are Python functions of a `Values`, so that the balance of a node
or the law of an element stands there as it is printed. They are solved by the Radau IIA method of the fifth order
(Hairer, Wanner: Solving Ordinary Differential Equations II, IV.5), its stages by Newton's method with central
differences, with N, 2 N and 4 N equal steps, until all agree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

SQRT6 = np.sqrt(6.0)
STAGES = np.array([(4 - SQRT6) / 10, (4 + SQRT6) / 10, 1.0])
WEIGHTS = np.array(
    [
        [(88 - 7 * SQRT6) / 360, (296 - 169 * SQRT6) / 1800, (-2 + 3 * SQRT6) / 225],
        [(296 + 169 * SQRT6) / 1800, (88 + 7 * SQRT6) / 360, (-2 - 3 * SQRT6) / 225],
        [(16 - SQRT6) / 36, (16 + SQRT6) / 36, 1 / 9],
    ]
)
DIFFERENCE = 1e-5  # of a size of one, in a central difference
SOLVED = 1e-12  # the last correction of Newton's method, of a size of one
CORRECTIONS = 40
AGREEMENT, TWICE = 2e-9, 2  # of N, 2 N and 4 N steps
FEWEST, MOST = 6, 2048

Array = np.ndarray


class NoSolution(Exception):
    """Newton's method does not end, or N and 2 N steps do not agree."""


@dataclass(frozen=True, slots=True)
class Values:
    """The unknowns by their names, and the time `t`, at one instant or at several."""

    index: dict[str, int]
    t: Array
    unknowns: Array

    def __getitem__(self, name: str) -> Array:
        return self.unknowns[self.index[name]]


Equation = Callable[[Values], "Array | float"]


@dataclass(slots=True)
class Dae:
    """Named unknowns and their equations."""

    rates: dict[str, Equation] = field(default_factory=dict)
    starts: dict[str, Equation] = field(default_factory=dict)  # zero at the start
    free: dict[str, float] = field(default_factory=dict)  # unknowns without a rate, where they are looked for
    laws: dict[str, Equation] = field(default_factory=dict)  # zero at every instant

    def state(self, name: str, rate: Equation, start: Equation | float) -> None:
        """An unknown with a rate; its start is a value, or an equation that holds at the start."""
        self.rates[name] = rate
        self.starts[name] = (lambda v: v[name] - start) if isinstance(start, int | float) else start

    def unknown(self, name: str, law: Equation, guess: float = 0.1) -> None:
        """An unknown without a rate, and one equation that is zero at every instant."""
        self.free[name] = guess
        self.laws[name] = law

    @property
    def names(self) -> list[str]:
        """All unknowns, those with rates first."""
        return [*self.rates, *self.free]

    def final(self, t_end: float) -> Values:
        """The unknowns at the end."""
        index = {name: i for i, name in enumerate(self.names)}
        rows = self._start(index)
        coarse, steps, agreements = None, FEWEST, 0
        while steps <= MOST:
            try:
                fine = self._march(index, rows, t_end, steps)
            except NoSolution:
                fine = None  # the steps are too long for Newton's method
            same = fine is not None and coarse is not None and _agree(fine, coarse)
            agreements = agreements + 1 if same else 0
            if fine is not None and agreements == TWICE:
                return Values(index, np.array(t_end), fine)
            coarse, steps = fine, 2 * steps
        message = f"{MOST} steps do not agree with half of them"
        raise NoSolution(message)

    def _start(self, index: dict[str, int]) -> Array:
        """The starts and the equations of one instant, solved together."""
        equations = [*self.starts.values(), *self.laws.values()]
        guesses = np.array([0.1] * len(self.rates) + list(self.free.values()))

        def residual(rows: Array) -> Array:
            return _stacked(equations, Values(index, np.zeros(rows.shape[1]), rows))

        found = guesses
        for _ in range(CORRECTIONS):
            change = np.linalg.solve(_slopes(residual, found), residual(found[:, None])[:, 0])
            found = found - change / max(1.0, np.max(np.abs(change)))  # no exponential is left far behind
            if np.max(np.abs(change) / (1 + np.abs(found))) < SOLVED:
                return found
        message = "no consistent start"
        raise NoSolution(message)

    def _march(self, index: dict[str, int], rows: Array, t_end: float, steps: int) -> Array:
        size, moving, step = len(rows), len(self.rates), t_end / steps
        equations = [*self.rates.values(), *self.laws.values()]

        def sides(rows: Array, times: Array) -> Array:
            return _stacked(equations, Values(index, times, rows))

        weights = np.kron(WEIGHTS, np.eye(size))
        rate_rows = np.tile(np.arange(size) < moving, 3)
        for k in range(steps):
            times = (k + STAGES) * step
            stages = np.tile(rows[:, None], 3)
            slopes = _slopes(lambda r, at=times[1]: sides(r, np.full(r.shape[1], at)), stages[:, 1])
            matrix = np.kron(np.eye(3), slopes)
            matrix[rate_rows] = (np.eye(3 * size) - step * (weights @ np.kron(np.eye(3), slopes)))[rate_rows]
            solve = np.linalg.inv(matrix)
            for _ in range(CORRECTIONS):
                right = sides(stages, times)
                missing = right.copy()
                missing[:moving] = stages[:moving] - rows[:moving, None] - step * right[:moving] @ WEIGHTS.T
                change = (solve @ missing.T.reshape(-1)).reshape(3, size).T
                stages = stages - change
                if np.max(np.abs(change) / (1 + np.abs(stages))) < SOLVED:
                    break
            else:
                message = f"no solution of the step to {times[-1]:.3g} s"
                raise NoSolution(message)
            rows = stages[:, -1]
        return rows


def _agree(fine: Array, coarse: Array) -> bool:
    return bool(np.all(np.abs(fine - coarse) <= AGREEMENT * (1e-3 + np.abs(fine))))


def _stacked(equations: list[Equation], values: Values) -> Array:
    shape = values.unknowns.shape[1:]
    return np.array([np.broadcast_to(equation(values), shape) for equation in equations])


def _slopes(residual: Callable[[Array], Array], at: Array) -> Array:
    """The matrix of derivatives by central differences, all columns at once."""
    sizes = DIFFERENCE * (1 + np.abs(at))
    around = at[:, None] + np.hstack([np.diag(sizes), -np.diag(sizes)])
    both = residual(around)
    return (both[:, : len(at)] - both[:, len(at) :]) / (2 * sizes)
