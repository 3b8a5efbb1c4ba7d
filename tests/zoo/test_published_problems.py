"""Model files of other programs, test sets and textbooks: the printed numbers, and a second formulation of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from math import cos, log, pi, sin, sqrt
from pathlib import Path

import numpy as np
import pytest
from _pytest.mark.structures import ParameterSet
from numpy.typing import ArrayLike, NDArray
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.special import wrightomega

import dalembert
from dalembert._analyse.records import Linear

Array = NDArray[np.float64]
Columns = Mapping[str, ArrayLike]
MODELS = Path(__file__).parents[2] / "docs" / "models"
G = 9.81
IVP = "Test Set for IVP Solvers, Bari"
MSL = "Modelica Standard Library"
CTMS = "Control Tutorials for MATLAB and Simulink, Michigan"


@dataclass(frozen=True, slots=True)
class Problem:
    """A file, its source, the numbers printed there, and the columns of a second formulation."""

    source: str
    ends: Mapping[str, str] = field(default_factory=dict)  # columns at the end of the run, as printed
    along: Callable[[Array], Columns] | None = None  # of the times of the rows
    facts: Callable[[dalembert.Motion], Mapping[str, float]] | None = (
        None  # printed digits, and what they are here
    )
    soak: bool = False  # takes longer than the gate has time


@cache
def motion_of(name: str) -> dalembert.Motion:
    """The motion of a file with its own settings, which ends well."""
    motion = dalembert.simulate(MODELS / f"{name}.toml")
    assert motion.status == "ok", motion.message
    assert motion.accuracy is not None
    return motion


def half_a_digit(printed: str) -> float:
    """Half a unit of the last printed digit."""
    mantissa, _, power = printed.lower().partition("e")
    return 0.5 * 10.0 ** (int(power or 0) - len(mantissa.partition(".")[2]))


def solved(
    rate: Callable[[float, Array], ArrayLike], start: ArrayLike, t: Array, method: str = "DOP853"
) -> Array:
    """The rows of SciPy's solution at the times t; piece by piece where a step could skip a short motion."""
    answer = solve_ivp(
        rate, (t[0], t[-1]), start, method, t_eval=t, rtol=1e-12, atol=1e-14, max_step=(t[-1] - t[0]) / 50
    )
    assert answer.success
    return np.asarray(answer.y)


@cache
def propagator(a: bytes, size: int, step: str) -> Array:
    """The matrix exponential of a step; steps that differ by rounding share it."""
    return np.asarray(expm(np.frombuffer(a).reshape(size, size) * float(step)))


def linear(a: ArrayLike, b: ArrayLike, start: ArrayLike, t: Array) -> Array:
    """The rows of the solution of y' = A y + b by matrix exponentials."""
    size = len(np.atleast_1d(b))
    block = np.zeros((size + 1, size + 1))
    block[:size, :size], block[:size, size] = a, b
    rows = [np.append(start, 1.0)]
    for before, after in pairwise(t):
        rows.append(propagator(block.tobytes(), size + 1, f"{after - before:.12e}") @ rows[-1])
    return np.array(rows)[:, :size].T


# ---- circuits


def chua(t: Array) -> Columns:
    """The three equations in voltages and the current of the coil."""

    def rate(_: float, y: Array) -> list[float]:
        c, a, i = y
        diode = -0.409091 * c + (-0.757576 + 0.409091) / 2 * (abs(c + 1) - abs(c - 1))
        return [(0.565 * (a - c) - diode) / 10, (0.565 * (c - a) - i) / 100, (a - 0.0125 * i) / 18]

    c, a, i = solved(rate, [4, 0, 0], t)
    return {"nodes.c.voltage": c, "a.voltage": a, "q_L'": i}


def heating_resistor(t: Array) -> Columns:
    """R² − R₀ R − R₀ α u²/G = 0."""
    u = 220 * np.sin(2 * pi * t)
    r = 50 + np.sqrt(2500 + 100 * 1e-3 * 0.02 * u**2)
    return {"q_R'": u / r, "nodes.hot.temperature": 0.02 * u**2 / r}


def sallen_key(t: Array) -> Columns:
    """The nodal equations of both capacitors."""
    gain, r, c1, c2 = 1e5 / (1 + 1e5), 1e4, 20e-9, 10e-9

    # out = gain p, a = v1 + out; C1 v1' = (1 − a)/r − (a − p)/r, C2 p' = (a − p)/r
    a = [[-2 / (r * c1), (1 - 2 * gain) / (r * c1)], [1 / (r * c2), (gain - 1) / (r * c2)]]
    v1, p = linear(a, [1 / (r * c1), 0], [0, 0], t)
    return {"nodes.p.voltage": p, "nodes.out.voltage": gain * p, "a.voltage": v1 + gain * p}


def gyrator(t: Array) -> Columns:
    """Resistance, inductance and capacitance L/r² in series."""
    decay, whole = 20 / 0.02, sqrt(1 / (0.01 * 1e-6) - (20 / 0.02) ** 2)
    wave = np.exp(-decay * t)
    v = 1 - wave * (np.cos(whole * t) + decay / whole * np.sin(whole * t))
    return {"p.voltage": v, "q_L1'": wave * np.sin(whole * t) / (0.01 * whole)}


