"""Steps before and after the equations of motion: kinematics, accelerations, small motions.

Each is verified before it is returned. Rooms that are slow to load are imported only when needed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dalembert._analyse.records import Modes
    from dalembert._derive.eliminate import Elimination
    from dalembert._derive.equations import Equations
    from dalembert._derive.kinematics import Kinematics
    from dalembert._derive.small_motion import SmallMotion
    from dalembert._derive.solved_form import SolvedForm


def kinematics_of(equations: Equations, elimination: Elimination | None) -> Kinematics | None:
    """The steps from positions to the kinetic energy, verified; None where T needs no steps."""
    from dalembert._derive.kinematics import kinematics
    from dalembert._verify.kinematics import check_kinematics

    steps = kinematics(equations, elimination)
    if steps is not None:
        check_kinematics(equations.model, steps, elimination)
    return steps


def solved_form_of(equations: Equations, elimination: Elimination | None) -> SolvedForm | None:
    """The accelerations where they are short, verified; None where they are not."""
    from dalembert._derive.solved_form import solved_form
    from dalembert._lower.lower import lower
    from dalembert._verify.solved_form import check_solved_form

    form = solved_form(equations, elimination)
    if form is not None:
        check_solved_form(equations.model, form, elimination, lower(equations.model))
    return form


def small_motion_of(
    equations: Equations, elimination: Elimination | None, modes: Modes | None
) -> SmallMotion | None:
    """M, C, K and natural frequencies in symbols about the equilibrium of some modes, where they agree."""
    from dalembert._derive.small_motion import small_motion
    from dalembert._model.values import parameter_values
    from dalembert._verify.solved_form import agrees

    if modes is None or not modes.equilibrium or modes.model.states or modes.point.closed_contacts:
        return None
    names = (c.name for c in modes.model.coordinates)
    motion = small_motion(equations, elimination, dict(zip(names, modes.point.q.tolist(), strict=True)))
    if motion is None:
        return None
    if any(not mode.eigenvalue.imag for mode in modes):
        motion = replace(motion, frequencies=())
    eigenvalues = [mode.eigenvalue for mode in modes]
    return motion if agrees(motion, parameter_values(equations.model), eigenvalues) else None
