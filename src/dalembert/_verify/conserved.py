"""Rates of conserved quantities by the lowered model, at seeded states that satisfy its constraints.

dp/dt = p_t + p_q q' + p_q' q'',   M q'' + Gᵀ λ = h,   G q'' = γ
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from dalembert._derive.conserved import ConservedQuantity
from dalembert._derive.equations import Equations
from dalembert._lower.system import System
from dalembert._lower.to_casadi import Engine
from dalembert._model.survey import survey
from dalembert._verify.points import Points, StateSample
from dalembert._verify.states import consistent_states
from dalembert._verify.verify import function_of, lowered_values

LIMIT = 1e-8


def quantities_that_stay(
    equations: Equations, quantities: tuple[ConservedQuantity, ...], system: System
) -> tuple[ConservedQuantity, ...]:
    """The quantities whose rate vanishes at all seeded states at which the accelerations are known.

    Where they are known nowhere (hidden constraints, massless coordinates) the quantities that follow from
    the form of the equations are kept.
    """
    if not quantities:
        return ()
    states = consistent_states(equations.model, system)
    rates = [_rates(equations, one, states) for one in quantities]
    return tuple(
        one for one, rate in zip(quantities, rates, strict=True) if np.max(rate, initial=0.0) <= LIMIT
    )


def _rates(equations: Equations, one: ConservedQuantity, sample: StateSample) -> Points:
    """The rate |dp/dt| relative to the sizes of its terms, at every state."""
    model = equations.model
    engine = Engine(model, survey(model))
    p = engine.build(one.expression)
    moving = ca.vertcat(engine.moving, engine.qd)
    parts = ca.jacobian(p, moving).T * ca.vertcat(engine.moving_rates, engine.qdd)
    values = lowered_values(
        function_of(engine, model, [ca.sum1(parts), ca.sum1(ca.fabs(parts))]), model, sample
    )
    if not values.size:
        return np.zeros(0)
    rate, size = np.abs(values)
    with np.errstate(all="ignore"):
        return np.where(size > 0, rate / size, 0.0)
