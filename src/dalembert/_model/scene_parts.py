"""Symbols of diagrams and bodies in space: sections of a scene, each described by one line here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._model.records import Fields, Frozen, Model
from dalembert._model.scene import SHEET, Part
from dalembert._model.scene_reader import SceneReader
from dalembert._text.budget import MESH_BYTES
from dalembert._text.files import FileFault, path_inside
from dalembert._text.positions import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """The form of an entry of a section: its points, numbers and vectors, and which of them are required."""

    kind: str
    one: bool = False  # at one point, else between two
    more: bool = False  # or through more than two
    numbers: tuple[str, ...] = ("width",)
    vectors: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    needed: tuple[str, ...] = ()
    in_space: tuple[str, ...] = ()  # keys that are required in space
    space: bool = False  # only in space
    plane: bool = False  # only in a plane
    tied: bool = False  # it has bars to other points

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of an entry."""
        more = ("tied",) if self.tied else ()
        first = "at" if self.one else "points"
        return (first, *self.words, *self.numbers, *self.vectors, *more, "text")


# Symbols of diagrams, background first; they are drawn in _present/animation/schematic_symbols.py
SYMBOLS = {
    "wires": Kind(kind="wire", more=True, numbers=()),
    "tanks": Kind(
        kind="tank", one=True, numbers=("width", "height", "level"), needed=("width", "height", "level")
    ),
    "pipes": Kind(kind="pipe", more=True),
    "resistors": Kind(kind="resistor"),
    "capacitors": Kind(kind="capacitor", numbers=("width", "gap")),
    "coils": Kind(kind="coil"),
    "voltage_sources": Kind(kind="voltage_source"),
    "current_sources": Kind(kind="current_source"),
    "motors": Kind(kind="motor"),
    "earths": Kind(kind="earth", one=True),
    "valves": Kind(kind="valve", numbers=("width", "open")),
    "orifices": Kind(kind="orifice"),
    "nozzles": Kind(kind="nozzle"),
    "pumps": Kind(kind="pump"),
    "pistons": Kind(kind="piston", numbers=("width", "length"), needed=("length",)),
    "bellows": Kind(kind="bellows"),
    "diodes": Kind(kind="diode"),
    "amplifiers": Kind(kind="amplifier"),
    "windings": Kind(kind="winding"),
    "ducts": Kind(kind="duct"),
    "throttles": Kind(kind="throttle"),
    "vessels": Kind(kind="vessel"),
    "actuators": Kind(kind="actuator"),
    "nodes": Kind(kind="node", one=True),
    "flows": Kind(kind="flow", numbers=("width", "flow", "group"), needed=("flow",)),
    "captions": Kind(kind="caption", one=True),
}
# Bodies in space, each in one of six colours; they are drawn in _present/animation/space.py
BODIES = {
    "boxes": Kind(
        kind="box",
        one=True,
        numbers=("colour",),
        vectors=("size", "x", "y"),
        needed=("size",),
        space=True,
        tied=True,
    ),
    "cylinders": Kind(
        kind="cylinder", numbers=("radius", "colour"), needed=("radius",), space=True, tied=True
    ),
    "cones": Kind(kind="cone", numbers=("radius", "colour"), needed=("radius",), space=True, tied=True),
    "spheres": Kind(
        kind="sphere",
        one=True,
        numbers=("radius", "colour"),
        vectors=("x", "y"),
        needed=("radius",),
        space=True,
        tied=True,
    ),
    "discs": Kind(
        kind="plate",
        one=True,
        numbers=("radius", "thickness", "hole", "angle", "colour"),
        vectors=("axis", "x"),
        needed=("radius", "axis"),
        space=True,
        tied=True,
    ),
    "meshes": Kind(
        kind="solid",
        one=True,
        numbers=("colour",),
        vectors=("x", "y"),
        words=("file", "unit"),
        needed=("file", "unit"),
        space=True,
    ),
}
# Parts of mechanisms; they are drawn in _present/animation/mechanisms.py
MECHANISMS = {
    "inertias": Kind(
        kind="inertia",
        one=True,
        numbers=("mass", "colour"),
        vectors=("moments", "x", "y"),
        needed=("mass", "moments"),
        space=True,
        tied=True,
    ),
    "hinges": Kind(
        kind="hinge", one=True, numbers=("width",), vectors=("axis",), needed=("axis",), space=True
    ),
    "rails": Kind(kind="rail", vectors=("axis",), needed=("axis",)),
    "roads": Kind(kind="road", vectors=("axis",), needed=("axis",), plane=True),
    "planes": Kind(kind="plane", numbers=(), vectors=("axis",), needed=("axis",), space=True),
    "bushings": Kind(kind="bushing", one=True),
    "welds": Kind(kind="weld", one=True, numbers=("width", "angle")),
    "turns": Kind(kind="turn", one=True, numbers=("torque",), vectors=("axis",), needed=("torque",)),
    "spirals": Kind(kind="spiral", one=True, numbers=("angle",), vectors=("axis",)),
    "racks": Kind(kind="rack", numbers=("radius",), vectors=("axis",), needed=("radius", "axis"), plane=True),
    "belts": Kind(
        kind="belt", numbers=("crossed",), vectors=("radii", "axis"), needed=("radii",), in_space=("axis",)
    ),
    "curves": Kind(
        kind="curve",
        one=True,
        numbers=("coordinate", "angle"),
        vectors=("curve", "x", "y"),
        needed=("curve", "coordinate"),
    ),
}
PARTS = {**SYMBOLS, **BODIES, **MECHANISMS}
COUNTS = {"radii": 2}  # lengths of lists that are no vectors in the picture
EXAMPLES = {
    "file": '"arm.stl"',
    "unit": '"mm"',
    "size": "[0.2, 0.1, 0.1]",
    "axis": '["0", "0", "1"]',
    "level": '"h"',
    "flow": '"q\'"',
    "radii": '["r1", "r2"]',
    "curve": '["a*cos(s)", "b*sin(s)"]',
    "coordinate": '"s"',
    "mass": '"m"',
    "torque": '"M"',
    "moments": '["Jx", "Jy", "Jz"]',
}


