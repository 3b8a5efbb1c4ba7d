"""Rules about elements of networks: invalid values, reported with the name of the element."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt

from dalembert._expression.evaluate import evaluate
from dalembert._expression.source import Flaw, flaw_at
from dalembert._expression.walk import names
from dalembert._model.records import Model
from dalembert._model.survey import Survey
from dalembert._model.values import values_of

ROUNDING = 1e-12  # of a pivot relative to its diagonal entry: perfectly coupled coils have none


def positive_values(model: Model, known: Survey) -> Iterator[Flaw]:
    """Capacities, inductances and areas are positive, and the energy of coupled coils is positive definite.

    Values that read places are checked at the start, where it is given; others that vary are not.
    """
    if not model.positive:
        return
    known_values = values_of(model)
    constants = {(name, 0): one for name, one in known_values.parameters.items()}
    starts = {(name, 0): one for name, one in known_values.start.items()}
    for one in model.positive:
        values = constants if one.zero else starts | constants
        used = {name for entry in one.matrix for name in names(entry.root)}
        if any(name not in values and name[0] != "pi" for name in used):
            continue
        numbers = [evaluate(entry.root, values) for entry in one.matrix]
        if one.zero and numbers == [0.0]:
            continue
        if not _is_positive(numbers):
            yield flaw_at(
                one.location, rule="network", message=one.message, hint=one.hint, severity=one.severity
            )


def _is_positive(entries: list[float]) -> bool:
    """Whether a symmetric matrix is positive definite, by Cholesky's pivots."""
    size = isqrt(len(entries))
    lower = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1):
            left = entries[i * size + j] - sum(lower[i][k] * lower[j][k] for k in range(j))
            if i != j:
                lower[i][j] = left / lower[j][j]
            elif not left > ROUNDING * abs(entries[i * size + i]):
                return False
            else:
                lower[i][i] = left**0.5
    return True
