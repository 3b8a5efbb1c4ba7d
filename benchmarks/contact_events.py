"""Impacts, stick and slip, and switches, found as they happen: against SciPy with events written by hand.

A ball that bounces thirty times, a mass on a belt that sticks and slips twenty times, a block that rocks and
a mass that is drawn to the middle by a constant force, which passes it a thousand times, have closed forms;
Newton's cradle is compared with SciPy's run at its tightest tolerance. SciPy's DOP853 is given the equations
of each phase, its terminal events and what follows on them, and begins anew at each; of the block it is given
Housner's equation of one angle. All are run at a row of tolerances, and the fastest run whose largest error
at the events stays below 1e-9 s is taken. Ours is the whole of `simulate` with a model it has seen before:
all runs for the estimate of its error, the energy ledger, forces and friction at 1001 rows. Seconds are those
of the processor. What one change of mode takes besides the steps before and after it is measured apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from time import process_time
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp
from scipy.special import ellipk, ellipkinc

import dalembert
from benchmarks._rows import NOT_REACHED, Finding, Row, Side
from dalembert._simulate.mode_loop import HybridLoop

WANTED = 1e-9
TARGET = 5.0
CHANGE = 5e-6  # seconds that a change of mode may take
TOLERANCES = [10.0**-k for k in range(6, 14)]
G, E, BOUNCES = 9.81, 0.9, 30
K, V, MU, STICK, SLIPS = 10.0, 0.2, 0.2, 0.4, 20
PULL, SWITCHES = 1.0, 1000
ROCKING, CRADLE = 3.0, 3.0  # seconds
Answer = tuple[list[float], float]  # times of events, seconds
Rates = Callable[[float, Any], Any]

BALL = dalembert.model(
    parameters={"g": G, "e": E},
    coordinates={"y": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
    contacts={"floor": {"gap": "y", "restitution": "e"}},
)
BELT = dalembert.model(
    parameters={"k": K, "g": G, "v": V},
    coordinates={"x": {"start": 0, "speed": V}, "y": {"start": 0, "speed": 0}},
    energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y + 1/2*k*x^2"},
    contacts={"belt": {"gap": "y", "restitution": 0, "friction": MU, "sticking": STICK, "slip": "x' - v"}},
)
DRAWN = dalembert.model(
    parameters={"f": PULL},
    coordinates={"x": {"start": 0.5, "speed": 0}},
    energy={"kinetic": "1/2*x'^2", "potential": "f*abs(x)"},
    events={"middle": {"when": "x"}},
)
BLOCK = dalembert.read("rocking_block")
BALLS = dalembert.read("newtons_cradle:5")


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """A problem: the times of its events, and runs of both sides at a tolerance."""

    name: str
    truth: Callable[[], list[float]]
    ours: Callable[[float], Answer]
    theirs: Callable[[float], Answer]


# -- closed forms ------------------------------------------------------------------------------------


def bounces() -> list[float]:
    """The times of the impacts: a fall, then flights that are shorter by e each."""
    fall = float(np.sqrt(2 / G))
    flights = [2 * fall * E**k for k in range(1, BOUNCES)]
    return [fall + sum(flights[:k]) for k in range(BOUNCES)]


def slips() -> list[float]:
    """The times at which the mass breaks away, and those at which it is caught again.

    It breaks away at x = μ_s g/k and swings about μ g/k, with the belt's speed at its start; by symmetry it
    has that speed again at x = (2 μ − μ_s) g/k.
    """
    omega, far = np.sqrt(K), (STICK - MU) * G / K
    free = (np.pi + 2 * np.arctan2(V / omega, far)) / omega
    along = 2 * far / V
    times = [STICK * G / K / V]
    while len(times) < SLIPS:
        times.append(times[-1] + (free if len(times) % 2 else along))
    return [float(t) for t in times]


def passes() -> list[float]:
    """The times at which the mass passes the middle: every arc is a parabola."""
    return [float((1 + 2 * k) * np.sqrt(2 * 0.5 / PULL)) for k in range(SWITCHES)]


B, H, PHI0 = 0.1, 0.4, 0.12
ALPHA, P2 = float(np.arctan2(B, H)), 3 * G / (4 * float(np.hypot(B, H)))
KEPT = 1 - 1.5 * np.sin(ALPHA) ** 2


def strikes() -> list[float]:
    """The times at which the block strikes, by elliptic integrals (`library/rocking_block.py`)."""

    def quarter(upright: float) -> float:
        k = np.cos(upright / 2)
        return float((ellipk(k**2) - ellipkinc(np.arcsin(np.cos(ALPHA / 2) / k), k**2)) / np.sqrt(P2))

    cosine, times = float(np.cos(ALPHA - PHI0)), [quarter(ALPHA - PHI0)]
    while True:
        cosine = np.cos(ALPHA) + KEPT**2 * (cosine - np.cos(ALPHA))
        t = times[-1] + 2 * quarter(float(np.arccos(cosine)))
        if t > ROCKING:
            return times
        times.append(t)


@cache
def hits() -> list[float]:
    """The impacts of the cradle."""
    return their_cradle(1e-13)[0]


# -- ours --------------------------------------------------------------------------------------------


def our_run(model: dalembert.Model, t_end: float, rtol: float) -> tuple[dalembert.Motion, float]:
    """A whole run, and its seconds."""
    began = process_time()
    motion = dalembert.simulate(model, t_end=t_end, rtol=rtol, samples=1000)
    return motion, process_time() - began


def our_impacts(model: dalembert.Model, t_end: Callable[[], float]) -> Callable[[float], Answer]:
    """Impacts of a model."""

    def run(rtol: float) -> Answer:
        motion, seconds = our_run(model, t_end(), rtol)
        return [impact.t for impact in motion.impacts], seconds

    return run


def our_events(model: dalembert.Model, t_end: Callable[[], float]) -> Callable[[float], Answer]:
    """Events of a model, changes between stick and slip among them."""

    def run(rtol: float) -> Answer:
        motion, seconds = our_run(model, t_end(), rtol)
        return [event.t for event in motion.events], seconds

    return run


# -- SciPy -------------------------------------------------------------------------------------------


def event(function: Callable[[float, Any], float], direction: int) -> Any:
    """A terminal event."""

    def own(t: float, y: Any) -> float:
        return float(function(t, y))

    own.terminal, own.direction = True, direction  # type: ignore[attr-defined]
    return own


def phase(rates: Rates, t: float, end: float, y: Any, rtol: float, events: Sequence[Any]) -> Any:
    """A run up to its first event."""
    return solve_ivp(rates, (t, end), y, method="DOP853", rtol=rtol, atol=rtol * 1e-3, events=events)


def their_ball(rtol: float) -> Answer:
    """The ball with SciPy."""
    began = process_time()
    touch = event(lambda _, y: y[0], -1)
    t, y, found = 0.0, np.array([1.0, 0.0]), []
    end = bounces()[-1] + 0.01
    while t < end:
        run = phase(lambda _, y: [y[1], -G], t, end, y, rtol, touch)
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            y = np.array([0.0, -E * y[1]])
    return found, process_time() - began


def their_belt(rtol: float) -> Answer:
    """The belt with SciPy: phases of stick and slip, each with its event."""
    began = process_time()
    breaks = event(lambda _, y: STICK * G - K * y[0], -1)
    caught = event(lambda _, y: y[1] - V, 1)
    t, y, found, sticks = 0.0, np.array([0.0, V]), [], True
    end = slips()[-1] + 0.01
    while t < end:
        if sticks:
            run = phase(lambda _, __: [V, 0.0], t, end, y, rtol, breaks)
        else:
            run = phase(lambda _, y: [y[1], MU * G - K * y[0]], t, end, y, rtol, caught)
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            sticks = not sticks
            y = np.array([y[0], V])
    return found, process_time() - began


def their_drawn(rtol: float) -> Answer:
    """The mass that is drawn to the middle with SciPy: the force on one side, then on the other."""
    began = process_time()
    t, y, found, side = 0.0, np.array([0.5, 0.0]), [], 1.0
    end = passes()[-1] + 0.01
    while t < end:
        force = -side * PULL
        run = phase(lambda _, y, f=force: [y[1], f], t, end, y, rtol, event(lambda _, y: y[0], int(-side)))
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            side, y = -side, np.array([0.0, y[1]])
    return found, process_time() - began


def their_block(rtol: float) -> Answer:
    """The block with SciPy: the tilt alone, about one corner and then about the other."""
    began = process_time()
    t, y, found, side = 0.0, np.array([PHI0, 0.0]), [], 1.0
    while t < ROCKING:
        run = phase(
            lambda _, y, s=side: [y[1], -s * P2 * np.sin(ALPHA - s * y[0])],
            t,
            ROCKING,
            y,
            rtol,
            event(lambda _, y: y[0], int(-side)),
        )
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            side, y = -side, np.array([0.0, KEPT * y[1]])
    return found, process_time() - began


def their_cradle(rtol: float) -> Answer:
    """The cradle with SciPy: balls that strike exchange their speeds."""
    began = process_time()
    n, length, gap = 5, 0.3, 1e-4
    touches = [event(lambda _, y, i=i: gap + length * (y[i + 1] - y[i]), -1) for i in range(n - 1)]
    t, y, found = 0.0, np.zeros(2 * n), []
    y[0] = -0.5
    while t < CRADLE:
        run = phase(
            lambda _, y: np.concatenate([y[n:], -G / length * np.sin(y[:n])]), t, CRADLE, y, rtol, touches
        )
        t, y = run.t[-1], run.y[:, -1].copy()
        if run.status == 1:
            found.append(float(t))
            i = next(k for k, times in enumerate(run.t_events) if len(times))
            y[[n + i, n + i + 1]] = y[[n + i + 1, n + i]]
    return found, process_time() - began


PROBLEMS = (
    Problem(
        name=f"ball, {BOUNCES} impacts",
        truth=bounces,
        ours=our_impacts(BALL, lambda: bounces()[-1] + 0.01),
        theirs=their_ball,
    ),
    Problem(
        name=f"belt, {SLIPS} changes",
        truth=slips,
        ours=our_events(BELT, lambda: slips()[-1] + 0.01),
        theirs=their_belt,
    ),
    Problem(
        name="rocking block", truth=strikes, ours=our_impacts(BLOCK, lambda: ROCKING), theirs=their_block
    ),
    Problem(
        name="cradle of 5 balls", truth=hits, ours=our_impacts(BALLS, lambda: CRADLE), theirs=their_cradle
    ),
    Problem(
        name=f"{SWITCHES} switches",
        truth=passes,
        ours=our_events(DRAWN, lambda: passes()[-1] + 0.01),
        theirs=their_drawn,
    ),
)


def change_of_mode() -> tuple[float, float]:
    """The seconds of one change of mode in the compiled loop, and in the whole of `simulate`.

    A ball strikes the floor. Runs of steps of a fixed size take a s + b c for s steps and c impacts: two
    sizes of steps tell a, two heights of fall b.
    """
    loop, inside = HybridLoop.follow, [0.0]

    def follow(own: HybridLoop, steps: int) -> int:
        began = process_time()
        answer = loop(own, steps)
        inside[0] += process_time() - began
        return answer

    def run(height: float, dt: float) -> tuple[tuple[float, float], int, int]:
        model = dalembert.model(
            parameters={"g": G},
            coordinates={"y": {"start": height, "speed": 0}},
            energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
            contacts={"floor": {"gap": "y", "restitution": 1}},
        )
        spent = []
        for _ in range(12):
            began, inside[0] = process_time(), 0.0
            motion = dalembert.simulate(model, t_end=60.0, dt=dt, samples=1, method="rk853")
            spent.append((inside[0], process_time() - began))
        compiled, whole = (min(one) for one in zip(*spent, strict=True))
        return (compiled, whole), motion.work.steps, len(motion.impacts)

    HybridLoop.follow = follow  # type: ignore[method-assign]
    try:
        high, fine, low = run(1.0, 5e-3), run(1.0, 2.5e-3), run(0.01, 5e-3)
    finally:
        HybridLoop.follow = loop  # type: ignore[method-assign]

    def slope(k: int) -> float:
        step = (fine[0][k] - high[0][k]) / (fine[1] - high[1])
        return (low[0][k] - high[0][k] - step * (low[1] - high[1])) / (low[2] - high[2])

    return slope(0), slope(1)


def fastest(name: str, run: Callable[[float], Answer], truth: list[float]) -> Side:
    """The fastest run that is good enough."""
    good = []
    for rtol in TOLERANCES:
        run(rtol)
        times, seconds = min((run(rtol) for _ in range(3)), key=lambda answer: answer[1])
        if len(times) == len(truth):
            error = float(np.max(np.abs(np.array(times) - truth)))
            if error <= WANTED:
                good.append((seconds, error))
    if not good:
        return Side(name=name, reason=NOT_REACHED)
    seconds, error = min(good)
    return Side(name=name, seconds=seconds, error=error)


def main() -> list[Finding]:
    """Print the table."""
    print(f"events to {WANTED:g} s, whole runs\n")
    print(
        "  "
        + "".join(f"{head:>24}" for head in ("system", "dalembert ms (error)", "SciPy ms (error)", "ratio"))
    )
    rows = []
    for problem in PROBLEMS:
        truth = problem.truth()
        ours, theirs = fastest("dalembert", problem.ours, truth), fastest("SciPy", problem.theirs, truth)
        row = Row(problem=f"{problem.name}, {WANTED:g} s", ours=ours, peer=theirs, target=TARGET)
        cells = [
            one.reason if one.seconds is None else f"{1e3 * one.seconds:.1f} ({one.error:.0e})"
            for one in (ours, theirs)
        ]
        ratio = "-" if row.ratio is None else f"{row.ratio:.1f}"
        print("  " + "".join(f"{cell:>24}" for cell in (problem.name, *cells, ratio)))
        rows.append(row)
    asked = Side(name="asked for", seconds=CHANGE)
    print()
    for where, spent in zip(("compiled loop", "whole call"), change_of_mode(), strict=True):
        print(f"  a change of mode, {where}: {1e6 * spent:.1f} µs")
        ours = Side(name="dalembert", seconds=spent)
        rows.append(Row(problem=f"one change of mode, {where}", ours=ours, peer=asked, target=1.0))
    print()
    return list(rows)


if __name__ == "__main__":
    main()
