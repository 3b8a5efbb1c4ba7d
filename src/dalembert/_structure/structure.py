"""The structure of a model for `check`: degrees of freedom, states, index, massless and redundant parts."""

from __future__ import annotations

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._expression.source import Flaw
from dalembert._expression.walk import nodes
from dalembert._lower.closed_system import closed_system
from dalembert._lower.idle_conditions import joint_conditions
from dalembert._lower.links import coordinates_with_inertia
from dalembert._lower.regularity import is_regular
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Scalar
from dalembert._model.check import Structure
from dalembert._model.loop_joints import loop_joints
from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import survey
from dalembert._model.values import values_of
from dalembert._structure.diagnosis import diagnose
from dalembert._structure.jamming import jamming
from dalembert._structure.negative_inertia import negative_inertia
from dalembert._structure.offsets import offsets
from dalembert._structure.ranks import RANK, rank_of, ranks
from dalembert._structure.redundant_joints import closing_rows, redundant_joints
from dalembert._structure.signature import signature

Array = NDArray[np.float64]
LARGEST = 30_000  # nodes of all expressions: larger models are examined when they are simulated


def structure_of(model: Model) -> tuple[Structure | None, tuple[Flaw, ...]]:
    """The structure of a model in which `check` finds no error, and flaws of its structure."""
    size = 0
    for use in survey(model).uses:
        size += sum(1 for _ in nodes(use.expression.root))
        if size > LARGEST:
            return None, ()
    system = closed_system(model)
    displacement, flow = (constraints_of(model, kind) for kind in ("displacement", "flow"))
    names = [c.name for c in (*displacement, *flow)]
    found_ranks = ranks(model, system, closing_rows(model))
    rank = found_ranks.rank
    massless, prescribed = _massless_coordinates(model, system), _prescribed_directions(model, system)
    flaws: tuple[Flaw, ...] = ()
    index: int | None
    states: int | None
    if (
        not model.efforts
        and not constraints_of(model, "effort")
        and is_regular(system, joint_conditions(model))
    ):
        index = 3 if displacement else 2 if flow else 0
        constrained = rank + found_ranks.places if rank is not None else 2 * len(displacement) + len(flow)
        states = 2 * len(model.coordinates) - constrained + len(model.states)
        if rank is None and states < len(model.states):
            states = None  # constraints are redundant or contradictory, and the rank is not known
    else:
        sigma = signature(model)
        square = len(sigma.equations) == len(sigma.unknowns)
        offsets_found = offsets(sigma.orders, len(sigma.unknowns)) if square else None
        if offsets_found is None:
            flaws = diagnose(model, sigma)
        index, states = (
            (offsets_found.index, offsets_found.states) if offsets_found is not None else (None, None)
        )
    flaws += jamming(model, system) + negative_inertia(model, system)
    flaws += redundant_joints(model, found_ranks)
    return (
        Structure(
            coordinates=len(model.coordinates),
            constraints=len(names),
            redundant=tuple(names[i] for i in found_ranks.redundant),
            dof=len(model.coordinates) - rank - prescribed if rank is not None else None,
            states=states,
            index=index,
            massless=massless,
            prescribed=prescribed,
            loops=loop_joints(model),
        ),
        flaws,
    )


def _massless_coordinates(model: Model, system: System) -> tuple[str, ...]:
    rows = coordinates_with_inertia(system.links, system.q.numel())
    return tuple(c.name for i, c in enumerate(model.coordinates) if i not in rows)


def _prescribed_directions(model: Model, system: System) -> int:
    """How many directions of motion the effort constraints prescribe, beyond those of the other constraints.

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
    samples = []
    for k in range(8):  # every other one positive: some laws, such as a root, need this
        drawn = [random.normal(size=block.numel()) for block in free]
        parts = [np.array(part) for part in made(*(np.abs(x) if k % 2 else x for x in drawn), p)]
        if all(np.isfinite(part).all() for part in parts):
            samples.append(parts)
    most = max((rank_of(blocks[1]) for blocks in samples), default=0)
    taken = [_rank_of_efforts(*blocks) for blocks in samples if rank_of(blocks[1]) == most]
    return max(taken, default=0)


def _rank_of_efforts(G: Array, by_e: Array, by_qd: Array, by_q: Array) -> int:
    """The rank that those combinations of effort constraints that contain no effort add to G."""
    left, sizes, _ = np.linalg.svd(by_e) if by_e.size else (np.eye(len(by_e)), np.zeros(0), None)
    null = left[:, int(np.sum(sizes > RANK * max(sizes.max(initial=0.0), 1e-300))) :].T
    fast, slow = null @ by_qd, null @ by_q
    size = np.abs(null) @ np.abs(by_qd).max(axis=1, initial=0.0) + 1e-300
    moving = np.abs(fast).max(axis=1, initial=0.0) > RANK * size
    rows = np.where(moving[:, np.newaxis], fast, slow)
    return rank_of(np.vstack([G, rows])) - (rank_of(G) if len(G) else 0)
