"""The truths against each other, against the laws they must keep, and against printed numbers."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import truth_flow
from numpy.polynomial import chebyshev
from scipy.integrate import solve_ivp
from scipy.linalg import expm, null_space
from scipy.optimize import brentq
from scipy.special import ellipj, ellipk
from start_of import start_of
from truths import CLOSED_FORMS, TRUTHS, equations, four_bar_period, four_bar_speed, solution, truth

import dalembert

INTEGRATED = [
    key
    for key in TRUTHS
    if key not in CLOSED_FORMS and key not in {("triple_pendulum", "set1"), ("four_bar_pinned", "set3")}
]
FASTEST = {"drive_train": 12021, "sprung_rod": 56, "triple_arm": 200, "four_bar": 60, "four_bar_pinned": 100}
"""The quickest thing in a motion, in rad/s: what sets the width of a window for a derivative; 40 elsewhere."""


def times(name, case="", count=9):
    """Times inside the horizon, not equally spaced, with room for a window around each.

    Only the first moments of drive_train: later its twists, 1e-8 rad, are lost in the rounding of its angles.
    """
    span = 0.01 if name == "drive_train" else truth(name, case).horizon
    return span * (0.02 + 0.96 * np.sort(np.random.default_rng(5).random(count)))


def close(found, wanted, rtol=0.0, atol=0.0):
    """Fail unless the two agree within rtol of the wanted plus atol."""
    np.testing.assert_allclose(found, wanted, rtol=rtol, atol=atol)


def rate(name, case, t, of):
    """The derivative at times t of what `of` makes of (q, qd): through 14 Chebyshev nodes around each time."""
    n = 14
    x = np.cos(np.pi * (np.arange(n) + 0.5) / n)
    weights = chebyshev.chebval(0, chebyshev.chebder(np.linalg.inv(chebyshev.chebvander(x, n - 1))))
    width = 0.5 / FASTEST.get(name, 40)
    values = of(*truth(name, case).at((t[:, None] + width * x).ravel()))
    return np.einsum("j,tj...->t...", weights / width, values.reshape(len(t), n, *values.shape[1:]))


@pytest.mark.parametrize("key", TRUTHS, ids=" ".join)
def test_starts_where_the_model_starts(key):
    """A truth has the model's coordinates in the model's order, and its start and speeds, dependent ones too."""
    start = start_of(*key)
    assert truth(*key).names == tuple(start.names)
    q, qd = truth(*key).at([0.0])
    close(q[0], start.q, atol=1e-12)
    close(qd[0], start.qd, atol=1e-12)


@pytest.mark.parametrize("key", TRUTHS, ids=" ".join)
def test_speeds_are_derivatives(key):
    """The speeds of a truth are the derivatives of its coordinates."""
    t = times(*key)
    qd = truth(*key).at(t)[1]
    close(rate(*key, t, lambda q, _: q), qd, atol=1e-10 * max(1, np.max(np.abs(qd))))


@pytest.mark.parametrize("key", TRUTHS, ids=" ".join)
def test_model_equations_hold(key):
    """Along a truth h − M qdd of the library's model is a constraint force, and its constraints are met."""
    at, t = start_of(*key).at, times(*key)
    accelerations = rate(*key, t, lambda _, qd: qd)
    for q, qd, qdd in zip(*truth(*key).at(t), accelerations, strict=True):
        found = at(q, qd)
        free = null_space(found["Phi_q"]) if len(found["Phi_q"]) else np.eye(len(q))
        inertia, force = found["M"] @ qdd, found["h"].ravel()
        size = 1 + np.max(np.abs(found["M"] * qdd)) + np.max(np.abs(force))
        assert np.max(np.abs(free.T @ (force - inertia))) <= 1e-9 * size
        assert np.max(np.abs(found["Phi"]), initial=0.0) <= 1e-13
        assert np.max(np.abs(found["Phi_q"] @ qd), initial=0.0) <= 1e-12


# Bodies: mass, inertia about the mass centre and place (x, y, angle) of each as a function of q, written again


def hanging(masses, lengths, g):
    """Uniform links, x down: mass centres at half of each link beyond the links before it."""
    reach = np.tril(np.tile(lengths, (len(lengths), 1)), -1) + np.diag(np.array(lengths) / 2)
    place = lambda q: np.stack([np.cos(q) @ reach.T, np.sin(q) @ reach.T, q], -1)  # noqa: E731
    return masses, np.array(masses) * np.array(lengths) ** 2 / 12, (g, 0), place


