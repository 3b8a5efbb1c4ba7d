"""A compiled mechanical system without values of parameters: field, tapes, programs, shared by many runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np
from numpy.typing import ArrayLike, NDArray

from dalembert._compile.bytecode import Bytecode, bytecode_of
from dalembert._compile.code import Code, Layout, StepCode, StiffCode
from dalembert._compile.interface import NO_EQUATIONS, ResidualForm
from dalembert._compile.many_states import at_many_states
from dalembert._compile.mass_matrix import MassMatrix
from dalembert._compile.series import SeriesCode
from dalembert._compile.stiff_code import sparse_stiff_code
from dalembert._compile.table_polynomials import Curve
from dalembert._lower.closed_system import closed_system, laws
from dalembert._lower.dependent_forces import without_results
from dalembert._lower.evaluator import Evaluator, as_sx
from dalembert._lower.field import Field, field, slopes_of
from dalembert._lower.formulations import Formulate
from dalembert._lower.idle_conditions import empty_rows, joint_conditions, rows_of_joints
from dalembert._lower.implicit_steps import EVERY_STEP, Step
from dalembert._lower.impulse import explicit_rate, instant, unbounded_rate
from dalembert._lower.mode_field import (
    ModeEquations,
    contact_quantities,
    field_of,
    switching_quantities,
    system_of,
)
from dalembert._lower.regularity import is_regular
from dalembert._lower.system import CONSTRAINTS, System
from dalembert._lower.time_switches import switches
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Delay, Model, Table, constraints_of
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of
from dalembert._structure.pivoting import pivoting
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.series import Series, series_of
from dalembert._tape.tape import Tape
from dalembert._text.printer import print_tree

if TYPE_CHECKING:
    from dalembert._compile.mechanical_dynamics import MechanicalDynamics

WIDE = 60  # entries of a state beyond which its slopes are taken by differences
MATRICES = ("G", "K", "C", "h_z", "rates_z", "slope", "pushed_by_u", "pushed_by_ud")
NUMBERS = ("T", "V", "energy", "energy_t", "health", "determinant")  # the rest are vectors
INERTIA = ("H", "R", "G")  # what M follows from, and G
CLOSURE = ("position", "position_reach", "velocity", "velocity_reach", "carried")


class MechanicalSystem:
    """The field of a model with its parameters left open."""

    def __init__(
        self,
        model: Model,
        *,
        soft: bool = False,
        mode: ModeEquations | None = None,
        whole: System | None = None,
        formulate: Formulate | None = None,
    ) -> None:
        """`mode` says what the contacts and switches that the model carries do.

        `whole` is the system of all modes, with every contact closed and sticking. `formulate` gives other
        equations for the same motion, of a model without modes.
        """
        self._model, self.equations = model, NO_EQUATIONS
        self._whole = whole if whole is not None else closed_system(model, inputs=False)
        self._system = system = self._whole if mode is None else system_of(self._whole, mode)
        self._inertia: dict[bool, MassMatrix] = {}
        loose = joint_conditions(model)
        self.joints = rows_of_joints(model)  # each of which may have gradients that are rounding
        self.regular = not system.effort.numel() and is_regular(system, loose)
        self.softens = soft or (self.regular and bool(loose) and not is_regular(system, empty_rows(system)))
        self._mode, self.coupled = mode, system.has_dependent_forces
        self.has_rates_of_forces = system.has_rates_of_forces
        self._pivoting = pivoting(model, system) if self.regular else None
        self.field: Field = (
            field(system, soft=self.softens, pivoting=self._pivoting)
            if mode is None
            else field_of(system, mode, soft=self.softens, pivoting=self._pivoting)
        )
        self.formulated = formulate(system, self._pivoting) if formulate is not None else None
        self.field = self.formulated.field if self.formulated is not None else self.field
        self.laws: Scalar = laws(model, system)
        self.layout = Layout(
            n=len(model.coordinates) if self.formulated is None or self.formulated.speeds else 0,
            split=len(model.coordinates),
            tested=2 * len(model.coordinates) + len(model.states),
            works=self.field.works,
            constraints=system.gamma.numel() if self.formulated is None or self.formulated.projects else 0,
        )
        own = tuple(c.name for c in model.coordinates)
        self.names = (*own, *(f"{name}'" for name in own), *(state.name for state in model.states))
        self.displacements = len(constraints_of(model, "displacement"))
        flow = constraints_of(model, "flow")
        self.rows = tuple(c.name for c in (*constraints_of(model, "displacement"), *flow))
        self.tables = tuple(i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay))
        self.inputs = len(model.inputs)
        self.peaks = system.peak_kinds
        self.timed = bool(model.inputs) or ca.depends_on(self.field.rates, self.field.t)
        places = [i + order * self.inputs for i in self.tables for order in range(3)]
        self.sampled: Scalar = ca.vertcat(ca.SX(0, 1), *(self.field.u[place] for place in places))
        self.switches = switches(model)
        self._column = ca.vertcat(self.field.t, self.field.y, self.field.p, self.sampled)
        self._evaluators: dict[str, Evaluator] = {}
        self._steps: dict[tuple[str, tuple[float, ...]], StepCode] = {}
        self._series: dict[int, SeriesCode] = {}

    @property
    def in_closed_form(self) -> MechanicalSystem:
        """The model itself: its rates are expressions."""
        return self

    @property
    def is_saddle_point(self) -> bool:
        """Whether the accelerations are the solution of the saddle-point system alone."""
        own = self._mode
        if self.formulated is not None and not self.formulated.plain:
            return False
        return not self.coupled and (own is None or not (own.slip or own.surfaces))

    @cached_property
    def tapes(self) -> dict[str, Tape]:
        """Rates and corrections as tapes."""
        own = self.field
        made = {"rates": self._tape("rates", {"out": own.rates, "health": own.health})}
        if self.layout.constraints:
            made["correction"] = self._tape(
                "correction", {"out": own.correction, "health": own.correction_health}
            )
        if own.events.numel():
            made["events"] = self._tape("events", {"out": own.events})
        if own.peaks.numel():
            made["peaks"] = self._tape("peaks", {"out": own.peaks})
        return made

    @cached_property
    def input_laws(self) -> Bytecode | None:
        """u, u' and u'' as functions of time."""
        return bytecode_of(self._tape("inputs", {"out": self.laws})) if self.field.u.numel() else None

    @cached_property
    def code(self) -> Code:
        """Rates, corrections and events as code."""
        return Code(self.tapes)

    @cached_property
    def ensemble_code(self) -> Code:
        """The same with the laws of inputs and, as `kept`, outputs, the energy and the size of its parts."""
        made = {**self.tapes, "kept": self.kept_tape(self.field.observed["outputs"].numel(), ())}
        if self.field.u.numel():
            made["inputs"] = self._tape("inputs", {"out": self.laws})
        return Code(made)

    def kept_tape(self, outputs: int, sliding: Sequence[int]) -> Tape:
        """The first outputs, the energy and the size of its parts, infinite where friction would drive.

        `sliding` are the places of coefficients of friction among what is carried behind the outputs.
        """
        seen = self.field.observed
        size = ca.fabs(seen["T"]) + ca.fabs(seen["V"])
        for place in sliding:
            size = ca.if_else(seen["carried"][place] < 0, ca.inf, size)
        return self._tape("kept", {"out": ca.vertcat(seen["outputs"][:outputs], seen["energy"], size)})

    @cached_property
    def closure_code(self) -> Code:
        """Constraints on positions and on velocities, each with its size, G row by row, T; the inputs."""
        seen, G = self.field.observed, self.field.saddle["G"]
        parts = [seen[name] for name in ("position", "position_reach", "velocity", "velocity_reach")]
        parts += [ca.densify(ca.vec(G.T)), seen["T"]]
        made = {"closure": self._tape("closure", {"out": ca.vertcat(*parts)})}
        if self.field.u.numel():
            made["inputs"] = self._tape("inputs", {"out": self.laws})
        return Code(made)

    @cached_property
    def stiff_code(self) -> StiffCode:
        """Rates with their derivative by the state."""
        own = sparse_stiff_code(self.tapes, self.layout)
        if own is not None:
            return own
        if self.layout.tested > WIDE or not self.is_saddle_point:
            return StiffCode(code=self.code)
        made = slopes_of(self._system, self.field, soft=self.softens, pivoting=self._pivoting)
        tape = self._tape("slopes", {"out": ca.vertcat(*made.nonzeros()), "health": self.field.health})
        rows, columns = made.sparsity().get_triplet()
        return StiffCode(code=Code({**self.tapes, "slopes": tape}), rows=tuple(rows), columns=tuple(columns))

    def series(self, order: int) -> SeriesCode:
        """The Taylor series of the state, with the laws of the inputs put in."""
        if order not in self._series:
            self._series[order] = SeriesCode(self._recurrences, order)
        return self._series[order]

    @cached_property
    def _recurrences(self) -> Series:
        return series_of(self._tape("series", {"out": self.closed_rates()}))

    def step(self, name: str, constants: tuple[float, ...]) -> StepCode:
        """An implicit step of this system."""
        if (name, constants) not in self._steps:
            self._steps[name, constants] = self._step(
                EVERY_STEP[name][0](self._system, self.field, constants)
            )
        return self._steps[name, constants]

    def _step(self, made: Step) -> StepCode:
        own = self.field
        arguments = {"t": own.t, "y": made.pack, "u": own.u, "p": own.p}
        rows, columns = made.jacobian.sparsity().get_triplet()
        out = ca.vertcat(made.residual, *made.jacobian.nonzeros())
        residual = tape_of("residual", arguments, {"out": out}, {"t": 0})
        update = tape_of("update", arguments, {"out": made.update}, {"t": 0})
        unknowns = made.residual.numel()
        return StepCode(
            code=Code({**self.tapes, "residual": residual, "update": update}),
            rows=tuple(rows),
            columns=tuple(columns),
            extras=made.begin.numel() - unknowns,
            unknowns=unknowns,
            theta=made.theta,
            begin=ca.Function("begin", [self._column], [self.put_in(made.begin)]),
        )

    def _tape(self, name: str, results: Mapping[str, Scalar]) -> Tape:
        own = self.field
        return tape_of(name, {"t": own.t, "y": own.y, "u": own.u, "p": own.p}, results, {"t": 0})

    def begin(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """The state that a formulation begins with, from the column (t, y, p) of a plain state y."""
        own, field = self.formulated, self.field
        given, begin = (own.given, own.begin) if own is not None else (field.y, field.y)
        found = ca.Function(
            "begin", [ca.vertcat(field.t, given, field.p, self.sampled)], [self.put_in(begin)]
        )
        return np.array(found(column)).ravel()

    def closed_rates(self) -> Scalar:
        """The rates with the laws of the inputs put in: a function of (t, y, p)."""
        return self.put_in(self.field.rates)

    def evaluator(self, name: str) -> Evaluator:
        """Some quantities: rates or correction (with the health), saddle, closure, events, observed."""
        if name not in self._evaluators:
            own = self.field
            parts: dict[str, Scalar] = {
                "rates": {"rates": own.rates, "health": own.health},
                "correction": {"correction": own.correction, "health": own.correction_health},
                "saddle": own.saddle,
                "closure": {key: own.observed[key] for key in CLOSURE if key in own.observed}
                | own.terms
                | {"G": own.saddle["G"]},
                "switching": self._switching_functions() if name == "switching" else {},
                "contacts": self._contacts() if name in ("contacts", "gaps") else {},
                "events": {"events": own.events},
                "stiffness": self._stiffness() if name == "stiffness" else {},
                "instant": self._instant if name == "instant" else {},
                "observed": own.observed,
            }["contacts" if name == "gaps" else name]
            if name == "gaps":
                parts = {key: parts[key] for key in ("position", "position_reach")}
            made = [as_sx(part) for part in parts.values()]
            if own.u.numel():  # all at once: what they share stays shared
                made = ca.substitute(made, [own.u], [self.laws])
            put_in = dict(zip(parts, made, strict=True))
            self._evaluators[name] = Evaluator(
                self._column, put_in, matrices=MATRICES, numbers=NUMBERS, faster=at_many_states
            )
        return self._evaluators[name]

    def inertia(self, name: str) -> MassMatrix:
        """The mass matrix beside some quantities: those of contacts have definitions that no mode needs."""
        every = name == "contacts"
        if every not in self._inertia:
            own = self._whole if every else self._system
            self._inertia[every] = MassMatrix(own.links, own.q.numel())
        return self._inertia[every]

    @property
    def observed_length(self) -> int:
        """Instructions for everything that is observed at a state."""
        return self.evaluator("observed").length

    def _switching_functions(self) -> dict[str, Scalar]:
        own, mode = self.field, self._mode
        if mode is None:
            return {}
        return switching_quantities(own, mode.places, own.y[: self.layout.tested])

    def _contacts(self) -> dict[str, Scalar]:
        return contact_quantities(self._whole, self._mode.places) if self._mode is not None else {}

    def contact_expressions(self) -> dict[str, Scalar]:
        """Gaps and slips of all contacts, with M in full, and switching functions, as expressions."""
        own, links = self._contacts(), self._whole.links
        J = ca.SX.eye(self._whole.q.numel())
        for k in range(links.R.size1()):  # definitions, each made of those before it
            J = ca.vertcat(J, links.R[k, : J.size1()] @ J)
        return own | self._switching_functions() | {"M": J.T @ links.H @ J}

    def tape_with(self, name: str, out: Scalar, more: Scalar | None = None) -> Tape:
        """The tape of a function of (t, y and more entries, u, p)."""
        own = self.field
        y = own.y if more is None else ca.vertcat(own.y, more)
        return tape_of(name, {"t": own.t, "y": y, "u": own.u, "p": own.p}, {"out": out}, {"t": 0})

    def _stiffness(self) -> dict[str, Scalar]:
        own = self._system
        h = self.field.saddle["h"] if self.coupled else own.h
        K, C = (-ca.jacobian(h, block) for block in (own.q, own.qd))
        return {"K": K, "C": C} | {key: self.field.saddle[key] for key in INERTIA}

    @cached_property
    def _instant(self) -> dict[str, Scalar]:
        """What jumps at an instant, and how fast each changes with time by itself; M and G."""
        own = instant(without_results(self._system))  # what has an impulse by itself
        none = ca.SX(0, 1)
        parts = {
            "momentum": own.momentum,
            "energy": own.energy,
            "position": ca.vertcat(none, own.position),
            "velocity": ca.vertcat(none, own.velocity),
            "inputs": ca.vertcat(none, self.field.u),
        }
        put = {name: self.put_in(part) for name, part in parts.items()}
        drift = {f"{name}_t": explicit_rate(part, self.field.t, self.sampled) for name, part in put.items()}
        pushed = {"pushed_by_u": own.pushed_by_u, "pushed_by_ud": own.pushed_by_ud}
        return put | drift | pushed | {key: self.field.saddle[key] for key in INERTIA}

    @cached_property
    def may_jump(self) -> bool:
        """Whether momenta, energies or constraints can jump where the model is not smooth in time."""
        return self._jumps_with_time(("momentum", "energy", "position", "velocity"), tables_jump=True)

    @cached_property
    def state_may_jump(self) -> bool:
        """Whether velocities can jump there: momenta or constraints do, and not energies alone."""
        return self._jumps_with_time(("momentum", "position", "velocity"), tables_jump=False)

    @property
    def jumps_with_time(self) -> bool:
        """Whether something that lasts jumps where time has a switch."""
        return self.may_jump

    def _jumps_with_time(self, names: tuple[str, ...], *, tables_jump: bool) -> bool:
        """Whether some quantities can jump; tables have kinks, and jump only where that is assumed."""
        own = self._instant
        whole = ca.vertcat(*(own[name] for name in names))
        rates = ca.vertcat(ca.SX(0, 1), *(self.field.u[i + self.inputs] for i in self.tables))
        if own["pushed_by_ud"].nnz() or ca.depends_on(whole, rates):
            return True
        if own["pushed_by_u"].nnz() and (tables_jump or self.switches is not None):
            return True
        return self.switches is not None and ca.depends_on(whole, ca.vertcat(self.field.t, self.sampled))

    def state_jumps_with(self, i: int) -> bool:
        """Whether velocities jump where an input or its rate does: it stands in momenta or constraints."""
        own = instant(without_results(self._system))
        whole = ca.vertcat(own.momentum, own.position, own.velocity)
        return bool(ca.depends_on(whole, ca.vertcat(self.field.u[i], self.field.u[i + self.inputs])))

    def place_of_unbounded_rate(self, i: int, *, jumps: bool) -> str:
        """Where a rate of an input stands that has an impulse of unknown size if it, or its rate, jumps."""
        return unbounded_rate(without_results(self._system), i, jumps=jumps)

    @cached_property
    def for_redundant_constraints(self) -> MechanicalSystem:
        """The system for constraints that depend on one another, with pivots that never vanish."""
        if self.softens:
            return self
        return MechanicalSystem(self._model, soft=True, mode=self._mode, whole=self._whole)

    def bind(self, p: ArrayLike, tables: tuple[Curve, ...] = ()) -> MechanicalDynamics:
        """The system with values of its parameters, and tables of the inputs that have one."""
        from dalembert._compile.mechanical_dynamics import MechanicalDynamics

        return MechanicalDynamics(self, np.array(p, dtype=np.float64), tables)

    def residual_form(self, eliminated: bool) -> ResidualForm:
        """The rates, or z = (qdd, lam) with M qdd + Gᵀ lam − h = 0 and G qdd − gamma = 0.

        Of the second nothing is eliminated: the power of constraints is that of these multipliers.
        """
        own, rates, n = self.field, self.closed_rates(), self.layout.n
        G, h, gamma = (own.saddle[key] for key in ("G", "h", "gamma"))
        if eliminated:
            none = ca.SX(0, 1)
            return ResidualForm(t=own.t, y=own.y, p=own.p, rates=rates, z=none, residual=none)
        m = gamma.numel()
        z = ca.SX.sym("z", n + m)
        M, qdd, lam = self._system.M, z[:n], z[n:]
        pushed = G.T @ lam if m else 0
        residual = self.put_in(ca.vertcat(M @ qdd + pushed - h, *([G @ qdd - gamma] if m else [])))
        rates = ca.vertcat(rates[:n], qdd, rates[2 * n :])
        if CONSTRAINTS in own.works:
            place = self.layout.place(CONSTRAINTS)
            power = self.put_in(-ca.dot(pushed, own.y[n : 2 * n]))
            rates = ca.vertcat(rates[:place], power, rates[place + 1 :])
        return ResidualForm(t=own.t, y=own.y, p=own.p, rates=rates, z=z, residual=residual)

    def put_in(self, value: Scalar) -> Scalar:
        """A value with the laws of the inputs put in."""
        return ca.substitute(value, self.field.u, self.laws) if self.field.u.numel() else value


def lines_of_model(model: Model) -> Iterator[str]:
    """Names and expressions as they are written: equal texts give equal bits."""
    for entries in (model.parameters, model.coordinates, model.inputs, model.efforts, model.states):
        yield " ".join(entry.name for entry in entries)
    for use in survey(model).uses:
        if use.role not in ("value", "start", "speed", "guess"):
            yield f"{use.role} {use.name}: {print_tree(use.expression.root)}"
    for name, cells in cells_of(model).items():
        yield f"table {name}: {cells.knots} {cells.coefficients} {cells.stops}"
