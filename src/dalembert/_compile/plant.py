"""What of a model does not depend on its values: field, tapes, programs. Made once, used by many runs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compile.laid import Laid, laid_out
from dalembert._lower.closed import closed, laws
from dalembert._lower.engine import Scalar
from dalembert._lower.field import Field, field, slopes_of
from dalembert._lower.impulse import drifting, instant, unbounded
from dalembert._lower.phase import Wiring, field_of, switching
from dalembert._lower.saddle import regular
from dalembert._lower.steps import STEPS, Step
from dalembert._lower.switches import switches
from dalembert._model.records import Model, Table
from dalembert._model.survey import survey
from dalembert._structure.pivoting import pivoting
from dalembert._tape.pieces import Program, program
from dalembert._tape.reading import tape_of
from dalembert._tape.tape import Tape
from dalembert._text.printer import printed

WIDE = 60  # entries of a state beyond which its slopes are taken by differences
CLOSURE = ("position", "position_reach", "velocity", "velocity_reach", "carried")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Where the parts of a state are: entries of order 0, derivatives and first-order states, works.

    The rates of the first n entries are the n entries that follow; n is 0 where that is not so.
    """

    n: int
    split: int  # entries of order 0
    tested: int  # entries that the error test looks at: all but the works
    works: tuple[str, ...]
    constraints: int

    @property
    def kinds(self) -> tuple[slice, ...]:
        """Entries that are measured together."""
        if self.n:
            return slice(0, self.n), slice(self.n, 2 * self.n), slice(2 * self.n, self.tested)
        return slice(0, self.split), slice(self.split, self.tested)

    def kind_of_each(self) -> NDArray[np.int32]:
        """The kind of each tested entry, by its number."""
        found = np.zeros(self.tested, dtype=np.int32)
        for number, kind in enumerate(self.kinds):
            found[kind] = number
        return found

    @property
    def size(self) -> int:
        """All entries."""
        return self.tested + len(self.works)

    def place(self, work: str) -> int:
        """The entry of a work."""
        return self.tested + self.works.index(work)


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """Quantities of a field as one column, and their shapes.

    The function is CasADi's, of the column (t, y, p) and of the values and derivatives of tables.
    """

    function: Any
    shapes: dict[str, tuple[int, int]]
    size: int
    mapped: dict[int, Any] = dataclass_field(default_factory=dict)  # the function for many columns at once

    def many(self, count: int) -> Any:
        """The function for some columns at once."""
        if count not in self.mapped:
            self.mapped[count] = self.function.map(count)
        return self.mapped[count]


