"""What is said twice where energies are written beside bodies: T, V, conditions of joints, as outputs."""

from __future__ import annotations

from dataclasses import dataclass

from dalembert._expression.source import Source
from dalembert._model.bodies.body_energies import energies_of
from dalembert._model.bodies.free_bodies import Companion, Names, Pair, expansion_of
from dalembert._model.bodies.joint_conditions import conditions_of
from dalembert._model.bodies.records import GROUND, Joint
from dalembert._model.bodies.written_energies import all_motions, free_motions
from dalembert._model.expansions import has_written_energies
from dalembert._model.records import Model

LEFT_OUT = ("scene", "cases", "simulate", "events", "impulses")
ZERO = "0"


@dataclass(frozen=True, slots=True, kw_only=True)
class SameBody:
    """A body with its energies and its velocities as outputs; `joined` where a joint carries it."""

    name: str
    location: Source
    kinetic: str
    potential: str
    motion: Names
    joined: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SameCondition:
    """A condition of a joint, as an output: zero by itself, or equal to a written constraint."""

    joint: str
    number: int
    location: Source
    output: str
    constraint: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EnergiesTwice:
    """A companion of a model with energies beside bodies.

    `added` are the terms of elements, which are not written; `motions` how many motions the joints leave the
    joined bodies, at least and at most.
    """

    model: Model
    bodies: tuple[SameBody, ...]
    conditions: tuple[SameCondition, ...]
    added: frozenset[str]
    motions: tuple[int, int] | None
    free: int  # how many motions a free body has


def energies_twice(model: Model) -> EnergiesTwice | None:
    """What the bodies say of a model with written energies; None where they are made of the bodies."""
    expansion = expansion_of(model) if has_written_energies(model.written) else None
    if expansion is None:
        return None
    written, made = expansion
    ask = Companion(written, made, _no_reaction)
    system, read = made.system, made.read
    joined = {branch.child for branch in made.tree.branches}
    bodies: list[SameBody] = []
    for body in system.bodies.values():
        if body.name == GROUND:
            continue
        energies = energies_of(made.kinematics, body)
        pose = made.kinematics.poses[body.name]
        turns = pose.omega.text if system.space == 3 else "" if pose.angle.is_zero else f"{pose.angle.text}'"
        centre = made.kinematics.centre(body).text
        bodies.append(
            SameBody(
                name=body.name,
                location=read.location(body.path),
                kinetic=ask.number(energies["kinetic"].text if "kinetic" in energies else ZERO),
                potential=ask.number(energies["potential"].text if "potential" in energies else ZERO),
                joined=body.name in joined,
                motion=(*ask.vector(f"{centre}'"), *(ask.torque(turns) if turns else ())),
            )
        )
    conditions = [
        SameCondition(
            joint=joint.name,
            number=i + 1,
            location=read.location(joint.path),
            output=ask.number(text.text),
            constraint=joint.constraints[i] if joint.constraints else "",
        )
        for joint in system.joints
        if joint in made.tree.loops or not joint.coordinates
        for i, text in enumerate(conditions_of(joint, made.kinematics, made.axis_of))
    ]
    return EnergiesTwice(
        model=ask.model(LEFT_OUT),
        bodies=tuple(bodies),
        conditions=tuple(conditions),
        added=frozenset(str(path[-1]) for path, origin in made.origins.items() if origin[0] == "elements"),
        free=all_motions(system.space),
        motions=free_motions(system, made.tree),
    )


def _no_reaction(joint: Joint) -> Pair:
    """No reaction is asked for."""
    raise NotImplementedError(joint.name)
