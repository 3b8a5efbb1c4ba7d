"""The search for equilibria: solutions from the starts so far, equal ones merged, families recognised."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.periods import Turns
from dalembert._analyse.records import ClosedContact, Hold
from dalembert._analyse.resting_contacts import RefusedRest, with_contact_forces
from dalembert._analyse.statics import ImbalanceAtRest, Rest, Statics, solve_statics

Array = NDArray[np.float64]
SAME = 1e-6  # relative to the scales
WALK = 0.02  # relative to the scales: how far a family is followed to confirm it


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class FoundRest:
    """An equilibrium, the number of starts that converged to it, and the coordinates of its family."""

    statics: Statics
    solution: Rest
    contacts: tuple[ClosedContact, ...]
    reached: int
    dimension: int
    family: tuple[int, ...]
    degenerate: bool  # whether derivatives vanish there in directions that belong to no family


class Search:
    """The equilibria found so far."""

    def __init__(self, statics: Statics, turns: Turns) -> None:
        self.statics, self.turns = statics, turns
        self.rests: list[FoundRest] = []
        self.unbalanced: list[ImbalanceAtRest] = []
        self.refused: list[tuple[tuple[ClosedContact, ...], RefusedRest]] = []
        self.wanting: set[str] = set()  # flow constraints that require motion
        self.tried = 0

    def begin(self, x: Array, statics: Statics | None = None) -> bool:
        """Solve from one start, with other equations for closed contacts; return whether it is a new one."""
        self.tried += 1
        statics = self.statics if statics is None else statics
        solution = solve_statics(statics, x)
        if isinstance(solution, ImbalanceAtRest) and statics is self.statics:
            self.unbalanced.append(solution)
        if not isinstance(solution, Rest):
            return False
        flow = np.abs(solution.parts["G"][statics.context.displacements :]) @ statics.context.scale
        wanting = np.abs(solution.parts["Psi"]) > 1e-9 * flow
        if wanting.any():
            flows = statics.context.rows[statics.context.displacements :]
            self.wanting |= {flows[int(k)] for k in np.flatnonzero(wanting)} & set(self.statics.context.rows)
            return False
        with_forces = with_contact_forces(statics.context, solution)
        if isinstance(with_forces, RefusedRest):
            self.refused.append((statics.context.closed_contacts, with_forces))
            return False
        solution, contacts = with_forces
        solution = replace(solution, z=self._turn(solution.z))
        for i, other in enumerate(self.rests):
            if self._is_same(other, solution) or _held_alike(other, solution, contacts):
                self.rests[i] = replace(other, reached=other.reached + 1)
                return False
        directions, open_ = _family(statics, solution)
        new = FoundRest(
            statics=statics,
            solution=solution,
            contacts=contacts,
            reached=1,
            dimension=directions.shape[1],
            family=_moving_coordinates(directions, statics.scale[: statics.n]),
            degenerate=solution.slow or open_ > directions.shape[1],
        )
        for i, other in enumerate(self.rests):
            if _same_family(other, new):
                family = tuple(sorted({*other.family, *new.family}))
                self.rests[i] = replace(other, reached=other.reached + 1, family=family)
                return False
        self.rests.append(new)
        return True

    def knows(self, x: Array) -> bool:
        """Whether an equilibrium was found at (q, s, e); what is NaN may have any value."""
        return any(self.is_at(one, x) for one in self.rests)

    def _turn(self, z: Array) -> Array:
        n = self.statics.n
        return np.concatenate([self.turns.nearest_turn(z[:n], np.zeros(n)), z[n:]])

    def _is_same(self, other: FoundRest, solution: Rest) -> bool:
        return self.is_at(other, solution.z[: len(self.statics.scale)])

    def is_at(self, one: FoundRest, x: Array) -> bool:
        """Whether an equilibrium is at (q, s, e); what is NaN may have any value."""
        n, scale = self.statics.n, self.statics.scale
        away = np.nan_to_num(x - one.solution.z[: len(scale)])
        away[:n] = self.turns.nearest_turn(away[:n], np.zeros(n))
        return bool(np.all(np.abs(away) <= SAME * scale))


def _family(statics: Statics, solution: Rest) -> tuple[Array, int]:
    """The directions of the null space of J along which equilibria continue, and its dimension."""
    moving = solution.loose[: len(statics.scale)] / statics.scale[:, np.newaxis]
    U, sizes, _ = np.linalg.svd(moving, full_matrices=False) if moving.size else (moving, np.zeros(0), None)
    ways = U[:, sizes > 1e-6] if len(sizes) else U[:, :0]  # the others change multipliers alone
    kept = []
    for way in ways.T:
        there = solve_statics(statics, solution.z[: len(statics.scale)] + WALK * way * statics.scale)
        if isinstance(there, Rest):
            moved = (there.z - solution.z)[: len(statics.scale)] / statics.scale
            if moved @ way > WALK / 2:
                kept.append(way)
    directions = (
        np.array(kept).T * statics.scale[:, np.newaxis] if kept else np.zeros((len(statics.scale), 0))
    )
    return directions, ways.shape[1]


def _moving_coordinates(directions: Array, scale: Array) -> tuple[int, ...]:
    size = np.abs(directions[: len(scale)] / scale[:, np.newaxis]).max(axis=1, initial=0.0)
    return tuple(int(j) for j in np.flatnonzero(size > 1e-6 * size.max(initial=0.0)))


def _held_alike(one: FoundRest, solution: Rest, contacts: tuple[ClosedContact, ...]) -> bool:
    """Whether friction holds both at equal potential energy: of such neighbours one is shown."""
    if not any(c.hold is Hold.sticks for c in contacts) or [c.name for c in one.contacts] != [
        c.name for c in contacts
    ]:
        return False
    return _same_energy(one, solution)


def _same_energy(one: FoundRest, other: Rest) -> bool:
    a, b = float(one.solution.parts["V"][0]), float(other.parts["V"][0])
    return abs(a - b) <= 1e-9 * (abs(a) + abs(b)) + 1e-12 * one.statics.context.scales.energy


def _same_family(one: FoundRest, other: FoundRest) -> bool:
    """Whether dimension, closed contacts and potential energy are equal: then two families count as one."""
    if [c.name for c in one.contacts] != [c.name for c in other.contacts]:
        return False
    alike = one.dimension == other.dimension
    return bool(one.dimension and alike and _same_energy(one, other.solution))
