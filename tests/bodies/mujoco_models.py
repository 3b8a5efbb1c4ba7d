"""Models of MuJoCo: accelerations at random states, to compare ours with.

`python -m tests.bodies.mujoco_models` computes the numbers in `robots/` again, which tests use where MuJoCo is
not installed: `pip install mujoco gymnasium`. Contacts, limits, equalities, dry friction and the medium, which
MuJoCo treats softly or which are not read, are switched off there.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import dalembert

STORED = Path(__file__).parent / "robots"
OWN = "machine.xml"
STANDARD = (
    "ant",
    "half_cheetah",
    "hopper",
    "humanoid",
    "inverted_double_pendulum",
    "inverted_pendulum",
    "reacher",
    "swimmer",
    "walker2d_v5",
)
STATES = 4
SOFT = re.compile(r"<equality>.*?</equality>|\sfrictionloss=\"[^\"]*\"", re.DOTALL)

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Coordinates, velocities and accelerations in MuJoCo's order, and the kinds of joints in a string.

    Of a free joint (f) velocities are those of its place, then its angular velocity in axes of the body; a
    ball (b) has the last three of these; a hinge or slide (h) one.
    """

    q: list[float]
    v: list[float]
    a: list[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """The kinds of the joints, the values at the reference, and states."""

    kinds: str
    zero: list[float]
    states: list[State]


def standard(name: str) -> str | None:
    """The file of a model of Gymnasium; None where that is not installed."""
    found = find_spec("gymnasium")
    if found is None or found.origin is None:
        return None
    file = Path(found.origin).parent / "envs" / "mujoco" / "assets" / f"{name}.xml"
    return file.read_text(encoding="utf-8")


def by_mujoco(text: str, count: int, seed: int = 1) -> Reference:
    """A model at random states."""
    import mujoco as mj

    model = mj.MjModel.from_xml_string(text)
    off = mj.mjtDisableBit
    for flag in (off.mjDSBL_CONTACT, off.mjDSBL_LIMIT, off.mjDSBL_FRICTIONLOSS, off.mjDSBL_EQUALITY):
        model.opt.disableflags |= flag
    model.opt.density = model.opt.viscosity = 0.0
    data, rng = mj.MjData(model), np.random.default_rng(seed)
    states = []
    for _ in range(count):
        mj.mj_resetData(model, data)
        mj.mj_integratePos(model, data.qpos, rng.uniform(-1, 1, model.nv), 1.0)
        data.qvel[:] = rng.uniform(-1, 1, model.nv)
        mj.mj_forward(model, data)
        parts = (data.qpos, data.qvel, data.qacc)
        q, v, a = (np.array(part).tolist() for part in parts)
        states.append(State(q=q, v=v, a=a))
    kinds = "".join({0: "f", 1: "b"}.get(int(kind), "h") for kind in model.jnt_type)
    return Reference(kinds=kinds, zero=np.array(model.qpos0).tolist(), states=states)


def as_model(text: str, folder: Path) -> dalembert.Model:
    """The model through our door."""
    file = folder / "machine.xml"
    file.write_text(SOFT.sub("", text), encoding="utf-8")
    return dalembert.read(file)


def error(model: dalembert.Model, reference: Reference) -> float:
    """The largest difference of accelerations against the largest of them, of all states."""
    f, worst = dalembert.functions(model), 0.0
    for state in reference.states:
        q, qd = np.array(state.q), np.zeros(len(state.q))
        i = k = 0
        v, expected, found = np.array(state.v), np.array(state.a), np.zeros(len(state.v))
        quaternions = []
        for kind in reference.kinds:
            if kind == "h":
                q[i] -= reference.zero[i]
                qd[i] = v[k]
            if kind == "f":
                qd[i : i + 3] = v[k : k + 3]
                i, k = i + 3, k + 3
            if kind != "h":
                qd[i : i + 4] = _product(q[i : i + 4], np.array([0.0, *v[k : k + 3]])) / 2
                quaternions.append((i, k))
            i, k = (i + 1, k + 1) if kind == "h" else (i + 4, k + 3)
        M, h = f.M(0.0, q, qd), f.h(0.0, q, qd)
        G = np.atleast_2d(f.Phi_q(0.0, q, qd)).reshape(-1, len(q))
        whole = np.block([[M, G.T], [G, np.zeros((len(G), len(G)))]])
        right = np.concatenate([h, np.ravel(f.gamma(0.0, q, qd))])
        qdd = np.linalg.solve(whole, right)[: len(q)]
        i = k = 0
        for kind in reference.kinds:
            if kind == "f":
                found[k : k + 3] = qdd[i : i + 3]
                i, k = i + 3, k + 3
            if kind == "h":
                found[k] = qdd[i]
            else:
                conjugate = q[i : i + 4] * np.array([1, -1, -1, -1])
                found[k : k + 3] = 2 * _product(conjugate, qdd[i : i + 4])[1:]
            i, k = (i + 1, k + 1) if kind == "h" else (i + 4, k + 3)
        worst = max(worst, float(np.max(np.abs(found - expected)) / np.max(np.abs(expected))))
    return worst


def _product(a: Values, b: Values) -> Values:
    """The product of quaternions, scalar first."""
    return np.concatenate(
        [[a[0] * b[0] - a[1:] @ b[1:]], a[0] * b[1:] + b[0] * a[1:] + np.cross(a[1:], b[1:])]
    )


def stored() -> Reference:
    """The numbers of our own model that are kept here."""
    given = json.loads((STORED / "machine.json").read_text(encoding="utf-8"))
    return Reference(
        kinds=given["kinds"], zero=given["zero"], states=[State(**one) for one in given["states"]]
    )


if __name__ == "__main__":
    made = by_mujoco((STORED / OWN).read_text(encoding="utf-8"), STATES)
    content = json.dumps(asdict(made)).replace("], ", "],\n")
    (STORED / "machine.json").write_text(content + "\n", encoding="utf-8")
