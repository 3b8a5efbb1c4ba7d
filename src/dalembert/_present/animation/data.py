"""The numbers of a picture for a page: columns of 16-bit codes, each with its own offset and scale.

value = offset + scale * code; the code -32768 stands for a number that is not finite.
"""

from __future__ import annotations

import base64
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.drawing import first_labels
from dalembert._present.animation.picture import Picture
from dalembert._words.languages import Words

Array = NDArray[np.float64]
LARGEST, MISSING = 32000, -32768


class Columns:
    """Columns of numbers, each kept once; a constant one takes no room."""

    def __init__(self) -> None:
        self.known: list[list[float]] = []  # [value], or [offset, scale, place among the codes]
        self._place: dict[bytes, int] = {}
        self._codes: list[NDArray[np.int16]] = []

    def add(self, values: Array) -> int:
        """The place of a column."""
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
        codes = np.full(len(values), MISSING, dtype="<i2")
        codes[finite] = np.rint((values[finite] - offset) / scale).astype("<i2")
        self._codes.append(codes)
        return [float(offset), float(scale), len(self._codes) - 1]

    def text(self) -> str:
        """The codes of all columns, one after the other."""
        return base64.b64encode(b"".join(codes.tobytes() for codes in self._codes)).decode("ascii")


def page_data(picture: Picture, words: Words, *, alone: bool) -> str:
    """The data of a player as JSON that is safe inside of a page."""
    columns = Columns()
    data: dict[str, Any] = {
        "alone": alone,
        "dimension": picture.dimension,
        "times": [_round(t) for t in picture.times],
        "low": picture.low.tolist(),
        "high": picture.high.tolist(),
        "radius": picture.radius,
        "unit": picture.unit,
        "turn": picture.turn,
        "tilt": picture.tilt,
        "names": list(picture.names),
        "points": [
            [columns.add(picture.points[:, i, k]) for k in range(picture.dimension)]
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
                "text": shape.text if shape.kind == "arrow" else "",
            }
            for shape in picture.shapes
        ],
        "labels": [
            {"points": list(label.points), "text": label.text, "name": label.name, "dx": dx, "dy": dy}
            for label, (dx, dy) in first_labels(picture)
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
            {"curves": [{"column": columns.add(curve.values)} for curve in plot.curves]}
            for plot in picture.histories
        ],
        "words": {key: words(f"animation_{key}") for key in ("play", "pause")},
    }
    data |= {"columns": columns.known, "numbers": columns.text()}
    return _safe(json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False))


def _safe(text: str) -> str:
    """JSON that no reader of HTML takes for the end of its element or for the start of another."""
    for sign in "<>&\u2028\u2029":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return text


def _round(value: float) -> float:
    return float(f"{value:.9g}")
