"""The contacts of a motion at a state: gaps and slips with their rates, and the saddle-point system."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.phases import Phases
from dalembert._compile.rescue import solution
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.starting import SMALL

Array = NDArray[np.float64]
EARLIER = 1e-4  # of the sizes that coordinates have had: those of a gap are no less
ROUNDING = 1e-12  # of a coefficient of friction
LOOKS, EPSILON = 6, 2.220446049250313e-16


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Rough:
    """The friction of a contact: slip, its rows, gamma of them, μ, and its force where that is known."""

    slip: Array
    rows: Array
    bend: Array
    mu: float
    sticking: float
    force: float | None
    pressed: bool = False  # where its force is known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Instant:
    """Contacts at a state; entries of compliant ones are far away and at rest."""

    gap: Array
    rate: Array
    reach: Array  # sizes in a gap
    M: Array
    G: Array  # of the constraints
    contacts: Array
    h: Array
    gamma: Array
    bend: Array  # gamma of the contacts
    rough: dict[int, Rough]

    def untouched(self) -> Array | None:
        """The accelerations without forces of contacts; None where they are not determined."""
        if len(self.G):
            found = solution(self.M, self.G, self.h, self.gamma)
            return found.qdd if found is not None else None
        try:
            qdd = np.asarray(np.linalg.solve(self.M, self.h), dtype=float)
        except np.linalg.LinAlgError:
            return None
        return qdd if np.isfinite(qdd).all() else None


def instant_at(phases: Phases, t: float, y: Array, peak: Array | None = None) -> Instant:
    """The contacts at a state; `peak` are sizes that its entries have had."""
    own, first = phases.dynamics(phases.everything), phases.displacement
    seen, parts = own.machine.closure(t, y), own.machine.saddle(t, y)
    constraints, pressing, held = phases.rows(phases.everything)
    n, stiff = own.layout.n, list(phases.stiff)
    rows = [pressing[i] for i in stiff]
    ways = np.abs(parts["G"][rows])
    least = ways.sum(axis=1) * SMALL * np.abs(y[:n]).max(initial=0.0)
    before = ways @ peak[:n] * EARLIER if peak is not None else 0.0

    def spread(values: Array, fill: float = 0.0) -> Array:
        out = np.full((phases.contacts, *values.shape[1:]), fill)
        out[stiff] = values
        return out

    return Instant(
        gap=spread(seen["position"][first:], np.inf),
        rate=spread(seen["velocity"][rows]),
        reach=spread(np.maximum(np.maximum(seen["position_reach"][first:], least), before)),
        M=parts["M"],
        G=parts["G"][constraints],
        contacts=spread(parts["G"][rows]),
        h=parts["h"],
        gamma=parts["gamma"][constraints],
        bend=spread(parts["gamma"][rows]),
        rough=_rough(phases, seen, parts, held),
    )


def blur(phases: Phases, t: float, y: Array) -> Array:
    """By how much the last digits of time and state make the gaps jump."""
    own, first = phases.dynamics(phases.everything), phases.displacement
    digits = _digits(own.layout.n)
    rows = np.tile(y, (len(digits), 1))
    rows[:, : own.layout.n] *= digits[:, 1:]
    gaps = own.machine.closures(t * digits[:, 0], rows)["position"][:, first:]
    found = np.zeros(phases.contacts)
    found[list(phases.stiff)] = np.max(np.abs(gaps - gaps[0]), axis=0)
    return found


@cache
def _digits(n: int) -> Array:
    """Factors by which time and places are off by their last digits; none in the first row."""
    signs = np.random.default_rng(7).choice([-1.0, 1.0], size=(1 + LOOKS, 1 + n))
    signs[0] = 0.0
    return np.asarray(1 + EPSILON * signs)


def _rough(
    phases: Phases, seen: dict[str, Array], parts: dict[str, Array], held: dict[int, tuple[int, ...]]
) -> dict[int, Rough]:
    carried, outputs = seen["carried"], phases.places.outputs
    found: dict[int, Rough] = {}
    for i, rows in held.items():
        grip = phases.places.grips[i]
        if grip is None:
            continue
        mu, sticking = float(carried[grip.mu - outputs]), float(carried[grip.sticking - outputs])
        if sticking < mu - ROUNDING * abs(mu):
            own = phases.model.contacts[i]
            message = f"the sticking of `{own.name}` falls to {sticking:.4g}, below its friction {mu:.4g}"
            hint = "give one that is never below it, for example with max(…, …)"
            raise ModelError((flaw_at(own.place, rule="friction", message=message, hint=hint),))
        found[i] = Rough(
            slip=carried[[place - outputs for place in grip.slip]],
            rows=parts["G"][list(rows)],
            bend=parts["gamma"][list(rows)],
            mu=mu,
            sticking=sticking,
            force=float(carried[grip.force - outputs]) if grip.force >= 0 else None,
            pressed=i in phases.pressed(phases.values),
        )
    return found
