"""The motion of library systems, known without dalembert.

Everything here was written by hand from the physics of each system: closed forms, exact modal solutions, and
hand-derived equations of motion in minimal coordinates, solved by `truth_flow`. Nothing of dalembert is used.
Numbers are the float64 numbers of the model files, so that a start at pi/2 is the same start here and there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.linalg import eigh
from scipy.special import ellipj, ellipk
from truth_flow import FULL_ACCURACY, PI, Flow, Real, flow, solved

TRUTHS = [
    ("rod_pendulum", ""),
    ("four_bar", ""),
    ("sprung_rod", ""),
    ("drive_train", ""),
    ("mass_and_wall", ""),
    ("triple_arm", ""),
    ("polar_arm", ""),
    ("triple_pendulum", ""),
    ("triple_pendulum", "set1"),
    ("triple_pendulum", "set2"),
    ("triple_pendulum", "demo"),
    ("n_link_pendulum:1", ""),
    ("n_link_pendulum:2", ""),
    ("n_link_pendulum:5", ""),
    ("n_link_pendulum:20", ""),
    ("four_bar_pinned", ""),
    ("four_bar_pinned", "set3"),
    ("four_bar_pinned", "demo"),
    ("four_bar_pinned", "long_coupler"),
    ("conveyor", ""),
]
"""Every truth there is, as (name, case); n_link_pendulum has one of any size."""

Rows = tuple[np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Truth:
    """The motion of a system from its start up to a horizon, beyond which a comparison would mean little.

    `accuracy` bounds the absolute error of every coordinate and speed (SI units) up to the horizon.
    """

    names: tuple[str, ...]
    horizon: float
    accuracy: float
    motion: Callable[[np.ndarray], Rows]

    def at(self, t: np.ndarray) -> Rows:
        """Coordinates and speeds (q, qd) at times t: one row per time, columns in the order of `names`."""
        t = np.asarray(t, float)
        if t.size and not (t.min() >= 0 and t.max() <= self.horizon):
            message = f"this truth holds from 0 to {self.horizon}, but was asked for {t.min()} to {t.max()}"
            raise ValueError(message)
        q, qd = self.motion(t.astype(Real))
        return q.astype(float), qd.astype(float)


@dataclass(frozen=True)
class Equations:
    """Hand-derived equations of motion y' = f(y), and the coordinates and speeds (q, qd) that follow from y."""

    names: tuple[str, ...]
    horizon: float
    f: Callable[[np.ndarray], np.ndarray]
    start: np.ndarray
    places: Callable[[np.ndarray], Rows]


@cache
def truth(name: str, case: str = "") -> Truth:
    """The truth of a library system, named with its size after a colon where it takes one, or of a case of it."""
    made = CLOSED_FORMS.get((name, case))
    if made:
        return made()
    problem = equations(name, case)
    return solution(problem, flow(problem.f, problem.start, problem.horizon))


def equations(name: str, case: str = "") -> Equations:
    """The hand-derived equations of a system that has no closed form."""
    base, _, size = name.partition(":")
    if base == "n_link_pendulum":
        return n_link_pendulum(int(size or 20))
    return EQUATIONS[name, case]()


def solution(problem: Equations, y: Flow) -> Truth:
    """The truth that a flow of the equations is."""
    return Truth(problem.names, problem.horizon, FULL_ACCURACY, lambda t: problem.places(y(t)))


# Closed forms


def rod_pendulum() -> Truth:
    """Solves theta'' = −ω² sin theta, ω² = 3 g/(2 l): sin(theta/2) = k sn(K + ω t), k = sin(theta(0)/2)."""
    length, omega, start = 10, np.sqrt(3 * 9.81 / (2 * 10)), np.radians(45)
    k = np.sin(start / 2)

    def motion(t: np.ndarray) -> Rows:
        sn, cn, _, _ = ellipj((ellipk(k**2) + omega * t).astype(float), k**2)
        theta, turning = 2 * np.arcsin(k * sn), 2 * k * omega * cn
        x, y = length / 2 * np.sin(theta), -length / 2 * np.cos(theta)
        return np.stack([x, y, theta], 1), np.stack([-y * turning, x * turning, turning], 1)

    return Truth(("x", "y", "theta"), 10.0, 1e-13, motion)


def sprung_rod() -> Truth:
    """M q'' + K q = −(1, 5, 1) m g, from rest at q = 0."""
    m, k, g = 10, 1e4, 9.81
    M = m * np.array([[2 / 3, 0, 1 / 3], [0, 5, 0], [1 / 3, 0, 2 / 3]])
    K = k * np.array([[34, -15, 6], [-15, 25, -10], [6, -10, 29]]) / 25
    return _driven_from_rest(("q1", "q2", "q3"), 10.0, M, K, -m * g * np.array([1, 5, 1]))


