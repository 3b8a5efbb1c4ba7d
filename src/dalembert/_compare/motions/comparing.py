"""One motion by all derivations and formulations that a model has: the table of contents of this folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations

from dalembert._compare.motions.derivations import DERIVATIONS
from dalembert._compare.motions.formulations import FORMULATIONS
from dalembert._compare.motions.motion_differences import (
    difference_of,
    growth_of,
    sizes_of,
    state_columns,
    track_of,
)
from dalembert._compare.motions.records import (
    Kind,
    MotionComparison,
    MotionDifference,
    MotionRun,
    NotRun,
)
from dalembert._compare.motions.runs import LAGRANGE, first_run, reference, refuse_others, run_of
from dalembert._compare.motions.setting import Setting
from dalembert._compare.motions.verdict import verdict_of
from dalembert._derive.equations import Equations
from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.source import ModelError, reason_of
from dalembert._lower.closed_system import closed_system
from dalembert._model.records import Model
from dalembert._model.table_ends import with_table_ends
from dalembert._simulate.lyapunov import disturbance

WAYS = (*DERIVATIONS, *FORMULATIONS)


def compare_motions(
    model: Model, derived: Callable[[], Equations], names: Sequence[str] = ()
) -> MotionComparison:
    """The motion of a model by every derivation and formulation, or by those of `names`, and their agreement.

    `derived` is called for the printed equations when they are needed.
    """
    motion, ready = reference(model)
    runs = [first_run(motion, ready.dynamics, LAGRANGE, Kind.DERIVATION)]
    not_run: list[NotRun] = []
    ways = [way for way in WAYS if not names or way.name in names]
    setting: Setting | None = None
    try:
        refuse_others(ready)
        whole = with_table_ends(model)
        system = closed_system(whole, inputs=False)
        setting = Setting(model=whole, system=system, ready=ready, motion=motion, derived=derived)
    except NotAvailable as error:
        not_run += [NotRun(name=way.name, kind=way.kind, why=error.reason) for way in ways]
    for way in ways:
        if setting is None:
            break
        try:
            runs.append(run_of(way, setting))
        except (NotAvailable, ModelError) as error:
            why = error.reason if isinstance(error, NotAvailable) else reason_of(error)
            not_run.append(NotRun(name=way.name, kind=way.kind, why=why))
    differences = _differences(runs, setting)
    verdict, ok, remarks = verdict_of(runs, differences)
    return MotionComparison(
        model=model,
        runs=tuple(runs),
        not_run=tuple(not_run),
        differences=differences,
        verdict=verdict,
        ok=ok,
        remarks=remarks,
    )


def _differences(runs: Sequence[MotionRun], setting: Setting | None) -> tuple[MotionDifference, ...]:
    """All pairs, those of the first run before the others; with rates of growth where differences grow."""
    every = [difference_of(one, track_of(other)) for one, other in combinations(runs, 2)]
    judged = [one for one in every if one.until is not None]  # where constraints drift, not only errors grow
    if setting is None or not any(growth_of(one, None) for one in judged):
        return tuple(every)
    names = state_columns(runs[0])
    disturbed = disturbance(setting.model, setting.ready, sizes_of(runs[0], names)[-1])
    return tuple(replace(one, growth=growth_of(one, disturbed)) if one in judged else one for one in every)