def triple_arm_bodies():
    """Point masses; x across, y up, angles from the upward vertical."""
    reach = np.array([[0.13, 0, 0], [0.30, 0.11, 0], [0.30, 0.26, 0.06]])
    return (
        [2.1, 1.3, 0.45],
        [0, 0, 0],
        (0, -9.81),
        lambda q: np.stack([np.sin(q) @ reach.T, np.cos(q) @ reach.T, q], -1),
    )


def polar_arm_bodies():
    """A rod pivoted at its end, a rod sliding along it; y up."""

    def place(q):
        out, angle = np.stack([0 * q[..., 0] + 0.5, q[..., 0]], -1), np.stack([q[..., 1]] * 2, -1)
        return np.stack([out * np.cos(angle), out * np.sin(angle), angle], -1)

    return [2, 1], [2 / 12, 0.4**2 / 12], (0, -9.81), place


def free_bodies(masses, lengths):
    """Uniform links whose coordinates are x, y and angle themselves; y up."""
    place = lambda q: q.reshape(*q.shape[:-1], -1, 3)  # noqa: E731
    return masses, np.array(masses) * np.array(lengths) ** 2 / 12, (0, -9.81), place


BODIES = {
    ("rod_pendulum", ""): free_bodies([1], [10]),
    ("four_bar", ""): free_bodies([0.8, 1.8, 1.6], [0.4, 0.9, 0.8]),
    ("triple_arm", ""): triple_arm_bodies(),
    ("polar_arm", ""): polar_arm_bodies(),
    ("triple_pendulum", ""): hanging([1] * 3, [1] * 3, 10),
    ("triple_pendulum", "set1"): hanging([1] * 3, [1] * 3, 10),
    ("triple_pendulum", "set2"): hanging([1] * 3, [1] * 3, 0),
    ("triple_pendulum", "demo"): hanging([1] * 3, [1] * 3, 1),
    ("n_link_pendulum:1", ""): hanging([1], [1], 10),
    ("n_link_pendulum:2", ""): hanging([1] * 2, [1] * 2, 10),
    ("n_link_pendulum:5", ""): hanging([1] * 5, [1] * 5, 10),
    ("n_link_pendulum:20", ""): hanging([1] * 20, [1] * 20, 10),
    ("four_bar_pinned", ""): hanging([1, 1, 3], [2, 1, 0.5], 5),
    ("four_bar_pinned", "set3"): hanging([1, 1, 3], [2, 1, 0.5], 5),
    ("four_bar_pinned", "demo"): hanging([1, 1, 1], [1, 1, 2], 5),
    ("four_bar_pinned", "long_coupler"): hanging([1, 5, 1], [1, 9, 1], 5),
}


def place_q(place, q):
    """The derivative of the places by each coordinate, last axis, by complex steps (exact)."""
    steps = 1e-30j * np.eye(q.shape[-1])
    return np.stack([place(q + step).imag / 1e-30 for step in steps], -1)


@pytest.mark.parametrize("key", BODIES, ids=" ".join)
def test_principle_of_virtual_work(key):
    """Inertia forces and weights of the bodies do no work in any displacement that the joints allow."""
    masses, inertias, down, place = BODIES[key]
    weigh = np.stack([masses, masses, inertias], -1)
    pull = np.array([*down, 0]) * np.array(masses)[:, None]
    t = times(*key)
    q, qd = truth(*key).at(t)
    moving = lambda q, qd: np.einsum("tbki,ti->tbk", place_q(place, q), qd)  # noqa: E731
    accelerations = rate(*key, t, moving)
    closed = key[0] in {"rod_pendulum", "four_bar", "four_bar_pinned"}
    allowed = qd[:, :, None] if closed else np.broadcast_to(np.eye(q.shape[1]), (len(q), *[q.shape[1]] * 2))
    shifts = np.einsum("tbki,tij->tbkj", place_q(place, q), allowed)
    lost = np.einsum("tbk,tbkj->tj", pull - weigh * accelerations, shifts)
    size = np.einsum("tbk,tbkj->tj", np.abs(pull) + np.abs(weigh * accelerations), np.abs(shifts))
    assert np.max(np.abs(lost)) <= 1e-9 * np.max(size) + 1e-12


