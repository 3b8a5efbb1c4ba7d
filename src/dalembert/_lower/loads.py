"""The virtual work of loads by automatic differentiation of their points and rotations.

    force at r(q, t):        Q = r_qᵀ F
    torque on R(q, t):       Q·δq = M·vee(δR Rᵀ) = Σ W_ik δR_ik,  W₁ = M₂ R₃, W₂ = M₃ R₁, W₃ = M₁ R₂ by rows

A run takes the efforts that stand among the work (`_model/virtual_work.py`), and so do printed equations.
These here share nothing with them but what the user wrote: printed efforts are verified against them.
"""

from __future__ import annotations

import casadi as ca

from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, Term


def efforts_of_loads(model: Model, engine: Engine) -> Scalar:
    """Q of all loads on the coordinates."""
    total = ca.SX.zeros(engine.q.numel(), 1)
    for load in model.loads if engine.q.numel() else ():
        target, efforts = (
            ca.vertcat(ca.SX(0, 1), *(engine.build(one.root) for one in part))
            for part in (load.target, load.efforts)
        )
        weights = efforts if load.kind == "force" else _weights(target, efforts)
        total = total + ca.jtimes(target, engine.q, weights, True)
    return total


def plain_work(model: Model) -> tuple[Term, ...]:
    """The work without that of loads."""
    paths = {f"work.{load.name}" for load in model.loads}
    return tuple(term for term in model.work if not _is_term_of(term, paths))


def _is_term_of(term: Term, paths: set[str]) -> bool:
    return term.origin is not None and bool(term.origin.part) and term.origin.path in paths


def _weights(R: Scalar, M: Scalar) -> Scalar:
    """W, row by row, of a torque on a rotation with so many entries."""
    if R.numel() == 4:
        return ca.vertcat(0, 0, M * R[0], M * R[1])
    row = [R[3 * i : 3 * i + 3] for i in range(3)]
    return ca.vertcat(M[1] * row[2], M[2] * row[0], M[0] * row[1])
