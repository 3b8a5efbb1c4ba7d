"""`Equations` against `System`: two derivations that share nothing but the user's tree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from dalembert._derive.equations import Equations, SharedEquations, SharedTerm, Verification
from dalembert._expression.tree import Node
from dalembert._lower.system import System
from dalembert._lower.time_switches import sides_of, switching_nodes
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.lookup import Cells
from dalembert._model.records import Model, constraints_of, force_names
from dalembert._model.survey import Survey, depends, survey
from dalembert._model.table_cells import cells_of
from dalembert._text.printer import print_tree
from dalembert._verify.contacts import compare_contacts
from dalembert._verify.evaluate import Sized, evaluate, with_listed
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import StateSample, draw, points_where

POINTS = 8
FEWEST = 5
DRAWS = 40
SEED = 1743
LIMIT = 1e-9
MOST = 32  # the most points on sides of switches
ELSEWHERE = ("when", "gap", "slip", "friction", "sticking")  # not compared, or in `contacts.py`

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Item:
    """A printed tree: its block and index, the equation it belongs to, and its family of magnitudes."""

    block: str
    index: int
    node: Node
    row: int | None
    family: str


def verify(equations: Equations, system: System) -> Verification:
    """Compare at finite seeded points; a relative error above 1e-9, a fault of the derivation, raises.

    Shared equations are evaluated with their listed terms.
    """
    model = equations.model
    lowered, begins = _function(system, matrices=equations.whole)
    places = finite_points(model, lambda sample: lowered_values(lowered, model, sample))
    others, unseen = _other_sides(model, lowered, places)
    near = sum(truth.shape[1] for _, truth in places)
    tables = cells_of(model)
    if near < FEWEST:
        message = (
            f"the equations could be evaluated at {near} of {POINTS * DRAWS} points near the start values: "
            "give start values, guesses and parameters at which every expression is defined"
        )
        raise VerificationError(message)
    largest, points_compared = 0.0, 0
    printed_forms: list[tuple[Equations | SharedEquations, tuple[SharedTerm, ...]]] = []
    if equations.whole:
        printed_forms.append((equations, ()))
    if equations.shared is not None:
        printed_forms.append((equations.shared, equations.shared.listed))
    for form, listed in printed_forms:
        items = _items(form)
        rows = np.array([begins[item.block] + item.index for item in items])
        values, sizes, reference = _evaluate_both(
            [item.node for item in items], rows, [*places, *others], listed, tables
        )
        points_compared = values.shape[1]
        with np.errstate(all="ignore"):  # values that are not finite are rejected below
            error = np.abs(values - reference) / _scale(items, np.maximum(sizes, np.abs(reference)))
        largest = max(largest, _worst(items, error))
    for one in compare_contacts(equations):
        if not one.error <= LIMIT:
            raise _disagreement(one.label, one.node, "model", one.error)
        largest = max(largest, one.error)
    return Verification(points=points_compared, max_error=largest, unseen=unseen)


def _worst(items: list[Item], error: Points) -> float:
    """The largest error; raises where it is above the limit or not a number."""
    largest = float(np.max(error, initial=0.0))
    if not largest <= LIMIT:  # a NaN is no agreement
        worst = items[int(np.argmax(np.max(np.nan_to_num(error, nan=np.inf), axis=1)))]
        label = f"{worst.block}[{worst.index}]"
        raise _disagreement(label, worst.node, "energies", largest)
    return largest


def _disagreement(label: str, node: Node, other: str, error: float) -> VerificationError:
    message = (
        f"the derived {label} disagrees with the {other} by {error:.1e} (relative); "
        f"please report this model. It reads: {print_tree(node)[:200]}"
    )
    return VerificationError(message)


def _scale(items: list[Item], sizes: Points) -> Points:
    """The scales that errors are relative to.

    A printed term may cancel to exactly zero where floating point leaves a rounding error of the terms that
    cancelled. So an error is also relative to the sum of absolute terms of its equation. Outside of
    equations, or in one that is zero throughout, the scale is at least 1e-5 of the largest magnitude of the
    family. Equations of different kinds, volts beside micronewtons, are not compared with one another.
    """
    scale = sizes.copy()
    rows = np.array([-1 if item.row is None else item.row for item in items])
    for row in set(rows[rows >= 0]):
        of_row = rows == row
        scale[of_row] = np.maximum(scale[of_row], np.sum(sizes[of_row], axis=0) / 100)
    families = np.array([item.family for item in items])
    for family in set(families):
        of_row = families == family
        alone = of_row[:, np.newaxis] & ((rows < 0)[:, np.newaxis] | (scale == 0))
        least = np.broadcast_to(1e-5 * np.max(sizes[of_row], axis=0), scale.shape)
        scale[alone] = np.maximum(scale[alone], least[alone])
    return np.where(scale > 0, scale, 1.0)


def _items(e: Equations | SharedEquations) -> list[Item]:
    """All printed trees; the labels before the brackets are those of the blocks of `_blocks`."""
    items: list[Item] = []

    def add(label: str, nodes: Sequence[Node], family: str, row: int | None = None) -> None:
        for i, node in enumerate(nodes):
            items.append(Item(label, i, node, None if row is None else row + i, family))

    rows = e.coordinates
    add("energy", (e.T, e.V, e.D), "energy")
    for label, nodes in (
        ("equation", [c.left for c in rows]),
        ("dT/dq'", [c.T_qd for c in rows]),
        ("d/dt dT/dq'", [c.T_qd_rate for c in rows]),
        ("dT/dq", [c.T_q for c in rows]),
        ("dV/dq", [c.V_q for c in rows]),
        ("d/dt dV/dq'", [c.V_qd_rate for c in rows]),
        ("dD/dq'", [c.D_qd for c in rows]),
        ("Q", [c.Q for c in rows]),
        ("displacement force", [c.displacement for c in rows]),
        ("flow force", [c.flow for c in rows]),
        ("h", e.h if isinstance(e, Equations) else ()),
    ):
        add(label, nodes, "energy", len(rows) if label == "dT/dq'" else 0)  # momenta have their own scale
    if isinstance(e, Equations):
        for label, matrix in (("M", e.M), ("Phi_q", e.Phi_q), ("Psi_qd", e.Psi_qd)):
            add(label, [node for row in matrix for node in row], "M" if label == "M" else "constraint")
        add("gamma", e.gamma, "constraint")
    for label, nodes in (("Phi", e.Phi), ("Psi", e.Psi)):
        add(label, nodes, "constraint")
    for label, nodes in (("effort", e.effort), ("states", e.states)):
        for i, node in enumerate(nodes):
            items.append(Item(label, i, node, None, f"{label}[{i}]"))
    return items


def _blocks(s: System, lam: ca.SX, kap: ca.SX, *, matrices: bool) -> dict[str, ca.SX]:
    """The same quantities from the energies, by their labels; the rows of a matrix one after another."""
    displacement, flow = ca.jtimes(s.Phi, s.q, lam, True), ca.jtimes(s.Psi, s.qd, kap, True)
    L_qd, T_qd, V_qd = (ca.gradient(energy, s.qd) for energy in (s.L, s.T, s.V))
    blocks = {
        "energy": ca.vertcat(s.T, s.V, s.D),
        "equation": ca.jtimes(L_qd, s.qd, s.qdd) + displacement + flow - s.h,
        "dT/dq'": T_qd,
        "d/dt dT/dq'": s.total_derivative(T_qd),
        "dT/dq": ca.gradient(s.T, s.q),
        "dV/dq": ca.gradient(s.V, s.q),
        "d/dt dV/dq'": s.total_derivative(V_qd),
        "dD/dq'": ca.gradient(s.D, s.qd),
        "Q": s.Q,
        "displacement force": displacement,
        "flow force": flow,
        "Phi": s.Phi,
        "Psi": s.Psi,
        "effort": s.effort,
        "states": s.rates,
    }
    if matrices:
        blocks |= {"h": s.h, "gamma": s.gamma}
        blocks |= {"M": ca.vec(s.M.T), "Phi_q": ca.vec(s.Phi_q.T), "Psi_qd": ca.vec(s.Psi_qd.T)}
    return blocks


def _function(s: System, *, matrices: bool) -> tuple[ca.Function, dict[str, int]]:
    """All blocks as one function, and the index at which each begins."""
    lam, kap = multipliers(s)
    blocks = _blocks(s, lam, kap, matrices=matrices)
    sizes = [block.numel() for block in blocks.values()]
    begins = dict(zip(blocks, accumulate(sizes, initial=0), strict=False))
    arguments = [s.t, s.q, s.qd, s.qdd, lam, kap, s.p, s.u, s.ud, s.udd, s.e, s.s, s.sd, s.f]
    return ca.Function("compare", arguments, [ca.densify(ca.vertcat(*blocks.values()))]), begins


def multipliers(s: System) -> tuple[Scalar, Scalar]:
    """The multipliers of displacement constraints, and those of flow constraints."""
    return _halves(s.lam, s.Phi.numel())


def _halves(lam: Scalar, count: int) -> tuple[Scalar, Scalar]:
    """The multipliers of the `count` displacement constraints, and those of flow constraints."""
    none, entries = ca.SX(0, 1), [lam[i] for i in range(lam.numel())]
    return ca.vertcat(none, *entries[:count]), ca.vertcat(none, *entries[count:])


def lowered_values(function: ca.Function, model: Model, sample: StateSample) -> Points:
    """The lowered values at every point, one column each."""
    count = len(sample["t", 0])
    displacement = [f"lam_{c.name}" for c in model.constraints if c.kind == "displacement"]
    flow = [f"kap_{c.name}" for c in model.constraints if c.kind == "flow"]

    def block(names: list[str], order: int) -> Points:
        return np.array([sample[name, order] for name in names]).reshape(len(names), count)

    q = [c.name for c in model.coordinates]
    u = [i.name for i in model.inputs]
    s = [state.name for state in model.states]
    arguments = [
        sample["t", 0].reshape(1, count),
        *(block(q, order) for order in range(3)),
        block(displacement, 0),
        block(flow, 0),
        block([p.name for p in model.parameters], 0),
        *(block(u, order) for order in range(3)),
        block([e.name for e in model.efforts], 0),
        block(s, 0),
        block(s, 1),
        block(list(force_names(model)), 0),
    ]
    columns = [np.asarray(function(*(a[:, k] for a in arguments))).ravel() for k in range(count)]
    return np.array(columns).T


def finite_points(
    model: Model, reference: Callable[[StateSample], Points]
) -> list[tuple[StateSample, Points]]:
    """The first POINTS points where the reference is finite, and its values."""
    kept: list[tuple[StateSample, Points]] = []
    count = 0
    for attempt in range(DRAWS):
        sample = draw(model, POINTS, SEED + attempt)
        truth = reference(sample)
        finite = np.all(np.isfinite(truth), axis=0)
        finite &= np.cumsum(finite) <= POINTS - count
        if not finite.any():
            continue
        kept.append((points_where(sample, finite), truth[:, finite]))
        count += int(finite.sum())
        if count >= POINTS:
            break
    return kept


def _other_sides(
    model: Model, lowered: ca.Function, places: Sequence[tuple[StateSample, Points]]
) -> tuple[list[tuple[StateSample, Points]], tuple[str, ...]]:
    """Points on sides of the model's switches that no other point lies on, and the sides not found.

    Otherwise an end stop that no point reaches, or a contact that is open at all of them, would not be
    compared.
    """
    known = survey(model)
    compares = {pair: None for node in switching_nodes(known, besides=ELSEWHERE) for pair in sides_of(node)}
    if not compares or not places:
        return [], ()
    switches = _switches(model, known, list(compares))
    seen = np.concatenate([np.sign(lowered_values(switches, model, sample)) for sample, _ in places], axis=1)
    missing = {(k, side) for k in range(len(seen)) for side in (-1, 1) if not np.any(seen[k] == side)}
    kept: list[tuple[StateSample, Points]] = []
    for attempt in range(DRAWS):
        if not missing or len(kept) >= MOST:
            break
        sample = draw(model, 4 * POINTS, SEED - 1 - attempt, far=True)
        signs = np.sign(lowered_values(switches, model, sample))
        for j in range(signs.shape[1]):
            fresh = {(k, int(side)) for k, side in enumerate(signs[:, j]) if np.isfinite(side)} & missing
            if not fresh or len(kept) >= MOST:
                continue
            one_side = points_where(sample, np.arange(signs.shape[1]) == j)
            truth = lowered_values(lowered, model, one_side)
            if np.isfinite(truth).all():
                missing -= fresh
                kept.append((one_side, truth))
    unseen = [
        f"{print_tree(left)} {'<' if side < 0 else '>'} {print_tree(right)}"
        for k, (left, right) in enumerate(compares)
        for side in (-1, 1)
        if (k, side) in missing and (_moves(left, known) or _moves(right, known))
    ]
    return kept, tuple(unseen)


def _moves(node: Node, known: Survey) -> bool:
    """Whether an expression can change in a run; one of parameters alone stays on its side of a switch."""
    return any(known.kinds.get(name) != "parameter" and name != "pi" for name, _ in depends(node, known))


def _switches(model: Model, known: Survey, compares: list[tuple[Node, Node]]) -> ca.Function:
    """The functions at whose zeros a model switches."""
    engine = Engine(model, known)
    return function_of(engine, model, [engine.build(left) - engine.build(right) for left, right in compares])


def function_of(engine: Engine, model: Model, expressions: Sequence[Scalar]) -> ca.Function:
    """Expressions of an engine as a function that `lowered_values` evaluates."""
    lam, kap = _halves(engine.lam, len(constraints_of(model, "displacement")))
    arguments = [engine.t, engine.q, engine.qd, engine.qdd, lam, kap, engine.p, engine.u, engine.ud]
    arguments += [engine.udd, engine.e, engine.s, engine.sd, engine.f]
    return ca.Function("values", arguments, [ca.densify(ca.vertcat(ca.SX(0, 1), *expressions))])


def _evaluate_both(
    trees: list[Node],
    rows: NDArray[np.int64],
    places: Sequence[tuple[StateSample, Points]],
    listed: tuple[SharedTerm, ...],
    tables: Mapping[str, Cells],
) -> tuple[Points, Points, Points]:
    """Values, sizes and reference at all points."""
    empty = np.zeros((len(trees), 0))
    blocks: list[tuple[Points, Points, Points]] = [(empty, empty, empty)]
    for sample, truth in places:
        known: dict[int, Sized] = {}
        at, listed_values = with_listed(sample, listed, tables) if listed else (sample, {})
        pairs = [evaluate(tree, at, known, tables, listed_values) for tree in trees]
        width = truth.shape[1]
        values = np.array([np.broadcast_to(v, width) for v, _ in pairs]).reshape(len(trees), width)
        sizes = np.array([np.broadcast_to(s, width) for _, s in pairs]).reshape(len(trees), width)
        blocks.append((values, sizes, truth[rows]))
    values, sizes, truth = (np.concatenate([block[i] for block in blocks], axis=1) for i in range(3))
    return values, sizes, truth
