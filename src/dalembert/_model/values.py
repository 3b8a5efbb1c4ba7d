"""Numbers of a model: parameters in the order of their needs, start values and guesses."""

from __future__ import annotations

from dalembert._expression.evaluate import evaluate
from dalembert._expression.walk import names
from dalembert._model.records import Model, Value
from dalembert._model.survey import ordered


def parameter_values(model: Model) -> dict[str, float]:
    """The values of the parameters that have one, computed from one another where they are expressions."""
    given = {p.name: p.value.expression.root for p in model.parameters if p.value is not None}
    order, _ = ordered({name: [n for n, _ in names(root) if n in given] for name, root in given.items()})
    known: dict[tuple[str, int], float] = {}
    for name in order:
        if all(used in known or used[0] == "pi" for used in names(given[name])):
            known[name, 0] = evaluate(given[name], known)
    return {name: value for (name, _), value in known.items()}


def value_in(value: Value | None, parameters: dict[str, float]) -> float | None:
    """A value given in terms of parameters; None where it is not given or a parameter has no value."""
    if value is None:
        return None
    root = value.expression.root
    known = {(name, 0): number for name, number in parameters.items()}
    if any(used not in known and used[0] != "pi" for used in names(root)):
        return None
    return evaluate(root, known)
