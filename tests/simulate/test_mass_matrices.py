"""Motions with mass matrices that are indefinite, and with constraints of unlike sizes, against closed forms."""

from __future__ import annotations

import numpy as np
import pytest

import dalembert

C, K = 0.2, 4.0


def bateman(epsilon: float) -> dalembert.Model:
    """A damped oscillator x and its dual y: L = x'y' + ε (x'² − y'²) + c/2 (x y' − x'y) − k x y."""
    return dalembert.model(
        parameters={"epsilon": epsilon},
        coordinates={"x": {"start": 1, "speed": 0}, "y": {"start": 0.5, "speed": 0}},
        energy={
            "kinetic": f"x'*y' + epsilon*(x'^2 - y'^2) + {C / 2}*(x*y' - x'*y)",
            "potential": f"{K}*x*y",
        },
        simulate={"t_end": 10, "samples": 20, "rtol": 1e-11},
    )


def linear_motion(epsilon: float, t: np.ndarray) -> np.ndarray:
    """The same by the eigenvalues of M q'' + B q' + K q = 0, with B skew."""
    M = np.array([[2 * epsilon, 1.0], [1.0, -2 * epsilon]])
    B, stiffness = np.array([[0.0, -C], [C, 0.0]]), np.array([[0.0, K], [K, 0.0]])
    inverse = np.linalg.inv(M)
    A = np.block([[np.zeros((2, 2)), np.eye(2)], [-inverse @ stiffness, -inverse @ B]])
    values, vectors = np.linalg.eig(A)
    parts = np.linalg.solve(vectors, np.array([1, 0.5, 0, 0], dtype=complex))
    return np.real((vectors * parts) @ np.exp(np.outer(values, t)))[:2]


@pytest.mark.parametrize("epsilon", [0.0, 1e-12, 1e-9, 1e-6, 1e-3, 0.3, 2.0])
def test_a_dual_oscillator_moves_as_its_eigenvalues_say(epsilon: float) -> None:
    """With an indefinite M, whatever the size of its diagonal, the motion is the closed form, without rescues."""
    motion = dalembert.simulate(bateman(epsilon))
    assert motion.status == "ok"
    assert motion.work.rescues == 0
    truth = linear_motion(epsilon, np.asarray(motion.t))
    for name, row in zip("xy", truth, strict=True):
        assert np.abs(np.asarray(motion.columns()[name]) - row).max() <= 1e-10 * np.abs(row).max()


def test_one_text_serves_other_values() -> None:
    """A mass matrix that is positive for the values of one run and indefinite for those of the next is solved."""
    text = {
        "parameters": {"a": 1.0},
        "coordinates": {"x": {"start": 1, "speed": 0}, "y": {"start": 0.5, "speed": 0}},
        "energy": {"kinetic": "a*x'^2 + a*y'^2 + x'*y'", "potential": "x^2 + y^2"},
        "simulate": {"t_end": 1, "samples": 4},
    }
    for a in (1.0, 1e-9):
        motion = dalembert.simulate(dalembert.model(**(text | {"parameters": {"a": a}})))
        assert motion.status == "ok"
        M = np.array([[2 * a, 1], [1, 2 * a]])
        values, V = np.linalg.eigh(M)
        # M and the stiffness 2·1 are diagonal together: each part is cos or cosh
        parts = V.T @ np.array([1, 0.5])
        rates = np.sqrt((2 / values).astype(complex))
        truth = V @ np.real(parts[:, np.newaxis] * np.cos(np.outer(rates, np.asarray(motion.t))))
        assert np.abs(np.asarray(motion.columns()["x"]) - truth[0]).max() <= 1e-8 * np.abs(truth).max()


@pytest.mark.parametrize("size", [1e-12, 1e-6, 1e6, 1e12])
def test_a_small_constraint_is_one(size: float) -> None:
    """A constraint times a number moves the same; a small one is not taken for a missing inertia."""

    def motion(e: float) -> dalembert.Motion:
        return dalembert.simulate(
            dalembert.model(
                coordinates={"x": {"start": 0.4, "speed": 0.5}, "z": {"guess": 0.1}, "w": {"guess": 0.1}},
                energy={"kinetic": "1/2*(x'^2 + z'^2 + w'^2)", "potential": "5*z + 2*x^2 + 3*w^2"},
                constraints={"displacement": {"a": "z - x^2", "b": f"{e!r}*(w - sin(x) - 0.2*z)"}},
                simulate={"t_end": 3, "samples": 30},
            )
        )

    one, other = motion(1.0), motion(size)
    assert one.status == other.status == "ok"
    assert other.work.rescues == 0
    assert abs(one.work.steps - other.work.steps) <= 3
    for name in "xzw":
        own, theirs = (np.asarray(found.columns()[name]) for found in (one, other))
        assert np.abs(own - theirs).max() <= 1e-9


