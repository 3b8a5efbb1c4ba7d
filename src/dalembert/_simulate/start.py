"""The consistent start: positions, then velocities, then accelerations and multipliers.

Given values are kept. What is not given is solved from the constraints near its guess: Phi(q, t) = 0 for
positions, d/dt Phi = 0 and Psi(q, qd, t) = 0 for velocities. What no constraint determines stays at its
guess (0 for a speed) and is `assumed`. Values that were typed with too few digits to satisfy a constraint
are `moved` by the little that is missing; what is off by more is an error that names the constraint.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.dynamics import Dynamics
from dalembert._compile.rescue import RANK, free_directions, solution
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.records import Model, Value, constraints_of
from dalembert._model.values import parameter_values, value_in

Array = NDArray[Any]
Equations = Callable[[Array], tuple[Array, Array, Array]]  # x → residual, Jacobian, sizes of the terms
CLOSED, TYPED = 1e-13, 1e-6  # relative residuals: satisfied; satisfied but for the digits that were typed
TRIES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A state that satisfies all constraints; what was assumed, and what was moved by how much."""

    y: Array
    assumed: tuple[str, ...]
    moved: tuple[str, ...]
    redundant: tuple[str, ...] = ()  # constraints that depend on one another


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Positions or velocities: their names, what is given, and the constraints on them."""

    word: str  # start or speed
    names: tuple[str, ...]
    given: tuple[bool, ...]
    rows: tuple[str, ...]  # names of the constraints
    equations: Equations
    holders: tuple[int, ...]  # entries in the order in which they may be held at their guess


def consistent_start(model: Model, dynamics: Dynamics, t: float) -> Start:
    """The start of a run at time t."""
    values, n, machine = parameter_values(model), dynamics.layout.n, dynamics.machine
    y = np.zeros(dynamics.layout.size)
    names = tuple(c.name for c in model.coordinates)
    displacement, flow = (
        tuple(c.name for c in constraints_of(model, kind)) for kind in ("displacement", "flow")
    )
    guesses = [value_in(c.guess, values) for c in model.coordinates]
    assumed: list[str] = []
    moved: list[str] = []
    for i, state in enumerate(model.states):
        y[2 * n + i] = first_value(values, state.start, state.guess)
        assumed += [] if state.start is not None else [state.name]

    def at(q: Array, qd: Array) -> dict[str, Array]:
        y[:n], y[n : 2 * n] = q, qd
        return machine.closure(t, y)

    def positions(q: Array) -> tuple[Array, Array, Array]:
        seen = at(q, np.zeros(n))
        return seen["position"], seen["G"][: len(displacement)], seen["position_reach"]

    positions_level = Level(
        word="start",
        names=names,
        given=tuple(c.start is not None for c in model.coordinates),
        rows=displacement,
        equations=positions,
        holders=tuple(sorted(range(n), key=lambda i: guesses[i] is None)),
    )
    q = np.array([first_value(values, c.start, c.guess) for c in model.coordinates])
    q = solved_level(positions_level, q, assumed, moved, range(n))

    def velocities(qd: Array) -> tuple[Array, Array, Array]:
        seen = at(q, qd)
        return seen["velocity"], seen["G"], seen["velocity_reach"]

    velocities_level = Level(
        word="speed",
        names=tuple(f"{name}'" for name in names),
        given=tuple(c.speed is not None for c in model.coordinates),
        rows=displacement + flow,
        equations=velocities,
        holders=tuple(range(n)),
    )
    qd = np.array([first_value(values, c.speed) for c in model.coordinates])
    qd = solved_level(velocities_level, qd, assumed, moved, range(n))
    y[:n], y[n : 2 * n] = q, qd
    redundant = _check_accelerations(dynamics, t, y, names, displacement + flow)
    singular = bool(redundant) and _singular_place(positions_level, q)
    y[:n], y[n : 2 * n] = q, qd
    if singular:
        raise ModelError((_dependent(dynamics, t, y, names, displacement + flow),))
    return Start(y=y, assumed=tuple(assumed), moved=tuple(moved), redundant=redundant)


def first_value(values: dict[str, float], *given: Value | None) -> float:
    """The first value that is given, 0 if none is."""
    found = [value_in(value, values) for value in given if value is not None]
    return next((value for value in found if value is not None), 0.0)


def solved_level(
    level: Level, guess: Array, assumed: list[str], moved: list[str], members: Sequence[int]
) -> Array:
    """The values of some entries that satisfy a level; notes what it assumed and moved."""
    open_ = [i for i in members if not level.given[i]]
    if not level.rows:
        assumed += [level.names[i] for i in open_]
        return guess
    held = _held(level, guess, open_) if open_ else set()
    assumed += [level.names[i] for i in sorted(held)]
    solve = [i for i in open_ if i not in held]
    x, off = _closed(level.equations, guess, solve)
    if off <= CLOSED:
        return x
    if off <= TYPED:
        everything, off = _closed(level.equations, x, list(members))
        if off <= CLOSED:
            moved += [
                f"{level.names[i]} by {everything[i] - guess[i]:.1e}"
                for i, given in enumerate(level.given)
                if given and everything[i] != guess[i]
            ]
            return everything
    raise ModelError((_contradiction(level, x, solve),))


def _held(level: Level, guess: Array, open_: Sequence[int]) -> set[int]:
    """Entries that the constraints leave open: each can be fixed without lowering the rank of the rest."""
    random = np.random.default_rng(1)
    points = [guess] + [guess + 0.1 * random.normal(size=len(guess)) * (1 + np.abs(guess)) for _ in range(2)]
    jacobians = [jacobian for _, jacobian, _ in map(level.equations, points) if np.isfinite(jacobian).all()]
    if not jacobians:
        _, bad, _ = level.equations(guess)
        row = level.rows[int(np.argmax(~np.isfinite(bad).all(axis=1)))]
        message = f"the constraint `{row}` has no finite value near the start"
        hint = "give other start values or guesses: look for a division by zero, a root or a logarithm"
        raise ModelError((Flaw(rule="start", severity="error", where="", message=message, hint=hint),))
    rank = max((_rank(jacobian[:, open_]) for jacobian in jacobians), default=0)
    held: set[int] = set()
    for i in (i for i in level.holders if i in open_):
        rest = [j for j in open_ if j not in held and j != i]
        if max(_rank(jacobian[:, rest]) for jacobian in jacobians) == rank:
            held.add(i)
        if len(open_) - len(held) == rank:
            break
    return held


def _rank(jacobian: Array) -> int:
    return free_directions(jacobian, jacobian.shape[1])[1] if jacobian.size else 0


def _closed(equations: Equations, guess: Array, solve: Sequence[int]) -> tuple[Array, float]:
    """Newton's method over some entries, from the guess and then from places around it; the best found."""
    random = np.random.default_rng(2)
    best, least = guess, np.inf
    for attempt in range(TRIES if solve else 1):
        x = guess.copy()
        if attempt:  # a guess may be a singular place, such as all zeros
            x[solve] += 0.1 * attempt * random.normal(size=len(solve)) * (0.1 + np.abs(guess[solve]))
        x, off = _newton(equations, x, solve)
        if off < least:
            best, least = x, off
        if least <= TYPED:
            break
    return best, least


