"""Figures of a motion: one of a kind by its name, or all that a report has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from dalembert._expression.suggest import nearest
from dalembert._present.figures.columns import Ask, Subject, subject_of, units_shown
from dalembert._present.figures.constant_columns import noise_of, without_magnified_noise
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.histories import histories_of
from dalembert._present.figures.kinds import KINDS, Kind, ModelKind, SweepKind
from dalembert._present.figures.model_ask import ModelAsk
from dalembert._present.figures.phase import other_pages
from dalembert._present.figures.records import Figure, NothingToDraw
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words

if TYPE_CHECKING:
    from dalembert._analyse.records import Modes
    from dalembert._model.records import Model
    from dalembert._present.figures.scene_points import Points
    from dalembert._sweep.rows import SweepRows


TWO_ROWS = 2  # the fewest that make a curve


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
    ask = _ask(motion, words, options)
    figures = []
    for kind in KINDS.values():
        if not isinstance(kind, Kind):
            continue
        make, fits = kind.load()
        if fits(ask):
            try:
                made = without_magnified_noise(make(ask), noise_of(ask.one))
                figures.append(replace(made, decimal_mark=words.decimal_mark))
            except NothingToDraw:  # nothing in it is finite: the figure is left out
                continue
    return tuple(figures)


def figures_beside(motion: Motion, words: Words) -> tuple[Figure, ...]:
    """The figures that a folder has besides those of its report.

    All phase portraits and all pairs of coordinates; of a model with contacts its coordinates and speeds, the
    free system and the contact forces over time.
    """
    if len(motion.t) < TWO_ROWS or not motion.model.coordinates:
        return ()
    ask = _ask(motion, words, FigureOptions())
    figures = list(other_pages(ask))
    if motion.model.contacts:
        histories, _ = histories_of("coordinates", "speeds", "free", "contacts")
        figures.append(histories(ask))
    noise = noise_of(ask.one)
    return tuple(
        replace(without_magnified_noise(one, noise), decimal_mark=words.decimal_mark) for one in figures
    )


def _ask(motion: Motion, words: Words, options: FigureOptions) -> Ask:
    """A request for figures of one motion."""
    return Ask(subjects=(subject_of("", motion, options),), names=(), words=words, options=options)


def figures_of_model(model: Model, words: Words, modes: Modes | None = None) -> tuple[Figure, ...]:
    """The figures of a report that need no motion: every kind that makes sense for a model.

    `modes` are known ones; without any, no mode shapes are drawn.
    """
    ask = ModelAsk(model=model, names=(), words=words, options=FigureOptions(), modes=modes)
    figures = []
    for kind in KINDS.values():
        if not isinstance(kind, ModelKind):
            continue
        make, fits = kind.load()
        if fits(ask):
            try:
                figures.append(replace(make(ask), decimal_mark=words.decimal_mark))
            except NothingToDraw:
                continue
    return tuple(figures)


def figure_of_model(
    kind: str, model: Model, names: Sequence[str], words: Words, options: FigureOptions | None = None
) -> Figure:
    """One figure of a kind that needs no motion."""
    chosen = KINDS[kind]
    if not isinstance(chosen, ModelKind):
        message = f"a figure of the kind {kind} needs a motion: simulate the model first"
        raise TypeError(message)
    make, _ = chosen.load()
    options = options or FigureOptions()
    made = make(ModelAsk(model=model, names=tuple(names), words=words, options=options))
    return replace(made, decimal_mark=words.decimal_mark)


def figure_of_sweep(
    kind: str, rows: SweepRows, names: Sequence[str], words: Words, options: FigureOptions | None = None
) -> Figure:
    """One figure of many runs; the default one where no kind and no names are given."""
    refuse_unknown(kind)
    chosen = KINDS[kind]
    if not isinstance(chosen, SweepKind):
        known = ", ".join(name for name, kind in KINDS.items() if isinstance(kind, SweepKind))
        message = f"a figure of many runs is one of {known}, and {kind} is that of a motion"
        raise ValueError(message)  # noqa: TRY004  the request is wrong, not a type
    from dalembert._present.figures.sweeps.ask import SweepAsk

    ask = SweepAsk(rows=rows, names=tuple(names), words=words, options=options or FigureOptions())
    return replace(chosen.load()(ask), decimal_mark=words.decimal_mark)


def usual_kind(rows: SweepRows) -> str:
    """The default kind of figure for the rows of a sweep."""
    sample, long = rows.plan.sample, [axis for axis in rows.plan.axes if axis.length > 1]
    if sample is not None:
        return "sensitivity" if sample.method in ("saltelli", "morris") else "distribution"
    if rows.series and not rows.times:
        return "bifurcation" if rows.runs > 1 else "section"
    return "map" if len(long) == 2 and rows.numbers else "lines"


def of_model(kind: str) -> bool:
    """Whether a kind of figure needs no motion; ValueError where there is none of this name."""
    refuse_unknown(kind)
    return isinstance(KINDS[kind], ModelKind)


def refuse_unknown(kind: str) -> None:
    """Raise a ValueError where there is no kind of figure of this name."""
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        hint = f"; did you mean `{near}`?" if near else "."
        message = f"there is no kind of figure `{kind}`{hint} The kinds are {', '.join(KINDS)}"
        raise ValueError(message)


def figure_of(
    kind: str,
    motions: Motion | Mapping[str, Motion],
    names: Sequence[str],
    words: Words,
    options: FigureOptions | None = None,
) -> Figure:
    """One figure of a kind, of the named columns (by default, those of the kind).

    Several motions, by their labels, are for `comparison`. Raises a ValueError where it cannot be drawn.
    """
    chosen = KINDS[kind] if not of_model(kind) else None
    options = options or FigureOptions()
    given = {"": motions} if isinstance(motions, Motion) else dict(motions)
    if not given:
        message = "a figure needs a motion"
        raise ValueError(message)
    if isinstance(chosen, SweepKind):
        message = f"a figure of the kind {kind} is of many runs: plot(sweep(model, …), {kind!r})"
        raise ValueError(message)  # noqa: TRY004
    if not isinstance(chosen, Kind):
        if len(given) > 1:
            message = f"a figure of the kind {kind} is of one model, not of {len(given)} motions"
            raise ValueError(message)
        return figure_of_model(kind, next(iter(given.values())).model, names, words, options)
    first = units_shown(next(iter(given.values())), options)
    subjects: tuple[Subject, ...] = tuple(
        subject_of(label, one, options, first) for label, one in given.items()
    )
    make, _ = chosen.load()
    made = make(Ask(subjects=subjects, names=tuple(names), words=words, options=options))
    calm = without_magnified_noise(made, max(noise_of(subject) for subject in subjects))
    return replace(calm, decimal_mark=words.decimal_mark)
