"""Expressions as numbers, by CasADi's virtual machine: a column of arguments in, quantities by name out."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.casadi_scalars import as_sx, dense, stack
from dalembert._lower.to_casadi import Scalar

Array = NDArray[np.float64]
BLOCK = 128  # columns evaluated at once: a function for many takes as long to make as to evaluate
SMALL = 100  # entries of a matrix that are listed one by one
ENOUGH = 2500  # columns after which a faster way has paid for itself


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Entries:
    """The entries of a matrix that can differ from 0."""

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    values: Array


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Place:
    """Where a quantity lies among the values: of a matrix the entries that can differ from 0, by rows."""

    part: slice
    shape: tuple[int, ...]
    entries: tuple[NDArray[np.intp], NDArray[np.intp]] | None = (
        None  # rows and columns, where not all entries are there
    )

    def of(self, values: Array) -> Array:
        """The quantity; it lies along the last axes."""
        before, part = values.shape[:-1], values[..., self.part]
        if self.entries is None:
            return part if len(self.shape) == 1 else part.reshape((*before, *self.shape))
        matrix = np.zeros((*before, *self.shape))
        matrix[(..., *self.entries)] = part
        return matrix


@dataclass(frozen=True, slots=True, eq=False)
class Quantities:
    """The quantities at a column or many, by name, each made when it is asked for: a matrix may be large."""

    places: Mapping[str, _Place]
    values_at: Array

    def __getitem__(self, name: str) -> Array:
        return self.places[name].of(self.values_at)

    def as_dictionary(self) -> dict[str, Array]:
        """All of them."""
        return {name: block.of(self.values_at) for name, block in self.places.items()}

    def with_values(self, name: str, values: Array) -> Quantities:
        """The same with other values of the entries of a matrix."""
        made = self.values_at.copy()
        made[self.places[name].part] = values
        return Quantities(self.places, made)

    def entries(self, name: str) -> Entries:
        """A matrix by its entries."""
        block = self.places[name]
        rows, columns = block.entries if block.entries is not None else np.indices(block.shape).reshape(2, -1)
        return Entries(rows=rows, columns=columns, values=self.values_at[..., block.part])


def _row_by_row(matrix: Scalar) -> Scalar:
    """All entries of a matrix as a column."""
    size, rows = matrix.numel(), matrix.size1()
    if size > SMALL or not matrix.is_dense():
        return dense(ca.vec(matrix.T))
    return _nonzeros(matrix, [k for i in range(rows) for k in range(i, size, rows)])


def _nonzeros(matrix: Scalar, order: list[int]) -> Scalar:
    """Some of the entries that a matrix keeps, as a column; CasADi gives those of a row as a row."""
    chosen = matrix.get_nz(False, order)
    return chosen if chosen.is_column() else chosen.T


class Evaluator:
    """Quantities of one column of arguments.

    They are vectors, but for those that are reported to be matrices or single numbers: a matrix may have one
    column, and a vector one entry.
    """

    def __init__(
        self,
        column: Scalar,
        parts: Mapping[str, Scalar],
        *,
        matrices: Collection[str] = (),
        numbers: Collection[str] = (),
        faster: Callable[[Any], Callable[[Array, Array], None] | None] | None = None,
    ) -> None:
        """`faster` makes of CasADi's function what writes its values at many columns, where that pays."""
        flat: list[Scalar] = []
        self._places: dict[str, _Place] = {}
        at = 0
        for name, part in zip(parts, map(as_sx, parts.values()), strict=True):
            entries, size = None, part.numel()
            if size and name in matrices and not part.is_dense():
                rows, columns = map(np.array, part.sparsity().get_triplet())
                order = np.lexsort((columns, rows))  # CasADi keeps entries by columns
                entries, size = (rows[order].astype(int), columns[order].astype(int)), len(order)
                flat.append(_nonzeros(part, order.tolist()))
            elif size:
                flat.append(dense(part) if part.is_column() else _row_by_row(part))
            shape = part.shape if name in matrices else () if name in numbers else (part.numel(),)
            self._places[name] = _Place(part=slice(at, at + size), shape=shape, entries=entries)
            at += size
        self._function = ca.Function("quantities", [column], [stack(*flat)])
        self._given = np.zeros(self._function.numel_in(0))
        self._values = np.zeros(self._function.numel_out(0))
        self._buffer, self._evaluate = self._bind_buffers(self._function, self._given, self._values)
        self._mapped: dict[int, Any] = {1: self._function}  # the function for some columns at once
        self._faster, self._seen = faster, 0
        self._at_many: Callable[[Array, Array], None] | None = None

    @staticmethod
    def _bind_buffers(function: Any, given: Array, values: Array) -> tuple[Any, Any]:
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

    def at(self, column: Array) -> Quantities:
        """The quantities at a column, each made when it is asked for."""
        return Quantities(self._places, self.values(column))

    def at_many(self, columns: Array) -> Quantities:
        """The quantities at many columns, which are the rows given here, each made when it is asked for."""
        return Quantities(self._places, self.evaluate_rows(columns))

    def evaluate_rows(self, columns: Array) -> Array:
        """All quantities at many columns, which are the rows given here; a row of values for each."""
        given = np.ascontiguousarray(columns)
        values = np.zeros((len(given), len(self._values)))
        if self._faster is not None and self._seen + len(given) > ENOUGH:
            self._at_many, self._faster = self._faster(self._function), None
        if self._at_many is not None:
            self._at_many(given, values)
            return values
        self._seen += len(given)
        for first in range(0, len(given), BLOCK):
            part = slice(first, min(first + BLOCK, len(given)))
            count = part.stop - first
            if count not in self._mapped:
                self._mapped[count] = self._function.map(count)
            _, evaluate = self._bind_buffers(self._mapped[count], given[part], values[part])
            evaluate()
        return values

    def parts(self, values: Array) -> dict[str, Array]:
        """Values by name; the quantities lie along the last axis."""
        return Quantities(self._places, values).as_dictionary()
