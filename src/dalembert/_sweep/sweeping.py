"""A sweep from its plan to its rows: the table of contents of this room."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model
from dalembert._model.write_back import written_text
from dalembert._sweep.axes import axis_or_variables, list_axis, zip_axes
from dalembert._sweep.blocks import PreparedSweep, join_blocks, prepare, prepare_model
from dalembert._sweep.cases_table import table_axis
from dalembert._sweep.checks import Disagreement
from dalembert._sweep.engines import Place, choose_place, engine_of, place_for, refuse_for_gpu
from dalembert._sweep.keep import RESERVED, default_keep
from dalembert._sweep.named_values import target_of, unit_of_target
from dalembert._sweep.records import Axis, BlockResult, Plan, Variable, refusal
from dalembert._sweep.samples import DESIGNS, METHODS, checked_sample, read_correlation
from dalembert._sweep.sensitivity_indices import refuse_without_salib
from dalembert._sweep.store import (
    create,
    is_whole,
    land,
    landed_blocks,
    lock_store,
    plan_in,
    refuse_other_plan,
)

SUFFIX, SAMPLE = ".zarr", "sample"
MOST_RUNS = 100_000_000
MOST_NUMBERS = 1 << 22  # kept in a block
BLOCKS, PLAIN_BLOCKS, GPU_BLOCKS = (8, 256), (2048, 16384), (1 << 17, 1 << 18)  # smallest and largest
PARTS = 32  # blocks of a sweep, where they are neither too small nor too large


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The request for a sweep, as it was written."""

    over: Sequence[str] = ()
    axes: Sequence[Axis] = ()  # given as numbers
    table: Path | None = None
    sample: str = ""
    correlate: Sequence[str] = ()
    keep: str = ""
    plain: bool = False
    gpu: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far a sweep is: rows that are there, of how many, and the seconds that are left."""

    done: int
    runs: int
    left: float | None


Told = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a sweep ended: what disagreed, by blocks, and blocks that were damaged and are run again."""

    faults: Mapping[int, str] = field(default_factory=dict)
    damaged: tuple[int, ...] = ()


def request_of(model: Model, over: Any, keep: str | Sequence[str], *, plain: bool) -> Request:
    """A request from Python: `over` is a mapping by names, a list of texts, or the path of a table."""
    texts, axes, correlations, sample = list[str](), list[Axis](), list[str](), ""
    if isinstance(over, str | Path):
        given: list[tuple[str, Any]] = [("", str(over))]
    elif isinstance(over, Mapping):
        given = list(over.items())
    else:
        given = [
            (name, values) if equals else ("", name)
            for name, equals, values in (t.partition("=") for t in over)
        ]
    table = None
    for name, value in given:
        if not name and value.lower().endswith(".csv"):
            table = Path(value)
        elif name == SAMPLE or (not name and value.partition(":")[0] in METHODS):
            sample = str(value)
        elif "," in name and " with " not in str(value):
            correlations.append(f"{name}={value}")
        elif isinstance(value, str):
            texts.append(f"{name}={value}" if name else value)
        else:
            axes.append(array_axes(model, {name: value}))
    if sample and any(one.name == SAMPLE for one in model.parameters):
        raise refusal(
            "over", f"`{SAMPLE}` is a parameter of the model, too", 'give a list: ["m=1:2:3", "sobol:64"]'
        )
    return Request(
        over=texts,
        axes=axes,
        table=table,
        sample=sample,
        correlate=correlations,
        keep=keep if isinstance(keep, str) else ", ".join(keep),
        plain=plain,
    )


def array_axes(model: Model, given: Mapping[str, Any]) -> Axis:
    """Zipped axes of arrays of numbers in the units of their entries."""
    axes = []
    for name, values in given.items():
        where = f"over {name}"
        target = target_of(model, name, where)
        try:
            numbers = np.asarray(values, dtype=np.float64).ravel()
        except (TypeError, ValueError):
            raise refusal(
                where, f"the values of `{name}` are no numbers", "give an array, or a text"
            ) from None
        if not len(numbers):
            raise refusal(where, f"the axis of `{name}` is empty", "give one value at least")
        if not np.isfinite(numbers).all():
            raise refusal(where, f"a value of `{name}` is not finite", "give finite numbers")
        unit = unit_of_target(target)
        si = numbers if unit.coherent else numbers * unit.factor + unit.zero
        axes.append(list_axis(name, si.tolist()))
    if not axes:
        raise refusal("over", "nothing is varied", "give an array for each name")
    return zip_axes(axes, "over")


def plan_at(model: Model, request: Request, place: Place) -> tuple[PreparedSweep, Place, dict[str, str]]:
    """The plan of a sweep at a place; where that was to be chosen, which one it is and why."""
    if place.kind == "gpu":
        return make_plan(model, replace(request, gpu=True)), place, {}
    made = make_plan(model, request)
    where, why = choose_place(place, made)
    return (make_plan(model, replace(request, gpu=True)) if where.kind == "gpu" else made), where, why


