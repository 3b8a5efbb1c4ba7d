"""Accelerations, multipliers, energies and outputs at the states of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.general import GeneralDynamics
from dalembert._compile.rescue import solution
from dalembert._simulate.running import HEALTHY
from dalembert._simulate.trajectory import Trajectory

Array = NDArray[np.float64]


def observed(dynamics: Dynamics | GeneralDynamics, times: Array, rows: Array) -> dict[str, Array]:
    """Everything the model gives at each state; where pivots lost their digits, with the rank found."""
    if isinstance(dynamics, GeneralDynamics):
        dynamics.rewind()
        return dynamics.machine.observed(times, rows)
    seen = dynamics.machine.observed(times, rows)
    for i in np.flatnonzero(~(seen["health"] > HEALTHY)) if dynamics.plant.plain else ():
        parts = dynamics.machine.saddle(float(times[i]), rows[i])
        found = solution(parts["M"], parts["G"], parts["h"], parts["gamma"])
        if found is not None:
            seen["qdd"][i], seen["lam"][i] = found.qdd, found.lam
            seen["reaction"][i] = -parts["G"].T @ found.lam
    return seen


def reached(times: Array, run: Trajectory) -> tuple[Array, Array]:
    """The times and states a run came to; where it ended between two samples, with its last state."""
    own = times[: len(run.rows)]
    if len(own) and run.t > own[-1] and len(own) < len(times):
        return np.append(own, run.t), np.vstack([run.rows, run.y])
    return own, run.rows
