"""Symbolic accelerations and small motions compared with the lowered model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import casadi as ca
import numpy as np

from dalembert._derive.eliminate import Elimination
from dalembert._derive.small_motion import SmallMotion, value_of, values_of
from dalembert._derive.solved_form import SolvedForm
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._model.table_cells import cells_of
from dalembert._verify.evaluate import evaluate
from dalembert._verify.failure import VerificationError
from dalembert._verify.kinematics import put_in
from dalembert._verify.points import draw
from dalembert._verify.verify import LIMIT, lowered_values, multipliers

POINTS = 16
SEED = 1618
NEAR = 1e-6  # distance of an eigenvalue from those of the symbolic matrices


def check_solved_form(
    model: Model, form: SolvedForm, elimination: Elimination | None, system: System
) -> None:
    """Raise unless the equations of motion vanish with the accelerations and eliminated names substituted."""
    sample = draw(model, POINTS, SEED)
    if elimination is not None:
        put_in(model, elimination, sample)
    for name, node in form.accelerations:
        value, _ = evaluate(node, sample, tables=cells_of(model))
        sample[name, 2] = np.broadcast_to(value, (POINTS,)).astype(float)
    if elimination is not None:
        put_in(model, elimination, sample, orders=3)
    s = system
    lam, kap = multipliers(s)
    inertia = s.M @ s.qdd
    force = ca.jtimes(s.Phi, s.q, lam, True) + ca.jtimes(s.Psi, s.qd, kap, True)
    forced = ca.jacobian(s.h, s.qdd)  # where forces depend on accelerations, they may cancel inside h
    inertias = ca.fabs(s.M) + ca.fabs(forced)
    size = ca.mtimes(inertias, ca.fabs(s.qdd)) + ca.fabs(force) + ca.fabs(s.h - forced @ s.qdd)
    arguments = [s.t, s.q, s.qd, s.qdd, lam, kap, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f]
    function = ca.Function("left", arguments, [ca.densify(ca.vertcat(inertia + force - s.h, size))])
    left, sizes = np.split(lowered_values(function, model, sample), 2)
    with np.errstate(all="ignore"):
        error = np.abs(left) / np.maximum(sizes, np.max(sizes, axis=0, initial=0.0) * 1e-6)
    error[left == 0] = 0.0  # also for an equation that is zero throughout
    known = np.isfinite(error)
    if not known.any() or float(np.max(error, where=known, initial=0.0)) > LIMIT:
        message = "the accelerations do not satisfy the equations of motion; please report this model"
        raise VerificationError(message)


def agrees(motion: SmallMotion, parameters: Mapping[str, float], eigenvalues: Sequence[complex]) -> bool:
    """Whether the symbolic matrices and natural frequencies have the computed eigenvalues."""
    M, C, K = (np.array(values_of(rows, parameters)) for rows in (motion.M, motion.C, motion.K))
    for value in eigenvalues:
        dynamic = value**2 * M + value * C + K
        scale = abs(value) ** 2 * np.abs(M).max() + abs(value) * np.abs(C).max() + np.abs(K).max()
        if np.linalg.svd(dynamic, compute_uv=False)[-1] > NEAR * scale:
            return False
    frequencies = sorted(value_of(node, parameters) for node in motion.frequencies)
    sizes = sorted(abs(value) for value in eigenvalues)
    return not frequencies or (
        len(frequencies) == len(sizes) and bool(np.allclose(frequencies, sizes, rtol=NEAR, atol=0))
    )
