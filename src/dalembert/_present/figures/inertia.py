"""Coordinates without inertia: their speeds follow from the others, so that they have no phase portrait."""

from __future__ import annotations

from dalembert._model.records import Model
from dalembert._model.survey import depends, survey


def massless_of(model: Model) -> frozenset[str]:
    """The coordinates whose velocities the kinetic energy does not contain."""
    known = survey(model)
    leaves = {pair for term in model.kinetic for pair in depends(term.expression.root, known)}
    return frozenset(c.name for c in model.coordinates if (c.name, 1) not in leaves)
