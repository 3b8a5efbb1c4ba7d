"""Rules about inputs from tables."""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._expression.source import Flaw, flaw_at
from dalembert._model.records import Model, Table
from dalembert._model.survey import Survey, reached
from dalembert._model.tables import samples_of

Flaws = Iterator[Flaw]


def readable_tables(model: Model, known: Survey) -> Flaws:
    """Tables are there and hold increasing times and numbers."""
    yield from samples_of(model)[1]


PLACES = {  # where the velocity of an input counts, and the order of its derivative that stands there
    "kinetic": ("the kinetic energy", 1),
    "potential": ("the potential energy", 1),
    "displacement": ("the constraint", 0),
    "flow": ("the constraint", 1),
}


def bent_tables(model: Model, known: Survey) -> Flaws:
    """A table of straight lines gives an impulse at every sample where its velocity counts."""
    linear = {i.name: i for i in model.inputs if isinstance(i.law, Table) and i.law.interpolate == "linear"}
    told: set[str] = set()
    for use in known.uses if linear else ():
        what, least = PLACES.get(use.role, ("", 0))
        for name in sorted(
            {n for n, order in reached(use, known) if what and order >= least} & linear.keys()
        ):
            if name in told:
                continue
            told.add(name)
            own = f"{what} `{use.name}`" if use.role in ("displacement", "flow") else what
            message = (
                f"{own} contains the velocity of the table `{name}`, which jumps at every sample:"
                " each jump is an impulse on the motion"
            )
            hint = 'interpolate = "monotone" gives it a velocity without jumps'
            yield flaw_at(
                linear[name].place, rule="table-velocity", message=message, hint=hint, severity="note"
            )
