"""The coefficients of rk853, for programs that contain their own integrator."""

from __future__ import annotations

from dalembert._compile.tableaux import TABLEAUX, Row

METHOD = TABLEAUX["rk853"]


def rows() -> dict[str, list[list[float]]]:
    """A (stages, the end of the step as an empty row, further stages), B, E (errors), D (inside the step)."""
    count = METHOD.stages + 1 + len(METHOD.extra)

    def row(given: Row, length: int) -> list[float]:
        return [float(given.get(j, 0.0)) for j in range(length)]

    stages = (*METHOD.a, METHOD.b, *METHOD.extra)  # the weights b lead to the end of the step
    return {
        "A": [row(stage, i) for i, stage in enumerate(stages)],
        "E": [row(weights, count) for weights in METHOD.errors],
        "D": [row(weights, count) for weights in METHOD.dense],
    }


ORDER = METHOD.order
STAGES = METHOD.stages
