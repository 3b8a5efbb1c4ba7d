"""The field evaluated by CasADi's virtual machine: for observations, for rescue, and where no compiler is."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import Columns
from dalembert._compile.plant import Plant
from dalembert._compile.tables import Piecewise

Array = NDArray[np.float64]
MATRICES = ("M", "G", "K", "C", "slope", "pushed_by_u", "pushed_by_ud")
NUMBERS = ("T", "V", "energy", "energy_t", "health")  # the rest are vectors
LASTING = ("momentum", "energy", "position", "velocity", "inputs")  # what an instant is asked for
BLOCK = 1000  # states evaluated at once


class Machine:
    """The functions of a plant for given parameters."""

    def __init__(self, plant: Plant, p: Array, tables: tuple[Piecewise, ...] = ()) -> None:
        self._plant, self._p, self._tables = plant, p, tables
        self._made: dict[str, _Evaluated] = {}

    def revalue(self, p: Array) -> None:
        """Take other parameters."""
        self._p = p
        for own in self._made.values():
            own.revalue(p)

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of the state and the health of the system solved for them."""
        column = self._evaluated("rates")(t, y)
        return column[:-1], float(column[-1])

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The correction of the state and the health of the system solved for it."""
        column = self._evaluated("correction")(t, y)
        return column[:-1], float(column[-1])

    def saddle(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, h and gamma at a state."""
        own = self._evaluated("saddle")
        return own.parts(own(t, y))

    def closure(self, t: float, y: Array) -> dict[str, Array]:
        """How far a state is from the constraints, the sizes of their terms, and G."""
        own = self._evaluated("closure")
        return own.parts(own(t, y))

    def closures(self, t: Array, rows: Array) -> dict[str, Array]:
        """The same at many states."""
        own = self._evaluated("closure")
        return own.parts(own.many(t, rows))

    def switching(self, t: float, y: Array) -> dict[str, Array]:
        """The switches of a phase, their slopes by the state, and how they change by themselves."""
        own = self._evaluated("switching")
        return own.parts(own(t, y))

    def stiffness(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, K = −h_q and C = −h_qd at a state."""
        own = self._evaluated("stiffness")
        return own.parts(own(t, y))

    def instant(self, before: float, after: float, y: Array, *, late: bool) -> dict[str, Array]:
        """What may jump between two times close together, as it is before or after, at one and the same time.

        Everything is followed from one of them to the middle.
        """
        own, t = self._evaluated("instant"), after if late else before
        found = own.parts(own(t, y))
        for name in LASTING:
            found[name] = found[name] + (0.5 * (before + after) - t) * found[f"{name}_t"]
        return found

    def given(self, t: float, y: Array) -> Array:
        """The column (t, y, p) and the values of tables at a time."""
        sampled = [table.at(np.array([t]))[0] for table in self._tables]
        return np.concatenate([[t], y, self._p, *sampled])

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        return self._evaluated("events")(t, y)

    def observed(self, t: Array, rows: Array) -> dict[str, Array]:
        """Everything observed, at many states: time is the first axis."""
        own = self._evaluated("observed")
        return own.parts(own.many(t, rows))

    def _evaluated(self, name: str) -> _Evaluated:
        if name not in self._made:
            self._made[name] = _Evaluated(self._plant.columns(name), self._p, self._tables)
        return self._made[name]


class _Evaluated:
    """Some quantities as a column of numbers."""

    def __init__(self, columns: Columns, p: Array, tables: tuple[Piecewise, ...]) -> None:
        self._columns, self._tables = columns, tables
        sampled = 3 * len(tables)
        self._before = columns.function.numel_in(0) - len(p) - sampled
        self._given = np.concatenate([np.zeros(self._before), p, np.zeros(sampled)])
        self._value = np.zeros(columns.size)
        buffer: Any
        buffer, self._evaluate = columns.function.buffer()
        buffer.set_arg(0, self._given.data)
        buffer.set_res(0, self._value.data)
        self._buffer = buffer

    def __call__(self, t: float, y: Array) -> Array:
        self._given[0] = t
        self._given[1 : 1 + len(y)] = y
        if self._tables:
            self._given[-3 * len(self._tables) :] = self._sampled(np.array([t]))[0]
        self._evaluate()
        return self._value.copy()

    def revalue(self, p: Array) -> None:
        """Take other parameters."""
        self._given[self._before : self._before + len(p)] = p

    def _sampled(self, t: Array) -> Array:
        return np.concatenate([table.at(t) for table in self._tables], axis=1)

    def many(self, t: Array, rows: Array) -> Array:
        """Quantities at many states."""
        count, width = rows.shape
        given = np.tile(self._given, (count, 1))
        given[:, 0], given[:, 1 : 1 + width] = t, rows
        if self._tables:
            given[:, -3 * len(self._tables) :] = self._sampled(t)
        values = np.zeros((count, self._columns.size))
        for first in range(0, count, BLOCK):
            last = min(first + BLOCK, count)
            buffer: Any
            buffer, evaluate = self._columns.many(last - first).buffer()
            buffer.set_arg(0, given[first:last].data)
            buffer.set_res(0, values[first:last].data)
            evaluate()
        return values

    def parts(self, values: Array) -> dict[str, Array]:
        """The quantities by name."""
        parts, at = {}, 0
        for name, (rows, columns) in self._columns.shapes.items():
            part = values[..., at : at + rows * columns]
            shape = (rows, columns) if name in MATRICES else () if name in NUMBERS else (rows * columns,)
            parts[name] = part.reshape((*values.shape[:-1], *shape))
            at += rows * columns
        return parts
