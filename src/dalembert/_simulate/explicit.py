"""The explicit Runge-Kutta methods of TABLEAUX."""

from __future__ import annotations

from functools import cache

from dalembert._compile.compiler import Compiler
from dalembert._compile.tableaux import TABLEAUX
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch


@cache
def shape_of(name: str) -> Shape:
    """What a run by one of them keeps."""
    tableau = TABLEAUX[name]
    stages, terms = tableau.stages + 1 + len(tableau.extra), 3 + len(tableau.dense)
    return Shape(library=name, stages=stages, terms=terms)


def run_explicit(name: str, compiler: Compiler, problem: Problem, watch: Watch) -> Trajectory:
    """A run by one of them."""
    code = problem.dynamics.compiled.code
    return follow_run(NativeRun(shape_of(name), code, problem, compiler), problem, watch)
