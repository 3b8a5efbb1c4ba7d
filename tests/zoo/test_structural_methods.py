"""Newmark, generalised-α and the variational method on the library, against modal solutions and energies."""

from __future__ import annotations

import numpy as np
import pytest
from truths import truth

import dalembert


def error(name: str, method: str, dt: float, t_end: float) -> float:
    """The largest error of the coordinates at twenty samples."""
    motion = dalembert.simulate(name, t_end=t_end, samples=20, method=method, dt=dt)
    return float(np.abs(motion.q - truth(name).at(motion.t)[0]).max())


@pytest.mark.parametrize(
    "name, method, t_end",
    [
        ("sprung_rod", "newmark", 2.0),
        ("sprung_rod", "galpha", 2.0),
        ("sprung_rod", "rattle", 2.0),
        ("triple_arm", "newmark", 0.5),
        ("rod_pendulum", "galpha", 2.0),
        ("rod_pendulum", "rattle", 2.0),
        ("four_bar", "galpha", 0.7),
        ("four_bar", "rattle", 0.7),
        ("conveyor", "galpha", 1.0),
    ],
)
def test_structural_methods_are_of_second_order(name: str, method: str, t_end: float) -> None:
    """Halving the step quarters the error, on open and closed chains."""
    errors = [error(name, method, dt, t_end) for dt in (4e-3, 2e-3, 1e-3)]
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    assert np.abs(orders - 2).max() < 0.1


def peaks(values: np.ndarray, dt: float, count: int) -> list[float]:
    """The frequencies of the highest peaks of a spectrum, with a Hann window."""
    window = np.hanning(len(values))
    size = np.abs(np.fft.rfft((values - values.mean()) * window))
    frequency = np.fft.rfftfreq(len(values), dt)
    tops = [k for k in range(1, len(size) - 1) if size[k - 1] < size[k] >= size[k + 1]]
    best = sorted(sorted(tops, key=lambda k: -size[k])[:count])
    return [float(frequency[k]) for k in best]


def test_spectral_peaks_are_the_modes() -> None:
    """The accelerations of the sprung rod peak at its three natural frequencies, within the resolution."""
    motion = dalembert.simulate("sprung_rod", t_end=10, samples=10_000, method="newmark", dt=1e-3)
    found = peaks(motion["q1''"][1:], 1e-3, 3)
    np.testing.assert_allclose(found, [1.78349, 6.26222, 8.84172], rtol=0, atol=0.1)


def test_newmark_follows_the_drive_train_at_fine_steps() -> None:
    """At dt = 1e-5 s the speeds are those of the modal solution but for the phase, ω³ dt² t/12, of the fastest mode."""
    motion = dalembert.simulate("drive_train", t_end=0.005, samples=50, method="newmark", dt=1e-5)
    true = truth("drive_train").at(motion.t)[1]
    waves = np.abs(true - true[-1:] * (motion.t / motion.t[-1])[:, np.newaxis]).max()
    phase = (2 * np.pi * 1913.19) ** 3 * 1e-5**2 * 0.005 / 12
    assert np.abs(motion.qd - true).max() <= phase * waves
    finer = dalembert.simulate("drive_train", t_end=0.005, samples=50, method="newmark", dt=5e-6)
    assert np.abs(finer.qd - true).max() <= 0.3 * np.abs(motion.qd - true).max()


def test_newmark_shifts_the_modes_of_the_drive_train() -> None:
    """At dt = 1e-3 s the spectrum peaks at 319.5, 393.1 and 447.5 Hz instead of 500, 912 and 1913 Hz, and it is said."""
    motion = dalembert.simulate("drive_train", t_end=4, samples=4000, method="newmark", dt=1e-3)
    found = peaks(motion["theta1''"][1:] - motion["theta1''"][1:].mean(), 1e-3, 3)
    np.testing.assert_allclose(found, [319.5, 393.1, 447.5], rtol=0, atol=0.5)
    said = " ".join(map(str, motion.remarks))
    assert "319.5, 393.1, 447.5 Hz" in said
    assert "alias modes" in said


def test_damping_of_a_method_shows_in_the_ledger() -> None:
    """The energy that generalised-α takes from fast modes is unexplained energy in the ledger; Newmark takes none."""
    damped, kept = (
        dalembert.simulate("sprung_rod", t_end=2, samples=50, method=method, dt=1e-2)
        for method in ("galpha:0", "newmark")
    )
    assert damped.ledger.error > 1e-3
    assert damped.status == "flagged"
    assert kept.ledger.error < 1e-12


def test_the_energy_of_a_long_run_stays_bounded() -> None:
    """Over 100 000 periods of a pendulum the energy of the variational method oscillates without a trend."""
    model = dalembert.model(
        parameters={"m": 1, "l": 1, "g": 9.81},
        coordinates={"a": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*l^2*a'^2", "potential": "-m*g*l*cos(a)"},
    )
    period = 2.1390
    motion = dalembert.simulate(model, t_end=1e5 * period, samples=997, method="rattle", dt=period / 50)
    energy = motion.ledger.energy
    half = len(energy) // 2
    assert np.ptp(energy) < 2e-3
    assert abs(np.ptp(energy[half:]) / np.ptp(energy[:half]) - 1) < 0.02
    assert abs(energy[half:].mean() - energy[:half].mean()) < 0.05 * np.ptp(energy)


def test_fixed_steps_are_asked_for() -> None:
    """A method with fixed steps without dt, and constants that it does not take, are refused with what to type."""
    with pytest.raises(dalembert.ModelError, match="--dt"):
        dalembert.simulate("sprung_rod", method="newmark")
    with pytest.raises(dalembert.ModelError, match=r"0\.25,0\.5"):
        dalembert.simulate("sprung_rod", method="newmark:2,7,1", dt=1e-3)
    with pytest.raises(dalembert.ModelError, match="displacement constraints"):
        dalembert.simulate("four_bar", method="newmark", dt=1e-3)
