"""Plane trees of links on pins, open and closed, drawn at random; their equations in maximal coordinates."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

Sections = dict[str, Any]
Array = np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A plane tree of links on pins in numbers, its last end pinned to the ground where it closes a loop."""

    parents: tuple[int, ...]  # −1 for the ground
    mass: Array
    inertia: Array
    length: Array
    centre: Array  # of mass, from the pin of a link, along it and across
    start: Array
    speed: Array
    gravity: Array
    closed: bool


def chain(seed: int) -> Chain:
    """A chain of two to four links, every other one closed, with branches where it is open."""
    draw = np.random.default_rng(seed)
    count, closed = int(draw.integers(2, 5)), bool(seed % 2)
    parents = tuple(i - 1 if closed or i == 0 else int(draw.integers(-1, i)) for i in range(count))
    length = draw.uniform(0.4, 1.5, count)
    return Chain(
        parents=parents,
        mass=draw.uniform(0.2, 3, count),
        inertia=draw.uniform(0.01, 0.5, count),
        length=length,
        centre=length[:, None] * draw.uniform(-0.3, 0.8, (count, 2)),
        start=draw.uniform(-3, 3, count),
        speed=draw.uniform(-2, 2, count),
        gravity=draw.uniform(-10, 10, 2),
        closed=closed,
    )


def by_energies(one: Chain) -> Sections:
    """The chain in absolute angles: its energies, and beside them its bodies."""
    links = range(len(one.parents))
    kinetic: Sections = {}
    potential: Sections = {}
    bodies: Sections = {}
    joints: Sections = {}
    ends = {-1: ("0", "0")} | {i: (f"xE{i}", f"yE{i}") for i in links}
    definitions: Sections = {}
    parameters: Sections = {
        name: {"value": float(value), "unit": "m/s^2"}
        for name, value in zip(("gx", "gy"), one.gravity, strict=True)
    }
    for i in links:
        numbers = {
            "m": one.mass[i],
            "J": one.inertia[i],
            "L": one.length[i],
            "a": one.centre[i, 0],
            "b": one.centre[i, 1],
        }
        units = {"m": "kg", "J": "kg m^2"}
        parameters |= {f"{k}{i}": {"value": float(x), "unit": units.get(k, "m")} for k, x in numbers.items()}
        x, y = ends[one.parents[i]]
        definitions |= {
            f"xE{i}": f"{x} + L{i}*cos(q{i})",
            f"yE{i}": f"{y} + L{i}*sin(q{i})",
            f"xG{i}": f"{x} + a{i}*cos(q{i}) - b{i}*sin(q{i})",
            f"yG{i}": f"{y} + a{i}*sin(q{i}) + b{i}*cos(q{i})",
        }
        kinetic[f"link{i}"] = f"1/2*m{i}*(xG{i}'^2 + yG{i}'^2) + 1/2*J{i}*q{i}'^2"
        potential[f"link{i}"] = f"-m{i}*(gx*xG{i} + gy*yG{i})"
        bodies[f"link{i}"] = {
            "mass": f"m{i}",
            "inertia": f"J{i}",
            "place": {"at": [f"xG{i}", f"yG{i}"], "angle": f"q{i}"},
            "points": {"P": [f"-a{i}", f"-b{i}"], "E": [f"L{i} - a{i}", f"-b{i}"]},
        }
        near = "ground" if one.parents[i] < 0 else f"link{one.parents[i]}.E"
        joints[f"pin{i}"] = {"kind": "pin", "between": [near, f"link{i}.P"]}
    sections: Sections = {
        "parameters": parameters,
        "coordinates": {
            f"q{i}": {"guess" if one.closed else "start": float(one.start[i]), "unit": "rad"} for i in links
        },
        "definitions": definitions,
        "energy": {"kinetic": kinetic, "potential": potential},
        "bodies": {"energies": "written", "gravity": ["gx", "gy"], **bodies},
        "joints": joints,
    }
    if one.closed:
        last = len(one.parents) - 1
        for axis, at in zip("XY", place_of_end(one, one.start).tolist(), strict=True):
            parameters[axis] = {"value": at, "unit": "m"}
        sections["bodies"]["ground"] = {"points": {"C": ["X", "Y"]}}
        pinned = {f"phi{k}": f"{axis}E{last} - {axis.upper()}" for k, axis in zip((1, 2), "xy", strict=True)}
        sections["constraints"] = {"displacement": pinned}
        sections["joints"]["C"] = {
            "kind": "pin",
            "between": [f"link{last}.E", "ground.C"],
            "constraints": ["phi1", "phi2"],
        }
    return sections


