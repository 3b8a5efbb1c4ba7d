"""Consistent initialisation: positions, then velocities, then accelerations and multipliers.

Given values are kept. What is not given is solved from the constraints near its guess, stage by stage:
Phi(q, t) = 0 for positions, then d/dt Phi = 0 and Psi(q, qd, t) = 0 for velocities; for a system of any index
the stages that the Σ-method gives. What no constraint determines stays at its guess (0 for a speed) and is
`assumed`. Values that were typed with too few digits to satisfy a constraint
are `moved` by the little that is missing, and so are speeds that are rounding of what the forces bring up;
what is off by more is an error that names the constraint.
Speeds that only a singular position makes possible are an error too (`level.py` has the numerics).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import CompiledModel, Dynamics, Stage
from dalembert._compile.mass_matrix import Inertia
from dalembert._compile.rank_revealing import (
    RANK,
    free_directions,
    is_firmly_regular,
    nearly_dependent_rows,
    solution,
)
from dalembert._expression.source import Flaw, ModelError
from dalembert._model.values import Values
from dalembert._simulate.level import (
    TYPED,
    Equations,
    Level,
    jacobians_near,
    newton,
    noise_of,
    rank,
    relative_residual,
    scales,
    solved_level,
    spread,
)
from dalembert._simulate.matrix_parts import shortest_solution
from dalembert._words.message import Message

Array = NDArray[Any]
PRIME = "'"
KNOWN = 16  # starts of a compiled model that are remembered
LARGE = 200  # coordinates and constraints: full matrices of larger systems are not looked at without need
SURE = 1e-9  # the part of its terms that every pivot keeps where a system is surely regular
PLAUSIBLE = 1e10  # times the energy of the speeds that are given: more comes from a singular position


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A state that satisfies all constraints; what was assumed, and what was moved by how much."""

    y: Array
    assumed: tuple[str, ...]
    moved: tuple[Message, ...]
    redundant: tuple[str, ...] = ()  # constraints that depend on one another


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ConsistentState:
    """A state that satisfies the equations of all stages, and the levels on which they were solved."""

    y: Array
    levels: tuple[Level, ...]
    assumed: tuple[str, ...]
    moved: tuple[Message, ...]


NOT_FINITE = "not-finite"  # the rule that a start with infinite forces or inertias breaks
_known: WeakKeyDictionary[CompiledModel, OrderedDict[Hashable, Start]] = WeakKeyDictionary()


def consistent_start(dynamics: Dynamics, values: Values, t: float, first: float | None = None) -> Start:
    """The start of a run at time t; where it begins at a kink, places are those of the kink at `first`.

    One that was found before, with the very same values, is not searched again.
    """
    if dynamics.tables:
        return _search(dynamics, values, t, first)
    given = (tuple(part.items()) for part in (values.start, values.speed, values.guess))
    key = dynamics.p.tobytes(), t, first, *given
    known = _known.setdefault(dynamics.compiled, OrderedDict())
    if key in known:
        _check_leading_derivatives(dynamics, values, t, known[key].y)
    start = known[key] = known.pop(key) if key in known else _search(dynamics, values, t, first)
    while len(known) > KNOWN:
        known.popitem(last=False)
    return replace(start, y=start.y.copy())


def _search(dynamics: Dynamics, values: Values, t: float, first: float | None) -> Start:
    names, layout = dynamics.compiled.names, dynamics.layout
    stages = dynamics.stages(t, t if first is None else first)
    state = consistent_state(stages, names, values, np.zeros(layout.size))
    redundant = _check_accelerations(dynamics, t, state) if layout.n else ()
    _check_leading_derivatives(dynamics, values, t, state.y)
    alone = {i for stage in stages for i in range(*stage.part.indices(layout.size))}
    solved_names = tuple(name for i, name in enumerate(names) if i not in alone and name not in values.start)
    return Start(y=state.y, assumed=solved_names + state.assumed, moved=state.moved, redundant=redundant)


