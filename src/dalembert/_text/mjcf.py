"""MJCF to plain values: bodies, joints, shapes with density, equalities, motors; for MuJoCo's files.

The joints of a body act in series; where there are several, massless bodies connect them. A joint is zero at
its reference. Soft constraints of MuJoCo (equalities, limits, friction) are exact here. Elements that are not
taken over are reported; elements without which the mechanism would be incomplete raise an error.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._text.joint_limits import JointLimits, limits_taken_over
from dalembert._text.mjcf_defaults import Attributes, Defaults
from dalembert._text.mjcf_frames import Frame, Frames
from dalembert._text.mjcf_meshes import Meshes
from dalembert._text.mjcf_shapes import SOLIDS, solid
from dalembert._text.mjcf_ties import Ties
from dalembert._text.rigid_frames import (
    IDENTITY,
    Matrix,
    Vector,
    add,
    apply,
    inertia_entry,
    quaternion_of,
    steiner,
    turned_inertia,
    turns_of,
)
from dalembert._text.written import Written
from dalembert._text.xml_reader import Element, XmlReader, free_name, plain_name

GROUND = "ground"
FORMAT = 1
DEPTH = 1000  # nesting of bodies
GRAVITY = (0.0, 0.0, -9.81)
DENSITY = 1000.0  # kg/m³
KINDS = {"hinge": "pin", "slide": "slider", "ball": "ball", "free": "free"}
REFUSED = ("include", "composite", "flexcomp", "replicate", "attach", "plugin", "deformable")  # errors
NO_MECHANICS = ("compiler", "option", "default", "worldbody", "equality", "actuator", "size", "statistic")
DRAWN = ("asset", "visual", "custom", "keyframe", "sensor", "contact", "tendon", "extension")
AXES: dict[Vector, str] = {(1.0, 0.0, 0.0): "x", (0.0, 1.0, 0.0): "y", (0.0, 0.0, 1.0): "z"}


def read_mjcf(text: str, name: str = "", folder: FilePath | None = None) -> tuple[Written, tuple[Flaw, ...]]:
    """The sections of a MuJoCo model, and warnings about what was not taken over."""
    xml = XmlReader("mjcf", name)
    root = xml.root(
        text, "mujoco", "an MJCF file begins with <mujoco>; one with <robot> is called .urdf", DEPTH
    )
    values = MjcfReader(xml, root, folder).sections()
    if xml.errors:
        raise ModelError(tuple(xml.errors))
    return Written(values=values, folder=folder), tuple(xml.notes)


@dataclass(frozen=True, slots=True)
class JointRecord:
    """A joint: its name and kind in the model, and its attributes in the file."""

    name: str
    kind: str
    attributes: Attributes


class MjcfReader:
    """Reads one model into tables of sections."""

    def __init__(self, xml: XmlReader, root: Element, folder: FilePath | None = None) -> None:
        self.xml = xml
        self.root = root
        self.defaults = Defaults()
        self.bodies: dict[str, Any] = {}
        self.joints: dict[str, Any] = {}
        self.parameters: dict[str, Any] = {}
        self.kinetic: dict[str, str] = {}
        self.potential: dict[str, str] = {}
        self.dissipation: dict[str, str] = {}
        self.work: dict[str, str] = {}
        self.inputs: dict[str, Any] = {}
        self.constraints: dict[str, str] = {}
        self.named = {"world": GROUND}  # bodies by MuJoCo's names
        self.moving: dict[str, JointRecord] = {}  # joints by MuJoCo's names
        self.limits: list[JointLimits] = []
        self.places = {GROUND: Frame()}  # frames of bodies at the reference
        self.counted: dict[str, int] = {}  # how often elements are left out
        self.settings: Attributes = {}  # of the compiler
        for one in root.all("compiler"):
            self.settings |= one.attributes
        self.frames = Frames(xml, self.settings)
        self.meshes = Meshes(xml, folder)

    def sections(self) -> dict[str, Any]:
        """The sections of the model file."""
        self._compiler()
        self.defaults.read(self.root, self.xml)
        self.meshes.read(self.root, self.defaults, self.settings)
        self._refuse_parts()
        self.bodies |= {"space": 3, "gravity": list(self._gravity())}
        for world in self.root.all("worldbody"):
            self._tree(world)
        self._total_mass()
        ties = Ties(self)
        for section, read in (("equality", ties.equality), ("actuator", ties.actuator)):
            for one in self.root.all(section):
                for element in one.inner:
                    read(element)
        for message, cure in limits_taken_over(self.joints, self.limits):
            self.xml.say(message, cure)
        self._left_out()
        values: dict[str, Any] = {"format": FORMAT, "title": self.root.attributes.get("model", "")}
        energy = {"kinetic": self.kinetic, "potential": self.potential, "dissipation": self.dissipation}
        tables = {
            "parameters": self.parameters,
            "bodies": self.bodies,
            "joints": self.joints,
            "inputs": self.inputs,
            "energy": {key: table for key, table in energy.items() if table},
            "work": self.work,
            "constraints": {"displacement": self.constraints} if self.constraints else {},
        }
        return values | {key: table for key, table in tables.items() if table}

    def _compiler(self) -> None:
        attributes = self.settings
        if attributes.get("coordinate", "local") != "local":
            self.xml.refuse('coordinate="global" is not read', self.root.line, "save it by MuJoCo 2 or later")
        changed = [key for key in ("boundmass", "boundinertia") if self._positive(attributes.get(key, "-1"))]
        changed += ["balanceinertia"] if attributes.get("balanceinertia") == "true" else []
        for key in changed:
            self.xml.say(f"`{key}` of the compiler is left out", "masses are taken as they are written")

    def _positive(self, text: str) -> bool:
        numbers = self.xml.numbers(text, "compiler", self.root.line, (1,), "1.0")
        return bool(numbers) and numbers[0] > 0

    def _total_mass(self) -> None:
        """Scale all masses where the file gives the total mass."""
        wanted = self.numbers(self.settings, "settotalmass", self.root.line, (1,), "10")
        made = [body for body in self.bodies.values() if isinstance(body, dict) and body.get("mass")]
        whole = math.fsum(body["mass"] for body in made)
        if not wanted or wanted[0] <= 0 or not whole:
            return
        factor = wanted[0] / whole
        for body in made:
            body["mass"] *= factor
            if "inertia" in body:
                rows = body["inertia"]
                body["inertia"] = [
                    [factor * one for one in row] if isinstance(row, list) else factor * row for row in rows
                ]

    def _gravity(self) -> Vector:
        gravity: Vector = GRAVITY
        for option in self.root.all("option"):
            attributes = option.attributes
            if "gravity" in attributes:
                gravity = self.numbers(attributes, "gravity", option.line, (3,), "0 0 -9.81") or gravity
            flag = option.first("flag")
            if flag is not None:
                if flag.attributes.get("gravity") == "disable":
                    gravity = (0.0, 0.0, 0.0)
                if set(flag.attributes) - {"gravity"}:
                    self.xml.say("other flags of the option are left out", "see what they switch off")
            for key in ("density", "viscosity", "wind"):
                if any(self.numbers(attributes, key, option.line, (1, 3), "0")):
                    self.xml.say(f"`{key}` of the medium is left out", "write its forces under [work]")
            if set(attributes) - {"gravity", "density", "viscosity", "wind"}:
                self.xml.say("the settings of the solver are left out", "see [simulate]")
        return gravity

    def _refuse_parts(self) -> None:
        stack = [self.root]
        while stack:
            element = stack.pop()
            if element.name in REFUSED:
                message = f"`{element.name}` is not read, and without it the mechanism would not be whole"
                self.xml.refuse(message, element.line, "save the compiled model from MuJoCo, and read that")
            stack += element.inner

    # -- bodies ----------------------------------------------------------------------------------

    def _tree(self, world: Element) -> None:
        """All bodies in MuJoCo's order; without recursion, as files may nest deep."""
        stack: list[tuple[Element, str, str, Frame]] = [(world, GROUND, "", Frame())]
        while stack:
            element, body, child_class, offset = stack.pop()
            own_class = element.attributes.get("childclass", child_class)
            if element.name == "frame":
                offset = offset.then(self.frames.of(element.attributes, element.line))
            elif element.name == "body":
                body, offset = self._body(element, body, own_class, offset), Frame()
            inner = [one for one in element.inner if one.name in ("body", "frame")]
            stack += [(one, body, own_class, offset) for one in reversed(inner)]
            for one in element.inner:
                read = one.name in ("body", "frame", "joint", "freejoint", "inertial")
                if not read and (one.name != "geom" or body == GROUND):
                    self.count(one.name)

    def _body(self, element: Element, parent: str, child_class: str, offset: Frame) -> str:
        """A body, and the joints that lead to it."""
        attributes = element.attributes
        number = len(self.named)
        label = attributes.get("name", f"body_{number}")
        if label in self.named:
            self.xml.refuse(f"the body `{label[:40]}` is there twice", element.line, "give each its own name")
        name = free_name(plain_name(label), self.used_names())
        self.named[label] = name
        frame = offset.then(self.frames.of(attributes, element.line))
        self.places[name] = self.places[parent].then(frame)
        if attributes.get("mocap") == "true":
            self.xml.say(f"the body `{name}` does not follow a mouse", "write a drive under [joints]")
        if any(self.numbers(attributes, "gravcomp", element.line, (1,), "0")):
            hint = "write its force under [elements]"
            self.xml.say(f"the gravity compensation of `{name}` is left out", hint)
        self.bodies[name] = {}  # keeps the order of the file
        moved = list(self._joints(element, child_class))
        self._chain(moved, parent, name, frame)
        self.bodies[name] |= self._inertia(element, child_class)
        return name

    def _joints(self, element: Element, child_class: str) -> list[tuple[Element, Attributes]]:
        """The joints of a body in their order, including those in its frames."""
        joints = []
        stack = [(element, child_class)]
        while stack:
            one, inherited = stack.pop()
            for inner in one.inner:
                if inner.name == "joint":
                    joints.append((inner, self.defaults.of(inner, inherited, self.xml)))
                elif inner.name == "freejoint":
                    joints.append((inner, {"type": "free", **inner.attributes}))
                elif inner.name == "frame" and (inner.first("joint") or inner.first("freejoint")):
                    self.xml.refuse("joints inside of a frame are not read", inner.line, "write them outside")
        return joints

    def _chain(
        self,
        moved: list[tuple[Element, Attributes]],
        parent: str,
        name: str,
        frame: Frame,
    ) -> None:
        """Add the joints from a parent to a body, with massless bodies between several."""
        if not moved:
            first = self.point(parent, f"{name}_mount", frame)
            self.joints[free_name(f"{name}_weld", self.used_names())] = {
                "kind": "weld",
                "between": [first, name],
            }
            return
        before, at = parent, frame
        for i, (joint, attributes) in enumerate(moved):
            last = i == len(moved) - 1
            after = name if last else free_name(f"{name}_{i + 1}", self.used_names())
            if not last:
                self.bodies[after] = {"mass": 0}
            self._joint(joint, attributes, (before, after), at)
            before, at = after, Frame()

    def _joint(self, joint: Element, given: Attributes, ends: tuple[str, str], at: Frame) -> None:
        label = given.get("name", "")
        kind = KINDS.get(given.get("type", "hinge"))
        if kind is None:
            known = ", ".join(KINDS)
            self.xml.refuse(f"the joint `{label[:40]}` has no known type", joint.line, f"known are {known}")
            return
        if label and label in self.moving:
            self.xml.refuse(f"the joint `{label[:40]}` is there twice", joint.line, "give each its own name")
        name = free_name(plain_name(label) if label else f"{ends[1]}_joint", self.used_names())
        self.moving[label or f" {name}"] = JointRecord(name, kind, given)
        if kind == "free":
            if ends[0] != GROUND:
                self.xml.refuse("only bodies of the world can be free", joint.line, "move it to <worldbody>")
            self._free(name, ends[1], at)
        else:
            pos = self.numbers(given, "pos", joint.line, (3,), "0 0 0") or (0.0, 0.0, 0.0)
            away = Frame(add(at.pos, apply(at.rotation, pos)), at.rotation)
            between = [self.point(ends[0], name, away), self.point(ends[1], name, Frame(pos))]
            entry: dict[str, Any] = {"kind": kind, "between": between}
            if kind in ("pin", "slider"):
                axis = self.numbers(given, "axis", joint.line, (3,), "0 0 1") or (0.0, 0.0, 1.0)
                if not any(axis):
                    self.xml.refuse(f"the axis of the joint `{name}` is zero", joint.line, 'axis="0 0 1"')
                entry["axis"] = AXES.get(axis) or list(axis)
            self.joints[name] = entry
        self._beside(name, kind, given, joint.line, ends)

    def _free(self, name: str, body: str, at: Frame) -> None:
        """Start a free body at its position in the file."""
        starts = (*at.pos, *quaternion_of(at.rotation))
        self.joints[name] = {"kind": "free", "between": [GROUND, body]}
        self.joints[name]["coordinate"] = {f"{name}_{i + 1}": {"start": one} for i, one in enumerate(starts)}

    def _beside(self, name: str, kind: str, given: Attributes, line: int, ends: tuple[str, str]) -> None:
        """Add stiffness, damping, armature, friction and limits of a joint."""

        def number(key: str) -> float:
            numbers = self.numbers(given, key, line, range(1, 10), "1.0")
            if any(numbers[1:]):
                self.xml.say(f"only the first number of `{key}` of the joint `{name}` is read", "see there")
            return numbers[0] if numbers else 0.0

        values = {key: number(key) for key in ("stiffness", "damping", "armature", "frictionloss")}
        if kind == "ball":
            self._of_ball(name, values, ends)
        if kind in ("ball", "free"):
            for key, value in values.items():
                if value and not (kind == "ball" and key in ("damping", "armature")):
                    message = f"the {key} of the joint `{name}` is left out: {value:g}"
                    self.xml.say(message, "write it under [energy] or [work]")
        else:
            self._of_coordinate(name, kind, given, line, values)
        limits = self.numbers(given, "range", line, (2,), "-1 1")
        limited = given.get("limited", "auto")
        if limits and limited != "false" and (limited == "true" or limits != (0.0, 0.0)):
            low, high = (self.frames.angle(one) if kind != "slider" else one for one in limits)
            unit = "rad" if kind != "slider" else "m"
            if kind in ("pin", "slider"):
                ref = (self.numbers(given, "ref", line, (1,), "0") or (0.0,))[0]
                zero = self.frames.angle(ref) if kind == "pin" else ref
                self.limits.append(JointLimits(name, low - zero, high - zero, unit))
            else:
                message = f"the limits of the joint `{name}` are left out: {low:g} to {high:g} {unit}"
                self.xml.say(message, "write [contacts] with a gap of your own")

    def _of_ball(self, name: str, values: Mapping[str, float], ends: tuple[str, str]) -> None:
        """Add damping and armature of a ball joint: ½ d ω·ω and ½ J ω·ω of its angular velocity."""
        before, after = ends
        omega = f"{after}.omega"
        if before != GROUND:
            omega = f"({omega} - transpose({after}.R)*({before}.R*{before}.omega))"
        for key, unit, table in (
            ("damping", "N m s/rad", self.dissipation),
            ("armature", "kg m^2", self.kinetic),
        ):
            if values[key]:
                self.parameters[f"{name}_{key}"] = {"value": values[key], "unit": unit}
                table[name] = f"1/2*{name}_{key}*dot({omega}, {omega})"

    def _of_coordinate(
        self, name: str, kind: str, given: Attributes, line: int, values: Mapping[str, float]
    ) -> None:
        """Add energies and efforts of a joint with one coordinate."""
        turns = kind == "pin"
        units = {
            "stiffness": "N m/rad" if turns else "N/m",
            "damping": "N m s/rad" if turns else "N s/m",
            "armature": "kg m^2" if turns else "kg",
            "frictionloss": "N m" if turns else "N",
        }
        for key, value in values.items():
            if value:
                self.parameters[f"{name}_{key}"] = {"value": value, "unit": units[key]}
        if values["stiffness"]:
            ref, spring = (
                (self.numbers(given, key, line, (1,), "0") or (0.0,))[0] for key in ("ref", "springref")
            )
            free_length = self.frames.angle(spring) - self.frames.angle(ref) if turns else spring - ref
            stretch = name
            if free_length:
                self.parameters[f"{name}_rest"] = {"value": free_length, "unit": "rad" if turns else "m"}
                stretch = f"({name} - {name}_rest)"
            self.potential[name] = f"1/2*{name}_stiffness*{stretch}^2"
        if values["damping"]:
            self.dissipation[name] = f"1/2*{name}_damping*{name}'^2"
        if values["armature"]:
            self.kinetic[name] = f"1/2*{name}_armature*{name}'^2"
        if values["frictionloss"]:
            self.effort(name, f"-{name}_frictionloss*sign({name}')")

    def effort(self, joint: str, text: str) -> None:
        """Add an effort on the coordinate of a joint."""
        before = self.work.get(joint)
        self.work[joint] = text if before is None else f"{before} + {text}".replace("+ -", "- ")

    # -- inertia ---------------------------------------------------------------------------------

    def _inertia(self, element: Element, child_class: str) -> dict[str, Any]:
        """Mass, mass centre and inertia of a body: as given, or from its shapes."""
        given = element.first("inertial")
        by_shapes = self.settings.get("inertiafromgeom", "auto")
        if given is not None and by_shapes != "true":
            return self._explicit_inertia(given)
        shapes = self._shapes(element, child_class) if by_shapes != "false" else []
        mass = math.fsum(m for m, _, _ in shapes)
        if not mass:
            return {"mass": 0}
        centre = tuple(math.fsum(m * at[k] for m, at, _ in shapes) / mass for k in range(3))
        rows = [[0.0] * 3 for _ in range(3)]
        for m, at, tensor in shapes:
            away = steiner(m, [a - c for a, c in zip(at, centre, strict=True)])
            for i in range(3):
                for j in range(3):
                    rows[i][j] += tensor[i][j] + away[i][j]
        return self._entry(mass, centre, tuple(map(tuple, rows)))

    def _explicit_inertia(self, inertial: Element) -> dict[str, Any]:
        attributes, line = inertial.attributes, inertial.line
        mass = (self.numbers(attributes, "mass", line, (1,), "1.0") or (0.0,))[0]
        frame = self.frames.of(attributes, line)
        full = self.numbers(attributes, "fullinertia", line, (6,), "1 1 1 0 0 0")
        plain = self.numbers(attributes, "diaginertia", line, (3,), "1 1 1")
        rows: Matrix = tuple((0.0,) * 3 for _ in range(3))
        if full:
            xx, yy, zz, xy, xz, yz = full
            rows = ((xx, xy, xz), (xy, yy, yz), (xz, yz, zz))
        elif plain:
            rows = tuple(tuple(plain[i] if i == j else 0.0 for j in range(3)) for i in range(3))
        return self._entry(mass, frame.pos, turned_inertia(frame.rotation, rows))

    def _entry(self, mass: float, centre: Vector, rows: Matrix) -> dict[str, Any]:
        entry: dict[str, Any] = {"mass": mass}
        entry |= {"centre": list(centre)} if any(centre) else {}
        return entry | ({"inertia": inertia_entry(rows)} if any(map(any, rows)) else {})

    def _shapes(self, element: Element, child_class: str) -> list[tuple[float, Vector, Matrix]]:
        """Mass, position and inertia of the shapes of a body, in its axes."""
        shapes = []
        stack = [(element, child_class, Frame())]
        while stack:
            one, inherited, offset = stack.pop()
            for inner in one.inner:
                if inner.name == "frame":
                    own_class = inner.attributes.get("childclass", inherited)
                    frame = offset.then(self.frames.of(inner.attributes, inner.line))
                    stack.append((inner, own_class, frame))
                elif inner.name == "geom":
                    made = self._shape(inner, self.defaults.of(inner, inherited, self.xml), offset)
                    shapes += [made] if made is not None else []
        return shapes

    def _shape(self, geom: Element, given: Attributes, offset: Frame) -> tuple[float, Vector, Matrix] | None:
        line = geom.line
        mass = self.numbers(given, "mass", line, (1,), "1.0")
        density = (self.numbers(given, "density", line, (1,), "1000") or (DENSITY,))[0]
        weightless = (mass and mass[0] == 0) or (not mass and density == 0)
        kind = given.get("type", "sphere" if "mesh" not in given else "mesh")
        group = (self.numbers(given, "group", line, (1,), "0") or (0.0,))[0]
        low, high = self.numbers(self.settings, "inertiagrouprange", line, (2,), "0 5") or (0.0, 5.0)
        if weightless or kind == "plane" or not low <= group <= high:
            return None
        if kind == "mesh" and given.get("shellinertia") != "true":
            return self._mesh(given, mass[0] if mass else None, density, line, offset)
        if kind not in SOLIDS or given.get("shellinertia") == "true":
            message = f"the mass of a shape `{kind[:20]}` is not known here"
            hint = 'give the body an <inertial>, or the shape mass="0"'
            self.xml.refuse(message, line, hint)
            return None
        size = self.numbers(given, "size", line, range(1, 4), "0.1 0.2 0.3")
        frame = self.frames.of(given, line)
        ends = self.numbers(given, "fromto", line, (6,), "0 0 0 0 0 1")
        if ends:
            frame, half = self.frames.between(ends[:3], ends[3:])
            across = size[:1] if kind in ("capsule", "cylinder") else (*size[:1], *(size[1:2] or size[:1]))
            size = (*across, half)
        if len(size) < SOLIDS[kind][0] or min(size[: SOLIDS[kind][0]], default=0.0) <= 0:
            message = f"a `{kind}` needs {SOLIDS[kind][0]} sizes above zero"
            self.xml.refuse(message, line, 'size="0.1 0.2 0.3"')
            return None
        frame = offset.then(frame)
        mass_of_shape, rows = solid(kind, size[: SOLIDS[kind][0]], mass[0] if mass else None, density)
        self.count("geom")
        return mass_of_shape, frame.pos, turned_inertia(frame.rotation, rows)

    def _mesh(
        self, given: Attributes, mass: float | None, density: float, line: int, offset: Frame
    ) -> tuple[float, Vector, Matrix] | None:
        """The mass, the centre and the inertia of a mesh in the axes of its body."""
        made = self.meshes.solid(given.get("mesh", ""), mass, density, line)
        if made is None:
            return None
        frame = offset.then(self.frames.of(given, line))
        self.count("geom")
        return made[0], frame.then(Frame(made[1])).pos, turned_inertia(frame.rotation, made[2])

    # -- names and values ------------------------------------------------------------------------

    def used_names(self) -> set[str]:
        """The names in use in the model."""
        words = {GROUND, "space", "gravity", "coordinates"}
        return words | set(self.bodies) | set(self.joints) | set(self.inputs) | set(self.named.values())

    def point(self, body: str, label: str, frame: Frame) -> str:
        """The name of a frame of a body; added to the body unless it is the body frame."""
        if not any(frame.pos) and frame.rotation == IDENTITY:
            return body
        points = self.bodies.setdefault(body, {}).setdefault("points", {})
        name = free_name(label if label not in ("x", "y", "z") else f"{label}_", points)
        points[name] = {"at": list(frame.pos)}
        turns = turns_of(frame.rotation)
        if turns:
            points[name]["turn"] = turns
        return f"{body}.{name}"

    def numbers(self, given: Attributes, key: str, line: int, counts: Any, example: str) -> Vector:
        """The numbers of an attribute; empty where it is missing."""
        return self.xml.numbers(given[key], key, line, counts, example) if key in given else ()

    def count(self, word: str) -> None:
        """Count an element that is left out."""
        self.counted[word] = self.counted.get(word, 0) + 1

    def _left_out(self) -> None:
        for section in self.root.inner:
            if section.name in DRAWN:
                for one in section.inner:
                    if one.name != "mesh" or not self.meshes.gives_mass(one):
                        self.count(f"{section.name}/{one.name}")
            elif section.name not in NO_MECHANICS:
                self.count(section.name)
        geoms = self.counted.pop("geom", 0)
        if geoms:
            hint = "write [contacts] for what touches"
            self.xml.say(f"{geoms} elements `geom` give mass alone: contacts and drawings are left out", hint)
        for word, count in self.counted.items():
            self.xml.say(f"{count} elements `{word}` are left out", "see docs/bodies.md for what is read")
