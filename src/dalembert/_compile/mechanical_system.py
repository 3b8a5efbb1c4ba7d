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
from dalembert._lower.casadi_scalars import as_sx, stack
from dalembert._lower.closed_system import closed_system, laws
from dalembert._lower.dependent_forces import without_results
from dalembert._lower.evaluator import Evaluator
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
from dalembert._lower.time_switches import switches, switches_with
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Delay, Model, Table, constraints_of
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of
from dalembert._structure.pivoting import pivoting
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.linear_forms import DELAY, NoSeries
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
    """The vector field of a model as a function of its parameters, with its tapes and programs."""

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
        coordinate_names = tuple(c.name for c in model.coordinates)
        self.names = (
            *coordinate_names,
            *(f"{name}'" for name in coordinate_names),
            *(state.name for state in model.states),
        )
        self.displacements = len(constraints_of(model, "displacement"))
        flow = constraints_of(model, "flow")
        self.rows = tuple(c.name for c in (*constraints_of(model, "displacement"), *flow))
        self.tables = tuple(i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay))
        self._has_delays = any(isinstance(entry.law, Delay) for entry in model.inputs)
        self.inputs = len(model.inputs)
        self.peaks = system.peak_kinds
        self.timed = bool(model.inputs) or (
            system.uses_time and ca.depends_on(self.field.rates, self.field.t)
        )
        places = [i + order * self.inputs for i in self.tables for order in range(3)]
        self.sampled: Scalar = stack(*(self.field.u[index] for index in places))
        self.switches = switches(model)
        self._column = stack(self.field.t, self.field.y, self.field.p, self.sampled)
        self._evaluators: dict[str, Evaluator] = {}
        self._steps: dict[tuple[str, tuple[float, ...]], StepCode] = {}
        self._series: dict[int, SeriesCode] = {}

    @property
    def in_closed_form(self) -> MechanicalSystem:
        """The system itself: its rates are closed expressions."""
        return self

    @property
    def is_saddle_point(self) -> bool:
        """Whether the accelerations are the solution of the saddle-point system alone."""
        mode = self._mode
        if self.formulated is not None and not self.formulated.plain:
            return False
        return not self.coupled and (mode is None or not (mode.slip or mode.surfaces))

    @cached_property
    def tapes(self) -> dict[str, Tape]:
        """Rates and corrections as tapes."""
        vector_field = self.field
        made = {"rates": self._tape("rates", {"out": vector_field.rates, "health": vector_field.health})}
        if self.layout.constraints:
            made["correction"] = self._tape(
                "correction", {"out": vector_field.correction, "health": vector_field.correction_health}
            )
        if vector_field.events.numel():
            made["events"] = self._tape("events", {"out": vector_field.events})
        if vector_field.peaks.numel():
            made["peaks"] = self._tape("peaks", {"out": vector_field.peaks})
        return made

    @cached_property
    def input_laws(self) -> Bytecode | None:
        """u, u' and u'' as functions of time."""
        return None if self.laws_tape is None else bytecode_of(self.laws_tape)

    @property
    def laws_tape(self) -> Tape | None:
        """u, u' and u'' as functions of time, those of tables as they are given."""
        return self._tape("inputs", {"out": self.laws}) if self.field.u.numel() else None

    @cached_property
    def code(self) -> Code:
        """Rates, corrections and events as code."""
        return Code(self.tapes)

    @property
    def made_code(self) -> Code | None:
        """The code, if a run in C has asked for it before."""
        return vars(self).get("code")

    @cached_property
    def ensemble_code(self) -> Code:
        """The code with the laws of inputs and, as `kept`, outputs, the energy and |T| + |V|."""
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
        for index in sliding:
            size = ca.if_else(seen["carried"][index] < 0, ca.inf, size)
        return self._tape("kept", {"out": stack(seen["outputs"][:outputs], seen["energy"], size)})

    @cached_property
    def closure_code(self) -> Code:
        """Constraints on positions and on velocities, each with its size, G row by row, T; the inputs."""
        seen, G = self.field.observed, self.field.saddle["G"]
        parts = [seen[name] for name in ("position", "position_reach", "velocity", "velocity_reach")]
        parts += [ca.densify(ca.vec(G.T)), seen["T"]]
        made = {"closure": self._tape("closure", {"out": stack(*parts)})}
        if self.field.u.numel():
            made["inputs"] = self._tape("inputs", {"out": self.laws})
        return Code(made)

    @cached_property
    def stiff_code(self) -> StiffCode:
        """Rates with their derivative by the state."""
        sparse_code = sparse_stiff_code(self.tapes, self.layout)
        if sparse_code is not None:
            return sparse_code
        if self.layout.tested > WIDE or not self.is_saddle_point:
            return StiffCode(code=self.code)
        made = slopes_of(self._system, self.field, soft=self.softens, pivoting=self._pivoting)
        tape = self._tape("slopes", {"out": stack(*made.nonzeros()), "health": self.field.health})
        rows, columns = made.sparsity().get_triplet()
        return StiffCode(code=Code({**self.tapes, "slopes": tape}), rows=tuple(rows), columns=tuple(columns))

    def series(self, order: int) -> SeriesCode:
        """The Taylor series of the state, with the laws of the inputs put in."""
        if order not in self._series:
            self._series[order] = SeriesCode(self._recurrences, order)
        return self._series[order]

    @cached_property
    def _recurrences(self) -> Series:
        if self._has_delays:
            raise NoSeries(DELAY)
        return series_of(self._tape("series", {"out": self.closed_rates()}))

    def step(self, name: str, constants: tuple[float, ...]) -> StepCode:
        """An implicit step of this system."""
        if (name, constants) not in self._steps:
            self._steps[name, constants] = self._step(
                EVERY_STEP[name][0](self._system, self.field, constants)
            )
        return self._steps[name, constants]

    def _step(self, made: Step) -> StepCode:
        vector_field = self.field
        arguments = {"t": vector_field.t, "y": made.pack, "u": vector_field.u, "p": vector_field.p}
        rows, columns = made.jacobian.sparsity().get_triplet()
        out = stack(made.residual, *made.jacobian.nonzeros())
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
        vector_field = self.field
        return tape_of(
            name,
            {"t": vector_field.t, "y": vector_field.y, "u": vector_field.u, "p": vector_field.p},
            results,
            {"t": 0},
        )

    def begin(self, column: NDArray[np.float64]) -> NDArray[np.float64]:
        """The state that a formulation begins with, from the column (t, y, p) of a plain state y."""
        formulation, field = self.formulated, self.field
        given, begin = (
            (formulation.given, formulation.begin) if formulation is not None else (field.y, field.y)
        )
        initial_state = ca.Function(
            "begin", [stack(field.t, given, field.p, self.sampled)], [self.put_in(begin)]
        )
        return np.array(initial_state(column)).ravel()

    def closed_rates(self) -> Scalar:
        """The rates with the laws of the inputs put in: a function of (t, y, p)."""
        return self.put_in(self.field.rates)

    def evaluator(self, name: str) -> Evaluator:
        """Some quantities: rates or correction (with the health), saddle, closure, events, observed."""
        if name not in self._evaluators:
            vector_field = self.field
            parts: dict[str, Scalar] = {
                "rates": {"rates": vector_field.rates, "health": vector_field.health},
                "correction": {
                    "correction": vector_field.correction,
                    "health": vector_field.correction_health,
                },
                "saddle": vector_field.saddle,
                "closure": {
                    key: vector_field.observed[key] for key in CLOSURE if key in vector_field.observed
                }
                | vector_field.terms
                | {"G": vector_field.saddle["G"]},
                "switching": self._switching_functions() if name == "switching" else {},
                "contacts": self._contacts() if name in ("contacts", "gaps") else {},
                "events": {"events": vector_field.events},
                "stiffness": self._stiffness() if name == "stiffness" else {},
                "instant": self._instant if name == "instant" else {},
                "observed": vector_field.observed,
            }["contacts" if name == "gaps" else name]
            if name == "gaps":
                parts = {key: parts[key] for key in ("position", "position_reach")}
            made = [as_sx(part) for part in parts.values()]
            if vector_field.u.numel():  # all at once: what they share stays shared
                made = ca.substitute(made, [vector_field.u], [self.laws])
            put_in = dict(zip(parts, made, strict=True))
            self._evaluators[name] = Evaluator(
                self._column, put_in, matrices=MATRICES, numbers=NUMBERS, faster=at_many_states
            )
        return self._evaluators[name]

    def inertia(self, name: str) -> MassMatrix:
        """The mass matrix beside some quantities: those of contacts have definitions that no mode needs."""
        every = name == "contacts"
        if every not in self._inertia:
            system = self._whole if every else self._system
            self._inertia[every] = MassMatrix(system.links, system.q.numel())
        return self._inertia[every]

    @property
    def observed_length(self) -> int:
        """Instructions for everything that is observed at a state."""
        return self.evaluator("observed").length

    def _switching_functions(self) -> dict[str, Scalar]:
        vector_field, mode = self.field, self._mode
        if mode is None:
            return {}
        return switching_quantities(vector_field, mode.places, vector_field.y[: self.layout.tested])

    def _contacts(self) -> dict[str, Scalar]:
        return contact_quantities(self._whole, self._mode.places) if self._mode is not None else {}

    def contact_expressions(self) -> dict[str, Scalar]:
        """Gaps and slips of all contacts, with M in full, and switching functions, as expressions."""
        contacts, links = self._contacts(), self._whole.links
        J = ca.SX.eye(self._whole.q.numel())
        for k in range(links.R.size1()):  # definitions, each made of those before it
            J = stack(J, links.R[k, : J.size1()] @ J)
        return contacts | self._switching_functions() | {"M": J.T @ links.H @ J}

    @property
    def unsolved(self) -> dict[str, Scalar]:
        """Outputs with all contacts closed, as functions of accelerations and multipliers, and these."""
        whole = self._whole
        return {"outputs": whole.outputs, "qdd": whole.qdd, "lam": whole.lam}

    def tape_with(self, name: str, out: Scalar, more: Scalar | None = None) -> Tape:
        """The tape of a function of (t, y and more entries, u, p)."""
        vector_field = self.field
        y = vector_field.y if more is None else stack(vector_field.y, more)
        return tape_of(
            name,
            {"t": vector_field.t, "y": y, "u": vector_field.u, "p": vector_field.p},
            {"out": out},
            {"t": 0},
        )

    def _stiffness(self) -> dict[str, Scalar]:
        system = self._system
        h = self.field.saddle["h"] if self.coupled else system.h
        n, slopes = system.q.numel(), -ca.jacobian(h, stack(system.q, system.qd))
        return {"K": slopes[:, :n], "C": slopes[:, n:]} | {key: self.field.saddle[key] for key in INERTIA}

    @cached_property
    def _instant(self) -> dict[str, Scalar]:
        """The quantities that may jump at an instant, with their explicit time rates, and M and G."""
        quantities = instant(without_results(self._system))  # what has an impulse by itself
        parts = {
            "momentum": quantities.momentum,
            "energy": quantities.energy,
            "position": quantities.position,
            "velocity": quantities.velocity,
            "inputs": self.field.u,
        }
        put = {name: self.put_in(part) for name, part in parts.items()}
        drift = {f"{name}_t": explicit_rate(part, self.field.t, self.sampled) for name, part in put.items()}
        pushed = {"pushed_by_u": quantities.pushed_by_u, "pushed_by_ud": quantities.pushed_by_ud}
        return put | drift | pushed | {key: self.field.saddle[key] for key in INERTIA}

    @cached_property
    def may_jump(self) -> bool:
        """Whether momenta, energies or constraints can jump where the model is not smooth in time."""
        return self._jumps_with_time(("momentum", "energy", "position", "velocity"), tables_jump=True)

    @cached_property
    def state_may_jump(self) -> bool:
        """Whether velocities can jump there: if momenta or constraints do, not energies alone."""
        return self._jumps_with_time(("momentum", "position", "velocity"), tables_jump=False)

    @property
    def jumps_with_time(self) -> bool:
        """Whether momenta or constraint velocities jump at the switching times of the model."""
        return self.may_jump

    def _jumps_with_time(self, names: tuple[str, ...], *, tables_jump: bool) -> bool:
        """Whether some quantities can jump; tables have kinks, and jumps only if `tables_jump`."""
        quantities = self._instant
        whole = stack(*(quantities[name] for name in names))
        rates = stack(*(self.field.u[i + self.inputs] for i in self.tables))
        if quantities["pushed_by_ud"].nnz() or ca.depends_on(whole, rates):
            return True
        if quantities["pushed_by_u"].nnz() and (tables_jump or self.switches is not None):
            return True
        return self.switches is not None and switches_with(whole, stack(self.field.t, self.sampled))

    def state_jumps_with(self, i: int) -> bool:
        """Whether velocities jump where an input or its rate does: it stands in momenta or constraints."""
        quantities = instant(without_results(self._system))
        whole = stack(quantities.momentum, quantities.position, quantities.velocity)
        return bool(ca.depends_on(whole, stack(self.field.u[i], self.field.u[i + self.inputs])))

    def place_of_unbounded_rate(self, i: int, *, jumps: bool) -> str:
        """The part of the model with a derivative of an input whose jump causes an undetermined impulse."""
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
        vector_field, rates, n = self.field, self.closed_rates(), self.layout.n
        G, h, gamma = (vector_field.saddle[key] for key in ("G", "h", "gamma"))
        if eliminated:
            none = ca.SX(0, 1)
            return ResidualForm(
                t=vector_field.t, y=vector_field.y, p=vector_field.p, rates=rates, z=none, residual=none
            )
        m = gamma.numel()
        z = ca.SX.sym("z", n + m)
        M, qdd, lam = self._system.M, z[:n], z[n:]
        pushed = G.T @ lam if m else 0
        residual = self.put_in(stack(M @ qdd + pushed - h, *([G @ qdd - gamma] if m else [])))
        rates = stack(rates[:n], qdd, rates[2 * n :])
        if CONSTRAINTS in vector_field.works:
            entry = self.layout.place(CONSTRAINTS)
            power = self.put_in(-ca.dot(pushed, vector_field.y[n : 2 * n]))
            rates = stack(rates[:entry], power, rates[entry + 1 :])
        return ResidualForm(
            t=vector_field.t, y=vector_field.y, p=vector_field.p, rates=rates, z=z, residual=residual
        )

    def put_in(self, value: Scalar) -> Scalar:
        """A value with the laws of the inputs put in."""
        return ca.substitute(value, self.field.u, self.laws) if self.field.u.numel() else value


def outline_of_model(model: Model) -> Iterator[str]:
    """The names of its parameters and variables, and its tables: their files may change."""
    for entries in (model.parameters, model.coordinates, model.inputs, model.efforts, model.states):
        yield " ".join([entry.name for entry in entries])
    for name, cells in cells_of(model).items():
        yield f"table {name}: {cells.knots} {cells.coefficients} {cells.stops}"


def lines_of_model(model: Model) -> Iterator[str]:
    """Expressions as they are written: with the same outline, equal texts give equal bits."""
    for use in survey(model).uses:
        if use.role not in ("value", "start", "speed", "guess"):
            yield f"{use.role} {use.name}: {print_tree(use.expression.root)}"
