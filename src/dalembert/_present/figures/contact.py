"""Contacts in figures over time: lines at impacts, shading while contacts are closed."""

from __future__ import annotations

import numpy as np

from dalembert._present.figures.columns import Ask, Subject
from dalembert._present.figures.records import Band, Label, Mark, capital, words_label
from dalembert._simulate.motion import Motion

MOST_IMPACTS = 60  # beyond these, lines would hide the curves
MOST_PHASES = 120
KINDS = ("figure_touching", "figure_sliding", "figure_sticking")
FEW = 4  # the most kinds of impacts, or of phases, that are distinguished


def impacts_of(ask: Ask, subject: Subject) -> tuple[tuple[Mark, ...], tuple[str, ...]]:
    """The impacts of a motion as lines at their times, distinguished by contacts."""
    seen = [impact for impact in subject.motion.impacts if subject.t[0] <= impact.t <= subject.t[-1]]
    if len(seen) > MOST_IMPACTS:
        return (), (ask.words("figure_many_impacts", count=len(seen)),)
    struck = [impact.participants for impact in seen]
    kinds = {names: i for i, names in enumerate(dict.fromkeys(struck))}
    plain = len(subject.motion.model.contacts) == 1 or len(kinds) > FEW
    marks = []
    for impact, names in zip(seen, struck, strict=True):
        label = ask.words("figure_impact") if plain else ask.words("figure_impact_of", names=", ".join(names))
        dash = 0 if plain else kinds[names]
        marks.append(Mark(at=impact.t, label=Label(()), key=words_label(label), dash=dash))
    return tuple(marks), ()


def phases_of(ask: Ask, subject: Subject) -> tuple[tuple[Band, ...], tuple[str, ...]]:
    """The times of lasting contact as shades, one for each set of contacts that are closed or stick."""
    low, high = float(subject.t[0]), float(subject.t[-1])
    every = _closed_intervals(ask, subject.motion)
    seen = [
        (max(start, low), min(end, high), label)
        for start, end, label, _ in every
        if start < high and end > low
    ]
    if len(seen) > MOST_PHASES:
        return (), (ask.words("figure_many_phases", count=len(seen)),)
    if len(seen) == 1 and seen[0][:2] == (low, high):
        return (), (ask.words("figure_all_the_time", what=capital(seen[0][2])),)
    kinds = _tints({label: kind for _, _, label, kind in every})
    any_contact = ask.words("figure_in_contact")
    return tuple(
        Band(start, end, tint=1, key=words_label(any_contact))
        if len(kinds) > FEW
        else Band(start, end, tint=kinds[label], key=words_label(label))
        for start, end, label in seen
    ), ()


def _tints(kinds: dict[str, int]) -> dict[str, int]:
    """A tint for each phase in words; contact, sliding and sticking have the same one in all figures."""
    tints: dict[str, int] = {}
    for label, kind in kinds.items():
        others = (tint for tint in range(1, 2 + len(KINDS)) if tint not in tints.values())
        tints[label] = 1 + kind if 1 + kind not in tints.values() else next(others, 1 + kind)
    return tints


def _closed_intervals(ask: Ask, motion: Motion) -> list[tuple[float, float, str, int]]:
    """The phases in which contacts are closed, in words, and their index in KINDS, if any."""
    intervals = []
    rough = {contact.name for contact in motion.model.contacts if contact.friction is not None}
    for i, touch in enumerate(motion.touches):
        end = motion.touches[i + 1].t if i + 1 < len(motion.touches) else np.inf
        loose = [name for name in touch.contacts if name not in touch.sticking]
        parts = (
            [name for name in loose if name not in rough],
            [name for name in loose if name in rough],
            touch.sticking,
        )
        labels = [
            ask.words(key, names=", ".join(names)) for key, names in zip(KINDS, parts, strict=True) if names
        ]
        if labels:
            only = [k for k, names in enumerate(parts) if names]
            kind = only[0] if len(only) == 1 else len(KINDS)
            intervals.append((touch.t, end, "; ".join(labels), kind))
    return intervals
