"""Lagrange's equations compared with the balances of momentum and angular momentum of the bodies.

At seeded states that satisfy the constraints, the equations of Kane and those of Newton and Euler are solved
for accelerations and forces; the accelerations must be those of Lagrange's equations. The derivations share
only the kinematics: positions, velocities, constraints.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

import casadi as ca
import numpy as np

from dalembert._derive.balances import names_of
from dalembert._derive.forms.form import Form, fresh_names
from dalembert._lower.lower import lower
from dalembert._lower.system import Block, System
from dalembert._model.bodies.balances import Balance, Balances, BodyRotation
from dalembert._model.bodies.free_bodies import ELEMENT, Load, Names
from dalembert._model.bodies.texts import canonical
from dalembert._model.records import constraints_of
from dalembert._model.table_cells import cells_of
from dalembert._verify.evaluate import evaluate
from dalembert._verify.points import StateSample
from dalembert._verify.states import blocks_of, consistent_states
from dalembert._verify.verify import lowered_values

SIZELESS = 1e-300
SMALL = 1e-3  # relative to the largest value of a state: errors are relative to at least this


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The largest relative differences of accelerations from Lagrange's, and the number of seeded states."""

    points: int
    kane: float
    gibbs_appell: float
    newton_euler: float


def agreement(balances: Balances) -> Agreement | None:
    """The agreement of other derivations with Lagrange's; None where no state was found to compare them at.

    Where forces depend on forces they are not compared.
    """
    system = lower(balances.model)
    sample = consistent_states(balances.model, system)
    if system.has_dependent_forces or not len(sample["t", 0]):
        return None
    rows = _Rows(balances, system)
    return Agreement(
        points=len(sample["t", 0]),
        kane=_difference(rows, rows.kane(), (), sample),
        gibbs_appell=_difference(rows, rows.gibbs_appell(), (), sample),
        newton_euler=_difference(rows, rows.newton_euler(), balances.unknowns, sample),
    )


