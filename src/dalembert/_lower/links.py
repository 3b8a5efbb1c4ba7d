"""Derivatives of definitions by one another: the inertia of a chain without its full mass matrix.

Definitions d_k(q, d_1 … d_k−1, t), such as the position of one body from that of another, have accelerations

    dd_k = Σ_j ∂d_k/∂q_j qdd_j + Σ_l<k ∂d_k/∂d_l dd_l + terms without accelerations

With H = ∂²L/∂(q', d')² and R = [∂d/∂q, ∂d/∂d] the mass matrix is M = Jᵀ H J, where J follows from R and
maps accelerations of the coordinates to those of coordinates and definitions. H and R of a chain have a
number of entries that grows like its length; M itself would be full. In the same way G = [Phi_q; Psi_qd] is
kept as derivatives by (q, d).
Definitions w that are linear in velocities, such as angular velocities, are treated like the rates d':

    w_k' = Σ_j ∂w_k/∂q'_j qdd_j + Σ_l ∂w_k/∂d'_l dd_l + Σ_m<k ∂w_k/∂w_m w_m' + terms without accelerations

Other definitions that contain velocities are substituted. The forces are in `node_forces.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

import casadi as ca

from dalembert._lower.casadi_scalars import gradient, jacobian, minus, stack
from dalembert._lower.node_forces import NodeForces, Nodes, node_forces
from dalembert._lower.to_casadi import Engine, RateKey, Scalar
from dalembert._model.survey import Survey


@dataclass(frozen=True, slots=True, kw_only=True)
class Links:
    """H, R and G over the coordinates followed by the definitions that carry inertia or constraints.

    `forces` are None where no definition depends on another, so that nothing would be gained, and where they
    depend on states, efforts, accelerations or multipliers.
    """

    H: Scalar
    R: Scalar
    G: Scalar
    forces: NodeForces | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """Energies and constraints of a model in the engine's symbols for definitions."""

    T: Scalar
    V: Scalar
    D: Scalar
    Phi: Scalar
    Psi: Scalar


def links(parts: Parts, engine: Engine, known: Survey, momentum: Scalar) -> Links:
    """H, R, G and the forces of a lowered model, restricted to the definitions that it needs.

    `momentum` is L_qd with all definitions put in.
    """
    moving = [name for name in engine.written if known.reach[name].has("coordinate")]
    names = [name for name in moving if not known.reach[name].rates]
    n = engine.q.numel()
    d, dd = (engine.symbols_of([(name, order) for name in names]) for order in (0, 1))
    flows = _flows(engine, names, [name for name in moving if known.reach[name].rates])
    w = engine.symbols_of([(name, 0) for name in flows])
    known_keys = {(name, order) for name in names for order in (0, 1)} | {(name, 0) for name in flows}
    values, rates = (_column([engine.written[name] for name in some]) for some in (names, flows))
    T, V, D, Phi, Psi, values, rates = _with_definitions(
        engine, known_keys, [parts.T, parts.V, parts.D, parts.Phi, parts.Psi, values, rates]
    )
    L = minus(T, V)
    velocities, places = stack(engine.qd, dd, w), stack(engine.q, d)
    H = jacobian(gradient(L, velocities) if engine.places else momentum, velocities)
    G = stack(_with_columns(jacobian(Phi, places), len(flows)), jacobian(Psi, velocities))
    still = _with_columns(jacobian(values, places), len(flows))
    R = stack(still, jacobian(rates, velocities))
    kept = list(_needed_definitions(H, R, G, n))
    columns = [*range(n), *(n + k for k in kept)]
    if all(j < n for j in R[kept, columns].sparsity().get_triplet()[1]):
        H, R, G = engine.put_in([H[columns, columns], R[kept, columns], G[:, columns]])
        return Links(H=H, R=R, G=G, forces=None)
    nodes = Nodes(
        z=places,
        zd=stack(engine.qd, dd),
        w=w,
        moving=stack(engine.moving, d),
        moving_rates=stack(engine.moving_rates, dd),
        made=values,
        flows=rates,
    )
    forces = node_forces(nodes, L, D, (Phi, Psi)).part_of(R, kept, n)
    H, R, G, f, b, gamma = engine.put_in(
        [H[columns, columns], R[kept, columns], G[:, columns], forces.f, forces.b, forces.gamma]
    )
    others = stack(engine.s, engine.sd, engine.e, engine.qdd, engine.lam, engine.f)
    if others.numel() and ca.depends_on(stack(f, b, gamma), others):
        return Links(H=H, R=R, G=G, forces=None)
    return Links(H=H, R=R, G=G, forces=NodeForces(f=f, b=b, gamma=gamma))


