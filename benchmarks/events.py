"""Which zeros of an event function are found? Near-grazing pairs of an oscillator, ours and SciPy's.

cos t passes the level 1 − d twice around each top, 2 √(2d) apart. All codes run at rtol 1e-10 with their own
steps. CasADi's integrators locate no events, so they take no part.
"""

from __future__ import annotations

import numpy as np

import dalembert
from benchmarks._measure import installed
from benchmarks._rows import SkipPeer

DEPTHS = 10.0 ** -np.arange(1, 10)
T_END, RTOL = 50.0, 1e-10


def exact(depth: float) -> int:
    """How often the level is passed."""
    tops = 2 * np.pi * np.arange(1, int(T_END / (2 * np.pi)) + 2)
    half = np.arccos(1 - depth)
    return 1 + int(np.sum(tops - half <= T_END) + np.sum(tops + half <= T_END))


def ours() -> list[int]:
    """Zeros that we find."""
    events = {f"e{i}": {"when": f"x - {float(1 - d)!r}"} for i, d in enumerate(DEPTHS)}
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        events=events,
        simulate={"t_end": T_END, "rtol": RTOL},
    )
    found = [event.name for event in dalembert.simulate(model).events]
    return [found.count(name) for name in events]


def scipy(method: str) -> list[int]:
    """Zeros that SciPy's solve_ivp finds."""
    installed(("scipy",))
    from scipy.integrate import solve_ivp

    events = [lambda _, y, level=1 - d: y[0] - level for d in DEPTHS]
    run = solve_ivp(
        lambda _, y: [y[1], -y[0]], (0, T_END), [1.0, 0.0], method, rtol=RTOL, atol=RTOL, events=events
    )
    return [len(times) for times in run.t_events]


def main() -> None:
    """Print the table."""
    print("zeros found of those that are there, by the depth of the pair\n")
    print(f"  {'':<16}" + "".join(f"{d:>9.0e}" for d in DEPTHS))
    there = [exact(d) for d in DEPTHS]
    print(f"  {'there are':<16}" + "".join(f"{n:>9}" for n in there))
    print(f"  {'dalembert':<16}" + "".join(f"{n:>9}" for n in ours()))
    for method in ("RK45", "DOP853", "LSODA", "Radau"):
        try:
            print(f"  {'SciPy ' + method:<16}" + "".join(f"{n:>9}" for n in scipy(method)))
        except SkipPeer as reason:
            print(f"  {'SciPy ' + method:<16} skipped: {reason}")
    print()


if __name__ == "__main__":
    main()
