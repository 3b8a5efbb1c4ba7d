"""Start poses of bodies with their own coordinates, from the starts of joints along the tree.

A frame on a body has the position r, the rotation E (a unit quaternion, in the plane an angle), the velocity
v in fixed axes and the angular velocity ω in its own axes. A joint with the shift s, the rotation Q and the
spin σ gives

    r₂ = r₁ + E₁ s,   E₂ = E₁ Q,   ω₂ = Qᵀ ω₁ + σ,   v₂ = v₁ + E₁ (ω₁ × s + s')

and the inverse where the second body is already placed. Every result is a parameter that depends on those of
the body before, so that the total length of the texts grows with the length of the chain.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.records import Joint, Point, Vector
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import basis

ZERO, ONE = Text("0"), Text("1")
STILL: Vector = (ONE, ZERO, ZERO, ZERO)
Keep = Callable[[str, Vector], Vector]  # gives components names as parameters
_FACTOR = re.compile(r"rot_(axis|quaternion|x|y|z)\(([^()]*)\)")
_LETTER = re.compile(r"\{([abc])\}\*(.*)")
_PRODUCT = (  # of quaternions: for each component the sign and the two factors of its terms
    ((1, 0, 0), (-1, 1, 1), (-1, 2, 2), (-1, 3, 3)),
    ((1, 0, 1), (1, 1, 0), (1, 2, 3), (-1, 3, 2)),
    ((1, 0, 2), (-1, 1, 3), (1, 2, 0), (1, 3, 1)),
    ((1, 0, 3), (1, 1, 2), (-1, 2, 1), (1, 3, 0)),
)
_CROSS = (((1, 1, 2), (-1, 2, 1)), ((1, 2, 0), (-1, 0, 2)), ((1, 0, 1), (-1, 1, 0)))
_UNITS: tuple[Vector, ...] = tuple(tuple(ONE if i == j else ZERO for j in range(3)) for i in range(3))


@dataclass(frozen=True, slots=True, kw_only=True)
class StartPose:
    """A frame at the start: its position and rotation, its velocity and angular velocity.

    In the plane `turn` is one angle and `omega` its rate.
    """

    position: Vector
    turn: Vector
    velocity: Vector
    omega: Vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """The motion of a joint at the start: shift and its rate in axes of the first frame, rotation, spin."""

    shift: Vector
    turn: Vector
    rate: Vector
    spin: Vector  # in axes of the second frame


def at_rest(space: int) -> StartPose:
    """The pose of the ground."""
    zeros = (ZERO,) * space
    if space == 2:
        return StartPose(position=zeros, turn=(ZERO,), velocity=zeros, omega=(ZERO,))
    return StartPose(position=zeros, turn=STILL, velocity=zeros, omega=zeros)


def step_of(motion: Motion, joint: Joint, space: int, starts: Vector, speeds: Vector) -> Step:
    """The step of a joint with these starts and speeds of its coordinates; its shift is linear in them."""
    letters: dict[str, Vector] = dict(zip("abc", basis(joint.axis), strict=False))
    shift, rate = (_shift(motion.shift, letters, joint.values, parts, space) for parts in (starts, speeds))
    if space == 2:
        at = _number(motion.angle) if motion.angle else -1
        turn, spin = (starts[at], speeds[at]) if at >= 0 else (ZERO, ZERO)
        return Step(shift=shift, turn=(turn,), rate=rate, spin=(spin,))
    quaternion, omega = _rotation_and_spin(motion.rotation, letters, starts, speeds)
    return Step(shift=shift, turn=quaternion, rate=rate, spin=omega)


def _number(name: str) -> int:
    """The position of the coordinate that a pattern names: 1 of {q2}."""
    return int(name.strip("{} q")) - 1


def _shift(
    pattern: str, letters: dict[str, Vector], values: dict[str, Text], parts: Vector, space: int
) -> Vector:
    """The components of a shift: [{q1}, {q2}], or a sum of axes, each with a factor."""
    if pattern.startswith("["):
        return tuple(parts[_number(one)] for one in pattern[1:-1].split(","))
    named = {f"q{i + 1}": fill("({q})", q=one) for i, one in enumerate(parts)} | values
    total: Vector = (ZERO,) * space
    for term in pattern.split(" + ") if pattern else ():
        match = _LETTER.fullmatch(term)
        assert match is not None, pattern  # the patterns of all kinds of joints have this form
        parts_used = [_number(one) for one in re.findall(r"\{q\d\}", match[2])]
        if all(parts[k].is_zero for k in parts_used):
            continue
        factor = fill(match[2], **named)
        total = tuple(_sum((a, _times(factor, b))) for a, b in zip(total, letters[match[1]], strict=True))
    return total


def _rotation_and_spin(
    pattern: str, letters: dict[str, Vector], starts: Vector, speeds: Vector
) -> tuple[Vector, Vector]:
    """The quaternion and the spin of a product of rotations."""
    turn: Vector = STILL
    spin: Vector = (ZERO,) * 3
    for kind, inner in _FACTOR.findall(pattern):
        named = [one.strip() for one in inner.split(",")]
        numbers = [_number(one) for one in named if "q" in one]
        if kind != "quaternion":
            (k,) = numbers
            axis = letters[named[0].strip("{}")] if kind == "axis" else _UNITS["xyz".index(kind)]
            factor, more = axis_turn(axis, starts[k]), tuple(_times(speeds[k], one) for one in axis)
        else:
            factor, rate = tuple(starts[k] for k in numbers), tuple(speeds[k] for k in numbers)
            more = tuple(_times(Text("2"), one) for one in quaternion_product(_inverse(factor), rate)[1:])
        turn = quaternion_product(turn, factor)
        spin = _add(rotate(_inverse(factor), spin), more)
    return turn, spin


def pose_beyond(near: StartPose, step: Step, far: Point, *, forward: bool, keep: Keep) -> StartPose:
    """The pose of the body beyond a joint, from the near frame by the joint to the far frame."""
    if len(near.position) == 2:
        return _placed_in_plane(near, step, far, forward=forward, keep=keep)
    back = _inverse(step.turn)
    if forward:
        frame_turn = keep("frame", quaternion_product(near.turn, step.turn))
        omega = _add(rotate(back, near.omega), step.spin)
        position = _add(near.position, rotate(near.turn, step.shift))
        moved = _add(cross(near.omega, step.shift), step.rate)
        velocity = _add(near.velocity, rotate(near.turn, moved))
    else:
        frame_turn = keep("frame", quaternion_product(near.turn, back))
        omega = rotate(step.turn, _minus(near.omega, step.spin))
        moved = _add(cross(omega, step.shift), step.rate)
        position = _minus(near.position, rotate(frame_turn, step.shift))
        velocity = _minus(near.velocity, rotate(frame_turn, moved))
    far_turn = _turns(far)
    turn = keep("turn", quaternion_product(frame_turn, _inverse(far_turn)))
    omega = keep("spin", rotate(far_turn, omega))
    return StartPose(
        position=keep("place", _minus(position, rotate(turn, far.at))),
        turn=turn,
        velocity=keep("velocity", _minus(velocity, rotate(turn, cross(omega, far.at)))),
        omega=omega,
    )


def _placed_in_plane(near: StartPose, step: Step, far: Point, *, forward: bool, keep: Keep) -> StartPose:
    angle, rate = (near.turn[0], near.omega[0]) if forward else (ZERO, ZERO)
    sign = _add if forward else _minus
    turned, turning = sign(near.turn, step.turn), keep("spin", sign(near.omega, step.spin))
    if not forward:
        angle, rate = turned[0], turning[0]
    moved = _add(_quarter(rate, step.shift), step.rate)
    position = sign(near.position, _in_axes(angle, step.shift))
    velocity = sign(near.velocity, _in_axes(angle, moved))
    turn = keep("turn", _minus(turned, (_sum(one for _, one in far.turns),)))
    return StartPose(
        position=keep("place", _minus(position, _in_axes(turn[0], far.at))),
        turn=turn,
        velocity=keep("velocity", _minus(velocity, _in_axes(turn[0], _quarter(turning[0], far.at)))),
        omega=turning,
    )


def frame_at(pose: StartPose, point: Point, keep: Keep) -> StartPose:
    """The frame of a point of a body at the start."""
    if len(pose.position) == 2:
        angle, rate = pose.turn[0], pose.omega[0]
        return StartPose(
            position=_add(pose.position, _in_axes(angle, point.at)),
            turn=(_sum((angle, *(one for _, one in point.turns))),),
            velocity=_add(pose.velocity, _in_axes(angle, _quarter(rate, point.at))),
            omega=pose.omega,
        )
    turn = _turns(point)
    return StartPose(
        position=_add(pose.position, rotate(pose.turn, point.at)),
        turn=keep("near", quaternion_product(pose.turn, turn)),
        velocity=_add(pose.velocity, rotate(pose.turn, cross(pose.omega, point.at))),
        omega=rotate(_inverse(turn), pose.omega),
    )


def quaternion_rate(turn: Vector, omega: Vector) -> Vector:
    """ė = ½ e ∘ ω, with ω in body axes."""
    if all(one.is_zero for one in omega):
        return (ZERO,) * 4
    return tuple(_times(Text("1/2"), one) for one in quaternion_product(turn, (ZERO, *omega)))


# -- components ----------------------------------------------------------------------------------


def _turns(point: Point) -> Vector:
    turn = STILL
    for axis, angle in point.turns:
        turn = quaternion_product(turn, axis_turn(_UNITS["xyz".index(axis)], angle))
    return turn


def axis_turn(axis: Vector, angle: Text) -> Vector:
    """The quaternion of a rotation about an axis of length 1."""
    if angle.is_zero:
        return STILL
    half = fill("sin(({a})/2)", a=angle)
    return fill("cos(({a})/2)", a=angle), *(_times(half, one) for one in axis)


def quaternion_product(p: Vector, q: Vector) -> Vector:
    """The product p ∘ q of quaternions."""
    return tuple(_bilinear_sum(terms, p, q) for terms in _PRODUCT)


def _inverse(turn: Vector) -> Vector:
    return turn[0], *(_negative(one) for one in turn[1:])


def cross(a: Vector, b: Vector) -> Vector:
    """The cross product a × b."""
    return tuple(_bilinear_sum(terms, a, b) for terms in _CROSS)


def rotate(turn: Vector, v: Vector) -> Vector:
    """A vector rotated by a unit quaternion."""
    if all(one.is_zero for one in v) or all(one.is_zero for one in turn[1:]):
        return v
    return tuple(_sum(_times(_entry(turn, i, j), v[j]) for j in range(3)) for i in range(3))


def _entry(e: Vector, i: int, j: int) -> Text:
    """An entry of the rotation of a unit quaternion."""
    if i == j:
        k, m = (n for n in (1, 2, 3) if n != i + 1)
        gone = _sum((_times(e[k], e[k]), _times(e[m], e[m])))
        return ONE if gone.is_zero else fill("1 - 2*({g})", g=gone)
    k = 3 - i - j
    sign = 1 if (j - i) % 3 == 2 else -1  # of e0 e_k
    both = _sum((_times(e[i + 1], e[j + 1]), _with_sign(sign, _times(e[0], e[k + 1]))))
    return _times(Text("2"), both)


def _bilinear_sum(terms: Iterable[tuple[int, int, int]], a: Vector, b: Vector) -> Text:
    return _sum(_with_sign(sign, _times(a[i], b[j])) for sign, i, j in terms)


def _quarter(rate: Text, v: Vector) -> Vector:
    """The vector ω × v in the plane."""
    return _negative(_times(rate, v[1])), _times(rate, v[0])


def _in_axes(angle: Text, v: Vector) -> Vector:
    if angle.is_zero or all(one.is_zero for one in v):
        return v
    c, s = fill("cos({a})", a=angle), fill("sin({a})", a=angle)
    return _sum((_times(c, v[0]), _negative(_times(s, v[1])))), _sum((_times(s, v[0]), _times(c, v[1])))


def _add(a: Vector, b: Vector) -> Vector:
    return tuple(_sum(pair) for pair in zip(a, b, strict=True))


def _minus(a: Vector, b: Vector) -> Vector:
    return tuple(_sum((x, _negative(y))) for x, y in zip(a, b, strict=True))


def _sum(terms: Iterable[Text]) -> Text:
    left = [one for one in terms if not one.is_zero]
    if len(left) < 2:
        return left[0] if left else ZERO
    pattern = " + ".join(f"({{t{i}}})" for i in range(len(left)))
    return fill(pattern, **{f"t{i}": one for i, one in enumerate(left)})


def _times(a: Text, b: Text) -> Text:
    if a.is_zero or b.is_zero:
        return ZERO
    if a.is_one:
        return b
    return a if b.is_one else fill("({a})*({b})", a=a, b=b)


def _with_sign(sign: int, one: Text) -> Text:
    return one if sign > 0 else _negative(one)


def _negative(one: Text) -> Text:
    return ZERO if one.is_zero else fill("-({a})", a=one)
