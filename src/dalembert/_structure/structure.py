"""The structure of a model for `check`: degrees of freedom, states, index, what is massless or redundant."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw
from dalembert._expression.walk import nodes
from dalembert._lower.closed import closed
from dalembert._lower.engine import Scalar
from dalembert._lower.links import inert
from dalembert._lower.saddle import regular
from dalembert._lower.system import System
from dalembert._model.check import Structure
from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import survey
from dalembert._model.values import values_of
from dalembert._structure.diagnosis import diagnosed
from dalembert._structure.jamming import jamming
from dalembert._structure.offsets import offsets
from dalembert._structure.scales import shortest
from dalembert._structure.signature import signature

Array = NDArray[np.float64]
LARGEST = 30_000  # nodes of all expressions: larger models are looked at when they are simulated
RANK = 1e-9


def structure_of(model: Model) -> tuple[Structure | None, tuple[Flaw, ...]]:
    """The structure of a model in which `check` finds no error, and flaws of its structure."""
    size = 0
    for use in survey(model).uses:
        size += sum(1 for _ in nodes(use.expression.root))
        if size > LARGEST:
            return None, ()
    system = closed(model)
    displacement, flow = (constraints_of(model, kind) for kind in ("displacement", "flow"))
    rank, redundant, places = _ranks(model, system)
    names = [c.name for c in (*displacement, *flow)]
    massless, prescribed = _massless(model, system), _prescribed(model, system)
    flaws: tuple[Flaw, ...] = ()
    index: int | None
    states: int | None
    if not model.efforts and not constraints_of(model, "effort") and regular(system):
        index = 3 if displacement else 2 if flow else 0
        held = rank + places if rank is not None else 2 * len(displacement) + len(flow)
        states = 2 * len(model.coordinates) - held + len(model.states)
    else:
        found = signature(model)
        square = len(found.equations) == len(found.unknowns)
        own = offsets(found.orders, len(found.unknowns)) if square else None
        if own is None:
            flaws = diagnosed(model, found)
        index, states = (own.index, own.states) if own is not None else (None, None)
    flaws += jamming(model, system)
    return (
        Structure(
            coordinates=len(model.coordinates),
            constraints=len(names),
            redundant=tuple(names[i] for i in redundant),
            dof=len(model.coordinates) - rank - prescribed if rank is not None else None,
            states=states,
            index=index,
            massless=massless,
            prescribed=prescribed,
        ),
        flaws,
    )


def _massless(model: Model, system: System) -> tuple[str, ...]:
    rows = inert(system.links, system.q.numel())
    return tuple(c.name for i, c in enumerate(model.coordinates) if i not in rows)


def _ranks(model: Model, system: System) -> tuple[int | None, list[int], int]:
    """The rank of the constraints near the start, those that follow from others, and the rank of Phi_q."""
    G = system.G
    if not G.size1():
        return 0, [], 0
    values = values_of(model)
    p = np.array(values.vector(missing=1.0))
    arguments = [system.t, system.q, system.qd, system.s, system.e, system.p, system.u, system.ud, system.udd]
    made = ca.Function("G", arguments, [ca.densify(G), ca.densify(system.Phi)], {"allow_free": True})
    if made.has_free():
        return None, [], 0
    zeros = [np.zeros(block.numel()) for block in (system.s, system.e)]
    inputs = [np.zeros(block.numel()) for block in (system.u, system.ud, system.udd)]
    random = np.random.default_rng(5)

    def at(q: Array) -> tuple[Array, Array]:
        qd = random.normal(size=len(q))
        matrix, residual = made(0.0, q, qd, *zeros, p, *inputs)
        return np.array(matrix), np.array(residual).ravel()

    start = np.array([values.first(c.name) for c in model.coordinates])
    best: Array | None = None
    rank = -1
    for k in range(3):
        near = start + 0.03 * k * random.normal(size=len(start)) * (0.3 + np.abs(start))
        closed_at, off = _closed(at, near, system.Phi.numel())
        matrix = at(closed_at)[0]
        if np.isfinite(matrix).all() and off < 1e-6 and _rank(matrix) > rank:
            best, rank = matrix, _rank(matrix)
    if best is None:
        return None, [], 0
    kept: list[int] = []
    redundant = []
    for i in range(len(best)):
        if _rank(best[[*kept, i]]) > len(kept):
            kept.append(i)
        else:
            redundant.append(i)
    return rank, redundant, _rank(best[: system.Phi.numel()])


def _prescribed(model: Model, system: System) -> int:
    """How many directions of motion the effort constraints take, beyond those that the others do.

    Where Gamma_e has a left null vector, nᵀ Gamma_e = 0, nᵀ Gamma holds no effort: it prescribes a motion,
    which the efforts must make. Its row at the level of velocities is nᵀ Gamma_qd, or nᵀ Gamma_q.
    """
    if not system.effort.numel():
        return 0
    effort = system.effort
    blocks: list[Scalar] = [system.G, *(ca.jacobian(effort, by) for by in (system.e, system.qd, system.q))]
    free = [system.t, system.q, system.qd, system.s, system.e, system.u, system.ud, system.udd]
    made = ca.Function("prescribed", [*free, system.p], [ca.densify(b) for b in blocks], {"allow_free": True})
    if made.has_free():
        return 0
    p = np.array(values_of(model).vector(missing=1.0))
    random = np.random.default_rng(6)
    found = []
    for k in range(8):  # some laws, such as a root, do not like negative numbers
        drawn = [random.normal(size=block.numel()) for block in free]
        own = [np.array(part) for part in made(*(np.abs(x) if k % 2 else x for x in drawn), p)]
        if all(np.isfinite(part).all() for part in own):
            found.append(own)
    most = max((_rank(own[1]) for own in found), default=0)
    taken = [_taken(*own) for own in found if _rank(own[1]) == most]
    return max(taken, default=0)


def _taken(G: Array, by_e: Array, by_qd: Array, by_q: Array) -> int:
    """The rank that the effort constraints without effort add to G."""
    left, sizes, _ = np.linalg.svd(by_e) if by_e.size else (np.eye(len(by_e)), np.zeros(0), None)
    null = left[:, int(np.sum(sizes > RANK * max(sizes.max(initial=0.0), 1e-300))) :].T
    fast, slow = null @ by_qd, null @ by_q
    size = np.abs(null) @ np.abs(by_qd).max(axis=1, initial=0.0) + 1e-300
    moving = np.abs(fast).max(axis=1, initial=0.0) > RANK * size
    rows = np.where(moving[:, np.newaxis], fast, slow)
    return _rank(np.vstack([G, rows])) - (_rank(G) if len(G) else 0)


def _closed(at: Callable[[Array], tuple[Array, Array]], q: Array, rows: int) -> tuple[Array, float]:
    """A place near by that satisfies the displacement constraints, by steps of least length."""
    off = 0.0
    for _ in range(30):
        matrix, residual = at(q)
        if not (np.isfinite(matrix).all() and np.isfinite(residual).all()):
            return q, np.inf
        length = np.abs(matrix[:rows])
        reach = length @ (np.abs(q) + 1e-12 * (np.max(np.abs(q), initial=0.0) or 1.0))
        off = float(np.max(np.abs(residual) / np.where(reach > 0, reach, 1.0), initial=0.0))
        if off < 1e-12:
            break
        q = q - shortest(matrix[:rows], residual, RANK)
    return q, off


def _rank(matrix: Array) -> int:
    length = np.linalg.norm(matrix, axis=1, keepdims=True)
    values = np.linalg.svd(matrix / np.where(length > 0, length, 1.0), compute_uv=False)
    return int(np.sum(values > RANK * max(values[0], 1e-300))) if len(values) else 0
