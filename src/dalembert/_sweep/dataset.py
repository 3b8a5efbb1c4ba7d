"""The rows of a sweep as an xarray Dataset: of a store lazily, while it grows as well, or of rows in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert._simulate.settings import settings_of
from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.one_run import history_times
from dalembert._sweep.records import BlockResult, Keep, refusal
from dalembert._sweep.store import array_plans, plan_in
from dalembert._sweep.values import columns_of

if TYPE_CHECKING:
    from xarray import Dataset

MISSING = "xarray reads a store through the package zarr, which is not installed"


def open_store(path: Path) -> Dataset:
    """The Dataset of a store: arrays are read when they are looked at; rows not yet run are `pending`."""
    import xarray

    plan = plan_in(path)
    try:
        found = xarray.open_zarr(path, consolidated=False, chunks=None)
    except (ImportError, ModuleNotFoundError, ValueError) as error:
        if "zarr" not in str(error):
            raise
        raise refusal("", MISSING, 'install it with pip install "dalembert[sweep]"') from error
    return found.set_coords([name for name in plan.names if name in found])


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
    coordinates |= {
        f"time_of_{one.name}": (f"time_of_{one.name}", _times(sweep, i), {"units": "s"})
        for i, one in enumerate(sweep.kept)
        if one.kind is Keep.history
    }
    own = {name: _variable(plans[name], values) for name, values in arrays.items()}
    return Dataset(own, coordinates, {"title": sweep.model.title, "keep": sweep.plan.keep})


def _variable(one: Any, values: Any) -> tuple[Any, ...]:
    return one.axes, values, {"long_name": one.words} | ({"units": one.unit} if one.unit else {})


def _times(sweep: PreparedSweep, number: int) -> Any:
    settings = settings_of(sweep.model)
    return history_times(sweep.kept[number], settings.t_start, settings.t_end)
