"""Energies over time, the works that change them, and the unexplained remainder.

energy(t) − energy(0) = − dissipated − friction − impacts
                        + efforts + constraints + time + events + impulses + projection + rest
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dalembert._present.figures.columns import Ask, Subject
from dalembert._present.figures.contact import impacts_of
from dalembert._present.figures.grouping import dashes_of, height_of
from dalembert._present.figures.jumps import cut_at_impacts
from dalembert._present.figures.labels import number, with_unit
from dalembert._present.figures.records import (
    Array,
    Axis,
    Curve,
    Figure,
    Label,
    Mark,
    Panel,
    Symbol,
    finite,
    words_label,
)
from dalembert._present.figures.remarks import ROUNDING, above, ended_early
from dalembert._simulate.ledger import FIXED, FLAGGED, LEAST

JUMPING = frozenset(  # quantities that jump at an impact
    {
        "figure_kinetic",
        "figure_total",
        "figure_jacobi",
        "figure_at_impacts",
        "figure_drift",
        "figure_by_constraints",
        "figure_by_events",
        "figure_by_impulses",
    }
)
OFFSET = 2.0  # times the changes: a larger potential energy would hide them
NONE = 1e-12  # a work below this part of the energies, or below the tolerance, is zero


def energy(ask: Ask) -> Figure:
    """T, V and their sum; below, the energies supplied and dissipated, or the change of the sum."""
    subject = ask.one
    motion, rows = subject.motion, subject.rows
    level = _level(motion.T, motion.V)
    below = " - V_0" if level else ""
    energies = {
        "figure_kinetic": ("T", motion.T),
        "figure_potential": (f"V{below}", motion.V - level),
        "figure_total": (f"T + V{below}", motion.T + motion.V - level),
    }
    if motion.ledger.kind == "jacobi":
        energies["figure_jacobi"] = (f"E{below}", motion.ledger.energy - level)
    works = _works(subject)
    upper = _panel(
        ask, {key: (letter, values[rows]) for key, (letter, values) in energies.items()}, "figure_energy"
    )
    drift = motion.ledger.energy[rows] - motion.ledger.energy[0]
    part = float(np.nanmax(np.abs(finite(drift)), initial=0.0)) / (scale_of(subject) or 1.0)
    caption = ask.words("figure_energy_caption")
    if works:
        lower = [_panel(ask, works, "figure_work")]
    elif part > motion.settings.rtol:
        lower = [_panel(ask, {"figure_drift": ("E - E_0", drift)}, "figure_drift")]
        caption = ask.words("figure_energy_kept_caption")
    else:
        lower = []
        caption = ask.words("figure_energy_only_caption", part=number(max(part, ROUNDING), 2))
    about_level = (ask.words("figure_level", level=number(level, 6)),) if level else ()
    marks, about_impacts = impacts_of(ask, subject)
    unnamed = tuple(replace(mark, key=Label(())) for mark in marks)
    return Figure(
        kind="energy",
        name="energy",
        title=ask.words("figure_energy_title", about=ask.about),
        caption=caption,
        panels=(replace(upper, marks=marks), *(replace(panel, marks=unnamed) for panel in lower)),
        shared=True,
        remarks=(*about_level, *about_impacts, *ended_early(ask, subject)),
    )


def _level(T: Array, V: Array) -> float:
    """The potential energy of the start, subtracted where it hides the changes: its zero is arbitrary."""
    known = V[np.isfinite(V)]
    if not len(known) or not np.isfinite(V[0]):
        return 0.0
    changes = max(float(np.ptp(known)), float(np.max(np.abs(finite(T)), initial=0.0, where=np.isfinite(T))))
    return float(V[0]) if abs(V[0]) > OFFSET * changes > 0 else 0.0


def ledger(ask: Ask) -> Figure:
    """The unexplained remainder of the energy ledger, compared with the tolerance."""
    subject = ask.one
    motion = subject.motion
    scale = scale_of(subject)
    remainder = (
        np.abs(motion.ledger.remainder[subject.rows]) / scale if scale > 0 else np.zeros(len(subject.t))
    )
    allowed = FLAGGED * max(motion.settings.rtol, LEAST)
    bound = allowed if motion.settings.dt is None else max(allowed, FIXED)
    marks = (
        Mark(at=bound, label=words_label(ask.words("figure_flagged")), across=True, dash=1),
        Mark(at=max(motion.settings.rtol, LEAST), label=words_label(ask.words("figure_asked")), across=True),
    )
    curve = Curve(x=subject.t, y=finite(above(remainder, ROUNDING)), label=Label(()))
    y = Axis(
        label=with_unit(words_label(ask.words("figure_remainder")), "1"), log=ask.options.log is not False
    )
    return Figure(
        kind="ledger",
        name="ledger",
        title=ask.words("figure_ledger_title", about=ask.about),
        caption=ask.words("figure_ledger_caption", error=number(motion.ledger.error, 2)),
        panels=(Panel(curves=(curve,), x=ask.time_axis(), y=y, marks=marks, height=height_of(1)),),
        remarks=(ask.words("figure_floor", floor=number(ROUNDING, 2)), *ended_early(ask, subject)),
    )


def scale_of(subject: Subject) -> float:
    """The scale of the remainder of the ledger: the largest of |T| + |V| and of the works."""
    motion = subject.motion
    account = motion.ledger
    sizes = (
        np.abs(motion.T) + np.abs(motion.V),
        *(
            np.abs(w)
            for w in (
                account.dissipated,
                account.friction,
                account.impacts,
                account.efforts,
                account.constraints,
                account.time,
                account.events,
                account.impulses,
                account.projection,
            )
        ),
    )
    finite_sizes = [size[np.isfinite(size)] for size in sizes]
    return float(max(np.max(size, initial=0.0) for size in finite_sizes))


def _works(subject: Subject) -> dict[str, tuple[str, Array]]:
    """The works by their names, without negligible ones."""
    account = subject.motion.ledger
    least = max(NONE, subject.motion.settings.rtol) * scale_of(subject)
    every = {
        "figure_dissipated": ("W_D", account.dissipated),
        "figure_by_friction": ("W_R", account.friction),
        "figure_at_impacts": ("W_I", account.impacts),
        "figure_by_efforts": ("W_Q", account.efforts),
        "figure_by_constraints": ("W_{\\Phi}", account.constraints),
        "figure_by_time": ("W_t", account.time),
        "figure_by_events": ("W_E", account.events),
        "figure_by_impulses": ("W_P", account.impulses),
    }
    return {
        key: (letter, work[subject.rows])
        for key, (letter, work) in every.items()
        if np.nanmax(np.abs(finite(work)), initial=0.0) > least
    }


def _panel(ask: Ask, curves: dict[str, tuple[str, Array]], word: str) -> Panel:
    dashes = dashes_of([values for _, values in curves.values()])
    traces = {
        key: cut_at_impacts(ask.one, finite(values), steady=key not in JUMPING)
        for key, (_, values) in curves.items()
    }
    drawn = tuple(
        Curve(
            x=traces[key][0],
            y=traces[key][1],
            label=Label((f"{ask.words(key)} ", Symbol((letter,), _text(letter)))),
            colour=i,
            dash=dashes[i],
        )
        for i, (key, (letter, _)) in enumerate(curves.items())
    )
    label = drawn[0].label if len(drawn) == 1 else words_label(ask.words(word))
    return Panel(curves=drawn, x=ask.time_axis(), y=Axis(label=with_unit(label, "J")), height=height_of(2))


def _text(letter: str) -> str:
    """The letter in plain Unicode."""
    return letter.replace("{\\Phi}", "Φ").replace("_0", "₀").replace(" - ", " − ")
