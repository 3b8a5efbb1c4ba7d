"""A system without a run: equilibria, linear equations, modes, efforts for a motion.

Heavy rooms are entered only when asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dalembert._model.records import Model, RunSettings
from dalembert._model.run_numbers import run_numbers
from dalembert._model.vary import merged
from dalembert.verbs.sources import runnable

if TYPE_CHECKING:
    from dalembert._analyse.records import Campbell, Equilibria, Inverse, Linear, Modes


def equilibrium(
    source: Model | str | Path,
    *,
    starts: int = 60,
    seed: int = 1,
    inputs: Mapping[str, Any] | None = None,
) -> Equilibria:
    """The places where a system can stay at rest, found from many starts, and the stability of each.

    Inputs are held at the values of `inputs`, the others as they are at the start time; flow constraints
    hold their directions from the start.
    """
    from dalembert._analyse.context import setting_of
    from dalembert._analyse.equilibrium import equilibria

    return equilibria(setting_of(runnable(source, RunSettings()), inputs=inputs), starts, seed)


def linearise(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    inputs: Mapping[str, Any] | None = None,
) -> Linear:
    """M, C, K and the state space A, B, C, D about a place, on the directions that constraints leave free.

    `at` is "start" (also without it), "equilibrium" (the nearest to the start), or values of coordinates,
    speeds ("x'") and states; what they do not say is the model's start, at rest. `inputs` are held as in
    `equilibrium`. Where the place is no equilibrium, `residual` and a remark say so.
    """
    from dalembert._analyse.context import setting_of
    from dalembert._analyse.requested_point import linear_about

    return linear_about(setting_of(runnable(source, RunSettings()), inputs=inputs), at)


def modes(
    source: Model | str | Path,
    at: str | Mapping[str, Any] | None = None,
    *,
    speed_rpm: float | None = None,
    orders: int = 3,
    inputs: Mapping[str, Any] | None = None,
) -> Modes:
    """Natural frequencies, damping ratios and mode shapes; against an operating speed, if one is given.

    `at` and `inputs` are as for `linearise`. Without `at` the modes are those about the start, if it is a
    steady motion, else about the nearest equilibrium that is not unstable, else the nearest of all, with
    the inputs of the start time or else with none; `place.about` says which. Where there is none, and the
    linear equations change along the motion, they are refused.
    """
    from dalembert._analyse.context import setting_of
    from dalembert._analyse.modes import modes_of

    return modes_of(setting_of(runnable(source, RunSettings()), inputs=inputs), at, speed_rpm, orders)


def campbell(
    source: Model | str | Path,
    parameter: str,
    values: Sequence[float],
    at: str | Mapping[str, Any] | None = None,
    *,
    orders: int = 0,
    inputs: Mapping[str, Any] | None = None,
) -> Campbell:
    """Natural frequencies and damping ratios over the values of a parameter, each mode followed by its shape.

    With `orders` the parameter is a speed, and crossings with its multiples are told.
    """
    from dalembert._analyse.campbell import campbell_of

    return campbell_of(runnable(source, RunSettings()), parameter, values, at, orders, inputs)


def inverse(
    source: Model | str | Path,
    motion: Mapping[str, Any],
    efforts: Sequence[str] | None = None,
    *,
    t_end: float | str | None = None,
    samples: int | str | None = None,
) -> Inverse:
    """The efforts that a prescribed motion needs: torque, power, peaks, RMS, work.

    `motion` gives as many coordinates as there are degrees of freedom, each an expression of t and
    parameters or a table (times, values), in SI; the other coordinates follow from the constraints.
    `efforts` are inputs, or coordinates to act on; without them one acts on each prescribed coordinate.
    """
    from dalembert._analyse.context import setting_of
    from dalembert._analyse.inverse import inverse_of

    chosen = runnable(source, RunSettings())
    asked = run_numbers(chosen, merged(RunSettings(), RunSettings(t_end=t_end, samples=samples)))
    count = int(asked.samples) if asked.samples is not None else None
    return inverse_of(setting_of(chosen), motion, efforts, asked.t_end, count)


def to_control(linear: Linear) -> Any:
    """The state space of a linear system as a `control.StateSpace`; needs python-control."""
    from dalembert._analyse.to_control import to_control as converted

    return converted(linear)
