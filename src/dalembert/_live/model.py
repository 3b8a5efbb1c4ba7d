"""A model as data for the integrators in a page, with what its picture and plots are made of.

All numbers are in SI units, as everywhere; the page shows them in the units of its controls and plots. What
follows from parameters (other parameters, starts) is computed in the page too, from tapes.
"""

from __future__ import annotations

import base64
import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil
from typing import Any

import casadi as ca

from dalembert._compile.bytecode import Bytecode
from dalembert._compile.page_code import page_module
from dalembert._compile.page_tapes import packed_tape
from dalembert._compile.rank_revealing import HEALTHY
from dalembert._compile.table_polynomials import Curve, PiecewisePolynomial
from dalembert._compile.tableaux import TABLEAUX
from dalembert._contact.tolerances import LOOSE_STEPS
from dalembert._export.programs.parameters import computed_parameters
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError
from dalembert._live.bounds import value_bounds
from dalembert._live.controls import end_control, parameter_controls, start_controls
from dalembert._live.equations import PageEquations, Pattern, page_equations
from dalembert._live.observations import Quantities
from dalembert._live.obstacles import obstacles, obstacles_of_run
from dalembert._live.page_events import PageEvents, page_events
from dalembert._live.page_jumps import page_jumps
from dalembert._live.time_switches import page_switches
from dalembert._lower.expression_function import expression_function
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model
from dalembert._model.table_ends import with_table_ends
from dalembert._model.values import start_formulas, values_of
from dalembert._present.animation import picture as shown_records
from dalembert._present.animation.live_columns import Affine, LiveColumns, live_columns
from dalembert._present.animation.live_page import Control, LiveModel
from dalembert._present.animation.making import drawn_of
from dalembert._present.animation.picture import Picture, Signal
from dalembert._simulate.motion import Motion
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._words.message import Message, say

METHOD = "rk853"
LONGEST, MOST_DRAWN = (
    12_000,
    250,
)  # instructions of a model, expressions of its drawing: more makes a large page
MOST_FRAMES = 1200


def live_model(motion: Motion, picture: Picture) -> LiveModel | Message:
    """The model of a motion for a page, or why it does not run there."""
    model = with_table_ends(motion.model)
    for reason in obstacles(model):
        return reason
    try:
        run = prepare_run(model)
        for reason in obstacles_of_run(motion, run):
            return reason
        equations = page_equations(run)
        if isinstance(equations, Message):
            return equations
        return _Page(model, motion, picture, run, equations).live_model()
    except ModelError as error:
        return say("live_refused", reason=error.flaws[0].message)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Columns:
    """Everything shown at a state as one tape, and the indices of what the parts of the picture use."""

    tape: Bytecode
    places: dict[str, Any]