def energy_of_bodies(key, t):
    """T + V of the bodies at times t, and the largest T + |V| on the way."""
    masses, inertias, down, place = BODIES[key]
    q, qd = truth(*key).at(t)
    speeds = np.einsum("tbki,ti->tbk", place_q(place, q), qd)
    kinetic = np.sum(np.stack([masses, masses, inertias], -1) * speeds**2, (1, 2)) / 2
    potential = -place(q)[..., :2] @ np.array(down) @ np.array(masses)
    return kinetic + potential, np.max(kinetic + np.abs(potential))


@pytest.mark.parametrize("key", BODIES, ids=" ".join)
def test_energy_is_constant(key):
    """The energy of a truth without damping stays what it was to 1e-11."""
    energy, size = energy_of_bodies(key, np.linspace(0, truth(*key).horizon, 501))
    assert np.ptp(energy) <= 1e-11 * size


@pytest.mark.parametrize(
    "key, printed, digits",
    [
        (("rod_pendulum", ""), -34.68358761720016, 1e-12),
        (("four_bar", ""), 22.1261048546, 1e-10),
        (("triple_arm", ""), -9.1625920702104, 1e-12),
        (("polar_arm", ""), 8.46569616067302, 1e-12),
        (("triple_pendulum", "set2"), 4.5, 1e-12),
        (("four_bar_pinned", "set3"), 42.4112550, 2e-9),
    ],
)
def test_printed_energies(key, printed, digits):
    """The energy of a truth is the printed one."""
    assert energy_of_bodies(key, [0.0])[0][0] == pytest.approx(printed, rel=digits)


# Geometry of the closed chains


@pytest.mark.parametrize(
    "case, lengths", [("set3", (2, 1, 0.5)), ("demo", (1, 1, 2)), ("long_coupler", (1, 9, 1))]
)
def test_pinned_end_stays(case, lengths):
    """The end of the pinned chain stays where it was, to 1e-13 m."""
    angles, _ = truth("four_bar_pinned", case).at(np.linspace(0, truth("four_bar_pinned", case).horizon, 501))
    end = np.exp(1j * angles) @ np.array(lengths)
    assert np.max(np.abs(end - end[0])) <= 1e-13


def test_four_bar_stays_closed():
    """The mass centres lie in the middle of links that are pinned to each other and to the ground."""
    q, _ = truth("four_bar").at(np.linspace(0, truth("four_bar").horizon, 501))
    crank, coupler, rocker = (q[:, i] + 1j * q[:, i + 1] for i in (0, 3, 6))
    halves = np.exp(1j * q[:, 2::3]) * np.array([0.2, 0.45, 0.4])
    a, b, c = halves.T
    for gap in (crank - a, coupler - b - (crank + a), coupler + b - (rocker + c), rocker - c - 1):
        assert np.max(np.abs(gap)) <= 1e-13


# Times of turns, printed speeds


def test_four_bar_turns_in_its_period():
    """After one period of the quadrature the crank has made one turn, and after five, five."""
    period = four_bar_period()
    assert period == pytest.approx(0.78648657561, rel=2e-11)
    q, qd = truth("four_bar").at(np.array([0, 1, 2, 3, 4, 5]) * period)
    turns = np.zeros(9)
    turns[2] = 2 * np.pi
    close(q, q[0] + np.outer(np.arange(6), turns), atol=1e-12)
    close(qd, np.tile(qd[0], (6, 1)), atol=1e-11)


def test_four_bar_speeds_follow_from_energy():
    """The crank has at every angle the speed that its energy gives it, 4.603 at least and 16.892 at most."""
    q, qd = truth("four_bar").at(np.linspace(0, four_bar_period(), 4001))
    close(qd[:, 2], four_bar_speed(q[:, 2]).astype(float), rtol=1e-12)
    assert qd[:, 2].min() == pytest.approx(4.603, abs=5e-4)
    assert qd[:, 2].max() == pytest.approx(16.892, abs=5e-4)


def test_four_bar_passes_collinear_positions():
    """In every turn the crank comes into line with the coupler twice: stretched and folded."""
    q, _ = truth("four_bar").at(np.linspace(0, four_bar_period(), 2001))
    across = np.sin(q[:, 2] - q[:, 5])
    assert np.count_nonzero(np.diff(np.sign(across))) == 2


