"""URDF to plain values: links as bodies, joints as joints; the reading door of robots.

A link is a body with its inertia in link axes, a joint a frame of its parent link: the child's frame is that
of the joint, moved by its value. What is not taken over (shapes, limits, dry friction, actuators) is said.
The XML is read without document types and entities, within the budget of a file.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path as FilePath
from typing import Any
from xml.parsers import expat

from dalembert._expression.source import Flaw, ModelError
from dalembert._text.budget import FILE_BYTES, TOML_DEPTH
from dalembert._text.lexer import TextFault
from dalembert._text.written import Written

KINDS = {
    "revolute": "pin",
    "continuous": "pin",
    "prismatic": "slider",
    "fixed": "weld",
    "floating": "free",
    "planar": "planar",
}
LEFT_OUT = ("visual", "collision", "sensor", "transmission", "gazebo", "safety_controller", "calibration")
EARTH = -9.81  # m/s², along z
GROUND = "ground"
FORMAT = 1
Vector = tuple[float, ...]
AXES: dict[Vector, str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}


@dataclass(frozen=True, slots=True)
class Element:
    """An element of the file: its name, attributes, line, and the elements in it."""

    name: str
    attributes: dict[str, str]
    line: int
    inner: list[Element] = field(default_factory=list)

    def first(self, name: str) -> Element | None:
        """The first element in it with a name."""
        return next((one for one in self.inner if one.name == name), None)

    def all(self, name: str) -> Iterator[Element]:
        """All elements in it with a name."""
        return (one for one in self.inner if one.name == name)


def read_urdf(text: str, name: str = "", folder: FilePath | None = None) -> tuple[Written, tuple[Flaw, ...]]:
    """The sections of a robot, and what was not taken over."""
    door = _Door(name)
    root = door.parsed(text)
    values = door.sections(root)
    if door.errors:
        raise ModelError(tuple(door.errors))
    return Written(values=values, folder=folder), tuple(door.said)


class _Door:
    """Reads one robot; collects what is wrong and what is left out."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.errors: list[Flaw] = []
        self.said: list[Flaw] = []
        self.names: dict[str, dict[str, str]] = {"link": {}, "joint": {}}
        self.parameters: dict[str, dict[str, Any]] = {}

    # -- XML -------------------------------------------------------------------------------------

    def parsed(self, text: str) -> Element:
        """The elements of the file; no document type, no entity, nothing from elsewhere."""
        raw = text.encode("utf-8")
        if len(raw) > FILE_BYTES:
            self._refuse(f"the file has more than {FILE_BYTES} bytes", 0, "split it")
            raise ModelError(tuple(self.errors))
        parser = expat.ParserCreate("utf-8")
        stack: list[Element] = [Element("", {}, 0)]

        def begin(name: str, attributes: dict[str, str]) -> None:
            if len(stack) > TOML_DEPTH:
                raise TextFault("urdf", "elements are nested too deep", (parser.CurrentLineNumber, 0))
            made = Element(name, attributes, parser.CurrentLineNumber)
            stack[-1].inner.append(made)
            stack.append(made)

        def refuse(*_: Any) -> None:
            message = "document types and entities are not read"
            raise TextFault("urdf", message, (parser.CurrentLineNumber, 0))

        parser.StartElementHandler = begin
        parser.EndElementHandler = lambda _: stack.pop()
        parser.StartDoctypeDeclHandler = refuse
        parser.EntityDeclHandler = refuse
        try:
            parser.Parse(raw, True)
        except expat.ExpatError as fault:
            self._refuse(f"this is no XML: {expat.ErrorString(fault.code)}", fault.lineno, "check the file")
        except TextFault as fault:  # its place is a line
            self._refuse(fault.message, fault.span[0], "delete them")
        robot = stack[0].first("robot")
        if robot is None and not self.errors:
            self._refuse("there is no element `robot`", 1, "a URDF file begins with <robot name=…>")
        if robot is None or self.errors:
            raise ModelError(tuple(self.errors))
        return robot

    # -- sections --------------------------------------------------------------------------------

    def sections(self, robot: Element) -> dict[str, Any]:
        """The sections of the model file."""
        links = self._named(robot, "link")
        joints = self._named(robot, "joint")
        bodies: dict[str, Any] = {"space": 3, "gravity": [0, 0, EARTH]}
        bodies |= {self.names["link"][name]: self._body(link) for name, link in links.items()}
        made: dict[str, Any] = {}
        dissipation: dict[str, str] = {}
        mimics: dict[str, str] = {}
        children: set[str] = set()
        for name, joint in joints.items():
            own = self.names["joint"][name]
            entry = self._joint(joint, own, bodies, links)
            if entry is None:
                continue
            made[own] = entry
            children.add(entry["between"][1])
            self._beside(joint, own, entry["kind"], dissipation, mimics)
        for link in links:
            own = self.names["link"][link]
            if own not in children:
                made[self._free(f"{own}_base", made)] = {"kind": "weld", "between": [GROUND, own]}
                hint = 'for a robot that moves freely write kind = "free" in place of "weld" there'
                self._say(f"the link `{link}` is fixed to the ground, by the joint `{own}_base`", hint)
        self._left_out(robot, links)
        values: dict[str, Any] = {"format": FORMAT, "title": robot.attributes.get("name", "")}
        values |= {"parameters": self.parameters, "bodies": bodies, "joints": made}
        if dissipation:
            values["energy"] = {"dissipation": dissipation}
        if mimics:
            values["constraints"] = {"displacement": mimics}
        return values

    def _named(self, robot: Element, kind: str) -> dict[str, Element]:
        """The links or joints by their names, and the names they get in the model."""
        found: dict[str, Element] = {}
        for one in robot.all(kind):
            name = one.attributes.get("name", "")
            if not name or name in found:
                what = "has no name" if not name else "is there twice"
                self._refuse(f"the {kind} `{name}` {what}", one.line, "give each a name of its own")
                continue
            found[name] = one
            taken = {GROUND, "space", "gravity", "coordinates", *self.names["link"].values()}
            taken |= set(self.names["joint"].values())
            tidy = re.sub(r"\W", "_", name)
            tidy = tidy if tidy.isidentifier() else f"_{tidy}"
            self.names[kind][name] = self._free(tidy, taken)
        return found

    def _body(self, link: Element) -> dict[str, Any]:
        """Mass, mass centre and inertia in link axes."""
        inertial = link.first("inertial")
        if inertial is None:
            return {"mass": 0}
        mass = self._number(inertial.first("mass"), "value")
        at, turn = self._origin(inertial)
        body: dict[str, Any] = {"mass": mass}
        if any(at):
            body["centre"] = list(at)
        inertia = inertial.first("inertia")
        if inertia is not None and mass:
            xx, xy, xz, yy, yz, zz = (
                self._number(inertia, key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
            )
            rows = _turned(_rotation(turn), ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
            plain = all(rows[i][j] == 0 for i in range(3) for j in range(3) if i != j)
            body["inertia"] = [rows[i][i] for i in range(3)] if plain else rows
        return body

    def _joint(
        self, joint: Element, own: str, bodies: dict[str, Any], links: dict[str, Element]
    ) -> dict[str, Any] | None:
        kind = KINDS.get(joint.attributes.get("type", ""))
        if kind is None:
            known = ", ".join(KINDS)
            message = f"the joint `{joint.attributes['name']}` has no known type"
            self._refuse(message, joint.line, f"known are {known}")
            return None
        ends = []
        for key in ("parent", "child"):
            tied = joint.first(key)
            link = tied.attributes.get("link", "") if tied is not None else ""
            if link not in links:
                message = f"the {key} of the joint `{joint.attributes['name']}` is no link of the robot"
                self._refuse(message, joint.line, f'write <{key} link="…"/> with the name of a link')
                return None
            ends.append(self.names["link"][link])
        at, turn = self._origin(joint)
        if any(at) or any(turn):
            point: dict[str, Any] = {"at": list(at)}
            turns = [[axis, angle] for axis, angle in zip("zyx", reversed(turn), strict=True) if angle]
            if turns:
                point["turn"] = turns
            points = bodies[ends[0]].setdefault("points", {})
            label = self._free(own if own not in ("x", "y", "z") else f"{own}_", points)
            points[label] = point
            ends[0] = f"{ends[0]}.{label}"
        entry: dict[str, Any] = {"kind": kind, "between": ends}
        if kind in ("pin", "slider", "planar"):
            axis = self._vector(joint.first("axis"), "xyz", (1.0, 0.0, 0.0))
            if not any(axis):
                self._refuse(
                    f"the axis of `{joint.attributes['name']}` is zero", joint.line, "give a direction"
                )
            entry["axis"] = AXES.get(axis) or list(axis)
        return entry

    def _beside(
        self,
        joint: Element,
        own: str,
        kind: str,
        dissipation: dict[str, str],
        mimics: dict[str, str],
    ) -> None:
        """Damping, dry friction, mimics and limits of a joint."""
        name = joint.attributes["name"]
        dynamics = joint.first("dynamics")
        if dynamics is not None and kind in ("pin", "slider"):
            damping = self._number(dynamics, "damping", 0.0)
            if damping:
                unit = "N m s/rad" if kind == "pin" else "N s/m"
                self.parameters[f"{own}_damping"] = {"value": damping, "unit": unit}
                dissipation[own] = f"1/2*{own}_damping*{own}'^2"
            if self._number(dynamics, "friction", 0.0):
                self._say(f"the dry friction of the joint `{name}` is left out", "write it under [work]")
        mimic = joint.first("mimic")
        if mimic is not None and kind in ("pin", "slider"):
            other = self.names["joint"].get(mimic.attributes.get("joint", ""))
            if other is None:
                message = f"the joint `{name}` follows a joint that is not there"
                self._refuse(message, mimic.line, "name a joint of the robot")
            else:
                factor, offset = self._number(mimic, "multiplier", 1.0), self._number(mimic, "offset", 0.0)
                mimics[f"{own}_mimic"] = f"{own} = {factor!r}*{other}"
                if offset:
                    unit = "rad" if kind == "pin" else "m"
                    self.parameters[f"{own}_offset"] = {"value": offset, "unit": unit}
                    mimics[f"{own}_mimic"] += f" + {own}_offset"
        if joint.first("limit") is not None and kind != "weld":
            self._say(f"the limits of the joint `{name}` are left out", "write them under [contacts]")

    def _left_out(self, robot: Element, links: dict[str, Element]) -> None:
        everything = [robot, *links.values()]
        for word in LEFT_OUT:
            count = sum(1 for one in everything for _ in one.all(word))
            if count:
                self._say(f"{count} elements `{word}` are left out", "bodies are drawn by their joints")

    # -- values ----------------------------------------------------------------------------------

    def _origin(self, element: Element) -> tuple[Vector, Vector]:
        origin = element.first("origin")
        zero = (0.0, 0.0, 0.0)
        return self._vector(origin, "xyz", zero), self._vector(origin, "rpy", zero)

    def _vector(self, element: Element | None, key: str, default: Vector) -> Vector:
        text = element.attributes.get(key) if element is not None else None
        if element is None or text is None:
            return default
        try:
            found = tuple(float(one) for one in text.split())
        except ValueError:
            found = ()
        if len(found) != 3 or not all(map(math.isfinite, found)):
            self._refuse(f"`{key}` needs three numbers, but is `{text[:40]}`", element.line, f'{key}="0 0 1"')
            return default
        return found

    def _number(self, element: Element | None, key: str, default: float | None = None) -> float:
        text = element.attributes.get(key) if element is not None else None
        if text is None and default is not None:
            return default
        try:
            found = float(text) if text is not None else math.nan
        except ValueError:
            found = math.nan
        if not math.isfinite(found):
            line = element.line if element is not None else 0
            self._refuse(f"`{key}` needs a number, but is `{str(text)[:40]}`", line, f'{key}="1.0"')
            return 0.0
        return found

    def _free(self, name: str, taken: Any) -> str:
        made, number = name, 2
        while made in taken:
            made, number = f"{name}_{number}", number + 1
        return made

    def _refuse(self, message: str, line: int, hint: str) -> None:
        where = f"{self.name}:{line}" if line else self.name
        self.errors.append(Flaw(rule="urdf", severity="error", where=where, message=message, hint=hint))

    def _say(self, message: str, hint: str) -> None:
        self.said.append(Flaw(rule="urdf", severity="note", where=self.name, message=message, hint=hint))


def _rotation(rpy: Vector) -> list[list[float]]:
    """R = Rz(yaw) Ry(pitch) Rx(roll)."""
    (cr, sr), (cp, sp), (cy, sy) = ((math.cos(one), math.sin(one)) for one in rpy)
    return [
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    ]


def _turned(rotation: Sequence[Sequence[float]], rows: Sequence[Sequence[float]]) -> list[list[float]]:
    """R J Rᵀ, symmetric to the last digit."""
    if all(rotation[i][i] == 1.0 for i in range(3)):
        return [list(row) for row in rows]
    half = [[sum(rotation[i][k] * rows[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
    full = [[sum(half[i][k] * rotation[j][k] for k in range(3)) for j in range(3)] for i in range(3)]
    return [[(full[i][j] + full[j][i]) / 2 for j in range(3)] for i in range(3)]
