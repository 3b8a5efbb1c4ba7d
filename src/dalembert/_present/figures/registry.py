"""Figures of a motion: one of a kind by its name, or all that a report has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dalembert._expression.suggest import nearest
from dalembert._present.figures.columns import Ask, Subject, subject_of, units_shown
from dalembert._present.figures.kinds import KINDS
from dalembert._present.figures.options import FigureOptions
from dalembert._present.figures.records import Figure, NothingToDraw
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words

if TYPE_CHECKING:
    from dalembert._present.figures.points import Points


def figures_of(
    motion: Motion,
    words: Words,
    *,
    points: Points | None = None,
    frequencies: Sequence[float] | None = None,
    degrees: bool = False,
) -> tuple[Figure, ...]:
    """The figures of a report: every kind that makes sense for a motion, none where it has no rows.

    `points` are those of the scene whose paths are drawn; `frequencies` are natural ones in Hz.
    """
    if not len(motion.t):
        return ()
    known = () if frequencies is None else tuple(float(hz) for hz in frequencies)
    options = FigureOptions(frequencies=known, degrees=degrees)
    if points is not None:
        options = replace(options, paths=points.paths, turned=points.turned, invert=points.invert)
    ask = Ask(subjects=(subject_of("", motion, options),), names=(), words=words, options=options)
    found = []
    for kind in KINDS.values():
        make, fits = kind.load()
        if fits(ask):
            try:
                found.append(replace(make(ask), decimal_mark=words.decimal_mark))
            except NothingToDraw:  # nothing in it is a number: its absence is the honest figure
                continue
    return tuple(found)


def figure_of(
    kind: str,
    motions: Motion | Mapping[str, Motion],
    names: Sequence[str],
    words: Words,
    options: FigureOptions | None = None,
) -> Figure:
    """One figure of a kind, of the columns named (without names, of those the kind is about).

    Several motions, by their labels, are for `comparison`. What cannot be drawn is refused as a ValueError.
    """
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        hint = f"; did you mean `{near}`?" if near else "."
        message = f"there is no kind of figure `{kind}`{hint} The kinds are {', '.join(KINDS)}"
        raise ValueError(message)
    asked = options or FigureOptions()
    given = {"": motions} if isinstance(motions, Motion) else dict(motions)
    if not given:
        message = "a figure needs a motion"
        raise ValueError(message)
    first = units_shown(next(iter(given.values())), asked)
    subjects: tuple[Subject, ...] = tuple(
        subject_of(label, one, asked, first) for label, one in given.items()
    )
    make, _ = KINDS[kind].load()
    figure = make(Ask(subjects=subjects, names=tuple(names), words=words, options=asked))
    return replace(figure, decimal_mark=words.decimal_mark)
