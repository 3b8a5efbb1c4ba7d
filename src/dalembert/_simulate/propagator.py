"""x' = A x at any times after a start: x(τ) = exp(A τ) x(0), and the works ∫ xᵀ Q x dτ = x(0)ᵀ G(τ) x(0).

A time is a whole number of units, written in digits. Each level of digits has a table of exp(A d u) for its
unit u and every digit d, in twice the digits of a double. States follow from those of the level above by one
product each, in twice the digits too unless they are very many, so that rounding does not grow with the
number of rows, nor with τ. Times that many rows share in their first digits are computed once. What is left
of a time after its units is so short that a few terms of the Taylor series are exact.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.linear_system import LinearSystem
from dalembert._simulate.double_double import (
    STATES,
    TERMS,
    Sliced,
    Twofold,
    exponentials,
    identity,
    join,
    length_of_step,
    product,
    renormalise,
    sliced,
)

Array = NDArray[np.float64]
Indices = NDArray[np.int64]
EPSILON = 2.220446049250313e-16
BITS = 6  # of a digit, for rows that are evenly spaced
FEW_BITS = 4  # of a digit, where few times are asked for
FINE = 2.0**-6  # the norm of A times what is left of a time
FINER = 2.0**-30  # the same where few times are asked for
ENOUGH = 1e-19  # of a state: smaller terms are left out
BLOCK = 8192  # states that are moved at once
ONE_THREAD = 200_000  # multiplications: a product of more of them BLAS would share among threads
MOST_BITS = 60  # of a number of units
BALANCED = 20  # sweeps
FEW = 64  # times


@dataclass(frozen=True, slots=True, eq=False)
class Level:
    """exp(A d u) and G(d u) for each digit d; a digit is worth 2^shift units of the last level."""

    shift: int
    exponentials: Twofold  # one below the other
    factor: Sliced  # the same as the second factor of a product with states
    works: Array


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """States and their works, one in each row."""

    x: Twofold
    works: Array

    def __getitem__(self, rows: slice | Indices) -> States:
        return States(Twofold(self.x.high[rows], self.x.low[rows]), self.works[rows])


class Disturbance:
    """The rounding of numbers enlarged by a gain, with random signs; none where the gain is zero."""

    def __init__(self, gain: float) -> None:
        self.gain, self._source = gain, np.random.default_rng(3)

    def of(self, x: Array) -> Array:
        """Numbers, each a little off."""
        if not self.gain:
            return x
        signs = self._source.integers(0, 2, size=x.shape) * 2.0 - 1.0
        made: Array = x * (1.0 + 0.5 * self.gain * EPSILON * signs)
        return made


class Propagator:
    """A linear system in balanced units, with the tables that were made for it."""

    def __init__(self, system: LinearSystem) -> None:
        self.scale = _scale(system.high)
        unit = self.scale[np.newaxis] / self.scale[:, np.newaxis]  # powers of two
        self.A = Twofold(system.high * unit, system.low * unit)
        self._Q = system.powers * np.outer(self.scale, self.scale)
        self.norm = float(np.abs(self.A.high).sum(axis=0).max(initial=0.0))
        self._ladders: dict[tuple[float, ...], list[Level]] = {}

    def evenly(self, x: Twofold, step: tuple[float, float], short: Array, longest: int) -> States:
        """The states after 0, 1, 2, … steps (high + low), fewer than `longest`; each a short time later."""
        # The short times are the last bits of the times of rows: they do no work.
        *above, last = self._ladder(step, _even_bits(longest))
        states, count = self._start(x), len(short)
        for level in above:
            states = _all_digits(states, level)[: ((count - 1) >> level.shift) + 1]
        digits, size = last.works.shape[1], len(self.scale)
        block = max(1, ONE_THREAD // (STATES * digits * size**2))
        made = States(Twofold(*np.empty((2, count, size))), np.empty((count, len(self._Q))))
        for first in range(0, len(states.works), block):
            rows = slice(first * digits, min((first + block) * digits, count))
            part = _all_digits(states[first : first + block], last)[: rows.stop - rows.start]
            part = self._in_own_units(self._move(part, short[rows], works=False))
            made.x.high[rows], made.x.low[rows], made.works[rows] = part.x.high, part.x.low, part.works
        return made

    def at(self, x: Twofold, high: Array, low: Array, longest: float, disturbance: Disturbance) -> States:
        """The states after times high + low, which rise and are at most as long as the `longest`.

        Of many times each state is rounded in each level, which the disturbance enlarges.
        """
        few = len(high) <= FEW
        unit = self._unit(FINER if few else FINE, longest)
        total = max(1, math.ceil(math.log2(max(longest / unit, 1.0))) + 1)
        bits = FEW_BITS if few else 2 * FEW_BITS
        number = np.floor(high / unit)
        whole = number.astype(np.int64)
        states, parents, first = self._start(x), np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        for level in self._ladder((unit, 0.0), [bits] * (-(-total // bits))):
            prefixes, first = _different(whole >> level.shift)
            above = states[np.searchsorted(parents, prefixes >> bits)]
            states = _one_digit(above, level, prefixes & ((1 << bits) - 1), None if few else disturbance)
            parents = prefixes
        states, short = states[first], (high - number * unit) + low
        block = max(1, ONE_THREAD // len(self.scale) ** 2)
        parts = [slice(k, k + block) for k in range(0, len(short), block)]
        return join_states([self._in_own_units(self._move(states[part], short[part])) for part in parts])

    def _unit(self, fine: float, longest: float) -> float:
        """A short time, a power of two; times are whole numbers of it that have their place in an integer."""
        unit = math.ldexp(1.0, math.frexp(longest)[1] - MOST_BITS)
        return max(unit, 2.0 ** math.floor(math.log2(fine / self.norm))) if self.norm > 0 else longest

    def _start(self, x: Twofold) -> States:
        return States(_times(x, 1 / self.scale), np.zeros((1, len(self._Q))))

    def _in_own_units(self, states: States) -> States:
        return States(_times(states.x, self.scale), states.works)

    def _move(self, states: States, short: Array, *, works: bool = True) -> States:
        """The states a short time later each, by the Taylor series as long as its terms count."""
        reach, k = float(np.max(np.abs(short), initial=0.0)) * self.norm, 0
        if not reach:
            return states
        term, size, done, powers = states.x.high, 1.0, states.works, self._Q
        change, dt, factor = states.x.low, short[:, np.newaxis], np.ones((len(short), 1))
        while size * reach > ENOUGH:
            k += 1
            if works:
                factor = factor * dt / k
                done = done + factor * _quadratic(states.x.high, powers)
                powers = self.A.high.T @ powers + powers @ self.A.high
            term = (term @ self.A.high.T) * (dt / k)
            change = change + term
            size *= reach / k
        return States(renormalise(states.x.high, change), done)

    def _ladder(self, unit: tuple[float, float], digits: list[int]) -> list[Level]:
        """The levels of a unit, the highest first."""
        key = *unit, len(digits) * 64 + digits[-1]
        if key not in self._ladders:
            self._ladders[key] = self._make_ladder(unit, digits)
        return self._ladders[key]

    def _make_ladder(self, unit: tuple[float, float], digits: list[int]) -> list[Level]:
        power, works = self._first(unit)
        levels: list[Level] = []
        shift = 0
        for bits in reversed(digits):
            table, sums = identity(len(self.A.high)), np.zeros((len(self._Q), 1, *self.A.high.shape))
            for _ in range(bits):
                table = join(table, table @ power)
                sums = np.concatenate([sums, _after(power.high, works, sums)], axis=1)
                works = _after(power.high, works, works[:, np.newaxis])[:, 0]
                power = power @ power
            levels.append(Level(shift, table, sliced(table.T, STATES), sums))
            shift += bits
        return levels[::-1]

    def _first(self, unit: tuple[float, float]) -> tuple[Twofold, Array]:
        """exp(A u) and G(u): both of a short time, which is doubled until it is u."""
        A = self.A.high
        step, _ = length_of_step(self.A, unit)
        works, term = np.zeros_like(self._Q), self._Q * step
        for k in range(2, TERMS):
            works = works + term
            term = (A.T @ term + term @ A) * (step / k)
        power: Twofold | None = None
        for longer in exponentials(self.A, unit):
            if power is not None:
                works = _after(power.high, works, works[:, np.newaxis])[:, 0]
            power = longer
        assert power is not None
        return power, works


def join_states(parts: Sequence[States]) -> States:
    """States one after the other."""
    if len(parts) == 1:
        return parts[0]
    high, low = (
        np.concatenate([part.x.high for part in parts]),
        np.concatenate([part.x.low for part in parts]),
    )
    return States(Twofold(high, low), np.concatenate([part.works for part in parts]))


def _even_bits(count: int) -> list[int]:
    """The bits of the digits of numbers below a count."""
    total = max(1, (count - 1).bit_length())
    levels = -(-total // BITS)
    return [total // levels + (i < total % levels) for i in range(levels)]


def _after(power: Array, first: Array, then: Array) -> Array:
    """G(a + b) = G(a) + exp(A a)ᵀ G(b) exp(A a), for several b."""
    made: Array = first[:, np.newaxis] + power.T @ then @ power
    return made


def _quadratic(x: Array, forms: Array) -> Array:
    """Xᵀ Q x of each state in each form."""
    return (
        np.stack([np.einsum("ki,ki->k", x @ form, x) for form in forms], axis=1) if len(forms) else x[:, :0]
    )


def _times(x: Twofold, scale: Array) -> Twofold:
    """States in other units, which are powers of two."""
    return Twofold(x.high * scale, x.low * scale)


def _all_digits(above: States, level: Level) -> States:
    """The states after every digit of a level."""
    digits, size, x = level.works.shape[1], above.x.high.shape[1], above.x.high
    moved = product(above.x, level.factor)
    works = np.repeat(above.works, digits, axis=0)
    for i, forms in enumerate(level.works):
        across = (x @ forms.transpose(1, 0, 2).reshape(size, -1)).reshape(len(x), digits, size)
        works[:, i] += np.einsum("kdi,ki->kd", across, x).ravel()
    return States(Twofold(moved.high.reshape(-1, size), moved.low.reshape(-1, size)), works)


def _one_digit(above: States, level: Level, digit: Indices, disturbance: Disturbance | None) -> States:
    """The states after one digit each: in twice the digits, or in plain ones that may be disturbed."""
    size, high, works = above.x.high.shape[1], above.x.high, above.works.copy()
    shape = -1, size, size
    tables = Twofold(level.exponentials.high.reshape(shape), level.exponentials.low.reshape(shape))
    if disturbance is None:
        chosen = Twofold(tables.high[digit], tables.low[digit])
        states = Twofold(high[..., np.newaxis], above.x.low[..., np.newaxis])
        columns = product(chosen, sliced(states, STATES))
        x = Twofold(columns.high[..., 0], columns.low[..., 0])
    else:
        before, x = disturbance.of(high), Twofold(np.empty_like(high), np.zeros_like(high))
    for first in range(0, len(digit), BLOCK):
        part = slice(first, first + BLOCK)
        if disturbance is not None:
            x.high[part] = np.einsum("kij,kj->ki", tables.high[digit[part]], before[part])
        for i, forms in enumerate(level.works):
            works[part, i] += np.einsum("kij,ki,kj->k", forms[digit[part]], high[part], high[part])
    return States(x, works)


def _different(numbers: Indices) -> tuple[Indices, Indices]:
    """The different ones of numbers that rise, and the place among these of each."""
    new = np.append(True, numbers[1:] != numbers[:-1])
    return numbers[new], np.cumsum(new) - 1


def _scale(A: Array) -> Array:
    """Units of the entries, powers of two, in which A is of the size of its eigenvalues.

    Entries that act on one another get units in which rows and columns are of like size (Osborne). Those that
    are only acted on by others follow: in units in which that is no more than what they do among themselves.
    """
    together = _together(A)
    size, scale = np.abs(A), np.ones(len(A))
    np.fill_diagonal(size, 0.0)
    for _ in range(BALANCED):
        still = True
        for i in range(len(A)):
            mates = together[i]
            row, column = float(size[i, mates].sum()), float(size[mates, i].sum())
            if row == 0 or column == 0:
                continue
            factor = 2.0 ** round(0.5 * math.log2(row / column))
            if factor != 1.0:
                size[i] /= factor
                size[:, i] *= factor
                scale[i] *= factor
                still = False
        if still:
            break
    inside = np.where(together, size, 0.0).sum(axis=0) + np.abs(np.diag(A))
    most, above = float(inside.max(initial=0.0)), _ancestors(A).sum(axis=1)
    for i in np.argsort(above, kind="stable"):
        mates = np.flatnonzero(together[i])
        if not most or i != mates[0]:
            continue
        given = float(np.where(together[mates], 0.0, size[mates]).max(initial=0.0))
        if given > most:
            factor = 2.0 ** math.ceil(math.log2(given / most))
            size[mates] /= factor
            size[:, mates] *= factor
            scale[mates] *= factor
    return scale


def _ancestors(A: Array) -> NDArray[np.bool_]:
    """For each entry which others act on it, directly or through others; it acts on itself."""
    acting = (A != 0) | np.eye(len(A), dtype=bool)
    for k in range(len(A)):
        acting |= np.outer(acting[:, k], acting[k])
    return np.asarray(acting, dtype=bool)


def _together(A: Array) -> NDArray[np.bool_]:
    """Which entries act on one another."""
    acting = _ancestors(A)
    both: NDArray[np.bool_] = acting & acting.T
    return both
