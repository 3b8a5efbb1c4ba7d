"""Beams of elastic segments: deflections, frequencies, buckling and twist, with the order they converge by."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from tests.bodies.systems import Sections, changed

import dalembert

PLANE: Sections = {
    "parameters": {
        "n": 4,
        "L": {"value": 2.0, "unit": "m"},
        "EI": {"value": 50.0, "unit": "N*m^2"},
        "m": {"value": 1.2, "unit": "kg"},
        "F": {"value": 1e-6, "unit": "N"},
        "P": {"value": 0.0, "unit": "N"},
    },
    "bodies": {"boom": {"mass": "m", "shape": {"beam": "L"}, "stiffness": "EI", "segments": "n"}},
    "joints": {"clamp": {"kind": "weld", "between": ["ground", "boom"]}},
    "elements": {"load": {"kind": "force", "at": "boom.tip", "force": ["-P", "F"]}},
    "outputs": {"tip": "boom.tip.y"},
}


@pytest.mark.parametrize("n", [1, 5])
def test_the_tip_of_a_cantilever_bends_as_in_the_books(n: int) -> None:
    """By F l³/(3 EI) (1 − 1/(4 n²)): the order is two, and the law is exact for small forces."""
    model = dalembert.model(**changed(PLANE, parameters__n=n))
    M, K = _matrices(model)
    slopes = _slopes(n, 2.0)
    load = np.linalg.solve(K, 1e-6 * slopes)
    expected = 1e-6 * 2.0**3 / (3 * 50) * (1 - 1 / (4 * n**2))
    assert slopes @ load == pytest.approx(expected, rel=1e-12)
    assert np.all(np.linalg.eigvalsh(M) > 0)


def _slopes(n: int, length: float) -> np.ndarray:
    """The way of the tip for a unit turn of each hinge: its distance from the tip."""
    return length - length / n * (np.arange(n) + 0.5)


def _matrices(model: Any, **values: float) -> tuple[np.ndarray, np.ndarray]:
    linear = dalembert.linearise(dalembert.vary(model, parameters=values) if values else model)
    return np.asarray(linear.mechanical.M), np.asarray(linear.mechanical.K)


def test_the_frequencies_of_a_cantilever_converge_with_the_square_of_the_segments() -> None:
    """Towards (β l)² √(EI/(m l³)) with β l = 1.87510407, 4.69409113."""
    exact = np.array([1.875104068711961, 4.694091132974175]) ** 2 * np.sqrt(50 / (1.2 * 2.0**3))
    errors = []
    for n in (4, 8):
        M, K = _matrices(dalembert.model(**changed(PLANE, parameters__n=n)))
        found = np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real))[:2]
        errors.append(np.abs(found / exact - 1))
    orders = np.log2(np.array(errors[:-1]) / np.array(errors[1:]))
    np.testing.assert_allclose(orders[-1], 2, atol=0.15)
    assert errors[-1][0] < 1e-2


@pytest.mark.parametrize("n", [3, 8])
def test_a_column_buckles_at_eulers_load(n: int) -> None:
    """The stiffness is singular at 4 EI/h² sin²(π/(4 n)), which tends to π² EI/(4 l²)."""
    h = 2.0 / n
    load = 4 * 50 / h**2 * np.sin(np.pi / (4 * n)) ** 2
    model = dalembert.model(**changed(PLANE, parameters__n=n, parameters__F={"value": 0, "unit": "N"}))
    below, above = (np.linalg.eigvalsh(_matrices(model, P=load * one)[1])[0] for one in (1 - 1e-9, 1 + 1e-9))
    assert below > 0 > above
    assert load == pytest.approx(np.pi**2 * 50 / (4 * 2.0**2), rel=0.3 / n**2)


def test_a_beam_in_space_bends_both_ways_and_twists() -> None:
    """Each of GJ, EIy and EIz by itself: GJ of the twist, F l³/(3 EI) across."""
    n = 3
    system = {
        "parameters": {"L": 2.0, "m": 1.2, "n": n},
        "bodies": {
            "space": 3,
            "boom": {
                "mass": "m",
                "inertia": 0.01,
                "shape": {"beam": "L"},
                "stiffness": [20, 50, 80],
                "segments": "n",
            },
        },
        "joints": {"clamp": {"kind": "weld", "between": ["ground", "boom"]}},
    }
    M, K = _matrices(dalembert.model(**system))
    h = 2.0 / n
    np.testing.assert_allclose(K, np.diag([20 / h, 50 / h, 80 / h] * n), rtol=1e-12)
    plane = _matrices(dalembert.model(**changed(PLANE, elements={}, parameters__n=n)))[0]
    for k in (1, 2):
        np.testing.assert_allclose(M[k::3, k::3], plane, rtol=1e-12)
    twist = M[0::3, 0::3]
    parts = 0.01 / n * np.array([1.0] * (n - 1) + [0.5])
    expected = [[parts[max(i, j) :].sum() for j in range(n)] for i in range(n)]
    np.testing.assert_allclose(twist, expected, rtol=1e-9, atol=1e-14)
    thin = changed(system, bodies__boom__stiffness=[50, 80], bodies__boom__inertia=None)
    assert len(dalembert.model(**thin).coordinates) == 2 * n


def test_a_beam_swings_with_its_energy_and_carries_its_moment() -> None:
    """The first hinge of a bent beam carries the moment of the tip force, EI/h of its angle."""
    system = changed(
        PLANE,
        bodies__gravity=[0, -9.81],
        parameters__F={"value": 0, "unit": "N"},
        outputs={"moment": "joints.boom_1.torque", "angle": "boom_1", "M0": "joints.clamp.torque"},
        simulate={"t_end": 0.3, "samples": 6},
    )
    motion = dalembert.simulate(dalembert.model(**system))
    assert motion.status == "ok"
    np.testing.assert_allclose(motion["moment"], -50 / 0.5 * motion["angle"], atol=1e-7)


def test_the_number_of_segments_can_be_set_from_outside() -> None:
    """As the size of a family."""
    model = dalembert.vary(dalembert.model(**PLANE), parameters={"n": 7})
    assert len(model.coordinates) == 7


BEAM = PLANE["bodies"]["boom"]


@pytest.mark.parametrize(
    ("changes", "message", "hint"),
    [
        ({"bodies__boom__segments": None}, "needs `segments`", "segments = 8"),
        ({"bodies__boom__segments": 0}, "1 to 1000 segments", "segments = 8"),
        ({"bodies__boom__segments": "10^9"}, "segments", "segments = 8"),
        ({"bodies__boom__segments": "L/3"}, "whole number", "segments = 8"),
        ({"bodies__boom__segments": "1] + n[2"}, "whole number", "segments = 8"),
        ({"bodies__boom__segments": 2.5}, "whole number", "segments = 8"),
        ({"bodies__boom__stiffness": ["EI", "EI"]}, "EI in the plane", 'stiffness = "EI"'),
        ({"bodies__boom__stiffness": None}, "needs `stiffness`", "stiffness ="),
        ({"bodies__boom__points": {"A": [1, 0]}}, "origin and tip only", "delete points"),
        ({"bodies__boom__inertia": 3}, "along its length", "delete inertia"),
        ({"bodies__boom__shape": {"rod": "L"}}, "a key of beams", "beam"),
        ({"bodies__boom_2": {"mass": 1}, "joints__w": {"kind": "free", "between": ["ground", "boom_2"]}},
         "a segment of the beam", "another name"),
        ({"joints__clamp__between": ["ground", "boom.middle"]}, "no point `middle`", "tip"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_beam_is_told(changes: dict[str, Any], message: str, hint: str) -> None:
    """Each with what to type."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(**changed(PLANE, **changes))
    assert message in str(caught.value)
    assert hint in str(caught.value)


@pytest.mark.parametrize("stiffness", ["-EI", -5, {"value": -5, "unit": "kN*m^2"}])
def test_a_beam_of_negative_stiffness_is_refused(stiffness) -> None:
    """A beam that is pushed further by its bending is refused, by a number and by parameters."""
    told = changed(PLANE, bodies__boom__stiffness=stiffness)
    with pytest.raises(dalembert.ModelError, match="negative"):
        dalembert.simulate(dalembert.model(**told), t_end=0.01)
