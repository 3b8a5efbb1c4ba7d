"""The column `free`: 1 while no contact is closed, otherwise 0."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.records import Array
from dalembert._simulate.motion import Motion


def free(motion: Motion) -> Array:
    """1 at the rows where no contact is closed, else 0; at a change, the value after it."""
    return free_at(motion, motion.t)


def free_at(motion: Motion, t: Array) -> Array:
    """The same at other times."""
    starts = np.array([touch.t for touch in motion.touches])
    is_closed = np.array([False, *(bool(touch.contacts) for touch in motion.touches)])
    return np.where(is_closed[np.searchsorted(starts, t, side="right")], 0.0, 1.0)
