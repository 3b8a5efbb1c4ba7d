"""Columns over time, one panel for each unit.

Events and impacts are lines; times of lasting contact and of doubtful accuracy are shaded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from dalembert._present.figures.columns import Ask
from dalembert._present.figures.constant_columns import zero_columns
from dalembert._present.figures.contact import impacts_of, phases_of
from dalembert._present.figures.grouping import height_of, name_list, panel_columns, panel_of, shared_out
from dalembert._present.figures.inertia import massless_of
from dalembert._present.figures.jumps import over_time
from dalembert._present.figures.records import Figure, Label, NothingToDraw, capital
from dalembert._present.figures.remarks import (
    beyond_accuracy,
    ended_early,
    events_of,
    not_drawn,
    not_positive,
    zero_throughout,
)


def histories_of(*families: str) -> tuple[Callable[[Ask], Figure], Callable[[Ask], bool]]:
    """The maker of a figure of some families, or of the columns requested, and whether a motion has any."""
    kind = families[0] if len(families) == 1 else "histories"

    def make_figure(ask: Ask) -> Figure:
        names = tuple(dict.fromkeys(ask.names)) or _nonzero_columns(ask, families)
        if not names:
            message = f"the motion has no {families[0]} to draw"
            raise NothingToDraw(message)
        zero = () if ask.names else _zero(ask, families)
        return _figure(ask, kind, names, zero)

    return make_figure, lambda ask: bool(_nonzero_columns(ask, families))


def _nonzero_columns(ask: Ask, families: tuple[str, ...]) -> tuple[str, ...]:
    """The columns of some families that are not always zero; accelerations only with inertia."""
    massless = massless_of(ask.one.motion.model) if "accelerations" in families else frozenset[str]()
    zero = {*_zero(ask, families), *(f"{name}''" for name in massless)}
    return tuple(name for name in ask.one.family(*families) if name not in zero)


def _zero(ask: Ask, families: tuple[str, ...]) -> tuple[str, ...]:
    """The columns of some families that are always zero."""
    names = ask.one.family(*families)
    zero = zero_columns(ask.one, [ask.one[name] for name in names])
    return tuple(name for name in names if name in zero)


def _figure(ask: Ask, kind: str, names: tuple[str, ...], zero: tuple[str, ...]) -> Figure:
    """The figure of columns by name; those in `zero` are left out, with a remark."""
    subject = ask.one
    columns = [subject[name] for name in names]
    events, about_events = events_of(ask, subject)
    impacts, about_impacts = impacts_of(ask, subject)
    doubtful, about_accuracy = beyond_accuracy(ask, subject)
    phases, about_phases = phases_of(ask, subject)
    marks, bands = (*impacts, *events), (*doubtful, *phases)
    nameless = Label(())  # names are in the first panel
    unnamed = tuple(replace(mark, label=nameless, key=nameless) for mark in marks)
    plain = tuple(replace(band, key=nameless) for band in bands)
    groups = shared_out(columns)
    panels = [
        replace(
            panel_of(ask, group, ask.time_axis(), partial(over_time, subject)),
            marks=unnamed if i else marks,
            bands=plain if i else bands,
            height=height_of(len(groups)),
        )
        for i, group in enumerate(groups)
    ]
    what = name_list(columns) if ask.names else ask.words(f"figure_{kind}")
    return Figure(
        kind=kind,
        name=kind,
        title=ask.words("figure_over_time", what=what, about=ask.about),
        caption=ask.words("figure_over_time_caption", what=what if ask.names else capital(what)),
        panels=tuple(panels),
        columns=panel_columns(len(panels)),
        shared=True,
        remarks=(
            *zero_throughout(ask, [subject[name] for name in zero]),
            *not_drawn(ask, columns),
            *not_positive(ask, columns),
            *about_accuracy,
            *about_events,
            *about_impacts,
            *about_phases,
            *ended_early(ask, subject),
        ),
    )
