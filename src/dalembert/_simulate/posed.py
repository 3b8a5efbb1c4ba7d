"""Well-posedness of the constraints at the start: a constraint with a vanishing gradient is refused.

    Phi_q = 0 where Phi = 0:       the constraint has no force, and restricts no direction of motion
    Gamma_e = 0 where Gamma = 0:   the effort constraint determines no effort

Both come from squares, `x^2 + y^2` or `(e - k*x)^2`, written where the terms inside them are to be zero.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import Dynamics
from dalembert._expression.source import Flaw, ModelError, flaw_at
from dalembert._lower.evaluator import Entries
from dalembert._lower.idle_conditions import joint_conditions
from dalembert._model.records import Model, constraints_of
from dalembert._words.message import Name, say

Array = NDArray[np.float64]
FLAT = 1e-9  # of the gradient at nearby positions: a smaller gradient counts as zero
NEAR = (0.03, 0.3)  # distances of the nearby positions, relative to the coordinates
CLOSE, FAR = 1e-5, 1e-4  # distances, relative to the efforts, at which the derivative of Gamma is compared
GROWS = 3.0  # a derivative that grows from the one to the other by more than this vanishes between them


def refuse_flat(model: Model, dynamics: Dynamics, t: float, y: Array, redundant: Sequence[str] = ()) -> None:
    """Raise if a gradient of a constraint vanishes at a start y, but for redundant conditions of joints."""
    joints = {constraints_of(model, "displacement")[i].name for i in joint_conditions(model)}
    known = joints.intersection(redundant)
    flaws = (*_flat_displacements(model, dynamics, t, y, known), *_flat_efforts(model, dynamics, t, y))
    if flaws:
        raise ModelError(flaws)


def _flat_displacements(
    model: Model, dynamics: Dynamics, t: float, y: Array, known: Collection[str]
) -> list[Flaw]:
    rows, n = constraints_of(model, "displacement"), dynamics.layout.n
    if not rows or not n:
        return []
    q = y[:n]
    random = np.random.default_rng(11)

    def gradients(q_near: Array) -> Entries:
        moved = y.copy()
        moved[:n], moved[n : 2 * n] = q_near, 0.0
        return dynamics.gradients(t, moved)

    def slopes(entries: Entries) -> Array:
        return np.where(np.isfinite(entries.values), np.abs(entries.values), 0.0)

    entries, size = gradients(q), np.abs(q) + np.max(np.abs(q), initial=0.0) + 1e-300
    size = size if np.any(q) else np.ones(n)
    places = [q + part * size * random.uniform(-1, 1, size=n) for part in NEAR]
    near = np.min([slopes(gradients(q_near)) for q_near in places], axis=0)
    here, there = (
        np.bincount(entries.rows, weights=one * size[entries.columns], minlength=len(rows))
        for one in (slopes(entries), near)
    )
    flaws = []
    for k, row in enumerate(rows):
        if here[k] <= FLAT * there[k] and row.name not in known:
            used = np.isin(np.arange(n), entries.columns[(entries.rows == k) & (near > 0)])
            names = [
                c.name for c, some in zip(model.coordinates, used, strict=True) if some or not used.any()
            ]
            message = say(
                "flaw_flat_constraint", name=Name(row.name), names=tuple(Name(name) for name in names)
            )
            hint = (
                "a sum of squares that is zero means that each part is: write the parts as constraints,"
                " without squares; or start elsewhere"
            )
            flaws.append(flaw_at(row.location, rule="singular", message=message, hint=hint))
    return flaws


def _flat_efforts(model: Model, dynamics: Dynamics, t: float, y: Array) -> list[Flaw]:
    equations = dynamics.compiled.equations
    rows = [i for i, kind in enumerate(equations.kinds) if kind == "effort"]
    if not rows or equations.linear:
        return []
    X, _ = dynamics.unknowns(t, y, True)
    size = np.maximum(np.abs(X), 1e-3 * np.max(np.abs(X), initial=0.0))
    size = np.where(size > 0, size, 1.0)
    random = np.random.default_rng(12)
    way = size * random.choice([-1.0, 1.0], size=len(X)) * random.uniform(0.5, 1.0, size=len(X))

    def slopes(y_near: Array) -> Array:
        _, J = dynamics.residual(t, y, y_near)
        slopes_of_rows: Array = np.abs(J[rows]) @ size
        return slopes_of_rows

    close, far = (np.minimum(slopes(X + part * way), slopes(X - part * way)) for part in (CLOSE, FAR))
    names = {c.name: c for c in constraints_of(model, "effort")}
    efforts = {one.name for one in model.efforts}
    flaws = []
    for i, near, away in zip(rows, close, far, strict=True):
        if not away > GROWS * near:
            continue
        name = equations.names[i]
        inside = [equations.leading[j] for j in np.flatnonzero(equations.pattern[i])]
        named = [one for one in inside if one in efforts] or inside
        message = say("flaw_flat_effort", name=Name(name), names=tuple(Name(one) for one in named))
        hint = (
            f"write it without the square, so that it crosses zero: for example {named[0]} - k*x; or start"
            " where its derivative is not zero"
        )
        flaws.append(flaw_at(names[name].location, rule="singular", message=message, hint=hint))
    return flaws
