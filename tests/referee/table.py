"""Records as a table, a histogram, and the bars they must meet."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from .runs import Record

FLATTERY = 3.0  # no run may be off by more than this times its claim
CAUTION, CAUTIOUS = 100.0, 0.10  # at most this share may claim more than 100 × max(true, rtol/100)
MEDIAN = 20.0  # of claimed over true


@dataclass(frozen=True)
class Summary:
    """What a set of records shows."""

    runs: int
    ok: int
    limited: int
    other: Counter[str]
    flattering: int
    worst: float
    median: float
    cautious: float


def summary(records: Sequence[Record]) -> Summary:
    """The numbers of a set of records."""
    judged = [one for one in records if one.judged]
    ratios = [one.claimed / one.true for one in judged if one.claimed is not None and one.true]
    return Summary(
        runs=len(records),
        ok=sum(1 for one in judged if not one.limited),
        limited=sum(1 for one in judged if one.limited),
        other=Counter(one.status for one in records if not one.judged),
        flattering=sum(1 for one in judged if one.flattery > FLATTERY),
        worst=max((one.flattery for one in judged), default=0.0),
        median=statistics.median(ratios) if ratios else math.nan,
        cautious=sum(1 for one in judged if one.caution > CAUTION) / max(len(judged), 1),
    )


def failures(records: Sequence[Record]) -> list[str]:
    """The bars that a set of records misses, as sentences."""
    found = summary(records)
    said = []
    if found.flattering:
        said.append(
            f"{found.flattering} runs are off by more than {FLATTERY:g} × their claim, at worst {found.worst:.3g} ×"
        )
    if found.cautious > CAUTIOUS:
        said.append(f"{found.cautious:.1%} of the runs claim more than {CAUTION:g} × max(true, rtol/100)")
    if found.median > MEDIAN:
        said.append(f"the median of claimed/true is {found.median:.3g}")
    broken = sum(found.other[status] for status in ("no reference", "crashed", "hung"))
    if broken:
        said.append(f"{broken} runs have no result to judge: no reference, crashed or hung")
    if not found.ok + found.limited:
        said.append("no run was judged")
    return said


def table(records: Sequence[Record]) -> str:
    """One line for each family and tolerance, then the totals, a histogram, the worst and what did not run."""
    lines = [
        f"{'family':24}{'rtol':>7}{'runs':>6}{'ok':>5}{'lim.':>6}{'else':>6}{'>3×':>5}{'worst':>10}{'median':>9}{'>100':>7}",
        f"{'':24}{'':7}{'':6}{'':5}{'':6}{'':6}{'':5}{'true/cl.':>10}{'cl./true':>9}{'':7}",
    ]
    families = list(dict.fromkeys(one.family for one in records))
    tolerances = sorted({one.rtol for one in records}, reverse=True)
    for family in families:
        for rtol in tolerances:
            own = [one for one in records if one.family == family and one.rtol == rtol]
            if own:
                lines.append(_line(family, f"{rtol:.0e}", summary(own)))
    for rtol in tolerances:
        lines.append(_line("all", f"{rtol:.0e}", summary([one for one in records if one.rtol == rtol])))
    lines += [_line("all", "", summary(records)), "", *histogram(records), ""]
    lines += _worst(records) + _caution(records) + _others(records)
    return "\n".join(lines) + "\n"


def _line(family: str, rtol: str, own: Summary) -> str:
    return (
        f"{family:24}{rtol:>7}{own.runs:>6}{own.ok:>5}{own.limited:>6}{sum(own.other.values()):>6}"
        f"{own.flattering:>5}{own.worst:>10.3g}{own.median:>9.3g}{own.cautious:>7.0%}"
    )


def histogram(records: Sequence[Record]) -> list[str]:
    """How many runs have true/claimed in each decade."""
    decades = Counter(
        max(-6, min(6, math.floor(math.log10(one.flattery)))) if one.flattery > 0 else -6
        for one in records
        if one.judged
    )
    most = max(decades.values(), default=1)
    lines = ["true/claimed"]
    for decade in range(-6, 7):
        count = decades.get(decade, 0)
        low = "0" if decade == -6 else f"1e{decade}"
        high = "" if decade == 6 else f"1e{decade + 1}"
        lines.append(f"{low:>6} … {high:<5}{count:>6}  {'#' * math.ceil(50 * count / most)}")
    return lines


def _said(one: Record) -> str:
    until = "" if one.until is None else f", until {one.until:g} s: {one.true_until or 0:.1e}"
    return (
        f"  {one.family}:{one.seed} at {one.rtol:.0e}: true {one.true or 0:.1e} ({one.worst} at {one.worst_t or 0:g} s), "
        f"claimed {one.claimed or 0:.1e}{until}; {one.status}, {one.method}, {one.steps} steps"
    )


def _worst(records: Sequence[Record]) -> list[str]:
    bad = sorted(
        (one for one in records if one.judged and one.flattery > FLATTERY), key=lambda one: -one.flattery
    )
    return (
        [
            f"off by more than {FLATTERY:g} × the claim:",
            *(f"{_said(one)}: {one.flattery:.3g} ×" for one in bad),
        ]
        if bad
        else []
    )


def _caution(records: Sequence[Record]) -> list[str]:
    bad = sorted(
        (one for one in records if one.judged and one.caution > CAUTION), key=lambda one: -one.caution
    )
    return (
        [
            f"claim more than {CAUTION:g} × max(true, rtol/100):",
            *(f"{_said(one)}: {one.caution:.3g} ×" for one in bad),
        ]
        if bad
        else []
    )


def _others(records: Sequence[Record]) -> list[str]:
    bad = [one for one in records if not one.judged]
    if not bad:
        return []
    said = [
        f"  {one.family}:{one.seed} at {one.rtol:.0e}: {one.status}"
        f"{'' if one.true is None else f', true {one.true:.1e}'}: {' '.join(one.message.split())[:200]}"
        for one in bad
    ]
    return ["neither ok nor limited:", *said]
