"""The consistent start: positions, then velocities, then accelerations and multipliers.

Given values are kept. What is not given is solved from the constraints near its guess: Phi(q, t) = 0 for
positions, d/dt Phi = 0 and Psi(q, qd, t) = 0 for velocities. What no constraint determines stays at its
guess (0 for a speed) and is `assumed`. Values that were typed with too few digits to satisfy a constraint
are `moved` by the little that is missing; what is off by more is an error that names the constraint.
Speeds that only a singular position makes possible are an error too (`level.py` has the numerics).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.rescue import RANK, free_directions, solution
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, Value, constraints_of
from dalembert._model.values import parameter_values, value_in
from dalembert._simulate.level import (
    TYPED,
    Level,
    Seen,
    near,
    newton,
    noise_of,
    rank,
    relative,
    scales,
    solved_level,
    spread,
)
from dalembert._words.message import Message

Array = NDArray[Any]
PRIME = "'"
PLAUSIBLE = 1e10  # times the energy of the speeds that are given: more comes from a singular position


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A state that satisfies all constraints; what was assumed, and what was moved by how much."""

    y: Array
    assumed: tuple[str, ...]
    moved: tuple[Message, ...]
    redundant: tuple[str, ...] = ()  # constraints that depend on one another


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Closed:
    """Positions and speeds that satisfy the constraints, and the levels on which they were solved."""

    q: Array
    qd: Array
    positions: Level
    velocities: Level
    assumed: tuple[str, ...]
    moved: tuple[Message, ...]


At = Callable[[Array, Array], Mapping[str, Array]]  # (q, qd) → G, constraints, their terms and reach


def consistent_start(model: Model, dynamics: Dynamics, t: float, first: float | None = None) -> Start:
    """The start of a run at time t; where it begins at a kink, places are those of the kink at `first`."""
    values, n, machine = parameter_values(model), dynamics.layout.n, dynamics.machine
    y = np.zeros(dynamics.layout.size)
    y[2 * n : 2 * n + len(model.states)] = [first_value(values, s.start, s.guess) for s in model.states]
    found = closed(
        model,
        values,
        lambda q, qd: machine.closure(t, _state(y, q, qd)),
        lambda q, qd: machine.saddle(t, _state(y, q, qd))["M"],
        lambda q, qd: machine.closure(t if first is None else first, _state(y, q, qd)),
    )
    y = _state(y, found.q, found.qd)
    redundant = _check_accelerations(dynamics, t, y, found.velocities)
    if redundant and (_flat(found.velocities, found.qd) or _singular_place(found.positions, found.q)):
        raise ModelError((_dependent(dynamics, t, y, found.velocities),))
    states = tuple(state.name for state in model.states if state.start is None)
    return Start(y=y, assumed=states + found.assumed, moved=found.moved, redundant=redundant)


def closed(
    model: Model,
    values: dict[str, float],
    at: At,
    inertia: Callable[[Array, Array], Array],
    placed: At | None = None,
) -> Closed:
    """Positions, then velocities, from what the model gives and from its constraints.

    `placed` gives the constraints on positions where they are taken at another time than the velocities.
    """
    where = at if placed is None else placed
    n, names = len(model.coordinates), tuple(c.name for c in model.coordinates)
    displacement, flow = (
        tuple(c.name for c in constraints_of(model, kind)) for kind in ("displacement", "flow")
    )
    guesses = [value_in(c.guess, values) for c in model.coordinates]
    assumed: list[str] = []
    moved: list[Message] = []
    positions = Level(
        word="start",
        names=names,
        given=tuple(c.start is not None for c in model.coordinates),
        rows=displacement,
        equations=lambda q: _seen(where(q, np.zeros(n)), "position", len(displacement)),
        holders=tuple(sorted(range(n), key=lambda i: guesses[i] is None)),
    )
    q = np.array([first_value(values, c.start, c.guess) for c in model.coordinates], dtype=float)
    q = solved_level(positions, q, assumed, moved, range(n))
    qd = np.array([first_value(values, c.speed) for c in model.coordinates], dtype=float)

    def slopes(place: Array) -> Array:
        return at(place, qd)["G"]

    open_ = [i for i, given in enumerate(positions.given) if not given]
    velocities = Level(
        word="speed",
        names=tuple(f"{name}'" for name in names),
        given=tuple(c.speed is not None for c in model.coordinates),
        rows=displacement + flow,
        equations=lambda qd: _seen(at(q, qd), "velocity", len(displacement + flow)),
        holders=tuple(range(n)),
        noise=noise_of(slopes, q, spread(positions, q, open_)),
        inertia=np.diag(inertia(q, qd)),
        near=near(slopes, q),
    )
    qd = solved_level(velocities, qd, assumed, moved, range(n))
    _check_speeds(velocities, inertia(q, qd), qd)
    return Closed(
        q=q, qd=qd, positions=positions, velocities=velocities, assumed=tuple(assumed), moved=tuple(moved)
    )


def _seen(parts: Mapping[str, Array], name: str, rows: int) -> Seen:
    return Seen(
        residual=parts[name],
        jacobian=parts["G"][:rows],
        terms=parts[f"{name}_terms"],
        reach=parts[f"{name}_reach"],
    )


def _state(y: Array, q: Array, qd: Array) -> Array:
    """The state y with other positions and speeds."""
    n, made = len(q), y.copy()
    made[:n], made[n : 2 * n] = q, qd
    return made


def first_value(values: dict[str, float], *given: Value | None) -> float:
    """The first value that is given, 0 if none is."""
    found = [value_in(value, values) for value in given if value is not None]
    return next((value for value in found if value is not None), 0.0)


