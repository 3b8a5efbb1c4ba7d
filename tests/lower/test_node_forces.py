"""Forces on definitions give the accelerations that forces by coordinates give, and keep the digits of chains."""

from __future__ import annotations

import tomllib

import numpy as np
import pytest
from numpy.typing import NDArray

import dalembert
from dalembert._compile.mechanical_system import MechanicalSystem
from dalembert._lower.lower import lower
from dalembert._model.values import values_of
from dalembert._simulate.prepare import prepare_run

DRIVEN = """
format = 1

[parameters]
m = 1.3
c = 0.4
k = 7

[coordinates]
a = { start = 0.3, speed = 0 }
b = { start = 0.5, speed = 0 }
d = { start = 1.1, speed = 0 }

[definitions]
support = "0.2*sin(3*t)"
x1 = "support + a*cos(b)"
y1 = "a*sin(b) + support^2"
spin = "b' + 0.3*a'*cos(d)"
twist = "spin*cos(d) + d'*sin(b) + 0.1*support'"
x2 = "x1 + cos(b + d)"
y2 = "y1 + sin(b + d)*a"
reach = "sqrt(x2^2 + y2^2 + 1)"

[energy]
kinetic = "m/2*(x1'^2 + y1'^2) + m/2*(x2'^2 + y2'^2) + 0.4*spin^2 + 0.7*twist^2 + 0.1*spin*x1'"
potential = "m*9.81*(y1 + y2) + k/2*(reach - 1)^2"
dissipation = "c/2*x2'^2 + c/2*twist^2"

[work]
b = "sin(t) - 0.1*d'"

[simulate]
t_end = 1
"""

SPACE = """
format = 1

[bodies]
space   = 3
gravity = [0, 0, -9.81]

[bodies.arm]
mass    = 2
inertia = [0.2, 0.3, 0.4]
centre  = [0.4, 0.1, 0]
points  = { E = [1, 0, 0.2] }

[bodies.fork]
mass    = 1
inertia = [0.1, 0.15, 0.2]
centre  = [0.2, 0, 0.1]
points  = { E = [0.5, 0.1, 0] }

[bodies.rotor]
mass    = 0.5
inertia = [0.05, 0.03, 0.04]
centre  = [0, 0.1, 0]
points  = { E = [0.1, 0.2, 0] }

[joints]
J1 = { kind = "universal", between = ["ground", "arm"] }
J2 = { kind = "ball", between = ["arm.E", "fork"], sequence = "zxy" }
J3 = { kind = "cylinder", between = ["fork.E", "rotor"], axis = [1, 1, 0] }

[elements]
brake  = { kind = "damper", between = ["ground", "rotor"], damping = 0.3 }
return = { kind = "spring", between = ["arm", "rotor.E"], stiffness = 20, length = 0.5 }

[simulate]
t_end = 1
"""


def _accelerations_apart(text: str, seed: int) -> float:
    """How far the rates are from the solution of the full saddle-point system, at random states."""
    model = dalembert.model(**tomllib.loads(text))
    compiled = MechanicalSystem(model)
    own, random = compiled.bind(values_of(model).vector()), np.random.default_rng(seed)
    assert lower(model).links.forces is not None
    n, most = own.layout.n, 0.0
    for t in (0.0, 0.4, 1.3):
        y = np.zeros(own.layout.size)
        y[:n], y[n : 2 * n] = random.uniform(0.2, 0.9, n), random.normal(size=n)
        at, (rates, _) = own.saddle(t, y), own.rates(t, y)
        m = len(at["gamma"])
        matrix = np.block([[at["M"], at["G"].T], [at["G"], np.zeros((m, m))]])
        expected = np.linalg.solve(matrix, np.concatenate([at["h"], at["gamma"]]))[:n]
        most = max(most, float(np.max(np.abs(expected - rates[n : 2 * n])) / np.max(np.abs(expected))))
    return most


LOOP = SPACE.replace(
    "[elements]", 'J4 = { kind = "distance", between = ["ground", "rotor.E"], length = 1.5 }\n\n[elements]'
)


@pytest.mark.parametrize("text", [DRIVEN, SPACE, LOOP], ids=["driven", "space", "loop"])
def test_accelerations_are_those_of_forces_by_coordinates(text: str) -> None:
    """Supports that move, velocities of definitions, dampers, springs: M and h say the same."""
    assert _accelerations_apart(text, 5) < 1e-12


def _chain(n: int) -> dalembert.Model:
    link = {"for": "i = 1..N", "mass": 1, "shape": {"rod": 1}, "centre": [0.5, 0], "points": {"E": [1, 0]}}
    joint: dict[str, object] = {"for": "i = 1..N", "kind": "pin"}
    joint["between"] = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
    joint["coordinate"] = {"q[i]": {"start": 0.1, "speed": 0}}
    return dalembert.model(
        parameters={"N": n},
        bodies={"gravity": [10, 0], "link[i]": link},
        joints={"O[i]": joint},
        simulate={"t_end": 1},
    )


def _by_recursion(q: NDArray[np.longdouble], w: NDArray[np.longdouble]) -> NDArray[np.longdouble]:
    """Angular accelerations of uniform rods of mass and length 1 under gravity 10 along x, in more digits.

    What hangs on the upper end of a rod resists its acceleration a by the force K a + r.
    """
    K, r = np.zeros((2, 2), np.longdouble), np.zeros(2, np.longdouble)
    third, g = np.longdouble(1) / 3, np.array([10, 0], np.longdouble)
    rods = []
    for angle, rate in zip(q[::-1], w[::-1], strict=True):
        e, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
        centripetal = -(rate**2) * e
        d = third + across @ K @ across
        moment = across / 2 + K @ across
        beta = (across @ g / 2 - across @ r - across @ K @ centripetal) / d
        r = r - g + centripetal / 2 + K @ centripetal + moment * beta
        K = K + np.eye(2) - np.outer(moment, moment) / d
        rods.append((across, centripetal, moment / d, beta))
    a, found = np.zeros(2, np.longdouble), []
    for across, centripetal, b, beta in reversed(rods):
        found.append(beta - b @ a)
        a = a + found[-1] * across + centripetal
    return np.array(found)


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="the machine has no longer numbers")
def test_long_chains_keep_their_digits() -> None:
    """The accelerations of 60 links are as good as a recursion from body to body: not one digit is lost."""
    n, random = 60, np.random.default_rng(2)
    own = prepare_run(_chain(n)).dynamics
    y = np.zeros(own.layout.size)
    y[:n], y[n : 2 * n] = random.uniform(-3, 3, n), random.normal(size=n)
    q, w = (np.cumsum(part.astype(np.longdouble)) for part in (y[:n], y[n : 2 * n]))
    expected = np.diff(_by_recursion(q, w), prepend=np.longdouble(0))
    found = own.rates(0.0, y)[0][n : 2 * n]
    assert float(np.max(np.abs(found - expected)) / np.max(np.abs(expected))) < 1e-14
