"""Contacts and switching surfaces at rest, decided together: stops and dry friction in the same joints.

With forces f of contacts at rest and the parts β of Filippov's convex combination on switching surfaces,

    g̈ = g₀ + B β + W f,    0 ≤ f ⟂ g̈ ≥ 0
    σ' = σ'₋ + A β + C f,  β = 1: σ' ≥ 0,   β = 0: σ' ≤ 0,   0 < β < 1: σ' = 0

is one mixed complementarity problem, σ'₋ being the rates below all of these surfaces without contact forces.
Where the switches are dry friction it is the condition for a minimum of Gauss's function, so its
accelerations are unique. Projected Gauss–Seidel guesses which conditions are equations; these are then
solved, and all conditions are checked. Friction comes before contacts: a load that a stop and dry friction of
one joint could both take is taken by friction as far as it goes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.contact_state import ContactState
from dalembert._contact.delassus import mobility
from dalembert._contact.filippov import SwitchingFunctions, with_switch_margins
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._contact.scale import Scale

Array = NDArray[np.float64]
GUESSES, SWEEPS = 60, 40  # guesses of the equations, and sweeps before each


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RestProblem:
    """F(x) = r + K x for x = (f, β): g̈ of the first entries, and −σ' of those behind `contacts`."""

    K: Array
    r: Array
    noise: Array  # what rounding leaves of F
    contacts: int

    @property
    def upper(self) -> Array:
        """The largest values of x; the least are 0."""
        return np.where(np.arange(len(self.r)) < self.contacts, np.inf, 1.0)

    def solution(self) -> Array | None:
        """Values that meet all conditions; None where none were found."""
        x = np.where(np.arange(len(self.r)) < self.contacts, 0.0, 0.5)
        for _ in range(GUESSES):
            x = self._after_sweeps(x)
            exact = self._with_equations(x)
            if self._meets(exact):
                return self.with_independent_equations(exact)
        return None

    def _after_sweeps(self, x: Array) -> Array:
        """Sweeps of projected Gauss–Seidel, the parts of surfaces before the forces of contacts."""
        x, upper, order = x.copy(), self.upper, [*range(self.contacts, len(self.r)), *range(self.contacts)]
        for _ in range(SWEEPS):
            for i in order:
                if self.K[i, i] > 0:
                    x[i] = min(max(x[i] - (self.r[i] + self.K[i] @ x) / self.K[i, i], 0.0), upper[i])
        return x

    def _with_equations(self, x: Array) -> Array:
        """The same with F = 0 solved for the entries inside of their bounds, by the least change."""
        inside, low = self.inside(x)
        exact = np.where(inside, x, np.where(x <= low, 0.0, 1.0))
        return self._with_solution(exact, np.flatnonzero(inside))

    def inside(self, x: Array) -> tuple[NDArray[np.bool_], Array]:
        """Which entries are inside of their bounds, and what counts as 0."""
        force = np.arange(len(x)) < self.contacts
        size = float(np.max(x[: self.contacts], initial=0.0))
        low = tolerances.COMPLEMENTARITY * np.where(force, size, 1.0)
        return (x > low) & (force | (x < 1 - tolerances.COMPLEMENTARITY)), low

    def _with_solution(self, x: Array, rows: NDArray[np.intp]) -> Array:
        exact = x.copy()
        side = -(self.r + self.K @ x)[rows]
        exact[rows] += np.linalg.lstsq(self.K[np.ix_(rows, rows)], side, rcond=tolerances.ZERO)[0]
        return exact

    def with_independent_equations(self, x: Array) -> Array | None:
        """A solution in which the equations of the entries strictly between their bounds are independent.

        One of them is put on a bound, contacts before surfaces; None where that leaves no solution.
        """
        while True:
            rows = np.flatnonzero(self.inside(x)[0])
            K = self.K[np.ix_(rows, rows)]
            lengths = 1 / np.sqrt(np.maximum(np.abs(np.diag(K)), 1e-300))
            scaled = K * lengths[:, np.newaxis] * lengths
            if np.linalg.matrix_rank(scaled, tol=tolerances.COMPLEMENTARITY) == len(rows):
                return x
            tried = (
                self._put_on_bound(x, rows, i, bound) for i in rows.tolist() for bound in self._bounds(i)
            )
            solved = next((one for one in tried if one is not None), None)
            if solved is None:
                return None
            x = solved

    def _bounds(self, i: int) -> tuple[float, ...]:
        return (0.0,) if i < self.contacts else (0.0, 1.0)

    def _put_on_bound(self, x: Array, rows: NDArray[np.intp], i: int, bound: float) -> Array | None:
        """The solution with an entry on its bound, if the others still satisfy all conditions."""
        trial = x.copy()
        trial[i] = bound
        trial = self._with_solution(trial, rows[rows != i])
        return trial if self._meets(trial) else None

    def _meets(self, x: Array) -> bool:
        """Whether x and F(x) meet all conditions."""
        F, size = self.r + self.K @ x, np.abs(self.r) + np.abs(self.K) @ np.abs(x)
        slack = tolerances.COMPLEMENTARITY * np.maximum(
            size, tolerances.RESIDUAL_SIZE * float(np.max(size, initial=0.0))
        )
        slack = np.maximum(slack, self.noise)
        within = (x >= 0) & (x <= self.upper)
        positive, negative = slack < F, slack < -F
        return bool(np.all(within & ((x <= 0) | ~positive) & ((x >= self.upper) | ~negative)))


