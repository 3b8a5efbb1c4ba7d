"""A wrong statement that is a combination of equations: changes of terms that make it hold on motions.

At states of motion E = Σ u_k should vanish. Changes of one place w_n, or of two, explain the error where
E + Σ (c − 1) w_n = 0 with constants c; and one term where E + f a = 0 or E − w_n + f a = 0 with a term a of
the model, scaled by f as a pair of terms that agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.explain import Edit, Explanation, constant
from dalembert._compare.places import Arrangement
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._compare.term_differences import Splitting, overlaps, unlikely
from dalembert._verify.points import StateSample

Points = NDArray[np.float64]
NEAR = 1e-8
FEWEST = 3  # the fewest terms of which one may be superfluous
LONG = 60  # the most terms with which edits are tried
PAIRED = 24  # the most places of which two are changed


@dataclass(frozen=True, slots=True)
class Evidence:
    """States, and their sample with the user's multipliers."""

    states: States
    sample: StateSample


@dataclass(frozen=True, slots=True)
class _Values:
    """The terms and the places of a statement at those states where all have values."""

    users: Points
    w: Points
    known: NDArray[np.bool_]

    @property
    def E(self) -> Points:
        """The statement."""
        return np.asarray(self.users.sum(axis=0))

    @property
    def size(self) -> Points:
        """The sum of its absolute terms."""
        return np.asarray(np.maximum(np.abs(self.users).sum(axis=0), np.finfo(float).tiny))


def explain_on_motions(
    one: Statement, splitting: Splitting, reference: Reference, moving: Evidence, free: Evidence
) -> Explanation | None:
    """One edit that makes a statement vanish at states of motion but not at free ones, or two."""
    if any((name, 0) not in moving.sample for name in one.own_names):
        return None
    tried: list[list[Explanation]] = [[], []]
    for s, arrangement in enumerate(splitting.arrangements):
        values = _values(arrangement, reference, moving)
        at_rest = _values(arrangement, reference, free)
        if values is None or at_rest is None:
            continue
        none = np.zeros_like(at_rest.users)
        changes = [(_edits_of_users_terms(values, arrangement, s), none)]
        for i, nodes in enumerate(splitting.ours) if s == 0 else ():
            if len(nodes) <= LONG:
                ours = reference.values(nodes, moving.states.sample)[:, values.known]
                resting = reference.values(nodes, free.states.sample)[:, at_rest.known]
                changes.append((_edits_of_our_terms(values, ours, i), resting))
        tried[0] += [each for way, ours in changes for each in way if _says_something(each, at_rest, ours)]
        double = _edits_of_two_terms(values, arrangement, s) if not tried[0] else ()
        tried[1] += [each for each in double if _says_something(each, at_rest, none)]
    return min(tried[0] or tried[1], key=lambda explanation: explanation.cost, default=None)


def _values(arrangement: Arrangement, reference: Reference, evidence: Evidence) -> _Values | None:
    """The values of a statement at states; None where there are too few, or too many terms."""
    if len(arrangement.users) > LONG:
        return None
    users = reference.values(arrangement.users, evidence.sample)
    w = reference.values([position.value for position in arrangement.places], evidence.sample)
    known = np.isfinite(np.concatenate([users, w])).all(axis=0)
    if known.sum() < 8 or len(np.unique(evidence.states.group[known])) < 2:
        return None
    return _Values(users[:, known], w[:, known], known)


def _says_something(explanation: Explanation, at_rest: _Values, ours: Points) -> bool:
    """Whether the changed statement is not empty: it does not vanish at free states."""
    k, j = explanation.pair
    changed, size = at_rest.E, at_rest.size
    for edit in explanation.edits:
        if edit.position is not None:
            changed = changed - (0 if edit.ours else 1 - edit.by) * at_rest.w[edit.position]
        for m in edit.ours:
            added = at_rest.users[k] / ours[j] * ours[m]
            changed, size = changed + added, size + np.abs(added)
        if edit.ours and edit.position is not None:
            changed = changed - at_rest.w[edit.position]
    return bool(np.any(np.abs(changed) > NEAR * size))


def _edits_of_users_terms(values: _Values, arrangement: Arrangement, s: int) -> Iterator[Explanation]:
    E, size = values.E, values.size
    for n, value in enumerate(values.w):
        with np.errstate(all="ignore"):
            q = constant(E / value)
        if q is None or not np.all(np.abs(E - q * value) <= NEAR * size):
            continue
        edit = _times(n, 1 - q)
        if edit.kind == "extra" and len(values.users) < FEWEST:
            continue  # too few terms would remain
        cost = (1.2 if edit.kind == "factor" else 1.0) + 4 * unlikely(arrangement.places[n])
        yield Explanation(cost + 0.01 * (len(values.w) - n), 0, (-1, -1), (edit,), s)


def _edits_of_two_terms(values: _Values, arrangement: Arrangement, s: int) -> Iterator[Explanation]:
    """Two places with other factors; at least two terms must remain as they are."""
    w, E, size = values.w, values.E, values.size
    if len(values.users) <= FEWEST or len(w) > PAIRED:
        return
    overlapping = overlaps(arrangement.places)
    for n, m in combinations(range(len(w)), 2):
        if (n, m) in overlapping:
            continue
        pair = np.stack([w[n], w[m]], axis=1) / size[:, np.newaxis]
        q = np.linalg.lstsq(pair, E / size, rcond=None)[0]
        first, second = (round(float(part) * 12) / 12 for part in q)
        if first and second and np.all(np.abs(E - first * w[n] - second * w[m]) <= NEAR * size):
            places = arrangement.places
            cost = 2.0 + 4 * (unlikely(places[n]) + unlikely(places[m]))
            yield Explanation(cost, 0, (-1, -1), (_times(n, 1 - first), _times(m, 1 - second)), s)


def _times(n: int, c: float) -> Edit:
    kind = "extra" if abs(c) < NEAR else "sign" if abs(c + 1) < NEAR else "factor"
    return Edit(kind, n, by=0.0 if kind == "extra" else c)


def _edits_of_our_terms(values: _Values, ours: Points, i: int) -> Iterator[Explanation]:
    w, E, size = values.w, values.E, values.size
    for k, u in enumerate(values.users):
        for j, a in enumerate(ours):
            with np.errstate(all="ignore"):
                f = u / a
            if not np.isfinite(f).all():
                continue
            for m, other in enumerate(ours):
                if m == j:
                    continue
                added = f * other
                limit = NEAR * (size + np.abs(added))
                if np.all(np.abs(E + added) <= limit):
                    yield Explanation(1.3, i, (k, j), (Edit("missing", None, (m,)),))
                if len(w) > LONG // 3:
                    continue
                for n in np.flatnonzero((np.abs(E - w + added) <= limit).all(axis=1)):
                    yield Explanation(1.5, i, (k, j), (Edit("term", int(n), (m,)),))
