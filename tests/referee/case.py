"""A case: the text of a model, and how its true motion is known."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import mpmath
import numpy as np
from mpmath import mpf

from . import cache, linear, taylor
from .measure import sizes
from .text import Read, read

AGREED = 1e-18
Closed = Callable[[mpf], Mapping[str, mpf]]


@dataclass(frozen=True, kw_only=True)
class Case:
    """One model of a family.

    `truth` is "taylor", "linear", or a function of time that gives every coordinate x, speed x' and state by
    its name in closed form. `breaks` are times inside the run at which something jumps.
    """

    text: str
    truth: str | Closed
    breaks: tuple[mpf, ...] = ()
    tags: tuple[str, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    longest: float = math.inf  # step of a Taylor series, where something narrow could be stepped over
    parts: int = 1  # of the time between two rows, at whose ends the truth is known: it may peak between rows
    twin: str | None = None  # the same motion in another spelling, from which the truth is made


@dataclass(frozen=True)
class Truth:
    """The true motion at the rows of a run: columns (coordinates, speeds, states) as high + low in float64.

    `largest` is the largest size of each column up to each row, also between rows.
    """

    times: np.ndarray
    names: tuple[str, ...]
    kinds: tuple[int, ...]  # how many coordinates, speeds, states
    high: np.ndarray
    low: np.ndarray
    largest: np.ndarray

    def error(self, columns: np.ndarray) -> np.ndarray:
        """What columns of a run are off by."""
        return (columns - self.high[: len(columns)]) - self.low[: len(columns)]


def available(case: Case) -> str | None:
    """Why the truth of a case cannot be had here, or None."""
    return taylor.MISSING if case.truth == "taylor" and not taylor.available() else None


def rows_of(model: Read) -> np.ndarray:
    """The times of the rows, as docs/simulation.md gives them."""
    own: Mapping[str, Any] = model.simulate
    return np.linspace(own.get("t_start", 0.0), own["t_end"], own.get("samples", 1000) + 1)


def truth(case: Case) -> Truth:
    """The true motion, from the cache or made anew and confirmed."""
    model = read(case.text, case.files)
    rows = rows_of(model)
    times = _divided(rows, case.parts)
    coordinates, states = list(model.coordinates), list(model.states)
    names = (*coordinates, *(f"{name}'" for name in coordinates), *states)
    kinds = (len(coordinates), len(coordinates), len(states))
    more = () if case.parts == 1 else (str(case.parts),)
    key = cache.key(case.text, case.twin or "", str(sorted(case.files.items())), _method(case), *more)
    closed = not isinstance(case.truth, str)  # as quick to make as to read
    stored = None if closed else cache.load(key)
    if stored is None:
        stored = _made(case, model, times, names, kinds)
        if not closed:
            cache.store(key, *stored)
    high, low = stored
    largest = np.maximum.accumulate(np.abs(high), axis=0)
    return Truth(rows, names, kinds, *(one[:: case.parts] for one in (high, low, largest)))


def _divided(rows: np.ndarray, parts: int) -> np.ndarray:
    """The times of rows, and those that divide the time between two rows into equal parts."""
    places = np.arange(parts * (len(rows) - 1) + 1) / parts
    found = np.interp(places, np.arange(len(rows)), rows)
    found[::parts] = rows
    return found


def _method(case: Case) -> str:
    return f"{case.truth} {case.longest}" if isinstance(case.truth, str) else "closed"


def _made(
    case: Case, model: Read, times: np.ndarray, names: tuple[str, ...], kinds: tuple[int, ...]
) -> tuple[np.ndarray, np.ndarray]:
    """The reference, in the first precision in which two solutions agree."""
    levels = range(len(taylor.PRECISIONS)) if case.truth == "taylor" else range(1)
    for level in levels:
        try:
            return _confirmed(_solutions(case, model, times, names, level), kinds, times)
        except ArithmeticError:
            if level == levels[-1]:
                raise
    raise AssertionError


def _solutions(
    case: Case, model: Read, times: np.ndarray, names: tuple[str, ...], level: int
) -> list[np.ndarray]:
    """Two solutions in rows of the given names."""
    if not isinstance(case.truth, str):
        found = []
        for digits in (50, 70):
            with mpmath.workdps(digits):
                rows = [case.truth(mpf(float(t))) for t in times]
                found.append(np.array([[row[name] for name in names] for row in rows], dtype=object))
        return found
    other = model if case.twin is None else read(case.twin, case.files)
    own = [*other.coordinates, *(f"{name}'" for name in other.coordinates), *other.states]
    chosen = [own.index(name) for name in names]
    if case.truth == "linear":
        return [one[:, chosen] for one in linear.linear(other, times, case.breaks)]
    return [one[:, chosen] for one in taylor.taylor(other, times, case.breaks, level, case.longest)]


def _confirmed(
    solutions: list[np.ndarray], kinds: tuple[int, ...], times: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The first solution as two float64, if the second agrees with it."""
    best, other = solutions
    if best.shape != other.shape or len(best) != len(times):
        message = f"the reference has {len(best)} and {len(other)} rows in place of {len(times)}"
        raise ArithmeticError(message)
    with mpmath.workdps(60):
        high = best.astype(float)
        low = (best - high).astype(float)
        apart = np.abs((best - other).astype(float))
    with np.errstate(all="ignore"):
        worst = float(np.nanmax(apart / sizes(np.maximum.accumulate(np.abs(high), axis=0), kinds, 1e-6)))
    if not worst <= AGREED:
        message = f"two solutions of the reference differ by {worst:.1e}"
        raise ArithmeticError(message)
    return high, low
