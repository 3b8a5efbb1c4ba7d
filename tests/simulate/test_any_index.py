"""Systems without inertia in places, with unknown efforts, of any index: against reductions by hand."""

from __future__ import annotations

from collections import OrderedDict

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert
from dalembert._compile import compiled_models, mechanical_system

RTOL = 1e-9


def truth(rates, start: list[float], times: np.ndarray) -> np.ndarray:
    """A reduction by hand, integrated to thirteen digits."""
    run = solve_ivp(rates, (0, times[-1]), start, "DOP853", times, rtol=1e-13, atol=1e-18)
    return run.y.T


def test_the_spring_pendulum_is_its_reduction() -> None:
    """Spring and damper in series under a pendulum: five states, against the hand reduction."""
    m, L, k, c, g = 1.0, 1.0, 200.0, 50.0, 9.81

    def rates(_, y):
        x1, _, x3, v2, v3 = y
        v1 = v2 - k * x1 / c
        M = np.array([[m, m * L * np.sin(x3)], [m * L * np.sin(x3), m * L**2]])
        h = [-m * L * v3**2 * np.cos(x3) + c * (v1 - v2) - m * g, -m * g * L * np.sin(x3)]
        return [v1, v2, v3, *np.linalg.solve(M, h)]

    motion = dalembert.simulate("spring_pendulum", samples=50, rtol=RTOL)
    true = truth(rates, [-m * g / k, 0, 0.5, 0, 0], motion.t)
    assert motion.status == "ok"
    np.testing.assert_allclose(motion.q, true[:, :3], rtol=0, atol=3e-9)
    np.testing.assert_allclose(motion["x2'"], true[:, 3], rtol=0, atol=1e-8)
    np.testing.assert_allclose(motion["x1'"], true[:, 3] - k * true[:, 0] / c, rtol=0, atol=1e-8)
    assert motion.ledger.error < 1e-9


def test_the_circuit_is_its_reduction() -> None:
    """The lever without mass between two fields: four states of index 2, against the hand reduction."""
    L0, b, d, c0, c1, R, k, v = 0.1, 1.0, 0.01, 1e-8, 1e-6, 1e3, 1e3, 100.0

    def lever(q0, i2):
        return (q0**2 / (2 * c0) - b * i2**2 / 2) / (2 * k)

    def rates(_, y):
        q0, q1, _, i2 = y
        x1 = lever(q0, i2)
        i0 = (v - q1 / c1 - q0 * (d - x1) / c0) / R
        i1 = i0 - i2
        left = (L0 - b * x1) + b**2 * i2**2 / (2 * k)
        return [i0, i1, i2, (q1 / c1 + b * i2 * q0 * i0 / (2 * k * c0)) / left]

    motion = dalembert.simulate("electro_mechanical", samples=50, rtol=RTOL)
    true = truth(rates, [0.0, 0.0, 0.0, 0.0], motion.t)
    assert motion.status == "ok"
    for i, name in enumerate(("q0", "q1", "q2", "q2'")):
        size = np.abs(true[:, i]).max()
        np.testing.assert_allclose(motion[name], true[:, i], rtol=0, atol=10 * RTOL * size)
    x1 = lever(true[:, 0], true[:, 3])
    np.testing.assert_allclose(motion["x1"], x1, rtol=0, atol=10 * RTOL * np.abs(x1).max())
    np.testing.assert_allclose(motion["x2"], -motion["x1"], rtol=0, atol=1e-18)
    assert motion.ledger.error < 1e-9


