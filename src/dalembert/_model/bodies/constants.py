"""Constant properties of bodies: mass, moments and sizes, the axes and turns of frames, sizes of joints.

The kinetic energy ½ m v² + ½ ω·J ω has the equations of a rigid body where m and J are constant, and the
angular velocity beyond a joint is a q' where its axis a is fixed in the frames. So these may contain only
numbers, parameters, and definitions that depend on them alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from dalembert._model.bodies.readings import Readings, Reads
from dalembert._model.bodies.records import System, Vector
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

SIZES = ("pitch", "ratio", "radius", "radii", "on")  # of threads, gears and wheels; a length may vary


def refuse_moving_values(read: EntryReader, system: System, readings: Readings) -> None:
    """Refuse masses, moments, sizes, axes and turns that change with the motion or with time."""
    reported = set[Path]()
    for path, what, texts in _fixed_values(system):
        if path[:2] in reported:  # already reported for the mass, from which moments follow
            continue
        every = (readings.of(text.text).name_of(*Reads) for text in texts)
        name = next((one for one in every if one), "")
        if name:
            message = (
                f"{what} is constant, but `{name}` changes with {'time' if name == 't' else 'the motion'}"
            )
            read.flaw(path, "value", message, "write it with numbers and parameters")
            reported.add(path[:2])


def _fixed_values(system: System) -> Iterator[tuple[Path, str, Vector]]:
    for body in system.bodies.values():
        yield (*body.path, "mass"), f"the mass of `{body.name}`", (body.mass,)
        sizes = body.shape[1] if body.shape is not None else ()
        yield (*body.path, "shape"), f"the shape of `{body.name}`", sizes
        rows = tuple(one for row in body.inertia for one in row)
        yield (*body.path, "inertia"), f"the inertia of `{body.name}`", rows
        for point in body.points.values() if system.space == 3 else ():
            turns = tuple(angle for _, angle in point.turns)
            yield (*body.path, "points", point.name), f"the turn of `{body.name}.{point.name}`", turns
    for joint in system.joints:
        yield (*joint.path, "axis"), f"the axis of `{joint.name}`", joint.axis
        for key in SIZES:
            given = joint.vectors.get(key, (joint.values[key],) if key in joint.values else ())
            yield (*joint.path, key), f"`{key}` of `{joint.name}`", given
