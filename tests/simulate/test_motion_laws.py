"""Motions that must be the same, or mirror images, or reach a known state, whatever the formulation."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from scipy.special import ellipj, ellipk
from small_models import FREE, oscillator, rod, slider_crank

import dalembert
from dalembert._model.units import unit_of

RTOL = 1e-9


def angle(speed: float = 0.0, **settings: float) -> dalembert.Model:
    """The pendulum in its angle, from 60 degrees."""
    return dalembert.model(
        parameters={"L": 1, "g": 9.81},
        coordinates={"th": {"start": "pi/3", "speed": speed}},
        energy={"kinetic": "1/2*L^2*th'^2", "potential": "-g*L*cos(th)"},
        simulate=settings,
    )


def exact_angle(t: np.ndarray) -> np.ndarray:
    """The pendulum that is let go at 60 degrees, by Jacobi's functions."""
    w, k = np.sqrt(9.81), np.sin(np.pi / 6)
    sn = ellipj(ellipk(k**2) - w * t, k**2)[0]
    return 2 * np.arcsin(k * sn)


def begun(motion: dalembert.Motion, row: int, way: int) -> dalembert.Model:
    """The model of a motion, started from one of its rows; way -1 turns all speeds round."""
    own = motion.model.coordinates
    factors = [unit_of(c.unit).factor if c.unit else 1.0 for c in own]
    q, qd = motion.q[row] / factors, way * motion.qd[row] / factors
    return dalembert.vary(
        motion.model,
        start={c.name: float(x) for c, x in zip(own, q, strict=True)},
        speed={c.name: float(x) for c, x in zip(own, qd, strict=True)},
    )


# -- formulations -----------------------------------------------------------------------------------


def test_angle_and_place_are_the_same_pendulum() -> None:
    """Minimal and redundant coordinates give one motion, which is Jacobi's, and one energy."""
    one = dalembert.simulate(angle(), t_end=6, samples=60)
    model = rod({"start": "sin(pi/3)", "speed": 0}, {"guess": -0.5})
    other = dalembert.simulate(model, t_end=6, samples=60)
    th = exact_angle(one.t)
    np.testing.assert_allclose(one["th"], th, atol=3 * RTOL)
    np.testing.assert_allclose(other["x"], np.sin(th), atol=3 * RTOL)
    np.testing.assert_allclose(other["y"], -np.cos(th), atol=3 * RTOL)
    np.testing.assert_allclose(other.T, one.T, atol=1e-7)


