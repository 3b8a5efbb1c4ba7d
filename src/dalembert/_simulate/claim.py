"""The error that is claimed of a run: from runs that refine one another, and from one disturbed by rounding.

Truncation. Let Z, A, B be runs of which each halves the steps of the one before. With D1 = |Z − A| and
D2 = |A − B|, each over the sizes S, the error shrinks from run to run by k = D2/D1, as measured and not as
the order of the method promises, and the error of B is

    e = k D2 / (1 − k)    (times SAFETY; k not below what the order allows)

Rounding. Z is repeated on its own grid, with K times the rounding of each evaluation and each sum added with
random signs; the run P that follows differs by K times the effect of rounding on Z, because truncation is
the same:

    N = |P − Z| / K    (the largest so far, times SAFETY)

Where a bias of the evaluations may matter, Z is repeated as E with rates in more digits, and N is not below
|E − Z|, times SAFETY. The sizes S are those of `measure.py`. The claim is e + N, for each entry and each row.

All of it is computed in C (`_compile/c/claim.h`) where a method in C is loaded, else here, to the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.native import Pair, claim_functions
from dalembert._simulate.run_memory import NUMBER, address_of

Array = NDArray[np.float64]
EPSILON = 2.220446049250313e-16
SAFETY = 3.0
WINDOW = 0.05  # of the rows: differences are the largest in so long a time before
COUNTS = 1e-2  # of the largest difference: smaller ones do not say how fast errors shrink
LARGEST_CONTRACTION = 0.5
PARTED = 1e-2  # runs that differ by more follow other motions
SLOW = 1 / 32  # the least contraction that is believed of runs that parted
LEFT = 0.1  # of what was asked for: truncation need not be less, however much of it rounding takes
ROUNDED = 50 * EPSILON  # no claim is smaller: runs that are compared share the bias of their rates
ROUNDED_ONCE = EPSILON  # no claim is smaller where there are no rates, but states rounded in the end
SMALLEST_KIND = 1e-6
NARROW = 16  # columns
STRAIGHT = 0.9  # R² of a line
FOLDS = 3.0  # e-foldings


def small_against(rtol: float) -> float:
    """κ: entries below this part of the largest of their kind are measured against that."""
    return max(SMALLEST_KIND, 10 * EPSILON / rtol)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """When two runs do not differ: speeds up to `speed` are rest, and places do not move there by `place`.

    The first n entries of a state are places, the n that follow their speeds.
    """

    n: int = 0
    speed: float = -1.0
    place: float = -1.0


MOVING = Rest()  # nothing is held


@dataclass(frozen=True, slots=True, eq=False)
class States:
    """Numbers of a run, a row at each time, and where C finds them: the first, and how far rows are apart."""

    values: Array
    address: int
    step: int


def states_of(values: Array) -> States:
    """Numbers in rows as C finds them, with the entries of each row side by side."""
    whole = values.strides[1] == NUMBER or values.shape[1] == 1
    values = values if whole else np.ascontiguousarray(values)
    return States(values, address_of(values), values.strides[0] // NUMBER)


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Two runs that are compared, what rests in them, and by which gain the first was disturbed."""

    one: States
    other: States
    rest: Rest = MOVING
    gain: float = 0.0

    def pair(self, rows: int) -> Pair:
        """The same for C, in so many rows at most."""
        one, other, still = self.one, self.other, self.rest
        count = min(len(one.values), len(other.values), rows)
        places = one.address, other.address, one.step, other.step, count
        return Pair(*places, still.n, still.speed, still.place, self.gain)

    def distance(self, sizes: Array) -> Array:
        """The difference by NumPy, in rows that all have."""
        rows, columns = min(len(self.one.values), len(self.other.values), len(sizes)), sizes.shape[1]
        one, other = self.one.values[:rows, :columns], self.other.values[:rows, :columns]
        return _difference(one, other, sizes[:rows], self.rest)


def difference(one: Array, other: Array, sizes: Array) -> Array:
    """|one − other| over the sizes, rows that both have; where one of them is not finite, infinite.

    What stands in the rows beyond the columns of the sizes is not looked at.
    """
    return distance(Comparison(states_of(one), states_of(other)), states_of(sizes))[0]


def distance(runs: Comparison, sizes: States) -> tuple[Array, bool]:
    """The same difference, and whether it is so large at some row that the runs follow different motions."""
    functions, (rows, columns) = claim_functions(), sizes.values.shape
    if functions is None:
        apart = runs.distance(sizes.values)
        return apart, bool(are_apart(apart).any())
    pair = runs.pair(rows)
    out = np.empty((pair.rows, columns))
    places = sizes.address, sizes.step, PARTED, address_of(out), columns
    return out, bool(functions["dalembert_distance"](columns, pair, *places))


