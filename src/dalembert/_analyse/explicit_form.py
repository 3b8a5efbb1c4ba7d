"""A linear system with algebraic equations reduced to one without.

    E x' = F x + B u   →   w' = A w + B u,  x = T w + S u

Combinations of the rows of E that vanish are algebraic equations. Each is solved for a variable, preferably
one whose rate does not appear, which is then eliminated; this is repeated until E is regular. The remaining
variables keep their names. Where the rate of an input would be needed there is no such form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._words.message import Message, Symbol, say

Array = NDArray[np.float64]
NOTHING = 1e-11  # relative to the sizes of the terms of an entry
SERVES = 1e-7  # the least relative coefficient of a variable in an equation that is solved for it


class NotExplicitError(ValueError):
    """The linear equations have no explicit form; the reason says why."""

    def __init__(self, reason: Message) -> None:
        super().__init__(str(reason))
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ExplicitForm:
    """w' = A w + B u and x = T w + S u; `kept` are the entries of x that w consists of.

    `differentiates` says whether algebraic equations were differentiated, with constant coefficients.
    """

    A: Array
    B: Array
    T: Array
    S: Array
    kept: tuple[int, ...]
    differentiates: bool


def explicit_form(
    E: Array, size: Array, F: Array, B: Array, names: Sequence[str], wanted: Sequence[int]
) -> ExplicitForm:
    """The explicit form; `size` holds the sizes of the terms that the entries of E are sums of.

    Variables that are less `wanted` are eliminated first.
    """
    count, inputs = len(E), B.shape[1]
    T, S, kept, differentiates = np.eye(count), np.zeros((count, inputs)), list(range(count)), False
    while True:
        E = np.where(np.abs(E) > NOTHING * size, E, 0.0)
        null, range_rows = _rows(E)
        if not null.shape[1]:
            break
        algebraic, driven = null.T @ F, null.T @ B  # 0 = algebraic x + driven u
        out = _solvable_variables(algebraic, E, [wanted[j] for j in kept])
        if out is None:
            loose = tuple(Symbol(names[kept[j]]) for j in _undetermined_variables(E, F))
            raise NotExplicitError(say("linear_open", names=loose))
        differentiates |= bool(np.any(E[:, out] != 0))
        stay = [j for j in range(len(kept)) if j not in out]
        inverse = np.linalg.inv(algebraic[:, out])
        X, U = np.zeros((len(kept), len(stay))), np.zeros((len(kept), inputs))
        X[stay] = np.eye(len(stay))
        X[out], U[out] = -inverse @ algebraic[:, stay], -inverse @ driven
        if np.any(np.abs(range_rows.T @ E @ U) > NOTHING * np.abs(range_rows).T @ np.abs(E) @ np.abs(U)):
            raise NotExplicitError(say("linear_needs_rate"))
        E, size = range_rows.T @ E @ X, np.abs(range_rows).T @ size @ np.abs(X)
        F, B = range_rows.T @ F @ X, range_rows.T @ (B + F @ U)
        T, S = T @ X, S + T @ U
        kept = [kept[j] for j in stay]
    E_inverse: Array = np.asarray(np.linalg.inv(E)) if len(E) else E
    return ExplicitForm(
        A=E_inverse @ F, B=E_inverse @ B, T=T, S=S, kept=tuple(kept), differentiates=differentiates
    )


def _rows(E: Array) -> tuple[Array, Array]:
    """The combinations of the rows of E that vanish, and the others."""
    if not len(E):
        return np.zeros((0, 0)), np.zeros((0, 0))
    rows, columns = matrix_factors(E)
    scaled = E / rows[:, np.newaxis] / columns
    if _is_regular(scaled):
        return np.zeros((len(E), 0)), np.eye(len(E))
    U, sizes, _ = np.linalg.svd(scaled)
    gone = sizes <= NOTHING * max(sizes[0], 1e-300)
    return U[:, gone] / rows[:, np.newaxis], U[:, ~gone] / rows[:, np.newaxis]


def _is_regular(E: Array) -> bool:
    """Whether E is clearly regular: then there are no algebraic equations."""
    try:
        inverse = np.linalg.inv(E)
    except np.linalg.LinAlgError:
        return False
    return bool(np.abs(E).sum(axis=0).max() * np.abs(inverse).sum(axis=0).max() < 1e9)


def matrix_factors(E: Array) -> tuple[Array, Array]:
    """Scale factors of rows and columns that make the entries about 1; 1 where all are zero."""
    rows, columns = np.ones(E.shape[0]), np.ones(E.shape[1])
    for _ in range(8):
        for factors, axis in ((rows, 1), (columns, 0)):
            now = (np.abs(E) / rows[:, np.newaxis] / columns).max(axis=axis, initial=0.0)
            factors *= np.sqrt(np.where(now > 0, now, 1.0))
    return rows, columns


def _solvable_variables(algebraic: Array, E: Array, wanted: list[int]) -> list[int] | None:
    """Variables for which algebraic equations can be solved; those whose rates do not appear come first."""
    rows, columns = matrix_factors(algebraic)
    scaled = algebraic / rows[:, np.newaxis] / columns
    quiet = ~np.any(E != 0, axis=0)
    sizes = np.abs(scaled).max(axis=0, initial=0.0)
    chosen: list[int] = []
    for j in sorted(range(E.shape[1]), key=lambda j: (not quiet[j], wanted[j], -sizes[j])):
        trial = np.linalg.svd(scaled[:, [*chosen, j]], compute_uv=False)
        if len(trial) > len(chosen) and trial[len(chosen)] > SERVES * max(trial[0], 1e-300):
            chosen.append(j)
        if len(chosen) == len(algebraic):
            return sorted(chosen)
    return None


def _undetermined_variables(E: Array, F: Array) -> list[int]:
    """The variables in the common null space of both matrices."""
    null = np.linalg.svd(np.vstack([E / max(np.abs(E).max(), 1e-300), F / max(np.abs(F).max(), 1e-300)]))[2][
        -1
    ]
    return [int(j) for j in np.flatnonzero(np.abs(null) > 0.1 * np.abs(null).max())]
