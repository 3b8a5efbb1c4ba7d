"""Rules about inputs from tables."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.walk import names
from dalembert._model.records import Model, Table, constraints_of
from dalembert._model.survey import Survey
from dalembert._model.tables import samples_of

Flaws = Iterator[Flaw]


def readable_tables(model: Model, known: Survey) -> Flaws:
    """Tables are there and hold increasing times and numbers."""
    yield from samples_of(model)[1]


def bent_tables(model: Model, known: Survey) -> Flaws:
    """A displacement constraint needs an input with a velocity that does not jump."""
    linear = {i.name for i in model.inputs if isinstance(i.law, Table) and i.law.interpolate == "linear"}
    for constraint in constraints_of(model, "displacement"):
        used = {name for name, _ in names(constraint.expression.root)}
        used |= {inner for name in used if name in known.reach for inner, _ in known.reach[name]}
        for name in sorted(used & linear):
            message = (
                f"`{constraint.name}` follows the table `{name}`, whose velocity jumps at every sample:"
                " that would take infinite forces"
            )
            hint = 'give the table interpolate = "monotone"'
            yield flaw_at(
                constraint.place, rule="table-constraint", message=message, hint=hint, severity="structure"
            )
