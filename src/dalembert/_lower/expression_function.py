"""Further expressions in the names of a model, as one function: for drawings and paths of points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import casadi as ca

from dalembert._expression.tree import Node
from dalembert._lower.casadi_scalars import stack
from dalembert._lower.closed_system import laws
from dalembert._lower.evaluator import Evaluator
from dalembert._lower.to_casadi import Engine, Scalar
from dalembert._model.records import Model
from dalembert._model.survey import survey


def expression_function(model: Model, roots: Iterable[Node]) -> Any:
    """The CasADi function of (t, q, qd, s, e, p, u) that gives the values of some trees as a column.

    u holds inputs, their first and their second derivatives; only those of tables are looked at, the
    others follow from their laws.
    """
    engine, column, u = _lower_trees(model, roots)
    given = [engine.t, engine.q, engine.qd, engine.s, engine.e, engine.p, u]
    return ca.Function("expressions", given, [ca.densify(column)])


def expression_evaluator(model: Model, roots: Iterable[Node]) -> Evaluator:
    """The same, evaluated at columns (t, q, qd, s, e, p, u), one or many at once."""
    engine, column, u = _lower_trees(model, roots)
    given = stack(engine.t, engine.q, engine.qd, engine.s, engine.e, engine.p, u)
    return Evaluator(given, {"values": column})


def outputs_from_results(model: Model) -> Any:
    """The CasADi function of (t, q, qd, qdd, s, e, lam, f, p, u) that gives the outputs of a model.

    f are the forces of contacts, then their friction.
    """
    engine, column, u = _lower_trees(model, (output.expression.root for output in model.outputs))
    results = [engine.qdd, engine.s, engine.e, engine.lam, engine.f]
    given = [engine.t, engine.q, engine.qd, *results, engine.p, u]
    return ca.Function("outputs", given, [ca.densify(column)])


def _lower_trees(model: Model, roots: Iterable[Node]) -> tuple[Engine, Scalar, Scalar]:
    """The engine, the values of some trees, and the inputs with two derivatives."""
    engine = Engine(model, survey(model))
    column = stack(*engine.build_all(roots))
    u = stack(engine.u, engine.ud, engine.udd)
    if model.inputs:
        column = ca.substitute(column, u, laws(model, engine))
    return engine, column, u
