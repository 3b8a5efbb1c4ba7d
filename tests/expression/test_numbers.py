"""Numbers stay exact up to 64 bits, become float64 beyond, and never become infinite in silence."""

import math
import random
import tracemalloc
from contextlib import suppress
from fractions import Fraction

import pytest

from dalembert._expression.numbers import (
    ConstantFault,
    add,
    exact_power,
    fold_constants,
    invert,
    limit_digits,
    multiply,
    power,
)
from dalembert._expression.tree import Name, Number, Product, Sum
from dalembert._text.parser import parse

LARGEST = 2**64 - 1


def value(text):
    """The number a constant expression folds to."""
    node = fold_constants(parse(text))
    assert isinstance(node, Number), node
    return node.value


@pytest.mark.parametrize("seed", range(40))
def test_rational_arithmetic_is_exact(seed):
    """Sums, products and quotients of small integers are the exact rational number."""
    r = random.Random(seed)
    a, b, c, d = (r.randint(1, 10**4) for _ in range(4))
    assert value(f"{a}/{b} + {c}/{d}") == Fraction(a, b) + Fraction(c, d)
    assert value(f"{a}/{b} - {c}/{d}") == Fraction(a, b) - Fraction(c, d)
    assert value(f"({a}/{b})*({c}/{d})") == Fraction(a * c, b * d)
    assert value(f"({a}/{b})/({c}/{d})") == Fraction(a * d, b * c)
    assert value(f"({a}/{b})^3") == Fraction(a, b) ** 3
    assert value(f"({a}/{b})^(-2)") == Fraction(b, a) ** 2


@pytest.mark.parametrize(
    "text, exact",
    [
        (str(LARGEST), LARGEST),
        ("2^63", 2**63),
        ("2^64 - 1", None),
        (f"{LARGEST} - 1", LARGEST - 1),
        (f"1/{LARGEST}", Fraction(1, LARGEST)),
        ("3/2 + 1/2", 2),
        ("0.5", None),
        ("1.0", None),
        ("1e3", None),
        ("2^0.5", None),
        ("(-1)^1000000000000000001", -1),
        ("(-1)^1000000000000000000", 1),
        ("1^99999999999", 1),
        ("0^0", 1),
        ("0^5", 0),
    ],
)
def test_type_says_whether_a_number_is_exact(text, exact):
    """A number is an integer or a quotient exactly where it is exact, and a float elsewhere."""
    found = value(text)
    if exact is None:
        assert isinstance(found, float)
    else:
        assert found == exact
        assert isinstance(found, type(exact))


@pytest.mark.parametrize(
    "text, about",
    [
        ("2^64", 2.0**64),
        (str(2**64), 2.0**64),
        ("2^63*2", 2.0**64),
        (f"{LARGEST} + 1", 2.0**64),
        ("3^100", 3.0**100),
        ("2^(-64)", 2.0**-64),
        ("10^30/10^29", 10.0),
        ("1/3^60 + 1/7^60", 3.0**-60 + 7.0**-60),
        ("12345678901^3", 12345678901.0**3),
    ],
)
def test_beyond_sixty_four_bits_is_a_float(text, about):
    """What does not fit into 64 bits folds to the float64 nearest to it."""
    found = value(text)
    assert isinstance(found, float)
    assert found == pytest.approx(about, rel=1e-14)


@pytest.mark.parametrize("seed", range(20))
def test_no_exact_number_is_longer_than_the_limit(seed):
    """However operations are combined, an exact number has parts below 2^64."""
    r = random.Random(seed)
    a = Fraction(r.randint(-(10**6), 10**6), r.randint(1, 10**6))
    for _ in range(60):
        b = Fraction(r.randint(1, 10**6), r.randint(1, 10**6))
        a = r.choice((add, multiply))(a, b) if r.random() < 0.8 else invert(a)
        if isinstance(a, float):
            return
        assert abs(Fraction(a).numerator) < 2**64
        assert Fraction(a).denominator < 2**64
    pytest.fail("sixty operations never reached the limit")


