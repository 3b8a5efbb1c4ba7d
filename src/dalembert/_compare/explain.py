"""The smallest change of terms that makes a user's sum a multiple of a sum of the model.

    Σ u_k = f · Σ a_j          f = u_k/a_j of the pair with which most terms agree

All terms are evaluated at free states, where every name has an independent value, so that identities between
functions need no symbolic calculus. With w_k = u_k/f the difference D = Σ w_k − Σ a_j is explained by one
term if it can be:

    D = w_k            extra            D = (1 − c) w_k     sign (c = −1) or factor c
    D = −a_j           missing          D = w_k − a_j       a_j instead of w_k
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
NEAR = 1e-6  # agreement, relative to the terms that are compared
ROUNDING = 1e-12  # relative to the sum of all absolute terms
CANDIDATES = 8  # factors f that are tried for one equation
PAIRED = 24  # the most terms among which two wrong ones are searched


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one term: `user` (None: missing) becomes terms of the model, or is multiplied by `by`."""

    kind: str  # missing, extra, sign, factor or term
    user: int | None
    ours: tuple[int, ...] = ()
    by: float = 1.0


Found = tuple[tuple[Edit, ...], float]  # edits and their weight
Zero = Callable[..., bool]  # whether values vanish relative to some terms


@dataclass(frozen=True, slots=True)
class Explanation:
    """The user's sum as f times a named sum of the model, with some edits; the cheapest is the likeliest."""

    cost: float
    of: int
    pair: tuple[int, int]  # the terms whose quotient is f
    edits: tuple[Edit, ...]


def explain(
    users: Points,
    sums: Sequence[Points],
    group: NDArray[np.int64],
    price: Callable[[int, int, int], float],
    *,
    fixed: bool = False,
    exact: bool = False,
) -> Explanation | None:
    """The cheapest explanation; `price(i, k, j)` is the cost of the factor f = u_k/a_ij.

    With `fixed` f is 1; with `exact` only an explanation without edits is returned.
    """
    best: Explanation | None = None
    if not len(users):
        return None
    for i, ours in enumerate(sums):
        for pair in [(-1, -1)] if fixed else _pairs(users, ours):
            factor = np.ones(users.shape[1]) if fixed else users[pair[0]] / ours[pair[1]]
            cost = 0.0 if fixed else price(i, *pair)
            if best is not None and cost >= best.cost:
                continue
            edits, weight = _edits(users / factor, ours, group, exact)
            if exact and edits:
                continue
            explanation = Explanation(cost + 4 * weight, i, pair, edits)
            if best is None or explanation.cost < best.cost:
                best = explanation
    return best


def _pairs(users: Points, ours: Points) -> Iterator[tuple[int, int]]:
    """Pairs of terms, those whose quotient most other pairs share first."""
    if not len(ours):
        return
    with np.errstate(all="ignore"):
        ratio = users[:, np.newaxis, :6] / ours[np.newaxis, :, :6]
        keys = np.round(np.log(np.abs(ratio)), 6) + 100.0 * np.sign(ratio)
    votes: dict[bytes, list[tuple[int, int]]] = {}
    for k in range(len(users)):
        for j in range(len(ours)):
            if np.isfinite(keys[k, j]).all():
                votes.setdefault((keys[k, j] + 0.0).tobytes(), []).append((k, j))
    counted = sorted(
        votes.values(), key=lambda pairs: -min(len({k for k, _ in pairs}), len({j for _, j in pairs}))
    )
    for pairs in counted[:CANDIDATES]:
        yield pairs[0]


def _edits(w: Points, a: Points, group: NDArray[np.int64], exact: bool) -> Found:
    """The edits that make Σ w equal Σ a, and their weight; with `exact` none are searched for."""
    size = np.abs(w).sum(axis=0) + np.abs(a).sum(axis=0)
    D = w.sum(axis=0) - a.sum(axis=0)

    def zero(values: Points, *terms: Points) -> bool:
        """Whether values vanish relative to some terms, up to rounding."""
        least = np.min(np.abs(np.array(terms)), axis=0) if terms else 0.0
        return bool(np.all(np.abs(values) <= NEAR * least + ROUNDING * size))

    if zero(D):
        return (), 0.0
    if exact:
        return (Edit("term", None),), 1.0
    mine, yours = _unmatched_terms(w, a, size)
    single = min(
        (*_one_user(w, D, range(len(w)), mine, zero), *_one_of_ours(w, a, D, mine, yours, zero, group)),
        key=lambda pair: pair[1],
        default=None,
    )
    if single is not None and single[1] < 2:
        return single
    several = _several_terms(w, a, D, mine, yours, zero)
    return several if single is None or several[1] < single[1] else single


