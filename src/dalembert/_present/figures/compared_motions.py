"""Figures of comparisons of motions: overlaid columns, their differences, energies, drift.

They follow Dominguez' report on three derivations: the motion, the differences of the derivations on a
logarithmic axis, where an exponential is a line, the energy error, and the drift of constraints.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dalembert._compare.motions.records import MotionComparison
from dalembert._model.display_units import display_units
from dalembert._model.result_units import rate_unit, unit_of_constraints
from dalembert._present.figures.figure_options import TIME
from dalembert._present.figures.grouping import FEW
from dalembert._present.figures.labels import number, symbol_of, with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    Mark,
    NothingToDraw,
    Panel,
    Symbol,
    finite,
    words_label,
)
from dalembert._present.motion_comparison import run_name
from dalembert._present.notation import notation
from dalembert._words.languages import Words

FLOOR = 1e-17  # smaller values are drawn here, for the logarithmic axis
TALL = 60.0
NAMELESS = Label(())
COLOURS = 7  # the number of colours; further curves are dashed
WINDOW = 0.02  # relative to the rows: of noisy values the largest in such a window is drawn


def motions(comparison: MotionComparison, words: Words) -> Figure:
    """Coordinates by all runs, or the shared columns beside those of others."""
    model, units, written = comparison.model, display_units(comparison.model), notation(comparison.model)
    first = comparison.runs[0].motion
    names = [c.name for c in model.coordinates]
    if comparison.others:
        names = [name for name in comparison.others[0].columns if name in units]
    panels: list[Panel] = []
    for name in names[:FEW]:
        tracks = [
            (run_name(comparison, one.name, words, gains=False), one.motion.t, one.motion[name])
            for one in comparison.runs
        ]
        tracks += [(one.name, one.t, one.columns[name]) for one in comparison.others if name in one.columns]
        symbol = symbol_of(written, name)
        curves = tuple(
            Curve(
                x=t,
                y=finite(units[name].column(values)),
                label=NAMELESS if panels else words_label(label),
                colour=i,
                dash=i,
            )
            for i, (label, t, values) in enumerate(tracks)
        )
        axis = Axis(label=with_unit(Label((symbol,)), units[name].text))
        panels.append(Panel(curves=curves, x=_time(words), y=axis))
    if not panels or not len(first.t):
        message = "there is no column to draw"
        raise NothingToDraw(message)
    return Figure(
        kind="motions",
        name="compare_motions",
        title=words("figure_compare_motions_title", about=_about(comparison, words)),
        caption=words("figure_compare_motions_caption"),
        panels=tuple(panels),
        shared=True,
        remarks=(words("figure_some_of", shown=FEW, every=len(names)),) if len(names) > FEW else (),
    )


def differences(comparison: MotionComparison, words: Words) -> Figure:
    """The differences of each run from the first, on a logarithmic axis."""
    first = comparison.runs[0].name
    differences_here = [one for one in comparison.differences if one.first == first]
    if not differences_here:
        message = "there is only one motion"
        raise NothingToDraw(message)
    curves = [
        Curve(
            x=one.t,
            y=_above(one.distance),
            label=words_label(run_name(comparison, one.second, words, gains=False)),
            colour=i,
            dash=i // COLOURS,
        )
        for i, one in enumerate(differences_here)
    ]
    grown = [one for one in differences_here if one.growth is not None]
    remarks: tuple[str, ...] = ()
    if grown and grown[0].growth is not None:
        longest = max(grown, key=lambda one: one.growth.end - one.growth.start if one.growth else 0.0)
        growth = longest.growth
        if growth is not None and growth.lyapunov is not None:
            t = np.array([growth.start, growth.end])
            inside = (longest.t >= growth.start) & (longest.t <= growth.end)
            level = np.mean(np.log(np.maximum(longest.distance[inside], FLOOR)))
            line = np.exp(level + growth.lyapunov * (t - np.mean(longest.t[inside])))
            label = words("figure_compare_lyapunov", rate=number(growth.lyapunov, 3))
            curves.append(Curve(x=t, y=line, label=words_label(label), colour=len(differences_here), dash=1))
            remarks = (words("figure_compare_growth", rate=number(growth.rate, 3)),)
    rtol = comparison.runs[0].motion.settings.rtol
    marks = [Mark(at=rtol, label=words_label(words("figure_asked")), across=True, dash=1)]
    untils = [one.until for one in differences_here if one.until is not None and one.until < float(one.t[-1])]
    if untils:
        marks.append(Mark(at=min(untils), label=words_label(words("figure_compare_until"))))
    return Figure(
        kind="differences",
        name="compare_differences",
        title=words("figure_compare_differences_title", about=_about(comparison, words)),
        caption=words("figure_compare_differences_caption", first=run_name(comparison, first, words)),
        panels=(
            Panel(
                curves=tuple(curves),
                x=_time(words),
                y=Axis(label=with_unit(words_label(words("figure_compare_difference")), "1"), log=True),
                marks=tuple(marks),
                height=TALL,
            ),
        ),
        remarks=remarks,
    )


def energies(comparison: MotionComparison, words: Words) -> Figure:
    """The unexplained change of the energy, for all runs."""
    curves = tuple(
        Curve(
            x=one.motion.t,
            y=_above(_envelope(np.abs(one.motion.ledger.remainder))),
            label=words_label(run_name(comparison, one.name, words, gains=False)),
            colour=i,
            dash=i // COLOURS,
        )
        for i, one in enumerate(comparison.runs)
    )
    return Figure(
        kind="energies",
        name="compare_energies",
        title=words("figure_compare_energies_title", about=_about(comparison, words)),
        caption=words("figure_compare_energies_caption"),
        panels=(
            Panel(
                curves=curves,
                x=_time(words),
                y=Axis(label=with_unit(words_label(words("figure_compare_energy")), "J"), log=True),
                height=TALL,
            ),
        ),
    )


def drift(comparison: MotionComparison, words: Words) -> Figure:
    """The violation of the constraints by every run, in position and in velocity."""
    if not any(one.motion.lam.shape[1] for one in comparison.runs):
        message = "the model has no constraints"
        raise NothingToDraw(message)
    panels: list[Panel] = []
    for key in ("position", "velocity"):
        values = [one.position if key == "position" else one.velocity for one in comparison.runs]
        curves = tuple(
            Curve(
                x=one.motion.t,
                y=_above(_envelope(residual)),
                label=NAMELESS if panels else words_label(run_name(comparison, one.name, words, gains=False)),
                colour=i,
                dash=i // COLOURS,
            )
            for i, (one, residual) in enumerate(zip(comparison.runs, values, strict=True))
        )
        unit = unit_of_constraints(comparison.model)
        unit = rate_unit(unit, 1) if unit and key == "velocity" else unit
        label = with_unit(words_label(words(f"figure_compare_{key}")), unit)
        panels.append(Panel(curves=curves, x=_time(words), y=Axis(label=label, log=True), height=TALL))
    return Figure(
        kind="drift",
        name="compare_drift",
        title=words("figure_compare_drift_title", about=_about(comparison, words)),
        caption=words("figure_compare_drift_caption"),
        panels=tuple(panels),
        shared=True,
        remarks=(words("figure_floor", floor=number(FLOOR, 2)),),
    )


KINDS: dict[str, Callable[[MotionComparison, Words], Figure]] = {
    "motions": motions,
    "differences": differences,
    "energies": energies,
    "drift": drift,
}


def figure_of_comparison(kind: str, comparison: MotionComparison, words: Words) -> Figure:
    """One figure of a comparison by its kind."""
    if kind not in KINDS:
        message = f"`kind` of a comparison must be one of {', '.join(KINDS)}, but is {kind!r}"
        raise ValueError(message)
    return KINDS[kind](comparison, words)


def figures_of_comparison(comparison: MotionComparison, words: Words) -> tuple[Figure, ...]:
    """All figures that a comparison has."""
    made = []
    for make in KINDS.values():
        if comparison.others and make in (energies, drift):
            continue
        try:
            made.append(make(comparison, words))
        except NothingToDraw:
            continue
    return tuple(made)


def _time(words: Words) -> Axis:
    return Axis(label=Label((f"{words('figure_time')} ", Symbol((TIME,), TIME), " [s]")))


def _about(comparison: MotionComparison, words: Words) -> str:
    return comparison.model.title or words("animation_untitled")


def _envelope(values: Array) -> Array:
    """The largest values in a short window about each row."""
    half = max(1, round(WINDOW * len(values) / 2))
    if not len(values):
        return values
    padded = np.pad(values, half, mode="edge")
    envelope: Array = np.max(np.lib.stride_tricks.sliding_window_view(padded, 2 * half + 1), axis=1)
    return envelope


def _above(values: Array) -> Array:
    """Values for a logarithmic axis."""
    return finite(np.maximum(values, FLOOR))
