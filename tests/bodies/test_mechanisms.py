"""Mechanisms of the library written as bodies: the motions of their energies."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dalembert

FILES = Path(__file__).parent / "mechanisms"
SAME = {
    "rod_pendulum": (1.0, ("theta", "x", "y", "theta'")),
    "four_bar": (0.2, ("theta2", "theta3", "theta4", "theta2'")),
    "sprung_rod": (0.3, ("q1", "q2", "q3", "q1'", "q2'", "q3'")),
    "drive_train": (0.002, ("theta1", "theta2", "theta3", "theta4", "theta1'", "theta4'")),
    "heavy_top": (0.1, ("e0", "e1", "e2", "e3", "x", "y", "z")),
    "bricard": (0.5, ("x3", "y3", "z3", "y5", "z5")),
    "andrews_squeezer": (0.005, ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")),
}


LONG = pytest.mark.soak


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=LONG if name in ("bricard", "andrews_squeezer") else ()) for name in SAME],
)
def test_bodies_move_as_the_energies_of_the_library(name: str) -> None:
    """To 1e-10 of the size of each quantity."""
    end, names = SAME[name]
    settings = {"t_end": end, "samples": 10, "rtol": 1e-10 if name == "bricard" else 1e-12}
    known = dalembert.simulate(name, **settings)
    bodies = dalembert.simulate(FILES / f"{name}.toml", **settings)
    for one in names:
        size = max(1.0, float(np.max(np.abs(known[one]))))
        np.testing.assert_allclose(bodies[one], known[one], rtol=0, atol=1e-10 * size, err_msg=one)
