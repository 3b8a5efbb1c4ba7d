"""Many runs: of a grid, of samples, of a table of cases; written to a store, or kept as arrays."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model, RunSettings
from dalembert.verbs.options import Variation
from dalembert.verbs.simulate import model_to_run

if TYPE_CHECKING:
    from xarray import Dataset

    from dalembert._sweep.statistics import SweepStatistics
    from dalembert._sweep.sweeping import Progress

Over = Mapping[str, Any] | Sequence[str] | str | Path


def sweep(
    source: Model | str | Path,
    over: Over = (),
    keep: str | Sequence[str] = "",
    *,
    plain: bool = False,
    out: str | Path | None = None,
    on: str = "local",
    variation: Variation | None = None,
    progress: Callable[[Progress], None] | None = None,
) -> Dataset:
    """Simulate a model many times with other values, and return the kept results as a Dataset.

    `over` gives the values by name: an array, "1:10:100", "log:1:100:5", "1,2,5", or a distribution such as
    "normal:1:0.1"; how many are drawn is its entry "sample" ("sobol:1024", "latin:500", "random:500:7"), and
    an entry "m,k" is a correlation of two of them. It may also be the path of a table (.csv). Names are
    parameters, coordinates and states (their start values), and velocities as x'. `keep` names the results to
    keep: "tip_x at end, max(energy)". With `plain`, rtol is the tolerance of a step, and no error is
    estimated.

    With `out` the rows are written to a Zarr store (.zarr) while they are computed, and the Dataset is read
    from it lazily; a store of the same sweep is continued. A store as the `source` is read, and continued if
    `out` names it as well. `on` says where the rows are computed: "local" in this process, "local:4" in four
    others, for which a script must guard its work by `if __name__ == "__main__":`, "gpu" (plain rows),
    "dask:tcp://HOST:8786" on a cluster, "slurm:8" in eight jobs of SLURM; "auto" chooses between this machine
    and its GPU, and the attribute `on` of the Dataset says which and why.
    """
    from dalembert._sweep import sweeping
    from dalembert._sweep.dataset import dataset_of, open_store, refuse_without_zarr
    from dalembert._sweep.engines import place_of

    engine, path = place_of(on), None if out is None else Path(out)
    if isinstance(source, str | Path) and Path(source).suffix == sweeping.SUFFIX:
        if path is not None:
            sweeping.refuse_faults(sweeping.fill_store(path, engine, progress))
        return open_store(Path(source))
    if path is not None:
        refuse_without_zarr()
    model, _ = model_to_run(source, variation, RunSettings())
    request = sweeping.request_of(model, over, keep, plain=plain)
    made, engine, why = sweeping.plan_at(model, request, engine)
    if path is None:
        return dataset_of(made, sweeping.in_memory(made, engine, progress)).assign_attrs(why)
    from dalembert._export.provenance import version_of

    sweeping.begin_store(made, path, version_of("dalembert"))
    sweeping.refuse_faults(sweeping.fill_store(path, engine, progress))
    return open_store(path).assign_attrs(why)


def ensemble(
    source: Model | str | Path,
    values: Mapping[str, Any],
    *,
    points: int = 101,
    plain: bool = False,
    on: str = "local",
    variation: Variation | None = None,
) -> Dataset:
    """Simulate a model once for each row of values, and return the motions as arrays over (run, time).

    `values` gives an array for each name, all equally long, in the units of the entries: parameters, start
    values, and velocities as x'. The Dataset has all coordinates, velocities, states and outputs of the
    model at `points` equal times, with the status of each run.
    """
    from dalembert._sweep import sweeping
    from dalembert._sweep.dataset import PLAN, dataset_of
    from dalembert._sweep.engines import place_of

    model, _ = model_to_run(source, variation, RunSettings())
    columns = {
        **{one.name: one.name for one in model.coordinates},
        **{one.name: one.name for one in model.states},
        **{one.name: one.name for one in model.outputs},
        **{f"{one.name}_rate": f"{one.name}'" for one in model.coordinates},
    }
    names = [f"column_{i}" for i in range(len(columns))]
    keep = ", ".join(
        f"{name} = history({text}, {points})" for name, text in zip(names, columns.values(), strict=True)
    )
    axes = (sweeping.array_axes(model, values),)
    request = sweeping.Request(axes=axes, keep=keep, plain=plain)
    made, engine, _ = sweeping.plan_at(model, request, place_of(on))
    dataset = dataset_of(made, sweeping.in_memory(made, engine))
    del dataset.attrs[PLAN]  # under their new names these are no longer the rows of a sweep
    starts = {name: f"{name}_start" for name in values if name in columns.values()}
    named = dict(zip(names, columns.values(), strict=True))
    return dataset.rename(starts).rename(named | {f"time_{points}": "time"})


@one_at_a_time
def statistics(
    rows: Dataset | str | Path, limits: Sequence[str] | str = (), *, best: int = 10, by: str = ""
) -> SweepStatistics:
    """Compute the statistics of the rows of a sweep, or of a store.

    They are means and percentiles of each kept number; for samples "saltelli:N" Sobol's indices, for
    "morris:N" Morris' elementary effects. `limits` are comparisons such as "max_x > 0.5", whose probabilities
    are estimated with 95 % intervals. `by` is an expression of the names of varied and kept quantities: the
    `best` rows are those in which it is smallest.
    """
    from dalembert._sweep.dataset import open_store, rows_of
    from dalembert._sweep.statistics import statistics_of

    sweep_rows = rows_of(open_store(Path(rows)) if isinstance(rows, str | Path) else rows)
    return statistics_of(sweep_rows, (limits,) if isinstance(limits, str) else limits, best, by)
