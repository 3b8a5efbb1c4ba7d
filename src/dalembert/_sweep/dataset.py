"""The rows of a sweep as an xarray Dataset: of a store while it grows, or of rows in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.plan_text import plan_record
from dalembert._sweep.records import BlockResult, Status, refusal
from dalembert._sweep.rows import PLAN
from dalembert._sweep.store import array_plans, plan_in, statuses, time_columns
from dalembert._sweep.values import columns_of

if TYPE_CHECKING:
    from xarray import Dataset

INSTALL = 'install it with pip install "dalembert[sweep]"'
MISSING = "xarray reads a store through the package zarr, which is not installed"


def refuse_without_zarr() -> None:
    """Raise, before anything is run, where stores could not be read afterwards."""
    try:
        import zarr
    except ImportError as error:
        raise refusal("--out", MISSING, INSTALL) from error
    del zarr


def open_store(path: Path) -> Dataset:
    """The Dataset of a store: arrays are read when they are looked at; rows not yet run are `pending`."""
    import xarray

    refuse_without_zarr()
    plan = plan_in(path)
    found = xarray.open_zarr(path, consolidated=False, chunks=None)
    found.attrs["rows"] = statuses(path, plan)
    made: Dataset = found.set_coords([name for name in plan.names if name in found])
    return made


def dataset_of(sweep: PreparedSweep, rows: BlockResult) -> Dataset:
    """The Dataset of rows in memory: the same arrays as those of a store."""
    from xarray import Dataset

    plans = array_plans(sweep)
    varied = columns_of(sweep.plan, range(sweep.plan.runs))
    arrays: dict[str, Any] = {
        **rows.kept,
        "status": rows.status,
        "message": np.array(rows.message, dtype=np.str_),
        "accuracy": rows.accuracy,
        "until": rows.until,
        "estimate": rows.estimate,
        "energy_error": rows.energy_error,
        "reached": rows.reached,
        "seconds": rows.seconds,
    }
    coordinates = {name: _variable(plans[name], column) for name, column in varied.items()}
    coordinates |= {name: (name, times, {"units": "s"}) for name, times in time_columns(sweep).items()}
    own = {name: _variable(plans[name], values) for name, values in arrays.items()}
    counts = np.bincount(rows.status, minlength=len(Status))
    told = {status.name: int(counts[status]) for status in Status}
    about = {"title": sweep.model.title, PLAN: plan_record(sweep.plan), "rows": told}
    return Dataset(own, coordinates, about)


def _variable(one: Any, values: Any) -> tuple[Any, ...]:
    return one.axes, values, one.attributes
