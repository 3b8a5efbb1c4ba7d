"""A mechanical system with values of parameters: rates, corrections, observations of y = (q, qd, s, w)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler
from dalembert._compile.interface import Functions, SolverFunction, Stage
from dalembert._compile.mechanical_evaluator import MechanicalEvaluator
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.rank_revealing import HEALTHY, solution, solutions
from dalembert._compile.start_stages import mechanical_stages
from dalembert._compile.table_polynomials import Curve
from dalembert._compile.velocity_jump import Barrier, VelocityJump, velocity_jump
from dalembert._lower.evaluator import Entries
from dalembert._lower.system import CONSTRAINTS, TIME
from dalembert._model.records import DISSIPATED, EFFORTS

Array = NDArray[np.float64]
BLOCK = 1000  # states that are solved at once
JUMP = 1e-6  # of the size of the state: what is off by more after a kink has jumped


class MechanicalDynamics:
    """The dynamics of a mechanical system: compiled form, values of parameters, and an evaluator."""

    def __init__(self, compiled: MechanicalSystem, p: Array, tables: tuple[Curve, ...] = ()) -> None:
        self.compiled, self.p, self.layout, self.tables = compiled, p, compiled.layout, tables
        self.evaluator = MechanicalEvaluator(compiled, p, tables)

    def revalue(self, p: Array) -> None:
        """Use other values of the parameters."""
        self.p = p
        self.evaluator.revalue(p)

    def begin(self, _t: float, _y: Array, _guess: Mapping[str, float]) -> Array | None:
        """Nothing is solved for by Newton's method."""
        return np.zeros(0)

    def rewind(self) -> None:
        """Begin a run again: the equations have one solution, and nothing is remembered."""

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of a state, and the health of the system solved for them."""
        return self.evaluator.rates(t, y)

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The correction of a state, and the health of the system solved for it."""
        return self.evaluator.correction(t, y)

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        return self.evaluator.events(t, y)

    def column(self, t: float, y: Array) -> Array:
        """The column (t, y, p) and the values of tables at a time."""
        return self.evaluator.column(t, y)

    def saddle(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, h and gamma at a state."""
        return self.evaluator.saddle(t, y)

    def mass_matrices(self, t: Array, rows: Array) -> Array:
        """M at many states."""
        return self.evaluator.saddles(t, rows)["M"]

    def mobility(self, t: float, y: Array, some: NDArray[np.intp]) -> Array:
        """Some entries of the diagonal of M⁻¹ at a state, without M; infinite where M is singular."""
        return self.evaluator.mobility(t, y, some)

    def gradients(self, t: float, y: Array) -> Entries:
        """G at a state by its entries."""
        return self.evaluator.closure(t, y).entries("G")

    def stiffness(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, K = −h_q and C = −h_qd at a state."""
        return self.evaluator.stiffness(t, y)

    def residual(self, _t: float, _y: Array, _X: Array | None = None) -> tuple[Array, Array]:
        """Nothing is solved for by Newton's method."""
        return np.zeros(0), np.zeros((0, 0))

    def states(self, t: Array, rows: Array) -> dict[str, Array]:
        """All observed quantities, as `observe` gives them: this is rarely needed."""
        return self.observe(t, rows)

    def observe(self, t: Array, rows: Array, dependent: bool = False) -> dict[str, Array]:
        """Everything observed; where pivots lost their digits, accelerations with the rank found.

        Constraints that are `dependent` on one another leave pivots that are rounding, whatever their size.
        """
        seen = self.evaluator.observations(t, rows)
        healthy = np.logical_and(seen["health"] > HEALTHY, not dependent)
        if not self.compiled.is_saddle_point or healthy.all():
            return seen
        lost = np.flatnonzero(~healthy)
        for first in range(0, len(lost), BLOCK):
            at = lost[first : first + BLOCK]
            parts = self.evaluator.saddles(t[at], rows[at])
            every = solutions(parts["M"], parts["G"], parts["h"], parts["gamma"])
            solved, at = every.solved, at[every.solved]
            seen["qdd"][at], seen["lam"][at] = every.qdd[solved], every.lam[solved]
            seen["reaction"][at] = -np.einsum("kij,ki->kj", parts["G"][solved], every.lam[solved])
        return seen

    def unknowns(self, t: float, y: Array, eliminated: bool) -> tuple[Array, Array]:
        """Z = (qdd, lam) of the residual form at a state, nothing if `eliminated`; and the rates."""
        rates = self.evaluator.rates(t, y)[0][: self.layout.tested]
        if eliminated:
            return np.zeros(0), rates
        parts, n = self.evaluator.saddle(t, y), self.layout.n
        solved = solution(parts["M"], parts["G"], parts["h"], parts["gamma"])
        if solved is None:
            return np.full(len(parts["h"]) + len(parts["gamma"]), np.nan), rates
        rates[n : 2 * n] = solved.qdd
        return np.concatenate([solved.qdd, solved.lam]), rates

    def stages(self, t: float, first: float) -> tuple[Stage, ...]:
        """Positions from Phi = 0, then velocities from its rate and from Psi = 0."""
        return mechanical_stages(
            self.layout.n,
            self.compiled.rows,
            self.compiled.displacements,
            lambda y: self.evaluator.closure(t, y),
            lambda y: self.evaluator.inertia(t, y),
            lambda y: self.evaluator.closure(first, y),
            lambda y: self.evaluator.saddle(t, y),
        )

    def solver_functions(self, _inner: Functions, _compiler: Compiler) -> Mapping[str, SolverFunction]:
        """No functions: a run in C calls those of the model directly."""
        return {}

    def rescue(self, what: int, t: float, y: Array) -> Array | None:
        """Rates (0) or the correction (1) with the rank found; None where there is no solution.

        Rates with friction, or on a switch, follow from more than the saddle-point system.
        """
        if what == 0 and not self.compiled.is_saddle_point:
            return None
        return self._rescued_rates(t, y) if what == 0 else self._rescued_correction(t, y)

    def cross(self, before: float, after: float, y: Array) -> Array | Barrier:
        """The state after a kink or jump in time, which lies between two times; with the energies given."""
        if not self.compiled.may_jump:
            return y
        if self.layout.constraints and not self._is_on_constraints(after, y, slice(0, self.layout.n)):
            return Barrier.place
        n, layout, evaluator = self.layout.n, self.layout, self.evaluator

        def equations_after(qd: Array) -> dict[str, Array]:
            return evaluator.instant(before, after, np.concatenate([y[:n], qd, y[2 * n :]]), late=True)

        jump = velocity_jump(y[n : 2 * n], evaluator.instant(before, after, y, late=False), equations_after)
        if isinstance(jump, Barrier):
            return jump
        depends = self.compiled.coupled or self.compiled.has_rates_of_forces
        if depends and not np.array_equal(jump.qd, y[n : 2 * n]):
            return Barrier.impulse  # forces are impulses there, and what depends on them is not known
        out = y.copy()
        out[n : 2 * n] = jump.qd
        given = {TIME: jump.time, CONSTRAINTS: jump.constraints}
        given |= {EFFORTS: jump.forces} if EFFORTS in layout.works else {DISSIPATED: -jump.forces}
        for name, energy in given.items():
            if name in layout.works:
                out[layout.place(name)] += energy
        return out

    def after_impulse(self, t: float, y: Array, impulse: Array) -> VelocityJump | Barrier:
        """The velocities after an impulse on the coordinates, with those of the constraints."""
        n, evaluator = self.layout.n, self.evaluator

        def equations_after(qd: Array) -> dict[str, Array]:
            return evaluator.instant(t, t, np.concatenate([y[:n], qd, y[2 * n :]]), late=True)

        return velocity_jump(y[n : 2 * n], equations_after(y[n : 2 * n]), equations_after, impulse)

    def fits(self, t: float, y: Array) -> bool:
        """Whether a state is on its constraints, after a switch has changed them."""
        return not self.layout.constraints or self._is_on_constraints(t, y, slice(0, self.layout.tested))

    def _is_on_constraints(self, t: float, y: Array, part: slice) -> bool:
        """Whether the correction onto the constraints is no more than rounding of a part of the state."""
        tested = slice(0, self.layout.tested)
        change, size = self.evaluator.correction(t, y)[0], np.max(np.abs(y[tested]), initial=0.0)
        small = np.abs(change[part]) <= JUMP * (np.abs(y[part]) + size)
        return bool(small.all() or not np.isfinite(change).all())

    def _rescued_rates(self, t: float, y: Array) -> Array | None:
        n, layout = self.layout.n, self.layout
        parts = self.evaluator.saddle(t, y)
        solved = solution(parts["M"], parts["G"], parts["h"], parts["gamma"])
        if solved is None:
            return None
        out, _ = self.evaluator.rates(t, y)
        out[n : 2 * n] = solved.qdd
        if CONSTRAINTS in layout.works:
            out[layout.place(CONSTRAINTS)] = -(parts["G"].T @ solved.lam) @ y[n : 2 * n]
        return out

    def _rescued_correction(self, t: float, y: Array) -> Array | None:
        n, layout = self.layout.n, self.layout
        parts = self.evaluator.saddle(t, y)
        seen = self.evaluator.observations(np.array([t]), y[np.newaxis])
        zeros = np.zeros(layout.constraints)
        zeros[: seen["position"].shape[1]] = -seen["position"][0]
        dq, dqd = (
            solution(parts["M"], parts["G"], np.zeros(n), side, exact=False)
            for side in (zeros, -seen["velocity"][0])
        )
        if dq is None or dqd is None:
            return None
        out = np.zeros(layout.size)
        out[:n], out[n : 2 * n] = dq.qdd, dqd.qdd
        after = self.evaluator.observations(np.array([t]), (y + out)[np.newaxis])
        out[-1] = after["energy"][0] - seen["energy"][0]
        return out
