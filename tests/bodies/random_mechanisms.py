"""Mechanisms in space that are drawn at random: joints of all kinds, turned frames, inertias, elements."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

import dalembert
from dalembert._simulate.prepare import prepare_run

Values = NDArray[np.float64]
COORDINATES = {
    "pin": 1,
    "slider": 1,
    "weld": 0,
    "ball": 4,
    "universal": 2,
    "cylinder": 2,
    "screw": 1,
    "planar": 3,
    "free": 7,
}
REVERSIBLE = ("pin", "slider", "weld", "cylinder", "screw")  # the other way round their values are negative
SEQUENCES = ["".join(one) for one in product("xyz", repeat=3) if one[0] != one[1] != one[2]]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Link:
    """A body and the joint that carries it, in numbers."""

    name: str
    parent: str
    kind: str
    axis: str | list[float] | None
    near: dict[str, Any]
    far: dict[str, Any]
    backwards: bool
    sequence: str
    q: Values
    v: Values
    pitch: float
    mass: float
    centre: Values
    inertia: Values


@dataclass(frozen=True, slots=True, kw_only=True)
class Mechanism:
    """Sections of a model, and its bodies and joints in numbers."""

    sections: dict[str, Any]
    links: tuple[Link, ...]


def tree(seed: int, *, angles: bool = True) -> Mechanism:
    """A tree of one to four bodies; `angles` where ball joints may have three angles."""
    draw = np.random.default_rng(seed)
    bodies: dict[str, Any] = {
        "space": 3,
        "gravity": draw.uniform(-10, 10, 3).tolist(),
        "ground": {"points": {}},
    }
    joints: dict[str, Any] = {}
    links: list[Link] = []
    for i in range(int(draw.integers(1, 5))):
        parent = "ground" if not links else str(draw.choice([links[-1].name, *(one.name for one in links)]))
        link = _link(draw, i, parent, angles)
        bodies[parent]["points"][f"P{i}"] = link.near
        bodies[link.name] = _body(link, i)
        joints[f"J{i}"] = _joint(link, i)
        links.append(link)
    sections = {"bodies": bodies, "joints": joints, "simulate": {"t_end": 1}}
    return Mechanism(sections=sections | {"elements": _elements(draw, bodies, links)}, links=tuple(links))


def _link(draw: np.random.Generator, i: int, parent: str, angles: bool) -> Link:
    moves = [kind for kind in COORDINATES if kind != "weld"]  # something moves at least
    kind = str(draw.choice(moves if i == 0 else list(COORDINATES)))
    sequence = str(draw.choice(["", *SEQUENCES])) if kind in ("ball", "free") and angles else ""
    count = COORDINATES[kind] - (1 if sequence else 0)
    q, v = draw.uniform(-1.2, 1.2, count), draw.uniform(-2, 2, count)
    if sequence:
        q[-2] = draw.uniform(0.4, 1.1)  # away from the singular position
    elif kind in ("ball", "free"):
        e, omega = draw.normal(size=4), v[-3:]
        e /= np.linalg.norm(e)
        q[-4:] = e
        v[-4:] = np.array([-e[1:] @ omega, *(e[0] * omega + np.cross(e[1:], omega))]) / 2
    masses, places = draw.uniform(0.1, 1, 6), 0.3 * draw.normal(size=(6, 3))
    places -= masses @ places / masses.sum()
    spread = np.einsum("i,ij,ik->jk", masses, places, places)
    axes: list[Any] = ["x", "y", "z", draw.uniform(-1, 1, 3).tolist()]
    return Link(
        name=f"b{i}",
        parent=parent,
        kind=kind,
        axis=axes[draw.integers(4)] if kind not in ("weld", "ball", "free") else None,
        near=_point(draw),
        far=_point(draw),
        backwards=kind in REVERSIBLE and bool(draw.integers(2)),
        sequence=sequence,
        q=q,
        v=v,
        pitch=float(draw.uniform(-0.5, 0.5)),
        mass=float(masses.sum()),
        centre=draw.uniform(-0.4, 0.4, 3),
        inertia=np.trace(spread) * np.eye(3) - (spread + spread.T) / 2,
    )


def _point(draw: np.random.Generator) -> dict[str, Any]:
    turns = [["xyz"[draw.integers(3)], float(draw.uniform(-3, 3))] for _ in range(draw.integers(4))]
    return {"at": draw.uniform(-0.6, 0.6, 3).tolist(), "turn": turns}


def _body(link: Link, i: int) -> dict[str, Any]:
    inertia = {"mass": link.mass, "inertia": link.inertia.tolist(), "centre": link.centre.tolist()}
    return inertia | {"points": {f"C{i}": link.far}}


def _joint(link: Link, i: int) -> dict[str, Any]:
    ends = [f"{link.parent}.P{i}", f"{link.name}.C{i}"]
    starts = enumerate(zip(link.q.tolist(), link.v.tolist(), strict=True))
    named = {f"q{i}_{k}": {"start": q, "speed": v} for k, (q, v) in starts}
    return (
        {"kind": link.kind, "between": ends[::-1] if link.backwards else ends}
        | ({"coordinate": named} if named else {})
        | ({"axis": link.axis} if link.axis is not None else {})
        | ({"pitch": link.pitch} if link.kind == "screw" else {})
        | ({"sequence": link.sequence} if link.sequence else {})
    )


def _elements(draw: np.random.Generator, bodies: dict[str, Any], links: list[Link]) -> dict[str, Any]:
    """A spring and a damper from the ground, a force in body axes, a torque in fixed ones."""
    last, any_ = links[-1].name, links[draw.integers(len(links))].name
    bodies["ground"]["points"]["far"] = [1.5, -1.2, 2.0]
    bodies[last]["points"]["tip"] = {"at": [0.3, 0.2, -0.1], "turn": [["x", 0.4]]}
    ends, turning = ["ground.far", f"{last}.tip"], links[0].kind != "slider"
    found: dict[str, Any] = {
        "spring": {"kind": "spring", "between": ends, "stiffness": 20, "length": 0.6},
        "damper": {"kind": "damper", "between": ["ground.far", any_], "damping": 1.5},
        "jet": {"kind": "force", "at": f"{last}.tip", "force": [1, -2, 3], "axes": "body"},
    }
    return found | ({"wind": {"kind": "torque", "on": last, "torque": [0.3, 0.5, -1]}} if turning else {})


def outputs_at_start(mechanism: Mechanism, coordinates: str) -> dict[str, Values]:
    """Accelerations of mass centres, ω' in body axes, and what joints carry, by names."""
    asked: dict[str, str] = {}
    for i, link in enumerate(mechanism.links):
        asked |= {f"{link.name} a": f"v_{link.name}'", f"{link.name} alpha": f"{link.name}.omega'"}
        if link.kind != "free":
            asked |= {f"J{i} {word}": f"joints.J{i}.{word}" for word in ("force", "torque")}
    outputs = {f"y{n}_{k}": f"({text})[{k}]" for n, text in enumerate(asked.values()) for k in (1, 2, 3)}
    sections = mechanism.sections
    model = dalembert.model(
        **{
            **sections,
            "bodies": {**sections["bodies"], "coordinates": coordinates},
            "definitions": {f"v_{link.name}": f"{link.name}.centre'" for link in mechanism.links},
            "outputs": outputs,
        }
    )
    ready = prepare_run(model)
    assert not ready.start.moved
    (row,) = ready.dynamics.observe(np.zeros(1), ready.start.y[np.newaxis])["outputs"]
    return dict(zip(asked, row[: len(outputs)].reshape(-1, 3), strict=True))  # values of joints come after
