"""Problems with many equal parts, as model files with families: published numbers, closed forms, a second code."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert

FOLDER = Path(__file__).parents[2] / "docs" / "models"
# Test Set for IVP Solvers, Pleiades at t = 3: x of all stars, then y.
PLEIADES = (
    0.3706139143970502,
    0.3237284092057233e1,
    -0.3222559032418324e1,
    0.6597091455775310,
    0.3425581707156584,
    0.1562172101400631e1,
    -0.7003092922212495,
    -0.3943437585517392e1,
    -0.3271380973972550e1,
    0.5225081843456543e1,
    -0.2590612434977470e1,
    0.1198213693392275e1,
    -0.2429682344935824,
    0.1091449240428980e1,
)


def test_the_pleiades_are_where_they_were_published() -> None:
    """Seven stars after close encounters."""
    motion = dalembert.simulate(FOLDER / "pleiades.toml")
    assert motion.status == "ok"
    names = [f"{letter}[{i}]" for letter in "xy" for i in range(1, 8)]
    assert [motion[name][-1] for name in names] == pytest.approx(PLEIADES, rel=1e-8)


@pytest.mark.parametrize("count, edges", [(4, {(8 / 3) ** 0.5: 6}), (6, {2**0.5: 12, 2.0: 3})])
def test_fekete_points_are_the_corners_of_regular_bodies(count: int, edges: dict[float, int]) -> None:
    """Four points come to rest at the corners of a tetrahedron, six at those of an octahedron."""
    model = dalembert.vary(dalembert.read(FOLDER / "fekete.toml"), parameters={"N": count})
    motion = dalembert.simulate(model)
    at = np.array([[motion[f"{letter}[{i}]"][-1] for letter in "xyz"] for i in range(1, count + 1)])
    distances = sorted(np.linalg.norm(a - b) for a, b in combinations(at, 2))
    wanted = sorted(edge for edge, times in edges.items() for _ in range(times))
    assert distances == pytest.approx(wanted, abs=1e-5)


def test_the_outer_solar_system_moves_as_a_second_code_has_it() -> None:
    """Six bodies over 20 000 days, against Newton's law by SciPy."""
    model = dalembert.read(FOLDER / "outer_solar_system.toml")
    motion = dalembert.simulate(model)
    m = np.array(
        [dalembert.as_dict(model)["parameters"][f"m[{i}]"] for i in range(1, 6)] + [1 / 1.3e8], float
    )

    def rates(_: float, y: np.ndarray) -> np.ndarray:
        at = y[:18].reshape(3, 6)
        apart = at[:, None, :] - at[:, :, None]
        cubed = (apart**2).sum(axis=0) ** 1.5 + np.eye(6)
        return np.concatenate([y[18:], 2.95912208286e-4 * (apart * m / cubed).sum(axis=2).ravel()])

    names = [f"{letter}[{i}]" for letter in "xyz" for i in range(1, 7)]
    start = [motion[name][0] for name in (*names, *(f"{name}'" for name in names))]
    other = solve_ivp(rates, (0, 20000), start, "DOP853", rtol=1e-12, atol=1e-14).y[:18, -1]
    assert [motion[name][-1] for name in names] == pytest.approx(other, rel=1e-6, abs=1e-8)


# Test Set for IVP Solvers, wheelset: x, y, z, theta, phi, their speeds and beta' at t = 10 s.
WHEELSET = {
    "x": 0.86355386965811e-2,
    "y": 0.13038281022727e-4,
    "z": -0.93635784016818e-4,
    "theta": -0.13642299804033e-1,
    "phi": 0.15292895005422e-2,
    "x'": -0.76985374142666e-1,
    "y'": -0.25151106429207e-3,
    "z'": 0.20541188079539e-2,
    "theta'": -0.23904837703692,
    "phi'": -0.13633468454173e-1,
    "beta'": -0.24421377661131,
    "psi[1]": -0.33666751972196e-3,
    "xi[1]": -0.15949425684022,
    "psi[2]": 0.37839614386969e-3,
    "xi[2]": 0.14173214964613,
}


def test_a_wheelset_starts_as_it_was_published() -> None:
    """Normal forces that creep depends on, to the five digits published; accelerations by hand-written Newton–Euler."""
    motion = dalembert.simulate(FOLDER / "wheelset.toml", t_end=1e-4, samples=1, rtol=1e-6)
    assert [motion[f"lam_gap[{i}]"][0] for i in (1, 2)] == pytest.approx([74.144, 83.593], abs=2e-3)
    accelerations = [motion[f"{name}''"][0] for name in ("x", "y", "z", "theta", "phi", "beta")]
    published = [-1.975258894011, -1.0898e-3, 7.8855083626e-2, -5.5333628217, -0.34870214895, -2.1329687244]
    assert accelerations == pytest.approx(published, abs=2e-3)
    by_hand = [-1.97525716, -1.06658e-3, 7.88394044e-2, -5.53337307, -0.349802661, -2.13255203]
    assert accelerations == pytest.approx(by_hand, rel=1e-7)


def test_a_wheelset_sees_its_friction_full_and_no_longer_full_within_nanoseconds() -> None:
    """Friction that is full for an instant changes sides twice; what projects a step's end passes over neither.

    By refined steps, which end where those before had found it, a crossing falls between a step and the next.
    """
    motion = dalembert.simulate(FOLDER / "wheelset.toml", t_end=1.1, samples=20)
    assert motion.status == "ok"
    assert motion.accuracy.achieved <= 1e-7


@pytest.mark.soak
def test_a_coarse_run_whose_events_part_in_more_digits_does_not_limit_the_claim() -> None:
    """Long steps that end a little earlier or later are no rounding: the last run itself is asked for its bias."""
    motion = dalembert.simulate(FOLDER / "wheelset.toml", t_end=1.0)
    assert motion.status == "ok"
    assert motion.accuracy.achieved <= 1e-7


@pytest.mark.soak
def test_a_wheelset_is_where_it_was_published() -> None:
    """Ten seconds of hunting, with friction full again and again."""
    motion = dalembert.simulate(FOLDER / "wheelset.toml")
    assert motion.status == "ok"
    for name, value in WHEELSET.items():
        assert motion[name][-1] == pytest.approx(value, rel=1e-5), name
