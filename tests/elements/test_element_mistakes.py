"""Mistakes in an element are reported at their location, with its name and what to type."""

from __future__ import annotations

from typing import Any

import pytest

import dalembert

BODIES: dict[str, Any] = {
    "ground": {"points": {"P": [0, 1]}},
    "arm": {"mass": 1, "inertia": 1, "points": {"A": [1, 0]}},
    "block": {"mass": 1, "inertia": 1},
    "dot": {"mass": 0},
}
JOINTS = {
    "O": {"kind": "pin", "between": ["ground", "arm"]},
    "S": {"kind": "slider", "between": ["ground", "block"]},
    "W": {"kind": "weld", "between": ["arm.A", "dot"]},
}
ENDS = {"between": ["ground.P", "block"]}
ROPE = {"kind": "rope", **ENDS, "length": 1}
RUB = {"kind": "torsion_friction", "between": "joints.O"}
TOUCH = {"kind": "contact", "between": ["ground", "block"], "restitution": 0}
MOTOR = {"kind": "motor", "between": "joints.O"}
PUSH = {"kind": "actuator", "between": "joints.S", "force": 1}
AIR = {"kind": "drag", "at": "arm.A", "density": 1, "coefficient": 1, "area": 1}

MISTAKES: list[tuple[dict[str, Any], str, str]] = [
    ({"kind": "bushing", **ENDS}, "`e` has neither stiffness nor damping", "stiffness ="),
    ({"kind": "bushing", **ENDS, "stiffness": 3}, "needs 2 components", "stiffness = ["),
    ({"kind": "bushing", **ENDS, "stiffness": [1, -1]}, "`stiffness` of `e` is negative", "stiffness = 1"),
    ({"kind": "bushing", "between": ["arm", "arm.A"], "stiffness": [1, 1]}, "between `arm` and itself", "two bodies"),
    (ROPE, "a restitution where its length is fixed", "restitution = 0"),
    (ROPE | {"restitution": 0, "stiffness": 1}, "needs a stiffness, or a restitution", "delete one"),
    (ROPE | {"restitution": 0, "damping": 1}, "has no damping", "stiffness ="),
    (ROPE | {"restitution": 0, "over": "ground.P"}, "`over` is a list of points", 'over = ["ground.P"]'),
    (ROPE | {"restitution": 0, "over": ["ground.Q"]}, "no point `Q`", "its points are P"),
    (ROPE | {"restitution": 0, "over": [3]}, "`over` names points", "over ="),
    (ROPE | {"restitution": 0, "length": -1}, "`length` of `e` is negative", "length = 1"),
    (RUB, "`e` has no friction", "damping"),
    (RUB | {"coefficient": 0.1}, "its `coefficient` and its `radius`", "radius ="),
    (RUB | {"coefficient": 0.1, "radius": 1, "torque": 1}, "a torque and a coefficient", "delete one"),
    (RUB | {"damping": 1, "speed": 1}, "there is none", "delete speed"),
    (RUB | {"torque": -1}, "`torque` of `e` is negative", "torque = 1"),
    (RUB | {"between": ["arm", "block"], "coefficient": 0.1, "radius": 1}, "needs a joint, whose force presses",
     "joints.A"),
    ({"kind": "friction", "between": "joints.O", "force": 1}, "slides by one distance, not `O`", "slider"),
    ({"kind": "friction", "between": "joints.T", "force": 1}, "no joint `T`", "joints."),
    (MOTOR, "needs a `torque`, or stall_torque", "no_load_speed ="),
    (MOTOR | {"stall_torque": 1}, "needs a `torque`, or stall_torque", "no_load_speed ="),
    (MOTOR | {"torque": 1, "stall_torque": 1, "no_load_speed": 1}, "needs a `torque`", "stall_torque"),
    (MOTOR | {"torque": 1, "between": "joints.S"}, "turns by one angle", "pin"),
    (PUSH | {"rate": 1}, "needs a `lag`", "lag ="),
    (PUSH | {"limit": -1}, "`limit` of `e` is negative", "limit = 1"),
    (PUSH | {"lagg": 1}, "`lagg` is not known", "lag"),
    (AIR | {"wind": 3}, "needs 2 components", "wind = ["),
    (AIR | {"area": None}, "`area` is missing", "area ="),
    (AIR | {"density": -1.2}, "`density` of `e` is negative", "density = 1.2"),
    ({"kind": "gravity_gradient", "between": ["ground", "arm"], "mu": 1}, "about its x and y", "moments ="),
    ({"kind": "gravity_gradient", "between": ["arm", "dot"], "mu": 1}, "no mass to be attracted", "then the body"),
    (TOUCH | {"shape": "corners"}, "`block` has no corners", "box"),
    (TOUCH | {"shape": "sphere"}, "`radius` is missing", "radius ="),
    (TOUCH | {"shape": "point", "radius": 1}, "a point has no radius", "delete radius"),
    (TOUCH | {"shape": "cube"}, '`shape` must be', "shape ="),
    (TOUCH | {"normal": "z"}, "`normal` is x or y", 'normal = "y"'),
    (TOUCH | {"normal": [0, 0]}, "not all 0", "turned point"),
    (TOUCH | {"restitution": None}, "`restitution` is missing", "restitution ="),
    (TOUCH | {"stiffness": 1}, "no `stiffness`", "hunt_crossley"),
    (TOUCH | {"law": "hertz"}, "must be", "hunt_crossley"),
    (TOUCH | {"friction": -0.1}, "`friction` of `e` is negative", "friction = 0.1"),
    ({"kind": "force", "at": "arm.A", "force": [1, 0], "axes": "follower"}, "must be", '"body"'),
    ({"kind": "rop", **ENDS}, "no kind `rop`", '"rope"'),
]  # fmt: skip


