"""Whether the integrals of a model were good sums at the states that a motion visited, or need more panels.

Each integral is a sum over fixed panels while a run goes on (`_expression/quadrature.py`). At the states of
its rows it is compared with the sum over twice as many panels. The error of the motion follows its slopes by
the ends, which converge with it, later by a factor; so what is allowed is a part of the tolerance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.table_polynomials import Curve
from dalembert._expression.canonical import key
from dalembert._expression.quadrature import PANELS, with_panels
from dalembert._expression.tree import Integral
from dalembert._lower.output_arguments import Turn, TurningArgument
from dalembert._model.records import Model
from dalembert._model.survey import VALUES, survey
from dalembert._simulate.motion import Settings
from dalembert._simulate.turning_times import arguments_along
from dalembert._text.budget import FINEST
from dalembert._text.printer import print_tree

Array = NDArray[np.float64]
ROWS = 400  # of a motion that are looked at
SHARE = 1e-2  # of rtol, that an integral may be off
ROUNDING = 20 * float(np.finfo(float).eps)  # of sums of some dozens of terms
LATER = 50.0  # by which the slopes of a sum converge later than the sum


@dataclass(frozen=True, slots=True)
class PoorIntegral:
    """The integral that is off most, its relative error, and whether more panels may cure it."""

    name: str
    error: float
    curable: bool


def poor_integral(
    model: Model, settings: Settings, times: Array, seen: dict[str, Array], tables: Sequence[Curve]
) -> PoorIntegral | None:
    """The worst of the integrals that were no good sums along a motion; None where all were."""
    integrals: dict[str, Integral] = {}
    for use in survey(model).in_use.uses:
        for node in use.operations if use.role not in VALUES else ():
            if isinstance(node, Integral):
                integrals.setdefault(key(node), node)
    if not integrals or not len(times):
        return None
    pairs = [(node, with_panels(node, 2)) for node in integrals.values()]
    arguments = [TurningArgument(one, Turn.phase) for pair in pairs for one in pair]
    rows = np.unique(np.linspace(0, len(times) - 1, min(ROWS, len(times))).astype(int))
    there = {name: block[rows] for name, block in seen.items() if len(block) == len(times)}
    values = arguments_along(model, arguments, tables)(times[rows], there)
    coarse, fine = values[:, ::2], values[:, 1::2]
    both = np.isfinite(coarse) & np.isfinite(fine)
    off = np.where(both, np.abs(coarse - fine), np.where(np.isnan(coarse) & np.isnan(fine), 0.0, np.inf))
    sizes = np.max(np.where(both, np.abs(fine), 0.0), axis=0, initial=0.0)
    errors = LATER * np.max(off, axis=0) / np.maximum(sizes, np.finfo(float).tiny)
    worst = int(np.argmax(errors))
    if not errors[worst] > SHARE * settings.rtol + LATER * ROUNDING:
        return None
    node = pairs[worst][0]
    curable = node.panels < PANELS[-1] and with_panels(node, 2, FINEST) != node
    return PoorIntegral(print_tree(node), float(errors[worst]), curable)