@one_at_a_time
def make_plan(model: Model, request: Request) -> PreparedSweep:
    """The plan of a sweep, made ready. Raises all that stands against it, before anything is run."""
    axes, variables = list(request.axes), list[Variable]()
    for text in request.over:
        varied = axis_or_variables(model, text)
        if isinstance(varied, Axis):
            axes.append(varied)
        else:
            variables += varied
    if request.table is not None:
        axes.append(table_axis(model, request.table))
    correlations = tuple(read_correlation(text) for text in request.correlate)
    sample = checked_sample(request.sample, tuple(variables), correlations)
    if sample is not None and sample.method in DESIGNS:
        refuse_without_salib()
    keep = " ".join(request.keep.split()) or default_keep(model)
    plan = Plan(
        model=written_text(model, alone=True),
        axes=tuple(axes),
        sample=sample,
        keep=keep,
        plain=request.plain,
        seed=sample.seed if sample is not None else 0,
        block=1,
        gpu=request.gpu,
    )
    _refuse_names(plan)
    if plan.runs > MOST_RUNS:
        message = f"{plan.runs:.3g} runs are more than a sweep may have"
        raise refusal("--over", message, f"make the axes shorter: {MOST_RUNS:.0e} runs at most")
    ready = prepare_model(plan, model)
    if plan.gpu:
        refuse_for_gpu(ready)
    clash = set(plan.names) & {one.name for one in ready.kept}
    if clash:
        name = min(clash)
        raise refusal("--keep", f"`{name}` is varied, and the name of what is kept", f"write {name}_kept = …")
    sized = replace(plan, block=_block(plan, ready))
    return replace(ready, plan=sized)


def _refuse_names(plan: Plan) -> None:
    names = plan.names
    if not names:
        raise refusal("--over", "nothing is varied", "add --over NAME=FROM:TO:N, or --table cases.csv")
    for name in names:
        if names.count(name) > 1:
            raise refusal("--over", f"`{name}` is varied twice", "give each name one axis")
        if name in RESERVED:
            raise refusal(
                "--over", f"`{name}` is the name of an array of every store", "rename it in the model"
            )


def _block(plan: Plan, ready: PreparedSweep) -> int:
    """Rows of a block: enough of them to be worth a file, and few enough to be lost."""
    in_lanes = plan.plain and not isinstance(ready.lanes, str)
    smallest, largest = GPU_BLOCKS if plan.gpu else PLAIN_BLOCKS if in_lanes else BLOCKS
    width = sum(one.width for one in ready.kept)
    most = min(largest, max(1, MOST_NUMBERS // max(width, 1)))
    return max(1, min(max(smallest, -(-plan.runs // PARTS)), most, plan.runs))


def in_memory(sweep: PreparedSweep, place: Place, report: Told | None = None) -> BlockResult:
    """All rows of a sweep. Raises what disagreed in the letter of a store."""
    results: dict[int, BlockResult] = {}
    count = _Count(sweep.plan, 0, report)
    for block, outcome in engine_of(place)(sweep, range(sweep.plan.blocks)):
        if isinstance(outcome, Disagreement):
            raise refusal(
                "", str(outcome), "simulate this row by itself, with another --method", "disagreement"
            )
        results[block] = outcome
        count.add(block)
    return join_blocks([results[block] for block in sorted(results)])


def begin_store(sweep: PreparedSweep, path: Path, version: str) -> None:
    """Make the store of a sweep, or see that the one that is there is its own."""
    if path.suffix != SUFFIX:
        raise refusal("--out", f"{path} is no name of a store", f"write {path.stem or 'sweep'}{SUFFIX}")
    if path.exists():
        refuse_other_plan(path, sweep.plan)
    else:
        create(path, sweep, version)


def fill_store(path: Path, place: Place, report: Told | None = None) -> Ending:
    """Run what is missing in a store; each block lands when it has been run."""
    plan = plan_in(path)
    run = engine_of(place_for(plan, place))
    sweep = prepare(plan)
    with lock_store(path):
        there = landed_blocks(path, sweep.plan)
        damaged = tuple(block for block in there if not is_whole(path, sweep, block))
        for block in damaged:
            (path / "status" / str(block)).unlink()
        done = set(there) - set(damaged)
        missing = [block for block in range(sweep.plan.blocks) if block not in done]
        count = _Count(sweep.plan, sum(len(sweep.plan.rows_of(block)) for block in done), report)
        faults: dict[int, str] = {}
        for block, outcome in run(sweep, missing):
            if isinstance(outcome, Disagreement):
                faults[block] = str(outcome)
                continue
            land(path, sweep, block, outcome)
            count.add(block)
    return Ending(faults=faults, damaged=damaged)


def refuse_faults(ending: Ending) -> None:
    """Raise what disagreed in a sweep, after everything else was run."""
    if ending.faults:
        first = min(ending.faults)
        message = f"block {first} did not land: {ending.faults[first]}"
        hint = "simulate this row by itself, with another --method; all other blocks are there"
        raise refusal("", message, hint, "disagreement")


class _Count:
    """Tells how far a sweep is, and how long it will take at the pace it has."""

    def __init__(self, plan: Plan, done: int, report: Told | None) -> None:
        self._plan, self._done, self._told = plan, done, report
        self._began, self._first = perf_counter(), done

    def add(self, block: int) -> None:
        """Count a finished block and report the progress."""
        self._done += len(self._plan.rows_of(block))
        if self._told is None:
            return
        pace = (perf_counter() - self._began) / max(self._done - self._first, 1)
        left = pace * (self._plan.runs - self._done)
        self._told(Progress(done=self._done, runs=self._plan.runs, left=left))
