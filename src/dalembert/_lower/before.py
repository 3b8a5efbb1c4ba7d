"""The history of delayed values before the start of a run, as functions of time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import casadi as ca

from dalembert._expression.tree import Node
from dalembert._lower.to_casadi import Engine
from dalembert._model.records import Model
from dalembert._model.survey import survey


def before_functions(model: Model, wanted: Sequence[tuple[Node, int]]) -> Any:
    """Expressions (order 0) or their time derivatives (order 1), as one CasADi function of (t, p)."""
    engine = Engine(model, survey(model))
    built = [engine.build(root) for root, _ in wanted]
    functions = [
        ca.jtimes(value, engine.t, 1) if order else value
        for value, (_, order) in zip(built, wanted, strict=True)
    ]
    column = ca.densify(ca.vertcat(ca.SX(0, 1), *functions))
    return ca.Function("before", [engine.t, engine.p], [column])
