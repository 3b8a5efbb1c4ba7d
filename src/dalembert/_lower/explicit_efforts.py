"""Unknown efforts that their constraints give explicitly: E e + r = 0 has the solution e = −E⁻¹ r.

Where E depends on neither efforts, forces nor accelerations, a model with such constraints is one of
mechanics, with e in place of its symbols: contacts can close in it, and the efforts that depend on forces of
contacts have impulses as other forces do.
"""

from __future__ import annotations

from dataclasses import replace

import casadi as ca

from dalembert._lower.dependent_forces import put_in, solved_dense
from dalembert._lower.system import System


def with_explicit_efforts(system: System) -> System | None:
    """The system with its unknown efforts substituted; None where they are not explicit."""
    e = system.e
    slope = ca.jacobian(system.effort, e)
    solvable = slope.size1() == slope.size2() and ca.sprank(slope) == e.numel()
    if not solvable or ca.depends_on(slope, ca.vertcat(e, system.results)) or ca.depends_on(system.D, e):
        return None
    efforts = solved_dense(slope, -ca.substitute(system.effort, e, ca.SX.zeros(e.numel(), 1)))
    return put_in(replace(system, effort=ca.SX(0, 1)), e, efforts)
