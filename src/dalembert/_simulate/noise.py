"""The effect of rounding of state and time on the rates: error estimates of steps below it mean nothing."""

from __future__ import annotations

import ctypes as ct
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.native import CallableRecord, NoiseProbe, claim_functions, loaded_library
from dalembert._compile.run_functions import Functions, functions_of
from dalembert._simulate.claim import EPSILON
from dalembert._simulate.run_memory import address_of

Array = NDArray[np.float64]
SEED = 3
STATES = 5  # states of a run at which it is measured
ENLARGED = 8.0  # the error weights of a step enlarge the noise of its rates by so much


@dataclass(frozen=True, slots=True, eq=False)
class RateNoise:
    """The rates at some states of a run, and their noise for each tested entry of the state.

    `noise` is the change of the rates with the last bit of the state, over the largest coordinate, and
    `clock` that with the last bit of the time.
    """

    rates: Array
    noise: Array
    clock: Array


def noise_of_rates(
    dynamics: Dynamics, times: Array, rows: Array, peak: Array | None = None, *, in_c: bool = False
) -> RateNoise:
    """The noise of the rates along a run, in C where its rates are a function in C, to the same bits.

    `peak` are the largest sizes so far: at a single state all coordinates may be next to zero, as where a
    contact closes. `in_c`: a run will ask for this function, if none has before.
    """
    probe = _probe_of(dynamics, in_c=in_c)
    return noise_in_python(dynamics, times, rows, peak) if probe is None else probe.measure(times, rows, peak)


class _Probe:
    """A model whose rates are a function in C, with the memory for its noise (`_compile/c/noise.h`)."""

    def __init__(self, dynamics: Dynamics, functions: Functions, measure: Any) -> None:
        layout, inputs = dynamics.layout, dynamics.compiled.inputs
        self._functions, self._measure = functions, measure
        self._size, self._tested = layout.size, layout.tested
        bits = [_last_bits(layout.size, k) for k in range(STATES)]
        self._arrays = {
            "u": np.zeros(max(1, 3 * inputs)),
            "last_bits": np.array(bits),
            "room": np.empty((3 * layout.tested + 2) * STATES + 2 * layout.size),
        }
        self._record = NoiseProbe(
            size=layout.size,
            tested=layout.tested,
            split=layout.split,
            timed=int(dynamics.compiled.timed),
            **{name: address_of(array) for name, array in self._arrays.items()},
        )
        self._address = ct.addressof(self._record)
        self._called: Mapping[str, CallableRecord] = {}

    def measure(self, times: Array, rows: Array, peak: Array | None) -> RateNoise:
        """The noise along a run."""
        functions = self._functions.now
        if functions is not self._called:
            self._called = functions
            self._record.rates = functions["rates"]
            self._record.inputs = functions.get("inputs", CallableRecord())
        places, states = _places_of_rows(len(rows)), np.ascontiguousarray(rows)
        rates, noise = np.empty((len(places), self._size)), np.zeros((2, self._tested))
        self._measure(
            *(self._address, len(places), address_of(places), address_of(times), len(times) - 1),
            *(address_of(states), 0 if peak is None else address_of(peak)),
            *(ENLARGED, address_of(rates), address_of(noise)),
        )
        return RateNoise(rates, noise[0], noise[1])


_probes: WeakKeyDictionary[Dynamics, _Probe] = WeakKeyDictionary()


def _probe_of(dynamics: Dynamics, *, in_c: bool = False) -> _Probe | None:
    """The probe of a model in closed form without tables, for which a run in C has asked or will ask."""
    known = _probes.get(dynamics)
    if known is not None:
        return known
    functions, loaded, compiled = claim_functions(), loaded_library(), dynamics.compiled.in_closed_form
    if functions is None or loaded is None or compiled is None or dynamics.tables:
        return None
    code = compiled.code if in_c else compiled.made_code
    if code is None:
        return None
    made = _probes[dynamics] = _Probe(
        dynamics, functions_of(code, dynamics, *loaded), functions["dalembert_noise_along"]
    )
    return made


def noise_in_python(dynamics: Dynamics, times: Array, rows: Array, peak: Array | None) -> RateNoise:
    """The noise of the rates along a run, in Python."""
    layout, rates, moving = dynamics.layout, dynamics.rates, 0
    low, high, timed = float(times[0]), float(times[-1]), dynamics.compiled.timed
    places = some_rows(len(rows))
    coordinates = np.abs(rows[:, : layout.split].take(places, axis=0))
    if peak is not None:
        coordinates = np.maximum(coordinates, peak[: layout.split])
    reach = coordinates.max(axis=1, initial=0.0)
    tested = layout.tested
    along = np.empty((len(places), layout.size))
    near = np.empty((2 + timed, len(places), tested))  # rates at states, with other last bits, at other times
    for k, (i, size) in enumerate(zip(places, reach.tolist(), strict=True)):
        t, y = float(times[i]), rows[i]
        along[k] = rates(t, y)[0]
        here = near[0, k] = along[k, :tested]
        if timed:
            near[2, k] = rates(math.nextafter(t, high if t < high else low), y)[0][:tested]
        if size > 0:
            near[1, k] = rates(t, y * _last_bits(len(y), moving))[0][:tested]
            moving += 1
        else:
            near[1, k] = here
    return RateNoise(along, *_noise(near, reach))


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
def _places_of_rows(count: int) -> NDArray[np.int64]:
    return np.array(some_rows(count), dtype=np.int64)


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
