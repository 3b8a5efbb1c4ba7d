"""Inputs from tables as piecewise polynomials: linear, monotone cubic (no overshoot), or a cubic spline."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dalembert._model.interpolation import cubics
from dalembert._model.records import Delay, Model, Table
from dalembert._model.tables import Samples

Array = NDArray[np.float64]


class Curve(Protocol):
    """An input that is a piecewise polynomial: a table, or the past of a run (`past.py`)."""

    @property
    def t(self) -> Array:
        """The times between which there is a polynomial each."""

    def at(self, t: Array, /) -> Array:
        """u, u' and u'' at some times, in the last axis."""

    def within(self, t: Array, cell: Array, /) -> Array:
        """The same by the polynomials of the intervals in which other times lie."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PiecewisePolynomial:
    """u = Σ_k c_k (t − t_i)^k on [t_i, t_i+1]."""

    t: Array
    c: Array  # one row of coefficients for each interval

    def at(self, t: Array) -> Array:
        """u, u' and u'' at some times, in the last axis."""
        return evaluate_cells(self.t, self.c, t, t)

    def within(self, t: Array, cell: Array) -> Array:
        """The same by the polynomials of the intervals in which other times lie."""
        return evaluate_cells(self.t, self.c, t, cell)


def evaluate_cells(times: Array, c: Array, t: Array, cell: Array) -> Array:
    """u, u' and u'' of a piecewise polynomial at some times, by the intervals in which other times lie."""
    i = np.clip(np.searchsorted(times, cell, side="right") - 1, 0, len(times) - 2)
    x = t - times[i]
    value, slope, bend = np.zeros_like(x), np.zeros_like(x), np.zeros_like(x)
    for column in c[i].T[::-1]:
        value, slope, bend = value * x + column, slope * x + value, bend * x + 2 * slope
    return np.stack([value, slope, bend], axis=-1)


def piecewise_polynomial(samples: Samples) -> PiecewisePolynomial:
    """The polynomials between samples."""
    return PiecewisePolynomial(
        t=np.array(samples.t), c=np.array(cubics(samples.t, samples.values, samples.interpolate))
    )


def inputs_of_tables(model: Model, tables: Sequence[Curve], t: float) -> Array:
    """u, u' and u'' of all inputs at a time: those of tables, and 0 where a law gives them."""
    inputs: Array = inputs_of_tables_at(model, tables, np.array([t]))[0]
    return inputs


def inputs_of_tables_at(model: Model, tables: Sequence[Curve], t: Array) -> Array:
    """The same at many times, as rows."""
    values = np.zeros((len(t), 3, len(model.inputs)))
    places = [i for i, entry in enumerate(model.inputs) if isinstance(entry.law, Table | Delay)]
    for index, table in zip(places, tables, strict=True):
        values[:, :, index] = table.at(t)
    return values.reshape(len(t), -1)
