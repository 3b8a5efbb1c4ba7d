"""Amplitude spectra with their peaks, and natural frequencies as sampling and steps show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from dalembert._present.figures.columns import Ask, Column, Subject
from dalembert._present.figures.constant_columns import zero_columns
from dalembert._present.figures.fourier import (
    FEWEST,
    PERIODS,
    Peak,
    Spectrum,
    alias_frequency,
    even_step,
    shifted_by_newmark,
    spectrum_of,
)
from dalembert._present.figures.grouping import (
    FEW,
    dashes_of,
    height_of,
    name_list,
    panel_columns,
    shared_out,
    together,
)
from dalembert._present.figures.labels import number, with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    Mark,
    Note,
    NothingToDraw,
    Panel,
    Symbol,
    words_label,
)
from dalembert._present.figures.remarks import ended_early

NAMED = 8  # the most peaks whose frequencies are written, and natural frequencies that are drawn
FAR = 4.0  # times the highest peak, up to where natural frequencies are shown
ROOM = 1.5  # the end of the axis, relative to the highest marked frequency
ACROSS, UPWARDS = 0.055, 0.07  # size of a number, relative to a panel
AVERAGE = ("newmark", "newmark:0.25,0.5")  # the average acceleration method
FALSE = "remark_samples"  # the remark of a run whose samples are too far apart


def spectrum(ask: Ask) -> Figure:
    """The spectra of the columns requested, or of the accelerations."""
    subject = ask.one
    if ask.options.highest is not None and not ask.options.highest > 0:
        message = f"the highest frequency must be positive, but is {ask.options.highest:g} Hz"
        raise ValueError(message)
    step, rows = even_step(subject.t)
    accelerations = subject.family("accelerations")
    zero = zero_columns(subject, [subject[name] for name in accelerations])
    every = ask.names or tuple(name for name in accelerations if name not in zero)
    columns = [subject[name] for name in every[: len(every) if ask.names else FEW]]
    if not columns:
        message = "the model has no coordinates; name the columns whose spectra are to be drawn"
        raise NothingToDraw(message)
    spectra = {c.name: spectrum_of(_whole(c, rows), step, ask.options.window) for c in columns}
    if not any(one.peaks for one in spectra.values()):
        message = (
            f"no oscillation repeats {PERIODS} times in the {rows * step:.4g} s of the motion, so no"
            " frequency can be told; simulate longer (--t-end), or draw the histories"
        )
        raise NothingToDraw(message)
    natural, sentences = _natural(ask, subject, step)
    end = _end(ask, spectra, natural, 0.5 / step)
    groups = shared_out(columns)
    unnamed = tuple(replace(mark, label=Label(())) for mark in natural)  # names are in the first panel
    panels = tuple(
        replace(
            _panel(ask, group, spectra, end), marks=unnamed if i else natural, height=height_of(len(groups))
        )
        for i, group in enumerate(groups)
    )
    resolution = next(iter(spectra.values())).resolution
    remark = ask.words(
        "figure_spectrum_remark",
        window=ask.words(f"figure_window_{ask.options.window}"),
        resolution=number(resolution, 3),
        nyquist=number(0.5 / step, 4),
    )
    names = name_list(columns)
    some = ask.words("figure_some_of", shown=len(columns), every=len(every))
    return Figure(
        kind="spectrum",
        name="spectrum",
        title=ask.words("figure_spectrum_title", about=ask.about),
        caption=ask.words("figure_spectrum_caption", names=names),
        panels=panels,
        columns=panel_columns(len(panels)),
        shared=True,
        remarks=(
            remark,
            *((ask.words("figure_natural"),) if natural else ()),
            *((some,) if len(columns) < len(every) else ()),
            *sentences,
            *ended_early(ask, subject),
        ),
    )


def fits(ask: Ask) -> bool:
    """Whether natural frequencies are known for comparison, and there are enough rows."""
    subject = ask.one
    enough = len(subject.t) >= 8 * FEWEST and bool(subject.family("accelerations"))
    finite = all(np.isfinite(subject[name].values).all() for name in subject.family("accelerations"))
    return enough and finite and bool(ask.options.frequencies or _said_false(subject))


def _said_false(subject: Subject) -> bool:
    return any(remark.key == FALSE for remark in subject.motion.remarks)


def _whole(column: Column, rows: int) -> Array:
    """The values of a column, all of which must be finite."""
    values = column.values[:rows]
    if not np.isfinite(values).all():
        message = f"`{column.name}` has values that are not numbers, so it has no spectrum"
        raise NothingToDraw(message)
    return values


def _natural(ask: Ask, subject: Subject, step: float) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """Natural frequencies where the rows show them, and remarks where these differ from the true ones."""
    motion = subject.motion
    dt = motion.settings.dt
    slow = dt if dt is not None and motion.settings.method in AVERAGE else None
    nyquist = 0.5 / step
    marks, sentences = [], []
    for hz in _distinct(ask.options.frequencies)[:NAMED]:
        computed = hz if slow is None else shifted_by_newmark(hz, slow)
        seen = alias_frequency(computed, step)
        near = abs(seen - hz) <= 0.01 * hz
        natural_text, seen_text = ask.words.number(hz, 4, "p"), ask.words.number(seen, 4, "p")
        marks.append(
            Mark(
                at=seen, label=words_label(natural_text if near else f"{natural_text} → {seen_text}"), dash=1
            )
        )
        if slow is not None and not abs(computed - hz) <= 0.01 * hz:
            sentences.append(
                ask.words("figure_newmark", hz=number(hz, 5), shifted=number(computed, 5), dt=number(slow, 6))
            )
        if computed > nyquist:
            sentences.append(
                ask.words(
                    "figure_alias", hz=number(computed, 5), nyquist=number(nyquist, 4), seen=number(seen, 5)
                )
            )
    if not sentences and _said_false(subject):
        sentences.append(ask.words("figure_false", nyquist=number(nyquist, 4)))
    return tuple(marks), tuple(sentences)


def _distinct(frequencies: Sequence[float]) -> list[float]:
    """Frequencies in ascending order, without those that print equally."""
    return list({f"{hz:.4g}": hz for hz in sorted(frequencies)}.values())


def _end(ask: Ask, spectra: dict[str, Spectrum], natural: tuple[Mark, ...], nyquist: float) -> float:
    """The end of the axis of frequencies."""
    if ask.options.highest is not None:
        return min(ask.options.highest, nyquist)
    peaks = [peak.hz for one in spectra.values() for peak in one.peaks[:NAMED]]
    beyond = FAR * max(peaks, default=np.inf)  # higher natural frequencies would compress the peaks
    marked = [*peaks, *(mark.at for mark in natural if mark.at <= beyond)]
    return min(nyquist, ROOM * max(marked, default=nyquist))


def _panel(ask: Ask, columns: list[Column], spectra: dict[str, Spectrum], end: float) -> Panel:
    log = bool(ask.options.log) and any(spectra[c.name].amplitude.any() for c in columns)
    dashes = dashes_of([spectra[c.name].amplitude for c in columns])
    curves, tops = [], []
    for i, column in enumerate(columns):
        one = spectra[column.name]
        shown = one.hz <= end
        size = one.amplitude[shown]
        curves.append(
            Curve(
                x=one.hz[shown],
                y=np.where(size > 0, size, np.nan) if log else size,
                label=column.label,
                colour=i,
                dash=dashes[i],
            )
        )
        tops += [(peak, i, one.resolution) for peak in one.peaks if peak.hz <= end]
    unit = columns[0].unit
    amplitude = Label((f"{ask.words('figure_amplitude')}: ", *together(ask, columns).pieces))
    frequency = Label((f"{ask.words('figure_frequency')} ", Symbol(("f",), "f"), " [Hz]"))
    return Panel(
        curves=tuple(curves),
        x=Axis(label=frequency, limits=(0.0, end)),
        y=Axis(label=with_unit(amplitude, unit), log=log),
        notes=_notes(ask, tops, end),
    )


def _notes(ask: Ask, tops: list[tuple[Peak, int, float]], end: float) -> tuple[Note, ...]:
    """The frequencies of the strongest peaks, where their texts do not overlap."""
    kept: list[tuple[Peak, int]] = []
    ranked = sorted(tops, key=lambda top: -top[0].amplitude)
    highest = ranked[0][0].amplitude if ranked else 0.0
    for peak, colour, resolution in ranked:
        alone = all(
            abs(peak.hz - other.hz) > resolution
            and (
                abs(peak.hz - other.hz) > ACROSS * end
                or abs(peak.amplitude - other.amplitude) > UPWARDS * highest
            )
            for other, _ in kept
        )
        if alone and len(kept) < NAMED:
            kept.append((peak, colour))
    return tuple(
        Note(peak.hz, peak.amplitude, words_label(ask.words.number(peak.hz, 4, "p")), colour)
        for peak, colour in kept
    )
