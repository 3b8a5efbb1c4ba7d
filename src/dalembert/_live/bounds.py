"""Bounds of expressions in parameters alone, as `check` knows them: a page does not run beyond them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf, isfinite
from typing import Any

from dalembert._expression.expression import Expression
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.rules_bodies import is_positive
from dalembert._model.rules_contacts import contact_ranges


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueBound:
    """low ≤ value ≤ high, or low < value with `above`."""

    name: str
    expression: Expression
    low: float
    high: float = inf
    above: bool = False

    def data(self) -> dict[str, Any]:
        """The bound as data for the script."""
        high = self.high if isfinite(self.high) else None
        return {"name": self.name, "low": self.low, "high": high, "above": self.above}


def value_bounds(model: Model) -> tuple[ValueBound, ...]:
    """The bounds of expressions that depend on parameters and on nothing else."""
    known = {parameter.name for parameter in model.parameters}

    def is_made_of_parameters(bound: ValueBound) -> bool:
        used = {name for name, _ in names(bound.expression.root)} - {"pi"}
        return bool(used) and used <= known

    return tuple(filter(is_made_of_parameters, _bounds(model)))


def _bounds(model: Model) -> Iterator[ValueBound]:
    for contact in model.contacts:
        for one in contact_ranges(contact, {}):
            if one.part is not None:
                name = f"{contact.name}.{one.what}"
                yield ValueBound(name=name, expression=one.part, low=one.low, high=one.high, above=one.above)
    for sampled in model.sampled:
        yield ValueBound(name=f"{sampled.name}.every", expression=sampled.every, low=0.0, above=True)
    for term in model.quantities:
        above = is_positive(term.name)
        if above is not None:
            name = term.name.partition(".")[2]
            yield ValueBound(name=name, expression=term.expression, low=0.0, above=above)
