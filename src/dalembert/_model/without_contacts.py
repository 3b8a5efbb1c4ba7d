"""A model without its contacts: forces of contacts in expressions are replaced by given ones, or by zero."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import ZERO, Node
from dalembert._model.records import Model, Term, force_names
from dalembert._model.structures import StructureCache, with_values_of

_open: StructureCache[Model] = StructureCache(8)


def without_contacts(model: Model, forces: Mapping[str, Node] | None = None) -> Model:
    """The model without contacts, with given forces, or with zero forces as if all were open.

    The forces of compliant contacts are definitions already where an expression uses them.
    """
    if not model.contacts:
        return model
    if forces is None:  # the same objects for models that differ only in values
        return with_values_of(_open.get(model, lambda model: _with_forces(model, {})), model)
    return _with_forces(model, forces)


def _with_forces(model: Model, given: Mapping[str, Node]) -> Model:
    there = {term.name for term in model.definitions}
    made = tuple(
        Term(name=name, expression=Expression(given.get(name, ZERO)))
        for name in force_names(model)
        if name not in there
    )
    return replace(model, contacts=(), definitions=(*model.definitions, *made))
