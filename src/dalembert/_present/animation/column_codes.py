"""The numbers of a picture for a page: columns of 16-bit codes, each with its own offset and scale.

value = offset + scale * code; the code -32768 is a number that is not finite. The second differences of a
smooth column are small: they are written 7 bits per byte, the lowest first, with the sign as last bit.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.frame_drawing import first_labels
from dalembert._present.animation.meshes import MESHES
from dalembert._present.animation.picture import Picture, SignalDiagram
from dalembert._present.animation.primitives import Circle, Line, Polygon, Primitive, Text
from dalembert._present.animation.schematic_symbols import SYMBOLS, WITH_TEXT
from dalembert._words.languages import Words

Array = NDArray[np.float64]
LARGEST, MISSING = 32000, -32768
FINEST = 1e6  # the most steps of a grid of times


class Columns:
    """Columns of numbers, each stored once; a constant one needs no codes."""

    def __init__(self) -> None:
        self.known: list[list[float]] = []  # [value], or [offset, scale, index among the codes]
        self._place: dict[bytes, int] = {}
        self._codes: list[NDArray[np.int64]] = []

    def add(self, values: Array) -> int:
        """The index of a column, added if it is new."""
        key = np.ascontiguousarray(values).tobytes()
        if key not in self._place:
            self._place[key] = len(self.known)
            self.known.append(self._column(values))
        return self._place[key]

    def _column(self, values: Array) -> list[float]:
        finite = np.isfinite(values)
        low, high = (values[finite].min(), values[finite].max()) if finite.any() else (0.0, 0.0)
        if finite.all() and high - low <= 1e-12 * max(abs(low), abs(high)):
            return [_round(low)]
        offset, scale = (low + high) / 2, (high - low) / (2 * LARGEST) or 1.0
        codes = np.full(len(values), MISSING, dtype=np.int64)
        codes[finite] = np.rint((values[finite] - offset) / scale).astype(np.int64)
        self._codes.append(codes)
        return [float(offset), float(scale), len(self._codes) - 1]

    def text(self) -> str:
        """The codes of all columns, one after the other."""
        return base64.b64encode(b"".join(pack(codes) for codes in self._codes)).decode("ascii")


def pack(codes: NDArray[np.int64]) -> bytes:
    """The first code, the first difference, and the second differences, each in few bytes."""
    slopes = np.diff(codes, prepend=0)
    change = np.concatenate([slopes[:2], np.diff(slopes[1:])])
    unsigned = np.where(change < 0, -2 * change - 1, 2 * change)
    made = bytearray()
    for number in unsigned.tolist():
        while number > 127:
            made.append(number & 127 | 128)
            number >>= 7
        made.append(number)
    return bytes(made)


def page_data(picture: Picture, words: Words, live: Mapping[str, Any] | None, *, alone: bool) -> str:
    """The data of a player as JSON that is safe inside a page; `live` is the model that it simulates."""
    columns = Columns()
    names = _mesh_names(picture)
    data: dict[str, Any] = {
        "alone": alone,
        "mark": words.decimal_mark,
        "dimension": picture.dimension,
        "times": _times(picture.times),
        "low": picture.low.tolist(),
        "high": picture.high.tolist(),
        "radius": picture.radius,
        "unit": picture.unit,
        "floor": picture.floor,
        "length": picture.length.symbol,
        "metres": picture.length.factor,
        "meshes": _meshes(picture, names),
        "symbols": _symbols(picture),
        "turn": picture.turn,
        "tilt": picture.tilt,
        "names": list(picture.names),
        "points": [
            [
                columns.add(picture.points[:, i, k])
                for k in range(2 if picture.on_paper(i) else picture.dimension)
            ]
            for i in range(len(picture.names))
        ],
        "shapes": [
            {
                "kind": shape.kind,
                "points": list(shape.points),
                "values": {name: columns.add(values) for name, values in shape.values.items()},
                "colour": shape.colour,
                "closed": shape.closed,
                "coils": shape.coils,
                "symbol": shape.symbol,
                **({} if shape.mesh is None else {"mesh": names[id(shape.mesh)]}),
                "layer": shape.layer,
                "text": shape.text if shape.kind == "arrow" or shape.symbol in WITH_TEXT else "",
            }
            for shape in picture.shapes
        ],
        "labels": [
            {
                "points": list(label.points),
                "text": label.text,
                "name": label.name,
                "reach": [_round(reach) for reach in label.reach],
                "way": way,
            }
            for label, way in first_labels(picture)
        ],
        "axes": [{"name": axis.name, "way": list(axis.way)} for axis in picture.axes],
        "panels": [
            {
                "kind": one.kind,
                "text": one.text,
                "unit": one.unit,
                "low": one.low,
                "high": one.high,
                "column": columns.add(one.values),
            }
            for one in picture.panels
        ],
        "plots": [
            {
                "unit": plot.unit,
                "curves": [
                    {
                        "name": words(curve.key) if curve.key else curve.name,
                        "column": columns.add(curve.values),
                        "shown": curve.shown,
                    }
                    for curve in plot.curves
                ],
            }
            for plot in picture.histories
        ],
        "diagram": _diagram(picture.diagram, columns),
        "words": {key: words(f"animation_{key}") for key in ("play", "pause")},
    }
    data |= {} if live is None else {"live": live}
    data |= {"columns": columns.known, "numbers": columns.text()}
    return _safe(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


SIDES = {"start": "left", "middle": "center", "end": "right"}


def _diagram(diagram: SignalDiagram | None, columns: Columns) -> dict[str, Any] | None:
    """A block diagram as plain shapes, and its signals."""
    if diagram is None:
        return None
    drawing = diagram.drawing
    return {
        "low": drawing.low,
        "high": drawing.high,
        "letter": drawing.letter,
        "shapes": [_plain(shape) for shape in drawing.shapes],
        "signals": [
            {
                "at": one.at,
                "anchor": SIDES[one.anchor],
                "unit": one.unit.symbol,
                "column": columns.add(one.values),
            }
            for one in diagram.signals
        ],
    }


def _plain(shape: Primitive) -> list[Any]:
    """A shape as kind, positions, colour, width, fill, text and the anchor of its text."""
    match shape:
        case Text():
            return ["text", [shape.at], shape.colour, shape.size, "", shape.text, SIDES[shape.anchor]]
        case Circle():
            return ["circle", [shape.centre], shape.colour, shape.width, [shape.fill, shape.radius]]
        case Polygon():
            return ["polygon", shape.points, shape.colour, shape.width, shape.fill]
        case Line():
            return ["line", shape.points, shape.colour, shape.width]


def _times(times: Array) -> dict[str, Any] | list[float]:
    """The times of the frames: all of them, or, where they lie on a grid, its step and their multiples."""
    steps = np.diff(times)
    step = float(steps.min()) if len(steps) else 0.0
    if step > 0:
        step = float(times[-1] - times[0]) / round(float(times[-1] - times[0]) / step)
        counts = np.rint((times - times[0]) / step)
        if counts[-1] < FINEST and np.abs(times[0] + counts * step - times).max() <= 1e-9 * step:
            text = base64.b64encode(pack(counts.astype(np.int64))).decode("ascii")
            return {"first": float(times[0]), "step": step, "count": len(times), "steps": text}
    return [_round(t) for t in times]


def _mesh_names(picture: Picture) -> dict[int, str]:
    """The names in a page of meshes from files, by their identities."""
    meshes = dict.fromkeys(id(shape.mesh) for shape in picture.shapes if shape.mesh is not None)
    return {mesh: f"mesh_{i + 1}" for i, mesh in enumerate(meshes)}


def _meshes(picture: Picture, names: Mapping[int, str]) -> dict[str, Any]:
    if picture.dimension == 2:
        return {}
    meshes = {names[id(shape.mesh)]: shape.mesh for shape in picture.shapes if shape.mesh is not None}
    return {
        name: {"corners": mesh.corners, "faces": mesh.faces} for name, mesh in {**MESHES, **meshes}.items()
    }


def _symbols(picture: Picture) -> dict[str, Any]:
    used = {shape.symbol for shape in picture.shapes if shape.kind == "symbol"}
    return {name: [stroke.data() for stroke in SYMBOLS[name]] for name in sorted(used)}


def _safe(text: str) -> str:
    """JSON that an HTML parser cannot mistake for the end of its element or the start of another."""
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _round(value: float) -> float:
    return float(f"{value:.9g}")
