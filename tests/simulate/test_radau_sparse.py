"""Radau's sparse matrices: the same motion as by full ones, and work that grows with the length of a chain."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._compile.sparse_factors import sparse_factors
from dalembert._compile.stiff_code import full_cost, sparse_cost, sparse_stiff_code
from dalembert._simulate.native_run import NativeRun, follow_run
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.stiff import SHAPE, RadauMemory
from dalembert._simulate.trajectory import Trajectory

needs_compiler = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")


def run(model: dalembert.Model, *, full: bool) -> tuple[Trajectory, RadauMemory]:
    """One run by radau with full or with sparse matrices."""
    compiler, ready = find_compiler(), prepare_run(model)
    assert compiler is not None
    problem = replace(ready.problem, rtol=1e-7)
    stiff = problem.dynamics.compiled.stiff_code
    assert stiff.sparse is not None
    if full:
        stiff = replace(stiff, code=problem.dynamics.compiled.code, rows=(), columns=(), sparse=None)
    memory = RadauMemory(problem, stiff)
    return follow_run(
        NativeRun(SHAPE, stiff.code, problem, compiler, memory), problem, lambda _: None
    ), memory


def masses(n: int) -> dalembert.Model:
    """Masses in a row with springs that stiffen and dampers, and a state that follows the last."""
    return dalembert.model(
        parameters={"k": 2e4, "c": 30},
        coordinates={f"x{i}": {"start": 0.01 if i == 3 else 0, "speed": 0} for i in range(n)},
        states={"s": {"start": 0, "rate": f"50*(x{n - 1} - s)"}},
        energy={
            "kinetic": {f"T{i}": f"1/2*x{i}'^2" for i in range(n)},
            "potential": {
                f"V{i}": f"1/2*k*(x{i + 1} - x{i})^2 + 1e7*(x{i + 1} - x{i})^4" for i in range(n - 1)
            }
            | {"first": "1/2*k*x0^2"},
            "dissipation": {f"D{i}": f"1/2*c*(x{i + 1}' - x{i}')^2" for i in range(n - 1)},
        },
        simulate={"t_end": 0.2, "samples": 5},
    )


def beam(n: int) -> dalembert.Model:
    """The elastic beam of n segments, for a short time."""
    model = dalembert.read(f"elastic_beam:{n}")
    return replace(model, simulate=replace(model.simulate, t_end=0.002, samples=5))


@needs_compiler
@pytest.mark.parametrize("model", [masses(20), beam(100)], ids=["masses", "beam"])
def test_sparse_and_full_matrices_lead_to_one_motion(model):
    """Steps solved with sparse factors are those solved with full ones, within the tolerance of the steps."""
    sparse, memory = run(model, full=False)
    full, _ = run(model, full=True)
    assert memory.is_sparse
    tested = memory.arrays["jacobian"].shape[0]
    sizes = np.abs(full.rows).max(axis=0)[:tested]
    kinds = np.where(np.arange(tested) < tested // 2, sizes[: tested // 2].max(), sizes[tested // 2 :].max())
    assert np.abs(sparse.rows - full.rows)[:, :tested].max(axis=0) == pytest.approx(0, abs=1e-5 * kinds.max())
    assert abs(sparse.work.steps - full.work.steps) <= 0.1 * full.work.steps


@needs_compiler
def test_what_is_solved_badly_without_exchange_of_rows_is_solved_with_it():
    """A pivot that vanishes on the diagonal sends the run to full matrices, and its motion is the same."""
    model = masses(20)
    ready = prepare_run(model)
    stiff = ready.problem.dynamics.compiled.stiff_code
    problem = replace(ready.problem, rtol=1e-7)
    memory = RadauMemory(problem, stiff)
    memory.arrays["sparse_spot"][:] = memory.arrays["sparse_spot"][::-1].copy()  # another matrix altogether
    compiler = find_compiler()
    assert compiler is not None
    found = follow_run(NativeRun(SHAPE, stiff.code, problem, compiler, memory), problem, lambda _: None)
    full, _ = run(model, full=True)
    assert not memory.is_sparse
    np.testing.assert_allclose(found.y, full.y, rtol=1e-9, atol=1e-12)


def test_factors_are_those_of_the_matrix():
    """L U with the fill-in that was foreseen is the matrix, its rows and columns in the order chosen."""
    random = np.random.default_rng(3)
    n, rows, columns = 30, random.integers(0, 30, 90), random.integers(0, 30, 90)
    own = sparse_factors(n, rows, columns)
    A = np.diag(np.full(n, 20.0))
    np.add.at(A, (rows, columns), random.normal(size=90))
    P = np.zeros((n, n))
    P[own.position[:, np.newaxis], own.position] = A
    lu = P.copy()
    for k in range(n):
        lu[k + 1 :, k] /= lu[k, k]
        lu[k + 1 :, k + 1 :] -= np.outer(lu[k + 1 :, k], lu[k, k + 1 :])
    foreseen = np.zeros((n, n), bool)
    for i in range(n):
        foreseen[i, own.column[own.start[i] : own.start[i + 1]]] = True
    assert not lu[~foreseen].any()
    assert (own.column[own.diagonal] == np.arange(n)).all()
    products = sum(
        int(foreseen[i, :i].sum() + sum(foreseen[k, k + 1 :].sum() for k in np.nonzero(foreseen[i, :i])[0]))
        for i in range(n)
    )
    assert own.multiplications == products


def test_the_work_of_sparse_matrices_grows_with_a_chain_and_not_with_its_cube():
    """Masses in a row: twice the length, about twice the multiplications; a short state has full matrices."""
    costs = []
    for n in (40, 80):
        compiled = prepare_run(masses(n)).problem.dynamics.compiled
        own = compiled.stiff_code.sparse
        assert own is not None
        assert own.multiplications < full_cost(compiled.layout) / 20
        costs.append(sparse_cost(own))
    assert costs[1] <= 2.2 * costs[0]
    short = prepare_run(masses(5)).problem.dynamics.compiled
    assert sparse_stiff_code(short.tapes, short.layout) is None
