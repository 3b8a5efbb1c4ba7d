"""The stages of a consistent start of mechanics: positions, then velocities."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.interface import EquationsAtState, Stage
from dalembert._compile.mass_matrix import Inertia
from dalembert._lower.evaluator import Quantities

Array = NDArray[np.float64]
At = Callable[[Array], Quantities | Mapping[str, Array]]  # a state → G, constraints, their terms and reach


def mechanical_stages(
    n: int,
    rows: tuple[str, ...],
    displacements: int,
    at: At,
    inertia: Callable[[Array], Inertia],
    placed: At,
    saddle: Callable[[Array], Mapping[str, Array]],
) -> tuple[Stage, ...]:
    """Phi(q) = 0 for the positions, then d/dt Phi = 0 and Psi = 0 for the velocities of a state (q, qd, …).

    `rows` are the names of the constraints, those on displacements first. `placed` gives these where they are
    taken at another time than the velocities; `saddle` gives M and h.
    """
    members = tuple(range(n))

    def equations_of_stage(at: At, name: str, count: int) -> Callable[[Array], EquationsAtState]:
        def equations(y: Array) -> EquationsAtState:
            parts = at(y)
            terms, reach = parts[f"{name}_terms"], parts[f"{name}_reach"]
            return EquationsAtState(
                residual=parts[name], slopes=lambda: parts["G"][:count], terms=terms, reach=reach
            )

        return equations

    def speed_scale(y: Array) -> Array:
        """√(a l) by rows: what forces bring up over the size l of terms of Phi, a = Σ |G_j h_j| / M_jj."""
        parts, forces = at(y), saddle(y)
        inertia = np.abs(np.diag(forces["M"]))
        strength = np.divide(np.abs(forces["h"]), inertia, out=np.zeros(n), where=inertia > 0)
        slopes = np.abs(parts["G"])
        lengths = slopes @ np.abs(y[:n])
        lengths[:displacements] = parts["position_terms"]
        speeds: Array = np.sqrt(slopes @ strength * lengths)
        return speeds

    return (
        Stage(
            rows=rows[:displacements],
            part=slice(0, n),
            members=members,
            near=slice(0, n),
            equations=equations_of_stage(placed, "position", displacements),
            compared=False,
        ),
        Stage(
            rows=rows,
            part=slice(n, 2 * n),
            members=members,
            near=slice(0, n),
            equations=equations_of_stage(at, "velocity", len(rows)),
            compared=True,
            inertia=inertia,
            speed_scale=speed_scale,
        ),
    )
