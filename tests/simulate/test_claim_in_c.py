"""The arithmetic of a claim in C and in NumPy: two programs for the same formulas, to the last bit."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from dalembert._compile.compiler import find_compiler
from dalembert._compile.native import library
from dalembert._simulate import claim, measure, noise
from dalembert._simulate.methods import AUTO
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.settings import settings_of
from dalembert._simulate.trajectory import Trajectory
from dalembert.verbs.models import model, read

Array = Any


DRIVEN = {
    "inputs": {"F": "cos(3*t)"},
    "coordinates": {"x": {"start": 0.3, "speed": 0.1}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "x^4"},
    "simulate": {"t_end": 2},
}


@pytest.fixture
def in_c() -> None:
    """A method in C is loaded, and with it the functions of a claim."""
    compiler = find_compiler()
    assert compiler is not None
    library(AUTO, compiler)
    assert claim.claim_functions() is not None


def numbers(random: np.random.Generator, rows: int, columns: int) -> Array:
    """Differences of all sizes, some of them zero, some infinite, some no number."""
    found = 10.0 ** random.uniform(-18, 2, size=(rows, columns)) * random.choice(
        [0, 1, 1, 1], (rows, columns)
    )
    found[random.random((rows, columns)) < 0.02] = np.inf
    return found


def both(monkeypatch: pytest.MonkeyPatch, ask: Any) -> tuple[Any, Any]:
    """An answer in C and in NumPy."""
    first = ask()
    with monkeypatch.context() as changed:
        for module in (claim, measure, noise):
            changed.setattr(module, "claim_functions", lambda: None)
        second = ask()
    return first, second


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("shape", [(0, 3), (1, 1), (2, 4), (57, 1), (301, 6), (301, 20)])
def test_the_claim_in_c_has_the_bits_of_the_formulas_in_numpy(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int]
) -> None:
    """Differences, truncation, rounding and the claim of each row are the same numbers from both."""
    random = np.random.default_rng(sum(shape))
    rows, columns = shape
    wide = [random.normal(size=(rows, columns + 2)) for _ in range(2)]
    one, other = wide[0][:, :columns], (wide[0] + 1e-9 * wide[1])[:, :columns]
    if rows > 2:
        one[1], other[2] = np.nan, np.inf
    sizes = np.abs(random.normal(size=shape)) * random.choice([0, 1, 1], size=shape)
    n = columns // 2
    rest = claim.Rest(n=n, speed=0.5, place=1e-8)
    for held in (claim.MOVING, rest):
        runs = claim.Comparison(claim.states_of(one), claim.states_of(other), held)
        (found, apart), (again, asunder) = both(
            monkeypatch, lambda runs=runs: claim.distance(runs, claim.states_of(sizes))
        )
        assert found.tobytes() == again.tobytes()
        assert apart == asunder
        for answer in both(
            monkeypatch, lambda runs=runs: claim.follow_other_motions(runs, claim.states_of(sizes))
        ):
            assert answer == apart
    coarse, fine = numbers(random, *shape), numbers(random, *shape) * 1e-3
    error, same = both(monkeypatch, lambda: claim.truncation(coarse, fine, 1 / 256))
    assert error.tobytes() == same.tobytes()
    disturbed = [(1e5, numbers(random, max(rows - 1, 0), columns)), (1.0, numbers(random, *shape) * 1e-9)]
    for precise in (None, fine * 1e-6):
        noise, same = both(
            monkeypatch, lambda precise=precise: claim.rounding(disturbed, precise, rows, columns)
        )
        assert noise.tobytes() == same.tobytes()


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("shape", [(1, 1), (2, 4), (57, 1), (301, 6), (301, 20)])
@pytest.mark.parametrize("parts", [None, 40])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_claim_of_rows_in_c_has_the_bits_of_that_in_numpy(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int], parts: int | None, number: int
) -> None:
    """Truncation and rounding together, from repetitions of which one may part or end before the others."""
    random = np.random.default_rng(sum(shape) + number)
    rows, columns = shape
    run = random.normal(size=(rows, columns + 1))
    sizes = claim.states_of(np.abs(random.normal(size=shape)) * random.choice([0, 1, 1, 1], size=shape))
    repeated = []
    for gain in (1e5, 1.0)[:number]:
        other = run[: rows - number + 1] + 1e-9 * random.normal(size=run.shape)[: rows - number + 1]
        other[parts if gain > 1 else rows :] += 1.0
        repeated.append(claim.Comparison(claim.states_of(other), claim.states_of(run), gain=gain))
    precise = claim.Comparison(claim.states_of(run * (1 + 1e-12)), claim.states_of(run))
    error = numbers(random, *shape)
    for moves in (None, 1e-15 * np.abs(random.normal(size=columns))):
        for precisely in ([], [precise]):
            told, same = both(
                monkeypatch,
                lambda moves=moves, precisely=precisely: claim.row_claims(
                    error, repeated, precisely, sizes, moves, 1e-6
                ),
            )
            assert told.total.tobytes() == same.total.tobytes()
            assert (told.rounding, told.excess) == (same.rounding, same.excess)


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("name", ["cartesian_pendulum", "electro_mechanical"])
def test_sizes_in_c_are_those_in_numpy(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """S, with its least value for each kind of entry, is the same from both."""
    model = read(name)
    ready = prepare_run(model)
    run: Trajectory = ready.method.method(ready.problem, lambda _: None)
    found, same = both(
        monkeypatch, lambda: measure.Measure(ready.problem, settings_of(model)).sizes(run).values.tobytes()
    )
    assert found == same


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize("shape", [(2, 1, 3), (2, 5, 4), (3, 4, 7), (3, 2, 1)])
def test_the_noise_of_rates_in_c_is_that_in_numpy(
    monkeypatch: pytest.MonkeyPatch, shape: tuple[int, int, int]
) -> None:
    """Of some states the change in the middle counts; what is no number is no change."""
    random = np.random.default_rng(sum(shape))
    near = 1 + 1e-15 * random.normal(size=shape)
    near[1, 0, 0] = np.nan
    reach = np.abs(random.normal(size=shape[1])) * random.choice([0, 1, 1], size=shape[1])
    (first, clock), (again, same) = both(monkeypatch, lambda: noise._noise(near, reach))
    assert (first.tobytes(), clock.tobytes()) == (again.tobytes(), same.tobytes())
    assert clock.any() == (shape[0] > 2)


@pytest.mark.usefixtures("in_c")
@pytest.mark.parametrize(
    "name", ["rod_pendulum", "four_bar", "newtons_cradle:5", "mass_and_wall", "n_four_bar:2", "driven"]
)
def test_the_noise_along_a_run_in_c_is_that_in_python(name: str) -> None:
    """Rates with and without constraints and inputs, at rows of a run and at one state with the largest sizes."""
    ready = prepare_run(model(**DRIVEN) if name == "driven" else read(name))
    run: Trajectory = ready.method.method(replace(ready.problem, rtol=1e-6), lambda _: None)
    dynamics, times = run.free or ready.problem.dynamics, ready.problem.times
    probe = noise._probe_of(dynamics)
    assert probe is not None
    for rows, peak in ((run.rows, None), (run.rows[:1], np.abs(run.rows).max(axis=0))):
        found, same = probe.measure(times, rows, peak), noise.noise_in_python(dynamics, times, rows, peak)
        for part in ("rates", "noise", "clock"):
            assert getattr(found, part).tobytes() == getattr(same, part).tobytes()
