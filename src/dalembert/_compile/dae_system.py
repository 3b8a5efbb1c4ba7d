"""A system whose rates follow from solved equations: any index, massless coordinates, unknown efforts.

Mechanics with a regular saddle-point system has a faster way (`mechanical_system.py`); this is the general
one, with the same interface: code for runs in C, and an evaluator for everything else.
"""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, reduce
from typing import Any, NoReturn

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert._compile.bytecode import Bytecode
from dalembert._compile.code import Code, Layout, StiffCode
from dalembert._compile.compiler import Compiler
from dalembert._compile.dae_evaluator import NEWTON, DAEEvaluator, sizes
from dalembert._compile.interface import (
    EquationsAtState,
    Functions,
    LeadingEquations,
    ResidualForm,
    Stage,
    saddle_of_nothing,
)
from dalembert._compile.many_states import at_many_states
from dalembert._compile.native import CallableRecord, ImplicitRates, Projection, solvers
from dalembert._compile.table_polynomials import Curve
from dalembert._compile.velocity_jump import Barrier, velocity_jump
from dalembert._lower.evaluator import Entries, Evaluator
from dalembert._lower.impulse import explicit_rate, unbounded_rate
from dalembert._lower.sizes import reach
from dalembert._lower.system import CONSTRAINTS, TIME
from dalembert._lower.time_switches import switches, switches_with
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Delay, Model, Table
from dalembert._model.values import Values, values_of
from dalembert._structure.elimination import Elimination, elimination, solve_by_elimination
from dalembert._structure.offsets import Offsets
from dalembert._structure.pivoting import values_near
from dalembert._structure.scales import least_norm_solution
from dalembert._structure.signature import Signature
from dalembert._structure.underlying import UnderlyingODE, underlying_ode
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.linear_forms import SOLVED, NoSeries
from dalembert._tape.tape import Tape

Array = NDArray[np.float64]
MATRICES = ("F_X", "g_y", "M", "G", "effort_e", "jacobian")
NUMBERS = ("T", "V", "energy", "health")  # the rest are vectors
STATE = ("q", "qd", "s")
SAMPLES, DRAWS = 3, 24  # states at which F_X is looked at, and how many are drawn at most to have them
WIDE = 60  # entries of a state beyond which its slopes are taken by differences
JUMP = 1e-6  # of the size of the state: what is off by more after a kink has jumped


