"""One level of a consistent start: values that are given stay, the others follow from the constraints.

    f(x) = 0, x = (given, solved, held at a guess)

Newton's method in sizes that come from the equations: an entry is measured by itself and by what changes
an equation as much as its terms are large, an equation by its terms. Where values were typed with too few
digits, the smallest change counts, each entry against its own size:

    min Σ (Δx_i / w_i)²  with  f(x + Δx) = 0,  w_i = |x_i|

so that a small entry keeps its digits beside a large one, and a zero stays zero if anything else can move.

Near a singular place rounding moves the solution so far that the slopes f_x change by their own size. What
a slope changes by within rounding is its noise; slopes below their noise are zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import EquationsAtState
from dalembert._compile.rank_revealing import RANK
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.matrix_parts import Part, parts_of
from dalembert._words.message import Message, Quantity, Symbol, say

Array = NDArray[Any]
PRIME = "'"
CLOSED, TYPED = 1e-13, 1e-6  # relative residuals: satisfied; satisfied but for the digits that were typed
TRIES, STEPS = 12, 100  # places where Newton's method begins, and its steps
EXACT = 1e-16  # a relative residual that no step can make smaller
ROUNDING = 1e-15  # of the sizes of an equation: the residual that rounding alone can leave
SOUND = 1e-11  # of an entry: it is well determined if rounding changes it by less
NOISE = 100.0  # times the noise: slopes below this are zero
BLURRED = 1e-4  # of the largest singular value: values above this are not noise
FAR = 1e3  # times the size of a guess: no solution is looked for beyond where others are held
FLOOR = 1e-6  # of the size that an entry has in the equations: below that its own size does not count
CLEAR = 1e-4  # of the best: a choice of what is solved that is worse is made only where there is no other


Equations = Callable[[Array], EquationsAtState]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Level:
    """Positions or velocities: their names, what is given, and the constraints on them."""

    word: str  # start or speed
    names: tuple[str, ...]
    given: tuple[bool, ...]
    rows: tuple[str, ...]  # names of the constraints
    equations: Equations
    holders: tuple[int, ...]  # entries in the order in which they may be held at their guess
    noise: Array | None = None  # of the Jacobian, from places found before
    inertia: Array | None = None  # by which the choice of what is solved is judged
    near: Callable[[], tuple[Array, ...]] = tuple  # the Jacobian at places near by
    speed_scale: Callable[[Array], Array] | None = None  # what rates of the equations are about


def solved_level(
    level: Level, guess: Array, assumed: list[str], moved: list[Message], members: Sequence[int]
) -> Array:
    """The values of some entries that satisfy a level; notes what it assumed and moved."""
    open_ = [i for i in members if not level.given[i]]
    if not level.rows:
        assumed += [level.names[i] for i in open_]
        return guess
    fixed = _entries_to_fix(level, guess, open_, level.holders)
    solve = [i for i in open_ if i not in fixed]
    x = guess if _is_closed_at(level, guess, open_) else solution_near(level, guess, solve)
    if fixed and not level_residual(level, x) <= TYPED:
        fixed, x = _other_choice(level, guess, open_) or (fixed, x)
    assumed += [level.names[i] for i in sorted(fixed)]
    if level_residual(level, x) <= CLOSED:
        return x
    if _distance_to_typed(level, x) <= TYPED or _is_rounding(level, x):
        everything = newton(level, x, list(members), sizes=np.abs(guess))
        if level_residual(level, everything) <= CLOSED:
            moved += [
                say("start_moved", name=Symbol(level.names[i]), by=Quantity(float(step), 1, "e"))
                for i, step in enumerate(everything - guess)
                if level.given[i] and step != 0
            ]
            return everything
    from dalembert._simulate.contradictions import contradiction

    raise ModelError((contradiction(level, guess, x, solve, members),))


def _is_rounding(level: Level, x: Array) -> bool:
    """Whether speeds violate the equations by less than the rounding of speeds that the forces make."""
    if level.speed_scale is None:
        return False
    return bool(np.all(np.abs(level.equations(x).residual) <= ROUNDING * level.speed_scale(x)))


# -- what is solved, what is held -------------------------------------------------------------------


def _is_closed_at(level: Level, guess: Array, open_: Sequence[int]) -> bool:
    """Whether the guess satisfies all equations at a regular point, so that nothing has to be solved."""
    return level_residual(level, guess) <= EXACT and not _is_weakly_determined(level, guess, open_)


def _other_choice(level: Level, guess: Array, open_: Sequence[int]) -> tuple[set[int], Array] | None:
    """Another choice of entries fixed at guesses, if the first has no solution: the last entries first."""
    fixed = _entries_to_fix(level, guess, open_, level.holders[::-1])
    size = FAR * (np.abs(guess) + weights(level.equations(guess), guess))
    for solve in ([i for i in open_ if i not in fixed], open_):
        x = solution_near(level, guess, solve)
        if level_residual(level, x) <= CLOSED and np.all(np.abs(x - guess) <= size):
            return fixed, x
    return None


def _entries_to_fix(level: Level, guess: Array, open_: Sequence[int], holders: Sequence[int]) -> set[int]:
    """Entries that the constraints leave free: fixing them does not lower the rank of the other columns."""
    if not open_:
        return set()
    random = np.random.default_rng(1)
    points = [guess] + [guess + 0.1 * random.normal(size=len(guess)) * (1 + np.abs(guess)) for _ in range(2)]
    seen = [level.equations(point).jacobian for point in points]
    jacobians = [without_noise(level, jacobian)[:, open_] for jacobian in seen if np.isfinite(jacobian).all()]
    noise = level.noise if level.noise is not None else np.zeros(seen[0].shape)
    if not jacobians:
        row = level.rows[int(np.argmax(~np.isfinite(seen[0]).all(axis=1)))]
        message = f"the constraint `{row}` has no finite value near the start"
        hint = "give other start values or guesses: look for a division by zero, a root or a logarithm"
        raise ModelError((Flaw(rule="start", severity="error", where="", message=message, hint=hint),))
    free = noise[:, open_]
    priority = {i: k for k, i in enumerate(holders)}
    touched = np.any([jacobian != 0 for jacobian in jacobians], axis=0)
    weights = None if level.inertia is None else level.inertia[list(open_)]
    untouched, fixed = set(open_), set[int]()
    for part in parts_of(touched):
        entries = [open_[k] for k in part.columns]
        untouched -= set(entries)
        order = sorted(range(len(entries)), key=[priority[i] for i in entries].__getitem__)
        blocks = [part.block(jacobian) for jacobian in jacobians]
        inertia = None if weights is None else weights[part.columns]
        fixed |= {entries[k] for k in _columns_to_fix(blocks, part.block(free), order, inertia)}
    return fixed | untouched


def _columns_to_fix(
    jacobians: Sequence[Array], noise: Array, holders: Sequence[int], inertia: Array | None
) -> set[int]:
    """Columns that can be left out without lowering the rank."""
    count = jacobians[0].shape[1]
    most = max((rank(jacobian, noise) for jacobian in jacobians), default=0)
    fixed: set[int] = set()
    for clear in (True, False):
        for i in (i for i in holders if i not in fixed):
            if count - len(fixed) == most:
                break
            others = [k for k in range(count) if k not in fixed and k != i]
            full = max(rank(jacobian[:, others], noise[:, others]) for jacobian in jacobians) == most
            if full and not (clear and _is_badly_scaled(inertia, jacobians[0], others, most)):
                fixed.add(i)
    return fixed


def _is_badly_scaled(inertia: Array | None, jacobian: Array, others: Sequence[int], most: int) -> bool:
    """Whether the chosen columns are much worse conditioned than all free ones, in the norm of inertia."""
    if inertia is None or not most or not (inertia > 0).all():
        return False
    scaled = jacobian / np.sqrt(inertia)
    scaled = scaled / np.maximum(np.linalg.norm(scaled, axis=1, keepdims=True), 1e-300)
    best, chosen = (np.linalg.svd(block, compute_uv=False)[most - 1] for block in (scaled, scaled[:, others]))
    return bool(chosen < CLEAR * best)


def rank(jacobian: Array, noise: Array | None = None) -> int:
    """The rank of a Jacobian, independent of the units of its rows and columns."""
    if not jacobian.size or not jacobian.any():
        return 0
    rank_found = 0
    for part in parts_of(jacobian):
        block, blurred = part.block(jacobian), None if noise is None else part.block(noise)
        rows, columns = factors = scales(block)
        sizes = np.linalg.svd(block * rows[:, np.newaxis] * columns, compute_uv=False)
        rank_found += int(np.sum(sizes > blur(block, blurred, factors) * sizes[0]))
    return rank_found


def blur(jacobian: Array, noise: Array | None, factors: tuple[Array, Array] | None = None) -> float:
    """The fraction of the largest singular value below which singular values count as zero."""
    if noise is None or not jacobian.size:
        return RANK
    rows, columns = factors or scales(jacobian)
    seen = np.where(jacobian != 0, noise, 0.0) * rows[:, np.newaxis] * columns
    return max(RANK, min(NOISE * float(np.linalg.norm(seen)), BLURRED))


def scales(jacobian: Array) -> tuple[Array, Array]:
    """Factors of rows and columns with which the largest entry of each is nearly one."""
    rows, columns, entries = np.ones(jacobian.shape[0]), np.ones(jacobian.shape[1]), np.abs(jacobian)
    largest = np.maximum.reduce
    for _ in range(6):
        now = entries * rows[:, np.newaxis] * columns
        by_row, by_column = (
            np.sqrt(largest(now, axis=1, initial=0.0)),
            np.sqrt(largest(now, axis=0, initial=0.0)),
        )
        rows = rows / np.where(by_row > 0, by_row, 1.0)
        columns = columns / np.where(by_column > 0, by_column, 1.0)
    return rows, columns


def without_noise(level: Level, jacobian: Array) -> Array:
    """The Jacobian with entries below their noise replaced by zero."""
    if level.noise is None:
        return jacobian
    return np.where(np.abs(jacobian) > NOISE * level.noise, jacobian, 0.0)


# -- Newton's method --------------------------------------------------------------------------------


def solution_near(level: Level, guess: Array, solve: Sequence[int]) -> Array:
    """Newton's method over some entries, from the guess and then from places around it.

    The first regular solution; else one at a singular place; else what came nearest.
    """
    random = np.random.default_rng(2)
    best, least, singular = guess, np.inf, None
    for attempt in range(TRIES if solve else 1):
        x = guess.copy()
        if attempt:  # a guess may be a singular place, such as all zeros
            x[solve] += 0.1 * attempt * random.normal(size=len(solve)) * (0.1 + np.abs(guess[solve]))
        x = newton(level, x, solve)
        off = level_residual(level, x)
        if off <= TYPED and not _is_weakly_determined(level, x, solve):
            return x
        if off <= TYPED and singular is None:
            singular = x
        if off < least:
            best, least = x, off
    return best if singular is None else singular


def _is_weakly_determined(level: Level, x: Array, solve: Sequence[int]) -> bool:
    """Whether the Jacobian is nearly rank-deficient at the solution."""
    if not solve:
        return False

    def slopes(at: Array) -> Array:
        return level.equations(at).jacobian

    noise = noise_of(slopes, x, spread(level, x, solve))
    jacobian = slopes(x)
    clean = np.where(np.abs(jacobian) > NOISE * noise, jacobian, 0.0)[:, solve]
    return rank(clean, noise[:, solve]) < min(len(level.rows), len(solve))


def newton(level: Level, x: Array, solve: Sequence[int], sizes: Array | None = None) -> Array:
    """Steps of least length, halved until they help, doubled where two solutions are one; the last point.

    `sizes` are those of given values, which are moved by as little of them as possible.
    """
    seen, before = level.equations(x), np.inf
    for _ in range(STEPS if solve else 0):
        if relative_residual(seen.residual, seen.reach) <= EXACT or not np.isfinite(seen.jacobian).all():
            break
        weight = weights(seen, x)
        if sizes is not None:
            weight = np.where(level.given, np.maximum(sizes, FLOOR * weight), weight)
        step = np.zeros(len(x))
        clean = without_noise(level, seen.jacobian)[:, solve]
        noise = None if level.noise is None else level.noise[:, solve]
        rows = clean * weight[solve]
        measure = np.linalg.norm(rows, axis=1)  # rows of length one: no units
        measure = np.where(measure > 0, measure, np.where(seen.reach > 0, seen.reach, 1.0))
        lengths, side = np.zeros(len(solve)), seen.residual / measure
        for part in parts_of(clean):
            cut = blur(part.block(clean), None if noise is None else part.block(noise))
            own_rows = part.block(rows) / measure[part.rows, np.newaxis]
            lengths[part.columns] = -np.linalg.lstsq(own_rows, side[part.rows], rcond=cut)[0]
        step[solve] = weight[solve] * lengths
        accepted = _line(level.equations, x, step, seen, measure)
        if accepted is None:
            break
        length, trial, next_ = accepted
        size = float(np.linalg.norm(step[solve] / weight[solve]))
        dust = ROUNDING * size * np.where(step != 0, weight, 0.0)  # what is not moved stays as it is
        trial, next_ = _without_dust(level.equations, trial, next_, dust, measure)
        if length == 1 and 0.3 * before < size < 0.7 * before:  # halved by each step: a double zero
            far = level.equations(x + 2 * step)
            if np.isfinite(far.residual).all() and _largest_residual(far, measure) <= 0.1 * _largest_residual(
                next_, measure
            ):
                trial, next_ = x + 2 * step, far
        before = size
        x, seen = trial, next_
    return x


def _line(
    equations: Equations, x: Array, step: Array, seen: EquationsAtState, measure: Array
) -> tuple[float, Array, EquationsAtState] | None:
    """A line search: the step is halved until the largest residual decreases; None if it never does."""
    length = 1.0
    while length > 1e-4:
        trial = x + length * step
        values = equations(trial)
        if np.isfinite(values.residual).all() and _largest_residual(values, measure) < _largest_residual(
            seen, measure
        ):
            return length, trial, values
        length /= 2
    return None


def _without_dust(
    equations: Equations, x: Array, seen: EquationsAtState, dust: Array, measure: Array
) -> tuple[Array, EquationsAtState]:
    """The point with entries that are only rounding of a step set to 0, if the residual stays as small.

    An equation of nothing but such entries would be measured by them, and never be satisfied.
    """
    small = (x != 0) & (np.abs(x) <= dust)
    if not small.any():
        return x, seen
    clean = np.where(small, 0.0, x)
    values = equations(clean)
    fits = _largest_residual(values, measure) <= max(_largest_residual(seen, measure), float(np.max(dust)))
    return (clean, values) if fits else (x, seen)


def _largest_residual(seen: EquationsAtState, measure: Array) -> float:
    return float(np.max(np.abs(seen.residual / measure), initial=0.0))


def weights(seen: EquationsAtState, x: Array) -> Array:
    """The change of each entry that changes some equation by the size of its terms."""
    slopes, sizes = np.abs(seen.jacobian), seen.terms[:, np.newaxis]
    with np.errstate(divide="ignore", invalid="ignore"):
        change = np.where((slopes > 0) & (sizes > 0), sizes / slopes, np.inf)
    least = np.min(change, axis=0, initial=np.inf)
    steep = np.max(slopes, axis=0, initial=0.0)
    plain = np.where(steep > 0, 1 / np.where(steep > 0, steep, 1.0), 1.0)
    return np.where(np.isfinite(least), least, np.where(x != 0, np.abs(x), plain))


def relative_residual(residual: Array, sizes: Array) -> float:
    """The largest residual against the sizes of the terms of its equation."""
    if not np.isfinite(residual).all():
        return float("inf")
    return float(np.max(np.abs(residual) / np.where(sizes > 0, sizes, 1.0), initial=0.0))


def level_residual(level: Level, x: Array) -> float:
    seen = level.equations(x)
    return relative_residual(seen.residual, seen.reach)


def _distance_to_typed(level: Level, x: Array) -> float:
    """The largest residual relative to the terms of its equation, less what noise can explain."""
    seen = level.equations(x)
    excused = 2 * level.noise @ np.abs(x) if level.noise is not None else 0.0
    return relative_residual(np.maximum(np.abs(seen.residual) - excused, 0.0), seen.terms)


# -- what rounding leaves open ----------------------------------------------------------------------


def spread(level: Level, x: Array, solve: Sequence[int]) -> list[Array]:
    """Changes of the solved entries under which the residuals stay at rounding, one for each direction."""
    if not solve or not level.rows:
        return []
    seen = level.equations(x)
    if not np.isfinite(seen.jacobian).all():
        return []
    allowed = np.maximum(ROUNDING * seen.reach, np.abs(seen.residual))
    allowed = np.where(allowed > 0, allowed, ROUNDING)
    weight = np.maximum(weights(seen, x), np.abs(x))[solve]
    rows = seen.jacobian[:, solve] * weight / allowed[:, np.newaxis]
    parts = parts_of(rows)
    result: list[tuple[Part, Array, Array]] = []
    for part in parts:
        _, sizes, directions = np.linalg.svd(part.block(rows))
        result.append((part, np.concatenate([sizes, np.zeros(len(directions) - len(sizes))]), directions))
    return list(_spread(level.equations, x, np.array(solve), weight, result, allowed))


def _spread(
    equations: Equations,
    x: Array,
    solve: Array,
    weight: Array,
    parts: Sequence[tuple[Part, Array, Array]],
    allowed: Array,
) -> Iterator[Array]:
    """The changes along one singular direction of every part at once: the parts are independent."""
    for k in range(max((len(directions) for _, _, directions in parts), default=0)):
        change = np.zeros(len(x))
        tried: list[Part] = []
        for part, sizes, directions in parts:
            if k >= len(directions):
                continue
            columns = solve[part.columns]
            step = weight[part.columns] * directions[k] * min(0.1, 1 / max(float(sizes[k]), 1e-300))
            if not np.all(np.abs(step) <= SOUND * np.abs(x[columns])):
                change[columns] = step
                tried.append(part)
        for _ in range(40):
            off = np.abs(equations(x + change).residual) / (10 * allowed)
            off = np.where(np.isfinite(off), off, np.inf)
            tried = [part for part in tried if np.any(off[part.rows] > 1)]
            if not tried:
                break
            for part in tried:
                change[solve[part.columns]] /= 4
        for part in tried:
            change[solve[part.columns]] = 0.0
        if change.any():
            yield change


def noise_of(slopes: Callable[[Array], Array], x: Array, changes: Sequence[Array]) -> Array:
    """How much a Jacobian changes within the spread of a solution."""
    here = slopes(x)
    noise = np.zeros(here.shape)
    for change in changes:
        for side in (change, -change):
            there = slopes(x + side)
            noise = np.maximum(noise, np.where(np.isfinite(there), np.abs(there - here), np.inf))
    return noise


def jacobians_near(slopes: Callable[[Array], Array], x: Array) -> tuple[Array, ...]:
    """The Jacobian at nearby points."""
    random = np.random.default_rng(5)
    places = [x + 0.1 * random.normal(size=len(x)) * (0.1 + np.abs(x)) for _ in range(2)]
    return tuple(slope for slope in map(slopes, places) if np.isfinite(slope).all())