def h_parameters(t: Array) -> Columns:
    """One capacitor with Thévenin's resistance."""
    # i = (Vs − hre v)/(Rs + hie), C v' = −hfe i − v (1/40k + 1/10k)
    a = 50 * 2.5e-4 / 2100 - 1.25e-4
    v = -50 * 0.01 / 2100 / -a * -np.expm1(a * t / 1e-9)
    i = (0.01 - 2.5e-4 * v) / 2100
    return {"nodes.c.voltage": v, "q_hie'": i, "b.voltage": 0.01 - 1000 * i}


COMMON_SOURCE = np.linalg.solve(
    [[1.4e-12, -0.4e-12], [-0.4e-12, 0.4e-12]],
    [[-1 / 1e5 - 1 / 4.7e6, 0], [-1e-3, -1 / 1.5e5 - 2 / 1.5e4]],
)


def common_source(t: Array) -> Columns:
    """The nodal equations of gate and drain."""
    drive = np.linalg.solve([[1.4e-12, -0.4e-12], [-0.4e-12, 0.4e-12]], [1e-3 / 1e5, 0])
    gate, drain = linear(COMMON_SOURCE, drive, [0, 0], t)
    return {"nodes.g.voltage": gate, "d.voltage": drain}


def diode_and_resistor(t: Array) -> Columns:
    """Wright's omega function, which is Lambert's W of exp."""
    u, vt, saturation, r = 5 * np.sin(100 * pi * t), 0.02585, 1e-12, 100.0
    i = vt / r * wrightomega((u + saturation * r) / vt + log(saturation * r / vt)) - saturation
    return {"i": i, "nodes.b.voltage": u - r * i}


def bridge_rectifier(t: Array) -> Columns:
    """Half of the bridge by its symmetry: two diodes conduct or not."""
    u = np.abs(24 * np.sin(100 * pi * t))
    # load voltage u − 2 v of two conducting diodes with drops v; two others block with u − v
    blocked = u / (1e-5 + 0.02 + 1e-5) * (0.01 + 1e-5)  # 0.01 (u − 2 v) = v/Roff − (u − v)/Roff
    v = np.where(blocked < 0.7, blocked, (0.01 * u + 7 + 1e-5 * (u - 0.7)) / (10 + 0.02 + 1e-5))
    return {"p.voltage": u - 2 * v}


def saturating_inductor(t: Array) -> Columns:
    """The current from the slope of its flux."""

    def rate(time: float, y: Array) -> list[float]:
        slope = 0.1 + 1.9 / (1 + (y[0] / 0.1) ** 2) ** 1.5
        return [(sin(2 * pi * time) - y[0]) / slope, y[0]]

    i, q = solved(rate, [0, 0], t)
    return {"q_L'": i, "q_L": q}


def van_der_pol(t: Array) -> Columns:
    """v″ = (1 − v²) v′ − v."""
    v, _ = solved(lambda _, y: [(y[0] - y[0] ** 3 / 3) - y[1], y[0]], [2, 0], t)
    return {"nodes.a.voltage": v}


def differential_pair(t: Array) -> Columns:
    """Gray and Meyer: the current is divided by a hyperbolic tangent."""
    part = np.tanh(0.1 * np.sin(2 * pi * t / 1e-3) / 0.05)
    return {"c1.voltage": 10 - 2.475 * (1 + part), "c2.voltage": 10 - 2.475 * (1 - part)}


def buck_converter(t: Array) -> Columns:
    """Matrix exponentials, from switch to switch."""
    y, rows, steps = np.zeros(2), [np.zeros(2)], {}
    for on in (True, False):
        up, down = (1 / 0.01, 1e-5) if on else (1e-5, 1 / 0.01)
        a = [[-1 / (up + down) / 1e-4, -1 / 1e-4], [1 / 1e-4, -1 / (5 * 1e-4)]]
        steps[on] = a, [12 * up / (up + down) / 1e-4, 0]
    for before, after in pairwise(t):
        y = linear(*steps[(before + after) / 2 % 2e-5 < 8e-6], y, np.array([before, after]))[:, 1]
        rows.append(y)
    current, voltage = np.array(rows).T
    return {"q_L'": current, "out.voltage": voltage}


def coupled_coils(t: Array) -> Columns:
    """Both loops, with SciPy."""
    inverse = np.linalg.inv([[0.04, 0.019], [0.019, 0.01]])
    i = solved(lambda time, y: inverse @ [5 * sin(100 * pi * time) - 0.1 * y[0], -10.2 * y[1]], [0, 0], t)
    return {"q_L1'": i[0], "d.voltage": -10 * i[1]}


def phase_shift_oscillator(t: Array) -> Columns:
    """Matrix exponentials of the voltages of the capacitors."""
    # v3 = −(u1 + u2 + u3)/30, v2 = v3 + u3, v1 = v2 + u2; C u3' = v3/R, C u2' = v2/R + C u3', C u1' = v1/R + C u2'
    v = np.array([[0, 1, 1], [0, 0, 1], [0, 0, 0]]) - 1 / 30
    u = linear(np.cumsum(v[::-1], axis=0)[::-1] / 1e-4, [0, 0, 0], [1, 1, 1], t)
    return {f"nodes.v.voltage[{i + 1}]": v[i] @ u for i in range(3)}


# ---- heat, pipes


def pipe_start(t: Array) -> Columns:
    """A hyperbolic tangent of time."""
    end = 0.8 * 0.05 * sqrt(2 * 2e5 / 1000)
    return {"V_pipe'": end * np.tanh(2e5 * t / (1000 * 3000 / 0.3 * end))}