class _Rows:
    """Equations between accelerations and forces, in the symbols of a lowered model."""

    def __init__(self, balances: Balances, system: System) -> None:
        self.balances = balances
        self.system = system
        model = balances.model
        names = [one.name for one in model.outputs]
        self.terms = dict(zip(names, ca.vertsplit(system.outputs), strict=True))
        self.parameters = dict(zip((p.name for p in model.parameters), ca.vertsplit(system.p), strict=True))
        self.coordinates = [c.name for c in model.coordinates]
        self.besides = _left(lower(balances.besides), system)
        self.lagrange = _left(system, system)

    def kane(self) -> Block:
        """Σ ∂v/∂q' · (p' − Σ F) + ∂ω/∂q' · (L' − Σ M), and the terms that belong to no body."""
        expressions = self.besides
        for one in self.balances.bodies:
            force, moment = self._residuals(one, with_joints=False)
            expressions = expressions + self._projection(
                self._block_of(one.acceleration), self._block_of(one.angular_acceleration), force, moment
            )
        rows = [
            self.lagrange[i] if name in self.balances.loose else expressions[i]
            for i, name in enumerate(self.coordinates)
        ]
        return ca.vertcat(*rows)

    def gibbs_appell(self) -> Block:
        """∂S/∂q'' with S = Σ ½ a·p' + ½ α·(L' + ω × L), minus the forces of energies and efforts."""
        model = self.balances.model
        S = ca.SX(0)
        for one in self.balances.bodies:
            turning = self._block_of(one.angular_momentum_rate)
            if turning.numel() == 3:
                turning += ca.cross(
                    self._block_of(one.angular_velocity), self._block_of(one.angular_momentum)
                )
            S += ca.dot(self._block_of(one.acceleration), self._block_of(one.momentum_rate)) / 2
            S += ca.dot(self._block_of(one.angular_acceleration), turning) / 2
        still = _left(lower(replace(model, kinetic=self.balances.besides.kinetic)), self.system)
        return ca.gradient(S, self.system.qdd) + still

    def newton_euler(self) -> Block:
        """Rows p' − Σ F and L' − Σ M of every body, and the conditions that reactions do no work."""
        rows = [self.lagrange[i] for i, name in enumerate(self.coordinates) if name in self.balances.loose]
        for one in self.balances.bodies:
            rows += self._residuals(one, with_joints=True)
        return self._with_efforts(ca.vertcat(*rows, *self._held_rows().values()))

    def _held_rows(self) -> dict[str, Block]:
        """The work of full reactions and other efforts, along the coordinates without joint efforts."""
        rows, others = self.besides + self._held_power(), {*self.balances.efforts, *self.balances.loose}
        acting = self._without_norms(rows)
        return {
            name: rows[i]
            for i, name in enumerate(self.coordinates)
            if name not in others and not acting[i].is_zero()
        }

    def _without_norms(self, rows: Block) -> Block:
        """Rows without the multipliers of the norms of quaternions, which are no forces."""
        names = [
            one.name for kind in ("displacement", "flow") for one in constraints_of(self.balances.model, kind)
        ]
        norms = [self.system.lam[i] for i, name in enumerate(names) if name in self.balances.norms]
        put = ca.substitute(rows, ca.vertcat(*norms), ca.SX.zeros(len(norms))) if norms else rows
        return ca.simplify(put)

    def _held_power(self) -> Block:
        """∂v/∂q' · F + ∂ω/∂q' · M of the reactions that have all components."""
        total = ca.SX.zeros(len(self.coordinates))
        for one in self.balances.bodies:
            loads = [load for load in one.body.loads if self.balances.is_held(load)]
            force, moment = self._sums(one, loads)
            v, omega = self._block_of(one.acceleration), self._block_of(one.angular_acceleration)
            total = total + self._projection(v, omega, force, moment)
        return total

    def of_kane(self) -> dict[tuple[str, str], Block]:
        """The entries of Kane's form: partial velocities, generalised active and inertia forces."""
        lines: dict[tuple[str, str], Block] = {}
        zero = ca.SX.zeros(len(self.coordinates))
        inertia, active = zero, zero - self.besides
        for one in self.balances.bodies:
            v, omega = self._block_of(one.acceleration), self._block_of(one.angular_acceleration)
            rates = (self._block_of(one.momentum_rate), self._block_of(one.angular_momentum_rate))
            force, moment = self._residuals(one, with_joints=False)
            inertia = inertia + self._projection(v, omega, *rates)
            active = active + self._projection(v, omega, rates[0] - force, rates[1] - moment)
            partial = ca.densify(ca.jacobian(ca.vertcat(v, omega), self.system.qdd))
            for i, j in product(range(partial.shape[0]), range(partial.shape[1])):
                lines[f"{one.body.name}.partial_velocities", f"{i},{j}"] = partial[i, j]
        for prefix, part, rows in (("F_", "active", active), ("I_", "inertia", inertia)):
            names = fresh_names(self.balances.model, prefix)
            lines |= {(part, names[name]): rows[i] for i, name in enumerate(self.coordinates)}
        return lines

    def of_newton_euler(self) -> dict[tuple[str, str], Block]:
        """The lines of Newton and Euler's form: momenta, their rates, and the sums of forces and moments."""
        lines: dict[tuple[str, str], Block] = {}
        for one in self.balances.bodies:
            force, moment = self._residuals(one, with_joints=True)
            rows = [("momentum", one.momentum, one.momentum_rate, force)]
            if one.body_rotation is None:
                rows.append(("angular_momentum", one.angular_momentum, one.angular_momentum_rate, moment))
            else:
                lines |= self._euler(one, one.body_rotation, moment)
            for word, momentum, rate, residual in rows:
                row_name = f"{one.body.name}.{word}"
                for i in range(len(momentum)):
                    name = canonical(f"{row_name}[{i + 1}]" if len(momentum) > 1 else row_name)
                    lines[one.body.name, name] = self.terms[momentum[i]]
                    lines[one.body.name, f"{name}'"] = self.terms[rate[i]]
                    action = self.terms[rate[i]] - residual[i]
                    lines[f"{one.body.name}.balance", f"{name}'"] = self._with_efforts(action)
        own_names = fresh_names(self.balances.model, "P_")
        for name, row in self._held_rows().items():
            lines["guides", own_names[name]] = self._with_efforts(row)
        for one in self.balances.bodies:
            for load in one.body.loads:
                if load.kind == ELEMENT:
                    lines |= {
                        ("elements", name): self.terms[output] for name, output in _component_names(load)
                    }
        return lines

    def _euler(self, one: Balance, rotating: BodyRotation, residual: Block) -> dict[tuple[str, str], Block]:
        """R, ω and ω' by their names, and in body axes the rate L' and the moment, L' minus its residual."""
        body, rate = one.body.name, self._block_of(one.angular_momentum_rate)
        back = ca.reshape(self._block_of(rotating.rotation), 3, 3)  # column by column: Rᵀ
        names = (
            *rotating.rotation_names,
            *rotating.omega_names,
            *(f"{name}'" for name in rotating.omega_names),
        )
        outputs = (*rotating.rotation, *rotating.omega, *rotating.omega_rate)
        lines = {(body, name): self.terms[output] for name, output in zip(names, outputs, strict=True)}
        action = self._with_efforts(back @ (rate - residual))
        for i, value in enumerate(ca.vertsplit(back @ rate)):
            name = canonical(f"{body}.moment[{i + 1}]")
            lines |= {(f"{body}.euler", name): value, (f"{body}.balance", name): action[i]}
        return lines

    def _projection(self, v: Block, omega: Block, force: Block, moment: Block) -> Block:
        """∂v/∂q' · F + ∂ω/∂q' · M, by ∂v/∂q' = ∂v'/∂q''."""
        qdd = self.system.qdd
        return ca.jtimes(v, qdd, force, True) + ca.jtimes(omega, qdd, moment, True)

    def _with_efforts(self, row: Block) -> Block:
        """A row with the efforts along the coordinates of joints substituted."""
        acting = self.balances.efforts
        before = [self.parameters[name] for name in acting.values()]
        power = self._held_power()
        places = [self.coordinates.index(name) for name in acting]
        after = [-self.besides[i] - power[i] for i in places]
        return ca.substitute(row, ca.vertcat(*before), ca.densify(ca.vertcat(*after))) if before else row

    def _block_of(self, names: Names) -> Block:
        return ca.vertcat(*(self.terms[name] for name in names))

    def _residuals(self, one: Balance, *, with_joints: bool) -> tuple[Block, Block]:
        """Both p' − Σ F and L' − Σ (M + (r − c) × F); loads of the tree's joints only with `with_joints`."""
        loads = [load for load in one.body.loads if with_joints or not self.balances.does_no_work(load)]
        force, moment = self._sums(one, loads)
        return self._block_of(one.momentum_rate) - force, self._block_of(one.angular_momentum_rate) - moment

    def _sums(self, one: Balance, loads: list[Load]) -> tuple[Block, Block]:
        """The force of some loads, and their moment about the mass centre."""
        centre = self._block_of(one.body.centre)
        force, moment = ca.SX.zeros(len(one.momentum)), ca.SX.zeros(len(one.angular_momentum))
        for load in loads:
            if load.torque:
                moment = moment + load.sign * self._block_of(load.torque)
            if load.force:
                acting_force = load.sign * self._block_of(load.force)
                force, moment = (
                    force + acting_force,
                    moment + _cross_product(self._block_of(load.at) - centre, acting_force),
                )
        return force, moment