def drive_train() -> Truth:
    """M theta'' + K theta = (torque, 0, 0, 0), from rest; gear pairs turn opposite ways."""
    first, second, kt = 10 / 30, 15 / 20, 1e9
    M = np.diag([10, 20 + 30 * first**2, 40 + 50 * second**2, 60])
    twists = np.array([[-1, 1, 0, 0], [0, first, 1, 0], [0, 0, second, 1]])
    names = ("theta1", "theta2", "theta3", "theta4")
    return _driven_from_rest(names, 1.0, M, kt * twists.T @ twists, np.array([10, 0, 0, 0]))


def _driven_from_rest(names: tuple[str, ...], horizon: float, M, K, force) -> Truth:
    """M q'' + K q = force, q(0) = q'(0) = 0, mode by mode: c'' + ω² c = φᵀ force, ω = 0 included.

    Rayleigh's quotient in long double squares the error of the float64 modes out of the frequencies.
    """
    modes = eigh(K, M)[1].astype(Real)
    squares = np.sum(modes * (K @ modes), 0) / np.sum(modes * (M @ modes), 0)
    squares[squares < 1e-12 * squares.max()] = 0
    omega, pushes = np.sqrt(squares), force @ modes / np.sum(modes * (M @ modes), 0)

    def motion(t: np.ndarray) -> Rows:
        turned = np.outer(t, omega)
        q = pushes * t[:, None] ** 2 / 2 * _sine_over(turned / 2) ** 2
        qd = pushes * t[:, None] * _sine_over(turned)
        return q @ modes.T, qd @ modes.T

    return Truth(names, horizon, 1e-13, motion)


def _sine_over(x: np.ndarray) -> np.ndarray:
    """Gives sin(x)/x, and 1 at 0."""
    return np.where(x == 0, 1, np.sin(x) / np.where(x == 0, 1, x))


def mass_and_wall() -> Truth:
    """The free phase: m1 q1'' + k1 q1 = 0, the wall at rest. It ends at the impact, acos(−0.1)/ω = 1.99718 s."""
    omega, drawn = np.sqrt(Real(7) / 10), -0.05

    def motion(t: np.ndarray) -> Rows:
        q = np.stack([drawn * np.cos(omega * t), 0 * t], 1)
        return q, np.stack([-omega * drawn * np.sin(omega * t), 0 * t], 1)

    return Truth(("q1", "p1"), float(np.arccos(-0.1) / omega) - 1e-6, 1e-15, motion)


def conveyor() -> Truth:
    """Two masses M1 = m + I2/r2² at x1 and M2 = I1/r1² at x2 = r1 x3, belt between them, Tau/r1 on the second.

    The stretch s = x1 − x2 is a damped oscillator, s'' + 2 β s' + ω² s = −F/M2; the mass centre accelerates.
    """
    m, inertia, r, k, c, torque = 20, Real(0.05), Real(0.1), 5e3, 50, 5
    force = torque / r
    first, second = m + inertia / r**2, inertia / r**2
    total, reduced = first + second, first * second / (first + second)
    beta, squared = c / (2 * reduced), k / reduced
    nu = np.sqrt(squared - beta**2)

    def motion(t: np.ndarray) -> Rows:
        fading, sine, cosine = np.exp(-beta * t), np.sin(nu * t) / nu, np.cos(nu * t)
        s = -force / second / squared * (1 - fading * (cosine + beta * sine))
        sd = -force / second * fading * sine
        centre, speed = force / total * t**2 / 2, force / total * t
        return _belt(centre, s), _belt(speed, sd)

    def _belt(centre: np.ndarray, s: np.ndarray) -> np.ndarray:
        x1, x2 = centre + second / total * s, centre - first / total * s
        return np.stack([x1, x2, x2 / r, x1 / r], 1)

    return Truth(("x1", "x2", "x3", "x4"), 2.0, 1e-13, motion)


def turning_rod() -> Truth:
    """The triple pendulum without gravity, all links in line and turning at 1 rad/s: it goes on as one rod."""
    return Truth(
        _thetas(3), 20.0, 1e-14, lambda t: (np.tile(t[:, None] + np.pi / 2, 3), np.ones((len(t), 3), Real))
    )


# Open chains: a_ij [theta_j'' cos(theta_i − theta_j) + theta_j'² sin(theta_i − theta_j)] + ∂V/∂theta_i = 0


