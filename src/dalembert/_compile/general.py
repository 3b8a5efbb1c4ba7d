"""A plant whose rates follow from solved equations: any index, massless coordinates, unknown efforts.

Mechanics with a regular saddle-point system has a faster way (`plant.py`); this is the general one, with the
same face: code for runs in C, and a machine for everything else.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.impulse import Barrier, passed
from dalembert._compile.laid import Laid
from dalembert._compile.native import Called, CompiledFunction, InterpretedFunction, Projected, Solved
from dalembert._compile.plant import Code, Layout, StiffCode
from dalembert._compile.tables import Piecewise
from dalembert._lower.engine import Scalar
from dalembert._lower.field import CONSTRAINTS, TIME
from dalembert._lower.impulse import drifting, unbounded
from dalembert._lower.sizes import reach
from dalembert._lower.switches import switches
from dalembert._model.records import Model, Table
from dalembert._structure.offsets import Offsets
from dalembert._structure.scales import power_of_two, shortest
from dalembert._structure.signature import Signature
from dalembert._structure.underlying import Underlying, underlying
from dalembert._tape.reading import tape_of
from dalembert._tape.tape import Tape

Array = NDArray[np.float64]
SINGULAR = 1e-14  # of scaled pivots
NEWTON, CLOSE, NEAR = 40, 1e-12, 1e-7  # steps; relative steps: solved; as near as rounding lets it
BLOCK = 1000  # states evaluated at once
JUMP = 1e-6  # of the size of the state: what is off by more after a kink has jumped


class General:
    """The equations under a model, with their parameters left open."""

    def __init__(self, model: Model, found: Signature, offsets: Offsets) -> None:
        self.under: Underlying = underlying(model, found, offsets)
        self.offsets, self.signature = offsets, found
        own = self.under
        tested = len(own.names)
        self.layout = Layout(
            n=0,
            split=sum(order == 0 for order in own.orders),
            tested=tested,
            works=own.works,
            constraints=own.invariants.numel(),
        )
        self.loose: tuple[int, ...] = ()
        self.inputs = len(model.inputs)
        self.peaks: tuple[int, ...] = ()  # steps of general models are not looked into
        self.timed = bool(model.inputs) or ca.depends_on(ca.vertcat(own.F, own.rates), own.t)
        self.tables = tuple(i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table))
        places = [i + order * self.inputs for i in self.tables for order in range(3)]
        self.sampled: Scalar = ca.vertcat(ca.SX(0, 1), *(own.u[place] for place in places))
        self.switches = switches(model)
        self.input_laws: Laid | None = None  # they are put in

    @cached_property
    def blocks(self) -> dict[str, Scalar]:
        """F and F_X, the invariants, their derivative and that of the energy."""
        own = self.under
        y = own.y[: len(own.names)]
        return {
            "F": own.F,
            "F_X": ca.jacobian(own.F, own.X),
            "g": own.invariants,
            "g_y": ca.jacobian(own.invariants, y),
            "rise": own.rise,
        }

    @cached_property
    def code(self) -> Code:
        """Residual, outcome, invariants and events as code."""
        own, parts = self.under, self.blocks
        pack = ca.vertcat(own.y, own.X)
        solved = ca.vertcat(parts["F"], *parts["F_X"].nonzeros())
        tapes = {
            "residual": self._tape("residual", pack, solved),
            "outcome": self._tape("outcome", pack, own.rates),
        }
        if self.layout.constraints:
            out = ca.vertcat(parts["g"], *parts["g_y"].nonzeros(), ca.densify(parts["rise"]))
            tapes["invariants"] = self._tape("invariants", own.y, out)
        if own.events.numel():
            tapes["watched"] = self._tape("watched", pack, own.events)
        return Code(tapes)

    @property
    def stiff(self) -> StiffCode:
        """The same: the derivative of what is solved is taken by differences."""
        return StiffCode(code=self.code)

    @property
    def tapes(self) -> dict[str, Tape]:
        """The tapes of the code."""
        return self.code.tapes

    def unbounded(self, i: int, *, jumps: bool) -> str:
        """Where a rate of an input stands that has an impulse if it, or its rate, jumps."""
        return unbounded(self.signature.system, i, jumps=jumps, shared=False)

    def _instant(self) -> list[Scalar]:
        """Momenta, velocities of constraints and energy, how fast these change with time by themselves; M, G.

        And the derivative of effort constraints by unknown efforts.
        """
        own, parts = self.under, self.under.instant
        lasting = ca.vertcat(parts["momentum"], own.observed["velocity"], own.observed["energy"])
        return [lasting, drifting(lasting, own.t, self.sampled), parts["M"], parts["G"], parts["effort_e"]]

    @cached_property
    def velocities(self) -> list[tuple[int, int]]:
        """Where the velocity of each coordinate stands: in y (0), X (1) or X' (2), and at which place."""
        own = self.under
        found = []
        for unknown in self.signature.unknowns:
            if unknown.kind != "coordinate":
                continue
            name, rate = unknown.name, f"{unknown.name}'"
            places = ((0, own.names, rate), (1, own.leading, rate), (2, own.leading, name))
            found.append(next((k, names.index(what)) for k, names, what in places if what in names))
        return found

    def _tape(self, name: str, y: Scalar, out: Scalar) -> Tape:
        own = self.under
        return tape_of(name, {"t": own.t, "y": y, "u": own.u, "p": own.p}, {"out": out}, {"t": 0})

    @cached_property
    def functions(self) -> dict[str, Any]:
        """CasADi's functions of columns (t, y, X, X', p, tables)."""
        own, parts = self.under, self.blocks
        column = ca.vertcat(own.t, own.y, own.X, own.Xd, own.p, self.sampled)
        observed = [ca.densify(value) for value in own.observed.values()]
        return {
            "solve": ca.Function("solve", [column], [ca.densify(parts["F"]), ca.densify(parts["F_X"])]),
            "outcome": ca.Function("outcome", [column], [ca.densify(own.rates)]),
            "project": ca.Function(
                "project", [column], [ca.densify(parts[name]) for name in ("g", "g_y", "rise")]
            ),
            "instant": ca.Function("instant", [column], [ca.densify(part) for part in self._instant()]),
            "follow": ca.Function("follow", [column], [ca.densify(own.Fd)]),
            "observed": ca.Function("observed", [column], observed),
            "events": ca.Function("events", [column], [ca.densify(own.events)]),
            "stages": [ca.Function("stage", [column], self._stage(g)) for g, _ in own.stages],
        }

    def _stage(self, g: Scalar) -> list[Scalar]:
        """Equations of the start, their derivative by the state, and two sizes of their terms."""
        own = self.under
        slopes = ca.densify(ca.jacobian(g, own.y))
        linear = ca.fabs(slopes) @ ca.fabs(own.y)
        return [ca.densify(g), slopes, *reach(g, linear, ca.vertcat(own.t, own.y, own.X, own.Xd), own.p)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Wrapped:
    """A function that solves or projects, around functions of the model."""

    called: Called
    kept: Any = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instant:
    """Velocities, momenta, rates of constraints and energy at an instant, M and G.

    `free`: whether unknown efforts are not bounded by their own constraints.
    """

    qd: Array
    momentum: Array
    velocity: Array
    energy: float
    M: Array
    G: Array
    free: bool

    def of(self, moving: NDArray[np.bool_]) -> dict[str, Array]:
        """The quantities of some coordinates."""
        none = np.zeros((int(np.sum(moving)), 0))
        return {
            "momentum": self.momentum[moving],
            "velocity": self.velocity,
            "energy": np.array(self.energy),
            "M": self.M[np.ix_(moving, moving)],
            "G": self.G[:, moving],
            "inputs": np.zeros(0),
            "pushed_by_u": none,
            "pushed_by_ud": none,
        }


class GeneralMachine:
    """The functions of a general plant for given parameters, in numpy."""

    def __init__(self, plant: General, p: Array, tables: tuple[Piecewise, ...] = ()) -> None:
        self._plant, self._p, self._tables = plant, p, tables
        self._X = np.zeros(plant.under.X.numel())

    def begin(self, X: Array) -> None:
        """Where Newton's method begins."""
        self._X = X

    def instant(self, before: float, after: float, y: Array, v: Array | None = None) -> Instant:
        """The quantities of an instant between two times, before it, or after it with velocities v of all.

        They are followed from one of the times to the middle.
        """
        own, t = self._plant, before if v is None else after
        parts = [y.copy(), self.leading(t, y)[0], np.zeros(len(self._X))]
        for i, (part, place) in enumerate(own.velocities if v is not None else ()):
            parts[part][place] = v[i] if v is not None else 0.0
        found = [np.array(one) for one in own.functions["instant"](self.column(t, *parts))]
        value = (found[0] + (0.5 * (before + after) - t) * found[1]).ravel()
        n, M, G = len(own.velocities), found[2], found[3]
        return Instant(
            qd=np.array([parts[part][place] for part, place in own.velocities]),
            momentum=value[:n],
            velocity=value[n:-1],
            energy=float(value[-1]),
            M=M,
            G=G.reshape(-1, n),
            free=bool(found[4].size) and np.linalg.matrix_rank(found[4]) < len(found[4]),
        )

    def velocities(self, t: float, y: Array) -> Array:
        """The velocities of all coordinates at a state."""
        parts = (y, self.leading(t, y)[0], np.zeros(len(self._X)))
        return np.array([parts[part][place] for part, place in self._plant.velocities])

    def column(self, t: float, y: Array, X: Array | None = None, Xd: Array | None = None) -> Array:
        """The argument of the functions."""
        none = np.zeros(len(self._X))
        sampled = [table.at(np.array([t]))[0] for table in self._tables]
        return np.concatenate(
            [[t], y, X if X is not None else none, Xd if Xd is not None else none, self._p, *sampled]
        )

    def leading(self, t: float, y: Array) -> tuple[Array, float]:
        """The leading derivatives, and how regular the equations for them are."""
        own, solve = self._plant, self._plant.functions["solve"]
        X = np.zeros_like(self._X) if own.under.linear else self._X.copy()
        health, off = 1.0, 0.0
        for _ in range(1 if own.under.linear else NEWTON):
            F, J = (np.array(part) for part in solve(self.column(t, y, X)))
            if not (np.isfinite(F).all() and np.isfinite(J).all()):
                return np.full(len(X), np.nan), 0.0
            step, health = _solved(J, F.ravel())
            X = X - step
            _, unit = _scales(J)
            measure = np.abs(X) + 1e-3 * unit * np.max(np.abs(X) / unit, initial=0.0) + 1e-300
            off = float(np.max(np.abs(step) / measure, initial=0.0))
            if off <= CLOSE:
                break
        if not own.under.linear and not off <= NEAR:  # the equations have no solution near by
            return np.full(len(X), np.nan), 0.0
        self._X = X if np.isfinite(X).all() else self._X
        return X, health

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of the state, and how regular the equations for them are."""
        X, health = self.leading(t, y)
        return np.array(self._plant.functions["outcome"](self.column(t, y, X))).ravel(), health

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The smallest correction of the state towards its invariants."""
        tested = self._plant.layout.tested
        g, g_y, rise = (np.array(part) for part in self._plant.functions["project"](self.column(t, y)))
        scale = sizes(self._plant.layout, y)
        step = shortest(g_y * scale, -g.ravel(), 1e-12) * scale
        out = np.zeros(self._plant.layout.size)
        out[:tested] = step
        out[-1] = rise.ravel() @ step
        return out, 1.0

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        X, _ = self.leading(t, y)
        return np.array(self._plant.functions["events"](self.column(t, y, X))).ravel()

    def observed(self, t: Array, rows: Array) -> dict[str, Array]:
        """Everything observed, at many states: time is the first axis."""
        own, n = self._plant, len(self._X)
        sampled = [table.at(t) for table in self._tables]
        tail = [np.tile(self._p, (len(t), 1)), *sampled]
        X, Xd = np.zeros((len(t), n)), np.zeros((len(t), n))
        if not own.under.linear:
            X[:] = [self.leading(float(time), y)[0] for time, y in zip(t, rows, strict=True)]

        def at(name: str) -> list[Array]:
            columns = np.concatenate([t[:, np.newaxis], rows, X, Xd, *tail], axis=1)
            return _many(own.functions[name], columns)

        F, J = at("solve")
        J = J.reshape(len(t), n, n).transpose(0, 2, 1)  # CasADi's columns
        good = np.array(
            [_solved(matrix, np.zeros(n))[1] if np.isfinite(matrix).all() else 0.0 for matrix in J]
        )
        fine = good > 0
        X[fine] -= np.linalg.solve(J[fine], F[fine][..., np.newaxis])[..., 0]
        X[~fine] = np.nan
        (rest,) = at("follow")
        Xd[fine] = -np.linalg.solve(J[fine], rest[fine][..., np.newaxis])[..., 0]
        Xd[~fine] = np.nan
        blocks = dict(zip(own.under.observed, at("observed"), strict=True))
        for name in ("T", "V", "energy"):
            blocks[name] = blocks[name].reshape(len(rows))
        return blocks | {"health": good}


def _many(function: Any, columns: Array) -> list[Array]:
    """A function's results, flat, for each of many columns."""
    found = [np.zeros((len(columns), function.numel_out(i))) for i in range(function.n_out())]
    for first in range(0, len(columns), BLOCK):
        block = np.ascontiguousarray(columns[first : first + BLOCK])
        mapped = function.map(len(block))
        buffer: Any
        buffer, evaluate = mapped.buffer()
        buffer.set_arg(0, block.data)
        parts = [np.zeros((len(block), part.shape[1])) for part in found]
        for i, part in enumerate(parts):
            buffer.set_res(i, part.data)
        evaluate()
        for whole, part in zip(found, parts, strict=True):
            whole[first : first + len(block)] = part
    return found


def sizes(layout: Layout, y: Array) -> Array:
    """Sizes of the entries of a state, by which a correction is measured."""
    scale = np.abs(y[: layout.tested])
    for kind in layout.kinds:
        most = float(np.max(scale[kind], initial=0.0))
        scale[kind] = np.maximum(scale[kind], 1e-3 * (most or 1.0))
    return scale


def _solved(J: Array, F: Array) -> tuple[Array, float]:
    """J x = F with scaled rows and columns, and the quotient of the extreme singular values."""
    if not len(J):
        return np.zeros(0), 1.0
    rows, columns = _scales(J)
    A = J * np.outer(rows, columns)
    values = np.linalg.svd(A, compute_uv=False)
    if values[-1] <= SINGULAR * values[0]:
        return np.full(len(F), np.nan), 0.0
    return np.linalg.solve(A, F * rows) * columns, float(values[-1] / values[0])


def _scales(J: Array) -> tuple[Array, Array]:
    """Powers of two for the rows and then for the columns, with which their largest entries are about 1."""
    rows = power_of_two(np.max(np.abs(J), axis=1, initial=0.0))
    columns = power_of_two(np.max(np.abs(J) * rows[:, np.newaxis], axis=0, initial=0.0))
    return rows, columns


class GeneralDynamics:
    """What a run needs to know of a general model."""

    def __init__(self, plant: General, p: Array, tables: tuple[Piecewise, ...] = ()) -> None:
        self.plant, self.p, self.layout, self.tables = plant, p, plant.layout, tables
        self.machine = GeneralMachine(plant, p, tables)
        self.scale = np.ones(plant.layout.tested)  # sizes of the state, by which corrections are measured
        self.first = np.zeros(plant.under.X.numel())  # the leading derivatives at the start
        size = plant.layout.size + len(self.first)
        self._packs = {name: np.zeros(size) for name in ("rates", "events")}

    def rewind(self) -> None:
        """Begin a run: equations with several solutions are followed from the one at the start."""
        self.machine.begin(self.first.copy())
        for pack in self._packs.values():
            pack[self.layout.size :] = self.first

    def rescue(self, what: int, t: float, y: Array) -> Array | None:
        """Rates (0) or the correction (1) by numpy; None where there is no solution."""
        found, health = self.machine.rates(t, y) if what == 0 else self.machine.correction(t, y)
        return found if health > 0 and np.isfinite(found).all() else None

    def crossed(self, before: float, after: float, y: Array) -> Array | Barrier:
        """The state after a kink or jump in time, which lies between two times; with the energies given.

        What has inertia, or is held by a constraint, is struck; then what has no inertia may jump with a
        constraint.
        """
        if TIME not in self.layout.works and not self.layout.constraints:
            return y
        machine = self.machine
        earlier = machine.instant(before, after, y)
        moving = np.any(earlier.M != 0, axis=1) | np.any(earlier.G != 0, axis=0)

        def later(v: Array) -> dict[str, Array]:
            qd = earlier.qd.copy()
            qd[moving] = v
            return machine.instant(before, after, y, qd).of(moving)

        found = passed(earlier.qd[moving], earlier.of(moving), later)
        if isinstance(found, Barrier):
            return found
        struck = not np.array_equal(found.qd, earlier.qd[moving])
        if struck and earlier.free:
            return Barrier.impulse
        out = y.copy()
        for (part, place), v in zip(np.array(self.plant.velocities)[moving], found.qd, strict=True):
            out[place] = v if part == 0 else out[place]
        over = self._joined(after, out)
        if isinstance(over, Barrier):
            return over
        energy = machine.instant(before, after, over, machine.velocities(after, over)).energy
        given = {CONSTRAINTS: found.constraints, TIME: energy - earlier.energy - found.constraints}
        for name, work in given.items():
            if name in self.layout.works and np.isfinite(work):
                over[self.layout.place(name)] += work
        return over

    def fits(self, t: float, y: Array) -> bool:
        """Whether a state can be taken onto its constraints, after a switch has changed them."""
        return not isinstance(self._joined(t, y), Barrier)

    def _joined(self, t: float, y: Array) -> Array | Barrier:
        """The state with what has no inertia moved onto the constraints; nothing else may have to be."""
        plant, layout = self.plant, self.layout
        if not layout.constraints:
            return y.copy()
        order = dict(zip((u.name for u in plant.signature.unknowns), plant.offsets.d, strict=True))
        names = plant.under.names
        heavy = np.array([name.count("'") < order[name.rstrip("'")] - 1 or "'" in name for name in names])
        scale = sizes(layout, y) * np.where(heavy, 1e-6, 1.0)
        moved = y.copy()
        for _ in range(NEWTON):
            column = self.machine.column(t, moved)
            g, g_y, _ = (np.array(part) for part in plant.functions["project"](column))
            step = shortest(g_y * scale, -g.ravel(), 1e-12) * scale
            moved[: layout.tested] += step
            if np.all(np.abs(step) <= 1e-13 * sizes(layout, moved)):
                break
        off = heavy & (np.abs(moved - y)[: layout.tested] > JUMP * sizes(layout, y))
        if off.any():
            places = any("'" not in name for name, there in zip(names, off, strict=True) if there)
            return Barrier.place if places else Barrier.impulse
        return moved

    def wrapped(
        self, inner: Mapping[str, InterpretedFunction | CompiledFunction], library: ct.CDLL
    ) -> dict[str, _Wrapped]:
        """Functions for a run in C, which solve and project around those of the model."""
        plant, layout = self.plant, self.layout
        F_X, g_y = plant.blocks["F_X"], plant.blocks["g_y"]
        unknowns = plant.under.X.numel()
        rows, columns = (np.array(part, dtype=np.int32) for part in F_X.sparsity().get_triplet())
        made: dict[str, _Wrapped] = {}
        for name, outcome in (("rates", "outcome"), ("events", "watched")):
            if outcome not in inner:
                continue
            arrays = [self._packs[name], np.zeros(unknowns + len(rows)), np.zeros(unknowns * (unknowns + 1))]
            record = Solved(
                residual=inner["residual"].called,
                outcome=inner[outcome].called,
                size=layout.size,
                unknowns=unknowns,
                entries=len(rows),
                linear=int(plant.under.linear),
                row=rows.ctypes.data,
                column=columns.ctypes.data,
                pack=arrays[0].ctypes.data,
                out=arrays[1].ctypes.data,
                matrix=arrays[2].ctypes.data,
            )
            made[name] = _wrapped(library.dalembert_solve, record, (inner, arrays, rows, columns))
        if layout.constraints:
            m, n = layout.constraints, layout.tested
            rows, columns = (np.array(part, dtype=np.int32) for part in g_y.sparsity().get_triplet())
            scale = self.scale
            buffers = [np.zeros(m + len(rows) + n), np.zeros(m * n), np.zeros(m * m), np.zeros(m)]
            projected = Projected(
                invariants=inner["invariants"].called,
                size=layout.size,
                tested=n,
                rows=m,
                entries=len(rows),
                row=rows.ctypes.data,
                column=columns.ctypes.data,
                scale=scale.ctypes.data,
                out=buffers[0].ctypes.data,
                matrix=buffers[1].ctypes.data,
                normal=buffers[2].ctypes.data,
                side=buffers[3].ctypes.data,
            )
            kept = (inner, buffers, rows, columns, scale)
            made["correction"] = _wrapped(library.dalembert_project, projected, kept)
        return made


def _wrapped(function: Any, record: ct.Structure, kept: Any) -> _Wrapped:
    call = ct.cast(function, ct.c_void_p).value
    return _Wrapped(called=Called(call=call, model=ct.addressof(record)), kept=(record, kept))