def test_a_hanging_mass_is_held_by_its_weight() -> None:
    """With y - L = 0 as constraint the reaction on y is +m g and lam is -m g: the force is -G'lam."""
    model = dalembert.model(
        parameters={"m": 3, "g": 9.81, "L": 2},
        coordinates={"y": {}},
        energy={"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
        constraints={"displacement": {"hook": "y - L"}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=2)
    np.testing.assert_allclose(motion.reaction, 3 * 9.81, rtol=1e-14)
    np.testing.assert_allclose(motion["lam_hook"], -3 * 9.81, rtol=1e-14)


def test_a_rope_pulls_towards_its_hook() -> None:
    """The reaction on a pendulum is along the rod, of size m (g cos th + L th'^2), and towards the pivot."""
    model = rod({"start": "sin(pi/3)", "speed": 0}, {"guess": -0.5})
    motion = dalembert.simulate(model, t_end=2, samples=20)
    tension = -9.81 * motion["y"] + (motion.qd**2).sum(axis=1)
    np.testing.assert_allclose(motion.reaction, -tension[:, np.newaxis] * motion.q, atol=1e-7)


@pytest.mark.parametrize("name", ["four_bar", "rod_pendulum", "conveyor", "four_bar_pinned"])
def test_reactions_are_what_inertia_and_forces_leave(name: str) -> None:
    """The reaction is -G'lam and M qdd - h at every row, and G qdd = gamma, by the functions that are exported."""
    motion = dalembert.simulate(name, t_end=0.7, samples=7)
    own = dalembert.functions(name)
    for i, t in enumerate(motion.t):
        state = (t, motion.q[i], motion.qd[i])
        M, h, gamma = own.M(*state), own.h(*state), own.gamma(*state)
        G = np.vstack([own.Phi_q(*state), own.Psi_qd(*state)])
        scale = np.abs(motion.reaction).max() + np.abs(h).max()
        np.testing.assert_allclose(motion.reaction[i], -G.T @ motion.lam[i], atol=1e-10 * scale)
        np.testing.assert_allclose(motion.reaction[i], M @ motion.qdd[i] - h, atol=1e-9 * scale)
        size = np.abs(G) @ np.abs(motion.qdd[i]) + np.abs(gamma)
        assert np.abs(G @ motion.qdd[i] - gamma).max() <= 1e-10 * size.max()


def test_accelerations_are_the_rates_of_speeds() -> None:
    """Central differences of speeds are the accelerations, of positions the speeds."""
    motion = dalembert.simulate("four_bar", t_end=0.5, samples=5000)
    dt = motion.t[1]
    for rate, value in ((motion.qdd, motion.qd), (motion.qd, motion.q)):
        middle = (value[2:] - value[:-2]) / (2 * dt)
        np.testing.assert_allclose(rate[1:-1], middle, atol=2e-5 * np.abs(rate).max())


def test_a_cyclic_coordinate_changes_nothing() -> None:
    """A coordinate that acts on nothing, and turns a million times, leaves the others where they were."""
    with_it = dalembert.model(
        parameters={"L": 1, "g": 9.81},
        coordinates={"th": {"start": "pi/3", "speed": 0}, "wheel": {"start": 0, "speed": 1e6}},
        energy={"kinetic": "1/2*L^2*th'^2 + 1/2*wheel'^2", "potential": "-g*L*cos(th)"},
    )
    motion = dalembert.simulate(with_it, t_end=4, samples=40)
    np.testing.assert_allclose(motion["th"], exact_angle(motion.t), atol=3 * RTOL)
    np.testing.assert_allclose(motion["wheel"], 1e6 * motion.t, rtol=1e-12)


@pytest.mark.parametrize("unit", ["deg", "rad", "turn"])
def test_the_unit_of_an_angle_does_not_matter(unit: str) -> None:
    """A start typed in degrees or turns moves like the one in radians, to the last digits."""
    size = {"deg": 180, "rad": np.pi, "turn": 0.5}[unit]
    units = {"L": "m", "g": "m/s^2", "m": "kg"}
    model = dalembert.model(
        parameters={
            name: {"value": value, "unit": units[name]} for name, value in (("L", 1), ("g", 9.81), ("m", 1))
        },
        coordinates={"th": {"unit": unit, "start": size / 3, "speed": 0}},
        energy={"kinetic": "1/2*m*L^2*th'^2", "potential": "-m*g*L*cos(th)"},
    )
    motion = dalembert.simulate(model, t_end=3, samples=30)
    np.testing.assert_allclose(motion["th"], exact_angle(motion.t), atol=3 * RTOL)


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 1e3, 1e6])
def test_the_unit_of_length_does_not_matter(scale: float) -> None:
    """A slider-crank in micrometres or megametres turns like the one in metres."""
    one = dalembert.simulate(dalembert.vary(slider_crank(), speed={"th": 7}), t_end=1, samples=20)
    other = dalembert.simulate(
        dalembert.vary(slider_crank(scale=scale), speed={"th": 7}), t_end=1, samples=20
    )
    np.testing.assert_allclose(other.q[:, :2], one.q[:, :2], atol=5 * RTOL * 10)
    np.testing.assert_allclose(other["x"], scale * one["x"], rtol=5 * RTOL * 10)
    assert other.residual.position.max() <= 1e-12
    assert other.residual.velocity.max() <= 1e-12


def test_masses_and_stiffnesses_scale_together() -> None:
    """Energies a billion times as large give the same motion, and multipliers a billion times as large."""
    one = dalembert.simulate(rod({"start": 0.6, "speed": 1}, {"guess": -1}), t_end=2, samples=20)
    large = dalembert.model(
        parameters={"L": 1, "g": 9.81, "E": 1e9},
        coordinates={"x": {"start": 0.6, "speed": 1}, "y": {"guess": -1}},
        energy={"kinetic": "1/2*E*(x'^2 + y'^2)", "potential": "E*g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - L^2"}},
    )
    other = dalembert.simulate(large, t_end=2, samples=20)
    np.testing.assert_allclose(other.q, one.q, atol=3 * RTOL)
    np.testing.assert_allclose(other.lam, 1e9 * one.lam, rtol=1e-6)


