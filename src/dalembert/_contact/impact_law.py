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
    now: ContactState, contacts: list[int], qd: Array, restitution: Array, poisson: NDArray[np.bool_]
) -> ImpactSolution | None:
    """The impact of closed contacts; None where constraints drive into one."""
    problem = _Impact(now=now, closed=contacts, qd=qd, poisson=poisson)
    solution = problem.solve(restitution) or problem.continue_to(restitution)
    if solution is not None and problem.is_admissible(solution):
        return solution
    if now.response is not None:  # a smaller restitution is no cure for forces that make energy
        return None
    if any(now.friction[i].static > now.friction[i].mu for i in contacts if i in now.friction):
        slipping = problem.without_static_friction().solve(restitution)  # what could stick may slip as well
        if slipping is not None and problem.is_admissible(slipping):
            return slipping
    best, low, high, misses = None, 0.0, 1.0, int(solution is None)
    for _ in range(BISECTIONS):
        part = (low + high) / 2
        solution = problem.solve(restitution * part, best)
        misses += solution is None
        if misses > MISSES:
            break
        if solution is not None and problem.is_admissible(solution):
            best, low = solution, part
        else:
            high = part
    return best or problem.solve(np.zeros_like(restitution))


def bring_to_rest(
    now: ContactState, contacts: list[int], stick: list[int], qd: Array
) -> ImpactSolution | None:
    """The smallest velocity change after which contacts neither separate nor approach, and sticking goes on.

    It replaces all the impacts up to a Zeno point, each of which pushes: a negative impulse is reported as
    zero.
    """
    tangents = [now.friction[i].H for i in stick if i in now.friction]
    if now.response is not None:
        return _bring_to_rest_together(now, contacts, tangents, qd)
    mobility_found = mobility(now.M, np.vstack([now.G, *tangents]) if tangents else now.G)
    if mobility_found is None:
        return None
    J, velocity = now.J[contacts], now.velocity[contacts]
    P = np.asarray(
        np.linalg.lstsq(mobility_found.delassus(J), -velocity, rcond=tolerances.ZERO)[0], dtype=float
    )
    return _with_constraints(
        now,
        ImpactSolution(
            change=mobility_found.change(J, P),
            impulses=np.maximum(P, 0.0),
            efforts=J.T @ P,
            driven=float(P @ (velocity - J @ qd)),
        ),
        qd,
    )


