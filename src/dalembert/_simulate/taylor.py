"""Taylor series of the whole state: few long steps at tight tolerances, for models whose rates are smooth."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from math import ceil, log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.compiler import Compiler
from dalembert._compile.method_source import TAYLOR
from dalembert._compile.native import CallableRecord, Precision, Taylor, library
from dalembert._compile.run_functions import functions_of
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch

LOWEST, HIGHEST = 6, 30  # orders
CUBIC = 3  # the degree of a table in a cell


def order_of(tolerance: float) -> int:
    """The order with the least work for a tolerance of the steps (Jorba and Zou)."""
    return min(max(ceil(-log(tolerance) / 2), LOWEST), HIGHEST)


def taylor(order: int, compiler: Compiler, problem: Problem, watch: Watch) -> Trajectory:
    """A run by Taylor series of an order."""
    return follow_run(taylor_run(order, compiler, problem), problem, watch)


def taylor_run(order: int, compiler: Compiler, problem: Problem) -> NativeRun:
    """The run in C by Taylor series, before its first step."""
    dynamics, replay = problem.dynamics, problem.replay
    code, compiled = dynamics.compiled.series(order), library(TAYLOR, compiler)
    double, extended = (
        functions_of(code, dynamics, compiled, compiler, precision) if wanted else None
        for precision, wanted in ((Precision.double, True), (Precision.extended, replay is not None))
    )
    precisely = replay is not None and replay.precise
    memory = TaylorMemory(
        order,
        dynamics.layout.size,
        dynamics.compiled.inputs,
        None if extended is None else extended.now["series"],
    )
    shape = Shape(library=TAYLOR, stages=2, terms=order, smooth=not code.series.switches)
    return NativeRun(
        shape, dynamics.compiled.code, problem, compiler, memory, more=extended if precisely else double
    )


class TaylorMemory:
    """Room for the coefficients."""

    def __init__(self, order: int, size: int, inputs: int, precise: CallableRecord | None) -> None:
        self.arrays: dict[str, Any] = {
            name: np.zeros((order + 1, size)) for name in ("coefficients", "others")
        }
        self.arrays |= {name: np.zeros(size) for name in ("slope", "rise", "over")}
        self.arrays["inputs"] = np.zeros((CUBIC + 1, inputs))
        self._record = Taylor(
            order=order, reach=1.0, **{name: array.ctypes.data for name, array in self.arrays.items()}
        )
        if precise is not None:
            self._record.precise = precise
        self.address = ct.addressof(self._record)

    def restart(self, t: float, y: NDArray[np.float64]) -> None:  # noqa: ARG002
        """Compute the series of the next step again, as at the start."""
        self._record.known = self._record.begun = 0

    def use(self, functions: Mapping[str, CallableRecord]) -> None:
        """Use other functions of the model from now on."""
        self._record.series = functions["series"]