def _component_names(load: Load) -> Iterator[tuple[str, str]]:
    """The names of the components of an element's force and torque, and their outputs."""
    for word, outputs in (("force", load.force), ("torque", load.torque)):
        if outputs:
            yield from zip(names_of(load, word), outputs, strict=True)


def _cross_product(a: Block, b: Block) -> Block:
    return ca.cross(a, b) if a.numel() == 3 else a[0] * b[1] - a[1] * b[0]


def printed_difference(form: Form, balances: Balances) -> float:
    """The largest relative error of the equations of a form, as they are printed.

    A value of 0 may be the rounding error of a cancellation, as cos(π/2): errors are relative to at least a
    fraction of the largest entry.
    """
    system = lower(balances.model)
    rows = _Rows(balances, system)
    truth = rows.of_kane() if form.name == "kane" else rows.of_newton_euler()
    sample = consistent_states(balances.model, system)
    values = lowered_values(blocks_of(system, ca.vertcat(*truth.values())), balances.model, sample)
    expected = dict(zip(truth, values, strict=True))
    at = sample | {(name, 0): value for (part, name), value in expected.items() if part == "elements"}
    by_name = {name: value for (_, name), value in expected.items()}
    for rotating in (one.body_rotation for one in balances.bodies if form.name == "newton_euler"):
        if rotating is not None:
            at |= {(name, 0): by_name[name] for name in (*rotating.rotation_names, *rotating.omega_names)}
            at |= {(name, 1): by_name[f"{name}'"] for name in rotating.omega_names}
    tables, errors = cells_of(balances.model), [0.0]
    for part in form.parts:
        names = part.names or tuple(f"{i},{j}" for i, row in enumerate(part.rows) for j in range(len(row)))
        truths = [expected[part.name, name] for name in names]
        evaluated = [evaluate(node, at, tables=tables) for row in part.rows for node in row]
        sizes = [np.maximum(size, np.abs(one)) for (_, size), one in zip(evaluated, truths, strict=True)]
        least = SMALL * np.max(np.broadcast_arrays(*sizes), axis=0) if sizes else 0.0
        for (value, _), one, size in zip(evaluated, truths, sizes, strict=True):
            scale = np.maximum(np.maximum(size, least), SIZELESS)
            errors.append(np.max(np.abs(value - one) / scale))
    return float(np.max(errors))


