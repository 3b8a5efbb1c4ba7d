"""Simulated motions of the library against truths that share nothing with the package."""

from __future__ import annotations

from dataclasses import replace

import mpmath
import numpy as np
import pytest
from truths import TRUTHS, four_bar_period, truth

import dalembert
from dalembert import library

RTOL = 1e-9
SPEEDS_ONLY = ("drive_train",)  # its twists are far below the rounding of its angles
CONSTRAINED = ("rod_pendulum", "four_bar", "four_bar_pinned", "conveyor")


def model_of(name: str, case: str) -> dalembert.Model:
    """The library model, its contacts taken out: the truth of the wall ends before the impact."""
    return replace(dalembert.vary(dalembert.read(name), case), contacts=())


def errors(motion: dalembert.Motion, name: str, case: str) -> np.ndarray:
    """The error of each entry against its largest size over the motion."""
    q, qd = truth(name, case).at(motion.t)
    blocks = [(motion.qd, qd)] if name in SPEEDS_ONLY else [(motion.q, q), (motion.qd, qd)]
    found = [
        np.abs(own - true) / np.abs(true).max(axis=0).clip(1e-3 * np.abs(true).max()) for own, true in blocks
    ]
    return np.hstack(found)


@pytest.mark.parametrize("name, case", TRUTHS)
def test_motions_meet_the_tolerance(name: str, case: str) -> None:
    """Every entry of every row is within ten tolerances of the truth, and the run says so."""
    known = truth(name, case)
    motion = dalembert.simulate(
        model_of(name, case),
        t_end=known.horizon,
        samples=300,
        rtol=RTOL,
        variation=dalembert.Variation(settings=dalembert.RunSettings(atol=RTOL)),
    )
    assert motion.status == "ok", motion.message
    found = errors(motion, name, case)
    assert found.max() <= 10 * RTOL
    assert motion.accuracy.achieved <= 10 * RTOL
    assert found.max() <= 10 * motion.accuracy.achieved + 1e-12


@pytest.mark.parametrize("rtol", [1e-3, 1e-5, 1e-7, 1e-11])
@pytest.mark.parametrize("name", ["rod_pendulum", "four_bar", "polar_arm", "n_link_pendulum:2", "conveyor"])
def test_the_tolerance_is_a_promise_about_the_result(name: str, rtol: float) -> None:
    """At tolerances from coarse to fine the result, not the step, meets what was asked for."""
    motion = dalembert.simulate(name, t_end=truth(name).horizon, samples=97, rtol=rtol)
    assert motion.status == "ok"
    assert errors(motion, name, "").max() <= 3 * rtol


@pytest.mark.parametrize(
    "method", ["rk54", "rk853", "taylor", "cvodes", "ida", "scipy:DOP853", "scipy:LSODA", "scipy:Radau"]
)
@pytest.mark.parametrize("name", ["rod_pendulum", "triple_pendulum"])
def test_methods_agree(name: str, method: str) -> None:
    """Methods of other libraries, given the same field, find the same motion."""
    motion = dalembert.simulate(name, t_end=1.0, samples=20, rtol=1e-6, method=method)
    assert motion.status == "ok"
    assert errors(motion, name, "").max() <= 1e-5


@pytest.mark.parametrize("name", CONSTRAINED)
def test_constraints_hold_at_every_row(name: str) -> None:
    """Scaled residuals of positions and velocities stay at rounding, at loose tolerances too."""
    for rtol in (1e-4, 1e-9):
        motion = dalembert.simulate(name, rtol=rtol, samples=500)
        assert motion.residual.position.max() <= 1e-12
        assert motion.residual.velocity.max() <= 1e-12


def test_five_turns_of_the_linkage_take_five_periods() -> None:
    """After five quadrature periods the crank has turned five times and everything is where it was."""
    period = four_bar_period()
    motion = dalembert.simulate("four_bar", t_end=5 * period, samples=10, rtol=1e-10)
    turned = motion["theta2"][-1] - motion["theta2"][0]
    assert abs(turned - 10 * np.pi) <= 1e-8
    np.testing.assert_allclose(motion.qd[-1], motion.qd[0], atol=1e-7)


def test_the_hanging_chain_keeps_its_energy() -> None:
    """Dominguez' set1: 20 s of chaos at rtol 1e-12 keep the energy to 1e-9 J."""
    motion = dalembert.simulate(dalembert.vary(dalembert.read("triple_pendulum"), "set1"), rtol=1e-12)
    assert motion.status == "limited"
    assert motion.t[-1] == 20
    assert np.abs(motion.ledger.energy - motion.ledger.energy[0]).max() <= 1e-9
    assert 1 < motion.accuracy.until < 20  # it says itself that no such run can be trusted to the end


