"""How often a program looks at the functions of time whose signs tell where its model switches.

A sign that changes twice between two looks is not seen to change. The times at which the model switches are
known beforehand here, and with them how long each function keeps its sign.
"""

from __future__ import annotations

from itertools import pairwise

import casadi as ca
import numpy as np

from dalembert._export.programs.driven_inputs import curves_of_tables
from dalembert._export.programs.equations import time_switches
from dalembert._export.programs.records import LEAST_LOOKS, LOOKS_BETWEEN, MOST_LOOKS
from dalembert._lower.time_switches import switches
from dalembert._model.records import Model
from dalembert._model.values import values_of
from dalembert._simulate.prepare import PreparedRun


def looks_between_switches(model: Model, run: PreparedRun, longest: float) -> int:
    """The looks in the longest step: three at least while any function keeps its sign."""
    edges = np.array([run.settings.t_start, *run.problem.breaks, run.settings.t_end])
    if len(edges) < 4:
        return LEAST_LOOKS
    t, timed = ca.SX.sym("t"), switches(model)
    p = ca.SX.sym("p", timed.p.numel() if timed is not None else 0)
    functions = time_switches(timed, t, p, curves_of_tables(t, run.dynamics))
    values = np.array(values_of(model).vector())[: p.numel()]
    middles = (edges[1:] + edges[:-1]) / 2
    made = ca.Function("switches", [t, p], [functions]).map(len(middles))(
        middles[np.newaxis], np.tile(values[:, np.newaxis], (1, len(middles)))
    )
    shortest = longest
    for signs in np.sign(np.array(made)):
        changes = edges[1:-1][signs[1:] != signs[:-1]]
        shortest = min([shortest, *(after - before for before, after in pairwise(changes.tolist()))])
    return int(np.clip(np.ceil(LOOKS_BETWEEN * longest / shortest), LEAST_LOOKS, MOST_LOOKS))
