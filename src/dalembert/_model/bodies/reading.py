"""Reads the sections [bodies], [joints] and [elements]: to records, every flaw with its location."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.body_entries import BodyReader
from dalembert._model.bodies.element_entries import element
from dalembert._model.bodies.joint_entries import JointReader
from dalembert._model.bodies.mesh_entries import MeshReader
from dalembert._model.element_kinds import is_known_kind
from dalembert._model.entry_reader import EntryReader
from dalembert._model.families import readers_of
from dalembert._model.nets.heat_ports import heat_sources
from dalembert._model.nets.reading import NetReader, is_net_element, parts_of
from dalembert._model.owner_names import owner_fault
from dalembert._text.positions import Path

_Entry = tuple[str, EntryReader, Path, Mapping[str, Any]]
COORDINATES = ("joint", "body")  # carried by joints or by bodies
ENERGIES = ("made", "written")  # of the bodies: made of them, or those under [energy]
WORDS = ("space", "gravity", "coordinates", "energies")  # of [bodies] itself


class SystemReader:
    """Reads the three sections; `parameters` are the numbers in them, named after their entries."""

    def __init__(self, read: EntryReader) -> None:
        self.read = read
        self.values = read.written.values
        self.parameters: dict[str, tuple[dict[str, Any], Path]] = {}
        self.quantities: dict[tuple[str, str], Path] = {}

    def system(self) -> b.System:
        """Everything in the three sections."""
        table = self.read.table(("bodies",), self.values.get("bodies", {}))
        space = table.get("space", 2)
        if space not in (2, 3) or isinstance(space, bool | float):
            self.read.flaw(("bodies", "space"), "value", "`space` is 2, the plane, or 3", "write space = 3")
            space = 2
        amounts = AmountReader(self.read, space)
        self.parameters, self.quantities = amounts.parameters, amounts.quantities
        choice = self.read.choice(("bodies", "coordinates"), table, COORDINATES)
        energies = self.read.choice(("bodies", "energies"), table, ENERGIES)
        gravity = (
            amounts.vector(("bodies", "gravity"), table["gravity"], "m/s^2") if "gravity" in table else ()
        )
        meshes = MeshReader()
        bodies = {b.GROUND: BodyReader(self.read, amounts, meshes).ground(table.get(b.GROUND, {}))}
        own_bodies = {name: value for name, value in table.items() if name not in (*WORDS, b.GROUND)}
        for name, reader, path, value in self._entries("bodies", own_bodies):
            bodies[name] = BodyReader(reader, amounts.of(reader), meshes).body(path, name, value)
        joints = self._section("joints")
        elements = [
            (name, reader, path, value)
            for name, reader, path, value in self._section("elements")
            if is_known_kind(reader, path, value)
        ]
        known = {name for name, *_ in joints}
        joined = (
            JointReader(reader, amounts.of(reader)).joint(path, name, value, bodies, known)
            for name, reader, path, value in joints
        )
        acting = (
            element(amounts.of(reader), path, name, value, bodies, known)
            for name, reader, path, value in elements
            if not is_net_element(value)
        )
        connected = (
            NetReader(amounts.of(reader), known).element(path, name, value)
            for name, reader, path, value in elements
            if is_net_element(value)
        )
        acting_elements = tuple(one for one in acting if one is not None)
        networks = tuple(part for one in connected if one is not None for part in parts_of(one))
        warming = [(one.name, one.path, one.heat) for one in acting_elements]
        warming += [(one.name, one.path, one.heat) for one in networks]
        return b.System(
            space=space,
            gravity=gravity,
            bodies=bodies,
            joints=tuple(one for one in joined if one is not None),
            elements=acting_elements,
            networks=(*networks, *heat_sources(warming)),
            by_body=choice == "body",
            written_energies=energies == "written",
        )

    def _section(self, name: str) -> list[_Entry]:
        return list(self._entries(name, self.read.table((name,), self.values.get(name, {}))))

    def _entries(self, section: str, table: Mapping[str, Any]) -> Iterator[_Entry]:
        """The entries of a section, families as their members: name, reader, path of the entry, table."""
        for reader, path, value in readers_of(self.read, (section,), table):
            name = reader.name(path)
            fault = owner_fault(name) if section != "joints" else None
            if fault is not None:
                reader.flaw(path, "name", *fault)
                if section != "bodies":  # bodies are kept in spite of flaws, since others refer to them
                    continue
            if isinstance(value, Mapping):
                yield name, reader, path, value
                continue
            near = nearest(name, WORDS) if section == "bodies" else None
            more = " with its mass" if section == "bodies" else ""
            hint = f"did you mean `{near}`?" if near else f"write [{section}.{name}]{more}"
            self.read.flaw(path, "value", f"`{name}` must be a table", hint)
