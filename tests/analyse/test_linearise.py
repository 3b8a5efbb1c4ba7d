"""Linear systems: against difference quotients of accelerations, printed matrices, and minimal coordinates."""

from __future__ import annotations

import numpy as np
import pytest
from minimal import CRANK, FORCED, PENDULUM, ROTOR, model, twins

import dalembert

STEP = 1e-5


def accelerations(model: dalembert.Model, t: float):
    """Accelerations by the function files' own M, h, G and gamma, and everything needed to stay on constraints."""
    own = dalembert.functions(model)

    def at(q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        M, h, gamma = own.M(t, q, qd), own.h(t, q, qd), own.gamma(t, q, qd)
        G = np.vstack([own.Phi_q(t, q, qd), own.Psi_qd(t, q, qd)])
        m = len(G)
        saddle = np.block([[M, G.T], [G, np.zeros((m, m))]])
        return np.linalg.solve(saddle, np.concatenate([h, gamma]))[: len(q)]

    def closed(q: np.ndarray, qd: np.ndarray, held: list[int]) -> tuple[np.ndarray, np.ndarray]:
        """The state with these coordinates and speeds held and the others on the constraints."""
        free, q, qd = [j for j in range(len(q)) if j not in held], q.copy(), qd.copy()
        for _ in range(20):
            if free:
                q[free] -= np.linalg.lstsq(own.Phi_q(t, q, qd)[:, free], own.Phi(t, q, qd), rcond=None)[0]
        G = own.Phi_q(t, q, qd)
        if free:
            qd[free] = np.linalg.lstsq(G[:, free], -G[:, held] @ qd[held], rcond=None)[0]
        return q, qd

    return at, closed


def difference_quotients(model: dalembert.Model, linear) -> np.ndarray:
    """The lower rows of A by central differences of fourth order, along the constraints."""
    place, names = linear.point, [c.name for c in model.coordinates]
    held = [names.index(name) for name in linear.reduced.free]
    at, closed = accelerations(model, place.t)
    columns = []
    for which in (0, 1):
        for j in held:

            def moved(step: float, which: int = which, j: int = j) -> np.ndarray:
                q, qd = place.q.copy(), place.qd.copy()
                (q if which == 0 else qd)[j] += step
                return at(*closed(q, qd, held))[held]

            h = 20 * STEP
            columns.append((8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h))
    return np.array(columns).T


@pytest.mark.parametrize(
    "name", ["polar_arm", "triple_arm", "rod_pendulum", "four_bar", "four_bar_pinned", "conveyor"]
)
@pytest.mark.parametrize("fast", [False, True])
def test_library_systems_have_the_derivatives_of_their_accelerations(name: str, fast: bool) -> None:
    """A at the start, at rest and moving, is the derivative of the accelerations along the constraints."""
    model = dalembert.read(name)
    if fast:
        speeds = {"polar_arm": {"q1": 0.3, "q2": -1}, "triple_arm": {"q1": 1, "q2": -2, "q3": 3}}
        own = {
            "rod_pendulum": {"theta": 0.5},
            "conveyor": {"x1": 0.1, "x3": 0.4},
            "four_bar_pinned": {"theta3": 2},
        }
        model = dalembert.vary(model, speed=(speeds | own).get(name, {"theta2": -3}))
    linear = dalembert.linearise(model)
    count = len(linear.reduced.free)
    found = difference_quotients(model, linear)
    np.testing.assert_allclose(linear.state.A[count:], found, rtol=1e-7, atol=1e-7 * np.abs(found).max())
    np.testing.assert_allclose(linear.state.A[:count], np.eye(2 * count)[count:], atol=1e-12)


@pytest.mark.parametrize("seed", range(15))
def test_random_chains_have_the_derivatives_of_their_accelerations(seed: int) -> None:
    """The same for random chains in redundant coordinates, moving."""
    few, many = twins(seed)
    speed = {c.name: 0.3 * (-1) ** i for i, c in enumerate(few.coordinates)}
    linear, again = (
        dalembert.linearise(dalembert.vary(many, speed=speed)),
        dalembert.linearise(dalembert.vary(few, speed=speed)),
    )
    found = difference_quotients(many, linear)
    count = len(linear.reduced.free)
    np.testing.assert_allclose(linear.state.A[count:], found, rtol=1e-6, atol=1e-6 * np.abs(found).max())
    assert linear.reduced.free == again.reduced.free
    np.testing.assert_allclose(linear.state.A, again.state.A, rtol=1e-8, atol=1e-8 * np.abs(found).max())


def test_the_printed_matrices_of_the_rod() -> None:
    """Park-open's M and K are found to rounding, and C is zero."""
    linear = dalembert.linearise("sprung_rod")
    np.testing.assert_allclose(
        linear.mechanical.M, 10 * np.array([[2, 0, 1], [0, 15, 0], [1, 0, 2]]) / 3, rtol=1e-14
    )
    np.testing.assert_allclose(
        linear.mechanical.K, 1e4 * np.array([[34, -15, 6], [-15, 25, -10], [6, -10, 29]]) / 25, rtol=1e-14
    )
    assert not linear.mechanical.C.any()
    np.testing.assert_array_equal(linear.reduced.basis, np.eye(3))


def test_forces_of_constraints_stiffen() -> None:
    """The hanging rod has no potential but a weight on y: all its stiffness m g l/2 is that of the constraint."""
    linear = dalembert.linearise("rod_pendulum", "equilibrium")
    assert linear.equilibrium
    assert linear.reduced.free == ("theta",)
    assert linear.reduced.K[0, 0] == pytest.approx(9.81 * 5, rel=1e-12)
    assert linear.reduced.M[0, 0] == pytest.approx(100 / 3, rel=1e-12)
    np.testing.assert_allclose(linear.reduced.basis.ravel(), [5, 0, 1], atol=1e-12)


def test_the_linkage_is_its_crank() -> None:
    """M, C, K of the moving linkage on its free direction are those of the crank in minimal coordinates."""
    many, few = dalembert.linearise("four_bar"), dalembert.linearise(model(CRANK))
    for name in ("M", "C", "K"):
        one, other = ({"M": x.reduced.M, "C": x.reduced.C, "K": x.reduced.K}[name] for x in (many, few))
        np.testing.assert_allclose(one, other, rtol=1e-9)
    np.testing.assert_allclose(many.state.A, few.state.A, rtol=1e-9, atol=1e-12)


def test_inputs_states_and_outputs_are_in_the_state_space() -> None:
    """A, B, C, D of a forced system with a first-order state are its derivatives, worked out by hand."""
    linear = dalembert.linearise(model(FORCED))
    space = linear.state
    assert space.states == ("x", "y", "x'", "y'", "z")
    assert space.inputs == ("F", "target")
    assert space.outputs == ("gap", "flow")
    m, k, c, T1 = 1.5, 40, 0.7, 0.2

    def rates(w: np.ndarray, u: np.ndarray) -> np.ndarray:
        x, y, vx, vy, z = w
        F, target = u
        ax = (-k * x + k * (y - x) + c * (vy - vx) + F * (1 + y) + 3 * z + m * x * vy**2) / m
        ay = (-k * (y - x) - k * y**3 - c * (vy - vx) - 2 * m * x * vx * vy) / (m * (1 + x**2))
        return np.array([vx, vy, ax, ay, (target - z - x) / T1])

    def seen(w: np.ndarray, u: np.ndarray) -> np.ndarray:
        return np.array([w[1] - w[0], w[2] * w[1] + u[0]])

    w, u = np.array([0.1, 0, 0.2, 0, 0.3]), np.array([2.0, 1.0])
    for block, of, by in (
        (space.A, rates, 0),
        (space.B, rates, 1),
        (space.C, seen, 0),
        (space.D, seen, 1),
    ):
        for j in range(block.shape[1]):
            e = [np.zeros(5), np.zeros(2)]
            e[by][j] = 1e-6
            quotient = (of(w + e[0], u + e[1]) - of(w - e[0], u - e[1])) / 2e-6
            np.testing.assert_allclose(block[:, j], quotient, rtol=1e-7, atol=1e-7)


def test_a_place_that_is_no_equilibrium_says_so() -> None:
    """At 45° the unbalanced force on the rod is −m g l/2 sin θ, and the moving linkage is said to move."""
    linear = dalembert.linearise("rod_pendulum")
    assert not linear.equilibrium
    assert linear.residual == pytest.approx({"theta": -49.05 * np.sqrt(0.5)})
    assert any("not an equilibrium" in remark for remark in linear.remarks)
    assert any("moves there" in remark for remark in dalembert.linearise("four_bar").remarks)
    assert dalembert.linearise("sprung_rod", "equilibrium").equilibrium


def test_a_point_is_closed_by_the_constraints() -> None:
    """Given one angle the others follow; a bare number is in the unit of its coordinate."""
    linear = dalembert.linearise("rod_pendulum", {"theta": 90, "theta'": 0})
    np.testing.assert_allclose(linear.point.q, [5, 0, np.pi / 2], atol=1e-12)
    again = dalembert.linearise("rod_pendulum", {"x": "l/4"})
    assert again.point.q[2] == pytest.approx(np.pi / 6)
    moving = dalembert.linearise("four_bar", {"theta2": 1.0, "theta2'": 2.0})
    assert moving.point.qd[2] == 2
    assert abs(moving.point.qd[5]) > 0.1


def test_an_input_that_moves_a_constraint_is_left_out() -> None:
    """An input inside a displacement constraint, or one that acts by its rate, is no input of the state space."""
    driven = dalembert.model(
        inputs={"u": "sin(t)", "w": "cos(t)", "F": "1"},
        coordinates={"x": {"guess": 0}, "y": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + (y' + w')^2)", "potential": "1/2*4*(x - y)^2"},
        work={"y": "F"},
        constraints={"displacement": {"drive": "x - u"}},
    )
    linear = dalembert.linearise(driven)
    assert linear.state.inputs == ("F",)
    np.testing.assert_allclose(linear.state.B, [[0], [1]])
    for name in ("u", "w"):
        assert any(f"the input `{name}`" in remark for remark in linear.remarks)


def test_coordinates_without_mass_leave_the_state() -> None:
    """At rest the circuit has the four states of its hand reduction, although its lever has no mass."""
    linear = dalembert.linearise("electro_mechanical", "equilibrium")
    assert linear.state.states == ("q0", "q1", "q2", "q2'")
    assert linear.state.A.shape == (4, 4)
    seen = dict(zip(linear.state.outputs, linear.state.C, strict=True))
    np.testing.assert_allclose(seen["x1"], -seen["x2"])
    q0 = linear.point.q[2]
    np.testing.assert_allclose(seen["x1"], [q0 / (2e3 * 1e-8), 0, 0, 0], rtol=1e-9, atol=1e-9)


def test_gyroscopic_and_centrifugal_terms() -> None:
    """In a turning frame C is 2 m Ω skew and K is k − m Ω²."""
    linear = dalembert.linearise(model(ROTOR), "equilibrium")
    np.testing.assert_allclose(linear.mechanical.C, [[0, -12], [12, 0]])
    np.testing.assert_allclose(linear.mechanical.K, np.diag([182, 242]))


def test_python_control_gets_the_same_system() -> None:
    """The state space of python-control has our matrices and names."""
    control = pytest.importorskip("control")
    linear = dalembert.linearise(model(FORCED))
    made = dalembert.to_control(linear)
    assert isinstance(made, control.StateSpace)
    np.testing.assert_array_equal(made.A, linear.state.A)
    np.testing.assert_array_equal(made.D, linear.state.D)
    assert made.state_labels == list(linear.state.states)
    assert made.input_labels == ["F", "target"]
    assert made.output_labels == ["gap", "flow"]


def test_without_python_control_it_says_what_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where python-control is missing the message is the command that brings it."""
    monkeypatch.setitem(__import__("sys").modules, "control", None)
    with pytest.raises(ImportError, match="pip install control"):
        dalembert.to_control(dalembert.linearise(model(PENDULUM)))
