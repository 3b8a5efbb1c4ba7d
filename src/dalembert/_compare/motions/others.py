"""The motion of a model compared with another model, a saved motion, or measurements.

Columns with the same names, or paired by a map of names, are compared. The model is run at the times of the
other. Columns that only one of them has are left out, with a remark.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dalembert._compare.motions.measurements import Measurements, refusal, refuse_names
from dalembert._compare.motions.motion_differences import SAFE, Track, difference_of
from dalembert._compare.motions.records import MotionComparison, MotionDifference, MotionRun, OtherMotion
from dalembert._compare.motions.verdict import GOOD
from dalembert._model.records import Model
from dalembert._simulate.motion import Motion, column_names
from dalembert._words.message import Message, Name, Quantity, Symbol, Value, say

Array = NDArray[np.float64]
PLACED = ("q", "qd", "s", "outputs")
LISTED = 12  # the most columns that a message names


def columns_known(model: Model) -> tuple[str, ...]:
    """The columns of motions of a model, all of which can be compared."""
    return tuple(name for names in column_names(model).values() for name in names)


def times_of(given: Sequence[Array], start: float) -> tuple[float, ...] | None:
    """The times at which a run that begins at `start` is recorded: those of all others; None without any."""
    if not given:
        return None
    every = np.unique(np.concatenate(given))
    if every[0] < start:
        message = f"the motion begins at t = {start:g} s, but a row is at t = {every[0]:g} s"
        raise refusal(message, "leave out the rows before, or give --t-start")
    return tuple(float(t) for t in np.unique(np.concatenate([[start], every])))


def other_of(name: str, motion: Motion, ours: Motion, names: Mapping[str, str]) -> OtherMotion:
    """A motion by the names of the model it is compared with; `names` maps its names to the model's."""
    theirs, known = columns_known(motion.model), columns_known(ours.model)
    refuse_names(names, theirs, known, name)
    taken = set(names.values())
    pairs = {
        names.get(theirs_name, theirs_name): theirs_name
        for theirs_name in theirs
        if theirs_name in names or theirs_name not in taken
    }
    shared = {ours: motion[theirs_name] for ours, theirs_name in pairs.items() if ours in known}
    own_kinds = column_names(ours.model)
    of_place = {name for kind in PLACED for name in own_kinds[kind]} | taken
    if of_place & set(shared):  # the claimed error of a run is that of these columns
        shared = {name: values for name, values in shared.items() if name in of_place}
    if not shared:
        message = f"{name} has no column of the model; it has {', '.join(theirs[:LISTED])}"
        raise refusal(message, f"write --map THEIRS=OURS, ours are {', '.join(known[:LISTED])}")
    left = tuple(theirs_name for ours, theirs_name in pairs.items() if ours not in known)
    return OtherMotion(name=name, t=motion.t, columns=shared, motion=motion, left_out=left)


def other_of_measurements(measurements: Measurements) -> OtherMotion:
    """Measurements as another motion."""
    return OtherMotion(
        name=measurements.name, t=measurements.t, columns=measurements.columns, left_out=measurements.left_out
    )


def compared_with(
    run: MotionRun, others: Sequence[OtherMotion], remarks: Sequence[Message] = ()
) -> MotionComparison:
    """Compare the motion of a model with others, each by the columns they share."""
    differences = [_difference(run, other) for other in others]
    judged = [_judgement(run, other, one) for other, one in zip(others, differences, strict=True)]
    left = [
        say(
            "compare_left_out",
            name=Name(other.name),
            names=tuple(Name(theirs_name) for theirs_name in other.left_out[:LISTED]),
        )
        for other in others
        if other.left_out
    ]
    sentences = [sentence for sentence, _ in judged]
    wrong = [sentence for sentence, ok in judged if not ok]
    return MotionComparison(
        model=run.motion.model,
        runs=(run,),
        others=tuple(others),
        differences=tuple(differences),
        verdict=(wrong or sentences)[0],
        ok=not wrong,
        remarks=(*(one for one in sentences if one is not (wrong or sentences)[0]), *remarks, *left),
    )


def _difference(run: MotionRun, other: OtherMotion) -> MotionDifference:
    accuracy = other.motion.accuracy if other.motion is not None else None
    claim = None
    if accuracy is not None and accuracy.achieved is not None and other.motion is not None:
        claim = min(accuracy.achieved, other.motion.settings.rtol)
    track = Track(
        name=other.name,
        t=other.t,
        columns=other.columns,
        claim=claim,
        until=accuracy.until if accuracy is not None else None,
    )
    return difference_of(run, track, tuple(other.columns))


def _judgement(run: MotionRun, other: OtherMotion, one: MotionDifference) -> tuple[Message, bool]:
    """The sentence about one of the others; false where a run failed or the claims are exceeded."""
    name = Name(other.name)
    for motion in (run.motion, *((other.motion,) if other.motion is not None else ())):
        if motion.status not in GOOD:
            return say("compare_other_failed", name=name, why=motion.message), False
    worst = one.worst
    values: dict[str, Value] = {"name": name, "column": Symbol(worst.name), "t": Quantity(worst.t, 4)}
    if one.agrees is None:
        bound = SAFE * run.claim if run.claim is not None else 0.0
        if one.largest <= bound:
            return say("compare_other_agrees", name=name, within=Quantity(one.largest, 1, "e")), True
        part = Quantity(100 * worst.relative, 3)
        return say("compare_measured", part=part, rms=Quantity(worst.rms, 3), **values), True
    until, within = Quantity(one.until or 0.0), Quantity(one.within or 0.0, 1, "e")
    if one.agrees:
        whole = one.until is not None and one.until >= run.motion.reached
        count = len(one.columns)
        if whole:
            return say("compare_other_same", name=name, count=count, within=within), True
        return say("compare_other_same_until", name=name, count=count, within=within, until=until), True
    limit = Quantity(one.bound or 0.0, 1, "e")
    if len(one.distance) and one.distance[0] > (one.bound or 0.0):
        return say("compare_other_begins", apart=Quantity(float(one.distance[0]), 1, "e"), **values), False
    first = float(one.t[np.flatnonzero(one.distance > (one.bound or 0.0))[0]])
    values |= {"first": Quantity(first, 4), "within": within, "bound": limit}
    return say("compare_other_differs", **values), False
