"""Every body by itself, with all that acts on it: its weight, forces and torques of joints, elements.

What acts is asked for as outputs of the same model: places, forces and torques in fixed axes. Nothing of the
motion changes by that, so the outputs can be computed along a motion that is there.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Node
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.reading import SystemReader
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, Element, End, Joint, System
from dalembert._model.build import build
from dalembert._model.entry_reader import EntryReader
from dalembert._model.records import Model
from dalembert._model.write_back import written_with

MOST = 12  # bodies that are shown by themselves
Names = tuple[str, ...]  # of outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """What acts on a body at a place: its weight, a joint or an element; the opposite where sign is -1."""

    kind: str  # weight, joint or element
    name: str
    sign: int
    at: Names
    force: Names = ()
    torque: Names = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBody:
    """A body with its loads, its shape and the places of its points."""

    name: str
    mass: Names
    inertia: Names  # in the plane, where it turns
    angle: Names
    centre: Names
    points: tuple[Names, ...]
    loads: tuple[Load, ...]
    shape: str = ""
    sizes: Names = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBodies:
    """The bodies of a model, and the model with all that is asked for as its outputs."""

    model: Model
    space: int
    bodies: tuple[FreeBody, ...]

    def node(self, name: str) -> Node:
        """The expression of an output."""
        return next(one.expression.root for one in self.model.outputs if one.name == name)

    def place(self, name: str) -> int:
        """The place of an output among all of them."""
        return next(i for i, one in enumerate(self.model.outputs) if one.name == name)


def free_bodies(model: Model) -> FreeBodies | None:
    """The bodies of a model, few enough to be looked at; None where there are none.

    ModelError tells why what acts on them is not known.
    """
    if model.written is None or "bodies" not in model.written.values:
        return None
    written = written_with(model, {})
    system = SystemReader(EntryReader(written)).system()
    if not 1 <= len(system.bodies) - 1 <= MOST:
        return None
    asked = _Asked(system=system, taken={one.name for one in model.outputs})
    bodies = tuple(asked.body(body) for body in system.bodies.values() if body.name != GROUND)
    outputs = {**written.values.get("outputs", {}), **asked.outputs}
    made, flaws = build(replace(written, values={**written.values, "outputs": outputs}))
    wrong = tuple(flaw for flaw in flaws if flaw.severity == "error")
    if wrong:
        raise ModelError(_unique(wrong))
    return FreeBodies(model=made, space=system.space, bodies=bodies)


def _unique(flaws: tuple[Flaw, ...]) -> tuple[Flaw, ...]:
    return tuple({flaw.message: flaw for flaw in flaws}.values())


@dataclass(slots=True)
class _Asked:
    """Collects outputs, one for each text."""

    system: System
    taken: set[str]
    outputs: dict[str, Any] = field(default_factory=dict)
    known: dict[str, str] = field(default_factory=dict)

    def number(self, text: str) -> str:
        """The name of the output with a text."""
        if text not in self.known:
            name = f"free_body_{len(self.known) + 1}"
            while name in self.taken:
                name += "_"
            self.known[text] = name
            self.outputs[name] = text
        return self.known[text]

    def vector(self, text: str) -> Names:
        """The components of a vector."""
        return tuple(self.number(f"({text})[{i + 1}]") for i in range(self.system.space))

    def turning(self, text: str) -> Names:
        """The components of a torque, which is a number in the plane."""
        return (self.number(text),) if self.system.space == 2 else self.vector(text)

    def body(self, body: Body) -> FreeBody:
        """A body with everything that acts on it."""
        plane = self.system.space == 2
        kind, sizes = body.shape if body.shape is not None else ("", ())
        return FreeBody(
            name=body.name,
            mass=(self.number(body.mass.text),),
            inertia=(self.number(body.inertia[0][0].text),) if plane and body.inertia else (),
            angle=(self.number(f"{body.name}.angle"),) if plane else (),
            centre=self.vector(f"{body.name}.centre"),
            points=tuple(self.vector(_place(end)) for end in self._tied(body)),
            loads=tuple(self._loads(body)),
            shape=kind,
            sizes=tuple(self.number(one.text) for one in sizes),
        )

    def _tied(self, body: Body) -> list[End]:
        """The points of a body that joints and elements take hold of."""
        joints = [end for joint in self._joints() for end in joint.ends]
        elements = [
            end for one in self.system.elements for end in one.ends if ELEMENTS[one.kind].ends != "on"
        ]
        return list(dict.fromkeys(end for end in (*joints, *elements) if end.body == body.name))

    def _joints(self) -> list[Joint]:
        return [one for one in self.system.joints if one.kind not in OF_COORDINATES and one.kind != "free"]

    def _loads(self, body: Body) -> list[Load]:
        found: list[Load] = []
        gravity = self.system.gravity
        if gravity and not body.mass.is_zero:
            weight = tuple(self.number(f"({body.mass.text})*({one.text})") for one in gravity)
            centre = self.vector(f"{body.name}.centre")
            found.append(Load(kind="weight", name=body.name, sign=1, at=centre, force=weight))
        for joint in self._joints():
            for end, sign in zip(joint.ends, (-1, 1), strict=True):
                if end.body == body.name:
                    found.append(
                        Load(
                            kind="joint",
                            name=joint.name,
                            sign=sign,
                            at=self.vector(
                                f"{joint.name}.contact" if joint.kind == "rolling" else _place(joint.ends[1])
                            ),
                            force=self.vector(f"joints.{joint.name}.force"),
                            torque=self.turning(f"joints.{joint.name}.torque"),
                        )
                    )
        for element in self.system.elements:
            found += self._of_element(element, body)
        return found

    def _of_element(self, element: Element, body: Body) -> list[Load]:
        turns = "torque" in element.kind or "torsion" in element.kind
        word, ask = ("torque_fixed", self.turning) if turns else ("force_fixed", self.vector)
        found = []
        for end, sign in zip(element.ends[::-1], (1, -1), strict=False):
            if end.body == body.name:
                own = ask(f"{element.name}.{word}")
                at = self.vector(f"{body.name}.centre" if turns else _place(end))
                found.append(
                    Load(
                        kind="element",
                        name=element.name,
                        sign=sign,
                        at=at,
                        **({"torque": own} if turns else {"force": own}),
                    )
                )
        return found


def _place(end: End) -> str:
    return f"{end.body}.{end.point or 'origin'}"