def two_masses(t: Array) -> Columns:
    """50 ± 50 exp(−2 G t/C) °C."""
    wave = 50 * np.exp(-4 / 3 * t)
    return {"T1": 323.15 + wave, "T2": 323.15 - wave}


def motor_heat(t: Array) -> Columns:
    """Matrix exponentials from switch to switch."""
    y, rows, before = np.zeros(2), [], 0.0
    switches = sorted({*t, *np.arange(0, 7200, 600.0), *np.arange(360, 7200, 600.0)})
    at = set(t)
    for time in switches:
        power = 100 if (before + 1e-9) % 600 < 360 else 1000
        a = [[(3.03e-3 * power - 10) / 2500, 10 / 2500], [10 / 25000, -35 / 25000]]
        if time > before:
            y = linear(a, [power * (1 - 3.03e-3 * 75) / 2500, 500 / 25000], y, np.array([before, time]))[:, 1]
        before = time
        if time in at:
            rows.append(y)
    winding, core = np.array(rows).T
    return {"T_winding": 293.15 + winding, "T_core": 293.15 + core}


def surge_tank(t: Array) -> Columns:
    """The level v √(L a/(g A)) sin ω t."""
    w = sqrt(G * 10 / (2000 * 200))
    return {"level": 0.1 / w * np.sin(w * t)}


def three_tanks(t: Array) -> Columns:
    """Matrix exponentials."""
    a = np.array([[-2, 2, 0], [2, -4, 2], [0, 2, -3]]) * 1e-8 / 1.5e-6
    p = linear(a, [2e-5 / 1.5e-6, 0, 0], [0, 0, 0], t)
    return {f"p.pressure[{i + 1}]": p[i] for i in range(3)}


def accumulator(t: Array) -> Columns:
    """The pipe and the gas, with SciPy in litres and bar."""

    def rate(_: float, y: Array) -> list[float]:
        return [y[1], (100 - 100 * (1 - y[0]) ** -1.4) * 1e5 / (870 * 10 / 1e-4) * 1e3]

    volume, _ = solved(rate, [0, 2], t)
    return {"V_pipe": volume / 1e3, "b.pressure": 1e7 * (1 - volume) ** -1.4}


def hydraulic_servo(t: Array) -> Columns:
    """Load and oil, with SciPy in MPa."""

    def rate(_: float, y: Array) -> list[float]:
        x, v, p = y
        opening = 0.6 * 1e-5 * (0.001 + 2 * max(0.0, 0.2 - x))
        square = (10 - p) * 1e6 * 2 / 850 * opening**2  # f √(f² + f₀²)
        flow = sqrt(sqrt(square**2 + 1e-28 / 4) - 1e-14 / 2)
        return [v, (1e3 * p - 5000) / 200, (flow - p * 1e-6 - 1e-3 * v) * 1e6]

    y = solved(rate, [0, 0, 5], t)
    return {"x": y[0], "a.pressure": y[2] * 1e6}


def torricelli(t: Array) -> Columns:
    """√h = √h₀ − √(g/2) a t/A."""
    return {"level": (sqrt(2) - sqrt(G / 2) * 1e-3 / 0.5 * t) ** 2}


def hydraulic_press(t: Array) -> Columns:
    """One degree of freedom: y = −x/40."""
    x = -G * (20 - 500 / 40) / (20 + 500 / 1600) * t**2 / 2
    return {"x": x, "y": -x / 40}


# ---- machines and mechanisms


MOTOR = np.array([[-0.1 / 0.01, 0.01 / 0.01], [-0.01 / 0.5, -1 / 0.5]])


def dc_motor_speed(t: Array) -> Columns:
    """Matrix exponentials."""
    speed, current = linear(MOTOR, [0, 2], [0, 0], t)
    return {"phi'": speed, "q_motor'": current}


def inverted_pendulum(t: Array) -> Columns:
    """The equations of the tutorial, its angle measured from above."""

    def rate(_: float, y: Array) -> list[float]:
        _, speed, phi, turn = y
        m = [[0.7, -0.06 * cos(phi)], [-0.06 * cos(phi), 0.006 + 0.018]]
        x2, phi2 = np.linalg.solve(m, [-0.1 * speed - 0.06 * turn**2 * sin(phi), 0.06 * 9.8 * sin(phi)])
        return [speed, x2, turn, phi2]

    y = solved(rate, [0, 0, 0.05, 0], t)
    return {"x": y[0], "phi": y[2]}


def first_drive(t: Array) -> Columns:
    """Both angles behind the gear, with SciPy."""

    def rate(time: float, y: Array) -> list[float]:
        torque = 1e4 * y[1]
        first = (100 * sin(10 * pi * time) + torque - 10 * y[2]) / 12
        return [y[2], y[3], first, -torque / 2 - first]

    y = solved(rate, [0, 0, 0, 0], t)
    return {"a": 10 * y[0], "twist": y[1]}


def planetary_gear(t: Array) -> Columns:
    """Willis' equation put into the kinetic energy."""
    g = np.array([[-3, 4], [1, 0], [0, 1]])
    mass = g.T @ np.diag([0.02, 0.5, 0.1]) @ g
    speeds = linear(
        np.linalg.solve(mass, [[0, 0], [0, -0.5]]), np.linalg.solve(mass, g.T @ [3, 0, 0]), [0, 0], t
    )
    return {"a'": g[0] @ speeds, "b'": speeds[0], "c'": speeds[1]}


