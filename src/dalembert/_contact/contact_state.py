"""The state of the contacts at an instant: gaps and slips with their rates, and the saddle-point system.

For the gaps g and tangential velocities v_t of contacts that may close,

    ġ = J qd + g_t,   g̈ = J qdd − gamma_gap,   v̇_t = H qdd − gamma

beside M qdd + Gᵀ lam = h, G qdd = gamma of the model without contacts. Where forces depend on accelerations
and forces, h has the slopes h_z (`force_response.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.rank_revealing import solution
from dalembert._contact import tolerances
from dalembert._contact.force_response import ForceResponse, StateResponse
from dalembert._contact.hybrid_system import HybridSystem
from dalembert._contact.modes import Indices, ModeState
from dalembert._expression.source import ModelError, flaw_at
from dalembert._model.starting import SMALL

Array = NDArray[np.float64]
SAMPLES, EPSILON = 6, 2.220446049250313e-16


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Friction:
    """The friction of a contact: v_t, H, gamma, coefficients, and its normal force where that is known."""

    slip: Array
    H: Array
    gamma: Array
    mu: float
    static: float  # the coefficient while it sticks
    force: float | None
    compressed: bool = False  # where its normal force is known


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ContactState:
    """Contacts at a state; those of compliant contacts are entered as wide open and at rest."""

    gap: Array
    velocity: Array  # ġ
    size: Array  # sizes in a gap
    M: Array
    G: Array  # of the constraints
    J: Array  # of the gaps
    h: Array
    gamma: Array
    gamma_gap: Array
    friction: dict[int, Friction]
    response: ForceResponse | None = None  # where forces depend on forces
    states: StateResponse | None = None  # where rates of states depend on forces

    def free_acceleration(self) -> Array | None:
        """The accelerations without contact forces; None where they are not determined."""
        if self.response is not None:
            return self.response.accelerations(self.M, self.G, self.h, self.gamma)
        if len(self.G):
            solved = solution(self.M, self.G, self.h, self.gamma)
            return solved.qdd if solved is not None else None
        try:
            qdd = np.asarray(np.linalg.solve(self.M, self.h), dtype=float)
        except np.linalg.LinAlgError:
            return None
        return qdd if np.isfinite(qdd).all() else None


def contact_state(
    system: HybridSystem, state: ModeState, t: float, y: Array, peak: Array | None = None
) -> ContactState:
    """The contacts at a state; `peak` are sizes that its entries have had."""
    dynamics, first = system.free_dynamics(state), system.displacement
    parts = dynamics.evaluator.contacts(t, y)
    constraints, normal, stick = system.multipliers(system.all_closed)
    n, rigid = dynamics.layout.n, list(system.rigid)
    rows = [normal[i] for i in rigid]
    J = np.abs(parts["G"][rows])
    least = J.sum(axis=1) * SMALL * np.abs(y[:n]).max(initial=0.0)
    earlier = J @ peak[:n] * tolerances.MEMORY if peak is not None else 0.0

    def spread(values: Array, fill: float = 0.0) -> Array:
        out = np.full((system.contacts, *values.shape[1:]), fill)
        out[rigid] = values
        return out

    return ContactState(
        gap=spread(parts["position"][first:], np.inf),
        velocity=spread(parts["velocity"][rows]),
        size=spread(np.maximum(np.maximum(parts["position_reach"][first:], least), earlier)),
        M=parts["M"],
        G=parts["G"][constraints],
        J=spread(parts["G"][rows]),
        h=parts["h"],
        gamma=parts["gamma"][constraints],
        gamma_gap=spread(parts["gamma"][rows]),
        friction=_friction(system, state, parts, stick),
        response=_response(parts, constraints, spread, rows),
        states=_state_response(parts, constraints, spread, rows),
    )


def _response(
    parts: dict[str, Array], constraints: list[int], spread: Callable[[Array], Array], rows: list[int]
) -> ForceResponse | None:
    """The derivatives of the forces by accelerations, constraint multipliers and contact forces."""
    slopes = parts["h_z"]
    if not slopes.shape[1]:
        return None
    n = len(parts["M"])
    return ForceResponse(
        by_acceleration=slopes[:, :n],
        by_multiplier=slopes[:, [n + k for k in constraints]],
        by_contact=spread(-slopes[:, [n + k for k in rows]].T),
    )


def _state_response(
    parts: dict[str, Array], constraints: list[int], spread: Callable[[Array], Array], rows: list[int]
) -> StateResponse | None:
    """The derivatives of the state rates by accelerations, constraint multipliers and contact forces."""
    slopes = parts["rates_z"]
    if not slopes.shape[1]:
        return None
    n = len(parts["M"])
    return StateResponse(
        by_acceleration=slopes[:, :n],
        by_multiplier=slopes[:, [n + k for k in constraints]],
        by_contact=spread(-slopes[:, [n + k for k in rows]].T).T,
    )


def gap_noise(system: HybridSystem, state: ModeState, t: float, y: Array) -> Array:
    """The change of the gaps with the last digits of time and state: their rounding noise."""
    dynamics, first = system.free_dynamics(state), system.displacement
    digits = last_digits(dynamics.layout.n)
    rows = np.tile(y, (len(digits), 1))
    rows[:, : dynamics.layout.n] *= digits[:, 1:]
    gaps = dynamics.evaluator.gaps(t * digits[:, 0], rows)["position"][:, first:]
    noise = np.zeros(system.contacts)
    noise[list(system.rigid)] = np.max(np.abs(gaps - gaps[0]), axis=0)
    return noise


@cache
def last_digits(n: int) -> Array:
    """Factors that change time and positions in their last digits; the first row changes nothing."""
    signs = np.random.default_rng(7).choice([-1.0, 1.0], size=(1 + SAMPLES, 1 + n))
    signs[0] = 0.0
    return np.asarray(1 + EPSILON * signs)


def _friction(
    system: HybridSystem,
    state: ModeState,
    parts: dict[str, Array],
    stick: dict[int, Indices],
) -> dict[int, Friction]:
    outputs, carried = system.places.outputs, parts["carried"]
    compressed = system.compressed_contacts(state)
    frictions: dict[int, Friction] = {}
    for i, rows in stick.items():
        at = system.places.friction[i]
        if at is None:
            continue
        mu, static = float(carried[at.mu - outputs]), float(carried[at.static - outputs])
        if static < mu - tolerances.ZERO * abs(mu):
            contact = system.model.contacts[i]
            message = f"the sticking of `{contact.name}` falls to {static:.4g}, below its friction {mu:.4g}"
            hint = "give one that is never below it, for example with max(…, …)"
            raise ModelError((flaw_at(contact.location, rule="friction", message=message, hint=hint),))
        frictions[i] = Friction(
            slip=carried[[output - outputs for output in at.slip]],
            H=parts["G"][list(rows)],
            gamma=parts["gamma"][list(rows)],
            mu=mu,
            static=static,
            force=float(carried[at.force - outputs]) if at.force >= 0 else None,
            compressed=i in compressed,
        )
    return frictions
