"""Gears, belts, racks, cams, drives, distances and curves, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from tests.bodies.systems import changed

import dalembert

SHAFTS = {
    "bodies": {
        "first": {"mass": 1, "inertia": 0.3},
        "second": {"mass": 2, "inertia": 0.7},
    },
    "joints": {
        "A": {"kind": "pin", "between": ["ground", "first"]},
        "B": {"kind": "pin", "between": ["ground", "second"]},
    },
    "elements": {"motor": {"kind": "torque", "on": "first", "torque": 2.0}},
    "simulate": {"t_end": 1.0, "samples": 5},
}


def test_a_gear_couples_inertias_by_its_ratio() -> None:
    """The angles satisfy a = n b from their starts, one of them in degrees: M = J\u2081 a'' + J\u2082 b''/n."""
    n = -2.5
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {"start": 0.2, "speed": 0}},
        joints__B__coordinate={"b": {"start": 30, "speed": 0, "unit": "deg"}},
        joints__G={"kind": "gear", "between": ["joints.A", "joints.B"], "ratio": n},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    rate = 2.0 / (0.3 + 0.7 / n**2)
    np.testing.assert_allclose(motion["a"], 0.2 + rate * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion["b"], np.pi / 6 + rate / n * motion.t**2 / 2, atol=1e-9)


def test_a_drive_needs_the_torque_of_its_motion() -> None:
    """The coordinate follows the law, and the joint carries J a'' less the torque of the motor."""
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {}},
        joints__B__coordinate={"b": {"start": 0, "speed": 0}},
        joints__D={"kind": "drive", "between": "joints.A", "value": "sin(3*t)"},
        outputs={"M": "joints.A.torque", "drive": "lam_D"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["a"], np.sin(3 * motion.t), atol=1e-10)
    needed = -0.3 * 9 * np.sin(3 * motion.t) - 2.0
    np.testing.assert_allclose(motion["M"], needed, atol=1e-9)
    np.testing.assert_allclose(motion["drive"], needed, atol=1e-9)


def test_a_rod_without_mass_is_a_distance() -> None:
    """A mass let go beside its support: v² = −2 g y, so the tension is −3 m g y/l."""
    starts = {"x": 0.8, "y": 0, "turn": 0}
    model = dalembert.model(
        parameters={"m": 1.3, "l": 0.8, "g": 9.81},
        bodies={"gravity": [0, "-g"], "bob": {"mass": "m", "inertia": 0.1}},
        joints={
            "free": {
                "kind": "free",
                "between": ["ground", "bob"],
                "coordinate": {name: {"start": start, "speed": 0} for name, start in starts.items()},
            },
            "rod": {"kind": "distance", "between": ["ground", "bob"], "length": "l"},
        },
        outputs={"tension": "lam_rod", "pull": "-dot(joints.rod.force, bob.centre)/l"},
        simulate={"t_end": 1.0, "samples": 11, "rtol": 1e-11},
    )
    motion = dalembert.simulate(model)
    assert motion["y"].min() < -0.7
    np.testing.assert_allclose(np.hypot(motion["x"], motion["y"]), 0.8, rtol=1e-12)
    np.testing.assert_allclose(motion["tension"], -3 * 1.3 * 9.81 * motion["y"] / 0.8, atol=1e-8)
    np.testing.assert_allclose(motion["pull"], motion["tension"], atol=1e-10)


@pytest.mark.parametrize("crossed", [False, True])
def test_a_belt_couples_pulleys_by_their_radii(crossed: bool) -> None:
    """r₁ a = ± r₂ b: the belt carries what the second shaft needs."""
    r1, r2 = 0.1, 0.25
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {"start": 0, "speed": 0}},
        joints__B__coordinate={"b": {"start": 0.1, "speed": 0}},
        joints__V={
            "kind": "belt",
            "between": ["joints.A", "joints.B"],
            "radii": [r1, r2],
            "crossed": crossed,
        },
        outputs={"pull": "lam_V", "effort": "joints.V.effort"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    n = r1 / r2 * (-1 if crossed else 1)
    rate = 2.0 / (0.3 + 0.7 * n**2)
    np.testing.assert_allclose(motion["a"], rate * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion["b"] - 0.1, n * motion["a"], atol=1e-9)
    np.testing.assert_allclose(motion["effort"], 0.7 * n * rate, rtol=1e-9)
    np.testing.assert_allclose(np.abs(motion["pull"]), 0.7 * abs(n) * rate / r2, rtol=1e-9)


def test_a_rack_moves_with_its_pinion() -> None:
    """As s = r a, the pinion feels m r², and the force on the rack is m s''."""
    system = changed(
        SHAFTS,
        joints__A__coordinate={"a": {"start": 0, "speed": 0}},
        joints__B={"kind": "slider", "between": ["ground", "second"], "coordinate": {"s": {"start": 1}}},
        joints__R={"kind": "rack", "between": ["joints.A", "joints.B"], "radius": 0.4},
        outputs={"F": "joints.R.effort", "carried": "joints.B.force.x"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    rate = 2.0 / (0.3 + 2 * 0.4**2)
    np.testing.assert_allclose(motion["s"], 1 + 0.4 * rate * motion.t**2 / 2, atol=1e-9)
    np.testing.assert_allclose(motion["F"], 2 * 0.4 * rate, rtol=1e-9)
    np.testing.assert_allclose(motion["carried"], motion["F"], rtol=1e-9)


@pytest.mark.parametrize("ratio", [None, -3.0])
def test_a_differential_follows_willis(ratio: float | None) -> None:
    """The angles satisfy a − c = n (b − c), and no power is lost: the torques are as 1 : −n : n − 1."""
    n = -1.0 if ratio is None else ratio
    system = changed(
        SHAFTS,
        bodies__carrier={"mass": 1, "inertia": 0.2},
        joints__A__coordinate={"a": {"start": 0, "speed": 0}},
        joints__B__coordinate={"b": {"start": 0, "speed": 0}},
        joints__C={"kind": "pin", "between": ["ground", "carrier"], "coordinate": {"c": {"start": 0.3}}},
        joints__D={"kind": "differential", "between": ["joints.A", "joints.B", "joints.C"]}
        | ({} if ratio is None else {"ratio": ratio}),
        outputs={"lam": "lam_D", "effort": "joints.D.effort"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["a"] - n * motion["b"] - (1 - n) * (motion["c"] - 0.3), 0, atol=1e-9)
    lam = motion["lam"]
    rates = [(2.0 - lam) / 0.3, n * lam / 0.7, (1 - n) * lam / 0.2]
    np.testing.assert_allclose(rates[0] - n * rates[1] - (1 - n) * rates[2], 0, atol=1e-9)
    np.testing.assert_allclose(motion["effort"], (1 - n) * lam, rtol=1e-12)
    np.testing.assert_allclose(motion["a"], rates[0] * motion.t**2 / 2, atol=1e-9)


@pytest.mark.parametrize("law", ["expression", pytest.param("table", marks=pytest.mark.soak)])
def test_a_cam_lifts_its_follower(law: str) -> None:
    """Lift s = f(a) at a driven cam: the force on the follower is m f'' Ω², of a smooth law."""
    angles = np.linspace(-0.5, 4.0, 46)
    table = {"x": {"values": list(angles), "unit": "rad"},
             "value": {"values": list(0.02 * (1 - np.cos(angles))), "unit": "m"},
             "interpolate": "spline", "beyond": "stop"}  # fmt: skip
    system = changed(
        SHAFTS,
        parameters={"Om": {"value": 3, "unit": "rad/s"}, "L": {"value": 0.02, "unit": "m"}},
        tables={"lift": table} if law == "table" else {},
        elements={},
        joints__A__coordinate={"a": {}},
        joints__B={"kind": "slider", "between": ["ground", "second"], "axis": "y", "coordinate": {"s": {}}},
        joints__D={"kind": "drive", "between": "joints.A", "value": "Om*t"},
        joints__K={"kind": "cam", "between": ["joints.A", "joints.B"],
                   "profile": "lift(a)" if law == "table" else "L*(1 - cos(a))"},
        outputs={"F": "joints.K.effort"},
    )  # fmt: skip
    motion = dalembert.simulate(dalembert.model(**system))
    bound = 1e-5 if law == "table" else 1e-10
    np.testing.assert_allclose(motion["s"], 0.02 * (1 - np.cos(3 * motion.t)), atol=bound)
    np.testing.assert_allclose(motion["F"], 2 * 0.02 * 9 * np.cos(3 * motion.t), atol=1e3 * bound)


def test_a_drive_follows_a_table() -> None:
    """The samples of a smooth motion, as an input: its values and the torque it takes."""
    times = np.linspace(0, 1, 201)
    system = changed(
        SHAFTS,
        inputs={"law": {"times": list(times), "values": list(np.sin(3 * times)), "interpolate": "spline"}},
        joints__A__coordinate={"a": {}},
        joints__B__coordinate={"b": {"start": 0, "speed": 0}},
        joints__D={"kind": "drive", "between": "joints.A", "value": "law"},
        outputs={"M": "joints.D.effort"},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["a"], np.sin(3 * motion.t), atol=1e-8)
    np.testing.assert_allclose(motion["M"][1:-1], (-2.7 * np.sin(3 * motion.t) - 2)[1:-1], atol=1e-3)


BEAD = {
    "parameters": {"m": 0.4, "A": 1.2, "B": 0.8, "g": 9.81},
    "bodies": {"gravity": [0, "-g"], "bead": {"mass": "m", "inertia": 0.01}},
    "joints": {
        "free": {
            "kind": "free",
            "between": ["ground", "bead"],
            "coordinate": {"px": {"start": 1.2}, "py": {"start": 0}, "turn": {"start": 0, "speed": 0}},
        },
    },
    "outputs": {"Fx": "joints.C.force.x", "Fy": "joints.C.force.y"},
    "simulate": {"t_end": 1.0, "samples": 11, "rtol": 1e-11},
}


def test_a_bead_on_an_ellipse_by_its_parameter_and_by_its_equation() -> None:
    """Both ways the same motion; v² = −2 g y, and the force is at right angles to the curve."""
    found = []
    for given in (
        {"curve": ["A*cos(s)", "B*sin(s)"], "coordinate": {"s": {"start": 0, "speed": 0}}},
        {"equation": "x^2/A^2 + y^2/B^2 - 1"},
    ):
        system = changed(BEAD, joints__C={"kind": "point_on_curve", "between": ["ground", "bead"], **given})
        if "equation" in given:
            system = changed(system, joints__free__coordinate__py__speed=0)
        found.append(dalembert.simulate(dalembert.model(**system)))
    one, two = found
    for name in ("px", "py", "Fx", "Fy"):
        np.testing.assert_allclose(one[name], two[name], atol=1e-8, err_msg=name)
    speed = one["px'"] ** 2 + one["py'"] ** 2
    np.testing.assert_allclose(speed, -2 * 9.81 * one["py"], atol=1e-9)
    np.testing.assert_allclose(one["Fx"] * one["px'"] + one["Fy"] * one["py'"], 0, atol=1e-9)


def test_a_wire_that_turns_carries_its_bead() -> None:
    """A curve in a body that is driven: r'' = r Ω² along a straight wire, and 2 m Ω r' across it."""
    system = changed(
        BEAD,
        parameters__Om={"value": 2, "unit": "rad/s"},
        bodies__gravity=None,
        bodies__wire={"mass": 1, "inertia": 0.1},
        joints__hub={"kind": "pin", "between": ["ground", "wire"], "coordinate": {"w": {}}},
        joints__D={"kind": "drive", "between": "joints.hub", "value": "Om*t"},
        joints__free__coordinate={"px": {"start": 0.5}, "py": {"start": 0}, "turn": {"start": 0, "speed": 0}},
        joints__C={"kind": "point_on_curve", "between": ["wire", "bead"], "curve": ["s", 0],
                   "coordinate": {"s": {"unit": "m", "start": 0.5, "speed": 0}}},
        outputs={"across": "-sin(2*t)*joints.C.force.x + cos(2*t)*joints.C.force.y", "M": "joints.hub.torque"},
    )  # fmt: skip
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["s"], 0.5 * np.cosh(2 * motion.t), atol=1e-9)
    across = 2 * 0.4 * 2 * np.sinh(2 * motion.t)
    np.testing.assert_allclose(motion["across"], across, atol=1e-8)
    np.testing.assert_allclose(motion["M"], across * motion["s"], atol=1e-8)


