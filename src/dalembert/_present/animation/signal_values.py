"""The block diagram of the controllers of a motion, with the values of its signals over the frames."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dalembert._model.controllers.diagram import blocks_of
from dalembert._model.display_units import display_units
from dalembert._model.records import Entry
from dalembert._present.animation.panels import number
from dalembert._present.animation.picture import Signal, SignalDiagram
from dalembert._present.animation.primitives import Circle, Line, Polygon, Primitive, Spot, Text
from dalembert._present.block_diagram import SignalPlace, diagram_of
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words

Array = NDArray[np.float64]


def signal_diagram(motion: Motion, times: Array, words: Words) -> SignalDiagram | None:
    """The diagram of the controllers of a model at the times of frames; None where there is none to draw."""
    diagram = diagram_of(blocks_of(motion.model), words("report_system"))
    if diagram is None:
        return None
    drawing, places = diagram
    rows = np.minimum(np.searchsorted(motion.t, times), len(motion.t) - 1)
    known = {name: (source, values) for name, source, values in _columns(motion)}
    units = display_units(motion.model)
    signals = []
    for signal in places:
        name = next((one for one in _names_of(signal) if one in known), None)
        if name is not None:
            (source, values), unit = known[name], units[name]
            signals.append(
                Signal(
                    at=signal.at,
                    anchor=signal.anchor,
                    unit=unit,
                    values=unit.column(values[rows]),
                    source=source,
                )
            )
    return SignalDiagram(drawing=drawing, signals=tuple(signals))


def _names_of(signal: SignalPlace) -> tuple[str, ...]:
    """The names that a signal may have among the results."""
    if not signal.word:
        return (signal.name,)
    return f"controllers.{signal.name}.{signal.word}", f"{signal.name}.{signal.word}"


def _columns(motion: Motion) -> Iterator[tuple[str, tuple[str, int], Array]]:
    """The quantities of a motion that a diagram may show: names, sources, values in SI."""
    model = motion.model
    blocks: tuple[tuple[str, tuple[Entry, ...], Array, str], ...] = (
        ("q", model.coordinates, motion.q, ""),
        ("qd", model.coordinates, motion.qd, "'"),
        ("s", model.states, motion.s, ""),
        ("outputs", model.outputs, motion.outputs, ""),
    )
    for block, entries, values, mark in blocks:
        for i, entry in enumerate(entries):
            yield entry.name + mark, (block, i), values[:, i]


def signal_shapes(diagram: SignalDiagram, frame: int, mark: str) -> Iterator[Primitive]:
    """The diagram in a frame."""
    yield from diagram.drawing.shapes
    for one in diagram.signals:
        size = float(np.max(np.abs(one.values), initial=0.0, where=np.isfinite(one.values)))
        text = f"{number(float(one.values[frame]), mark, size)} {one.unit.symbol}"
        yield Text(at=one.at, text=text, size=0.9, anchor=one.anchor, colour="c1")


def move_shape(shape: Primitive, scale: float, by: Spot, letters: float) -> Primitive:
    """A shape enlarged and moved; letters become `letters` times as large."""

    def spot(point: Spot) -> Spot:
        return point[0] * scale + by[0], point[1] * scale + by[1]

    match shape:
        case Line():
            return replace(shape, points=tuple(map(spot, shape.points)))
        case Polygon():
            return replace(shape, points=tuple(map(spot, shape.points)))
        case Circle():
            return replace(shape, centre=spot(shape.centre), radius=shape.radius * scale)
        case Text():
            return replace(shape, at=spot(shape.at), size=shape.size * letters)
