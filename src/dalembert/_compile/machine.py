"""The field evaluated by CasADi's virtual machine: for observations, for rescue, and where no compiler is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.engine import Scalar
from dalembert._lower.field import Field

Array = NDArray[np.float64]
MATRICES, NUMBERS = ("M", "G"), ("T", "V", "energy", "health")  # the rest are vectors


class Machine:
    """The functions of a field for given parameters."""

    def __init__(self, field: Field, laws: Scalar, p: Array) -> None:
        self.p, self.inputs = p, field.u.numel()
        self._field, self._laws = field, laws
        self._made: dict[str, _Columns] = {}

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of the state and the health of the system solved for them."""
        column = self._columns("rates", {"rates": self._field.rates, "health": self._field.health})(t, y)
        return column[:-1], float(column[-1])

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The correction of the state and the health of the system solved for it."""
        parts = {"correction": self._field.correction, "health": self._field.health}
        column = self._columns("correction", parts)(t, y)
        return column[:-1], float(column[-1])

    def saddle(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, h and gamma at a state."""
        return self._columns("saddle", self._field.saddle).split(t, y)

    def observed(self, t: Array, rows: Array) -> dict[str, Array]:
        """Everything observed, at many states: time is the first axis."""
        return self._columns("observed", self._field.observed).many(t, rows)

    def _columns(self, name: str, parts: Mapping[str, Scalar]) -> _Columns:
        if name not in self._made:
            self._made[name] = _Columns(self._field, self._laws, self.p, parts)
        return self._made[name]


class _Columns:
    """Some quantities of a field, computed together as one column of numbers."""

    def __init__(self, field: Field, laws: Scalar, p: Array, parts: Mapping[str, Scalar]) -> None:
        flat = [ca.densify(ca.vec(part.T)) for part in parts.values()]
        column = ca.vertcat(ca.SX(0, 1), *flat)
        if field.u.numel():
            column = ca.substitute(column, field.u, laws)
        self._shapes = {name: part.shape for name, part in parts.items()}
        arguments = [ca.vertcat(field.t, field.y, field.p)]
        self._function: Any = ca.Function("columns", arguments, [column])
        self._given = np.concatenate([np.zeros(1 + field.y.numel()), p])
        self._value = np.zeros(column.numel())
        buffer: Any
        buffer, self._evaluate = self._function.buffer()
        buffer.set_arg(0, self._given.data)
        buffer.set_res(0, self._value.data)
        self._buffer = buffer

    def __call__(self, t: float, y: Array) -> Array:
        self._given[0] = t
        self._given[1 : 1 + len(y)] = y
        self._evaluate()
        return self._value.copy()

    def split(self, t: float, y: Array) -> dict[str, Array]:
        return self._parts(self(t, y))

    def many(self, t: Array, rows: Array) -> dict[str, Array]:
        """Quantities at many states, in blocks of a size that the machine's memory holds."""
        count, width = rows.shape
        given = np.tile(self._given, (count, 1))
        given[:, 0], given[:, 1 : 1 + width] = t, rows
        values = np.zeros((count, len(self._value)))
        block = 1000
        function: Any = None
        for first in range(0, count, block):
            last = min(first + block, count)
            if function is None or last - first != block:
                function = self._function.map(last - first)
            buffer, evaluate = function.buffer()
            own, answer = np.ascontiguousarray(given[first:last]), np.zeros((last - first, values.shape[1]))
            buffer.set_arg(0, own.data)
            buffer.set_res(0, answer.data)
            evaluate()
            values[first:last] = answer
        return self._parts(values)

    def _parts(self, values: Array) -> dict[str, Array]:
        parts, at = {}, 0
        for name, (rows, columns) in self._shapes.items():
            part = values[..., at : at + rows * columns]
            shape = (rows, columns) if name in MATRICES else () if name in NUMBERS else (rows * columns,)
            parts[name] = part.reshape(*values.shape[:-1], *shape)
            at += rows * columns
        return parts