def test_a_point_on_a_helix_slides_down_evenly() -> None:
    """Down at g p²/(r² + p²), on r cos s, r sin s, p s."""
    r, p, g = 0.5, 0.2, 9.81
    system = {
        "bodies": {"space": 3, "gravity": [0, 0, -g], "bead": {"mass": 2, "place": {"at": ["u", "v", "w"]}}},
        "coordinates": {"u": {"start": r}, "v": {"start": 0}, "w": {"start": 0}},
        "joints": {"C": {"kind": "point_on_curve", "between": ["ground", "bead"],
                         "curve": [f"{r}*cos(C)", f"{r}*sin(C)", f"{p}*C"],
                         "coordinate": {"C": {"start": 0, "speed": 0}}}},
        "simulate": {"t_end": 1.0, "samples": 6, "rtol": 1e-11},
    }  # fmt: skip
    motion = dalembert.simulate(dalembert.model(**system))
    np.testing.assert_allclose(motion["w"], -g * p**2 / (r**2 + p**2) * motion.t**2 / 2, atol=1e-9)


GEARBOX = {
    "parameters": {"J1": 0.3, "J2": 0.7, "J3": 1.1, "M": 2.0, "B": 0.4, "m": 1.5, "r": 0.25, "g": 9.81},
    "bodies": {
        "gravity": [0, "-g"],
        "one": {"mass": 1, "inertia": "J1"},
        "two": {"mass": 2, "inertia": "J2"},
        "three": {"mass": 1, "inertia": "J3"},
    },
    "joints": {
        "A": {"kind": "pin", "between": ["ground", "one"], "coordinate": {"a": {"start": 0.2, "speed": 0}}},
        "B": {"kind": "pin", "between": ["ground", "two"], "coordinate": {"b": {"start": -0.1, "speed": 0}}},
        "C": {"kind": "pin", "between": ["ground", "three"], "coordinate": {"c": {"start": 0, "speed": 0}}},
    },
    "elements": {
        "motor": {"kind": "torque", "on": "one", "torque": "M"},
        "brake": {"kind": "torque", "on": "two", "torque": "-B"},
    },
    "outputs": {"X": "joints.K.effort", "TA": "joints.A.torque", "TB": "joints.B.torque"},
    "simulate": {"t_end": 0.3, "samples": 3, "rtol": 1e-11},
}