def consistent_state(
    stages: Sequence[Stage], names: tuple[str, ...], values: Values, y: Array
) -> ConsistentState:
    """A state with the values that are given, and the others from the equations of its stages, in order.

    `names` are those of its entries; y is a state of zeros of the right size.
    """
    given = values.start | {f"{name}{PRIME}": value for name, value in values.speed.items()}
    y = y.copy()
    y[: len(names)] = [given.get(name, values.guess.get(name, 0.0)) for name in names]
    levels: list[Level] = []
    assumed: list[str] = []
    moved: list[Message] = []
    blurred: list[Array] = []  # what rounding leaves open of the stages before
    for stage in stages:
        if levels:
            blurred += _open_changes(stages[len(levels) - 1], levels[-1], y)
        stage_names = names[stage.part]
        guessed = [i for i in stage.members if stage_names[i] in values.guess]
        solves = bool(stage.rows) and any(stage_names[i] not in given for i in stage.members)
        level = Level(
            word="speed"
            if stage.members and all(PRIME in stage_names[i] for i in stage.members)
            else "start",
            names=stage_names,
            given=tuple(name in given for name in stage_names),
            rows=stage.rows,
            equations=_equations(stage, y),
            holders=(*guessed, *(i for i in stage.members if i not in guessed)),
            noise=_noise(stage, y, blurred, len(stage_names)) if stage.compared else None,
            inertia=stage.inertia(y).diagonal if stage.inertia is not None and solves else None,
            near=partial(jacobians_near, _slopes(stage, y), y[stage.near]) if stage.compared else tuple,
            speed_scale=_speed_scale(stage, y),
        )
        x = solved_level(level, y[stage.part].copy(), assumed, moved, stage.members)
        y = _replace_part(y, stage.part, x)
        if stage.inertia is not None and solves:
            _check_speeds(level, stage.inertia(y), x)
        levels.append(level)
    return ConsistentState(y=y, levels=tuple(levels), assumed=tuple(assumed), moved=tuple(moved))


def _open_changes(stage: Stage, level: Level, y: Array) -> list[Array]:
    """Changes of what a stage has solved that rounding leaves open."""
    return spread(level, y[stage.part], [i for i in stage.members if not level.given[i]])


def _noise(stage: Stage, y: Array, blurred: Sequence[Array], count: int) -> Array:
    """How much the Jacobian of a stage changes within what the stages before leave open."""
    if not blurred:
        return np.broadcast_to(0.0, (len(stage.rows), count))
    return noise_of(_slopes(stage, y), y[stage.near], blurred)


def _equations(stage: Stage, y: Array) -> Equations:
    """The equations of a stage as a function of its part of the state."""
    return lambda x: stage.equations(_replace_part(y, stage.part, x))


def _speed_scale(stage: Stage, y: Array) -> Callable[[Array], Array] | None:
    """The typical size of the rates of a stage's equations, as a function of its part of the state."""
    scale = stage.speed_scale
    return None if scale is None else lambda x: scale(_replace_part(y, stage.part, x))


def _slopes(stage: Stage, y: Array) -> Callable[[Array], Array]:
    """The Jacobian of a stage as a function of its part of the state."""
    return lambda x: stage.equations(_replace_part(y, stage.near, x)).jacobian


def _replace_part(y: Array, part: slice, x: Array) -> Array:
    """The state y with one part replaced."""
    made = y.copy()
    made[part] = x
    return made


def _check_speeds(level: Level, inertia: Inertia, qd: Array) -> None:
    """Raise speeds that were solved next to a singular position: far more energy than what asks for them.

    That is the energy of the given speeds, and the least with which G qd is what it is.
    """
    free = np.array([not given for given in level.given], dtype=bool)
    if not level.rows or not free.any() or not inertia.finite:
        return
    G = level.equations(qd).jacobian
    diagonal = inertia.diagonal
    inertia_roots = np.ones(len(qd)) if diagonal is None else np.sqrt(np.maximum(diagonal, 0.0))
    if not (inertia_roots > 0).all() or not np.isfinite(G).all():
        return
    least = shortest_solution(G / inertia_roots, G @ qd) / inertia_roots
    asked = np.where(free, 0.0, qd)
    energy, enough, small = (inertia.product(v) for v in (qd, asked, least))
    if not energy > PLAUSIBLE * (enough + small):
        return
    i = int(np.argmax(np.where(free, inertia_roots * np.abs(qd), 0.0)))
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
    hint = f"{instead}, or start farther from this position"
    raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))


def _check_accelerations(dynamics: Dynamics, t: float, state: ConsistentState) -> tuple[str, ...]:
    """Raise what keeps accelerations from being determined; give constraints that depend on one another."""
    (positions, velocities), n = state.levels, dynamics.layout.n
    redundant = _dependent_rows(dynamics, t, state.y, velocities)
    q, qd = state.y[:n], state.y[n : 2 * n]
    joints = {velocities.rows[i] for rows in dynamics.compiled.joints for i in rows}
    if redundant and (_has_no_gradient(velocities, qd, joints) or _singular_place(positions, q)):
        raise ModelError((_flaw_of_dependent_constraints(dynamics, t, state.y, velocities),))
    return redundant


