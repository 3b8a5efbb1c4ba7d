"""One frame of a picture as lines, circles, polygons and texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import cos, hypot, isfinite, pi, radians, sin

import numpy as np
from numpy.typing import NDArray

from dalembert._present.animation.labels import Label, extent, placed
from dalembert._present.animation.panels import panel_shapes
from dalembert._present.animation.picture import Picture, Shape
from dalembert._present.animation.shapes import Circle, Drawing, Line, Polygon, Primitive, Spot, Text

Array = NDArray[np.float64]
LETTER = 3.0  # height of letters, in units of the picture
MARGIN = 5.0
NAMED = 14  # points whose names are shown; with more of them none are
MOST_LABELS = 60  # more could not be read
AROUND = 40  # corners of a circle seen from the side
SMALL = 0.8  # letters of labels, in parts of the usual ones
Placed = tuple[Label, Spot]  # a label and its way from the middle of its points
PANEL = (28.0, 21.0)  # width and height of a panel, in units


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Seen:
    """A frame seen by the camera: points on the paper and how near they are."""

    picture: Picture
    frame: int
    camera: Array  # rows: to the right, up, towards the eye

    def on_paper(self, point: Array) -> Spot:
        """Where a point is on the paper."""
        x, y = (self.camera[:2, : len(point)] @ point).tolist()
        return x, y

    def spot(self, i: int) -> Spot:
        """Where a point of the picture is on the paper."""
        return self.on_paper(self.picture.points[self.frame, i])

    def value(self, shape: Shape, name: str) -> float:
        """A number of a shape."""
        return float(shape.values[name][self.frame])

    def depth(self, shape: Shape) -> float:
        """How near a shape is to the eye."""
        if self.picture.dimension == 2:
            return 0.0
        return float(np.mean(self.picture.points[self.frame, shape.points] @ self.camera[2]))


def camera(turn: float, tilt: float) -> Array:
    """The directions to the right, up and towards the eye, which stands at degrees about z and above."""
    a, b = radians(turn), radians(tilt)
    return np.array(
        [
            [-sin(a), cos(a), 0.0],
            [-sin(b) * cos(a), -sin(b) * sin(a), cos(b)],
            [cos(b) * cos(a), cos(b) * sin(a), sin(b)],
        ]
    )


def drawing_of(
    picture: Picture, frame: int, labels: Sequence[Placed] | None = None, *, whole_traces: bool = True
) -> Drawing:
    """The drawing of a frame; traces are drawn whole, or up to the frame.

    Labels are placed anew, unless some are given with their ways from the middles of their points.
    """
    seen = _view(picture, frame)
    shapes: list[Primitive] = []
    low, high = (0.0, 0.0), (0.0, 0.0)
    if picture.names:
        low, high = _box(picture, seen.camera)
        shapes += _scene(seen, whole_traces)
        shapes += _axes(seen, low)
        if labels is None:
            texts = [text for _, text in labels_of(seen, shapes)]
        else:
            texts = [_text_beside(seen, *label) for label in labels]
            texts = [text for text in texts if all(map(isfinite, text.at))]
        shapes += texts
        letters = [shape for shape in shapes if isinstance(shape, Text)]
        low, high = _widen(low, high, letters, LETTER * picture.unit)
    panels, low, high = _panels(seen, low, high)
    edge, letter = MARGIN * picture.unit, LETTER * picture.unit
    return Drawing(
        shapes=(*shapes, *panels),
        low=(low[0] - edge, low[1] - edge),
        high=(high[0] + edge, high[1] + edge),
        letter=letter,
    )


def first_labels(picture: Picture) -> Iterator[Placed]:
    """The labels of the first frame, each with its way from the middle of its points."""
    if picture.names:
        seen = _view(picture, 0)
        for label, text in labels_of(seen, list(_scene(seen, whole_traces=False))):
            yield label, (text.at[0] - label.at[0], text.at[1] - label.at[1])


def _view(picture: Picture, frame: int) -> Seen:
    plane = np.eye(3) if picture.dimension == 2 else camera(picture.turn, picture.tilt)
    return Seen(picture=picture, frame=frame, camera=plane)


def _text_beside(seen: Seen, label: Label, way: Spot) -> Text:
    """A label beside its points, wherever they are."""
    x, y = _middle([seen.spot(i) for i in label.points])
    return Text(at=(x + way[0], y + way[1]), text=label.text, colour=label.colour, size=SMALL)


def _middle(spots: Sequence[Spot]) -> Spot:
    return sum(x for x, _ in spots) / len(spots), sum(y for _, y in spots) / len(spots)


def _box(picture: Picture, plane: Array) -> tuple[Spot, Spot]:
    """The box on the paper that holds every frame."""
    if picture.dimension == 2:
        (x0, y0), (x1, y1) = picture.low.tolist(), picture.high.tolist()
    else:
        spots = [picture.points @ plane[:2].T]
        for shape in picture.shapes:
            if "radius" in shape.values:
                around = shape.values["radius"][:, np.newaxis, np.newaxis]
                spots += [spots[0][:, shape.points] + sign * np.abs(around) for sign in (-1, 1)]
        flat = np.concatenate([spot.reshape(-1, 2) for spot in spots])
        flat = flat[np.isfinite(flat).all(axis=1)]
        (x0, y0), (x1, y1) = flat.min(axis=0).tolist(), flat.max(axis=0).tolist()
    least = 30 * picture.unit  # a motion along a line still has room for its names
    for_x, for_y = max(0.0, least - (x1 - x0)) / 2, max(0.0, least - (y1 - y0)) / 2
    return (x0 - for_x, y0 - for_y), (x1 + for_x, y1 + for_y)


def _widen(low: Spot, high: Spot, texts: Sequence[Text], letter: float) -> tuple[Spot, Spot]:
    """The box with texts in the middle of their places."""
    spots = [low, high]
    for text in texts:
        width, height = extent(text.text, letter * text.size)
        spots += [(text.at[0] + side * width / 2, text.at[1] + side * height / 2) for side in (-1, 1)]
    xs, ys = zip(*spots, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _scene(seen: Seen, whole_traces: bool) -> Iterator[Primitive]:
    picture = seen.picture
    flat = [shape for shape in picture.shapes if shape.kind in ("pin", "floor", "trace")]
    solid = [shape for shape in picture.shapes if shape.kind not in ("pin", "floor", "trace")]
    for shape in (*flat, *sorted(solid, key=seen.depth)):
        ends = [seen.spot(i) for i in shape.points]
        if not all(isfinite(c) for end in ends for c in end):
            continue
        match shape.kind:
            case "trace":
                yield from _trace(seen, shape, whole_traces)
            case "pin":
                yield from _pin(ends[0], seen.value(shape, "size"))
            case "floor":
                yield from _floor(ends[0], ends[1], seen.value(shape, "size"))
            case "spring":
                points = zigzag(ends[0], ends[1], seen.value(shape, "width"), shape.coils)
                yield Line(points=points, colour="ink", width=1.1)
            case "damper":
                yield from _damper(ends[0], ends[1], seen.value(shape, "width"))
            case "link":
                yield from _link(ends, shape, seen.value(shape, "width"))
            case "wheel":
                yield from _wheel(seen, shape, ends[0])
            case "disc":
                radius = abs(seen.value(shape, "radius"))
                yield Circle(centre=ends[0], radius=radius, fill=shape.colour, colour="ink", width=0.7)
            case "block":
                sizes = (seen.value(shape, "width"), seen.value(shape, "height"), seen.value(shape, "angle"))
                yield Polygon(points=_block(ends[0], *sizes), fill=shape.colour, colour="ink", width=0.7)
            case "arrow":
                yield from _arrow(seen, shape, ends[0])


def _trace(seen: Seen, shape: Shape, whole: bool) -> Iterator[Line]:
    path = seen.picture.points[: None if whole else seen.frame + 1, shape.points[0]]
    flat = (path @ seen.camera[:2, : path.shape[1]].T)[np.isfinite(path).all(axis=1)]
    if len(flat) > 1:
        yield Line(points=tuple(map(tuple, flat.tolist())), colour=shape.colour, width=0.6)


def _link(ends: list[Spot], shape: Shape, width: float) -> Iterator[Primitive]:
    path = [*ends, ends[0]] if shape.closed else ends
    for start, end in pairwise(path):
        yield Polygon(points=_bar(start, end, width / 2), fill=shape.colour, colour=shape.colour, width=0.5)
    for end in ends:
        yield Circle(centre=end, radius=width * 0.3, colour="paper", width=0.0, fill="paper")


def _bar(start: Spot, end: Spot, radius: float) -> tuple[Spot, ...]:
    """A bar with round ends."""
    along = np.arctan2(end[1] - start[1], end[0] - start[0])
    turns = np.linspace(pi / 2, 3 * pi / 2, 9)
    first = [(start[0] + radius * cos(along + a), start[1] + radius * sin(along + a)) for a in turns]
    last = [(end[0] - radius * cos(along + a), end[1] - radius * sin(along + a)) for a in turns]
    return (*first, *last)


def zigzag(start: Spot, end: Spot, width: float, coils: int) -> tuple[Spot, ...]:
    """A spring: straight ends, and between them teeth that keep their width when it is stretched."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = hypot(dx, dy) or 1.0
    nx, ny = -dy / length * width / 2, dx / length * width / 2
    teeth = 2 * coils
    parts = [(0.0, 0.0), (0.12, 0.0)]
    parts += [(0.12 + 0.76 * (i + 0.5) / teeth, 1.0 if i % 2 == 0 else -1.0) for i in range(teeth)]
    parts += [(0.88, 0.0), (1.0, 0.0)]
    return tuple((x + s * dx + side * nx, y + s * dy + side * ny) for s, side in parts)


