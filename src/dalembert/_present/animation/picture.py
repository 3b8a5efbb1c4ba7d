"""A picture: a scene along a motion in numbers, all that drawing needs.

In a plane x is to the right and y up, in space z is up, independent of the axes of the model. Every frame is
a row of the motion; nothing is interpolated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dalembert._model.display_units import DisplayUnit
from dalembert._model.scene import SHEET
from dalembert._present.animation.meshes import Mesh
from dalembert._present.animation.primitives import Drawing, Spot
from dalembert._words.number_format import POINT

Array = NDArray[np.float64]
NO_UNIT = DisplayUnit("")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Shape:
    """A shape drawn at points (by index): its kind, and its numbers over the frames by name.

    link: width. spring: width, coils. damper: width. wheel: radius, angle, in space axis_x, axis_y, axis_z.
    disc: radius. block: width, height, angle. pin: size. floor: size. trace. arrow: x, y, in space z; width.
    symbol: its name, width, a, b. In space cylinder, cone: radius; plate: radius, thickness, axis_x, axis_y,
    axis_z, angle; box: size_x, size_y, size_z, and its first two directions x_x, x_y, x_z and y_x, y_y, y_z;
    solid: its mesh, and these directions.
    """

    kind: str
    points: tuple[int, ...]
    values: Mapping[str, Array] = field(default_factory=dict)
    text: str = ""
    closed: bool = False
    coils: int = 0
    symbol: str = ""  # the name of a schematic symbol
    colour: str = "ink"
    mesh: Mesh | None = None  # of a solid
    layer: str = ""  # forces: shown when the reader selects them


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """A panel with a quantity: an angle as a dial, a length as a slider, anything else as a gauge."""

    kind: str
    text: str
    unit: str
    values: Array
    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """A quantity over time; `key` is its message where it is not a name of the model."""

    name: str
    values: Array
    key: str = ""
    shown: bool = True  # whether it is shown at first
    source: tuple[str, int] = ("", 0)  # a block of observed quantities of a motion, and the index in it
    unit: DisplayUnit = NO_UNIT


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class History:
    """Curves of one unit, for one small plot."""

    unit: str
    curves: tuple[Curve, ...]
    key: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The direction of an axis of the model in the picture."""

    name: str
    way: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Signal:
    """A value in a diagram over the frames, and its position; `source` as for a curve."""

    at: Spot
    anchor: str
    unit: DisplayUnit
    values: Array
    source: tuple[str, int]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SignalDiagram:
    """A block diagram and the signals in it."""

    drawing: Drawing
    signals: tuple[Signal, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Picture:
    """A picture of a motion: frames, shapes, panels, plots and the camera."""

    title: str
    text: str  # the caption of the scene
    dimension: int
    times: Array  # of the frames
    names: tuple[str, ...]  # of the points
    points: Array  # frames, points, dimension; points on a sheet in space are in the image plane
    shapes: tuple[Shape, ...]
    panels: tuple[Panel, ...]
    histories: tuple[History, ...]
    low: Array
    high: Array
    radius: float  # of the bounding sphere of all frames about the middle of that box
    unit: float  # a hundredth of the size of the picture, the unit of line widths and letter heights
    floor: float = 0.0  # in space: the lowest height that anything reaches
    length: DisplayUnit = NO_UNIT  # of the places of points, where it is known
    axes: tuple[Axis, ...] = ()
    turn: float = 0.0  # of the camera, in degrees
    tilt: float = 0.0
    automatic: bool = False  # drawn without a scene
    mark: str = POINT  # of decimals
    left_out: int = 0  # the number of quantities for which a default picture has no room
    undrawn: int = 0  # the number of bodies, where they are too many to be drawn
    diagram: SignalDiagram | None = None  # of controllers

    def on_paper(self, point: int) -> bool:
        """Whether a point is on a sheet beside bodies in space, which does not turn with the camera."""
        return self.dimension == 3 and self.names[point].startswith(SHEET)

    @property
    def duration(self) -> float:
        """From the first frame to the last."""
        return float(self.times[-1] - self.times[0])

    @property
    def speed(self) -> float:
        """Seconds of the motion per second of display: 1 for suitable durations, else it lasts about 10 s."""
        if SHORTEST <= self.duration <= LONGEST or self.duration <= 0:
            return 1.0
        wanted = self.duration / WATCHED
        power = 10.0 ** np.floor(np.log10(wanted))
        return float(power * min((1.0, 2.0, 5.0, 10.0), key=lambda step: abs(np.log(wanted / power / step))))


SHORTEST, LONGEST, WATCHED = 1.5, 60.0, 10.0  # seconds on the screen