def _newton(equations: Equations, x: Array, solve: Sequence[int]) -> tuple[Array, float]:
    """Steps of least length, halved until they help; the last point and its relative residual."""
    residual, jacobian, sizes = equations(x)
    off = _off(residual, sizes)
    for _ in range(100 if solve else 0):
        if off == 0 or not np.isfinite(jacobian).all():
            break
        step = np.zeros(len(x))
        measure = np.maximum(np.linalg.norm(jacobian, axis=1), 1e-300)  # rows of length one: no units
        rows = jacobian[:, solve] / measure[:, np.newaxis]
        step[solve] = -np.linalg.lstsq(rows, residual / measure, rcond=RANK)[0]
        length = 1.0
        while length > 1e-4:
            trial = x + length * step
            found = equations(trial)
            if (
                np.isfinite(found[0]).all()
                and np.abs(found[0] / measure).max() < np.abs(residual / measure).max()
            ):
                break
            length /= 2
        else:
            break
        x, (residual, jacobian, sizes) = trial, found
        off = _off(residual, sizes)
        if off <= 1e-16:
            break
    return x, off


def _off(residual: Array, sizes: Array) -> float:
    """The largest residual against the sizes of the terms of its equation."""
    if not np.isfinite(residual).all():
        return float("inf")
    return float(np.max(np.abs(residual) / np.where(sizes > 0, sizes, 1.0), initial=0.0))