def _damper(start: Spot, end: Spot, width: float) -> Iterator[Line]:
    """A pot at the start, a piston at the end; the pot keeps its length as far as it can."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    length = hypot(dx, dy) or 1.0
    tx, ty = dx / length, dy / length
    nx, ny = -ty * width / 2, tx * width / 2
    mouth = min(1.4 * width, 0.4 * length)
    back, front = (length - mouth) / 2, (length + mouth) / 2

    def at(s: float, side: float) -> Spot:
        return (x + s * tx + side * nx, y + s * ty + side * ny)

    yield Line(points=(at(0, 0), at(back, 0)))
    yield Line(points=(at(front, 1), at(back, 1), at(back, -1), at(front, -1)), width=1.2)
    yield Line(points=(at((back + front) / 2, 0.75), at((back + front) / 2, -0.75)), width=1.6)
    yield Line(points=(at((back + front) / 2, 0), at(length, 0)))


def _wheel(seen: Seen, shape: Shape, centre: Spot) -> Iterator[Primitive]:
    radius = abs(seen.value(shape, "radius"))
    angle = seen.value(shape, "angle") if "angle" in shape.values else 0.0
    if "axis_x" not in shape.values:
        yield Circle(centre=centre, radius=radius, colour=shape.colour, width=1.8)
        rim = [
            (centre[0] + radius * cos(angle + k * pi / 2), centre[1] + radius * sin(angle + k * pi / 2))
            for k in range(4)
        ]
    else:
        axis = np.array([seen.value(shape, f"axis_{k}") for k in "xyz"])
        first, second = radii(axis)
        middle = seen.picture.points[seen.frame, shape.points[0]]
        turns = np.linspace(0, 2 * pi, AROUND, endpoint=False)
        ring = [middle + radius * (cos(a) * first + sin(a) * second) for a in turns]
        yield Polygon(points=tuple(seen.on_paper(p) for p in ring), colour=shape.colour, width=1.8)
        at = [angle + k * pi / 2 for k in range(4)]
        rim = [seen.on_paper(middle + radius * (cos(a) * first + sin(a) * second)) for a in at]
    if "angle" not in shape.values:
        return
    yield Line(points=(rim[1], rim[3]), colour=shape.colour, width=0.7)
    yield Line(points=(centre, rim[2]), colour=shape.colour, width=0.7)
    yield Line(points=(centre, rim[0]), colour=shape.colour, width=1.8)


def radii(axis: Array) -> tuple[Array, Array]:
    """The steepest radius square to an axis (x where none is), and the next one, a right angle on."""
    size = float(np.linalg.norm(axis))
    own = axis / size if size > 0 else np.array([0.0, 0.0, 1.0])
    for start in (np.array([0.0, 0.0, 1.0]), np.array([1.0, 0.0, 0.0])):
        first = start - own * (start @ own)
        if np.linalg.norm(first) > 1e-9:
            break
    first = first / np.linalg.norm(first)
    return first, np.cross(own, first)


def _block(centre: Spot, width: float, height: float, angle: float) -> tuple[Spot, ...]:
    c, s = cos(angle), sin(angle)
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
    sides = [(a * width, b * height) for a, b in corners]
    return tuple((centre[0] + c * a - s * b, centre[1] + s * a + c * b) for a, b in sides)


def _pin(at: Spot, size: float) -> Iterator[Primitive]:
    """A fixed point: a small triangle on hatched ground."""
    x, y = at
    foot = y - 0.8 * size
    yield Polygon(
        points=((x, y), (x - 0.5 * size, foot), (x + 0.5 * size, foot)), fill="paper", colour="soft"
    )
    yield from _floor((x - 0.8 * size, foot), (x + 0.8 * size, foot), size / 3)


def _floor(start: Spot, end: Spot, size: float) -> Iterator[Line]:
    """A line, hatched on its right."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy) or 1.0
    tx, ty = dx / length, dy / length
    yield Line(points=(start, end), colour="soft", width=1.2)
    count = max(2, min(60, round(length / (0.9 * size))))
    for i in range(1, count + 1):
        x, y = start[0] + dx * i / count, start[1] + dy * i / count
        yield Line(
            points=((x, y), (x + (ty - tx) * 0.7 * size, y - (tx + ty) * 0.7 * size)),
            colour="soft",
            width=0.6,
        )


