"""Reads the sections [bodies], [joints] and [elements]: to records, every flaw with its place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.body_entries import BodyReader
from dalembert._model.bodies.element_entries import element
from dalembert._model.bodies.joint_entries import JointReader
from dalembert._model.entry_reader import EntryReader
from dalembert._text.positions import Path

SECTIONS = ("bodies", "joints", "elements")
COORDINATES = ("joint", "body")  # what carries them
WORDS = ("space", "gravity", "coordinates")  # of [bodies] itself


class SystemReader:
    """Reads the three sections; `parameters` are the numbers in them, by the names of their places."""

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
        one_body, one_joint = BodyReader(self.read, amounts), JointReader(self.read, amounts)
        choice = self.read.choice(("bodies", "coordinates"), table, COORDINATES)
        gravity = (
            amounts.vector(("bodies", "gravity"), table["gravity"], "m/s^2") if "gravity" in table else ()
        )
        bodies = {b.GROUND: one_body.ground(table.get(b.GROUND, {}))}
        for name, value in table.items():
            path = ("bodies", name)
            if name in WORDS or name == b.GROUND or not self.read.is_name(path, name):
                continue
            if not isinstance(value, Mapping):
                near = nearest(name, WORDS)
                hint = f"did you mean `{near}`?" if near else f"write [bodies.{name}] with its mass"
                self.read.flaw(path, "value", f"`{name}` must be a table", hint)
                continue
            bodies[name] = one_body.body(path, name, value)
        joints = self._section("joints")
        elements = self._section("elements")
        joined = (one_joint.joint(name, value, bodies, joints) for name, value in joints.items())
        acting = (element(amounts, name, value, bodies, joints) for name, value in elements.items())
        return b.System(
            space=space,
            gravity=gravity,
            bodies=bodies,
            joints=tuple(one for one in joined if one is not None),
            elements=tuple(one for one in acting if one is not None),
            by_body=choice == "body",
        )

    def _section(self, name: str) -> dict[str, Mapping[str, Any]]:
        table = self.read.table((name,), self.values.get(name, {}))
        found = {}
        for key, value in table.items():
            path = (name, key)
            if self.read.is_name(path, key):
                if isinstance(value, Mapping):
                    found[key] = value
                else:
                    self.read.flaw(path, "value", f"`{key}` must be a table", f"write [{name}.{key}]")
        return found
