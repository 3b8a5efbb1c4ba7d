"""The rows of a sweep as arrays with names and units: what questions about many runs are asked of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._expression.suggest import nearest
from dalembert._sweep.records import BAD, SERIES, Array, Plan, Status, refusal


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SweepRows:
    """What was varied and what was kept, in SI units, a number or a series for each run.

    Rows that failed or whose energy does not balance have NaN: they count in nothing that is told of all.
    """

    title: str
    plan: Plan
    varied: Mapping[str, Array]
    kept: Mapping[str, Array]  # (rows,), series (rows, points)
    times: Mapping[str, Array]  # of histories, by their names
    units: Mapping[str, str]
    entry_units: Mapping[str, str]  # of what was varied, as in the model file
    texts: Mapping[str, str]  # what is kept, as it was written
    status: NDArray[np.int8]
    in_order: bool  # whether these are all rows of the plan, each in its place

    @property
    def runs(self) -> int:
        """How many rows there are."""
        return len(self.status)

    @property
    def missing_rows(self) -> int:
        """How many rows have no numbers: not yet run, failed, or without a balance of energy."""
        return int(np.isin(self.status, [Status.pending, *BAD]).sum())

    @property
    def numbers(self) -> dict[str, Array]:
        """What was kept as one number of each run."""
        return {name: values for name, values in self.kept.items() if values.ndim == 1}

    @property
    def series(self) -> dict[str, Array]:
        """What was kept as several numbers of each run."""
        return {name: values for name, values in self.kept.items() if values.ndim > 1}

    def refuse_others(self) -> None:
        """Raise where rows were taken out or sorted: in a grid and in a design each has its place."""
        if not self.in_order:
            message = "this is asked of all rows of a sweep in their order, and these are others"
            raise refusal("", message, "give the whole Dataset that dalembert.sweep returned")

    def column(self, name: str) -> Array:
        """The numbers of a name, varied or kept."""
        columns = {**self.varied, **self.numbers}
        if name not in columns:
            near = nearest(name, columns)
            hint = f"did you mean `{near}`?" if near else f"there are {', '.join(columns)}"
            what = (
                "is a series, not one number of each run" if name in self.series else "is not in this sweep"
            )
            raise refusal("", f"`{name}` {what}", hint)
        return columns[name]


def quantity_of(text: str) -> str:
    """The quantity of a series: x for `history(x, 101)`; any other text as it was written."""
    head, bracket, argument = text.partition("(")
    if not bracket or head not in SERIES:
        return text
    deep = 0
    for i, letter in enumerate(argument):
        deep += (letter in "([") - (letter in ")]")
        if letter == "," and deep == 0:
            return argument[:i].strip()
    return text
