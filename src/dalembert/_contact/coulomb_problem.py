"""Coulomb's friction problem of several contacts in an instant, and what its solvers share.

With γ₀ the motion of the contacts without these forces (velocities at an impact, accelerations at rest; n
along a gap, t along a slip), and W = J M⁻¹ Jᵀ the Delassus matrix on what constraints leave free,

    γ = γ₀ + W P,   0 ≤ Pₙ ⟂ γₙ ≥ 0,   |Pₜ| ≤ μ (a + Pₙ),   Pₜ = −μ (a + Pₙ) γₜ/|γₜ| where it slips

where a is a normal force known beforehand. Once the status of each contact is known (open, stick or slip, and
in which direction), these conditions of complementarity are linear equations.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances

Array = NDArray[np.float64]
TURNS = 60  # iterations for the directions of slip


class Status(StrEnum):
    """The status of a contact: open, stick or slip."""

    open = "open"
    stick = "stick"
    slip = "slip"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CoulombContact:
    """A contact of the problem: its rows, coefficients, a normal force known beforehand.

    `direction` is given where it slips already; `breaks` where it cannot stick, and `toward` where the
    direction it then takes is known.
    """

    normal: int | None
    tangents: tuple[int, ...] = ()
    mu: float = 0.0
    static: float = 0.0
    known: float = 0.0
    direction: Array | None = None
    breaks: bool = False
    toward: Array | None = None

    @property
    def rows(self) -> list[int]:
        """Its rows."""
        return [*([] if self.normal is None else [self.normal]), *self.tangents]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LocalSolution:
    """One contact: normal and tangential impulse, its status, and the direction in which it slips."""

    normal: float
    tangent: Array
    status: Status
    direction: Array | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CoulombSolution:
    """Impulses or forces by rows, the status of the contacts, and the directions of those that slip."""

    impulses: Array
    status: tuple[Status, ...]
    directions: tuple[Array | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CoulombProblem:
    """The Delassus matrix W, the free velocities γ₀, and the contacts."""

    W: Array
    free: Array
    contacts: Sequence[CoulombContact]

    @property
    def is_preloaded(self) -> bool:
        """Whether a normal force that is still sought adds to one that is known."""
        return any(one.normal is not None and one.known > 0 for one in self.contacts)

    def velocity(self, P: Array) -> tuple[Array, Array]:
        """γ = γ₀ + W P, and the sizes in it."""
        return self.free + self.W @ P, np.abs(self.free) + np.abs(self.W) @ np.abs(P)

    def linear_impulses(self, status: Sequence[LocalSolution]) -> Array | None:
        """Impulses with which active contacts do not part, those that stick do not slip, others rub.

        None where friction presses contacts the more the more they are pressed: the determinant is negative.
        """
        rows: list[int] = []
        count = len(self.free)
        B, c = np.zeros((count, count)), np.zeros(count)
        for contact, local in zip(self.contacts, status, strict=True):
            active = contact.normal is not None and (local.normal > 0 or local.status is not Status.open)
            if contact.normal is not None and active:
                rows.append(contact.normal)
                B[contact.normal, contact.normal] = 1.0
            for k, row in enumerate(contact.tangents):
                if local.status is Status.stick:
                    rows.append(row)
                    B[row, row] = 1.0
                elif local.status is Status.slip and local.direction is not None:
                    c[row] = -contact.mu * contact.known * local.direction[k]
                    if contact.normal is not None and active:
                        B[row, contact.normal] = -contact.mu * local.direction[k]
        K = (self.W @ B)[rows][:, rows]
        sizes = np.sqrt(np.maximum(np.abs(np.diag(self.W)[rows]), 1e-300))
        if len(K) and np.linalg.det(K / np.outer(sizes, sizes)) < -tolerances.COMPLEMENTARITY:
            return None
        x = shortest_solution(K, -(self.free + self.W @ c)[rows])
        return c + B[:, rows] @ x

    def solution_with(self, status: Sequence[LocalSolution]) -> CoulombSolution | None:
        """The solution in which contacts have some status; None where the linear equations contradict it.

        Directions of slip that are not known are those of the solution, by fixed-point iteration.
        """
        local = list(status)
        turning = [
            k
            for k, (contact, one) in enumerate(zip(self.contacts, local, strict=True))
            if one.status is Status.slip and len(contact.tangents) == 2 and contact.direction is None
        ]
        for _ in range(TURNS if turning else 1):
            P = self.linear_impulses(local)
            if P is None:
                return None
            velocity, _ = self.velocity(P)
            change = 0.0
            for k in turning:
                slip = velocity[list(self.contacts[k].tangents)]
                size, before = float(np.linalg.norm(slip)), local[k].direction
                if before is None or not size > 0:
                    return None
                local[k] = replace(local[k], direction=slip / size)
                change = max(change, float(np.linalg.norm(slip / size - before)))
            if change <= tolerances.CONVERGED:
                return self.check(local, P)
        return None

    def check(self, status: Sequence[LocalSolution], P: Array) -> CoulombSolution | None:
        """Impulses as a solution, if they meet all conditions."""
        if not self._meets(status, P):
            return None
        return CoulombSolution(
            impulses=P,
            status=tuple(one.status for one in status),
            directions=tuple(one.direction for one in status),
        )

    def _meets(self, status: Sequence[LocalSolution], P: Array) -> bool:
        """Whether impulses meet the conditions of the status of each contact."""
        velocity, scale = self.velocity(P)
        most = float(np.max(np.abs(P), initial=0.0))
        least = tolerances.RESIDUAL_SIZE * float(np.max(scale, initial=0.0))
        close = tolerances.COMPLEMENTARITY
        for contact, local in zip(self.contacts, status, strict=True):
            force = contact.known
            if contact.normal is not None:
                n = contact.normal
                slack = close * max(scale[n], least)
                parted = local.status is not Status.open and P[n] > 0 and velocity[n] > slack
                if P[n] < -close * most or velocity[n] < -slack or parted:
                    return False
                force += P[n]
            tangents = list(contact.tangents)
            if not tangents:
                continue
            slack = close * max(float(np.max(scale[tangents], initial=0.0)), least)
            if local.status is Status.stick:
                taken = float(np.linalg.norm(P[tangents]))
                slips = bool(np.any(np.abs(velocity[tangents]) > slack))
                if slips or taken > contact.static * force + close * most:
                    return False
            sought = local.direction if contact.direction is None else None
            if local.status is Status.slip and sought is not None:
                backwards = float(velocity[tangents] @ sought) < -slack
                if backwards:
                    return False
        return True


def shortest_solution(A: Array, b: Array) -> Array:
    """The shortest solution of linear equations."""
    return np.asarray(np.linalg.lstsq(A, b, rcond=tolerances.ZERO)[0], dtype=float)
