"""The entries of [joints]: kind, frames, axis, coordinates; gears and drives, which tie joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.ends import ends_of, kind_of
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.kinematics import numbers_of
from dalembert._model.bodies.texts import Text
from dalembert._model.entry_reader import EntryReader
from dalembert._model.given_numbers import finite_numbers
from dalembert._text.positions import Path

COORDINATE = ("start", "speed", "guess", "text", "symbol", "unit")
JOINT = ("kind", "between", "axis", "coordinate", "loop")
COUPLINGS = {
    "distance": {"length": '"L"'},
    "gear": {"ratio": '"-z2/z1"'},
    "drive": {"value": '"Omega*t"'},
}


class JointReader:
    """Reads joints."""

    def __init__(self, read: EntryReader, amounts: AmountReader) -> None:
        self.read = read
        self.amounts = amounts

    def joint(
        self, name: str, entry: Mapping[str, Any], bodies: Mapping[str, b.Body], joints: Mapping[str, Any]
    ) -> b.Joint | None:
        path: Path = ("joints", name)
        kind = kind_of(self.read, path, entry, (*KINDS, *COUPLINGS))
        if kind is None:
            return None
        own = KINDS[kind].keys if kind in KINDS else COUPLINGS[kind]
        self.read.keys(path, entry, (*JOINT, *own))
        values = {}
        for key, example in own.items():
            if key not in entry:
                self.read.flaw(path, "missing-key", f"`{key}` is missing", f"add {key} = {example}")
                return None
            values[key] = self.amounts.amount(
                (*path, key), entry[key], "m" if key in ("length", "pitch") else ""
            )
        if kind in b.OF_COORDINATES:
            return self._coupling(name, kind, entry, joints, values)
        ends = ends_of(self.read, path, entry, bodies)
        if ends is None:
            return None
        if ends[0].body == ends[1].body:
            message = f"the joint `{name}` joins `{ends[0].body}` to itself"
            self.read.flaw((*path, "between"), "value", message, "name two bodies")
            return None
        return b.Joint(
            name=name,
            path=path,
            kind=kind,
            ends=(ends[0], ends[1]),
            axis=self._axis(path, entry, kind),
            coordinates=self._coordinates(path, name, kind, entry),
            said=self._said(path, entry),
            loop=self._loop(path, entry),
            values=values,
        )

    def _coupling(
        self,
        name: str,
        kind: str,
        entry: Mapping[str, Any],
        joints: Mapping[str, Any],
        values: dict[str, Text],
    ) -> b.Joint | None:
        """A gear between two joints, or a drive of one: conditions on their coordinates."""
        path: Path = ("joints", name)
        between = entry.get("between")
        count = 2 if kind == "gear" else 1
        listed = [between] if isinstance(between, str) else between
        example = '["joints.A", "joints.B"]' if kind == "gear" else '"joints.A"'
        if not isinstance(listed, list | tuple) or len(listed) != count:
            message = f"the {kind} `{name}` needs {count} joint{'s' * (count > 1)} in `between`"
            self.read.flaw(path, "missing-key", message, f"write between = {example}")
            return None
        ends = []
        for text in listed:
            own = str(text).removeprefix("joints.")
            if own not in joints:
                near = nearest(own, tuple(joints))
                hint = f'did you mean "joints.{near}"?' if near else f"write between = {example}"
                self.read.flaw((*path, "between"), "unknown-name", f"there is no joint `{own}`", hint)
                return None
            ends.append(b.End(body="", point=own))
        two = (ends[0], ends[-1])
        return b.Joint(name=name, path=path, kind=kind, ends=two, axis=(), loop=True, values=values)

    def _loop(self, path: Path, entry: Mapping[str, Any]) -> bool | None:
        value = entry.get("loop")
        if value is not None and not isinstance(value, bool):
            self.read.flaw((*path, "loop"), "value", "`loop` is true or false", "write loop = true")
            return None
        if value and "coordinate" in entry:
            message = f"the joint `{path[-1]}` has a coordinate and closes a loop"
            self.read.flaw((*path, "coordinate"), "value", message, "delete its coordinate, or loop = true")
        return value

    def _axis(self, path: Path, entry: Mapping[str, Any], kind: str) -> b.Vector:
        value = entry.get("axis", KINDS[kind].axis if kind in KINDS else "z")
        here = (*path, "axis")
        letters = "xyz"
        if value in tuple(letters):
            unit = [Text("1" if one == value else "0") for one in letters]
            if self.amounts.space == 2 and kind in ("slider", "point_on_line"):
                if value == "z":
                    message = "in the plane this axis lies in the plane"
                    self.read.flaw(here, "value", message, 'write axis = "x" or axis = "y"')
                return tuple(unit[:2])
            if self.amounts.space == 2 and value != "z":
                self.read.flaw(here, "value", "in the plane bodies turn about z", "delete the axis")
            return tuple(unit)
        if isinstance(value, str):
            self.read.flaw(here, "value", "an axis is x, y, z or a vector", 'write axis = "z"')
            return (
                (Text("0"), Text("0"), Text("1"))[: self.amounts.space]
                if self.amounts.space == 3
                else (Text("1"), Text("0"))
            )
        if finite_numbers(value) is not None and len(value) == self.amounts.space:
            found = tuple(Text(repr(float(one)) if one else "0") for one in value)
        else:
            found = self.amounts.vector(here, value)
        if all(one.is_zero for one in found):
            self.read.flaw(here, "value", "an axis has a length", 'write axis = "z"')
        if kind in ("universal", "planar") and numbers_of(found) is None:
            message = f"the axis of a joint of kind `{kind}` must be numbers, or x, y or z"
            self.read.flaw(here, "value", message, "turn the points of the joint instead")
        return found

    def _said(self, path: Path, entry: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
        """What is said of each coordinate beside its name."""
        value = entry.get("coordinate")
        found: dict[str, Mapping[str, Any]] = {}
        for name, own in value.items() if isinstance(value, Mapping) else ():
            here = (*path, "coordinate", name)
            if isinstance(own, Mapping):
                self.read.keys(here, own, COORDINATE)
                found[name] = own
            else:
                message = f"`{name}` must be a table"
                self.read.flaw(here, "value", message, f"write {name} = {{ start = 0 }}")
        return found

    def _coordinates(self, path: Path, name: str, kind: str, entry: Mapping[str, Any]) -> tuple[str, ...]:
        motion = KINDS[kind].motions.get(self.amounts.space) if kind in KINDS else None
        count = len(motion.units) if motion is not None else 0
        here = (*path, "coordinate")
        value = entry.get("coordinate")
        if value is None:
            return (name,) if count == 1 else tuple(f"{name}_{i + 1}" for i in range(count))
        if motion is None:
            if kind not in KINDS or not KINDS[kind].motions:
                message = f"a joint of kind `{kind}` has no coordinates"
                self.read.flaw(here, "value", message, "delete the coordinate")
            return ()  # what is not there in the plane is told with the tree
        names = (
            [value]
            if isinstance(value, str)
            else list(value)
            if isinstance(value, Sequence | Mapping)
            else []
        )
        good = [str(one) for one in names if self.read.is_name((*here, one), str(one))]
        if len(names) != count:
            units = ", ".join(unit or "1" for unit in motion.units) or "none"
            message = (
                f"a joint of kind `{kind}` has {count} coordinate{'s' * (count != 1)} here, not {len(names)}"
            )
            self.read.flaw(here, "value", message, f"in order, with the units {units}")
            return tuple(f"{name}_{i + 1}" for i in range(count))
        return tuple(good) if len(good) == count else tuple(f"{name}_{i + 1}" for i in range(count))