class Code:
    """Tapes that belong together, and their program in C."""

    def __init__(self, tapes: Mapping[str, Tape]) -> None:
        self.tapes = dict(tapes)

    @cached_property
    def program(self) -> Program:
        """The tapes as C."""
        return program(self.tapes)

    @cached_property
    def laid(self) -> dict[str, Laid]:
        """The tapes for the interpreter."""
        return {name: laid_out(tape) for name, tape in self.tapes.items()}

    @property
    def length(self) -> int:
        """Instructions of all tapes."""
        return sum(len(tape.instructions) for tape in self.tapes.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class StepCode:
    """An implicit step as code: with its residual and update, and where the entries of its Jacobian are."""

    code: Code
    rows: tuple[int, ...]
    columns: tuple[int, ...]
    extras: int
    unknowns: int
    theta: float
    begin: Any  # CasADi's, of the column (t, y, p) and of tables


@dataclass(frozen=True, slots=True, kw_only=True)
class StiffCode:
    """Code with the derivative of the rates, and where its entries are; without, where it would be long."""

    code: Code
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()


class Plant:
    """The field of a model with its parameters left open."""

    def __init__(self, model: Model, *, soft: bool = False, wiring: Wiring | None = None) -> None:
        """`wiring` says what a phase of motion does with what it carries."""
        self._system = system = closed(model, inputs=False)
        self.regular = not model.efforts and regular(system)
        self._soft, self._wiring = soft, wiring
        self._pivoting = pivoting(model, system) if self.regular else None
        self.field: Field = (
            field(system, soft=soft, pivoting=self._pivoting)
            if wiring is None
            else field_of(system, wiring, soft=soft, pivoting=self._pivoting)
        )
        self.laws: Scalar = laws(model, system)
        self.layout = Layout(
            n=len(model.coordinates),
            split=len(model.coordinates),
            tested=2 * len(model.coordinates) + len(model.states),
            works=self.field.works,
            constraints=system.gamma.numel(),
        )
        self.tables = tuple(i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table))
        self.inputs = len(model.inputs)
        self.peaks = system.peak_kinds
        self.timed = bool(model.inputs) or ca.depends_on(self.field.rates, self.field.t)
        places = [i + order * self.inputs for i in self.tables for order in range(3)]
        self.sampled: Scalar = ca.vertcat(ca.SX(0, 1), *(self.field.u[place] for place in places))
        self.switches = switches(model)
        self._column = ca.vertcat(self.field.t, self.field.y, self.field.p, self.sampled)
        self._columns: dict[str, Columns] = {}
        self._steps: dict[tuple[str, tuple[float, ...]], StepCode] = {}

    @property
    def plain(self) -> bool:
        """Whether the accelerations are the solution of the saddle-point system alone."""
        own = self._wiring
        return own is None or not (own.sliding or own.held)

    @cached_property
    def tapes(self) -> dict[str, Tape]:
        """Rates and corrections as tapes."""
        own = self.field
        made = {"rates": self._tape("rates", {"out": own.rates, "health": own.health})}
        if self.layout.constraints:
            made["correction"] = self._tape("correction", {"out": own.correction, "health": own.health})
        if own.events.numel():
            made["events"] = self._tape("events", {"out": own.events})
        if own.peaks.numel():
            made["peaks"] = self._tape("peaks", {"out": own.peaks})
        return made

    @cached_property
    def input_laws(self) -> Laid | None:
        """u, u' and u'' as functions of time."""
        return laid_out(self._tape("inputs", {"out": self.laws})) if self.field.u.numel() else None

    @cached_property
    def code(self) -> Code:
        """Rates, corrections and events as code."""
        return Code(self.tapes)

    @cached_property
    def stiff(self) -> StiffCode:
        """Rates with their derivative by the state."""
        if self.layout.tested > WIDE or not self.plain:
            return StiffCode(code=self.code)
        made = slopes_of(self._system, self.field, soft=self._soft, pivoting=self._pivoting)
        tape = self._tape("slopes", {"out": ca.vertcat(*made.nonzeros()), "health": self.field.health})
        rows, columns = made.sparsity().get_triplet()
        return StiffCode(code=Code({**self.tapes, "slopes": tape}), rows=tuple(rows), columns=tuple(columns))

    def step(self, name: str, constants: tuple[float, ...]) -> StepCode:
        """An implicit step of this plant."""
        if (name, constants) not in self._steps:
            self._steps[name, constants] = self._step(STEPS[name][0](self._system, self.field, constants))
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

    def closed_rates(self) -> Scalar:
        """The rates with the laws of the inputs put in: a function of (t, y, p)."""
        return self.put_in(self.field.rates)

    def columns(self, name: str) -> Columns:
        """Some quantities: rates or correction (with the health), saddle, closure, events, observed."""
        if name not in self._columns:
            own = self.field
            parts: dict[str, Scalar] = {
                "rates": {"rates": own.rates, "health": own.health},
                "correction": {"correction": own.correction, "health": own.health},
                "saddle": own.saddle,
                "closure": {key: own.observed[key] for key in CLOSURE if key in own.observed}
                | own.terms
                | {"G": own.saddle["G"]},
                "switching": self._switching() if name == "switching" else {},
                "events": {"events": own.events},
                "stiffness": self._stiffness() if name == "stiffness" else {},
                "instant": self._instant if name == "instant" else {},
                "observed": own.observed,
            }[name]
            flat = [ca.densify(ca.vec(part.T)) for part in parts.values()]
            column = self.put_in(ca.vertcat(ca.SX(0, 1), *flat))
            self._columns[name] = Columns(
                function=ca.Function(name, [self._column], [column]),
                shapes={key: part.shape for key, part in parts.items()},
                size=column.numel(),
            )
        return self._columns[name]

    def _switching(self) -> dict[str, Scalar]:
        own, wiring = self.field, self._wiring
        if wiring is None:
            return {}
        return switching(self._system, wiring.places, own.y[: self.layout.tested], own.u)

    def _stiffness(self) -> dict[str, Scalar]:
        own = self._system
        K, C = (-ca.jacobian(own.h, block) for block in (own.q, own.qd))
        return {"M": own.M, "G": self.field.saddle["G"], "K": K, "C": C}

    @cached_property
    def _instant(self) -> dict[str, Scalar]:
        """What jumps at an instant, and how fast each changes with time by itself; M and G."""
        own = instant(self._system, self.field)
        none = ca.SX(0, 1)
        parts = {
            "momentum": own.momentum,
            "energy": own.energy,
            "position": ca.vertcat(none, own.position),
            "velocity": ca.vertcat(none, own.velocity),
            "inputs": ca.vertcat(none, self.field.u),
        }
        put = {name: self.put_in(part) for name, part in parts.items()}
        drift = {f"{name}_t": drifting(part, self.field.t, self.sampled) for name, part in put.items()}
        pushed = {"pushed_by_u": own.pushed_by_u, "pushed_by_ud": own.pushed_by_ud}
        return put | drift | pushed | {key: self.field.saddle[key] for key in ("M", "G")}

    @cached_property
    def abrupt(self) -> bool:
        """Whether momenta, energies or constraints can jump where the model is not smooth in time."""
        own = self._instant
        whole = ca.vertcat(*(own[name] for name in ("momentum", "energy", "position", "velocity")))
        rates = ca.vertcat(ca.SX(0, 1), *(self.field.u[i + self.inputs] for i in self.tables))
        if own["pushed_by_u"].nnz() or own["pushed_by_ud"].nnz() or ca.depends_on(whole, rates):
            return True
        return self.switches is not None and ca.depends_on(whole, ca.vertcat(self.field.t, self.sampled))

    def unbounded(self, i: int, *, jumps: bool) -> str:
        """Where a rate of an input stands that has an impulse of unknown size if it, or its rate, jumps."""
        return unbounded(self._system, i, jumps=jumps)

    def put_in(self, value: Scalar) -> Scalar:
        """A value with the laws of the inputs put in."""
        return ca.substitute(value, self.field.u, self.laws) if self.field.u.numel() else value


def written(model: Model) -> Iterator[str]:
    """Names and expressions as they are written: equal texts give equal bits."""
    for entries in (model.parameters, model.coordinates, model.inputs, model.efforts, model.states):
        yield " ".join(entry.name for entry in entries)
    for use in survey(model).uses:
        if use.role not in ("value", "start", "speed", "guess"):
            yield f"{use.role} {use.name}: {printed(use.expression.root)}"
