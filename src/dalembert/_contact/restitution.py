"""The coefficients of restitution of contacts: numbers, or functions of approach velocity and motion."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import Curve, inputs_of_tables
from dalembert._contact import tolerances
from dalembert._expression.evaluate import evaluate
from dalembert._expression.functions import CONSTANTS
from dalembert._expression.source import ModelError, flaw_at
from dalembert._expression.walk import names
from dalembert._lower.expression_function import expression_function
from dalembert._lower.transition_functions import with_approach
from dalembert._model.records import Contact, Model
from dalembert._model.values import values_of
from dalembert._model.without_contacts import without_contacts

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Restitution:
    """The coefficients of restitution of the contacts of a model; those of compliant ones are zero."""

    functions: tuple[Any, ...]
    p: Array
    model: Model
    tables: tuple[Curve, ...]

    def at(self, contact: int, t: float, y: Array, approach: float) -> float:
        """The coefficient of restitution of a contact at a velocity of approach."""
        function = self.functions[contact]
        if isinstance(function, float):
            return function
        n, states = len(self.model.coordinates), len(self.model.states)
        s = y[2 * n : 2 * n + states]
        e = np.zeros(len(self.model.efforts))
        p = np.append(self.p, approach)
        value = float(function(t, y[:n], y[n : 2 * n], s, e, p, inputs_of_tables(self.model, self.tables, t)))
        if not -tolerances.ZERO <= value <= 1 + tolerances.ZERO:
            contact_record = self.model.contacts[contact]
            message = (
                f"the restitution of `{contact_record.name}` is {value:.4g} at an approach of {approach:.4g}"
            )
            hint = "give one that stays from 0 to 1, for example with min(max(…, 0), 1)"
            raise ModelError(
                (flaw_at(contact_record.location, rule="restitution", message=message, hint=hint),)
            )
        return min(max(value, 0.0), 1.0)


def restitution_of(model: Model, tables: tuple[Curve, ...]) -> Restitution:
    """The coefficients of restitution of a model."""
    values = dict(values_of(model).parameters)
    open_model = replace(without_contacts(model), parameters=with_approach(model))
    return Restitution(
        functions=tuple(_law(c, open_model, values) for c in model.contacts),
        p=np.array(values_of(model).vector()),
        model=model,
        tables=tables,
    )


def _law(contact: Contact, model: Model, values: dict[str, float]) -> Any:
    """The restitution of a contact: a number where it depends on parameters only."""
    if contact.restitution is None:
        return 0.0
    root = contact.restitution.root
    if all(name in values or name in CONSTANTS for name, _ in names(root)):
        return float(evaluate(root, {(name, 0): number for name, number in values.items()}))
    return expression_function(model, [root])
