"""A wrong statement that is a combination of equations: one change of a term that makes it hold on motions.

At states of motion E = Σ u_k should vanish. One term explains the error where E + (c − 1) u_k = 0 with a
constant c, or where E + f a = 0 or E − u_k + f a = 0 with a term a of the model, scaled by f as a pair of
terms that agree.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.explain import Edit, Explanation, constant
from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._compare.states import States
from dalembert._compare.term_differences import Splitting
from dalembert._verify.points import StateSample

Points = NDArray[np.float64]
NEAR = 1e-8
FEWEST = 3  # the fewest terms of which one may be superfluous
LONG = 60  # the most terms with which edits are tried


def explain_by_one_edit(
    one: Statement, splitting: Splitting, reference: Reference, sample: StateSample, states: States
) -> Explanation | None:
    """One edit that makes a statement vanish at states of motion."""
    if any((name, 0) not in sample for name in one.own_names) or len(splitting.users) > LONG:
        return None
    users = reference.values(splitting.users, sample)
    known = np.isfinite(users).all(axis=0)
    if known.sum() < 8 or len(np.unique(states.group[known])) < 2:
        return None
    users = users[:, known]
    E, size = users.sum(axis=0), np.abs(users).sum(axis=0)
    tried = [*_edits_of_users_terms(users, E, size)]
    for i, nodes in enumerate(splitting.ours):
        if len(nodes) <= LONG:
            tried.extend(
                _edits_of_our_terms(users, reference.values(nodes, states.sample)[:, known], E, size, i)
            )
    return min(tried, key=lambda explanation: explanation.cost, default=None)


def _edits_of_users_terms(users: Points, E: Points, size: Points) -> Iterator[Explanation]:
    for k, u in enumerate(users):
        with np.errstate(all="ignore"):
            c = constant(1 - E / u)
        if c is None or not np.all(np.abs(E - (1 - c) * u) <= NEAR * size):
            continue
        kind = "extra" if abs(c) < NEAR else "sign" if abs(c + 1) < NEAR else "factor"
        if kind == "extra" and len(users) < FEWEST:
            continue  # too few terms would remain
        cost = 1.0 if kind != "factor" else 1.2
        yield Explanation(cost + 0.01 * (len(users) - k), 0, (-1, -1), (Edit(kind, k, by=c),))


def _edits_of_our_terms(
    users: Points, ours: Points, E: Points, size: Points, i: int
) -> Iterator[Explanation]:
    for k, u in enumerate(users):
        for j, a in enumerate(ours):
            with np.errstate(all="ignore"):
                f = u / a
            if not np.isfinite(f).all():
                continue
            for m, other in enumerate(ours):
                if m == j:
                    continue
                if np.all(np.abs(E + f * other) <= NEAR * (size + np.abs(f * other))):
                    yield Explanation(1.3, i, (k, j), (Edit("missing", None, (m,)),))
                for n in range(len(users)) if len(users) <= LONG // 3 else ():
                    if n != k and np.all(
                        np.abs(E - users[n] + f * other) <= NEAR * (size + np.abs(f * other))
                    ):
                        yield Explanation(1.5, i, (k, j), (Edit("term", n, (m,)),))
