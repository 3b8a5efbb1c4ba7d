"""Lanes by the vectors of the processor: the bits of one lane after the other, and functions that need no library."""

import ctypes as ct
import shutil
import subprocess
from dataclasses import replace

import mpmath
import numpy as np
import pytest
from test_device_lanes import OSCILLATOR, assert_same_bits, lanes_of

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._compile.ensemble import LARGEST, SMALLEST, model_library, run_lanes
from dalembert._compile.vector_source import elementary_functions, vector_options

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
EVENTS = {"directions": (1,), "stops": (False,), "uniform": False, "t_end": 2.0}
# The root ends at x = 1, where the force has no bound; some lanes get there.
PIT = {
    "parameters": {"k": 30.0},
    "coordinates": {"x": {"start": 0.2, "speed": 1.0}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "-k*sqrt(1 - x)"},
    "outputs": {"far": "max(x, 0.1)*tanh(x) + if(x > 0.3, 1, abs(x)^1.5) - atan2(x, 2)*abs(x)*exp(-x)"},
    "simulate": {"t_end": 2.0},
}


def both_ways(compiled, lanes, method="rk853"):
    """The lanes one after the other, and by vectors."""
    compiler = find_compiler()
    alone = run_lanes(compiled, method, compiler, lanes, interpreted=False, vectors=False)
    return alone, run_lanes(compiled, method, compiler, lanes, interpreted=False)


@pytest.mark.parametrize("count", [1, 3, 37])
def test_lanes_by_vectors_have_the_bits_of_lanes_one_by_one(count):
    """Steps, refusals, and ends of lanes at other times change nothing, whether vectors are full or not."""
    compiled, lanes = lanes_of(dalembert.read("triple_pendulum"), count, t_end=2.0)
    for method in ("rk853", "rk54"):
        alone, together = both_ways(compiled, lanes, method)
        assert np.all(together.good)
        assert_same_bits(together, alone)


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"stops": (True,)},
        {"times": np.linspace(0.0, 2.0, 7)},
        {"extreme": np.full(3, LARGEST | SMALLEST, dtype=np.int32), "times": np.array([0.3, 2.0])},
    ],
    ids=["events", "stops", "times", "extremes"],
)
def test_what_is_kept_of_lanes_by_vectors_is_the_same(more):
    """Events, ends by events, samples and extremes are found in every lane as if it were alone."""
    compiled, lanes = lanes_of(dalembert.model(**OSCILLATOR), 21, **(EVENTS | more))
    alone, together = both_ways(compiled, lanes)
    assert together.count.sum() >= 15
    assert_same_bits(together, alone)


def test_constrained_lanes_by_vectors_are_the_same():
    """Each lane is moved onto its constraints by itself."""
    compiled, lanes = lanes_of(dalembert.read("four_bar"), 11, t_end=0.2)
    lanes = replace(lanes, rtol=1e-7)
    alone, together = both_ways(compiled, lanes)
    assert np.all(together.good)
    assert_same_bits(together, alone)


def test_lanes_that_fail_beside_others_end_as_they_do_alone():
    """A lane without rates leaves its neighbours as they are, and the next run takes its place."""
    compiled, lanes = lanes_of(dalembert.model(**PIT), 40, uniform=False, t_end=2.0)
    start = lanes.start.copy()
    start[::3, 0] = 2.0  # no root of 1 - x from the beginning
    start[1::3, :2] = 0.5, 20.0  # across 1
    alone, together = both_ways(compiled, replace(lanes, start=start))
    assert not np.all(together.good)
    assert np.any(together.good)
    assert_same_bits(together, alone)


