"""The balances of momentum and of angular momentum of every body, as outputs of a model.

For each body with the mass centre c, in fixed axes:

    m c'' = m g + Σ F,     L' = Σ (M + (r − c) × F),     L = R J ω

over the elements that act on it and the joints that hold it. What a joint does to its second body is made of
one unknown for each of its conditions, whether it carries coordinates or closes a loop; the opposite acts on
its first body. Nothing here uses an energy: only kinematics is shared with Lagrange's equations.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TypeVar

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.bodies.expanded import Expanded
from dalembert._model.bodies.free_bodies import Companion, FreeBody, Names, Pair, expansion_of
from dalembert._model.bodies.joints.kind import Place
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.kinematics import is_name, vector_text
from dalembert._model.bodies.reading import SECTIONS
from dalembert._model.bodies.records import GROUND, Body, Joint
from dalembert._model.bodies.texts import canonical, owned
from dalembert._model.records import Load, Model, Term
from dalembert._text.positions import Path
from dalembert._text.written import Written

ALONG = ("pin", "slider")  # joints with a coordinate along which efforts act
LEFT_OUT = ("scene", "cases", "simulate", "events", "contacts", "impulses")
Kept = TypeVar("Kept", Term, Load)
NOTHING = Expression(root=Number(value=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The terms of the balances of a body, each component an output; in the plane it turns about z only."""

    body: FreeBody
    velocity: Names  # c'
    acceleration: Names
    angular_velocity: Names  # ω, in fixed axes
    angular_acceleration: Names
    momentum: Names  # m c'
    momentum_rate: Names
    angular_momentum: Names  # L
    angular_momentum_rate: Names


@dataclass(frozen=True, slots=True, kw_only=True)
class Balances:
    """A model with the terms of all balances as outputs; unknowns of joints in the tree are parameters.

    What else acts, such as an effort on the coordinate of a joint, is in no balance of a body: `besides` is
    the model without everything that is. It has the same coordinates.
    """

    model: Model
    besides: Model
    bodies: tuple[Balance, ...]
    tree: frozenset[str]  # joints that carry coordinates: their reactions do no work
    unknowns: tuple[str, ...]  # of the joints of the tree
    loose: tuple[str, ...]  # coordinates of ties, which move no body
    complete: bool  # whether what each joint can carry is known
    norms: frozenset[str]  # constraints that keep quaternions at length 1
    efforts: dict[str, str]  # by the coordinates of joints that turn or slide: parameters that act along them


def balances_of(model: Model) -> Balances | None:
    """The balances of the bodies of a model; none where it has no bodies."""
    found = expansion_of(model)
    return _Writer(*found).balances() if found is not None else None


