"""The effect of rounding of state and time on the rates: error estimates of steps below it mean nothing."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.native import claim_functions
from dalembert._simulate.claim import EPSILON
from dalembert._simulate.run_memory import address_of

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
    tested = layout.tested
    near = np.empty((2 + timed, len(places), tested))  # rates at states, with other last bits, at other times
    for k, (i, size) in enumerate(zip(places, reach.tolist(), strict=True)):
        t, y = float(times[i]), rows[i]
        here = near[0, k] = (known[k] if known else rates(t, y)[0])[:tested]
        if timed:
            near[2, k] = rates(math.nextafter(t, high if t < high else low), y)[0][:tested]
        if size > 0:
            near[1, k] = rates(t, y * _last_bits(len(y), moving))[0][:tested]
            moving += 1
        else:
            near[1, k] = here
    return _noise(near, reach)


def _noise(near: Array, reach: Array) -> tuple[Array, Array]:
    """What the change of rates with the last bits of states and of times makes of the error of a step.

    The first is over the largest coordinate; of the states the one in the middle counts, as one may be close
    to a singular one.
    """
    functions, (sides, count, tested) = claim_functions(), near.shape
    noise = np.zeros((2, tested))
    if functions is not None:
        room = np.empty(count)
        places = address_of(near), address_of(reach), ENLARGED, address_of(noise), address_of(room)
        functions["dalembert_noise"](sides, count, tested, *places)
        return noise[0], noise[1]
    changes = _changes(near[0], near[1]) / np.where(reach > 0, reach, 1.0)[:, np.newaxis]
    noise[0] = ENLARGED * _middle(changes)
    if sides > 2:
        noise[1] = ENLARGED * _middle(_changes(near[2], near[0]))
    return noise[0], noise[1]


def _changes(rates: Array, others: Array) -> Array:
    """How much rates differ from others, for each state and entry; 0 where that is no number."""
    with np.errstate(all="ignore"):
        changes = np.abs(rates - others)
    return np.where(np.isfinite(changes), changes, 0.0)


def _middle(changes: Array) -> Array:
    """The median over the states."""
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
