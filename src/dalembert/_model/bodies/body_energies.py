"""T = ½ m v·v + ½ ω·J ω and V = −m g·r of a body, v and r those of its mass centre."""

from __future__ import annotations

from dalembert._model.bodies.records import Body
from dalembert._model.bodies.texts import Text, fill
from dalembert._model.bodies.tree_kinematics import Kinematics, turning_terms


def energies_of(kinematics: Kinematics, body: Body) -> dict[str, Text]:
    """The potential and the kinetic energy of a body, where they are not zero."""
    pose, system = kinematics.poses[body.name], kinematics.system
    energies: dict[str, Text] = {}
    terms: list[Text] = []
    if not body.mass.is_zero:
        centre = kinematics.centre(body)
        terms.append(fill("1/2*({m})*dot({c}', {c}')", m=body.mass, c=centre))
        falls = [(i + 1, one) for i, one in enumerate(system.gravity) if not one.is_zero]
        if falls:
            pattern = " + ".join(f"({{g{i}}})*{{c}}[{i}]" for i, _ in falls)
            high = fill(pattern, c=centre, **{f"g{i}": one for i, one in falls})
            whole = "-({m})*({h})" if len(falls) > 1 else "-({m})*{h}"
            energies["potential"] = fill(whole, m=body.mass, h=high)
    if system.space == 2 and body.inertia and not pose.angle.is_zero:
        (((moment),),) = body.inertia
        terms.append(fill("1/2*({J})*{a}'^2", J=moment, a=pose.angle))
    if system.space == 3 and body.inertia and pose.omega.text:
        terms += turning_terms(body, pose.omega)
    if terms:
        named = {f"t{i}": one for i, one in enumerate(terms)}
        energies["kinetic"] = fill(" + ".join(f"{{{name}}}" for name in named), **named)
    return energies
