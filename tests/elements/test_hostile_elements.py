"""Files of elements, controllers and parts with random mistakes: a located message or a valid model, always."""

from __future__ import annotations

import copy
import random
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dalembert

DOCS = Path(__file__).parents[2] / "docs"
VALUES: tuple[Any, ...] = (
    "", "x", "1/0", "t", "ground", "a.b", "sum(i=1..3,i)", "((", "[1,2]", "sqrt(-1)", 0, -1, 1e308, True,
    float("nan"), float("inf"), 10**400, [], {}, ["a"], ["a", "b", "c"], [1, 2], [[1, 2], [3, 4]],
    {"value": 1}, {"value": 1, "unit": "furlong"}, {"value": 1, "unit": "kg"}, {"unit": "m"},
    {"for": "i = 1..3"}, "a" * 300, "joints.O", "work.x", "é", "q'", "if(t>1,1,0)", "R1.current", "x[3]",
)  # fmt: skip
KEYS = ("kind", "between", "at", "on", "to", "from", "for", "count", "length", "stiffness", "damping", "unit",
        "gain", "every", "table", "drives", "coordinate", "force", "torque", "limit", "start", "secondary",
        "coils", "radius", "friction", "model", "nodes", "parameters")  # fmt: skip
SECTIONS = ("elements", "controllers", "parts", "joints", "bodies", "parameters", "inputs", "coordinates")


def models() -> list[dict[str, Any]]:
    """The models of the pages about elements, and one of parts that stand in the model itself."""
    texts = [(DOCS / f"{page}.md").read_text() for page in ("elements", "networks", "controllers")]
    found = [tomllib.loads(own) for text in texts for own in re.findall(r"```toml\n(.*?)```", text, re.S)]
    cell = {
        "parameters": {"R": {"value": 10, "unit": "Ohm"}},
        "elements": {
            "V": {"kind": "voltage_source", "between": ["a", "ground"]},
            "R1": {"kind": "resistor", "between": ["a", "b"], "resistance": "R"},
            "C1": {"kind": "capacitor", "between": ["b", "ground"], "capacitance": 1e-3},
        },
        "controllers": {
            "pi": {"kind": "pid", "from": "b.voltage", "reference": 5, "kp": 2, "ki": 3, "to": "V.voltage"}
        },
    }
    parts = {"one": {"model": cell}, "row": {"model": cell, "count": 3, "parameters": {"R": "10*i"}}}
    return [*(one for one in found if "elements" in one or "controllers" in one), {"parts": parts}]


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places in nested tables and lists."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        yield (*path, key)
        yield from places(inner, (*path, key))


def at(value: Any, path: tuple[Any, ...]) -> Any:
    """What stands at a place."""
    for key in path:
        value = value[key]
    return value


def change(model: dict[str, Any], r: random.Random) -> None:
    """One mistake: another value, a missing or a further key, or what stands elsewhere."""
    found = [path for path in places(model) if path[0] in SECTIONS]
    if not found:
        return
    path, how = r.choice(found), r.random()
    table = at(model, path[:-1])
    if how < 0.5:
        table[path[-1]] = copy.deepcopy(r.choice(VALUES))
    elif how < 0.65:
        del table[path[-1]]
    elif how < 0.85 and isinstance(table, dict):
        table[r.choice(KEYS)] = copy.deepcopy(r.choice(VALUES))
    else:
        table[path[-1]] = copy.deepcopy(at(model, r.choice(found)))


def try_mistakes(seed: int, count: int) -> int:
    """How many of some models with random mistakes were refused; each with messages and hints."""
    r, every, refused = random.Random(seed), models(), 0
    for _ in range(count):
        model = copy.deepcopy(r.choice(every))
        for _ in range(r.choice((1, 1, 1, 2, 3))):
            change(model, r)
        model.pop("format", None)
        try:
            flaws = dalembert.check(dalembert.model(**model)).flaws
        except dalembert.ModelError as error:
            flaws = error.flaws
            refused += 1
        assert all(flaw.message and (flaw.hint or flaw.rule == "syntax") for flaw in flaws), model
    return refused


def test_random_mistakes_are_told() -> None:
    """Of a hundred models with mistakes most are refused, none with anything but a message and a hint."""
    assert try_mistakes(19, 100) > 50


@pytest.mark.soak
def test_many_random_mistakes_are_told() -> None:
    """The same with thousands."""
    assert try_mistakes(20, 6000) > 3000
