"""Identifiers for the names of a model in files with its equations: q1, v1, p1, lam1 and so on."""

from __future__ import annotations

from collections.abc import Callable

from dalembert._derive.equations import Equations
from dalembert._export.programs.dialect import Dialect, NoWordError, text_of
from dalembert._export.programs.obstacles import refusal, refuse_instants, refuse_modes
from dalembert._expression.source import ModelError
from dalembert._expression.tree import Node
from dalembert._model.records import Model, Table, multiplier_names


def identifiers(model: Model) -> dict[str, str]:
    """The identifier of each name of a model; names of the user never become identifiers."""
    kinds = {
        "q": [c.name for c in model.coordinates],
        "s": [s.name for s in model.states],
        "p": [p.name for p in model.parameters],
        "u": [u.name for u in model.inputs],
        "e": [e.name for e in model.efforts],
        "lam": list(multiplier_names(model)),
    }
    return {name: f"{letter}{i}" for letter, names in kinds.items() for i, name in enumerate(names, 1)}


def refuse_equations(equations: Equations) -> None:
    """Raise if equations cannot be exported on their own."""
    model = equations.model
    refuse_instants(model, with_jumps=False, with_events=False)
    if model.contacts:
        refuse_modes(model)
    for entry in model.inputs:
        if isinstance(entry.law, Table):
            message = f"the input {entry.name} is read from a table"
            raise ModelError((refusal(f"inputs.{entry.name}", message, "write it as an expression of t"),))
    if not equations.whole:
        message = "its equations are too long to be written with definitions substituted"
        raise ModelError((refusal("definitions", message, "export a program instead, such as --to python"),))


def writer(dialect: Dialect, word: Callable[[str, int], str], language: str) -> Callable[[Node], str]:
    """A function that writes expressions; raises for a function that the language does not have."""

    def write(node: Node) -> str:
        try:
            return text_of(node, dialect, word)
        except NoWordError as error:
            message = f"{language} has no function {error}"
            raise ModelError((refusal("", message, "write it in other functions"),)) from error

    return write
