"""A state moved onto the constraints of a model and onto its equations of motion, by Newton's method.

First q onto Phi = 0, then q' onto Phi' = 0 and Psi = 0, then q'', lam, e and s' onto

    M q'' + Gᵀ lam − h − forces of contacts = 0,  G q'' − gamma = 0,  effort = 0,  s' − rates = 0

Where a residual remains (a massless coordinate, a prescribed motion), all unknowns are moved together.
Unknowns are measured by the characteristic sizes of the model with the parameters of the state. The iteration
ends only when rounding ends it: terms far smaller than these sizes must also be in balance.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.characteristic_sizes import Scales, scales_of
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, force_names, multiplier_names
from dalembert._model.survey import survey
from dalembert._model.values import values_of
from dalembert._verify.points import StateSample

Points = NDArray[np.float64]
Sizes = Mapping[int, Points]  # of blocks of the arguments
STEPS = 30
HALVINGS = 12  # of a step that ends where rows have no value
LONGEST = 0.5  # the longest step, relative to coordinates or their sizes: beyond it linearisation is useless
LEAST = 1e-3  # of the size of an unknown: a smaller one is not missed where it is zero
SMALL = 1e-12  # of a residual, relative to its terms
RANK = 1e-11  # of singular values, relative to the largest
Q, QD, QDD, LAM, E, SD = 1, 2, 3, 4, 9, 11  # indices in `symbols`


def symbols(lowered: Engine | System) -> list[ca.SX]:
    """The symbols that the equations of a model are functions of."""
    return [
        *(lowered.t, lowered.q, lowered.qd, lowered.qdd, lowered.lam, lowered.p),
        *(lowered.u, lowered.ud, lowered.udd, lowered.e, lowered.s, lowered.sd, lowered.f),
    ]


def arguments(model: Model, sample: StateSample) -> list[Points]:
    """The values of one state, in the order of `symbols`."""
    return [np.array([float(sample[leaf][0]) for leaf in block]) for block in _leaves(model)]


def _leaves(model: Model) -> list[list[tuple[str, int]]]:
    q, u = [c.name for c in model.coordinates], [i.name for i in model.inputs]
    s = [state.name for state in model.states]
    return [
        [("t", 0)],
        *([(name, order) for name in q] for order in range(3)),
        [(name, 0) for name in multiplier_names(model)],
        [(p.name, 0) for p in model.parameters],
        *([(name, order) for name in u] for order in range(3)),
        [(e.name, 0) for e in model.efforts],
        *([(name, order) for name in s] for order in range(2)),
        [(name, 0) for name in force_names(model)],
    ]


class Settler:
    """Moves states of one model onto its equations; the functions of the rows are built when needed."""

    def __init__(self, model: Model, system: System) -> None:
        self.model = model
        self._system = system
        self._stages: dict[str, _Rows] = {}
        self._scales: tuple[dict[str, float], Scales] | None = None  # of the latest parameters
        directions = ca.densify(ca.jacobian(system.velocity, system.qd))
        self._directions = ca.Function("directions", symbols(system), [directions])

    def settle(self, sample: StateSample, *, motion: bool) -> bool:
        """Move a state onto the constraints and, with `motion`, the equations; false if this fails."""
        values = arguments(self.model, sample)
        sizes = self._sizes(sample, values)
        if motion:
            values[LAM] = np.zeros_like(values[LAM])
        if not all(self._stage(name).solve(values, sizes) for name in ("position", "velocity")):
            return False
        if not motion:
            if not self._stage("kept").solve(values, sizes):
                return False
        else:
            before, last = list(values), "motion"
            if not self._moves(values, sizes):
                values, last = before, "all"
                self._stage("forces").solve(values, sizes)  # how large forces are, even without convergence
                if not self._stage("all").solve(values, sizes):
                    return False
            self._stage(last).drop_noise(values, sizes)
        for block, numbers in zip(_leaves(self.model), values, strict=True):
            for leaf, number in zip(block, numbers, strict=True):
                sample[leaf] = np.array([number])
        return True

    def _moves(self, values: list[Points], sizes: Sizes) -> bool:
        """Solve for accelerations and forces; prescribed motions must also satisfy their rates."""
        if not self._stage("motion").solve(values, sizes):
            return False
        return not self._system.effort.numel() or self._stage("all").vanishes(values, sizes)

    def scales(self, parameters: Mapping[str, float]) -> Scales:
        """The characteristic sizes of the model with other values of its parameters."""
        if self._scales is None or self._scales[0] != parameters:
            values = replace(values_of(self.model), parameters=dict(parameters))
            self._scales = dict(parameters), scales_of(self.model, values, {})
        return self._scales[1]

    def _sizes(self, sample: StateSample, values: list[Points]) -> Sizes:
        """The characteristic sizes of all that is moved; the power of multipliers is that of the model."""
        parameters = {p.name: float(sample[p.name, 0][0]) for p in self.model.parameters}
        scales = self.scales(parameters)
        work = np.abs(np.asarray(self._directions(*values))) @ scales.q
        lam = np.divide(scales.energy, work, out=np.ones_like(work), where=(work > 0) & np.isfinite(work))
        rates = {Q: scales.q, QD: scales.q / scales.time, QDD: scales.q / scales.time**2}
        return rates | {LAM: lam, E: scales.e, SD: scales.s / scales.time}

    def _stage(self, name: str) -> _Rows:
        if name not in self._stages:
            self._stages[name] = self._rows(name)
        return self._stages[name]

    def _rows(self, name: str) -> _Rows:
        s = self._system
        if name == "position":
            return _Rows(s, s.Phi, (Q,))
        if name == "velocity":
            return _Rows(s, s.velocity, (QD,))
        level = ca.jtimes(s.velocity, s.qd, s.qdd) - s.gamma
        balance = ca.vertcat(level, s.sd - s.rates)
        if name == "kept":
            return _Rows(s, balance, (QDD, SD))
        inertia = ca.jtimes(s.momentum, s.qd, s.qdd) if s.q.numel() else ca.SX(0, 1)
        motion = inertia + ca.jtimes(s.velocity, s.qd, s.lam, True) - s.h - _contact_forces(self.model, s)
        if name == "motion":
            return _Rows(s, ca.vertcat(motion, balance, s.effort), (QDD, LAM, E, SD))
        if name == "forces":
            return _Rows(s, ca.vertcat(motion, balance), (QDD, LAM, SD))
        rows = ca.vertcat(s.Phi, s.velocity, _with_rates(s), motion, balance)
        return _Rows(s, rows, (Q, QD, QDD, LAM, E, SD))


class _Rows:
    """Rows that must vanish by changing some blocks of the arguments."""

    def __init__(self, system: System, rows: ca.SX, moved: tuple[int, ...]) -> None:
        arguments_of = symbols(system)
        unknown = ca.vertcat(*(arguments_of[k] for k in moved))
        self.moved = moved
        self.count = rows.numel()
        self.unknowns = unknown.numel()
        parts = [ca.densify(rows), ca.densify(ca.jacobian(rows, unknown))]
        self._function = ca.Function("rows", arguments_of, parts)

    def _residuals_at(self, values: list[Points]) -> tuple[Points, Points]:
        residual, jacobian = self._function(*values)
        return np.asarray(residual).ravel(), np.asarray(jacobian)

    def vanishes(self, values: list[Points], sizes: Sizes, limit: float = 1e-9) -> bool:
        """Whether the rows are zero relative to the sizes of their terms."""
        if not self.count:
            return True
        residual, jacobian = self._residuals_at(values)
        return _largest(residual, self._terms(jacobian, values, sizes)) <= limit

    def _unknowns_of(self, blocks: list[Points] | Sizes) -> Points:
        return np.concatenate([blocks[k] for k in self.moved])

    def _terms(self, jacobian: Points, values: list[Points], sizes: Sizes) -> Points:
        """How large the terms of the rows are, where unknowns are not zero."""
        return np.abs(jacobian) @ np.maximum(
            np.abs(self._unknowns_of(values)), LEAST * self._unknowns_of(sizes)
        )

    def solve(self, values: list[Points], sizes: Sizes) -> bool:
        """Newton's method with steps of least norm until rounding ends it; returns whether it converged."""
        if not self.count:
            return True
        best = np.inf
        for _ in range(STEPS):
            residual, jacobian = self._residuals_at(values)
            if not (np.isfinite(residual).all() and np.isfinite(jacobian).all()):
                return False
            x = self._unknowns_of(values)
            error = _largest(residual, self._terms(jacobian, values, sizes))
            own = _largest(residual, np.abs(jacobian) @ np.abs(x))  # also of terms far below their sizes
            if own <= SMALL or (error <= 1e-10 and own >= best / 2):
                return True
            best = min(best, own)
            scaled, rows, columns = _equilibrated(jacobian, np.maximum(np.abs(x), self._unknowns_of(sizes)))
            step = np.linalg.lstsq(scaled, -residual / rows, rcond=RANK)[0]
            far = float(np.max(np.abs(step[: len(values[Q])]), initial=0.0)) if Q in self.moved else 0.0
            self._move(values, step * columns / max(1.0, far / LONGEST))
        return False

    def drop_noise(self, values: list[Points], sizes: Sizes) -> None:
        """Set to zero what is smaller than its rounding error, such as the force of a massless coordinate."""
        if not self.count or not self.unknowns or self._eliminate(values, sizes):
            return
        x = self._unknowns_of(values)
        _, jacobian = self._residuals_at(values)
        terms = self._terms(jacobian, values, sizes)
        scaled, rows, columns = _equilibrated(jacobian, np.maximum(np.abs(x), self._unknowns_of(sizes)))
        noise = 3 * SMALL * columns * (np.abs(np.linalg.pinv(scaled, rcond=RANK)) @ (terms / rows))
        ends = np.cumsum([len(values[k]) for k in self.moved])[:-1]
        for k, small in zip(self.moved, np.split(np.abs(x) <= noise, ends), strict=True):
            values[k] = np.where(small, 0.0, values[k])

    def _eliminate(self, values: list[Points], sizes: Sizes) -> bool:
        """Solve linear rows from zero by elimination, which keeps zeros exact; false if this fails."""
        zero = list(values)
        for k in self.moved:
            zero[k] = np.zeros_like(values[k])
        residual, jacobian = self._residuals_at(zero)
        if self.count != self.unknowns or not (np.isfinite(residual).all() and np.isfinite(jacobian).all()):
            return False
        try:
            x = np.linalg.solve(jacobian, -residual)
        except np.linalg.LinAlgError:
            return False
        self._move(zero, np.asarray(x, dtype=np.float64))
        good = self.vanishes(zero, sizes, SMALL)
        if good:
            values[:] = zero
        return good

    def _move(self, values: list[Points], step: Points) -> None:
        """Move by a step, halved until the rows have values, as the root of a pressure may have none."""
        before = [values[k] for k in self.moved]
        ends = np.cumsum([len(one) for one in before])[:-1]
        for _ in range(HALVINGS):
            for k, old, by in zip(self.moved, before, np.split(step, ends), strict=True):
                values[k] = old + by
            if np.isfinite(self._residuals_at(values)[0]).all():
                return
            step = step / 2


