"""Roots behind switches: rates of infinite slope are met at their kinks, at the accuracy that is claimed."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert
from dalembert._lower.smooth_pieces import smooth_pieces
from dalembert._simulate.noise import noise_of_rates
from dalembert._simulate.prepare import prepare_run
from dalembert._text.printer import print_tree

ROOTS = {  # a force of x^p where x > 0
    "a condition before a root": ("-if(x > 0, sqrt(x), 0)", 0.5),
    "a condition turned round": ("-if(x <= 0, 0, sqrt(x))", 0.5),
    "a power of a maximum": ("-max(x, 0)^0.3", 0.3),
    "Hertz's law": ("-max(x, 0)^1.5", 1.5),
    "a maximum of a power": ("-max(x, 0)*sqrt(abs(x))", 1.5),
}


def oscillator(work: str) -> dalembert.Model:
    """A mass of 1 kg on a spring of 9 N/m that starts to the left of x = 0, and events at x = 0."""
    return dalembert.model(
        coordinates={"x": {"start": -0.5, "speed": 0.5}},
        energy={"kinetic": "1/2*x'^2", "potential": "9/2*x^2"},
        work={"x": work},
        events={"middle": {"when": "x"}},
        simulate={"t_end": 8, "samples": 200},
    )


def crossings(p: float, count: int) -> np.ndarray:
    """The times at which x = 0 is passed, from the energy: on the right 2 ∫ dx / √(v² − 9 x² − 2 xᵖ⁺¹/(p + 1))."""
    v = np.sqrt(0.5**2 + 9 * 0.5**2)
    first = (np.arctan2(3 * 0.5, 0.5)) / 3  # x = −(v/3) sin 3 (t₁ − t)
    low, high = 0.0, v
    for _ in range(200):  # the largest x
        top = 0.5 * (low + high)
        low, high = (top, high) if v**2 > 9 * top**2 + 2 * top ** (p + 1) / (p + 1) else (low, top)
    # x = top (1 − s²)⁴ takes the infinite slopes away from both ends
    nodes, weights = np.polynomial.legendre.leggauss(200)
    s = 0.5 * (nodes + 1)
    falls = [-(top**power) * np.expm1(4 * power * np.log1p(-(s**2))) for power in (2, p + 1)]  # topⁿ − xⁿ
    speed = np.sqrt(9 * falls[0] + 2 * falls[1] / (p + 1))
    right = float(weights @ (top * 8 * s * (1 - s**2) ** 3 / speed))
    gaps = np.resize([right, np.pi / 3], count - 1)
    return np.concatenate([[first], first + np.cumsum(gaps)])


@pytest.mark.parametrize("rtol", [1e-6, 1e-8, 1e-10, 1e-12])
@pytest.mark.parametrize("name", ROOTS)
def test_a_swing_through_a_root_lasts_what_its_energy_says(name: str, rtol: float) -> None:
    """Times of passage, in few steps; none of the steps counts as stiff, and more digits cost little."""
    work, p = ROOTS[name]
    motion = dalembert.simulate(oscillator(work), rtol=rtol)
    assert motion.status == "ok", motion.message
    times = [event.t for event in motion.events]
    assert len(times) == 8
    assert np.abs(np.array(times) - crossings(p, 8)).max() <= rtol
    assert motion.work.stiff == 0
    assert motion.work.steps < 300 * -np.log10(rtol)


def test_the_side_without_a_root_is_smooth() -> None:
    """The branch that is defined everywhere is taken by the side of the switch alone, and so is a constant."""
    printed = {
        "if(x > 0, sqrt(x), 1)": "if(side 0 > 0 and x > 0, sqrt(x), 1)",
        "if(x > 0, 1, log(-x))": "if(side 0 > 0 or x > 0, 1, log(-x))",
        "if(x > 0, sqrt(x), sqrt(-x))": "if(x > 0, sqrt(x), sqrt(-x))",
        "max(x, 0)^1.5": "if(side 0 > 0, max(x, 0), 0)^1.5",
        "max(x, -x)^1.5": "max(x, -x)^1.5",
        "sqrt(abs(x))": "sqrt(abs(x))",
    }
    for work, piece in printed.items():
        pieces = smooth_pieces(oscillator(work))
        assert print_tree(pieces.model.work[0].expression.root) == piece
        assert [switch.rough for switch in pieces.switches] == [True]
    (smooth,) = smooth_pieces(oscillator("max(x, 0)")).switches
    assert not smooth.rough


def test_noise_is_measured_by_the_largest_coordinates_so_far() -> None:
    """Where a mode begins at x = 0, rounding of the speed is no more than it is elsewhere."""
    ready = prepare_run(oscillator("0"))
    y = ready.problem.start.copy()
    y[:2] = 1e-17, 1.5
    times, peak = ready.problem.times, np.array([0.5, 1.5])
    found = noise_of_rates(ready.problem.dynamics, times, y[np.newaxis], peak=peak)
    assert 0 < found.noise[0] * 0.5 < 1e-14


def test_a_kink_at_the_end_of_a_row_is_met() -> None:
    """Runs that end a little before, at and after a kink."""
    work, p = ROOTS["a condition before a root"]
    at = crossings(p, 2)[1]
    for end in (at * (1 - 1e-3), at * (1 - 1e-7), at, at * (1 + 1e-7), at * (1 + 1e-3)):
        motion = dalembert.simulate(oscillator(work), t_end=end, rtol=1e-9, samples=20)
        assert motion.status == "ok", motion.message
        assert len(motion.events) == 1 + (end > at * (1 + 1e-8)) or end == at