@pytest.mark.parametrize(("element", "message", "hint"), MISTAKES)
def test_a_mistake_in_an_element_is_told(element: dict[str, Any], message: str, hint: str) -> None:
    """At the section of the element."""
    given = {key: value for key, value in element.items() if value is not None}
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(bodies=BODIES, joints=JOINTS, elements={"e": given})
    told = str(caught.value)
    assert message in told
    assert hint in told
    assert "[elements.e" in told


DRIVE = {"between": ["p", "ground"], "drives": "joints.O", "constant": 1, "resistance": 1}
KINDS_MEANT = [
    (DRIVE | {"kind": "motor"}, "`motor` has no `drives`, `constant`, `resistance`", '"dc_motor" or "voice_coil"'),
    (DRIVE | {"kind": "engine"}, "there is no kind `engine`", '"dc_motor" or "voice_coil"'),
    (AIR | {"kind": "resistor"}, "has no `at`, `density`, `coefficient`, `area`", '"drag"'),
    (AIR | {"kind": "drog"}, "there is no kind `drog`", '"drag"'),
    ({"kind": "foo", **ENDS}, "there is no kind `foo`", "known are spring, damper"),
]  # fmt: skip


@pytest.mark.parametrize(("element", "message", "hint"), KINDS_MEANT)
def test_a_wrong_kind_is_told_once(element: dict[str, Any], message: str, hint: str) -> None:
    """With the kinds that have such keys; neither its keys nor its ends are judged by a kind that is not meant."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(bodies=BODIES, joints=JOINTS, elements={"e": element})
    (flaw,) = caught.value.flaws
    assert message in flaw.message
    assert hint in flaw.hint
    assert "[elements.e.kind]" in str(flaw)


def test_spheres_in_space_do_not_rub() -> None:
    """It is refused by name, as the corner of a plate in space that says nothing of its shape is."""
    bodies = {"space": 3, "a": {"mass": 1, "inertia": [1, 1, 1]}, "b": {"mass": 1, "inertia": [1, 1, 1]}}
    joints = {name: {"kind": "free", "between": ["ground", name]} for name in "ab"}
    touch = {"kind": "contact", "between": ["a", "b"], "radius": 1, "restitution": 0}
    for more, message in (
        ({"on": 1, "friction": 0.1}, "friction between two spheres"),
        ({"on": 1, "shape": "wheel"}, "only spheres touch spheres"),
        ({}, "may be of a sphere or of a wheel"),
    ):
        with pytest.raises(dalembert.ModelError, match=message):
            dalembert.model(bodies=bodies, joints=joints, elements={"e": touch | more})


@pytest.mark.parametrize(
    ("element", "place"),
    [
        ({"kind": "drag", "at": "block", "density": "m", "coefficient": 1, "area": 1}, "elements.e.density"),
        ({"kind": "rope", **ENDS, "length": "m", "restitution": 0}, "elements.e.length"),
        ({"kind": "motor", "between": "joints.O", "torque": "m"}, "elements.e.torque"),
        ({"kind": "bushing", **ENDS, "stiffness": ["m", 0]}, "elements.e.stiffness"),
        (TOUCH | {"radius": "m"}, "elements.e.radius"),
    ],
)
def test_a_wrong_unit_of_an_element_is_told_at_its_place(element: dict[str, Any], place: str) -> None:
    """Not at what is made of it."""
    parameters = {"m": {"value": 1, "unit": "kg"}}
    model = dalembert.model(parameters=parameters, bodies=BODIES, joints=JOINTS, elements={"e": element})
    told = [
        flaw for flaw in dalembert.check(model).flaws if flaw.rule == "units" and flaw.severity == "error"
    ]
    assert len(told) == 1
    assert place in str(told[0])
