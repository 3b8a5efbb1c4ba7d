"""Constant properties of bodies: mass, moments and sizes, the axes and turns of frames, sizes of joints.

The kinetic energy ½ m v² + ½ ω·J ω has the equations of a rigid body where m and J are constant, and the
angular velocity beyond a joint is a q' where its axis a is fixed in the frames. So these may contain only
numbers, parameters, and definitions that depend on them alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from dalembert._model.bodies.records import System, Vector
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

_NAME = re.compile(r"[^\W\d][\w.]*(?:\[[^\]]*\])?(?![\w.]*\()")  # a name, but no function
TIME = "t"
SIZES = ("pitch", "ratio", "radius", "radii", "on")  # of threads, gears and wheels; a length may vary


def refuse_moving_values(read: EntryReader, system: System) -> None:
    """Refuse masses, moments, sizes, axes and turns that change with the motion or with time."""
    moving, reported = _ChangingNames(read.written.values, system), set[Path]()
    for path, what, texts in _fixed_values(system):
        if path[:2] in reported:  # already reported for the mass, from which moments follow
            continue
        name = next((moving_name for text in texts if (moving_name := moving.name_in(text.text))), "")
        if name:
            message = (
                f"{what} is constant, but `{name}` changes with {'time' if name == TIME else 'the motion'}"
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


class _ChangingNames:
    """Names that vary: coordinates, states, inputs, quantities of bodies, and definitions by them."""

    def __init__(self, values: Mapping[str, Any], system: System) -> None:
        self._names = {TIME, *(name for joint in system.joints for name in joint.coordinates)}
        for section in ("coordinates", "states", "inputs", "efforts"):
            table = values.get(section)
            self._names |= set(table) if isinstance(table, Mapping) else set()
        self._known: dict[str, str] = {}
        self._owners = {name.partition("[")[0] for name in system.bodies}
        defined = values.get("definitions")
        self._definitions = defined if isinstance(defined, Mapping) else {}

    def name_in(self, text: str) -> str:
        """The first name in a text that varies; empty where there is none."""
        if text not in self._known:  # members of a family have the same texts
            self._known[text] = self._find_changing(text)
        return self._known[text]

    def _find_changing(self, text: str) -> str:
        waiting, seen = [text], {text}
        while waiting:
            for name in _NAME.findall(waiting.pop()):
                if name in self._names or self._belongs_to_body(name):
                    return str(name)
                inner = self._definitions.get(name)
                if isinstance(inner, str) and inner not in seen:
                    seen.add(inner)
                    waiting.append(inner)
        return ""

    def _belongs_to_body(self, name: str) -> bool:
        """Whether a name is a position, angle or speed of a body; its mass and its sizes are parameters."""
        owner, dot, word = name.partition(".")
        last = word.partition("[")[0]
        return (
            bool(dot)
            and owner in self._owners
            and last not in ("mass", "density", "inertia")
            and (not last.startswith(("shape.", "points.", "stiffness", "segments")))
        )
