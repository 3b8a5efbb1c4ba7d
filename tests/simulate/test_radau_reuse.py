"""Radau's matrices: made as seldom as Newton's method allows, and of half the size in mechanics."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._simulate.native_run import NativeRun, follow_run
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.stiff import SHAPE, RadauMemory
from dalembert._simulate.trajectory import Trajectory

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")
CHAIN = 20


def chain(spring: str) -> dalembert.Model:
    """Masses in a row between springs and dampers, one of them stretched; and a state that follows one."""
    return dalembert.model(
        parameters={"k": 2e4, "c": 30},
        coordinates={f"x{i}": {"start": 0.01 if i == 3 else 0, "speed": 0} for i in range(CHAIN)},
        states={"s": {"start": 0, "rate": f"50*(x{CHAIN - 1} - s)"}},
        energy={
            "kinetic": {f"T{i}": f"1/2*x{i}'^2" for i in range(CHAIN)},
            "potential": {f"V{i}": spring.format(f"(x{i + 1} - x{i})") for i in range(CHAIN - 1)}
            | {"first": "1/2*k*x0^2"},
            "dissipation": {f"D{i}": f"1/2*c*(x{i + 1}' - x{i}')^2" for i in range(CHAIN - 1)},
        },
        simulate={"t_end": 0.5, "samples": 5},
    )


def run(model: dalembert.Model, rtol: float, dt: float | None = None) -> tuple[Trajectory, RadauMemory]:
    """One run by radau, and its memory."""
    compiler, ready = find_compiler(), prepare_run(model)
    assert compiler is not None
    problem = replace(ready.problem, rtol=rtol, dt=dt)
    stiff = problem.dynamics.compiled.stiff_code
    memory = RadauMemory(problem, stiff)
    running = NativeRun(SHAPE, stiff.code, problem, compiler, memory)
    return follow_run(running, problem, lambda _: None), memory


@needs_compiler
def test_a_linear_model_needs_one_jacobian_and_converges_at_once():
    """Newton's method is exact on a linear chain: a first and a confirming pass each step, and one Jacobian."""
    found, memory = run(chain("1/2*k*{}^2"), 1e-6)
    steps = found.work.steps + found.work.rejected
    assert memory.jacobians == 1
    assert found.work.rhs <= 7 * steps + 20
    assert memory.factorisations <= 0.7 * steps


@needs_compiler
def test_steps_of_one_size_have_one_factorisation():
    """Steps of a fixed size share their factors; their solution is that of the chain's matrix exponential."""
    model = chain("1/2*k*{}^2")
    found, memory = run(model, 1e-6, dt=1e-3)
    assert memory.factorisations <= 2  # the last step may be a little longer
    rates = prepare_run(model).dynamics.rates
    n = 2 * CHAIN + 1
    size = len(found.y)
    A = np.array([rates(0.0, np.eye(size)[j])[0][:n] for j in range(n)]).T
    values, vectors = np.linalg.eig(A)
    start = found.rows[0][:n]
    exact = (vectors * np.exp(0.5 * values)) @ np.linalg.solve(vectors, start)
    assert np.abs(found.y[:n] - exact.real).max() < 1e-5 * np.abs(start).max()


@needs_compiler
def test_a_nonlinear_model_has_a_new_jacobian_only_now_and_then():
    """With springs that stiffen, a Jacobian serves several steps and the motion is that of finer steps."""
    model = chain("1/2*k*{0}^2 + 1e7*{0}^4")
    found, memory = run(model, 1e-6)
    finer, _ = run(model, 1e-9)
    assert memory.jacobians < 0.8 * found.work.steps
    assert np.abs(found.y - finer.y)[: 2 * CHAIN].max() < 1e-4 * np.abs(finer.rows[:, : 2 * CHAIN]).max()
