"""A system without a run: equilibria, linear equations, modes, efforts for a motion.

Rooms that are slow to load are imported only when they are needed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert._expression.computing import one_at_a_time
from dalembert._model.records import Model, RunSettings
from dalembert._model.run_numbers import run_numbers
from dalembert._model.vary import merge_settings
from dalembert.verbs.sources import runnable

if TYPE_CHECKING:
    from dalembert._analyse.records import Campbell, Equilibria, Inverse, Linear, Modes


@one_at_a_time
def equilibrium(
    source: Model | str | Path,
    *,
    starts: int = 60,
    seed: int = 1,
    inputs: Mapping[str, Any] | None = None,
) -> Equilibria:
    """Find the equilibria of a system from many starting points, and the stability of each.

    Inputs are held at the values in `inputs`, all others at their values at the start time. Nonholonomic
    constraints fix the directions they block at the start.
    """
    from dalembert._analyse.context import analysis_context
    from dalembert._analyse.equilibrium import equilibria

    return equilibria(analysis_context(runnable(source, RunSettings()), inputs=inputs), starts, seed)


@one_at_a_time
def linearise(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
) -> Linear:
    """Linearise a system about a point: M, C, K and the state-space matrices A, B, C, D.

    The matrices act on the directions that the constraints leave free. `at` is "start" (the default),
    "equilibrium" (the one nearest to the start), or values of coordinates, velocities ("x'") and states; what
    is not given is taken from the start of the model, at rest. Inputs are held as in `equilibrium`. If the
    point is not an equilibrium, `residual` is not zero and a remark states it.
    """
    from dalembert._analyse.context import analysis_context
    from dalembert._analyse.requested_point import linear_about

    return linear_about(analysis_context(runnable(source, RunSettings()), inputs=inputs), at)


@one_at_a_time
def modes(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    speed_rpm: float | None = None,
    orders: int = 3,
    inputs: Mapping[str, Any] | None = None,
) -> Modes:
    """Compute natural frequencies, damping ratios and mode shapes.

    With `speed_rpm` the frequencies are compared with multiples of an operating speed. `at` and `inputs` are
    as in `linearise`. Without `at` the modes are computed about the start if that is a steady motion, else
    about the nearest equilibrium that is not unstable, else about the nearest one; `place.about` states
    which. Without an equilibrium, a model whose linear equations vary along the motion is refused.
    """
    from dalembert._analyse.context import analysis_context
    from dalembert._analyse.normal_modes import modes_of

    return modes_of(analysis_context(runnable(source, RunSettings()), inputs=inputs), at, speed_rpm, orders)


@one_at_a_time
def campbell(
    source: Model | str | Path,
    parameter: str,
    values: Sequence[float],
    at: str | Mapping[str, Any] | None = None,
    *,
    orders: int = 0,
    inputs: Mapping[str, Any] | None = None,
) -> Campbell:
    """Compute natural frequencies and damping ratios as functions of a parameter (a Campbell diagram).

    Modes are followed from value to value by their shapes. With `orders` the parameter is a rotational speed,
    and the crossings with its multiples are listed.
    """
    from dalembert._analyse.campbell import campbell_of

    return campbell_of(runnable(source, RunSettings()), parameter, values, at, orders, inputs)


@one_at_a_time
def inverse(
    source: Model | str | Path,
    motion: Mapping[str, Any],
    efforts: Sequence[str] | None = None,
    *,
    t_end: float | str | None = None,
    samples: int | str | None = None,
) -> Inverse:
    """Solve the inverse problem: the forces and torques that a prescribed motion requires.

    `motion` prescribes as many coordinates as there are degrees of freedom, each as an expression of t and
    the parameters or as a table (times, values), in SI units; the other coordinates follow from the
    constraints. `efforts` names inputs, or coordinates to act on; by default one effort acts on each
    prescribed coordinate. The result has peak values, RMS values, power and work.
    """
    from dalembert._analyse.context import analysis_context
    from dalembert._analyse.inverse_dynamics import inverse_of

    chosen = runnable(source, RunSettings())
    numbers = run_numbers(chosen, merge_settings(RunSettings(), RunSettings(t_end=t_end, samples=samples)))
    count = int(numbers.samples) if numbers.samples is not None else None
    return inverse_of(analysis_context(chosen), motion, efforts, numbers.t_end, count)


def to_control(linear: Linear) -> Any:
    """The state space of a linear system as a `control.StateSpace`; needs python-control."""
    from dalembert._analyse.to_control import to_control as converted

    return converted(linear)