def _check_speeds(level: Level, M: Array, qd: Array) -> None:
    """Raise speeds that were solved next to a singular position: far more energy than what asks for them.

    That is the energy of the given speeds, and the least with which G qd is what it is.
    """
    free = np.array([not given for given in level.given], dtype=bool)
    if not level.rows or not free.any() or not np.isfinite(M).all():
        return
    G = level.equations(qd).jacobian
    own = np.sqrt(np.maximum(np.diag(M), 0.0))
    if not (own > 0).all() or not np.isfinite(G).all():
        return
    least = np.linalg.lstsq(G / own, G @ qd, rcond=None)[0] / own
    asked = np.where(free, 0.0, qd)
    energy, enough = (float(v @ M @ v) for v in (qd, asked))
    if not energy > PLAUSIBLE * (enough + float(least @ M @ least)):
        return
    i = int(np.argmax(np.where(free, own * np.abs(qd), 0.0)))
    r = int(np.argmax(np.abs(G[:, i]) / np.maximum(np.linalg.norm(G, axis=1), 1e-300)))
    name, row = level.names[i], level.rows[r]
    message = (
        "the start is next to a singular position:"
        f" `{row}` hardly depends on {name.removesuffix(PRIME)} there,"
        f" and {name} = {qd[i]:.3g} would follow from the other speeds"
    )
    others = [level.names[j] for j in np.flatnonzero(G[r]) if j != i and not free[j]]
    instead = (
        f"give {name} a speed and leave out that of {', '.join(others)}" if others else f"give {name} a speed"
    )
    hint = f"{instead}, or start further away from this position"
    raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))


def _check_accelerations(dynamics: Dynamics, t: float, y: Array, level: Level) -> tuple[str, ...]:
    """Raise what keeps accelerations from being determined; give constraints that depend on one another."""
    names, rows = tuple(name.removesuffix(PRIME) for name in level.names), level.rows
    parts = dynamics.machine.saddle(t, y)
    M, G, h, gamma = parts["M"], parts["G"], parts["h"], parts["gamma"]
    if not names:
        return ()
    for what, part in (("the inertia", M), ("the force", h)):
        bad = ~np.isfinite(part).reshape(len(names), -1).all(axis=1)
        if bad.any():
            name = names[int(np.argmax(bad))]
            message = f"at the start {what} of `{name}` is not finite"
            hint = "look for a division by zero, a root or a logarithm, and start elsewhere"
            raise ModelError((Flaw(rule="start", severity="error", where="", message=message, hint=hint),))
    lengths, units = scales(G)  # the units of constraints and coordinates do not decide
    G, gamma = G * lengths[:, np.newaxis] * units, gamma * lengths
    M, h = M * np.outer(units, units), h * units
    Z, independent = free_directions(G, len(names))
    if solution(M, G, h, gamma) is None:
        if independent < len(rows):
            raise ModelError((_dependent(dynamics, t, y, level),))
        weights = np.abs(np.linalg.svd(Z.T @ M @ Z)[2][-1] @ Z.T) * units
        involved = [names[j] for j in np.flatnonzero(weights > 0.1 * weights.max())]
        message = (
            f"at the start nothing gives the acceleration of {', '.join(involved)}: there is no inertia in a"
            " direction that the constraints leave free"
        )
        hint = "give them a kinetic energy, or start elsewhere if it vanishes only there"
        raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))
    return _related(G, rows) if independent < len(rows) else ()


def _related(G: Array, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The constraints that stand in a relation between the rows of G."""
    lengths, units = scales(G)
    scaled = G * lengths[:, np.newaxis] * units
    left, sizes, _ = np.linalg.svd(scaled)
    null = np.abs(left[:, np.sum(sizes > RANK * sizes[0]) :]).max(axis=1)
    return tuple(rows[i] for i in np.flatnonzero(null > 1e-6 * null.max()))


def _flat(level: Level, qd: Array) -> bool:
    """Whether a constraint on something has no gradient here."""
    here = level.equations(qd).jacobian.any(axis=1)
    return any(bool(np.any(there.any(axis=1) & ~here)) for there in level.near)


def _singular_place(level: Level, q: Array) -> bool:
    """Whether the constraints are independent near by: then they depend on one another at this place only."""
    if not level.rows:
        return False
    random, here = np.random.default_rng(4), rank(level.equations(q).jacobian)
    for size in (1e-2, 3e-2):
        guess = q + size * random.normal(size=len(q)) * (0.1 + np.abs(q))
        near = newton(level, guess, range(len(q)))
        seen = level.equations(near)
        if relative(seen.residual, seen.terms) <= TYPED and rank(seen.jacobian) > here:
            return True
    return False


def _dependent(dynamics: Dynamics, t: float, y: Array, level: Level) -> Flaw:
    """Constraints whose forces are not determined at the start."""
    G, rows = dynamics.machine.saddle(t, y)["G"], level.rows
    involved = _related(G, rows)
    own = [rows.index(r) for r in involved]
    names = [name.removesuffix(PRIME) for name in level.names]
    acting = [names[j] for j in range(len(names)) if np.any(G[own, j])]
    there = [names[j] for j in range(len(names)) if any(other[own, j].any() for other in level.near)]
    if not acting and len(own) == 1:
        message = (
            f"at the start the constraint `{involved[0]}` has no gradient: it does not depend on"
            f" {', '.join(there)} there to first order, and its force is not determined"
        )
    else:
        message = (
            f"at the start the constraints {', '.join(f'`{r}`' for r in involved)} are not independent"
            f" (they act on {', '.join(acting or there)}): their forces are not determined"
        )
    hint = "start away from this singular position, or correct constraints that contradict one another"
    return Flaw(rule="singular", severity="error", where="", message=message, hint=hint)
