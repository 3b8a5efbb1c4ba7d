"""The energy that every element and body stores over time; below, its dissipation and work."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from dalembert._model.records import has_elements
from dalembert._present.energy_shares import NONE, EntryEnergy, energy_table
from dalembert._present.figures.columns import Ask
from dalembert._present.figures.grouping import dashes_of, height_of
from dalembert._present.figures.labels import with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    NothingToDraw,
    Panel,
    finite,
    words_label,
)
from dalembert._present.figures.remarks import ended_early

MOST = 6  # the most curves of a panel; smaller ones are drawn as their sum
Part = Callable[[EntryEnergy], Array]


def fits(ask: Ask) -> bool:
    """Whether a report includes it: for a model with elements and known shares."""
    return bool(len(ask.one.t)) and has_elements(ask.one.motion.model)


def elements(ask: Ask) -> Figure:
    """Energies and works by element."""
    subject = ask.one
    table = energy_table(subject.motion)
    parts: dict[str, Part] = {
        "stored": lambda one: one.stored,
        "taken": lambda one: one.taken,
        "given": lambda one: one.given,
    }
    panels = []
    for key, part in parts.items():
        entries = [one for one in table.entries if _size(part(one)) > NONE * table.size]
        if entries:
            panels.append(_panel(ask, entries, part, ask.words(f"figure_elements_{key}")))
    if not panels:
        message = "no element or body of the model has a part of the energies"
        raise NothingToDraw(message)
    return Figure(
        kind="elements",
        name="elements",
        title=ask.words("figure_elements_title", about=ask.about),
        caption=ask.words("figure_elements_caption"),
        panels=tuple(panels),
        shared=True,
        remarks=ended_early(ask, subject),
    )


def _panel(ask: Ask, entries: Sequence[EntryEnergy], part: Part, word: str) -> Panel:
    """The largest curves, and the sum of the others."""
    rows = ask.one.rows
    largest = sorted(entries, key=lambda one: -_size(part(one)))[: MOST if len(entries) <= MOST else MOST - 1]
    shown = [(one.name, part(one)[rows]) for one in entries if one in largest]
    others = [part(one)[rows] for one in entries if one not in largest]
    if others:
        shown.append((ask.words("figure_elements_others"), sum(others, np.zeros(int(rows.sum())))))
    dashes = dashes_of([values for _, values in shown])
    curves = tuple(
        Curve(x=ask.one.t, y=finite(values), label=Label((name,)), colour=i, dash=dashes[i])
        for i, (name, values) in enumerate(shown)
    )
    label = Label((f"{word} ", shown[0][0])) if len(shown) == 1 else words_label(word)
    return Panel(curves=curves, x=ask.time_axis(), y=Axis(label=with_unit(label, "J")), height=height_of(2))


def _size(values: Array) -> float:
    return float(np.max(np.abs(values), initial=0.0))
