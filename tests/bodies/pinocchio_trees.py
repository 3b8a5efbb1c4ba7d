"""Trees of `random_mechanisms.py` by Pinocchio: accelerations, and reactions from the balances of bodies."""

from __future__ import annotations

from typing import Any

import numpy as np
from tests.bodies.random_mechanisms import Link, Mechanism, Values

UNITS = {"x": 0, "y": 1, "z": 2}
USUAL = {"slider": "x", "universal": "x"}


def by_pinocchio(mechanism: Mechanism) -> dict[str, Values]:
    """What `outputs_at_start` gives, with the same names."""
    import pinocchio as pin

    model, at, q, v = _model(pin, mechanism)
    data = model.createData()
    pin.forwardKinematics(model, data, q, v)
    loads = _loads(pin, mechanism, data, at)
    external = [pin.Force.Zero() for _ in range(model.njoints)]
    for body, (force, torque) in loads.items():  # about the origin of the fixed axes
        j = at[body][0]
        if j:
            external[j] = external[j] + data.oMi[j].actInv(pin.Force(force, torque))
    forces = pin.StdVec_Force()
    forces.extend(external)
    a = pin.aba(model, data, q, v, np.zeros(model.nv), forces).copy()
    pin.forwardKinematics(model, data, q, v, a)
    found, needed = {}, {}
    for link in mechanism.links:
        found |= _motion(link, data, at)
        needed[link.name] = _needed(mechanism, link, found, data, at, loads.get(link.name))
    for i, link in reversed(list(enumerate(mechanism.links))):
        force, moment = needed[link.name]
        if link.parent != "ground":
            total = needed[link.parent]
            needed[link.parent] = (total[0] + force, total[1] + moment)
        end = (link.parent, link.near) if link.backwards else (link.name, link.far)
        place = (_pose(pin, data, at, end[0]) * _frame(pin, end[1])).translation
        sign = -1 if link.backwards else 1
        found[f"J{i} force"], found[f"J{i} torque"] = sign * force, sign * (moment - np.cross(place, force))
    return found


def _model(pin: Any, mechanism: Mechanism) -> tuple[Any, dict[str, Any], Values, Values]:
    """The model, each body as its joint and its pose there, and the state."""
    model = pin.Model()
    model.gravity = pin.Motion(np.array(mechanism.sections["bodies"]["gravity"]), np.zeros(3))
    at: dict[str, Any] = {"ground": (0, pin.SE3.Identity())}
    qs, vs = [], []
    for link in mechanism.links:
        j, pose = at[link.parent]
        near, far = pose * _frame(pin, link.near), _frame(pin, link.far)
        if link.kind == "weld":
            at[link.name] = (j, near * far.inverse())
        else:
            joint, q, v = _joint(pin, link)
            at[link.name] = (model.addJoint(j, joint, near, link.name), far.inverse())
            qs.append(q)
            vs.append(v)
        own = pin.Inertia(link.mass, link.centre, link.inertia)
        model.appendBodyToJoint(at[link.name][0], own, at[link.name][1])
    return model, at, np.concatenate(qs), np.concatenate(vs)


def _joint(pin: Any, link: Link) -> tuple[Any, Values, Values]:
    """A joint of Pinocchio's with its state, composed of turns and shifts where it has no such joint."""
    a, b, c = _basis(link)
    turn, shift = pin.JointModelRevoluteUnaligned, pin.JointModelPrismaticUnaligned
    sign = -1 if link.backwards else 1
    q, v = sign * link.q, sign * link.v
    match link.kind:
        case "screw":
            return pin.JointModelHelicalUnaligned(a, link.pitch / (2 * np.pi)), q, v
        case "pin":
            return turn(a), q, v
        case "slider":
            return shift(a), q, v
        case "cylinder":
            return _composed(pin, shift(a), turn(a)), q, v
        case "universal":
            return _composed(pin, turn(a), turn(b)), q, v
        case "planar":
            return _composed(pin, shift(b), shift(c), turn(a)), q, v
    moves = [pin.JointModelTranslation()] if link.kind == "free" else []
    if link.sequence:
        return _composed(pin, *moves, *(turn(np.eye(3)[UNITS[one]]) for one in link.sequence)), q, v
    e, rate = q[-4:], v[-4:]
    omega = 2 * (e[0] * rate[1:] - rate[0] * e[1:] - np.cross(e[1:], rate[1:]))
    state = np.array([*q[:-4], *e[1:], e[0]]), np.array([*v[:-4], *omega])
    return _composed(pin, *moves, pin.JointModelSpherical()), *state


