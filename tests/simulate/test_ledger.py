"""The energy ledger: stored = supplied − dissipated + projected, in closed form, on random systems, and not when cheated."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from small_models import oscillator, rod, slider_crank

import dalembert
from dalembert._compile.mechanical_evaluator import MechanicalEvaluator

CLOSES = 1e-8


def balance(motion: dalembert.Motion) -> np.ndarray:
    """What the ledger leaves unexplained, made from its columns once more."""
    own = motion.ledger
    stored = own.energy - own.energy[0]
    return stored - (own.efforts + own.constraints + own.time + own.projection - own.dissipated)


# -- closed forms -----------------------------------------------------------------------------------


def test_a_damped_oscillator_dissipates_what_it_loses() -> None:
    """Stored energy falls by the integral of c x'^2, which the closed form gives."""
    m, k, c = 2.0, 18.0, 0.8
    model = oscillator(parameters={"c": c}, energy={"dissipation": "1/2*c*x'^2"})
    motion = dalembert.simulate(model, t_end=4, samples=40, rtol=1e-10)
    decay, w = c / (2 * m), np.sqrt(k / m - (c / (2 * m)) ** 2)
    t = motion.t
    x = 0.5 * np.exp(-decay * t) * (np.cos(w * t) + decay / w * np.sin(w * t))
    v = -0.5 * np.exp(-decay * t) * (decay**2 / w + w) * np.sin(w * t)
    energy = m * v**2 / 2 + k * x**2 / 2
    np.testing.assert_allclose(motion.ledger.energy, energy, atol=1e-9)
    np.testing.assert_allclose(motion.dissipated, energy[0] - energy, atol=1e-9)
    assert np.abs(motion.supplied).max() == 0
    assert motion.ledger.kind == "energy"


def test_a_force_in_time_supplies_its_work() -> None:
    """A force F sin(wt) on a free mass supplies the integral of F sin(wt) x' in closed form."""
    F, w, m = 3.0, 2.0, 2.0
    model = dalembert.model(
        parameters={"F": F, "w": w, "m": m},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        work={"x": "F*sin(w*t)"},
    )
    motion = dalembert.simulate(model, t_end=5, samples=50, rtol=1e-10)
    speed = F / (m * w) * (1 - np.cos(w * motion.t))
    np.testing.assert_allclose(motion.ledger.efforts, m * speed**2 / 2, atol=1e-8)
    np.testing.assert_allclose(motion.supplied, motion.T, atol=1e-8)


def test_resonance_is_paid_by_the_input() -> None:
    """A spring whose far end moves as A sin(wt) at resonance is given the work of that end, k (u - x) u'."""
    model = oscillator(
        inputs={"u": "0.1*sin(3*t)"},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"potential": "1/2*k*(x - u)^2"},
    )
    motion = dalembert.simulate(model, t_end=10, samples=400, rtol=1e-10)
    t = motion.t
    x = 0.1 * (np.sin(3 * t) - 3 * t * np.cos(3 * t)) / 2
    np.testing.assert_allclose(motion["x"], x, atol=1e-8)
    v = 0.1 * 4.5 * t * np.sin(3 * t)
    u = 0.1 * np.sin(3 * t)
    stored = v**2 + 9 * (x - u) ** 2
    np.testing.assert_allclose(motion.ledger.time, stored, atol=1e-6)
    assert motion.ledger.error <= CLOSES


def test_a_driven_slider_is_given_the_work_of_its_drive() -> None:
    """A slider driven as a cos(wt) against a spring is given exactly the change of T + V, by the force m x'' + k x."""
    a, w, m, k = 0.2, 5.0, 2.0, 18.0
    model = dalembert.model(
        parameters={"a": a, "w": w, "m": m, "k": k},
        coordinates={"x": {}},
        inputs={"u": "a*cos(w*t)"},
        energy={"kinetic": "1/2*m*x'^2", "potential": "1/2*k*x^2"},
        constraints={"displacement": {"drive": "x - u"}},
    )
    motion = dalembert.simulate(model, t_end=2, samples=40, rtol=1e-10)
    t = motion.t
    energy = (m * w**2 * np.sin(w * t) ** 2 + k * np.cos(w * t) ** 2) * a**2 / 2
    np.testing.assert_allclose(motion.ledger.energy, energy, atol=1e-11)
    np.testing.assert_allclose(motion.ledger.constraints, energy - energy[0], atol=1e-9)
    # the force of the drive: reaction = m x'' + k x
    np.testing.assert_allclose(motion.reaction[:, 0], (k - m * w**2) * a * np.cos(w * t), atol=1e-9)
    np.testing.assert_allclose(motion["lam_drive"], -(k - m * w**2) * a * np.cos(w * t), atol=1e-9)


