"""The parameters of a program: those that can be chosen, and those that follow from them."""

from __future__ import annotations

from collections.abc import Iterator

import casadi as ca

from dalembert._export.programs.records import Entry
from dalembert._expression.walk import names
from dalembert._lower.expression_function import expression_function
from dalembert._lower.to_casadi import Scalar
from dalembert._model.records import Model
from dalembert._model.units import si_text
from dalembert._model.values import parameter_values


def computed_parameters(model: Model, p: Scalar) -> dict[int, Scalar]:
    """The parameters that follow from others, and sizes of families, in terms of the remaining parameters."""
    known, parameter_names = parameter_values(model), [entry.name for entry in model.parameters]
    roots = {
        i: entry.value.expression.root
        for i, entry in enumerate(model.parameters)
        if entry.value is not None
        and any(name in parameter_names for name, _ in names(entry.value.expression.root))
    }
    made = expression_function(model, roots.values())
    zeros = [ca.SX.zeros(made.size1_in(i), 1) for i in range(made.n_in())]
    zeros[5] = p
    column = made(*zeros)
    values = {i: column[k] for k, i in enumerate(roots)}
    values |= {parameter_names.index(name): ca.SX(known[name]) for name in model.sizes}
    for _ in roots:  # parameters may follow from computed ones
        pairs = ca.vertcat(*(p[i] for i in values)), ca.vertcat(*values.values())
        values = {i: ca.substitute(value, *pairs) for i, value in values.items()}
    return values


def parameter_entries(model: Model) -> Iterator[Entry]:
    """All parameters, with their values."""
    values = parameter_values(model)
    for p in model.parameters:
        yield Entry(name=p.name, unit=si_text(p.unit), text=p.text, value=values.get(p.name, float("nan")))
