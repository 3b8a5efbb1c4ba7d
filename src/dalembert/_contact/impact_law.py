"""Impact laws: the jump of velocities when closed contacts approach.

**Newton's law** asks each closed contact for a rate after the impact of at least −ε times that before it, all
contacts at once, constraints holding on, with impulses that push only. **Poisson's law** has two parts: a
compression, after which nothing approaches any more, and an expansion, in which each contact gives back ε
times its impulse. Tangential impulses are those of Coulomb's law in both.

Both laws can ask for more energy than there is: unequal restitutions, contacts that part at the same instant,
friction that turns the motion round. Then all restitutions are reduced by one factor, the largest with which
energy does not grow: with ε = 0 every impulse P meets γ⁺·P ≤ 0, and the energy changes by γ⁺·P − P·W P/2 ≤ 0
with the Delassus matrix W. Where surfaces move with c by themselves, that is what is left beside their work
−P·c.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dalembert._contact import tolerances
from dalembert._contact.active_set import solve_by_active_set
from dalembert._contact.complementarity import energy_gain, least_correction
from dalembert._contact.contact_state import ContactState
from dalembert._contact.coulomb import solve_coulomb
from dalembert._contact.coulomb_problem import CoulombContact, CoulombProblem, CoulombSolution
from dalembert._contact.delassus import mobility
from dalembert._contact.dependent_impulses import answer_to_impulses
from dalembert._contact.enumeration import solve_by_enumeration

Array = NDArray[np.float64]
BISECTIONS = 30  # for the factor of the restitutions at which energy does not grow
STRIDES = 8  # of a continuation from no restitution to the whole
MISSES = 6  # bisections without a solution: contacts that are wedged do not spring back at all


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ImpactSolution:
    """The jump of the speeds, and the normal impulses of the contacts that were closed.

    `efforts` are those of all contacts on the coordinates, `driven` the work that surfaces and constraints
    which move take; `rows` are normal and tangential impulses, where there is friction.
    """

    change: Array
    impulses: Array
    efforts: Array
    driven: float
    rows: Array | None = None


def impact(
    now: ContactState, closed: list[int], qd: Array, restitution: Array, poisson: NDArray[np.bool_]
) -> ImpactSolution | None:
    """The impact of closed contacts; None where constraints drive into one."""
    own = _Impact(now=now, closed=closed, qd=qd, poisson=poisson)
    found = own.solve(restitution) or own.continue_to(restitution)
    if found is not None and own.is_admissible(found):
        return found
    if now.response is not None:  # a smaller restitution is no cure for forces that make energy
        return None
    if any(now.friction[i].static > now.friction[i].mu for i in closed if i in now.friction):
        slipping = own.without_static_friction().solve(restitution)  # what could stick may slip as well
        if slipping is not None and own.is_admissible(slipping):
            return slipping
    best, low, high, misses = None, 0.0, 1.0, int(found is None)
    for _ in range(BISECTIONS):
        part = (low + high) / 2
        found = own.solve(restitution * part, best)
        misses += found is None
        if misses > MISSES:
            break
        if found is not None and own.is_admissible(found):
            best, low = found, part
        else:
            high = part
    return best or own.solve(np.zeros_like(restitution))


def bring_to_rest(
    now: ContactState, contacts: list[int], stick: list[int], qd: Array
) -> ImpactSolution | None:
    """The smallest change after which no contact parts or approaches, and those that stick go on to.

    It replaces all the impacts up to a Zeno point, each of which pushes: a negative impulse is reported as
    zero.
    """
    tangents = [now.friction[i].H for i in stick if i in now.friction]
    if now.response is not None:
        return _bring_to_rest_together(now, contacts, tangents, qd)
    own = mobility(now.M, np.vstack([now.G, *tangents]) if tangents else now.G)
    if own is None:
        return None
    J, velocity = now.J[contacts], now.velocity[contacts]
    P = np.asarray(np.linalg.lstsq(own.delassus(J), -velocity, rcond=tolerances.ZERO)[0], dtype=float)
    return _with_constraints(
        now,
        ImpactSolution(
            change=own.change(J, P),
            impulses=np.maximum(P, 0.0),
            efforts=J.T @ P,
            driven=float(P @ (velocity - J @ qd)),
        ),
        qd,
    )


def _bring_to_rest_together(
    now: ContactState, contacts: list[int], tangents: list[Array], qd: Array
) -> ImpactSolution | None:
    """The same where forces depend on those of contacts: what sticks has impulses of its own."""
    J = np.vstack([now.J[contacts], *tangents])
    own = answer_to_impulses(now, contacts, J)
    if own is None:
        return None
    velocity = np.zeros(len(J))
    velocity[: len(contacts)] = now.velocity[contacts]
    P = np.asarray(np.linalg.lstsq(own.W, -velocity, rcond=tolerances.ZERO)[0], dtype=float)
    found = ImpactSolution(
        change=own.change @ P,
        impulses=np.maximum(P[: len(contacts)], 0.0),
        efforts=own.efforts @ P,
        driven=float(P[: len(contacts)] @ (velocity - J @ qd)[: len(contacts)]),
    )
    return _with_constraints(now, found, qd)


def solve_friction(
    now: ContactState,
    normals: list[int],
    J: Array,
    free: Array,
    contacts: list[CoulombContact],
    near: Array | None = None,
) -> tuple[CoulombSolution | None, Array, Array]:
    """Impulses or forces of contacts with friction, the change they make, and their efforts.

    The first rows of J are those of the gaps of `normals`.
    """
    none = np.zeros(len(now.M))
    if now.response is not None:
        together = answer_to_impulses(now, normals, J)
        if together is None:
            return None, none, none
        problem = CoulombProblem(W=together.W, free=free, contacts=contacts)
        solution = solve_by_active_set(problem) or solve_by_enumeration(problem)[0]
        if solution is None:
            return None, none, none
        return solution, together.change @ solution.impulses, together.efforts @ solution.impulses
    own = mobility(now.M, now.G)
    if own is None:
        return None, none, none
    found = solve_coulomb(CoulombProblem(W=own.delassus(J), free=free, contacts=contacts), near)
    if found is None:
        return None, none, none
    return found, own.change(J, found.impulses), J.T @ found.impulses


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Impact:
    """Closed contacts, the speeds before, and which of them follow Poisson's law."""

    now: ContactState
    closed: list[int]
    qd: Array
    poisson: NDArray[np.bool_]

    def solve(self, restitution: Array, near: ImpactSolution | None = None) -> ImpactSolution | None:
        """The impact with some restitutions, whatever energy it makes; near to another if one is given."""
        if self.poisson.any():
            found = self._poisson(restitution)
        else:
            velocity = self.now.velocity[self.closed]
            asked = velocity + restitution * np.minimum(velocity, 0.0)
            found = self._compress(asked, near=near.rows if near is not None else None)
        return _with_constraints(self.now, found, self.qd) if found is not None else None

    def continue_to(self, restitution: Array) -> ImpactSolution | None:
        """The same by continuation in the restitutions, from zero to their full values."""
        if self.poisson.any() or not any(i in self.now.friction for i in self.closed):
            return None
        found = self.solve(np.zeros_like(restitution))
        for k in range(STRIDES):
            found = self.solve(restitution * (k + 1) / STRIDES, found) if found is not None else None
        return found

    def without_static_friction(self) -> _Impact:
        """The same where nothing sticks more than it would rub."""
        friction = {i: replace(one, static=one.mu) for i, one in self.now.friction.items()}
        return replace(self, now=replace(self.now, friction=friction))

    def is_admissible(self, found: ImpactSolution) -> bool:
        """Whether energy does not grow and no contact approaches any more, up to rounding."""
        now = self.now
        velocity, J = now.velocity[self.closed], now.J[self.closed]
        after = velocity + J @ found.change
        sizes = np.abs(velocity) + np.abs(J) @ np.abs(found.change)
        parts = np.all(after >= -tolerances.COMPLEMENTARITY * np.max(sizes, initial=0.0))
        size = float(np.abs(self.qd) @ np.abs(now.M) @ np.abs(self.qd)) + abs(found.driven)
        made = energy_gain(now.M, self.qd, found.change) + found.driven
        return bool(parts and made <= tolerances.ENERGY * size)

    def _poisson(self, restitution: Array) -> ImpactSolution | None:
        """Compression, expansion, and what closed contacts that approach again need."""
        now, poisson = self.now, self.poisson
        velocity, J = now.velocity[self.closed], now.J[self.closed]
        first = self._compress(velocity)
        own = mobility(now.M, now.G)
        if first is None or own is None:
            return None
        back = np.where(poisson, restitution * first.impulses, 0.0)
        expansion = first.change + own.change(J, back)
        returning = np.where(poisson, 0.0, -restitution * np.minimum(velocity, 0.0))
        second = self._compress(velocity + J @ expansion - returning, back, expansion)
        if second is None:
            return None
        return ImpactSolution(
            change=expansion + second.change,
            impulses=first.impulses + back + second.impulses,
            efforts=first.efforts + J.T @ back + second.efforts,
            driven=first.driven + float(back @ (velocity - J @ self.qd)) + second.driven,
        )

    def _compress(
        self,
        normal: Array,
        known: Array | None = None,
        moved: Array | None = None,
        near: Array | None = None,
    ) -> ImpactSolution | None:
        """Impulses under which no normal velocity stays negative.

        `known` are normal impulses, `moved` is a change, that came earlier in the same impact.
        """
        now, closed = self.now, self.closed
        rough = [i for i in closed if i in now.friction and now.friction[i].force is None]
        surface = list(now.velocity[closed] - now.J[closed] @ self.qd)  # of the surfaces themselves
        if now.response is None and (len(closed) > 1 or not rough):
            smooth = least_correction(now.M, now.G, now.J[closed], -normal)
            if smooth is None:  # nothing lets them part so, with friction or without
                return None
            if not rough:
                change, P = smooth
                driven = float(P @ np.array(surface))
                return ImpactSolution(change=change, impulses=P, efforts=now.J[closed].T @ P, driven=driven)
        rows, free, contacts = [now.J[i] for i in closed], list(normal), []
        for k, i in enumerate(closed):
            if i not in rough:
                contacts.append(CoulombContact(normal=k))
                continue
            own, first = now.friction[i], len(rows)
            rows += list(own.H)
            free += list(own.slip + own.H @ moved if moved is not None else own.slip)
            surface += list(own.slip - own.H @ self.qd)
            contacts.append(
                CoulombContact(
                    normal=k,
                    tangents=tuple(range(first, len(rows))),
                    mu=own.mu,
                    static=own.static,
                    known=float(known[k]) if known is not None else 0.0,
                )
            )
        J = np.array(rows)
        found, change, efforts = solve_friction(now, closed, J, np.array(free), contacts, near)
        if found is None:
            return None
        return ImpactSolution(
            change=change,
            impulses=found.impulses[: len(closed)],
            efforts=efforts,
            driven=float(found.impulses @ np.array(surface)),
            rows=found.impulses,
        )


def _with_constraints(now: ContactState, found: ImpactSolution, qd: Array) -> ImpactSolution:
    """What constraints that move take, too: their impulses −Gᵀ Λ = M Δ − efforts at the mean velocity."""
    if not len(now.G):
        return found
    taken = float((now.M @ found.change - found.efforts) @ (qd + found.change / 2))
    return replace(found, driven=found.driven - taken)