class _Page:
    """The parts of a page while it is put together."""

    def __init__(
        self, model: Model, motion: Motion, picture: Picture, run: PreparedRun, equations: PageEquations
    ) -> None:
        self._model, self._motion, self._picture = model, motion, picture
        self._run, self._own = run, equations
        self._switches = page_switches(run, equations.quantities)
        self._jumps = page_jumps(model, run, equations.quantities)
        located = "events" in equations.tapes
        self._events = page_events(model, run, equations.quantities) if located else PageEvents()
        self._bounds = value_bounds(self._model)

    def live_model(self) -> LiveModel | Message:
        """The page, or why there is none."""
        length = sum(len(tape.arrays["left"]) for tape in self._own.tapes.values())
        drawn = drawn_of(self._motion)
        if length > LONGEST or len(drawn.asked) > MOST_DRAWN:
            return say("live_long", count=length)
        drawing = live_columns(self._picture, drawn)
        if drawing.lost:
            return say("live_drawing", kinds=tuple(drawing.lost))
        shown = self._columns(drawing, self._own.quantities)
        program = {**shown.places}
        fixed = computed_parameters(self._model, self._own.quantities.p[: len(self._model.parameters)])
        tapes = self._tapes(fixed) | self._observed_in_modes(drawing, shown)
        controls = self._controls(set(fixed))
        program |= self._settings() | {
            "length": self._longest_mode or length,
            "controls": [_control(one) for one in controls],
            **_code(tapes),
        }
        return LiveModel(
            controls=controls,
            program=program,
            works=self._run.problem.dynamics.layout.works,
            impacts=bool(self._model.contacts),
            sets=any(event.sets for event in self._model.events),
            impulses=bool(self._model.impulses),
        )

    @property
    def _longest_mode(self) -> int:
        """Instructions of the longest mode, where there are modes."""
        modes = self._own.modes
        return max((one.code.length for one in modes.code.modes), default=0) if modes is not None else 0

    @property
    def _frames(self) -> int:
        """Rows of a run to its end: as dense as the recorded ones, whose run an event may have ended."""
        times, settings = self._picture.times, self._run.settings
        shown, whole = float(times[-1] - times[0]), settings.t_end - settings.t_start
        if not shown < whole or shown <= 0:
            return len(times)
        return min(max(MOST_FRAMES, len(times)), 1 + ceil((len(times) - 1) * whole / shown))

    def _columns(self, drawing: LiveColumns, quantities: Quantities) -> _Columns:
        """What is shown at a state: the drawing, the plots, the signals of a block diagram, the energies."""
        made: list[Scalar] = []
        shown = self._values(drawing.expressions, quantities)
        observed = dict(quantities.observed)
        observed["T + V"] = observed["T"] + observed["V"]

        def add(column: Scalar) -> int:
            made.append(column)
            return len(made) - 1

        def place(column: Affine) -> int:
            terms = (a * shown[i] + b * ca.fabs(shown[i]) for i, a, b in column.terms)
            return add(sum(terms, ca.SX(column.constant)))

        diagram = self._picture.diagram
        signals = diagram.signals if diagram is not None else ()

        def column_of(one: shown_records.Curve | Signal) -> int:
            block, i = one.source
            return add(one.unit.column(ca.SX(observed[block])[i]))

        places = {
            "points": [[place(one) for one in at] for at in drawing.points],
            "shapes": [{name: place(one) for name, one in shape.items()} for shape in drawing.shapes],
            "panels": [place(one) for one in drawing.panels],
            "plots": [[column_of(one) for one in plot.curves] for plot in self._picture.histories],
            "signals": [column_of(one) for one in signals],
            "energies": [add(observed[name]) for name in ("T", "V", "energy")],
        }
        return _Columns(tape=quantities.bytecode("observed", ca.vertcat(*made)), places=places)

    def _observed_in_modes(self, drawing: LiveColumns, free: _Columns) -> dict[str, Bytecode]:
        """What is shown in each mode, where it is another function than in free motion."""
        tapes = {"observed": free.tape}
        modes = self._own.modes
        for k, mode in enumerate(modes.code.modes if modes is not None else ()):
            if k and modes is not None:
                tape = self._columns(drawing, modes.quantities(mode)).tape
                tapes |= {} if tape.equals(free.tape) else {f"observed{k}": tape}
        return tapes

    def _values(self, expressions: Iterable[Expression], quantities: Quantities) -> list[Scalar]:
        """Expressions as functions of the state, with inputs replaced by their laws."""
        function = expression_function(self._model, (one.root for one in expressions))
        blocks = (quantities.observed[name] for name in ("q", "qd", "s", "e"))
        p = ca.vertcat(ca.SX(0, 1), *(quantities.p[i] for i in range(len(self._model.parameters))))
        column = function(quantities.t, *blocks, p, quantities.u)
        return [column[i] for i in range(column.numel())]

    def _tapes(self, fixed: dict[int, Scalar]) -> dict[str, Bytecode]:
        equations, seen = self._own, self._own.quantities
        p = ca.vertcat(ca.SX(0, 1), *(fixed.get(i, seen.p[i]) for i in range(seen.p.numel())))
        made = dict(equations.tapes)
        made["parameters"] = seen.bytecode("parameters", p)
        made["starts"] = seen.bytecode("starts", self._starts(self._model))
        if self._bounds:
            values = self._values((one.expression for one in self._bounds), seen)
            made["bounds"] = seen.bytecode("bounds", ca.vertcat(*values))
        if self._switches.tape is not None:
            made["switches"] = self._switches.tape
        made |= self._jumps.tapes
        made |= self._events.tapes
        for k, stage in enumerate(equations.stages):
            made[f"stage{k}"] = seen.bytecode("stage", ca.vertcat(stage.residual, stage.slopes))
        return made

    def _starts(self, model: Model) -> Scalar:
        """The initial value of each entry of the state: its start or speed, else its guess, else 0."""
        given = start_formulas(model)
        names = self._run.problem.dynamics.compiled.names
        values = [given.get(name) for name in names]
        given_ = (Expression(root) for root in values if root is not None)
        known = iter(self._values(given_, self._own.quantities))
        entries = [next(known) if value is not None else ca.SX(0) for value in values]
        return ca.vertcat(ca.SX(0, 1), *entries)

    def _controls(self, fixed: set[int]) -> tuple[Control, ...]:
        names = self._run.problem.dynamics.compiled.names
        return (
            *parameter_controls(self._model, fixed),
            *start_controls(self._model, names, self._run.start),
            end_control(self._run.settings.t_start, self._run.settings.t_end),
        )

    def _settings(self) -> dict[str, Any]:
        equations, run, problem = self._own, self._run, self._run.problem
        layout, settings, order = problem.dynamics.layout, run.settings, TABLEAUX[METHOD].order
        values = values_of(self._model)
        given = {*values.start, *(f"{name}'" for name in values.speed), *run.start.assumed}
        names, places = problem.dynamics.compiled.names, problem.dynamics.compiled.tables
        return {
            "n": layout.n,
            "split": layout.split,
            "tested": layout.tested,
            "size": layout.size,
            "constrained": int(layout.constraints > 0),
            "inputs": problem.dynamics.compiled.inputs,
            "peaks": list(problem.dynamics.compiled.peaks) if "peaks" in equations.tapes else [],
            "kinds": layout.kind_of_each().tolist(),
            "tables": [_table(*pair) for pair in zip(places, problem.dynamics.tables, strict=True)],
            "works": list(layout.works),
            "p": [*values.vector(0.0), *(equations.modes.code.values if equations.modes is not None else ())],
            "names": list(names),
            "stages": [
                {
                    "count": stage.residual.numel(),
                    "members": list(stage.members),
                    "solved": [i for i in stage.members if names[i] not in given],
                    **_pattern(stage.pattern),
                }
                for stage in equations.stages
            ],
            "unknowns": None
            if equations.unknowns is None
            else {"linear": equations.linear, "first": list(equations.first), **_pattern(equations.unknowns)},
            "invariants": None
            if equations.invariants is None
            else {"count": layout.constraints, **_pattern(equations.invariants)},
            "switches": [int(counts) for counts in self._switches.counts],
            "jumps": self._jumps.data,
            "hybrid": None if equations.modes is None else equations.modes.data(problem),
            "events": self._events.data,
            "bounds": [one.data() for one in self._bounds],
            "tStart": settings.t_start,
            "tEnd": settings.t_end,
            "frames": self._frames,
            "rtol": settings.rtol,
            "atol": settings.atol or 0.0,
            "longest": problem.dt_most or 0.0,
            "healthy": HEALTHY,
            "loose": min(4**order / 30, LOOSE_STEPS) if equations.modes is not None else 4**order / 30,
            "ratio": 2**order,
            "contraction": 0.5**order,
        }


def _pattern(pattern: Pattern) -> dict[str, list[int]]:
    return {"rows": list(pattern.rows), "columns": list(pattern.columns)}


def _table(index: int, curve: Curve) -> dict[str, Any]:
    """Samples of an input."""
    if not isinstance(curve, PiecewisePolynomial):
        raise TypeError(curve)
    width, numbers = curve.c.shape[1], curve.c.ravel().tolist()
    return {"place": index, "width": width, "times": curve.t.tolist(), "coefficients": numbers}


def _control(control: Control) -> dict[str, Any]:
    return {
        "kind": control.kind,
        "place": control.place,
        "name": control.name,
        "factor": control.unit.factor,
        "zero": control.unit.zero,
        "value": control.value,
        "low": control.low,
        "high": control.high,
    }


def _code(tapes: dict[str, Bytecode]) -> dict[str, Any]:
    """The module and all tapes, one after the other, as compressed text; and how long each of them is."""
    parts = {"": page_module(), **{name: packed_tape(tape) for name, tape in tapes.items()}}
    whole = base64.b64encode(gzip.compress(b"".join(parts.values()), mtime=0)).decode("ascii")
    return {"code": whole, "lengths": [[name, len(part)] for name, part in parts.items()]}
