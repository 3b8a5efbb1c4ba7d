"""The values of the rows of a sweep: axes in the order they were given, the first slowest, samples fastest."""

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
    found: dict[str, Array] = {}
    index, rest = np.arange(rows.start, rows.stop), 1
    if plan.sample is not None:
        drawn = points(plan.sample)[index % plan.sample.count]
        found = {one.name: drawn[:, i] for i, one in enumerate(plan.sample.variables)}
        rest = plan.sample.count
    for axis in reversed(plan.axes):
        place = index // rest % axis.length
        found |= {name: axis.column(i)[place] for i, name in enumerate(axis.names)}
        rest *= axis.length
    return {name: found[name] for name in plan.names}


def with_numbers(model: Model, targets: Sequence[Target], numbers: Mapping[str, float]) -> Model:
    """The model with numbers in SI units in place of some values; its structure stays the same object."""
    own = {target.part: {} for target in targets} | {part: dict[str, Value]() for part in Part}
    for target in targets:
        number = numbers[target.name]
        name = target.name.removesuffix("'")
        own[target.part][name] = Value(expression=Expression(Number(float(number))), typed=float(number))
    parameters, starts, speeds = own[Part.parameter], own[Part.start], own[Part.speed]
    changed = {}
    if parameters:
        changed["parameters"] = tuple(
            replace(one, value=parameters[one.name]) if one.name in parameters else one
            for one in model.parameters
        )
    if starts or speeds:
        changed["coordinates"] = tuple(
            replace(one, start=starts.get(one.name, one.start), speed=speeds.get(one.name, one.speed))
            if one.name in starts or one.name in speeds
            else one
            for one in model.coordinates
        )
    if starts:
        changed["states"] = tuple(
            replace(one, start=starts[one.name]) if one.name in starts else one for one in model.states
        )
    return replace(model, **changed)
