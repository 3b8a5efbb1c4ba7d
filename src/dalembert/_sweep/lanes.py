"""Rows of a sweep in C, all of a block in one call.

What does not fit (tables, constraints that depend on one another, general DAEs) is run row by row; `lanes_of`
tells why. A lane that ends in trouble, whose energy does not balance, or whose contacts come to an instant
that C leaves undecided, is run again as an ordinary run, which finds out what is the matter and says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiled_models import bind
from dalembert._compile.compiler import Compiler, working_compiler
from dalembert._compile.consistent_starts import consistent_starts
from dalembert._compile.device_lanes import run_lanes_on_device
from dalembert._compile.ensemble import DONE, LARGEST, SMALLEST, LaneResults, Lanes, run_lanes
from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.tableaux import TABLEAUX
from dalembert._contact.hybrid_kernel import run_hybrid_lanes_on_device
from dalembert._contact.hybrid_lanes import run_hybrid_lanes
from dalembert._contact.lane_source import HybridLanes
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError, Source
from dalembert._expression.walk import names
from dalembert._lower.output_arguments import Turn, TurningArgument, output_arguments
from dalembert._lower.system import FRICTION
from dalembert._model.check import flaws_against_run
from dalembert._model.integrals import has_sums
from dalembert._model.records import DISSIPATED, Model, Term, settings_in
from dalembert._model.rules_bodies import is_positive
from dalembert._model.values import values_of
from dalembert._simulate.ledger import FLAGGED, LEAST
from dalembert._simulate.posed import refuse_flat
from dalembert._simulate.prepare import PreparedRun, prepare_run
from dalembert._simulate.start import consistent_start
from dalembert._simulate.trajectory import open_interval
from dalembert._sweep.axis_values import with_numbers
from dalembert._sweep.hybrid_rows import hybrid_lanes_of, sound_contacts
from dalembert._sweep.kept_model import name_of
from dalembert._sweep.one_run import integral_values, kept_times, times_of, with_periods
from dalembert._sweep.records import AT_TIMES, INTEGRALS, Array, Keep, KeptQuantity, Part, Target
from dalembert._sweep.row_values import RowValues, row_values

MOST_ARGUMENTS = 100  # that are looked at in every step
MANY = 256  # runs for which the integrator is compiled together with the model
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaneEngine:
    """A model that C runs lane by lane: its compiled form, its first row made ready, what is kept of it."""

    model: Model
    kept: tuple[KeptQuantity, ...]
    targets: tuple[Target, ...]
    ready: PreparedRun
    compiled: MechanicalSystem
    compiler: Compiler
    values: RowValues
    given: frozenset[str]  # coordinates, velocities and states whose starts are given
    interpreted: bool
    device: bool = False  # whether a GPU runs the lanes
    hybrid: HybridLanes | None = None  # where contacts or switches change the equations
    turns: tuple[Turn, ...] = ()  # of the arguments of functions whose extremes are kept, behind what is kept

    @property
    def method(self) -> str:
        """The method of all lanes."""
        return self.ready.method.name


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class LaneRows:
    """What lanes give: numbers by kept quantities, and which rows are good; the others are run one by one."""

    kept: tuple[Array, ...]  # (rows, width) each
    good: Bools
    stopped: Bools
    energy_error: Array
    reached: Array
    state: Array  # at the end


def lanes_of(
    model: Model,
    kept: tuple[KeptQuantity, ...],
    targets: tuple[Target, ...],
    typical: Sequence[Mapping[str, float]],
    runs: int,
    *,
    device: bool = False,
) -> LaneEngine | str:
    """The engine for a model, made ready with the values of a typical row, or why there is none."""
    compiler = working_compiler()
    if compiler is None:
        return "no C compiler was found that works"
    reason = _unfit_model(model, targets) or _unfit_kept(model, kept, targets)
    if reason:
        return reason
    turning = _turning_arguments(model, kept)
    if len(turning) > MOST_ARGUMENTS:
        return f"the largest values of functions with {len(turning)} arguments are kept"
    prepared = _first_run([with_numbers(model, targets, values) for values in typical], kept, turning)
    if prepared is None:
        return "the rows that were looked at allow no run"
    model_kept, kept, ready = prepared
    if ready.method.name not in TABLEAUX:
        return f"the method {ready.method.name} is not one of {', '.join(TABLEAUX)}"
    if not ready.method.fixed:
        return f"the steps of {ready.method.name} are not made in C"
    if has_sums(model_kept):
        return "the sums for integrals are checked along each motion"
    dynamics = ready.dynamics
    compiled = dynamics.compiled.in_closed_form
    if compiled is None:
        return "massless coordinates or unknown efforts are solved for"
    reason = _unfit_run(ready, dynamics, compiled)
    if reason:
        return reason
    hybrid = hybrid_lanes_of(ready, runs, device=device) if ready.hybrid is not None else None
    if isinstance(hybrid, str):
        return hybrid
    values = values_of(model_kept)
    return LaneEngine(
        model=model,
        kept=kept,
        targets=targets,
        ready=ready,
        compiled=compiled if hybrid is None else hybrid.compiled,
        compiler=compiler,
        values=row_values(model, targets, compiled.names),
        given=frozenset([*values.start, *(f"{name}'" for name in values.speed)]),
        interpreted=runs < MANY,
        device=device,
        hybrid=hybrid,
        turns=tuple(one.turn for one in turning),
    )


def _turning_arguments(model: Model, kept: Sequence[KeptQuantity]) -> tuple[TurningArgument, ...]:
    """The arguments of the functions in what is kept at its largest or smallest."""
    wanted = {name_of(i) for i, one in enumerate(kept) if one.kind in (Keep.largest, Keep.smallest)}
    outputs = tuple(one for one in model.outputs if one.name in wanted)
    return output_arguments(replace(model, outputs=outputs)) if outputs else ()


def _with_outputs(model: Model, turning: Sequence[TurningArgument]) -> Model:
    """The model with the arguments behind its outputs."""
    terms = (
        Term(name=f"{name_of(0)}_turning_{i}", expression=Expression(one.node, Source("")))
        for i, one in enumerate(turning)
    )
    return replace(model, outputs=(*model.outputs, *terms))


def _first_run(
    models: Sequence[Model], kept: tuple[KeptQuantity, ...], turning: Sequence[TurningArgument]
) -> tuple[Model, tuple[KeptQuantity, ...], PreparedRun] | None:
    """The first of some models that can be run, what is kept of it, and its run with arguments to look at."""
    for model in models:
        try:
            if not flaws_against_run(model):
                return model, with_periods(model, kept), prepare_run(_with_outputs(model, turning))
        except ModelError:
            continue
    return None


def _unfit_run(ready: PreparedRun, dynamics: Dynamics, compiled: MechanicalSystem) -> str:
    """Why the rows of a run cannot be lanes; empty where they can be."""
    problem = ready.problem
    if problem.time_step is not None:
        return "contacts are followed in steps of time"
    if problem.history is not None or dynamics.tables:
        return "values are delayed, or come from tables"
    if compiled.switches is not None or problem.breaks or any(problem.bent):
        return "the model is not smooth in time"
    if ready.start.redundant or not compiled.is_saddle_point:
        return "constraints or forces depend on one another"
    return "" if ready.hybrid is not None or problem.dynamics is dynamics else "constraints are softened"


def _unfit_model(model: Model, targets: Sequence[Target]) -> str:
    """Why the rows of a model cannot be lanes, by what it is written with; empty where they may be."""
    if model.tables or model.impulses or model.sampled or any(event.sets for event in model.events):
        return "tables, impulses, samples or events change the motion at instants"
    if model.positive:
        return "elements need positive values, which are looked at row by row"
    varied = {target.name for target in targets if target.part is Part.parameter}
    if varied and any(isinstance(value, Expression) for _, value in settings_in(model.simulate)):
        return "settings of the run depend on parameters"
    if model.simulate.dt is not None:
        return "the steps have a fixed size"
    return ""


def _unfit_kept(model: Model, kept: Sequence[KeptQuantity], targets: Sequence[Target]) -> str:
    """Why what is kept of rows cannot be kept of lanes; empty where it can be."""
    if any(one.kind is Keep.section for one in kept):
        return "values are kept at every occurrence of an event"
    if any(one.kind is Keep.lyapunov for one in kept):
        return "a disturbance of each motion is followed"
    formulas = {p.name: p.value.expression.root for p in model.parameters if p.value is not None}
    used = {name for one in kept if one.period is not None for name, _ in names(one.period.root)}
    seen: set[str] = set()
    while used - seen:  # and the parameters that those are made of
        name = min(used - seen)
        seen.add(name)
        used |= {other for other, _ in names(formulas[name])} if name in formulas else set()
    if used & {target.name for target in targets}:
        return "values are kept at times that differ from row to row"
    return ""


def run_rows(engine: LaneEngine, columns: Mapping[str, Array], rtol: float | None = None) -> LaneRows:
    """The rows with some values; `rtol` is the tolerance of a step, that of the settings if none is given."""
    settings, problem, compiled = engine.ready.settings, engine.ready.problem, engine.compiled
    tolerance = settings.rtol if rtol is None else rtol
    p, start, fits = _lane_values(engine, columns)
    count = len(p)
    if not fits.any():
        none = np.full(count, np.nan)
        return LaneRows(
            kept=tuple(np.full((count, one.width), np.nan) for one in engine.kept),
            good=np.zeros(count, dtype=bool),
            stopped=np.zeros(count, dtype=bool),
            energy_error=none,
            reached=none,
            state=np.full((count, compiled.layout.tested), np.nan),
        )
    low, high = open_interval(settings.t_start, settings.t_end)
    outputs = [
        i for i, one in enumerate(engine.kept) if one.expression is not None and one.kind not in INTEGRALS
    ]
    wanted = {Keep.largest: LARGEST, Keep.smallest: SMALLEST}
    lanes = Lanes(
        p=p[fits],
        start=start[fits],
        t_start=settings.t_start,
        t_end=settings.t_end,
        low=low,
        high=high,
        times=kept_times(engine.kept, settings.t_start, settings.t_end),
        rtol=tolerance,
        atol=(settings.atol or 0.0) * tolerance / settings.rtol,
        dt_most=problem.dt_most,
        extreme=np.array(
            [*(wanted.get(engine.kept[i].kind, 0) for i in outputs), *engine.turns, 0, 0], dtype=np.int32
        ),
        directions=problem.directions,
        stops=problem.stops,
        wary=engine.ready.method.stiffly is not None,
        struck=engine.hybrid.struck if engine.hybrid is not None else 0,
    )
    made = _run(engine, lanes)
    column = {number: i for i, number in enumerate(outputs)}
    numbers = [_numbers(engine, lanes, made, i, column.get(i, 0)) for i in range(len(engine.kept))]
    error = _energy_error(engine, made)
    finite = np.isfinite(made.size)
    for one, values in zip(engine.kept, numbers, strict=True):
        finite &= _is_sound(one, values, made, lanes)
    good = made.good & finite & (error <= FLAGGED * max(tolerance, LEAST))
    return LaneRows(
        kept=tuple(_spread(values, fits, np.nan) for values in numbers),
        good=_spread(good, fits, False),
        stopped=_spread(made.status != DONE, fits, False),
        energy_error=_spread(error, fits, np.nan),
        reached=_spread(made.reached, fits, np.nan),
        state=_spread(made.state[:, : compiled.layout.tested], fits, np.nan),
    )


def _run(engine: LaneEngine, lanes: Lanes) -> LaneResults:
    """The lanes by the GPU, or by this processor."""
    if engine.device and engine.hybrid is not None:
        return run_hybrid_lanes_on_device(engine.hybrid, engine.method, lanes)
    if engine.device:
        return run_lanes_on_device(engine.compiled, engine.method, lanes)
    if engine.hybrid is not None:
        return run_hybrid_lanes(engine.hybrid, engine.method, engine.compiler, lanes)
    return run_lanes(engine.compiled, engine.method, engine.compiler, lanes, interpreted=engine.interpreted)


def _spread(values: NDArray[Any], fits: Bools, missing: float | bool) -> NDArray[Any]:
    """Values of the rows that are lanes among all rows."""
    made = np.full((len(fits), *values.shape[1:]), missing, dtype=values.dtype)
    made[fits] = values
    return made


def _lane_values(engine: LaneEngine, columns: Mapping[str, Array]) -> tuple[Array, Array, Bools]:
    """Parameters and starts of rows, and which of them are lanes: finite, and zero where the model is."""
    p, start = engine.values.of(columns)
    base = engine.values.p
    fits = np.isfinite(p).all(axis=1) & np.isfinite(start).all(axis=1)
    fits &= ((p == 0) == (base == 0)).all(axis=1)
    fits &= _sound_bodies(engine.model, engine.values, p)
    if engine.hybrid is not None:
        fits &= sound_contacts(engine.model, engine.values, p)
    layout = engine.compiled.layout
    whole = np.zeros((len(p), layout.size))
    whole[:, : layout.tested] = start
    if layout.constraints and fits.any():
        whole[fits], is_found = _consistent_starts(engine, p[fits], whole[fits])
        for i in np.flatnonzero(fits)[~is_found]:
            alone = _constrained_start(engine, {name: float(column[i]) for name, column in columns.items()})
            fits[i] = alone is not None
            whole[i] = 0.0 if alone is None else alone
    return p, whole, fits


def _sound_bodies(model: Model, values: RowValues, p: Array) -> Bools:
    """Which rows have masses, moments and sizes of bodies in their ranges; single runs refuse the others."""
    sound = np.ones(len(p), dtype=bool)
    for term in model.quantities:
        least = is_positive(term.name)
        numbers = values.formula_of_parameters(term.expression.root, p) if least is not None else None
        if numbers is not None:
            sound &= numbers > 0 if least else numbers >= 0
    return sound


def _consistent_starts(engine: LaneEngine, p: Array, start: Array) -> tuple[Array, Bools]:
    """Starts on the constraints, and which of them were found at once."""
    began = engine.ready.settings.t_start
    return consistent_starts(engine.compiled, engine.compiler, p, start, engine.given, began)


def _constrained_start(engine: LaneEngine, numbers: Mapping[str, float]) -> Array | None:
    """A start on the constraints; None where an ordinary run has to look at it."""
    model, began = with_numbers(engine.model, engine.targets, numbers), engine.ready.settings.t_start
    values = values_of(model)
    dynamics = bind(engine.compiled, values)
    try:
        start = consistent_start(dynamics, values, began, began)
        refuse_flat(model, dynamics, began, start.y, start.redundant)
    except ModelError:
        return None
    return None if start.redundant else start.y


def _numbers(engine: LaneEngine, lanes: Lanes, made: LaneResults, number: int, column: int) -> Array:
    """What is kept as one quantity: (rows, width)."""
    one, model = engine.kept[number], engine.model
    if one.kind is Keep.end:
        return made.end[:, column : column + 1]
    if one.kind in (Keep.largest, Keep.smallest):
        extremes = made.most if one.kind is Keep.largest else made.least
        return extremes[:, column : column + 1]
    if one.kind in INTEGRALS:
        total = made.state[:, engine.compiled.names.index(name_of(number))]
        spans = made.reached - lanes.t_start
        return integral_values(one.kind, total, spans)[:, np.newaxis]
    if one.kind in AT_TIMES:
        times = times_of(one, lanes.t_start, lanes.t_end)
        if not len(lanes.times):
            return np.full((len(lanes.p), len(times)), np.nan)
        index = np.clip(np.searchsorted(lanes.times, times), 0, len(lanes.times) - 1)
        values: Array = np.where(lanes.times[index] == times, made.rows[:, index, column], np.nan)
        return values
    every = [*(event.name for event in model.events), *(contact.name for contact in model.contacts)]
    event = every.index(one.event)
    if one.kind is Keep.occurrences:
        return made.count[:, event : event + 1].astype(np.float64)
    return (made.first[:, event] if one.kind is Keep.first else made.at_first[:, event, column])[
        :, np.newaxis
    ]


def _is_sound(one: KeptQuantity, values: Array, made: LaneResults, lanes: Lanes) -> Bools:
    """Which rows have finite numbers wherever there must be one."""
    finite = np.isfinite(values)
    if one.kind in AT_TIMES:
        finite |= np.isnan(times_of(one, lanes.t_start, lanes.t_end))  # a strobe before the start
        stopped = made.status != DONE  # and has no values after that
        return np.asarray(finite.all(axis=1) | stopped)
    if one.kind in (Keep.first, Keep.event):
        return np.ones(len(values), dtype=bool)
    return np.asarray(finite.all(axis=1))


def _energy_error(engine: LaneEngine, made: LaneResults) -> Array:
    """What the energy account leaves unexplained at the end, against the sizes of energies and works."""
    layout = engine.compiled.layout
    works = made.state[:, layout.tested :]
    signs = np.array([-1.0 if name in (DISSIPATED, FRICTION) else 1.0 for name in layout.works])
    remainder = made.end[:, -2] - made.begin[:, -2] - works @ signs + made.lost
    scale = np.maximum(np.maximum(made.size, np.abs(made.lost)), np.max(np.abs(works), axis=1, initial=0.0))
    with np.errstate(all="ignore"):
        error: Array = np.where(scale > 0, np.abs(remainder) / scale, 0.0)
    return error