@dataclass(frozen=True)
class Chain:
    """Links whose ends are pinned one to the next: T = ½ a_ij cos(theta_i − theta_j) theta_i' theta_j'.

    V = −Σ w_i (direction of link i)·down, the direction being (cos theta_i, sin theta_i); w carries gravity.
    """

    a: np.ndarray
    w: np.ndarray
    down: tuple[int, int] = (1, 0)

    def terms(self, theta: np.ndarray, speeds: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The mass matrix, the terms with squares of speeds, and ∂V/∂theta, for rows of angles and speeds."""
        sine, cosine = np.sin(theta), np.cos(theta)
        M = self.a * (_outer(cosine, cosine) + _outer(sine, sine))
        squares = (self.a * (_outer(sine, cosine) - _outer(cosine, sine)) @ (speeds**2)[..., None])[..., 0]
        return M, squares, self.w * (sine * self.down[0] - cosine * self.down[1])

    def rates(self, y: np.ndarray) -> np.ndarray:
        """Y' of y = (theta, theta')."""
        theta, speeds = np.split(y, 2, axis=1)
        M, squares, V_q = self.terms(theta, speeds)
        return np.concatenate([speeds, solved(M, -squares - V_q)], axis=1)


def _outer(u: np.ndarray, v: np.ndarray) -> np.ndarray:
    return u[:, :, None] * v[:, None, :]


def uniform_links(masses: Sequence[float], lengths: Sequence[float], g: float) -> Chain:
    """Uniform links: a_ij = L_i L_j (m_s/2 + what hangs below s), s = max(i, j); m_i/3 on the diagonal."""
    m, length = np.array(masses, Real), np.array(lengths, Real)
    below = np.array([np.sum(m[i + 1 :]) for i in range(len(m))])
    i = np.arange(len(m))
    a = np.outer(length, length) * (m / 2 + below)[np.maximum.outer(i, i)]
    a[i, i] = length**2 * (m / 3 + below)
    return Chain(a, g * length * (m / 2 + below))


def swinging(names: tuple[str, ...], horizon: float, chain: Chain, theta: Sequence[float]) -> Equations:
    """A chain let go from rest at the given angles."""
    start = np.concatenate([np.array(theta, Real), np.zeros(len(theta), Real)])
    return Equations(names, horizon, chain.rates, start, lambda y: tuple(np.split(y, 2, axis=1)))


def _thetas(n: int) -> tuple[str, ...]:
    return tuple(f"theta{i}" for i in range(1, n + 1))


def triple_pendulum(g: float, horizon: float) -> Equations:
    """Three equal links let go from the horizontal."""
    return swinging(_thetas(3), horizon, uniform_links([1] * 3, [1] * 3, g), [np.pi / 2] * 3)


def n_link_pendulum(n: int) -> Equations:
    """The same with n links: the more of them, the sooner they are chaotic."""
    horizon = 10.0 if n == 1 else 3.0 if n <= 5 else 2.0
    return swinging(
        tuple(f"theta[{i}]" for i in range(1, n + 1)),
        horizon,
        uniform_links([1] * n, [1] * n, 10),
        [np.pi / 2] * n,
    )


def triple_arm() -> Equations:
    """Point masses at z_i on links of lengths L1, L2; angles from the upward vertical."""
    (L1, L2), (m1, m2, m3), (z1, z2, z3) = (0.30, 0.26), (2.1, 1.3, 0.45), (0.13, 0.11, 0.06)
    reach = np.array([[z1, 0, 0], [L1, z2, 0], [L1, L2, z3]], Real)  # of mass k along link i
    masses = np.array([m1, m2, m3], Real)
    chain = Chain(reach.T * masses @ reach, 9.81 * masses @ reach, down=(-1, 0))
    return swinging(("q1", "q2", "q3"), 2.5, chain, [np.pi - 0.6, np.pi - 0.3, np.pi])


def polar_arm() -> Equations:
    """Solves r'' = r θ'² − g sin θ and (I + m2 r²) θ'' = −2 m2 r r' θ' − g (l1 m1/2 + m2 r) cos θ, from rest."""
    m1, m2, l1, l2, g = 2, 1, 1, Real(0.4), 9.81
    inertia = m1 * l1**2 / Real(3) + m2 * l2**2 / 12

    def rates(y: np.ndarray) -> np.ndarray:
        r, theta, rd, turning = y.T
        rdd = r * turning**2 - g * np.sin(theta)
        moment = -2 * m2 * r * rd * turning - g * (l1 * m1 / 2 + m2 * r) * np.cos(theta)
        return np.stack([rd, turning, rdd, moment / (inertia + m2 * r**2)], 1)

    start = np.array([0.8, 0.5, 0, 0], Real)
    return Equations(("q1", "q2"), 1.0, rates, start, lambda y: tuple(np.split(y, 2, axis=1)))


