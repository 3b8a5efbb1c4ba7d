"""Results are shown with the digits that their estimated error supports."""

from __future__ import annotations

import math

import numpy as np
import pytest

import dalembert
from dalembert._simulate.digits import digits_for, residual_text, supported_value


@pytest.mark.parametrize(
    ("claim", "digits"),
    [(1e-9, 9), (7.6e-10, 9), (2e-9, 8), (1e-12, 12), (0.0, 16), (1e-30, 16), (0.5, 3), (3.0, 3), (None, 6)],
)
def test_the_digits_of_a_claim(claim: float | None, digits: int) -> None:
    """A relative error of 10^-n supports n digits, 3 at least and 16 at most, 6 where it is not known."""
    assert digits_for(claim) == digits


@pytest.mark.parametrize("seed", range(20))
def test_what_is_shown_is_within_the_error_and_no_finer(seed: int) -> None:
    """The shown number differs from the value by less than the error's decade, and has no digits below it."""
    random = np.random.default_rng(seed)
    size, claim = 10 ** random.uniform(-8, 8), 10 ** random.uniform(-14, -3)
    value = size * random.uniform(-1, 1) * 10 ** random.uniform(-12, 0)
    text = supported_value(value, size, claim)
    assert abs(float(text) - value) <= 10 * claim * size
    if text != "0":
        mantissa, _, power = text.partition("e")
        decimals = len(mantissa.partition(".")[2])
        last = 10.0 ** (int(power or 0) - decimals)
        assert last >= 0.01 * claim * size


def test_residuals_below_rounding_are_not_given_as_numbers() -> None:
    """2.964e-323 is no size of anything: what is below rounding is given as rounding, and nothing as 0."""
    assert residual_text(2.964e-323) == "1.0e-16"
    assert residual_text(0.0) == "0"
    assert residual_text(2.8e-16) == "2.8e-16"
    assert residual_text(math.nan) == "nan"


@pytest.mark.parametrize(("rtol", "least"), [(1e-6, 6), (1e-12, 12)])
def test_a_finer_run_shows_more_digits(rtol: float, least: int) -> None:
    """At rtol = 1e-12 the last values have the twelve digits that were asked for."""
    motion = dalembert.simulate("cartesian_pendulum", rtol=rtol)  # which has no atol
    text = motion.text_at_end("x")
    digits = len(text.lstrip("-0.").replace(".", ""))
    assert least <= digits <= least + 5
    assert text in dalembert.show(motion)
    assert float(text) == pytest.approx(float(motion["x"][-1]), rel=10 * rtol)


def test_a_coordinate_that_stays_at_rest_is_zero() -> None:
    """Rounding of a coordinate beside larger ones of its kind is shown as 0."""
    motion = dalembert.simulate("n_four_bar:3")
    assert motion.text_at_end("alpha[1]") == "0"
    assert motion.text_at_end("theta[1]") != "0"
