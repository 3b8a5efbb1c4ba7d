"""What does it cost to keep a motion on its constraints? A step with projection against one without.

Both are timed at the same tolerance on compiled code, with one sample at the end. The cost of
projecting samples is measured separately.
"""

from __future__ import annotations

import numpy as np

import dalembert
from benchmarks._measure import seconds_of
from dalembert._compile.compiler import Compiler, find_compiler
from dalembert._compile.mechanical_dynamics import MechanicalDynamics
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._compile.native import library
from dalembert._compile.run_functions import functions_of
from dalembert._model.values import values_of
from dalembert._simulate.explicit import shape_of
from dalembert._simulate.native_run import NativeRun
from dalembert._simulate.start import consistent_start
from dalembert._simulate.trajectory import End, Problem

RUNS = (("rod_pendulum", 300.0), ("four_bar", 20.0), ("four_bar_pinned", 200.0), ("conveyor", 20.0))
TOLERANCE, SAMPLES = 1e-11, 1000


def problem_of(name: str, t_end: float, samples: int) -> Problem:
    """A library system from its start."""
    model = dalembert.read(name)
    values = values_of(model)
    dynamics = MechanicalDynamics(MechanicalSystem(model), np.array(values.vector()))
    tested = dynamics.layout.tested
    start = consistent_start(dynamics, values, 0.0).y
    return Problem(
        dynamics=dynamics,
        start=start,
        largest=np.abs(start[:tested]),
        times=np.linspace(0, t_end, samples + 1),
        rtol=TOLERANCE,
        atol=np.full(tested, TOLERANCE),
        noise=np.zeros(tested),
    )


def run_seconds(
    method: str, problem: Problem, compiler: Compiler, *, projected: bool = True
) -> tuple[float, int]:
    """Seconds of a run, the shortest of several, and its steps, the rejected ones too."""
    code = problem.dynamics.compiled.code
    functions_of(code, problem.dynamics, library(method, compiler), compiler).note_cost(1e9)  # compile now
    shortest, steps = np.inf, 0
    for _ in range(7):
        running = NativeRun(shape_of(method), code, problem, compiler)
        running.begin(*next(problem.segments()))
        running.run.constrained = int(projected)
        running.chunk = 10**9
        shortest = min(shortest, seconds_of(running.advance))
        work = running.trajectory(End.done).work
        steps = work.steps + work.rejected
    return shortest, steps


def main() -> None:
    """Print the table."""
    compiler = find_compiler()
    if compiler is None:
        print("projection: skipped, there is no C compiler")
        return
    print("a step with projection against one without, compiled\n")
    print(f"  {'':<18}{'method':<8}{'µs with':>9}{'without':>9}{'ratio':>7}{'µs a sample':>13}")
    for name, t_end in RUNS:
        one, many = (problem_of(name, t_end, samples) for samples in (1, SAMPLES))
        for method in ("rk54", "rk853"):
            seconds, steps = run_seconds(method, one, compiler)
            bare, bare_steps = run_seconds(method, one, compiler, projected=False)
            sampled, _ = run_seconds(method, many, compiler)
            own, without = 1e6 * seconds / steps, 1e6 * bare / bare_steps
            sample = 1e6 * (sampled - seconds) / SAMPLES
            print(f"  {name:<18}{method:<8}{own:>9.2f}{without:>9.2f}{own / without:>7.2f}{sample:>13.2f}")
    print()


if __name__ == "__main__":
    main()