def _with_columns(matrix: Scalar, count: int) -> Scalar:
    """A matrix with some empty columns more."""
    return ca.horzcat(matrix, ca.SX(matrix.size1(), count)) if count else matrix


def _with_definitions(engine: Engine, known_keys: set[RateKey], columns: list[Scalar]) -> list[Scalar]:
    """Columns in which all symbols of definitions but the `known_keys` are replaced by their expressions."""
    others = [key for key in engine.places if key not in known_keys]
    if not others:
        return columns
    symbols = engine.symbols_of(others)
    if not any(ca.depends_on(column, symbols) for column in columns if not column.is_constant()):
        return columns
    whole = engine.whole[[engine.places[key] for key in others]]
    return list(ca.substitute(columns, [symbols], [whole]))


def _flows(engine: Engine, still: list[str], names: list[str]) -> list[str]:
    """Those of some definitions that are linear in velocities."""
    results = stack(engine.qdd, engine.lam, engine.f, engine.sd)
    while names:
        w = engine.symbols_of([(name, 0) for name in names])
        velocities = stack(engine.qd, engine.symbols_of([(name, 1) for name in still]), w)
        known_keys = {(name, order) for name in still for order in (0, 1)} | {(name, 0) for name in names}
        (made,) = _with_definitions(engine, known_keys, [_column([engine.written[name] for name in names])])
        bent = ca.which_depends(made, velocities, 2, True)
        late = ca.which_depends(made, results, 1, True)
        if not any(bent) and not any(late):
            break
        names = [name for name, *bad in zip(names, bent, late, strict=True) if not any(bad)]
    return names


def coordinates_with_inertia(links_of_system: Links, n: int) -> set[int]:
    """The coordinates with an entry in M: directly in H, or through definitions that have one."""
    heavy = set(links_of_system.H.sparsity().get_triplet()[0])
    made_of: dict[int, list[int]] = {}
    for k, j in zip(*links_of_system.R.sparsity().get_triplet(), strict=True):
        made_of.setdefault(n + k, []).append(j)
    for k in range(n + links_of_system.R.size1() - 1, n - 1, -1):
        if k in heavy:
            heavy.update(made_of.get(k, ()))
    return {j for j in heavy if j < n}


def links_of_rows(links_of_system: Links, rows: list[int], n: int) -> Links:
    """The links of the same model with only some of its constraints."""
    G = stack(ca.SX(0, links_of_system.G.size2()), *(links_of_system.G[i, :] for i in rows))
    kept = list(_needed_definitions(links_of_system.H, links_of_system.R, G, n))
    columns = [*range(n), *(n + k for k in kept)]
    return Links(
        H=links_of_system.H[columns, columns],
        R=links_of_system.R[kept, columns],
        G=G[:, columns],
        forces=None
        if links_of_system.forces is None
        else links_of_system.forces.rows(rows).part_of(links_of_system.R, kept, n),
    )


def _column(entries: list[Scalar]) -> Scalar:
    return stack(*entries)


def _needed_definitions(H: Scalar, R: Scalar, G: Scalar, n: int) -> tuple[int, ...]:
    """Definitions with inertia or in a constraint, and those they depend on, as far as these can move."""
    rows, columns = R.sparsity().get_triplet()
    made_of: dict[int, set[int]] = {}
    for k, j in zip(rows, columns, strict=True):
        made_of.setdefault(k, set()).add(j)
    used = {j - n for j in (*H.sparsity().get_triplet()[0], *G.sparsity().get_triplet()[1]) if j >= n}
    waiting = list(used)
    while waiting:
        for j in made_of.get(waiting.pop(), set()):
            if j >= n and j - n not in used:
                used.add(j - n)
                waiting.append(j - n)
    moving: set[int] = set()
    for k in sorted(used):  # a definition comes after those it depends on
        if any(j < n or j - n in moving for j in made_of.get(k, set())):
            moving.add(k)
    return tuple(sorted(moving))