# Closed chains of three links: L1 e^(i theta1) + L2 e^(i theta2) + L3 e^(i theta3) is fixed


@dataclass(frozen=True)
class Loop:
    """A chain of three links whose two ends are pinned: one degree of freedom.

    The closed loop allows only theta' = ρ u with u_i = sin(theta_j − theta_k)/L_i, (i, j, k) cyclic (the sine
    rule), so that with theta'' = ρ' u + ρ² u_theta u d'Alembert's principle is one equation for ρ,

        (uᵀM u) ρ' + ρ² uᵀ(M u_theta u + squares(u)) + uᵀ V_theta = 0,

    which holds wherever the three links are not all in line: no angle has to serve as the coordinate.
    """

    chain: Chain
    lengths: np.ndarray

    def directions(self, theta: np.ndarray) -> Rows:
        """The direction u of the speeds, and its change u_theta u along itself."""
        after, last = [1, 2, 0], [2, 0, 1]
        between = theta[:, after] - theta[:, last]
        u = np.sin(between) / self.lengths
        return u, np.cos(between) * (u[:, after] - u[:, last]) / self.lengths

    def rates(self, y: np.ndarray) -> np.ndarray:
        """Y' of y = (theta, ρ)."""
        theta, rho = y[:, :3], y[:, 3:]
        u, bend = self.directions(theta)
        M, squares, V_q = self.chain.terms(theta, u)
        inertia = np.sum(u * (M @ u[..., None])[..., 0], 1, keepdims=True)
        push = np.sum(u * (rho**2 * ((M @ bend[..., None])[..., 0] + squares) + V_q), 1, keepdims=True)
        return np.concatenate([rho * u, -push / inertia], axis=1)

    def angles(self, y: np.ndarray) -> Rows:
        """The three angles and their speeds."""
        return y[:, :3], y[:, 3:] * self.directions(y[:, :3])[0]

    def start(self, theta: Sequence[float], given: int, speed: float) -> np.ndarray:
        """Y at the given angles, when the speed of one of them is given."""
        theta = np.array(theta, Real)
        return np.append(theta, speed / self.directions(theta[None])[0][0, given])


def four_bar_pinned(
    masses: Sequence[float], lengths: Sequence[float], theta: Sequence[float], speed: float, horizon: float
) -> Equations:
    """The triple pendulum with its end pinned, theta3' being given."""
    loop = Loop(uniform_links(masses, lengths, 5), np.array(lengths, Real))
    return Equations(_thetas(3), horizon, loop.rates, loop.start(theta, 2, speed), loop.angles)


GROUND, CRANK, COUPLER, ROCKER = Real(1.0), Real(0.4), Real(0.9), Real(0.8)
CRANK_MASS, COUPLER_MASS, ROCKER_MASS, GRAVITY = Real(0.8), Real(1.8), Real(1.6), Real(9.81)


def four_bar() -> Equations:
    """Crank and coupler as a chain of two links, the rocker on its own pin; down is −y. Five turns."""
    pair = uniform_links([CRANK_MASS, COUPLER_MASS], [CRANK, COUPLER], GRAVITY)
    a = np.zeros((3, 3), Real)
    a[:2, :2], a[2, 2] = pair.a, ROCKER_MASS * ROCKER**2 / 3
    w = np.append(pair.w, GRAVITY * ROCKER * ROCKER_MASS / 2)
    loop = Loop(Chain(a, w, down=(0, -1)), np.array([CRANK, COUPLER, -ROCKER]))
    theta2 = Real(np.pi / 3)
    start = loop.start([theta2, *four_bar_closed(theta2)], 0, 6)
    names = ("x2", "y2", "theta2", "x3", "y3", "theta3", "x4", "y4", "theta4")
    return Equations(names, 5 * four_bar_period(), loop.rates, start, lambda y: _nine(*loop.angles(y)))


