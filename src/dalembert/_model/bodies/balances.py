"""The balances of momentum and of angular momentum of every body, as outputs of a model.

For each body with the mass centre c, in fixed axes:

    m c'' = m g + Σ F,     L' = Σ (M + (r − c) × F),     L = R J ω

over the elements that act on it and the joints that hold it. What a joint does to its second body is made of
one unknown for each of its conditions, whether it carries coordinates or closes a loop; the opposite acts on
its first body. Nothing here uses an energy: only kinematics is shared with Lagrange's equations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from dalembert._expression.expression import Expression
from dalembert._expression.source import ModelError
from dalembert._expression.tree import Number
from dalembert._model.bodies.expand import expanded
from dalembert._model.bodies.expanded import Expanded
from dalembert._model.bodies.joints.kind import Place
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.kinematics import is_name, vector, vector_text, zeros
from dalembert._model.bodies.reactions import Reactions
from dalembert._model.bodies.reading import SECTIONS
from dalembert._model.bodies.records import GROUND, OF_COORDINATES, Body, End, Joint
from dalembert._model.bodies.texts import canonical, owned
from dalembert._model.build import build
from dalembert._model.records import Load, Model, Term
from dalembert._text.positions import Path
from dalembert._text.written import Written

WEIGHT, ELEMENT, JOINT, LOOP = "weight", "element", "joint", "loop"
ALONG = ("pin", "slider")  # joints with a coordinate along which efforts act
LEFT_OUT = ("scene", "cases", "simulate", "events", "contacts", "impulses")
Names = tuple[str, ...]  # of outputs, one for each component
Kept = TypeVar("Kept", Term, Load)
NOTHING = Expression(root=Number(value=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """What acts on a body: a force, and its moment about the mass centre with that of a torque."""

    kind: str  # weight, element, joint (of the tree) or loop
    name: str  # of the element or joint
    force: Names
    moment: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The terms of the balances of a body, each component an output; in the plane it turns about z only."""

    body: str
    velocity: Names  # c'
    acceleration: Names
    angular_velocity: Names  # ω, in fixed axes
    angular_acceleration: Names
    momentum: Names  # m c'
    momentum_rate: Names
    angular_momentum: Names  # L
    angular_momentum_rate: Names
    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Balances:
    """A model with the terms of all balances as outputs; unknowns of joints in the tree are parameters.

    What else acts, such as an effort on the coordinate of a joint, is in no balance of a body: `besides` is
    the model without everything that is. It has the same coordinates.
    """

    model: Model
    besides: Model
    bodies: tuple[Balance, ...]
    unknowns: tuple[str, ...]  # of the joints of the tree
    loose: tuple[str, ...]  # coordinates of ties, which move no body
    complete: bool  # whether what each joint can carry is known
    norms: frozenset[str]  # constraints that keep quaternions at length 1
    efforts: dict[str, str]  # by the coordinates of joints that turn or slide: parameters that act along them


def balances_of(model: Model) -> Balances | None:
    """The balances of the bodies of a model; none where it has no bodies."""
    written = model.written
    if written is None or not any(section in written.values for section in SECTIONS):
        return None
    found = expanded(written)
    return _Writer(*found).balances() if found is not None else None