class _Writer:
    """Writes the terms of the balances beside what bodies expand to."""

    def __init__(self, written: Written, made: Expanded) -> None:
        self.made = made
        self.companion = Companion(written, made, self._reaction)
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
        self.reactions: dict[str, Pair] = {}

    def balances(self) -> Balances:
        """The balances of all bodies but the ground."""
        made = self.made
        found = tuple(self._balance(body) for body in made.system.bodies.values() if body.name != GROUND)
        model = self.companion.model(LEFT_OUT)
        return Balances(
            model=model,
            besides=self._besides(model),
            bodies=found,
            tree=frozenset(self.in_tree),
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
        networks = {one.path for one in self.made.system.networks}  # what they do is in no balance of a body
        for path, origin in self.made.origins.items():
            joint = self.made.joints.get(str(origin[1])) if origin[0] == "joints" else None
            bent = path[:2] == ("energy", "potential") and path[-1] in self.made.beams.potentials
            coupling = joint is not None and self.companion.is_coupling(joint)
            if origin[0] in SECTIONS and origin[:2] not in networks and not bent and not coupling:
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

    def _balance(self, body: Body) -> Balance:
        name, pose, ask = body.name, self.made.kinematics.poses[body.name], self.companion
        velocity = ask.define(f"{name}.velocity", f"{self.made.kinematics.centre(body).text}'")
        acceleration = ask.define(f"{name}.acceleration", f"{velocity}'")
        if self.space == 2:
            angle = pose.angle.text if is_name(pose.angle) else ask.define(f"{name}.turn", pose.angle.text)
            spin = ask.define(f"{name}.spin", "0" if pose.angle.is_zero else f"{angle}'")
            momentum = f"({body.inertia[0][0].text})*{spin}" if body.inertia else "0"
        else:
            rotation = pose.rotation.text or "[[1, 0, 0], [0, 1, 0], [0, 0, 1]]"
            omega = pose.omega.text or "[0, 0, 0]"
            spin = ask.define(f"{name}.spin", f"{rotation}*({omega})")
            inertia = vector_text(tuple(map(vector_text, body.inertia))).text if body.inertia else ""
            momentum = f"{rotation}*({inertia}*({omega}))" if inertia else "[0, 0, 0]"
        momentum = ask.define(f"{name}.angular_momentum", momentum)
        return Balance(
            body=ask.body(body),
            velocity=ask.vector(velocity),
            acceleration=ask.vector(acceleration),
            angular_velocity=ask.turning(spin),
            angular_acceleration=ask.turning(f"{spin}'"),
            momentum=ask.vector(f"({body.mass.text})*{velocity}"),
            momentum_rate=ask.vector(f"({body.mass.text})*{acceleration}"),
            angular_momentum=ask.turning(momentum),
            angular_momentum_rate=ask.turning(f"{momentum}'"),
        )

    # -- reactions -------------------------------------------------------------------------------

    def _reaction(self, joint: Joint) -> Pair:
        """The names of the force and the torque that a joint exerts on its second body."""
        name, ask = joint.name, self.companion
        if name not in self.reactions:
            unknowns = self._unknowns(joint)
            texts = {
                "force": ask.reactions.carried_force(joint, unknowns).text,
                "torque": ask.reactions.carried_torque(joint, unknowns).text,
            }
            if name in self.in_tree and joint.kind in ALONG:
                texts["torque" if joint.kind == "pin" else "force"] += f" + {self._effort(joint)}"
            force, torque = (ask.define(f"{name}.reaction_{word}", text) for word, text in texts.items())
            self.reactions[name] = force, torque
        return self.reactions[name]

    def _effort(self, joint: Joint) -> str:
        """What acts along the coordinate of a pin or a slider is part of its torque or its force."""
        effort = owned(joint.name, "effort")
        (coordinate,) = joint.coordinates
        self.efforts[coordinate] = effort
        self.companion.parameters[effort] = {"value": 0}
        turns = self.space == 2 and joint.kind == "pin"
        return effort if turns else f"{effort}*({self.made.axis_of(joint, 'a', 0).text})"

    def _unknowns(self, joint: Joint) -> Names:
        """The multipliers of a joint that closes a loop; else parameters in their place."""
        if joint.name not in self.in_tree:
            return self.companion.reactions.multipliers(joint)
        found = self._names_of_unknowns(joint)
        for one in found:  # values that differ, so that none can be taken for another
            self.companion.parameters[one] = {"value": math.sqrt(len(self.unknowns) + 2)}
            self.unknowns.append(one)
        return found

    def _names_of_unknowns(self, joint: Joint) -> Names:
        """F in fixed axes, N along an axis of the joint, M about one."""
        name, counts = joint.name, {"normal": 0, "torque": 0}
        found: list[str] = []
        for condition, count in self.companion.reactions.conditions(joint):
            if count > 1:
                found += [canonical(f"{name}.force[{i + 1}]") for i in range(count)]
                continue
            word = "normal" if isinstance(condition, Place) else "torque"
            counts[word] += 1
            found.append(canonical(f"{name}.{word}[{counts[word]}]"))
        return tuple(found)
