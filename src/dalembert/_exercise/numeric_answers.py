"""Numbers as answers: 7.25 rad/s, 1.15 Hz, 7,25 1/s, or an expression of the parameters."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from dalembert._expression.numbers import ConstantFault
from dalembert._expression.tree import Node
from dalembert._expression.walk import names
from dalembert._model.units import UnitFault, unit_of
from dalembert._verify.evaluate import evaluate

NUMBER = re.compile(r"([+\-−]?\s*(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:\s*[eE][+-]?\d+)?)\s*(.*)", re.DOTALL)
LONGEST = 60  # the most characters of a unit
TOLERANCE = 0.01
TURN = 2 * math.pi


@dataclass(frozen=True, slots=True)
class NumberWithUnit:
    """A number in SI units; `unit` is as written, and empty where there is none."""

    value: float
    unit: str


def read_number(text: str) -> NumberWithUnit | None:
    """A number with its unit; None where the text is something else."""
    match = NUMBER.fullmatch(text.strip())
    if match is None or len(match[2]) > LONGEST:
        return None
    unit = match[2].strip().strip("[]").strip()
    number = float(match[1].replace(",", ".").replace("−", "-").replace(" ", ""))
    if not unit:
        return NumberWithUnit(number, "")
    try:
        read = unit_of(unit)
    except UnitFault:
        return None
    return NumberWithUnit(number * read.factor, unit)


def same_dimension(unit: str, other: str) -> bool:
    """Whether two units have the same dimension."""
    return unit_of(unit).dimension == unit_of(other).dimension


def in_cycles(unit: str) -> bool:
    """Whether a unit counts whole oscillations: a frequency, not an angular frequency."""
    return unit.endswith("Hz")


def value_of(root: Node, parameters: Mapping[str, float]) -> float | None:
    """The value of an expression of parameters; None where it contains other names or has no value."""
    used = {name for name, _ in names(root)} - {"pi"}
    if not used <= set(parameters) or any(order for _, order in names(root)):
        return None
    sample = {(name, 0): np.array([parameters[name]]) for name in used} | {("t", 0): np.zeros(1)}
    try:
        value, _ = evaluate(root, sample)
    except (ConstantFault, ArithmeticError):
        return None
    number = float(np.broadcast_to(np.asarray(value, dtype=float), 1)[0])
    return number if math.isfinite(number) else None


def near(value: float, right: float) -> bool:
    """Whether a number is right to about three digits."""
    return abs(value - right) <= TOLERANCE * abs(right)
