"""Phase portraits: the speed of each coordinate over it, or every pair of coordinates."""

from __future__ import annotations

from itertools import combinations

from dalembert._present.figures.columns import Ask, Column
from dalembert._present.figures.records import Curve, Figure, NothingToDraw, Panel
from dalembert._present.figures.remarks import ended_early, not_drawn

MOST = 9  # portraits that one figure shows
SIDE_BY_SIDE = 4  # up to here they stand in two columns


def phase(ask: Ask) -> Figure:
    """The speed over the coordinate, for those asked for, or for the first of all."""
    subject = ask.one
    every = subject.family("coordinates")
    for name in ask.names:
        if name not in every:
            message = (
                f"a phase portrait needs a coordinate, and `{name}` is none; there are {', '.join(every)}"
            )
            raise ValueError(message)
    names = ask.names or every[:MOST]
    pairs = [(subject[name], subject[f"{name}'"]) for name in names]
    few = () if ask.names or len(every) <= MOST else (_some(ask, MOST, len(every)),)
    return _portraits(ask, "phase", pairs, few)


def pairs(ask: Ask) -> Figure:
    """Each of some columns over each that stands before it; all coordinates unless names are given."""
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
    panels = tuple(
        Panel(
            curves=(Curve(x=x.values, y=y.values, label=y.label, ends=True),),
            x=x.axis(),
            y=y.axis(),
            height=80.0 if len(pairs) == 1 else 45.0 if len(pairs) <= SIDE_BY_SIDE else 33.0,
        )
        for x, y in pairs
    )
    drawn = dict.fromkeys(column for pair in pairs for column in pair)
    return Figure(
        kind=kind,
        name=kind,
        title=ask.words(f"figure_{kind}_title", about=ask.about),
        caption=ask.words(f"figure_{kind}_caption"),
        panels=panels,
        columns=min(len(panels), 2 if len(panels) <= SIDE_BY_SIDE else 3),
        remarks=(ask.words("figure_ends"), *few, *not_drawn(ask, drawn), *ended_early(ask, ask.one)),
    )


def has_coordinates(ask: Ask) -> bool:
    """Whether there is more than one place to show."""
    return len(ask.one.t) > 1 and bool(ask.one.family("coordinates"))