@pytest.mark.parametrize(
    "name, names, printed",
    [
        ("four_bar", ("theta3", "theta4"), (-1.5924042278, 1.6965015794)),
        ("four_bar_pinned", ("theta1", "theta2"), (0.5000610, -0.0156263)),
    ],
)
def test_printed_start_speeds(name, names, printed):
    """The speeds that one given speed implies are the printed ones."""
    _, qd = truth(name).at([0.0])
    found = [qd[0, truth(name).names.index(n)] for n in names]
    close(found, printed, atol=5e-8)


def test_pinned_link_turns_fully():
    """In set3 link 3 turns fully again and again, and each turn ends in the state it began with."""
    chain = truth("four_bar_pinned", "set3")
    turned = lambda t: chain.at([t])[0][0, 2] - 2 * np.pi  # noqa: E731
    period = brentq(turned, 0.1, 3.0, xtol=1e-15, rtol=1e-15)
    q, qd = chain.at(np.arange(4) * period)
    close(q, q[0] + np.outer(np.arange(4), [0, 0, 2 * np.pi]), atol=1e-11)
    close(qd, np.tile(qd[0], (4, 1)), atol=1e-10)


def test_rod_pendulum_period():
    """The rod pendulum is back at its start after 5.386689500375 s and passes the lowest point at .9284313345466."""
    period = 5.386689500375
    theta, speed = (rows[:, 2] for rows in truth("rod_pendulum").at(np.array([0, 1 / 4, 1 / 2, 1]) * period))
    close(theta, np.radians([45, 0, -45, 45]), atol=1e-11)
    close(speed, [0, -0.9284313345466, 0, 0], atol=1e-11)


def test_one_link_is_a_rod_pendulum():
    """One link let go from the horizontal moves by sin(theta/2) = k sn(K + ω t) with k² = ½."""
    link = truth("n_link_pendulum:1")
    t = np.linspace(0, link.horizon, 201)
    omega = np.sqrt(1.5 * 10)
    sn, cn, _, _ = ellipj(ellipk(0.5) + omega * t, 0.5)
    q, qd = link.at(t)
    close(q[:, 0], 2 * np.arcsin(np.sqrt(0.5) * sn), atol=1e-12)
    close(qd[:, 0], 2 * np.sqrt(0.5) * omega * cn, atol=1e-12)


# Linear systems: M q'' + C q' + K q = force in free coordinates


@cache
def linear(name):
    """M, C, K, force, and the matrix that takes the free coordinates to all, from the energies of the source."""
    if name == "sprung_rod":
        m, g, k = 10, 9.81, 1e4
        centre, angle = np.array([0.5, 0, 0.5]), np.array([0.2, 0, -0.2])  # x_G, l theta_G
        hung, hanger = np.array([0, 1, 0]), np.array([-3 / 5, 1, -2 / 5])
        M = (
            2 * m * np.outer(centre, centre)
            + 25 / 6 * m * np.outer(angle, angle)
            + 5 * m * np.outer(hung, hung)
        )
        K = k * (np.diag([1, 0, 1]) + np.outer(hanger, hanger))
        return M, 0 * M, K, -2 * m * g * centre - 5 * m * g * hung, np.eye(3)
    if name == "drive_train":
        M = np.diag([10, 20 + 30 / 9, 40 + 50 * 225 / 400, 60])
        twists = np.array([[-1, 1, 0, 0], [0, 1 / 3, 1, 0], [0, 0, 3 / 4, 1]])
        return M, 0 * M, 1e9 * twists.T @ twists, np.array([10, 0, 0, 0]), np.eye(4)
    r = truth_flow.Real(0.1)
    free = np.array([[1, 0], [0, r], [0, 1], [1 / r, 0]])  # x1..x4 by x1 and x3
    M = free.T @ np.diag([20, 0, 0.05, 0.05]) @ free
    stretch = np.array([1, -1, 0, 0]) @ free
    return M, 50 * np.outer(stretch, stretch), 5e3 * np.outer(stretch, stretch), np.array([0, 5]), free