@pytest.mark.parametrize("name", ["rod_pendulum", "four_bar_pinned", "conveyor"])
def test_the_general_way_is_that_of_mechanics(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Closed chains by the Σ-method and by the saddle-point system give one motion."""
    usual = dalembert.simulate(name, t_end=1.0, samples=20, rtol=1e-10)
    monkeypatch.setattr(compiled_models, "_models", OrderedDict())
    monkeypatch.setattr(mechanical_system, "is_regular", lambda *_: False)
    general = dalembert.simulate(name, t_end=1.0, samples=20, rtol=1e-10)
    np.testing.assert_allclose(general.q, usual.q, rtol=0, atol=1e-9)
    np.testing.assert_allclose(general.lam, usual.lam, rtol=1e-6, atol=1e-6 * np.abs(usual.lam).max())
    assert general.residual.position.max() <= 1e-12
    assert general.residual.velocity.max() <= 1e-12


def test_unknown_efforts_are_found() -> None:
    """A motor whose torque is an effort constraint: speed and current follow the closed form."""
    model = dalembert.model(
        parameters={"J": 0.02, "kt": 0.1, "R": 2.0, "v": 12.0, "c": 0.005},
        coordinates={"theta": {"start": 0, "speed": 0}, "q": {"start": 0}},
        energy={"kinetic": "1/2*J*theta'^2", "dissipation": "1/2*R*q'^2 + 1/2*c*theta'^2"},
        work={"theta": "tau", "q": "v - kt*theta'"},
        efforts={"tau": {}},
        constraints={"effort": {"motor": "tau - kt*q'"}},
        simulate={"t_end": 10.0, "samples": 40},
    )
    motion = dalembert.simulate(model)
    rate = (0.1**2 / 2 + 0.005) / 0.02
    speed = 0.1 * 12 / 2 / (0.1**2 / 2 + 0.005) * (1 - np.exp(-rate * motion.t))
    np.testing.assert_allclose(motion["theta'"], speed, rtol=0, atol=1e-7)
    np.testing.assert_allclose(motion["tau"], 0.1 * (12 - 0.1 * speed) / 2, rtol=0, atol=1e-8)
    assert motion.ledger.error < 1e-9


def test_states_of_first_order_run() -> None:
    """A lag behind an oscillator has its closed form."""
    model = dalembert.model(
        parameters={"T": 0.5},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        states={"s": {"rate": "(x - s)/T", "start": 0}},
        simulate={"t_end": 8.0, "samples": 40},
    )
    motion = dalembert.simulate(model)
    a, t = 1 / 1.25, motion.t  # s = a (cos t + T sin t) − a exp(−t/T)
    np.testing.assert_allclose(
        motion["s"], a * (np.cos(t) + 0.5 * np.sin(t) - np.exp(-2 * t)), rtol=0, atol=1e-8
    )


@pytest.mark.parametrize(
    "name, sets",
    [
        ("blending_tank_printed", [{"V1", "V2", "kap_psi2"}, {"V1", "V2", "psi2"}]),
        (
            "pneumatic_positioner_printed",
            [{"u", "y", "V1", "V2", "V3", "lam_phi1", "kap_psi1", "P2"}, {"u", "y", "phi1"}],
        ),
    ],
)
def test_ill_posed_systems_are_refused_by_name(name: str, sets: list[set[str]]) -> None:
    """The two printed systems without a solution are refused with the sets that over- and under-determine them."""
    model = dalembert.vary(dalembert.read(name), parameters={"F": 1, "v": 12} if "positioner" in name else {})
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(model)
    flaws = {flaw.rule: flaw.message for flaw in caught.value.flaws}
    for rule, names in zip(("over-determined", "under-determined"), sets, strict=True):
        if rule in flaws:
            assert all(f"`{one}`" in flaws[rule] for one in names)
    assert flaws


def test_a_speed_that_cannot_be_chosen_is_refused() -> None:
    """The speed of a massless node follows from its equation; another one is refused by name."""
    with pytest.raises(dalembert.ModelError, match="speed of `x1` follows"):
        dalembert.simulate(dalembert.vary(dalembert.read("spring_pendulum"), speed={"x1": 3}))


def test_hidden_cancellation_is_refused_by_name() -> None:
    """T = m (x1' + x2')²/2 has inertia in one direction only; the other is named."""
    model = dalembert.model(
        coordinates={"x1": {"start": 0, "speed": 0}, "x2": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*(x1' + x2')^2", "potential": "1/2*x1^2 + x2^2"},
        simulate={"t_end": 1.0},
    )
    with pytest.raises(dalembert.ModelError, match=r"x1, x2"):
        dalembert.simulate(model)


def test_efforts_without_a_value_are_refused() -> None:
    """An effort constraint that no real number satisfies is refused; one that several satisfy takes the one near its guess."""

    def model(law: str, guess: float) -> dalembert.Model:
        return dalembert.model(
            coordinates={"x": {"start": 0, "speed": 0}},
            energy={"kinetic": "1/2*x'^2"},
            work={"x": "f"},
            efforts={"f": {"guess": guess}},
            constraints={"effort": {"law": law}},
            simulate={"t_end": 2.0, "samples": 4},
        )

    with pytest.raises(dalembert.ModelError, match="law"):
        dalembert.simulate(model("f^2 + 1", 0.5))
    for root in (2.0, -2.0):
        motion = dalembert.simulate(model("f^2 - 4", root / 2))
        np.testing.assert_allclose(motion["x"], root * motion.t**2 / 2, rtol=0, atol=1e-8)


@pytest.mark.parametrize(
    "name", ["spring_pendulum", "electro_mechanical", "blending_tank", "four_bar", "slider_crank"]
)
def test_ida_is_of_the_same_opinion(name: str) -> None:
    """IDA, given the original equations instead of our elimination, finds the same motion."""
    end = dalembert.read(name).simulate.t_end / 4
    ours = dalembert.simulate(name, t_end=end, samples=20, rtol=1e-9)
    theirs = dalembert.simulate(name, t_end=end, samples=20, rtol=1e-7, method="ida")
    assert theirs.status == "ok", theirs.message
    for one, other in ((ours.q, theirs.q), (ours.qd, theirs.qd), (ours.lam, theirs.lam)):
        size = np.abs(one).max(axis=0, initial=0) + 1e-3 * np.abs(one).max(initial=0)
        assert np.all(np.abs(one - other) <= 3e-6 * size)
