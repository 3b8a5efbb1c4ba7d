"""The state after an event that sets values, after impulses, or after sampling.

All right sides read the values before. What an event sets is then moved onto the constraints: positions
first, then velocities, both by the smallest change in the norm of M. An impulse P changes momenta,
M Δqd + Gᵀ Λ = P with G Δqd = 0.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.velocity_jump import Barrier
from dalembert._contact.contact_state import contact_state
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import ModeState
from dalembert._lower.system import CONSTRAINTS
from dalembert._model.starting import SHUT
from dalembert._simulate.instants import RightSides, Samples, TimedImpulse
from dalembert._simulate.noise import last_bits
from dalembert._simulate.trajectory import Zero
from dalembert._words.message import Message, Name, say

Array = NDArray[np.float64]
PASSES = 50  # of Newton's method on the constraints
NEAR = 1e-13  # of the sizes in the state: what its last pass may change
LOOKS = 1e-9, 1e-8, 1e-7, 1e-6  # of the run: how far one looks whether an event is back
TURNED = 1e-9  # of the rate before: what is slower after an event has come to rest
DIGITS = 16.0  # times what the last digits of the state change: an event function that is zero
SAMPLES = 4  # disturbed states at which that is looked at


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AfterEvent:
    """The state after an event, the energy it gave, and how far constraints moved what was set, as a part."""

    y: Array
    given: float
    moved: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AfterImpulses:
    """The state after impulses, those on all coordinates, one after the other, and the energy they gave."""

    y: Array
    impulses: tuple[Array, ...]
    given: float


def after_event(dynamics: Dynamics, t: float, y: Array, sides: RightSides, name: str) -> AfterEvent | Message:
    """The state after an event has set its values, or why there is none."""
    values, wanted, names = sides.at(t, y), y.copy(), dynamics.compiled.names
    if not np.isfinite(values).all():
        entry = sides.entries[int(np.argmin(np.isfinite(values)))]
        return say("failure_event_value", name=Name(name), entry=Name(names[entry]))
    wanted[list(sides.entries)] = values
    projected, tested = on_constraints(dynamics, t, wanted), dynamics.layout.tested
    if projected is None:
        return say("failure_event_off", name=Name(name))
    size = np.max(np.abs(np.concatenate([projected[:tested], y[:tested]])), initial=0.0)
    return AfterEvent(
        y=projected,
        given=energy_of(dynamics, t, projected) - energy_of(dynamics, t, y),
        moved=float(np.max(np.abs(projected - wanted)[:tested], initial=0.0) / (size or 1.0)),
    )


def after_impulses(
    dynamics: MechanicalDynamics, t: float, y: Array, impulses: tuple[TimedImpulse, ...]
) -> AfterImpulses | Message | Barrier:
    """The state after impulses that act together, as free motion and constraints have it; or why none is."""
    layout, n, parts = dynamics.layout, dynamics.layout.n, list[Array]()
    for one in impulses:
        parts.append(np.zeros(n))
        parts[-1][list(one.momenta.entries)] = one.momenta.at(t, y)
        if not np.isfinite(parts[-1]).all():
            return say("failure_impulse_value", name=Name(one.name))
    jump = dynamics.after_impulse(t, y, np.sum(parts, axis=0))
    if isinstance(jump, Barrier):
        return jump
    out = y.copy()
    out[n : 2 * n] = jump.qd
    by_constraints = jump.constraints if CONSTRAINTS in layout.works else 0.0
    if by_constraints:
        out[layout.place(CONSTRAINTS)] += by_constraints
    given = energy_of(dynamics, t, out) - energy_of(dynamics, t, y) - by_constraints
    return AfterImpulses(y=out, impulses=tuple(parts), given=given)


def after_samples(t: float, y: Array, samples: Samples, which: NDArray[np.bool_]) -> Array | int:
    """The state with some values sampled anew; the entry whose value is not finite, if there is one."""
    entries, values = np.array(samples.values.entries)[which], samples.values.at(t, y)[which]
    bad = np.flatnonzero(~np.isfinite(values))
    if len(bad):
        return int(entries[bad[0]])
    out = y.copy()
    out[entries] = values
    return out


def contact_inside(system: HybridSystem, state: ModeState, t: float, y: Array, peak: Array) -> str:
    """The name of a contact whose gap is negative, if there is one; `peak` are sizes that y has had."""
    if not system.rigid:
        return ""
    now = contact_state(system, state, t, y, peak)
    deep = now.gap < -SHUT * np.maximum(now.size, 1e-300)
    return system.model.contacts[int(np.argmax(deep))].name if deep.any() else ""


def on_constraints(dynamics: Dynamics, t: float, y: Array) -> Array | None:
    """A state moved onto the constraints, positions before velocities; None where none is near."""
    if not dynamics.layout.constraints:
        return y
    n, out = dynamics.layout.n, y.copy()
    for part in (slice(0, n), slice(n, 2 * n)):
        for _ in range(PASSES):
            change, _ = dynamics.correction(t, out)
            if not np.isfinite(change[part]).all():
                return None
            size = np.max(np.abs(out[part]), initial=0.0) + np.max(np.abs(y[part]), initial=0.0)
            if np.max(np.abs(change[part]), initial=0.0) <= NEAR * size:
                break
            out[part] += change[part]
        else:
            return None
    return out


def energy_of(dynamics: Dynamics, t: float, y: Array) -> float:
    """The energy of the ledger at a state."""
    return float(dynamics.observe(np.array([t]), y[np.newaxis])["energy"][0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """An event function where it fired: its value, and how fast it changed."""

    zero: Zero
    value: float
    rate: float


def crossing_of(dynamics: Dynamics, t: float, y: Array, zero: Zero, span: float) -> Crossing:
    """The value and rate of the event function before the event sets values."""
    value, step = float(dynamics.events(t, y)[zero.event]), LOOKS[0] * span
    rate = (_event_after_step(dynamics, t, y, zero.event, step, order=1) - value) / step
    return Crossing(zero=zero, value=value, rate=rate)


def returns_at_once(dynamics: Dynamics, t: float, y: Array, before: Crossing, span: float) -> bool:
    """Whether an event comes back at once to the zero at which it fired, the way it came.

    Where its function is zero still after what it sets, and is turned round or brought to rest, it must not
    soon go on the way it came: it would fire ever faster, or not at all.
    """
    event, way = before.zero.event, before.zero.way
    value = float(dynamics.events(t, y)[event])
    random = np.random.default_rng(1)
    beside = [float(dynamics.events(t, last_bits(y, random))[event]) for _ in range(SAMPLES)]
    noise = DIGITS * max(abs(other - value) for other in beside)
    if abs(value) > 2 * abs(before.value) + noise:
        return False
    first = LOOKS[0] * span
    rate = (_event_after_step(dynamics, t, y, event, first, order=1) - value) / first
    if way * rate > TURNED * abs(before.rate) + noise / first:
        return False  # it goes on through zero
    for part in LOOKS:
        gone = way * (_event_after_step(dynamics, t, y, event, part * span, order=2) - value)
        if abs(gone) > noise:
            return gone > 0
    return False


def _event_after_step(
    dynamics: Dynamics, t: float, y: Array, event: int, step: float, *, order: int
) -> float:
    """An event function a step later, by Euler's method or the midpoint rule."""
    rates, _ = dynamics.rates(t, y)
    if order > 1:
        rates, _ = dynamics.rates(t + step / 2, y + step / 2 * rates)
    return float(dynamics.events(t + step, y + step * rates)[event])
