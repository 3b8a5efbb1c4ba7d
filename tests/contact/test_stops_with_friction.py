"""Stops and dry friction of the same coordinates: rest is decided in one problem, by Gauss's principle."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

import dalembert

Array = NDArray[np.float64]
END = 1e-3
SEEDS = [*range(8), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(8, 80))]


class Problem:
    """Inertia, forces, dry friction and stops (1 below, -1 above, 0 none) of coordinates at rest."""

    def __init__(self, seed: int) -> None:
        draw = np.random.default_rng(seed)
        self.n = int(draw.integers(2, 5))
        root = draw.normal(size=(self.n, self.n))
        self.M = root @ root.T + 0.2 * np.eye(self.n)
        self.h = draw.normal(size=self.n)
        self.friction = np.where(draw.random(self.n) < 0.8, 10 ** draw.uniform(-1, 1, self.n), 0.0)
        self.stops = draw.choice([-1, 0, 1], size=self.n)

    def model(self) -> dalembert.Model:
        """The same as a model: energies, efforts and contacts."""
        names = [f"x{i}" for i in range(self.n)]
        kinetic = " + ".join(
            f"1/2*({float(self.M[i, j])!r})*{names[i]}'*{names[j]}'" for i, j in np.ndindex(self.n, self.n)
        )
        return dalembert.model(
            coordinates={name: {"start": 0, "speed": 0} for name in names},
            energy={
                "kinetic": kinetic,
                "potential": " ".join(
                    f"- ({float(force)!r})*{name}" for force, name in zip(self.h, names, strict=True)
                ),
            },
            work={
                name: f"-({float(level)!r})*sign({name}')"
                for level, name in zip(self.friction, names, strict=True)
                if level
            },
            contacts={
                f"stop_{name}": {"gap": name if stop > 0 else f"-{name}", "restitution": 0}
                for stop, name in zip(self.stops, names, strict=True)
                if stop
            },
        )

    def accelerations(self) -> Array:
        """Those of least Gauss's function ½ (a - a₀)·M (a - a₀) + Σ F |a|, stops kept: all signs are tried."""
        for signs in product((0, 1, -1), repeat=self.n):
            found = self._with(np.array(signs))
            if found is not None:
                return found
        message = "no signs fit"
        raise AssertionError(message)

    def _with(self, signs: Array) -> Array | None:
        moving = np.flatnonzero(signs)
        a = np.zeros(self.n)
        rows = self.M[np.ix_(moving, moving)]
        a[moving] = np.linalg.solve(rows, (self.h - self.friction * signs)[moving])
        if np.any(a * signs < 0) or np.any(a * self.stops < 0):
            return None
        left = self.h - self.M @ a  # what friction and stops have to take of those at rest
        allowed = np.where(signs == 0, self.friction, 0.0) + 1e-12
        taken = (np.abs(left - self.friction * signs) <= allowed) | ((signs == 0) & (left * self.stops < 0))
        return a if np.all(taken) else None


@pytest.mark.parametrize("seed", SEEDS)
def test_what_rests_at_stops_with_dry_friction_moves_as_gauss_says(seed: int) -> None:
    """Speeds after a short time are those of the least of Gauss's function, whatever holds what."""
    problem = Problem(seed)
    motion = dalembert.simulate(problem.model(), t_end=END)
    assert motion.reached == END, motion.message
    speeds = [motion[f"x{i}'"][-1] for i in range(problem.n)]
    expected = problem.accelerations() * END
    np.testing.assert_allclose(speeds, expected, rtol=0, atol=1e-9 * END * (1 + np.abs(expected / END).max()))
