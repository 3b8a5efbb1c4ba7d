"""Least results of a tape while its arguments stay in intervals."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest
from numpy.typing import NDArray

from dalembert._tape.from_casadi import tape_of
from dalembert._tape.least_result import lower_bound
from dalembert._tape.tape import ARGUMENT, CONSTANT, Tape

Array = NDArray[np.float64]
y = ca.SX.sym("y", 4)
KNOWN = {
    "discs": ca.sqrt((y[0] - y[1]) ** 2 + (y[2] - y[3]) ** 2) - 0.2,
    "rod": y[0] - 0.7 * ca.sin(y[1]) + 2 * ca.cos(y[2] * y[3]),
    "least": ca.fmin(y[0] * y[1], -y[2]) + ca.fmax(y[3], ca.fabs(y[0])),
    "curves": ca.exp(y[0]) - ca.tanh(y[1]) + ca.atan(y[2]) - ca.sinh(y[3]),
    "one": 3 - 2 * y[0],
}
DOES = {
    "add": np.add,
    "sub": np.subtract,
    "mul": np.multiply,
    "neg": np.negative,
    "sq": np.square,
    "twice": lambda a: 2 * a,
    "min": np.fmin,
    "max": np.fmax,
    "abs": np.abs,
    "atan": np.arctan,
    **{name: getattr(np, name) for name in ("sqrt", "exp", "sin", "cos", "tanh", "sinh")},
}


def tape(value: ca.SX) -> Tape:
    """The tape of a number."""
    return tape_of("gap", {"y": y}, {"out": ca.densify(value)}, {})


def value(tape: Tape, given: Array) -> float:
    """The result of a tape."""
    slots: list[float] = []
    for one in tape.instructions:
        if one.operation == ARGUMENT:
            slots.append(float(given[one.operands[1]]))
        elif one.operation == CONSTANT:
            slots.append(one.number)
        else:
            slots.append(float(DOES[one.operation](*(slots[k] for k in one.operands))))
    return slots[tape.results[0].slots[0]]


@pytest.mark.parametrize("name", KNOWN)
def test_no_value_in_the_intervals_is_less(name: str) -> None:
    """Bounds are below all values in an interval, at the value itself where it has no width, and finite."""
    random, whole = np.random.default_rng(1), tape(KNOWN[name])
    bound = lower_bound(whole, "least")
    assert bound is not None
    for width in (0.0, 0.01, 0.5, 2.0):
        for _ in range(20):
            middle = random.uniform(-2, 2, 4)
            reach = width * random.uniform(0, 1, 4)
            least = value(bound, np.concatenate([middle - reach, middle + reach]))
            inside = [middle + reach * random.uniform(-1, 1, 4) for _ in range(30)]
            assert least <= min(value(whole, one) for one in inside) + 1e-12
            if width == 0:
                assert least == pytest.approx(value(whole, middle), abs=1e-12)


def test_the_distance_of_discs_is_bounded_sharply() -> None:
    """The bound of a distance is that of the nearest corners."""
    bound = lower_bound(tape(KNOWN["discs"]), "least")
    assert bound is not None
    low, high = np.array([3, 0, 4, 0]) - 0.1, np.array([3, 0, 4, 0]) + 0.1
    assert value(bound, np.concatenate([low, high])) == pytest.approx(np.hypot(2.8, 3.8) - 0.2)


@pytest.mark.parametrize("kind", [y[0] / y[1], ca.log(y[0]), ca.if_else(y[0] > 0, y[1], y[2])])
def test_what_may_be_infinite_or_decides_has_no_bound(kind: ca.SX) -> None:
    """Quotients, logarithms and conditions are not bounded: such contacts are looked at in every step."""
    assert lower_bound(tape(kind), "least") is None
