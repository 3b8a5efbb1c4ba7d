"""Outputs that a motion does not determine, as redundant joints share a load."""

from __future__ import annotations

from dalembert._model.records import Model
from dalembert._simulate.motion import Motion
from dalembert._structure.uniqueness import outputs_not_unique


def uncertain_outputs(motion: Motion, model: Model) -> frozenset[str]:
    """The names of outputs that are not unique, of the model of a motion or one with other outputs."""
    if not model.loops:
        return frozenset()
    blocks = (motion.q, motion.qd, motion.qdd, motion.s, motion.e, motion.lam, motion.u)
    seen = dict(zip(("q", "qd", "qdd", "s", "e", "lam", "u"), blocks, strict=True))
    rows = sorted({0, len(motion.t) // 2, len(motion.t) - 1})
    return frozenset(outputs_not_unique(model, motion.t, seen, rows))