def _equilibrated(jacobian: Points, columns: Points) -> tuple[Points, Points, Points]:
    """A Jacobian with unknowns in parts of their sizes and rows of length 1, and the sizes of both."""
    rows = np.linalg.norm(jacobian * columns, axis=1)
    rows[rows == 0] = 1.0
    return jacobian * columns / rows[:, np.newaxis], rows, columns


def _largest(residual: Points, size: Points) -> float:
    """The largest residual relative to the size of its row."""
    with np.errstate(over="ignore"):
        return float(np.max(np.abs(residual) / np.maximum(size, np.finfo(float).tiny), initial=0.0))


def _with_rates(s: System) -> Scalar:
    """The effort constraints, with two rates of those that contain positions only and one of velocities."""
    rows = [s.effort]
    forces = ca.vertcat(s.e, s.qdd, s.lam, s.f)
    for k in range(s.effort.numel()):
        row = s.effort[k]
        while not ca.depends_on(row, forces) and len(rows) < 3 * (1 + s.effort.numel()):
            row = s.total_derivative(row)
            rows.append(row)
    return ca.vertcat(*rows)


def _contact_forces(model: Model, s: System) -> Scalar:
    """g_qᵀ f of stiff contacts and v_qdᵀ f_t of friction."""
    engine = Engine(model, survey(model))
    forces = ca.SX.zeros(s.q.numel(), 1)
    names = force_names(model)
    for contact in model.contacts:
        if not contact.compliant:
            force = engine.f[names.index(f"contact_{contact.name}")]
            forces = forces + ca.jacobian(engine.build(contact.gap.root), engine.q).T * force
        if contact.friction is not None:
            for slip, name in zip(contact.slip, contact.slips, strict=True):
                force = engine.f[names.index(f"friction_{name}")]
                forces = forces + ca.jacobian(engine.build(slip.root), engine.qd).T * force
    return ca.substitute(forces, ca.vertcat(*symbols(engine)), ca.vertcat(*symbols(s)))
