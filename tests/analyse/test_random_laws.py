"""Laws on seeded random models: linear systems and efforts against the accelerations that runs use."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import compiled_model
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.records import Value
from dalembert._model.values import values_of

sys.path.insert(0, str(Path(__file__).parents[1] / "laws"))
from random_models import random_features, random_model

SKIPPED = frozenset({"efforts", "jumps"})


def value(number: float) -> Value:
    """A value of a model."""
    return Value(expression=Expression(Number(number)))


def drawn(seed: int, without: frozenset[str] = SKIPPED) -> dalembert.Model:
    """A random model with all its values; under constraints its starts are only guesses."""
    model = random_model(seed, random_features(seed) - without, most=4)
    model = replace(
        model, parameters=tuple(replace(p, value=p.value or value(0.7)) for p in model.parameters)
    )
    if not model.constraints:
        return model
    free = (replace(c, start=None, speed=None, guess=c.start or value(0.2)) for c in model.coordinates)
    return replace(model, coordinates=tuple(free))


def departures(linear, w: np.ndarray, velocity, G: np.ndarray) -> np.ndarray:
    """The departure of (q, qd, s) along the constraints that a departure w of the state means."""
    model, states = linear.model, linear.state.states
    names = [c.name for c in model.coordinates]
    n = len(names)
    moved = linear.shapes @ w
    y = np.concatenate([moved[:n], np.zeros(n), moved[n:]])
    fast = [names.index(s[:-1]) for s in states if s.endswith("'") and s[:-1] in names]
    y[[n + j for j in fast]] = [w[states.index(f"{names[j]}'")] for j in fast]
    slow = [j for j in range(n) if j not in fast]
    if slow:
        rise = (velocity(1e-6 * y) - velocity(-1e-6 * y)) / 2e-6
        y[[n + j for j in slow]] -= np.linalg.lstsq(G[:, slow], rise, rcond=None)[0]
    return y


def check(seed: int) -> bool:
    """Compare A with difference quotients of the rates of a run; False where the model has no start."""
    model = drawn(seed)
    try:
        linear = dalembert.linearise(model)
    except dalembert.ModelError:
        return False
    compiled = compiled_model(model)
    if not isinstance(compiled, MechanicalSystem):
        return False
    n, evaluator = len(model.coordinates), compiled.bind(values_of(model).vector()).evaluator
    place = linear.point
    y = np.zeros(compiled.layout.size)
    tested = 2 * n + len(model.states)
    y[:tested] = np.concatenate([place.q, place.qd, place.s])

    def at(away: np.ndarray) -> np.ndarray:
        moved = y.copy()
        moved[:tested] += away
        return moved

    def velocity(away: np.ndarray) -> np.ndarray:
        return evaluator.observations(np.array([place.t]), at(away)[np.newaxis])["velocity"][0]

    w = np.random.default_rng(seed).normal(size=len(linear.state.states))
    away = departures(linear, w, velocity, evaluator.saddle(place.t, y)["G"])

    def rates(step: float) -> np.ndarray:
        return evaluator.rates(place.t, at(step * away))[0][:tested]

    if not np.isfinite(rates(0.0)).all():
        return False  # a flow constraint that vanishes at rest
    h = 1e-5
    quotient = (8 * (rates(h) - rates(-h)) - (rates(2 * h) - rates(-2 * h))) / (12 * h)
    names = [c.name for c in model.coordinates]
    entries = [*names, *(f"{name}'" for name in names), *(s.name for s in model.states)]
    expected = np.array([quotient[entries.index(state)] for state in linear.state.states])
    found = linear.state.A @ w
    assert np.abs(found - expected).max(initial=0.0) <= 1e-6 * (np.abs(expected).max(initial=0.0) + 1e-9), (
        seed
    )
    return True


@pytest.mark.parametrize("first", [0, 20, *(pytest.param(x, marks=pytest.mark.soak) for x in (40, 60, 80))])
def test_linear_systems_are_the_derivatives_of_motions(first: int) -> None:
    """Along the constraints A is the derivative of the rates, for states, inputs, bent T and flow constraints too."""
    assert sum(check(seed) for seed in range(first, first + 20)) >= 8


@pytest.mark.parametrize("seed", range(30))
def test_efforts_are_mass_times_acceleration_minus_forces(seed: int) -> None:
    """A random model moved as q0 + v t + a t²/2 needs M a − h at every time, on every coordinate."""
    constrained = frozenset({"displacement", "flow", "bent_flow", "states", "state_in_T"})
    model = drawn(seed, SKIPPED | constrained)
    random = np.random.default_rng(seed)
    n = len(model.coordinates)
    q0, v, a = (0.3 * random.normal(size=n) for _ in range(3))
    laws = {c.name: f"{q0[i]!s} + ({v[i]!s})*t + ({a[i] / 2!s})*t^2" for i, c in enumerate(model.coordinates)}
    found = dalembert.inverse(model, laws, t_end=0.5, samples=5)
    own = dalembert.functions(model)
    for i, t in enumerate(found.t):
        q, qd = q0 + v * t + a * t**2 / 2, v + a * t
        expected = own.M(t, q, qd) @ a - own.h(t, q, qd)
        np.testing.assert_allclose(found.effort[i], expected, rtol=1e-10, atol=1e-12)
