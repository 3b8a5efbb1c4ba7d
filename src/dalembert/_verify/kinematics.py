"""The steps of kinematics compared with the model, differentiated automatically."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from dalembert._derive.eliminate import Elimination
from dalembert._derive.kinematics import Kinematics, Line
from dalembert._expression.tree import Name, Node, Rate
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of
from dalembert._text.printer import print_tree
from dalembert._verify.evaluate import evaluate
from dalembert._verify.failure import VerificationError
from dalembert._verify.points import Points, StateSample, draw
from dalembert._verify.verify import LIMIT, function_of, lowered_values

POINTS = 16
SEED = 3141
SLACK, TINY = 100.0, 1e-300


def check_kinematics(model: Model, steps: Kinematics, elimination: Elimination | None) -> None:
    """Raise where a step disagrees with the energies and constraints of the model.

    Eliminated coordinates are substituted first; the constraints they were solved from and their rates must
    then vanish.
    """
    sample = draw(model, POINTS, SEED)
    engine = Engine(model, survey(model))
    if steps.solved and elimination is not None:
        put_in(model, elimination, sample)
        spent = spent_constraints(model, elimination)
        vanishing = [value for phi in spent for value in (engine.build(phi), engine.drift(engine.build(phi)))]
        sizes = np.abs(_evaluate_lowered(engine, model, [engine.build(phi) + 1 for phi in spent], sample))
        left = np.abs(_evaluate_lowered(engine, model, vanishing, sample))
        if np.nanmax(left, initial=0.0) > LIMIT * max(1.0, float(np.nanmax(sizes, initial=0.0))) * SLACK:
            message = "what constraints give by elimination does not satisfy them; please report this model"
            raise VerificationError(message)
    written = steps.energy[0]
    energies = [Line(left=written, right=node) for node in steps.energy[1:]]
    lines = [*steps.positions, *steps.velocities, *steps.squares, *energies]
    truth = _evaluate_lowered(engine, model, [engine.build(line.left) for line in lines], sample)
    for line, expected in zip(lines, truth, strict=True):
        value, size = _value(model, line.right, sample)
        with np.errstate(all="ignore"):
            error = np.abs(value - expected) / np.maximum(np.maximum(size, np.abs(expected)), TINY)
        known = np.isfinite(error)
        if not known.any() or float(np.max(error, where=known, initial=0.0)) > LIMIT:
            what = print_tree(line.left)[:80]
            message = f"the kinematics of {what} disagrees with the model; please report this model"
            raise VerificationError(message)


def put_in(model: Model, elimination: Elimination, sample: StateSample, orders: int = 2) -> None:
    """Give the eliminated names, and their rates below an order, the values of the elimination."""
    steps = [
        step for step in elimination.steps if _leaf(step.left) in sample and _leaf(step.left)[1] < orders
    ]
    for _ in range(len(steps)):  # an earlier solution may contain a later one
        before = {leaf: sample[leaf] for leaf in (_leaf(step.left) for step in steps)}
        for step in steps:
            sample[_leaf(step.left)] = _value(model, step.right, sample)[0]
        if all(np.array_equal(sample[leaf], value, equal_nan=True) for leaf, value in before.items()):
            break


def spent_constraints(model: Model, elimination: Elimination) -> list[Node]:
    """The displacement constraints that were solved for a coordinate."""
    left = {name for name, _ in elimination.remaining}
    return [c.expression.root for c in constraints_of(model, "displacement") if c.name not in left]


def _leaf(node: Node) -> tuple[str, int]:
    match node:
        case Name(name=name):
            return name, 0
        case Rate(name=name, order=order):
            return name, order
    raise TypeError(node)


def _value(model: Model, node: Node, sample: StateSample) -> tuple[Points, Points]:
    value, size = evaluate(node, sample, tables=cells_of(model))
    return np.broadcast_to(value, (POINTS,)).astype(float), np.broadcast_to(size, (POINTS,)).astype(float)


def _evaluate_lowered(
    engine: Engine, model: Model, expressions: Sequence[Scalar], sample: StateSample
) -> Points:
    """The values of lowered expressions, one row each."""
    return lowered_values(function_of(engine, model, expressions), model, sample)