def test_the_turning_rod_drifts_linearly() -> None:
    """Dominguez' set2 turns as one rod: energy to 1e-13, and no error that grows faster than with time."""
    motion = dalembert.simulate(dalembert.vary(dalembert.read("triple_pendulum"), "set2"), rtol=1e-12)
    assert np.abs(motion.ledger.energy - 4.5).max() <= 1e-12
    error = np.abs(motion.q - (np.pi / 2 + motion.t)[:, np.newaxis]).max(axis=1)
    half, whole = error[: len(error) // 2].max(), error.max()
    assert whole <= 1e-12 + 8 * half
    assert whole <= 1e-10


def test_the_pinned_point_stays() -> None:
    """Dominguez' set3: the pinned end stays within 1e-12 m and link 3 turns fully."""
    motion = dalembert.simulate(dalembert.vary(dalembert.read("four_bar_pinned"), "set3"), t_end=20)
    L, q = np.array([2.0, 1.0, 0.5]), motion.q
    place = np.stack([(L * np.cos(q)).sum(axis=1), (L * np.sin(q)).sum(axis=1)])
    assert np.abs(place - place[:, :1]).max() <= 1e-12
    assert np.ptp(motion["theta3"]) > 2 * np.pi
    assert abs(motion.ledger.energy[0] - 42.4112550) < 1e-7


def test_twenty_links_run_for_twenty_seconds() -> None:
    """The chain of 20 links runs its 20 s with a closed ledger."""
    motion = dalembert.simulate("n_link_pendulum:20", rtol=1e-7)
    assert motion.status == "limited"
    assert motion.reached == 20
    assert motion.ledger.error <= 1e-7


@pytest.mark.parametrize("name", ["rod_pendulum", "four_bar", "triple_pendulum", "four_bar_pinned"])
def test_known_numbers_of_motions(name: str) -> None:
    """Final values, extreme speeds and periods that the library knows are found by simulation."""
    checked = 0
    for number in library.facts_by_name(name).numbers:
        what, case = number.what, ""
        if what.startswith("case."):
            _, case, what = what.split(".", 2)
        kind, *rest = what.split(".")
        if kind not in ("final", "maximum", "minimum", "period"):
            continue
        model = dalembert.vary(dalembert.read(name), case)
        motion = dalembert.simulate(
            model, samples=20000 if kind != "final" else 100, t_end=None if kind == "final" else 6.0
        )
        if kind == "final":
            found = motion[rest[0]][-1]
        elif kind == "period":
            found = period_of(motion, rest[0])
        else:
            speeds = motion[f"{rest[1]}'"]
            found = speeds.max() if kind == "maximum" else speeds.min()
        assert found == pytest.approx(number.value, rel=max(number.rtol, 1e-6)), number.what
        checked += 1
    assert checked or name == "four_bar_pinned"


def period_of(motion: dalembert.Motion, name: str) -> float:
    """The time of one turn, or between two maxima of an oscillation, by interpolation."""
    x, v, t = motion[name], motion[f"{name}'"], motion.t
    if np.all(v > 0):
        return float(np.interp(x[0] + 2 * np.pi, x, t) - t[0])
    falls = np.flatnonzero((v[:-1] > 0) & (v[1:] <= 0))
    times = [t[i] + (t[i + 1] - t[i]) * v[i] / (v[i] - v[i + 1]) for i in falls]
    return float(times[0])  # it starts at a maximum, at rest


def drive_train_speeds(times: np.ndarray) -> np.ndarray:
    """M^(1/2) θ' = Σ v (v·M^(-1/2) F) sin(ω t)/ω over the modes in 40 digits; the rigid one grows with t."""
    with mpmath.workdps(40):
        n, m = mpmath.mpf(10) / 30, mpmath.mpf(15) / 20
        mass = [mpmath.mpf(10), 20 + 30 * n**2, 40 + 50 * m**2, mpmath.mpf(60)]
        k = mpmath.mpf(10) ** 9
        shafts = ((-1, 1, 0, 0), (0, n, 1, 0), (0, 0, m, 1))  # the twist of each by the angles
        root = [mpmath.sqrt(one) for one in mass]
        K = mpmath.matrix(4, 4)
        for i in range(4):
            for j in range(4):
                K[i, j] = k * sum(one[i] * one[j] for one in shafts) / (root[i] * root[j])
        squares, modes = mpmath.eigsy(K)
        rows = []
        for t in map(mpmath.mpf, times.tolist()):
            grown = [t, *(mpmath.sin(mpmath.sqrt(w) * t) / mpmath.sqrt(w) for w in list(squares)[1:])]
            push = [modes[0, i] * 10 / root[0] * grown[i] for i in range(4)]
            rows.append([float(sum(modes[j, i] * push[i] for i in range(4)) / root[j]) for j in range(4)])
        return np.array(rows)


def test_a_drive_train_keeps_its_phase_over_a_hundred_thousand_radians() -> None:
    """Every speed of the undamped drive train is that of its modes to the last digits; nobody chose the method."""
    motion = dalembert.simulate("drive_train")
    assert (motion.method, motion.status, motion.work.rhs) == ("exponential", "ok", 0)
    some = np.r_[0:150, 99_850:100_001]
    off = np.abs(motion.qd[some] - drive_train_speeds(motion.t[some]))
    assert (off / np.abs(motion.qd).max(axis=0)).max() <= motion.accuracy.achieved <= 1e-15
    assert motion.ledger.error <= 1e-11
