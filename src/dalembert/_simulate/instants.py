"""Discrete changes in a run and their times: values set by events, impulses, sampled values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import Curve, inputs_of_tables
from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError, flaw_at
from dalembert._lower.expression_function import expression_function
from dalembert._model.records import Model
from dalembert._model.rules_discrete import time_of

Array = NDArray[np.float64]
MOST_SAMPLES = 100_000


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RightSides:
    """Expressions as functions of the state, and the entries of the state that they belong to."""

    entries: tuple[int, ...]
    function: Any
    model: Model
    p: Array
    tables: tuple[Curve, ...]

    def at(self, t: float, y: Array) -> Array:
        """Their values at a state."""
        n, states = len(self.model.coordinates), len(self.model.states)
        e, u = np.zeros(len(self.model.efforts)), inputs_of_tables(self.model, self.tables, t)
        values = self.function(t, y[:n], y[n : 2 * n], y[2 * n : 2 * n + states], e, self.p, u)
        return np.array(values).ravel()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TimedImpulse:
    """An impulse at a time: momenta by the coordinates they belong to."""

    name: str
    t: float
    momenta: RightSides


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Samples:
    """Sampled values: all are sampled at the start of a run, and then each with its period in `every`."""

    values: RightSides
    every: Array

    def which_due(self, t: float, first: float, near: float) -> NDArray[np.bool_]:
        """Which values are sampled at a time."""
        count = np.round((t - first) / self.every)
        return np.asarray(np.abs(first + count * self.every - t) <= near)

    def times(self, first: float, last: float) -> Array:
        """The times of all samples of a run."""
        times = [first + step * np.arange(1 + int((last - first) / step + 0.5)) for step in self.every]
        return np.unique(np.concatenate(times))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instants:
    """What jumps in a run: what each event sets, None where it sets nothing; impulses; sampled values."""

    sets: tuple[RightSides | None, ...] = ()
    impulses: tuple[TimedImpulse, ...] = ()
    samples: Samples | None = None

    def __bool__(self) -> bool:
        """Whether anything jumps."""
        return bool(self.impulses) or self.samples is not None or any(one is not None for one in self.sets)

    def sets_something(self, event: int) -> bool:
        """Whether an event sets something; guards of modes come after the events of the model."""
        return event < len(self.sets) and self.sets[event] is not None

    def due(self, t: float, first: float, near: float) -> tuple[tuple[TimedImpulse, ...], NDArray[np.bool_]]:
        """The impulses of a time, and which values are sampled then, in a run that began at `first`."""
        impulses = tuple(one for one in self.impulses if abs(one.t - t) <= near)
        samples = self.samples
        return impulses, np.zeros(0, bool) if samples is None else samples.which_due(t, first, near)

    def times(self, first: float, last: float) -> Array:
        """The times of impulses and samples of a run."""
        impulse_times = np.array([one.t for one in self.impulses])
        return (
            impulse_times
            if self.samples is None
            else np.concatenate([impulse_times, self.samples.times(first, last)])
        )


def instants_of(model: Model, p: Array, tables: tuple[Curve, ...]) -> Instants:
    """The discrete changes in the runs of a model."""
    places = entries_of_state(model)

    def sides(pairs: Sequence[tuple[str, Expression]]) -> RightSides:
        return RightSides(
            entries=tuple(places[target] for target, _ in pairs),
            function=expression_function(model, [expression.root for _, expression in pairs]),
            model=model,
            p=p,
            tables=tables,
        )

    every = np.array([_time(one.every, model) for one in model.sampled])
    sampled = sides([(one.name, one.value) for one in model.sampled]) if model.sampled else None
    return Instants(
        sets=tuple(
            sides([(one.target, one.expression) for one in event.sets]) if event.sets else None
            for event in model.events
        ),
        impulses=tuple(
            TimedImpulse(
                name=one.name,
                t=_time(one.at, model),
                momenta=sides([(push.name, push.expression) for push in one.work]),
            )
            for one in model.impulses
        ),
        samples=Samples(values=sampled, every=every) if sampled is not None else None,
    )


def _time(expression: Expression, model: Model) -> float:
    time = time_of(expression, model)
    if time is None:
        raise TypeError(expression)
    return time


def refuse_too_many_samples(model: Model, instants: Instants, t_start: float, t_end: float) -> None:
    """Raise if more samples are requested than a run may make."""
    flaws = []
    for i, one in enumerate(model.sampled if instants.samples is not None else ()):
        step = float(instants.samples.every[i]) if instants.samples is not None else 1.0
        count = (t_end - t_start) / step
        if count > MOST_SAMPLES:
            message = f"`{one.name}` is sampled every {step:g} s, {count:.3g} times in the run"
            hint = f"a run takes {MOST_SAMPLES} samples at most: give a longer `every`, or an earlier t_end"
            flaws.append(flaw_at(one.location, rule="sampled", message=message, hint=hint))
    if flaws:
        raise ModelError(tuple(flaws))


def entries_of_state(model: Model) -> dict[str, int]:
    """Where coordinates, velocities and states are in the state of a regular mechanical model."""
    coordinates = [c.name for c in model.coordinates]
    names = (*coordinates, *(f"{name}'" for name in coordinates), *(state.name for state in model.states))
    return {name: i for i, name in enumerate(names)}