def test_an_equivalent_constraint_changes_only_its_multiplier() -> None:
    """x^2 + y^2 - L^2 and sqrt(x^2 + y^2)/L - 1 give one motion and one reaction."""
    one = dalembert.simulate(rod({"start": 0.6, "speed": 1}, {"guess": -1}, 2), t_end=2, samples=20)
    root = dalembert.model(
        parameters={"L": 2, "g": 9.81},
        coordinates={"x": {"start": 0.6, "speed": 1}, "y": {"guess": -1}},
        energy={**FREE, "potential": "g*y"},
        constraints={"displacement": {"rod": "sqrt(x^2 + y^2)/L - 1"}},
    )
    other = dalembert.simulate(root, t_end=2, samples=20)
    np.testing.assert_allclose(other.q, one.q, atol=5 * RTOL)
    np.testing.assert_allclose(other.reaction, one.reaction, atol=1e-6)
    assert not np.allclose(other.lam, one.lam)


def test_a_flow_constraint_that_is_the_rate_of_a_displacement_one_moves_the_same() -> None:
    """x^2 + y^2 = L^2 and x x' + y y' = 0 give the same motion where they start at the same place."""
    one = dalembert.simulate(rod({"start": 0.6, "speed": 1}, {"guess": -1}), t_end=2, samples=20)
    rate = dalembert.model(
        parameters={"g": 9.81},
        coordinates={"x": {"start": 0.6, "speed": 1}, "y": {"start": -0.8}},
        energy={**FREE, "potential": "g*y"},
        constraints={"flow": {"rod": "x*x' + y*y'"}},
    )
    other = dalembert.simulate(rate, t_end=2, samples=20)
    np.testing.assert_allclose(other.q, one.q, atol=1e-8)
    assert "kap_rod" in other.columns()


