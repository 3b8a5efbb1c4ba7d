"""The extremes of outputs are those of the motion: of functions that jump, bend and turn quickly, too."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

import dalembert

Array = NDArray[np.float64]
Function = Callable[[Array], Array]
KINDS = (
    "mod",
    "floor",
    "if",
    "sign",
    "abs",
    "max",
    "tanh",
    "sin",
    "product",
    "jumping product",
    "peak",
    "quotient",
    "table",
)
ROUNDING = 4e-15  # of arguments up to 12, as in a - b*floor(a/b)
KNOTS = {"u": [-9.0, -0.8, -0.1, 0.35, 0.9, 9.0], "v": [0.0, 1.0, -2.0, 1.5, 0.2, 0.0]}


def seeded(kind: str, draw: random.Random) -> tuple[str, Function, tuple[float, float], float]:
    """The text of a function of x, the function, the range that it cannot leave, and a place of its own."""
    a, b, c = draw.uniform(3, 12), draw.uniform(0, 1), draw.uniform(-0.6, 0.6)
    w, fast = 10 ** draw.uniform(-6, -1), draw.uniform(20, 400)
    anything = (-np.inf, np.inf)
    functions: dict[str, tuple[str, Function, tuple[float, float]]] = {
        "mod": (f"mod({a!r}*x, {b!r} + 1)", lambda x: np.mod(a * x, b + 1), (0.0, b + 1)),
        "floor": (f"floor({a!r}*x + {b!r})", lambda x: np.floor(a * x + b), anything),
        "if": (f"if(x > {c!r}, {a!r}*x, {b!r} - x)", lambda x: np.where(x > c, a * x, b - x), anything),
        "sign": (f"x*sign(x - {c!r})", lambda x: x * np.sign(x - c), anything),
        "abs": (f"{b!r} - abs(x - {c!r})", lambda x: b - np.abs(x - c), (-np.inf, b)),
        "max": (f"max(x^2, {b!r} - x)", lambda x: np.maximum(x**2, b - x), anything),
        "tanh": (f"tanh((x - {c!r})/{w!r})", lambda x: np.tanh((x - c) / w), (-1.0, 1.0)),
        "sin": (f"sin({fast!r}*x)", lambda x: np.sin(fast * x), (-1.0, 1.0)),
        "product": (f"x*sin({fast!r}*x + {b!r})", lambda x: x * np.sin(fast * x + b), anything),
        "jumping product": (
            f"mod({a!r}*x, 1)*cos({a!r}*x)",
            lambda x: np.mod(a * x, 1) * np.cos(a * x),
            (-1.0, 1.0),
        ),
        "peak": (
            f"exp(-((x - {c!r})/{w!r})^2)",
            lambda x: np.exp(-(((x - c) / w) ** 2)),
            (0.0, 1.0),
        ),
        "quotient": (f"1/({b!r} + 0.01 + x^2)", lambda x: 1 / (b + 0.01 + x**2), (0.0, 1 / (b + 0.01))),
        "table": ("curve(x)", lambda x: np.interp(x, KNOTS["u"], KNOTS["v"]), (-2.0, 1.5)),
    }
    return *functions[kind], c


def extremes_over(f: Function, low: float, high: float, special: Array) -> tuple[float, float]:
    """The least upper and largest lower bound of a function, by closer and closer looks at its best points."""
    found = []
    for sign in (1.0, -1.0):
        x = np.concatenate([np.linspace(low, high, 100_001), special])
        width, best = (high - low) / 1e5, -np.inf
        for _ in range(5):
            value = sign * f(x)
            best = max(best, float(value.max()))
            top = x[np.argsort(value)[-20:]]
            x = np.clip((top[:, np.newaxis] + width * np.linspace(-1.5, 1.5, 1501)).ravel(), low, high)
            width /= 500
        found.append(sign * best)
    return found[0], found[1]


def oscillation(texts: list[str], **settings: object) -> dalembert.Model:
    """An oscillation of which the amplitude is known."""
    return dalembert.model(
        parameters={"k": 4.0},
        coordinates={"x": {"start": 0.1, "speed": 1.9}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*k*x^2"},
        outputs={f"y{i}": text for i, text in enumerate(texts)},
        tables={"curve": {"x": KNOTS["u"], "value": KNOTS["v"], "interpolate": "linear", "beyond": "hold"}},
        simulate={"t_end": 7.0, "samples": 13, **settings},
    )


AMPLITUDE = float(np.hypot(0.1, 0.95))


def check(one: object, f: Function, bounds: tuple[float, float], claim: float, c: Array) -> None:
    """An extreme is as close to the true one as it claims, and a value that the function can have."""
    most, least = extremes_over(f, -AMPLITUDE, AMPLITUDE, c)
    size = max(abs(most), abs(least))
    allowed = min(claim * size + one.error, 1e-8 * size) + 1e-12 * size
    assert abs(one.maximum - most) <= allowed, (one, most)
    assert abs(one.minimum - least) <= allowed, (one, least)
    assert bounds[0] - ROUNDING <= one.minimum
    assert one.maximum <= bounds[1] + ROUNDING


@pytest.mark.parametrize("rtol", [1e-9])
def test_extremes_of_functions_of_an_oscillation_are_those_of_the_function(rtol: float) -> None:
    """Three of each kind: to the claim, and never outside of what the function can give."""
    draw = random.Random(0)
    every = [seeded(kind, draw) for kind in KINDS for _ in range(3)]
    motion = dalembert.simulate(oscillation([text for text, *_ in every], rtol=rtol))
    claims = {one.name: one.error for one in motion.accuracy.columns}
    by_name = {one.name: one for one in motion.extremes}
    for i, (_, f, bounds, place) in enumerate(every):
        check(by_name[f"y{i}"], f, bounds, claims[f"y{i}"], np.array([place, *KNOTS["u"][1:-1]]))