def _efforts_at_start(coordinates: str, **changes: object) -> dict[str, float]:
    """The effort of the coupling `K` and the torques of the pins, which do not change here."""
    model = dalembert.model(**changed(GEARBOX, bodies__coordinates=coordinates, **changes))
    motion = dalembert.simulate(model)
    assert motion.status == "ok"
    for name in ("X", "TA", "TB"):
        np.testing.assert_allclose(motion[name], motion[name][0], rtol=0, atol=1e-9)
    return {name: float(motion[name][0]) for name in ("X", "TA", "TB")}


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_gears_and_belts_carry_the_torques_of_hand_written_equations(coordinates: str) -> None:
    """J₁ a'' = M + T₁, J₂ b'' = −B + T₂, a = n b: T₁ + T₂/n = 0 and T₂ = −n T₁, of a belt n = ± r₂/r₁."""
    for coupling, n in (
        ({"kind": "gear", "ratio": -2.5}, -2.5),
        ({"kind": "belt", "radii": [0.1, 0.3]}, 3.0),
        ({"kind": "belt", "radii": [0.1, 0.3], "crossed": True}, -3.0),
    ):
        found = _efforts_at_start(coordinates, joints__K={"between": ["joints.A", "joints.B"], **coupling})
        rate = (2.0 * n - 0.4) / (0.3 * n**2 + 0.7)  # b''
        first, second = 0.3 * n * rate - 2.0, 0.7 * rate + 0.4
        assert found["X"] == pytest.approx(second, abs=1e-10)
        assert found["TA"] == pytest.approx(first, abs=1e-10)
        assert found["TB"] == pytest.approx(second, abs=1e-10)
        assert second == pytest.approx(-n * first, abs=1e-12)


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_rack_pushes_with_the_force_of_hand_written_equations(coordinates: str) -> None:
    """J a'' = M − r F and m s'' = F − m g with s = r a: F is the effort, −r F the torque on the pinion."""
    found = _efforts_at_start(
        coordinates,
        bodies__two={"mass": "m", "inertia": 0.1},
        elements__brake=None,
        outputs__TB="joints.B.torque",
        joints__B={"kind": "slider", "axis": "y", "between": ["ground", "two"],
                   "coordinate": {"s": {"start": 0, "speed": 0}}},
        joints__K={"kind": "rack", "between": ["joints.A", "joints.B"], "radius": "r"},
    )  # fmt: skip
    m, r, g = 1.5, 0.25, 9.81
    rate = (2.0 - r * m * g) / (0.3 + m * r**2)  # a''
    force = m * r * rate + m * g
    assert found["X"] == pytest.approx(force, abs=1e-10)
    assert found["TA"] == pytest.approx(-r * force, abs=1e-10)


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_differential_shares_its_torque_as_its_equation_says(coordinates: str) -> None:
    """With a − c = n (b − c) the torques on a, b, c are as −1 to n to 1 − n; the carrier has none of its own."""
    n = -1.5
    coupling = {"kind": "differential", "between": ["joints.A", "joints.B", "joints.C"], "ratio": n}
    found = _efforts_at_start(coordinates, joints__K=coupling)
    # J₁ a'' = M − λ, J₂ b'' = −B + n λ, J₃ c'' = (1 − n) λ
    J1, J2, J3 = 0.3, 0.7, 1.1
    lam = (2.0 / J1 + 0.4 * n / J2) / (1 / J1 + n**2 / J2 + (1 - n) ** 2 / J3)
    assert found["TA"] == pytest.approx(-lam, abs=1e-10)
    assert found["TB"] == pytest.approx(n * lam, abs=1e-10)
    assert found["X"] == pytest.approx((1 - n) * lam, abs=1e-10)


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_drives_turn_what_is_coupled_to_them(coordinates: str) -> None:
    """With a'' = 2 w the drive gives J₁ a'' − M less what the gear gives: T = −J₂ b''/n − B/n."""
    n, w = -2.0, 1.5
    model = dalembert.model(
        **changed(
            GEARBOX,
            parameters__w={"value": w, "unit": "rad/s^2"},
            bodies__coordinates=coordinates,
            joints__A__coordinate={"a": {"start": 0.2}},
            joints__B__coordinate={"b": {"start": -0.1}},
            joints__K={"kind": "gear", "between": ["joints.A", "joints.B"], "ratio": n},
            joints__D={"kind": "drive", "between": "joints.A", "value": "0.2 + w*t^2"},
            outputs__drive="joints.D.effort",
        )
    )
    motion = dalembert.simulate(model)
    second = 0.7 * (2 * w / n) + 0.4
    np.testing.assert_allclose(motion["X"], second, atol=1e-9)
    np.testing.assert_allclose(motion["drive"], 0.3 * 2 * w - 2.0 + second / n, atol=1e-9)
    np.testing.assert_allclose(motion["TA"], 0.3 * 2 * w - 2.0, atol=1e-9)