def _composed(pin: Any, *joints: Any) -> Any:
    made = pin.JointModelComposite()
    for one in joints:
        made.addJoint(one)
    return made


def _basis(link: Link) -> tuple[Values, Values, Values]:
    """The axis of a joint, and two at right angles to it in the order that docs/bodies.md has for planes."""
    axis = link.axis if link.axis is not None else USUAL.get(link.kind, "z")
    if isinstance(axis, str):
        k = UNITS[axis]
        return np.eye(3)[k], np.eye(3)[(k + 1) % 3], np.eye(3)[(k + 2) % 3]
    a = np.array(axis) / np.linalg.norm(axis)
    b = np.cross(a, np.eye(3)[int(np.argmin(np.abs(a)))])
    b /= np.linalg.norm(b)
    return a, b, np.cross(a, b)


def _frame(pin: Any, point: dict[str, Any]) -> Any:
    R = np.eye(3)
    for axis, angle in point["turn"]:
        R = R @ pin.AngleAxis(angle, np.eye(3)[UNITS[axis]]).toRotationMatrix()
    return pin.SE3(R, np.array(point["at"]))


def _pose(pin: Any, data: Any, at: dict[str, Any], body: str) -> Any:
    j, pose = at[body]
    return data.oMi[j] * pose if j else pin.SE3(pose)


def _loads(pin: Any, mechanism: Mechanism, data: Any, at: dict[str, Any]) -> dict[str, tuple[Values, Values]]:
    """Force and moment about the origin of the fixed axes that elements exert on bodies."""
    bodies, elements = mechanism.sections["bodies"], mechanism.sections["elements"]
    found: dict[str, tuple[Values, Values]] = {}

    def add(body: str, place: Values, force: Values) -> None:
        before = found.get(body, (np.zeros(3), np.zeros(3)))
        found[body] = (before[0] + force, before[1] + np.cross(place, force))

    for element in elements.values():
        if element["kind"] == "torque":
            before = found.get(element["on"], (np.zeros(3), np.zeros(3)))
            found[element["on"]] = (before[0], before[1] + np.array(element["torque"]))
            continue
        body, _, point = element.get("at", element.get("between", ["", ""])[-1]).partition(".")
        pose, own = _pose(pin, data, at, body), bodies[body]["points"].get(point, {"at": np.zeros(3)})
        arm = pose.rotation @ np.array(own["at"])
        place = pose.translation + arm
        if element["kind"] == "force":
            add(body, place, pose.rotation @ np.array(element["force"]))
            continue
        way = place - np.array(bodies["ground"]["points"]["far"])
        length = np.linalg.norm(way)
        j = at[body][0]
        twist = data.oMi[j].act(data.v[j]) if j else pin.Motion.Zero()
        rate = (twist.linear + np.cross(twist.angular, place)) @ way / length
        pull = element["stiffness"] * (length - element["length"]) if "length" in element else 0.0
        pull += element.get("damping", 0.0) * rate
        add(body, place, -pull * way / length)
    return found


def _motion(link: Link, data: Any, at: dict[str, Any]) -> dict[str, Values]:
    """The acceleration of the mass centre in fixed axes, and ω' in body axes."""
    j, pose = at[link.name]
    if not j:
        return {f"{link.name} {word}": np.zeros(3) for word in ("a", "alpha", "omega")}
    v, a, place = data.v[j], data.a[j], pose.rotation @ link.centre + pose.translation
    speed = v.linear + np.cross(v.angular, place)
    own = a.linear + np.cross(a.angular, place) + np.cross(v.angular, speed)
    return {
        f"{link.name} a": data.oMi[j].rotation @ own,
        f"{link.name} alpha": pose.rotation.T @ a.angular,
        f"{link.name} omega": pose.rotation.T @ v.angular,
    }


def _needed(
    mechanism: Mechanism,
    link: Link,
    found: dict[str, Values],
    data: Any,
    at: dict[str, Any],
    load: tuple[Values, Values] | None,
) -> tuple[Values, Values]:
    """The force and the moment about the origin that its joints must exert on a body."""
    import pinocchio as pin

    pose, J = _pose(pin, data, at, link.name), link.inertia
    alpha, omega = found[f"{link.name} alpha"], found[f"{link.name} omega"]
    centre = pose.translation + pose.rotation @ link.centre
    force = link.mass * (found[f"{link.name} a"] - np.array(mechanism.sections["bodies"]["gravity"]))
    moment = pose.rotation @ (J @ alpha + np.cross(omega, J @ omega)) + np.cross(centre, force)
    given = load if load is not None else (np.zeros(3), np.zeros(3))
    return force - given[0], moment - given[1]
