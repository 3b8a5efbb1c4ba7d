"""The records of a figure before it is drawn: panels of curves, their axes, marks and captions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
MOST = 1e150  # larger numbers are not drawn, since their squares overflow


class NothingToDraw(ValueError):
    """A motion has nothing that this kind of figure can show; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name as mathematics: LaTeX variants to be tried in turn, else Unicode text."""

    tex: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Label:
    """Words and symbols in a row."""

    pieces: tuple[str | Symbol, ...]

    @property
    def text(self) -> str:
        """The same in plain Unicode."""
        return "".join(piece if isinstance(piece, str) else piece.text for piece in self.pieces)


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The quantity of an axis; `limits` and labelled `ticks`, unless they follow from the data."""

    label: Label
    log: bool = False
    inverted: bool = False
    limits: tuple[float, float] | None = None
    ticks: tuple[tuple[float, Label], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Curve:
    """Values over x; `colour` and `dash` are indices into those of the style, `ends` marks both ends.

    A `thin` curve is not the motion itself: the jump of a speed at an impact. A `heavy` one is a bar. A
    `dotted` one is drawn as points only; a `filled` one is the outline of an area above 0.
    """

    x: Array
    y: Array
    label: Label
    colour: int = 0
    dash: int = 0
    ends: bool = False
    thin: bool = False
    heavy: bool = False
    dotted: bool = False
    filled: bool = False

    def __post_init__(self) -> None:
        """Check that a curve has as many y as x."""
        if self.x.shape != self.y.shape or self.x.ndim != 1:
            message = f"a curve needs as many y as x in a row, not {self.x.shape} and {self.y.shape}"
            raise ValueError(message)


@dataclass(frozen=True, slots=True)
class Key:
    """An entry of a legend; without a colour it is about the dash alone.

    Its shape is a curve, a mark across the panel, or a band, whose colour is its tint.
    """

    label: Label
    colour: int | None
    dash: int
    shape: str = "curve"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A line across a panel: at a value of x (an event, a frequency), or of y (a bound) with `across`.

    Its label is at the line, its key in the legend.
    """

    at: float
    label: Label
    across: bool = False
    dash: int = 0
    key: Label = Label(())


@dataclass(frozen=True, slots=True)
class Band:
    """A shaded range of x: grey, or in one of the tints; its key is in the legend."""

    start: float
    end: float
    tint: int = 0
    key: Label = Label(())


@dataclass(frozen=True, slots=True)
class Note:
    """Words at a point: the frequency of a peak."""

    x: float
    y: float
    label: Label
    colour: int = 0


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HeatMap:
    """Values over the points of a grid, in colours: `values` has a row for each y and a column for each x.

    With `names` the values are numbers of categories, each of which has a colour and an entry in the legend;
    otherwise a bar beside the panel has the label.
    """

    x: Array
    y: Array
    values: Array
    label: Label
    names: tuple[Label, ...] = ()

    def __post_init__(self) -> None:
        """Check that a map has a value at every point of its grid."""
        if self.values.shape != (len(self.y), len(self.x)):
            message = f"a map of {len(self.y)} by {len(self.x)} points cannot have {self.values.shape} values"
            raise ValueError(message)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Panel:
    """Curves over one pair of axes, or a map.

    The legend has the curves with a label, or `keys` if given. For a `ramp` of many curves there is a colour
    scale with a bar instead.
    """

    curves: tuple[Curve, ...]
    x: Axis
    y: Axis
    marks: tuple[Mark, ...] = ()
    bands: tuple[Band, ...] = ()
    notes: tuple[Note, ...] = ()
    keys: tuple[Key, ...] = ()
    equal: bool = False  # equal scales of both axes
    ramp: bool = False
    heat: HeatMap | None = None
    height: float = 42.0  # millimetres of the axes, unless `equal`


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Figure:
    """Panels, row by row in `columns`; `name` is that of its file, `caption` a sentence for a report."""

    kind: str
    name: str
    title: str
    caption: str
    panels: tuple[Panel, ...]
    columns: int = 1
    shared: bool = False  # panels below one another have the same x axis
    remarks: tuple[str, ...] = ()
    decimal_mark: str = "."  # of the numbers at its axes

    def __post_init__(self) -> None:
        """Check that a figure has something finite in it."""
        curves = [curve for panel in self.panels for curve in panel.curves]
        maps = [panel.heat for panel in self.panels if panel.heat is not None]
        drawn = any((np.isfinite(curve.x) & np.isfinite(curve.y)).any() for curve in curves)
        if not drawn and not any(np.isfinite(heat.values).any() for heat in maps):
            message = f"the figure `{self.name}` would be empty: there is no finite value in it"
            raise NothingToDraw(message)


def words_label(text: str) -> Label:
    """A label of words only."""
    return Label((text,))


def capital(words: str) -> str:
    """The words as they begin a sentence."""
    return words[:1].upper() + words[1:]


def finite(values: Any) -> Array:
    """The values with NaN where they cannot be drawn."""
    array = np.asarray(values, dtype=np.float64)
    return np.where(np.abs(array) <= MOST, array, np.nan)
