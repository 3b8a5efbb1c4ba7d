"""The place where a run would begin, for models whose unknown efforts only their motion determines.

An effort constraint that contains no effort, such as i₂ + n(i₁) i₁ = 0 of a transformer, binds speeds, and
its effort follows from its derivative. The equations of a run contain these derivatives (Σ-method): its start
has consistent speeds, accelerations, efforts and multipliers.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.context import AnalysisContext
from dalembert._analyse.records import OperatingPoint
from dalembert._compile.compiled_models import bind, compiled_model
from dalembert._compile.rank_revealing import solution
from dalembert._compile.table_polynomials import piecewise_polynomial
from dalembert._expression.expression import Expression
from dalembert._expression.source import Source
from dalembert._expression.tree import Number
from dalembert._model.records import Model
from dalembert._model.tables import samples_of
from dalembert._model.values import values_of
from dalembert._model.without_contacts import without_contacts
from dalembert._simulate.start import consistent_start

Array = NDArray[np.float64]
RANK = 1e-12  # of the derivatives of effort constraints by efforts, relative to their sizes


def begins_as_a_run(context: AnalysisContext, point: OperatingPoint) -> bool:
    """Whether effort constraints leave efforts open at a point, or accelerations depend on these."""
    if not context.model.efforts:
        return False
    at = {"q": point.q, "qd": point.qd, "s": point.s, "e": point.e, "u": point.u}
    parts = context.physics.motion(point.t, at, context.p)
    slopes = parts["effort_e"] * context.scales.e
    rows = np.abs(slopes).max(axis=1, initial=0.0)
    if not np.isfinite(rows).all() or not rows.all():
        return True
    if np.linalg.svd(slopes / rows[:, np.newaxis], compute_uv=False)[-1] <= RANK:
        return True
    return solution(parts["M"], parts["G"], parts["h"], parts["gamma"]) is None


def run_start(context: AnalysisContext, model: Model, point: OperatingPoint) -> OperatingPoint:
    """Where a run of a model would begin, with the inputs of the context; raises what prevents it."""
    inputs = tuple(
        replace(one, law=Expression(Number(context.given[one.name]), Source("")))
        if one.name in context.given
        else one
        for one in model.inputs
    )
    free = replace(without_contacts(model), inputs=inputs)
    curves = tuple(piecewise_polynomial(table) for table in samples_of(free)[0])
    values = values_of(free)
    dynamics = bind(compiled_model(free), values, curves)
    start = consistent_start(dynamics, values, context.t)
    seen = dynamics.observe(np.array([context.t]), start.y[np.newaxis])

    def first(name: str, like: Array) -> Array:
        return np.array(seen[name][0, : len(like)], dtype=float)

    return replace(
        point,
        q=first("q", point.q),
        qd=first("qd", point.qd),
        qdd=first("qdd", point.qdd),
        s=first("s", point.s),
        e=first("e", point.e),
        lam=first("lam", point.lam),
        assumed=start.assumed,
        moved=start.moved,
    )
