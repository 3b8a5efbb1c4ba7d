"""Kinematics along the tree: positions, angles and rotations, each a definition that uses earlier ones."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from dalembert._model.bodies.elements.kind import Frame
from dalembert._model.bodies.joints.ball import PRODUCT, ROTATION, SPIN
from dalembert._model.bodies.joints.kind import Motion
from dalembert._model.bodies.joints.registry import motion_of
from dalembert._model.bodies.records import GROUND, Body, End, Joint, Placement, Point, System, Vector
from dalembert._model.bodies.spanning_tree import Branch
from dalembert._model.bodies.texts import Text, fill
from dalembert._text.positions import Path

_NAME = re.compile(r"[^\W\d]\w*(?:\[[-\d,]+\])?(?:\.[^\W\d]\w*)*(?:\[[-\d,]+\])?")
ZERO = Text("0")
NONE = Text("")  # the identity rotation, the zero vector


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """The origin of a body and its rotation: φ in the plane, R in space, with ω.

    `quaternion` is that of R, where R is a product of quaternions alone.
    """

    position: Text
    angle: Text = ZERO
    rotation: Text = NONE
    omega: Text = NONE
    quaternion: Vector = ()


class Kinematics:
    """Places bodies one after the other; collects the necessary definitions."""

    def __init__(self, system: System, constants: Collection[str] = ()) -> None:
        self.system = system
        self.constants = constants  # parameters, whose rates are zero
        self.definitions: dict[str, tuple[Text, Path]] = {}
        self.poses: dict[str, Pose] = {GROUND: Pose(position=NONE)}

    # -- bodies ----------------------------------------------------------------------------------

    def place_body(self, body: Body, placement: Placement) -> None:
        """Place a body by expressions of the user."""
        origin = self._define(f"{body.name}.origin", vector(placement.at), body.path)
        if self.system.space == 2:
            angle = placement.angle if placement.angle is not None else ZERO
            self.poses[body.name] = Pose(position=origin, angle=self._named_angle(body, angle))
            return
        rotation = placement.rotation if placement.rotation is not None else NONE
        if placement.quaternion:
            rotation = fill("rot_quaternion{e}", e=_arguments(placement.quaternion))
        if not rotation.text:
            self.poses[body.name] = Pose(position=origin)
            return
        named = self._define(f"{body.name}.R", rotation, body.path)
        omega = self._define(f"{body.name}.omega", fill("omega({R})", R=rotation), body.path)
        self.poses[body.name] = Pose(position=origin, rotation=named, omega=omega)

    def place_child(self, branch: Branch) -> None:
        """Place the body at the far end of a joint of the tree."""
        joint, space = branch.joint, self.system.space
        body = self.system.bodies[branch.child]
        motion = _put_in(self.motion(joint), joint)
        near, far = joint.ends if branch.forward else joint.ends[::-1]
        parent = self.frame(near)
        point = self._point(far)
        pose = self._in_plane(body, parent, point, motion, branch) if space == 2 else self._in_space(
            body, parent, point, motion, branch
        )  # fmt: skip
        self.poses[body.name] = pose

    def motion(self, joint: Joint) -> Motion:
        """The motion that a joint allows in a tree."""
        motion = motion_of(joint.kind, self.system.space, joint.words.get("sequence", ""))
        return motion if motion is not None else Motion()

    def _in_plane(self, body: Body, near: Frame, point: Point, motion: _Texts, branch: Branch) -> Pose:
        turn = _turn(point)
        if branch.forward:
            position = _total((near.position, _turn_in_plane(near.angle, motion.shift)))
            angle = _angle_sum((near.angle, motion.angle), (turn,))
        else:
            first = _angle_sum((near.angle,), (motion.angle,))
            shift = NONE
            if motion.shift.text:
                shift = _turn_in_plane(
                    self._define(f"{branch.joint.name}.angle", first, body.path), motion.shift
                )
            position = _total((near.position,), (shift,))
            angle = _angle_sum((first,), (turn,))
        angle = self._named_angle(body, angle)
        origin = _total((position,), (_turned_vector(angle, point.at),))
        if origin.text != near.position.text:
            origin = self._define(f"{body.name}.origin", origin, body.path)
        return Pose(position=origin, angle=angle)

    def _in_space(self, body: Body, near: Frame, point: Point, motion: _Texts, branch: Branch) -> Pose:
        turn = _turns(point)
        spin, back = motion.spin, _transpose(motion.rotation)
        quaternion = self._quaternion(body, point, motion, branch)
        if branch.forward:
            position = _total((near.position, apply_rotation(near.rotation, motion.shift)))
            rotation = _product(near.rotation, motion.rotation, _transpose(turn))
            relative = spin
            carried = back
        else:
            rotation = _product(near.rotation, back, _transpose(turn))
            frame = _product(near.rotation, back)
            position = _total((near.position,), (apply_rotation(frame, motion.shift),))
            relative = _negative(apply_rotation(motion.rotation, spin))
            carried = motion.rotation
        if quaternion and quaternion != motion.quaternion:
            rotation = _put_quaternion_in(ROTATION, quaternion)
            omega = self._define(f"{body.name}.omega", _put_quaternion_in(SPIN, quaternion), body.path)
        else:
            omega = self._omega(body, branch, turn, carried, relative)
        if rotation.text:
            rotation = self._define(f"{body.name}.R", rotation, body.path)
        origin = _total((position,), (apply_rotation(rotation, vector(point.at)),))
        if origin.text != near.position.text:
            origin = self._define(f"{body.name}.origin", origin, body.path)
        return Pose(position=origin, rotation=rotation, omega=omega, quaternion=quaternion)

    def _quaternion(self, body: Body, point: Point, motion: _Texts, branch: Branch) -> Vector:
        """The product E ∘ e of the quaternions of the body before and the joint; empty without them.

        It has four numbers instead of the nine of R, and R(E ∘ e) = R(E) R(e) for any lengths of the two.
        """
        parent = self.poses[branch.parent]
        turned = point.turns or self._point(branch.joint.ends[0]).turns
        if not motion.quaternion or turned or not branch.forward:
            return ()
        if not parent.quaternion:
            return () if parent.rotation.text else motion.quaternion
        both = _by_number("p", parent.quaternion) | _by_number("q", motion.quaternion)
        name = self._define(f"{body.name}.quaternion", fill(PRODUCT, **both), body.path)
        return tuple(Text(f"{name.text}[{i}]") for i in (1, 2, 3, 4))

    def _omega(self, body: Body, branch: Branch, rotation: Text, carried: Text, relative: Text) -> Text:
        """ω = T₂ (Rᵀ T₁ᵀ ω of the body before + ω of the joint), in axes of the body."""
        before = self.poses[branch.parent].omega
        near = branch.joint.ends[0 if branch.forward else 1]
        if before.text:
            turned = _product(carried, _transpose(_turns(self._point(near))))
            before = apply_rotation(turned, before)
        total = _total((before, relative))
        omega = apply_rotation(rotation, total)
        return self._define(f"{body.name}.omega", omega, body.path) if omega.text else NONE

    # -- points ----------------------------------------------------------------------------------

    def _point(self, end: End) -> Point:
        return self.system.bodies[end.body].point(end.point)

    def frame(self, end: End) -> Frame:
        """The frame of a point of a placed body."""
        body, point, pose = self.system.bodies[end.body], self._point(end), self.poses[end.body]
        position = self._place(body, point, pose)
        if self.system.space == 2:
            angle = _angle_sum((pose.angle, _turn(point)), ())
            return Frame(position=position, angle=angle, body_rotation=plane_rotation(pose.angle))
        rotation = _product(pose.rotation, _turns(point))
        return Frame(position=position, rotation=rotation, body_rotation=pose.rotation)

    def _place(self, body: Body, point: Point, pose: Pose) -> Text:
        at = vector(point.at)
        if not at.text:
            return pose.position
        if self.system.space == 2:
            position = _total((pose.position, _turned_vector(pose.angle, point.at)))
        else:
            position = _total((pose.position, apply_rotation(pose.rotation, at)))
        if body.name == GROUND:
            return position
        return self._define(f"{body.name}.{point.name}", position, (*body.path, "points", point.name))

    def all_points(self, body: Body) -> None:
        """Define all points of a body."""
        for point in body.points.values():
            self.frame(End(body=body.name, point=point.name))

    def centre(self, body: Body) -> Text:
        """The name of the mass centre of a body."""
        pose = self.poses[body.name]
        offset = vector(body.centre)
        if not offset.text and is_name(pose.position):
            return pose.position
        if self.system.space == 2:
            position = _total((pose.position, _turned_vector(pose.angle, body.centre)))
        else:
            position = _total((pose.position, apply_rotation(pose.rotation, offset)))
        return self._define(f"{body.name}.centre", position, body.path)

    # -- names -----------------------------------------------------------------------------------

    def _define(self, name: str, text: Text, path: Path) -> Text:
        """A definition, made once."""
        self.definitions.setdefault(name, (text if text.text else zeros(self.system.space), path))
        return Text(name)

    def _named_angle(self, body: Body, angle: Text) -> Text:
        """An angle as a name with a rate: a coordinate, or a definition."""
        if (is_name(angle) and angle.text not in self.constants) or angle.is_zero:
            return Text(angle.text.strip(), angle.offsets) if angle.is_zero else angle
        return self._define(f"{body.name}.angle", angle, body.path)


# -- texts ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Texts:
    """The texts of a motion with the names of coordinates and the axes substituted."""

    shift: Text
    angle: Text
    rotation: Text
    spin: Text
    quaternion: Vector


def _put_in(motion: Motion, joint: Joint) -> _Texts:
    axes = dict(zip("abc", map(vector_text, basis(joint.axis)), strict=False))
    parts = _by_number("q", tuple(map(Text, joint.coordinates))) | axes | joint.values
    return _Texts(
        shift=fill(motion.shift, **parts),
        angle=fill(motion.angle, **parts),
        rotation=fill(motion.rotation, **parts),
        spin=fill(motion.spin, **parts),
        quaternion=tuple(Text(joint.coordinates[i - 1]) for i in motion.quaternion),
    )


def _put_quaternion_in(pattern: str, quaternion: Vector) -> Text:
    """The rotation or the angular velocity of a quaternion."""
    return fill(pattern.format(1, 2, 3, 4), **_by_number("q", quaternion))


def _by_number(letter: str, components: Vector) -> dict[str, Text | str]:
    return {f"{letter}{i}": one for i, one in enumerate(components, 1)}


def basis(axis: Vector) -> tuple[Vector, ...]:
    """The axes a, b, c of a joint: its axis with length 1, and two perpendicular to it."""
    if len(axis) == 2:
        x, y = _unit(axis)
        return (x, y), (_minus(y), x)
    numbers = numbers_of(axis)
    if numbers is None:
        return (_unit(axis),)
    units = [i for i, one in enumerate(numbers) if one]
    if len(units) == 1 and numbers[units[0]] > 0:
        first = units[0]
        return tuple(tuple(Text("1" if j == (first + k) % 3 else "0") for j in range(3)) for k in range(3))
    length = math.hypot(*numbers)
    a = tuple(one / length for one in numbers)
    least = min(range(3), key=lambda i: abs(a[i]))
    e = tuple(float(i == least) for i in range(3))
    b = _cross(a, e)
    size = math.hypot(*b)
    b = tuple(one / size for one in b)
    return tuple(tuple(Text(repr(one)) for one in v) for v in (a, b, _cross(a, b)))


def _cross(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def numbers_of(axis: Vector) -> tuple[float, ...] | None:
    """The components of a vector of plain numbers."""
    try:
        return tuple(float(one.text) for one in axis)
    except ValueError:
        return None


def _unit(axis: Vector) -> Vector:
    numbers = numbers_of(axis)
    if numbers is not None:
        length = math.hypot(*numbers) or 1.0
        return axis if length == 1.0 else tuple(Text(repr(one / length)) for one in numbers)
    return tuple(fill("({one})/norm({v})", one=one, v=vector_text(axis)) for one in axis)


def _minus(one: Text) -> Text:
    return one if one.is_zero else fill("-({one})", one=one)


def vector_text(components: Vector) -> Text:
    """The text [a, b, c] of components."""
    named = {f"c{i}": one for i, one in enumerate(components)}
    return fill("[" + ", ".join(f"{{{name}}}" for name in named) + "]", **named)


def zeros(space: int) -> Text:
    """The zero vector."""
    return vector_text((ZERO,) * space)


def vector(components: Vector) -> Text:
    """The text [a, b, c] of components; empty where all of them are 0."""
    return NONE if all(one.is_zero for one in components) else vector_text(components)


def _arguments(components: Vector) -> Text:
    inner = vector_text(components)
    return Text(f"({inner.text[1:-1]})", inner.offsets)


def is_name(text: Text) -> bool:
    """Whether a text is one name."""
    return _NAME.fullmatch(text.text) is not None


def plane_rotation(angle: Text) -> Text:
    """The rotation of the plane by an angle."""
    if angle.is_zero:
        return Text("[[1, 0], [0, 1]]")
    return fill("[[cos({a}), -sin({a})], [sin({a}), cos({a})]]", a=angle)


def _turn_in_plane(angle: Text, shift: Text) -> Text:
    if not shift.text or angle.is_zero:
        return shift
    return fill("{R}*{v}", R=plane_rotation(angle), v=_in_brackets(shift))


def _turned_vector(angle: Text, shift: Vector) -> Text:
    """The components of a vector of the plane rotated by an angle."""
    if angle.is_zero or all(one.is_zero for one in shift):
        return vector(shift)
    x, y = shift
    if not x.is_zero and not y.is_zero:
        return _turn_in_plane(angle, vector(shift))
    if y.is_zero:
        return fill("[({x})*cos({a}), ({x})*sin({a})]", x=x, a=angle)
    return fill("[-({y})*sin({a}), ({y})*cos({a})]", y=y, a=angle)


def _turn(point: Point) -> Text:
    return _angle_sum(tuple(angle for _, angle in point.turns), ())


def _turns(point: Point) -> Text:
    return _product(*(fill(f"rot_{axis}({{a}})", a=angle) for axis, angle in point.turns))


def _transpose(rotation: Text) -> Text:
    return fill("transpose({R})", R=rotation) if rotation.text else NONE


def _negative(text: Text) -> Text:
    return fill("-({w})", w=text) if text.text else NONE


def _product(*rotations: Text) -> Text:
    """A product of rotations without identities."""
    named = {f"f{i}": _in_brackets(one) for i, one in enumerate(rotations) if one.text}
    return fill("*".join(f"{{{name}}}" for name in named), **named)


def apply_rotation(rotation: Text, shift: Text) -> Text:
    """A rotated vector; empty where it is zero."""
    return _product(rotation, shift) if shift.text else NONE


def _in_brackets(text: Text) -> Text:
    """The text in brackets if it is a sum."""
    plain = text.text
    return fill("({s})", s=text) if " + " in plain or " - " in plain[1:] else text


def _total(plus: tuple[Text, ...], minus: tuple[Text, ...] = ()) -> Text:
    made = NONE
    for sign, one in [(" + ", one) for one in plus] + [(" - ", one) for one in minus]:
        if not one.text:
            continue
        if not made.text:
            made = one if sign == " + " else fill("-{one}", one=_in_brackets(one))
        else:
            made = fill(f"{{made}}{sign}{{one}}", made=made, one=one if sign == " + " else _in_brackets(one))
    return made


def _angle_sum(plus: tuple[Text, ...], minus: tuple[Text, ...]) -> Text:
    made = _total(
        tuple(one for one in plus if one.text and not one.is_zero),
        tuple(one for one in minus if one.text and not one.is_zero),
    )
    return made if made.text else ZERO


def turning_terms(body: Body, omega: Text) -> Iterator[Text]:
    """The terms of ½ ω·J ω."""
    for i in range(3):
        for j in range(i + 1):
            moment = body.inertia[i][j]
            if not moment.is_zero:
                factor = "1/2*" if i == j else ""
                product = f"{{w}}[{i + 1}]^2" if i == j else f"{{w}}[{i + 1}]*{{w}}[{j + 1}]"
                yield fill(f"{factor}({{J}})*{product}", J=moment, w=omega)
