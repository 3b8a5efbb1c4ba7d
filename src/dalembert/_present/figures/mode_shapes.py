"""Mode shapes: the scene displaced along each mode; bars of the components in diagrams and without points.

A point at P(q) moves by Re(D e^(iφ)), D = ∂P/∂q · shape: to first order, as the mode itself. A complex shape
is drawn at φ = 0 and also a quarter of a period later.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from dalembert._analyse.along_motion import at_states
from dalembert._analyse.frequency_response import Complex
from dalembert._analyse.records import Kind, Mode, Modes
from dalembert._model.display_units import DisplayUnit, length_unit, requested_unit
from dalembert._model.rules_scene import scene_of
from dalembert._model.scene import Scene
from dalembert._present.animation.schematic_symbols import SYMBOLS
from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.mode_outlines import outlines, sizes_of
from dalembert._present.figures.model_ask import ModelAsk
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Key,
    Label,
    NothingToDraw,
    Panel,
    Symbol,
    words_label,
)

MOST = 6  # the most modes in a figure
STEP = 1e-6  # relative step of the central difference for displacements
FAR = 0.15  # relative to the extent of the scene: the largest displacement
STILL = 1e-9  # relative to the size of a scene: a smaller displacement per unit of the shape is zero
TURNED = 1e-6  # relative to the largest component: a smaller imaginary part is zero
COMPONENTS = 24  # the most bars in a panel
VIEWS = ((0, 1), (0, 2), (1, 2))
LETTERS = "xyz"
BLACK = 6


@dataclass(frozen=True, slots=True, eq=False)
class SceneDisplacement:
    """The points of a scene at rest, (points, dimension), and their displacements by a mode (complex).

    `sizes` are the numbers of its outlines, and `changes` their changes by a mode (angles).
    """

    places: Array
    moves: Complex
    sizes: Array
    changes: Complex


def mode_shapes(ask: ModelAsk) -> Figure:
    """The first oscillations, or the modes with the given numbers."""
    modes = ask.found_modes()
    chosen = _places_of_modes(ask, modes)
    scene = scene_of(ask.model)
    panels = tuple(_panel(ask, modes, modes.modes[i], i, scene) for i in chosen)
    about = ask.text(modes.point.about)
    drawn = any(panel.equal for panel in panels)
    bars = any(not panel.equal for panel in panels)
    turning = any(_complex(modes.modes[i].shape) for i in chosen)
    every = sum(mode.kind is Kind.oscillation for mode in modes)
    some = ask.words("figure_some_of", shown=len(chosen), every=every)
    return Figure(
        kind="mode_shapes",
        name="mode_shapes",
        title=ask.words("figure_mode_shapes_title", about=ask.about),
        caption=ask.words("figure_mode_shapes_caption", place=about),
        panels=panels,
        columns=1 if len(panels) == 1 else 2,
        remarks=(
            ask.words("figure_about", place=about),
            *((ask.words("figure_shapes_drawn"),) if drawn else ()),
            *((ask.words("figure_shapes_bars"),) if bars else ()),
            *((ask.words("figure_shapes_turning"),) if turning else ()),
            *((some,) if not ask.names and len(chosen) < every else ()),
        ),
    )


def fits(ask: ModelAsk) -> bool:
    """Whether there are oscillations with two components or more: a single one has only one shape."""
    modes = ask.modes
    return modes is not None and len(modes.names) > 1 and any(m.kind is Kind.oscillation for m in modes)


def _places_of_modes(ask: ModelAsk, modes: Modes) -> list[int]:
    """The indices of the modes that are drawn."""
    if ask.names:
        for name in ask.names:
            if not name.isdecimal() or not 1 <= int(name) <= len(modes):
                message = f"`{name}` is no mode: they are numbered from 1 to {len(modes)}"
                raise ValueError(message)
        return [int(name) - 1 for name in ask.names]
    oscillations = [i for i, mode in enumerate(modes) if mode.kind is Kind.oscillation]
    if not oscillations:
        message = "nothing oscillates about this place, so there is no mode shape to draw"
        raise NothingToDraw(message)
    return oscillations[:MOST]


def _complex(shape: Complex) -> bool:
    return bool(np.abs(shape.imag).max(initial=0.0) > TURNED * np.abs(shape).max(initial=0.0))


def _panel(ask: ModelAsk, modes: Modes, mode: Mode, index: int, scene: Scene | None) -> Panel:
    title = _title(ask, mode, index)
    if scene is not None and _has_lines(scene) and not any(part.kind in SYMBOLS for part in scene.parts):
        made = scene_displacement(ask, modes, mode, scene)
        size = float(np.ptp(made.places, axis=0).max(initial=0.0))
        if np.abs(made.moves).max(initial=0.0) > STILL * max(size, 1e-300):
            return _scene(ask, scene, made, _complex(mode.shape), title)
    return _bars(ask, modes, mode, title)


def _has_lines(scene: Scene) -> bool:
    """Whether a scene has lines to draw: solids in space are not drawn, and points alone show no shape."""
    return bool(scene.points) and (scene.dimension == 2 or any(len(line) > 1 for line in _lines(scene)))


def _title(ask: ModelAsk, mode: Mode, index: int) -> Label:
    mode_name, number = ask.words("figure_mode", number=index + 1), partial(ask.words.number, style="p")
    if mode.kind is not Kind.oscillation:
        return words_label(f"{mode_name}: λ = {number(mode.eigenvalue.real, 4)} 1/s")
    damping = f", ζ = {number(mode.damping, 3)}" if abs(mode.damping) > 1e-12 else ""
    return words_label(f"{mode_name}: {number(mode.hz, 4)} Hz{damping}")


def scene_displacement(ask: ModelAsk, modes: Modes, mode: Mode, scene: Scene) -> SceneDisplacement:
    """The points of a scene at the point of the modes, and their displacements along one of them."""
    point, count = modes.point, len(ask.model.coordinates)
    ways = np.array([mode.shape.real, -mode.shape.real, mode.shape.imag, -mode.shape.imag]) * STEP
    steps = np.vstack([np.zeros((1, len(modes.names))), ways])
    repeated = [np.tile(one, (len(steps), 1)) for one in (point.qd, point.e)]
    q, s = point.q + steps[:, :count], point.s + steps[:, count:]
    entries = [*(entry for point in scene.points for entry in point.at), *sizes_of(scene)]
    values = at_states(ask.model, entries, np.full(len(steps), point.t), q, repeated[0], s, repeated[1])
    moves = ((values[1] - values[2]) + 1j * (values[3] - values[4])) / (2 * STEP)
    count, shape = len(scene.points) * scene.dimension, (len(scene.points), scene.dimension)
    return SceneDisplacement(
        values[0, :count].reshape(shape), moves[:count].reshape(shape), values[0, count:], moves[count:]
    )


def _scene(ask: ModelAsk, scene: Scene, made: SceneDisplacement, turning: bool, title: Label) -> Panel:
    """The scene at rest, and at the ends of the oscillation."""
    requested = requested_unit("m", ask.options.units)
    unit = DisplayUnit(requested) if requested else length_unit(ask.model)
    across, up, inverted = _view(scene, made)
    size = float(np.ptp(made.places, axis=0).max()) or 1.0
    scale = FAR * size / float(np.abs(made.moves).max())

    def lines_at(part: Complex | float) -> list[Array]:
        places = made.places + np.real(scale * part * made.moves)
        if scene.dimension == 3:
            return [places[line] for line in _lines(scene)]
        sizes = made.sizes + np.real(scale * part * made.changes)
        return list(outlines(scene, places, sizes, size))

    def curve(lines: Sequence[Array], colour: int, dash: int, *, thin: bool = False) -> Curve:
        gap = np.full((1, scene.dimension), np.nan)
        traced = np.asarray(unit.column(np.vstack([row for line in lines for row in (line, gap)])))
        return Curve(
            x=traced[:, across], y=traced[:, up], label=Label(()), colour=colour, dash=dash, thin=thin
        )

    phases = ((0.0, 0, 0), (np.pi, 0, 1)) + (((np.pi / 2, 1, 0), (3 * np.pi / 2, 1, 1)) if turning else ())
    at_rest, ends = lines_at(0.0), [lines_at(np.exp(1j * angle)) for angle, _, _ in phases]
    moving = [
        i for i, line in enumerate(at_rest) if any(np.abs(end[i] - line).max() > STILL * size for end in ends)
    ]
    fixed = [line for i, line in enumerate(at_rest) if i not in moving]
    curves = [curve(fixed, BLACK, 0, thin=True)] if fixed else []
    curves.append(curve([at_rest[i] for i in moving], BLACK, 2, thin=True))
    for (_, colour, dash), end in zip(phases, ends, strict=True):
        curves.append(curve([end[i] for i in moving], colour, dash))

    def axis(along: int, side: str) -> Axis:
        label = Label((Symbol((LETTERS[along],), LETTERS[along]),))
        return Axis(label=with_unit(label, unit.text), inverted=side in inverted)

    return Panel(
        curves=tuple(curves), x=axis(across, "x"), y=axis(up, "y"), equal=True, keys=(Key(title, 0, 0),)
    )


def _view(scene: Scene, made: SceneDisplacement) -> tuple[int, int, str]:
    """The horizontal and vertical axes, and which are inverted: as in the scene, or by largest motion."""
    if scene.dimension == 3:
        seen = [float(np.abs(made.moves[:, list(view)]).sum()) for view in VIEWS]
        return (*VIEWS[int(np.argmax(seen))], "")
    right, top = scene.view.x, scene.view.y
    turned = right in ("up", "down")
    if turned:
        right, top = top, right
    inverted = ("x" if right == "left" else "") + ("y" if top == "down" else "")
    return (1, 0, inverted) if turned else (0, 1, inverted)


def _lines(scene: Scene) -> list[list[int]]:
    """The indices of points along each line of a scene; other points are single."""
    at = {point.name: i for i, point in enumerate(scene.points)}
    lines = [
        [*(at[name] for name in link.points), *([at[link.points[0]]] if link.closed else [])]
        for link in scene.links
    ]
    for others in (scene.springs, scene.dampers, scene.ground):
        lines += [[at[name] for name in one.points] for one in others]
    met = {i for line in lines for i in line}
    return [*lines, *([i] for i in range(len(at)) if i not in met)]


def _bars(ask: ModelAsk, modes: Modes, mode: Mode, title: Label) -> Panel:
    """The components of a shape as bars; of a complex one also those a quarter of a period later."""
    large = np.sort(np.argsort(-np.abs(mode.shape), kind="stable")[:COMPONENTS])
    parts: Sequence[Array] = (mode.shape.real, *((mode.shape.imag,) if _complex(mode.shape) else ()))
    wide = 0.14 if len(parts) > 1 else 0.0
    curves = []
    for colour, part in enumerate(parts):
        aside = wide * (2 * colour - 1) if len(parts) > 1 else 0.0
        x = np.concatenate([[k + aside, k + aside, np.nan] for k in range(len(large))])
        y = np.concatenate([[0.0, part[i], np.nan] for i in large])
        curves.append(Curve(x=x, y=y, label=Label(()), colour=colour, heavy=True))
    ticks = tuple((float(k), Label((ask.symbol(modes.names[i]),))) for k, i in enumerate(large))
    return Panel(
        curves=tuple(curves),
        x=Axis(label=Label(()), limits=(-0.6, len(large) - 0.4), ticks=ticks),
        y=Axis(label=words_label(ask.words("figure_component")), limits=(-1.08, 1.08)),
        keys=(Key(title, 0, 0),),
        height=40.0,
    )
