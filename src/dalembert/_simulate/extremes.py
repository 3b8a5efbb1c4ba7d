"""The smallest and the largest value of every column of a motion, between its rows too.

Near its largest nodes a column is the polynomial through the nodes around, on one piece of time on which it
is smooth; the largest value of that is the extreme. No value at a node or a row exceeds the extreme. Outputs
that jump, bend or turn quickly between nodes are looked at by themselves (`output_extremes.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._model.records import Model
from dalembert._simulate.accuracy import Solution
from dalembert._simulate.motion import Extreme, column_names
from dalembert._simulate.motion_nodes import Array, rows_and_nodes
from dalembert._simulate.polynomial_peaks import SAME, smallest_value
from dalembert._simulate.prepare import PreparedRun


def extremes_of(
    model: Model, ready: PreparedRun, solution: Solution, times: Array, seen: dict[str, Array]
) -> tuple[Extreme, ...]:
    """The extremes of all columns of a motion with rows; none where it has no rows."""
    if not len(times):
        return ()
    rows, nodes = rows_and_nodes(ready, solution, times, seen)
    size = solution.accuracy.achieved
    same = max(SAME, size) if size is not None else SAME
    turning = _output_extremes(model, ready, solution, rows, nodes, same) if model.outputs else {}
    extremes: list[Extreme] = []
    for block, columns in column_names(model).items():
        for i, name in enumerate(columns):
            if block == "outputs" and name in turning:
                extremes.append(turning[name])
                continue
            at_nodes, at_rows = nodes.seen[block][:, i], rows.seen[block][:, i]
            least, t_least = smallest_value(nodes, at_nodes, rows, at_rows, same)
            most, t_most = smallest_value(nodes, -at_nodes, rows, -at_rows, same)
            extremes.append(
                Extreme(name=name, minimum=least, t_minimum=t_least, maximum=0.0 - most, t_maximum=t_most)
            )
    return tuple(extremes)


def _output_extremes(model: Model, *of_run: Any) -> Mapping[str, Extreme]:
    """The extremes of outputs that turn quickly; what they need is loaded where there are outputs."""
    from dalembert._simulate.output_extremes import output_extremes

    return output_extremes(model, *of_run)
