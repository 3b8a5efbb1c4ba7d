"""What rounding of the state and of the time does to the rates: errors of steps below that say nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._simulate.claim import EPSILON

Array = NDArray[np.float64]
SEED = 3
STATES = 5  # states of a run at which it is measured
ENLARGED = 8.0  # the error weights of a step enlarge the noise of its rates by so much


def noise_of_rates(dynamics: Dynamics, times: Array, rows: Array) -> tuple[Array, Array]:
    """The change of the rates with the last bit of the state, per largest coordinate, and with that of t."""
    layout, rates, random = dynamics.layout, dynamics.rates, np.random.default_rng(SEED)
    low, high = float(times[0]), float(times[-1])
    found = []
    for i in np.unique(np.linspace(0, len(rows) - 1, STATES).astype(int)):
        t, y = float(times[i]), rows[i]
        reach = np.max(np.abs(y[: layout.split]), initial=0.0)
        here, _ = rates(t, y)
        beside, _ = rates(float(np.nextafter(t, high if t < high else low)), y)
        there = rates(t, last_bits(y, random))[0] if reach > 0 else here
        found.append(
            (_change(there, here, layout.tested) / (reach or 1.0), _change(beside, here, layout.tested))
        )
    noise, clock = np.median(np.array(found), axis=0)  # one state may be close to a singular one
    return ENLARGED * noise, ENLARGED * clock


def last_bits(y: Array, random: np.random.Generator | None = None) -> Array:
    """States changed in their last bits, with random signs."""
    own = np.random.default_rng(SEED) if random is None else random
    changed: Array = y * (1 + EPSILON * own.choice([-1, 1], size=y.shape))
    return changed


def _change(one: Array, other: Array, count: int) -> Array:
    """The sizes of a change, where it is finite."""
    with np.errstate(all="ignore"):
        own = np.abs(one - other)[:count]
    return np.where(np.isfinite(own), own, 0.0)
