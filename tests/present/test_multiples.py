"""Angles as multiples of π."""

import math
from fractions import Fraction

import pytest

from dalembert._present.multiples import multiple_of_pi, multiple_text


@pytest.mark.parametrize(
    ("part", "text"), [("1", "π"), ("-1/2", "−π/2"), ("3/4", "3π/4"), ("2", "2π"), ("-7/12", "−7π/12")]
)
def test_a_multiple_of_pi_is_written_as_one(part: str, text: str) -> None:
    """Within a billionth of a half turn, and not beyond."""
    value = math.pi * float(Fraction(part))
    assert multiple_text(multiple_of_pi(value * (1 + 1e-12))) == text
    assert multiple_of_pi(value + 1e-7) is None


def test_other_numbers_are_no_multiples() -> None:
    """Zero, angles of many turns, what is not finite, 22/7 and e."""
    for value in (0.0, 1e-14, 100 * math.pi, math.inf, math.nan, 22 / 7, math.e, math.pi / 13):
        assert multiple_of_pi(value) is None
