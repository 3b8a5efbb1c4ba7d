"""The fewest changes of terms that make a user's sum a multiple of a sum of the model.

    Σ u_k = f · Σ a_j          f = u_k/a_j of the pair with which most terms agree

All terms are evaluated at free states, where every name has an independent value, so that identities between
functions need no symbolic calculus. A place is a term that the user typed, which contributes w_n to Σ u_k/f.
The difference D = Σ u_k/f − Σ a_j is shares by one change if it can be, otherwise by two:

    D = w_n            extra            D = (1 − c) w_n     sign (c = −1) or factor c
    D = −a_j           missing          D = w_n − a_j       a_j instead of w_n
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
PAIRED = 40  # the most places among which two wrong ones are searched
REPLACED = 12  # the most places without a counterpart that are replaced two at a time


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of one place (None: missing): it becomes terms of the model, or is multiplied by `by`."""

    kind: str  # missing, extra, sign, factor or term
    position: int | None
    ours: tuple[int, ...] = ()
    by: float = 1.0


Found = tuple[tuple[Edit, ...], float]  # edits and their weight


@dataclass(frozen=True, slots=True)
class Sample:
    """A user's sum at states: its terms written out, its places, and how unlikely each is wrong."""

    users: Points
    places: Points
    unlikely: Points
    overlaps: frozenset[tuple[int, int]] = frozenset()  # places of which one is a part of the other


@dataclass(frozen=True, slots=True)
class Explanation:
    """The user's sum as f times a named sum of the model, with some edits; the cheapest is the likeliest."""

    cost: float
    of: int
    pair: tuple[int, int]  # the terms whose quotient is f
    edits: tuple[Edit, ...]
    sample: int = 0  # in which arrangement of the equation


@dataclass(frozen=True, slots=True)
class _Problem:
    """A sample divided by f, beside a sum of the model."""

    w: Points
    a: Points
    unlikely: Points
    overlaps: frozenset[tuple[int, int]]
    mine: list[int]  # places that agree with no term of the model
    yours: list[int]  # terms of the model that agree with no term of the user
    D: Points
    size: Points
    group: NDArray[np.int64]
    explanation: Explanation  # without edits

    def vanishes(self, values: Points, *terms: Points) -> bool:
        """Whether values vanish relative to some terms, up to rounding."""
        least = np.min(np.abs(np.array(terms)), axis=0) if terms else 0.0
        return bool(np.all(np.abs(values) <= NEAR * least + ROUNDING * self.size))

    def separable(self, n: int | None, m: int | None) -> bool:
        """Whether two places, or missing terms, can be changed independently."""
        if n is None or m is None:
            return True
        return n != m and (n, m) not in self.overlaps and (m, n) not in self.overlaps

    def before(self, edit: Edit) -> Points:
        """The values of the place of an edit; zero where a term is missing."""
        return self.w[edit.position] if edit.position is not None else np.zeros_like(self.D)

    def with_edits(self, edits: tuple[Edit, ...], weight: float) -> Explanation:
        """The explanation with some edits."""
        bare = self.explanation
        return Explanation(bare.cost + 4 * weight, bare.of, bare.pair, edits, bare.sample)


def explain(
    samples: Sequence[Sample],
    sums: Sequence[Points],
    group: NDArray[np.int64],
    price: Callable[[int, int, int, int], float],
    *,
    fixed: bool = False,
    exact: bool = False,
) -> Explanation | None:
    """The cheapest explanation with the fewest edits.

    `price(s, i, k, j)` is the cost of f = u_k/a_ij of sample s. With `fixed` f is 1; with `exact` only an
    explanation without edits is returned.
    """
    problems = []
    for s, sample in enumerate(samples):
        for i, ours in enumerate(sums):
            for pair in [(-1, -1)] if fixed else _pairs(sample.users, ours):
                cost = 0.0 if fixed else price(s, i, *pair)
                problems.append(_problem(sample, ours, group, Explanation(cost, i, pair, (), s)))
    same = [one.explanation for one in problems if one.vanishes(one.D)]
    if exact or same:
        return min(same, key=_cost, default=None)
    for ways in (_single_edits, _pairs_of_edits, _replacements):
        tried = [one.with_edits(*edits) for one in problems for edits in ways(one)]
        if tried:
            return min(tried, key=_cost)
    return None


def _cost(one: Explanation) -> float:
    return one.cost


