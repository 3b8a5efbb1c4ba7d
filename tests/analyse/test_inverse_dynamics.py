"""Efforts for prescribed motions: printed tau, closed forms, and simulations under the computed efforts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert import library

ARM = {"q1": "pi - 0.6*cos(2*t)", "q2": "pi - 0.3*cos(3*t)", "q3": "pi + 0.2*sin(t)^2"}
POLAR = {"q1": "0.8 + 0.1*sin(3*t)^2", "q2": "0.5 + 0.4*(1 - cos(2*t))"}


def motion_of(laws: dict[str, str], t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The motions above, differentiated by hand."""
    if laws is ARM:
        q = [np.pi - 0.6 * np.cos(2 * t), np.pi - 0.3 * np.cos(3 * t), np.pi + 0.2 * np.sin(t) ** 2]
        v = [1.2 * np.sin(2 * t), 0.9 * np.sin(3 * t), 0.2 * np.sin(2 * t)]
        a = [2.4 * np.cos(2 * t), 2.7 * np.cos(3 * t), 0.4 * np.cos(2 * t)]
    else:
        q = [0.8 + 0.1 * np.sin(3 * t) ** 2, 0.5 + 0.4 * (1 - np.cos(2 * t))]
        v = [0.3 * np.sin(6 * t), 0.8 * np.sin(2 * t)]
        a = [1.8 * np.cos(6 * t), 1.6 * np.cos(2 * t)]
    return np.array(q), np.array(v), np.array(a)


def arm_tau(q, v, a, c=np.cos, s=np.sin):
    """LagranTexPac eqs 51-68: tau = M q'' + C + G of the triple arm, as printed."""
    L1, L2, m1, m2, m3, z1, z2, z3, g = 0.30, 0.26, 2.1, 1.3, 0.45, 0.13, 0.11, 0.06, 9.81
    q1, q2, q3 = q
    M11, M22, M33 = L1**2 * (m2 + m3) + m1 * z1**2, m3 * L2**2 + m2 * z2**2, m3 * z3**2
    M12 = L1 * c(q1 - q2) * (L2 * m3 + m2 * z2)
    M13, M23 = L1 * m3 * z3 * c(q1 - q3), L2 * m3 * z3 * c(q2 - q3)
    C1 = L1 * (L2 * m3 + m2 * z2) * s(q1 - q2) * v[1] ** 2 + L1 * m3 * z3 * s(q1 - q3) * v[2] ** 2
    C2 = -L1 * (L2 * m3 + m2 * z2) * s(q1 - q2) * v[0] ** 2 + L2 * m3 * z3 * s(q2 - q3) * v[2] ** 2
    C3 = -L1 * m3 * z3 * s(q1 - q3) * v[0] ** 2 - L2 * m3 * z3 * s(q2 - q3) * v[1] ** 2
    G1, G2, G3 = (L1 * (m2 + m3) + m1 * z1) * s(q1), (L2 * m3 + m2 * z2) * s(q2), m3 * z3 * s(q3)
    return np.array(
        [
            M11 * a[0] + M12 * a[1] + M13 * a[2] + C1 - g * G1,
            M12 * a[0] + M22 * a[1] + M23 * a[2] + C2 - g * G2,
            M13 * a[0] + M23 * a[1] + M33 * a[2] + C3 - g * G3,
        ]
    )


def polar_tau(q, v, a):
    """LagranTexPac eqs 78-87: tau of the polar arm, as printed."""
    m1, m2, l1, l2, g = 2, 1, 1, 0.4, 9.81
    inertia = m1 * l1**2 / 3 + m2 * l2**2 / 12 + m2 * q[0] ** 2
    return np.array(
        [
            m2 * a[0] - m2 * q[0] * v[1] ** 2 + g * m2 * np.sin(q[1]),
            inertia * a[1] + 2 * m2 * v[0] * q[0] * v[1] + g * np.cos(q[1]) * (l1 * m1 + 2 * m2 * q[0]) / 2,
        ]
    )


