"""MuJoCo's run of the heap of discs: spheres that move in a plane, with the inertia of discs.

Their centres stay in the plane, so that they touch as discs do. Its contacts are compliant by its own model,
with its default stiffness.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

import numpy as np

from benchmarks._rows import NOT_INSTALLED, SkipPeer

Disc = tuple[float, float, float]  # x, y, x'

DISC = """<body pos="{x} 0 {y}">
<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 1 0"/>
<inertial pos="0 0 0" mass="1" diaginertia="{inertia} {inertia} {inertia}"/>
<geom type="sphere" size="{radius}" friction="{friction} 0 0"/></body>"""
HEAP = """<mujoco><option timestep="{dt}" gravity="0 0 -{g}"/><worldbody>
<geom type="plane" size="0 0 1" friction="{friction} 0 0"/>
<geom type="plane" size="0 0 1" zaxis="1 0 0" friction="{friction} 0 0"/>
<geom type="plane" size="0 0 1" pos="{width} 0 0" zaxis="-1 0 0" friction="{friction} 0 0"/>
{discs}</worldbody></mujoco>"""


def mujoco_heap(
    discs: Sequence[Disc], width: float, radius: float, friction: float, g: float, dt: float, t_end: float
) -> tuple[float, float]:
    """The seconds of all steps, and how far discs were inside one another at most, by their radius."""
    try:
        import mujoco
    except ImportError:
        raise SkipPeer(NOT_INSTALLED) from None
    bodies = "\n".join(
        DISC.format(x=x, y=y, inertia=radius**2 / 2, radius=radius, friction=friction) for x, y, _ in discs
    )
    model = mujoco.MjModel.from_xml_string(
        HEAP.format(dt=dt, g=g, friction=friction, width=width, discs=bodies)
    )
    steps, best = round(t_end / dt), np.inf
    for _ in range(2):
        data = mujoco.MjData(model)
        data.qvel[0::3] = [speed for *_, speed in discs]
        began = process_time()
        for _ in range(steps):
            mujoco.mj_step(model, data)
        best = min(best, process_time() - began)
    deepest, data = 0.0, mujoco.MjData(model)
    data.qvel[0::3] = [speed for *_, speed in discs]
    for _ in range(steps):
        mujoco.mj_step(model, data)
        deepest = max(deepest, *(-data.contact.dist / radius), 0.0)
    return best, float(deepest)
