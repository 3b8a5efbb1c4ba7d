"""The explicit Runge-Kutta methods of TABLEAUX."""

from __future__ import annotations

from functools import cache

from dalembert._compile.compiler import Compiler
from dalembert._compile.tableaux import TABLEAUX
from dalembert._simulate.native_run import NativeRun, Shape, follow_run
from dalembert._simulate.trajectory import Problem, Trajectory, Watch

SMALL = 1_000_000  # numbers in the rows of a run whose memory is kept for a later one


@cache
def shape_of(name: str) -> Shape:
    """The sizes of the memory that a run by an explicit method needs."""
    tableau = TABLEAUX[name]
    stages, terms = tableau.stages + 1 + len(tableau.extra), 3 + len(tableau.dense)
    return Shape(library=name, stages=stages, terms=terms, explicit=True)


def run_explicit(name: str, compiler: Compiler, problem: Problem, watch: Watch) -> Trajectory:
    """A run by an explicit Runge-Kutta method."""
    return follow_run(_native_run(name, compiler, problem), problem, watch)


def _native_run(name: str, compiler: Compiler, problem: Problem) -> NativeRun:
    """A run in C, in the memory of an earlier run with the same method and number of rows if there is one."""
    code, replay, pool = problem.dynamics.compiled.code, problem.replay, problem.pool
    kind = name, compiler, replay is not None, replay is not None and replay.precise
    key = problem.dynamics, problem.directions, problem.stops, kind
    if len(problem.times) * problem.dynamics.layout.size > SMALL:
        pool = None
    kept: NativeRun | None = pool.get(key) if pool is not None else None
    if kept is not None and kept.run.samples == len(problem.times):
        kept.restart_alone(problem, code)
        return kept
    made = NativeRun(shape_of(name), code, problem, compiler)
    if pool is not None:
        pool[key] = made
    return made