def _dependent_rows(dynamics: Dynamics, t: float, y: Array, level: Level) -> tuple[str, ...]:
    """Constraints that depend on one another; raise where accelerations are not determined."""
    names, rows = tuple(name.removesuffix(PRIME) for name in level.names), level.rows
    if len(names) + len(rows) > LARGE and _is_healthy(dynamics, t, y):
        return ()
    parts = dynamics.saddle(t, y)
    M, G, h, gamma = parts["M"], parts["G"], parts["h"], parts["gamma"]
    for what, part in (("the inertia", M), ("the force", h)):
        bad = ~np.isfinite(part).reshape(len(names), -1).all(axis=1)
        if bad.any():
            name = names[int(np.argmax(bad))]
            message = f"at the start {what} of `{name}` is not finite"
            hint = (
                "look for a division by zero, a root, a logarithm, the end of a table,"
                " a force that grows with what it makes (`check` tells of it); start elsewhere"
            )
            raise ModelError((Flaw(rule=NOT_FINITE, severity="error", where="", message=message, hint=hint),))
    if not rows and is_firmly_regular(M):
        return ()
    lengths, units = scales(G)  # the units of constraints and coordinates do not decide
    G, gamma = G * lengths[:, np.newaxis] * units, gamma * lengths
    M, h = M * np.outer(units, units), h * units
    Z, independent = free_directions(G, len(names))
    if solution(M, G, h, gamma) is None:
        if independent < len(rows):
            raise ModelError((_flaw_of_dependent_constraints(dynamics, t, y, level),))
        weights = np.abs(np.linalg.svd(Z.T @ M @ Z)[2][-1] @ Z.T) * units
        involved = [names[j] for j in np.flatnonzero(weights > 0.1 * weights.max())]
        message = (
            f"at the start nothing determines the acceleration of {', '.join(involved)}: there is a"
            " free direction without inertia"
        )
        hint = "give them a kinetic energy, or start elsewhere if it vanishes only there"
        raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))
    _refuse_nearly_dependent(M, G, rows)
    return _related_constraints(G, rows) if independent < len(rows) else ()


def _refuse_nearly_dependent(M: Array, G: Array, rows: tuple[str, ...]) -> None:
    """Raise if constraints nearly depend on one another: a run would take them for dependent ones."""
    parts, size = nearly_dependent_rows(M, G)
    if size:
        names = ", ".join(
            f"`{rows[i].removesuffix(PRIME)}`" for i in np.flatnonzero(parts > 1e-6 * parts.max())
        )
        message = (
            f"at the start the constraints {names} differ only by {size:.0e} of their size; a run would take"
            " them for constraints that depend on one another, and lose what this difference determines"
        )
        hint = (
            "delete one of them if they mean the same, or write their difference as a constraint of its own"
        )
        raise ModelError((Flaw(rule="singular", severity="error", where="", message=message, hint=hint),))


def _is_healthy(dynamics: Dynamics, t: float, y: Array) -> bool:
    """Whether no pivot of the sparse elimination lost its digits: then M and G are as good as they can be."""
    seen = dynamics.observe(np.array([t]), y[np.newaxis])
    finite = all(bool(np.isfinite(seen[name]).all()) for name in ("qdd", "lam"))
    return finite and bool(np.all(seen["health"] > SURE))


def _related_constraints(G: Array, rows: tuple[str, ...]) -> tuple[str, ...]:
    """The constraints with nonzero coefficients in a linear relation between the rows of G."""
    lengths, units = scales(G)
    scaled = G * lengths[:, np.newaxis] * units
    left, sizes, _ = np.linalg.svd(scaled)
    null = np.abs(left[:, np.sum(sizes > RANK * sizes[0]) :]).max(axis=1)
    return tuple(rows[i] for i in np.flatnonzero(null > 1e-6 * null.max()))


def _has_no_gradient(level: Level, qd: Array, joints: Collection[str]) -> bool:
    """Whether a constraint on something, but no condition of a joint, has no gradient here."""
    here = level.equations(qd).jacobian.any(axis=1) | np.array([name in joints for name in level.rows])
    return any(bool(np.any(there.any(axis=1) & ~here)) for there in level.near())


