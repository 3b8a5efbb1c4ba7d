"""A car on four wheels made of parts against its linear equations; work that grows with the number of parts."""

from __future__ import annotations

from pathlib import Path

import casadi as ca
import numpy as np
import pytest
from scipy.linalg import eigvals

import dalembert
from dalembert._lower.lower import lower
from dalembert._lower.system import System

WHEEL = """format = 1
title = "Wheel with its spring"
[parameters]
m = { value = 15, unit = "kg" }
k = { value = 20, unit = "kN/m" }
c = { value = 1.5, unit = "kN*s/m" }
[bodies]
space = 3
hub = { mass = "m" }
[joints]
S = { kind = "slider", axis = "z", between = ["ground", "hub"], coordinate = { u = { start = 0, speed = 0 } } }
[elements]
spring = { kind = "spring", between = "joints.S", stiffness = "k", length = 0 }
damper = { kind = "damper", between = "joints.S", damping = "c" }
"""
CAR = """format = 1
title = "Car on four wheels"
[parameters]
a = { value = 1.2, unit = "m" }
b = { value = 0.7, unit = "m" }
K = { value = 180, unit = "kN/m" }
[bodies]
space = 3
frame = { mass = 0 }
[bodies.chassis]
mass = 600
inertia = [150, 500, 600]
points = { P1 = ["a", "b", 0], P2 = ["a", "-b", 0], P3 = ["-a", "b", 0], P4 = ["-a", "-b", 0] }
[joints]
H = { kind = "slider", axis = "z", between = ["ground", "frame"], coordinate = { z = { start = 0, speed = 0 } } }
[joints.T]
kind = "universal"
axis = "x"
between = ["frame", "chassis"]
coordinate = { roll = { start = 0, speed = 0 }, pitch = { start = 0, speed = 0 } }
""" + "".join(
    f"""[parts.w{i}]
model = "wheel.toml"
on = "chassis.P{i}"
{"parameters = { k = 26 }" if i > 2 else ""}
[elements.tyre{i}]
kind = "bushing"
between = ["ground", "w{i}.hub"]
stiffness = [0, 0, "K"]
"""
    for i in (1, 2, 3, 4)
)


def test_a_car_on_four_wheels_has_the_modes_of_its_linear_equations(tmp_path: Path) -> None:
    """M q'' + C q' + K q = 0 of heave, roll, pitch and four wheels; the rear springs are stiffer."""
    (tmp_path / "wheel.toml").write_text(WHEEL)
    (tmp_path / "car.toml").write_text(CAR)
    modes = dalembert.modes(dalembert.read(tmp_path / "car.toml"))
    places = [(x, y) for x in (1.2, -1.2) for y in (0.7, -0.7)]
    to_hubs = np.array([[1, y, -x, *np.eye(4)[i]] for i, (x, y) in enumerate(places)])  # heights of the hubs
    wheels = np.diag([0, 0, 0, 1, 1, 1, 1])
    M = np.diag([600, 150, 500, 0, 0, 0, 0]) + 15 * to_hubs.T @ to_hubs
    K = np.diag([0, 0, 0, 2e4, 2e4, 2.6e4, 2.6e4]) + 1.8e5 * to_hubs.T @ to_hubs
    zero, one = np.zeros((7, 7)), np.eye(7)
    state = np.block([[zero, one], [-np.linalg.solve(M, K), -np.linalg.solve(M, 1500 * wheels)]])
    expected = np.sort_complex(eigvals(state))
    found = [s for mode in modes.modes for s in {mode.eigenvalue, mode.eigenvalue.conjugate()}]
    np.testing.assert_allclose(np.sort_complex(np.array(found)), expected, rtol=1e-8)


@pytest.mark.parametrize("kind", ["chain", "ladder"])
def test_work_grows_with_the_number_of_parts(kind: str, tmp_path: Path) -> None:
    """Twice as many equal parts are twice as many operations of the equations, and as much text as before."""
    arm = """format = 1
[bodies]
arm = { mass = 1, inertia = 0.1, centre = [0.5, 0], points = { tip = [1, 0] } }
[joints]
A = { kind = "pin", between = ["ground", "arm"], coordinate = { q = { start = 0.1, speed = 0 } } }
[elements]
oil = { kind = "torsion_damper", between = "joints.A", damping = 0.1 }
"""
    cell = """format = 1
[elements]
L1 = { kind = "inductor", between = ["a", "b"], inductance = 1e-3 }
C1 = { kind = "capacitor", between = ["b", "ground"], capacitance = 1e-6 }
R1 = { kind = "resistor", between = ["b", "ground"], resistance = 100 }
"""
    (tmp_path / "part.toml").write_text(arm if kind == "chain" else cell)
    joined = 'on = "part[i-1].arm.tip"' if kind == "chain" else 'nodes = { a = "part[i-1].b" }'
    source = 'V = { kind = "voltage_source", between = ["in", "ground"], voltage = 1 }'
    more = f'nodes = {{ a = "in" }}\n[elements]\n{source}\n' if kind == "ladder" else ""
    sizes = []
    for count in (20, 40, 80):
        rest = f'[parts."part[i]"]\nmodel = "part.toml"\nfor = "i = 2..{count}"\n{joined}\n'
        first = f'[parts."part[1]"]\nmodel = "part.toml"\n{more}'
        (tmp_path / "host.toml").write_text(f"format = 1\n{rest}{first}")
        sizes.append(operations(lower(dalembert.read(tmp_path / "host.toml"))))
    assert sizes[2] - sizes[1] == pytest.approx(2 * (sizes[1] - sizes[0]), rel=0.02)


def operations(system: System) -> int:
    """How many operations the energies of a system take."""
    inputs = [system.t, system.q, system.qd, system.p, system.e, system.s]
    return int(ca.Function("energies", inputs, [system.T, system.V, system.D]).n_instructions())
