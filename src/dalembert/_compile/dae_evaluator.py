"""The functions of a DAE system for given parameters, in numpy: leading derivatives by Newton's method."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Layout
from dalembert._compile.many_systems import SINGULAR, Factor, ManySystems, scales_of
from dalembert._compile.table_polynomials import Curve
from dalembert._structure.elimination import HEALTHY
from dalembert._structure.scales import least_norm_solution

if TYPE_CHECKING:
    from dalembert._compile.dae_system import DAESystem

Array = NDArray[np.float64]
FEW = 12  # steps of Newton's method near a solution
NEWTON, CLOSE, NEAR = 40, 1e-12, 1e-7  # steps; relative steps: solved; as near as rounding lets it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instant:
    """Velocities, momenta, rates of constraints and energy at an instant, M and G.

    `free`: whether unknown efforts are not bounded by their own constraints.
    """

    qd: Array
    momentum: Array
    velocity: Array
    energy: float
    M: Array
    G: Array
    free: bool

    def of(self, moving: NDArray[np.bool_]) -> dict[str, Array]:
        """The quantities of some coordinates."""
        none = np.zeros((int(np.sum(moving)), 0))
        return {
            "momentum": self.momentum[moving],
            "velocity": self.velocity,
            "energy": np.array(self.energy),
            "M": self.M[np.ix_(moving, moving)],
            "G": self.G[:, moving],
            "inputs": np.zeros(0),
            "pushed_by_u": none,
            "pushed_by_ud": none,
        }


class DAEEvaluator:
    """The functions of a DAE system for given parameters, in numpy."""

    def __init__(self, compiled: DAESystem, p: Array, tables: tuple[Curve, ...] = ()) -> None:
        self._compiled, self._p, self._tables = compiled, p, tables
        self._X = np.zeros(compiled.under.X.numel())
        self._nearest: tuple[Hashable, Array, float] | None = None
        self._factors: dict[bytes, Factor] = {}  # of F_X where it was the same at all states
        self._at_rest = self.column(0.0, np.zeros(compiled.layout.size))  # without leading derivatives

    def begin(self, X: Array) -> None:
        """The initial guess of Newton's method."""
        self._X = X

    def solution_near(self, guess: Array, t: float, y: Array) -> tuple[Array, float]:
        """The leading derivatives nearest to a guess, and how regular their equations are.

        Every run of a model begins with them: the last ones are not solved for again.
        """
        key = guess.tobytes(), t, y.tobytes()
        if self._nearest is None or self._nearest[0] != key or self._tables:
            self._X = guess
            self._nearest = key, *self.leading_derivatives(t, y)
        _, X, health = self._nearest
        self._X = X.copy() if np.isfinite(X).all() else guess
        return X.copy(), health

    def instant(self, before: float, after: float, y: Array, v: Array | None = None) -> Instant:
        """The quantities of an instant between two times, before it, or after it with velocities v of all.

        They are followed from one of the times to the middle.
        """
        system, t = self._compiled, before if v is None else after
        parts = [y.copy(), self.leading_derivatives(t, y)[0], np.zeros(len(self._X))]
        for i, (part, index) in enumerate(system.velocities if v is not None else ()):
            parts[part][index] = v[i] if v is not None else 0.0
        blocks = system.evaluators["instant"](self.column(t, *parts))
        value = blocks["lasting"] + (0.5 * (before + after) - t) * blocks["rates"]
        n, by_effort = len(system.velocities), blocks["effort_e"]
        return Instant(
            qd=np.array([parts[part][index] for part, index in system.velocities]),
            momentum=value[:n],
            velocity=value[n:-1],
            energy=float(value[-1]),
            M=blocks["M"],
            G=blocks["G"].reshape(-1, n),
            free=bool(by_effort.size) and np.linalg.matrix_rank(by_effort) < len(by_effort),
        )

    def velocities(self, t: float, y: Array) -> Array:
        """The velocities of all coordinates at a state."""
        parts = (y, self.leading_derivatives(t, y)[0], np.zeros(len(self._X)))
        return np.array([parts[part][index] for part, index in self._compiled.velocities])

    def column(self, t: float, y: Array, X: Array | None = None, Xd: Array | None = None) -> Array:
        """The argument of the functions."""
        none = np.zeros(len(self._X))
        sampled = [table.at(np.array([t]))[0] for table in self._tables]
        return np.concatenate(
            [[t], y, X if X is not None else none, Xd if Xd is not None else none, self._p, *sampled]
        )

    def _column_at(self, t: float, y: Array) -> Array:
        """The argument without leading derivatives, in a buffer that is overwritten by every call."""
        if self._tables:
            return self.column(t, y)
        column = self._at_rest
        column[0], column[1 : 1 + len(y)] = t, y
        return column

    def leading_derivatives(self, t: float, y: Array) -> tuple[Array, float]:
        """The leading derivatives, and how regular the equations for them are."""
        system, solve = self._compiled, self._compiled.evaluators["solve"]
        X = np.zeros_like(self._X) if system.under.linear else self._X.copy()
        health, off = 1.0, 0.0
        for _ in range(1 if system.under.linear else NEWTON):
            F, J = solve(self.column(t, y, X)).values()
            if not (np.isfinite(F).all() and np.isfinite(J).all()):
                return np.full(len(X), np.nan), 0.0
            scales = _, unit = scales_of(J)
            step, health = _solve_scaled(J, F, scales)
            X = X - step
            measure = np.abs(X) + 1e-3 * unit * np.max(np.abs(X) / unit, initial=0.0) + 1e-300
            off = float(np.max(np.abs(step) / measure, initial=0.0))
            if off <= CLOSE:
                break
        if not system.under.linear and not off <= NEAR:  # the equations have no solution near by
            return np.full(len(X), np.nan), 0.0
        self._X = X if np.isfinite(X).all() else self._X
        return X, health

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of the state, and how regular the equations for them are."""
        known = self._compiled.evaluators
        if "rates" in known:
            values = known["rates"].values(self._column_at(t, y))
            if values[-1] > HEALTHY:
                return values[:-1], float(values[-1])
        X = self._follow_solution(t, y)
        if X is not None:
            return known["outcome"].values(self.column(t, y, X)), 1.0
        return self.exchanged_rates(t, y)

    def _follow_solution(self, t: float, y: Array) -> Array | None:
        """The leading derivatives near the last ones, with the fixed order of pivots; None if that fails."""
        newton = self._compiled.evaluators.get("newton")
        if newton is None:
            return None
        X = self._X.copy()
        for _ in range(FEW):
            step, units, health = newton(self.column(t, y, X)).values()
            if not health > HEALTHY:
                break
            X = X - step
            measure = np.abs(X) + 1e-3 * units * np.max(np.abs(X) / units) + 1e-300
            if np.max(np.abs(step) / measure) <= CLOSE:
                self._X = X
                return X
        return None

    def states(self, t: Array, rows: Array) -> dict[str, Array] | None:
        """Coordinates, speeds and states at many states; None where the fixed pivots do not give them."""
        known = self._compiled.evaluators.get("states")
        if known is None:
            return None
        values = known.at_many(self._columns(t, rows)).as_dictionary()
        return values if np.all(values["health"] > HEALTHY) else None

    def exchanged_rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates with row exchanges, where the fixed order of pivots fails."""
        X, health = self.leading_derivatives(t, y)
        return self._compiled.evaluators["outcome"].values(self.column(t, y, X)), health

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The smallest correction of the state towards its invariants."""
        tested = self._compiled.layout.tested
        values = self._compiled.evaluators["project"](self.column(t, y))
        scale = sizes(self._compiled.layout, y)
        step = least_norm_solution(values["g_y"] * scale, -values["g"], 1e-12) * scale
        out = np.zeros(self._compiled.layout.size)
        out[:tested] = step
        out[-1] = values["rise"] @ step
        return out, 1.0

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        X, _ = self.leading_derivatives(t, y)
        return self._compiled.evaluators["events"].values(self.column(t, y, X))

    def observations(self, t: Array, rows: Array) -> dict[str, Array]:
        """Everything observed, at many states: time is the first axis."""
        system, n, before = self._compiled, len(self._X), 1 + rows.shape[1]
        columns = self._columns(t, rows)
        X, Xd = columns[:, before : before + n], columns[:, before + n : before + 2 * n]
        if not system.under.linear:
            for i, (time, y) in enumerate(zip(t, rows, strict=True)):
                followed = self._follow_solution(float(time), y)
                X[i] = followed if followed is not None else self.leading_derivatives(float(time), y)[0]
        seen = system.evaluators["solve"].at_many(columns)
        systems = ManySystems(seen.entries("F_X"), n, self._factors)
        X -= systems.solve(seen["F"])
        Xd -= systems.solve(system.evaluators["follow"].at_many(columns)["Fd"])
        return system.evaluators["observed"].at_many(columns).as_dictionary() | {"health": systems.good}

    def _columns(self, t: Array, rows: Array) -> Array:
        """The arguments at many states without leading derivatives, as rows."""
        none = np.zeros((len(t), 2 * len(self._X)))
        tail = [np.tile(self._p, (len(t), 1)), *(table.at(t) for table in self._tables)]
        return np.concatenate([t[:, np.newaxis], rows, none, *tail], axis=1)


def sizes(layout: Layout, y: Array) -> Array:
    """Sizes of the entries of a state, by which a correction is measured."""
    scale = np.abs(y[: layout.tested])
    for kind in layout.kinds:
        most = float(np.max(scale[kind], initial=0.0))
        scale[kind] = np.maximum(scale[kind], 1e-3 * (most or 1.0))
    return scale


def _solve_scaled(J: Array, F: Array, scales: tuple[Array, Array]) -> tuple[Array, float]:
    """J x = F with scaled rows and columns, and the quotient of the extreme singular values."""
    if not len(J):
        return np.zeros(0), 1.0
    rows, columns = scales
    A = rows[:, np.newaxis] * J * columns
    values = np.linalg.svd(A, compute_uv=False)
    if values[-1] <= SINGULAR * values[0]:
        return np.full(len(F), np.nan), 0.0
    return np.linalg.solve(A, F * rows) * columns, float(values[-1] / values[0])