def test_a_knife_edge_turns_in_circles() -> None:
    """A skate without forces goes round a circle of radius v/w, a motion no displacement constraint has."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}, "y": {"start": 0}, "th": {"start": 0, "speed": 0.7}},
        energy={"kinetic": "1/2*(x'^2 + y'^2) + 1/2*0.3*th'^2"},
        constraints={"flow": {"edge": "x'*sin(th) - y'*cos(th)"}},
    )
    motion = dalembert.simulate(model, t_end=20, samples=50)
    np.testing.assert_allclose(motion["x"], np.sin(0.7 * motion.t) / 0.7, atol=1e-8)
    np.testing.assert_allclose(motion["y"], (1 - np.cos(0.7 * motion.t)) / 0.7, atol=1e-8)


# -- time -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name, t_end", [("four_bar", 1.0), ("triple_pendulum", 1.5), ("rod_pendulum", 3.0)])
def test_reversed_in_time_a_motion_returns(name: str, t_end: float) -> None:
    """With all speeds reversed at the end a conservative system goes back to its start."""
    there = dalembert.simulate(name, t_end=t_end, samples=1, rtol=1e-11)
    back = dalembert.simulate(begun(there, -1, -1), t_end=t_end, samples=1, rtol=1e-11)
    np.testing.assert_allclose(back.q[-1], there.q[0], atol=1e-8)
    np.testing.assert_allclose(back.qd[-1], -there.qd[0], atol=1e-7)


@pytest.mark.parametrize("shift", [-3.0, 5.0, 1e4])
def test_a_system_without_time_does_not_know_when_it_starts(shift: float) -> None:
    """A start at another time shifts the times of the rows and nothing else."""
    one = dalembert.simulate(angle(), t_end=3, samples=30)
    other = dalembert.simulate(angle(t_start=shift), t_end=shift + 3, samples=30)
    np.testing.assert_allclose(other.t - shift, one.t, atol=1e-12 * max(1, abs(shift)))
    np.testing.assert_allclose(other["th"], one["th"], atol=3 * RTOL + 1e-15 * abs(shift))


def test_inputs_know_what_time_it_is() -> None:
    """A force sin(t) that sets in at t_start = pi/2 pushes like cos(t) from zero."""
    early = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}}, energy={"kinetic": "1/2*x'^2"}, work={"x": "cos(t)"}
    )
    late = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "sin(t)"},
        simulate={"t_start": np.pi / 2},
    )
    one, other = (
        dalembert.simulate(early, t_end=4, samples=8),
        dalembert.simulate(late, t_end=4 + np.pi / 2, samples=8),
    )
    np.testing.assert_allclose(other.q, one.q, atol=1e-9)
    np.testing.assert_allclose(one["x"], 1 - np.cos(one.t), atol=1e-9)


def test_two_halves_are_the_whole() -> None:
    """A run from the state that another run ended in goes on as one run of both would."""
    whole = dalembert.simulate("rod_pendulum", t_end=4, samples=2, rtol=1e-11)
    half = dalembert.simulate(begun(whole, 1, 1), t_end=2, samples=1, rtol=1e-11)
    np.testing.assert_allclose(half.q[-1], whole.q[-1], atol=1e-9)


def test_more_samples_are_the_same_motion() -> None:
    """Rows that two runs of different samples have in common agree to the tolerance."""
    few = dalembert.simulate("four_bar", t_end=1, samples=4)
    many = dalembert.simulate("four_bar", t_end=1, samples=4000)
    np.testing.assert_allclose(many.q[::1000], few.q, atol=10 * RTOL)
    assert np.array_equal(many.t[::1000], few.t)


def test_values_that_are_varied_are_the_values_of_the_model() -> None:
    """A model with values given by vary runs to the bit like the model written with them."""
    varied = dalembert.vary(oscillator(), parameters={"k": 7}, start={"x": 0.25}, speed={"x": -1})
    written = oscillator(parameters={"k": 7}, coordinates={"x": {"start": 0.25, "speed": -1}})
    one, other = (dalembert.simulate(model, t_end=3, samples=30) for model in (varied, written))
    assert np.array_equal(one.q, other.q)
    w = np.sqrt(3.5)
    np.testing.assert_allclose(one["x"], 0.25 * np.cos(w * one.t) - np.sin(w * one.t) / w, atol=1e-9)


# -- growth, and other things that errors are measured against ---------------------------------------


@pytest.mark.parametrize("t_end", [3, 10, 30])
def test_what_grows_is_right_to_the_tolerance_at_every_size(t_end: float) -> None:
    """The solution of x'' = x from (1, 1) is exp(t) within 100 rtol of itself, as long as the run says that it is."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 1}}, energy={"kinetic": "1/2*x'^2", "potential": "-1/2*x^2"}
    )
    motion = dalembert.simulate(model, t_end=t_end, samples=100)
    believed = motion.t <= motion.accuracy.until
    assert np.abs(motion["x"] / np.exp(motion.t) - 1)[believed].max() <= 100 * RTOL
    assert motion.accuracy.until == t_end