def _problem(sample: Sample, ours: Points, group: NDArray[np.int64], explanation: Explanation) -> _Problem:
    k, j = explanation.pair
    factor = np.ones(sample.users.shape[1]) if k < 0 else sample.users[k] / ours[j]
    u, w = sample.users / factor, sample.places / factor
    size = np.abs(u).sum(axis=0) + np.abs(ours).sum(axis=0)
    mine = _without_counterpart(w, ours, size)[0]
    yours = _without_counterpart(u, ours, size)[1]
    D = u.sum(axis=0) - ours.sum(axis=0)
    return _Problem(w, ours, sample.unlikely, sample.overlaps, mine, yours, D, size, group, explanation)


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
        yield from [pair for pair in pairs if users[pair[0]].all() and ours[pair[1]].all()][:1]


def _without_counterpart(w: Points, a: Points, size: Points) -> tuple[list[int], list[int]]:
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


def _single_edits(one: _Problem) -> Iterator[Found]:
    """Edits of one term that explain the difference."""
    w, a, D = one.w, one.a, one.D
    for n in range(len(w)):
        c = _likely_factor(1 - _quotient(D, w[n]), _quotient(w[n], one.size))
        if c is not None and one.vanishes(D - (1 - c) * w[n], w[n]):
            # a term that agrees with another is less likely to be wrong
            known = 0.0 if n in one.mine else 0.4
            edit = _times(n, c)
            yield (edit,), (1.1 if edit.kind == "factor" else 1.0) + known + one.unlikely[n]
    for j in one.yours:
        if one.vanishes(D + a[j], a[j]):
            yield (Edit("missing", None, (j,)),), 1.0
        for n in one.mine:
            if one.vanishes(D - w[n] + a[j], w[n], a[j]):
                same = by_parameters(_quotient(w[n], a[j]), one.group)
                weight = (1.05 if same else 1.2) + one.unlikely[n]
                yield (Edit("factor" if same else "term", n, (j,)),), weight
    for edit, weight in _coefficients(one):
        alike = [by_parameters(_quotient(one.before(edit), a[j]), one.group) for j in edit.ours]
        if all(alike):
            yield (edit,), weight


def _coefficients(one: _Problem) -> Iterator[tuple[Edit, float]]:
    """One term in place of several of the model: m*l*x'' where (m*l^2 + J)*x'' belongs."""
    several = one.a[one.yours].sum(axis=0)
    for n in one.mine if len(one.yours) > 1 else ():
        if one.vanishes(one.D - one.w[n] + several, one.w[n]):
            yield Edit("term", n, tuple(one.yours)), 1.4 + 0.05 * len(one.yours) + one.unlikely[n]


def _pairs_of_edits(one: _Problem) -> Iterator[Found]:
    """Edits of two terms that explain the difference together."""
    w, D = one.w, one.D
    if len(w) <= PAIRED:
        for n, m in combinations(range(len(w)), 2):
            both = _two_factors(one, n, m) if (n, m) not in one.overlaps else None
            if both is not None:
                weight = 2.2 + 0.4 * ((n not in one.mine) + (m not in one.mine))
                yield (_times(n, both[0]), _times(m, both[1])), weight + one.unlikely[n] + one.unlikely[m]
    fixed = list(_changes(one))
    for edit, change in fixed:
        remainder = D - change
        for n in range(len(w)) if len(w) <= PAIRED else ():
            if not one.separable(edit.position, n):
                continue
            c = _likely_factor(1 - _quotient(remainder, w[n]), _quotient(w[n], one.size))
            if c is not None and one.vanishes(remainder - (1 - c) * w[n], w[n], change):
                known = 0.0 if n in one.mine else 0.4
                yield (_times(n, c), edit), 1.0 + _weight(one, edit) + known + one.unlikely[n]
    for (first, change), (second, other) in combinations(fixed, 2):
        if (
            one.separable(first.position, second.position)
            and set(first.ours).isdisjoint(second.ours)
            and one.vanishes(D - change - other, change)
        ):
            yield (first, second), _weight(one, first) + _weight(one, second)


def _weight(one: _Problem, edit: Edit) -> float:
    """The weight of an edit with terms of the model."""
    weight = {"missing": 1.1, "factor": 1.15}.get(edit.kind, 1.25 + 0.05 * len(edit.ours))
    return weight + (0.0 if edit.position is None else float(one.unlikely[edit.position]))