PRINTED = [("triple_arm", ARM, arm_tau), ("polar_arm", POLAR, polar_tau)]


@pytest.mark.parametrize("name, laws, tau", PRINTED)
def test_the_arms_need_the_printed_tau(name, laws, tau) -> None:
    """The efforts of the arms are M q'' + C + G as LagranTexPac prints them."""
    found = dalembert.inverse(name, laws, t_end=3.0, samples=300)
    q, v, a = motion_of(laws, found.t)
    for own, true in ((found.q, q), (found.qd, v), (found.qdd, a)):
        np.testing.assert_allclose(own.T, true, rtol=0, atol=1e-13)
    np.testing.assert_allclose(found.effort.T, tau(q, v, a), rtol=0, atol=1e-12)
    np.testing.assert_allclose(found.power, found.effort * found.qd, atol=1e-13)
    assert found.balance <= 1e-14


def fourier(values: np.ndarray, period: float) -> str:
    """The trigonometric polynomial through equally spaced values of a periodic function, as an expression."""
    c = np.fft.rfft(values) / len(values)
    terms = [f"{float(c[0].real)!r}"]
    for k in range(1, len(values) // 2):
        if abs(c[k]) > 1e-14 * np.abs(c).max():
            angle = f"2*pi*{k}/{period!r}*t"
            terms.append(f"({2 * float(c[k].real)!r})*cos({angle}) - ({2 * float(c[k].imag)!r})*sin({angle})")
    return " + ".join(terms)


def with_inputs(
    name: str, laws: dict[str, str], folder: Path, drop: str = "", work: bool = True
) -> dalembert.Model:
    """A library system with inputs u_NAME that act on its coordinates (or stand for a parameter)."""
    lines = [line for line in library.text_of(name).splitlines() if not (drop and line.startswith(drop))]
    text = "\n".join(lines)
    if work:
        text += "\n[work]\n" + "\n".join(f'{q} = "u_{q}"' for q in laws)
    text += (
        "\n[inputs]\n" + "\n".join(f'{f"u_{q}" if work else q} = "{law}"' for q, law in laws.items()) + "\n"
    )
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return dalembert.read(path)


@pytest.mark.parametrize("name, laws", [("triple_arm", ARM), ("polar_arm", POLAR)])
def test_simulation_under_the_efforts_returns_the_motion(name, laws, tmp_path: Path) -> None:
    """Put in as expressions of time, the computed efforts drive the simulated arm along the prescribed motion."""
    period = 2 * np.pi
    found = dalembert.inverse(name, laws, t_end=period, samples=256)
    efforts = {c: fourier(found[f"effort_{c}"][:-1], period) for c in laws}
    model = with_inputs(name, efforts, tmp_path)
    model = dalembert.vary(model, start={c: float(found[c][0]) for c in laws}, speed=dict.fromkeys(laws, 0))
    again = dalembert.inverse(model, laws, [f"u_{c}" for c in laws], t_end=period, samples=256)
    np.testing.assert_allclose(again.effort, found.effort, rtol=0, atol=1e-12)
    motion = dalembert.simulate(
        model,
        t_end=2.0,
        samples=100,
        rtol=1e-10,
        variation=dalembert.Variation(settings=dalembert.RunSettings(atol=1e-10)),
    )
    assert motion.status == "ok", motion.message
    q, v, _ = motion_of(laws, motion.t)
    np.testing.assert_allclose(motion.q, q.T, rtol=0, atol=1e-7)
    np.testing.assert_allclose(motion.qd, v.T, rtol=0, atol=1e-6)


def test_a_crank_turned_evenly_by_its_torque(tmp_path: Path) -> None:
    """The torque that turns the linkage once a second, put into the model, turns it so; reactions agree."""
    law = "pi/3 + 2*pi*t"
    found = dalembert.inverse("four_bar", {"theta2": law}, t_end=1.0, samples=512)
    assert max(found.position, found.velocity) <= 1e-12
    assert found["effort_theta2"][0] == pytest.approx(found["effort_theta2"][-1], rel=1e-10)
    torque = fourier(found["effort_theta2"][:-1], 1.0)
    model = with_inputs("four_bar", {"tau": torque}, tmp_path, drop="tau =", work=False)
    model = dalembert.vary(model, speed={"theta2": "2*pi"})
    motion = dalembert.simulate(
        model,
        t_end=1.0,
        samples=64,
        rtol=1e-11,
        variation=dalembert.Variation(settings=dalembert.RunSettings(atol=1e-11)),
    )
    np.testing.assert_allclose(motion["theta2"], np.pi / 3 + 2 * np.pi * motion.t, rtol=0, atol=1e-8)
    np.testing.assert_allclose(motion.q, found.q[::8], rtol=0, atol=1e-8)
    np.testing.assert_allclose(motion.lam, found.lam[::8], rtol=0, atol=1e-5)
    same = dalembert.inverse(model, {"theta2": law}, ["tau"], t_end=1.0, samples=512)
    np.testing.assert_allclose(same["tau"], found["effort_theta2"], rtol=0, atol=1e-10)


def test_the_work_of_the_torque_is_the_gain_of_energy() -> None:
    """Without friction the work of the crank's torque is T + V at the end minus T + V at the start."""
    found = dalembert.inverse("four_bar", {"theta2": "1 + 3*t^2"}, t_end=1.2, samples=2000)
    own = dalembert.functions("four_bar")
    E = [
        float(own.T(0, q, v) + own.V(0, q, v))
        for q, v in zip(found.q[[0, -1]], found.qd[[0, -1]], strict=True)
    ]
    assert found.sizing[0].work == pytest.approx(E[1] - E[0], rel=1e-9)
    assert found.sizing[0].work_supplied + found.sizing[0].work_absorbed == pytest.approx(
        found.sizing[0].work, rel=1e-12
    )


def test_a_free_motion_needs_no_effort() -> None:
    """The sampled motion of a swinging rod, prescribed as a table, needs no torque, and has its reactions."""
    free = dalembert.simulate("rod_pendulum", t_end=2.0, samples=400, rtol=1e-11)
    found = dalembert.inverse("rod_pendulum", {"theta": (free.t, free["theta"])}, samples=400)
    assert found.t[-1] == 2.0
    assert np.abs(found["effort_theta"]).max() <= 2e-3  # the spline's second derivative, of 49 N m
    inner = slice(20, -20)
    np.testing.assert_allclose(found["lam_phi2"][inner], free["lam_phi2"][inner], rtol=0, atol=1e-4)
    assert "cubic spline" in found.laws["theta"]


def test_a_table_of_a_cubic_is_exact() -> None:
    """A cubic spline gives t³ its acceleration 6 t back."""
    t = np.linspace(0, 2, 9)
    found = dalembert.inverse(MASS, {"x": (t, t**3)}, samples=50)
    np.testing.assert_allclose(found["x''"], 6 * found.t, atol=1e-11)
    np.testing.assert_allclose(found["effort_x"], 2 * 6 * found.t, atol=1e-11)


MASS = dalembert.model(
    parameters={"m": 2},
    coordinates={"x": {"unit": "m", "start": 0, "speed": 0}},
    energy={"kinetic": "1/2*m*x'^2"},
    simulate={"t_end": 1.0},
)


def test_sizing_of_a_harmonic_motion() -> None:
    """A mass swung as A sin ωt: peak m A ω², RMS peak/√2, power m A² ω³/2, as much given as taken."""
    A, w = 0.1, 2 * np.pi
    found = dalembert.inverse(MASS, {"x": "0.1*sin(2*pi*t)"}, samples=1000)
    one = found.sizing[0]
    assert one.name == "effort_x"
    assert one.unit == "N"
    assert abs(one.peak) == pytest.approx(2 * A * w**2, rel=1e-10)
    assert one.peak_t in (pytest.approx(0.25), pytest.approx(0.75))
    assert (one.lowest, one.highest) == pytest.approx((-2 * A * w**2, 2 * A * w**2), rel=1e-10)
    assert one.rms == pytest.approx(2 * A * w**2 / np.sqrt(2), rel=1e-10)
    assert abs(one.peak_power) == pytest.approx(A**2 * w**3, rel=1e-10)
    assert one.work_supplied == pytest.approx(2 * A**2 * w**2, rel=1e-5)  # two strokes of m (A ω)²/2
    assert one.work_absorbed == pytest.approx(-2 * A**2 * w**2, rel=1e-5)
    assert one.work == pytest.approx(0, abs=1e-10)
    assert one.mean_power == pytest.approx(0, abs=1e-10)


def test_an_effort_elsewhere_makes_the_same_motion() -> None:
    """A force on the rod's mass centre and a torque at its pin do the same work in the same motion."""
    motion = {"theta": "0.4*sin(2*t)"}
    torque = dalembert.inverse("rod_pendulum", motion, ["theta"], t_end=2.0, samples=500)
    force = dalembert.inverse("rod_pendulum", motion, ["x"], t_end=2.0, samples=500)
    np.testing.assert_allclose(force.power, torque.power, atol=1e-10)
    np.testing.assert_allclose(
        force["effort_x"] * 5 * np.cos(force["theta"]), torque["effort_theta"], atol=1e-10
    )


def test_positions_follow_flow_constraints() -> None:
    """A disc that rolls turns by x/r, and the force on it is (m + J/r²) x''."""
    disc = dalembert.model(
        parameters={"m": 1, "J": 1, "r": 0.5},
        coordinates={"x": {"start": 0}, "th": {"start": 0.3, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2 + 1/2*J*th'^2"},
        constraints={"flow": {"roll": "x' - r*th'"}},
    )
    found = dalembert.inverse(disc, {"x": "sin(2*t)"}, t_end=3.0, samples=200)
    np.testing.assert_allclose(found["th"], 0.3 + 2 * np.sin(2 * found.t), atol=1e-9)
    np.testing.assert_allclose(found["th'"], 4 * np.cos(2 * found.t), atol=1e-12)
    np.testing.assert_allclose(found["effort_x"], -4 * (1 + 4) * np.sin(2 * found.t), atol=1e-9)
    np.testing.assert_allclose(found["kap_roll"], found["th''"] / 0.5, atol=1e-9)


def test_states_are_integrated() -> None:
    """A motor with a lag: what the lag gives is subtracted from the effort."""
    lag = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        states={"z": {"rate": "1 - z", "start": 0}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "2*z"},
    )
    found = dalembert.inverse(lag, {"x": "t^2"}, t_end=2.0, samples=100)
    np.testing.assert_allclose(found["z"], 1 - np.exp(-found.t), atol=1e-10)
    np.testing.assert_allclose(found["effort_x"], 2 - 2 * (1 - np.exp(-found.t)), atol=1e-10)


def test_coordinates_without_mass_need_efforts_too() -> None:
    """The series damper: the node follows its spring, and the efforts are those of Suk's Table 4.1."""
    laws = {"x1": "0.01*sin(t)", "x2": "-0.1*t", "x3": "0.2*cos(t)"}
    found = dalembert.inverse("spring_pendulum", laws, t_end=2.0, samples=40)
    t, m, l, k, c, g = found.t, 1, 1, 200, 50, 9.81  # noqa: E741
    x1, x3 = 0.01 * np.sin(t), 0.2 * np.cos(t)
    v1, v2, v3 = 0.01 * np.cos(t), -0.1, -0.2 * np.sin(t)
    a3 = -0.2 * np.cos(t)
    np.testing.assert_allclose(found["effort_x1"], k * x1 + c * v1 - c * v2, atol=1e-12)
    np.testing.assert_allclose(
        found["effort_x2"],
        m * l * a3 * np.sin(x3) + m * l * v3**2 * np.cos(x3) - c * v1 + c * v2 + m * g,
        atol=1e-12,
    )
    np.testing.assert_allclose(found["effort_x3"], m * l**2 * a3 + m * g * l * np.sin(x3), atol=1e-12)


def test_a_redundant_constraint_has_no_reaction_to_tell() -> None:
    """Where an effort on one coordinate and a constraint share a load, the constraint's force is not a number."""
    guided = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"guess": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        constraints={"displacement": {"tie": "y - 2*x"}},
    )
    found = dalembert.inverse(guided, {"x": "t^2"}, t_end=1.0, samples=10)
    np.testing.assert_allclose(found["effort_x"], 2 * (1 + 4), atol=1e-12)
    np.testing.assert_allclose(found["lam_tie"], -4, atol=1e-12)


def test_other_inputs_keep_their_laws() -> None:
    """A wind that is an input goes on blowing, and is said to."""
    windy = dalembert.model(
        inputs={"F": "0", "wind": "3*t"},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "2*F + wind"},
    )
    found = dalembert.inverse(windy, {"x": "t^2"}, ["F"], t_end=1.0, samples=10)
    np.testing.assert_allclose(found["F"], (2 - 3 * found.t) / 2, atol=1e-13)
    np.testing.assert_allclose(found["power_F"], (2 - 3 * found.t) * 2 * found.t, atol=1e-13)
    assert any("wind" in remark for remark in found.remarks)


