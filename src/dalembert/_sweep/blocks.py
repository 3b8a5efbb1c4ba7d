"""A block of rows: the one thing that every engine runs, here, in another process or on another machine.

`prepare` makes a plan ready once in a process, `run_rows_of` gives the rows of a block. Neither depends on
what was run before, so that a block gives the same numbers wherever and however often it is run.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter

import numpy as np

from dalembert._expression.computing import one_at_a_time
from dalembert._expression.expression import Expression
from dalembert._model.build import build
from dalembert._model.records import Model, settings_in
from dalembert._simulate.lyapunov import without_exponent
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.settings import settings_of
from dalembert._sweep.axis_values import columns_of, with_numbers
from dalembert._sweep.checks import RowNumbers, Subject, check_rows, checked_rows
from dalembert._sweep.keep import read_keep
from dalembert._sweep.kept_model import kept_model, units_of_kept
from dalembert._sweep.lanes import LaneEngine, lanes_of, run_rows
from dalembert._sweep.named_values import target_of
from dalembert._sweep.one_run import Row, run_row, with_periods
from dalembert._sweep.records import (
    SERIES,
    Array,
    BlockResult,
    Keep,
    KeptQuantity,
    Plan,
    Status,
    Target,
    refusal,
)
from dalembert._text.toml import read_toml

LONGEST = 200  # characters of a message in a store
LOOKED = 16  # rows among which a typical one is looked for


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PreparedSweep:
    """A plan made ready: the model, what is kept of its runs and in which units, what is varied."""

    plan: Plan
    model: Model  # with what is kept as its outputs
    kept: tuple[KeptQuantity, ...]
    units: tuple[str, ...]
    targets: tuple[Target, ...]
    lanes: LaneEngine | str  # or why rows are run one by one


@lru_cache(maxsize=2)
@one_at_a_time
def prepare(plan: Plan) -> PreparedSweep:
    """A prepared plan. Raises everything that prevents it."""
    model, flaws = build(read_toml(plan.model, "model.toml", None))
    errors = tuple(flaw for flaw in flaws if flaw.severity == "error")
    if errors:
        message = "the model of this store cannot be read by this version of dalembert"
        raise refusal("", f"{message}: {errors[0].message}", "use the version that wrote it")
    return prepare_model(plan, model)


@one_at_a_time
def prepare_model(plan: Plan, model: Model) -> PreparedSweep:
    """A prepared plan of a model that was read already."""
    kept = read_keep(model, plan.keep)
    made = kept_model(model, kept)
    _refuse_times(made, kept)
    targets = tuple(target_of(model, name, "--over") for name in plan.names)
    typical = _typical_rows(plan)
    _refuse_kept(with_numbers(made, targets, typical[0]), kept)
    return PreparedSweep(
        plan=plan,
        model=made,
        kept=kept,
        units=units_of_kept(made, kept),
        targets=targets,
        lanes=lanes_of(made, kept, targets, typical, plan.runs, device=plan.gpu),
    )


def _typical_rows(plan: Plan) -> list[dict[str, float]]:
    """The values of some rows, those with few zeros first: a zero may change the structure of a model."""
    draw = random.Random(plan.seed)
    places = dict.fromkeys([0, *(draw.randrange(plan.runs) for _ in range(LOOKED))])
    rows = [
        {name: float(column[0]) for name, column in columns_of(plan, range(row, row + 1)).items()}
        for row in places
    ]
    return sorted(rows, key=lambda row: list(row.values()).count(0.0))


def _refuse_times(model: Model, kept: tuple[KeptQuantity, ...]) -> None:
    """Raise a time at which something is kept and no run is; where lengths differ, a row has no value."""
    if any(isinstance(value, Expression) for _, value in settings_in(model.simulate)):
        return
    settings = settings_of(model)
    for one in kept:
        if one.kind is Keep.time and not settings.t_start <= one.t <= settings.t_end:
            message = f"`{one.text}`: runs go from t = {settings.t_start:g} to {settings.t_end:g} s"
            raise refusal("--keep", message, "keep it at a time inside, or make the run longer with --t-end")


def _refuse_kept(model: Model, kept: tuple[KeptQuantity, ...]) -> None:
    """Raise what cannot be kept of the first row: a strobe without a period, an exponent of jumps."""
    with_periods(model, kept)
    if not any(one.kind is Keep.lyapunov for one in kept):
        return
    reason = without_exponent(prepare_run(model))
    if reason:
        message = f"a Lyapunov exponent is that of smooth motions, and here {reason}"
        raise refusal("--keep", message, "keep something else of it")


@one_at_a_time
def run_rows_of(sweep: PreparedSweep, rows: range) -> BlockResult:
    """Some rows of a sweep, a few of them checked by another engine. Raises a `Disagreement`."""
    began = perf_counter()
    plan, columns = sweep.plan, columns_of(sweep.plan, rows)
    made = _Rows(sweep.kept, len(rows))
    alone = np.ones(len(rows), dtype=bool)
    if plan.plain and isinstance(sweep.lanes, LaneEngine):
        result = run_rows(sweep.lanes, columns)
        alone = ~result.good
        each = (perf_counter() - began) / len(rows)
        for i, block in enumerate(result.kept):
            made.kept[i][result.good] = block[result.good]
        made.status[result.good] = np.where(result.stopped[result.good], Status.stopped, Status.ok)
        made.energy_error[result.good] = result.energy_error[result.good]
        made.reached[result.good] = result.reached[result.good]
        made.seconds[result.good] = each
    for i in np.flatnonzero(alone).tolist():
        values = {name: float(column[i]) for name, column in columns.items()}
        made.put(i, run_row(with_numbers(sweep.model, sweep.targets, values), sweep.kept, once=plan.plain))
    some = checked_rows(plan, rows)
    if some:
        places = [row - rows.start for row in some]
        subject = Subject(
            model=sweep.model, kept=sweep.kept, targets=sweep.targets, lanes=sweep.lanes, plain=plan.plain
        )
        numbers = RowNumbers(kept=made.kept, status=made.status)
        checked = check_rows(subject, columns, numbers, places, rows.start)
        made.estimate[places] = checked.estimates
        for row, remark in zip(places, checked.remarks, strict=True):
            made.message[row] = made.message[row] or remark[:LONGEST]
    return made.result()


class _Rows:
    """The arrays of rows while they are being filled."""

    def __init__(self, kept: tuple[KeptQuantity, ...], count: int) -> None:
        self._kept = kept
        self.kept = [np.full((count, one.width), np.nan) for one in kept]
        self.status = np.full(count, Status.pending, dtype=np.int8)
        self.message = [""] * count
        self.accuracy, self.until, self.estimate, self.energy_error, self.reached, self.seconds = (
            np.full(count, np.nan) for _ in range(6)
        )

    def put(self, i: int, row: Row) -> None:
        """Write one row down."""
        for values, number in zip(self.kept, row.kept, strict=True):
            values[i] = number
        self.status[i], self.message[i] = row.status, row.message[:LONGEST]
        self.accuracy[i], self.until[i] = row.accuracy, row.until
        self.energy_error[i], self.reached[i], self.seconds[i] = row.energy_error, row.reached, row.seconds

    def result(self) -> BlockResult:
        """The rows as arrays."""
        numbers: dict[str, Array] = {
            one.name: values if one.kind in SERIES else values[:, 0].copy()
            for one, values in zip(self._kept, self.kept, strict=True)
        }
        return BlockResult(
            kept=numbers,
            status=self.status,
            message=tuple(self.message),
            accuracy=self.accuracy,
            until=self.until,
            estimate=self.estimate,
            energy_error=self.energy_error,
            reached=self.reached,
            seconds=self.seconds,
        )


def crashed_row(sweep: PreparedSweep) -> BlockResult:
    """A row whose process ended while it ran."""
    made = _Rows(sweep.kept, 1)
    made.status[0] = Status.crashed
    made.message[0] = "the process that ran this row ended before it had a result"
    return made.result()


def join_blocks(parts: list[BlockResult]) -> BlockResult:
    """The rows of several results, one after the other."""
    first = parts[0]
    return BlockResult(
        kept={name: np.concatenate([part.kept[name] for part in parts]) for name in first.kept},
        status=np.concatenate([part.status for part in parts]),
        message=tuple(text for part in parts for text in part.message),
        accuracy=np.concatenate([part.accuracy for part in parts]),
        until=np.concatenate([part.until for part in parts]),
        estimate=np.concatenate([part.estimate for part in parts]),
        energy_error=np.concatenate([part.energy_error for part in parts]),
        reached=np.concatenate([part.reached for part in parts]),
        seconds=np.concatenate([part.seconds for part in parts]),
    )
