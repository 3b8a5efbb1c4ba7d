"""How the saddle-point system of a model is eliminated, found from its numbers at seeded states.

    [ M  Gᵀ ] [ qdd ]   [ h     ]
    [ G  0  ] [ lam ] = [ gamma ]

Where M is positive definite nothing has to be chosen (`_lower/saddle.py`). Two cases cannot be seen from
the sparsity pattern:

- M has null vectors, M v = 0, as for bodies in Euler parameters. The system is regular where constraints
  exclude them, G v ≠ 0; then Gᵀ W G of such rows is added to M. Of these rows the fewest and sparsest are
  taken that are well conditioned on the null vectors at all states, as the norm of the Euler parameters
  is, else all.
- M is indefinite, as in Lagrangians of dual oscillators. Then 1×1 and 2×2 pivots are taken in the order
  that complete pivoting finds (J. R. Bunch and B. N. Parlett, SIAM J. Numer. Anal. 8 (1971) 639).

All is measured in coordinates in which the diagonal of M is 1, and in rows of G of length one: units decide
nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.casadi_scalars import stack
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.idle_conditions import rows_of_joints
from dalembert._lower.saddle import Pivoting, held_by_structure
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._model.run_numbers import run_numbers
from dalembert._model.values import values_of
from dalembert._structure.scales import equilibration, scales

Array = NDArray[np.float64]
STATES, DRAWS = 3, 24  # states that are examined, and the most that are drawn to find them
ENOUGH = 2  # states with M positive definite after which it is taken to be so everywhere
NULL = 1e-9  # eigenvalues of the scaled M below this are zero
NEAR = 3e-3  # rows of G that are nearer to dependence than this lose too many digits in their pivots
FIRM = 0.3  # the least singular value on the null vectors of rows that exclude them by themselves
LARGEST = 600  # coordinates and definitions up to which M is examined as a whole
DENSE = 60  # unknowns up to which an indefinite system is eliminated as a dense one
FULL = 200  # unknowns up to which a triangular system is solved as a dense one
ALPHA = (1 + 17**0.5) / 8  # a diagonal entry at least this part of the largest other entry is a 1×1 pivot


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _SaddleAtState:
    """M and G at a state."""

    M: Array
    G: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Null:
    """Null vectors of M at a state, in scaled coordinates; the scales; whether M is indefinite."""

    vectors: Array
    scale: Array
    indefinite: bool = False

    @property
    def positive(self) -> bool:
        """Whether M is positive definite."""
        return not (self.indefinite or self.vectors.size)


def pivoting(model: Model, system: System) -> Pivoting:
    """The elimination of a closed system; that of a positive definite M where no state can be evaluated."""
    alike = tuple(map(tuple, rows_of_joints(model)))
    return replace(_choose(model, system), alike=alike)


def _choose(model: Model, system: System) -> Pivoting:
    plain = Pivoting(held=held_by_structure(system))
    n, tied = system.q.numel(), system.links.R.size1()
    if not n or n + tied > LARGEST:
        return plain
    seen: list[_SaddleAtState] = []
    nulls: list[_Null] = []
    for state in _states(model, system):
        seen.append(state)
        nulls.append(_null(state.M))
        if len(seen) == ENOUGH and all(null.positive for null in nulls):
            break
    if any(null.indefinite for null in nulls):
        return _indefinite_pivoting(seen) or plain
    pivoting = plain if all(null.positive for null in nulls) else _filled_pivoting(seen, nulls)
    near = any(_nearly_dependent(state, null) for state, null in zip(seen, nulls, strict=True))
    return replace(pivoting, refined=near)


def _states(model: Model, system: System) -> Iterator[_SaddleAtState]:
    """M and G at some finite states around the start."""
    links = system.links
    column = stack(
        *(system.t, system.q, system.qd, system.s, system.sd, system.e),
        *(system.p, system.u, system.ud, system.udd),
    )
    parts = {"H": links.H, "R": links.R, "G": system.G}
    options = {"allow_free": True}
    if system.uses_results and ca.Function("state", [column], list(parts.values()), options).has_free():
        return
    evaluator = Evaluator(column, parts, matrices=parts)
    values, n = values_of(model), system.q.numel()
    random = np.random.default_rng(11)
    p = np.array(values.vector(missing=1.0))
    q = np.array([values.first(c.name) for c in model.coordinates])
    s = np.array([values.first(state.name) for state in model.states])
    t = run_numbers(model).t_start or 0.0
    count = 0
    for draw in range(DRAWS):
        spread = 0.7 * 0.3 ** (draw // 6)
        blocks = [np.array([t + random.uniform(0.05, 1.0)]), values_near(q, spread, random)]
        blocks += [random.normal(size=n), values_near(s, spread, random), np.zeros(len(s))]
        blocks += [np.ones(system.e.numel()), p]
        blocks += [random.normal(size=block.numel()) for block in (system.u, system.ud, system.udd)]
        H, R, G = evaluator(np.concatenate(blocks)).values()
        if not all(np.isfinite(part).all() for part in (H, R, G)):
            continue
        J = np.eye(n)
        if len(R):
            below = np.eye(len(R)) - R[:, n:]  # a definition depends on those before it
            J = np.vstack([J, _forward_substitution(below, R[:, :n])])
        yield _SaddleAtState(M=J.T @ H @ J, G=G)
        count += 1
        if count == STATES:
            return


def values_near(x: Array, spread: float, random: np.random.Generator) -> Array:
    """Values near x; where an entry is zero, within the size of one that is not."""
    sizes = np.abs(x[x != 0])
    size = random.choice(sizes, len(x)) if len(sizes) else np.ones(len(x))
    return x + spread * random.uniform(-1.0, 1.0, len(x)) * np.where(x != 0, 0.3 * np.abs(x), size)


def _null(M: Array) -> _Null:
    """The null vectors of M, of one connected block after the other."""
    D = equilibration(M)
    A = M * np.outer(D, D)
    if _is_positive_definite(A - NULL * np.eye(len(A))):
        return _Null(vectors=np.zeros((len(M), 0)), scale=D)
    count, part = _connected_parts(A != 0)
    vectors = [np.zeros((len(M), 0))]
    indefinite = False
    for k in range(count):
        rows = np.flatnonzero(part == k)
        values, basis = np.linalg.eigh(A[np.ix_(rows, rows)])
        indefinite = indefinite or bool(values[0] < -NULL)
        null = basis[:, np.abs(values) <= NULL]
        spread = np.zeros((len(M), null.shape[1]))
        spread[rows] = null
        vectors.append(spread)
    return _Null(vectors=np.hstack(vectors), scale=D, indefinite=indefinite)


def _connected_parts(bound: NDArray[np.bool_]) -> tuple[int, NDArray[np.int32]]:
    """How many parts a symmetric pattern has, and which of them each index is in."""
    from scipy.sparse import csr_matrix  # slow to import, needed here only
    from scipy.sparse.csgraph import connected_components

    labels: tuple[int, NDArray[np.int32]] = connected_components(csr_matrix(bound), directed=False)
    return labels


def _forward_substitution(L: NDArray[Any], b: Array) -> Array:
    """L⁻¹ b for a lower triangular L: of a large one by SciPy's forward substitution."""
    if len(L) <= FULL:
        return np.asarray(np.linalg.solve(L, b), dtype=np.float64)
    from scipy.linalg import solve_triangular

    solution: Array = solve_triangular(L, b, lower=True)
    return solution