@pytest.mark.parametrize(
    "name, ends", [("sprung_rod", (0.3, 10.0)), ("drive_train", (1e-3, 0.02)), ("conveyor", (0.1, 2.0))]
)
def test_linear_truths_are_matrix_exponentials(name, ends):
    """A linear truth is the exponential of its state matrix, applied to its start."""
    M, C, K, force, free = (part.astype(float) for part in linear(name))
    n = len(M)
    A = np.zeros((2 * n + 1, 2 * n + 1))
    A[:n, n : 2 * n] = np.eye(n)
    A[n : 2 * n, :n], A[n : 2 * n, n : 2 * n] = -np.linalg.solve(M, K), -np.linalg.solve(M, C)
    A[n : 2 * n, -1] = np.linalg.solve(M, force)
    q, qd = truth(name).at(ends)
    for t, found, speeds in zip(ends, q, qd, strict=True):
        y = expm(A * t)[:, -1]
        close(found, free @ y[:n], rtol=1e-9, atol=1e-11 * np.max(np.abs(found)))
        close(speeds, free @ y[n : 2 * n], atol=1e-10 * np.max(np.abs(speeds)))


@pytest.mark.parametrize("name", ["sprung_rod", "drive_train", "conveyor"])
def test_linear_truths_keep_the_books(name):
    """Energy plus what the damper took is the work of the force, at every moment."""
    M, C, K, force, free = (part.astype(float) for part in linear(name))
    unfree = np.linalg.pinv(free)
    t = times(name)

    def stored(q, qd):
        q, qd = q @ unfree.T, qd @ unfree.T
        return np.sum(qd @ M * qd + q @ K * q, 1) / 2

    speeds = truth(name).at(t)[1] @ unfree.T
    power = speeds @ force - np.sum(speeds @ C * speeds, 1)
    close(rate(name, "", t, stored), power, atol=1e-9 * np.max(np.abs(power)))


def test_sprung_rod_swings_about_its_static_place():
    """The mean of the modal motion over a long time tends to q = (−.03924, −.084366, −.02943)."""
    q, _ = truth("sprung_rod").at(np.linspace(0, 10, 20001))
    window = np.hanning(len(q))
    close(window @ q / window.sum(), [-0.03924, -0.084366, -0.02943], atol=3e-5)


def test_drive_train_accelerates_as_one():
    """The mean speed of theta1 grows by .2239502 rad/s², and theta2, theta3, theta4 follow by the gears."""
    _, qd = truth("drive_train").at(np.linspace(0, 1, 20001))
    ratios = np.array([1, 1, -1 / 3, 1 / 4])
    assert np.max(np.abs(qd[-1] / ratios - 0.2239502)) <= 4e-3
    t, window = np.linspace(-0.5, 0.5, 20001), np.hanning(20001)
    slope = (window * t) @ qd / ((window * t) @ t)
    close(slope / ratios, 0.2239502, atol=1e-6)


@pytest.mark.parametrize(
    "name, printed",
    [("sprung_rod", (1.78349, 6.26222, 8.84172)), ("drive_train", (499.76, 912.32, 1913.19))],
)
def test_printed_frequencies_are_in_the_motion(name, printed):
    """A speed of a modal truth is made of its printed frequencies (and a line) and nothing else."""
    t = np.linspace(0, 15 / printed[0], 2001)
    parts = [
        t,
        *(np.sin(2 * np.pi * hz * t) for hz in printed),
        *(np.cos(2 * np.pi * hz * t) for hz in printed),
    ]
    speeds = truth(name).at(t)[1]
    rest = speeds - np.stack(parts, 1) @ np.linalg.lstsq(np.stack(parts, 1), speeds, rcond=None)[0]
    assert np.max(np.abs(rest)) <= 2e-3 * np.max(np.abs(speeds))


def test_conveyor_ends_in_steady_acceleration():
    """Once the belt is still the load accelerates at 5/3 m/s²."""
    t = np.array([1.9])
    close(rate("conveyor", "", t, lambda _, qd: qd[:, 0]), 5 / 3, atol=1e-4)


def test_mass_is_free_until_it_strikes():
    """The truth of mass_and_wall ends as the gap closes, 1.997183677 s, at .0416233108 m/s, the wall still at rest."""
    free = truth("mass_and_wall")
    t = np.linspace(0, free.horizon, 1001)
    q, qd = free.at(t)
    assert free.horizon == pytest.approx(1.997183677, abs=2e-6)
    assert np.all(q[:, 1] + 0.005 - q[:, 0] > 0)
    assert q[-1, 0] == pytest.approx(0.005, abs=1e-7)
    assert qd[-1, 0] == pytest.approx(0.0416233108, abs=1e-8)
    assert not q[:, 1].any()
    close(10 * qd[:, 0] ** 2 + 7 * q[:, 0] ** 2, 2 * 0.00875, rtol=1e-14)
    close(rate("mass_and_wall", "", t[20:-20], lambda _, qd: qd)[:, 0], -0.7 * q[20:-20, 0], atol=1e-12)