@pytest.mark.parametrize("distance", [1e-3, 8.63e-6])
def test_constraints_that_nearly_depend_move_as_they_do_apart(distance: float) -> None:
    """The constraints a and a + ε b are the constraints a and b: the same motion, without rescues."""
    a, b = "z - x^2 - 0.67*y^2", "w - sin(x)*y - z/2"

    def motion(second: str) -> dalembert.Motion:
        return dalembert.simulate(
            dalembert.model(
                coordinates={
                    "x": {"start": 0.427, "speed": -0.215},
                    "y": {"start": -0.443, "speed": 0.296},
                    "z": {"guess": 0.3},
                    "w": {"guess": 0.2},
                },
                energy={
                    "kinetic": "1/2*(x'^2 + y'^2 + z'^2) + w'^2",
                    "potential": "5.81*z + 2*x^2 + y^2 + w^2",
                },
                constraints={"displacement": {"a": a, "b": second}},
                simulate={"t_end": 3.25, "samples": 40},
            )
        )

    apart, beside = motion(b), motion(f"({a}) + {distance!r}*({b})")
    assert apart.status == beside.status == "ok"
    assert beside.work.rescues == 0
    assert beside.work.steps <= 2 * apart.work.steps
    for name in "xyzw":
        own, theirs = (np.asarray(found.columns()[name]) for found in (apart, beside))
        assert np.abs(own - theirs).max() <= 1e-9


def test_an_indefinite_system_takes_constraints_that_repeat_one_another() -> None:
    """With definitions, an indefinite M and a constraint that follows from another one, the motion is the same."""

    def motion(constraints: dict[str, str]) -> dalembert.Motion:
        return dalembert.simulate(
            dalembert.model(
                coordinates={
                    "x": {"start": 1, "speed": 0},
                    "y": {"start": 0.5, "speed": 0},
                    "z": {"guess": 1.3},
                },
                definitions={"px": "x + 0.1*y", "py": "y"},
                energy={"kinetic": "px'*py' + 0.3*z'^2", "potential": "4*x*y + z^2"},
                constraints={"displacement": constraints},
                simulate={"t_end": 2, "samples": 10},
            )
        )

    a = "z - x - 0.3*x^2"
    one, twice = motion({"a": a}), motion({"a": a, "b": f"({a})*(2 + x^2)"})
    assert one.status == twice.status == "ok"
    assert twice.work.rescues == 0
    for name in ("x", "y", "z", "x''", "y''", "z''"):
        own, theirs = (np.asarray(found.columns()[name]) for found in (one, twice))
        assert np.abs(own - theirs).max() <= 1e-8
    together = twice["lam_a"] + twice["lam_b"] * (2 + twice["x"] ** 2)
    assert np.abs(together - one["lam_a"]).max() <= 1e-8


@pytest.mark.parametrize("seed", [1, 3, 4, 5, 7, 8])
def test_accelerations_beside_dependent_constraints_solve_the_saddle_point_system(seed: int) -> None:
    """With an indefinite M, and constraints that repeat others, qdd and Gᵀ lam solve the system at every row.

    T = ½ q̇ᵀ A q̇, V = Σ k q²/2; the constraints are q_i − a q_j − b q_j², and (2 + x²) times one of them.
    """
    random = np.random.default_rng(seed)
    n, names = 4, "xyzw"
    A = np.round(random.uniform(-1, 1, (n, n)), 2)
    A, stiffness = A + A.T, np.round(random.uniform(-2, 2, n), 2)
    first, second, third, _ = random.permutation(n).tolist()
    pairs = [(first, second), (second, third)]
    a, b = np.round(random.uniform(0.3, 1.5, 2), 2), np.round(random.uniform(-0.5, 0.5, 2), 2)
    texts = [f"{names[i]} - {a[k]}*{names[j]} - ({b[k]})*{names[j]}^2" for k, (i, j) in enumerate(pairs)]
    products = [f"{A[i, j] / 2}*{names[i]}'*{names[j]}'" for i in range(n) for j in range(n)]
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={name: {"guess": 0.3 + 0.1 * i} for i, name in enumerate(names)},
            energy={
                "kinetic": " + ".join(f"({one})" for one in products),
                "potential": " + ".join(
                    f"({k / 2})*{name}^2" for k, name in zip(stiffness, names, strict=True)
                ),
            },
            constraints={
                "displacement": {"c0": texts[0], "c1": texts[1], "again": f"({texts[0]})*(2 + x^2)"}
            },
            simulate={"t_end": 0.05, "samples": 4},
        )
    )
    assert motion.status == "ok"
    solvable = 0
    for q, qd, qdd, lam in zip(motion.q, motion.qd, motion.qdd, motion.lam, strict=True):
        G, gamma = np.zeros((3, n)), np.zeros(3)
        for k, (i, j) in enumerate(pairs):
            G[k, i], G[k, j] = 1, -a[k] - 2 * b[k] * q[j]
            gamma[k] = 2 * b[k] * qd[j] ** 2
        G[2], gamma[2] = G[0] * (2 + q[0] ** 2), gamma[0] * (2 + q[0] ** 2)  # on the constraints
        Z = np.linalg.svd(G)[2][2:].T
        if np.abs(np.linalg.eigvalsh(Z.T @ A @ Z)).min() < 1e-3:
            continue  # almost no inertia is left in a free direction
        solvable += 1
        saddle = np.block([[A, G.T], [G, np.zeros((3, 3))]])
        truth = np.linalg.lstsq(saddle, np.concatenate([-stiffness * q, gamma]), rcond=1e-12)[0]
        size = np.abs(truth).max() + np.abs(qdd).max()
        assert np.abs(qdd - truth[:n]).max() <= 1e-8 * size
        assert np.abs(G.T @ lam - G.T @ truth[n:]).max() <= 1e-8 * size
        assert np.abs(lam).max() <= 1e3 * (np.abs(truth[n:]).max() + size)
    assert solvable