def _bring_to_rest_together(
    now: ContactState, contacts: list[int], tangents: list[Array], qd: Array
) -> ImpactSolution | None:
    """The same if forces depend on contact forces: sticking contacts then have tangential impulses too."""
    J = np.vstack([now.J[contacts], *tangents])
    answer = answer_to_impulses(now, contacts, J)
    if answer is None:
        return None
    velocity = np.zeros(len(J))
    velocity[: len(contacts)] = now.velocity[contacts]
    P = np.asarray(np.linalg.lstsq(answer.W, -velocity, rcond=tolerances.ZERO)[0], dtype=float)
    solution = ImpactSolution(
        change=answer.change @ P,
        impulses=np.maximum(P[: len(contacts)], 0.0),
        efforts=answer.efforts @ P,
        driven=float(P[: len(contacts)] @ (velocity - J @ qd)[: len(contacts)]),
    )
    return _with_constraints(now, solution, qd)


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
    mobility_found = mobility(now.M, now.G)
    if mobility_found is None:
        return None, none, none
    coulomb = solve_coulomb(CoulombProblem(W=mobility_found.delassus(J), free=free, contacts=contacts), near)
    if coulomb is None:
        return None, none, none
    return coulomb, mobility_found.change(J, coulomb.impulses), J.T @ coulomb.impulses


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Impact:
    """Closed contacts, the speeds before, and which of them follow Poisson's law."""

    now: ContactState
    closed: list[int]
    qd: Array
    poisson: NDArray[np.bool_]

    def solve(self, restitution: Array, near: ImpactSolution | None = None) -> ImpactSolution | None:
        """The impact with given restitutions, without a check of its energy; near a given solution."""
        if self.poisson.any():
            solution = self._poisson(restitution)
        else:
            velocity = self.now.velocity[self.closed]
            asked = velocity + restitution * np.minimum(velocity, 0.0)
            solution = self._compress(asked, near=near.rows if near is not None else None)
        return _with_constraints(self.now, solution, self.qd) if solution is not None else None

    def continue_to(self, restitution: Array) -> ImpactSolution | None:
        """The impact by continuation in the restitutions, from zero to their full values."""
        if self.poisson.any() or not any(i in self.now.friction for i in self.closed):
            return None
        solution = self.solve(np.zeros_like(restitution))
        for k in range(STRIDES):
            solution = self.solve(restitution * (k + 1) / STRIDES, solution) if solution is not None else None
        return solution

    def without_static_friction(self) -> _Impact:
        """The impact with the coefficients of static friction lowered to those of sliding friction."""
        friction = {i: replace(one, static=one.mu) for i, one in self.now.friction.items()}
        return replace(self, now=replace(self.now, friction=friction))

    def is_admissible(self, solution: ImpactSolution) -> bool:
        """Whether energy does not grow and no contact approaches any more, up to rounding."""
        now = self.now
        velocity, J = now.velocity[self.closed], now.J[self.closed]
        after = velocity + J @ solution.change
        sizes = np.abs(velocity) + np.abs(J) @ np.abs(solution.change)
        parts = np.all(after >= -tolerances.COMPLEMENTARITY * np.max(sizes, initial=0.0))
        size = float(np.abs(self.qd) @ np.abs(now.M) @ np.abs(self.qd)) + abs(solution.driven)
        made = energy_gain(now.M, self.qd, solution.change) + solution.driven
        return bool(parts and made <= tolerances.ENERGY * size)

    def _poisson(self, restitution: Array) -> ImpactSolution | None:
        """Poisson's law: compression, expansion, then impulses of closed contacts that approach again."""
        now, poisson = self.now, self.poisson
        velocity, J = now.velocity[self.closed], now.J[self.closed]
        first = self._compress(velocity)
        mobility_found = mobility(now.M, now.G)
        if first is None or mobility_found is None:
            return None
        back = np.where(poisson, restitution * first.impulses, 0.0)
        expansion = first.change + mobility_found.change(J, back)
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
        now, closed_contacts = self.now, self.closed
        rough = [i for i in closed_contacts if i in now.friction and now.friction[i].force is None]
        surface = list(
            now.velocity[closed_contacts] - now.J[closed_contacts] @ self.qd
        )  # of the surfaces themselves
        if now.response is None and (len(closed_contacts) > 1 or not rough):
            smooth = least_correction(now.M, now.G, now.J[closed_contacts], -normal)
            if smooth is None:  # nothing lets them part so, with friction or without
                return None
            if not rough:
                change, P = smooth
                driven = float(P @ np.array(surface))
                return ImpactSolution(
                    change=change, impulses=P, efforts=now.J[closed_contacts].T @ P, driven=driven
                )
        rows, free, contacts = [now.J[i] for i in closed_contacts], list(normal), []
        for k, i in enumerate(closed_contacts):
            if i not in rough:
                contacts.append(CoulombContact(normal=k))
                continue
            friction, first = now.friction[i], len(rows)
            rows += list(friction.H)
            free += list(friction.slip + friction.H @ moved if moved is not None else friction.slip)
            surface += list(friction.slip - friction.H @ self.qd)
            contacts.append(
                CoulombContact(
                    normal=k,
                    tangents=tuple(range(first, len(rows))),
                    mu=friction.mu,
                    static=friction.static,
                    known=float(known[k]) if known is not None else 0.0,
                )
            )
        J = np.array(rows)
        coulomb, change, efforts = solve_friction(now, closed_contacts, J, np.array(free), contacts, near)
        if coulomb is None:
            return None
        return ImpactSolution(
            change=change,
            impulses=coulomb.impulses[: len(closed_contacts)],
            efforts=efforts,
            driven=float(coulomb.impulses @ np.array(surface)),
            rows=coulomb.impulses,
        )


def _with_constraints(now: ContactState, solution: ImpactSolution, qd: Array) -> ImpactSolution:
    """The solution with the work of moving constraints: −Gᵀ Λ = M Δ − efforts at the mean velocity."""
    if not len(now.G):
        return solution
    taken = float((now.M @ solution.change - solution.efforts) @ (qd + solution.change / 2))
    return replace(solution, driven=solution.driven - taken)
