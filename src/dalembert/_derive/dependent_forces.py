"""Accelerations and forces that are unknowns of the equations and also occur in their efforts."""

from __future__ import annotations

from dalembert._derive.equations import Equations
from dalembert._expression.tree import Name, Node, Rate
from dalembert._expression.walk import names
from dalembert._model.records import result_names


def solved_for(equations: Equations) -> tuple[Node, ...]:
    """The multipliers, forces of contacts and accelerations in h and in the rates of states."""
    forces = set(result_names(equations.model))
    solutions: dict[str, Node] = {}
    for tree in (*equations.h, *equations.states, *equations.effort):
        for (name, order), node in names(tree).items():
            if isinstance(node, Name) and name in forces:
                solutions[name] = node
            elif isinstance(node, Rate) and order == 2 and _moves(equations, name):
                solutions[f"{name}''"] = node
    return tuple(solutions.values())


def accelerations_in(equations: Equations) -> tuple[Node, ...]:
    """The accelerations in h and in the rates of states."""
    return tuple(node for node in solved_for(equations) if isinstance(node, Rate))


def _moves(equations: Equations, name: str) -> bool:
    return any(c.coordinate == name for c in equations.coordinates)