def _singular_place(level: Level, q: Array) -> bool:
    """Whether constraints are independent at nearby points, so that this position alone is singular."""
    if not level.rows:
        return False
    random, here = np.random.default_rng(4), rank(level.equations(q).jacobian)
    for size in (1e-2, 3e-2):
        guess = q + size * random.normal(size=len(q)) * (0.1 + np.abs(q))
        near = newton(level, guess, range(len(q)))
        seen = level.equations(near)
        if relative_residual(seen.residual, seen.terms) <= TYPED and rank(seen.jacobian) > here:
            return True
    return False


def _flaw_of_dependent_constraints(dynamics: Dynamics, t: float, y: Array, level: Level) -> Flaw:
    """Constraints whose forces are not determined at the start."""
    G, rows = dynamics.saddle(t, y)["G"], level.rows
    involved = _related_constraints(G, rows)
    rows_involved = [rows.index(r) for r in involved]
    names = [name.removesuffix(PRIME) for name in level.names]
    acting = [names[j] for j in range(len(names)) if np.any(G[rows_involved, j])]
    there = [
        names[j] for j in range(len(names)) if any(other[rows_involved, j].any() for other in level.near())
    ]
    if not acting and len(rows_involved) == 1:
        message = (
            f"at the start the constraint `{involved[0]}` has no gradient: it does not depend on"
            f" {', '.join(there)} there to first order, and its force is not determined"
        )
    else:
        message = (
            f"at the start the constraints {', '.join(f'`{r}`' for r in involved)} are not independent"
            f" (they act on {', '.join(acting or there)}): their forces are not determined"
        )
    hint = "start at another position (this one is singular), or correct contradictory constraints"
    return Flaw(rule="singular", severity="error", where="", message=message, hint=hint)


def _check_leading_derivatives(dynamics: Dynamics, values: Values, t: float, y: Array) -> None:
    """Raise if the leading derivatives are not determined, or differ from a speed that was given."""
    X = dynamics.begin(t, y, values.guess)
    if X is None:
        raise ModelError((_flaw_of_undetermined_unknowns(dynamics, t, y),))
    for name, value in zip(dynamics.compiled.equations.leading, X, strict=True):
        base = name.removesuffix(PRIME)
        given = (values.speed if base != name else values.start).get(base)
        if given is not None and abs(value - given) > TYPED * max(abs(value), abs(given), 1e-9):
            message = f"the speed of `{base}` follows from the equations: it is {value:.9g}, not {given:g}"
            hint = "leave the speed out: it cannot be chosen, because nothing gives it inertia"
            raise ModelError((Flaw(rule="start", severity="error", where="", message=message, hint=hint),))


def _flaw_of_undetermined_unknowns(dynamics: Dynamics, t: float, y: Array) -> Flaw:
    """The unknowns that the equations do not determine, from the null vector of their Jacobian."""
    equations = dynamics.compiled.equations
    F, J = dynamics.residual(t, y, np.zeros(len(equations.leading)))
    if not (np.isfinite(J).all() and np.isfinite(F).all()):
        bad = [equations.names[i] for i in np.flatnonzero(~np.isfinite(J).all(axis=1))]
        bad += [equations.names[i] for i in np.flatnonzero(~np.isfinite(F))]
        message = f"at the start the equations of {', '.join(dict.fromkeys(bad))} are not finite"
        hint = "look for a division by zero, a root or a logarithm; give other start values or guesses"
        return Flaw(rule=NOT_FINITE, severity="error", where="", message=message, hint=hint)
    scaled = J / np.maximum(np.max(np.abs(J), axis=1, keepdims=True), 1e-300)
    scaled /= np.maximum(np.max(np.abs(scaled), axis=0), 1e-300)
    left, _, right = np.linalg.svd(scaled)
    unknown, equation = np.abs(right[-1]), np.abs(left[:, -1])
    named = [equations.leading[j] for j in np.flatnonzero(unknown > 0.1 * unknown.max())]
    rows = [equations.names[i] for i in np.flatnonzero(equation > 0.1 * equation.max())]
    message = (
        f"at the start the equations of {', '.join(rows)} do not determine {', '.join(named)}:"
        " they depend on one another"
    )
    hint = "give what is missing inertia, dissipation or a constraint, or start elsewhere"
    return Flaw(rule="singular", severity="error", where="", message=message, hint=hint)
