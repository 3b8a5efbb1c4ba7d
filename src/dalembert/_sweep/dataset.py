"""The rows of a sweep as an xarray Dataset: of a store while it grows, or of rows in memory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from dalembert._sweep.axis_values import columns_of
from dalembert._sweep.blocks import PreparedSweep
from dalembert._sweep.keep import RESERVED
from dalembert._sweep.plan_text import plan_of, plan_record
from dalembert._sweep.records import BAD, BlockResult, Status, refusal
from dalembert._sweep.rows import SweepRows, quantity_of
from dalembert._sweep.store import array_plans, plan_in, statuses, time_columns

if TYPE_CHECKING:
    from xarray import Dataset

PLAN = "plan"  # the attribute of a Dataset
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
    dataset = xarray.open_zarr(path, consolidated=False, chunks=None)
    dataset.attrs["rows"] = statuses(path, plan)
    placed = {str(name): dataset[name].variable for name in (*plan.names, *dataset.coords) if name in dataset}
    others = [str(name) for name in dataset.data_vars if name not in placed]
    others.sort(key=lambda name: _place_in(plan.keep, dataset[name], name))
    made: Dataset = xarray.Dataset({name: dataset[name].variable for name in others}, placed, dataset.attrs)
    return made


def _place_in(keep: str, array: Any, name: str) -> int:
    """Where a kept array stands in the text of what is kept; behind it what every sweep has."""
    if name in RESERVED:
        return len(keep) + RESERVED.index(name)
    return keep.find(str(array.attrs.get("long_name", "")))


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
    variables = {name: _variable(plans[name], values) for name, values in arrays.items()}
    counts = np.bincount(rows.status, minlength=len(Status))
    row_counts = {status.name: int(counts[status]) for status in Status}
    about = {"title": sweep.model.title, PLAN: plan_record(sweep.plan), "rows": row_counts}
    return Dataset(variables, coordinates, about)


def _variable(one: Any, values: Any) -> tuple[Any, ...]:
    return one.axes, values, one.attributes


def rows_of(data: Dataset) -> SweepRows:
    """The rows of a Dataset that `sweep` gave, without the numbers of bad ones. Raises where it is none."""
    if PLAN not in data.attrs:
        raise refusal("", "these are not the rows of a sweep", "give what dalembert.sweep returned")
    plan = plan_of(data.attrs[PLAN], "the Dataset")
    whole = data.load()
    varied = {name: np.asarray(whole[name].values, dtype=np.float64) for name in plan.names}
    status = np.asarray(whole["status"].values, dtype=np.int8)
    planned, landed = columns_of(plan, range(plan.runs)), status != Status.pending
    in_order = len(status) == plan.runs and all(
        np.array_equal(values[landed], planned[name][landed]) for name, values in varied.items()
    )
    names = [str(name) for name in whole.data_vars if name not in varied and name not in RESERVED]
    names.sort(key=lambda name: _place_in(plan.keep, whole[name], name))
    kept = {name: np.array(whole[name].values, dtype=np.float64) for name in names}
    for values in kept.values():
        values[np.isin(status, BAD)] = np.nan
    return SweepRows(
        title=str(data.attrs.get("title", "")),
        plan=plan,
        varied=planned if in_order else varied,  # known of rows that are not yet run, too
        kept=kept,
        times={
            name: np.asarray(whole[axis].values)
            for name in kept
            for axis in whole[name].dims[1:]
            if axis in whole.coords
        },
        units={name: str(whole[name].attrs.get("units", "")) for name in (*varied, *kept)},
        entry_units={name: str(whole[name].attrs.get("entry_units", "")) for name in varied},
        texts={name: quantity_of(str(whole[name].attrs.get("long_name", name))) for name in kept},
        status=status,
        in_order=in_order,
    )