def _is_positive_definite(A: Array) -> bool:
    try:
        np.linalg.cholesky(A)
    except np.linalg.LinAlgError:
        return False
    return True


def _nearly_dependent(state: _SaddleAtState, null: _Null) -> bool:
    """Whether the rows of G are nearly dependent, in the norm of M⁻¹ where M has an inverse."""
    m, n = state.G.shape
    if m < 2 or n + m > DENSE:
        return False
    G = state.G * scales(state.M, state.G)[0]
    if null.positive:
        G = state.G * null.scale
        L = np.linalg.cholesky(state.M * np.outer(null.scale, null.scale))
        G = _forward_substitution(L, G.T).T
    length = np.linalg.norm(G, axis=1, keepdims=True)
    sizes = np.linalg.svd(G / np.where(length > 0, length, 1.0), compute_uv=False)
    return bool(NULL * sizes[0] < sizes[-1] < NEAR * sizes[0])


def _filled_pivoting(seen: list[_SaddleAtState], nulls: list[_Null]) -> Pivoting:
    """The rows of G that are added to M as Gᵀ W G, and the coordinates that null vectors share."""
    fewest = min(null.vectors.shape[1] for null in nulls)  # at special states there are more
    generic = [i for i, null in enumerate(nulls) if null.vectors.shape[1] == fewest]
    inert = np.max([np.abs(seen[i].M).max(axis=1) for i in generic], axis=0) > 0
    filled = np.max([np.abs(seen[i].G) for i in generic], axis=0) > 0
    loose = filled[:, ~inert].any(axis=1)  # rows that contain coordinates without any inertia
    vectors = [_null_with_inertia(nulls[i].vectors, inert) for i in generic]
    parts = []
    for i, vector in zip(generic, vectors, strict=True):
        G = seen[i].G * np.where(inert, nulls[i].scale, 0.0)
        length = np.linalg.norm(G, axis=1, keepdims=True)
        parts.append(G / np.where(length > 0, length, 1.0) @ vector)
    held_rows = set(np.flatnonzero(loose)) | _binding_rows(parts, filled, loose)
    return Pivoting(
        held=tuple(sorted(int(i) for i in held_rows)),
        bare=tuple(int(j) for j in np.flatnonzero(~inert)),
        groups=_groups(vectors),
    )