@pytest.mark.parametrize(("own", "needed"), [("5", 2 - 5), ("0", 2)])
def test_efforts_beside_those_of_the_model_are_said_to_come_in_addition(own: str, needed: float) -> None:
    """A motor that the model has already does a part of the work: the rest alone would size another one."""
    driven = dalembert.model(
        parameters={"M": own},
        coordinates={"phi": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*phi'^2"},
        work={"phi": "M"},
    )
    found = dalembert.inverse(driven, {"phi": "t^2"}, t_end=1.0, samples=10)
    np.testing.assert_allclose(found["effort_phi"], needed, atol=1e-12)
    assert any("in addition" in remark for remark in found.remarks) == (own != "0")


@pytest.mark.parametrize(
    ("law", "angle"),
    [
        ("0.5*sin(7*t)", lambda t: 0.5 * np.sin(7 * t)),
        ("t*cos(11*t)/3", lambda t: t * np.cos(11 * t) / 3),
        ("0.2*sin(300*t)", lambda t: 0.2 * np.sin(300 * t)),
        ("exp(-((t - 1.2345)/0.003)^2)", lambda t: np.exp(-(((t - 1.2345) / 0.003) ** 2))),
    ],
)
@pytest.mark.parametrize("samples", [5, 60])
def test_peaks_do_not_depend_on_the_samples(
    law: str, angle: Callable[[np.ndarray], np.ndarray], samples: int
) -> None:
    """A pendulum's torque m l^2 th'' + m g l sin th and power have their peaks between any samples."""
    m, length, g = 2.0, 0.7, 9.81
    model = dalembert.model(
        parameters={"m": m, "l": length, "g": g},
        coordinates={"th": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*l^2*th'^2", "potential": "-m*g*l*cos(th)"},
    )
    found = dalembert.inverse(model, {"th": law}, t_end=3, samples=samples).sizing[0]
    t = np.linspace(0, 3, 3_000_001)
    h = 2e-5  # derivatives by differences of sixth order
    shifted = [angle(t + k * h) for k in (1, -1, 2, -2, 3, -3)]
    first = (45 * (shifted[0] - shifted[1]) - 9 * (shifted[2] - shifted[3]) + shifted[4] - shifted[5]) / (
        60 * h
    )
    second = (
        270 * (shifted[0] + shifted[1])
        - 27 * (shifted[2] + shifted[3])
        + 2 * (shifted[4] + shifted[5])
        - 490 * angle(t)
    ) / (180 * h**2)
    torque = m * length**2 * second + m * g * length * np.sin(angle(t))
    assert found.highest == pytest.approx(torque.max(), rel=2e-6)
    assert found.lowest == pytest.approx(torque.min(), rel=2e-6)
    assert abs(found.peak_power) == pytest.approx(np.max(np.abs(torque * first)), rel=2e-6)
