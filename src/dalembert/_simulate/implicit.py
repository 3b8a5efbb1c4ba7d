"""The implicit methods with fixed steps: newmark, galpha, rattle."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import StepCode
from dalembert._compile.compiler import Compiler
from dalembert._compile.interface import Dynamics
from dalembert._compile.method_source import IMPLICIT
from dalembert._compile.native import CallableRecord, ImplicitProblem
from dalembert._expression.source import Flaw, ModelError
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch

SHAPE = Shape(library=IMPLICIT, stages=2, terms=3)


def run_implicit(
    name: str, constants: tuple[float, ...], compiler: Compiler, problem: Problem, watch: Watch
) -> Trajectory:
    """A run by an implicit method with a fixed step."""
    dynamics = problem.dynamics
    if not dynamics.compiled.is_saddle_point:
        message = f"the method {name} cannot handle sliding contacts or forces that hold at a switch"
        raise ModelError(
            (Flaw(rule="method", severity="error", where="method", message=message, hint="take auto"),)
        )
    step = dynamics.compiled.step(name, constants)
    running = NativeRun(SHAPE, step.code, problem, compiler, _ImplicitMemory(step, problem, dynamics))
    return follow_run(running, problem, watch)


class _ImplicitMemory:
    """The memory of an implicit method: auxiliary variables, unknowns, work arrays of Newton's method."""

    def __init__(self, step: StepCode, problem: Problem, dynamics: Dynamics) -> None:
        size, unknowns = dynamics.layout.size, step.unknowns
        self._dynamics, self._first = dynamics, step.begin
        pack = np.zeros(size + step.extras + unknowns + 1)
        self.arrays: dict[str, Any] = {
            "row": np.array(step.rows, dtype=np.int32),
            "column": np.array(step.columns, dtype=np.int32),
            "pack": pack,
            "out": np.zeros(unknowns + len(step.rows)),
            "matrix": np.zeros((unknowns, unknowns)),
            "next": np.zeros(2 * dynamics.layout.n + step.extras + unknowns),
            "pivot": np.zeros(unknowns, dtype=np.int32),
        }
        self._record = ImplicitProblem(
            extras=step.extras,
            unknowns=unknowns,
            entries=len(step.rows),
            theta=step.theta,
            **{name: array.ctypes.data for name, array in self.arrays.items()},
        )
        self.address = ct.addressof(self._record)
        self.restart(float(problem.evaluation_times(problem.times[:1])[0]), problem.start)

    def restart(self, t: float, y: NDArray[np.float64]) -> None:
        """Compute accelerations, momenta and first guesses again."""
        given = self._dynamics.column(t, y)
        self.arrays["pack"][self._dynamics.layout.size : -1] = np.array(self._first(given)).ravel()

    def use(self, functions: Mapping[str, CallableRecord]) -> None:
        """Use other functions of the model from now on."""
        self._record.residual = functions["residual"]
        self._record.update = functions["update"]
