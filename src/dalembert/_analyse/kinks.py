"""Whether forces jump or have a kink at a point: derivatives, and so linear equations, are then meaningless.

Along a line x + ε d the difference quotient of a smooth f tends to f_x d as ε goes to zero, from both sides.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.model_functions import Blocks
from dalembert._analyse.records import OperatingPoint

Array = NDArray[np.float64]
COARSE, FINE, FINER = 1e-4, 1e-6, 1e-8  # the last with compliant contacts: what rests on them is near a kink
RESIDUALS = ("r", "effort", "rates", "velocity")


def has_kink_at(context: AnalysisContext, point: OperatingPoint) -> bool:
    """Whether there is a jump or a kink at the point."""
    if not context.jumping:
        return False
    steps = (COARSE, FINER if any(c.compliant for c in context.model.contacts) else FINE)
    random = np.random.default_rng(3)
    here, speed = _blocks_at(context, point, {}), context.scale / context.scales.time
    for _ in range(4):
        away = {
            "q": context.scale * random.normal(size=len(point.q)),
            "qd": speed * random.normal(size=len(point.q)),
            "s": random.normal(size=len(point.s)) * (context.scales.s + np.abs(point.s)),
        }
        if context.physics.coupled:
            least = {"a": speed / context.scales.time, "lam": _multiplier_sizes(context, here)}
            for name, value in (("a", point.qdd), ("lam", point.lam)):
                large = np.max(np.abs(value), initial=0.0) or least[name]
                away[name] = random.normal(size=len(value)) * large
        for side in (1, -1):
            coarse, fine = (_departure(context, point, here, away, side * step) for step in steps)
            if np.any((fine > 0.3 * coarse) & (fine > 1e-6 * _sizes(here, away))):
                return True
    return False


def _multiplier_sizes(context: AnalysisContext, here: Blocks) -> Array:
    """The multipliers whose forces do the energy of the model as work on departures of the scales."""
    arms = np.abs(here["G"]) @ context.scale
    return np.asarray(context.scales.energy / np.where(arms > 0, arms, 1.0))


def _departure(
    context: AnalysisContext, point: OperatingPoint, here: Blocks, away: dict[str, Array], step: float
) -> Array:
    """The relative difference of the difference quotients from the derivatives."""
    there = _blocks_at(context, point, {name: step * d for name, d in away.items()})
    departures = []
    for name in RESIDUALS:
        slope = sum((here[f"{name}_{by}"] @ d for by, d in away.items()), np.zeros(len(here[name])))
        departures.append(np.abs((there[name] - here[name]) / step - slope))
    whole: Array = np.concatenate(departures)
    return np.where(np.isnan(whole), np.inf, whole)


def _sizes(here: Blocks, away: dict[str, Array]) -> Array:
    sizes = []
    for name in RESIDUALS:
        size = np.abs(here[name]) + (here["size"] if name == "r" else 0.0)
        sizes.append(size + sum(np.abs(here[f"{name}_{by}"]) @ np.abs(d) for by, d in away.items()))
    return np.concatenate(sizes)


def _blocks_at(context: AnalysisContext, point: OperatingPoint, by: dict[str, Array]) -> Blocks:
    values = {"q": point.q, "qd": point.qd, "s": point.s, "e": point.e, "u": point.u}
    values |= {"a": point.qdd, "lam": point.lam}
    moved = {name: value + by[name] if name in by else value for name, value in values.items()}
    return context.physics.linearisation(point.t, moved, context.p)
