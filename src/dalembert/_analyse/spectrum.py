"""Eigenvalues and shapes of a linear system, rigid motions taken out exactly.

    (λ² M + λ C + K) v = 0,   in general A w = λ w

A motion without stiffness and damping, K v = C v = 0, has the double eigenvalue zero, which a general method
finds only to the square root of rounding. It is M-orthogonal to all others, so it is deflated first. Without
damping, and with a symmetric K, λ² = −ω² from the symmetric problem K v = ω² M v.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import eigh, matrix_balance

from dalembert._analyse.multiplicity import settled_eigenvalues, similarity_scale
from dalembert._analyse.records import Linear

Array = NDArray[np.float64]
Complex = NDArray[np.complex128]
ROUNDING = 1e-14  # of a stiffness, relative to the sum of its terms
SYMMETRIC = 1e-9
REAL = 1e-12  # relative to the largest eigenvalue: smaller real parts are rounding


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Spectrum:
    """Eigenvalues, one for each conjugate pair (Im ≥ 0), with shapes over coordinates and states.

    `kind` is undamped, damped, gyroscopic (these have a symmetric K) or general. `rigid` shapes move on with
    constant speed; their double zeros are not among `values`. `soft` and `flat` count directions of
    negative and of zero stiffness, where K is symmetric.
    """

    kind: str
    values: Complex
    shapes: Complex
    rigid: Array
    soft: int = 0
    flat: int = 0
    skew: bool = False  # whether C is only gyroscopic
    defective: Complex = field(default_factory=lambda: np.zeros(0, dtype=complex))
    # on the imaginary axis: multiple ones that lack shapes, or may lack some within rounding

    @property
    def all_eigenvalues(self) -> Complex:
        """All eigenvalues, including conjugates and the zeros of rigid motions."""
        pairs = self.values[self.values.imag > 0]
        zeros = np.zeros(2 * self.rigid.shape[1], dtype=complex)
        return np.concatenate([zeros, self.values, pairs.conj()])


def spectrum(linear: Linear) -> Spectrum:
    """The spectrum of a linear system."""
    reduced, free = linear.reduced, linear.reduced.free
    count, places = len(linear.state.states), len(free) + reduced.held_directions
    first_order = linear.model.states or linear.model.efforts or count != places + len(free)
    drifting = reduced.held_directions and np.any(linear.state.A[:places, :places])
    if first_order or drifting:
        return _general(linear)
    try:
        R = np.linalg.inv(np.linalg.cholesky((reduced.M + reduced.M.T) / 2))
    except np.linalg.LinAlgError:  # a mass that is not positive
        return _general(linear)
    C, K = (R @ part @ R.T for part in (reduced.C, reduced.K))
    if np.abs(K - K.T).max(initial=0.0) > SYMMETRIC * np.abs(K).max(initial=0.0):
        return _general(linear)
    return _second_order(linear, R, C, (K + K.T) / 2)


def _second_order(linear: Linear, R: Array, C: Array, K: Array) -> Spectrum:
    """The spectrum in x = Rᵀ y, for which M is the identity and K symmetric."""
    squares, V = eigh(K) if len(K) else (np.zeros(0), np.zeros((0, 0)))
    departures = np.abs(linear.reduced.basis @ R.T @ V)
    sizes = np.einsum("ij,ik,kj->j", departures, np.abs(linear.mechanical.K), departures)
    flat = np.abs(squares) <= ROUNDING * len(linear.mechanical.K) * sizes
    flat[np.argsort(np.abs(squares))[: _directions_without_stiffness(linear.reduced.K)]] = True
    squares = np.where(flat, 0.0, squares)
    braked = np.abs(C).max(initial=0.0) > REAL * np.sqrt(np.abs(K).max(initial=0.0))
    if braked and flat.any():  # of the directions without stiffness, the undamped come first
        turned, free = _nulls(np.vstack([C, C.T]) @ V[:, flat], SYMMETRIC * np.abs(C).max())
        V[:, flat] = V[:, flat] @ turned
        loose = np.flatnonzero(flat)[:free]
    else:
        loose = np.flatnonzero(flat)
    rows = [k for k in range(len(K)) if k not in set(loose)]
    back = linear.reduced.basis @ R.T @ V
    put = _put(linear)
    soft, slack = int(np.sum(squares < 0)), int(flat.sum())
    if not braked:
        falling = squares[rows] < 0  # ±σ are two eigenvalues, ±iω one pair
        roots = np.sqrt(np.abs(squares[rows])) * np.where(falling, 1.0, 1j)
        shapes = back[:, rows].astype(complex)
        return Spectrum(
            kind="undamped",
            values=np.concatenate([roots, -roots[falling], np.zeros(put.shape[1])]),
            shapes=np.hstack([shapes, shapes[:, falling], put]),
            rigid=back[:, loose],
            soft=soft,
            flat=slack,
        )
    kept = V[:, rows]
    skew = np.abs(C + C.T).max() <= SYMMETRIC * np.abs(C).max()
    values, right, defective = settled_eigenvalues(
        _first_order(kept.T @ K @ kept, kept.T @ C @ kept), slack - len(loose), REAL
    )
    if not soft and not slack and np.linalg.eigvalsh(C + C.T)[0] >= -SYMMETRIC * np.abs(C).max():
        defective = defective[:0]  # the energy has a minimum and does not grow: all motions are bounded
        values = np.where(skew, 0.0, np.minimum(values.real, 0.0)) + 1j * values.imag
    upper = values.imag >= 0
    symmetric = np.abs(C - C.T).max() <= SYMMETRIC * np.abs(C).max()
    return Spectrum(
        kind="damped" if symmetric else "gyroscopic",
        values=np.concatenate([values[upper], np.zeros(put.shape[1])]),
        shapes=np.hstack([back[:, rows] @ right[: len(rows), upper], put]),
        rigid=back[:, loose],
        soft=soft,
        flat=slack,
        skew=bool(skew),
        defective=defective,
    )


def _first_order(K: Array, C: Array) -> Array:
    """The matrix of (y, y'/ω), ω a rate of the system: its entries do not depend on the unit of time."""
    rate = np.sqrt(np.abs(K).max(initial=0.0)) or np.abs(C).max(initial=0.0)
    return np.block([[np.zeros_like(K), rate * np.eye(len(K))], [-K / rate, -C]])


def _directions_without_stiffness(K: Array) -> int:
    """The number of directions without any stiffness, each row of K relative to its largest entry.

    Computed eigenvectors are no test for this: they contain others at the level of rounding, whose stiffness
    is not small.
    """
    if not len(K):
        return 0
    size = np.sqrt(np.abs(K).max(axis=1))
    size = np.where(size > 0, size, 1.0)
    eigenvalues = np.abs(np.linalg.eigvalsh((K + K.T) / 2 / np.outer(size, size)))
    return int(np.sum(eigenvalues <= ROUNDING * len(K) * eigenvalues.max()))


def _put(linear: Linear) -> Array:
    """Shapes of displacements that persist because flow constraints hold them."""
    A, held_count = linear.state.A, linear.reduced.held_directions
    if not held_count:
        return np.zeros((len(linear.shapes), 0))
    places = len(linear.reduced.free) + held_count
    turned, _ = _nulls(A[places:, :places] if places < len(A) else np.zeros((1, places)), 0.0)
    return linear.shapes[:, :places] @ turned[:, :held_count]


def _general(linear: Linear) -> Spectrum:
    """The spectrum of any first-order system; zero eigenvalues are counted by ranks."""
    A = linear.state.A
    if not len(A):
        none = np.zeros((len(linear.shapes), 0))
        return Spectrum(kind="general", values=np.zeros(0, complex), shapes=none.astype(complex), rigid=none)
    alike = similarity_scale(A)
    balanced, (scale, _) = matrix_balance(A * alike / alike[:, np.newaxis], permute=False, separate=True)
    scale = alike * scale
    size = float(np.linalg.norm(balanced, 2))
    turned, count = _nulls(balanced, REAL * size)
    still = turned[:, :count]
    turned, deep = _nulls(balanced @ balanced, REAL * size**2)
    going = _span(balanced @ turned[:, :deep], SYMMETRIC * size)  # directions of constant speed
    values, right, defective = settled_eigenvalues(balanced, still.shape[1] + going.shape[1], REAL)
    moving = [k for k in range(len(values)) if values[k].imag >= 0 and values[k] != 0]
    turned, count = _nulls(going.T @ still, SYMMETRIC)
    neutral = turned[:, :count]
    back = linear.shapes @ np.diag(scale)
    return Spectrum(
        kind="general",
        values=np.concatenate([values[moving], np.zeros(neutral.shape[1])]),
        shapes=np.hstack([back @ right[:, moving], back @ still @ neutral]),
        rigid=back @ going,
        flat=still.shape[1],
        defective=defective,
    )


def _nulls(block: Array, zero: float) -> tuple[Array, int]:
    """An orthonormal basis that begins with the null space of a block, and the dimension of the latter."""
    _, sizes, rows = np.linalg.svd(block)
    rank = int(np.sum(sizes > zero))
    return np.hstack([rows[rank:].T, rows[:rank].T]), len(rows) - rank


def _span(block: Array, zero: float) -> Array:
    """An orthonormal basis of the column space; singular values below `zero` are dropped."""
    U, sizes, _ = np.linalg.svd(block, full_matrices=False)
    return U[:, sizes > zero]
