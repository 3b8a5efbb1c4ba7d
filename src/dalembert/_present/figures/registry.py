"""The kinds of figures. A further kind is one file with a maker, and one line here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from dalembert._expression.suggest import nearest
from dalembert._present.figures import comparison, energy, over, paths, phase, residuals, spectrum
from dalembert._present.figures.columns import Ask, Options, Subject, subject_of
from dalembert._present.figures.histories import histories_of
from dalembert._present.figures.points import Points
from dalembert._present.figures.records import Figure, NothingToDraw
from dalembert._simulate.motion import Motion
from dalembert._words.languages import Words


def _always(ask: Ask) -> bool:
    return bool(len(ask.one.t))


def _never(_: Ask) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of figure is made, and whether a report without further wishes has it."""

    made: Callable[[Ask], Figure]
    fits: Callable[[Ask], bool] = _never


KINDS: dict[str, Kind] = {
    "histories": Kind(histories_of("coordinates", "speeds")[0]),
    "coordinates": Kind(*histories_of("coordinates")),
    "speeds": Kind(*histories_of("speeds")),
    "accelerations": Kind(*histories_of("accelerations")),
    "states": Kind(*histories_of("states")),
    "efforts": Kind(*histories_of("efforts")),
    "outputs": Kind(*histories_of("outputs")),
    "multipliers": Kind(*histories_of("multipliers")),
    "contacts": Kind(*histories_of("contacts")),
    "friction": Kind(*histories_of("friction")),
    "reactions": Kind(*histories_of("reactions")),
    "phase": Kind(phase.phase, phase.has_coordinates),
    "pairs": Kind(phase.pairs),
    "paths": Kind(paths.paths, paths.fits),
    "energy": Kind(energy.energy, _always),
    "ledger": Kind(energy.ledger, _always),
    "residuals": Kind(residuals.residuals, residuals.fits),
    "spectrum": Kind(spectrum.spectrum, spectrum.fits),
    "comparison": Kind(comparison.comparison),
    "over": Kind(over.over),
}


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
    options = Options(frequencies=known, degrees=degrees)
    if points is not None:
        options = replace(options, paths=points.paths, turned=points.turned, invert=points.invert)
    ask = Ask(subjects=(subject_of("", motion, options),), names=(), words=words, options=options)
    found = []
    for kind in KINDS.values():
        if kind.fits(ask):
            try:
                found.append(kind.made(ask))
            except NothingToDraw:  # nothing in it is a number: its absence is the honest figure
                continue
    return tuple(found)


def figure_of(
    kind: str,
    motions: Motion | Mapping[str, Motion],
    names: Sequence[str],
    words: Words,
    options: Options | None = None,
) -> Figure:
    """One figure of a kind, of the columns named (without names, of those the kind is about).

    Several motions, by their labels, are for `comparison`. What cannot be drawn is refused as a ValueError.
    """
    if kind not in KINDS:
        near = nearest(kind, KINDS)
        hint = f"; did you mean `{near}`?" if near else "."
        message = f"there is no kind of figure `{kind}`{hint} The kinds are {', '.join(KINDS)}"
        raise ValueError(message)
    asked = options or Options()
    given = {"": motions} if isinstance(motions, Motion) else dict(motions)
    if not given:
        message = "a figure needs a motion"
        raise ValueError(message)
    subjects: tuple[Subject, ...] = tuple(subject_of(label, one, asked) for label, one in given.items())
    return KINDS[kind].made(Ask(subjects=subjects, names=tuple(names), words=words, options=asked))