def test_a_run_that_is_wrong_by_powers_of_ten_is_not_ok() -> None:
    """The solution of x'' = 1e4 x from (1, 100), which grows to 1e299, is right or is not said to be ok."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 100}},
        energy={"kinetic": "1/2*x'^2", "potential": "-1/2*10000*x^2"},
    )
    with np.errstate(all="ignore"):
        motion = dalembert.simulate(model, t_end=6.9, samples=100)
        wrong = np.abs(motion["x"] / np.exp(100 * motion.t) - 1).max()
    assert wrong < 1e-3 or motion.status != "ok"


def test_a_pendulum_that_falls_from_upright_is_not_chaotic() -> None:
    """A system of one freedom, which a run at 1e-10 gets right, meets 1e-6 when that is asked for."""
    model = dalembert.model(
        parameters={"g": 9.81},
        coordinates={"th": {"start": 1e-3, "speed": 0}},
        energy={"kinetic": "1/2*th'^2", "potential": "g*cos(th)"},
    )
    fine, asked = (dalembert.simulate(model, t_end=8, samples=40, rtol=rtol) for rtol in (1e-10, 1e-6))
    assert np.abs(fine["th"] - asked["th"]).max() <= 1e-5


def test_small_coordinates_beside_large_ones_keep_their_digits() -> None:
    """A pendulum of a millirad on a satellite ten megametres away is right to the tolerance of its own size."""
    model = dalembert.model(
        parameters={"w": 2},
        coordinates={"X": {"start": 1e7, "speed": 0}, "th": {"start": 1e-3, "speed": 0}},
        energy={"kinetic": "1/2*X'^2 + 1/2*th'^2", "potential": "1/2*0.0001*X^2 + 1/2*w^2*th^2"},
    )
    motion = dalembert.simulate(model, t_end=20, samples=50, rtol=1e-6)
    assert motion.status == "ok"
    np.testing.assert_allclose(motion["th"], 1e-3 * np.cos(2 * motion.t), atol=10e-6 * 1e-3)


def test_a_fully_driven_system_follows_its_drive() -> None:
    """Where constraints leave nothing free the motion is theirs to rounding, and so are its forces."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {}, "y": {"guess": 1}},
            inputs={"u": "0.3*sin(2*t) + 0.2*t"},
            energy={**FREE, "potential": "9.81*y"},
            constraints={"displacement": {"drive": "x - u", "rail": "x^2 + y^2 - 4"}},
        ),
        t_end=2,
        samples=20,
    )
    x = 0.3 * np.sin(2 * motion.t) + 0.2 * motion.t
    assert motion.status == "ok", motion.message
    np.testing.assert_allclose(motion["x"], x, atol=1e-14)
    np.testing.assert_allclose(motion["y"], np.sqrt(4 - x**2), atol=1e-14)


