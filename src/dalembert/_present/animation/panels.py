"""Panels: quantities shown by dials, sliders and gauges, drawn without a scene or beside one."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, isfinite, pi, sin

from dalembert._present.animation.label_places import extent
from dalembert._present.animation.picture import Panel
from dalembert._present.animation.primitives import Circle, Line, Polygon, Primitive, Spot, Text
from dalembert._words.number_format import digits_of, with_mark

SMALL = 0.72  # size of the small letters


def number(value: float, mark: str, size: float = 0.0) -> str:
    """A number with four digits and a decimal mark; 0 where it is negligible relative to `size`."""
    if not isfinite(value):
        return "–"
    if abs(value) < 1e-9 * size or value == 0:
        return "0"
    rounded = float(f"{value:.4g}")
    if 1e-3 <= abs(value) < 1e6:
        text = f"{rounded:g}" if abs(value) < 1e4 else f"{rounded:.0f}"
    else:
        digits, power = f"{value:.3e}".split("e")
        text = digits_of(float(f"{float(digits):g}e{power}"), 4, "p")
    return with_mark(text, mark).replace("-", "−")


def panel_shapes(
    panel: Panel, frame: int, corner: Spot, size: Spot, letter: float, mark: str
) -> Iterator[Primitive]:
    """A panel in a box whose lower left corner and size are given."""
    (x, y), (width, height) = corner, size
    value = float(panel.values[frame])
    unit = f" {panel.unit}" if panel.unit else ""
    middle, largest = x + width / 2, max(abs(panel.low), abs(panel.high))
    fit = min(1.0, width / extent(panel.text, letter)[0]) if panel.text else 1.0
    yield Text(at=(middle, y + height - letter), text=panel.text, size=0.9 * fit)
    yield Text(
        at=(middle, y + letter * 0.9),
        text=number(value, mark, largest) + unit,
        colour="soft",
        size=SMALL + 0.06,
    )
    box = (x, y + 1.7 * letter, width, height - 3.6 * letter)
    if not isfinite(value):
        return
    yield from DRAWN[panel.kind](panel, value, box, mark)


Box = tuple[float, float, float, float]


def _share(panel: Panel, value: float) -> float:
    return (value - panel.low) / (panel.high - panel.low)


def _dial(panel: Panel, value: float, box: Box, _mark: str) -> Iterator[Primitive]:
    """A pointer at the angle: zero to the right, increasing counterclockwise."""
    x, y, width, height = box
    cx, cy, radius = x + width / 2, y + height / 2, height / 2
    yield Circle(centre=(cx, cy), radius=radius, colour="soft", width=1.0, fill="paper")
    for k in range(12):
        a = k * pi / 6
        inner = radius * (0.8 if k % 3 == 0 else 0.9)
        yield Line(
            points=((cx + inner * cos(a), cy + inner * sin(a)), (cx + radius * cos(a), cy + radius * sin(a))),
            colour="soft",
            width=0.6,
        )
    a = value * TURNS.get(panel.unit, 1.0)
    hand = (cx + 0.86 * radius * cos(a), cy + 0.86 * radius * sin(a))
    yield Line(points=((cx, cy), hand), colour="c0", width=2.2)
    yield Circle(centre=(cx, cy), radius=0.08 * radius, fill="c0", colour="c0", width=0.5)


TURNS = {"deg": pi / 180, "°": pi / 180, "rev": 2 * pi}


def _slider(panel: Panel, value: float, box: Box, mark: str) -> Iterator[Primitive]:
    """A block on a rail between the smallest and the largest value."""
    x, y, width, height = box
    left, right, level = x + 0.14 * width, x + 0.86 * width, y + 0.62 * height
    half, tall = 0.05 * width, 0.2 * height
    at = left + _share(panel, value) * (right - left)
    yield Line(points=((left, level), (right, level)), colour="soft", width=1.4)
    for end in (left, right):
        yield Line(points=((end, level - tall * 0.6), (end, level + tall * 0.6)), colour="soft", width=1.0)
    corners = (
        (at - half, level - tall),
        (at + half, level - tall),
        (at + half, level + tall),
        (at - half, level + tall),
    )
    yield Polygon(points=corners, fill="c1", colour="c1", width=0.6)
    for end, limit, anchor in ((0.05, panel.low, "start"), (0.95, panel.high, "end")):
        at_end = (x + end * width, y + 0.14 * height)
        yield Text(at=at_end, text=number(limit, mark), colour="soft", size=SMALL, anchor=anchor)


def _gauge(panel: Panel, value: float, box: Box, mark: str) -> Iterator[Primitive]:
    """A column filled up to the value."""
    x, y, width, height = box
    left, right = x + 0.40 * width, x + 0.52 * width
    level = y + _share(panel, value) * height
    yield Polygon(
        points=((left, y), (right, y), (right, level), (left, level)), fill="c2", colour="c2", width=0.0
    )
    yield Polygon(points=((left, y), (right, y), (right, y + height), (left, y + height)), colour="soft")
    for at, limit in ((y, panel.low), (y + height, panel.high)):
        yield Line(points=((right, at), (right + 0.03 * width, at)), colour="soft", width=0.8)
        inset = 0.1 * height if at == y else -0.1 * height
        yield Text(
            at=(right + 0.05 * width, at + inset),
            text=number(limit, mark),
            colour="soft",
            size=SMALL,
            anchor="start",
        )


DRAWN = {"dial": _dial, "slider": _slider, "gauge": _gauge}
