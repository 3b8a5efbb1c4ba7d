"""Expressions as numbers, by CasADi's virtual machine: a column of arguments in, quantities by name out."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.engine import Scalar

Array = NDArray[np.float64]
BLOCK = 1000  # columns evaluated at once


class Evaluator:
    """Quantities of one column of arguments.

    They are vectors, but for those that are told to be matrices or single numbers: a matrix may have one
    column, and a vector one entry.
    """

    def __init__(
        self,
        column: Scalar,
        parts: Mapping[str, Scalar],
        *,
        matrices: Collection[str] = (),
        numbers: Collection[str] = (),
    ) -> None:
        flat = [ca.densify(ca.vec(part.T)) for part in map(ca.SX, parts.values())]
        self._function = ca.Function("quantities", [column], [ca.vertcat(ca.SX(0, 1), *flat)])
        self._shapes: dict[str, tuple[int, ...]] = {
            name: part.shape if name in matrices else () if name in numbers else (part.numel(),)
            for name, part in zip(parts, map(ca.SX, parts.values()), strict=True)
        }
        self._given = np.zeros(self._function.numel_in(0))
        self._values = np.zeros(self._function.numel_out(0))
        self._buffer, self._evaluate = self._buffered(self._function, self._given, self._values)
        self._mapped: dict[int, Any] = {1: self._function}  # the function for some columns at once

    @staticmethod
    def _buffered(function: Any, given: Array, values: Array) -> tuple[Any, Any]:
        """What keeps the function's memory, and what evaluates it there."""
        buffer: Any
        buffer, evaluate = function.buffer()
        buffer.set_arg(0, given.data)
        buffer.set_res(0, values.data)
        return buffer, evaluate

    @property
    def length(self) -> int:
        """How many instructions there are."""
        return int(self._function.n_instructions())

    def values(self, column: Array) -> Array:
        """All quantities at a column, one after the other."""
        self._given[:] = column
        self._evaluate()
        return self._values.copy()

    def __call__(self, column: Array) -> dict[str, Array]:
        """The quantities at a column, by name."""
        return self.parts(self.values(column))

    def many(self, columns: Array) -> Array:
        """All quantities at many columns, which are the rows given here; a row of values for each."""
        given = np.ascontiguousarray(columns)
        values = np.zeros((len(given), len(self._values)))
        for first in range(0, len(given), BLOCK):
            part = slice(first, min(first + BLOCK, len(given)))
            count = part.stop - first
            if count not in self._mapped:
                self._mapped[count] = self._function.map(count)
            _, evaluate = self._buffered(self._mapped[count], given[part], values[part])
            evaluate()
        return values

    def parts(self, values: Array) -> dict[str, Array]:
        """Values by name; the quantities lie along the last axis."""
        parts, at = {}, 0
        for name, shape in self._shapes.items():
            size = int(np.prod(shape, dtype=int))
            parts[name] = values[..., at : at + size].reshape((*values.shape[:-1], *shape))
            at += size
        return parts
