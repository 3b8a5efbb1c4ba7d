"""The values of the rows of a sweep: of axes as they were given, the first slowest; samples are fastest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.records import Model, Value
from dalembert._sweep.records import Array, Part, Plan, Target
from dalembert._sweep.samples import points


def columns_of(plan: Plan, rows: range) -> dict[str, Array]:
    """What is varied at some rows, in SI units, by names."""
    columns: dict[str, Array] = {}
    index, stride = np.arange(rows.start, rows.stop), 1
    if plan.sample is not None:
        drawn = points(plan.sample)[index % plan.sample.count]
        columns = {one.name: drawn[:, i] for i, one in enumerate(plan.sample.variables)}
        stride = plan.sample.count
    for axis in reversed(plan.axes):
        position = index // stride % axis.length
        columns |= {name: axis.values(i, position) for i, name in enumerate(axis.names)}
        stride *= axis.length
    return {name: columns[name] for name in plan.names}


def with_numbers(model: Model, targets: Sequence[Target], numbers: Mapping[str, float]) -> Model:
    """The model with numbers in SI units in place of some values; its structure stays the same object."""
    values_by_part: dict[Part, dict[str, Value]] = {part: {} for part in Part}
    for target in targets:
        number = float(numbers[target.name])
        values_by_part[target.part][target.name.removesuffix("'")] = Value(
            expression=Expression(Number(number)), typed=number
        )
    parameters, starts, speeds = (
        values_by_part[Part.parameter],
        values_by_part[Part.start],
        values_by_part[Part.speed],
    )
    made = model
    if parameters:
        varied = (replace(p, value=parameters.get(p.name, p.value)) for p in model.parameters)
        made = replace(made, parameters=tuple(varied))
    if starts or speeds:
        placed = (
            replace(c, start=starts.get(c.name, c.start), speed=speeds.get(c.name, c.speed))
            for c in model.coordinates
        )
        begun = (replace(s, start=starts.get(s.name, s.start)) for s in model.states)
        made = replace(made, coordinates=tuple(placed), states=tuple(begun))
    return made
