"""Outputs that are not unique because the forces of redundant constraints are not.

    Gᵀ (lam + n) = Gᵀ lam   for all n with Gᵀ n = 0:   the motion is the same

An output that n changes shows one of many sets of forces with the same motion; an output that it does not
change is determined, even if it contains such forces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.closed_system import closed_system
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._model.values import values_of
from dalembert._structure.scales import power_of_two

Array = NDArray[np.float64]
RANK = 1e-9  # singular values below this part of the largest are zero
SAME = 1e-7  # relative to the size of an output: smaller changes are rounding
ROUNDING = 1e-10  # relative to the forces that are summed in an output


def outputs_not_unique(
    model: Model, t: Array, seen: Mapping[str, Array], rows: Iterable[int]
) -> tuple[str, ...]:
    """The names of the outputs that null vectors of Gᵀ change, at some rows of a motion."""
    system = closed_system(model)
    if not model.outputs or not ca.depends_on(system.outputs, system.lam):
        return ()
    p = np.array(values_of(model).vector(missing=1.0))
    made = _function(system)
    changed = np.zeros(len(model.outputs), dtype=bool)
    for k in rows:
        zeros = [np.zeros(block.numel()) for block in (system.ud, system.udd, system.f)]
        given = [t[k], *(seen[name][k] for name in ("q", "qd", "qdd", "s", "e", "u")), *zeros, p]
        lam = seen["lam"][k]
        G, here, slope = (np.array(part) for part in made(lam, *given))
        for relation in _relations(G):
            size = max(float(np.max(np.abs(lam), initial=0.0)), 1.0)
            there = np.array(made(lam + size * relation, *given)[1])
            terms = np.abs(np.nan_to_num(slope)) @ (np.abs(lam) + size * np.abs(relation))
            least = SAME * (np.abs(here) + np.abs(there))[:, 0] + ROUNDING * (terms + size)
            changed |= np.abs(there - here)[:, 0] > least
    return tuple(one.name for one, some in zip(model.outputs, changed, strict=True) if some)


def _function(system: System) -> ca.Function:
    symbols = [system.t, system.q, system.qd, system.qdd, system.s, system.e, system.u]
    arguments = [system.lam, *symbols, system.ud, system.udd, system.f, system.p]
    parts = (system.G, system.outputs, ca.jacobian(system.outputs, system.lam))
    return ca.Function("outputs", arguments, [ca.densify(part) for part in parts])


def _relations(G: Array) -> Array:
    """Unit vectors n with Gᵀ n = 0, as rows; they do not depend on the scales of the constraints."""
    scale = power_of_two(np.linalg.norm(G, axis=1))
    left, sizes, _ = np.linalg.svd(G * scale[:, np.newaxis])
    rank = int(np.sum(sizes > RANK * max(float(sizes.max(initial=0.0)), 1e-300)))
    relations = left[:, rank:].T * scale
    return np.asarray(relations / np.maximum(np.max(np.abs(relations), axis=1, keepdims=True), 1e-300))
