"""The options of a figure besides its kind and its columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the record is a public name, and numpy takes a while to load
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TIME = "t"


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureOptions:
    """Options of a figure besides its names; each kind uses those that apply.

    `x` is the column that others are drawn over; `units` are used instead of the SI units of their
    dimension; `frequencies` are natural ones in Hz; `paths` are points by name, arrays (rows, 2) or
    (rows, 3), `turned` if y is across; `invert` names axes that run downwards or to the left (x, y or xy).
    """

    x: str = TIME
    degrees: bool = False
    units: tuple[str, ...] = ()
    log: bool | None = None  # None: the default of the kind
    window: str = "hann"
    frequencies: tuple[float, ...] = ()
    highest: float | None = None  # Hz, the end of a spectrum or of a frequency response
    lowest: float | None = None  # Hz, the start of a frequency response
    at: str | Mapping[str, Any] | None = None  # the point of linear equations and modes, as for `modes`
    over: tuple[str, Sequence[float]] | None = None  # a parameter and its values, for a Campbell diagram
    orders: int | None = None  # multiples of that parameter as a speed
    t_from: float | None = None
    t_to: float | None = None
    paths: Mapping[str, Array] | None = None
    turned: bool = False
    invert: str = ""
