"""The entries of [joints]: kind, frames, axis, coordinates; gears and drives, which couple joints."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from dalembert._expression.suggest import nearest
from dalembert._model.bodies import records as b
from dalembert._model.bodies.amounts import AmountReader
from dalembert._model.bodies.coordinate_entries import said_of
from dalembert._model.bodies.degrees import say_degrees_of_starts
from dalembert._model.bodies.ends import ends_of, kind_of, member_of
from dalembert._model.bodies.joint_keys import KeyReader, KeyValues
from dalembert._model.bodies.joints.kind import Key
from dalembert._model.bodies.joints.registry import COUPLINGS, KINDS, TIES, motion_of
from dalembert._model.bodies.limits import limits_of
from dalembert._model.bodies.texts import Text, with_suffix
from dalembert._model.bodies.tree_kinematics import numbers_of
from dalembert._model.entry_reader import EntryReader
from dalembert._model.families import target_name
from dalembert._model.given_numbers import finite_numbers
from dalembert._text.positions import Path

TIE = ("kind", "between", "axis", "coordinate", "loop")
JOINT = (*TIE, "constraints", "limits", "restitution")
COUPLING = ("kind", "between")
IN_PLANE = ("slider", "point_on_line", *TIES)  # in the plane their axis lies in it
FIRST = ("A", "B", "C")


class JointReader:
    """Reads joints."""

    def __init__(self, read: EntryReader, amounts: AmountReader) -> None:
        self.read = read
        self.amounts = amounts

    def joint(
        self,
        path: Path,
        name: str,
        entry: Mapping[str, Any],
        bodies: Mapping[str, b.Body],
        joints: Collection[str],
    ) -> b.Joint | None:
        kind = kind_of(self.read, path, entry, (*KINDS, *TIES, *COUPLINGS))
        if kind is None:
            return None
        known_keys = _keys_of(kind)
        self.read.keys(path, entry, (*_common(kind), *known_keys))
        given = KeyReader(self.read, self.amounts).values(path, entry, known_keys)
        if given is None or not self._good(path, kind, given):
            return None
        if kind in COUPLINGS:
            return self._coupling((path, name), kind, entry, joints, given)
        ends = ends_of(self.read, path, entry, bodies)
        if ends is None:
            return None
        if ends[0].body == ends[1].body:
            message = f"the joint `{name}` joins `{ends[0].body}` to itself"
            self.read.flaw((*path, "between"), "value", message, "name two bodies")
            return None
        if kind in TIES and ends[1].body == b.GROUND:
            message = f"`{ends[1].body}` cannot be the second of a joint of kind `{kind}`"
            hint = f'write between = ["{b.GROUND}", "{ends[0].body}"]'
            if kind != "distance":
                self.read.flaw((*path, "between"), "value", message, hint)
                return None
        sequence = given.words.get("sequence", "")
        coordinates = self._coordinates(path, name, kind, entry, sequence)
        coordinate_entries = said_of(self.amounts, path, entry)
        units = self._units(kind, entry, sequence)
        say_degrees_of_starts(self.read, path, coordinate_entries, coordinates, units or ())
        return b.Joint(
            name=name,
            path=path,
            kind=kind,
            ends=ends,
            axis=self._axis(path, entry, kind),
            coordinates=coordinates,
            said=coordinate_entries,
            named="coordinate" in entry,
            loop=self._loop(path, entry),
            constraints=self._constraints(path, entry),
            limits=limits_of(self.amounts, path, entry, units) if kind in KINDS else None,
            values=given.values,
            vectors=given.vectors,
            words=given.words,
        )

    def _good(self, path: Path, kind: str, given: KeyValues) -> bool:
        """Whether the keys of a kind are consistent."""
        if kind == "point_on_curve" and ("curve" in given.vectors) == ("equation" in given.values):
            message = "a point on a curve needs `curve` or `equation`, one of them"
            self.read.flaw(path, "missing-key", message, 'write curve = ["a*cos(s)", "b*sin(s)"]')
            return False
        if kind == "rolling" and self.amounts.space == 3:
            wrong = next((key for key in ("on", "inside") if given.has(key)), "")
            if wrong:
                message = f"`{wrong}` is for discs in the plane"
                self.read.flaw(
                    (*path, wrong), "value", message, f"delete {wrong}: in space a wheel is on a plane"
                )
                return False
        elif kind == "rolling":
            if given.has("inside") and not given.has("on"):
                message = "`inside` needs `on`, the radius of the ring"
                self.read.flaw((*path, "inside"), "missing-key", message, 'add on = "R"')
                return False
            if given.words["wheel"]:
                message = "`wheel` is for space: in the plane a wheel is a circle"
                self.read.flaw((*path, "wheel"), "value", message, "delete wheel")
                return False
        return True

    def _coupling(
        self,
        location: tuple[Path, str],
        kind: str,
        entry: Mapping[str, Any],
        joints: Collection[str],
        given: KeyValues,
    ) -> b.Joint | None:
        """A coupling of joints: a condition on their coordinates."""
        path, name = location
        between = entry.get("between")
        count = COUPLINGS[kind].joints
        listed = [between] if isinstance(between, str) else between
        named = ", ".join(f'"joints.{letter}"' for letter in FIRST[:count])
        example = named if count == 1 else f"[{named}]"
        if not isinstance(listed, list | tuple) or len(listed) != count:
            message = f"the {kind} `{name}` needs {count} joint{'s' * (count > 1)} in `between`"
            self.read.flaw(path, "missing-key", message, f"write between = {example}")
            return None
        ends = []
        for text in listed:
            joint_name = member_of(self.read, (*path, "between"), str(text)).removeprefix("joints.")
            if joint_name not in joints:
                near = nearest(joint_name, tuple(joints))
                hint = f'did you mean "joints.{near}"?' if near else f"write between = {example}"
                self.read.flaw((*path, "between"), "unknown-name", f"there is no joint `{joint_name}`", hint)
                return None
            ends.append(b.End(body="", point=joint_name))
        if len(set(ends)) < count:
            message = f"the {kind} `{name}` names the joint `{ends[0].point}` twice"
            self.read.flaw((*path, "between"), "value", message, f"name {count} joints")
            return None
        values = {"ratio": Text("-1")} | given.values if kind == "differential" else given.values
        return b.Joint(
            name=name,
            path=path,
            kind=kind,
            ends=tuple(ends),
            axis=(),
            loop=True,
            values=values,
            vectors=given.vectors,
            words=given.words,
        )

    def _loop(self, path: Path, entry: Mapping[str, Any]) -> bool | None:
        value = entry.get("loop")
        if value is not None and not isinstance(value, bool):
            self.read.flaw((*path, "loop"), "value", "`loop` is true or false", "write loop = true")
            return None
        if value and "coordinate" in entry:
            message = f"the joint `{path[-1]}` has a coordinate and closes a loop"
            self.read.flaw((*path, "coordinate"), "value", message, "delete its coordinate, or loop = true")
        return value

    def _constraints(self, path: Path, entry: Mapping[str, Any]) -> tuple[str, ...]:
        """The names of written constraints that are the conditions of a joint."""
        value, here = entry.get("constraints", ()), (*path, "constraints")
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            message = "`constraints` is a list of names of displacement constraints"
            self.read.flaw(here, "value", message, 'write constraints = ["phi1", "phi2"]')
            return ()
        names = (target_name(self.read, here, one) for one in value)
        return tuple(one for one in names if one is not None)

    def _axis(self, path: Path, entry: Mapping[str, Any], kind: str) -> b.Vector:
        default = KINDS[kind].axis if kind in KINDS else TIES[kind].axis[self.amounts.space]
        value = entry.get("axis", default)
        here = (*path, "axis")
        letters = "xyz"
        if value in tuple(letters):
            unit = [Text("1" if one == value else "0") for one in letters]
            if self.amounts.space == 2 and kind in IN_PLANE:
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
            axis = tuple(Text(repr(float(one)) if one else "0") for one in value)
        else:
            axis = self.amounts.vector(here, value)
        if all(one.is_zero for one in axis):
            self.read.flaw(here, "value", "an axis has a length", 'write axis = "z"')
        if kind in ("universal", "planar", *TIES) and self.amounts.space == 3 and numbers_of(axis) is None:
            message = f"the axis of a joint of kind `{kind}` must be numbers, or x, y or z"
            self.read.flaw(here, "value", message, "turn the points of the joint instead")
        return axis

    def _coordinates(
        self, path: Path, name: str, kind: str, entry: Mapping[str, Any], sequence: str
    ) -> tuple[str, ...]:
        units = self._units(kind, entry, sequence)
        count = len(units or ())
        here = (*path, "coordinate")
        value = entry.get("coordinate")
        numbered = tuple(with_suffix(name, str(i + 1)) for i in range(count))
        if value is None:
            return (name,) if count == 1 else numbered
        if units is None:
            if kind not in KINDS or not KINDS[kind].motions:
                message = f"a joint of kind `{kind}` has no coordinates"
                self.read.flaw(here, "value", message, "delete the coordinate")
            return ()  # joints that do not exist in the plane are reported with the tree
        names = (
            [value]
            if isinstance(value, str)
            else list(value)
            if isinstance(value, Sequence | Mapping)
            else []
        )
        targets = (target_name(self.read, (*here, str(one)), str(one)) for one in names)
        good = [one for one in targets if one is not None]
        if len(names) != count:
            listed = ", ".join(unit or "1" for unit in units) or "none"
            message = (
                f"a joint of kind `{kind}` has {count} coordinate{'s' * (count != 1)} here, not {len(names)}"
            )
            self.read.flaw(here, "value", message, f"in order, with the units {listed}")
            return numbered
        return tuple(good) if len(good) == count else numbered

    def _units(self, kind: str, entry: Mapping[str, Any], sequence: str) -> tuple[str, ...] | None:
        """The units of the possible coordinates of a joint; None where it has none."""
        if kind in TIES:
            return TIES[kind].units if "curve" in entry else None
        motion = motion_of(kind, self.amounts.space, sequence)
        return motion.units if motion is not None else None


def _common(kind: str) -> tuple[str, ...]:
    """The keys that joints of a kind share with others."""
    if kind in COUPLINGS:
        return COUPLING
    return JOINT if kind in KINDS else TIE


def _keys_of(kind: str) -> Mapping[str, Key]:
    if kind in KINDS:
        return KINDS[kind].keys
    return TIES[kind].keys if kind in TIES else COUPLINGS[kind].keys
