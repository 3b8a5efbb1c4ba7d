"""Reactions: the force and torque of the first body of a joint on the second, at its point, in fixed axes.

The force of a joint that closes a loop is given by its multipliers. The load of a joint of the tree follows
from the balances of momentum and of angular momentum of everything beyond it, about its point rⱼ:

    F = Σ m (a − g) − Σ Fₑ,     M = Σ (L' + (r − rⱼ) × m (a − g)) − Σ (Mₑ + (rₑ − rⱼ) × Fₑ)

over the body beyond it, the elements and loops that act on it, and the joints further out. The effort on a
coordinate of the joint is part of its load. In axes of the second body they are Rᵀ F and Rᵀ M. For a joint
with the axis a the axial load of its bearing is a·F, and the radial one |F − (a·F) a|.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from dalembert._model.bodies.joint_conditions import Axis, count_of
from dalembert._model.bodies.joints.kind import Advance, Condition, Normal, Place, SameAngle
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.joints.tie import Tie
from dalembert._model.bodies.records import OF_COORDINATES, Body, End, Joint, System
from dalembert._model.bodies.spanning_tree import Branch, Tree
from dalembert._model.bodies.texts import Text, component, fill
from dalembert._model.bodies.tree_kinematics import Kinematics, apply_rotation, vector, vector_text, zeros

WORDS = ("force", "torque", "force_body", "torque_body")  # quantities of a joint
LOADS = ("axial", "radial")  # and of a joint with an axis in space
WITH_AXIS = ("pin", "slider", "cylinder", "screw", "planar")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """A force of an element on a body at a point, or a torque on it."""

    element: str
    body: str
    place: Text
    force: Text | None = None
    torque: Text | None = None


class Reactions:
    """Defines the forces and torques of joints when they are requested."""

    def __init__(
        self,
        system: System,
        tree: Tree,
        kinematics: Kinematics,
        actions: tuple[Action, ...],
        axis: Axis,
        ties: Mapping[str, Tie],
        driving: Mapping[tuple[str, str], list[Text]],
    ) -> None:
        self.system = system
        self.tree = tree
        self.kinematics = kinematics
        self.axis = axis
        self.ties = ties
        self.driving = driving  # drives and efforts of joints that are conditions, by "force" or "torque"
        self.actions: dict[str, list[Action]] = {}  # of elements, on each body
        for action in actions:
            self.actions.setdefault(action.body, []).append(action)
        self.branches = {one.joint.name: one for one in tree.branches}
        self.joints: dict[str, list[tuple[Joint, int]]] = {}  # of each body; +1 where it is the first
        for joint in system.joints:
            if joint.kind not in OF_COORDINATES:
                for end, sign in zip(joint.ends, (1, -1), strict=True):
                    self.joints.setdefault(end.body, []).append((joint, sign))

    def prepare(self, joint: Joint) -> None:
        """Define the forces and torques of all joints beyond one, those furthest out first."""
        beyond: set[str] = set()
        if joint.name in self.branches:
            beyond.add(self.branches[joint.name].child)
            for branch in self.tree.branches:
                if branch.parent in beyond:
                    beyond.add(branch.child)
        for branch in reversed(self.tree.branches):
            if branch.parent in beyond:
                self.force(branch.joint)
                self.torque(branch.joint)

    def define(self, joint: Joint, what: str) -> None:
        """Define joints.NAME.force and so on, with the definitions it needs."""
        self.prepare(joint)
        if what in LOADS:
            parts = {"F": self.force(joint), "a": self.axis(joint, "a", 0)}
            text = "dot({a}, {F})" if what == "axial" else "norm({F} - dot({a}, {F})*({a}))"
            self.kinematics.definitions.setdefault(
                f"joints.{joint.name}.{what}", (fill(text, **parts), joint.path)
            )
            return
        vector = self.force(joint) if what.startswith("force") else self.torque(joint)
        if what in ("force_body", "torque_body"):
            name = f"joints.{joint.name}.{what}"
            self.kinematics.definitions.setdefault(name, (self._in_body_axes(joint, vector), joint.path))

    def _in_body_axes(self, joint: Joint, vector: Text) -> Text:
        """A vector in axes of the second body; a torque in the plane is a number in any axes."""
        rotation = self.kinematics.frame(End(body=joint.ends[1].body)).body_rotation
        if not rotation.text or (self.system.space == 2 and vector.text.endswith(".torque")):
            return vector
        return fill("transpose({R})*{v}", R=rotation, v=vector)

    def force(self, joint: Joint) -> Text:
        """joints.NAME.force, a vector."""
        name = f"joints.{joint.name}.force"
        if name in self.kinematics.definitions:
            return Text(name)
        branch = self._branch(joint)
        if branch is not None:
            text = self._tree_force(branch)
        else:
            text = self.carried_force(joint, self.multipliers(joint))
        self.kinematics.definitions[name] = (text, joint.path)
        return Text(name)

    def torque(self, joint: Joint) -> Text:
        """joints.NAME.torque: a number in the plane, a vector in space."""
        name = f"joints.{joint.name}.torque"
        if name in self.kinematics.definitions:
            return Text(name)
        branch = self._branch(joint)
        if branch is not None:
            text = self._tree_torque(branch)
        else:
            text = self.carried_torque(joint, self.multipliers(joint))
        self.kinematics.definitions[name] = (text, joint.path)
        return Text(name)

    def _branch(self, joint: Joint) -> Branch | None:
        return self.branches.get(joint.name)

    # -- loops -----------------------------------------------------------------------------------

    def carried_force(self, joint: Joint, unknowns: tuple[str, ...]) -> Text:
        """The force on the second body, by an unknown for each condition of the joint."""
        terms: list[Text] = []
        if joint.name in self.ties:
            return self.ties[joint.name].force
        for condition, names in self._by_condition(joint, unknowns):
            match condition:
                case Place(axes="xyz"):
                    terms.append(vector_text(tuple(map(Text, names))))
                case Place(axes=letter):
                    terms.append(fill("{l}*{u}", l=names[0], u=self.axis(joint, letter, 0)))
                case Advance():
                    terms.append(fill("{l}*{u}", l=names[0], u=self.axis(joint, "a", 0)))
                case _:
                    continue
        terms += self.driving.get((joint.name, "force"), [])
        return _sum(terms) if terms else self._nothing()

    def carried_torque(self, joint: Joint, unknowns: tuple[str, ...]) -> Text:
        """The torque on the second body, by an unknown for each condition of the joint."""
        terms: list[Text] = []
        for condition, names in self._by_condition(joint, unknowns):
            match condition:
                case SameAngle():
                    terms.append(Text(names[0]))
                case Normal(first=u, second=v):
                    pair = {"u": self.axis(joint, u, 0), "v": self.axis(joint, v, 1)}
                    terms.append(fill("{l}*cross({u}, {v})", l=names[0], **pair))
                case Advance():
                    pitch, along = joint.values["pitch"], self.axis(joint, "a", 0)
                    terms.append(fill("-{l}*({p})/(2*pi)*{u}", l=names[0], p=pitch, u=along))
                case _:
                    continue
        terms += self.driving.get((joint.name, "torque"), [])
        return _sum(terms) if terms else self._nothing() if self.system.space == 3 else Text("0")

    def multipliers(self, joint: Joint) -> tuple[str, ...]:
        """The names of the multipliers of a joint that closes a loop."""
        if joint.constraints:
            return tuple(f"lam_{name}" for name in joint.constraints)
        count = sum(number for _, number in self.conditions(joint)) if joint.kind in KINDS else 1
        several = tuple(f"lam_{component(joint.name, i + 1)}" for i in range(count))
        return several if count > 1 else (f"lam_{joint.name}",)

    def conditions(self, joint: Joint) -> list[tuple[Condition, int]]:
        """The conditions of a joint, each with the number of its multipliers."""
        conditions = KINDS[joint.kind].conditions.get(self.system.space, ()) if joint.kind in KINDS else ()
        return [(one, count_of(one, self.system.space)) for one in conditions]

    def in_fixed_axes(self, joint: Joint) -> bool:
        """Whether the force of a joint acts on each of its bodies at the end of that body."""
        return joint.kind not in KINDS or Place("xyz") in KINDS[joint.kind].conditions.get(
            self.system.space, ()
        )

    def _by_condition(
        self, joint: Joint, unknowns: tuple[str, ...]
    ) -> Iterator[tuple[Condition, tuple[str, ...]]]:
        left = iter(unknowns)
        for condition, count in self.conditions(joint):
            yield condition, tuple(islice(left, count))

    # -- trees -----------------------------------------------------------------------------------

    def _tree_force(self, branch: Branch) -> Text:
        body = self.system.bodies[branch.child]
        plus, minus = self._inertial(body), []
        for action in self._actions_on(body):
            if action.force is not None:
                minus.append(action.force)
        for other, sign in self._others(branch):
            (plus if sign > 0 else minus).append(self.force(other))
        text = _sum(plus, minus) if plus or minus else self._nothing()
        return text if branch.forward else fill("-({F})", F=text)

    def _tree_torque(self, branch: Branch) -> Text:
        body, space = self.system.bodies[branch.child], self.system.space
        at = self._place(branch.joint.ends[1])
        plus: list[Text] = []
        minus: list[Text] = []
        for term in self._inertial(body):
            plus.append(fill("cross({c} - ({at}), {F})", c=self.kinematics.centre(body), at=at, F=term))
        plus += self._angular_momentum_rate(body)
        for action in self._actions_on(body):
            if action.force is not None:
                minus.append(fill("cross({r} - ({at}), {F})", r=action.place, at=at, F=action.force))
            if action.torque is not None:
                minus.append(action.torque)
        for other, sign in self._others(branch):
            target = plus if sign > 0 else minus
            position = self._place_of(other)
            target.append(fill("cross({r} - ({at}), {F})", r=position, at=at, F=self.force(other)))
            target.append(self.torque(other))
        if not plus and not minus:
            return Text("0") if space == 2 else self._nothing()
        text = _sum(plus, minus)
        return text if branch.forward else fill("-({M})", M=text)

    def _inertial(self, body: Body) -> list[Text]:
        """The terms m (a − g) of a body."""
        if body.mass.is_zero:
            return []
        name = f"{body.name}.velocity"
        velocity = fill("{c}'", c=self.kinematics.centre(body))
        self.kinematics.definitions.setdefault(name, (velocity, body.path))
        gravity = vector(self.system.gravity)
        if not gravity.text:
            return [fill("({m})*{v}'", m=body.mass, v=name)]
        return [fill("({m})*({v}' - {g})", m=body.mass, v=name, g=gravity)]

    def _angular_momentum_rate(self, body: Body) -> list[Text]:
        """The rate of the angular momentum of a body about its mass centre."""
        pose = self.kinematics.poses[body.name]
        name = f"{body.name}.angular_momentum"
        if not body.inertia:
            return []
        if self.system.space == 2:
            if pose.angle.is_zero:
                return []
            rate = fill("({J})*{a}'", J=body.inertia[0][0], a=pose.angle)
        else:
            if not pose.omega.text:
                return []
            rows = vector_text(tuple(map(vector_text, body.inertia)))
            rate = apply_rotation(pose.rotation, fill("({J}*{w})", J=rows, w=pose.omega))
        self.kinematics.definitions.setdefault(name, (rate, body.path))
        return [Text(f"{name}'")]

    def _actions_on(self, body: Body) -> list[Action]:
        return self.actions.get(body.name, [])

    def _others(self, branch: Branch) -> list[tuple[Joint, int]]:
        """The other joints of the body beyond a branch; +1 where the body is the first of the joint."""
        name = branch.joint.name
        return [(joint, sign) for joint, sign in self.joints[branch.child] if joint.name != name]

    def _place(self, end: End) -> Text:
        position = self.kinematics.frame(end).position
        return position if position.text else self._nothing()

    def _place_of(self, joint: Joint) -> Text:
        """The point where the force of a joint acts: its second frame, or the contact of a rolling wheel."""
        tie = self.ties.get(joint.name)
        return tie.place if tie is not None and tie.place is not None else self._place(joint.ends[1])

    def _nothing(self) -> Text:
        return zeros(self.system.space)


def has_axis(system: System, joint: Joint) -> bool:
    """Whether a joint has an axis in space, along and across which its bearing is loaded."""
    return system.space == 3 and joint.kind in WITH_AXIS


def _sum(plus: list[Text], minus: list[Text] | None = None) -> Text:
    """A sum of terms and of the negatives of others, of one at least."""
    signs = [("", one) for one in plus] + [("-", one) for one in minus or ()]
    pattern = " + ".join(f"{sign}({{t{i}}})" for i, (sign, _) in enumerate(signs))
    return fill(pattern, **{f"t{i}": one for i, (_, one) in enumerate(signs)})
