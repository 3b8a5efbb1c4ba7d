"""Impacts, stick and slip, found as they happen: against SciPy with events written by hand.

A ball that bounces thirty times, and a mass on a belt that sticks and slips twenty times; both have closed
forms. SciPy's DOP853 is given the equations of each phase, its terminal events and what follows on them, and
begins anew at each. Both are run at a row of tolerances, and the fastest run whose largest error at the
events stays below 1e-9 is taken. Ours is the whole of `simulate` with a model it has seen before: two runs
for the estimate of its error, the energy ledger, forces and friction at 1001 rows.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

import numpy as np
from scipy.integrate import solve_ivp

import dalembert

WANTED = 1e-9
TOLERANCES = [10.0**-k for k in range(6, 13)]
G, E, BOUNCES = 9.81, 0.9, 30
K, V, MU, STICK, SLIPS = 10.0, 0.2, 0.2, 0.4, 20
Answer = tuple[list[float], float]  # times of events, seconds

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


def our_ball(rtol: float) -> Answer:
    """Impacts of the ball."""
    began = perf_counter()
    motion = dalembert.simulate(BALL, t_end=bounces()[-1] + 0.01, rtol=rtol)
    return [impact.t for impact in motion.impacts], perf_counter() - began


def our_belt(rtol: float) -> Answer:
    """Changes between stick and slip."""
    began = perf_counter()
    motion = dalembert.simulate(BELT, t_end=slips()[-1] + 0.01, rtol=rtol)
    return [event.t for event in motion.events], perf_counter() - began


def their_ball(rtol: float) -> Answer:
    """The same with SciPy."""
    began = perf_counter()

    def touch(_: float, y: np.ndarray) -> float:
        return float(y[0])

    touch.terminal, touch.direction = True, -1  # type: ignore[attr-defined]
    t, y, found = 0.0, np.array([1.0, 0.0]), []
    end = bounces()[-1] + 0.01
    while t < end:
        run = solve_ivp(
            lambda _, y: [y[1], -G], (t, end), y, method="DOP853", rtol=rtol, atol=rtol * 1e-3, events=touch
        )
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            y = np.array([0.0, -E * y[1]])
    return found, perf_counter() - began


def their_belt(rtol: float) -> Answer:
    """The same with SciPy: phases of stick and slip, each with its event."""
    began = perf_counter()

    def breaks(_: float, y: np.ndarray) -> float:
        return float(STICK * G - K * y[0])

    def caught(_: float, y: np.ndarray) -> float:
        return float(y[1] - V)

    def along(_: float, __: np.ndarray) -> list[float]:
        return [V, 0.0]

    def swings(_: float, y: np.ndarray) -> list[float]:
        return [float(y[1]), float(MU * G - K * y[0])]

    breaks.terminal = caught.terminal = True  # type: ignore[attr-defined]
    breaks.direction, caught.direction = -1, 1  # type: ignore[attr-defined]
    t, y, found, sticks = 0.0, np.array([0.0, V]), [], True
    end = slips()[-1] + 0.01
    while t < end:
        rates, event = (along, breaks) if sticks else (swings, caught)
        run = solve_ivp(rates, (t, end), y, method="DOP853", rtol=rtol, atol=rtol * 1e-3, events=event)
        t, y = run.t[-1], run.y[:, -1]
        if run.status == 1:
            found.append(float(t))
            sticks = not sticks
            y = np.array([y[0], V])
    return found, perf_counter() - began


def fastest(run: Callable[[float], Answer], truth: list[float]) -> tuple[float, float] | None:
    """Seconds and error of the fastest run that is good enough."""
    good = []
    for rtol in TOLERANCES:
        run(rtol)
        times, seconds = min((run(rtol) for _ in range(3)), key=lambda answer: answer[1])
        if len(times) == len(truth):
            error = float(np.max(np.abs(np.array(times) - truth)))
            if error <= WANTED:
                good.append((seconds, error))
    return min(good) if good else None


def main() -> None:
    """Print the table."""
    print(f"events to {WANTED:g} s, whole runs\n")
    print(
        "  "
        + "".join(f"{head:>24}" for head in ("system", "dalembert ms (error)", "SciPy ms (error)", "ratio"))
    )
    for name, truth, ours, theirs in (
        (f"ball, {BOUNCES} impacts", bounces(), our_ball, their_ball),
        (f"belt, {SLIPS} changes", slips(), our_belt, their_belt),
    ):
        one, other = fastest(ours, truth), fastest(theirs, truth)
        cells = [f"{1e3 * s:.1f} ({e:.0e})" for s, e in (one or (np.nan, np.nan), other or (np.nan, np.nan))]
        ratio = f"{other[0] / one[0]:.1f}" if one and other else "-"
        print("  " + "".join(f"{cell:>24}" for cell in (name, *cells, ratio)))
    print()


if __name__ == "__main__":
    main()