def by_joints(one: Chain) -> Sections:
    """The same chain in angles of the joints, with every third joint a slider and a spring and a damper."""
    bodies: Sections = {"gravity": one.gravity.tolist(), "ground": {"points": {"W": [2.5, -1.5]}}}
    joints: Sections = {}
    for i, (parent, (a, b), L) in enumerate(
        zip(one.parents, one.centre.tolist(), one.length.tolist(), strict=True)
    ):
        bodies[f"link{i}"] = {
            "mass": float(one.mass[i]),
            "inertia": float(one.inertia[i]),
            "centre": [a, b],
            "points": {"E": {"at": [L, 0], "turn": 0.3 * i}},
        }
        near = "ground" if parent < 0 else f"link{parent}.E"
        kind = "slider" if i % 3 == 1 and not one.closed else "pin"
        start = {"guess" if one.closed else "start": float(one.start[i])}
        ends = [near, f"link{i}"] if i % 2 == 0 else [f"link{i}", near]
        joints[f"J{i}"] = {"kind": kind, "between": ends, "coordinate": {f"q{i}": start}}
    last = f"link{len(one.parents) - 1}.E"
    elements = {
        "spring": {"kind": "spring", "between": ["ground.W", last], "stiffness": 12, "length": 0.4},
        "damper": {"kind": "damper", "between": ["ground.W", "link0.centre"], "damping": 0.7},
    }
    if one.closed:
        bodies["ground"]["points"]["C"] = (0.7 * place_of_end(one, one.start)).tolist()
        joints["C"] = {"kind": "pin", "between": ["ground.C", last], "loop": True}
    work = {"q0": "0.8*cos(q1)"}
    return {"bodies": bodies, "joints": joints, "elements": elements, "work": work}


def place_of_end(one: Chain, angles: Array) -> Array:
    """The end of the last link of a chain without branches."""
    return np.array([one.length @ np.cos(angles), one.length @ np.sin(angles)])


def newton_euler(one: Chain, angles: Array, speeds: Array) -> tuple[Array, Array]:
    """Angular accelerations, and the force of every pin on its outer link, in maximal coordinates.

    Where the chain is closed, the last force is that of the last link on the ground.

    m a = Σ F and J α = Σ r × F with a force in every pin, and equal accelerations of the points that meet there.
    """
    n, count = len(one.parents), len(one.parents) + one.closed
    rows, right = np.zeros((3 * n + 2 * count,) * 2), np.zeros(3 * n + 2 * count)
    R = [np.array([[np.cos(a), -np.sin(a)], [np.sin(a), np.cos(a)]]) for a in angles]
    near = [
        R[i] @ -one.centre[i] for i in range(n)
    ]  # from the mass centre to the pin of a link, and to its end
    far = [R[i] @ (np.array([one.length[i], 0]) - one.centre[i]) for i in range(n)]
    for i in range(n):
        for k in range(3):
            rows[3 * i + k, 3 * i + k] = one.mass[i] if k < 2 else one.inertia[i]
        right[3 * i : 3 * i + 2] = one.mass[i] * one.gravity
    pins = [(parent, i) for i, parent in enumerate(one.parents)] + ([(n - 1, -1)] if one.closed else [])
    for k, (inner, outer) in enumerate(pins):  # the force of the inner body on the outer one
        for body, arm, sign in ((outer, near[outer], 1), (inner, far[inner], -1)):
            if body < 0:
                continue
            column = slice(3 * n + 2 * k, 3 * n + 2 * k + 2)
            jacobian = np.array([[1, 0, -arm[1]], [0, 1, arm[0]]])
            rows[3 * body : 3 * body + 3, column] -= sign * jacobian.T
            rows[column, 3 * body : 3 * body + 3] += sign * jacobian
            right[column] += sign * speeds[body] ** 2 * arm
    solution = np.linalg.solve(rows, right)
    return solution[2 : 3 * n : 3], solution[3 * n :].reshape(-1, 2)