def test_a_bead_on_a_turning_wire_keeps_its_jacobi_integral() -> None:
    """In a frame that turns at a constant rate the ledger keeps T2 - T0 + V, which is not T + V."""
    model = dalembert.model(
        parameters={"m": 1, "w": 2},
        coordinates={"r": {"start": 0.3, "speed": 0}},
        definitions={"x": "r*cos(w*t)", "y": "r*sin(w*t)"},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
    )
    motion = dalembert.simulate(model, t_end=1, samples=20)
    assert motion.ledger.kind == "jacobi"
    np.testing.assert_allclose(motion["r"], 0.3 * np.cosh(2 * motion.t), rtol=1e-8)
    np.testing.assert_allclose(motion.ledger.energy, -(0.3**2) * 4 / 2, rtol=1e-7)
    assert np.ptp(motion.T + motion.V) > 1  # the wire's motor works, and T + V grows
    assert motion.ledger.error <= CLOSES


def test_a_melting_mass_and_a_softening_spring_are_paid_by_time() -> None:
    """Energies that depend on time by themselves are supplied: T = (2 - t) x'^2/2 and V = (2 + t) x^2/2."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.4, "speed": 1}},
        energy={"kinetic": "1/2*(2 - t)*x'^2", "potential": "1/2*(2 + t)*x^2"},
    )
    motion = dalembert.simulate(model, t_end=1, samples=200)
    power = motion["x'"] ** 2 / 2 + motion["x"] ** 2 / 2  # -L_t = -T_t + V_t
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(motion.t))])
    np.testing.assert_allclose(motion.ledger.time, work, atol=1e-5)
    assert np.abs(balance(motion)).max() <= CLOSES


def test_a_state_that_stiffens_a_spring_is_paid_by_time() -> None:
    """V = s x^2/2 with s' = -s gives up its energy as the state falls, and the ledger says so."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*s*x^2"},
        states={"s": {"rate": "-s", "start": 4}},
    )
    motion = dalembert.simulate(model, t_end=2, samples=400)
    power = -motion["s"] * motion["x"] ** 2 / 2
    work = np.concatenate([[0], np.cumsum((power[1:] + power[:-1]) / 2 * np.diff(motion.t))])
    np.testing.assert_allclose(motion.ledger.time, work, atol=1e-5)
    assert motion.ledger.error <= CLOSES


def test_constraints_at_rest_do_no_work() -> None:
    """Rods, loops and rolling without slip supply nothing beyond rounding, and projection little."""
    skate = dalembert.model(
        coordinates={
            "x": {"start": 0, "speed": 1},
            "y": {"start": 0},
            "th": {"start": 0, "speed": 0.7},
        },
        energy={"kinetic": "1/2*(x'^2 + y'^2) + 1/2*0.3*th'^2", "potential": "2*x"},
        constraints={"flow": {"edge": "x'*sin(th) - y'*cos(th)"}},
    )
    turning = dalembert.vary(slider_crank(), speed={"th": 3})
    for model in (rod({"start": 0.6, "speed": 0}, {"guess": -1}), turning, skate):
        motion = dalembert.simulate(model, t_end=2, samples=50)
        size = np.abs(motion.T).max() + np.abs(motion.V).max()
        assert motion.status == "ok"
        assert np.abs(motion.ledger.constraints).max() <= 1e-10 * size
        assert np.abs(motion.ledger.projection).max() <= 1e-9 * size


