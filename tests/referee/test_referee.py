"""The referee itself, and a share of its verdict: families whose truth is a closed form or a matrix exponential.

`make soak` has the whole: every family, with Taylor series in quadruple precision.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

import mpmath
import numpy as np
import pytest
import sympy
from mpmath import mpf
from sympy.physics.mechanics import LagrangesMethod, dynamicsymbols

from . import taylor
from .case import Case, available, truth
from .equations import equations
from .families import FAMILIES
from .families import linear as linear_families
from .linear import linear
from .measure import errors, kappa, sizes
from .runs import Record, run
from .table import CAUTIOUS, FLATTERY, MEDIAN, failures, summary
from .text import TIME, read
from .walk import value

TOLERANCES = (1e-6, 1e-9, 1e-12)
SHARE = [name for name, family in FAMILIES.items() if family(0).truth != "taylor"]
SEEDS = range(2)
LONG = {"maxwell", "network", "fast_force"}  # families of which one seed is enough here
needs_heyoka = pytest.mark.skipif(not taylor.available(), reason=taylor.MISSING)


@pytest.fixture(autouse=True, scope="module")
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """References are made anew for the tests."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
            patch.setenv(name, str(tmp_path_factory.getbasetemp()))
        yield


@functools.cache
def verdict(name: str, seeds: range) -> tuple[Record, ...]:
    """The records of a family at all tolerances."""
    cases = {seed: FAMILIES[name](seed) for seed in (seeds if name not in LONG else seeds[:1])}
    return tuple(
        run(name, seed, case, truth(case), rtol) for seed, case in cases.items() for rtol in TOLERANCES
    )


@pytest.mark.parametrize("name", SHARE)
def test_no_run_is_off_by_more_than_three_times_its_claim(name: str) -> None:
    """Every run of the family ends with ok or limited, and its true error is at most three times its claim."""
    records = verdict(name, SEEDS)
    assert [one.message for one in records if not one.judged] == []
    assert [one.plain() for one in records if one.flattery > FLATTERY] == []


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("family", linear_families.FAMILIES, ids=lambda family: family.__name__)
def test_matrix_exponentials_claim_rounding_alone(family: Callable[[int], Case], seed: int) -> None:
    """Undamped, defective, rigid, stiff by 1e9, unstable, resonant: errors are rounding, within the claim."""
    case = family(seed)
    record = run(family.__name__, seed, case, truth(case), 1e-9, "exponential")
    assert (record.method, record.status) == ("exponential", "ok")
    assert record.flattery <= FLATTERY
    assert record.claimed <= 1e-12


def test_few_claims_are_far_too_large() -> None:
    """At most 10 % claim more than 100 × max(true, rtol/100), and the median of claimed/true is at most 20."""
    found = summary([one for name in SHARE for one in verdict(name, SEEDS)])
    assert found.cautious <= CAUTIOUS
    assert found.median <= MEDIAN


def test_at_least_twenty_families() -> None:
    """There are twenty families or more, a seed gives the same model each time, and two seeds give two."""
    assert len(FAMILIES) >= 20
    for family in FAMILIES.values():
        assert family(3).text == family(3).text != family(4).text


def test_every_text_is_read_by_both() -> None:
    """The referee's reader and dalembert find the same coordinates and states in every family."""
    import dalembert

    for family in FAMILIES.values():
        case = family(1)
        if case.files:
            continue
        own, theirs = read(case.text), dalembert.model(**_sections(case))
        assert list(own.coordinates) == [one.name for one in theirs.coordinates]
        assert list(own.states) == [one.name for one in theirs.states]


def _sections(case: Case) -> dict:
    import tomllib

    return {key: part for key, part in tomllib.loads(case.text).items() if key != "format"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2^3^2", 512),
        ("-2^2", -4),
        ("2*3/4 - 1", 0.5),
        ("2^-1", 0.5),
        ("-(1 - 3)*.5e1", 10),
        ("sqrt(16) + atan2(0, 1)", 4),
        ("max(1, 4, 2) - min(3, 2)", 2),
        ("mod(7, 4) + floor(2.5) + step(0) + sign(-2)*abs(-3)", 3),
        ("0.1", mpf(0.1)),
    ],
)
def test_expressions_have_the_values_of_the_language(text: str, expected: float) -> None:
    """The reader gives the value that docs/model-file.md gives to an expression."""
    model = read(f'[coordinates]\nx = {{}}\n[energy]\npotential = "({text})*x"')
    names = {sympy.Symbol("x"): mpf(1), TIME: mpf(0), **model.constants}
    for piece in model.pieces:
        names[piece.symbol] = piece.constant(names)
    assert value(model.potential, names) == expected


