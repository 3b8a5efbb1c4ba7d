"""How long is it from the URDF file of a robot to its first right side, and how long does one take?

The robots are those of example-robot-data, without what is drawn. Ours are written as any model: bodies and
joints, expanded to energies, lowered, and interpreted or compiled. Before any time is printed, accelerations
at random states are compared with Pinocchio's; for a free base those of its twist (`make soak` does so at 100
states). MuJoCo refuses the inertia of one massless link of anymal, which is made small and round for it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np
from tests.bodies.pinocchio_robots import ROBOTS, as_model, by_pinocchio, errors, urdf

import dalembert
from benchmarks._measure import best, installed
from benchmarks._right_side import Evaluate, compiled, interpreted
from benchmarks._rows import GIVES_UP, Row, Side, SkipPeer

FREE = ("anymal", "talos")
AGREEMENT = 1e-9  # relative, of M, h and accelerations
REFUSED = re.compile(r'<inertia ixx="1e-6" ixy="1e-6" ixz="1e-6" iyy="1e-6" iyz="1e-6" izz="1e-6"/>')
ROUND = '<inertia ixx="1e-6" ixy="0" ixz="0" iyy="1e-6" iyz="0" izz="1e-6"/>'
COLUMNS = ("dalembert", "Pinocchio, ABA", "MuJoCo, mj_forward")


def state_of(model: dalembert.Model) -> np.ndarray:
    """A state at random, the quaternion of a free base of length 1."""
    n = len(model.coordinates)
    random = np.random.default_rng(n)
    q, qd = random.uniform(-1, 1, n), random.uniform(-1, 1, n)
    if model.constraints and n > 7:
        names = [one.name for one in model.coordinates]
        base = next((i for i, name in enumerate(names) if name.endswith("_base_4")), None)
        if base is not None:
            q[base : base + 4] /= np.linalg.norm(q[base : base + 4])
            qd[base : base + 4] -= (q[base : base + 4] @ qd[base : base + 4]) * q[base : base + 4]
    return np.concatenate([q, qd])


def ours(text: str, free: bool, folder: Path) -> tuple[float, Evaluate]:
    """Processor seconds from the file to the first right side, interpreted; and one that is compiled."""
    as_model(text, folder, free)  # the model file of a free robot is written here
    file = folder / ("robot.toml" if free else "robot.urdf")
    started = process_time()
    model = dalembert.read(file)
    evaluate, _ = interpreted(model, state_of(model), slice(None))
    evaluate()
    first = process_time() - started
    return first, compiled(model, state_of(model), slice(None))[0]


def pinocchio(text: str, free: bool, _: Path) -> tuple[float, Evaluate]:
    """Pinocchio's articulated-body algorithm."""
    installed(("pinocchio",))
    import pinocchio as pin

    def built() -> Evaluate:
        root = (pin.JointModelFreeFlyer(),) if free else ()
        model = pin.buildModelFromXML(text, *root)
        data = model.createData()
        random = np.random.default_rng(1)
        v, torque = random.uniform(-1, 1, model.nv), np.zeros(model.nv)
        q = pin.integrate(model, pin.neutral(model), random.uniform(-1, 1, model.nv))
        return lambda: pin.aba(model, data, q, v, torque)

    return _first(built)


def mujoco(text: str, free: bool, _: Path) -> tuple[float, Evaluate]:
    """MuJoCo's forward dynamics without contacts and constraints."""
    installed(("mujoco",))
    import mujoco as mj

    said = REFUSED.sub(ROUND, text).replace(
        "</robot>", '<mujoco><compiler balanceinertia="true" fusestatic="true"/></mujoco></robot>'
    )

    def built() -> Evaluate:
        spec = mj.MjSpec.from_string(said)
        if free:
            spec.bodies[1].add_freejoint()
        model = spec.compile()
        model.opt.disableflags |= mj.mjtDisableBit.mjDSBL_CONTACT | mj.mjtDisableBit.mjDSBL_CONSTRAINT
        data = mj.MjData(model)
        random = np.random.default_rng(1)
        mj.mj_integratePos(model, data.qpos, random.uniform(-1, 1, model.nv), 1.0)
        data.qvel[:] = random.uniform(-1, 1, model.nv)
        return lambda: mj.mj_forward(model, data)

    try:
        return _first(built)
    except ValueError:
        raise SkipPeer(GIVES_UP) from None


def _first(built: Callable[[], Evaluate]) -> tuple[float, Evaluate]:
    started = process_time()
    evaluate = built()
    evaluate()
    return process_time() - started, evaluate


def agreement(text: str, free: bool, folder: Path) -> float:
    """How far ours are from Pinocchio's, at 3 states."""
    installed(("pinocchio",))
    return max(errors(as_model(text, folder, free), by_pinocchio(text, free, count=3)).values())


def main() -> list[Row]:
    """Print the table; no ratio is asked for."""
    print("robots: milliseconds from the file to the first right side, and microseconds of one\n")
    print(f"  {'':<22}" + "".join(f"{name:>26}" for name in COLUMNS) + f"{'difference':>14}")
    rows: list[Row] = []
    for name in ROBOTS:
        text = urdf(name)
        if text is None:
            print("  skipped: example-robot-data is not installed")
            break
        for free in (False, True) if name in FREE else (False,):
            with TemporaryDirectory() as folder:
                rows += _rows(f"{name}{', free' if free else ''}", text, free, Path(folder))
    return rows


def _rows(label: str, text: str, free: bool, folder: Path) -> list[Row]:
    """Ours beside each peer: from the file to the first right side, and one right side."""
    far = _checked_difference(label, text, free, folder)
    firsts, evaluations = [], []
    for name, peer in zip(COLUMNS, (ours, pinocchio, mujoco), strict=True):
        try:
            first, evaluate = peer(text, free, folder)
        except SkipPeer as reason:
            firsts.append(Side(name=name, reason=str(reason)))
            evaluations.append(firsts[-1])
            continue
        firsts.append(Side(name=name, seconds=first))
        one = best(evaluate, times=20, calls=50)
        evaluations.append(Side(name=name, seconds=one, error=far if name == COLUMNS[0] else None))
    cells = [
        f"{1e3 * first.seconds:.1f} ms {1e6 * one.seconds:7.2f} µs"
        if first.seconds is not None and one.seconds is not None
        else f"skipped: {first.reason}"[:24]
        for first, one in zip(firsts, evaluations, strict=True)
    ]
    said = "-" if far is None else f"{far:.1e}"
    print(f"  {label:<22}" + "".join(f"{cell:>26}" for cell in cells) + f"{said:>14}", flush=True)
    return [
        Row(problem=f"{label}: {what}", ours=sides[0], peer=peer, target=None)
        for what, sides in (("file to first right side", firsts), ("one right side", evaluations))
        for peer in sides[1:]
    ]


def _checked_difference(label: str, text: str, free: bool, folder: Path) -> float | None:
    """How far ours are from Pinocchio's, which must not be far; None where it is not installed."""
    try:
        far = agreement(text, free, folder)
    except SkipPeer:
        return None
    if not far <= AGREEMENT:
        message = f"{label} is off Pinocchio's by {far:.1e}"
        raise SystemExit(message)
    return far


if __name__ == "__main__":
    main()
