"""The balances of momentum and of angular momentum of every body, as outputs of a model.

For each body with the mass centre c, in fixed axes:

    m c'' = m g + Σ F,     L' = Σ (M + (r − c) × F),     L = R J ω

over its elements and joints. The reaction of a joint on its second body has one unknown for each condition,
whether the joint carries coordinates or closes a loop; the opposite acts on its first body. No energy is
used: only the kinematics is shared with Lagrange's equations.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number
from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.contact_loads import ContactLoads
from dalembert._model.bodies.free_bodies import GUIDE, JOINT, Companion, FreeBody, Names, Pair, expansion_of
from dalembert._model.bodies.free_bodies import Load as BodyLoad
from dalembert._model.bodies.hinges import Hinge, Hinges, hinges_of
from dalembert._model.bodies.joints.kind import Advance, Place
from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.records import GROUND, Body, Joint
from dalembert._model.bodies.texts import canonical, member_name
from dalembert._model.bodies.tree_kinematics import is_name, vector_text
from dalembert._model.bodies.written_energies import holding_branches, idle_joints
from dalembert._model.build import build
from dalembert._model.expansions import SECTIONS
from dalembert._model.put_numbers import symbolic_model, with_numbers
from dalembert._model.records import Load, Model, Term
from dalembert._model.survey import depends, survey
from dalembert._text.positions import Path
from dalembert._text.printer import print_tree
from dalembert._text.written import Written

ALONG = ("pin", "slider")  # joints with a coordinate along which efforts act
LEFT_OUT = ("scene", "cases", "simulate", "events", "contacts", "impulses")
Kept = TypeVar("Kept", Term, Load)
NOTHING = Expression(root=Number(value=0))


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyRotation:
    """R, ω, ω' and J of a body that rotates in space, in body axes: outputs, and the names of R and ω."""

    rotation_names: Names  # row by row
    rotation: Names
    omega_names: Names
    omega: Names
    omega_rate: Names
    inertia: Names  # row by row


@dataclass(frozen=True, slots=True, kw_only=True)
class Balance:
    """The terms of the balances of a body, each component an output; in the plane it rotates about z only."""

    body: FreeBody
    velocity: Names  # c'
    acceleration: Names
    angular_velocity: Names  # ω, in fixed axes
    angular_acceleration: Names
    momentum: Names  # m c'
    momentum_rate: Names
    angular_momentum: Names  # L
    angular_momentum_rate: Names
    body_rotation: BodyRotation | None = None  # in space, of a body with inertia


@dataclass(frozen=True, slots=True, kw_only=True)
class Balances:
    """A model with the terms of all balances as outputs; unknowns of joints in the tree are parameters.

    Other forces, such as an effort on the coordinate of a joint, belong to no balance of a body: `besides` is
    the model with these alone. It has the same coordinates.
    """

    model: Model
    besides: Model
    bodies: tuple[Balance, ...]
    tree: frozenset[str]  # joints that carry coordinates: their reactions do no work
    unknowns: tuple[str, ...]  # parameters for the reactions of joints of the tree
    loose: tuple[str, ...]  # coordinates of ties, which move no body
    unplaced: tuple[str, ...]  # contacts whose points of action on bodies are not known
    held: frozenset[str]  # joints whose reaction has all components; an equation states that it does no work
    norms: frozenset[str]  # constraints that keep quaternions at length 1
    efforts: dict[str, str]  # parameters for efforts along coordinates of joints, by coordinate
    hinges: Hinges

    def does_no_work(self, load: BodyLoad) -> bool:
        """Whether a load is a reaction that drops out of projected balances."""
        return load.kind == GUIDE or (load.kind == JOINT and load.name in self.tree)

    def loads_beyond(self, hinge: Hinge) -> Iterator[tuple[Balance, tuple[BodyLoad, ...]]]:
        """The bodies beyond a hinge with the loads on them that are not between two of them."""
        ends: dict[str, set[str]] = {}
        for one in self.bodies:
            for load in one.body.loads:
                if load.kind == JOINT:
                    ends.setdefault(load.name, set()).add(one.body.name)
        inside = self.hinges.joints | {
            name for name, pair in ends.items() if len(pair) == 2 and pair <= hinge.beyond
        }
        for one in self.bodies:
            if one.body.name in hinge.beyond:
                yield (
                    one,
                    tuple(load for load in one.body.loads if load.kind != JOINT or load.name not in inside),
                )

    def is_held(self, load: BodyLoad) -> bool:
        """Whether an equation, not the choice of components, ensures that a reaction does no work."""
        return load.kind == GUIDE or (load.kind == JOINT and load.name in self.held)