def test_limited_gives_integers_for_integral_quotients():
    """A quotient with denominator 1 is an integer, and a long integer is a float or infinite."""
    assert type(limit_digits(Fraction(6, 3))) is int
    assert type(limit_digits(2**64)) is float
    assert limit_digits(10**400) == math.inf
    assert limit_digits(-(10**400)) == -math.inf


@pytest.mark.parametrize(
    "text",
    [
        "1/0",
        "x/0",
        "x/(1 - 1)",
        "0^(-1)",
        "2^10^10",
        "10^400",
        "1e308*10",
        "x*1e308*1e308",
        "x + 1e308 + 1e308",
        "1e308 + 1e308",
        "-1e308 - 1e308 + x",
        "sqrt(-1)",
        "sqrt(-1)*x",
        "(-8)^(1/3)",
        "(-1)^0.5 + x",
        "log(0)",
        "log(-2)",
        "log10(0)*x",
        "asin(2)",
        "acosh(0)",
        "atanh(1)",
        "exp(1000)",
        "mod(1, 0)",
        "sin(1/0)",
        "x + if(1 > 0, 1, 1/0)",
    ],
)
def test_constants_without_a_finite_real_value_are_faults(text):
    """An infinite, complex or undefined constant raises a fault that carries the place."""
    with pytest.raises(ConstantFault) as caught:
        fold_constants(parse(text))
    start, end = caught.value.node.span
    assert 0 <= start < end <= len(text)
    assert caught.value.reason


@pytest.mark.parametrize("text", ["2^10^10", "2^(10^18)", "(3/7)^(10^18)", "7^7^7^7", "2^(-10^15)"])
def test_a_tower_is_answered_as_fast_as_a_power(text):
    """Powers far beyond 64 bits are never written out: they take no room, whatever they give."""
    tracemalloc.start()
    try:
        with suppress(ConstantFault):
            fold_constants(parse(text))
        assert tracemalloc.get_traced_memory()[1] < 2**20  # bytes; 2^10^10 alone has 2^30
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "text, tree",
    [
        ("x + 0", Name("x")),
        ("1*x", Name("x")),
        ("0*x", Number(0)),
        ("2*x*3", Product((Number(6), Name("x")))),
        ("1 + x + 2", Sum((Name("x"), Number(3)))),
        ("x - 1 + 1", Name("x")),
        ("x/4*8", Product((Number(2), Name("x")))),
        ("-(-3)", Number(3)),
        ("(1 + 2)*x", Product((Number(3), Name("x")))),
        ("sqrt(4)", None),
        ("4^(1/2)", Number(2)),
        ("(27/8)^(2/3)", Number(Fraction(9, 4))),
    ],
)
def test_folding_gathers_numbers(text, tree):
    """Constant arithmetic inside an expression is done, and neutral elements disappear."""
    if tree is not None:
        assert fold_constants(parse(text)) == tree


def test_folding_twice_changes_nothing():
    """Folding is idempotent."""
    for text in ("2*x*3 + 4 - 1", "sin(2*3)*x^(1 + 1)", "if(1 + 1 > x, 2*3, y*0)", "-(2/3)/(4/5)*x"):
        once = fold_constants(parse(text))
        assert fold_constants(once) == once


@pytest.mark.parametrize("base", [2, 3, 10, Fraction(2, 3), Fraction(7, 5)])
@pytest.mark.parametrize("root", [2, 3, 5, 7])
def test_exact_roots(base, root):
    """The n-th root of an n-th power is exact where the power fits, and 2^(1/2) is not given a value."""
    powered = limit_digits(Fraction(base) ** root)
    if not isinstance(powered, float):
        assert exact_power(powered, Fraction(1, root)) == base
    assert exact_power(2, Fraction(1, 2)) is None


def test_power_is_nan_where_it_is_complex_and_infinite_at_a_pole():
    """A power is NaN where it is complex, and infinite at a pole or on overflow."""
    assert math.isnan(power(-8.0, 1 / 3))
    assert power(0, -1) == math.inf
    assert power(10.0, 400) == math.inf
