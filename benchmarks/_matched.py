"""Integrators compared at the error they achieve, not at the tolerance they are given.

The tolerance of each peer is scanned, four steps per decade, for the loosest with which its final state meets
the target error; only then is it timed. Setup is the additional cost of a first result: building, compiling,
loading; it has a separate column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from math import ceil, isfinite, log10
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from benchmarks._measure import installed
from benchmarks._rows import NOT_REACHED, TOO_LONG, Curve, Finding, Row, Side, SkipPeer

STEPS = 4  # tolerances a decade
LOOSEST, TIGHTEST = 3 * STEPS, 54  # 10^-13.5: SciPy accepts none below 100 machine epsilons
BUDGET = 1.0  # seconds for the repetitions of one timing, of which there are
FEWEST, MOST = 3, 20
PATIENCE = 5.0
SUSPECT = 1e-2  # of the target: errors below this are no match, and their times no comparison

State = NDArray[np.float64]
Run = Callable[[], tuple[State, float]]  # gives the final state, and the seconds it took
Goal = tuple[str, str, float]  # one of ours, a peer, and how many times as long that should take at least


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """An integrator: `prepare` makes a run at a tolerance, absolute and relative."""

    name: str
    needs: tuple[str, ...] = ()  # modules
    prepare: Callable[[float], Run]
    patience: float = PATIENCE  # seconds for the search of a tolerance: more where each has a long setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A peer at one tolerance: the error it achieved, its run, and the seconds to its first answer."""

    tolerance: float
    error: float
    run: Run
    first: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A peer at the loosest tolerance that reaches the target; times in seconds."""

    tolerance: float
    error: float
    seconds: float
    setup: float


def clocked(integrate: Callable[[], State]) -> Run:
    """A run with the seconds that it takes of the processor: other programs are in nobody's time."""

    def run() -> tuple[State, float]:
        started = process_time()
        state = integrate()
        return state, process_time() - started

    return run


def match(peer: Peer, reference: State, target: float) -> Match:
    """The peer at the loosest tolerance with which no entry of the final state is off by over the target."""
    installed(peer.needs)

    @cache
    def trial(step: int) -> Trial:
        tolerance = 10 ** (-step / STEPS)
        started = perf_counter()
        run = peer.prepare(tolerance)
        state, _ = run()
        first = perf_counter() - started
        error = float(np.max(np.abs(state - reference)))
        return Trial(tolerance=tolerance, error=error, run=run, first=first)

    step, began = ceil(-log10(target) * STEPS), perf_counter()
    while not trial(step).error <= target:
        if perf_counter() - began > peer.patience:
            raise SkipPeer(TOO_LONG)
        if step == TIGHTEST:
            raise SkipPeer(NOT_REACHED)
        excess = trial(step).error / target
        step = min(TIGHTEST, step + (max(1, round(log10(excess) * STEPS)) if isfinite(excess) else STEPS))
    while step > LOOSEST and perf_counter() - began <= peer.patience and trial(step - 1).error <= target:
        step -= 1
    chosen = trial(step)
    seconds = shortest(chosen.run)
    return Match(
        tolerance=chosen.tolerance,
        error=chosen.error,
        seconds=seconds,
        setup=max(0.0, chosen.first - seconds),
    )


def shortest(run: Run) -> float:
    """The least of the seconds that a run reports, repeated within the budget."""
    started, found = perf_counter(), []
    while len(found) < FEWEST or (len(found) < MOST and perf_counter() - started < BUDGET):
        found.append(run()[1])
    return min(found)


def table(
    peers: Iterable[Peer], reference: State, target: float, problem: str = "", goals: Iterable[Goal] = ()
) -> list[Finding]:
    """Print a line for each peer; the first is the one that the others are compared with.

    Gives a row for each goal, with the names of two of the peers and the ratio that is asked for.
    """
    peers = list(peers)
    width = max(len(peer.name) for peer in peers)
    print(f"  {'':<{width}}{'ms':>9}{'ratio':>8}{'error':>10}{'tolerance':>11}{'setup s':>9}")
    ours, sides = float("nan"), dict[str, Side]()
    for i, peer in enumerate(peers):
        try:
            found = match(peer, reference, target)
        except SkipPeer as reason:
            print(f"  {peer.name:<{width}}  {reason}", flush=True)
            sides[peer.name] = Side(name=peer.name, reason=str(reason))
            continue
        sides[peer.name] = side_of(peer.name, found)
        ours = found.seconds if i == 0 else ours
        ratio = "-" if np.isnan(ours) else f"{found.seconds / ours:.1f}"
        print(
            f"  {peer.name:<{width}}{1e3 * found.seconds:>9.2f}{ratio:>8}{found.error:>10.1e}"
            f"{found.tolerance:>11.1e}{found.setup:>9.2f}",
            flush=True,
        )
        if found.error < SUSPECT * target:
            print(
                "    no match: far below the target, as its error does not follow its tolerance", flush=True
            )
    return [
        Row(problem=problem, ours=sides[own], peer=sides[other], target=ratio) for own, other, ratio in goals
    ]


def side_of(name: str, found: Match | str) -> Side:
    """A side of a row from a match, or from the reason why there is none."""
    if isinstance(found, str):
        return Side(name=name, reason=found)
    return Side(name=name, seconds=found.seconds, error=found.error)


def curves(problem: str, found: Mapping[str, Iterable[Match | str]]) -> list[Finding]:
    """Work and precision: for each solver its matches, at one target after the other."""
    return [
        Curve(problem=problem, solver=solver, points=points)
        for solver, matches in found.items()
        if (points := tuple((m.error, m.seconds) for m in matches if isinstance(m, Match)))
    ]