def left_sides(s: System) -> Block:
    """Lagrange's left sides: M q'' + Gᵀ λ − h."""
    return ca.jtimes(s.momentum, s.qd, s.qdd) + ca.jtimes(s.velocity, s.qd, s.lam, True) - s.h


def _left(s: System, other: System) -> Block:
    """Lagrange's left sides of a system, in the symbols of another with the same names."""
    left = left_sides(s)
    return left if s is other else ca.substitute(left, _symbols(s), _symbols(other))


def _symbols(s: System) -> Block:
    return ca.vertcat(s.t, s.q, s.qd, s.qdd, s.lam, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f)


def _difference(rows: _Rows, equations: Block, unknowns: tuple[str, ...], sample: StateSample) -> float:
    """The largest difference of accelerations from those of a sample, relative to the sizes of the terms."""
    s, names = rows.system, rows.coordinates
    whole = ca.vertcat(equations, ca.mtimes(s.G, s.qdd) - s.gamma)
    solved = ca.vertcat(s.qdd, s.lam, *(rows.parameters[name] for name in unknowns))
    matrix = ca.jacobian(whole, solved)
    right = -ca.substitute(whole, solved, ca.SX.zeros(solved.numel()))
    values = lowered_values(blocks_of(s, matrix, right, s.M, s.h), rows.balances.model, sample)
    size, count, n = matrix.numel(), right.numel(), len(names)
    errors = [0.0]
    for k, column in enumerate(values.T):
        if not np.isfinite(column).all():
            return np.inf
        matrix_entries, b = column[:size].reshape(solved.numel(), -1).T, column[size : size + count]
        free = np.linalg.pinv(column[size + count : -n].reshape(n, n)) @ column[-n:]  # without constraints
        inverse = np.linalg.pinv(matrix_entries)
        solution = inverse @ b
        scale = (np.abs(inverse) @ (np.abs(matrix_entries) @ np.abs(solution) + np.abs(b)))[:n]
        error = np.abs(solution[:n] - [sample[name, 2][k] for name in names])
        scale = np.maximum(scale, SMALL * max(np.max(scale), np.max(np.abs(free))))
        errors.append(np.max(error / np.where(scale > 0, scale, 1.0), initial=0.0))
    return float(np.max(errors))


def rows_of_bodies(balances: Balances, system: System) -> tuple[Block, Block]:
    """Kane's equations, and those of Newton and Euler: rows that are zero.

    They are in the symbols of the lowered `balances.model`; the unknowns of joints are parameters of it.
    """
    rows = _Rows(balances, system)
    return rows.kane(), rows.newton_euler()