def _unmatched_terms(w: Points, a: Points, size: Points) -> tuple[list[int], list[int]]:
    """The terms of both sums that agree with no term of the other."""
    left = list(range(len(a)))
    mine = []
    for k in range(len(w)):
        j = next(
            (j for j in left if np.all(np.abs(w[k] - a[j]) <= NEAR * np.abs(a[j]) + ROUNDING * 1e-3 * size)),
            None,
        )
        if j is None:
            mine.append(k)
        else:
            left.remove(j)
    return mine, left


def _one_user(w: Points, D: Points, terms: Sequence[int], mine: list[int], zero: Zero) -> Iterator[Found]:
    """Edits of one term of the user: it is superfluous, or has another sign or factor."""
    for k in terms:
        c = _likely_factor(1 - _quotient(D, w[k]), w[k])
        if c is None or not zero(D - (1 - c) * w[k], w[k]):
            continue
        known = 0.0 if k in mine else 0.4  # a term that agrees with another is less likely to be wrong
        if abs(c) < NEAR:
            yield (Edit("extra", k, by=0.0),), 1.0 + known
        elif abs(c + 1) < NEAR:
            yield (Edit("sign", k, by=-1.0),), 1.0 + known
        else:
            yield (Edit("factor", k, by=c),), 1.1 + known


def _one_of_ours(
    w: Points, a: Points, D: Points, mine: list[int], yours: list[int], zero: Zero, group: NDArray[np.int64]
) -> Iterator[Found]:
    """Edits with one term of the model: it is missing, or stands where the user has another term."""
    for j in yours:
        if zero(D + a[j], a[j]):
            yield (Edit("missing", None, (j,)),), 1.0
        for k in mine:
            if zero(D - w[k] + a[j], w[k], a[j]):
                same = by_parameters(_quotient(w[k], a[j]), group)
                yield (Edit("factor" if same else "term", k, (j,)),), 1.05 if same else 1.2
    if len(mine) == 1 and len(yours) > 1 and zero(D - w[mine[0]] + a[yours].sum(axis=0), w[mine[0]]):
        yield (Edit("term", mine[0], tuple(yours)),), 1.4 + 0.05 * len(yours)


def _several_terms(w: Points, a: Points, D: Points, mine: list[int], yours: list[int], zero: Zero) -> Found:
    """Edits of two terms, or of all terms without a counterpart."""
    if len(w) <= PAIRED:
        for k, m in combinations(range(len(w)), 2):
            by = np.linalg.lstsq(np.stack([w[k], w[m]], axis=1), D, rcond=None)[0]
            if zero(D - by[0] * w[k] - by[1] * w[m], w[k], w[m]):
                return (_times(k, 1 - by[0]), _times(m, 1 - by[1])), 2.2
        for k in range(len(w)):
            for j in yours:
                by = _likely_factor(_quotient(D + a[j], w[k]), w[k])
                if by is not None and zero(D + a[j] - by * w[k], w[k], a[j]):
                    return (_times(k, 1 - by), Edit("missing", None, (j,))), 2.1
    gone = tuple(Edit("extra", k, by=0.0) for k in mine)
    lost = tuple(Edit("missing", None, (j,)) for j in yours)
    if not mine or not yours:
        return (*gone, *lost), float(len(mine) + len(yours))
    return (*gone, *lost), 3.0 + len(mine) + len(yours)


def _times(k: int, c: float) -> Edit:
    if abs(c) < NEAR:
        return Edit("extra", k, by=0.0)
    return Edit("sign" if abs(c + 1) < NEAR else "factor", k, by=float(c))


def _quotient(a: Points, b: Points) -> Points:
    with np.errstate(all="ignore"):
        return a / b


def _likely_factor(values: Points, weights: Points) -> float | None:
    """The factor where its term is largest, rounded to a quotient of small numbers if it is near one."""
    if not np.isfinite(values).any():
        return None
    value = float(values[np.argmax(np.where(np.isfinite(values), np.abs(weights), 0.0))])
    for below in range(1, 13):
        if abs(value * below - round(value * below)) < NEAR * below:
            return round(value * below) / below
    return value


def constant(values: Points) -> float | None:
    """The common value of all entries; None where they differ."""
    if not np.isfinite(values).all():
        return None
    middle = float(np.median(values))
    spread = np.abs(values - middle)
    return middle if np.all(spread <= 1e-6 * max(1.0, abs(middle))) else None


def by_parameters(values: Points, group: NDArray[np.int64]) -> bool:
    """Whether values depend on parameters only."""
    return all(constant(values[group == g]) is not None for g in np.unique(group))
