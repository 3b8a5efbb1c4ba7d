"""Units of entries: the meaning of unit strings, and the text of dimensions."""

from __future__ import annotations

import re
from fractions import Fraction

from dalembert._model.unit_names import BASE, DIMENSIONLESS, NAMES, NONE, Dimension, Unit
from dalembert._model.unit_parser import read_unit
from dalembert._model.unit_product import LONGEST, UnitFault
from dalembert._model.unit_text import base_text, unit_of_dimension

__all__ = [
    "BASE",
    "DIMENSIONLESS",
    "NAMES",
    "NONE",
    "Dimension",
    "Unit",
    "UnitFault",
    "base_text",
    "si_text",
    "unit_of",
    "unit_of_dimension",
    "unit_with_fractions",
]

_DECIMAL = re.compile(r"(?:\^|\*\*)\s*(?:\(\s*(-?\d+\.\d+)\s*\)|(-?\d+\.\d+))")


def unit_of(text: str) -> Unit:
    """The unit of a string; UnitFault where it is none."""
    return read_unit(text).unit


def si_text(text: str) -> str:
    """The SI unit of a unit string, in its own notation where that is SI: kNm is N*m, deg is rad."""
    return read_unit(text).si


def unit_with_fractions(unit: str) -> str:
    """A unit with fractions instead of decimal exponents: m^1.5 is m^(3/2)."""
    made = _DECIMAL.sub(lambda match: f"^({Fraction(match[1] or match[2])})", unit)
    return made if len(made) <= LONGEST else unit
