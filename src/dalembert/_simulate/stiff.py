"""Radau IIA of order 5 in C, for stiff systems: accuracy alone limits its steps, not stability."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._compile.code import StiffCode
from dalembert._compile.compiler import Compiler
from dalembert._compile.method_source import RADAU
from dalembert._compile.native import CallableRecord, SparseProblem, StiffProblem
from dalembert._compile.sparse_factors import SparseFactors
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch

SHAPE = Shape(library=RADAU, stages=2, terms=5)


def radau(compiler: Compiler, problem: Problem, watch: Watch) -> Trajectory:
    """A run by Radau IIA."""
    stiff = problem.dynamics.compiled.stiff_code
    running = NativeRun(SHAPE, stiff.code, problem, compiler, RadauMemory(problem, stiff))
    return follow_run(running, problem, watch)


class RadauMemory:
    """Room for the matrices and stages."""

    def __init__(self, problem: Problem, stiff: StiffCode) -> None:
        layout = problem.dynamics.layout
        n, size = layout.tested, layout.size
        self.arrays: dict[str, Any] = {name: np.zeros((n, n)) for name in ("jacobian", "real", "re", "im")}
        self.arrays |= {name: np.zeros((3, size)) for name in ("W", "Z", "F")}
        self.arrays |= {name: np.zeros(size) for name in ("side", "side_im", "base")}
        self.arrays |= {name: np.zeros(max(1, n), dtype=np.int32) for name in ("order", "order_complex")}
        self.arrays |= {"row": np.array(stiff.rows, np.int32), "column": np.array(stiff.columns, np.int32)}
        self.arrays |= {"out": np.zeros(max(1, len(stiff.rows)))}
        self._record = StiffProblem(
            entries=len(stiff.rows), **{name: array.ctypes.data for name, array in self.arrays.items()}
        )
        if stiff.sparse is not None:
            self._record.sparse = self._sparse(stiff.sparse)
        self.address = ct.addressof(self._record)

    def _sparse(self, factors: SparseFactors) -> SparseProblem:
        """The pattern of sparse factors, with room for their numbers."""
        unknowns = len(factors.position)
        given = {"row": self.arrays["row"], "column": self.arrays["column"], "position": factors.position}
        given |= {
            "start": factors.start,
            "at": factors.column,
            "diagonal": factors.diagonal,
            "spot": factors.spot,
        }
        given |= {name: np.zeros(factors.entries) for name in ("lu", "re", "im")} | {
            "work": np.zeros(3 * unknowns)
        }
        self.arrays |= {f"sparse_{name}": array for name, array in given.items()}
        return SparseProblem(
            unknowns=unknowns,
            entries=len(factors.spot),
            **{name: array.ctypes.data for name, array in given.items()},
        )

    @property
    def is_sparse(self) -> bool:
        """Whether the factors of the last step are sparse."""
        return bool(self._record.sparse.trusted)

    @property
    def jacobians(self) -> int:
        """How many derivatives of the rates were made."""
        return int(self._record.jacobians)

    @property
    def factorisations(self) -> int:
        """How often the matrices of a step were factorised."""
        return int(self._record.factorisations)

    @property
    def free(self) -> int:
        """How many steps in a row an explicit method could have made as well, where that is measured."""
        return int(self._record.free)

    def measure(self) -> None:
        """From now on count the steps that an explicit method could have made as well."""
        self._record.measures = 1

    def restart(self, t: float, y: NDArray[np.float64]) -> None:  # noqa: ARG002
        """Evaluate and factorise the matrix of a step again after a restart."""
        self._record.known = self._record.free = 0

    def use(self, functions: Mapping[str, CallableRecord]) -> None:
        """Use other functions of the model from now on."""
        if "slopes" in functions:
            self._record.slopes = functions["slopes"]
