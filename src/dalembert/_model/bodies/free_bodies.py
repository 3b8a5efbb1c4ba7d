"""Free bodies: every body with all its loads: weight, forces and torques of joints and elements.

The loads are outputs of a companion model: positions, forces and torques in fixed axes. The motion is the
same. Free-body diagrams evaluate them along an existing motion; the balances of momentum sum them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dalembert._expression.source import Flaw, ModelError
from dalembert._expression.tree import Node
from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.contact_loads import TURNING, Touch
from dalembert._model.bodies.elements.registry import ELEMENTS
from dalembert._model.bodies.expand import expand_bodies
from dalembert._model.bodies.mentions import Mentions
from dalembert._model.bodies.reactions import Action, Reactions, has_axis
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, End, Joint
from dalembert._model.bodies.texts import canonical, with_suffix
from dalembert._model.bodies.tree_kinematics import ZERO
from dalembert._model.build import build
from dalembert._model.expansions import SECTIONS, with_parts
from dalembert._model.records import Model
from dalembert._model.write_back import written_with
from dalembert._text.written import Written

MOST = 12  # the most bodies that are shown
WEIGHT, ELEMENT, JOINT, GUIDE, CONTACT = "weight", "element", "joint", "guide", "contact"
Names = tuple[str, ...]  # of outputs
Pair = tuple[str, str]  # texts of a force and of a torque


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """A load on a body at a point: its weight, a joint or an element; the opposite where sign is -1.

    A guide is the load on a body whose position is given by expressions, not by joints.
    """

    kind: str  # weight, joint, element, guide or contact
    name: str
    sign: int
    at: Names
    force: Names = ()
    torque: Names = ()
    axis: Names = ()  # of a joint with one in space
    arm: Names = ()  # from the mass centre, in body axes, where it acts at a point of the body in space


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBody:
    """A body with its loads, its shape and the positions of its points."""

    name: str
    mass: Names
    inertia: Names  # in the plane, where it rotates
    angle: Names
    centre: Names
    points: tuple[Names, ...]
    loads: tuple[Load, ...]
    shape: str = ""
    sizes: Names = ()
    axes: Names = ()  # the directions x, y, z of a body with a shape in space


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeBodies:
    """The bodies of a model, and the companion model with their loads as outputs."""

    model: Model
    space: int
    bodies: tuple[FreeBody, ...]

    def node(self, name: str) -> Node:
        """The expression of an output."""
        return next(one.expression.root for one in self.model.outputs if one.name == name)

    def place(self, name: str) -> int:
        """The index of an output."""
        return next(i for i, one in enumerate(self.model.outputs) if one.name == name)


def free_bodies(model: Model) -> FreeBodies | None:
    """The bodies of a model; None without bodies, or with more than can be shown.

    A ModelError is raised where the loads are not known.
    """
    expansion = expansion_of(model)
    if expansion is None:
        return None
    _, made = expansion
    mentions = Mentions(made)

    def reaction(joint: Joint) -> Pair:
        for what in ("force", "torque"):
            mentions.reaction(joint.name, what)
        return f"joints.{joint.name}.force", f"joints.{joint.name}.torque"

    bodies = [body for body in made.system.bodies.values() if body.name != GROUND]
    if not 1 <= len(bodies) <= MOST:
        return None
    companion = Companion(*expansion, reaction)
    shown = tuple(companion.body(body) for body in bodies)
    return FreeBodies(model=companion.model(("scene",)), space=made.system.space, bodies=shown)


def expansion_of(model: Model) -> tuple[Written, BodyExpansion] | None:
    """The expansion of the bodies of a model with its values; None where it has none."""
    if model.written is None or not any(one in model.written.values for one in (*SECTIONS, "parts")):
        return None
    whole, _ = with_parts(written_with(model, {}))
    return expand_bodies(whole) if any(section in whole.values for section in SECTIONS) else None


class Companion:
    """Builds the companion of a model with bodies, whose outputs are the loads on each body: one per text.

    `reaction` gives the texts of the force and the torque that a joint exerts on its second body, `guide`
    those at the mass centre of a guided body.
    """

    def __init__(
        self,
        written: Written,
        made: BodyExpansion,
        reaction: Callable[[Joint], Pair],
        guide: Callable[[Body], Pair | None] = lambda _: None,
    ) -> None:
        self.written = written
        self.made = made
        self.space = made.system.space
        self.reaction = reaction
        self.guide = guide
        self.mentions = Mentions(made)
        self.reactions = Reactions(
            system=made.system,
            tree=made.tree,
            kinematics=made.kinematics,
            actions=(),
            axis=made.axis_of,
            driving={},
            ties=made.ties,
        )
        self.parameters: dict[str, Any] = dict(made.values.get("parameters", {}))
        known = {canonical(name): text.text for name, (text, _) in made.kinematics.definitions.items()}
        self.definitions: dict[str, Any] = known | made.values.get("definitions", {})
        self.touches: list[Touch] = []  # loads of contacts, where these are requested
        self.energy: dict[str, Any] = dict(made.values.get("energy", {}))
        self.outputs: dict[str, str] = {}
        self._known: dict[str, str] = {}  # names of outputs by their texts
        self._taken = {str(key) for table in made.values.values() if isinstance(table, dict) for key in table}

    def model(self, without: tuple[str, ...]) -> Model:
        """The model with the requested outputs; ModelError where one cannot be built."""
        made = self.made
        for name, (text, _) in made.kinematics.definitions.items():
            self.definitions.setdefault(canonical(name), text.text)
        values = {key: value for key, value in made.values.items() if key not in without}
        values |= {"definitions": self.definitions, "outputs": self.outputs, "parameters": self.parameters}
        values |= {"energy": self.energy}
        model, flaws = build(replace(self.written, values=values))
        errors = [flaw for flaw in (*made.read.flaws, *flaws) if flaw.severity == "error"]
        if errors:  # a flawed expression would be 0
            raise ModelError(_unique(errors))
        return model

    # -- outputs ---------------------------------------------------------------------------------

    def number(self, text: str) -> str:
        """The name of the output with a text."""
        if text not in self._known:
            name = f"free_body_{len(self._known) + 1}"
            while name in self._taken:
                name += "_"
            self._known[text] = name
            self.outputs[name] = text
        return self._known[text]

    def vector(self, text: str) -> Names:
        """The components of a vector."""
        return tuple(self.number(f"({text})[{i + 1}]") for i in range(self.space))

    def torque(self, text: str) -> Names:
        """The components of a torque, which is a number in the plane."""
        return (self.number(text),) if self.space == 2 else self.vector(text)

    def define(self, name: str, text: str) -> str:
        """A name for a text that is used more than once; another one where the name is in use."""
        unique_name = canonical(name)
        while self.definitions.setdefault(unique_name, text) != text:
            unique_name = with_suffix(unique_name, "")
        return unique_name

    # -- bodies ----------------------------------------------------------------------------------

    def body(self, body: Body) -> FreeBody:
        """A body with all its loads."""
        plane = self.space == 2
        kind, sizes = body.shape if body.shape is not None else ("", ())
        return FreeBody(
            name=body.name,
            mass=(self.number(body.mass.text),),
            inertia=(self.number(body.inertia[0][0].text),) if plane and body.inertia else (),
            angle=(self.number(self._of(body.name, "angle")),) if plane else (),
            centre=self.vector(self._of(body.name, "centre")),
            points=tuple(self.vector(self._place(end)) for end in self._loaded_points(body)),
            loads=tuple(self._loads(body)),
            shape=kind,
            sizes=tuple(self.number(one.text) for one in sizes),
            axes=() if plane or not kind else self._axes(body),
        )

    def _axes(self, body: Body) -> Names:
        """The columns of the rotation of a body, one after the other."""
        rotation = self._of(body.name, "R")
        return tuple(self.number(f"({rotation})[{i},{k}]") for k in (1, 2, 3) for i in (1, 2, 3))

    def joints(self) -> list[Joint]:
        """The joints that exert named forces on their bodies."""
        return [
            one
            for one in self.made.system.joints
            if one.kind not in OF_COORDINATES and one.kind != "free" and not self.is_coupling(one)
        ]

    def is_coupling(self, joint: Joint) -> bool:
        """Whether a joint couples coordinates, and exerts no named force on its bodies."""
        tie = self.made.ties.get(joint.name)
        return joint.kind in OF_COORDINATES or (tie is not None and not tie.force.text)

    def _of(self, body: str, word: str) -> str:
        """The name of a quantity of a body."""
        self.mentions.quantity(self.made.system.bodies[body], word)
        return f"{body}.{word}"

    def _place(self, end: End) -> str:
        return self._of(end.body, end.point or "origin")

    def _loaded_points(self, body: Body) -> list[End]:
        """The points of a body at which joints and elements act."""
        ends = [end for joint in self.joints() for end in joint.ends]
        elements = self.made.system.elements
        ends += [end for one in elements for end in one.ends if ELEMENTS[one.kind].ends != "on"]
        return list(dict.fromkeys(end for end in ends if end.body == body.name))

    # -- loads -----------------------------------------------------------------------------------

    def _loads(self, body: Body) -> Iterator[Load]:
        gravity = self.made.system.gravity
        centre = self.vector(self._of(body.name, "centre"))
        if gravity and not body.mass.is_zero:
            weight = tuple(self.number(f"({body.mass.text})*({one.text})") for one in gravity)
            yield Load(kind=WEIGHT, name=body.name, sign=1, at=centre, force=weight)
        for joint in self.joints():
            for end, sign in zip(joint.ends, (-1, 1), strict=True):
                if end.body == body.name:
                    force, torque = self.reaction(joint)
                    point = self._acting_at(joint, end)
                    yield Load(
                        kind=JOINT,
                        name=joint.name,
                        sign=sign,
                        at=self.vector(point),
                        arm=self._arm(body, point),
                        force=self.vector(force),
                        torque=self.torque(torque),
                        axis=self._axis(joint),
                    )
        for one in self.made.actions:
            if one.body == body.name:
                yield self._of_element(one, centre)
        yield from (self._of_contact(one, centre) for one in self.touches if one.body == body.name)
        guide_pair = self.guide(body)
        if guide_pair is not None:
            pair = {"force": self.vector(guide_pair[0]), "torque": self.torque(guide_pair[1])}
            yield Load(kind=GUIDE, name=body.name, sign=1, at=centre, **pair)

    def _arm(self, body: Body, acting_at: str) -> Names:
        """The vector from the mass centre to a point of a body in space, in body axes; else empty."""
        if self.space == 2:
            return ()
        origin = self.made.kinematics.poses[body.name].position.text
        at = {f"{body.name}.{name}": point.at for name, point in body.points.items()}
        at |= dict.fromkeys((origin, f"{body.name}.origin"), (ZERO,) * 3)
        if acting_at not in at:
            return ()
        pairs = zip(at[acting_at], body.centre, strict=True)
        return tuple(self.number(f"({point.text}) - ({centre.text})") for point, centre in pairs)

    def _axis(self, joint: Joint) -> Names:
        if not has_axis(self.made.system, joint):
            return ()
        return self.vector(self.made.axis_of(joint, "a", 0).text)

    def _acting_at(self, joint: Joint, end: End) -> str:
        """The point at which the force of a joint acts on one of its bodies; one point for a closed joint."""
        tie = self.made.ties.get(joint.name)
        if tie is not None and tie.place is not None:
            return tie.place.text
        return self._place(end if self.reactions.in_fixed_axes(joint) else joint.ends[1])

    def _of_contact(self, touch: Touch, centre: Names) -> Load:
        """The load of a contact on a body: a force at a point, or a torque."""
        components = tuple(map(self.number, touch.components))
        if touch.point == TURNING:
            return Load(kind=CONTACT, name=touch.contact, sign=1, at=centre, torque=components)
        point = self._of(touch.body, touch.point)
        arm = self._arm(self.made.system.bodies[touch.body], point)
        return Load(
            kind=CONTACT, name=touch.contact, sign=1, at=self.vector(point), arm=arm, force=components
        )

    def _of_element(self, action: Action, centre: Names) -> Load:
        """The load of an element on a body: named at its last end, the opposite at its first."""
        first = next(one for one in self.made.actions if one.element == action.element)
        pairs = {"force": (action.force, first.force), "torque": (action.torque, first.torque)}
        texts = {
            word: (exerted.text, named.text if named is not None else "")
            for word, (exerted, named) in pairs.items()
            if exerted is not None
        }
        opposite = all(exerted == f"-{named}" for exerted, named in texts.values())
        asked: dict[str, str] = {}
        for word, (exerted, named) in texts.items():
            by_name = opposite or exerted == named
            if by_name:
                self.mentions.force_of(action.element, f"{word}_fixed")
            asked[word] = f"{action.element}.{word}_fixed" if by_name else exerted
        return Load(
            kind=ELEMENT,
            name=action.element,
            sign=-1 if opposite else 1,
            at=self.vector(action.place.text) if "force" in asked else centre,
            arm=self._arm(self.made.system.bodies[action.body], action.place.text),
            force=self.vector(asked["force"]) if "force" in asked else (),
            torque=self.torque(asked["torque"]) if "torque" in asked else (),
        )


def _unique(flaws: list[Flaw]) -> tuple[Flaw, ...]:
    return tuple({flaw.message: flaw for flaw in flaws}.values())
