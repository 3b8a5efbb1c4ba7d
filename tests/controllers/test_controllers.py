"""Controllers against transfer functions, matrices and equations that are written without them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.signal import tf2ss
from tests.controllers.linear_loops import FILTERS, PID, PLANT, STEP, pid_loop

import dalembert
from dalembert._model.controllers.diagram import Block, blocks_of
from dalembert._present.animation.primitives import Line, Text
from dalembert._present.block_diagram import block_diagram
from dalembert._present.report.contents import document_of
from dalembert._present.report.html import html_of
from dalembert._words.languages import words_of
from dalembert.verbs.gather import report_data

NUMBERS = ", ".join(f"{key} = {value}" for key, value in PID.items())
LOOP = PLANT.format(controllers=f'pid = {{ kind = "pid", from = "x", reference = "r", {NUMBERS}, to = "F" }}')
EXAMPLES = re.findall(
    r"```toml\n(format = 1\n.*?)```",
    (Path(__file__).parents[2] / "docs" / "controllers.md").read_text(),
    re.DOTALL,
)


def model_of(tmp_path: Path, text: str) -> dalembert.Model:
    """The model of a text."""
    file = tmp_path / "model.toml"
    file.write_text(text)
    return dalembert.read(file)


def example(title: str) -> str:
    """The example of the docs with a title."""
    return next(text for text in EXAMPLES if title in text)


def step_response(above: object, under: object, times: np.ndarray) -> np.ndarray:
    """By the exponential of the matrix that holds the constant input too."""
    a, b, c, d = tf2ss(above, under)
    whole = np.zeros((len(a) + 1, len(a) + 1))
    whole[:-1, :-1], whole[:-1, -1:] = a, b
    start = np.append(np.zeros(len(a)), 1.0)
    states = np.array([expm(whole * t) @ start for t in times])
    return (states[:, :-1] @ c.T + d).ravel()


def output_of(motion: dalembert.Motion, name: str) -> np.ndarray:
    """The output of a controller: a state, or an output of the model."""
    states = {one.name for one in motion.model.states}
    own = f"{name}.output"
    return np.asarray(motion[own if own in states else f"controllers.{own}"])


@pytest.mark.parametrize("name", FILTERS)
def test_filters_answer_a_step_as_their_transfer_functions(name: str, tmp_path: Path) -> None:
    """To 1e-8, all kinds that have one."""
    own = FILTERS[name]
    motion = dalembert.simulate(model_of(tmp_path, STEP.format(signal="1", keys=own.keys)))
    expected = step_response(own.above, own.under, np.asarray(motion["t"]))
    assert np.abs(output_of(motion, "f") - expected).max() <= 1e-8


def test_a_pid_loop_moves_as_its_transfer_function(tmp_path: Path) -> None:
    """For a step of the reference; its linear equations have the poles of the loop."""
    model = model_of(tmp_path, LOOP)
    motion = dalembert.simulate(model)
    above, under = pid_loop()
    expected = step_response(above, under, np.asarray(motion["t"]))
    assert np.abs(motion["x"] - expected).max() <= 1e-8
    assert np.abs(motion["controllers.pid.error"] - (1 - expected)).max() <= 1e-8
    assert motion["controllers.pid.output"][0] == pytest.approx(20 + 8 / 0.05, rel=1e-12)
    poles = np.linalg.eigvals(dalembert.linearise(model).A)
    assert np.allclose(np.sort_complex(poles), np.sort_complex(np.roots(under)), atol=1e-8)


def test_gains_by_times_and_weights_are_the_same_controller(tmp_path: Path) -> None:
    """kp, Ti and Td give ki = kp/Ti and kd = kp Td; weights of 1 change nothing."""
    other = LOOP.replace("ki = 10.0, kd = 8.0", "integral_time = 2, derivative_time = 0.4")
    other = other.replace("filter_time", "reference_weight = 1, derivative_weight = 1, filter_time")
    first, second = (dalembert.simulate(model_of(tmp_path, text)) for text in (LOOP, other))
    assert np.abs(first["x"] - second["x"]).max() <= 1e-10


def test_a_cart_pole_is_held_by_state_feedback(tmp_path: Path) -> None:
    """The example of the docs against the equations of the cart and the pole by hand."""
    motion = dalembert.simulate(model_of(tmp_path, example("Cart-pole")), rtol=1e-11, samples=20)
    cart, pole, length, g = 1.0, 0.2, 0.5, 9.81
    gains = np.array([-10.0, -14.0, -75.0, -17.0])

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        x, v, angle, turn = y
        force = -gains @ np.array([x, v, angle, turn])
        matrix = np.array(
            [
                [cart + pole, pole * length * np.cos(angle)],
                [pole * length * np.cos(angle), pole * length**2],
            ]
        )
        right = np.array([force + pole * length * turn**2 * np.sin(angle), pole * g * length * np.sin(angle)])
        ax, at = np.linalg.solve(matrix, right)
        return np.array([v, ax, turn, at])

    times = np.asarray(motion["t"])
    expected = solve_ivp(
        rates, (0, times[-1]), [0, 0, 0.3, 0], t_eval=times, method="DOP853", rtol=1e-12, atol=1e-13
    ).y
    assert np.abs(motion["x"] - expected[0]).max() <= 1e-8
    assert np.abs(motion["theta"] - expected[2]).max() <= 1e-8
    assert abs(expected[2][-1]) < 1e-2


def test_a_motor_drives_a_slider_crank_through_gears(tmp_path: Path) -> None:
    """The example of the docs, in 30 lines, against one equation for the crank and the circuit by hand."""
    text = example("slider crank")
    assert sum(bool(line.strip()) for line in text.splitlines()) <= 30
    motion = dalembert.simulate(model_of(tmp_path, text), rtol=1e-10, samples=20)
    crank, rod, ratio, constant = 0.1, 0.3, -5.0, 0.05

    def energy(phi: complex) -> tuple[complex, complex]:
        """The moment of inertia that the crank feels, and the potential energy."""
        sine = -crank * np.sin(phi) / rod
        cosine = np.sqrt(1 - sine**2)
        turn = -crank * np.cos(phi) / (rod * cosine)
        vx = -crank * np.sin(phi) - 0.15 * sine * turn
        vy = crank * np.cos(phi) + 0.15 * cosine * turn
        piston = -crank * np.sin(phi) - rod * sine * turn
        inertia = 2e-4 * ratio**2 + 0.3 * crank**2 / 3 + 0.4 * rod**2 / 12 * turn**2
        inertia += 0.4 * (vx**2 + vy**2) + 0.5 * piston**2
        height = 0.3 * 0.05 * np.sin(phi) + 0.4 * (crank * np.sin(phi) + 0.15 * sine)
        return inertia, 9.81 * height

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        phi, speed, current, integral, slope = y
        inertia, _ = energy(phi)
        change, slant = (one.imag / 1e-20 for one in energy(phi + 1e-20j))
        error = 2 - phi
        demand = -60 * error + integral + (-6 * error / 0.01 - slope)
        voltage = min(max(demand, -24), 24)
        torque = ratio * constant * current
        return np.array(
            [
                speed,
                (torque - 0.5 * change * speed**2 - slant) / inertia.real,
                (voltage - current - constant * ratio * speed) / 1e-3,
                -80 * error + (voltage - demand) / 0.5,
                (-6 * error / 0.01 - slope) / 0.01,
            ]
        )

    times = np.asarray(motion["t"])
    found = solve_ivp(rates, (0, 2), [0.5, 0, 0, 0, 0], t_eval=times, method="DOP853", rtol=1e-11, atol=1e-12)
    assert np.abs(motion["phi"] - found.y[0]).max() <= 1e-8
    assert np.abs(motion["pid.integral"] - found.y[3]).max() <= 1e-7
    assert np.abs(motion["controllers.pid.output"]).max() <= 24


def test_a_sampled_pid_is_the_sum_that_its_docs_give(tmp_path: Path) -> None:
    """Step by step with the exact motion of the plant between samples."""
    text = LOOP.replace('to = "F"', 'to = "F", every = 0.05').replace("t_end = 3", "t_end = 1")
    motion = dalembert.simulate(model_of(tmp_path, text), samples=20)
    plant = np.array([[0, 1, 0], [-1.5, -0.25, 0.5], [0, 0, 0]])
    step = expm(plant * 0.05)
    state, total, derivative, last = np.zeros(3), 0.0, 0.0, 0.0
    expected = []
    for _ in range(21):
        expected.append(state[0])
        error = 1 - state[0]
        total += 0.05 * PID["ki"] * error
        derivative = (0.05 * derivative + PID["kd"] * (error - last)) / (0.05 + 0.05)
        last = error
        state = step @ np.array([state[0], state[1], PID["kp"] * error + total + derivative])
    assert np.abs(motion["x"] - expected).max() <= 1e-8


def test_static_blocks_and_what_limits_rates(tmp_path: Path) -> None:
    """Saturation, dead zone and table by their values; a rate limit rises evenly, then follows."""
    text = STEP.format(signal="t - 1", keys='kind = "saturation", minimum = -0.5, maximum = 1')
    text = text.replace(
        "[simulate]",
        """dead = { from = "u", kind = "dead_zone", width = 0.5 }
