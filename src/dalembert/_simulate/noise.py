"""The effect of rounding of state and time on the rates: error estimates of steps below it mean nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._simulate.claim import EPSILON

Array = NDArray[np.float64]
SEED = 3
STATES = 5  # states of a run at which it is measured
ENLARGED = 8.0  # the error weights of a step enlarge the noise of its rates by so much


def noise_of_rates(
    dynamics: Dynamics,
    times: Array,
    rows: Array,
    known: Sequence[Array] = (),
    peak: Array | None = None,
) -> tuple[Array, Array]:
    """The change of the rates with the last bit of the state, per largest coordinate, and with that of t.

    `known` are the rates at the states themselves, where they were evaluated before. `peak` are the largest
    sizes so far: at a single state all coordinates may be next to zero, as where a contact closes.
    """
    layout, rates, moving = dynamics.layout, dynamics.rates, 0
    low, high, timed = float(times[0]), float(times[-1]), dynamics.compiled.timed
    places = some_rows(len(rows))
    coordinates = np.abs(rows[:, : layout.split].take(places, axis=0))
    if peak is not None:
        coordinates = np.maximum(coordinates, peak[: layout.split])
    reach = coordinates.max(axis=1, initial=0.0)
    tested, count = layout.tested, len(places)
    by_state, by_time = np.empty((2, count, tested)), np.zeros((2, count, tested))
    for k, (i, size) in enumerate(zip(places, reach.tolist(), strict=True)):
        t, y = float(times[i]), rows[i]
        here = known[k] if known else rates(t, y)[0]
        by_state[:, k] = here[:tested]
        if timed:
            beside = rates(math.nextafter(t, high if t < high else low), y)[0]
            by_time[:, k] = beside[:tested], here[:tested]
        if size > 0:
            by_state[0, k] = rates(t, y * _last_bits(len(y), moving))[0][:tested]
            moving += 1
    changes = _changes(by_state)
    changes /= np.where(reach > 0, reach, 1.0)[:, np.newaxis]
    clock = _middle(_changes(by_time)) if timed else np.zeros(tested)
    return ENLARGED * _middle(changes), ENLARGED * clock


def _changes(rates: Array) -> Array:
    """How much rates differ from others, for each state and entry; 0 where that is no number."""
    with np.errstate(all="ignore"):
        changes = np.abs(rates[0] - rates[1])
    return np.where(np.isfinite(changes), changes, 0.0)


def _middle(changes: Array) -> Array:
    """The median over the states, of which one may be close to a singular one."""
    ordered, middle = np.sort(changes, axis=0), len(changes) // 2
    return np.asarray(ordered[middle] if len(changes) % 2 else 0.5 * (ordered[middle - 1] + ordered[middle]))


@lru_cache(maxsize=64)
def some_rows(count: int) -> tuple[int, ...]:
    """The rows at which noise is measured."""
    return tuple(dict.fromkeys(np.linspace(0, count - 1, STATES).astype(int).tolist()))


@lru_cache(maxsize=64)
def _last_bits(size: int, number: int) -> Array:
    """Factors that change the last bits of a state, with random signs; others for each number."""
    random = np.random.default_rng(SEED)
    signs = [random.choice([-1, 1], size=size) for _ in range(number + 1)]
    return 1 + EPSILON * signs[-1]


def first_last_bits(size: int) -> Array:
    """The factors with which the noise at one state is measured."""
    return np.ascontiguousarray(_last_bits(size, 0))


def last_bits(y: Array, random: np.random.Generator | None = None) -> Array:
    """States changed in their last bits, with random signs."""
    generator = np.random.default_rng(SEED) if random is None else random
    changed: Array = y * (1 + EPSILON * generator.choice([-1, 1], size=y.shape))
    return changed
