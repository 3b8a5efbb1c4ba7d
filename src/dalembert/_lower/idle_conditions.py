"""Conditions of joints that hold by themselves: their gradients vanish wherever the bodies are.

    a₁·b₂ = 0 between bodies that turn about parallel axes, r₁·a = r₂·a between bodies that move across them

They are found in loops of a mechanism in a plane that is written in space. What is left of such a gradient is
rounding, which has a direction but no meaning; so it is taken as zero, and the multiplier is zero.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._lower.lower import lower
from dalembert._lower.system import System
from dalembert._model.records import Model, constraints_of
from dalembert._model.structures import StructureCache
from dalembert._model.values import values_of

Array = NDArray[np.float64]
STATES = 3  # where gradients are looked at
ROUNDING = 1e-12  # of the largest entry, and of 1: the gradient of an axis by an angle
LARGEST = 2000  # coordinates and constraints of a model that is looked at
STEPS = 8  # of Newton's method, to unit quaternions
REMEMBERED = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class _Gradients:
    """Phi and its gradient as functions of what it depends on; the rows of joints, and of quaternions."""

    function: ca.Function | None
    joints: tuple[int, ...]
    units: tuple[int, ...]
    sizes: tuple[int, ...]


_gradients: StructureCache[_Gradients] = StructureCache(REMEMBERED)


def idle_conditions(model: Model) -> tuple[int, ...]:
    """The rows of displacement constraints that joints in loops have, and that hold by themselves."""
    if not model.loops:
        return ()
    gradients = _gradients.get(model, _make_gradients)
    if gradients.function is None:
        return ()
    values, random = values_of(model), np.random.default_rng(21)
    p = np.array(values.vector(missing=1.0))
    start = np.array([values.first(c.name) for c in model.coordinates])
    sizes = np.zeros(len(gradients.joints))
    largest = 1.0
    for _ in range(STATES):
        others = [random.normal(size=size) for size in gradients.sizes]
        q = start + random.normal(size=len(start))
        for _ in range(STEPS if gradients.units else 0):
            Phi, G = (np.array(part) for part in gradients.function(q, p, *others))
            rows = list(gradients.units)
            q = q - np.linalg.lstsq(G[rows], Phi[rows, 0], rcond=None)[0]
        G = np.abs(np.array(gradients.function(q, p, *others)[1])[list(gradients.joints)])
        if not np.isfinite(G).all():
            return ()
        sizes, largest = np.maximum(sizes, G.max(axis=1)), max(largest, float(G.max()))
    return tuple(row for row, size in zip(gradients.joints, sizes, strict=True) if size <= ROUNDING * largest)


def without_idle(system: System, rows: tuple[int, ...]) -> System:
    """The system in which some conditions have no gradient at all."""
    if not rows:
        return system
    kept = ca.DM.ones(system.gamma.numel())
    kept[list(rows)] = 0
    chosen = ca.sparsify(ca.diag(kept))
    places = chosen[: system.Phi.numel(), : system.Phi.numel()]
    links = system.links
    return replace(
        system,
        Phi_q=ca.sparsify(places @ system.Phi_q),
        gamma=ca.densify(chosen @ system.gamma),
        links=replace(
            links,
            G=ca.sparsify(chosen @ links.G),
            forces=links.forces and replace(links.forces, gamma=ca.densify(chosen @ links.forces.gamma)),
        ),
    )


def joint_conditions(model: Model) -> tuple[int, ...]:
    """The constraints of joints, where some close loops: that they follow from others does no harm."""
    if not model.conditions:
        return ()
    names = set(model.conditions)
    return tuple(i for i, one in enumerate(constraints_of(model, "displacement")) if one.name in names)


def rows_of_joints(model: Model) -> tuple[list[int], ...]:
    """The constraints of each joint, where some close loops."""
    rows = constraints_of(model, "displacement")
    rows_by_joint: dict[str, list[int]] = {}
    for i in joint_conditions(model):
        origin = rows[i].origin
        if origin is not None:
            rows_by_joint.setdefault(origin.path, []).append(i)
    return tuple(rows_by_joint.values())


def empty_rows(system: System) -> tuple[int, ...]:
    """The constraints without any gradient."""
    touched = set(system.G.sparsity().get_triplet()[0])
    return tuple(i for i in range(system.gamma.numel()) if i not in touched)


def _make_gradients(model: Model) -> _Gradients:
    rows = constraints_of(model, "displacement")
    joints = joint_conditions(model)
    units = tuple(i for i, one in enumerate(rows) if one.name.endswith(".unit"))
    if not joints or len(model.coordinates) + len(rows) > LARGEST:
        return _Gradients(function=None, joints=(), units=(), sizes=())
    system = lower(model)
    others = [system.t, system.s, system.e, system.u, system.ud, system.udd]
    made = ca.Function(
        "conditions",
        [system.q, system.p, *others],
        [ca.densify(system.Phi), ca.densify(system.Phi_q)],
        {"allow_free": True},
    )
    sizes = tuple(block.numel() for block in others)
    return _Gradients(function=None if made.has_free() else made, joints=joints, units=units, sizes=sizes)
