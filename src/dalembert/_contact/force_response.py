"""Forces that depend on those of contacts: brakes, rolling resistance, friction of joints beside a contact.

Where h is affine in accelerations, multipliers and contact forces f, h = h₀ + A qdd + B lam + C f,

    (M − A) qdd + (Gᵀ − B) lam = h₀ + (Jᵀ + C) f,   G qdd = gamma

so that contacts answer to their forces with W = J X (Jᵀ + C) in place of the Delassus matrix J M⁻¹ Jᵀ, X
being the block of qdd in the inverse on the left. W is not symmetric, and complementarity may have no
solution or several: where a force presses its contact the more the more it is pressed, as a brake that locks.
In an impact the same law holds for impulses (`dependent_impulses.py`), and a state whose rate depends on
forces jumps: s' = r₀ + R_a qdd + R_l lam + R_f f makes Δs = R_a Δqd + R_l Λ + R_f P.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ForceResponse:
    """The slopes A, B (columns by constraints) and C (rows by contacts) of the efforts."""

    by_acceleration: Array
    by_multiplier: Array
    by_contact: Array

    def efforts_along(self, contacts: list[int], rows: Array) -> Array:
        """The efforts of unit forces along rows, the first of which are the gaps of contacts."""
        efforts = rows.copy()
        efforts[: len(contacts)] += self.by_contact[contacts]
        return efforts

    def saddle_inverse(self, M: Array, G: Array) -> Array | None:
        """The inverse of [M − A, Gᵀ − B; G, 0]; None where it has none."""
        m = len(G)
        K = np.block([[M - self.by_acceleration, G.T - self.by_multiplier], [G, np.zeros((m, m))]])
        try:
            inverse = np.linalg.inv(K)
        except np.linalg.LinAlgError:
            return None
        return inverse if np.isfinite(inverse).all() else None

    def change(self, M: Array, G: Array, impulse: Array) -> Array | None:
        """The change of the speeds by an impulse on the coordinates; None where it is not determined."""
        K = self.saddle_inverse(M, G)
        return K[: len(M), : len(M)] @ impulse if K is not None else None

    def accelerations(self, M: Array, G: Array, h: Array, gamma: Array) -> Array | None:
        """The accelerations without contact forces; None where they are not determined."""
        K = self.saddle_inverse(M, G)
        return K[: len(M)] @ np.concatenate([h, gamma]) if K is not None else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StateResponse:
    """The slopes R_a, R_l and R_f of the rates of states; a row for each state."""

    by_acceleration: Array
    by_multiplier: Array
    by_contact: Array

    def jump(self, change: Array, multipliers: Array, impulses: Array) -> Array:
        """How far states jump with the speeds, and with impulses of constraints and of all contacts."""
        return self.by_acceleration @ change + self.by_multiplier @ multipliers + self.by_contact @ impulses
