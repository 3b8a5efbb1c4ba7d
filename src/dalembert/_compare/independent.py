"""Which of several right statements are independent of those before.

Right statements f and the constraints vanish at a state of motion, so that there

    f = Σ c_j f_j + Σ d_k Φ_k   is   ∂f = Σ c_j ∂f_j + Σ d_k ∂Φ_k

for the derivatives by positions, velocities, accelerations and forces: the row of a statement that follows
from others and from the constraints with their rates is a linear combination of their rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._compare.reference import Reference
from dalembert._compare.statement import Statement
from dalembert._expression.walk import names
from dalembert._model.records import force_names, multiplier_names
from dalembert._verify.points import StateSample, points_where
from dalembert._verify.settle import arguments, symbols

Points = NDArray[np.float64]
Leaf = tuple[str, int]
MOST = 3  # the most states that are examined
STEP = 1e-5  # of a difference, relative to the size of a name
RANK = 1e-5  # a relative remainder of a row below this is zero


def which_independent(reference: Reference, statements: Sequence[Statement]) -> tuple[bool, ...]:
    """For every statement whether it is independent of those before."""
    if not statements:
        return ()
    forces = set(force_names(reference.model))
    pressed = any(name in forces for one in statements for name, _ in names(one.root))
    states = reference.states("moving", pressed=pressed)
    at = np.arange(states.count)
    votes = [_independent_at(reference, statements, points_where(states.sample, at == k)) for k in at[:MOST]]
    return tuple(any(vote[i] for vote in votes) for i in range(len(statements)))


def _independent_at(reference: Reference, statements: Sequence[Statement], sample: StateSample) -> list[bool]:
    """The same at one state."""
    leaves = _leaves(reference, statements)
    moved, steps = _displaced_states(sample, leaves)
    values = np.vstack(
        [_constraints(reference, moved), reference.values([one.root for one in statements], moved)]
    )
    slopes = (values[:, : len(leaves)] - values[:, len(leaves) :]) / (2 * steps)
    slopes = slopes / np.maximum(np.abs(slopes).max(axis=0), np.finfo(float).tiny)
    kept: list[Points] = []
    return [_is_new(row, kept) for row in slopes][-len(statements) :]


def _leaves(reference: Reference, statements: Sequence[Statement]) -> list[Leaf]:
    model = reference.model
    leaves = [(c.name, order) for c in model.coordinates for order in range(3)]
    leaves += [(s.name, order) for s in model.states for order in range(2)]
    alone = (
        *multiplier_names(model),
        *(e.name for e in model.efforts),
        *(n for one in statements for n in one.own_names),
    )
    return leaves + [(name, 0) for name in dict.fromkeys(alone)]


def _displaced_states(sample: StateSample, leaves: Sequence[Leaf]) -> tuple[StateSample, Points]:
    """The state with each name increased, then decreased, one at a time; and the steps."""
    count = len(leaves)
    here = {leaf: np.full(2 * count, values[0]) for leaf, values in sample.items()}
    here |= {leaf: np.ones(2 * count) for leaf in leaves if leaf not in here}
    sizes = [abs(float(here[leaf][0])) for leaf in leaves]
    steps = np.array([STEP * (size if size > STEP else 1.0) for size in sizes])
    for i, leaf in enumerate(leaves):
        here[leaf][i] += steps[i]
        here[leaf][count + i] -= steps[i]
    return here, steps


def _constraints(reference: Reference, sample: StateSample) -> Points:
    """The constraints at all levels, and the equations of efforts and states, one row each."""
    s = reference.sampler.system
    level = ca.jtimes(s.velocity, s.qd, s.qdd) - s.gamma
    rows = ca.densify(ca.vertcat(s.Phi, s.velocity, level, s.effort, s.sd - s.rates))
    function = ca.Function("constraints", symbols(s), [rows])
    at = np.arange(len(sample["t", 0]))
    columns = [
        np.asarray(function(*arguments(reference.model, points_where(sample, at == k)))).ravel() for k in at
    ]
    return np.array(columns).reshape(len(at), rows.numel()).T


def _is_new(row: Points, kept: list[Points]) -> bool:
    """Whether a row is independent of those in `kept`; if so it is appended."""
    size = float(np.linalg.norm(row))
    if not (np.isfinite(row).all() and size > 0):
        return False
    remainder = row / size
    for _ in range(2):  # the second pass removes rounding
        for one in kept:
            remainder = remainder - (remainder @ one) * one
    length = float(np.linalg.norm(remainder))
    if length <= RANK:
        return False
    kept.append(remainder / length)
    return True
