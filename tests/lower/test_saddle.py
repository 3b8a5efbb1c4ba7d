"""The saddle-point system solved symbolically, against a dense solution and against its own claims."""

from __future__ import annotations

import casadi as ca
import numpy as np
import pytest

import dalembert
from dalembert._lower.lower import lower
from dalembert._lower.regularity import is_regular
from dalembert._lower.saddle import accelerations, factorise
from dalembert._lower.system import System
from dalembert._model.values import parameter_values

REGULAR = [
    "rod_pendulum",
    "four_bar",
    "sprung_rod",
    "drive_train",
    "mass_and_wall",
    "triple_arm",
    "polar_arm",
    "triple_pendulum",
    "n_link_pendulum:10",
    "four_bar_pinned",
    "conveyor",
]


def both(model: dalembert.Model, q: np.ndarray, qd: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Accelerations and multipliers by our factorisation and by a dense solution."""
    system = lower(model)
    made = accelerations(system, factorise(system))
    G = ca.vertcat(system.Phi_q, system.Psi_qd)
    parts = [system.M, G, system.h, system.gamma, ca.vertcat(made.qdd, made.lam)]
    values = parameter_values(model)
    function = ca.Function("both", [system.t, system.q, system.qd, system.p], parts)
    M, G, h, gamma, found = (
        np.array(x) for x in function(0.3, q, qd, [values[p.name] for p in model.parameters])
    )
    zero = np.zeros((G.shape[0], G.shape[0]))
    dense = np.linalg.solve(np.block([[M, G.T], [G, zero]]), np.vstack([h, gamma]))
    return found.ravel(), dense.ravel()


@pytest.mark.parametrize("name", REGULAR)
@pytest.mark.parametrize("seed", range(3))
def test_the_factorisation_solves_the_saddle_point_system(name: str, seed: int) -> None:
    """Accelerations and multipliers agree with a dense solution at random states, massless coordinates that are held included."""
    model = dalembert.read(name)
    random = np.random.default_rng(seed)
    n = len(model.coordinates)
    found, dense = both(model, random.normal(size=n), random.normal(size=n))
    assert np.abs(found - dense).max() <= 1e-10 * np.abs(dense).max()


def test_a_collinear_linkage_is_a_regular_one() -> None:
    """Where crank and coupler of the four-bar are in line the solution is as exact as elsewhere."""
    model = dalembert.read("four_bar")
    L1, L2, L3, L4 = 1.0, 0.4, 0.9, 0.8
    reach = L2 + L3
    crank = np.arccos((reach**2 + L1**2 - L4**2) / (2 * reach * L1))  # crank and coupler point the same way
    end = reach * np.array([np.cos(crank), np.sin(crank)])
    rocker = np.arctan2(end[1], end[0] - L1)
    c, s = np.cos(crank), np.sin(crank)
    middle = np.array([L1 + end[0], end[1]]) / 2
    at = {"theta2": crank, "theta3": crank, "theta4": rocker, "x2": L2 / 2 * c, "y2": L2 / 2 * s}
    at |= {"x3": (L2 + L3 / 2) * c, "y3": (L2 + L3 / 2) * s, "x4": middle[0], "y4": middle[1]}
    q = np.array([at[coordinate.name] for coordinate in model.coordinates])
    system = lower(model)
    Phi = ca.Function("Phi", [system.t, system.q, system.p], [system.Phi])
    values = parameter_values(model)
    closed = np.array(Phi(0, q, [values[p.name] for p in model.parameters]))
    assert np.abs(closed).max() < 1e-12
    found, dense = both(model, q, np.linspace(-1, 1, 9))
    assert np.abs(found - dense).max() <= 1e-11 * np.abs(dense).max()


def chain(n: int) -> System:
    """A planar chain of n rods, each with three coordinates, pinned to one another."""
    coordinates: dict = {}
    kinetic, potential, pins = {}, {}, {}
    for i in range(1, n + 1):
        coordinates |= {f"x{i}": {}, f"y{i}": {}, f"a{i}": {}}
        kinetic[f"rod{i}"] = f"1/2*m*(x{i}'^2 + y{i}'^2) + 1/24*m*l^2*a{i}'^2"
        potential[f"rod{i}"] = f"m*g*y{i}"
        before = ("0", "0") if i == 1 else (f"x{i - 1} + l/2*sin(a{i - 1})", f"y{i - 1} - l/2*cos(a{i - 1})")
        pins[f"x_pin{i}"] = f"x{i} - l/2*sin(a{i}) - ({before[0]})"
        pins[f"y_pin{i}"] = f"y{i} + l/2*cos(a{i}) - ({before[1]})"
    return lower(
        dalembert.model(
            parameters={"m": 1, "l": 1, "g": 9.81},
            coordinates=coordinates,
            energy={"kinetic": kinetic, "potential": potential},
            constraints={"displacement": pins},
        )
    )


def operations(system: System) -> int:
    """How many operations accelerations and multipliers take."""
    made = accelerations(system, factorise(system))
    arguments = [system.t, system.q, system.qd, system.p]
    return int(ca.Function("count", arguments, [made.qdd, made.lam]).n_instructions())


def test_the_cost_of_a_chain_grows_with_its_length() -> None:
    """Twice the links take twice the operations, within five per cent."""
    assert operations(chain(80)) <= 2.05 * operations(chain(40))


def test_a_chain_of_definitions_costs_as_much_as_its_length() -> None:
    """In angles alone, where the mass matrix is full, twice the links take twice the operations too."""
    counts = [operations(lower(dalembert.read(f"n_link_pendulum:{n}"))) for n in (20, 40, 80)]
    assert counts[1] <= 2.1 * counts[0]
    assert counts[2] <= 2.1 * counts[1]


def tree(branches: int) -> dalembert.Model:
    """Pendulums of two links hanging from a sliding bar, places defined one from the other."""
    coordinates: dict = {"bar": {}}
    definitions, kinetic, potential = {}, {"bar": "1/2*m*bar'^2"}, {}
    for i in range(branches):
        coordinates |= {f"a{i}": {}, f"b{i}": {}}
        definitions |= {
            f"x{i}": f"bar + {i} + l*sin(a{i})",
            f"y{i}": f"-l*cos(a{i})",
            f"u{i}": f"x{i} + l*sin(a{i} + b{i})",
            f"v{i}": f"y{i} - l*cos(a{i} + b{i})",
        }
        kinetic |= {f"u{i}": f"1/2*m*(u{i}'^2 + v{i}'^2)", f"x{i}": f"1/2*m*(x{i}'^2 + y{i}'^2)"}
        potential |= {f"v{i}": f"m*g*(v{i} + y{i})"}
    return dalembert.model(
        parameters={"m": 1, "l": 1, "g": 9.81},
        coordinates=coordinates,
        definitions=definitions,
        energy={"kinetic": kinetic, "potential": potential},
    )


def test_a_tree_costs_as_much_as_its_branches() -> None:
    """Twice the branches take twice the operations, and the accelerations are those of the full matrix."""
    assert operations(lower(tree(20))) <= 2.1 * operations(lower(tree(10)))
    random = np.random.default_rng(0)
    found, dense = both(tree(6), random.normal(size=13), random.normal(size=13))
    assert np.abs(found - dense).max() <= 1e-12 * np.abs(dense).max()


def test_a_coordinate_that_nothing_moves_is_seen() -> None:
    """A coordinate without inertia and without constraint makes the system singular; one that a constraint holds does not."""
    assert not is_regular(lower(dalembert.read("spring_pendulum")))
    assert not is_regular(lower(dalembert.read("electro_mechanical")))
    assert is_regular(lower(dalembert.read("conveyor")))