def test_the_equations_are_those_of_sympys_lagrangian_mechanics() -> None:
    """Mass matrix and forces of a double pendulum are those of SymPy's LagrangesMethod at a random place."""
    model = read(FAMILIES["double_pendulum"](1).text)
    names = list(model.coordinates)
    q = dynamicsymbols(" ".join(names))
    moved = {sympy.Symbol(name): one for name, one in zip(names, q, strict=True)}
    moved |= {model.velocity[name]: sympy.diff(one) for name, one in zip(names, q, strict=True)}
    method = LagrangesMethod((model.kinetic - model.potential).subs(moved), q)
    method.form_lagranges_equations()
    own = equations(model)
    place = {s: sympy.Float(0.3 + 0.17 * i, 30) for i, s in enumerate([*q, *(sympy.diff(one) for one in q)])}
    place |= {s: sympy.Float(c, 30) for s, c in model.constants.items()}

    def number(expression: sympy.Expr) -> float:
        return float(expression.subs(moved).subs(dict(reversed(place.items()))).evalf(25))

    for i in range(len(q)):
        assert number(own.right[i]) == pytest.approx(number(method.forcing[i]), rel=1e-14)
        for j in range(len(q)):
            assert number(own.matrix[i, j]) == pytest.approx(number(method.mass_matrix[i, j]), rel=1e-14)


def test_the_matrix_exponential_gives_the_closed_form() -> None:
    """An oscillator by the matrix exponential is x0 cos ωt + v0/ω sin ωt to 40 digits."""
    case = FAMILIES["long_oscillator"](2)
    times = np.linspace(0, 500, 7)
    rows, _ = linear(read(case.text), times, ())
    with mpmath.workdps(50):
        for t, row in zip(times, rows, strict=True):
            closed = case.truth(mpf(float(t)))
            assert abs(row[0] - closed["x"]) < 1e-40
            assert abs(row[1] - closed["x'"]) < 1e-40


def test_the_measure_is_that_of_the_design() -> None:
    """|error|/S with S = max(largest so far, κ·largest of its kind in the run), coordinates and speeds apart."""
    true = np.array([[1.0, 0.0, 5.0], [2.0, 0.0, 5.0], [1.0, 1e-3, 5.0]])
    largest = np.maximum.accumulate(np.abs(true), axis=0)
    size = sizes(largest, (2, 1), 1e-2)
    assert size.tolist() == [[1.0, 0.02, 5.0], [2.0, 0.02, 5.0], [2.0, 0.02, 5.0]]
    assert kappa(1e-6) == 1e-6
    assert kappa(1e-12) == pytest.approx(2.2e-3, rel=0.01)
    off = errors(np.full((2, 3), 1e-3), largest, (2, 1), 1e-9)
    assert off[1].tolist() == pytest.approx([5e-4, 1e-3 / 4.44e-6, 2e-4], rel=0.01)


def test_the_bars_can_be_missed() -> None:
    """A run that is off by more than three times its claim, too cautious ones, and a hung one are told."""

    def record(claimed: float, true: float) -> Record:
        known = {"family": "x", "seed": 0, "rtol": 1e-9, "status": "ok", "message": ""}
        return Record(**known, claimed=claimed, true=true, until=1.0, true_until=true)

    good = record(1e-10, 0.9e-10)
    assert failures([good] * 9) == []
    assert len(failures([good] * 9 + [record(1e-10, 3.1e-10)])) == 1
    assert len(failures([good] * 5 + [record(9e-10, 1e-14)] * 4)) == 0  # above the true error, not above rtol
    assert len(failures([good] * 5 + [record(1e-6, 1e-12)])) == 1
    assert len(failures([good, Record(family="x", seed=0, rtol=1e-9, status="hung", message="")])) == 1


@needs_heyoka
@pytest.mark.parametrize(
    ("own", "twin"),
    [
        (
            """[coordinates]
x = { start = 0.6 }
y = { guess = -1, speed = 0 }
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"
[constraints.displacement]
rod = "x^2 + y^2 - 1"
""",
            """[coordinates]
a = { start = 0.643501108793284386802809228717322637 }
[definitions]
x = "sin(a)"
y = "-cos(a)"
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"
""",
        )
    ],
)
def test_constraints_give_the_motion_in_minimal_coordinates(own: str, twin: str) -> None:
    """A pendulum on a rod in x and y moves as the pendulum of one angle."""
    times = np.linspace(0, 3, 13)
    rows, _ = taylor.taylor(read(own), times, ())
    angle, _ = taylor.taylor(read(twin), times, ())
    apart = [abs(float(row[0] - mpmath.sin(one[0]))) for row, one in zip(rows, angle, strict=True)]
    assert max(apart) < 1e-15  # the start of the angle is a float64


@needs_heyoka
@pytest.mark.parametrize("name", ["maxwell", "steps", "relaxation", "bateman"])
def test_taylor_series_give_what_matrix_exponentials_give(name: str) -> None:
    """A linear model has one motion, by either way."""
    case = FAMILIES[name](1)
    model = read(case.text)
    times = np.linspace(0, 2, 9)
    one, _ = linear(model, times, case.breaks)
    other, _ = taylor.taylor(model, times, case.breaks)
    assert max(abs(float(x)) for x in (one - other).ravel()) < 1e-20


@needs_heyoka
@pytest.mark.soak
@pytest.mark.timeout(7200)
def test_the_bars_are_met_by_other_seeds() -> None:
    """One more seed of every family at three tolerances meets the bars of honesty."""
    names = [name for name, family in FAMILIES.items() if available(family(0)) is None]
    assert failures([one for name in names for one in verdict(name, range(1000, 1001))]) == []