def test_a_truss_stands_still() -> None:
    """A mass on two bars, which leave it nowhere to go, stays, and its reaction is its weight."""
    model = dalembert.model(
        parameters={"g": 9.81},
        coordinates={"x": {"guess": 0.5}, "y": {"guess": 0.7}},
        energy={**FREE, "potential": "g*y"},
        constraints={"displacement": {"left": "x^2 + y^2 - 1", "right": "(x - 1.1)^2 + y^2 - 1"}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=10)
    assert motion.status == "ok", motion.message
    np.testing.assert_allclose(motion["x"], 0.55, atol=1e-15)
    np.testing.assert_allclose(motion.reaction, [[0, 9.81]] * 11, atol=1e-12)


def test_a_linkage_goes_through_its_change_point_or_says_that_it_cannot() -> None:
    """A parallelogram that passes its flat position goes on as a parallelogram, or ends as failed or flagged."""
    model = dalembert.model(
        coordinates={"a": {"start": 1, "speed": 2}, "b": {"start": 0}, "c": {"start": 1}},
        energy={"kinetic": "1/8*(a'^2 + c'^2) + 1/2*b'^2"},
        constraints={
            "displacement": {
                "lx": "1/2*cos(a) + cos(b) - 1 - 1/2*cos(c)",
                "ly": "1/2*sin(a) + sin(b) - 1/2*sin(c)",
            }
        },
    )
    motion = dalembert.simulate(model, t_end=4, samples=40)
    if motion.status == "ok":
        np.testing.assert_allclose(motion["a"], 1 + 2 * motion.t, atol=1e-7)
        np.testing.assert_allclose(motion["b"], 0, atol=1e-7)


# -- order ------------------------------------------------------------------------------------------


def measured_order(model: dalembert.Model, method: str, steps: list[int], samples: int) -> float:
    """The slope of the error against the step, by regression over four steps."""
    right = dalembert.simulate(model, t_end=2, samples=samples, rtol=1e-13)
    errors = []
    for count in steps:
        motion = dalembert.simulate(model, t_end=2, samples=samples, method=method, dt=2 / count)
        assert motion.work.steps == count
        errors.append(np.abs(motion.q - right.q).max())
    return -float(np.polyfit(np.log(steps), np.log(errors), 1)[0])


ORDERS = {"rk54": (5, [40, 60, 80, 120]), "rk853": (8, [16, 24, 32, 44])}


@pytest.mark.parametrize("where", ["ends of steps", "inside of steps"])
@pytest.mark.parametrize("system", ["angle", "place"])
@pytest.mark.parametrize("method", ORDERS)
def test_methods_have_their_order(method: str, system: str, where: str) -> None:
    """The error falls with the fifth or eighth power of the step, constrained or not, at its end and inside."""
    order, steps = ORDERS[method]
    model = angle(0.5) if system == "angle" else rod({"start": 0.6, "speed": 1}, {"guess": -0.5})
    samples = 4 if where == "ends of steps" else 997  # a prime: samples at all places of a step
    assert measured_order(model, method, steps, samples) == pytest.approx(order, abs=0.3)


# -- random models ----------------------------------------------------------------------------------


def random_models() -> ModuleType:
    """The drawing of models of tests/laws."""
    path = Path(__file__).parents[1] / "laws" / "random_models.py"
    spec = importlib.util.spec_from_file_location("random_models_of_laws", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def drawn(seed: int, without: frozenset[str]) -> dalembert.Model:
    """A random model whose parameters have values and whose starts can be solved."""
    laws = random_models()
    sections = laws.random_sections(seed, laws.random_features(seed) - without, 4)
    for name, value in sections["parameters"].items():
        if isinstance(value, dict):
            sections["parameters"][name] = 1.1
    for coordinate in sections["coordinates"].values():
        coordinate.pop("speed", None)
        if "start" in coordinate:
            coordinate["guess"] = coordinate.pop("start")
    return dalembert.model(**sections)


@pytest.mark.parametrize(
    "seed", [*range(30), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(30, 60))]
)
def test_random_models_run_or_say_why_not(seed: int) -> None:
    """A random smooth model closes its ledger, or is refused or fails with a sentence; it raises nothing else."""
    model = drawn(seed, frozenset({"efforts", "jumps", "bent_flow"}))
    try:
        motion = dalembert.simulate(model, t_end=0.5, samples=5, rtol=1e-7)
    except dalembert.ModelError as error:
        sentence = str(error)
        motion = None
    if motion is None:
        assert len(sentence) > 40
        return
    assert motion.status in ("ok", "flagged", "failed")
    assert str(motion.message).startswith(("ran to t", "stopped at t"))
    if motion.status == "ok":
        assert motion.ledger.error <= 1e-5
        assert np.isfinite(motion.q).all()
        assert motion.residual.position.max() <= 1e-10
        moves = np.abs(motion.qd).max(axis=0) > 1e-12  # at rest all is rounding, see below
        assert motion.residual.velocity.max() <= 1e-10 or not moves.all()


def test_a_part_at_rest_is_on_its_constraints() -> None:
    """A part that its constraint holds in place beside one that moves has residuals of rounding, not of 1."""
    model = dalembert.model(
        coordinates={"x": {"guess": 0.6}, "y": {"start": 0, "speed": 1}},
        energy={"kinetic": "1/2*(1 + x)*x'^2 + 1/2*y'^2 + cos(x - y)*x'*y'/5", "potential": "y^2"},
        constraints={"displacement": {"seat": "x - 0.7*sqrt(1 + sin(x)^2)"}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=20)
    assert motion.status == "ok", motion.message
    assert np.ptp(motion["x"]) <= 1e-15
    assert motion.residual.velocity.max() <= 1e-12


@pytest.mark.parametrize("seed", range(0, 60, 3))
def test_random_models_of_two_methods_agree(seed: int) -> None:
    """Where a free random model runs, LSODA on the virtual machine finds the same motion."""
    model = drawn(seed, frozenset({"efforts", "jumps", "displacement", "flow", "bent_flow"}))
    one = dalembert.simulate(model, t_end=0.5, samples=5, rtol=1e-8)
    other = dalembert.simulate(model, t_end=0.5, samples=5, rtol=1e-8, method="scipy:LSODA")
    assert one.status == other.status == "ok"
    np.testing.assert_allclose(other.q, one.q, atol=1e-6 * max(1, np.abs(one.q).max()))


def test_a_motion_says_where_it_has_no_values() -> None:
    """An output without a value at some rows is told, with its name and when that is so for the first time."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        outputs={"root": "sqrt(x)", "square": "x^2"},
    )
    motion = dalembert.simulate(model, t_end=5, samples=20)
    assert np.flatnonzero(np.isnan(motion["root"]))[0] == 7
    [told] = motion.remarks
    assert told.key == "remark_values_missing"
    assert "1, first `root` at t = 1.75 s" in str(told)
    assert dalembert.simulate(model, t_end=1, samples=20).remarks == ()
