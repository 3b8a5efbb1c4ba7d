"""The same answers by another engine: a seeded share of the rows is run again, and must agree.

    |v − w| ≤ SHORT·(claim of v + claim of w)

for every kept quantity, as far as both can be trusted: of a motion that is chaotic only what was kept before
its error can be seen. The claim of an ordinary run is its own; of a run in C it is SAFETY times its
difference from one with a hundredth of the tolerance. The other engine of a row in C is an ordinary run; that
of a row of a GPU is the processor, by an ordinary run for some rows and in C for others; that of an ordinary
run is one in C or, where there is none, an ordinary run by another method. Where one of them comes to no end
there is nothing to compare, and the message of the row says why.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from dalembert._model.records import Model
from dalembert._simulate.motion import Motion
from dalembert._simulate.run import run
from dalembert._simulate.settings import RTOL
from dalembert._sweep.axis_values import with_numbers
from dalembert._sweep.kept_model import name_of
from dalembert._sweep.lanes import LaneEngine, run_rows
from dalembert._sweep.one_run import UNABLE, numbers_of, status_of, with_kept_times, with_periods
from dalembert._sweep.records import INTEGRALS, Array, Keep, KeptQuantity, Plan, Status, Target

SHARE, PLAIN_SHARE = 256, 4096  # one row in so many
LEAST, MOST = 3, 256  # rows of a sweep
LOST = 1e-3  # an error of the state, relative, beyond which a motion has lost its way
SHORT = 3.0  # claims are estimates, and may be short by a little
SAFETY = 3.0
FINER = 100.0
FINEST = 3e-14
ROUNDED = 1e-12  # of its size: below, no two engines agree
AT_END = 1e-6  # of the run: an event so close to an end, or to the one before, may be counted by one engine
OTHERS = {"rk54": "rk853"}  # the method of a second opinion; rk54 of any other


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Subject:
    """What is checked: a model, what is kept of it, what is varied, and the lanes it has or why not."""

    model: Model
    kept: tuple[KeptQuantity, ...]
    targets: tuple[Target, ...]
    lanes: LaneEngine | str
    plain: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowNumbers:
    """The rows of a block: what was kept, (rows, width) each, and how they ended."""

    kept: Sequence[Array]
    status: NDArray[np.int8]


class Disagreement(Exception):
    """Two engines give different numbers for a row."""


@lru_cache(maxsize=2)
def _choose_rows(runs: int, seed: int, share: int) -> tuple[int, ...]:
    count = min(runs, max(LEAST, min(runs // share, MOST)))
    return tuple(sorted(random.Random(seed).sample(range(runs), count)))


def checked_rows(plan: Plan, rows: range) -> list[int]:
    """Which of some rows are run again."""
    every = np.array(_choose_rows(plan.runs, plan.seed, PLAIN_SHARE if plan.plain else SHARE))
    first, last = np.searchsorted(every, [rows.start, rows.stop])
    chosen: list[int] = every[first:last].tolist()
    return chosen


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Opinion:
    """The kept numbers of a row by one engine, how far each may be off, and until when it can be trusted."""

    kept: tuple[Array, ...]
    claims: tuple[Array, ...]
    until: float  # infinite where all of the run can be
    relative: float  # the error of the state against its size
    sizes: tuple[float, ...] = ()  # of what is kept, the largest along the run, where they are known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CheckedErrors:
    """How far off the state of each checked row may be, in a plain sweep; and why some were not compared."""

    estimates: Array
    remarks: tuple[str, ...]


def check_rows(
    subject: Subject, columns: Mapping[str, Array], rows: RowNumbers, some: Sequence[int], first_row: int
) -> CheckedErrors:
    """Check some rows of a block.

    Raises a `Disagreement` that names the row. Rows that failed have no numbers to compare.
    """
    estimates, remarks = np.full(len(some), np.nan), [""] * len(some)
    sound = [k for k, i in enumerate(some) if rows.status[i] in (Status.ok, Status.limited, Status.stopped)]
    by_lanes = _LaneOpinions(subject, columns, [some[k] for k in sound])
    for index, k in enumerate(sound):
        i = some[k]
        values = {name: float(column[i]) for name, column in columns.items()}
        model = with_numbers(subject.model, subject.targets, values)
        quantities = with_periods(model, subject.kept)
        if isinstance(subject.lanes, LaneEngine) and not isinstance(by_lanes.by_engine[index], str):
            opinion, by_c = by_lanes.by_engine[index], True
            other = by_lanes.here[index] or ordinary_opinion(model, quantities)
        else:  # no lane, or one that C has given up
            by_c = False
            opinion = (
                _once_opinion(model, quantities) if subject.plain else ordinary_opinion(model, quantities)
            )
            other = ordinary_opinion(_by_another_method(model), quantities)
        if isinstance(opinion, str) or isinstance(other, str):
            why = opinion if isinstance(opinion, str) else other
            remarks[k] = f"not confirmed: the run that was to confirm this row came to no end: {why}"
            continue
        mine, theirs = (opinion, other) if subject.plain or not by_c else (other, opinion)
        kept = tuple(block[i] for block in rows.kept)  # what stands in the block, not what is run here
        _compare(subject.kept, replace(mine, kept=kept), theirs, first_row + i, values)
        if subject.plain:
            estimates[k] = opinion.relative
    return CheckedErrors(estimates=estimates, remarks=tuple(remarks))


def ordinary_opinion(model: Model, kept: tuple[KeptQuantity, ...]) -> Opinion | str:
    """An ordinary run with its claims, or why it does not come to an end."""
    try:
        motion = run(with_kept_times(model, kept))
        numbers = numbers_of(model, motion, kept, once=False)
    except UNABLE as error:
        return " ".join(str(error).split())
    if str(motion.status) not in ("ok", "limited", "stopped"):
        return str(motion.message)
    if motion.accuracy.visible is None:
        return "no error is claimed of it"
    errors = {one.name: one.error for one in motion.accuracy.columns}
    claims = tuple(_claim(motion, i, one, errors) for i, one in enumerate(kept))
    until = motion.accuracy.visible
    return Opinion(
        kept=numbers,
        claims=claims,
        until=np.inf if until >= motion.reached else until,
        relative=motion.accuracy.achieved or 0.0,
        sizes=tuple(_size(motion, i, one) for i, one in enumerate(kept)),
    )


def _claim(motion: Motion, number: int, one: KeptQuantity, errors: Mapping[str, float]) -> Array:
    """How far a kept number of a motion may be off."""
    span = motion.reached - motion.settings.t_start
    if one.kind is Keep.lyapunov:  # an estimate by itself: two methods need not agree about its digits
        return np.array([np.inf])
    if one.kind in (Keep.occurrences, Keep.first, Keep.event, Keep.section):
        occurrences = [event for event in motion.events if event.name == one.event]
        some = occurrences if one.kind is Keep.section else occurrences[:1]
        late = max((event.error or 0.0 for event in some), default=0.0)
        if one.kind is Keep.first:
            return np.array([late])
        near = _close_occurrences([e.t for e in occurrences], motion.settings.t_start, motion.reached)
        if one.kind is Keep.occurrences:
            return np.array([float(near)])
        if one.kind is Keep.section and near:  # one engine may count one more, and all of them shift
            return np.full(one.width, np.inf)
    name = name_of(number)
    column = motion[name]
    size = float(np.max(np.abs(column), initial=0.0))
    error = errors.get(name, 0.0) * size
    if one.kind in (Keep.event, Keep.section):
        steepest = np.max(np.abs(np.diff(column) / np.diff(motion.t)), initial=0.0)
        error += float(steepest) * late
    if one.kind in (Keep.largest, Keep.smallest):
        error += next(extreme.error for extreme in motion.extremes if extreme.name == name)
    if one.kind is Keep.rms:
        value = float(np.sqrt(max(column[-1], 0.0) / span)) if span > 0 else 0.0
        error = error / (2 * value * span) if value > 0 else np.sqrt(error / max(span, 1e-300))
    elif one.kind is Keep.mean:
        error /= max(span, 1e-300)
    return np.full(one.width, error + ROUNDED * (size if one.kind not in INTEGRALS else 0.0))


def _close_occurrences(times: list[float], first: float, last: float) -> int:
    """How many of some times are so close to an end, or to the one before, that another engine may differ.

    The impacts before a Zeno point follow one another faster and faster, and rounding decides on the last.
    """
    close = AT_END * (last - first)
    return sum(min(t - first, last - t, t - b) < close for b, t in pairwise([-np.inf, *times]))


def _size(motion: Motion, number: int, one: KeptQuantity) -> float:
    """The size that an error of a kept number is measured against: the largest along the run."""
    span = motion.reached - motion.settings.t_start
    if one.kind in (Keep.occurrences, Keep.lyapunov):
        return 0.0
    if one.kind is Keep.first:
        return span
    size = float(np.max(np.abs(motion[name_of(number)]), initial=0.0))
    if one.kind is Keep.rms:
        return float(np.sqrt(size / span)) if span > 0 else 0.0
    return size / span if one.kind is Keep.mean and span > 0 else size


class _LaneOpinions:
    """The checked rows of a block in lanes, all in one call, by the engine of the sweep.

    Of rows of a GPU the processor runs all `here` as well, in lanes of a finer tolerance, but for the first
    ones, which are compared with ordinary runs as the rows of a processor are.
    """

    def __init__(self, subject: Subject, columns: Mapping[str, Array], some: Sequence[int]) -> None:
        self.by_engine: list[Opinion | str] = []
        self.here: list[Opinion | str | None] = [None] * len(some)
        lanes = subject.lanes
        if isinstance(lanes, str) or not some:
            return
        values = {name: column[list(some)] for name, column in columns.items()}
        self.by_engine = _lane_opinions(lanes, values, finely=not subject.plain)
        if lanes.device and len(some) > LEAST:
            here = _lane_opinions(replace(lanes, device=False), values, finely=True)
            for index in range(LEAST, len(some)):
                self.here[index] = _where_both_can_be_trusted(self.by_engine[index], here[index])


def _where_both_can_be_trusted(by_lanes: Opinion | str, here: Opinion | str) -> Opinion | str:
    """What lanes say of a row, unless its error has grown so large that there is nothing to compare."""
    if isinstance(by_lanes, str) or isinstance(here, str):
        return here
    return replace(here, until=0.0) if max(by_lanes.relative, here.relative) > LOST else here


def _lane_opinions(lanes: LaneEngine, columns: Mapping[str, Array], *, finely: bool) -> list[Opinion | str]:
    """Rows in lanes, beside ones with a finer tolerance; `finely`: both finer than what was requested."""
    rtol = lanes.ready.settings.rtol
    rtol = max(rtol / FINER, FINEST) if finely else rtol
    ordinary, finer = (run_rows(lanes, columns, one) for one in (rtol, max(rtol / FINER, FINEST)))
    opinions: list[Opinion | str] = []
    for i, good in enumerate(ordinary.good & finer.good):
        values, better = (tuple(block[i] for block in one.kept) for one in (ordinary, finer))
        opinions.append(
            _with_differences(values, better, ordinary.state[i], finer.state[i], rtol)
            if good
            else "its steps in C ended in trouble"
        )
    return opinions


def _once_opinion(model: Model, kept: tuple[KeptQuantity, ...]) -> Opinion | str:
    """A plain ordinary run, beside one with a finer tolerance."""
    rtol = model.simulate.rtol or RTOL
    runs = []
    for one in (rtol, max(rtol / FINER, 10 * FINEST)):
        asked = replace(model, simulate=replace(model.simulate, rtol=one))
        try:
            motion = run(with_kept_times(asked, kept), once=True)
            numbers = numbers_of(asked, motion, kept, once=True)
        except UNABLE as error:
            return " ".join(str(error).split())
        if status_of(motion) not in (Status.ok, Status.stopped):
            return str(motion.message)
        runs.append((numbers, np.concatenate([motion.q[-1], motion.qd[-1], motion.s[-1]])))
    (values, state), (better, finer) = runs
    return _with_differences(values, better, state, finer, rtol)


def _with_differences(
    values: tuple[Array, ...], finer: tuple[Array, ...], state: Array, better: Array, rtol: float
) -> Opinion:
    claims = tuple(
        np.full_like(
            a, SAFETY * np.nanmax(np.abs(a - b), initial=0.0) + ROUNDED * np.nanmax(np.abs(b), initial=0.0)
        )
        for a, b in zip(values, finer, strict=True)
    )
    size = float(np.max(np.abs(better), initial=0.0))
    off = SAFETY * float(np.max(np.abs(state - better), initial=0.0))
    relative = max(off / size if size > 0 else 0.0, rtol)
    sizes = tuple(float(np.nanmax(np.abs(one), initial=0.0)) for one in finer)
    return Opinion(kept=values, claims=claims, until=np.inf, relative=relative, sizes=sizes)


def _by_another_method(model: Model) -> Model:
    settings = model.simulate
    return replace(model, simulate=replace(settings, method=OTHERS.get(settings.method or "", "rk54")))


def _compare(
    kept: tuple[KeptQuantity, ...], one: Opinion, other: Opinion, row: int, values: Mapping[str, float]
) -> None:
    """Raise where two engines disagree about what both can be trusted with."""
    until = min(one.until, other.until)
    for i, quantity in enumerate(kept):
        a, b = one.kept[i], other.kept[i]
        size = max((*(opinion.sizes[i] for opinion in (one, other) if opinion.sizes), 0.0))
        # a difference of two runs may be small by chance, where they cross
        allowed = SHORT * (one.claims[i] + other.claims[i] + (one.relative + other.relative) * size)
        wrong = (
            ~(np.abs(a - b) <= allowed)
            & ~(np.isnan(a) & np.isnan(b))
            & _trusted_numbers(quantity, until, a.size)
        )
        if not wrong.any():
            continue
        k = int(np.argmax(wrong))
        case = ", ".join(f"{name} = {value:.12g}" for name, value in values.items())
        message = (
            f"row {row} ({case}): `{quantity.text}` is {a[k]:.12g} by one engine and {b[k]:.12g} by another,"
            f" which differ by more than their claims allow ({allowed[k]:.2g})"
        )
        raise Disagreement(message)


def _trusted_numbers(quantity: KeptQuantity, until: float, width: int) -> NDArray[np.bool_]:
    """Which numbers of a quantity belong to times at which both engines can be trusted."""
    whole = np.isinf(until)
    if quantity.kind is Keep.time:
        return np.array([whole or quantity.t <= until])
    return np.full(width, whole)
