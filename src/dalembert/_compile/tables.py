"""Inputs from tables as piecewise polynomials: linear, monotone cubic (no overshoot), or a cubic spline."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._model.interpolation import cubics
from dalembert._model.tables import Samples

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Piecewise:
    """u = Σ_k c_k (t − t_i)^k on [t_i, t_i+1]."""

    t: Array
    c: Array  # one row of four for each interval

    def at(self, t: Array) -> Array:
        """u, u' and u'' at some times, in the last axis."""
        return self.within(t, t)

    def within(self, t: Array, cell: Array) -> Array:
        """The same by the polynomials of the intervals in which other times lie."""
        i = np.clip(np.searchsorted(self.t, cell, side="right") - 1, 0, len(self.t) - 2)
        x, (c0, c1, c2, c3) = t - self.t[i], self.c[i].T
        return np.stack(
            [c0 + x * (c1 + x * (c2 + x * c3)), c1 + x * (2 * c2 + 3 * x * c3), 2 * c2 + 6 * x * c3], axis=-1
        )


def piecewise(samples: Samples) -> Piecewise:
    """The polynomials between samples."""
    return Piecewise(
        t=np.array(samples.t), c=np.array(cubics(samples.t, samples.values, samples.interpolate))
    )
