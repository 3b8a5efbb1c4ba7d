"""URDF to plain values: links as bodies, joints as joints; the reader of robots.

A link is a body with its inertia in link axes, a joint a frame of its parent link: the child's frame is that
of the joint, moved by its value. What is not taken over (shapes, largest efforts and speeds, actuators) is
reported.
The XML is read without document types and entities, within the budget of a file.
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._text.budget import TOML_DEPTH
from dalembert._text.files import FileFault
from dalembert._text.joint_limits import JointLimits, limits_taken_over
from dalembert._text.rigid_frames import (
    Matrix,
    add,
    apply,
    inertia_entry,
    product,
    turned_about,
    turned_inertia,
)
from dalembert._text.written import Written
from dalembert._text.xml_reader import Element, Vector, XmlReader, free_name, plain_name

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
AXES: dict[Vector, str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}


def read_urdf(text: str, name: str = "", folder: FilePath | None = None) -> tuple[Written, tuple[Flaw, ...]]:
    """The sections of a robot, and warnings about what was not taken over."""
    reader = _UrdfReader(name, folder)
    root = reader.xml.root(text, "robot", "a URDF file begins with <robot name=…>", TOML_DEPTH)
    values = reader.sections(root)
    if reader.xml.errors:
        raise ModelError(tuple(reader.xml.errors))
    return Written(values=values, folder=folder), tuple(reader.xml.notes)


class _UrdfReader:
    """Reads one robot; collects flaws and what is left out."""

    def __init__(self, name: str, folder: FilePath | None) -> None:
        self.xml = XmlReader("urdf", name)
        self.folder = folder
        self.names: dict[str, dict[str, str]] = {"link": {}, "joint": {}}
        self.parameters: dict[str, dict[str, Any]] = {}
        self.limits: list[JointLimits] = []

    # -- sections --------------------------------------------------------------------------------

    def sections(self, robot: Element) -> dict[str, Any]:
        """The sections of the model file."""
        links = self._by_name(robot, "link")
        joints = self._by_name(robot, "joint")
        bodies: dict[str, Any] = {"space": 3, "gravity": [0, 0, EARTH]}
        bodies |= {self.names["link"][name]: self._body(link) for name, link in links.items()}
        made: dict[str, Any] = {}
        dissipation: dict[str, str] = {}
        work: dict[str, str] = {}
        mimics: dict[str, str] = {}
        children: set[str] = set()
        for name, joint in joints.items():
            joint_name = self.names["joint"][name]
            entry = self._joint(joint, joint_name, bodies, links)
            if entry is None:
                continue
            made[joint_name] = entry
            children.add(entry["between"][1])
            self._beside(joint, joint_name, entry, dissipation, work, mimics)
        for link in links:
            joint_name = self.names["link"][link]
            if joint_name not in children:
                made[free_name(f"{joint_name}_base", made)] = {
                    "kind": "weld",
                    "between": [GROUND, joint_name],
                }
                hint = 'for a robot that moves freely write kind = "free" in place of "weld" there'
                self.xml.say(
                    f"the link `{link}` is fixed to the ground, by the joint `{joint_name}_base`", hint
                )
        for message, cure in limits_taken_over(made, self.limits):
            self.xml.say(message, cure)
        self._left_out(robot, links)
        values: dict[str, Any] = {"format": FORMAT, "title": robot.attributes.get("name", "")}
        values |= {"parameters": self.parameters, "bodies": bodies, "joints": made}
        if dissipation:
            values["energy"] = {"dissipation": dissipation}
        if work:
            values["work"] = work
        if mimics:
            values["constraints"] = {"displacement": mimics}
        return values

    def _by_name(self, robot: Element, kind: str) -> dict[str, Element]:
        """The links or joints by their names, and the names they get in the model."""
        elements: dict[str, Element] = {}
        for one in robot.all(kind):
            name = one.attributes.get("name", "")
            if not name or name in elements:
                what = "has no name" if not name else "is there twice"
                self.xml.refuse(f"the {kind} `{name}` {what}", one.line, "give each a name of its own")
                continue
            elements[name] = one
            taken = {GROUND, "space", "gravity", "coordinates", *self.names["link"].values()}
            taken |= set(self.names["joint"].values())
            self.names[kind][name] = free_name(plain_name(name), taken)
        return elements

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
        if inertia is None and mass:
            self._homogeneous(link, body)
        if inertia is not None and mass:
            xx, xy, xz, yy, yz, zz = (
                self._number(inertia, key) for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
            )
            rows = turned_inertia(_rotation(turn), ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz)))
            body["inertia"] = inertia_entry(rows)
        return body

    def _homogeneous(self, link: Element, body: dict[str, Any]) -> None:
        """Centre and inertia of a mass with neither, from the only mesh of its link if it has one."""
        name = link.attributes["name"]
        shapes = [*link.all("collision")] or [*link.all("visual")]
        meshes = [one for shape in shapes for part in shape.all("geometry") for one in part.all("mesh")]
        if len(shapes) != 1 or len(meshes) != 1 or "centre" in body:
            hint = "give it an <inertia>, or one <collision> that is a mesh"
            self.xml.say(f"the link `{name}` has a mass without inertia: it is a point mass", hint)
            return
        mesh, (at, turn) = meshes[0], self._origin(shapes[0])
        scale = self._vector(mesh, "scale", (1.0, 1.0, 1.0))
        file = mesh.attributes.get("filename", "").removeprefix("package://")
        from dalembert._text.meshes.mesh_file import mesh_properties  # which needs numpy

        try:
            properties = mesh_properties(file, self.folder, scale)
        except FileFault as fault:
            hint = f"{fault.hint}; or give the link an <inertia>"
            self.xml.refuse(f"the mesh {file[:100]} of the link `{name}`: {fault.message}", mesh.line, hint)
            return
        rotation = _rotation(turn)
        rows = tuple(tuple(body["mass"] * one for one in row) for row in properties.gyration)
        body["centre"] = list(add(at, apply(rotation, properties.centre)))
        body["inertia"] = inertia_entry(turned_inertia(rotation, rows))
        self.xml.say(f"the centre and the inertia of the link `{name}` are those of {file}", "check them")

    def _joint(
        self, joint: Element, name: str, bodies: dict[str, Any], links: dict[str, Element]
    ) -> dict[str, Any] | None:
        kind = KINDS.get(joint.attributes.get("type", ""))
        if kind is None:
            known = ", ".join(KINDS)
            message = f"the joint `{joint.attributes['name']}` has no known type"
            self.xml.refuse(message, joint.line, f"known are {known}")
            return None
        ends = []
        for key in ("parent", "child"):
            tied = joint.first(key)
            link = tied.attributes.get("link", "") if tied is not None else ""
            if link not in links:
                message = f"the {key} of the joint `{joint.attributes['name']}` is no link of the robot"
                self.xml.refuse(message, joint.line, f'write <{key} link="…"/> with the name of a link')
                return None
            ends.append(self.names["link"][link])
        at, turn = self._origin(joint)
        if any(at) or any(turn):
            point: dict[str, Any] = {"at": list(at)}
            turns = [[axis, angle] for axis, angle in zip("zyx", reversed(turn), strict=True) if angle]
            if turns:
                point["turn"] = turns
            points = bodies[ends[0]].setdefault("points", {})
            label = free_name(name if name not in ("x", "y", "z") else f"{name}_", points)
            points[label] = point
            ends[0] = f"{ends[0]}.{label}"
        entry: dict[str, Any] = {"kind": kind, "between": ends}
        if kind in ("pin", "slider", "planar"):
            axis = self._vector(joint.first("axis"), "xyz", (1.0, 0.0, 0.0))
            if not any(axis):
                self.xml.refuse(
                    f"the axis of `{joint.attributes['name']}` is zero", joint.line, "give a direction"
                )
            entry["axis"] = AXES.get(axis) or list(axis)
        return entry

    def _beside(
        self,
        joint: Element,
        joint_name: str,
        entry: dict[str, Any],
        dissipation: dict[str, str],
        work: dict[str, str],
        mimics: dict[str, str],
    ) -> None:
        """Add damping, dry friction, mimics and limits of a joint."""
        name, kind = joint.attributes["name"], entry["kind"]
        dynamics = joint.first("dynamics")
        if dynamics is not None and kind in ("pin", "slider"):
            damping = self._number(dynamics, "damping", 0.0)
            if damping:
                unit = "N m s/rad" if kind == "pin" else "N s/m"
                self.parameters[f"{joint_name}_damping"] = {"value": damping, "unit": unit}
                dissipation[joint_name] = f"1/2*{joint_name}_damping*{joint_name}'^2"
            friction = self._number(dynamics, "friction", 0.0)
            if friction:
                self.parameters[f"{joint_name}_friction"] = {
                    "value": friction,
                    "unit": "N m" if kind == "pin" else "N",
                }
                work[joint_name] = f"-{joint_name}_friction*sign({joint_name}')"
        mimic = joint.first("mimic")
        if mimic is not None and kind in ("pin", "slider"):
            other = self.names["joint"].get(mimic.attributes.get("joint", ""))
            if other is None:
                message = f"the joint `{name}` follows a joint that is not there"
                self.xml.refuse(message, mimic.line, "name a joint of the robot")
            else:
                factor, offset = self._number(mimic, "multiplier", 1.0), self._number(mimic, "offset", 0.0)
                mimics[f"{joint_name}_mimic"] = f"{joint_name} = {factor!r}*{other}"
                if offset:
                    unit = "rad" if kind == "pin" else "m"
                    self.parameters[f"{joint_name}_offset"] = {"value": offset, "unit": unit}
                    mimics[f"{joint_name}_mimic"] += f" + {joint_name}_offset"
        limit = joint.first("limit")
        if limit is not None and kind in ("pin", "slider") and joint.attributes["type"] != "continuous":
            low, high = self._number(limit, "lower", 0.0), self._number(limit, "upper", 0.0)
            unit = "rad" if kind == "pin" else "m"
            if mimic is None:
                self.limits.append(JointLimits(joint_name, low, high, unit))
            else:
                message = f"the limits of the joint `{joint_name}` are left out: {low:g} to {high:g} {unit}"
                self.xml.say(message, "it follows a joint that has its own limits")
        if limit is not None:
            beyond = [
                f"{key} {limit.attributes[key]}" for key in ("effort", "velocity") if key in limit.attributes
            ]
            if beyond:
                message = f"the largest values of the joint `{joint_name}` are left out: {', '.join(beyond)}"
                self.xml.say(message, "write clip(…) in its effort")

    def _left_out(self, robot: Element, links: dict[str, Element]) -> None:
        everything = [robot, *links.values()]
        for word in LEFT_OUT:
            count = sum(1 for one in everything for _ in one.all(word))
            if count:
                self.xml.say(f"{count} elements `{word}` are left out", "bodies are drawn by their joints")

    # -- values ----------------------------------------------------------------------------------

    def _origin(self, element: Element) -> tuple[Vector, Vector]:
        origin = element.first("origin")
        zero = (0.0, 0.0, 0.0)
        return self._vector(origin, "xyz", zero), self._vector(origin, "rpy", zero)

    def _vector(self, element: Element | None, key: str, default: Vector) -> Vector:
        text = element.attributes.get(key) if element is not None else None
        if element is None or text is None:
            return default
        return self.xml.numbers(text, key, element.line, (3,), "0 0 1") or default

    def _number(self, element: Element | None, key: str, default: float | None = None) -> float:
        text = element.attributes.get(key) if element is not None else None
        if text is None and default is not None:
            return default
        line = element.line if element is not None else 0
        numbers = self.xml.numbers(str(text), key, line, (1,), "1.0")
        return numbers[0] if numbers else 0.0


def _rotation(rpy: Vector) -> Matrix:
    """The rotation R = Rz(yaw) Ry(pitch) Rx(roll)."""
    roll, pitch, yaw = rpy
    x, y, z = (turned_about(axis, a) for axis, a in (((1, 0, 0), roll), ((0, 1, 0), pitch), ((0, 0, 1), yaw)))
    return product(z, product(y, x))
