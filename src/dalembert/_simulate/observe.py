"""Accelerations, multipliers, energies and outputs at the states of a run."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._simulate.trajectory import Trajectory

Array = NDArray[np.float64]


def reached_states(times: Array, run: Trajectory) -> tuple[Array, Array]:
    """The times and states that a run reached, with its last state if it ended between two samples.

    The times are a copy: those of the problem may serve another run.
    """
    reached = times[: len(run.rows)].copy()
    if len(reached) and run.t > reached[-1] and len(reached) < len(times):
        return np.append(reached, run.t), np.vstack([run.rows, run.y])
    return reached, run.rows