def _nine(theta: np.ndarray, speeds: np.ndarray) -> Rows:
    """Mass centres and angles of the three links, and their speeds, in the order of the model."""
    reach = np.array(
        [[CRANK / 2, 0, 0], [CRANK, COUPLER / 2, 0], [0, 0, ROCKER / 2]]
    )  # of centre k along link i
    x, y = np.cos(theta) @ reach.T + [0, 0, GROUND], np.sin(theta) @ reach.T
    xd, yd = -(np.sin(theta) * speeds) @ reach.T, (np.cos(theta) * speeds) @ reach.T
    return np.stack([x, y, theta], 2).reshape(-1, 9), np.stack([xd, yd, speeds], 2).reshape(-1, 9)


def four_bar_closed(theta2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Give theta3 and theta4 of the open branch: two sides COUPLER and ROCKER on the line from crank pin to ground pin."""
    x, y = GROUND - CRANK * np.cos(theta2), -CRANK * np.sin(theta2)
    square = x**2 + y**2
    lean, cosine = np.arctan2(y, x), (square + COUPLER**2 - ROCKER**2) / (2 * np.sqrt(square) * COUPLER)
    theta3 = lean + np.arccos(cosine)
    return theta3, np.arctan2(COUPLER * np.sin(theta3) - y, COUPLER * np.cos(theta3) - x)


def four_bar_speed(theta2: np.ndarray) -> np.ndarray:
    """The speed of the crank at an angle: from energy alone, ½ J(theta2) theta2'² + V(theta2) = E."""
    J, V = _crank_energies(np.asarray(theta2, Real))
    J0, V0 = _crank_energies(Real(np.pi / 3))
    return np.sqrt((J0 * 6**2 + 2 * (V0 - V)) / J)


def four_bar_period() -> float:
    """The time of one turn of the crank, ∮ dtheta2/theta2': the trapezoidal rule, exact for a smooth turn."""
    angles = 2 * PI * np.arange(400) / 400
    return float(2 * PI * np.mean(1 / four_bar_speed(angles)))


def _crank_energies(theta2: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """J = 2 T/theta2'² and V: pins and mass centres at unit speed of the crank, by velocity analysis."""
    theta3, theta4 = four_bar_closed(theta2)
    w3 = CRANK / COUPLER * np.sin(theta4 - theta2) / np.sin(theta3 - theta4)
    w4 = CRANK / ROCKER * np.sin(theta3 - theta2) / np.sin(theta3 - theta4)
    across = CRANK**2 + (COUPLER / 2 * w3) ** 2 + CRANK * COUPLER * w3 * np.cos(theta2 - theta3)
    J = CRANK_MASS * CRANK**2 / 3 + COUPLER_MASS * (across + COUPLER**2 * w3**2 / 12)
    J = J + ROCKER_MASS * ROCKER**2 / 3 * w4**2
    y2, y4 = CRANK * np.sin(theta2), ROCKER * np.sin(theta4)
    return J, GRAVITY * (CRANK_MASS * y2 + COUPLER_MASS * (y2 + y4) + ROCKER_MASS * y4) / 2


CLOSED_FORMS: dict[tuple[str, str], Callable[[], Truth]] = {
    ("rod_pendulum", ""): rod_pendulum,
    ("sprung_rod", ""): sprung_rod,
    ("drive_train", ""): drive_train,
    ("mass_and_wall", ""): mass_and_wall,
    ("conveyor", ""): conveyor,
    ("triple_pendulum", "set2"): turning_rod,
}

SET3 = ((1, 1, 3), (2, 1, 0.5), (np.pi - 1 / 64, np.pi / 2, 0), 2, 10.0)
DEMO = ((1, 1, 1), (1, 1, 2), (np.pi - 1 / 64, np.pi / 2, 0), 0, 5.0)
LONG_COUPLER = ((1, 5, 1), (1, 9, 1), (8 * np.pi / 9, np.pi / 2, 7 * np.pi / 18), 13.737387097273113, 10.0)

EQUATIONS: dict[tuple[str, str], Callable[[], Equations]] = {
    ("four_bar", ""): four_bar,
    ("triple_arm", ""): triple_arm,
    ("polar_arm", ""): polar_arm,
    ("triple_pendulum", ""): lambda: triple_pendulum(10, 4.0),
    ("triple_pendulum", "set1"): lambda: triple_pendulum(10, 4.0),
    ("triple_pendulum", "demo"): lambda: triple_pendulum(1, 10.0),
    ("four_bar_pinned", ""): lambda: four_bar_pinned(*SET3),
    ("four_bar_pinned", "set3"): lambda: four_bar_pinned(*SET3),
    ("four_bar_pinned", "demo"): lambda: four_bar_pinned(*DEMO),
    ("four_bar_pinned", "long_coupler"): lambda: four_bar_pinned(*LONG_COUPLER),
}