# The numbers themselves


@pytest.mark.parametrize("key", INTEGRATED, ids=" ".join)
def test_accuracy_is_what_is_claimed(key):
    """Fewer nodes on other panels change no coordinate and no speed by more than the accuracy."""
    problem = equations(*key)
    other = solution(problem, truth_flow.flow(problem.f, problem.start, problem.horizon, nodes=19))
    t = np.linspace(0, problem.horizon, 301)
    for found, again in zip(truth(*key).at(t), other.at(t), strict=True):
        assert np.max(np.abs(found - again)) <= truth(*key).accuracy


@pytest.mark.parametrize("name, span", [("sprung_rod", 10.0), ("drive_train", 0.05), ("conveyor", 2.0)])
def test_closed_forms_of_linear_systems_are_accurate(name, span):
    """The flow of M q'' + C q' + K q = force differs from the closed form by no more than the accuracy."""
    M, C, K, force, free = (part.astype(truth_flow.Real) for part in linear(name))
    n = len(M)

    def rates(y):
        push = force - y[:, n:] @ C - y[:, :n] @ K
        return np.concatenate([y[:, n:], truth_flow.solved(np.tile(M, (len(y), 1, 1)), push)], 1)

    t = np.linspace(0, span, 301)
    y = truth_flow.flow(rates, np.zeros(2 * n), span)(t)
    for found, again in zip(truth(name).at(t), np.split(y, 2, axis=1), strict=True):
        assert np.max(np.abs(found - again @ free.T)) <= truth(name).accuracy


def test_closed_form_of_the_rod_is_accurate():
    """The flow of theta'' = −3 g/(2 l) sin theta differs from the closed form by no more than the accuracy."""
    rod = truth("rod_pendulum")
    stiffness = truth_flow.Real(3) * 9.81 / 20
    f = lambda y: np.stack([y[:, 1], -stiffness * np.sin(y[:, 0])], 1)  # noqa: E731
    t = np.linspace(0, rod.horizon, 301)
    y = truth_flow.flow(f, np.array([np.radians(45), 0]), rod.horizon)(t)
    q, qd = rod.at(t)
    assert np.max(np.abs(np.stack([q[:, 2], qd[:, 2]], 1) - y)) <= rod.accuracy


@pytest.mark.parametrize("key", INTEGRATED, ids=" ".join)
def test_another_method_agrees(key):
    """SciPy's DOP853 in float64 at its tightest comes to the same place, as near as its rounding errors let it."""
    problem = equations(*key)
    f = lambda _, y: problem.f(y[None].astype(truth_flow.Real))[0].astype(float)  # noqa: E731
    span = (0, min(problem.horizon, 2.0))
    run = solve_ivp(f, span, problem.start.astype(float), method="DOP853", rtol=1e-13, atol=1e-13)
    q, qd = problem.places(run.y[:, -1:].T)
    found = truth(*key).at([span[1]])
    close(np.r_[found[0][0], found[1][0]], np.r_[q[0], qd[0]].astype(float), rtol=0, atol=1e-9)


@pytest.mark.parametrize("key", TRUTHS, ids=" ".join)
def test_nothing_is_said_beyond_the_horizon(key):
    """A truth refuses times before its start and after its horizon."""
    for t in (-1e-9, 1.001 * truth(*key).horizon):
        with pytest.raises(ValueError, match="this truth holds"):
            truth(*key).at([t])


def test_every_case_of_a_model_has_a_truth():
    """The cases of the models that have truths all have theirs, and a sized model has its default."""
    bare = {name.partition(":")[0] for name, _ in TRUTHS}
    wanted = {(name, case.name) for name in bare for case in dalembert.read(name).cases}
    assert wanted <= set(TRUTHS)
    assert equations("n_link_pendulum").names == equations("n_link_pendulum:20").names


def test_truths_know_nothing_of_dalembert():
    """Neither file that makes the truths imports anything of dalembert."""
    for file in ("truths.py", "truth_flow.py"):
        tree = ast.parse(Path(__file__).with_name(file).read_text(encoding="utf-8"))
        names = [a.name for node in ast.walk(tree) if isinstance(node, ast.Import) for a in node.names]
        names += [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert not any(name.startswith("dalembert") for name in names)
