"""How long does one right side of a chain of 200 rods take, against the tools of robotics?

All of them give the accelerations of the same state, which are compared with the recursion in extended
precision before any time is printed. The peers are asked at 200 rods only: Pinocchio's data alone holds
tensors of n³ numbers, which do not fit into memory at 1000. How ours grows is asked from 1000 to 2000.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

import dalembert
from benchmarks._chain import GRAVITY, by_recursion
from benchmarks._measure import best, installed
from benchmarks._right_side import Evaluate, Values, compiled
from benchmarks._rows import Finding, Row, Side, SkipPeer, side

RODS = 200
GROWTH, MULTIPLE = (1000, 2000), 2.2  # rods, and how many times as long the longer chain may take
AGREEMENT = 1e-6  # relative: the condition of M in relative angles grows with n⁴


def state(n: int) -> tuple[Values, Values]:
    """Angles from the vertical and their rates, at random."""
    random = np.random.default_rng(n)
    return random.uniform(-3, 3, n), random.normal(size=n)


def expected(n: int) -> Values:
    """The accelerations in extended precision."""
    q, w = (list(values.astype(np.longdouble)) for values in state(n))
    return np.array(by_recursion(q, w, np.sin, np.cos), dtype=float)


def relative(values: Values) -> Values:
    """Angles of joints from angles of rods."""
    return np.diff(values, prepend=0.0)


def in_angles(n: int) -> tuple[Evaluate, Callable[[], Values]]:
    """The library's chain: n angles, places of bodies defined one from the other."""
    q, w = state(n)
    model = dalembert.read(f"n_link_pendulum:{n}")
    return compiled(model, np.concatenate([q, w]), slice(n, 2 * n))


def ours(n: int) -> tuple[Evaluate, Callable[[], Values]]:
    """Three coordinates for each rod, and the pins as constraints."""
    q, w = state(n)
    x, y = (np.cumsum(f(q)) - f(q) / 2 for f in (np.cos, np.sin))
    xd, yd = np.cumsum(-np.sin(q) * w) + np.sin(q) * w / 2, np.cumsum(np.cos(q) * w) - np.cos(q) * w / 2
    places, speeds = np.stack([x, y, q], axis=1).ravel(), np.stack([xd, yd, w], axis=1).ravel()
    return compiled(rods(n), np.concatenate([places, speeds]), slice(3 * n + 2, 6 * n, 3))


def rods(n: int) -> dalembert.Model:
    """A chain of rods that know of one another by constraints only."""
    coordinates: dict[str, dict[str, str]] = {}
    kinetic, potential, pins = {}, {}, {}
    for i in range(n):
        coordinates |= {f"x{i}": {}, f"y{i}": {}, f"a{i}": {}}
        kinetic[f"rod{i}"] = f"1/2*m*(x{i}'^2 + y{i}'^2) + 1/24*m*L^2*a{i}'^2"
        potential[f"rod{i}"] = f"-m*g*x{i}"
        end = (f" - x{i - 1} - L/2*cos(a{i - 1})", f" - y{i - 1} - L/2*sin(a{i - 1})") if i else ("", "")
        pins |= {f"x_pin{i}": f"x{i} - L/2*cos(a{i}){end[0]}", f"y_pin{i}": f"y{i} - L/2*sin(a{i}){end[1]}"}
    return dalembert.model(
        parameters={"m": 1, "L": 1, "g": GRAVITY},
        coordinates=coordinates,
        energy={"kinetic": kinetic, "potential": potential},
        constraints={"displacement": pins},
    )


def pinocchio(n: int) -> tuple[Evaluate, Callable[[], Values]]:
    """Pinocchio's articulated-body algorithm."""
    installed(("pinocchio",))
    import pinocchio as pin

    model = pin.Model()
    model.gravity.linear = np.array([GRAVITY, 0.0, 0.0])
    rod = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag([0.0, 1 / 12, 1 / 12]))
    joint = 0
    for i in range(n):
        place = pin.SE3(np.eye(3), np.array([float(i > 0), 0.0, 0.0]))
        joint = model.addJoint(joint, pin.JointModelRZ(), place, f"joint{i}")
        model.appendBodyToJoint(joint, rod, pin.SE3.Identity())
    data, (q, w), torque = model.createData(), map(relative, state(n)), np.zeros(n)
    return lambda: pin.aba(model, data, q, w, torque), lambda: np.cumsum(data.ddq)