class DAESystem:
    """The underlying equations of a model as functions of its parameters."""

    def __init__(self, model: Model, signature: Signature, offsets: Offsets) -> None:
        self.under: UnderlyingODE = underlying_ode(model, signature, offsets)
        self.offsets, self.signature = offsets, signature
        ode = self.under
        tested = len(ode.names)
        self.layout = Layout(
            n=0,
            split=sum(order == 0 for order in ode.orders),
            tested=tested,
            works=ode.works,
            constraints=ode.invariants.numel(),
        )
        self.inputs = len(model.inputs)
        self._values: Values = values_of(model)
        self.peaks: tuple[int, ...] = ()  # steps of general models are not looked into
        self.timed = bool(model.inputs) or ca.depends_on(ca.vertcat(ode.F, ode.rates), ode.t)
        self.tables = tuple(i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay))
        places = [i + order * self.inputs for i in self.tables for order in range(3)]
        self.sampled: Scalar = ca.vertcat(ca.SX(0, 1), *(ode.u[index] for index in places))
        self.switches = switches(model)
        self.input_laws: Bytecode | None = None  # they are put in
        self.is_saddle_point = False  # more is solved than a saddle-point system
        self.in_closed_form = None
        self.joints: tuple[list[int], ...] = ()  # their conditions are not looked at
        self.names = ode.names
        F_X = self.blocks["F_X"]
        pattern = np.zeros((F_X.size1(), F_X.size2()), dtype=bool)
        pattern[F_X.sparsity().get_triplet()] = True
        self.equations = LeadingEquations(
            names=tuple(one.name for one in signature.equations),
            kinds=tuple(one.kind for one in signature.equations),
            leading=ode.leading,
            linear=ode.linear,
            pattern=pattern,
        )

    @cached_property
    def blocks(self) -> dict[str, Scalar]:
        """F and F_X, the invariants, their derivative and that of the energy."""
        ode = self.under
        y = ode.y[: len(ode.names)]
        return {
            "F": ode.F,
            "F_X": ca.jacobian(ode.F, ode.X),
            "g": ode.invariants,
            "g_y": ca.jacobian(ode.invariants, y),
            "rise": ode.rise,
        }

    @cached_property
    def code(self) -> Code:
        """The residual F, the rates as functions of its solution, the invariants and the events as code."""
        ode, parts = self.under, self.blocks
        pack = ca.vertcat(ode.y, ode.X)
        solved = ca.vertcat(parts["F"], *parts["F_X"].nonzeros())
        tapes = {
            "residual": self._tape("residual", pack, solved),
            "outcome": self._tape("outcome", pack, ode.rates),
        }
        if self.layout.constraints:
            out = ca.vertcat(parts["g"], *parts["g_y"].nonzeros(), ca.densify(parts["rise"]))
            tapes["invariants"] = self._tape("invariants", ode.y, out)
        if ode.events.numel():
            tapes["watched"] = self._tape("watched", pack, ode.events)
        if self.elimination is not None:
            tapes |= self._elimination_tapes(self.elimination)
        return Code(tapes)

    def _elimination_tapes(self, order: Elimination) -> dict[str, Tape]:
        """The rates and events themselves where F is linear in X; else a step of Newton's method for X.

        Behind such a step stand the units of X, 1/max_i (|F_X|_ij / max_k |F_X|_ik), by which it is measured.
        """
        ode = self.under
        if ode.linear:
            X, health = self._solution(order)
            wanted = {"rates": ode.rates, "events": ode.events}
            return {
                f"eliminated_{name}": self._tape(
                    f"eliminated_{name}", ode.y, ca.substitute(value, ode.X, X), health
                )
                for name, value in wanted.items()
                if value.numel()
            }
        made = self._newton(order)
        out = ca.vertcat(made["step"], made["units"])
        return {"newton": self._tape("newton", ca.vertcat(ode.y, ode.X), out, made["health"])}

    def _newton(self, order: Elimination) -> dict[str, Scalar]:
        """A step of Newton's method for X, the units of X, and the health of that step."""
        F_X = self.blocks["F_X"]
        step, health = solve_by_elimination(F_X, self.under.F, order)
        size: Scalar = ca.fabs(F_X)
        rows = [1 / _largest_entry(size[i, :]) for i in range(F_X.size1())]
        units = [1 / _largest_entry(ca.vertcat(*rows) * size[:, j]) for j in range(F_X.size2())]
        return {"step": step, "units": ca.vertcat(*units), "health": health}

    def _solution(self, order: Elimination) -> tuple[Scalar, Scalar]:
        """The leading derivatives where F is linear in them, and the health of this solution."""
        ode = self.under
        return solve_by_elimination(
            self.blocks["F_X"], -ca.substitute(ode.F, ode.X, ca.SX.zeros(ode.X.numel(), 1)), order
        )

    @cached_property
    def elimination(self) -> Elimination | None:
        """The order of pivots of F_X, from its values at some states around the start."""
        ode, values = self.under, self._values
        arguments = [ode.t, ode.y, ode.X, ode.u, ode.p]
        function = ca.Function("F_X", arguments, [ca.densify(self.blocks["F_X"])], {"allow_free": True})
        if function.has_free():
            return None
        first = np.array([values.first(name) for name in ode.names])
        p, random = np.array(values.vector(missing=1.0)), np.random.default_rng(11)
        samples: list[Array] = []
        for draw in range(DRAWS):
            y = np.zeros(ode.y.numel())
            y[: len(first)] = values_near(first, 0.7 * 0.3 ** (draw // 6), random)
            drawn = [random.normal(size=block.numel()) for block in (ode.X, ode.u)]
            matrix = np.array(function(random.uniform(0.05, 1.0), y, *drawn, p), dtype=float)
            samples += [matrix] if np.isfinite(matrix).all() else []
            if len(samples) == SAMPLES:
                break
        return elimination(self.equations.pattern, samples)

    @cached_property
    def stiff_code(self) -> StiffCode:
        """The same with the derivative of the rates by the state, X_y = -F_X^-1 F_y, where it is not long."""
        ode, order = self.under, self.elimination
        tested = self.layout.tested
        if order is None or tested > WIDE:
            return StiffCode(code=self.code)
        y = ode.y[:tested]
        if ode.linear:
            X, health = self._solution(order)
            made = ca.jacobian(ca.substitute(ode.rates[:tested], ode.X, X), y)
            name, given = "slopes", ode.y
        else:
            by_y, health = solve_by_elimination(self.blocks["F_X"], -ca.densify(ca.jacobian(ode.F, y)), order)
            rates = ode.rates[:tested]
            made = ca.jacobian(rates, y) + ca.jacobian(rates, ode.X) @ by_y
            name, given = "slopes_at_solution", ca.vertcat(ode.y, ode.X)
        made = ca.sparsify(made)
        rows, columns = made.sparsity().get_triplet()
        tape = self._tape(name, given, ca.vertcat(ca.SX(0, 1), *made.nonzeros()), health)
        return StiffCode(code=Code({**self.code.tapes, name: tape}), rows=tuple(rows), columns=tuple(columns))

    @property
    def tapes(self) -> dict[str, Tape]:
        """The tapes of the code."""
        return self.code.tapes

    @property
    def observed_length(self) -> int:
        """Instructions for everything that is observed at a state."""
        return self.evaluators["observed"].length

    @property
    def for_redundant_constraints(self) -> DAESystem:
        """The system itself: dependent equations are detected, and projections have least norm anyway."""
        return self

    def bind(self, p: ArrayLike, tables: tuple[Curve, ...] = ()) -> DAEDynamics:
        """The system with values of its parameters, and tables of the inputs that have one."""
        return DAEDynamics(self, np.array(p, dtype=np.float64), tables)

    def step(self, name: str, constants: tuple[float, ...]) -> NoReturn:
        """A step of mechanics; there is none."""
        message = f"{name} {constants} steps through mechanics, and this model has more to solve"
        raise TypeError(message)

    def series(self, _order: int) -> NoReturn:
        """Raise `NoSeries`: rates that are solved for numerically have no recurrences."""
        raise NoSeries(SOLVED)

    def residual_form(self, _eliminated: bool) -> ResidualForm:
        """Y' and F(t, y, X) = 0: the leading derivatives cannot be eliminated."""
        ode = self.under
        return ResidualForm(t=ode.t, y=ode.y, p=ode.p, rates=ode.rates, z=ode.X, residual=ode.F)

    def place_of_unbounded_rate(self, i: int, *, jumps: bool) -> str:
        """The part of the model with a derivative of an input whose jump causes an impulse; else empty."""
        return unbounded_rate(self.signature.system, i, jumps=jumps, shared=False)

    def _instant(self) -> dict[str, Scalar]:
        """Momenta, velocities of constraints and energy, how fast these change with time by themselves; M, G.

        And the derivative of effort constraints by unknown efforts.
        """
        ode, parts = self.under, self.under.instant
        lasting = ca.vertcat(parts["momentum"], ode.observed["velocity"], ode.observed["energy"])
        rates = explicit_rate(lasting, ode.t, self.sampled)
        return {"lasting": lasting, "rates": rates} | {key: parts[key] for key in ("M", "G", "effort_e")}

    @cached_property
    def may_jump(self) -> bool:
        """Whether momenta, energies or constraints can jump where the model is not smooth in time."""
        ode, parts = self.under, self._instant()
        lasting = ca.vertcat(parts["lasting"], ode.invariants, *(ca.vec(parts[key]) for key in ("M", "G")))
        return bool(ca.depends_on(lasting, ca.vertcat(ode.t, ode.u)))

    @cached_property
    def jumps_with_time(self) -> bool:
        """Whether momenta, velocities of constraints or invariants depend on tables, or switch with time."""
        timed = self.switches is not None and switches_with(self.under.continuous, self.under.t)
        return timed or bool(ca.depends_on(self.under.continuous, self.sampled))

    @cached_property
    def velocities(self) -> list[tuple[int, int]]:
        """Where the velocity of each coordinate stands: in y (0), X (1) or X' (2), and at which place."""
        ode, positions = self.under, []
        for name, rate in ((u.name, f"{u.name}'") for u in self.signature.unknowns if u.kind == "coordinate"):
            places = ((0, ode.names, rate), (1, ode.leading, rate), (2, ode.leading, name))
            positions.append(next((k, names.index(what)) for k, names, what in places if what in names))
        return positions

    def _tape(self, name: str, y: Scalar, out: Scalar, health: Scalar | None = None) -> Tape:
        ode = self.under
        results = {"out": out} if health is None else {"out": out, "health": health}
        return tape_of(name, {"t": ode.t, "y": y, "u": ode.u, "p": ode.p}, results, {"t": 0})

    @cached_property
    def evaluators(self) -> dict[str, Evaluator]:
        """Quantities of columns (t, y, X, X', p, tables)."""
        ode, parts = self.under, self.blocks
        column = ca.vertcat(ode.t, ode.y, ode.X, ode.Xd, ode.p, self.sampled)
        blocks = {
            "solve": {name: parts[name] for name in ("F", "F_X")},
            "outcome": {"rates": ode.rates},
            "project": {name: parts[name] for name in ("g", "g_y", "rise")},
            "instant": self._instant(),
            "follow": {"Fd": ode.Fd},
            "observed": ode.observed,
            "events": {"events": ode.events},
        }
        blocks |= {f"stage {i}": self._stage(g) for i, (g, _) in enumerate(ode.stages)}
        blocks |= self._eliminated_blocks()
        return {
            name: Evaluator(column, block, matrices=MATRICES, numbers=NUMBERS, faster=at_many_states)
            for name, block in blocks.items()
        }

    def _eliminated_blocks(self) -> dict[str, dict[str, Scalar]]:
        """Rates, and coordinates with speeds, where F is linear in X; else a step of Newton's method."""
        ode, order = self.under, self.elimination
        if order is None:
            return {}
        if not ode.linear:
            return {"newton": self._newton(order)}
        X, health = self._solution(order)
        seen = [ode.rates, *(ode.observed[name] for name in STATE)]
        rates, *values = ca.substitute(seen, [ode.X], [X])
        states = dict(zip(STATE, values, strict=True))
        return {"rates": {"rates": rates, "health": health}, "states": states | {"health": health}}

    def _stage(self, g: Scalar) -> dict[str, Scalar]:
        """Equations of the start, their derivative by the state, and two sizes of their terms."""
        ode = self.under
        slopes = ca.densify(ca.jacobian(g, ode.y))
        linear = ca.fabs(slopes) @ ca.fabs(ode.y)
        terms, most = reach(g, linear, ca.vertcat(ode.t, ode.y, ode.X, ode.Xd), ode.p)
        return {"residual": g, "jacobian": slopes, "terms": terms, "reach": most}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _SolverFunction:
    """A C function that solves for the rates or projects, by calling functions of the model."""

    record: CallableRecord
    kept: Any = field(repr=False)


class DAEDynamics:
    """The dynamics of a general DAE with values of its parameters."""

    def __init__(self, compiled: DAESystem, p: Array, tables: tuple[Curve, ...] = ()) -> None:
        self.compiled, self.p, self.layout, self.tables = compiled, p, compiled.layout, tables
        self.evaluator = DAEEvaluator(compiled, p, tables)
        self.scale = np.ones(compiled.layout.tested)  # sizes of the state, by which corrections are measured
        self.first = np.zeros(compiled.under.X.numel())  # the leading derivatives at the start
        size = compiled.layout.size + len(self.first)
        self._packs = {name: np.zeros(size) for name in ("rates", "events", "slopes")}

    def begin(self, t: float, y: Array, guess: Mapping[str, float]) -> Array | None:
        """Begin at a state: its sizes, and the leading derivatives nearest to a guess; None without any."""
        self.scale[:] = sizes(self.layout, y)
        near = np.array([guess.get(name, 0.0) for name in self.compiled.under.leading])
        X, health = self.evaluator.solution_near(near, t, y)
        if not (health > 0 and np.isfinite(X).all()):
            return None
        self.first[:] = X
        return X

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of a state, and how regular the equations for them are."""
        return self.evaluator.rates(t, y)

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The smallest correction of a state towards its invariants."""
        return self.evaluator.correction(t, y)

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        return self.evaluator.events(t, y)

    def column(self, t: float, y: Array) -> Array:
        """The column of t, y, the parameters and the values of tables, with no leading derivatives."""
        return self.evaluator.column(t, y)

    def observe(self, t: Array, rows: Array, _dependent: bool = False) -> dict[str, Array]:
        """Everything observed, at many states; of dependent equations there are no multipliers to choose."""
        self.rewind()
        return self.evaluator.observations(t, rows)

    def states(self, t: Array, rows: Array) -> dict[str, Array]:
        """Coordinates, speeds and states."""
        self.rewind()
        values = self.evaluator.states(t, rows)
        return self.evaluator.observations(t, rows) if values is None else values

    def saddle(self, _t: float, _y: Array) -> dict[str, Array]:
        """The equations are no saddle-point system."""
        return saddle_of_nothing()

    def mass_matrices(self, t: Array, _rows: Array) -> Array:
        """The equations are no saddle-point system."""
        return np.zeros((len(t), 0, 0))

    def mobility(self, _t: float, _y: Array, some: NDArray[np.intp]) -> Array:
        """The equations are no saddle-point system."""
        return np.full(len(some), np.inf)

    def gradients(self, _t: float, _y: Array) -> Entries:
        """The equations are no saddle-point system."""
        none = np.zeros(0, dtype=np.intp)
        return Entries(rows=none, columns=none, values=np.zeros(0))

    def stiffness(self, _t: float, _y: Array) -> dict[str, Array]:
        """The equations are no saddle-point system."""
        return saddle_of_nothing()

    def residual(self, t: float, y: Array, X: Array | None = None) -> tuple[Array, Array]:
        """F and F_X at a state and at X; where none is given, at the solution, if there is one."""
        if X is None:
            leading = self.evaluator.leading_derivatives(t, y)[0]
            X = leading if np.isfinite(leading).all() else None
        values = self.compiled.evaluators["solve"](self.evaluator.column(t, y, X))
        return values["F"], values["F_X"]

    def unknowns(self, t: float, y: Array, _eliminated: bool) -> tuple[Array, Array]:
        """The leading derivatives and the rates at a state."""
        rates = self.evaluator.rates(t, y)[0][: self.layout.tested]
        return self.evaluator.leading_derivatives(t, y)[0], rates

    def stages(self, t: float, first: float) -> tuple[Stage, ...]:
        """At stage s < 0, f_i^(s + c_i) = 0 holds for the derivatives x_j^(s + d_j)."""
        compiled, d = self.compiled, self.compiled.offsets.d
        names, count = compiled.under.names, len(compiled.under.stages)
        order = dict(zip((unknown.name for unknown in compiled.signature.unknowns), d, strict=True))
        whole = slice(0, len(names))

        def stage(s: int) -> Stage:
            members = tuple(
                i for i, name in enumerate(names) if name.count("'") == s + order[name.rstrip("'")]
            )
            index, moving = s + count, any("'" in names[i] for i in members)
            there = index >= 0
            at = t if moving else first
            return Stage(
                rows=compiled.under.stages[index][1] if there else (),
                part=whole,
                members=members,
                near=whole,
                equations=lambda y: (
                    self._equations_of_stage(index, at, y) if there else _no_equations(len(names))
                ),
                compared=there,
            )

        return tuple(stage(s) for s in range(-max(d, default=0), 0))

    def _equations_of_stage(self, stage: int, t: float, y: Array) -> EquationsAtState:
        """The equations of a stage at a state."""
        values = self.compiled.evaluators[f"stage {stage}"](self.evaluator.column(t, y))
        return EquationsAtState(
            residual=values["residual"],
            slopes=lambda: values["jacobian"][:, : self.layout.tested],
            terms=values["terms"],
            reach=values["reach"],
        )

    def rewind(self) -> None:
        """Begin a run: equations with several solutions are followed from the one at the start."""
        self.evaluator.begin(self.first.copy())
        for pack in self._packs.values():
            pack[self.layout.size :] = self.first

    def rescue(self, what: int, t: float, y: Array) -> Array | None:
        """Rates (0) or the correction (1) by numpy; None where there is no solution."""
        rates, health = self.evaluator.exchanged_rates(t, y) if what == 0 else self.evaluator.correction(t, y)
        return rates if health > 0 and np.isfinite(rates).all() else None

    def cross(self, before: float, after: float, y: Array) -> Array | Barrier:
        """The state after a kink or jump in time, which lies between two times; with the energies given.

        What has inertia, or is held by a constraint, is struck; then what has no inertia may jump with a
        constraint.
        """
        if not self.compiled.may_jump or (TIME not in self.layout.works and not self.layout.constraints):
            return y
        evaluator = self.evaluator
        earlier = evaluator.instant(before, after, y)
        moving = np.any(earlier.M != 0, axis=1) | np.any(earlier.G != 0, axis=0)

        def equations_after(v: Array) -> dict[str, Array]:
            qd = earlier.qd.copy()
            qd[moving] = v
            return evaluator.instant(before, after, y, qd).of(moving)

        jump = velocity_jump(earlier.qd[moving], earlier.of(moving), equations_after)
        if isinstance(jump, Barrier):
            return jump
        struck = not np.array_equal(jump.qd, earlier.qd[moving])
        if struck and earlier.free:
            return Barrier.impulse
        out = y.copy()
        for (part, index), v in zip(np.array(self.compiled.velocities)[moving], jump.qd, strict=True):
            out[index] = v if part == 0 else out[index]
        over = self._move_onto_constraints(after, out)
        if isinstance(over, Barrier):
            return over
        energy = evaluator.instant(before, after, over, evaluator.velocities(after, over)).energy
        given = {CONSTRAINTS: jump.constraints, TIME: energy - earlier.energy - jump.constraints}
        for name, work in given.items():
            if name in self.layout.works and np.isfinite(work):
                over[self.layout.place(name)] += work
        return over

    def fits(self, t: float, y: Array) -> bool:
        """Whether a state can be moved onto its constraints, after a switch has changed them."""
        return not isinstance(self._move_onto_constraints(t, y), Barrier)

    def _move_onto_constraints(self, t: float, y: Array) -> Array | Barrier:
        """The state with massless entries moved onto the constraints; a barrier if that is not enough."""
        compiled, layout = self.compiled, self.layout
        if not layout.constraints:
            return y.copy()
        order = dict(zip((u.name for u in compiled.signature.unknowns), compiled.offsets.d, strict=True))
        names = compiled.under.names
        heavy = np.array([name.count("'") < order[name.rstrip("'")] - 1 or "'" in name for name in names])
        scale = sizes(layout, y) * np.where(heavy, 1e-6, 1.0)
        moved = y.copy()
        for _ in range(NEWTON):
            values = compiled.evaluators["project"](self.evaluator.column(t, moved))
            step = least_norm_solution(values["g_y"] * scale, -values["g"], 1e-12) * scale
            moved[: layout.tested] += step
            if np.all(np.abs(step) <= 1e-13 * sizes(layout, moved)):
                break
        off = heavy & (np.abs(moved - y)[: layout.tested] > JUMP * sizes(layout, y))
        if off.any():
            places = any("'" not in name for name, there in zip(names, off, strict=True) if there)
            return Barrier.place if places else Barrier.impulse
        return moved

    def solver_functions(self, inner: Functions, compiler: Compiler) -> dict[str, _SolverFunction]:
        """Functions for a run in C, which solve and project around those of the model."""
        compiled, layout, library = self.compiled, self.layout, solvers(compiler)
        F_X, g_y = compiled.blocks["F_X"], compiled.blocks["g_y"]
        unknowns = compiled.under.X.numel()
        rows, columns = (np.array(part, dtype=np.int32) for part in F_X.sparsity().get_triplet())
        made: dict[str, _SolverFunction] = {}
        none = CallableRecord()
        for name, outcome in (("rates", "outcome"), ("events", "watched"), ("slopes", "slopes_at_solution")):
            if outcome not in inner:
                continue
            most = unknowns + max(len(rows), unknowns)
            arrays = [self._packs[name], np.zeros(most), np.zeros(unknowns * (unknowns + 1))]
            extent = np.zeros(2 * unknowns, dtype=np.int32)
            quick, newton = inner.get(f"eliminated_{name}"), inner.get("newton")
            record = ImplicitRates(
                residual=inner["residual"].record,
                outcome=inner[outcome].record,
                eliminated=quick.record if quick is not None else none,
                newton=newton.record if newton is not None else none,
                size=layout.size,
                unknowns=unknowns,
                entries=len(rows),
                linear=int(compiled.under.linear),
                row=rows.ctypes.data,
                column=columns.ctypes.data,
                extent=extent.ctypes.data,
                pack=arrays[0].ctypes.data,
                out=arrays[1].ctypes.data,
                matrix=arrays[2].ctypes.data,
            )
            made[name] = _solver_function(
                library.dalembert_solve, record, (inner, arrays, extent, rows, columns)
            )
        if layout.constraints:
            m, n = layout.constraints, layout.tested
            rows, columns = (np.array(part, dtype=np.int32) for part in g_y.sparsity().get_triplet())
            scale = self.scale
            buffers = [np.zeros(m + len(rows) + n), np.zeros(m * n), np.zeros(m * m), np.zeros(m)]
            projected = Projection(
                invariants=inner["invariants"].record,
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
            kept_alive = (inner, buffers, rows, columns, scale)
            made["correction"] = _solver_function(library.dalembert_project, projected, kept_alive)
        return made


def _largest_entry(entries: Scalar) -> Scalar:
    """The largest of some sizes."""
    return reduce(ca.fmax, entries.nonzeros(), ca.SX(0))


def _no_equations(size: int) -> EquationsAtState:
    """No equations."""
    none = np.zeros(0)
    return EquationsAtState(residual=none, slopes=lambda: np.zeros((0, size)), terms=none, reach=none)


def _solver_function(function: Any, record: ct.Structure, kept: Any) -> _SolverFunction:
    call = ct.cast(function, ct.c_void_p).value
    return _SolverFunction(record=CallableRecord(call=call, model=ct.addressof(record)), kept=(record, kept))