def balances_of(model: Model) -> Balances | None:
    """The balances of the bodies of a model; None where it has no bodies."""
    expansion = expansion_of(symbolic_model(model))
    if expansion is None:
        return None
    made = _Writer(*expansion).balances()
    names = model.numbers.names if model.numbers is not None else ()
    return replace(made, model=with_numbers(made.model, names), besides=with_numbers(made.besides, names))


class _Writer:
    """Adds the terms of the balances to the expansion of bodies."""

    def __init__(self, written: Written, made: BodyExpansion) -> None:
        self.made = made
        self.companion = Companion(written, made, self._reaction, self._guide)
        self.space = made.system.space
        self.in_tree = {branch.joint.name for branch in made.tree.branches}
        self.in_tree |= {joint.name for joint in idle_joints(made.system, made.tree)}
        self.joined = {one.child for one in holding_branches(made.system, made.tree)}
        self.held: set[str] = set()
        self.unknowns: list[str] = []
        constraints = made.values.get("constraints", {}).get("displacement", {})
        self.norms = {
            n
            for n in constraints
            if n.endswith(".unit") and ("constraints", "displacement", n) in made.origins
        }
        self.efforts: dict[str, str] = {}
        self.placed: set[str] = set()  # contacts whose points of action on bodies are known
        self.unplaced: list[str] = []
        model, _ = build(replace(written, values={**made.values, "outputs": {}}))
        self.contacts = model.contacts
        self.written = _names_of_energies(model) if made.system.written_energies else frozenset()
        self._contacts(model)
        self.acting = self._acted_on(model)
        self.reactions: dict[str, Pair] = {}

    def balances(self) -> Balances:
        """The balances of all bodies but the ground."""
        made = self.made
        body_balances = tuple(
            self._balance(body) for body in made.system.bodies.values() if body.name != GROUND
        )
        hinges = hinges_of(made, self.companion)
        model = self.companion.model(LEFT_OUT)
        return Balances(
            model=model,
            besides=self._besides(model),
            bodies=body_balances,
            tree=frozenset(self.in_tree),
            unknowns=tuple(self.unknowns),
            loose=tuple(
                name for joint in made.system.joints if joint.name in made.ties for name in joint.coordinates
            ),
            unplaced=tuple(self.unplaced),
            held=frozenset(self.held),
            norms=frozenset(self.norms),
            efforts=self.efforts,
            hinges=hinges,
        )

    def _contacts(self, model: Model) -> None:
        """Forces of contacts as parameters: on the bodies, and for Lagrange as energies f g and powers f_t v.

        So both derivations contain them, independent of their laws.
        """
        energy, ask = self.companion.energy, self.companion
        loads = ContactLoads(model, self.made)
        for contact in model.contacts:
            origin = self.made.origins.get(("contacts", contact.name), ("",))
            of_element = origin[0] == "elements"  # its force is among those of elements
            touches = () if of_element else loads.of(contact)
            if touches is None:
                self.unplaced.append(contact.name)
            else:
                self.placed.add(contact.name)
                ask.touches += touches
            terms = [("potential", f"contact_{contact.name}", contact.gap)]
            slips = zip(contact.slips, contact.slip, strict=True) if contact.slip else ()
            terms += [("dissipation", f"friction_{name}", slip) for name, slip in slips]
            for kind, force, conjugate in terms:
                given = energy.get(kind, {})
                table = dict(given) if isinstance(given, Mapping) else {kind: given}
                energy[kind] = table | {force: f"-{force}*({print_tree(conjugate.root)})"}
                ask.parameters[force] = {"value": math.sqrt(len(ask.parameters) + 2)}

    def _acted_on(self, model: Model) -> frozenset[str]:
        """Coordinates on which other efforts than forces on bodies may act, such as those of a gear."""
        besides, known = self._besides(model), survey(model)
        terms = (*besides.kinetic, *besides.potential, *besides.dissipation)
        roots = [one.expression.root for one in terms]
        roots += [one.expression.root for one in besides.constraints if one.name not in self.norms]
        names = {name for root in roots for name, _ in depends(root, known)}
        return frozenset(names | {one.name for one in besides.work})

    def _besides(self, model: Model) -> Model:
        """The model without the terms of the balances: bodies, elements and joints."""
        given: dict[Path, set[str]] = {}
        networks = {one.path for one in self.made.system.networks}  # they belong to no balance of a body
        for path, origin in self.made.origins.items():
            joint = self.made.joints.get(str(origin[1])) if origin[0] == "joints" else None
            bent = path[:2] == ("energy", "potential") and path[-1] in self.made.beams.potentials
            coupling = joint is not None and self.companion.is_coupling(joint)
            if origin[0] in SECTIONS and origin[:2] not in networks and not bent and not coupling:
                given.setdefault(path[:-1], set()).add(str(path[-1]))
        for contact in (one for one in self.contacts if one.name in self.placed):
            given.setdefault(("energy", "potential"), set()).add(f"contact_{contact.name}")
            names = {f"friction_{name}" for name in contact.slips}
            given.setdefault(("energy", "dissipation"), set()).update(names)
        for path in self.written:
            given.setdefault(path[:-1], set()).add(str(path[-1]))
        written_conditions = {name for joint in self.made.system.joints for name in joint.constraints}
        loads = {f"work.{name}" for name in given.get(("work",), ())}
        for name in self.norms:
            given["constraints", "displacement"].discard(name)
        constrained = written_conditions.union(
            *(given.get(("constraints", kind), ()) for kind in ("displacement", "flow"))
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
            angular_velocity=ask.torque(spin),
            angular_acceleration=ask.torque(f"{spin}'"),
            momentum=ask.vector(f"({body.mass.text})*{velocity}"),
            momentum_rate=ask.vector(f"({body.mass.text})*{acceleration}"),
            angular_momentum=ask.torque(momentum),
            angular_momentum_rate=ask.torque(f"{momentum}'"),
            body_rotation=self._rotation_terms(body) if self.space == 3 else None,
        )

    def _rotation_terms(self, body: Body) -> BodyRotation | None:
        """The terms of Euler's equations of a body; None where it has no inertia or does not rotate."""
        pose, ask = self.made.kinematics.poses[body.name], self.companion
        if not body.inertia or not pose.omega.text or not pose.rotation.text:
            return None
        R, omega = pose.rotation.text, pose.omega.text
        places = [(i, j) for i in (1, 2, 3) for j in (1, 2, 3)]
        return BodyRotation(
            rotation_names=tuple(canonical(f"{R}[{i},{j}]") for i, j in places),
            rotation=tuple(ask.number(f"{R}[{i},{j}]") for i, j in places),
            omega_names=tuple(canonical(f"{omega}[{i}]") for i in (1, 2, 3)),
            omega=ask.vector(omega),
            omega_rate=ask.vector(f"{omega}'"),
            inertia=tuple(ask.number(body.inertia[i - 1][j - 1].text) for i, j in places),
        )

    # -- reactions -------------------------------------------------------------------------------

    def _reaction(self, joint: Joint) -> Pair:
        """The names of the force and the torque that a joint exerts on its second body."""
        name, ask = joint.name, self.companion
        if name not in self.reactions:
            force, torque = self._unknown_loads(joint)
            if name in self.in_tree and joint.kind in ALONG and joint.coordinates:
                effort = self._effort(joint)
                turns = joint.kind == "pin"
                force, torque = (force, f"{torque} + {effort}") if turns else (f"{force} + {effort}", torque)
            self.reactions[name] = (
                ask.define(f"{name}.reaction_force", force),
                ask.define(f"{name}.reaction_torque", torque),
            )
        return self.reactions[name]

    def _unknown_loads(self, joint: Joint) -> Pair:
        """Force and torque in unknowns: one for each condition, or all components of a held joint."""
        kind = KINDS.get(joint.kind)
        known = kind is None or self.space in kind.conditions
        if joint.name in self.in_tree and not (known and (joint.kind in ALONG or not self._is_driven(joint))):
            self.held.add(joint.name)
            force = self._parameters_of(f"{joint.name}.force", self.space)
            torque = self._parameters_of(f"{joint.name}.torque", 1 if self.space == 2 else 3)
            turning = torque[0] if self.space == 2 else f"[{', '.join(torque)}]"
            return f"[{', '.join(force)}]", turning
        unknowns, reactions = self._unknowns(joint), self.companion.reactions
        return reactions.carried_force(joint, unknowns).text, reactions.carried_torque(joint, unknowns).text

    def _is_driven(self, joint: Joint) -> bool:
        """Whether something other than a force on a body acts on the coordinates of a joint."""
        return bool(set(joint.coordinates) & self.acting)

    def _guide(self, body: Body) -> Pair | None:
        """The force and the torque that guide a body with a prescribed position; None where it moves freely.

        It moves freely where its position is its own coordinates and no other effort acts on these.
        """
        if body.placement is None and body.name not in self._free_bodies():
            return None
        if body.name in self.joined:
            return None
        if body.placement is not None:
            placement = body.placement
            parts = (*placement.at, *(placement.quaternion or (placement.angle,)))
            names = {part.text for part in parts if part is not None}
            by_coordinates = None not in parts and names <= set(self.made.values.get("coordinates", {}))
        else:
            names, by_coordinates = set(self._free_bodies()[body.name]), True
        if by_coordinates and not names & self.acting:
            return None
        name = body.name
        force = self._parameters_of(f"{name}.guide_force", self.space)
        torque = self._parameters_of(f"{name}.guide_torque", 1 if self.space == 2 else 3)
        ask = self.companion
        turning = torque[0] if self.space == 2 else f"[{', '.join(torque)}]"
        return (
            ask.define(f"{name}.guide", f"[{', '.join(force)}]"),
            ask.define(f"{name}.guide_moment", turning),
        )

    def _free_bodies(self) -> dict[str, Names]:
        """Bodies on free joints, with the coordinates of these."""
        branches = self.made.tree.branches
        return {one.child: one.joint.coordinates for one in branches if one.joint.kind == "free"}

    def _parameters_of(self, name: str, count: int) -> Names:
        """Unknowns as parameters with different values, so that they cannot be confused."""
        names = (
            tuple(canonical(f"{name}[{i + 1}]") for i in range(count)) if count > 1 else (canonical(name),)
        )
        for one in names:
            self.companion.parameters[one] = {"value": math.sqrt(len(self.unknowns) + 2)}
            self.unknowns.append(one)
        return names

    def _effort(self, joint: Joint) -> str:
        """The effort along the coordinate of a pin or a slider, a part of its torque or force."""
        effort = member_name(joint.name, "effort")
        (coordinate,) = joint.coordinates
        self.efforts[coordinate] = effort
        self.companion.parameters[effort] = {"value": 0}
        turns = self.space == 2 and joint.kind == "pin"
        return effort if turns else f"{effort}*({self.made.axis_of(joint, 'a', 0).text})"

    def _unknowns(self, joint: Joint) -> Names:
        """The multipliers of a joint that closes a loop; else corresponding unknowns."""
        if joint.name not in self.in_tree:
            return self.companion.reactions.multipliers(joint)
        return tuple(one for name in self._names_of_unknowns(joint) for one in self._parameters_of(name, 1))

    def _names_of_unknowns(self, joint: Joint) -> Names:
        """The names of unknowns: F in fixed axes, N along an axis of the joint, M about one."""
        name, counts = joint.name, {"normal": 0, "torque": 0}
        names: list[str] = []
        for condition, count in self.companion.reactions.conditions(joint):
            if count > 1:
                names += [canonical(f"{name}.force[{i + 1}]") for i in range(count)]
                continue
            word = "normal" if isinstance(condition, Place | Advance) else "torque"
            counts[word] += 1
            names.append(canonical(f"{name}.{word}[{counts[word]}]"))
        return tuple(names)


def _names_of_energies(model: Model) -> frozenset[Path]:
    """The kinetic and potential energies of a model."""
    terms = {"kinetic": model.kinetic, "potential": model.potential}
    return frozenset(("energy", kind, one.name) for kind, some in terms.items() for one in some)
