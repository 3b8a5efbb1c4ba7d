"""One frame of a picture as lines, circles, polygons and texts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import cos, hypot, isfinite, sin

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.camera import ProjectedFrame, direction, view
from dalembert._present.animation.drawn_meshes import placed_corners
from dalembert._present.animation.flat import flat_shape
from dalembert._present.animation.label_places import Label, extent, place_labels
from dalembert._present.animation.panels import panel_shapes
from dalembert._present.animation.picture import Picture, Shape
from dalembert._present.animation.primitives import LETTER, SMALL, Drawing, Line, Primitive, Spot, Text
from dalembert._present.animation.schematic_symbols import WITH_TEXT
from dalembert._present.animation.signal_values import move_shape, signal_shapes
from dalembert._present.animation.space import body_shapes, floor_shapes

Array = NDArray[np.float64]
MARGIN = 5.0
NAMED = 14  # the most points whose names are shown; with more, none are
MOST_LABELS = 60  # more could not be read
PANEL = (28.0, 21.0)  # width and height of a panel, in units
FADE, PIECES = 0.12, 16  # part of the run shown by a fading trace, and the number of its tones


def drawing_of(
    picture: Picture, frame: int, before: Mapping[int, int] | None = None, *, whole_traces: bool = True
) -> Drawing:
    """The drawing of a frame; traces are drawn whole, or fade behind their points.

    Labels stay on the sides of their points as `before`, unless they would cover something.
    """
    seen = view(picture, frame)
    shapes: list[Primitive] = []
    low, high = (0.0, 0.0), (0.0, 0.0)
    ways: dict[int, int] = {}
    if picture.names:
        low, high = _box(seen)
        shapes += _scene(seen, whole_traces)
        labels = list(labels_of(seen, shapes, before or {}))
        ways = {label.number: way for label, _, way in labels}
        shapes += _axes(seen, _corner(seen, low))
        shapes += [text for _, text, _ in labels]
        letters = [shape for shape in shapes if isinstance(shape, Text)]
        low, high = _widen(low, high, letters, LETTER * picture.unit)
    panels, low, high = _panels(seen, low, high)
    signals, low, high = _signals(seen, low, high)
    edge, letter = MARGIN * picture.unit, LETTER * picture.unit
    return Drawing(
        shapes=(*shapes, *panels, *signals),
        low=(low[0] - edge, low[1] - edge),
        high=(high[0] + edge, high[1] + edge),
        letter=letter,
        ways=ways,
    )


def first_labels(picture: Picture) -> Iterator[tuple[Label, int]]:
    """The labels of the first frame, each with its side."""
    if picture.names:
        seen = view(picture, 0)
        for label, _, way in labels_of(seen, list(_scene(seen, whole_traces=False)), {}):
            yield label, way


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _box(seen: ProjectedFrame) -> tuple[Spot, Spot]:
    """The projected bounding box of all frames."""
    picture = seen.picture
    if picture.dimension == 2:
        (x0, y0), (x1, y1) = picture.low.tolist(), picture.high.tolist()
    else:
        flat, _, larger = seen.project(picture.points)
        on = [i for i in range(len(picture.names)) if picture.on_paper(i)]
        flat[:, on], larger[:, on] = picture.points[:, on, :2], 1.0
        room = np.full(len(picture.names), 2 * picture.unit)
        for shape in picture.shapes:
            keys = ("size_x", "size_y", "size_z") if shape.kind == "box" else ("radius",)
            sizes = [shape.values[key] for key in keys if key in shape.values]
            if sizes:
                around = np.nanmax(np.linalg.norm(sizes, axis=0)) / (2 if shape.kind == "box" else 1)
                room[list(shape.points)] = np.maximum(room[list(shape.points)], around)
        reach = (room * larger)[..., np.newaxis]
        good = np.isfinite(flat).all(axis=-1)
        boxes = [
            seen.project(placed_corners(shape.mesh, picture.points[:, shape.points[0]], shape.values))[0]
            for shape in picture.shapes
            if shape.mesh is not None
        ]
        around_meshes = np.concatenate(boxes, axis=1) if boxes else np.empty((0, 2))
        around_meshes = around_meshes[np.isfinite(around_meshes).all(axis=-1)]
        lows = np.concatenate([(flat - reach)[good], around_meshes])
        highs = np.concatenate([(flat + reach)[good], around_meshes])
        (x0, y0), (x1, y1) = lows.min(axis=0).tolist(), highs.max(axis=0).tolist()
    least = 30 * picture.unit  # a motion along a line needs room for names
    for_x, for_y = max(0.0, least - (x1 - x0)) / 2, max(0.0, least - (y1 - y0)) / 2
    return (x0 - for_x, y0 - for_y), (x1 + for_x, y1 + for_y)


def _widen(low: Spot, high: Spot, texts: Sequence[Text], letter: float) -> tuple[Spot, Spot]:
    """The box extended by texts."""
    spots = [low, high]
    for text in texts:
        width, height = extent(text.text, letter * text.size)
        spots += [(text.at[0] + side * width / 2, text.at[1] + side * height / 2) for side in (-1, 1)]
    xs, ys = zip(*spots, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _scene(seen: ProjectedFrame, whole_traces: bool) -> Iterator[Primitive]:
    picture = seen.picture
    traces = [shape for shape in picture.shapes if shape.kind == "trace"]
    solid = [shape for shape in picture.shapes if shape.kind != "trace" and not shape.layer]
    if picture.dimension == 3:
        yield from floor_shapes(seen)
        for shape in traces:
            yield from _trace(seen, shape, whole_traces)
        on = [shape for shape in solid if picture.on_paper(shape.points[0])]
        yield from body_shapes(seen, [shape for shape in solid if shape not in on])
        for shape in on:
            yield from flat_shape(seen, shape, [seen.spot(i) for i in shape.points])
        return
    under = [shape for shape in solid if shape.kind in ("pin", "floor")]
    over = [shape for shape in solid if shape.kind not in ("pin", "floor")]
    for shape in (*under, *traces, *over):
        ends = [seen.spot(i) for i in shape.points]
        if all(isfinite(c) for end in ends for c in end):
            is_trace = shape.kind == "trace"
            yield from _trace(seen, shape, whole_traces) if is_trace else flat_shape(seen, shape, ends)


def _trace(seen: ProjectedFrame, shape: Shape, whole: bool) -> Iterator[Line]:
    """The path of a point: all of it, or its last part, which fades."""
    points = seen.picture.points[:, shape.points[0]]
    if whole:
        yield from _path(seen, points, shape.colour, 0.0)
        return
    count = max(8, round(FADE * len(points)))
    pieces = min(PIECES, count)
    ends = [max(0, round(seen.frame - count * (1 - k / pieces))) for k in range(pieces + 1)]
    for k in range(pieces):
        yield from _path(seen, points[ends[k] : ends[k + 1] + 1], shape.colour, 0.9 * (1 - (k + 1) / pieces))


def _path(seen: ProjectedFrame, points: Array, colour: str, tone: float) -> Iterator[Line]:
    flat = seen.project(points[np.isfinite(points).all(axis=1)])[0]
    if len(flat) > 1:
        yield Line(points=tuple((x, y) for x, y in flat.tolist()), colour=colour, width=0.8, tone=tone)


def _corner(seen: ProjectedFrame, low: Spot) -> Spot:
    """The position of the axes: in the corner, or, beside a sheet, in the corner of the bodies."""
    picture = seen.picture
    if not any(map(picture.on_paper, range(len(picture.names)))):
        return low
    return max(low[0], -picture.radius), max(low[1], -picture.radius)


def _axes(seen: ProjectedFrame, low: Spot) -> Iterator[Primitive]:
    """The axes of the model, in a corner."""
    u = seen.picture.unit
    reach = 6 * u
    turned = [seen.camera[:2, : len(axis.way)] @ np.array(axis.way) for axis in seen.picture.axes]
    ways = [(axis.name, (float(x), float(y))) for axis, (x, y) in zip(seen.picture.axes, turned, strict=True)]
    left = min((0.0, *(w[0] for _, w in ways))) * reach
    below = min((0.0, *(w[1] for _, w in ways))) * reach
    x, y = low[0] - left - 2 * u, low[1] - below - 2 * u
    for name, (dx, dy) in ways:
        yield Line(points=((x, y), (x + dx * reach, y + dy * reach)), colour="soft", width=0.7)
        if hypot(dx, dy) > 0.2:
            yield Text(at=(x + dx * reach * 1.35, y + dy * reach * 1.35), text=name, colour="soft", size=0.75)


def labels_of(
    seen: ProjectedFrame, drawn: Sequence[Primitive], before: Mapping[int, int]
) -> Iterator[tuple[Label, Text, int]]:
    """Texts of shapes and names of points, beside them and without overlaps.

    A point whose name begins with _ is not named, nor is one that only ends a line of the ground.
    """
    picture, u = seen.picture, seen.picture.unit
    wanted: list[Label] = []
    reach = dict.fromkeys(range(len(picture.names)), (1.2 * u, 1.2 * u))
    used = {i for shape in picture.shapes if shape.kind != "floor" for i in shape.points}
    for shape in picture.shapes:
        ends = [seen.spot(i) for i in shape.points]
        size = _reach(seen, shape)
        if shape.kind in ("disc", "block", "plate", "box"):
            reach[shape.points[0]] = max(reach[shape.points[0]], size)
        if shape.text and shape.kind != "arrow" and shape.symbol not in WITH_TEXT:
            wanted.append(Label(points=shape.points, at=_middle(ends), text=shape.text, reach=size))
    names = [(i, name) for i, name in enumerate(picture.names) if name[0] != "_" and i in used]
    if len(names) <= NAMED:
        wanted += [
            Label(points=(i,), at=seen.spot(i), text=name, reach=reach[i], name=True) for i, name in names
        ]
    kept = [replace(one, number=i) for i, one in enumerate(wanted[:MOST_LABELS])]
    there = [one for one in kept if all(map(isfinite, one.at))]
    yield from place_labels(there, drawn, LETTER * u, SMALL, before)


def _reach(seen: ProjectedFrame, shape: Shape) -> Spot:
    """The half width and half height of a shape about its middle."""
    match shape.kind:
        case "plate":
            axis = np.abs(seen.camera[:2] @ direction(seen.vector(shape, "axis")))
            radius, half = abs(seen.value(shape, "radius")), abs(seen.value(shape, "thickness")) / 2
            right, up = (half * axis + radius * np.sqrt(np.maximum(0.0, 1 - axis**2))).tolist()
            return right, up
        case "wheel" | "disc" | "cone" | "cylinder":
            radius = abs(seen.length(shape, "radius"))
            return radius, radius
        case "box":
            x, y, sizes = (seen.vector(shape, name) for name in ("x", "y", "size"))
            ways = (
                np.stack([direction(x), direction(y), direction(np.cross(x, y))]) * sizes[:, np.newaxis] / 2
            )
            right, up = np.abs(ways @ seen.camera[:2].T).sum(axis=0).tolist()
            return right, up
        case "block":
            w, h, a = (seen.value(shape, key) for key in ("width", "height", "angle"))
            c, s = abs(cos(a)), abs(sin(a))
            return (abs(w) * c + abs(h) * s) / 2, (abs(w) * s + abs(h) * c) / 2
        case "link" | "spring" | "damper":
            width = abs(seen.length(shape, "width")) / 2
            return width, width
        case "symbol":
            return _symbol_reach(seen, shape)
        case _:
            return 0.0, 0.0


def _symbol_reach(seen: ProjectedFrame, shape: Shape) -> Spot:
    """The half width and half height of a symbol: longer along its direction than across it."""
    width = abs(seen.length(shape, "width"))
    (x0, y0), (x1, y1) = seen.spot(shape.points[0]), seen.spot(shape.points[-1])
    length = hypot(x1 - x0, y1 - y0)
    along, across = (abs(x1 - x0) / length, abs(y1 - y0) / length) if length else (0.0, 1.0)
    return width * (0.9 * along + 0.75 * across), width * (0.75 * along + 0.9 * across)


def _signals(seen: ProjectedFrame, low: Spot, high: Spot) -> tuple[list[Primitive], Spot, Spot]:
    """The block diagram of controllers below everything else, and the extended box."""
    picture, u = seen.picture, seen.picture.unit
    if picture.diagram is None:
        return [], low, high
    drawing = picture.diagram.drawing
    width, height = drawing.high[0] - drawing.low[0], drawing.high[1] - drawing.low[1]
    scale = max(high[0] - low[0], 80 * u) / width
    left, top = (low[0] + high[0] - scale * width) / 2, low[1] - 4 * u
    by = (left - scale * drawing.low[0], top - scale * drawing.high[1])
    letters = drawing.letter * scale / (LETTER * u)
    shapes = [
        move_shape(one, scale, by, letters)
        for one in signal_shapes(picture.diagram, seen.frame, picture.mark)
    ]
    ends = (min(low[0], left), top - scale * height), (max(high[0], left + scale * width), high[1])
    return shapes, *ends


def _panels(seen: ProjectedFrame, low: Spot, high: Spot) -> tuple[list[Primitive], Spot, Spot]:
    """The panels, in rows or in columns to the right of the scene, and the extended box."""
    picture, u = seen.picture, seen.picture.unit
    count, wide, tall = len(picture.panels), PANEL[0] * u, PANEL[1] * u
    if not count:
        return [], low, high
    if picture.names:
        rows = min(count, max(1, round((high[1] - low[1]) / tall)))
        columns = -(-count // rows)
        left, top = high[0] + 6 * u, (high[1] + low[1] + rows * tall) / 2
        places = [divmod(i, rows) for i in range(count)]
    else:
        columns = min(count, 5 if count > 8 else 4)
        rows = -(-count // columns)
        left, top = 0.0, rows * tall
        low, high = (left, top), (left, top)
        places = [(i % columns, i // columns) for i in range(count)]
    shapes: list[Primitive] = []
    for (across, down), panel in zip(places, picture.panels, strict=True):
        corner = (left + across * wide, top - (down + 1) * tall)
        shapes += panel_shapes(panel, seen.frame, corner, (wide, tall), LETTER * u, picture.mark)
    return shapes, (low[0], min(low[1], top - rows * tall)), (left + columns * wide, max(high[1], top))