def screw_nut(t: Array) -> Columns:
    """The weight accelerates the mass and, by the pitch, the moment of inertia."""
    z = -G / (1 + 1e-3 * (2 * pi / 0.1) ** 2 / 2) * t**2 / 2
    return {"z": z, "phi": 2 * pi / 0.1 * z}


def loudspeaker(t: Array) -> Columns:
    """Cone and coil, with SciPy."""

    def rate(time: float, y: Array) -> list[float]:
        x, v, i = y
        return [
            v,
            (6.5 * i - 1200 * x - 1.1 * v) / 0.015,
            (2.83 * sin(80 * pi * time) - 6 * i - 6.5 * v) / 5e-4,
        ]

    y = solved(rate, [0, 0, 0], t)
    return {"x": y[0], "q_coil'": y[2]}


def elastic_bearing(t: Array) -> Columns:
    """Absolute angles: T = ½ s'² + 5/2 h'² + 25 l'² with the gear b = (2 h + s)/3."""
    # unknowns h, twist = l − b, h', s', l'
    a = np.zeros((6, 6))
    a[0, 2] = a[1, 4] = 1
    a[1, 2], a[1, 3] = -2 / 3, -1 / 3
    a[2, 0], a[2, 1], a[2, 2] = -1e5 / 5, 1e3 * (2 / 3) / 5, -5 / 5
    a[3, 1], a[3, 5] = 1e3 / 3, 1
    a[4, 1] = -1e3 / 50
    ramp = np.array([0, 0, 0, 0, 0, 20.0])
    rise = t <= 5
    first = linear(a, ramp, np.zeros(6), t[rise])
    then = linear(
        a, np.zeros(6), linear(a, ramp, np.zeros(6), np.array([0, 5.0]))[:, 1], np.append(5, t[~rise])
    )
    y = np.hstack([first, then[:, 1:]])
    return {"housing_angle": y[0], "twist": y[1], "load_speed": y[4]}


def steady_top(t: Array) -> Columns:
    """Constant speeds, at which gravity is the torque of the precession."""
    spin = 0.5 * G * 0.1 / (0.001 * 2) + 5 * 2 * cos(0.5)
    return {"psi": 2 * t, "theta": np.full_like(t, 0.5), "phi": spin * t}


def universal_joint(t: Array) -> Columns:
    """Hooke's cos β/(1 − sin² β cos² a), and the angles of the cross."""
    a, beta = 5 * t, pi / 6
    return {
        "speed": 5 * cos(beta) / (1 - sin(beta) ** 2 * np.cos(a) ** 2),
        "u1": np.arctan(np.tan(beta) * np.sin(a)),
        "u2": np.arcsin(sin(beta) * np.cos(a)),
    }


def hoist(t: Array) -> Columns:
    """All masses seen from the motor."""
    inertia = 0.002 + 0.4 / 64 + 60 * 0.025**2
    a = [[0, 1, 0], [0, 0, 0.5 / inertia], [0, -0.5 / 0.01, -0.8 / 0.01]]
    angle, _, current = linear(a, [0, -60 * G * 0.025 / inertia, 48 / 0.01], [0, 0, 0], t)
    return {"a": angle, "y": 0.025 * angle, "q_motor'": current}


def tipping_box(t: Array) -> Columns:
    """The box turns about its lower corner."""

    def rate(_: float, y: Array) -> list[float]:
        c, s = cos(y[0]), sin(y[0])
        return [y[1], (25 * (c + s / 4) - 10 * G * (c / 4 - s / 2)) / (10 * 1.25 / 3)]

    angle, _ = solved(rate, [0, 0], t)
    return {"phi": -angle, "x": 0.25 - np.cos(angle) / 4 + np.sin(angle) / 2}


def cycloid_pendulum(t: Array) -> Columns:
    """The arc 4 r sin(s/2) is harmonic."""
    return {"s": 2 * np.arcsin(sin(1.25) * np.cos(sqrt(G) * t))}


def tuned_absorber(t: Array) -> Columns:
    """The equations of both masses, with SciPy."""
    mu, whole = 0.05, 20.0
    k, c = 0.05 * 8000 / (1 + mu) ** 2, 2 * sqrt(3 * mu / (8 * (1 + mu) ** 3)) * whole

    def rate(time: float, y: Array) -> list[float]:
        x, z, v, u = y
        inner = k * (z - x) + c * (u - v)
        return [v, u, (10 * sin(20 * time) - 8000 * x + inner) / 20, -inner]

    y = solved(rate, [0, 0, 0, 0], t)
    return {"x": y[0], "u": y[1] - y[0]}


def lugre_friction(t: Array) -> Columns:
    """The equations of the article, with SciPy."""

    def rate(time: float, y: Array) -> list[float]:
        x, v, z = y
        bend = v - 1e5 * abs(v) * z / (1 + 0.5 * np.exp(-((v / 0.001) ** 2)))
        return [v, 2 * (0.1 * time - x) - 1e5 * z - sqrt(1e5) * bend - 0.4 * v, bend]

    y = solved(rate, [0, 0, 0], t, "Radau")
    return {"x": y[0]}


def arenstorf(motion: dalembert.Motion) -> Mapping[str, float]:
    """It returns to its start."""
    return {"0.994": motion["x"][-1], "0.000000": motion["y"][-1], "0.00000": motion["x'"][-1]}


