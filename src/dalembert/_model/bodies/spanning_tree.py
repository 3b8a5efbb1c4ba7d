"""Which joints carry coordinates and which close loops: a spanning tree of the bodies, from the ground."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from dalembert._model.bodies.joints.registry import KINDS
from dalembert._model.bodies.records import GROUND, Joint, System
from dalembert._model.entry_reader import EntryReader


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """A joint of the tree, from a body that is already placed to the one that it places.

    `forward`: the placed body is the first of the joint.
    """

    joint: Joint
    parent: str
    child: str
    forward: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """The branches in the order in which they place bodies, and the joints that close loops."""

    branches: tuple[Branch, ...]
    loops: tuple[Joint, ...]


def tree_of(system: System, read: EntryReader) -> Tree:
    """The spanning tree: joints with named coordinates first, then the others, in the order of the file."""
    joined = [joint for joint in system.joints if joint.kind in KINDS]
    can = [joint for joint in joined if not joint.loop and system.space in KINDS[joint.kind].motions]
    wanted = [joint for joint in can if joint.loop is False or joint.named]
    placed = {GROUND, *(body.name for body in system.bodies.values() if body.placement is not None)}
    branches = grow_branches(placed, can, wanted)
    used = {branch.joint.name for branch in branches}
    for joint in wanted:
        if joint.name not in used:
            message = f"the joint `{joint.name}` has a coordinate, but it closes a loop of joints"
            hint = "give another joint of the loop loop = true in place of a coordinate"
            read.flaw((*joint.path, "coordinate"), "loop", message, hint)
    for joint in joined:
        if joint.name not in used and system.space not in KINDS[joint.kind].conditions:
            if system.space in KINDS[joint.kind].motions:
                message = f"the joint `{joint.name}` would close a loop, which a joint of its kind cannot"
                read.flaw(joint.path, "loop", message, "let another joint close the loop: loop = true")
            else:
                where = "the plane" if system.space == 2 else "space"
                message = f"there is no joint of kind `{joint.kind}` in {where}"
                read.flaw((*joint.path, "kind"), "loop", message, "write space = 3 under [bodies]")
    _refuse_shared_names(system, read)
    _refuse_doubled_joints(branches, joined, read)
    reached = placed | {branch.child for branch in branches}
    for body in system.bodies.values():
        if body.name not in reached:
            message = f"no joint joins the body `{body.name}` to the ground"
            between = f'between = ["ground", "{body.name}"]'
            hint = f'let it move freely: [joints.{body.name}] kind = "free", {between}'
            read.flaw(body.path, "loop", message, hint)
    return Tree(branches=branches, loops=tuple(joint for joint in joined if joint.name not in used))


def _refuse_doubled_joints(branches: tuple[Branch, ...], joined: list[Joint], read: EntryReader) -> None:
    """Refuse a joint between two frames that another one of its kind, or a weld, already connects."""
    placing = {frozenset(branch.joint.ends): branch.joint for branch in branches}
    for joint in joined:
        other = placing.get(frozenset(joint.ends))
        if other is None or other.name == joint.name:
            continue
        kinds = {joint.kind, other.kind}
        if len(kinds) == 1 or ("weld" in kinds and "free" not in kinds):
            message = f"the joint `{joint.name}` holds the same two points as the joint `{other.name}`"
            read.flaw((*joint.path, "between"), "loop", message, "delete one of them, or name other points")


def _refuse_shared_names(system: System, read: EntryReader) -> None:
    """Refuse a coordinate that two joints name."""
    owners: dict[str, str] = {}
    for joint in system.joints:
        for name in joint.coordinates if joint.named else ():
            if name in owners:
                message = f"the coordinate `{name}` is that of the joint `{owners[name]}` already"
                hint = "give each joint a coordinate of its own name; a gear makes two values move together"
                read.flaw((*joint.path, "coordinate"), "name", message, hint)
            owners.setdefault(name, joint.name)


def grow_branches(placed: set[str], can: list[Joint], wanted: list[Joint]) -> tuple[Branch, ...]:
    """Branches from the placed bodies outwards; `wanted` joints come before all others."""
    at: dict[str, list[Joint]] = {}
    for joint in can:
        for end in joint.ends:
            at.setdefault(end.body, []).append(joint)
    preferred = {joint.name for joint in wanted}
    rank = {joint.name: (joint.name not in preferred, i) for i, joint in enumerate(can)}
    done = set(placed)
    waiting = [(*rank[joint.name], joint.name) for body in placed for joint in at.get(body, ())]
    heapify(waiting)
    named = {joint.name: joint for joint in can}
    branches: list[Branch] = []
    while waiting:
        joint = named[heappop(waiting)[-1]]
        first, second = (end.body for end in joint.ends)
        if (first in done) == (second in done):
            continue
        forward = first in done
        parent, child = (first, second) if forward else (second, first)
        branches.append(Branch(joint=joint, parent=parent, child=child, forward=forward))
        done.add(child)
        for other in at[child]:
            heappush(waiting, (*rank[other.name], other.name))
    return tuple(branches)
