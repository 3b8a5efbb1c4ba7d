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
    places = list(some_rows(len(rows)))
    coordinates = np.abs(rows[places, : layout.split])
    if peak is not None:
        coordinates = np.maximum(coordinates, peak[: layout.split])
    reach = coordinates.max(axis=1, initial=0.0)
    evaluations = []
    for k, (i, size) in enumerate(zip(places, reach.tolist(), strict=True)):
        t, y = float(times[i]), rows[i]
        here = known[k] if known else rates(t, y)[0]
        beside = rates(math.nextafter(t, high if t < high else low), y)[0] if timed else here
        there = here
        if size > 0:
            there, _ = rates(t, y * _last_bits(len(y), moving))
            moving += 1
        evaluations.append((there, beside, here))
    values = np.array(evaluations)[..., : layout.tested]
    with np.errstate(all="ignore"):
        changes = np.abs(values[:, :2] - values[:, 2:])
    changes = np.where(np.isfinite(changes), changes, 0.0)
    changes[:, 0] /= np.where(reach > 0, reach, 1.0)[:, np.newaxis]
    # one state may be close to a singular one
    ordered, middle = np.sort(changes, axis=0), len(evaluations) // 2
    noise, clock = ordered[middle] if len(evaluations) % 2 else 0.5 * (ordered[middle - 1] + ordered[middle])
    return ENLARGED * noise, ENLARGED * clock


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
