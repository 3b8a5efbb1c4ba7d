"""Dense output after a run: the run is repeated with the same steps, for its states between the rows.

A motion keeps its rows alone. Extremes, and quantities that are requested after a run, need the states
between them.
"""

from __future__ import annotations

from dalembert._model.records import Model
from dalembert._model.table_ends import with_table_ends
from dalembert._simulate.accuracy import solve
from dalembert._simulate.linear_choice import exactly_where_linear
from dalembert._simulate.motion_nodes import Nodes, rows_and_nodes
from dalembert._simulate.observe import reached_states
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.trajectory import no_watch


def dense_states(model: Model) -> Nodes:
    """The quantities observed at the nodes of a run, by name: coordinates, multipliers and all others."""
    model = with_table_ends(model)
    ready = exactly_where_linear(model, prepare_run(model))
    result = solve(ready.method, ready.problem, ready.settings, no_watch)
    times, rows = reached_states(ready.problem.times, result.trajectory)
    return rows_and_nodes(ready, result, times, ready.observe(times, rows, result.trajectory))[1]
