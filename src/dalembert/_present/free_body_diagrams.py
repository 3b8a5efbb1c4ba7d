"""Free-body diagrams: every body separately, with an arrow and a symbol for each load on it.

In the plane the forces of joints are drawn by their components, each in its positive direction on this body;
a force on the first body of a joint is opposite. In space a force or torque is one arrow, in its direction at
the start, or, where it is zero there, when it is largest. Loads that stay zero are not drawn. Bodies are
scaled to their panels. The arrow of a force that the motion does not determine because of redundant joints is
dashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin

import numpy as np
from numpy.typing import NDArray

from dalembert._analyse.body_loads import BodyLoads
from dalembert._expression.tree import Name
from dalembert._model.bodies.free_bodies import FreeBodies, FreeBody, Load, Names
from dalembert._model.scene import View
from dalembert._present.animation.label_places import WIDE, Label, place_labels
from dalembert._present.animation.meshes import MESHES
from dalembert._present.animation.primitives import Circle, Drawing, Line, Polygon, Primitive, Spot, Text
from dalembert._present.animation.space import convex_hull
from dalembert._present.animation.stage import orientation
from dalembert._present.notation import Notation, notation, split_name, unicode_hand
from dalembert._text.printer import print_tree

_Inside = Callable[[Spot], Spot]
Array = NDArray[np.float64]
CELL, HEADING = 3.0, 0.3  # least width of a panel, whose body is 1 wide; room for its name
GAP = 0.2  # between the symbols of two panels
ARROW, HEAD, NARROW = 0.55, 0.13, 0.045
ARC, WIDER = 0.24, 0.13  # radius of the arrow of a torque; what each further one at a point is wider by
LETTER = 0.19
ASIDE, MOVED, NEAR = 0.1, 9.0, 0.09  # lateral shift of an arrow, its cost, and the least distance
BAR = 0.035  # half the width of a bar
COLOURS = {"weight": "c2", "joint": "c1", "element": "c0"}
COLUMNS = 3
INDEX, DROP = 0.72, 0.3  # size of an index and its lowering, relative to letters
NARROW_LETTER, MOST_LETTERS, WIDE_LETTER = 0.3, 0.55, 0.83  # widths of letters, relative to their height
# The mesh of a solid, and the lengths of its sides
SOLIDS: dict[str, Callable[[Sequence[float]], tuple[str, tuple[float, float, float]]]] = {
    "box": lambda sizes: ("box", (sizes[0], sizes[1], sizes[2])),
    "plate": lambda sizes: ("box", (sizes[0], sizes[1], 0.0)),
    "disc": lambda sizes: ("cylinder", (sizes[0], sizes[0], 0.0)),
    "cylinder": lambda sizes: ("cylinder", (sizes[0], sizes[0], sizes[1])),
    "tube": lambda sizes: ("cylinder", (sizes[0], sizes[0], sizes[2])),
    "cone": lambda sizes: ("cone", (sizes[0], sizes[0], sizes[1])),
}
TURN, TILT = 0.52, 0.35  # camera angles in space, in radians


def diagrams(loads: BodyLoads, view: View = View()) -> Drawing:  # noqa: B008  a frozen record
    """The diagrams of all bodies at the start, with axes in the directions of a view."""
    free_bodies = loads.bodies
    columns = min(COLUMNS if len(free_bodies.bodies) <= 2 * COLUMNS else COLUMNS + 1, len(free_bodies.bodies))
    axes = orientation(view, free_bodies.space)
    panels = [_Panel(loads, free_bodies, body, axes).shapes() for body in free_bodies.bodies]
    reach = max((abs(x) for panel in panels for shape in panel for x in _sides(shape)), default=0.0)
    cell = max(CELL, 2 * reach + GAP)  # symbols with long indices need more room
    height, width = CELL + HEADING, cell * max(columns, COLUMNS)
    shapes: list[Primitive] = []
    for i, panel in enumerate(panels):
        row, column = divmod(i, columns)
        x = width / 2 + cell * (column + 0.5 - columns / 2)
        shapes += [_move_shape(shape, (x, -height * (row + 0.5))) for shape in panel]
    high = ceil(len(panels) / columns) * height
    return Drawing(shapes=tuple(shapes), low=(0.0, -high), high=(width, 0.0), letter=LETTER)


@dataclass(frozen=True, slots=True)
class _Panel:
    """A body in a square about the origin."""

    loads: BodyLoads
    bodies: FreeBodies
    body: FreeBody
    axes: Array  # columns: the axes of the model in those of the picture

    def shapes(self) -> list[Primitive]:
        """Its name, its outline, arrows and their symbols."""
        spots = [self._at(names) for names in (*self.body.points, self.body.centre)]
        outline, rod = list(self._outline(spots)), self._rod(spots)
        low, high = _box([*spots, *rod, *(p for shape in outline for p in _spots(shape))])
        size = max(high[0] - low[0], high[1] - low[1]) or 1.0
        middle = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)

        def inside(spot: Spot) -> Spot:
            return (spot[0] - middle[0]) / size, (spot[1] - middle[1]) / size

        bars = [inside(self._at(names)) for names in self.body.points]
        shapes: list[Primitive] = [_scale_shape(shape, inside, 1 / size) for shape in outline]
        centre = inside(self._at(self.body.centre))
        through = [inside(end) for end in rod] or (bars if len(set(bars)) > 1 else [*bars, centre])
        shapes += _bars(through) if not outline else []
        shapes.append(Circle(centre=centre, radius=0.035, fill="ink", colour="paper", width=0.6))
        shapes += [Circle(centre=p, radius=0.03, fill="paper", colour="ink", width=0.8) for p in bars]
        labels: list[Label] = []
        turns: list[Spot] = []  # the points of the torques so far
        for load in self.body.loads:
            at = inside(self._at(load.at))
            arc = ARC + WIDER * sum(hypot(at[0] - x, at[1] - y) < NEAR for x, y in turns)
            turns += [at] if self._acts(load.torque) else []
            for arrow, label in self._arrows(load, at, shapes, arc):
                shapes += arrow
                labels.append(replace(label, number=len(labels)))
        for _, text, _ in place_labels(labels, shapes, LETTER, 1.0, {}):
            shapes += _letter_and_index(text)
        top = CELL / 2 + HEADING / 2 - LETTER
        return [Text(at=(0.0, top), text=self.body.name, colour="ink", size=1.1), *shapes]

    # -- places ------------------------------------------------------------------------------------

    def _numbers(self, names: Names) -> list[float]:
        return [float(one) for one in self.loads.column(names)[0]] if names else []

    def _at(self, names: Names) -> Spot:
        return self._project(self._numbers(names))

    def _project(self, vector: Sequence[float]) -> Spot:
        """The projection of a vector; space is seen obliquely from above."""
        if len(vector) == 2:
            x, y = (self.axes @ vector).tolist()
            return x, y
        x, y, z = self.axes @ vector
        away = x * cos(TURN) + y * sin(TURN)
        return y * cos(TURN) - x * sin(TURN), z * cos(TILT) - away * sin(TILT)

    def _rod(self, spots: Sequence[Spot]) -> list[Spot]:
        """The ends of a rod in the plane with one loaded point, so that its free end is drawn."""
        if self.bodies.space != 2 or self.body.shape != "rod" or len(set(spots[:-1])) > 1:
            return []
        half, angle = self._numbers(self.body.sizes)[0] / 2, self._numbers(self.body.angle)[0]
        x, y = self._numbers(self.body.centre)
        return [self._project((x + s * half * cos(angle), y + s * half * sin(angle))) for s in (-1, 1)]

    def _outline(self, spots: Sequence[Spot]) -> Iterator[Primitive]:
        """The shape of a body that is no rod."""
        sizes, (x, y) = self._numbers(self.body.sizes), spots[-1]
        if self.bodies.space != 2:
            yield from self._solid(sizes)
            return
        angle = self._numbers(self.body.angle)[0]
        match self.body.shape:
            case "disc" | "cylinder" | "sphere" | "tube":
                yield Circle(centre=(x, y), radius=sizes[0], fill="faint", colour="soft", width=1.0)
            case "plate" | "box":
                c, s, a, b = cos(angle), sin(angle), sizes[0] / 2, sizes[1] / 2
                corners = ((-a, -b), (a, -b), (a, b), (-a, b))
                turned = [self._project((c * u - s * v, s * u + c * v)) for u, v in corners]
                points = tuple((x + u, y + v) for u, v in turned)
                yield Polygon(points=points, fill="faint", colour="soft", width=1.0)

    def _solid(self, sizes: Sequence[float]) -> Iterator[Primitive]:
        """The outline of a solid in space, as it is seen."""
        if self.body.shape == "sphere":
            x, y = self._at(self.body.centre)
            yield Circle(centre=(x, y), radius=sizes[0], fill="faint", colour="soft", width=1.0)
        if self.body.shape not in SOLIDS:
            return
        mesh, sides = SOLIDS[self.body.shape](sizes)
        corners = np.array(MESHES[mesh].corners) @ np.diag(sides)
        corners[:, 2] += sides[2] * {"cylinder": -0.5, "cone": -0.25}.get(mesh, 0.0)
        places = np.array(self._numbers(self.body.centre)) + corners @ np.reshape(
            self._numbers(self.body.axes), (3, 3)
        )
        points = convex_hull([self._project(corner) for corner in places.tolist()])
        if len(points) > 2:
            yield Polygon(points=points, fill="faint", colour="soft", width=1.0)

    # -- arrows ------------------------------------------------------------------------------------

    def _arrows(
        self, load: Load, at: Spot, there: Sequence[Primitive], arc: float
    ) -> Iterator[tuple[list[Primitive], Label]]:
        """The arrows of a load, each with its symbol; `arc` is the radius of a torque in the plane."""
        colour = COLOURS[load.kind]
        for way, text in self._forces(load):
            tail, tip = _free_way(at, way, there, inwards=load.kind != "weight")
            arrow = list(_arrow(tail, tip, colour, dashed=not self.loads.are_unique(load.force)))
            yield arrow, _beside(tail, tip, at, text)
            there = [*there, *arrow]
        if self._acts(load.torque):
            if self.bodies.space == 2:
                yield self._turn(load, at, colour, arc)
                return
            way = self._way(load, load.torque)
            tail, tip = _free_way(at, way, there, inwards=True)
            second = ((tail[0] + tip[0]) / 2, (tail[1] + tip[1]) / 2)
            shared = not self.loads.are_unique(load.torque)
            arrow = [  # a double head marks a torque
                *_arrow(tail, tip, colour, dashed=shared),
                *_arrow(tail, second, colour, dashed=shared),
            ]
            yield arrow, _beside(tail, tip, at, self._symbol(load, "torque"))

    def _turn(self, load: Load, at: Spot, colour: str, arc: float) -> tuple[list[Primitive], Label]:
        """The arrow of a torque in the plane, about its point; of an element as at the start."""
        sign = float(load.sign) * float(np.sign(np.linalg.det(self.axes)))  # a view may be a mirror image
        if load.kind == "element" and self._numbers(load.torque)[0] < 0:
            sign = -sign
        turns = np.linspace(-0.7 * pi, 0.6 * pi, 25)
        path = tuple((at[0] + arc * cos(sign * a), at[1] + arc * sin(sign * a)) for a in turns)
        arrow: list[Primitive] = [Line(points=path, colour=colour, width=1.5)]
        arrow += list(_arrow(path[-3], path[-1], colour))[1:]
        return arrow, Label(points=(), at=at, text=self._symbol(load, "torque"), reach=(arc, arc))

    def _forces(self, load: Load) -> Iterator[tuple[Spot, str]]:
        """The projected directions of a force with its symbols."""
        if not self._acts(load.force):
            return
        if load.kind == "joint" and self.bodies.space == 2:
            for i, name in enumerate(load.force):
                if self._acts((name,)):
                    way = (float(load.sign), 0.0) if i == 0 else (0.0, float(load.sign))
                    yield self._project(way), self._symbol(load, f"force[{i + 1}]")
            return
        yield self._way(load, load.force), self._symbol(load, "force")

    def _way(self, load: Load, names: Names) -> Spot:
        """The projected direction of a vector at the start, else where it is largest."""
        now = self._numbers(names)
        shown = now if any(now) else self._largest(names)
        return _unit(self._project([load.sign * one for one in shown]))

    def _largest(self, names: Names) -> list[float]:
        """A vector at the time when it is largest."""
        columns = self.loads.column(names)
        row = int(np.argmax(np.linalg.norm(columns, axis=1)))
        return [float(one) for one in columns[row]]

    def _acts(self, names: Names) -> bool:
        return bool(names) and self.loads.acts(self.body, names)

    def _symbol(self, load: Load, what: str) -> str:
        written = notation(self.bodies.model)
        if load.kind == "weight":
            mass = self.bodies.node(self.body.mass[0])
            hand = unicode_hand(written)
            text = _symbol_text(written, mass.name) if isinstance(mass, Name) else print_tree(mass, hand)
            return f"{text} g" if "|" not in text else text + "|g"
        name = f"{load.name}.{what}" if load.kind == "element" else f"joints.{load.name}.{what}"
        letter, index = split_name(name)
        return f"{letter}|{index.replace('_', ' ')}"


def _symbol_text(written: Notation, name: str) -> str:
    """A symbol: its letter, and its index after a bar."""
    letter, index = written.letters(name)
    return f"{letter}|{index}" if index else letter


# -- drawing ---------------------------------------------------------------------------------------


def _arrow(tail: Spot, tip: Spot, colour: str, *, dashed: bool = False) -> Iterator[Primitive]:
    tx, ty = _unit((tip[0] - tail[0], tip[1] - tail[1]))
    neck = (tip[0] - HEAD * tx, tip[1] - HEAD * ty)
    sides = [(neck[0] - side * NARROW * ty, neck[1] + side * NARROW * tx) for side in (1, -1)]
    yield Line(points=(tail, neck), colour=colour, width=1.5, dashed=dashed)
    yield Polygon(points=(tip, *sides), fill=colour, colour=colour, width=0.3)


def _beside(tail: Spot, tip: Spot, at: Spot, text: str) -> Label:
    """The label of an arrow, at its far end."""
    far = max((tip, tail), key=lambda end: hypot(end[0] - at[0], end[1] - at[1]))
    return Label(points=(), at=far, text=text, reach=(0.02, 0.02))


def _free_way(at: Spot, way: Spot, there: Sequence[Primitive], *, inwards: bool) -> tuple[Spot, Spot]:
    """Tail and tip of an arrow at a point: away from it, or towards it where there is more room.

    Where arrows would overlap, one is shifted.
    """
    marks = [p for shape in there for p in _along(shape)]
    reach = (ARROW * way[0], ARROW * way[1])
    ways: list[tuple[float, tuple[Spot, Spot]]] = []
    for aside in (0.0, ASIDE, -ASIDE):
        x, y = at[0] - aside * way[1], at[1] + aside * way[0]
        both = [((x, y), (x + reach[0], y + reach[1])), ((x - reach[0], y - reach[1]), (x, y))]
        ways += [(_nearness(one, marks) + MOVED * bool(aside), one) for one in both[: 1 + inwards]]
    return min(ways)[1]


def _nearness(arrow: tuple[Spot, Spot], marks: Sequence[Spot]) -> float:
    """A cost for the proximity of an arrow to other drawings; lower is better."""
    (x0, y0), (x1, y1) = arrow
    nearness = 0.0
    for part in (0.2, 0.4, 0.6, 0.8):
        x, y = x0 + (x1 - x0) * part, y0 + (y1 - y0) * part
        nearness += sum(1 for mx, my in marks if hypot(mx - x, my - y) < NEAR)
        nearness += 0.5 / (0.2 + hypot(x, y))  # keep the middle of the body free
    return nearness


def _along(shape: Primitive) -> Iterator[Spot]:
    if isinstance(shape, Line | Polygon):
        ends = shape.points
        for (x0, y0), (x1, y1) in pairwise(ends):
            count = 1 + int(hypot(x1 - x0, y1 - y0) / 0.08)
            yield from ((x0 + (x1 - x0) * k / count, y0 + (y1 - y0) * k / count) for k in range(count + 1))


def _bars(spots: Sequence[Spot]) -> list[Primitive]:
    """Bars through the points of a body."""
    made: list[Primitive] = []
    for (x0, y0), (x1, y1) in pairwise(spots):
        if (x0, y0) == (x1, y1):
            continue
        along = atan2(y1 - y0, x1 - x0)
        turns = np.linspace(pi / 2, 3 * pi / 2, 9)
        first = [(x0 + BAR * cos(along + a), y0 + BAR * sin(along + a)) for a in turns]
        last = [(x1 - BAR * cos(along + a), y1 - BAR * sin(along + a)) for a in turns]
        made.append(Polygon(points=(*first, *last), fill="faint", colour="soft", width=0.8))
    return made


def _letter_and_index(text: Text) -> Iterator[Text]:
    """A symbol as its letter and a smaller index; the text after a second bar follows it."""
    base, _, subscript = text.text.partition("|")
    index, _, after = subscript.partition("|")
    widths = [WIDE * LETTER * len(base), LETTER * INDEX * _width(index), WIDE * LETTER * len(after)]
    x, y = text.at[0] - sum(widths) / 2 + widths[0], text.at[1]
    yield Text(at=(x, y), text=base, colour="ink", anchor="end")
    if index:
        yield Text(at=(x, y - DROP * LETTER), text=index, colour="ink", size=INDEX, anchor="start")
    if after:
        yield Text(at=(x + widths[1] + 0.1 * LETTER, y), text=after, colour="ink", anchor="start")


def _width(text: str) -> float:
    """The width of a text, relative to its height."""
    return sum(NARROW_LETTER if one in "fijlrtI .,;|()[]1" else WIDE_LETTER if one in "mwMW" else MOST_LETTERS
               for one in text)  # fmt: skip


def _sides(shape: Primitive) -> tuple[float, ...]:
    """The least and the largest x of a drawing."""
    if isinstance(shape, Text):
        width = LETTER * shape.size * _width(shape.text)
        left = shape.at[0] - {"start": 0.0, "end": width}.get(shape.anchor, width / 2)
        return left, left + width
    return tuple(x for x, _ in _spots(shape))


def _unit(way: Spot) -> Spot:
    length = hypot(*way) or 1.0
    return way[0] / length, way[1] / length


def _spots(shape: Primitive) -> list[Spot]:
    if isinstance(shape, Circle):
        (x, y), r = shape.centre, shape.radius
        return [(x - r, y - r), (x + r, y + r)]
    return list(shape.points) if isinstance(shape, Line | Polygon) else []


def _box(spots: Sequence[Spot]) -> tuple[Spot, Spot]:
    xs, ys = zip(*spots, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))


def _scale_shape(shape: Primitive, inside: _Inside, scale: float) -> Primitive:
    match shape:
        case Circle():
            return replace(shape, centre=inside(shape.centre), radius=shape.radius * scale)
        case Line() | Polygon():
            return replace(shape, points=tuple(map(inside, shape.points)))
        case Text():
            return replace(shape, at=inside(shape.at))


def _move_shape(shape: Primitive, by: Spot) -> Primitive:
    return _scale_shape(shape, lambda spot: (spot[0] + by[0], spot[1] + by[1]), 1.0)
