"""Taylor coefficients from recurrences: against those of mpmath, in C and interpreted, and how few sums they take."""

from __future__ import annotations

import ctypes as ct
from collections.abc import Callable

import casadi as ca
import mpmath
import numpy as np
import pytest

import dalembert
from dalembert._compile.compiler import find_compiler
from dalembert._compile.native import FIELD, InterpretedSeries, Precision, compiled_functions, library
from dalembert._compile.series import SeriesCode
from dalembert._simulate.prepare import prepare_run
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.linear_forms import NoSeries
from dalembert._tape.series import CONSTANT, PRODUCT, Series, series_of

ORDER = 14
START = 0.37
Scalar = Callable[[ca.SX], ca.SX]

# d y / dt = f(t), by CasADi and by mpmath
FUNCTIONS: dict[str, tuple[Scalar, Callable[[mpmath.mpf], mpmath.mpf]]] = {
    "product": (lambda t: (1 + t) * ca.exp(t) * ca.sin(t), lambda t: (1 + t) * mpmath.exp(t) * mpmath.sin(t)),
    "square": (lambda t: (t + ca.cos(t)) ** 2, lambda t: (t + mpmath.cos(t)) ** 2),
    "quotient": (lambda t: ca.sin(t) / (2 + t), lambda t: mpmath.sin(t) / (2 + t)),
    "reciprocal": (lambda t: 1 / (2 + ca.cos(t)), lambda t: 1 / (2 + mpmath.cos(t))),
    "root": (lambda t: ca.sqrt(1 + t * t), lambda t: mpmath.sqrt(1 + t * t)),
    "power": (lambda t: (1 + t * t) ** -1.7, lambda t: (1 + t * t) ** mpmath.mpf("-1.7")),
    "cube": (lambda t: (1 + ca.sin(t)) ** 3, lambda t: (1 + mpmath.sin(t)) ** 3),
    "distance": (lambda t: t / ca.sqrt(1 + t * t) ** 3, lambda t: t / mpmath.sqrt(1 + t * t) ** 3),
    "force": (lambda t: t / (1 + t * t) ** 2.5, lambda t: t / (1 + t * t) ** mpmath.mpf(2.5)),
    "half power": (lambda t: (1 + t * t) ** 3.5, lambda t: (1 + t * t) ** mpmath.mpf(3.5)),
    "exp": (lambda t: ca.exp(2 * t), lambda t: mpmath.exp(2 * t)),
    "log": (lambda t: ca.log(1 + t), lambda t: mpmath.log(1 + t)),
    "sin": (lambda t: ca.sin(3 * t), lambda t: mpmath.sin(3 * t)),
    "cos": (lambda t: ca.cos(3 * t + 1), lambda t: mpmath.cos(3 * t + 1)),
    "tan": (lambda t: ca.tan(t), mpmath.tan),
    "asin": (lambda t: ca.asin(t), mpmath.asin),
    "acos": (lambda t: ca.acos(t), mpmath.acos),
    "atan": (lambda t: ca.atan(2 * t), lambda t: mpmath.atan(2 * t)),
    "atan2": (lambda t: ca.atan2(ca.sin(t), 1 + t), lambda t: mpmath.atan2(mpmath.sin(t), 1 + t)),
    "sinh": (lambda t: ca.sinh(t), mpmath.sinh),
    "cosh": (lambda t: ca.cosh(t), mpmath.cosh),
    "tanh": (lambda t: ca.tanh(2 * t), lambda t: mpmath.tanh(2 * t)),
    "asinh": (lambda t: ca.asinh(t), mpmath.asinh),
    "acosh": (lambda t: ca.acosh(2 + t), lambda t: mpmath.acosh(2 + t)),
    "atanh": (lambda t: ca.atanh(t), mpmath.atanh),
    "abs": (lambda t: ca.fabs(t - 1), lambda t: 1 - t),
    "min": (lambda t: ca.fmin(ca.sin(t), t), mpmath.sin),
    "max": (lambda t: ca.fmax(ca.sin(t), t), lambda t: t),
    "floor": (lambda t: ca.floor(t + 1) * t, lambda t: t),
    "if": (lambda t: ca.if_else(t < 1, ca.exp(t), 0), mpmath.exp),
}


def series(rates: list[ca.SX], t: ca.SX, y: ca.SX, p: ca.SX) -> Series:
    """The recurrences of rates."""
    return series_of(tape_of("rates", {"t": t, "y": y, "p": p}, {"out": ca.vertcat(*rates)}, {"t": 0}))


