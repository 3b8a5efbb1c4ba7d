"""A model without its contacts: what its expressions say of their forces is put in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dalembert._expression.expression import Expression
from dalembert._expression.tree import ZERO, Node
from dalembert._model.records import Model, Term, force_names


def without_contacts(model: Model, forces: Mapping[str, Node] | None = None) -> Model:
    """The model without contacts, whose forces are those given, or else none: as if all were open.

    The forces of compliant contacts are definitions already where an expression uses them.
    """
    given, there = forces or {}, {term.name for term in model.definitions}
    made = tuple(
        Term(name=name, expression=Expression(given.get(name, ZERO)))
        for name in force_names(model)
        if name not in there
    )
    return replace(model, contacts=(), definitions=(*model.definitions, *made))