l = { from = "u", kind = "table", table = "curve" }
g = { from = "f.output + dead.output", kind = "gain", gain = 2 }
r = { from = "2", kind = "rate_limit", rate = 1, time_constant = 0.1 }
[tables.curve]
x = [-2, 0, 2]
value = [4, 0, 2]
interpolate = "linear"
beyond = "hold"
[simulate]""",
    )
    motion = dalembert.simulate(model_of(tmp_path, text))
    u = np.asarray(motion["t"]) - 1
    limit, zone = np.clip(u, -0.5, 1), u - np.clip(u, -0.5, 0.5)
    assert np.allclose(output_of(motion, "f"), limit, atol=1e-12)
    assert np.allclose(output_of(motion, "dead"), zone, atol=1e-12)
    assert np.allclose(output_of(motion, "l"), np.where(u < 0, -2 * u, u), atol=1e-12)
    assert np.allclose(output_of(motion, "g"), 2 * (limit + zone), atol=1e-12)
    t = u + 1
    late = 2 - 0.1 * np.exp(-(np.maximum(t, 1.9) - 1.9) / 0.1)
    assert np.allclose(output_of(motion, "r"), np.where(t < 1.9, t, late), atol=1e-9)


def test_what_is_written_back_is_the_same_model(tmp_path: Path) -> None:
    """With its controllers as they were typed; a number of a controller can be set."""
    model = model_of(tmp_path, LOOP)
    again = tmp_path / "again.toml"
    dalembert.write(model, again)
    assert "[controllers]" in again.read_text()
    assert dalembert.read(again) == model
    other = dalembert.vary(model, parameters={"pid.kp": 30})
    assert next(one.value for one in other.parameters if one.name == "pid.kp").expression.root.value == 30


@pytest.mark.soak
def test_python_control_agrees(tmp_path: Path) -> None:
    """The PID loop and every filter, by python-control."""
    control = pytest.importorskip("control")
    motion = dalembert.simulate(model_of(tmp_path, LOOP))
    system = control.tf(*pid_loop())
    times = np.asarray(motion["t"])
    found = control.step_response(system, T=np.linspace(0, 3, 30001)).outputs[::1000]
    assert np.abs(motion["x"] - found).max() <= 1e-8
    for own in FILTERS.values():
        motion = dalembert.simulate(model_of(tmp_path, STEP.format(signal="1", keys=own.keys)))
        found = control.step_response(control.tf(own.above, own.under), T=times).outputs
        assert np.abs(output_of(motion, "f") - found).max() <= 1e-8


CASCADE = """measured = { kind = "low_pass_2", from = "x", frequency = 20, damping_ratio = 0.7 }
outer = { kind = "pid", from = "measured.output", reference = "r", kp = 4, unit = "m/s" }
inner = { kind = "pid", from = "x'", reference = "outer.output", kp = 15, to = "F" }
"""


def test_block_diagrams_stand_in_reports(tmp_path: Path) -> None:
    """Each controller has a block right of those it reads, a heading and its equations."""
    model = model_of(tmp_path, PLANT.format(controllers=CASCADE))
    blocks = {one.name: one for one in blocks_of(model)}
    assert [one.layer for one in blocks.values()] == [0, 1, 2]
    assert blocks["outer"].below == ("measured",)
    assert blocks["inner"].leads == ("outer",)
    assert [one.measures for one in blocks.values()] == [True, False, True]
    drawing = block_diagram(tuple(blocks.values()), "system")
    assert drawing is not None
    texts = [shape.text for shape in drawing.shapes if isinstance(shape, Text)]
    assert {"measured", "outer", "inner", "F", "x'", "system"} <= set(texts)
    spots = [spot for shape in drawing.shapes if isinstance(shape, Line) for spot in shape.points]
    inside = [drawing.low[k] < spot[k] < drawing.high[k] for spot in spots for k in (0, 1)]
    assert all(inside)
    data = report_data(dalembert.derive(model), dalembert.check(model), None)
    for language in ("en", "de"):
        words = words_of(language)
        page = html_of(document_of(data, words), words)
        assert words("report_controllers") in page
        assert "inner" in page


def test_too_many_controllers_are_not_drawn() -> None:
    """The number of blocks is bounded."""
    block = Block(name="a", sign="K", reads="x")
    assert block_diagram((block,) * 25, "system") is None
    assert block_diagram((), "system") is None
