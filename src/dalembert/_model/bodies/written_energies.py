"""Bodies whose energies are written: T and V stand under [energy], the bodies say what they are made of.

The user's coordinates place the bodies. A joint between placed bodies then holds by itself, or its conditions
are constraints that are written too, and `constraints` names them. Either way it adds nothing to the model:
bodies and joints serve the balances, in which a joint has its reaction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from dalembert._model.bodies.joint_conditions import count_of_conditions
from dalembert._model.bodies.records import GROUND, Joint, System
from dalembert._model.bodies.spanning_tree import Branch, Tree, grow_branches
from dalembert._model.bodies.texts import mentions_in
from dalembert._model.entry_reader import EntryReader


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldBodies:
    """The system and its tree; joints that hold by themselves are branches, unless they close loops."""

    system: System
    tree: Tree


def held_bodies(system: System, tree: Tree, read: EntryReader) -> HeldBodies:
    """The joints between placed bodies without coordinates, as branches from the ground outwards."""
    _refuse_what_has_energies(system, read)
    _refuse_other_constraints(system, tree, read)
    placed = [name for name, body in system.bodies.items() if body.placement is not None]
    still = tuple(replace(one, coordinates=(), said={}) for one in tree.loops)
    holding = [one for one in still if not one.constraints and holds_placed(one, {*placed, GROUND})]
    branches = grow_branches({GROUND}, holding, [])
    for body in placed:  # one that moves freely may carry others
        reached = {GROUND, *placed[: placed.index(body)], *(branch.child for branch in branches)}
        branches += grow_branches({*reached, body}, holding, []) if body not in reached else ()
    used = {branch.joint.name for branch in branches}
    named = {joint.name: joint for joint in still}
    return HeldBodies(
        system=replace(system, joints=tuple(named.get(one.name, one) for one in system.joints)),
        tree=Tree(
            branches=(*branches, *tree.branches), loops=tuple(one for one in still if one.name not in used)
        ),
    )


def holds_placed(joint: Joint, placed: set[str]) -> bool:
    """Whether both bodies of a joint are placed."""
    return all(end.body in placed for end in joint.ends)


def holding_branches(system: System, tree: Tree) -> list[Branch]:
    """The branches whose bodies are placed by the user's coordinates: their joints hold by themselves."""
    return [branch for branch in tree.branches if system.bodies[branch.child].placement is not None]


def idle_joints(system: System, tree: Tree) -> list[Joint]:
    """The joints in loops that hold by themselves, so that no multiplier is their reaction."""
    return [joint for joint in tree.loops if not joint.constraints] if system.written_energies else []


def free_motions(system: System, tree: Tree) -> tuple[int, int] | None:
    """How many motions joints leave the bodies that they hold, at least and at most; None where none is held.

    A joint in a loop that holds by itself takes some of them away; how many, depends on the others.
    """
    holding = holding_branches(system, tree)
    if not holding:
        return None
    most = sum(len(one.joint.coordinates) for one in tree.branches)
    for branch in holding:
        most += all_motions(system.space) - count_of_conditions(branch.joint, system.space)
    taken = sum(count_of_conditions(joint, system.space) for joint in idle_joints(system, tree))
    return most - taken, most


def all_motions(space: int) -> int:
    """How many motions a free body has."""
    return 3 if space == 2 else 6


def are_mentioned(values: Mapping[str, Any], names: set[str], system: System) -> bool:
    """Whether the expanded sections use quantities of bodies, joints or elements."""
    if system.elements or system.networks:
        return True
    mentioned = mentions_in(values)
    owners = {one.partition("[")[0] for one in (*system.bodies, "joints")}
    return any(one.partition(".")[0] in owners for one in mentioned) or not mentioned.isdisjoint(names)


def _refuse_what_has_energies(system: System, read: EntryReader) -> None:
    """Refuse what makes energies or constraints of its own: bodies with coordinates, beams, quaternions."""
    if system.by_body:
        message = "bodies with written energies are placed by your own coordinates"
        read.flaw(("bodies", "coordinates"), "value", message, 'delete coordinates = "body"')
    for body in system.bodies.values():
        if body.beam is not None:
            message = f"the beam `{body.name}` has hinges with energies of their own"
            read.flaw(body.path, "value", message, 'delete energies = "written" under [bodies]')
        if body.placement is not None and body.placement.quaternion:
            message = (
                f"`{body.name}` has written energies, and its quaternion a condition that is written too"
            )
            hint = 'place it by rotation = "rot_z(a)*rot_x(b)", or delete energies = "written" under [bodies]'
            read.flaw((*body.path, "place"), "value", message, hint)


def _refuse_other_constraints(system: System, tree: Tree, read: EntryReader) -> None:
    """Refuse `constraints` of a joint with coordinates, and more or fewer than the conditions of its kind."""
    carrying = {branch.joint.name for branch in tree.branches}
    for joint in system.joints:
        if not joint.constraints:
            continue
        here, count = (*joint.path, "constraints"), count_of_conditions(joint, system.space)
        if joint.name in carrying:
            message = f"the joint `{joint.name}` has coordinates, so that no constraints are its conditions"
            read.flaw(here, "value", message, "delete constraints, or give its body a place")
        elif len(joint.constraints) != count:
            message = (
                f"a joint of kind `{joint.kind}` has {count} conditions here, not {len(joint.constraints)}"
            )
            read.flaw(
                here, "value", message, "name a displacement constraint for each of them, in their order"
            )
