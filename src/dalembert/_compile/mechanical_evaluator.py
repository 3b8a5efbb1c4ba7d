"""The field evaluated by CasADi's virtual machine: for observations, for rescue, and where no compiler is."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.mass_matrix import Inertia
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.table_polynomials import Curve
from dalembert._lower.evaluator import Entries, Quantities
from dalembert._lower.idle_conditions import ROUNDING

Array = NDArray[np.float64]
FEW = 8  # states
LASTING = ("momentum", "energy", "position", "velocity", "inputs")  # what an instant is asked for


class MechanicalEvaluator:
    """The functions of a mechanical system for given parameters."""

    def __init__(self, compiled: MechanicalSystem, p: Array, tables: tuple[Curve, ...] = ()) -> None:
        self._compiled, self._tables = compiled, tables
        self._before = 1 + compiled.layout.size
        self._column = np.concatenate([np.zeros(self._before), p, np.zeros(3 * len(tables))])

    def revalue(self, p: Array) -> None:
        """Use other values of the parameters."""
        self._column[self._before : self._before + len(p)] = p

    def rates(self, t: float, y: Array) -> tuple[Array, float]:
        """The rates of the state and the health of the system solved for them."""
        values = self._compiled.evaluator("rates").values(self._column_at(t, y))
        return values[:-1], float(values[-1])

    def correction(self, t: float, y: Array) -> tuple[Array, float]:
        """The correction of the state and the health of the system solved for it."""
        values = self._compiled.evaluator("correction").values(self._column_at(t, y))
        return values[:-1], float(values[-1])

    def saddle(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, h and gamma at a state."""
        return self._with_inertia("saddle", t, y)

    def gradients(self, t: float, y: Array) -> Array:
        """G at a state, without M."""
        quantities = self._compiled.evaluator("saddle").at(self._column_at(t, y))
        return self._without_noise({"G": quantities["G"]})["G"]

    def saddles(self, t: Array, rows: Array) -> dict[str, Array]:
        """M, G, h and gamma at many states: time is the first axis."""
        blocks = self._at_many("saddle", t, rows)
        return {
            "M": self._compiled.inertia("saddle").at(blocks.pop("H"), blocks.pop("R")),
            **self._without_noise(blocks),
        }

    def mobility(self, t: float, y: Array, some: NDArray[np.intp]) -> Array:
        """Some entries of the diagonal of M⁻¹ at a state."""
        quantities = self._compiled.evaluator("saddle").at(self._column_at(t, y))
        return self._compiled.inertia("saddle").mobility(quantities["H"], quantities["R"], some)

    def inertia(self, t: float, y: Array) -> Inertia:
        """The inertia at a state."""
        quantities = self._compiled.evaluator("saddle").at(self._column_at(t, y))
        return self._compiled.inertia("saddle").inertia(quantities["H"], quantities["R"])

    def closure(self, t: float, y: Array) -> Quantities:
        """How far a state is from the constraints, the sizes of their terms, and G."""
        quantities = self._compiled.evaluator("closure").at(self._column_at(t, y))
        return (
            quantities.with_values("G", self._entries_with_zero(quantities.entries("G")))
            if self._compiled.joints
            else quantities
        )

    def contacts(self, t: float, y: Array) -> dict[str, Array]:
        """Gaps and slips of all contacts, with M, G, h and gamma as if all were closed and stuck."""
        return self._with_inertia("contacts", t, y)

    def gaps(self, t: Array, rows: Array) -> dict[str, Array]:
        """Constraints and gaps, and the sizes in them, at many states."""
        return self._at_many("gaps", t, rows)

    def switching_functions(self, t: float, y: Array) -> dict[str, Array]:
        """The switching functions of a mode, their derivatives by the state, and explicit time rates."""
        return self._compiled.evaluator("switching")(self._column_at(t, y))

    def stiffness(self, t: float, y: Array) -> dict[str, Array]:
        """M, G, K = −h_q and C = −h_qd at a state."""
        return self._with_inertia("stiffness", t, y)

    def instant(self, before: float, after: float, y: Array, *, late: bool) -> dict[str, Array]:
        """The quantities that may jump between two close times, before or after, at the time between them.

        Everything is followed from one of them to the middle.
        """
        t = after if late else before
        blocks = self._with_inertia("instant", t, y)
        for name in LASTING:
            blocks[name] = blocks[name] + (0.5 * (before + after) - t) * blocks[f"{name}_t"]
        return blocks

    def column(self, t: float, y: Array) -> Array:
        """The column (t, y, p) and the values of tables at a time."""
        return self._column_at(t, y).copy()

    def events(self, t: float, y: Array) -> Array:
        """The event functions at a state."""
        return self._compiled.evaluator("events").values(self._column_at(t, y))

    def observations(self, t: Array, rows: Array) -> dict[str, Array]:
        """Everything observed, at many states: time is the first axis."""
        return self._at_many("observed", t, rows)

    def _at_many(self, name: str, t: Array, rows: Array) -> dict[str, Array]:
        """Quantities at many states; at a few one by one, since to begin with many takes as long."""
        evaluator = self._compiled.evaluator(name)
        if 0 < len(rows) <= FEW:
            columns = zip(t.tolist(), rows, strict=True)
            return evaluator.parts(np.array([evaluator.values(self._column_at(*one)) for one in columns]))
        return evaluator.parts(evaluator.evaluate_rows(self._columns(t, rows)))

    def _with_inertia(self, name: str, t: float, y: Array) -> dict[str, Array]:
        """Quantities with M in place of the entries of H and R from which it is computed."""
        blocks = self._compiled.evaluator(name)(self._column_at(t, y))
        M = self._compiled.inertia(name).at(blocks.pop("H"), blocks.pop("R"))
        return {"M": M, **self._without_noise(blocks)}

    def _without_noise(self, blocks: dict[str, Array]) -> dict[str, Array]:
        """The quantities, with joint-condition gradients that are only rounding replaced by zero.

        Such a gradient is that of an axis, of the size 1, or of a place, as the other ones of the joint.
        """
        if not self._compiled.joints:
            return blocks
        G = blocks["G"].copy()
        for rows in self._compiled.joints:
            size = np.max(np.abs(G[..., rows, :]), axis=-1, initial=0.0, keepdims=True)
            largest = np.maximum(size.max(axis=-2, keepdims=True), 1.0)
            G[..., rows, :] = np.where(size > ROUNDING * largest, G[..., rows, :], 0.0)
        return {**blocks, "G": G}

    def _entries_with_zero(self, G: Entries) -> Array:
        """The entries of G with gradients that are only rounding replaced by zero."""
        joint = np.full(self._compiled.layout.constraints, -1)
        for k, rows in enumerate(self._compiled.joints):
            joint[list(rows)] = k
        of_joint = joint >= 0
        size, largest = np.zeros(len(joint)), np.ones(len(self._compiled.joints))
        np.maximum.at(size, G.rows, np.abs(G.values))
        np.maximum.at(largest, joint[of_joint], size[of_joint])
        return np.where((of_joint & ~(size > ROUNDING * largest[joint]))[G.rows], 0.0, G.values)

    def _column_at(self, t: float, y: Array) -> Array:
        """The column at a state, in a buffer that is overwritten by every call."""
        column = self._column
        column[0], column[1 : 1 + len(y)] = t, y
        if self._tables:
            column[-3 * len(self._tables) :] = self._table_values(np.array([t]))[0]
        return column

    def _columns(self, t: Array, rows: Array) -> Array:
        """The columns at many states, as rows."""
        columns = np.empty((len(rows), len(self._column)))
        columns[:] = self._column
        columns[:, 0], columns[:, 1 : 1 + rows.shape[1]] = t, rows
        if self._tables:
            columns[:, -3 * len(self._tables) :] = self._table_values(t)
        return columns

    def _table_values(self, t: Array) -> Array:
        return np.concatenate([table.at(t) for table in self._tables], axis=1)
