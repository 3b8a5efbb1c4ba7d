"""Electrical, fluid and thermal networks with the masses that they move, against nodal analysis."""

from __future__ import annotations

import numpy as np
import pytest
from tests.nets.mixed_nets import KINDS, MixedNet

import dalembert


def _agrees(seed: int) -> None:
    net = MixedNet(seed)
    run = {"t_end": 2.0, "samples": 8, "rtol": 1e-9}
    motion = dalembert.simulate(dalembert.model(**net.sections, simulate=run))
    assert str(motion.status) == "ok"
    columns, compared = set(motion.columns()), 0
    for name, values in net.pencil.values(np.asarray(motion["t"])).items():
        if name in columns:
            compared += 1
            assert motion[name] == pytest.approx(values, rel=1e-7, abs=1e-7), name
    nodes = sum(name.endswith(tuple(kinds[5] for kinds in KINDS.values())) for name in net.pencil.names)
    assert (
        compared >= nodes - len(net.coordinates) - 1
    )  # a node behind a cylinder or a winding alone has none


def _same_eigenvalues(seed: int) -> None:
    net = MixedNet(seed)
    found = dalembert.modes(dalembert.model(**net.sections)).modes
    ours = [mode.eigenvalue for mode in found if abs(mode.eigenvalue) > 1e-9]
    theirs = [value for value in net.pencil.eigenvalues if abs(value) > 1e-9]
    for value in theirs:
        nearest = min(
            ours, key=lambda own: abs(complex(own.real, abs(own.imag)) - complex(value.real, abs(value.imag)))
        )
        assert complex(nearest.real, abs(nearest.imag)) == pytest.approx(
            complex(value.real, abs(value.imag)), abs=1e-7
        )
    assert len(theirs) == sum(2 if value.imag else 1 for value in ours)


@pytest.mark.parametrize("seed", range(4))
def test_mixed_networks_at_random_equal_nodal_analysis(seed: int) -> None:
    """Efforts of all nodes, places and speeds of masses are those of the pencil, by its eigenvalues."""
    _agrees(seed)


@pytest.mark.parametrize("seed", range(4))
def test_modes_of_networks_are_the_finite_eigenvalues_of_the_pencil(seed: int) -> None:
    """Resistances make coordinates without inertia, whose speeds balance the forces; none has a mode of its own."""
    _same_eigenvalues(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(4, 150))
def test_many_mixed_networks_equal_nodal_analysis(seed: int) -> None:
    """The same at length, motions and modes."""
    _agrees(seed)
    _same_eigenvalues(seed)
