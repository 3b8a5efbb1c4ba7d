"""One sentence about runs of the same motion, and remarks."""

from __future__ import annotations

from collections.abc import Sequence

from dalembert._compare.motions.records import MotionDifference, MotionRun
from dalembert._simulate.motion import Status
from dalembert._words.message import Message, Quantity, Value, say

GOOD = (Status.ok, Status.limited, Status.stopped)
WAY_NAMES = {
    "lagrange": say("way_lagrange"),
    "printed": say("way_printed"),
    "eliminated": say("way_eliminated"),
    "hamilton": say("way_hamilton"),
    "newton_euler": say("way_newton_euler"),
    "hinge_balances": say("way_hinge_balances"),
    "gibbs_appell": say("way_gibbs_appell"),
    "kane": say("way_kane"),
    "ggl": say("way_ggl"),
    "null_space": say("way_null_space"),
    "augmented_lagrangian": say("way_augmented_lagrangian"),
    "baumgarte": say("way_baumgarte"),
    "index1": say("way_index1"),
}


def verdict_of(
    runs: Sequence[MotionRun], differences: Sequence[MotionDifference]
) -> tuple[Message, bool, tuple[Message, ...]]:
    """The verdict, whether all runs that claim an accuracy agree, and remarks on drift and growth."""
    remarks = (*_on_drift(runs), *_on_growth(differences))
    failed = [one for one in runs if one.motion.status not in GOOD]
    if failed:
        why = failed[0].motion.message
        return say("compare_motions_failed", name=way_name(failed[0].name), why=why), False, remarks
    begin = float(runs[0].motion.t[0]) if len(runs[0].motion.t) else 0.0
    judged = [one for one in differences if one.agrees is not None and (one.until or begin) > begin]
    if not judged:
        return say("compare_motions_alone"), True, remarks
    apart = [one for one in judged if not one.agrees]
    if apart:
        worst = max(apart, key=lambda one: (one.within or 0.0) / (one.bound or 1.0))
        return _differ(worst), False, remarks
    within, until = max(one.within or 0.0 for one in judged), min(one.until or 0.0 for one in judged)
    names = {name for one in judged for name in (one.first, one.second)}
    end = runs[0].motion.reached
    count, most = len(names), Quantity(within, 1, "e")
    if until >= end:
        return say("compare_motions_same", count=count, within=most), True, remarks
    return say("compare_motions_same_until", count=count, within=most, until=Quantity(until)), True, remarks


def way_name(name: str) -> Message:
    """The name of a derivation or formulation as a message."""
    return WAY_NAMES[name]


def _differ(worst: MotionDifference) -> Message:
    return say(
        "compare_motions_differ",
        first=way_name(worst.first),
        second=way_name(worst.second),
        within=Quantity(worst.within or 0.0, 1, "e"),
        bound=Quantity(worst.bound or 0.0, 1, "e"),
        until=Quantity(worst.until or 0.0),
    )


def _on_drift(runs: Sequence[MotionRun]) -> tuple[Message, ...]:
    """Messages about formulations whose constraints drift."""
    drifting = [one for one in runs if one.drifts and len(one.position)]
    return tuple(
        say(
            "compare_drift_damped" if one.constants else "compare_drift",
            name=way_name(one.name),
            position=Quantity(float(one.position.max()), 1, "e"),
            velocity=Quantity(float(one.velocity.max()), 1, "e"),
        )
        for one in drifting
    )


def _on_growth(differences: Sequence[MotionDifference]) -> tuple[Message, ...]:
    """Messages about the difference that grows over the longest time."""
    lengths = [(one.growth.end - one.growth.start, one) for one in differences if one.growth is not None]
    if not lengths:
        return ()
    _, one = max(lengths, key=lambda pair: pair[0])
    growth = one.growth
    if growth is None:
        return ()
    values: dict[str, Value] = {
        "rate": Quantity(growth.rate, 3),
        "start": Quantity(growth.start, 3),
        "end": Quantity(growth.end, 3),
        "first": way_name(one.first),
        "second": way_name(one.second),
    }
    if growth.lyapunov is None:
        return (say("compare_growth", **values),)
    return (say("compare_growth_lyapunov", lyapunov=Quantity(growth.lyapunov, 3), **values),)
