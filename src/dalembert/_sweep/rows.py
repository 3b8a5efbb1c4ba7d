"""The rows of a sweep as arrays with names and units: what questions about many runs are asked of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.suggest import nearest
from dalembert._sweep.keep import RESERVED
from dalembert._sweep.plan_text import plan_of
from dalembert._sweep.records import BAD, SERIES, Array, Plan, Status, refusal

if TYPE_CHECKING:
    from xarray import Dataset

PLAN = "plan"  # the attribute of a Dataset


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SweepRows:
    """What was varied and what was kept, in SI units, a number or a series for each run."""

    title: str
    plan: Plan
    varied: Mapping[str, Array]
    kept: Mapping[str, Array]  # (rows,), series (rows, points)
    times: Mapping[str, Array]  # of histories, by their names
    units: Mapping[str, str]
    entry_units: Mapping[str, str]  # of what was varied, as in the model file
    texts: Mapping[str, str]  # what is kept, as it was written
    status: NDArray[np.int8]

    @property
    def runs(self) -> int:
        """How many rows there are."""
        return len(self.status)

    @property
    def missing(self) -> int:
        """How many rows have no numbers: not yet run, or failed."""
        return int(np.isin(self.status, [Status.pending, *BAD]).sum())

    @property
    def numbers(self) -> dict[str, Array]:
        """What was kept as one number of each run."""
        return {name: values for name, values in self.kept.items() if values.ndim == 1}

    @property
    def series(self) -> dict[str, Array]:
        """What was kept as several numbers of each run."""
        return {name: values for name, values in self.kept.items() if values.ndim > 1}

    def column(self, name: str) -> Array:
        """The numbers of a name, varied or kept."""
        found = {**self.varied, **self.numbers}
        if name not in found:
            near = nearest(name, found)
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(found)}"
            what = (
                "is a series, not one number of each run" if name in self.series else "is not in this sweep"
            )
            raise refusal("", f"`{name}` {what}", hint)
        return found[name]


def rows_of(data: Dataset) -> SweepRows:
    """The rows of a Dataset that `sweep` gave. Raises where it is none."""
    if PLAN not in data.attrs:
        raise refusal("", "these are not the rows of a sweep", "give what dalembert.sweep returned")
    plan = plan_of(data.attrs[PLAN], "the Dataset")
    whole = data.load()
    varied = {name: np.asarray(whole[name].values, dtype=np.float64) for name in plan.names}
    own = [str(name) for name in whole.data_vars if name not in varied and name not in RESERVED]
    kept = {name: np.asarray(whole[name].values, dtype=np.float64) for name in own}
    return SweepRows(
        title=str(data.attrs.get("title", "")),
        plan=plan,
        varied=varied,
        kept=kept,
        times={
            name: np.asarray(whole[axis].values)
            for name in kept
            for axis in whole[name].dims[1:]
            if axis in whole.coords
        },
        units={name: str(whole[name].attrs.get("units", "")) for name in (*varied, *kept)},
        entry_units={name: str(whole[name].attrs.get("entry_units", "")) for name in varied},
        texts={name: _quantity(str(whole[name].attrs.get("long_name", name))) for name in kept},
        status=np.asarray(whole["status"].values, dtype=np.int8),
    )


def _quantity(text: str) -> str:
    """What a series is of, from `history(x, 101)`: x; anything else as it was written."""
    head, bracket, rest = text.partition("(")
    if not bracket or head not in SERIES:
        return text
    deep = 0
    for i, letter in enumerate(rest):
        deep += (letter in "([") - (letter in ")]")
        if letter == "," and deep == 0:
            return rest[:i].strip()
    return text