def mesh_files(model: Model) -> set[str]:
    """The files of the meshes of a model under its folder: those of its bodies, and those of its scene."""
    given = dict(model.scene).get("meshes", ())
    tables = (
        [dict(one.entries) for one in given if isinstance(one, Fields)] if isinstance(given, tuple) else []
    )
    files = {body.mesh.file for body in model.meshes} | {str(one.get("file", "")) for one in tables}
    kept = set()
    for file in files:
        try:
            path_inside(file, model.folder, MESH_BYTES)
        except FileFault:
            continue  # told where it is drawn
        kept.add(file)
    return kept


def parts(read: SceneReader) -> Iterator[Part]:
    """The symbols and bodies of a scene, section by section."""
    for section, kind in PARTS.items():
        bare = "at" if kind.one else "points"
        for path, entry in read.entries(section, kind.keys, bare="" if kind.needed else bare):
            part = _part(read, kind, section, path, entry)
            if part is not None:
                yield part


def _part(read: SceneReader, kind: Kind, section: str, path: Path, entry: dict[str, Frozen]) -> Part | None:
    """One symbol or body; None where it has a flaw."""
    if kind.space and read.dimension == 2:
        message = f"`{section}` are bodies in space, and the points lie in a plane"
        read.flaw(path, message, "give every point a third coordinate")
        return None
    points = (read.at(path, entry),) if kind.one else read.chain(path, entry, 2, None if kind.more else 2)
    if kind.plane and read.dimension == 3 and not all(point.startswith(SHEET) for point in points if point):
        read.flaw(
            path, f"`{section}` are drawn in a plane, and the points lie in space", "draw discs instead"
        )
        return None
    if "tied" in entry:
        points = (*points, *read.chain((*path, "tied"), {"points": entry["tied"]}, 1, None))
    needed = (*kind.needed, *(kind.in_space if read.dimension == 3 else ()))
    missing = [key for key in needed if key not in entry]
    if missing:
        read.flaw(path, f"`{missing[0]}` is missing", f"{missing[0]} = {EXAMPLES.get(missing[0], '0.1')}")
        return None
    numbers = tuple((key, read.optional(path, entry, key)) for key in kind.numbers if key in entry)
    vectors = tuple(
        (key, read.vector(path, entry, key, COUNTS.get(key, 0))) for key in kind.vectors if key in entry
    )
    words = tuple((key, read.words((*path, key), entry[key])) for key in kind.words)
    known = all(word and (key != "unit" or read.is_unit((*path, key), word)) for key, word in words)
    if not all(points) or not points or not known:
        return None
    return Part(
        kind=kind.kind,
        points=points,
        numbers=tuple((key, number) for key, number in numbers if number is not None),
        vectors=tuple((key, vector) for key, vector in vectors if vector is not None),
        words=words,
        text=read.text(path, entry),
    )
