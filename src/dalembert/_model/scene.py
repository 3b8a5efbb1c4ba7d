"""The scene of a model: what a drawing of it is made of.

Points are given by expressions of the model; links, springs, wheels and the rest are tied to points by
their names. All lengths are those of the points. A scene is read from the plain values that a `Model`
keeps, so that a mistake in a drawing never stands in the way of equations or of a run.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dalembert._expression.expression import Expression
from dalembert._expression.numbers import ConstantFault, folded, limited
from dalembert._expression.source import Flaw, Source, flaw_at
from dalembert._expression.suggest import nearest
from dalembert._expression.tree import ZERO, Node, Number
from dalembert._model.records import Fields, Frozen, Model
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.budget import SCENE_ENDS, SCENE_LETTERS, SCENE_POINTS, SCENE_SHAPES, TOKENS
from dalembert._text.lexer import TextFault, tokens
from dalembert._text.parser import parse_tokens
from dalembert._text.positions import Path
from dalembert._text.written import Written
from dalembert._words.message import Message, Name, say

RULE = "scene"
KEYS = (
    "points",
    "links",
    "springs",
    "dampers",
    "wheels",
    "masses",
    "ground",
    "traces",
    "arrows",
    "gauges",
    "view",
    "text",
)
WAYS = {"right": (1.0, 0.0), "left": (-1.0, 0.0), "up": (0.0, 1.0), "down": (0.0, -1.0)}
TURNED = {"right": "up", "up": "left", "left": "down", "down": "right"}  # by a right angle to the left
TURN, TILT = 30.0, 20.0  # degrees: the camera about the axis that is up, and above the horizon
_WORD = re.compile(r"[^\W\d]\w*")
UPS = ("x", "y", "z", "-x", "-y", "-z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """A named point: two expressions in a plane, three in space."""

    name: str
    at: tuple[Expression, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A bar through two or more points, closed or not."""

    points: tuple[str, ...]
    closed: bool = False
    width: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spring:
    """A zig-zag between two points."""

    points: tuple[str, ...]
    coils: int = 6
    width: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Damper:
    """A dashpot between two points."""

    points: tuple[str, ...]
    width: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel:
    """A circle with spokes if it has an angle; in space about an axis, the angle from the steepest radius."""

    at: str
    radius: Expression
    angle: Expression | None = None
    axis: tuple[Expression, ...] = ()
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Mass:
    """A disc of a radius at a point, or a block of a width and a height, turned by an angle."""

    at: str
    radius: Expression | None = None
    width: Expression | None = None
    height: Expression | None = None
    angle: Expression | None = None
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """One fixed point, or a hatched line through two points, the ground on its right."""

    points: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrow:
    """A vector drawn at a point, so many lengths for each of its units."""

    at: str
    vector: tuple[Expression, ...]
    scale: Expression
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauge:
    """A quantity shown beside the drawing, with its range and unit."""

    value: Expression
    text: str
    unit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Where the axes point on the screen: x and y of a plane; in space the axis that is up, and degrees."""

    x: str = "right"
    y: str = "up"
    up: str = "z"
    turn: float = TURN
    tilt: float = TILT


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Everything a model says about its drawing."""

    dimension: int = 2
    points: tuple[Point, ...] = ()
    links: tuple[Link, ...] = ()
    springs: tuple[Spring, ...] = ()
    dampers: tuple[Damper, ...] = ()
    wheels: tuple[Wheel, ...] = ()
    masses: tuple[Mass, ...] = ()
    ground: tuple[Ground, ...] = ()
    traces: tuple[str, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    view: View = View()
    text: str = ""  # stands under the drawing


def read_scene(model: Model) -> tuple[Scene, tuple[Flaw, ...]]:
    """The scene of a model, and what is wrong with its form; what has a flaw is left out of the scene."""
    reader = _Reader(model)
    return reader.scene(), tuple(reader.flaws)


def expressions_of(scene: Scene) -> Iterator[Expression]:
    """Every expression of a scene."""
    for point in scene.points:
        yield from point.at
    bands: tuple[Link | Spring | Damper, ...] = (*scene.links, *scene.springs, *scene.dampers)
    given = [band.width for band in bands]
    for wheel in scene.wheels:
        given += [wheel.radius, wheel.angle, *wheel.axis]
    for mass in scene.masses:
        given += [mass.radius, mass.width, mass.height, mass.angle]
    yield from (expression for expression in given if expression is not None)
    for arrow in scene.arrows:
        yield from (*arrow.vector, arrow.scale)
    yield from (gauge.value for gauge in scene.gauges)


def words_in(model: Model) -> set[str]:
    """Every word that stands in a scene, names of the model among them, whatever flaws it has."""
    found: set[str] = set()
    stack: list[Frozen] = [value for _, value in model.scene]
    while stack:
        value = stack.pop()
        if isinstance(value, str):
            found.update(_WORD.findall(value))
        elif isinstance(value, Fields):
            stack += [inner for _, inner in value.entries]
        elif isinstance(value, tuple):
            stack += value
    return found


class _Reader:
    """Reads the frozen values of a scene; flaws are collected, and what has one is left out."""

    def __init__(self, model: Model) -> None:
        self.written = model.written or Written(values={})
        self.values = dict(model.scene)
        self.flaws: list[Flaw] = []
        self.tokens_used = 0
        self.tables = {table.name: len(table.arguments) for table in model.tables}
        self.ends_used = 0
        self.names: tuple[str, ...] = ()
        self.dimension = 2

    def scene(self) -> Scene:
        self._keys(("scene",), self.values, KEYS)
        points = self._points()
        return Scene(
            dimension=self.dimension,
            points=points,
            links=tuple(self._links()),
            springs=tuple(self._springs()),
            dampers=tuple(self._dampers()),
            wheels=tuple(self._wheels()),
            masses=tuple(self._masses()),
            ground=tuple(self._ground()),
            traces=tuple(self._traces()),
            arrows=tuple(self._arrows()),
            gauges=tuple(self._gauges()),
            view=self._view(),
            text=self._text(("scene",), self.values),
        )

    # -- points ----------------------------------------------------------------------------------

    def _points(self) -> tuple[Point, ...]:
        path: Path = ("scene", "points")
        table = self._table(path, self.values.get("points", Fields(())), (), hint='A = ["x", 0]')
        self.names = tuple(table)
        if len(table) > SCENE_POINTS:
            self._flaw(path, f"a scene has at most {SCENE_POINTS} points", "draw fewer")
            return ()
        found: list[Point] = []
        for name, value in table.items():
            here = (*path, name)
            if not name.isidentifier() or unicodedata.normalize("NFC", name) != name:
                self._flaw(here, f"`{name}` is not a name (letters, digits and _)", "rename the point")
            elif not isinstance(value, tuple) or len(value) not in (2, 3):
                hint = f'{name} = ["x", "y"]'
                self._flaw(here, f"the point `{name}` needs two or three expressions in brackets", hint)
            elif found and len(value) != len(found[0].at):
                own, other = len(value), len(found[0].at)
                message = f"the point `{name}` has {own} coordinates, but `{found[0].name}` has {other}"
                self._flaw(here, message, "all points of a scene lie in the same plane, or in space")
            else:
                found.append(Point(name=name, at=self._column(here, value)))
        self.dimension = len(found[0].at) if found else 2
        return tuple(found)

    # -- what is tied to points ------------------------------------------------------------------

    def _links(self) -> Iterator[Link]:
        keys = ("points", "width", "text", "closed")
        for path, entry in self._entries("links", keys, bare="points"):
            points = self._chain(path, entry, 2, None)
            closed = entry.get("closed", False)
            if not isinstance(closed, bool):
                self._flaw((*path, "closed"), "`closed` must be true or false", "closed = true")
            elif points:
                width, text = self._optional(path, entry, "width"), self._text(path, entry)
                yield Link(points=points, closed=closed, width=width, text=text)

    def _springs(self) -> Iterator[Spring]:
        for path, entry in self._entries("springs", ("points", "width", "coils", "text"), bare="points"):
            points = self._chain(path, entry, 2, 2)
            coils = entry.get("coils", 6)
            if isinstance(coils, bool) or not isinstance(coils, int) or not 1 <= coils <= 100:
                self._flaw((*path, "coils"), "`coils` must be a whole number from 1 to 100", "coils = 6")
            elif points:
                width, text = self._optional(path, entry, "width"), self._text(path, entry)
                yield Spring(points=points, coils=coils, width=width, text=text)

    def _dampers(self) -> Iterator[Damper]:
        for path, entry in self._entries("dampers", ("points", "width", "text"), bare="points"):
            points = self._chain(path, entry, 2, 2)
            if points:
                width, text = self._optional(path, entry, "width"), self._text(path, entry)
                yield Damper(points=points, width=width, text=text)

    def _wheels(self) -> Iterator[Wheel]:
        for path, entry in self._entries("wheels", ("at", "radius", "angle", "axis", "text")):
            at, radius = self._at(path, entry), self._needed(path, entry, "radius", "0.1")
            if "axis" in entry and self.dimension == 2:
                self._flaw((*path, "axis"), "a wheel has an axis only in space", "delete `axis`")
                continue
            axis = self._vector(path, entry, "axis")
            if self.dimension == 3 and "axis" not in entry:
                hint = 'axis = ["0", "0", "1"]'
                self._flaw(path, "in space a wheel needs the direction of its axis", hint)
            elif at and radius is not None and axis is not None:
                angle, text = self._optional(path, entry, "angle"), self._text(path, entry)
                yield Wheel(at=at, radius=radius, angle=angle, axis=axis, text=text)

    def _masses(self) -> Iterator[Mass]:
        keys = ("at", "radius", "width", "height", "angle", "text")
        for path, entry in self._entries("masses", keys, bare="at"):
            at = self._at(path, entry)
            if "radius" in entry and ("width" in entry or "height" in entry):
                message = "a mass is a disc with a `radius`, or a block with `width` and `height`"
                self._flaw(path, message, "delete one of them")
            elif at:
                sizes = {key: self._optional(path, entry, key) for key in ("radius", "width", "height")}
                angle = self._optional(path, entry, "angle")
                yield Mass(at=at, **sizes, angle=angle, text=self._text(path, entry))

    def _ground(self) -> Iterator[Ground]:
        for path, value in self._list("ground"):
            points = self._chain(path, {"points": value if isinstance(value, tuple) else (value,)}, 1, 2)
            if points:
                yield Ground(points=points)

    def _traces(self) -> Iterator[str]:
        for path, value in self._list("traces"):
            points = self._chain(path, {"points": (value,)}, 1, 1)
            yield from points

    def _arrows(self) -> Iterator[Arrow]:
        for path, entry in self._entries("arrows", ("at", "vector", "scale", "text")):
            at, vector = self._at(path, entry), self._vector(path, entry, "vector")
            scale = self._needed(path, entry, "scale", "0.01")
            if "vector" not in entry:
                self._flaw(path, "an arrow needs a `vector`", 'vector = ["Fx", "Fy"]')
            elif at and vector is not None and scale is not None:
                yield Arrow(at=at, vector=vector, scale=scale, text=self._text(path, entry))

    def _gauges(self) -> Iterator[Gauge]:
        for path, entry in self._entries("gauges", ("value", "unit", "text"), bare="value"):
            value = self._needed(path, entry, "value", '"x"')
            unit = self._words((*path, "unit"), entry.get("unit", ""))
            if value is None or not self._is_unit((*path, "unit"), unit):
                continue
            text = self._text(path, entry) or value.source.text
            yield Gauge(value=value, text=text, unit=unit)

    def _view(self) -> View:
        path: Path = ("scene", "view")
        plane, space = ("x", "y"), ("up", "turn", "tilt")
        keys = plane if self.dimension == 2 else space
        entry = self._table(path, self.values.get("view", Fields(())), keys, hint='view = { x = "down" }')
        if self.dimension == 3:
            up = self._choice((*path, "up"), entry.get("up", "z"), UPS) or "z"
            turn, tilt = (self._degrees((*path, key), entry.get(key)) for key in space[1:])
            return View(up=up, turn=turn, tilt=tilt)
        x, y = (self._choice((*path, key), entry.get(key, ""), tuple(WAYS)) for key in plane)
        x = x or ({v: k for k, v in TURNED.items()}[y] if y else "right")
        y = y or TURNED[x]
        if WAYS[x][0] * WAYS[y][0] + WAYS[x][1] * WAYS[y][1]:
            self._flaw(path, f"x and y both point along the same line ({x}, {y})", f'y = "{TURNED[x]}"')
            y = TURNED[x]
        return View(x=x, y=y)

    # -- values ----------------------------------------------------------------------------------

    def _list(self, key: str) -> Iterator[tuple[Path, Frozen]]:
        value = self.values.get(key, ())
        if not isinstance(value, tuple):
            self._flaw(("scene", key), f"`{key}` must be a list in brackets", f"{key} = [ … ]")
        elif len(value) > SCENE_SHAPES:
            self._flaw(("scene", key), f"a scene has at most {SCENE_SHAPES} {key}", "draw fewer")
        else:
            yield from ((("scene", key, i), item) for i, item in enumerate(value))

    def _entries(
        self, key: str, keys: Sequence[str], bare: str = ""
    ) -> Iterator[tuple[Path, dict[str, Frozen]]]:
        """The tables of a list; anything else stands for the key `bare`."""
        for path, value in self._list(key):
            if isinstance(value, Fields):
                entry = dict(value.entries)
                self._keys(path, entry, keys)
                yield path, entry
            elif bare:
                yield path, {bare: value}
            else:
                self._flaw(path, f"each of `{key}` must be a table", f"{{ {keys[0]} = … }}")

    def _table(self, path: Path, value: Frozen, keys: Sequence[str], hint: str) -> dict[str, Frozen]:
        if not isinstance(value, Fields):
            self._flaw(path, f"`{path[-1]}` must be a table", hint)
            return {}
        entry = dict(value.entries)
        if keys:
            self._keys(path, entry, keys)
        return entry

    def _chain(self, path: Path, entry: dict[str, Frozen], least: int, most: int | None) -> tuple[str, ...]:
        """Names of points; none where something is wrong with them."""
        value = entry.get("points", ())
        here: Path = (*path, "points") if (*path, "points") in self.written.entries else path
        names = value if isinstance(value, tuple) else (value,)
        if len(names) < least or (most is not None and len(names) > most):
            wanted = f"{least} or more" if most is None else " or ".join(str(n) for n in {least, most})
            self._flaw(here, f"expected the names of {wanted} points", 'for example ["A", "B"]')
            return ()
        self.ends_used += len(names)
        if self.ends_used > SCENE_ENDS:
            if self.ends_used - len(names) <= SCENE_ENDS:
                self._flaw(here, f"the shapes of a scene have at most {SCENE_ENDS} points", "draw fewer")
            return ()
        good = [
            self._known((*here, i) if (*here, i) in self.written.entries else here, n)
            for i, n in enumerate(names)
        ]
        return tuple(str(n) for n in names) if all(good) else ()

    def _known(self, path: Path, name: Frozen) -> bool:
        """Whether a point of this name is there."""
        if isinstance(name, str) and name in self.names:
            return True
        if not isinstance(name, str):
            self._flaw(path, "expected the name of a point in quotes", 'for example "A"')
            return False
        near = nearest(name, self.names)
        listed = f"the points are {', '.join(self.names[:12])}" if self.names else 'points = { A = ["x", 0] }'
        source = self.written.value_source(path, name)
        hint = f"did you mean `{near}`?" if near else listed
        self._told(source, None, say("flaw_no_point", name=Name(name)), hint)
        return False

    def _at(self, path: Path, entry: dict[str, Frozen]) -> str:
        if "at" not in entry:
            self._flaw(path, "`at` is missing: the point where it is", 'at = "A"')
            return ""
        here: Path = (*path, "at") if (*path, "at") in self.written.entries else path
        return str(entry["at"]) if self._known(here, entry["at"]) else ""

    def _vector(self, path: Path, entry: dict[str, Frozen], key: str) -> tuple[Expression, ...] | None:
        """The expressions of a vector, none where it is not given; None where it has a flaw."""
        if key not in entry:
            return ()
        value = entry[key]
        if not isinstance(value, tuple) or len(value) != self.dimension:
            message = f"`{key}` must be a list of {self.dimension} expressions, as the points are"
            self._flaw((*path, key), message, f"{key} = [{', '.join('0' * self.dimension)}]")
            return None
        return self._column((*path, key), value)

    def _needed(self, path: Path, entry: dict[str, Frozen], key: str, example: str) -> Expression | None:
        if key not in entry:
            self._flaw(path, f"`{key}` is missing", f"{key} = {example}")
            return None
        return self._optional(path, entry, key)

    def _optional(self, path: Path, entry: dict[str, Frozen], key: str) -> Expression | None:
        here: Path = (
            (*path, key) if (*path, key) in self.written.entries or not self.written.entries else path
        )
        return self._expression(here, entry[key]) if key in entry else None

    def _column(self, path: Path, values: tuple[Frozen, ...]) -> tuple[Expression, ...]:
        return tuple(self._expression((*path, i), value) for i, value in enumerate(values))

    def _expression(self, path: Path, value: Frozen) -> Expression:
        """The expression at a path; 0 and a flaw where it cannot be read."""
        source = self.written.value_source(path, value if isinstance(value, str) else str(value))
        try:
            root = self._tree(value)
            folded(root)
        except TextFault as fault:
            self._told(source, fault.span, fault.message, fault.hint)
        except ConstantFault as fault:
            self._told(source, fault.node.span, fault.reason, "check this constant")
        else:
            return Expression(root, source)
        return Expression(ZERO, source)

    def _tree(self, value: Frozen) -> Node:
        if isinstance(value, str):
            found = tokens(value, TOKENS - self.tokens_used)
            self.tokens_used += len(found)
            return parse_tokens(found, tables=self.tables)
        if isinstance(value, int) and not isinstance(value, bool):
            return Number(limited(value))
        if isinstance(value, float) and math.isfinite(value):
            return Number(value)
        raise TextFault(
            "value", "expected an expression in quotes or a number", (0, 1), 'for example "x + 1"'
        )

    def _text(self, path: Path, entry: dict[str, Frozen]) -> str:
        return self._words((*path, "text"), entry.get("text", ""))

    def _words(self, path: Path, value: Frozen) -> str:
        if not isinstance(value, str) or any(unicodedata.category(c) == "Cc" for c in value):
            self._flaw(path, f"`{path[-1]}` must be one line of text in quotes", f'{path[-1]} = "…"')
            return ""
        if len(value) > SCENE_LETTERS:
            self._flaw(path, f"`{path[-1]}` has at most {SCENE_LETTERS} letters", "shorten it")
            return ""
        return value

    def _is_unit(self, path: Path, unit: str) -> bool:
        try:
            unit_of(unit)
        except UnitFault as fault:
            self._told(self.written.value_source(path, unit), fault.span, fault.message, fault.hint)
            return False
        return True

    def _choice(self, path: Path, value: Frozen, choices: tuple[str, ...]) -> str:
        if value == "" or value in choices:
            return str(value)
        named = ", ".join(f'"{c}"' for c in choices)
        self._flaw(path, f"`{path[-1]}` must be one of {named}", f'{path[-1]} = "{choices[0]}"')
        return ""

    def _degrees(self, path: Path, value: Frozen | None) -> float:
        usual = TURN if path[-1] == "turn" else TILT
        if value is None:
            return usual
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= 360:
            return float(value)
        self._flaw(path, f"`{path[-1]}` must be a number of degrees", f"{path[-1]} = {usual:g}")
        return usual

    def _keys(self, path: Path, table: dict[str, Frozen], known: Sequence[str]) -> None:
        for key in table:
            if key not in known:
                near = nearest(key, known)
                hint = f"did you mean `{near}`?" if near else f"known here: {', '.join(known)}"
                self._flaw((*path, key), say("flaw_unknown_key", name=Name(str(key))), hint)

    def _flaw(self, path: Path, message: str | Message, hint: str) -> None:
        self._told(self.written.key_source(path), None, message, hint)

    def _told(self, source: Source, span: tuple[int, int] | None, message: str | Message, hint: str) -> None:
        self.flaws.append(flaw_at(source, span, rule=RULE, message=message, hint=hint, severity="warning"))