def test_a_compiler_without_vectors_runs_lanes_one_by_one():
    """Where the longer source is refused, the shorter one serves, with the same bits."""
    if shutil.which("tcc") is None:
        pytest.skip("no tcc")
    compiled, lanes = lanes_of(dalembert.model(**OSCILLATOR), 5, **EVENTS)
    plain = find_compiler("tcc")
    assert not model_library(compiled, compiled.ensemble_code, "rk853", plain, vectors=True).vectors
    _, together = both_ways(compiled, lanes)
    assert_same_bits(run_lanes(compiled, "rk853", plain, lanes, interpreted=False), together)


def test_interpreted_lanes_have_the_bits_of_vectors():
    """Few runs and many runs of one model give the same numbers."""
    compiled, lanes = lanes_of(dalembert.read("triple_pendulum"), 5, t_end=1.0)
    one = run_lanes(compiled, "rk853", find_compiler(), lanes, interpreted=True)
    assert_same_bits(run_lanes(compiled, "rk853", find_compiler(), lanes, interpreted=False), one)


def test_the_width_of_vectors_changes_no_bit(monkeypatch):
    """Without a word about the processor vectors are short, and the numbers are the same."""
    if not vector_options():
        pytest.skip("nothing is known of the vectors of this processor")
    model = dalembert.model(**OSCILLATOR)
    compiled, lanes = lanes_of(model, 21, **EVENTS)
    _, wide = both_ways(compiled, lanes)
    monkeypatch.setattr("dalembert._compile.ensemble.vector_options", tuple)
    again, _ = lanes_of(dalembert.model(**{**OSCILLATOR, "title": "again"}), 1, **EVENTS)
    again.__dict__.pop("ensemble_code", None)
    assert_same_bits(run_lanes(again, "rk853", find_compiler(), lanes, interpreted=False), wide)


@pytest.fixture(scope="module")
def elementary(tmp_path_factory):
    """The functions of elementary.h for single numbers."""
    folder = tmp_path_factory.mktemp("elementary")
    source = "\n".join(
        [
            "#include <math.h>",
            "#define DALEMBERT_FUNCTION static",
            elementary_functions(),
            "double our_sin(double x) { return sin(x); }",
            "double our_cos(double x) { return cos(x); }",
            "double our_pow(double x, double y) { return DALEMBERT_POWER(x, y); }",
        ]
    )
    (folder / "code.c").write_text(source)
    command = [*find_compiler().command, "-O1", "-ffp-contract=off", "-shared", "-fPIC", "-w"]
    subprocess.run([*command, "-o", "code.so", "code.c", "-lm"], cwd=folder, check=True)
    made = ct.CDLL(str(folder / "code.so"))
    return {
        name: ct.CFUNCTYPE(ct.c_double, *[ct.c_double] * count)((f"our_{name}", made))
        for name, count in (("sin", 1), ("cos", 1), ("pow", 2))
    }


@pytest.mark.parametrize("size", [1e-3, 3.0, 1e3, 9.9e5, 1e12])
def test_sine_and_cosine_are_off_by_less_than_one_last_digit(elementary, size):
    """Against 60 digits, also next to the zeros and beyond where the own series are used."""
    rng = np.random.default_rng(8)
    near = np.round(rng.uniform(-size, size, 100)) * np.pi / 2
    with mpmath.workdps(60):
        for x in [*rng.uniform(-size, size, 300).tolist(), *near.tolist(), 0.0]:
            for name, function in (("sin", mpmath.sin), ("cos", mpmath.cos)):
                true = function(mpmath.mpf(x))
                off = abs(mpmath.mpf(elementary[name](x)) - true)
                assert off < np.spacing(abs(float(true))), (name, x)
    assert elementary["cos"](0.0) == 1.0
    assert elementary["sin"](0.0) == 0.0
    assert np.isnan(elementary["sin"](np.inf))


def test_powers_of_errors_have_nine_digits(elementary):
    """Over all sizes that an error can have."""
    for x in 10.0 ** np.random.default_rng(9).uniform(-300, 300, 300):
        for y in (-0.125, -0.0875, 0.025, 0.2):
            assert abs(elementary["pow"](x, y) / x**y - 1) < 1e-9