def coefficients(own: Series, y: list[float], t: float, p: list[float], *, compiled: bool) -> np.ndarray:
    """The coefficients of orders 0 to ORDER, a row each."""
    compiler = find_compiler()
    assert compiler is not None
    code, values = SeriesCode(own, ORDER), np.array(p)
    if compiled:
        made = compiled_functions(
            code.program, ["series"], values, compiler, Precision.double, only_cached=False
        )
        assert made is not None
        function = made["series"]
    else:
        function = InterpretedSeries(code.bytecode["series"], values, library("taylor", compiler))
    out, state, nothing = np.zeros((ORDER + 1, len(y))), np.array(y), np.zeros(1)
    record, double = function.record, ct.POINTER(ct.c_double)
    FIELD(record.call)(
        record.model,
        t,
        state.ctypes.data_as(double),
        nothing.ctypes.data_as(double),
        ct.cast(record.c, double),
        out.ctypes.data_as(double),
        nothing.ctypes.data_as(double),
        ct.cast(record.work, double),
    )
    return out


@pytest.mark.parametrize("name", FUNCTIONS)
def test_recurrences_give_the_derivatives(name: str) -> None:
    """Each coefficient of ∫ f dt is the derivative of f over the factorial, as mpmath finds it in 40 digits."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y"), ca.SX.sym("p")
    ours, theirs = FUNCTIONS[name]
    found = coefficients(series([ours(t)], t, y, p), [0.0], START, [1.0], compiled=False)[1:, 0]
    with mpmath.workdps(40):
        expected = mpmath.taylor(theirs, mpmath.mpf(START), ORDER - 1)
    expected = np.array([float(value) / (k + 1) for k, value in enumerate(expected)])
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=1e-13 * np.abs(expected).max())


@pytest.mark.parametrize("name", ["kepler", "triple_pendulum", "four_bar", "heavy_top", "duffing"])
def test_compiled_series_have_the_bits_of_interpreted_ones(name: str) -> None:
    """C compiled with its order and counts put in rounds as the interpreter does, at a seeded state."""
    ready = prepare_run(dalembert.read(name))
    own, random = ready.dynamics.compiled.series(ORDER).series, np.random.default_rng(1)
    y = list(ready.problem.start + 0.1 * random.normal(size=len(ready.problem.start)))
    one, other = (coefficients(own, y, 0.3, list(ready.dynamics.p), compiled=way) for way in (True, False))
    assert np.isfinite(one).all()
    np.testing.assert_array_equal(one, other)


def test_forces_of_a_distance_take_a_power_and_a_product_in_each_direction() -> None:
    """Of m x / r³ the mass, the three divisions and the root of the tape are one power of r² and one product."""
    own = prepare_run(dalembert.read("kepler")).dynamics.compiled.series(ORDER).series
    assert sum(node.kind == PRODUCT for node in own.nodes) == 2
    assert (len(own.pairs), len(own.squares), len(own.powers)) == (2, 2, 1)


def test_the_squares_of_sine_and_cosine_are_one() -> None:
    """M l² (sin² + cos²) is no series but a number: nothing is multiplied or squared."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y", 2), ca.SX.sym("p", 2)
    inertia = p[0] * (p[1] * ca.sin(y[0])) ** 2 + p[0] * (p[1] * ca.cos(y[0])) ** 2
    own = series([y[1], -ca.sin(y[0]) / inertia], t, y, p)
    assert (len(own.pairs), len(own.squares)) == (2, 0)  # of sine and cosine


def test_roots_of_squares_keep_their_sign() -> None:
    """√(x²) is |x|, not x: exponents are not multiplied where a base may be negative."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y"), ca.SX.sym("p")
    own = series([ca.sqrt((t - 1) ** 2)], t, y, p)
    assert coefficients(own, [0.0], 0.0, [1.0], compiled=False)[1, 0] == 1.0


def test_conditions_are_constant_in_a_series() -> None:
    """A condition has no coefficients but the first, and is known as what switches."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y"), ca.SX.sym("p")
    own = series([ca.if_else(t < 1, t, 2)], t, y, p)
    assert own.switches
    assert any(node.kind == CONSTANT for node in own.nodes)


def test_a_moving_exponent_has_no_series_here() -> None:
    """x^y is refused, and so is what is not known as a function of time."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y", 2), ca.SX.sym("p")
    with pytest.raises(NoSeries, match="pow"):
        series([y[0] ** y[1], y[0]], t, y, p)
