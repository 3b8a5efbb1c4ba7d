"""Seeded points around the values of a model: orifices and logarithms are NaN far away from them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dalembert._lower.characteristic_sizes import Scales
from dalembert._model.records import Model, constraints_of, force_names
from dalembert._model.run_numbers import run_numbers
from dalembert._model.values import parameter_values, value_in, values_of

Points = NDArray[np.float64]
StateSample = dict[tuple[str, int], Points]


def draw(model: Model, count: int, seed: int, *, far: bool = False) -> StateSample:
    """`count` values of every name, velocity, acceleration, multiplier, effort and state.

    `far`: coordinates and states anywhere within some powers of ten, on either side of zero, and times
    anywhere in the run, or within ten seconds where the model gives no end.
    """
    random = np.random.default_rng(seed)
    parameters = parameter_values(model)

    def draw_near(value: float | None) -> Points:
        """Values within a fifth of a value; around a missing or zero one, of size about one."""
        if value is None:
            return random.uniform(0.5, 1.5, count)
        if value == 0:
            return random.uniform(-0.7, 0.7, count)
        return value * random.uniform(0.8, 1.2, count)

    def draw_freely() -> Points:
        spread = np.exp(random.normal(0.0, 1.5, count)) if far else 1.0
        return random.normal(0.0, 1.0, count) * spread

    def draw_around(value: float | None) -> Points:
        return (value or 1.0) * draw_freely() if far else draw_near(value or 0.0)

    numbers = run_numbers(model)
    first, last = numbers.t_start or 0.0, numbers.t_end
    run = (first, last if last is not None else first + 10.0)
    sample: StateSample = {("t", 0): random.uniform(*(run if far else (0.05, 1.0)), count)}
    constant = model.numbers.names if model.numbers is not None else ()  # their numbers are in the equations
    for p in model.parameters:
        value = parameters.get(p.name)
        sample[p.name, 0] = np.full(count, value) if p.name in constant else draw_near(value)
    for c in model.coordinates:
        start = value_in(c.start, parameters)
        start = start if start is not None else value_in(c.guess, parameters)
        speed = value_in(c.speed, parameters)
        sample[c.name, 0] = draw_around(start)
        sample[c.name, 1] = draw_near(speed) if speed and not far else draw_freely()
        sample[c.name, 2] = draw_freely()
    for entry in model.inputs:
        for order in range(3):
            sample[entry.name, order] = draw_freely()
    for effort in model.efforts:
        sample[effort.name, 0] = draw_near(value_in(effort.guess, parameters))
    for s in model.states:
        start = value_in(s.start, parameters)
        start = start if start is not None else value_in(s.guess, parameters)
        sample[s.name, 0] = draw_around(start)
        sample[s.name, 1] = draw_freely()
    for kind, prefix in (("displacement", "lam_"), ("flow", "kap_")):
        for constraint in constraints_of(model, kind):
            sample[prefix + constraint.name, 0] = draw_freely()
    for name in force_names(model):
        sample[name, 0] = draw_freely()
    return sample


def in_sizes(model: Model, sample: StateSample, scales: Scales, *, far: bool = False) -> StateSample:
    """The sample, with what has size 1 because no start says how large it is in its characteristic size."""
    values = values_of(model)
    factors: dict[tuple[str, int], float] = {}
    for c, size in zip(model.coordinates, scales.q, strict=True):
        factors[c.name, 0] = 1.0 if values.first(c.name) else size
        factors[c.name, 1] = 1.0 if values.speed.get(c.name) and not far else size / scales.time
        factors[c.name, 2] = size / scales.time**2
    for s, size in zip(model.states, scales.s, strict=True):
        factors[s.name, 0] = 1.0 if values.first(s.name) else size
        factors[s.name, 1] = size / scales.time
    for e, size in zip(model.efforts, scales.e, strict=True):
        factors[e.name, 0] = 1.0 if values.guess.get(e.name) else size
    return sample | {leaf: by * sample[leaf] for leaf, by in factors.items()}


def points_where(sample: Mapping[tuple[str, int], Points], which: NDArray[np.bool_]) -> StateSample:
    """The points of a sample where `which` holds."""
    return {key: values[which] for key, values in sample.items()}
