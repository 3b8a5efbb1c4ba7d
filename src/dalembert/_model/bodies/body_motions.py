"""Positions, velocities and accelerations of mass centres and points of bodies, in fixed and in body axes.

    r,   v = r',   a = r''   and   Rᵀ v,   Rᵀ a

as outputs of a companion model, with ω and α of every body.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dalembert._model.bodies.body_expansion import BodyExpansion
from dalembert._model.bodies.free_bodies import Companion, Pair, expansion_of
from dalembert._model.bodies.records import CENTRE, GROUND, Body, End, Joint
from dalembert._model.bodies.texts import canonical
from dalembert._model.put_numbers import symbolic_model, with_numbers
from dalembert._model.records import Model

LEFT_OUT = ("scene", "cases", "simulate", "events", "contacts", "impulses")
Outputs = dict[str, str]  # outputs by the names under which they are shown


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMotion:
    """The motion of a body: of its mass centre and points in fixed axes, and in its own axes."""

    body: str
    fixed: Outputs
    own: Outputs


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyMotions:
    """The motions of all bodies, and the companion model with their components as outputs."""

    model: Model
    bodies: tuple[BodyMotion, ...]


def body_motions(model: Model) -> BodyMotions | None:
    """The motions of the bodies of a model; None where it has none."""
    expansion = expansion_of(symbolic_model(model))
    if expansion is None:
        return None
    written, made = expansion
    ask = Companion(written, made, _no_reaction)
    bodies = tuple(_motion(body, made, ask) for body in made.system.bodies.values() if body.name != GROUND)
    if not bodies:
        return None
    names = model.numbers.names if model.numbers is not None else ()
    return BodyMotions(model=with_numbers(ask.model(LEFT_OUT), names), bodies=bodies)


def _motion(body: Body, made: BodyExpansion, ask: Companion) -> BodyMotion:
    rotation = made.kinematics.frame(End(body=body.name)).body_rotation.text
    places = {CENTRE: made.kinematics.centre(body).text}
    places |= {
        name: made.kinematics.frame(End(body=body.name, point=name)).position.text for name in body.points
    }
    fixed: Outputs = {}
    own: Outputs = {}
    for point, position_text in places.items():
        name = f"{body.name}.{point}"
        position, velocity = ask.define(f"{name}.place", position_text), f"{name}.velocity"
        velocity = ask.define(velocity, f"{position}'")
        for text, mark in ((position, ""), (velocity, "'"), (f"{velocity}'", "''")):
            fixed |= {f"{shown}{mark}": output for shown, output in _components(name, text, ask)}
        owner = body.name if point == CENTRE else name
        for text, word in ((velocity, "velocity_body"), (f"{velocity}'", "acceleration_body")):
            turned = f"transpose({rotation})*({text})" if rotation else text
            own |= dict(_components(f"{owner}.{word}", turned, ask))
    return BodyMotion(body=body.name, fixed=fixed | _angular_motion(body, made, ask), own=own)


def _angular_motion(body: Body, made: BodyExpansion, ask: Companion) -> Outputs:
    """The angular velocity and its rate: about z in the plane, in axes of the body in space."""
    pose = made.kinematics.poses[body.name]
    if made.system.space == 2:
        spin = "0" if pose.angle.is_zero else ask.define(f"{body.name}.spin", f"({pose.angle.text})'")
        name = canonical(f"{body.name}.angular_velocity")
        return {name: ask.number(spin), f"{name}'": ask.number(f"{spin}'")} if spin != "0" else {}
    if not pose.omega.text:
        return {}
    name = f"{body.name}.omega"
    rates = {f"{shown}'": output for shown, output in _components(name, f"({pose.omega.text})'", ask)}
    return dict(_components(name, pose.omega.text, ask)) | rates


def _components(name: str, text: str, ask: Companion) -> Iterator[tuple[str, str]]:
    for i, output in enumerate(ask.vector(text), 1):
        yield canonical(f"{name}[{i}]"), output


def _no_reaction(joint: Joint) -> Pair:
    """No reaction is asked for."""
    raise NotImplementedError(joint.name)