def rimless_wheel(motion: dalembert.Motion) -> Mapping[str, float]:
    """The speed after an impact, from the energy since."""
    speed, angle = motion["theta'"][-1], motion["theta"][-1]
    after = sqrt(speed**2 + 2 * 9.8 * (cos(angle) - cos(0.15 - pi / 8)))
    steady = sqrt(4 * 9.8 * sin(pi / 8) * sin(0.15)) / np.tan(pi / 4)
    return {"0.0000000": after - steady}


COMMON_SOURCE_END = -1e-3 / 4.8e6 * 4.7e6 * 1e-3 / (1 / 1.5e5 + 2 / 1.5e4)


def coupled_clutches(motion: dalembert.Motion) -> Mapping[str, float]:
    """Time stepping after Moreau: momenta change by friction within its bounds, so that slips vanish if they can."""
    step, w, torques = 2e-5, np.array([10.0, 0, 0, 0]), np.zeros(3)
    for k in range(round(motion.t[-1] / step)):
        t = (k + 0.5) * step
        bounds = step * 20 * np.array([max(0.0, cos(0.4 * pi * t)), float(t >= 0.4), float(t >= 0.9)])
        w[0] += step * 10 * sin(10 * pi * t)
        w += np.array([-torques[0], torques[0] - torques[1], torques[1] - torques[2], torques[2]])
        for _ in range(12):
            for i in range(3):
                new = min(bounds[i], max(-bounds[i], torques[i] + (w[i] - w[i + 1]) / 2))
                w[i], w[i + 1], torques[i] = w[i] - new + torques[i], w[i + 1] + new - torques[i], new
    ends = [motion[f"phi{i}'"][-1] - w[i - 1] for i in (1, 2, 3, 4)]
    return {"0.00": max(ends, key=abs)}


def exponential(u: float) -> tuple[float, float]:
    """The current of a transistor and its slope."""
    whole = 1e-6 * np.exp(u / 0.026)
    return float(whole - 1e-6), float(whole / 0.026)


def amplifier(t: Array) -> Columns:
    """The transistor amplifier: states are the voltages of its capacitors, pairs of nodes follow by Newton's method."""

    def nodes(time: float, y: Array, guesses: list[float]) -> tuple[Array, Array]:
        drive, r = 0.1 * sin(200 * pi * time), 9000.0
        two, five = guesses
        for _ in range(50):
            g, slope = exponential(two - y[1])
            change = ((drive - y[0] - two) / 1000 + (6 - 2 * two) / r - 0.01 * g) / (
                1e-3 + 2 / r + 0.01 * slope
            )
            two += change
            if abs(change) < 1e-14:
                break
        first = exponential(two - y[1])[0]
        for _ in range(50):
            g, slope = exponential(five - y[3])
            change = ((12 - y[2] - 3 * five) / r - 0.99 * first - 0.01 * g) / (3 / r + 0.01 * slope)
            five += change
            if abs(change) < 1e-14:
                break
        second = exponential(five - y[3])[0]
        eight = ((6 - y[4]) / r - 0.99 * second) / (2 / r)
        n = np.array([y[0] + two, two, y[1], y[2] + five, five, y[3], y[4] + eight, eight])
        guesses[:] = two, five
        rates = [
            (drive - n[0]) / 1000 / 1e-6,
            (first - n[2] / r) / 2e-6,
            ((6 - n[3]) / r - 0.99 * first) / 3e-6,
            (second - n[5] / r) / 4e-6,
            n[7] / r / 5e-6,
        ]
        return n, np.array(rates)

    kept = [3.0, 3.0]
    y = solved(lambda time, y: nodes(time, y, kept)[1], [-3, 3, 3, 3, 6], t, "Radau")
    rows = np.array([nodes(time, y[:, i], kept)[0] for i, time in enumerate(t)]).T
    return {f"n{i + 1}.voltage": rows[i] for i in range(8)}


def hires(_: float, y: Array) -> list[float]:
    """The eight rates of the high irradiance response, by its reactions."""
    a, b, c, d, e, f, g, h = y
    pair, back = 280 * f * h, 1.81 * g
    return [
        -1.71 * a + 0.43 * b + 8.32 * c + 0.0007,
        1.71 * a - 8.75 * b,
        -10.03 * c + 0.43 * d + 0.035 * e,
        8.32 * b + 1.71 * c - 1.12 * d,
        -1.745 * e + 0.43 * (f + g),
        -pair + 0.69 * (d + g) + 1.71 * e - 0.43 * f,
        pair - back,
        back - pair,
    ]


def akzo(_: float, y: Array) -> list[float]:
    """The five rates of the Akzo Nobel problem, by its reactions."""
    a, b, c, d, e = y
    root = sqrt(max(b, 0.0))
    r = [
        18.7 * a**4 * root,
        0.58 * c * d,
        0.58 / 34.4 * a * e,
        0.09 * a * d**2,
        0.42 * (115.83 * a * d) ** 2 * root,
    ]
    gas = 3.3 * (0.9 / 737 - b)
    return [
        -2 * r[0] + r[1] - r[2] - r[3],
        -r[0] / 2 - r[3] - r[4] / 2 + gas,
        r[0] - r[1] + r[2],
        -r[1] + r[2] - 2 * r[3],
        r[1] - r[2] + r[4],
    ]