def _null_with_inertia(vectors: Array, inert: NDArray[np.bool_]) -> Array:
    """The null vectors without entries at coordinates that have no inertia at all."""
    return vectors[:, np.abs(vectors[~inert]).max(axis=0, initial=0.0) == 0]


def _binding_rows(parts: list[Array], filled: NDArray[np.bool_], loose: NDArray[np.bool_]) -> set[int]:
    """The rows that exclude the null vectors: the fewest and sparsest that do so well, else all.

    `parts` are the rows, of length one, times the null vectors.
    """
    wanted = parts[0].shape[1]
    most = np.max([np.linalg.norm(part, axis=1) for part in parts], axis=0)
    touching = [int(i) for i in np.flatnonzero(most > NULL)]
    few: list[int] = []
    for i in sorted((i for i in touching if not loose[i]), key=lambda i: (int(filled[i].sum()), i)):
        if len(few) == wanted:
            break
        trial = [*few, i]
        if all(np.linalg.svd(part[trial], compute_uv=False)[-1] >= FIRM for part in parts):
            few = trial
    return set(few if len(few) == wanted else touching)


def _groups(vectors: list[Array]) -> tuple[tuple[int, ...], ...]:
    """The groups of coordinates that occur together in null vectors."""
    bound = np.max([np.abs(N @ N.T) for N in vectors], axis=0) > NULL
    count, part = _connected_parts(bound)
    groups = [np.flatnonzero(part == k) for k in range(count)]
    return tuple(tuple(int(j) for j in group) for group in groups if len(group) > 1)


def _indefinite_pivoting(seen: list[_SaddleAtState]) -> Pivoting | None:
    """1×1 and 2×2 pivots; None where the system is too large to be eliminated as a dense one."""
    n, m = len(seen[0].M), len(seen[0].G)
    if n + m > DENSE:
        return None
    systems = []
    for state in seen:
        K = np.block([[state.M, state.G.T], [state.G, np.zeros((m, m))]])
        D = equilibration(K)
        systems.append(K * np.outer(D, D))
    candidates = [bunch_parlett(K) for K in systems]
    worst = [min(_least_pivot(K, steps) for K in systems) for steps in candidates]
    return Pivoting(steps=candidates[int(np.argmax(worst))])


def bunch_parlett(A: Array) -> tuple[tuple[int, ...], ...]:
    """The 1×1 and 2×2 pivots that complete pivoting takes from a symmetric matrix."""
    A, left = A.copy(), list(range(len(A)))
    steps: list[tuple[int, ...]] = []
    while left:
        remainder = np.abs(A[np.ix_(left, left)])
        diagonal = np.diag(remainder)
        beside = remainder - np.diag(diagonal)
        one = int(np.argmax(diagonal))
        if len(left) == 1 or diagonal[one] >= ALPHA * beside.max():
            step: tuple[int, ...] = (left[one],)
        else:
            i, j = np.unravel_index(int(np.argmax(beside)), beside.shape)
            step = (left[min(i, j)], left[max(i, j)])
        steps.append(step)
        left = [k for k in left if k not in step]
        _reduce(A, step, left)
    return tuple(steps)


def _reduce(A: Array, step: tuple[int, ...], left: list[int]) -> float:
    """Eliminate the unknowns of a pivot from A, in place; return the pivot relative to its row, 1 at best."""
    pivot_block, beside = A[np.ix_(step, step)], A[np.ix_(left, step)]
    sizes = np.linalg.svd(pivot_block, compute_uv=False)
    least = float(sizes[-1])
    if least <= 1e-14 * max(float(sizes[0]), float(np.abs(beside).max(initial=0.0))):
        return 0.0
    A[np.ix_(left, left)] -= beside @ np.linalg.solve(pivot_block, beside.T)
    return least / max(least, float(np.abs(beside).max(initial=0.0)))


def _least_pivot(A: Array, steps: tuple[tuple[int, ...], ...]) -> float:
    """The smallest pivot relative to its row, for a given order."""
    A, left, least = A.copy(), list(range(len(A))), 1.0
    for step in steps:
        left = [k for k in left if k not in step]
        least = min(least, _reduce(A, step, left))
    return least