def _two_factors(one: _Problem, n: int, m: int) -> tuple[float, float] | None:
    """The factors of two places with which the difference vanishes."""
    size = np.maximum(one.size, np.finfo(float).tiny)
    pair = np.stack([one.w[n], one.w[m]], axis=1) / size[:, np.newaxis]
    by = np.linalg.lstsq(pair, one.D / size, rcond=None)[0]
    first, second = (_near_fraction(1 - float(part)) for part in by)
    remainder = one.D - (1 - first) * one.w[n] - (1 - second) * one.w[m]
    changed = min(abs(1 - first), abs(1 - second)) > NEAR
    return (first, second) if changed and one.vanishes(remainder, one.w[n], one.w[m]) else None


def _changes(one: _Problem) -> Iterator[tuple[Edit, Points]]:
    """Edits with one term of the model, each with the difference that it explains."""
    for j in one.yours:
        yield Edit("missing", None, (j,)), -one.a[j]
        for n in one.mine[:REPLACED] if len(one.yours) <= REPLACED else ():
            quotient = _quotient(one.w[n], one.a[j])
            if constant(quotient) is None:  # a number is a factor of a place
                same = by_parameters(quotient, one.group)
                yield Edit("factor" if same else "term", n, (j,)), one.w[n] - one.a[j]
    for n in one.mine[:REPLACED]:
        alike = [j for j in one.yours if by_parameters(_quotient(one.w[n], one.a[j]), one.group)]
        if len(alike) > 1:
            yield Edit("term", n, tuple(alike)), one.w[n] - one.a[alike].sum(axis=0)


def _replacements(one: _Problem) -> Iterator[Found]:
    """Every term without a counterpart replaced by one of the model that has none, or deleted or added."""
    yield from (((edit,), weight + len(edit.ours)) for edit, weight in _coefficients(one))
    left, edits = list(one.yours), []
    mine = _typed_terms(one)
    for n in mine:
        alike = next((j for j in left if by_parameters(_quotient(one.w[n], one.a[j]), one.group)), None)
        if alike is not None:
            left.remove(alike)
            edits.append(Edit("factor", n, (alike,)))
    for n in [n for n in mine if n not in {edit.position for edit in edits}]:
        edits.append(Edit("term", n, (left.pop(0),)) if left else Edit("extra", n, by=0.0))
    edits += [Edit("missing", None, (j,)) for j in left]
    shares = sum((_share(one, edit) for edit in edits), np.zeros_like(one.D))
    if edits and one.vanishes(one.D - shares):
        yield tuple(edits), 1.0 + len(edits)


def _typed_terms(one: _Problem) -> list[int]:
    """The places without a counterpart that are no sums and stand not below fractions."""
    return [n for n in one.mine if one.unlikely[n] == 0]


def _share(one: _Problem, edit: Edit) -> Points:
    """The difference that an edit explains."""
    before = one.before(edit)
    after = one.a[list(edit.ours)].sum(axis=0) if edit.ours else edit.by * before
    return np.asarray(before - after)


def _times(n: int, c: float) -> Edit:
    if abs(c) < NEAR:
        return Edit("extra", n, by=0.0)
    return Edit("sign" if abs(c + 1) < NEAR else "factor", n, by=float(c))


def _quotient(a: Points, b: Points) -> Points:
    with np.errstate(all="ignore"):
        return np.asarray(a / b)


def _likely_factor(values: Points, weights: Points) -> float | None:
    """The factor where its term is largest, rounded to a quotient of small numbers if it is near one."""
    if not np.isfinite(values).any():
        return None
    best = np.argmax(np.where(np.isfinite(values), np.abs(np.nan_to_num(weights)), 0.0))
    return _near_fraction(float(values[best]))


def _near_fraction(value: float) -> float:
    """A number, rounded to a quotient of small numbers if it is near one."""
    for below in range(1, 13):
        if abs(value * below - round(value * below)) < NEAR * below:
            return round(value * below) / below
    return value


def constant(values: Points) -> float | None:
    """The common value of all entries; None where they differ."""
    if not np.isfinite(values).all():
        return None
    middle = float(np.median(values))
    return middle if np.all(np.abs(values - middle) <= NEAR * abs(middle)) else None


def by_parameters(values: Points, group: NDArray[np.int64]) -> bool:
    """Whether values depend on parameters only."""
    return all(constant(values[group == g]) is not None for g in np.unique(group))