REACTIONS: dict[str, Callable[[float, Array], list[float]]] = {
    "hires": hires,
    "akzo_nobel": akzo,
    "oregonator": lambda _, y: [
        77.27 * (y[1] + y[0] * (1 - 8.375e-6 * y[0] - y[1])),
        (y[2] - (1 + y[0]) * y[1]) / 77.27,
        0.161 * (y[0] - y[2]),
    ],
    "robertson": lambda _, y: [
        -0.04 * y[0] + 1e4 * y[1] * y[2],
        0.04 * y[0] - 1e4 * y[1] * y[2] - 3e7 * y[1] ** 2,
        3e7 * y[1] ** 2,
    ],
    "van_der_pol_stiff": lambda _, y: [y[1], ((1 - y[0] ** 2) * y[1] - y[0]) * 1e6],
}

PROBLEMS: dict[str, Problem] = {
    "accumulator": Problem("textbook example: a gas spring", along=accumulator),
    "akzo_nobel": Problem(
        IVP,
        {
            "y1": "0.1150794920661702",
            "y2": "0.1203831471567715e-2",
            "y3": "0.1611562887407974",
            "y4": "0.3656156421249283e-3",
            "y5": "0.1708010885264404e-1",
            "y6_end": "0.4873531310307455e-2",
        },
    ),
    "arenstorf": Problem("Hairer, Nørsett, Wanner, Solving ODEs I", facts=arenstorf),
    "bridge_rectifier": Problem("Graetz's bridge, closed form", along=bridge_rectifier),
    "buck_converter": Problem("Erickson, Power Electronics", along=buck_converter),
    "chua_circuit": Problem(f"{MSL}, Electrical.Analog.Examples.ChuaCircuit", along=chua),
    "common_source": Problem("Sedra and Smith, Microelectronic Circuits", along=common_source),
    "coupled_clutches": Problem(
        f"{MSL}, Mechanics.Rotational.Examples.CoupledClutches", facts=coupled_clutches, soak=True
    ),
    "coupled_coils": Problem(f"{MSL}, Electrical.Analog.Examples.CompareTransformers", along=coupled_coils),
    "cycloid_pendulum": Problem("Huygens, Horologium Oscillatorium", along=cycloid_pendulum),
    "dc_motor_speed": Problem(CTMS, along=dc_motor_speed),
    "differential_pair": Problem("Gray and Meyer, Analog Integrated Circuits", along=differential_pair),
    "diode_and_resistor": Problem(
        "Banwell and Jayakumar, Electronics Letters 36 (2000)", along=diode_and_resistor
    ),
    "elastic_bearing": Problem(f"{MSL}, Mechanics.Rotational.Examples.ElasticBearing", along=elastic_bearing),
    "first_drive": Problem(f"{MSL}, Mechanics.Rotational.Examples.First", along=first_drive),
    "gyrator": Problem("Tellegen, Philips Research Reports 3 (1948)", along=gyrator),
    "h_parameters": Problem(
        "Millman and Halkias, Integrated Electronics",
        along=h_parameters,
        facts=lambda motion: {
            "-200": motion["nodes.c.voltage"][-1] / 0.01,
            "-400": motion["nodes.c.voltage"][-1] / motion["b.voltage"][-1],
            "1000": motion["b.voltage"][-1] / motion["q_hie'"][-1],
        },
    ),
    "heating_resistor": Problem(f"{MSL}, Electrical.Analog.Examples.HeatingResistor", along=heating_resistor),
    "hires": Problem(
        IVP,
        {
            "y1": "0.7371312573325668e-3",
            "y2": "0.1442485726316185e-3",
            "y3": "0.5888729740967575e-4",
            "y4": "0.1175651343283149e-2",
            "y5": "0.2386356198831331e-2",
            "y6": "0.6238968252742796e-2",
            "y7": "0.2849998395185769e-2",
            "y8": "0.2850001604814231e-2",
        },
    ),
    "hydraulic_servo": Problem("Merritt, Hydraulic Control Systems", along=hydraulic_servo),
    "hydraulic_press": Problem("Pascal's principle, closed form", along=hydraulic_press),
    "hoist": Problem("closed form", along=hoist),
    "inverted_pendulum": Problem(CTMS, along=inverted_pendulum),
    "loudspeaker": Problem("Thiele 1961, Small 1972", along=loudspeaker),
    "lugre_friction": Problem(
        "Canudas de Wit et al., IEEE Trans. Automatic Control 40 (1995)", along=lugre_friction
    ),
    "motor_heat": Problem(f"{MSL}, Thermal.HeatTransfer.Examples.Motor", along=motor_heat),
    "oregonator": Problem(
        IVP, {"y1": "0.1000814870318523e1", "y2": "0.1228178521549917e4", "y3": "0.1320554942846706e3"}
    ),
    "phase_shift_oscillator": Problem(
        "Millman and Halkias, Integrated Electronics",
        along=phase_shift_oscillator,
        facts=lambda motion: {"1.53906e-3": motion.events[-1].t - motion.events[-3].t},
    ),
    "pipe_start": Problem("Streeter and Wylie, Fluid Mechanics", along=pipe_start),
    "planetary_gear": Problem("Willis, Principles of Mechanism", along=planetary_gear),
    "rimless_wheel": Problem("McGeer 1990; Tedrake, Underactuated Robotics", facts=rimless_wheel),
    "robertson": Problem(
        IVP, {"y1": "0.2083340149701255e-7", "y2": "0.8333360770334713e-13", "y3": "0.9999999791665050"}
    ),
    "sallen_key": Problem(
        "Sallen and Key 1955; the overshoot exp(-pi) of Butterworth's filter",
        along=sallen_key,
        facts=lambda motion: {"1.043": motion["nodes.out.voltage"].max()},
    ),
    "saturating_inductor": Problem("Fröhlich's law, second formulation", along=saturating_inductor),
    "screw_nut": Problem("closed form", along=screw_nut),
    "steady_top": Problem("Goldstein, Classical Mechanics", along=steady_top),
    "surge_tank": Problem("Jaeger, Fluid Transients", along=surge_tank),
    "three_tanks": Problem("closed form", along=three_tanks),
    "tipping_box": Problem("closed form of the condition, SciPy", along=tipping_box),
    "torricelli": Problem("Torricelli's law, closed form", along=torricelli),
    "transistor_amplifier": Problem(
        IVP,
        {
            "n1.voltage": "-0.5562145012262709e-2",
            "n2.voltage": "0.3006522471903042e1",
            "n3.voltage": "0.2849958788608128e1",
            "n4.voltage": "0.2926422536206241e1",
            "n5.voltage": "0.2704617865010554e1",
            "n6.voltage": "0.2761837778393145e1",
            "n7.voltage": "0.4770927631616772e1",
            "n8.voltage": "0.1236995868091548e1",
        },
        soak=True,
    ),
    "tuned_absorber": Problem("Den Hartog, Mechanical Vibrations", along=tuned_absorber),
    "two_masses": Problem(f"{MSL}, Thermal.HeatTransfer.Examples.TwoMasses", along=two_masses),
    "universal_joint": Problem("Cardano, Hooke; closed form", along=universal_joint),
    "van_der_pol": Problem(
        "Van der Pol's limit cycle with mu = 1",
        along=van_der_pol,
        facts=lambda motion: {
            "6.663286859": motion.events[-1].t - motion.events[-2].t,
            "2.00862": motion["nodes.a.voltage"].max(),
        },
    ),
    "van_der_pol_stiff": Problem(IVP, {"y": "0.1706167732170483e1", "y'": "-0.8928097010247975"}),
}