def _arrow(seen: Seen, shape: Shape, start: Spot) -> Iterator[Primitive]:
    vector = np.array([seen.value(shape, k) for k in "xyz"[: seen.picture.dimension]])
    dx, dy = seen.on_paper(vector)
    length, width = hypot(dx, dy), seen.value(shape, "width")
    if length <= 1e-9 * width or not isfinite(length):
        return
    tx, ty = dx / length, dy / length
    head = min(4 * width, length)
    tip, neck = (start[0] + dx, start[1] + dy), (start[0] + dx - head * tx, start[1] + dy - head * ty)
    side = 0.4 * head
    yield Line(points=(start, neck), colour=shape.colour, width=1.6)
    corners = (tip, (neck[0] - side * ty, neck[1] + side * tx), (neck[0] + side * ty, neck[1] - side * tx))
    yield Polygon(points=corners, fill=shape.colour, colour=shape.colour, width=0.4)
    if shape.text:
        beyond = 3 * seen.picture.unit
        at = (tip[0] + beyond * tx, tip[1] + beyond * ty)
        yield Text(at=at, text=shape.text, size=SMALL)


def _axes(seen: Seen, low: Spot) -> Iterator[Primitive]:
    """Where the axes of the model point, in a corner."""
    u = seen.picture.unit
    reach = 6 * u
    ways = [(axis.name, seen.on_paper(np.array(axis.way))) for axis in seen.picture.axes]
    left = min(0.0, *(w[0] for _, w in ways)) * reach
    below = min(0.0, *(w[1] for _, w in ways)) * reach
    x, y = low[0] - left - 2 * u, low[1] - below - 2 * u
    for name, (dx, dy) in ways:
        yield Line(points=((x, y), (x + dx * reach, y + dy * reach)), colour="soft", width=0.7)
        if hypot(dx, dy) > 0.2:
            yield Text(at=(x + dx * reach * 1.35, y + dy * reach * 1.35), text=name, colour="soft", size=0.75)