class _Writer:
    """Writes the terms of the balances beside what bodies expand to."""

    def __init__(self, written: Written, made: Expanded) -> None:
        self.written = written
        self.made = made
        self.space = made.system.space
        self.in_tree = {branch.joint.name for branch in made.tree.branches}
        self.unknowns: list[str] = []
        constraints = made.values.get("constraints", {}).get("displacement", {})
        self.norms = {
            n
            for n in constraints
            if n.endswith(".unit") and ("constraints", "displacement", n) in made.origins
        }
        self.efforts: dict[str, str] = {}
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
        self.definitions: dict[str, Any] = dict(made.values.get("definitions", {}))
        self.outputs: dict[str, str] = {}

    def balances(self) -> Balances:
        """The balances of all bodies but the ground."""
        made = self.made
        found = tuple(self._balance(body) for body in made.system.bodies.values() if body.name != GROUND)
        values = {key: value for key, value in made.values.items() if key not in LEFT_OUT}
        for name, (text, _) in made.kinematics.definitions.items():
            self.definitions.setdefault(canonical(name), text.text)
        values |= {"definitions": self.definitions, "outputs": self.outputs, "parameters": self.parameters}
        model, flaws = build(replace(self.written, values=values))
        errors = tuple(flaw for flaw in flaws if flaw.severity == "error")
        if errors:  # a flawed expression would be 0
            raise ModelError(errors)
        return Balances(
            model=model,
            besides=self._besides(model),
            bodies=found,
            unknowns=tuple(self.unknowns),
            loose=tuple(
                name for joint in made.system.joints if joint.name in made.ties for name in joint.coordinates
            ),
            complete=self._is_complete(),
            norms=frozenset(self.norms),
            efforts=self.efforts,
        )

    def _is_complete(self) -> bool:
        """Whether every joint of the tree has conditions, and bodies with places of their own move freely."""
        kinds = [
            KINDS[branch.joint.kind] for branch in self.made.tree.branches if branch.joint.kind != "free"
        ]
        placed = [body.place for body in self.made.system.bodies.values() if body.place is not None]
        own = set(self.made.values.get("coordinates", {}))
        parts = [(*one.at, *(one.quaternion or (one.angle,))) for one in placed]
        return all(self.space in kind.conditions for kind in kinds) and all(
            part is not None and part.text in own for several in parts for part in several
        )

    def _besides(self, model: Model) -> Model:
        """The model without what the balances have: bodies, elements and joints."""
        given: dict[Path, set[str]] = {}
        for path, origin in self.made.origins.items():
            joint = self.made.joints.get(str(origin[1])) if origin[0] == "joints" else None
            bent = path[:2] == ("energy", "potential") and path[-1] in self.made.beams.potentials
            if origin[0] in SECTIONS and not bent and not (joint is not None and self._is_coupling(joint)):
                given.setdefault(path[:-1], set()).add(str(path[-1]))
        loads = {f"work.{name}" for name in given.get(("work",), ())}
        for name in self.norms:
            given["constraints", "displacement"].discard(name)
        constrained = given.get(("constraints", "displacement"), set()) | given.get(
            ("constraints", "flow"), set()
        )

        def left(terms: tuple[Kept, ...], *path: str) -> tuple[Kept, ...]:
            return tuple(one for one in terms if one.name not in given.get(path, ()))

        return replace(
            model,
            kinetic=left(model.kinetic, "energy", "kinetic"),
            potential=left(model.potential, "energy", "potential"),
            dissipation=left(model.dissipation, "energy", "dissipation"),
            work=tuple(one for one in model.work if one.origin is None or one.origin.path not in loads),
            loads=left(model.loads, "work"),
            constraints=tuple(
                replace(one, expression=NOTHING) if one.name in constrained else one
                for one in model.constraints
            ),
            outputs=(),
        )

    def _is_coupling(self, joint: Joint) -> bool:
        """Whether a joint ties coordinates, and exerts no force that has a name on its bodies."""
        tie = self.made.ties.get(joint.name)
        return joint.kind in OF_COORDINATES or (tie is not None and not tie.force.text)

    def _balance(self, body: Body) -> Balance:
        name, pose = body.name, self.made.kinematics.poses[body.name]
        centre = self.made.kinematics.centre(body).text
        velocity = self._define(f"{name}.velocity", f"{centre}'")
        acceleration = self._define(f"{name}.acceleration", f"{velocity}'")
        if self.space == 2:
            angle = pose.angle.text if is_name(pose.angle) else self._define(f"{name}.turn", pose.angle.text)
            spin = self._define(f"{name}.spin", "0" if pose.angle.is_zero else f"{angle}'")
            momentum = f"({body.inertia[0][0].text})*{spin}" if body.inertia else "0"
        else:
            rotation = pose.rotation.text or "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
            omega = pose.omega.text or "[0, 0, 0]"
            spin = self._define(f"{name}.spin", f"{rotation}*({omega})")
            inertia = vector_text(tuple(map(vector_text, body.inertia))).text if body.inertia else ""
            momentum = f"{rotation}*({inertia}*({omega}))" if inertia else "[0, 0, 0]"
        momentum = self._define(f"{name}.angular_momentum", momentum)
        return Balance(
            body=name,
            velocity=self._vector(f"{name}.velocity", velocity),
            acceleration=self._vector(f"{name}.acceleration", acceleration),
            angular_velocity=self._moment(f"{name}.angular_velocity", spin),
            angular_acceleration=self._moment(f"{name}.angular_acceleration", f"{spin}'"),
            momentum=self._vector(f"{name}.momentum", f"({body.mass.text})*{velocity}"),
            momentum_rate=self._vector(f"{name}.momentum_rate", f"({body.mass.text})*{acceleration}"),
            angular_momentum=self._moment(f"{name}.angular_momentum", momentum),
            angular_momentum_rate=self._moment(f"{name}.angular_momentum_rate", f"{momentum}'"),
            actions=tuple(self._actions(body, centre)),
        )

    # -- actions ---------------------------------------------------------------------------------

    def _actions(self, body: Body, centre: str) -> Iterator[Action]:
        gravity = vector(self.made.system.gravity).text
        if gravity and not body.mass.is_zero:
            yield self._action(body, WEIGHT, WEIGHT, (f"({body.mass.text})*{gravity}", ""), "")
        for one in self.made.actions:
            if one.body == body.name:
                force = one.force.text if one.force is not None else ""
                torque = one.torque.text if one.torque is not None else ""
                yield self._action(
                    body, ELEMENT, one.element, (force, torque), f"{one.place.text} - {centre}"
                )
        for joint in self.made.system.joints:
            if self._is_coupling(joint):
                continue
            for end, sign in zip(joint.ends, ("-", ""), strict=True):
                if end.body == body.name:
                    force, torque = self._reaction(joint)
                    arm = f"{self._acting_at(joint, end)} - {centre}"
                    kind = JOINT if joint.name in self.in_tree else LOOP
                    yield self._action(body, kind, joint.name, (f"{sign}{force}", f"{sign}{torque}"), arm)

    def _acting_at(self, joint: Joint, end: End) -> str:
        """Where the force of a joint acts on one of its bodies: the same place once the joint is closed."""
        tie = self.made.ties.get(joint.name)
        if tie is not None and tie.place is not None:
            return f"({tie.place.text})"
        return self._place(end if self.reactions.in_fixed_axes(joint) else joint.ends[1])

    def _action(self, body: Body, kind: str, name: str, pair: tuple[str, str], arm: str) -> Action:
        force, torque = pair
        label = f"{body.name}.{kind}.{name}"
        zero = zeros(self.space).text
        force = self._define(f"{label}.force", force or zero)
        terms = [f"cross({arm}, {force})"] if arm else []
        terms += [f"({torque})"] if torque else []
        empty = "0" if self.space == 2 else zero
        return Action(
            kind=kind,
            name=name,
            force=self._vector(f"{label}.force", force),
            moment=self._moment(f"{label}.moment", " + ".join(terms) or empty),
        )

    def _reaction(self, joint: Joint) -> tuple[str, str]:
        """The names of the force and the torque that a joint exerts on its second body."""
        name = joint.name
        force, torque = owned(name, "reaction"), owned(name, "reaction_torque")
        if force not in self.definitions:
            unknowns = self._unknowns(joint)
            self.definitions[force] = self.reactions.carried_force(joint, unknowns).text
            self.definitions[torque] = self.reactions.carried_torque(joint, unknowns).text
            if name in self.in_tree and joint.kind in ALONG:
                self._effort(joint, torque if joint.kind == "pin" else force)
        return force, torque

    def _effort(self, joint: Joint, name: str) -> None:
        """What acts along the coordinate of a pin or a slider is part of its torque or its force."""
        effort = owned(joint.name, "effort")
        (coordinate,) = joint.coordinates
        self.efforts[coordinate] = effort
        self.parameters[effort] = {"value": 0}
        along = (
            "" if self.space == 2 and joint.kind == "pin" else f"*({self.made.axis_of(joint, 'a', 0).text})"
        )
        self.definitions[name] = f"{self.definitions[name]} + {effort}{along}"

    def _unknowns(self, joint: Joint) -> Names:
        """The multipliers of a joint that closes a loop; else parameters in their place."""
        if joint.name not in self.in_tree:
            return self.reactions.multipliers(joint)
        found = self._names_of_unknowns(joint)
        for one in found:  # values that differ, so that none can be taken for another
            self.parameters[one] = {"value": math.sqrt(len(self.unknowns) + 2)}
            self.unknowns.append(one)
        return found

    def _names_of_unknowns(self, joint: Joint) -> Names:
        """F in fixed axes, N along an axis of the joint, M about one."""
        name, counts = joint.name, {"normal": 0, "torque": 0}
        found: list[str] = []
        for condition, count in self.reactions.conditions(joint):
            if count > 1:
                found += [canonical(f"{name}.force[{i + 1}]") for i in range(count)]
                continue
            word = "normal" if isinstance(condition, Place) else "torque"
            counts[word] += 1
            found.append(canonical(f"{name}.{word}[{counts[word]}]"))
        return tuple(found)

    def _place(self, end: End) -> str:
        return self.made.kinematics.frame(end).place.text or zeros(self.space).text

    # -- entries ---------------------------------------------------------------------------------

    def _define(self, name: str, text: str) -> str:
        own = canonical(name)
        self.definitions.setdefault(own, text)
        return own

    def _vector(self, name: str, text: str) -> Names:
        return self._components(name, text, self.space)

    def _moment(self, name: str, text: str) -> Names:
        return self._components(name, text, 1 if self.space == 2 else 3)

    def _components(self, name: str, text: str, count: int) -> Names:
        made = tuple(canonical(f"{name}_{i + 1}") for i in range(count))
        self.outputs |= {one: f"({text})[{i + 1}]" if count > 1 else text for i, one in enumerate(made)}
        return made
