"""One motion, two descriptions: minimal coordinates and redundant coordinates with multipliers."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from places import matrix, vector

import dalembert


def chain(seed: int, redundant: bool) -> dict:
    """A random planar chain of links, its support moving; angles alone, or mass centres too."""
    random = Random(seed)
    n = random.randint(2, 4)
    links = range(1, n + 1)
    parameters = {"g": 9.81, "c": 0.3, "k": 2.5}
    for i in links:
        parameters |= {f"m{i}": random.uniform(0.5, 2), f"L{i}": random.uniform(0.5, 2)}
    definitions = {"X0": "support", "Y0": "0*support"}
    kinetic, potential, displacement = {}, {}, {}
    for i in links:
        x, y = f"X{i - 1} + L{i}/2*sin(a{i})", f"Y{i - 1} - L{i}/2*cos(a{i})"
        definitions[f"X{i}"] = f"X{i - 1} + L{i}*sin(a{i})"
        definitions[f"Y{i}"] = f"Y{i - 1} - L{i}*cos(a{i})"
        if redundant:
            displacement |= {f"px{i}": f"x{i} - ({x})", f"py{i}": f"y{i} - ({y})"}
        else:
            definitions |= {f"x{i}": x, f"y{i}": y}
        kinetic[f"link{i}"] = f"1/2*m{i}*(x{i}'^2 + y{i}'^2) + 1/24*m{i}*L{i}^2*a{i}'^2"
        potential[f"link{i}"] = f"m{i}*g*y{i}"
    potential["spring"] = f"1/2*k*(x{n}^2 + y{n}^2)"
    angles = [f"a{i}" for i in links]
    centres = [f"{axis}{i}" for i in links for axis in "xy"] if redundant else []
    return {
        "parameters": parameters,
        "coordinates": {name: {"guess": 0.3} for name in angles + centres},
        "inputs": {"support": "0.2*sin(3*t)"},
        "definitions": definitions,
        "energy": {
            "kinetic": kinetic,
            "potential": potential,
            "dissipation": f"1/2*c*x{n}'^2 + 1/2*c*(a1' - a2')^2",
        },
        "work": {"a1": "0.7*cos(a2) - 0.1*a1'*t"},
        "constraints": {"displacement": displacement} if redundant else {},
    }


@pytest.mark.parametrize("seed", range(20))
def test_minimal_and_redundant_coordinates_move_alike(seed: int) -> None:
    """[M Gᵀ; G 0][qdd; lam] = [h; gamma] gives the accelerations that M qdd = h gives in minimal coordinates."""
    small, large = (
        dalembert.derive(dalembert.model(**chain(seed, redundant))) for redundant in (False, True)
    )
    random = np.random.default_rng(seed)
    n = len(small.model.coordinates)
    place = {("t", 0): random.uniform(0, 1, 1)}
    place |= {(p.name, 0): np.array([float(p.value.typed)]) for p in small.model.parameters}
    t = place["t", 0]
    place |= {
        ("support", 0): 0.2 * np.sin(3 * t),
        ("support", 1): 0.6 * np.cos(3 * t),
        ("support", 2): -1.8 * np.sin(3 * t),
    }
    x, y = place["support", 0], 0 * t
    vx, vy = place["support", 1], 0 * t
    for i in range(1, n + 1):
        a, w = random.uniform(-2, 2, 1), random.uniform(-2, 2, 1)
        L = place[f"L{i}", 0]
        place |= {(f"a{i}", 0): a, (f"a{i}", 1): w}
        place |= {(f"x{i}", 0): x + L / 2 * np.sin(a), (f"y{i}", 0): y - L / 2 * np.cos(a)}
        place |= {(f"x{i}", 1): vx + L / 2 * np.cos(a) * w, (f"y{i}", 1): vy + L / 2 * np.sin(a) * w}
        x, y = x + L * np.sin(a), y - L * np.cos(a)
        vx, vy = vx + L * np.cos(a) * w, vy + L * np.sin(a) * w
    np.testing.assert_allclose(vector(large.Phi, place), 0, atol=1e-13)
    direct = np.linalg.solve(matrix(small.M, place), vector(small.h, place))
    M, G = matrix(large.M, place), matrix(large.Phi_q, place)
    zero = np.zeros((len(G), len(G)))
    right = np.concatenate([vector(large.h, place), vector(large.gamma, place)])
    found = np.linalg.solve(np.block([[M, G.T], [G, zero]]), right)[:n]
    np.testing.assert_allclose(found, direct, rtol=1e-9, atol=1e-9 * np.max(np.abs(direct)))
