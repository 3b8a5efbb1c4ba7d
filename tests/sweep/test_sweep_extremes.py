"""The extremes that a sweep keeps are those of the motion, by lanes in C and by ordinary runs alike."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

import dalembert
from dalembert._sweep.lanes import LaneEngine, run_rows
from dalembert._sweep.sweeping import Request, make_plan

Function = Callable[[np.ndarray], np.ndarray]
KINDS = ("mod", "floor", "if", "tanh", "sin", "peak", "product")
KS = (1.0, 2.5, 4.0)


def seeded(kind: str, a: float, b: float, w: float) -> tuple[str, Function]:
    """The text of a function of x, and the function."""
    functions: dict[str, tuple[str, Function]] = {
        "mod": (f"mod({a!r}*x, 1)", lambda x: np.mod(a * x, 1)),
        "floor": (f"floor({a!r}*x + {b!r})", lambda x: np.floor(a * x + b)),
        "if": (f"if(x > {b!r}, 1, {a!r}*x)", lambda x: np.where(x > b, 1, a * x)),
        "tanh": (f"tanh((x - {b!r})/{w!r})", lambda x: np.tanh((x - b) / w)),
        "sin": (f"x*sin(30*{a!r}*x)", lambda x: x * np.sin(30 * a * x)),
        "peak": (f"exp(-((x - {b!r})/{w!r})^2)", lambda x: np.exp(-(((x - b) / w) ** 2))),
        "product": (f"mod({a!r}*x, 1)*abs(x - {b!r})", lambda x: np.mod(a * x, 1) * np.abs(x - b)),
    }
    return functions[kind]


def bounds(f: Function, place: float) -> tuple[float, float]:
    """The bounds of a function over -1 <= x <= 1, by closer and closer looks at its best points."""
    found = []
    for sign in (1.0, -1.0):
        x, width, best = np.append(np.linspace(-1, 1, 100_001), place), 2e-5, -np.inf
        for _ in range(5):
            value = sign * f(x)
            best = max(best, float(value.max()))
            top = x[np.argsort(value)[-20:]]
            x = np.clip((top[:, np.newaxis] + width * np.linspace(-1.5, 1.5, 1501)).ravel(), -1, 1)
            width /= 500
        found.append(sign * best)
    return found[0], found[1]


@pytest.mark.parametrize("plain", [True, False])
def test_extremes_that_are_kept_are_those_of_the_function(plain: bool) -> None:
    """With x = cos(sqrt(k) t) from -1 to 1: seeded functions of x, by lanes and by ordinary runs."""
    draw = random.Random(1)
    given = {
        kind: (draw.uniform(3, 12), draw.uniform(-0.5, 0.5), 10 ** draw.uniform(-5, -1)) for kind in KINDS
    }
    functions = {kind: seeded(kind, *given[kind]) for kind in KINDS}
    keep = [f"most_{kind} = max({text}), least_{kind} = min({text})" for kind, (text, _) in functions.items()]
    model = dalembert.model(
        parameters={"k": 1.0},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        simulate={"t_end": 7.0, "samples": 20, "rtol": 1e-9},
    )
    rows = dalembert.sweep(model, {"k": list(KS)}, ", ".join(keep), plain=plain)
    assert rows.attrs["rows"]["ok"] == len(KS)
    for kind, (_, f) in functions.items():
        most, least = bounds(f, given[kind][1])
        size = max(abs(most), abs(least))
        np.testing.assert_allclose(rows[f"most_{kind}"], most, rtol=0, atol=2e-7 * size, err_msg=kind)
        np.testing.assert_allclose(rows[f"least_{kind}"], least, rtol=0, atol=2e-7 * size, err_msg=kind)


def test_lanes_give_these_extremes_themselves() -> None:
    """Rows with functions that jump are lanes, and good ones: no ordinary run stands in for them."""
    model = dalembert.model(
        parameters={"k": 1.0},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        simulate={"t_end": 7.0, "samples": 20},
    )
    keep = "max(mod(7*x, 1)), min(tanh((x - 0.3)/1e-6)), max(floor(10*x + 0.5)), max(x*sin(300*x))"
    sweep = make_plan(model, Request(over=["k=1:4:3"], keep=keep, plain=True))
    assert isinstance(sweep.lanes, LaneEngine)
    made = run_rows(sweep.lanes, {"k": np.array(KS)})
    assert made.good.all()
    for values, right in zip(made.kept[:3], (1.0, -1.0, 10.0), strict=True):
        np.testing.assert_allclose(values[:, 0], right, rtol=1e-12)


def test_engines_that_disagree_are_a_letter(monkeypatch: pytest.MonkeyPatch) -> None:
    """What two engines disagree about is told as any refusal is, in memory too."""
    from dalembert._sweep import blocks

    right = blocks.run_rows

    def wrong(*given: object) -> object:
        made = right(*given)  # type: ignore[arg-type]
        made.kept[0][:] += 1e-3
        return made

    monkeypatch.setattr(blocks, "run_rows", wrong)
    model = dalembert.model(
        parameters={"k": 1.0},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        simulate={"t_end": 7.0, "samples": 20},
    )
    with pytest.raises(dalembert.ModelError, match="by one engine"):
        dalembert.sweep(model, {"k": [1.0, 2.0]}, "max(x)", plain=True)
