"""Phase portraits: the speed of each coordinate over it, or every pair of coordinates.

What contacts do to a motion is seen in them: jumps at impacts are dashed, and where a contact is closed the
curve has another colour than that of the free system.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from dalembert._present.figures.columns import NAMELESS, Ask, Column
from dalembert._present.figures.constant_columns import constant, noise_of, zero_columns
from dalembert._present.figures.freedom import free_at
from dalembert._present.figures.inertia import massless_of
from dalembert._present.figures.jumps import broken_curve
from dalembert._present.figures.records import Array, Curve, Figure, NothingToDraw, Panel, words_label
from dalembert._present.figures.remarks import ended_early, not_drawn

SAME = 1e-6  # relative to the width of a portrait: the distance below which points are equal
MOST = 36  # the most portraits in a figure
SIDE_BY_SIDE = 4  # up to here they are in two columns
THREE_ABREAST = 9  # and up to here in three


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


def other_pages(ask: Ask) -> tuple[Figure, ...]:
    """The portraits beyond those of `phase`, and every pair of coordinates, in figures of MOST each."""
    subject = ask.one
    alone = [(subject[name], subject[f"{name}'"]) for name in heavy(ask)]
    two = list(combinations([subject[name] for name in moving_coordinates(ask)], 2))
    pages = [
        replace(_portraits(ask, kind, every[first : first + MOST], ()), name=page_name(kind, first // MOST))
        for kind, every in (("phase", alone), ("pairs", two))
        for first in range(0, len(every), MOST)
    ]
    return tuple(page for page in pages if page.name != "phase")


def page_name(kind: str, number: int) -> str:
    """The name of a page of portraits: KIND, KIND_2, KIND_3 …."""
    return f"{kind}_{number + 1}" if number else kind


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


def _abreast(panels: int) -> int:
    """The columns of portraits."""
    return min(panels, 2 if panels <= SIDE_BY_SIDE else 3 if panels <= THREE_ABREAST else 4)


def _portraits(ask: Ask, kind: str, pairs: list[tuple[Column, Column]], few: tuple[str, ...]) -> Figure:
    height = 80.0 if len(pairs) == 1 else 45.0 if len(pairs) <= SIDE_BY_SIDE else 33.0
    panels = tuple(
        Panel(curves=_curves(ask, x, y, named=not i), x=x.axis(), y=y.axis(), height=height)
        for i, (x, y) in enumerate(pairs)
    )
    jumped = any(curve.thin for panel in panels for curve in panel.curves)
    drawn = dict.fromkeys(column for pair in pairs for column in pair)
    return Figure(
        kind=kind,
        name=kind,
        title=ask.words(f"figure_{kind}_title", about=ask.about),
        caption=ask.words(f"figure_{kind}_caption"),
        panels=panels,
        columns=_abreast(len(panels)),
        remarks=(
            ask.words("figure_ends"),
            *((ask.words("figure_jump"),) if jumped else ()),
            *few,
            *not_drawn(ask, drawn),
            *ended_early(ask, ask.one),
        ),
    )


def _curves(ask: Ask, x: Column, y: Column, *, named: bool) -> tuple[Curve, ...]:
    """The motion, broken at impacts, its phases in contact, and as dashes the jumps between speeds."""
    made = broken_curve(ask.one, x, y)
    in_contact = free_at(ask.one.motion, made.t) == 0
    in_contact[1:] |= in_contact[:-1]  # up to where a contact opens
    if not in_contact.any() or in_contact.all():
        curves = [Curve(x=made.x, y=made.y, label=y.label, ends=True)]
    else:
        free, contact = (words_label(ask.words(f"figure_{key}")) for key in ("free", "in_contact"))
        curves = [
            Curve(x=made.x, y=made.y, label=free if named else NAMELESS, ends=True),
            Curve(
                x=made.x,
                y=np.where(in_contact, made.y, np.nan),
                label=contact if named else NAMELESS,
                colour=1,
            ),
        ]
    if len(made.jump_x):
        across, up = _without_overlaps(made.jump_x, made.jump_y, float(np.ptp(x.values)))
        curves.append(Curve(x=across, y=up, label=NAMELESS, dash=1, thin=True))
    return tuple(curves)


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
