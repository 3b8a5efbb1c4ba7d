"""The implicit methods with fixed steps: newmark, galpha, rattle."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from typing import Any

import numpy as np

from dalembert._compile.compiler import Compiler
from dalembert._compile.general import GeneralDynamics
from dalembert._compile.methods import IMPLICIT
from dalembert._compile.native import Called, Implicit
from dalembert._compile.plant import StepCode
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.running import Running, Shape, followed
from dalembert._simulate.trajectory import Problem, Trajectory, Watch

SHAPE = Shape(library=IMPLICIT, stages=2, terms=3)


def implicit(
    name: str, constants: tuple[float, ...], compiler: Compiler, problem: Problem, watch: Watch
) -> Trajectory:
    """A run by one of them."""
    dynamics = problem.dynamics
    if isinstance(dynamics, GeneralDynamics):
        message = f"{name} runs mechanics only"
        raise TypeError(message)
    if not dynamics.plant.plain:
        message = f"the method {name} follows no contact that slides and no force that holds at a switch"
        raise ModelError(
            (Flaw(rule="method", severity="error", where="method", message=message, hint="take auto"),)
        )
    step = dynamics.plant.step(name, constants)
    given = dynamics.machine.given(float(problem.times[0]), problem.start)
    running = Running(
        SHAPE, step.code, problem, compiler, _Carried(step, problem, np.array(step.begin(given)).ravel())
    )
    return followed(running, problem, watch)


class _Carried:
    """What an implicit method carries along: extras, unknowns, room for Newton's method."""

    def __init__(self, step: StepCode, problem: Problem, begin: Any) -> None:
        size, unknowns = problem.dynamics.layout.size, step.unknowns
        pack = np.zeros(size + step.extras + unknowns + 1)
        pack[size:-1] = begin
        self.arrays: dict[str, Any] = {
            "row": np.array(step.rows, dtype=np.int32),
            "column": np.array(step.columns, dtype=np.int32),
            "pack": pack,
            "out": np.zeros(unknowns + len(step.rows)),
            "matrix": np.zeros((unknowns, unknowns)),
            "next": np.zeros(2 * problem.dynamics.layout.n + step.extras + unknowns),
            "pivot": np.zeros(unknowns, dtype=np.int32),
        }
        self._record = Implicit(
            extras=step.extras,
            unknowns=unknowns,
            entries=len(step.rows),
            theta=step.theta,
            **{name: array.ctypes.data for name, array in self.arrays.items()},
        )
        self.address = ct.addressof(self._record)

    def use(self, functions: Mapping[str, Called]) -> None:
        """Take other functions of the model."""
        self._record.residual = functions["residual"]
        self._record.update = functions["update"]
