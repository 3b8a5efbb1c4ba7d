"""Equalities and motors of MJCF files: loops, welds, couplings of joints, and inputs that drive joints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dalembert._text.mjcf_frames import Frame
from dalembert._text.rigid_frames import by_quaternion
from dalembert._text.xml_reader import Element, free_name, plain_name

if TYPE_CHECKING:
    from dalembert._text.mjcf import JointRecord, MjcfReader
    from dalembert._text.mjcf_defaults import Attributes

POLYNOMIAL = (0.0, 1.0, 0.0, 0.0, 0.0)
ONE_COORDINATE = ("pin", "slider")
DRIVES = ("motor", "position", "velocity", "damper")


@dataclass(frozen=True, slots=True)
class Ties:
    """Reads equalities and actuators into the tables of the reader."""

    reader: MjcfReader

    # -- equalities ------------------------------------------------------------------------------

    def equality(self, element: Element) -> None:
        """Read one equality; soft in MuJoCo, exact here."""
        reader, given = self.reader, self.reader.defaults.of(element, "", self.reader.xml)
        if given.get("active") == "false":
            reader.xml.say(
                f"an equality `{element.name}` that is not active is left out", "add it as a joint"
            )
            return
        match element.name:
            case "connect" if "anchor" in given:
                self._connect(element, given)
            case "weld" if "body1" in given:
                self._weld(element, given)
            case "joint":
                self._coupling(element, given)
            case _:
                reader.count(f"equality/{element.name}")

    def _body(self, element: Element, given: Attributes, key: str) -> str | None:
        label = given.get(key, "world")
        if label not in self.reader.named:
            self.reader.xml.refuse(
                f"there is no body `{label[:40]}`", element.line, f'{key}="…" names a body'
            )
            return None
        return self.reader.named[label]

    def _label(self, element: Element, given: Attributes, bodies: str) -> str:
        label = plain_name(given["name"]) if given.get("name") else f"{bodies}_{element.name}"
        return free_name(label, self.reader.used_names())

    def _connect(self, element: Element, given: Attributes) -> None:
        """A point of the first body coincides with the point of the second where it is at the reference."""
        reader = self.reader
        first, second = (self._body(element, given, key) for key in ("body1", "body2"))
        anchor = reader.numbers(given, "anchor", element.line, (3,), "0 0 0")
        if first is None or second is None or not anchor:
            return
        name = self._label(element, given, first)
        there = reader.places[first].then(Frame(anchor)).inside(reader.places[second])
        between = [reader.point(first, name, Frame(anchor)), reader.point(second, name, Frame(there.pos))]
        reader.joints[name] = {"kind": "ball", "between": between, "loop": True}

    def _weld(self, element: Element, given: Attributes) -> None:
        """The second body is fixed in the first, as at the reference or as given."""
        reader = self.reader
        first, second = (self._body(element, given, key) for key in ("body1", "body2"))
        if first is None or second is None:
            return
        pose = reader.numbers(given, "relpose", element.line, (7,), "0 0 0 1 0 0 0")
        frame = reader.places[second].inside(reader.places[first])
        if pose and any(pose[3:]):
            frame = Frame(pose[:3], by_quaternion(pose[3:]))
        name = self._label(element, given, first)
        between = [reader.point(first, name, frame), second]
        reader.joints[name] = {"kind": "weld", "between": between, "loop": True}

    def _coupling(self, element: Element, given: Attributes) -> None:
        """The coupling q₁ = a₀ + a₁ q₂ + a₂ q₂² + …"""
        reader = self.reader
        first = self._joint(element, given, "joint1")
        second = self._joint(element, given, "joint2") if "joint2" in given else None
        if first is None or ("joint2" in given and second is None):
            return
        factors = reader.numbers(given, "polycoef", element.line, range(1, 6), "0 1 0 0 0") or POLYNOMIAL
        name = second.name if second is not None else "0"
        powers = ["1", name, *(f"{name}^{k}" for k in (2, 3, 4))]
        terms = [
            f"{factor!r}*{power}" if power != "1" else repr(factor)
            for factor, power in zip(factors, powers, strict=False)
            if factor and (second is not None or power == "1")
        ]
        label = self._label(element, given, first.name)
        right = " + ".join(terms) or "0"
        reader.constraints[label] = f"{first.name} = {right}"

    def _joint(self, element: Element, given: Attributes, key: str) -> JointRecord | None:
        label = given.get(key, "")
        joint_record = self.reader.moving.get(label)
        if joint_record is None or joint_record.kind not in ONE_COORDINATE:
            what = "is there" if joint_record is None else "with one coordinate"
            message = (
                f"no joint `{label[:40]}` {what}"
                if joint_record is None
                else f"`{label[:40]}` is no joint {what}"
            )
            self.reader.xml.refuse(message, element.line, f'{key}="…" names a hinge or a slide')
            return None
        return joint_record

    # -- motors ----------------------------------------------------------------------------------

    def actuator(self, element: Element) -> None:
        """An input that drives a joint; other actuators are left out."""
        reader, given = self.reader, self.reader.defaults.of(element, "", self.reader.xml)
        known = reader.moving.get(given.get("joint", ""))
        if "joint" in given and known is None:
            self._joint(element, given, "joint")
            return
        if element.name not in DRIVES or known is None or known.kind not in ONE_COORDINATE:
            reader.count(f"actuator/{element.name}")
            return

        def number(key: str, default: float) -> float:
            return (reader.numbers(given, key, element.line, range(1, 7), "1.0") or (default,))[0]

        name = free_name(plain_name(given.get("name") or f"{known.name}_{element.name}"), reader.used_names())
        gear, q, turns = number("gear", 1.0), known.name, known.kind == "pin"
        kp, kv = number("kp", 1.0), number("kv", 0.0 if element.name == "position" else 1.0)
        value, rate = ("rad", "rad/s") if turns else ("m", "m/s")
        stiff, damping = ("N m/rad", "N m s/rad") if turns else ("N/m", "N s/m")
        given_in = {"motor": "N m" if turns else "N", "position": value, "velocity": rate, "damper": "1"}
        reader.inputs[name] = {"value": "0", "unit": given_in[element.name]}
        if element.name == "position":
            reader.parameters[f"{name}_kp"] = {"value": kp, "unit": stiff}
        if element.name != "motor" and kv:
            reader.parameters[f"{name}_kv"] = {"value": kv, "unit": damping}
        match element.name:
            case "motor":
                effort = f"{gear!r}*{name}"
            case "position":
                effort = f"{gear!r}*{name}_kp*({name} - {gear!r}*{q})"
                effort += f" - {gear * gear!r}*{name}_kv*{q}'" if kv else ""
            case "velocity":
                effort = f"{gear!r}*{name}_kv*({name} - {gear!r}*{q}')"
            case _:
                effort = f"-{gear * gear!r}*{name}_kv*{name}*{q}'"
        reader.effort(q, effort)
        if "ctrlrange" in given or "forcerange" in given:
            reader.xml.say(f"the ranges of the motor `{name}` are left out", "write clip(…) in its effort")
        ref = number_of(known.attributes.get("ref", "0"))
        if element.name == "position" and ref:
            reader.xml.say(f"`{name}` is counted from the reference of `{q}`", f"add {ref:g} to it")


def number_of(text: str) -> float:
    """A number that was checked before; 0 where it is none."""
    try:
        return float(text)
    except ValueError:
        return 0.0
