"""The families: functions from a seed to a case, one room for each kind of trouble."""

from __future__ import annotations

from collections.abc import Callable

from ..case import Case
from . import constrained, jumps, linear, regrowing, smooth, stiff

FAMILIES: dict[str, Callable[[int], Case]] = {
    one.__name__: one
    for room in (smooth, linear, stiff, regrowing, constrained, jumps)
    for one in room.FAMILIES
}
