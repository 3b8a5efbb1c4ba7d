"""Why given values contradict constraints: which of them are too many, and what the others imply.

The constraints leave some values of a level free. Given ones are kept in the order of the model as long as
they are free: fixing them must leave the others determined. What else is given follows from those, and is
compared with its value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dalembert._expression.source import Flaw
from dalembert._simulate.level import (
    PRIME,
    TYPED,
    Array,
    Level,
    level_residual,
    rank,
    solution_near,
    without_noise,
)

SHOWN = 4  # values in a message


@dataclass(frozen=True, slots=True, kw_only=True)
class Surplus:
    """Given values that are kept, those that are too many, and all values that follow from the kept ones."""

    kept: tuple[int, ...]
    extra: tuple[int, ...]
    x: Array


def contradiction(level: Level, guess: Array, x: Array, solve: Sequence[int], members: Sequence[int]) -> Flaw:
    """Why no values satisfy the constraints, with the names of those that are off."""
    seen = level.equations(x)
    with np.errstate(invalid="ignore", divide="ignore"):
        parts = np.abs(seen.residual) / np.where(seen.terms > 0, seen.terms, 1.0)
    parts = np.where(np.isfinite(parts), parts, np.inf)
    bad = [i for i in range(len(parts)) if parts[i] > TYPED] or [int(np.argmax(parts))]
    jacobian = without_noise(level, seen.jacobian)
    touched = [j for j in range(len(x)) if np.any(jacobian[bad, j] != 0)]
    given = [level.names[j] for j in touched if level.given[j]]
    rows = ", ".join(f"`{level.rows[i]}`" for i in bad)
    blind, lost = _unreachable_entries(level, jacobian, bad)
    if not lost:
        flaw = _too_many(level, guess, bad, members)
        if flaw is not None:
            return flaw
    off = _nearest(level, guess, x, solve, bad)
    open_ = [level.names[j] for j in touched if j in solve]
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
    if lost:
        message += f"; the start is a singular position, where {lost}"
        instead = f" instead of {', '.join(given)}" if given else ""
        names_text = (
            f"{', '.join(blind)} a speed" if len(blind) == 1 else f"one of {', '.join(blind)} a speed"
        )
        hint = f"give {names_text}{instead}, or start away from this position"
    return Flaw(rule="start", severity="error", where="", message=message, hint=hint)


def _nearest(level: Level, guess: Array, x: Array, solve: Sequence[int], bad: Sequence[int]) -> float:
    """What the equations are off by at best: beside large values any residual is small, but it is large."""
    seen, settled = level.equations(guess), guess.copy()
    slopes = without_noise(level, seen.jacobian)[:, list(solve)]
    if len(solve) and np.isfinite(slopes).all() and np.isfinite(seen.residual).all():
        settled[list(solve)] -= np.linalg.lstsq(slopes, seen.residual, rcond=1e-9)[0]
    residuals = (level.equations(values).residual[list(bad)] for values in (guess, settled, x))
    largest = [float(np.abs(residual).max()) for residual in residuals]
    return min((off for off in largest if np.isfinite(off)), default=float("inf"))


# -- too many values --------------------------------------------------------------------------------


def _too_many(level: Level, guess: Array, bad: Sequence[int], members: Sequence[int]) -> Flaw | None:
    """The letter about given values that are too many; None where fewer would not satisfy the constraints."""
    entries, rows = _connections(level, guess, bad, members)
    given = [j for j in entries if level.given[j]]
    first, last = (_surplus(level, guess, entries, rows, some) for some in (given, given[::-1]))
    chosen = first or last
    if chosen is None:
        return None
    names, kept = level.names, chosen.kept
    free = "none" if not kept else "one" if len(kept) == 1 else str(len(kept))
    off = [j for j in chosen.extra if abs(chosen.x[j] - guess[j]) > TYPED * abs(guess[j])]
    implied = [f"{names[j]} = {chosen.x[j]:.6g}, not {guess[j]:.6g}" for j in off[:SHOWN]]
    follow = "; ".join([*implied, "…"] if len(off) > SHOWN else implied)
    message = (
        f"the {level.word} values of {', '.join(names[j] for j in given)} contradict"
        f" {', '.join(f'`{level.rows[i]}`' for i in bad)}; the constraints leave {free} of them free:"
        f" {f'with {_values(names, guess, kept)} ' if kept else ''}they give {follow} (in SI units)"
    )
    other = last if last is not None and last.extra != chosen.extra else None
    hint = _hint(level, guess, chosen, other)
    return Flaw(rule="start", severity="error", where="", message=message, hint=hint)


def _hint(level: Level, guess: Array, chosen: Surplus, other: Surplus | None) -> str:
    """What to type so that the values that are kept decide; or those that another choice keeps."""

    def those(surplus: Surplus) -> str:
        return ", ".join(level.names[j].removesuffix(PRIME) for j in surplus.extra)

    speeds = level.word == "speed"
    hint = f"leave out the {level.word} of {those(chosen)}"
    hint += "" if speeds else ", or write it as a guess"
    if other is not None:
        hint += f"; or, to keep {_values(level.names, guess, other.kept)}, that of"
        hint += f" {those(other)}: {_values(level.names, other.x, other.extra)} then"
    return hint


def _values(names: tuple[str, ...], x: Array, some: Sequence[int]) -> str:
    """Values with their names, the first few."""
    shown = [f"{names[j]} = {x[j]:.6g}" for j in some[:SHOWN]]
    return ", ".join([*shown, "…"] if len(some) > SHOWN else shown)


def _connections(
    level: Level, guess: Array, bad: Sequence[int], members: Sequence[int]
) -> tuple[list[int], list[int]]:
    """The entries and the constraints that are connected with those that are off."""
    touches = without_noise(level, level.equations(guess).jacobian) != 0
    for other in level.near():
        touches = touches | (other != 0)
    touches[:, [j for j in range(touches.shape[1]) if j not in members]] = False
    rows, entries = np.zeros(len(touches), dtype=bool), np.zeros(touches.shape[1], dtype=bool)
    rows[list(bad)] = True
    while (grown := touches[rows].any(axis=0)).sum() > entries.sum():
        entries = grown
        rows = touches[:, entries].any(axis=1)
    return np.flatnonzero(entries).tolist(), np.flatnonzero(rows).tolist()


def _surplus(
    level: Level, guess: Array, entries: Sequence[int], rows: Sequence[int], given: Sequence[int]
) -> Surplus | None:
    """The given values that are kept, the first ones first, and what follows; None where nothing does."""
    slopes = without_noise(level, level.equations(guess).jacobian)[list(rows)]
    most = rank(slopes[:, list(entries)])
    kept: list[int] = []
    for j in given:
        if rank(slopes[:, [k for k in entries if k not in (*kept, j)]]) == most:
            kept.append(j)
    extra = [j for j in given if j not in kept]
    if not extra:
        return None
    solve = [j for j in entries if j not in kept]
    x = solution_near(level, guess, solve)
    if not level_residual(level, x) <= TYPED:
        return None
    return Surplus(kept=tuple(sorted(kept)), extra=tuple(sorted(extra)), x=x)


def _unreachable_entries(level: Level, jacobian: Array, bad: Sequence[int]) -> tuple[list[str], str]:
    """Entries that could satisfy equations at places near by but not here, and a clause that says so."""
    open_ = [j for j, given in enumerate(level.given) if not given]
    near = [j for j in open_ if any(other[bad, j].any() for other in level.near())]
    names = [level.names[j] for j in near]
    rows = ", ".join(f"`{level.rows[i]}`" for i in bad)
    blind = [level.names[j] for j in near if not jacobian[bad, j].any()]
    if blind:
        names_text = ", ".join(name.removesuffix(PRIME) for name in blind)
        return blind, f"{rows} {'does' if len(bad) == 1 else 'do'} not depend on {names_text} to first order"
    here = rank(jacobian[:, near], None if level.noise is None else level.noise[:, near])
    if any(rank(other[:, near]) > here for other in level.near()):
        return names, f"no {', '.join(names)} can make up for it"
    return [], ""
