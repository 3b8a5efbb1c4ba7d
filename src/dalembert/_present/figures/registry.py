"""Figures of a motion: one of a kind by its name, or all that a report has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dalembert._expression.suggest import nearest
from dalembert._present.figures.columns import Ask, Subject, subject_of, units_shown
from dalembert._present.figures.constants import noise_of, without_magnified_noise
from dalembert._present.figures.kinds import KINDS, Kind, ModelKind
from dalembert._present.figures.model_ask import ModelAsk
from dalembert._present.figures.options import FigureOptions
from dalembert._present.figures.records import Figure, NothingToDraw
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words

if TYPE_CHECKING:
    from dalembert._analyse.records import Modes
    from dalembert._model.records import Model
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
        if isinstance(kind, ModelKind):
            continue
        make, fits = kind.load()
        if fits(ask):
            try:
                made = without_magnified_noise(make(ask), noise_of(ask.one))
                found.append(replace(made, decimal_mark=words.decimal_mark))
            except NothingToDraw:  # nothing in it is a number: its absence is the honest figure
                continue
    return tuple(found)


def figures_of_model(model: Model, words: Words, modes: Modes | None = None) -> tuple[Figure, ...]:
    """The figures of a report that need no motion: every kind that makes sense for a model.

    `modes` are those that were found; without any, no mode shapes are drawn.
    """
    ask = ModelAsk(model=model, names=(), words=words, options=FigureOptions(), modes=modes)
    found = []
    for kind in KINDS.values():
        if not isinstance(kind, ModelKind):
            continue
        make, fits = kind.load()
        if fits(ask):
            try:
                found.append(replace(make(ask), decimal_mark=words.decimal_mark))
            except NothingToDraw:
                continue
    return tuple(found)


def figure_of_model(
    kind: str, model: Model, names: Sequence[str], words: Words, options: FigureOptions | None = None
) -> Figure:
    """One figure of a kind that needs no motion."""
    chosen = KINDS[kind]
    if not isinstance(chosen, ModelKind):
        message = f"a figure of the kind {kind} needs a motion: simulate the model first"
        raise TypeError(message)
    make, _ = chosen.load()
    asked = options or FigureOptions()
    made = make(ModelAsk(model=model, names=tuple(names), words=words, options=asked))
    return replace(made, decimal_mark=words.decimal_mark)


def of_model(kind: str) -> bool:
    """Whether a kind of figure needs no motion; ValueError where there is none of this name."""
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        hint = f"; did you mean `{near}`?" if near else "."
        message = f"there is no kind of figure `{kind}`{hint} The kinds are {', '.join(KINDS)}"
        raise ValueError(message)
    return isinstance(KINDS[kind], ModelKind)


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
    chosen = KINDS[kind] if not of_model(kind) else None
    asked = options or FigureOptions()
    given = {"": motions} if isinstance(motions, Motion) else dict(motions)
    if not given:
        message = "a figure needs a motion"
        raise ValueError(message)
    if not isinstance(chosen, Kind):
        if len(given) > 1:
            message = f"a figure of the kind {kind} is of one model, not of {len(given)} motions"
            raise ValueError(message)
        return figure_of_model(kind, next(iter(given.values())).model, names, words, asked)
    first = units_shown(next(iter(given.values())), asked)
    subjects: tuple[Subject, ...] = tuple(
        subject_of(label, one, asked, first) for label, one in given.items()
    )
    make, _ = chosen.load()
    made = make(Ask(subjects=subjects, names=tuple(names), words=words, options=asked))
    calm = without_magnified_noise(made, max(noise_of(subject) for subject in subjects))
    return replace(calm, decimal_mark=words.decimal_mark)