def _contradiction(level: Level, x: Array, solve: Sequence[int]) -> Flaw:
    """Why no values satisfy the constraints, with the names of those that are off."""
    residual, jacobian, sizes = level.equations(x)
    bad = [
        i for i in range(len(residual)) if not abs(residual[i]) <= TYPED * (sizes[i] if sizes[i] > 0 else 1.0)
    ]
    touched = [j for j in range(len(x)) if np.any(jacobian[bad, j] != 0)]
    given = [level.names[j] for j in touched if level.given[j]]
    open_ = [level.names[j] for j in touched if j in solve]
    rows = ", ".join(f"`{level.rows[i]}`" for i in bad)
    off = max((abs(float(residual[i])) for i in bad), default=0.0)
    if not open_:
        message = (
            f"the {level.word} values of {', '.join(given)} contradict {rows}: off by {off:.3g}"
            if given
            else f"{rows} cannot be satisfied at the start: off by {off:.3g}"
        )
        hint = f"give a {level.word} to fewer of them, the others follow; or correct a value"
    else:
        what = "position" if level.word == "start" else "velocity"
        come = "comes" if len(open_) == 1 else "come"
        message = f"no {what} satisfies {rows}: {', '.join(open_)} {come} as near as {off:.3g}"
        message += f" while {', '.join(given)} {'is' if len(given) == 1 else 'are'} given" if given else ""
        hint = (
            "check the lengths, give other guesses, or a start to fewer coordinates"
            if level.word == "start"
            else f"give {level.word} to fewer coordinates: the others follow"
        )
    return Flaw(rule="start", severity="error", where="", message=message, hint=hint)


def _check_accelerations(
    dynamics: Dynamics, t: float, y: Array, names: tuple[str, ...], rows: tuple[str, ...]
) -> tuple[str, ...]:
    """Raise what keeps accelerations from being determined; give constraints that depend on one another."""
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
    Z, rank = free_directions(G, len(names))
    if solution(M, G, h, gamma) is None:
        if rank < len(rows):
            raise ModelError((_dependent(dynamics, t, y, names, rows),))
        weights = np.linalg.svd(Z.T @ M @ Z)[2][-1] @ Z.T
        involved = [names[j] for j in np.flatnonzero(np.abs(weights) > 0.1 * np.abs(weights).max())]
        message = (
            f"at the start nothing gives the acceleration of {', '.join(involved)}: there is no inertia in a"
            " direction that the constraints leave free"
        )
        hint = "give them a kinetic energy, or start elsewhere if it vanishes only there"
        raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))
    return _related(G, rows) if rank < len(rows) else ()


def _related(G: Array, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The constraints that stand in a relation between the rows of G."""
    scaled = G / np.maximum(np.linalg.norm(G, axis=1, keepdims=True), 1e-300)
    left, sizes, _ = np.linalg.svd(scaled)
    null = np.abs(left[:, np.sum(sizes > RANK * sizes[0]) :]).max(axis=1)
    return tuple(rows[i] for i in np.flatnonzero(null > 1e-6 * null.max()))


def _singular_place(level: Level, q: Array) -> bool:
    """Whether the constraints are independent near by: then they depend on one another at this place only."""
    if not level.rows:
        return False
    random, here = np.random.default_rng(4), _rank(level.equations(q)[1])
    for size in (1e-2, 3e-2):
        guess = q + size * random.normal(size=len(q)) * (0.1 + np.abs(q))
        near, off = _newton(level.equations, guess, range(len(q)))
        if off <= TYPED and _rank(level.equations(near)[1]) > here:
            return True
    return False


def _dependent(dynamics: Dynamics, t: float, y: Array, names: tuple[str, ...], rows: tuple[str, ...]) -> Flaw:
    """Constraints whose forces are not determined at the start."""
    G = dynamics.machine.saddle(t, y)["G"]
    involved = _related(G, rows)
    touched = [names[j] for j in range(len(names)) if np.any(G[[rows.index(r) for r in involved], j])]
    message = (
        f"at the start the constraints {', '.join(f'`{r}`' for r in involved)} are not independent"
        f" (they act on {', '.join(touched) or 'nothing there'}): their forces are not determined"
    )
    hint = "start away from this singular position, or correct constraints that contradict one another"
    return Flaw(rule="singular", severity="error", where="", message=message, hint=hint)
