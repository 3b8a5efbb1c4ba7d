"""Seeded states of a model, also with other values of its parameters.

Free states satisfy no equation: every name, velocity, acceleration and force has an independent value. States
of motion satisfy the constraints at all levels and the equations of motion:

    Phi = 0,  Phi' = 0,  Psi = 0,  then  M q'' + Gᵀ lam = h,  G q'' = gamma,  effort = 0,  s' = rates

Parameters that are numbers get other values, so that no coincidence (a length of 1) hides an error; those
that are expressions of others stay so. One set of values of the parameters is a group.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.numbers import ConstantFault
from dalembert._expression.walk import names
from dalembert._lower.lower import lower
from dalembert._lower.to_casadi import Engine
from dalembert._model.records import Delay, Model, Table, Value, force_names
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of
from dalembert._model.values import parameter_values, value_in
from dalembert._verify.evaluate import evaluate
from dalembert._verify.points import StateSample, draw, in_sizes, points_where
from dalembert._verify.settle import Settler, arguments, symbols

Points = NDArray[np.float64]
SEED = 2718
GROUPS, EACH = 3, 10  # sets of values of the parameters, and states with each of them
TRIES = 40  # the most draws for one group
LIVELY = 2  # attempts with velocities and inputs of any size
ORDERS = 2  # the highest rate of definitions

Settle = Callable[[StateSample], bool]


@dataclass(frozen=True, slots=True, kw_only=True)
class States:
    """Values of every name at some states, and the group of each."""

    sample: StateSample
    group: NDArray[np.int64]

    @property
    def count(self) -> int:
        """How many states there are."""
        return len(self.group)

    def where(self, which: NDArray[np.bool_]) -> States:
        """Some of these states."""
        return States(sample=points_where(self.sample, which), group=self.group[which])

    def with_others(self, others: States) -> States:
        """These states and others of the same names."""
        sample = {key: np.concatenate([values, others.sample[key]]) for key, values in self.sample.items()}
        return States(sample=sample, group=np.concatenate([self.group, others.group]))


class Sampler:
    """Draws states of one model; the functions of its equations are built once."""

    def __init__(self, model: Model) -> None:
        self.model = model
        self.system = lower(self.model)
        self.tables = cells_of(self.model)
        self._settler = Settler(self.model, self.system)
        self._definitions = _definitions(self.model)
        self._values = parameter_values(self.model)
        self._dependent = {
            p.name: p.value.expression.root
            for p in self.model.parameters
            if p.value is not None and names(p.value.expression.root).keys() - {("pi", 0)}
        }

    # -- states ----------------------------------------------------------------------------------

    def free_states(self, *, pressed: bool, lawful: bool = False) -> States:
        """States that satisfy no equation."""
        return self._collect(pressed, lawful, lambda _: True)

    def states_of_motion(self, *, pressed: bool, lawful: bool = False) -> States:
        """States that satisfy the constraints and the equations of motion."""
        return self._collect(pressed, lawful, lambda sample: self._settler.settle(sample, motion=True))

    def states_on_constraints(self, *, pressed: bool) -> States:
        """States that satisfy the constraints at all levels, but no equation of motion."""
        return self._collect(pressed, False, lambda sample: self._settler.settle(sample, motion=False))

    def refreshed(self, sample: StateSample, *, lawful: bool, defined: bool = True) -> StateSample:
        """The sample with the parameters, inputs and definitions that follow from its other values."""
        fresh = dict(sample)
        for _ in range(len(self._dependent)):
            for name, root in self._dependent.items():
                value, _ = evaluate(root, fresh, tables=self.tables)
                fresh[name, 0] = np.broadcast_to(value, fresh["t", 0].shape).astype(float)
        if lawful:
            for name, values in self._functions_of_time(fresh):
                for order, value in enumerate(values):
                    fresh[name, order] = value
        return self._with_definitions(fresh) if defined else fresh

    def settle(self, states: States, kind: str, *, lawful: bool) -> States:
        """States moved onto the constraints (kept) or also the equations (moving), where this succeeds."""
        at = np.arange(states.count)
        sample = self.refreshed(states.sample, lawful=lawful, defined=False)
        whole = {key: values for key, values in sample.items() if len(values) == len(at)}
        columns, groups = [], []
        for k in at:
            one = points_where(whole, at == k)
            if kind != "free" and not self._settler.settle(one, motion=kind == "moving"):
                continue
            if all(np.isfinite(values).all() for values in one.values()):
                columns.append(one)
                groups.append(states.group[k])
        if not columns:
            return States(sample=points_where(whole, at < 0), group=states.group[:0])
        joined = {key: np.concatenate([one[key] for one in columns]) for key in columns[0]}
        return States(sample=self._with_definitions(joined), group=np.array(groups))

    def _collect(self, pressed: bool, lawful: bool, settle: Settle) -> States:
        places: list[StateSample] = []
        groups: list[int] = []
        for group in range(GROUPS + 1):
            if group == 2 and not places:
                break  # the other sets will have none either
            sample = self._group(group, pressed, lawful, settle)
            if sample:
                places.append(sample)
                groups += [group] * len(sample["t", 0])
        if not places:
            return States(sample=draw(self.model, 0, SEED), group=np.zeros(0, dtype=np.int64))
        sample = {key: np.concatenate([one[key] for one in places]) for key in places[0]}
        return States(sample=self._with_definitions(sample), group=np.array(groups))

    def _group(self, group: int, pressed: bool, lawful: bool, settle: Settle) -> StateSample | None:
        """The states for one set of parameter values; None where too few are found."""
        for attempt in range(TRIES // 8):
            random = np.random.default_rng([SEED, group, attempt])
            values = self._parameters(random, group)
            if values is None:
                continue
            kept: list[StateSample] = []
            for draws in range(TRIES):
                quiet = attempt >= LIVELY
                far = group == GROUPS and not quiet
                sample = self._draw(random, values, far=far, shrink=0.75 ** (draws // 4))
                if quiet:
                    self._calm_down(sample, random)
                self._act(sample, pressed, lawful)
                if settle(sample) and all(np.isfinite(v).all() for v in sample.values()):
                    kept.append(sample)
                if len(kept) == EACH or (draws > TRIES // (2 if attempt == 0 else 4) and not kept):
                    break
            if len(kept) >= EACH // 2:
                return {key: np.concatenate([one[key] for one in kept]) for key in kept[0]}
        return None

    def _parameters(self, random: np.random.Generator, group: int) -> dict[str, float] | None:
        """Other values of the parameters; expressions follow from the others."""
        entries: dict[str, Value | None] = {p.name: p.value for p in self.model.parameters}
        values: dict[str, float] = {}
        for name, value in entries.items():
            if value is not None and names(value.expression.root).keys() - {("pi", 0)}:
                continue
            values[name] = self._other_value(random, self._values.get(name), group, name)
        waiting = [name for name in entries if name not in values]
        while waiting:
            try:
                numbers = {name: value_in(entries[name], values) for name in waiting}
            except (ConstantFault, ArithmeticError, ValueError):
                return None
            known = {name: value for name, value in numbers.items() if value is not None}
            if not known:
                return None
            values |= known
            waiting = [name for name in waiting if name not in values]
        return values

    def _other_value(self, random: np.random.Generator, value: float | None, group: int, name: str) -> float:
        if value is not None and (name in self.model.sizes):
            return value
        if value is None:
            return float(random.uniform(0.5, 1.5))
        if value == 0:
            return float(random.uniform(0.3, 1.2))
        if group == 1:
            return value * float(np.exp(random.uniform(-0.6, 0.6)))
        if group == GROUPS - 1:
            return float(np.copysign(random.uniform(0.5, 1.5), value))
        return value * float(random.uniform(0.8, 1.25))

    def _draw(
        self, random: np.random.Generator, values: Mapping[str, float], *, far: bool, shrink: float
    ) -> StateSample:
        """One state with these parameters; the smaller `shrink`, the nearer it is to the start."""
        scales = self._settler.scales(values)
        sample = draw(self.model, 1, int(random.integers(1 << 31)), far=far)
        sample = in_sizes(self.model, sample, scales, far=far)
        for name, value in values.items():
            sample[name, 0] = np.array([value])
        known = dict(values)
        for one, size in zip(self.model.coordinates, scales.q, strict=True):
            start = value_in(one.start, known)
            start = start if start is not None else value_in(one.guess, known)
            if not far and start is not None:
                part = random.uniform(-0.2, 0.2, 1) if start else random.uniform(-0.7, 0.7, 1)
                spread = part * (abs(start) or size)
                sample[one.name, 0] = start + shrink * spread
        return sample

    def _calm_down(self, sample: StateSample, random: np.random.Generator) -> None:
        """Draw small velocities, and inputs near their laws, where roots of pressures have values."""
        for one in self.model.coordinates:
            sample[one.name, 1] = random.normal(0.0, 0.1, 1) * sample[one.name, 0]
        for name, values in self._functions_of_time(sample):
            sample[name, 0] = values[0] * random.uniform(0.8, 1.2, 1)
            for order in (1, 2):
                sample[name, order] = np.zeros(1)

    def _act(self, sample: StateSample, pressed: bool, lawful: bool) -> None:
        """Set the forces of contacts, and inputs by their laws."""
        if not pressed:
            for name in force_names(self.model):
                sample[name, 0] = np.zeros_like(sample["t", 0])
        if lawful:
            for name, values in self._functions_of_time(sample):
                for order, value in enumerate(values):
                    sample[name, order] = value

    def _functions_of_time(self, sample: StateSample) -> Iterator[tuple[str, tuple[Points, ...]]]:
        """The inputs that are expressions, with two rates by differences of high order."""
        step = 1e-3
        for entry in self.model.inputs:
            if isinstance(entry.law, Table | Delay):
                continue
            at = {}
            for k in range(-3, 4):
                moved = {**sample, ("t", 0): sample["t", 0] + k * step}
                value, _ = evaluate(entry.law.root, moved, tables=self.tables)
                at[k] = np.broadcast_to(value, sample["t", 0].shape).astype(float)
            first = (45 * (at[1] - at[-1]) - 9 * (at[2] - at[-2]) + at[3] - at[-3]) / (60 * step)
            second = 270 * (at[1] + at[-1]) - 27 * (at[2] + at[-2]) + 2 * (at[3] + at[-3]) - 490 * at[0]
            yield entry.name, (at[0], first, second / (180 * step**2))

    def _with_definitions(self, before: StateSample) -> StateSample:
        """The states with the values of definitions and their rates."""
        if not self.model.definitions or not len(before["t", 0]):
            return before
        sample = {**before}
        at = np.arange(len(before["t", 0]))
        columns = [
            np.asarray(self._definitions(*arguments(self.model, points_where(before, at == k)))).ravel()
            for k in at
        ]
        values = np.array(columns).T
        count = len(self.model.definitions)
        for i, one in enumerate(self.model.definitions):
            for order in range(ORDERS + 1):
                sample[one.name, order] = values[order * count + i]
        return sample


def _definitions(model: Model) -> ca.Function:
    """Definitions, and two of their rates, at a state."""
    engine = Engine(model, survey(model))
    value = ca.vertcat(ca.SX(0, 1), *(engine.leaf(one.name, 0) for one in model.definitions))
    parts = [value]
    for _ in range(ORDERS):
        parts.append(engine.total_derivative(parts[-1]) if value.numel() else value)
    return ca.Function("definitions", symbols(engine), [ca.densify(ca.vertcat(*parts))])
