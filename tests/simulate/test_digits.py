"""Results are shown with the digits that their estimated error supports."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

import dalembert
from dalembert._present.ranges import ranges_of
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


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_outputs_have_digits_of_their_own(seed: int, rtol: float) -> None:
    """Beside differences that are zero, which print 0, and jumps: x keeps its digits, to its own claim."""
    draw = random.Random(seed)
    m, k, a = draw.uniform(0.5, 3), draw.uniform(1, 5), draw.uniform(3, 9)
    model = dalembert.model(
        parameters={"m": m, "k": k},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        outputs={
            "nothing": "1/2*m*x'^2 + 1/2*k*x^2 - 1/2*k",
            "none": "x - cos(sqrt(k/m)*t)",
            "same": "2*x",
            "saw": f"mod({a!r}*x, 1)",
            "steps": f"floor({a!r}*x + 0.5)",
        },
        simulate={"t_end": 20, "samples": 150, "rtol": rtol},
    )
    motion = dalembert.simulate(model)
    claims = {one.name: one.error for one in motion.accuracy.columns}
    assert motion.text_at_end("nothing") == motion.text_at_end("none") == "0"
    right = 2 * np.cos(np.sqrt(k / m) * 20)
    assert claims["same"] <= 10 * rtol
    text = motion.text_at_end("same")
    assert len(text.replace("-", "").replace(".", "").lstrip("0")) >= -np.log10(rtol) - 2
    assert abs(float(text) - right) <= 2 * (claims["same"] * 2 + 10.0 ** -len(text.split(".")[1]))
    assert abs(motion["saw"][-1] - np.mod(a * right / 2, 1)) <= max(claims["saw"], 1e-12)
    shown = ranges_of(motion)
    assert (shown["nothing"].zero, shown["none"].zero) == (True, True)
