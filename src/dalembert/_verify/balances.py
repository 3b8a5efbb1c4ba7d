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
from dalembert._derive.forms.form import Form, NotAvailable, fresh_names
from dalembert._derive.forms.hinge_balances import row_names
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
from dalembert._words.message import Symbol, say

SIZELESS = 1e-300
SMALL = 1e-3  # relative to the largest value of a state: errors are relative to at least this


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The largest relative differences of accelerations from Lagrange's, and the number of seeded states."""

    points: int
    kane: float
    gibbs_appell: float
    newton_euler: float | None  # None where an effort acts on a coordinate that belongs to no joint
    hinge_balances: float | None  # and where not every joint has a hinge


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
        newton_euler=None
        if rows.untaken()
        else _difference(rows, rows.newton_euler(), balances.unknowns, sample),
        hinge_balances=_difference(rows, rows.hinge_balances(), balances.unknowns, sample)
        if _has_hinges(rows)
        else None,
    )


def _has_hinges(rows: _Rows) -> bool:
    """Whether the balances about hinges contain no other reactions and efforts than those of joints."""
    balances = rows.balances
    guided = any(balances.is_held(load) for one in balances.bodies for load in one.body.loads)
    return not (guided or balances.hinges.without or balances.unplaced or rows.other_efforts())


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

    def hinge_balances(self) -> Block:
        """The rows of all hinges: the rate of (angular) momentum minus the moment or force."""
        rows = [self.lagrange[i] for i, name in enumerate(self.coordinates) if name in self.balances.loose]
        return ca.vertcat(*rows, *(rate - action for _, rate, action in self._hinge_rows()))

    def _hinge_rows(self) -> Iterator[tuple[str, Block, Block]]:
        """For each motion of each hinge: its name, the rate of (angular) momentum, the moment or force."""
        for hinge in self.balances.hinges.hinges:
            at = self._block_of(hinge.at)
            space = at.numel()
            rate, action = ca.SX.zeros(space), ca.SX.zeros(space)
            turning, moment = (ca.SX.zeros(1 if space == 2 else 3) for _ in range(2))
            for one, loads in self.balances.loads_beyond(hinge):
                centre, momentum_rate = self._block_of(one.body.centre), self._block_of(one.momentum_rate)
                rate = rate + momentum_rate
                turning = turning + _cross_product(centre - at, momentum_rate)
                turning = turning + self._block_of(one.angular_momentum_rate)
                force, about = self._sums(one, list(loads), at)
                action, moment = action + force, moment + about
            effort = ca.SX(0)
            if hinge.coordinate in self.balances.efforts:
                effort = -hinge.sign * self.besides[self.coordinates.index(hinge.coordinate)]
            names = row_names(hinge.name, (True,) * len(hinge.turns) + (False,) * len(hinge.slides))
            pairs = [(axis, turning, moment) for axis in hinge.turns]
            pairs += [(axis, rate, action) for axis in hinge.slides]
            for name, (axis, left, right) in zip(names, pairs, strict=True):
                u = self._block_of(axis) if axis else ca.SX(1)
                yield f"{hinge.name}/{name}", ca.dot(u, left), ca.dot(u, right) + effort

    def of_hinge_balances(self) -> dict[tuple[str, str], Block]:
        """The lines of the form of hinges: rates, and moments or forces."""
        lines = self._laws()
        for path, rate, action in self._hinge_rows():
            hinge, name = path.split("/")
            lines |= {(hinge, name): rate, (f"{hinge}.balance", name): action}
        return lines

    def _held_rows(self) -> dict[str, Block]:
        """The work of full reactions and other efforts, along the coordinates without joint efforts."""
        rows, others = self.besides + self._held_power(), {*self.balances.efforts, *self.balances.loose}
        acting = self._without_norms(rows)
        return {
            name: rows[i]
            for i, name in enumerate(self.coordinates)
            if name not in others and not acting[i].is_zero()
        }

    def other_efforts(self) -> tuple[str, ...]:
        """The coordinates with efforts that belong to no balance and to no joint."""
        acting, known = self._without_norms(self.besides), {*self.balances.efforts, *self.balances.loose}
        return tuple(
            name for i, name in enumerate(self.coordinates) if name not in known and not acting[i].is_zero()
        )

    def untaken(self) -> tuple[str, ...]:
        """Those of them on coordinates that move bodies, where no reaction does the work of the effort."""
        power = self._held_power()
        moved = [
            self._block_of((*one.acceleration, *one.angular_acceleration)) for one in self.balances.bodies
        ]
        moving = set(ca.jacobian(ca.vertcat(*moved), self.system.qdd).sparsity().get_triplet()[1])
        places = {name: i for i, name in enumerate(self.coordinates)}
        return tuple(
            name
            for name in self.other_efforts()
            if places[name] in moving and ca.simplify(power[places[name]]).is_zero()
        )

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
        return lines | self._laws()

    def _laws(self) -> dict[tuple[str, str], Block]:
        """The components of the forces and torques of elements, by their names."""
        loads = [load for one in self.balances.bodies for load in one.body.loads if load.kind == ELEMENT]
        return {
            ("elements", name): self.terms[output]
            for load in loads
            for name, output in _component_names(load)
        }

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

    def _sums(self, one: Balance, loads: list[Load], about: Block | None = None) -> tuple[Block, Block]:
        """The force of some loads, and their moment about a point, the mass centre where none is given."""
        centre = self._block_of(one.body.centre) if about is None else about
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
    lines = {
        "kane": rows.of_kane,
        "newton_euler": rows.of_newton_euler,
        "hinge_balances": rows.of_hinge_balances,
    }
    truth = lines[form.name]()
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


def rows_of_bodies(balances: Balances, system: System, name: str) -> Block:
    """The equations of a derivation from the balances: rows that are zero.

    They are in the symbols of the lowered `balances.model`; the unknowns of joints are parameters of it.
    """
    rows = _Rows(balances, system)
    others = {"newton_euler": rows.untaken, "hinge_balances": rows.other_efforts}
    names = others[name]() if name in others else ()
    if names:
        raise NotAvailable(say("form_other_forces", names=tuple(map(Symbol, names))))
    derivations = {
        "kane": rows.kane,
        "newton_euler": rows.newton_euler,
        "hinge_balances": rows.hinge_balances,
    }
    return derivations[name]()