def test_a_flow_constraint_with_a_source_supplies_its_power() -> None:
    """A conveyor x' = v that carries a mass against a damper is given exactly what the damper takes."""
    model = dalembert.model(
        parameters={"v": 2, "c": 3},
        coordinates={"x": {"start": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2 + 1/2*y'^2", "dissipation": "1/2*c*(x' - y')^2"},
        constraints={"flow": {"belt": "x' - v"}},
    )
    motion = dalembert.simulate(model, t_end=3, samples=30, rtol=1e-10)
    y = 2 * (1 - np.exp(-3 * motion.t))
    np.testing.assert_allclose(motion["y'"], y, atol=1e-9)
    np.testing.assert_allclose(motion.ledger.constraints - motion.dissipated, y**2 / 2, atol=1e-8)


# -- random systems ---------------------------------------------------------------------------------


def random_system(seed: int) -> dict[str, Any]:
    """Three coupled masses with every kind of supply and loss, drawn by a seed."""
    r = Random(seed)

    def number() -> str:
        return f"{r.uniform(0.2, 2):.3f}"

    names = ["x", "y", "z"]
    coupled = f"{number()}*cos(x - y)*x'*y'/4 + {number()}*sin(z + t/2)*y'*z'/5"
    sections: dict[str, Any] = {
        "coordinates": {n: {"start": r.uniform(-1, 1), "speed": r.uniform(-1, 1)} for n in names},
        "inputs": {"u": f"{number()}*sin({number()}*t)", "w": f"{number()}*exp(-t)*t"},
        "definitions": {"tip": "x + sin(y)*u", "top": "z + w*x"},
        "energy": {
            "kinetic": {
                "own": " + ".join(f"1/2*(1 + {number()})*{n}'^2" for n in names),
                "coupled": coupled,
                "tip": f"1/2*{number()}*(tip'^2 + top'^2)",
            },
            "potential": {
                "springs": f"{number()}*(x - y - u)^2 + {number()}*cos(z) + {number()}*(y - z)^4",
                "state": f"{number()}*s*x + x^2*(1 + s^2)",
                "magnet": f"{number()}*y*x' + {number()}*t*z'",
            },
            "dissipation": f"1/2*{number()}*(x' - y')^2 + 1/3*sqrt(1 + z'^2)^3 + 1/2*(tip' - u')^2",
        },
        "work": {
            "x": f"{number()}*sin({number()}*t)*cos(y)",
            "z": f"-{number()}*z' + {number()}*u*w' + tanh(s)",
        },
        "states": {"s": {"rate": f"(sin(x) - s)/{number()} + u/3", "start": r.uniform(-1, 1)}},
    }
    return sections


CONSTRAINTS = {
    "free": {},
    "displacement": {"displacement": {"tie": "x - y^3/4 - cos(z)/2"}},
    "moving": {"displacement": {"tie": "x - y - sin(u + t)/2"}},
    "flow": {"flow": {"edge": "x'*cos(z) + y'*sin(z) - z'/3"}},
    "source": {"flow": {"edge": "x' - u*y' - 1/2 - u'/3"}},
    "bent flow": {"flow": {"edge": "x'^3 + x' - y' - sin(t)/4"}},
    "both": {"displacement": {"tie": "x - y - u"}, "flow": {"edge": "z' - cos(x)*y'"}},
}


@pytest.mark.parametrize("kind", CONSTRAINTS)
@pytest.mark.parametrize("seed", range(4))
def test_the_ledger_of_a_random_system_closes(seed: int, kind: str) -> None:
    """With all supplies and losses at work, and each kind of constraint, nothing is left unexplained."""
    sections = random_system(seed)
    if kind != "free":
        for n in ("x",) if kind != "both" else ("x", "z"):
            sections["coordinates"][n] = {"guess": sections["coordinates"][n]["start"]}
        sections["constraints"] = CONSTRAINTS[kind]
    motion = dalembert.simulate(dalembert.model(**sections), t_end=1.5, samples=30, rtol=1e-9)
    assert motion.status == "ok", motion.message
    assert motion.ledger.kind == "jacobi"
    scale = max(np.abs(motion.T).max() + np.abs(motion.V).max(), np.abs(motion.supplied).max())
    assert np.abs(balance(motion)).max() <= CLOSES * scale
    np.testing.assert_allclose(balance(motion), motion.ledger.remainder, atol=1e-13 * scale)
    for part in (motion.dissipated, motion.ledger.efforts, motion.ledger.time):
        assert np.abs(part).max() > 1e-3 * scale  # each term is at work
    if kind in ("moving", "source", "bent flow", "both"):
        assert np.abs(motion.ledger.constraints).max() > 1e-3 * scale


@pytest.mark.parametrize("method", ["rk54", "cvodes", "ida", "scipy:DOP853", "scipy:Radau", "scipy:LSODA"])
def test_every_method_keeps_the_books(method: str) -> None:
    """The ledger of a driven, damped, constrained system closes with methods of other libraries too."""
    sections = random_system(7)
    sections["coordinates"]["x"] = {"guess": 0.2}
    sections["constraints"] = CONSTRAINTS["moving"]
    motion = dalembert.simulate(dalembert.model(**sections), t_end=1, samples=10, rtol=1e-6, method=method)
    assert motion.status == "ok", motion.message
    assert motion.ledger.error <= 1e-5


# -- books that are cooked --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["T", "V", "energy"])
def test_an_energy_that_is_wrong_by_a_tenth_of_a_per_mille_is_flagged(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run whose observed energy is falsified by 1e-4 of its change is flagged; T and V alone only shift the kind."""
    real = MechanicalEvaluator.observations

    def cheated(self: MechanicalEvaluator, *arguments: Any) -> dict[str, np.ndarray]:
        seen = real(self, *arguments)
        seen[name] = seen[name] * (1 + 1e-4 * np.linspace(0, 1, len(seen[name])))
        return seen

    monkeypatch.setattr(MechanicalEvaluator, "observations", cheated)
    motion = dalembert.simulate(oscillator(), t_end=4, samples=50)
    if name == "energy":
        assert motion.status == "flagged"
        assert "energy is unexplained" in motion.message
    else:
        assert motion.ledger.kind == "jacobi"


@pytest.mark.parametrize("entry, factor", [(0, 1 + 1e-4), (1, 1 - 1e-4)])
def test_rates_that_are_wrong_by_a_tenth_of_a_per_mille_are_flagged(
    entry: int, factor: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run with falsified velocities or accelerations runs to its end and is flagged."""
    real = MechanicalEvaluator.rates

    def cheated(self: MechanicalEvaluator, t: float, y: np.ndarray) -> tuple[np.ndarray, float]:
        out, health = real(self, t, y)
        out[entry] *= factor
        return out, health

    monkeypatch.setattr(MechanicalEvaluator, "rates", cheated)
    motion = dalembert.simulate(oscillator(), t_end=2, samples=20, method="scipy:DOP853")
    assert motion.status == "flagged"
    assert motion.reached == 2
    assert motion.ledger.error > 1e-6


def test_a_dissipation_that_is_not_booked_is_flagged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run whose works are booked one per mille too small is flagged."""
    real = MechanicalEvaluator.rates

    def cheated(self: MechanicalEvaluator, t: float, y: np.ndarray) -> tuple[np.ndarray, float]:
        out, health = real(self, t, y)
        out[2:] *= 0.999
        return out, health

    monkeypatch.setattr(MechanicalEvaluator, "rates", cheated)
    model = oscillator(parameters={"c": 1}, energy={"dissipation": "1/2*c*x'^2"})
    assert dalembert.simulate(model, t_end=2, samples=20, method="scipy:DOP853").status == "flagged"


# -- false alarms -----------------------------------------------------------------------------------


def test_a_system_at_rest_has_nothing_to_explain() -> None:
    """A mass at rest at the bottom of its spring, with no energy at all, is ok."""
    motion = dalembert.simulate(oscillator(coordinates={"x": {"start": 0, "speed": 0}}), t_end=1)
    assert motion.status == "ok"
    assert motion.ledger.error == 0


@pytest.mark.xfail(
    strict=True,
    reason="the rounding of V = g (1 - cos th), 1e-16 g, is held against the energy of the motion, 1e-10 g",
)
@pytest.mark.parametrize("amplitude", [1e-5, 1e-8])
def test_small_motions_are_not_flagged_for_the_rounding_of_their_energy(amplitude: float) -> None:
    """A pendulum that swings by a hundredth of a millirad is right to 1e-9 and is not flagged."""
    model = dalembert.model(
        parameters={"g": 9.81},
        coordinates={"th": {"start": amplitude, "speed": 0}},
        energy={"kinetic": "1/2*th'^2", "potential": "g*(1 - cos(th))"},
    )
    motion = dalembert.simulate(model, t_end=5, samples=50)
    right = amplitude * np.cos(np.sqrt(9.81) * motion.t)
    np.testing.assert_allclose(motion["th"], right, atol=1e-9 * amplitude)
    assert motion.status == "ok", motion.message


@pytest.mark.parametrize(
    "method",
    [
        "auto",  # the model is linear: works are integrals like the motion
        pytest.param(
            "rk853",
            marks=pytest.mark.xfail(
                strict=True,
                reason="works are left out of the error test, so a power faster than the motion is summed wrongly",
            ),
        ),
    ],
)
def test_a_fast_energy_that_moves_nothing_is_accounted_for(method: str) -> None:
    """A potential sin(1000 t), which acts on nothing, leaves a free mass alone and its ledger closed."""
    model = dalembert.model(
        parameters={"A": 1},
        coordinates={"x": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": "A*sin(1000*t)"},
    )
    motion = dalembert.simulate(model, t_end=10, samples=50, method=method)
    np.testing.assert_allclose(motion["x"], motion.t, rtol=1e-9)
    assert motion.status == "ok", motion.message


def test_the_zero_of_the_potential_changes_no_motion() -> None:
    """A constant added to V changes neither motion nor works, and the energy by that constant."""
    one = dalembert.simulate(oscillator(), t_end=2, samples=20)
    other = dalembert.simulate(oscillator(energy={"potential": "1/2*k*x^2 + 7"}), t_end=2, samples=20)
    assert np.array_equal(one.q, other.q)
    np.testing.assert_allclose(other.ledger.energy - one.ledger.energy, 7, rtol=1e-12)


def test_a_free_fall_gains_what_its_height_loses() -> None:
    """T = m g h to rounding, and nothing is supplied."""
    model = dalembert.model(
        parameters={"m": 3, "g": 9.81},
        coordinates={"x": {"start": 0, "speed": 2}, "y": {"start": 100, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
    )
    motion = dalembert.simulate(model, t_end=4, samples=16)
    np.testing.assert_allclose(motion["y"], 100 - 9.81 / 2 * motion.t**2, atol=1e-9)
    np.testing.assert_allclose(motion.T - motion.T[0], 3 * 9.81 * (100 - motion["y"]), atol=1e-9)
    assert np.abs(motion.supplied).max() == 0


@pytest.mark.parametrize("method", ["auto", "scipy:DOP853"])
def test_rows_where_all_is_at_rest_are_no_measure_of_an_account(method: str) -> None:
    """A mass pushed by cos(t), seen only where it stands still, leaves no energy unexplained."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*3*x'^2"},
        work={"x": "3*cos(t)"},
    )
    motion = dalembert.simulate(model, t_end=20 * np.pi, samples=10, method=method)
    assert motion.ledger.error <= CLOSES
    assert np.abs(motion.T).max() < 1e-12


@pytest.mark.parametrize("method", ["moreau", "rattle"])
def test_fixed_steps_book_the_work_of_a_pivot_that_an_input_moves(method: str) -> None:
    """A pendulum on a pivot that a constraint moves with an input has order two, and its account closes with it."""
    model = dalembert.model(
        coordinates={"x": {}, "th": {"start": 0.1, "speed": 0}},
        inputs={"u": "0.05*sin(2*t)"},
        definitions={"px": "x + sin(th)", "py": "-cos(th)"},
        energy={"kinetic": "1/2*(px'^2 + py'^2)", "potential": "9.81*py"},
        constraints={"displacement": {"pivot": "x - u"}},
    )
    end = dalembert.simulate(model, t_end=2, rtol=1e-10).q[-1, 1]
    errors, rests = [], []
    for dt in (4e-3, 2e-3):
        motion = dalembert.simulate(model, t_end=2, method=method, dt=dt)
        assert motion.status == "ok", motion.message
        errors.append(abs(motion.q[-1, 1] - end))
        rests.append(motion.ledger.error)
    assert errors[1] < 0.3 * errors[0] < 1e-5
    assert rests[1] < 0.3 * rests[0] < 1e-6
