"""The parts β of Filippov's convex combination: a complementarity problem in a box.

On the surfaces σ = 0 of several switches at once the rates are σ' = σ'₋ + A β, with σ'₋ those below all of
them, and

    β = 1: σ' ≥ 0, it goes up,   β = 0: σ' ≤ 0, it goes down,   0 < β < 1: σ' = 0, it stays: a sliding mode

This is the problem of dry friction between several bodies that hold one another.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances

Array = NDArray[np.float64]
SWEEPS = 2000


def box_complementarity(sigma_rate: Array, A: Array, fixed: dict[int, float]) -> Array:
    """β by projected Gauss–Seidel, some of its entries given; the diagonal of A is negative elsewhere."""
    beta = np.full(len(sigma_rate), 0.5)
    for i, value in fixed.items():
        beta[i] = value
    free = [i for i in range(len(sigma_rate)) if i not in fixed]
    for _ in range(SWEEPS):
        before = beta.copy()
        for i in free:
            beta[i] = min(max(beta[i] - (sigma_rate[i] + A[i] @ beta) / A[i, i], 0.0), 1.0)
        if np.abs(beta - before).max(initial=0.0) <= tolerances.CONVERGED:
            break
    inner = [i for i in _places_inside(beta) if i not in fixed]
    if inner:
        exact = beta.copy()
        exact[inner] = 0.0
        exact[inner] = _solve(A, inner, -(sigma_rate + A @ exact))
        if np.all((exact >= 0) & (exact <= 1)):
            beta = exact
    return beta


def independent_surfaces(sigma_rate: Array, A: Array, beta: Array) -> list[int]:
    """The surfaces of sliding; of dependent ones some are set to one side, and β accordingly."""
    stay = _places_inside(beta)
    most = np.abs(A).max(initial=0.0)
    close = tolerances.COMPLEMENTARITY * most
    while stay and np.linalg.matrix_rank(A[np.ix_(stay, stay)], tol=close) < len(stay):
        trial = _leave_one_out(sigma_rate, A, beta, stay, close)
        if trial is None:
            return stay
        stay, beta[:] = trial
    return stay


def _leave_one_out(
    sigma_rate: Array, A: Array, beta: Array, stay: list[int], close: float
) -> tuple[list[int], Array] | None:
    """One surface set to a side such that the motion still slides on the others."""
    for i in reversed(stay):
        others = [j for j in stay if j != i]
        for side in (1.0, 0.0):
            trial = beta.copy()
            trial[i], trial[others] = side, 0.0
            trial[others] = _solve(A, others, -(sigma_rate + A @ trial))
            off = np.abs(sigma_rate + A @ trial)[stay].max()
            if off <= close and np.all((trial >= 0) & (trial <= 1)):
                return others, trial
    return None


def _places_inside(beta: Array) -> list[int]:
    least = tolerances.COMPLEMENTARITY
    return [i for i in range(len(beta)) if least < beta[i] < 1 - least]


def _solve(A: Array, rows: list[int], side: Array) -> Array:
    solution = np.linalg.lstsq(A[np.ix_(rows, rows)], side[rows], rcond=tolerances.ZERO)[0]
    return np.asarray(solution, dtype=float)
