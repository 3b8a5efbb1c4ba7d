"""The mass of a body from a mesh: mass = { mesh = "arm.stl", unit = "mm", density = 7850 }.

With the volume V, the centre and J/m of the mesh the body has the mass ρ V, or the one that is given, that
centre, and the inertia m (J/m). All of them are parameters, as if they had been typed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dalembert._model.bodies.amounts import AmountReader, plain_number
from dalembert._model.bodies.records import Vector
from dalembert._model.bodies.texts import Text, fill, words_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import number_of
from dalembert._model.units import UnitFault, unit_of
from dalembert._text.budget import MESHES_TRIANGLES
from dalembert._text.files import FileFault
from dalembert._text.meshes.records import MassProperties, MeshBody, unit_in
from dalembert._text.positions import Path
from dalembert._text.rigid_frames import is_semidefinite
from dalembert._text.written import Written

MESH = ("mesh", "unit", "density", "mass")
EXAMPLE = 'mass = { mesh = "arm.stl", unit = "mm", density = 7850 }'
TYPED = ("volume", "centre", "gyration")  # in place of a file
LENGTHS = ("mm", "cm", "m", "in")  # proposed where the unit is missing
VOLUME, GYRATION = "volume", "gyration"  # parameters: V, and J/m in m²
METRE = unit_of("m").dimension


@dataclass(frozen=True, slots=True, kw_only=True)
class MeshMass:
    """The mass, the centre and the inertia of a body from a mesh, and its file."""

    mass: Text
    centre: Vector
    inertia: tuple[Vector, ...]
    mesh: MeshBody


class MeshReader:
    """Reads the meshes of bodies, of at most MESHES_TRIANGLES in all; a file used again counts once."""

    def __init__(self) -> None:
        self.triangles: dict[str, int] = {}

    def mass(self, amounts: AmountReader, path: Path, entry: Mapping[str, Any]) -> MeshMass | None:
        """What the mesh at `mass` of the body at a path gives; None where it has a flaw."""
        here, value = (*path, "mass"), entry["mass"]
        amounts.read.keys(here, value, MESH, {"file": "mesh", "rho": "density", "m": "mass", "scale": "unit"})
        properties = self._properties(amounts, here, value)
        beside = [key for key in ("density", "shape", "inertia", "centre") if key in entry]
        for key in beside:
            message = f"the {key} of `{path[-1]}` follows from its mesh, and is given too"
            hint = "write density inside of mass = { mesh = … }" if key == "density" else f"delete {key}"
            amounts.read.flaw((*path, key), "value", message, hint)
        if not self._has_amount(amounts, here, value) or properties is None or beside:
            return None
        centre = tuple(
            amounts.number((*path, "centre", i), one, "m")
            for i, one in enumerate(properties.centre[: amounts.space])
        )
        mass = self._mass(amounts, path, value, properties.volume)
        return MeshMass(
            mass=mass,
            centre=centre,
            inertia=_inertia(amounts, path, value, properties, mass),
            mesh=MeshBody(
                file=value["mesh"] if isinstance(value["mesh"], str) else "",
                unit=_unit_of_file(value) or value["unit"],
                properties=properties,
                mass=mass.text,
            ),
        )

    def _properties(
        self, amounts: AmountReader, path: Path, value: Mapping[str, Any]
    ) -> MassProperties | None:
        """The properties of the body in the file, in SI units."""
        file = value["mesh"]
        if isinstance(file, Mapping):
            typed = _typed_properties(amounts.read, (*path, "mesh"), file)
            factor = _factor(amounts, path, value, typed) if typed is not None else None
            return typed.scaled_by(factor) if typed is not None and factor is not None else None
        if not isinstance(file, str) or not file:
            amounts.read.flaw((*path, "mesh"), "mesh", "`mesh` names a file in quotes", f"write {EXAMPLE}")
            return None
        from dalembert._text.meshes.mesh_file import mesh_properties  # which needs numpy

        try:
            properties = mesh_properties(file, amounts.read.written.folder)
        except FileFault as fault:
            amounts.read.flaw((*path, "mesh"), "mesh", f"the mesh {file[:100]}: {fault.message}", fault.hint)
            return None
        self.triangles[file] = properties.triangles
        if sum(self.triangles.values()) > MESHES_TRIANGLES:
            message = f"the meshes of the model have more than {MESHES_TRIANGLES} triangles in all"
            amounts.read.flaw((*path, "mesh"), "budget", message, "export them coarser")
            return None
        factor = _factor(amounts, path, value, properties)
        return properties.scaled_by(factor) if factor is not None else None

    def _has_amount(self, amounts: AmountReader, path: Path, value: Mapping[str, Any]) -> bool:
        """Whether the mesh has either a density or a mass."""
        given = [key for key in ("density", "mass") if key in value]
        if len(given) == 2:
            message = f"the mesh of `{path[1]}` has a mass and a density"
            amounts.read.flaw((*path, "density"), "mesh", message, "delete one of them")
        elif not given:
            message = f"the mesh of `{path[1]}` has neither a density nor a mass"
            hint = f"write {EXAMPLE}, in kg/m^3, or mass = 2.3 in it"
            amounts.read.flaw(path, "missing-key", message, hint)
        return len(given) == 1

    def _mass(self, amounts: AmountReader, path: Path, value: Mapping[str, Any], volume: float) -> Text:
        """The mass as typed, or the parameter ρ V."""
        key = "mass" if "mass" in value else "density"
        here = (*path, "mass", key)
        if (plain_number(value[key]) or 0) < 0:
            amounts.read.flaw(here, "value", f"the {key} of `{path[1]}` is negative", "give 0 or more")
        if key == "mass":
            return amounts.amount(here, value[key], "kg")
        density = amounts.amount(here, value[key], "kg/m^3")
        if density.is_zero:
            return density
        content = amounts.number((*path, "mass", VOLUME), volume, "m^3")
        product = fill("({d})*{v}", d=density, v=content)
        return amounts.formula((*path, "mass"), product, "kg", _members(amounts, value))


def _factor(
    amounts: AmountReader, path: Path, value: Mapping[str, Any], properties: MassProperties
) -> float | None:
    """The length of the unit of a mesh in metres; None, and a flaw, where it is missing or no length."""
    text, known = value.get("unit", ""), _unit_of_file(value)
    if known and text:
        message = f"{value['mesh']} has a unit of its own, and `unit` is given too"
        amounts.read.flaw((*path, "unit"), "value", message, "delete unit")
        return None
    text = known or text
    if not isinstance(text, str) or not text:
        message = f"the unit of the mesh of `{path[1]}` is missing, and files of meshes have none"
        hint = f"add unit = {' or '.join(LENGTHS)}"
        if properties.spans:
            message += f": it is {' x '.join(f'{one:.4g}' for one in properties.spans)}"
            sizes = ((one, max(properties.spans) * unit_of(one).factor) for one in LENGTHS)
            hint = "add unit = " + ", ".join(f'"{one}" if it is {size:.4g} m long' for one, size in sizes)
        amounts.read.flaw(path, "missing-key", message, hint)
        return None
    try:
        unit = unit_of(text)
    except UnitFault as fault:
        here = (*path, "unit")
        amounts.read.flaw_in(here, text, fault.span, rule="unit", message=fault.message, hint=fault.hint)
        return None
    if unit.dimension != METRE or unit.zero:
        message = f"the unit of a mesh is a length, and `{text}` is none"
        amounts.read.flaw((*path, "unit"), "unit", message, 'write unit = "mm"')
        return None
    return unit.factor


def _typed_properties(read: EntryReader, path: Path, value: Mapping[str, Any]) -> MassProperties | None:
    """The properties of a body that stand in the model in place of a file; None, and a flaw, if wrong."""
    read.keys(path, value, TYPED)
    volume, centre, gyration = (_numbers(value.get(key)) for key in TYPED)
    if len(gyration) == 3:
        gyration = tuple(gyration[i] if i == j else 0.0 for i in range(3) for j in range(3))
    rows = tuple(gyration[3 * i : 3 * i + 3] for i in range(3))
    good = len(volume) == 1 and volume[0] > 0 and len(centre) == 3 and len(gyration) == 9
    if not good or any(rows[i][j] != rows[j][i] for i in range(3) for j in range(i)):
        message = "in place of a file, `mesh` needs a volume above 0, a centre and J/m about it"
        hint = "write mesh = { volume = 2e-4, centre = [0, 0, 0], gyration = [0.1, 0.1, 0.2] }"
        read.flaw(path, "mesh", message, hint)
        return None
    half = (rows[0][0] + rows[1][1] + rows[2][2]) / 2
    second = [[half * (i == j) - rows[i][j] for j in range(3)] for i in range(3)]
    if not is_semidefinite(second):
        message = "no body has this inertia: a principal moment is above the sum of the others"
        read.flaw((*path, "gyration"), "inertia", message, "check the moments and their order")
        return None
    return MassProperties(volume=volume[0], centre=centre, gyration=rows)


def _numbers(value: Any) -> tuple[float, ...]:
    """The finite numbers of a value, a list or rows of them; empty where one is none."""
    flat = (
        [one for row in value for one in (row if isinstance(row, list | tuple) else [row])]
        if isinstance(value, list | tuple)
        else [value]
    )
    numbers = [number_of(one) if not isinstance(one, str) else None for one in flat]
    values = tuple(float(one.value) for one in numbers if one is not None)
    return values if len(values) == len(flat) and all(map(math.isfinite, values)) else ()


def _unit_of_file(value: Mapping[str, Any]) -> str:
    """The unit that a file has, empty for files without."""
    return unit_in(value["mesh"]) if isinstance(value["mesh"], str) else ""


def _inertia(
    amounts: AmountReader, path: Path, value: Mapping[str, Any], properties: MassProperties, mass: Text
) -> tuple[Vector, ...]:
    """The inertia m (J/m): in the plane about z, in space row by row, one parameter for both sides."""
    if mass.is_zero:
        return ()
    tensor, members = properties.gyration, _members(amounts, value)
    diagonal = not any(tensor[i][j] for i in range(3) for j in range(i))

    def moment(i: int, j: int) -> Text:
        if not tensor[i][j]:
            return Text("0")
        number = amounts.number((*path, "mass", GYRATION, min(i, j), max(i, j)), tensor[i][j], "m^2")
        indices = () if amounts.space == 2 else (i,) if diagonal else (min(i, j), max(i, j))
        product = fill("({m})*{k}", m=mass, k=number)
        return amounts.formula((*path, "inertia", *indices), product, "kg*m^2", members)

    if amounts.space == 2:
        return ((moment(2, 2),),)
    return tuple(tuple(moment(i, j) for j in range(3)) for i in range(3))


def _members(amounts: AmountReader, value: Mapping[str, Any]) -> tuple[int, ...]:
    """The indices of a member of a family whose masses differ."""
    words = {word for key in ("density", "mass") for word in words_of(Text(str(value.get(key, ""))))}
    indices = amounts.read.indices
    return () if indices.keys().isdisjoint(words) else tuple(indices.values())


def meshes_in_place_of_files(written: Written) -> dict[Path, Any]:
    """The meshes of bodies as the properties of what is in their files, by their paths."""
    made: dict[Path, Any] = {}
    for key, entry in written.values.get("bodies", {}).items():
        mass = entry.get("mass") if isinstance(entry, Mapping) else None
        if not isinstance(mass, Mapping) or not isinstance(mass.get("mesh"), str):
            continue
        from dalembert._text.meshes.mesh_file import mesh_properties  # which needs numpy

        try:
            properties = mesh_properties(mass["mesh"], written.folder)
        except FileFault:
            continue  # the file was deleted after the model was read
        values = (properties.volume, list(properties.centre), [list(row) for row in properties.gyration])
        unit = {"unit": unit_in(mass["mesh"])} if unit_in(mass["mesh"]) else {}
        made["bodies", key, "mass"] = {**mass, **unit, "mesh": dict(zip(TYPED, values, strict=True))}
    return made