def rest_mode(
    system: HybridSystem,
    state: ModeState,
    now: ContactState,
    at_rest: list[int],
    instant: tuple[float, Array, Scale],
) -> ModeState | None:
    """The active contacts at rest and the surfaces that are slid on; None where nothing is found.

    Contacts without friction, and forces that depend on no force of them.
    """
    free = mobility(now.M, now.G)
    if now.friction or now.response is not None or free is None:
        return None
    t, y, scale = instant
    functions = SwitchingFunctions(system, state.in_mode(replace(state.mode, active=())), t, y, scale)
    on = _surfaces_of_velocities(system, state, functions)
    if not on:
        return None
    sigma_rate, A, flat = functions.response(on)
    qdd = functions.accelerations(on)
    J = now.J[at_rest]
    largest = np.max(np.abs(qdd), axis=0)  # on all sides: on one of them all forces may balance
    slopes, B = functions.slopes(on), np.array([J @ (one - qdd[0]) for one in qdd[1:]]).T
    W, C = free.delassus(J), slopes @ free.inverse @ J.T
    count = len(at_rest)
    problem = RestProblem(
        K=np.block([[W, B], [-C, -A]]),
        r=np.concatenate([J @ qdd[0] - now.gamma_gap[at_rest], -sigma_rate]),
        noise=np.concatenate([tolerances.REST * (np.abs(J) @ largest), flat]),
        contacts=count,
    )
    x = problem.solution()
    if x is None:
        return None
    inside, _ = problem.inside(x)
    sides = state.sides.copy()
    sides[on] = np.where(x[count:] > 0.5, 1.0, -1.0)
    mode = replace(
        state.mode,
        active=tuple(sorted(i for i, presses in zip(at_rest, inside[:count], strict=True) if presses)),
        surfaces=tuple(sorted(k for k, stays in zip(on, inside[count:], strict=True) if stays)),
        second_order=(),
    )
    made = state.with_sides(sides).in_mode(mode)
    return with_switch_margins(system, made, t, y, scale)


def _surfaces_of_velocities(
    system: HybridSystem, state: ModeState, functions: SwitchingFunctions
) -> list[int]:
    """Switching surfaces at zero that attract the motion from both sides, as dry friction does."""
    on = [
        k
        for k, switch in enumerate(system.switches)
        if not switch.counts and functions.is_on(k, drifts=k in state.mode.surfaces)
    ]
    _, A, flat = functions.response(on)
    return [k for i, k in enumerate(on) if A[i, i] < -flat[i]]