def follow_other_motions(runs: Comparison, sizes: States) -> bool:
    """Whether two runs differ so much at some row that they follow different motions."""
    functions, (rows, columns) = claim_functions(), sizes.values.shape
    if functions is None:
        return bool(are_apart(runs.distance(sizes.values)).any())
    one_row = np.empty(columns)
    places = sizes.address, sizes.step, PARTED, address_of(one_row), 0
    return bool(functions["dalembert_distance"](columns, runs.pair(rows), *places))


def _difference(one: Array, other: Array, sizes: Array, rest: Rest) -> Array:
    with np.errstate(all="ignore"):
        found = np.abs(one - other) / np.maximum(sizes, 1e-290)
    found = np.where(np.isfinite(found), found, np.inf)
    n = rest.n
    if n:
        held = np.maximum(np.abs(one[:, n : 2 * n]), np.abs(other[:, n : 2 * n])) <= rest.speed
        with np.errstate(all="ignore"):
            near = found[:, :n] * sizes[:, :n] <= rest.place
        found[:, :n] = np.where(held & near, 0.0, found[:, :n])
        found[:, n : 2 * n] = np.where(held, 0.0, found[:, n : 2 * n])
    return found


def truncation(coarse: Array, fine: Array, least: float) -> Array:
    """The error of the finest of three runs, from the differences Z − A and A − B over the sizes."""
    rows, functions = min(len(coarse), len(fine)), claim_functions()
    width = max(1, round(WINDOW * rows))
    if functions is None:
        return _truncation(coarse[:rows], fine[:rows], width, least)
    columns = coarse.shape[1]
    out, room = np.empty((rows, columns)), np.empty((2 * columns + 4) * rows)
    given = tuple(np.ascontiguousarray(one) for one in (coarse, fine))
    constants = SAFETY, COUNTS, PARTED, SLOW, least, LARGEST_CONTRACTION
    functions["dalembert_truncation"](
        *(rows, columns, width, *map(address_of, given), *constants, address_of(out), address_of(room))
    )
    return out


def _truncation(coarse: Array, fine: Array, width: int, least: float) -> Array:
    before, after = _largest_of_last(coarse, width), _largest_of_last(fine, width)
    with np.errstate(all="ignore"):
        ratio = np.where(before > 0, after / before, np.where(after > 0, LARGEST_CONTRACTION, 0.0))
        most = largest_of_rows(after)[:, np.newaxis]
        k = largest_of_rows(np.where(after >= COUNTS * most, ratio, 0.0))[:, np.newaxis]
    k = np.nan_to_num(k, nan=LARGEST_CONTRACTION)
    k = np.maximum(k, np.where(are_apart(before), max(SLOW, least), least))
    k = np.minimum(k, LARGEST_CONTRACTION)
    found: Array = SAFETY * after * k / (1 - k)
    return found


def rounding(
    disturbed: Sequence[tuple[float, Array]],
    precise: Array | None,
    rows: int,
    columns: int,
    least: float = ROUNDED,
) -> Array:
    """The effect of rounding, from differences P − Z over the sizes with their gains, the largest first.

    A gain tells nothing where its runs have parted or P has ended; where that is so for all of them, nothing
    is known. Zero where there are none. `precise` are the differences E − Z, where that run was made;
    where something is known it is not below the `least`.
    """
    found, functions = np.full((rows, columns), np.inf if disturbed else 0.0), claim_functions()
    known_rows = 0
    for gain, differences in disturbed:
        given = np.ascontiguousarray(differences[:rows])
        if functions is None:
            _add_rounding(found[: len(given)], given, gain, least)
            continue
        constants, places = (SAFETY, gain, least, PARTED), (address_of(given), address_of(found))
        known_rows = functions["dalembert_rounding"](
            len(given), columns, places[0], *constants, known_rows, places[1]
        )
    if precise is not None:
        given = np.ascontiguousarray(precise[:rows])
        if functions is None:
            known = found[: len(given)]
            np.maximum(known, SAFETY * largest_so_far(given), out=known)
        else:
            functions["dalembert_bias"](len(given), columns, address_of(given), SAFETY, address_of(found))
    return found


def _add_rounding(known: Array, differences: Array, gain: float, least: float) -> None:
    """Add the rounding estimated from a run with disturbances of this gain, where none is known yet."""
    so_far = largest_so_far(differences)
    own = np.where(are_apart(so_far), np.inf, SAFETY * so_far / gain + least)
    known[:] = np.where(np.isfinite(known), known, own)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RowClaims:
    """The largest claim of each row; of all rows the largest rounding, and the largest excess of truncation.

    The excess is truncation against what rounding leaves of what was requested, or against rounding where
    that is more than requested.
    """

    total: Array
    rounding: float
    excess: float


