"""Parameters and starts of many rows at once: what is varied, and formulas of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Name, Node
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.survey import sort_definitions
from dalembert._model.values import start_formulas, values_of
from dalembert._sweep.records import Array, Part, Target


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowValues:
    """Base values, and what replaces them: places of varied names, and formulas of parameters in order."""

    parameters: tuple[str, ...]
    p: Array
    start: Array
    varied_parameters: tuple[tuple[str, int], ...]
    varied_starts: tuple[tuple[str, int], ...]
    derived_parameters: tuple[tuple[int, Node], ...]
    derived_starts: tuple[tuple[int, Node], ...]

    def of(self, columns: Mapping[str, Array]) -> tuple[Array, Array]:
        """The vectors p and the starts of rows: (rows, parameters), (rows, entries)."""
        count = len(next(iter(columns.values())))
        p, start = np.tile(self.p, (count, 1)), np.tile(self.start, (count, 1))
        for name, index in self.varied_parameters:
            p[:, index] = columns[name]
        for index, root in self.derived_parameters:
            p[:, index] = self.formula(root, p, columns)
        for index, root in self.derived_starts:
            start[:, index] = self.formula(root, p, columns)
        for name, index in self.varied_starts:
            start[:, index] = columns[name]
        return p, start

    def formula(self, root: Node, p: Array, columns: Mapping[str, Array]) -> Array:
        """A formula of parameters and varied starts at all rows."""
        if isinstance(root, Name) and root.name in self.parameters:
            return p[:, self.parameters.index(root.name)]
        used = [name for name, _ in names(root) if name != "pi"]
        known = {
            name: p[:, self.parameters.index(name)] if name in self.parameters else columns[name]
            for name in used
        }
        rows = ({(name, 0): float(known[name][i]) for name in used} for i in range(len(p)))
        return np.array([evaluate(root, row) for row in rows])

    def formula_of_parameters(self, root: Node, p: Array) -> Array | None:
        """A formula at all rows; None where there is more in it than parameters."""
        known = {*self.parameters, "pi"}
        return self.formula(root, p, {}) if all(name in known for name, _ in names(root)) else None


def row_values(model: Model, targets: tuple[Target, ...], entries: tuple[str, ...]) -> RowValues:
    """How the values of rows follow from what is varied; `entries` are the names of the state."""
    values = values_of(model)
    varied = {target.name for target in targets if target.part is Part.parameter}
    formulas = {
        one.name: one.value.expression.root
        for one in model.parameters
        if one.value is not None and one.name not in varied
    }
    order, _ = sort_definitions(
        {name: [n for n, _ in names(root) if n in formulas] for name, root in formulas.items()}
    )
    moving = set(varied)
    derived: list[tuple[int, Node]] = []
    for name in order:
        if any(used in moving for used, _ in names(formulas[name])):
            moving.add(name)
            derived.append((values.names.index(name), formulas[name]))
    given = values.start | {f"{name}'": value for name, value in values.speed.items()}
    index_of = {name: i for i, name in enumerate(entries)}
    starts = {target.name for target in targets if target.part is not Part.parameter}
    return RowValues(
        parameters=values.names,
        p=np.array(values.vector()),
        start=np.array([given.get(name, values.guess.get(name, 0.0)) for name in entries]),
        varied_parameters=tuple((name, values.names.index(name)) for name in varied),
        varied_starts=tuple((name, index_of[name]) for name in starts),
        derived_parameters=tuple(derived),
        derived_starts=tuple(
            (index_of[name], root)
            for name, root in start_formulas(model, starts).items()
            if name not in starts and any(used in moving or used in starts for used, _ in names(root))
        ),
    )
