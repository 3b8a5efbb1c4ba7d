"""Robots by Pinocchio: M, h and accelerations at random states, to compare ours with.

`python -m tests.bodies.pinocchio_robots` computes the numbers in `robots/` again, which tests use where
Pinocchio is not installed: `pip install pin example-robot-data`.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dalembert

ROBOTS = {
    "double_pendulum": "double_pendulum_description/urdf/double_pendulum.urdf",
    "ur5": "ur_description/urdf/ur5_robot.urdf",
    "panda": "panda_description/urdf/panda.urdf",
    "anymal": "anymal_b_simple_description/robots/anymal.urdf",
    "talos": "talos_data/robots/talos_reduced.urdf",
}
STORED = Path(__file__).parent / "robots"
SHAPES = re.compile(
    r"<!--.*?-->|<(visual|collision|transmission|gazebo|material)\b[^>]*?(/>|>.*?</\1>)", re.DOTALL
)
STATES = 3  # of the stored numbers

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A state and what Pinocchio says there, entries in the order of `joints`.

    With a free base `place` is its place and quaternion (scalar first), `twist` its velocity and angular
    velocity in its own axes, and the accelerations begin with the rates of these.
    """

    q: Values
    v: Values
    place: Values
    twist: Values
    M: Values
    h: Values
    accelerations: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The names of joints, and the states."""

    joints: tuple[str, ...]
    states: tuple[State, ...]


def urdf(name: str) -> str | None:
    """The file of a robot of example-robot-data without what is drawn; None where it is not installed."""
    try:
        package = distribution("example-robot-data")
    except PackageNotFoundError:
        return None
    robots = "cmeel.prefix/share/example-robot-data/robots"
    file = Path(str(package.locate_file(f"{robots}/{ROBOTS[name]}")))
    text = SHAPES.sub("", file.read_text(encoding="utf-8"))
    return re.sub(r"\n\s*\n+", "\n", text)


def by_pinocchio(text: str, free: bool, count: int, seed: int = 1) -> Reference:
    """A robot at random states, fixed to the ground or free."""
    import pinocchio as pin

    model = pin.buildModelFromXML(text, pin.JointModelFreeFlyer()) if free else pin.buildModelFromXML(text)
    data, rng = model.createData(), np.random.default_rng(seed)
    first = 2 if free else 1
    moved = [model.joints[i].idx_v for i in range(first, model.njoints)]
    found = []
    for _ in range(count):
        v, angles = rng.uniform(-1, 1, model.nv), np.zeros(model.nv)
        angles[moved] = rng.uniform(-1, 1, len(moved))
        q = pin.integrate(model, pin.neutral(model), angles)
        place, twist = np.zeros(0), np.zeros(0)
        if free:
            turn = rng.normal(size=4)
            turn /= np.linalg.norm(turn)
            place, twist = np.concatenate([rng.uniform(-1, 1, 3), turn]), v[:6]
            q[:7] = np.concatenate([place[:3], turn[1:], turn[:1]])
        damped = -np.asarray(model.damping) * v - np.asarray(model.upperDryFrictionLimit) * np.sign(v)
        M = pin.crba(model, data, q)
        M = np.triu(M) + np.triu(M, 1).T
        h = damped - pin.nonLinearEffects(model, data, q, v)
        kept = [*range(6), *moved] if free else moved
        found.append(
            State(
                q=angles[moved],
                v=v[moved],
                place=place,
                twist=twist,
                M=M[np.ix_(kept, kept)],
                h=h[kept],
                accelerations=pin.aba(model, data, q, v, damped)[kept].copy(),
            )
        )
    return Reference(joints=tuple(model.names[first:]), states=tuple(found))


def as_model(text: str, folder: Path, free: bool) -> dalembert.Model:
    """The robot through our door; the weld of its base is made a free joint in the model file."""
    file = folder / "robot.urdf"
    file.write_text(text, encoding="utf-8")
    model = dalembert.read(file)
    if not free:
        return model
    own = file.with_suffix(".toml")
    dalembert.write(model, own)
    written, count = re.subn(r'(\n\w+_base = \{kind = )"weld"', r'\1"free"', own.read_text(encoding="utf-8"))
    assert count == 1
    own.write_text(written, encoding="utf-8")
    return dalembert.read(own)


def errors(model: dalembert.Model, reference: Reference) -> dict[str, float]:
    """The largest differences of M, h and accelerations at all states, against the largest entries there."""
    f = dalembert.functions(model)
    names = [one.name for one in model.coordinates]
    order = [names.index(re.sub(r"\W", "_", joint)) for joint in reference.joints]
    base = [i for i in range(len(names)) if i not in order]
    worst: dict[str, float] = {}
    for state in reference.states:
        q, qd = np.zeros(len(names)), np.zeros(len(names))
        q[order], qd[order] = state.q, state.v
        if base:
            q[base], qd[base] = state.place, _rates(state)
        M, h = f.M(0.0, q, qd), f.h(0.0, q, qd)
        found: dict[str, tuple[Values, Values]] = {}
        if not base:
            found["M"], found["h"] = (M[np.ix_(order, order)], state.M), (h[order], state.h)
        if base or not model.constraints:
            G = np.atleast_2d(f.Phi_q(0.0, q, qd)).reshape(-1, len(q))
            zero = np.zeros((len(G), len(G)))
            whole = np.concatenate([h, np.atleast_1d(f.gamma(0.0, q, qd)).ravel()])
            qdd = np.linalg.solve(np.block([[M, G.T], [G, zero]]), whole)[: len(q)]
            own = np.concatenate([_twist_rates(state, qdd[base]) if base else [], qdd[order]])
            found["accelerations"] = (own, state.accelerations)
        for name, (one, other) in found.items():
            worst[name] = max(worst.get(name, 0.0), float(abs(one - other).max() / abs(other).max()))
    return worst


def _product(a: Values, b: Values) -> Values:
    """The product of quaternions, scalar first."""
    return np.concatenate(
        [[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])]
    )


def _conjugate(a: Values) -> Values:
    return a * np.array([1, -1, -1, -1])


def _fixed(e: Values, vector: Values) -> Values:
    """A vector in axes turned by a quaternion, in fixed axes."""
    return _product(_product(e, np.array([0.0, *vector])), _conjugate(e))[1:]


def _rates(state: State) -> Values:
    """The rates of place and quaternion: r' = R v and e' = ½ e ∘ (0, ω)."""
    e = state.place[3:]
    return np.concatenate([_fixed(e, state.twist[:3]), _product(e, np.array([0.0, *state.twist[3:]])) / 2])


def _twist_rates(state: State, second: Values) -> Values:
    """Rates of the twist: v' = Rᵀ r'' − ω × v and ω' = 2 Im(ē ∘ e'')."""
    e, (v, omega) = state.place[3:], np.split(state.twist, 2)
    return np.concatenate(
        [
            _fixed(_conjugate(e), second[:3]) - np.cross(omega, v),
            2 * _product(_conjugate(e), second[3:])[1:],
        ]
    )


def stored(name: str, free: bool) -> Reference:
    """The numbers of a robot that are kept here."""
    file = STORED / f"{name}_{'free' if free else 'fixed'}.json"
    given: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    states = (State(**{key: np.array(value) for key, value in one.items()}) for one in given["states"])
    return Reference(joints=tuple(given["joints"]), states=tuple(states))


def _store(name: str, free: bool) -> None:
    text = urdf(name)
    if text is None:
        message = "example-robot-data is not installed"
        raise SystemExit(message)
    (STORED / f"{name}.urdf").write_text(text, encoding="utf-8")
    found = by_pinocchio(text, free, STATES)
    states = [{key: value.tolist() for key, value in asdict(one).items()} for one in found.states]
    file = STORED / f"{name}_{'free' if free else 'fixed'}.json"
    content = json.dumps({"joints": found.joints, "states": states}, indent=None)
    file.write_text(content.replace("], ", "],\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    for robot, moves in (("double_pendulum", False), ("double_pendulum", True), ("ur5", False)):
        _store(robot, moves)
