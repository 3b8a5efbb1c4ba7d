"""Isolated efforts and derivatives of implicit ones compared with the lowered effort constraints.

With an isolated effort its constraint vanishes, and ∂Γ/∂e has the sign by which the solution was chosen. The
derivative of an implicit effort is −(∂Γ/∂x)/(∂Γ/∂e), differentiated automatically.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca
import numpy as np

from dalembert._derive.eliminate import Elimination
from dalembert._derive.equations import Step
from dalembert._derive.solved_efforts import ImplicitEffort
from dalembert._expression.tree import Name, Node, Rate
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model, constraints_of
from dalembert._model.survey import survey
from dalembert._model.table_cells import cells_of
from dalembert._text.printer import print_tree
from dalembert._verify.evaluate import evaluate
from dalembert._verify.failure import VerificationError
from dalembert._verify.kinematics import put_in
from dalembert._verify.points import Points, StateSample, draw
from dalembert._verify.verify import LIMIT, function_of, lowered_values
from dalembert._words.message import Symbol

POINTS = 16
SEED = 1202
STEP = 1e-3  # relative, of differences that are exact for quadratic equations
SIGNS = {"step_branch_rising": 1, "step_branch_falling": -1}


def check_efforts(model: Model, elimination: Elimination) -> None:
    """Raise unless isolated efforts satisfy their constraints, and derivatives of implicit ones are right."""
    _Check(model, elimination).run()


class _Check:
    """The effort constraints of a model, lowered, and seeded points."""

    def __init__(self, model: Model, elimination: Elimination) -> None:
        self.model, self.elimination = model, elimination
        self.engine = Engine(model, survey(model))
        self.gammas = {
            one.name: self.engine.build(one.expression.root) for one in constraints_of(model, "effort")
        }
        self.efforts = [Name(one.name) for one in model.efforts]
        self.steps = tuple(step for step in elimination.steps if step.left in self.efforts)

    def run(self) -> None:
        """Compare all of them."""
        sample = draw(self.model, POINTS, SEED)
        put_in(self.model, replace(self.elimination, steps=self.steps), sample)
        for one in self.elimination.implicit:
            for by, node in one.slopes:
                value, size = evaluate(node, sample, tables=cells_of(self.model))
                truth = self._slope(one, by, sample)
                _compare(value - truth, np.maximum(size, np.abs(truth)), one.effort)
        for step in self.steps:
            gamma = self.gammas[_constraint_of(step)]
            terms = [ca.jacobian(gamma, e) * e for e in map(self._symbol, self.efforts)]
            residual, *sizes = self._values([gamma, *terms], sample)
            _compare(residual, np.sum(np.abs(sizes), axis=0), print_tree(step.left))
            if step.why.key in SIGNS:
                rise = self._rise(step, sample)
                if np.any(rise[np.isfinite(rise)] * SIGNS[step.why.key] < 0):
                    _refuse(print_tree(step.left))

    def _slope(self, one: ImplicitEffort, by: Node, sample: StateSample) -> Points:
        """The derivative ∂e/∂x = −Γ_e⁻¹ Γ_x, as the efforts that were isolated follow."""
        gammas = ca.vertcat(*(self.gammas[_constraint_of(step)] for step in self.steps))
        gammas = ca.vertcat(gammas, self.gammas[one.constraint])
        efforts = [*(step.left for step in self.steps), Name(one.effort)]
        n = len(efforts)
        by_efforts = ca.jacobian(gammas, ca.vertcat(*map(self._symbol, efforts)))
        by_x = ca.jacobian(gammas, self._symbol(by))
        values = self._values([ca.vec(ca.densify(by_efforts)), ca.densify(by_x)], sample).T
        return np.array([_solution(row[: n * n].reshape(n, n).T, -row[n * n :])[-1] for row in values])

    def _rise(self, step: Step, sample: StateSample) -> Points:
        """How much a constraint rises around its solution, as the efforts solved from others follow."""
        others, effort = tuple(one for one in self.steps if one != step), print_tree(step.left)
        ends: list[Points] = []
        for factor in (-STEP, STEP):
            moved = dict(sample)
            moved[effort, 0] = moved[effort, 0] + factor * (1 + np.abs(moved[effort, 0]))
            put_in(self.model, replace(self.elimination, steps=others), moved)
            ends.append(self._values([self.gammas[_constraint_of(step)]], moved)[0])
        return ends[1] - ends[0]

    def _symbol(self, leaf: Node) -> Scalar:
        match leaf:
            case Name(name=name):
                return self.engine.leaf(name, 0)
            case Rate(name=name, order=order):
                return self.engine.leaf(name, order)
        raise TypeError(leaf)

    def _values(self, expressions: list[Scalar], sample: StateSample) -> Points:
        """A row for each expression."""
        return lowered_values(function_of(self.engine, self.model, expressions), self.model, sample)


def _constraint_of(step: Step) -> str:
    """The effort constraint that an effort was isolated from."""
    constraint = step.why["name"]
    assert isinstance(constraint, Symbol)
    return constraint.name


def _solution(matrix: Points, side: Points) -> Points:
    """The solution of a linear system; NaN where it has none."""
    try:
        return np.asarray(np.linalg.solve(matrix, side), dtype=np.float64)
    except np.linalg.LinAlgError:
        return np.full(side.shape, np.nan)


def _compare(difference: Points, size: Points, name: str) -> None:
    """Refuse a difference that is not rounding; where a root is not real nothing is compared."""
    with np.errstate(all="ignore"):
        error = np.where(difference == 0, 0.0, np.abs(difference) / size)
    finite = np.isfinite(error)
    if not finite.any() or float(np.max(error, where=finite, initial=0.0)) > LIMIT:
        _refuse(name)


def _refuse(name: str) -> None:
    message = f"the solution for {name} disagrees with the effort constraints; please report this model"
    raise VerificationError(message)
