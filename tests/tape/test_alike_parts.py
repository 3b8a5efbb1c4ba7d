"""Tapes split into parts: equal parts share one function, and together they give the results of the tape."""

from __future__ import annotations

import math

import casadi as ca
import numpy as np
import pytest

from dalembert._tape.alike_parts import TapeParts, take_apart
from dalembert._tape.from_casadi import tape_of
from dalembert._tape.tape import ARGUMENT, CONSTANT, Tape

DOES = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "sq": lambda a: a * a,
    "sqrt": math.sqrt,
    "cos": math.cos,
    "sin": math.sin,
    "twice": lambda a: 2 * a,
}


def value(tape: Tape, **given: list[float]) -> list[float]:
    """The first result of a tape."""
    slots: list[float] = []
    for one in tape.instructions:
        if one.operation == ARGUMENT:
            slots.append(given[tape.arguments[one.operands[0]].name][one.operands[1]])
        elif one.operation == CONSTANT:
            slots.append(one.number)
        else:
            slots.append(DOES[one.operation](*(slots[k] for k in one.operands)))
    return [slots[k] for k in tape.results[0].slots]


def distances(count: int) -> tuple[Tape, list[list[tuple[int, ...]]]]:
    """Two numbers of all, then of each neighbours their distance, and it with what turns with t and p."""
    t, y, p = ca.SX.sym("t"), ca.SX.sym("y", 2 * count), ca.SX.sym("p", 2)
    turn, size = ca.cos(t * y[0]), p[0] * p[1]
    out, parts = [turn + y[1], y[0] * y[1]], []
    for k in range(count - 1):
        far = ca.sqrt((y[k] - y[k + 1]) ** 2 + (y[count + k] - y[count + k + 1]) ** 2)
        parts.append([(len(out),), (len(out) + 1, len(out) + 2)])
        out += [far - size * (k + 2), far * turn + 0.5 * k, p[1] + 0]
    arguments = {"t": t, "y": y, "p": p}
    return tape_of("whole", arguments, {"out": ca.vertcat(*out)}, {"t": 0}), parts


def pool_of(parts: TapeParts, given: dict[str, list[float]], kept: int) -> list[float]:
    """The numbers that go into the functions of parts."""
    return [*given["y"], *given["t"], *value(parts.rest, **given)[kept:], *parts.numbers]


@pytest.mark.parametrize("count", [3, 8])
def test_parts_give_what_the_whole_gives(count: int) -> None:
    """The rest and the functions of the parts give every entry of the result to the last bit."""
    tape, groups = distances(count)
    parts = take_apart(tape, range(2), groups)
    random = np.random.default_rng(count)
    given = {"t": [0.7], "y": random.normal(size=2 * count).tolist(), "p": [0.3, 1.9]}
    whole = value(tape, **given)
    assert value(parts.rest, **given)[:2] == whole[:2]
    pool = pool_of(parts, given, 2)
    for group, functions in zip(groups, parts.functions, strict=True):
        for entries, part in zip(group, functions, strict=True):
            found = value(parts.shapes[part.shape], y=[pool[k] for k in part.inputs])
            assert found == [whole[k] for k in entries]


def test_parts_alike_share_their_shapes() -> None:
    """Twice as many parts have as many shapes, and what all of them use is computed once, by the rest."""
    few, many = (take_apart(tape, range(2), groups) for tape, groups in map(distances, (6, 11)))
    assert len(many.shapes) == len(few.shapes)
    lengths = [sum(len(shape.instructions) for shape in parts.shapes) for parts in (few, many)]
    assert lengths[0] == lengths[1]
    cosines = [one for shape in many.shapes for one in shape.instructions if one.operation == "cos"]
    assert not cosines
    assert sum(one.operation == "cos" for one in many.rest.instructions) == 1
    assert not all(many.moving)
