"""Phase portraits: the speed of each coordinate over it, or every pair of coordinates."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from dalembert._present.figures.columns import Ask, Column
from dalembert._present.figures.constant_columns import constant, noise_of, zero_columns
from dalembert._present.figures.inertia import massless_of
from dalembert._present.figures.jumps import broken_curve
from dalembert._present.figures.records import Array, Curve, Figure, Label, NothingToDraw, Panel
from dalembert._present.figures.remarks import ended_early, not_drawn

SAME = 1e-6  # relative to the width of a portrait: the distance below which points are equal
MOST = 9  # the most portraits in a figure
SIDE_BY_SIDE = 4  # up to here they are in two columns


def phase(ask: Ask) -> Figure:
    """The speed over the coordinate, for the requested ones, or for the first of those with inertia."""
    subject = ask.one
    every = subject.family("coordinates")
    for name in ask.names:
        if name not in every:
            message = (
                f"a phase portrait needs a coordinate, and `{name}` is none; there are {', '.join(every)}"
            )
            raise ValueError(message)
    names = ask.names or heavy(ask) or moving_coordinates(ask)
    if not names:
        message = "no coordinate of the motion moves, so there is no phase portrait to draw"
        raise NothingToDraw(message)
    pairs = [(subject[name], subject[f"{name}'"]) for name in (names if ask.names else names[:MOST])]
    few = () if ask.names or len(names) <= MOST else (_some(ask, MOST, len(names)),)
    return _portraits(ask, "phase", pairs, few)


def moving_coordinates(ask: Ask) -> tuple[str, ...]:
    """The coordinates that change."""
    subject, noise = ask.one, noise_of(ask.one)
    zero = zero_columns(subject, subject.columns.values())
    return tuple(
        name
        for name in subject.family("coordinates")
        if name not in zero and not constant(subject[name].values, noise)
    )


def heavy(ask: Ask) -> tuple[str, ...]:
    """The coordinates that change and have inertia, whose state is position and speed."""
    massless = massless_of(ask.one.motion.model)
    return tuple(name for name in moving_coordinates(ask) if name not in massless)


def pairs(ask: Ask) -> Figure:
    """Each of some columns over each before it; all coordinates by default."""
    subject = ask.one
    columns = [subject[name] for name in ask.names or subject.family("coordinates")]
    if len(columns) < 2:
        message = (
            f"pairs need two columns or more, and there is only `{columns[0].name}`"
            if columns
            else "there is no column to pair"
        )
        raise NothingToDraw(message)
    every = list(combinations(columns, 2))
    few = () if len(every) <= MOST else (_some(ask, MOST, len(every)),)
    return _portraits(ask, "pairs", every[:MOST], few)


def _some(ask: Ask, shown: int, every: int) -> str:
    return ask.words("figure_some_of", shown=shown, every=every)


def _portraits(ask: Ask, kind: str, pairs: list[tuple[Column, Column]], few: tuple[str, ...]) -> Figure:
    height = 80.0 if len(pairs) == 1 else 45.0 if len(pairs) <= SIDE_BY_SIDE else 33.0
    panels = tuple(Panel(curves=_curves(ask, x, y), x=x.axis(), y=y.axis(), height=height) for x, y in pairs)
    jumped = any(len(panel.curves) > 1 for panel in panels)
    drawn = dict.fromkeys(column for pair in pairs for column in pair)
    return Figure(
        kind=kind,
        name=kind,
        title=ask.words(f"figure_{kind}_title", about=ask.about),
        caption=ask.words(f"figure_{kind}_caption"),
        panels=panels,
        columns=min(len(panels), 2 if len(panels) <= SIDE_BY_SIDE else 3),
        remarks=(
            ask.words("figure_ends"),
            *((ask.words("figure_jump"),) if jumped else ()),
            *few,
            *not_drawn(ask, drawn),
            *ended_early(ask, ask.one),
        ),
    )


def _curves(ask: Ask, x: Column, y: Column) -> tuple[Curve, ...]:
    """The motion, broken at impacts, and as dashes the jumps between the speeds before and after them."""
    made = broken_curve(ask.one, x, y)
    motion = Curve(x=made.x, y=made.y, label=y.label, ends=True)
    if not len(made.jump_x):
        return (motion,)
    across, up = _without_overlaps(made.jump_x, made.jump_y, float(np.ptp(x.values)))
    return motion, Curve(x=across, y=up, label=Label(()), dash=1, thin=True)


def _without_overlaps(x: Array, y: Array, extent: float) -> tuple[Array, Array]:
    """Jumps, three rows each, without vertical ones inside a longer one, whose dashes they would fill."""
    across, up = x.reshape(-1, 3), y.reshape(-1, 3)
    left, right = across[:, :2].min(axis=1), across[:, :2].max(axis=1)
    low, high = up[:, :2].min(axis=1), up[:, :2].max(axis=1)
    kept: list[int] = []
    for i in np.argsort(low - high, kind="stable"):
        longer = np.array(kept, dtype=int)
        around = longer[(low[longer] <= low[i]) & (high[longer] >= high[i])]
        wide = np.maximum(right[around], right[i]) - np.minimum(left[around], left[i])
        if not (wide <= SAME * extent).any():
            kept.append(int(i))
    kept.sort()
    return across[kept].ravel(), up[kept].ravel()


def has_coordinates(ask: Ask) -> bool:
    """Whether a coordinate with inertia moves."""
    return len(ask.one.t) > 1 and bool(heavy(ask))