def chosen(names: Iterable[str]) -> list[ParameterSet]:
    """The problems as parameters of a test, with the long ones marked."""
    return [pytest.param(name, marks=[pytest.mark.soak] * PROBLEMS[name].soak) for name in names]


def full(motion: dalembert.Motion, column: str) -> str:
    """The name of a column: of a node by its plain name, unless an expression uses it."""
    return column if column in motion.columns() else f"nodes.{column}"


@pytest.mark.parametrize("name", chosen(PROBLEMS))
def test_a_problem_ends_with_the_printed_numbers(name: str) -> None:
    """Within the printed digits or the claimed error."""
    problem, motion = PROBLEMS[name], motion_of(name)
    assert motion.accuracy is not None
    claim = max(motion.accuracy.achieved or 0.0, 1e-12)
    for column, printed in problem.ends.items():
        bound = half_a_digit(printed) + claim * max(
            abs(float(printed)), np.abs(motion[full(motion, column)]).max()
        )
        assert abs(motion[full(motion, column)][-1] - float(printed)) <= bound, column
    for printed, value in (problem.facts(motion) if problem.facts else {}).items():
        assert abs(value - float(printed)) <= half_a_digit(printed), printed


@pytest.mark.parametrize("name", chosen(name for name, problem in PROBLEMS.items() if problem.along))
def test_a_problem_moves_as_its_second_formulation(name: str) -> None:
    """At every row, by a closed form, matrix exponentials or SciPy with the equations written otherwise."""
    motion, along = motion_of(name), PROBLEMS[name].along
    assert along is not None
    for column, expected in along(motion.t).items():
        scale = np.abs(expected).max()
        assert motion[column] == pytest.approx(np.asarray(expected), rel=0, abs=2e-9 * scale), column


def test_stiff_reactions_end_as_by_a_second_solver() -> None:
    """SciPy's Radau confirms the printed ends of the chemical problems and of Van der Pol's."""
    for name, rate in REACTIONS.items():
        motion = motion_of(name)
        start = [motion[column][0] for column in PROBLEMS[name].ends if column != "y6_end"]
        span = (0.0, motion.t[-1])
        answer = solve_ivp(rate, span, start, "Radau", rtol=1e-9, atol=np.abs(start).max() * 1e-16)
        ends = [float(printed) for column, printed in PROBLEMS[name].ends.items() if column != "y6_end"]
        assert answer.y[:, -1] == pytest.approx(ends, rel=1e-5), name


def test_a_transistor_amplifier_starts_as_by_its_nodes() -> None:
    """Two periods of its drive: SciPy with the voltages of the capacitors, and the nodes found by Newton's method."""
    motion = dalembert.simulate(MODELS / "transistor_amplifier.toml", t_end=0.004, samples=40)
    assert motion.status == "ok"
    expected = amplifier(motion.t)
    for column, values in expected.items():
        assert motion[full(motion, column)] == pytest.approx(values, rel=0, abs=1e-8), column


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("dc_motor_speed", ("-9.9975", "-2.0025")),
        ("inverted_pendulum", ("-5.6041", "-0.1428", "0.00", "5.5651")),
    ],
)
def test_poles_are_those_of_the_tutorial(name: str, printed: tuple[str, ...]) -> None:
    """The eigenvalues about rest; the angle and the charge of a motor are integrals, with the pole 0."""
    values = np.linalg.eigvals(dalembert.linearise(MODELS / f"{name}.toml", {"phi": 0}).A)
    assert np.abs(values.imag).max() < 1e-9
    kept = sorted(value for value in values.real if "0.00" in printed or abs(value) > 1e-9)
    for value, digits in zip(kept, printed, strict=True):
        assert abs(value - float(digits)) <= half_a_digit(digits)