def labels_of(seen: Seen, drawn: Sequence[Primitive]) -> Iterator[tuple[Label, Text]]:
    """Texts of shapes and names of points, beside what they name and off one another.

    A point whose name begins with _ is not named, nor is one that only ends a line of the ground.
    """
    picture, u = seen.picture, seen.picture.unit
    wanted: list[Label] = []
    reach = dict.fromkeys(range(len(picture.names)), (1.2 * u, 1.2 * u))
    used = {i for shape in picture.shapes if shape.kind != "floor" for i in shape.points}
    for shape in picture.shapes:
        ends = [seen.spot(i) for i in shape.points]
        size = _reach(seen, shape)
        if shape.kind in ("disc", "block"):
            reach[shape.points[0]] = max(reach[shape.points[0]], size)
        if shape.text and shape.kind != "arrow":  # whose text stands at its tip
            wanted.append(Label(points=shape.points, at=_middle(ends), text=shape.text, reach=size))
    names = [(i, name) for i, name in enumerate(picture.names) if name[0] != "_" and i in used]
    if len(names) <= NAMED:
        wanted += [
            Label(points=(i,), at=seen.spot(i), text=name, reach=reach[i], name=True) for i, name in names
        ]
    there = [one for one in wanted if all(map(isfinite, one.at))]
    yield from placed(there[:MOST_LABELS], drawn, LETTER * u, SMALL)


def _reach(seen: Seen, shape: Shape) -> Spot:
    """How far a shape goes to the side and up from its middle."""
    match shape.kind:
        case "wheel" | "disc":
            radius = abs(seen.value(shape, "radius"))
            return radius, radius
        case "block":
            w, h, a = (seen.value(shape, key) for key in ("width", "height", "angle"))
            c, s = abs(cos(a)), abs(sin(a))
            return (abs(w) * c + abs(h) * s) / 2, (abs(w) * s + abs(h) * c) / 2
        case "link" | "spring" | "damper":
            width = abs(seen.value(shape, "width")) / 2
            return width, width
        case _:
            return 0.0, 0.0


def _panels(seen: Seen, low: Spot, high: Spot) -> tuple[list[Primitive], Spot, Spot]:
    """The panels: in rows by themselves, or in columns to the right of the scene; and the box with them."""
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
        shapes += panel_shapes(panel, seen.frame, corner, (wide, tall), LETTER * u)
    return shapes, (low[0], min(low[1], top - rows * tall)), (left + columns * wide, max(high[1], top))