def row_claims(
    error: Array,
    disturbed: Sequence[Comparison],
    precise: Sequence[Comparison],
    sizes: States,
    moves: Array | None,
    rtol: float,
    least: float = ROUNDED,
) -> RowClaims:
    """The error claimed at each row: truncation, and rounding from repetitions compared with their run.

    `disturbed` have the largest gain first; of `precise` there is one at most; `moves` are changes of the
    entries by rounding that add to it.
    """
    functions, (rows, columns) = claim_functions(), error.shape
    if functions is None:
        apart = [(runs.gain, runs.distance(sizes.values)) for runs in disturbed]
        known = [runs.distance(sizes.values) for runs in precise]
        noise = rounding(apart, known[0] if known else None, rows, columns, least)
        if moves is not None:
            noise += over_sizes(moves, sizes)[:rows]
        return _row_claims(error, noise, rtol)
    pairs, count = [runs.pair(rows) for runs in (*disturbed, *precise)], len(disturbed) + len(precise)
    room = np.empty(2 + (columns + 4) * rows)
    given, total, numbers = np.ascontiguousarray(error), room[:rows], room[rows : rows + 2]
    first = address_of(room)
    functions["dalembert_claims"](
        *(rows, columns, address_of(given), (Pair * count)(*pairs), len(disturbed), count),
        *(sizes.address, sizes.step, None if moves is None else address_of(moves)),
        *(SAFETY, least, PARTED, rtol),
        *(first, first + NUMBER * rows, first + NUMBER * (rows + 2)),
    )
    rounded, excess = numbers.tolist()
    return RowClaims(total=total, rounding=rounded, excess=excess)


def _row_claims(error: Array, noise: Array, rtol: float) -> RowClaims:
    noises = largest_of_rows(noise)
    with np.errstate(all="ignore"):
        rest = np.where(noises > rtol, noises, np.maximum(rtol - noises, LEFT * rtol))
        ratio = largest_of_rows(error) / rest
    excess = float(np.max(ratio[np.isfinite(ratio)], initial=0.0))
    rounded = float(np.max(noises, initial=0.0))
    return RowClaims(total=largest_of_rows(error + noise), rounding=rounded, excess=excess)


def over_sizes(moves: Array, sizes: States) -> Array:
    """Changes of the entries of the state, relative to the sizes of these entries."""
    none = np.zeros_like(sizes.values)
    return difference(none, none + moves, sizes.values)


def largest_so_far(differences: Array) -> Array:
    """The largest differences up to each row."""
    return _largest_of_last(differences, len(differences))


def are_apart(differences: Array) -> NDArray[np.bool_]:
    """For each row whether two runs differ so much that they follow different motions."""
    return np.asarray(largest_of_rows(differences)[:, np.newaxis] > PARTED)


def largest_of_rows(values: Array) -> Array:
    """The largest entry of each row of nonnegative numbers; few columns are compared column by column."""
    if not 0 < values.shape[1] <= NARROW:
        return np.asarray(values.max(axis=1, initial=0.0))
    most = values[:, 0].copy()
    for column in range(1, values.shape[1]):
        np.maximum(most, values[:, column], out=most)
    return most


def largest_of_columns(values: Array) -> Array:
    """The largest entry of each column of nonnegative numbers: NumPy is slow along the first of two axes."""
    return np.asarray(values.T.copy().max(axis=1, initial=0.0))


def _largest_of_last(differences: Array, width: int) -> Array:
    """The largest of so many rows up to each one, over windows that double in length."""
    found, other, length = differences, np.empty_like(differences), 1
    spare = np.empty_like(differences) if width > 2 else other
    while length < width:
        step = min(length, width - length)
        np.maximum(found[step:], found[:-step], out=other[step:])
        other[:step] = found[:step]
        found, other = other, spare if length == 1 else found
        length += step
    return found


def grows_exponentially(times: Array, disturbed: Array, growth: float) -> bool:
    """Whether a disturbance grows as an exponential over a time, by more than `growth` in all: chaos."""
    with np.errstate(all="ignore"):
        size = np.log(np.max(disturbed, axis=1, initial=0.0))
    apart = np.flatnonzero(size > np.log(PARTED))
    end = int(apart[0]) if len(apart) else len(size)
    known = np.flatnonzero(np.isfinite(size[:end]))
    if len(known) < 8:
        return False
    t, value = times[known], size[known]
    duration = float(times[len(disturbed) - 1] - times[0])
    slope, level = np.polyfit(t, value, 1)
    rest = value - (slope * t + level)
    spread = float(np.sum((value - value.mean()) ** 2))
    folds = slope * float(t[-1] - t[0])
    lasts = t[-1] - t[0] >= 0.5 * duration or len(apart) > 0
    straight = spread > 0 and 1 - float(np.sum(rest**2)) / spread >= STRAIGHT
    return bool(lasts and straight and folds >= max(FOLDS, np.log(max(growth, 1.0))))
