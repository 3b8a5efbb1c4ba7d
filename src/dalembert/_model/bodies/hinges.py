"""Hinges: the joints of a tree, each with the bodies beyond it and the motions that it leaves them together.

Moments about a hinge, and forces along a guide, of all bodies beyond it do not contain its reaction, nor
those of the joints further out.
"""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.free_bodies import Companion, Names
from dalembert._model.bodies.records import GROUND, Joint
from dalembert._model.bodies.spanning_tree import Branch

# The axes about which a joint of a kind turns, and along which it slides, each with the end that carries it.
TURNS: dict[str, tuple[tuple[str, int], ...]] = {
    "pin": (("a", 0),),
    "cylinder": (("a", 0),),
    "planar": (("a", 0),),
    "universal": (("a", 0), ("b", 1)),
}
SLIDES: dict[str, tuple[str, ...]] = {"slider": ("a",), "cylinder": ("a",), "planar": ("b", "c")}
FREELY = ("ball", "free")  # about all fixed axes; a free one also moves along them
KNOWN = {*TURNS, *SLIDES, *FREELY, "weld"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinge:
    """A joint with the bodies beyond it: its point, and the axes about which and along which it moves.

    A body that no joint carries has a hinge of its own at its mass centre. In the plane `turns` has one axis,
    without components. `coordinate` is that of its only motion, `sign` −1 where that moves the inner body.
    """

    name: str
    beyond: frozenset[str]
    at: Names
    turns: tuple[Names, ...]
    slides: tuple[Names, ...]
    coordinate: str = ""
    sign: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Hinges:
    """All hinges, the joints that they are, and the joints whose kind has no motions along fixed axes."""

    hinges: tuple[Hinge, ...]
    joints: frozenset[str]
    without: tuple[str, ...]


def hinges_of(made: BodyExpansion, ask: Companion) -> Hinges:
    """The hinges of the bodies, from the ground outwards."""
    branches = made.tree.branches
    joined = {branch.child for branch in branches}
    free = [name for name in made.system.bodies if name != GROUND and name not in joined]
    hinges = [_of_body(name, _beyond(name, branches), made, ask) for name in free]
    known = [branch for branch in branches if branch.joint.kind in KNOWN]
    hinges += [_of_joint(one, _beyond(one.child, branches), made, ask) for one in known]
    return Hinges(
        hinges=tuple(hinges),
        joints=frozenset(branch.joint.name for branch in branches),
        without=tuple(one.joint.name for one in branches if one not in known),
    )


def _beyond(body: str, branches: tuple[Branch, ...]) -> frozenset[str]:
    """A body and all that its joints carry; branches are in order from the ground outwards."""
    beyond = {body}
    for branch in branches:
        if branch.parent in beyond:
            beyond.add(branch.child)
    return frozenset(beyond)


def _of_body(name: str, beyond: frozenset[str], made: BodyExpansion, ask: Companion) -> Hinge:
    fixed = _fixed_axes(made.system.space, ask)
    return Hinge(
        name=name,
        beyond=beyond,
        at=ask.vector(made.kinematics.centre(made.system.bodies[name]).text),
        turns=((),) if made.system.space == 2 else fixed,
        slides=fixed,
    )


def _of_joint(branch: Branch, beyond: frozenset[str], made: BodyExpansion, ask: Companion) -> Hinge:
    joint, space = branch.joint, made.system.space
    fixed = _fixed_axes(space, ask)
    if joint.kind in FREELY:
        turns = ((),) if space == 2 else fixed
        slides = fixed if joint.kind == "free" else ()
    elif space == 2:
        turns = ((),) if joint.kind in TURNS else ()
        slides = tuple(_axis(joint, letter, 0, made, ask) for letter in SLIDES.get(joint.kind, ()))
    else:
        turns = tuple(_axis(joint, letter, end, made, ask) for letter, end in TURNS.get(joint.kind, ()))
        slides = tuple(_axis(joint, letter, 0, made, ask) for letter in SLIDES.get(joint.kind, ()))
    position = made.kinematics.frame(joint.ends[1]).position.text or str([0] * space)
    return Hinge(
        name=joint.name,
        beyond=beyond,
        at=ask.vector(position),
        turns=turns,
        slides=slides,
        coordinate=joint.coordinates[0] if len(joint.coordinates) == 1 else "",
        sign=1 if branch.forward else -1,
    )


def _axis(joint: Joint, letter: str, end: int, made: BodyExpansion, ask: Companion) -> Names:
    return ask.vector(made.axis_of(joint, letter, end).text)


def _fixed_axes(space: int, ask: Companion) -> tuple[Names, ...]:
    return tuple(ask.vector(str([int(i == k) for i in range(space)])) for k in range(space))
