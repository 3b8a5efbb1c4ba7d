"""Coordinates whose inertia ∂²T/∂q̇² is negative at the start: a mass, or a term of T, has a wrong sign.

Such a model can be run, and closes its energy balance, but its motion is that of no system: it moves against
its forces. The inertia is the second difference of T over speeds of ±1, exact where T is quadratic.
"""

from __future__ import annotations

import casadi as ca
import numpy as np

from dalembert._expression.source import Flaw, flaw_at
from dalembert._lower.system import System
from dalembert._model.records import Model
from dalembert._model.run_numbers import run_numbers
from dalembert._model.values import values_of

NOISE = 1e-9  # of the largest inertia: below it a negative one is rounding
SHOWN = 4  # the most coordinates that a warning names


def negative_inertia(model: Model, system: System) -> tuple[Flaw, ...]:
    """A warning where coordinates have a negative inertia at the start, as far as values are known."""
    values, n = values_of(model), len(model.coordinates)
    p = np.array(values.vector())
    if not n or not np.isfinite(p).all():
        return ()
    made = ca.Function(
        "kinetic", [system.t, system.q, system.qd, system.s, system.p], [system.T], {"allow_free": True}
    )
    if made.has_free():
        return ()
    q = np.array([values.first(c.name) for c in model.coordinates])
    s = np.array([values.first(state.name) for state in model.states])
    t = run_numbers(model).t_start or 0.0
    speeds = np.hstack([np.eye(n), -np.eye(n), np.zeros((n, 1))])
    T = np.array(made(t, q, speeds, s, p)).ravel()
    inertia = T[:n] + T[n : 2 * n] - 2.0 * T[-1]
    if not np.isfinite(inertia).all():
        return ()
    wrong = [i for i in range(n) if inertia[i] < -NOISE * np.abs(inertia).max()]
    if not wrong:
        return ()
    names = ", ".join(f"`{model.coordinates[i].name}` ({inertia[i]:.4g})" for i in wrong[:SHOWN])
    more = f" and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
    message = f"the kinetic energy falls with the speed: negative inertia of {names}{more} at the start"
    hint = "check the signs of masses and moments of inertia, and of the terms of the kinetic energy"
    location = model.coordinates[wrong[0]].location
    return (flaw_at(location, rule="negative-inertia", message=message, hint=hint, severity="warning"),)