def test_a_tuned_absorber_has_two_equal_points_that_no_damping_changes() -> None:
    """Den Hartog: both are √(1 + 2/μ) static deflections high; with his damping they are nearly the peaks."""
    mu, whole = 0.05, 20.0
    model = dalembert.read(MODELS / "tuned_absorber.toml")
    fixed = [whole * sqrt((1 + side * sqrt(mu / (2 + mu))) / (1 + mu)) for side in (-1, 1)]

    def height(linear: Linear, w: float) -> float:
        return float(8000 * abs((linear.C @ np.linalg.solve(1j * w * np.eye(4) - linear.A, linear.B))[0, 0]))

    for zeta in (0.05, 0.2):
        linear = dalembert.linearise(dalembert.vary(model, parameters={"zeta": zeta}))
        assert [height(linear, w) for w in fixed] == pytest.approx([sqrt(1 + 2 / mu)] * 2, rel=1e-12)
    best = dalembert.linearise(model)
    peak = max(height(best, w) for w in np.linspace(10, 30, 2001))
    assert sqrt(1 + 2 / mu) <= peak < 1.01 * sqrt(1 + 2 / mu)


def test_a_plate_snaps_beyond_the_pull_in_voltage() -> None:
    """Nathanson: s (1 − s)² = 4/27 (U/U₀)² has a root below a third of the gap up to U₀, and none above."""
    gap = motion_of("pull_in")["x"][-1] / 2e-6
    assert gap < 1 / 3
    assert gap * (1 - gap) ** 2 == pytest.approx(4 / 27 * 0.95**2, rel=1e-8)
    above = dalembert.vary(dalembert.read(MODELS / "pull_in.toml"), parameters={"part": 1.01})
    assert dalembert.simulate(above).status == "stopped"


def test_a_magnet_has_the_poles_of_woodson_and_melcher() -> None:
    """(m s² − ½ I² L″)(L s + R) + I² L′² s = 0, with one pole on the right, and the charge as an integral."""
    current = sqrt(2 * 0.05 * G * 0.01 / 0.02) * 2
    whole, first, second = 0.11, -0.02 / 0.01 / 4, 2 * 0.02 / 0.01**2 / 8
    spring = np.polymul([0.05, 0, -(current**2) * second / 2], [whole, 10])
    exact = np.roots(np.polyadd(spring, [(current * first) ** 2, 0]))
    poles = np.linalg.eigvals(dalembert.linearise(MODELS / "levitation.toml", {"q_magnet'": current}).A)
    assert np.sort_complex(poles[np.abs(poles) > 1e-6]) == pytest.approx(np.sort_complex(exact), rel=1e-9)
    assert (exact.real > 0).sum() == 1


def test_a_box_stands_below_the_force_that_tips_it() -> None:
    """F h = m g b/2."""
    below = dalembert.vary(dalembert.read(MODELS / "tipping_box.toml"), parameters={"F": 0.999 * 10 * G / 4})
    assert np.abs(dalembert.simulate(below)["phi"]).max() < 1e-9


def test_a_governor_rests_at_the_angle_of_huygens() -> None:
    """At cos θ = g/(l ω²), which is stable; upright and hanging are not."""
    rest = dalembert.equilibrium(MODELS / "watt_governor.toml")
    stable = sorted(one["theta"] for one in rest if one.stability == "asymptotically stable")
    assert np.cos(stable) == pytest.approx([G / (0.4 * 49)] * 2, rel=1e-12)
    assert motion_of("watt_governor")["theta"][-1] == pytest.approx(stable[1], rel=1e-9)


def test_a_cantilever_has_the_frequencies_of_euler_and_bernoulli() -> None:
    """β = 1.87510, 4.69409, 7.85476, with an error of the order of 1/n² of its n segments."""
    modes = dalembert.modes(MODELS / "cantilever.toml")
    for mode, beta in zip(modes.modes, (1.87510, 4.69409, 7.85476), strict=False):
        assert mode.rad_s == pytest.approx(beta**2 * sqrt(1750 / 7.85), rel=2 / 30**2)


def test_a_common_source_amplifier_has_the_gain_and_the_corner_of_the_textbook() -> None:
    """−7 V/V, and 382 kHz by Miller's approximation, which is 2 percent from the slow pole of the exact equations."""
    motion = motion_of("common_source")
    assert abs(motion["d.voltage"][-1] / 1e-3 + 7) < 0.05
    slow = -max(np.linalg.eigvals(COMMON_SOURCE).real)
    assert slow / (2 * pi) == pytest.approx(382e3, rel=0.02)
    late = motion.t > 1e-6
    rest = np.log(np.abs(motion["d.voltage"][late] - COMMON_SOURCE_END))
    assert np.polyfit(motion.t[late], rest, 1)[0] == pytest.approx(-slow, rel=1e-4)


def test_every_problem_is_on_the_page_with_its_source() -> None:
    """The table of the page names the file of each."""
    page = (MODELS.parent / "problems.md").read_text(encoding="utf-8")
    assert not [
        name
        for name in [*PROBLEMS, "watt_governor", "cantilever", "pull_in", "levitation"]
        if f"models/{name}.toml" not in page
    ]