def mujoco(n: int) -> tuple[Evaluate, Callable[[], Values]]:
    """MuJoCo's forward dynamics without contacts and constraints."""
    installed(("mujoco",))
    import mujoco as mj

    rods = "".join(
        f'<body pos="{int(i > 0)} 0 0"><joint type="hinge" axis="0 0 1"/>'
        f'<inertial pos="0.5 0 0" mass="1" diaginertia="1e-9 {1 / 12!r} {1 / 12!r}"/>'
        for i in range(n)
    )
    model = mj.MjModel.from_xml_string(
        f'<mujoco><option gravity="{GRAVITY} 0 0"><flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{rods}{'</body>' * n}</worldbody></mujoco>"
    )
    data = mj.MjData(model)
    data.qpos[:], data.qvel[:] = map(relative, state(n))
    return lambda: mj.mj_forward(model, data), lambda: np.cumsum(data.qacc)


def casadi(n: int) -> tuple[Evaluate, Callable[[], Values]]:
    """The recursion, written by hand, in CasADi's virtual machine."""
    installed(("casadi",))
    import casadi as ca

    q, w = ca.SX.sym("q", n), ca.SX.sym("w", n)
    rates = ca.vertcat(*by_recursion(ca.vertsplit(q), ca.vertsplit(w), ca.sin, ca.cos))
    function = ca.Function("accelerations", [q, w], [rates])
    buffer, evaluate = function.buffer()
    given, found = state(n), np.empty(n)
    for i, values in enumerate(given):
        buffer.set_arg(i, values.data)
    buffer.set_res(0, found.data)
    memory = (function, buffer, given)  # evaluate does not keep them alive

    def accelerations(_memory: object = memory) -> Values:
        return found

    return evaluate, accelerations


OWN = "dalembert"
PEERS = {
    OWN: ours,
    "dalembert, in angles": in_angles,
    "Pinocchio, ABA": pinocchio,
    "MuJoCo, mj_forward": mujoco,
    "CasADi VM, recursion by hand": casadi,
}

GOALS = {"Pinocchio, ABA": 5.0, "MuJoCo, mj_forward": 1.0, "CasADi VM, recursion by hand": 1.0}


def timed(make: Callable[[int], tuple[Evaluate, Callable[[], Values]]], n: int) -> tuple[float, float]:
    """Seconds of one evaluation, and how far it is from the expected accelerations, relatively."""
    evaluate, accelerations = make(n)
    evaluate()
    exact = expected(n)
    difference = float(np.max(np.abs(accelerations() - exact)) / np.max(np.abs(exact)))
    if not difference <= AGREEMENT:
        message = f"its accelerations are off by {difference:.1e}"
        raise SkipPeer(message)
    return best(evaluate, times=20, calls=20), difference


def main() -> list[Finding]:
    """Print the table."""
    print(f"one right side of a chain of {RODS} rods, state to accelerations\n")
    width = max(map(len, PEERS))
    print(f"  {'':<{width}}{'µs':>9}{'ratio':>8}{'error':>10}")
    sides: dict[str, Side] = {}
    for name, make in PEERS.items():
        one = sides[name] = side(name, partial(timed, make, RODS))
        if one.seconds is None or one.error is None:
            print(f"  {name:<{width}}  skipped: {one.reason}", flush=True)
            continue
        own = sides[OWN].seconds
        ratio = "-" if own is None else f"{one.seconds / own:.1f}"
        print(f"  {name:<{width}}{1e6 * one.seconds:>9.1f}{ratio:>8}{one.error:>10.1e}", flush=True)
    problem = f"right side of a chain of {RODS} rods"
    rows = [
        Row(problem=problem, ours=sides[OWN], peer=sides[name], target=ratio) for name, ratio in GOALS.items()
    ]
    return [*rows, growth()]


def growth() -> Row:
    """The longer chain beside a multiple of the shorter one."""
    short, long = (side(OWN, partial(timed, ours, n)) for n in GROWTH)
    bar = Side(name=f"asked: {MULTIPLE:g} × {GROWTH[0]} rods", reason=short.reason)
    if short.seconds is not None:
        bar = replace(bar, seconds=MULTIPLE * short.seconds)
    if short.seconds is not None and long.seconds is not None:
        print(f"\n  growth from {GROWTH[0]} to {GROWTH[1]} rods: {long.seconds / short.seconds:.2f} times")
    return Row(problem=f"right side of a chain of {GROWTH[1]} rods", ours=long, peer=bar, target=1.0)


if __name__ == "__main__":
    main()
