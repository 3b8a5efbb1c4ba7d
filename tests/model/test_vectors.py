"""Vectors, matrices and rotations in models: against what is written out by hand."""

from itertools import product

import numpy as np
import pytest

import dalembert
from dalembert._derive.identity import is_identical
from dalembert._lower.lower import lower
from dalembert._model.build import build
from dalembert._model.plain import plain_values
from dalembert._model.values import parameter_values
from dalembert._text.toml import read_toml

ANGLES = ("a", "b", "c")
SEQUENCES = [axes for axes in product("xyz", repeat=3) if axes[0] != axes[1] != axes[2]]
E = {"x": np.eye(3)[0], "y": np.eye(3)[1], "z": np.eye(3)[2]}


def model_of(definitions, coordinates=ANGLES, outputs=None, **more):
    """A model with some definitions whose outputs are asked for."""
    return dalembert.model(
        coordinates={name: {} for name in coordinates},
        definitions=definitions,
        energy={"kinetic": "+".join(f"{name}'^2/2" for name in coordinates)},
        outputs=outputs or {},
        **more,
    )


def values(model, q, qd, t=0.3):
    """The outputs of a model at a state."""
    import casadi as ca

    system = lower(model)
    f = ca.Function("f", [system.t, system.q, system.qd, system.p], [system.outputs])
    numbers = [parameter_values(model)[p.name] for p in model.parameters]
    return np.array(f(t, q, qd, numbers)).ravel()


def turn(axis, angle):
    """The rotation about a coordinate axis, from Rodrigues' formula."""
    n = E[axis]
    cross = np.array([[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]])
    return np.cos(angle) * np.eye(3) + (1 - np.cos(angle)) * np.outer(n, n) + np.sin(angle) * cross


def in_three(name):
    """The outputs of the components of a vector."""
    return {f"o{k}": f"{name}[{k}]" for k in (1, 2, 3)}


@pytest.mark.parametrize("axes", SEQUENCES, ids="".join)
def test_angular_velocity_of_every_euler_sequence(axes):
    """omega(R) is Σ of the rates about the turned axes, for each of the 12 sequences, in both axes."""
    text = "*".join(f"rot_{axis}({angle})" for axis, angle in zip(axes, ANGLES, strict=True))
    by_name = model_of(
        {"w": "omega(R)", "v": "omega_fixed(R)", "R": text}, outputs={**in_three("w"), **{f"v{k}": f"v[{k}]" for k in (1, 2, 3)}}
    )  # fmt: skip
    by_itself = model_of({"w": f"omega({text})"}, outputs=in_three("w"))
    written = model_of({"w": f"omega([[1,0,0],[0,1,0],[0,0,1]]*({text}))"}, outputs=in_three("w"))
    q, qd = np.array([0.4, -0.7, 1.1]), np.array([0.3, 0.8, -0.5])
    first, second, third = (turn(axis, angle) for axis, angle in zip(axes, q, strict=True))
    fixed = E[axes[0]] * qd[0] + first @ E[axes[1]] * qd[1] + first @ second @ E[axes[2]] * qd[2]
    body = (first @ second @ third).T @ fixed
    assert values(by_name, q, qd) == pytest.approx([*body, *fixed], abs=1e-14)
    assert values(by_itself, q, qd) == pytest.approx(body, abs=1e-14)
    assert values(written, q, qd) == pytest.approx(body, abs=1e-14)  # no turns are known there: RᵀṘ


@pytest.mark.parametrize("function, sign", [("omega", -1), ("omega_fixed", 1)])
def test_angular_velocity_of_a_quaternion(function, sign):
    """On the unit sphere omega(R) of a quaternion is 2 (e0 e' − e0' e ∓ e × e'), and vee(RᵀṘ) agrees."""
    e, rates = np.array([0.5, -0.1, 0.7, 0.5]), np.array([0.3, 0.2, -0.4, 0.1])
    e = e / np.linalg.norm(e)
    rates = rates - e * (e @ rates)
    exact = 2 * (e[0] * rates[1:] - rates[0] * e[1:] + sign * np.cross(e[1:], rates[1:]))
    names = ("e0", "e1", "e2", "e3")
    for text in ("R", "[[1,0,0],[0,1,0],[0,0,1]]*R"):
        model = model_of(
            {"R": "rot_quaternion(e0, e1, e2, e3)", "w": f"{function}({text})"}, names, in_three("w")
        )
        assert values(model, e, rates) == pytest.approx(exact, abs=1e-14)


def test_a_quaternion_turns_as_its_axis_and_angle():
    """rot_quaternion of a half angle, rot_axis and the products of rot_x, rot_y, rot_z are one rotation."""
    entries = {f"{m}{i}{j}": f"{m}[{i},{j}]" for m in "ABC" for i in (1, 2, 3) for j in (1, 2, 3)}
    model = model_of(
        {
            "A": "rot_axis([2, -1, 2], a)",
            "B": "rot_quaternion(cos(a/2), 2/3*sin(a/2), -1/3*sin(a/2), 2/3*sin(a/2))",
            "C": "transpose(A)*B*rot_x(0)",
        },
        outputs=entries,
    )
    found = values(model, [0.8, 0, 0], [0, 0, 0]).reshape(3, 3, 3)
    assert found[0] == pytest.approx(found[1], abs=1e-15)
    assert found[2] == pytest.approx(np.eye(3), abs=1e-15)
    assert found[0] @ [2, -1, 2] == pytest.approx([2, -1, 2], abs=1e-15)


def test_arithmetic_of_vectors():
    """Sums, multiples, dot, cross, norm, products and components are what numpy computes."""
    model = model_of(
        {
            "u": "[a, b, c]",
            "v": "[1, -2, a*b]",
            "A": "[[a, 1, 0], [2, b, c], [0, 0, 3]]",
            "s": "2*u - v/3 + u*a",
            "m": "A*transpose(A)*u",
            "x": "cross(u, v)",
            "k": "if(a > 0, u, v)",
        },
        outputs={
            **{f"s{i}": f"s[{i}]" for i in (1, 2, 3)},
            **{f"m{i}": f"m.{axis}" for i, axis in enumerate("xyz")},
            **{f"x{i}": f"x[{i}]" for i in (1, 2, 3)},
            "d": "dot(u, v)",
            "n": "norm(v)",
            "r": "u.z'*u[2] + u'[1]",
            "w": "dot(u', u')",
            "k": "k[2]",
            "z": "cross([a, b], [b, c])",
            "total": "sum(i = 1..3, dot([i, i^2], [u[i], 1]))",
        },
    )  # fmt: skip
    q, qd = np.array([0.4, -0.7, 1.1]), np.array([0.3, 0.8, -0.5])
    v = np.array([1, -2, q[0] * q[1]])
    A = np.array([[q[0], 1, 0], [2, q[1], q[2]], [0, 0, 3]])
    exact = [
        *(2 * q - v / 3 + q * q[0]), *(A @ A.T @ q), *np.cross(q, v), q @ v, np.linalg.norm(v),
        qd[2] * q[1] + qd[0], qd @ qd, q[1], q[0] * q[2] - q[1] ** 2, q @ [1, 2, 3] + 14,
    ]  # fmt: skip
    assert values(model, q, qd) == pytest.approx(exact, abs=1e-14)


def test_a_family_of_vectors():
    """The joints of a chain, each from the one before, are the sums that are written out."""
    model = model_of(
        {
            "r[0]": "[0, 0]",
            "r[i]": {"for": "i = 1..3", "value": "r[i-1] + [cos(q[i]), sin(q[i])]"},
        },
        ("q[1]", "q[2]", "q[3]"),
        {"x": "r[3].x", "y": "r[3][2]", "z": "r[3,2]"},
    )
    q = [0.2, 0.9, -0.4]
    exact = [np.cos(q).sum(), np.sin(q).sum(), np.sin(q).sum()]
    assert values(model, q, [0, 0, 0]) == pytest.approx(exact, abs=1e-14)


TOP = """
format = 1
[parameters]
m = { value = 2, unit = "kg" }
g = { value = 9.81, unit = "m/s^2" }
l = { value = 0.3, unit = "m" }
A = { value = 0.05, unit = "kg*m^2" }
C = { value = 0.02, unit = "kg*m^2" }
F0 = { value = 1.5, unit = "N" }
M0 = { value = 0.2, unit = "N*m" }
[coordinates]
psi = { unit = "rad", start = 0.1, speed = 0.5 }
theta = { unit = "rad", start = 0.6, speed = 0.2 }
phi = { unit = "rad", start = 0.2, speed = 30 }
"""
VECTORS = """
[definitions]
R = "rot_z(psi)*rot_x(theta)*rot_z(phi)"
r = { value = "R*[0, 0, l]", unit = "m" }
w = { value = "WTEXT", of = "R" }
J = "[[A, 0, 0], [0, A, 0], [0, 0, C]]"
[energy]
kinetic = "1/2*m*dot(r', r') + 1/2*dot(w, J*w)"
potential = "m*g*r.z"
[work.push]
at = "r"
force = ["F0", 0, "-F0*sin(psi)"]
[work.motor]
on = "R"
torque = "M0*[R[1,3], R[2,3], R[3,3]]"
"""
BY_HAND = """
[energy]
kinetic = "1/2*(A + m*l^2)*(theta'^2 + (psi'*sin(theta))^2) + 1/2*C*(phi' + psi'*cos(theta))^2"
potential = "m*g*l*cos(theta)"
[work]
psi = "l*F0*cos(psi)*sin(theta) + M0*cos(theta)"
theta = "l*F0*sin(psi)*cos(theta) + F0*sin(psi)*l*sin(theta)"
phi = "M0"
"""
OMEGA = "[psi'*sin(theta)*sin(phi) + theta'*cos(phi), psi'*sin(theta)*cos(phi) - theta'*sin(phi), psi'*cos(theta) + phi']"


def read(text):
    """The model of a text in which nothing is wrong."""
    model, flaws = build(read_toml(text, "top.toml"))
    assert not flaws
    return model


def test_a_heavy_top_with_loads_is_the_one_by_hand():
    """With vectors, loads and omega(R), the equations of a heavy top are those of its textbook energies."""
    ours = dalembert.derive(read(TOP + VECTORS.replace("WTEXT", "omega(R)")))
    by_hand = dalembert.derive(read(TOP + BY_HAND))
    for a, b in zip(ours.coordinates, by_hand.coordinates, strict=True):
        assert is_identical(a.left, b.left)


def test_efforts_of_loads_say_where_they_come_from():
    """Each load is an effort on each coordinate that it moves, with its origin; the file is not changed."""
    model = read(TOP + VECTORS.replace("WTEXT", "omega(R)"))
    assert [(term.name, term.origin.path) for term in model.work] == [
        ("psi", "work.push"), ("theta", "work.push"), ("psi", "work.motor"), ("theta", "work.motor"), ("phi", "work.motor"),
    ]  # fmt: skip
    assert dalembert.write(model) == TOP + VECTORS.replace("WTEXT", "omega(R)")


def test_a_typed_angular_velocity_is_checked(tmp_path):
    """A typed ω is compared with its rotation: the right one passes, one wrong sign is found and named."""
    path = tmp_path / "top.toml"
    path.write_text(TOP + VECTORS.replace("WTEXT", OMEGA), encoding="utf-8")
    assert not [flaw for flaw in dalembert.check(path).flaws if flaw.severity == "error"]
    path.write_text(TOP + VECTORS.replace("WTEXT", OMEGA.replace("- theta'", "+ theta'")), encoding="utf-8")
    (flaw,) = (flaw for flaw in dalembert.check(path).flaws if flaw.severity == "error")
    assert flaw.rule == "omega"
    assert "`w[2]` is not the angular velocity of `R` in body axes" in flaw.message
    assert "omega(R)" in flaw.hint
    assert flaw.line == 19


def test_a_typed_quaternion_rate_is_checked_on_the_sphere():
    """Where the coordinates are bound by a constraint, ω is compared at states that keep it."""
    typed = "[2*(e0*e1' - e1*e0' - e2*e3' + e3*e2'), 2*(e0*e2' - e2*e0' - e3*e1' + e1*e3'), 2*(e0*e3' - e3*e0' - e1*e2' + e2*e1')]"
    for text, count in ((typed, 0), (typed.replace("e3*e2'", "e3*e1'"), 1)):
        model = model_of(
            {"w": {"value": text, "of": "rot_quaternion(e0, e1, e2, e3)"}},
            ("e0", "e1", "e2", "e3"),
            {"o": "dot(w, w)"},
            constraints={"displacement": {"unit": "e0^2 + e1^2 + e2^2 + e3^2 - 1"}},
        )
        assert len([flaw for flaw in dalembert.check(model).flaws if flaw.rule == "omega"]) == count


def test_units_of_components_are_checked_by_their_names():
    """A component in another unit is an error that names it; so is a force in another unit."""
    text = TOP + VECTORS.replace("WTEXT", "omega(R)")
    _, flaws = build(read_toml(text, "top.toml"))
    assert not flaws
    for old, new, message in (
        ('"R*[0, 0, l]"', '"[l*sin(theta), m*l, l*cos(theta)]"', "`r[2]` must be in m"),
        ('"-F0*sin(psi)"', '"-M0*sin(psi)"', "the force `push[3]` must be in N"),
        ('"M0*[R[1,3], R[2,3], R[3,3]]"', '["M0", "M0*l", 0]', "the torque `motor[2]` must be in"),
    ):
        verdict = dalembert.check(read(text.replace(old, new)))
        found = [flaw for flaw in verdict.flaws if flaw.severity == "error"]
        assert len(found) == 1
        assert message in found[0].message
        assert found[0].line


WRONG = [
    ("definitions", {"s": "[1, 2]*[3, 4]"}, "two meanings", "dot(a, b) or cross"),
    ("definitions", {"s": "[1, 2] + 3"}, "a vector of 2 and a number", "same components"),
    ("definitions", {"s": "[1, 2] + [1, 2, 3]"}, "a vector of 2 and a vector of 3", "same"),
    ("definitions", {"s": "[a, b]*rot_z(a)"}, "on the right of a matrix", "transpose"),
    ("definitions", {"s": "rot_z(a)*[a, b]"}, "cannot be multiplied", "3 rows"),
    ("definitions", {"s": "a/[a, b]"}, "nothing is divided by", "norm"),
    ("definitions", {"s": "[a, b]^2"}, "has no powers", "dot(v, v)"),
    ("definitions", {"s": "sin([a, b])"}, "`sin` takes numbers", "r[1]"),
    ("definitions", {"s": "abs([a, b])"}, "`abs` takes a number", "norm(v)"),
    ("definitions", {"s": "cross([a, b, c], [a, b])"}, "takes vectors of 2 or 3", ""),
    ("definitions", {"s": "dot(a, b)"}, "`dot` takes vectors, but this is a number", "dot("),
    ("definitions", {"s": "dot([a, b], [a, b], [a, b])"}, "takes 2 arguments", "dot(a, b)"),
    ("definitions", {"s": "omega([a, b])"}, "takes a rotation", "rot_z"),
    ("definitions", {"s": "[[a, b], [c]]"}, "one component", "( )"),
    ("definitions", {"s": "[[a, b], c]"}, "rows of the same length", "[[a, b], [c, d]]"),
    ("definitions", {"v": "[a, b]", "s": "v[3]"}, "`v` is a vector of 2 and has no component 3", "from 1 to 2"),
    ("definitions", {"v": "[a, b]", "s": "v[0]"}, "no component 0", "from 1 to 2"),
    ("definitions", {"v": "[a, b]", "s": "v.z"}, "no component 3", ""),
    ("definitions", {"v": "[a, b]", "s": "v[1,2]"}, "needs 1 index", ""),
    ("definitions", {"s": "a.x"}, "but this is a number", "r.x"),
    ("definitions", {"s": "(a + b)[1]"}, "only a name", ""),
    ("energy", {"potential": "[a, b]"}, "a number is needed here, but this is a vector of 2", "r[1]"),
    ("work", {"p": {"at": "a", "force": [1, 2, 3]}}, "`force` needs 1 component", "force ="),
    ("work", {"p": {"at": "rot_x(a)", "force": [1, 2, 3]}}, "`at` must be a displacement, or a point", "force ="),
    ("work", {"p": {"at": "[a, b]", "force": [1, 2, 3]}}, "`force` needs 2 components", ""),
    ("work", {"p": {"on": "rot_x(a)", "force": [1, 2, 3]}}, "needs `on` and `torque`", "torque ="),
    ("work", {"p": {"at": "[a, b]"}}, "needs `at` and `force`", "force ="),
    ("definitions", {"w": {"value": "[a', 0, 0]", "of": "a"}}, "`omega` takes a rotation", ""),
    ("definitions", {"w": {"value": "[a', 0]", "of": "rot_x(a)"}}, "has 3 components", "omega(rot_x(a))"),
]  # fmt: skip


@pytest.mark.parametrize("section, entry, message, hint", WRONG)
def test_mistakes_with_vectors(section, entry, message, hint):
    """A vector where a number is needed, or the other way, is told with what to write."""
    given = {
        "definitions": {},
        "energy": {"kinetic": "a'^2 + b'^2 + c'^2"},
        "coordinates": {n: {} for n in ANGLES},
    }
    given[section] = {**given.get(section, {}), **entry}
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.model(**given)
    flaw = caught.value.flaws[0]
    assert message in flaw.message
    assert hint in flaw.hint


def test_the_place_of_a_load_is_made_of_positions():
    """A velocity in the place of a load is told by check."""
    model = model_of({}, work={"p": {"at": "[a', b]", "force": [1, 2]}})
    (flaw,) = (flaw for flaw in dalembert.check(model).flaws if flaw.severity == "error")
    assert flaw.message == "the place of a load cannot contain a velocity"


def test_loads_of_a_model_without_a_text_are_written():
    """A model whose file is made anew has its loads in it, and the same efforts."""
    model = read(TOP + VECTORS.replace("WTEXT", "omega(R)"))
    plain = plain_values(model)
    again = dalembert.model(**plain)
    assert again.loads == model.loads
    assert [(term.name, term.expression) for term in again.work] == [
        (t.name, t.expression) for t in model.work
    ]


def test_a_load_that_switches_is_the_work_that_switches():
    """Dry friction as a torque on a rotation runs as the same friction on the coordinate."""
    common = {
        "parameters": {"J": 0.1, "M": 0.05, "k": 2},
        "coordinates": {"phi": {"start": 1}},
        "energy": {"kinetic": "1/2*J*phi'^2", "potential": "1/2*k*phi^2"},
        "simulate": {"t_end": 6, "samples": 60},
    }
    load = dalembert.model(**common, work={"brake": {"on": "rot_z(phi)", "torque": [0, 0, "-M*sign(phi')"]}})
    plain = dalembert.model(**common, work={"phi": "-M*sign(phi')"})
    ours, theirs = dalembert.simulate(load), dalembert.simulate(plain)
    assert ours["phi"] == pytest.approx(theirs["phi"], abs=1e-8)


def test_a_family_of_vectors_may_be_listed():
    """Components in a list are those of one text, in a family as elsewhere."""
    lists, texts = (
        dalembert.model(
            parameters={"m": 2},
            coordinates={"x[i]": {"for": "i = 1..2", "start": 1}},
            definitions={
                "r[i]": {"for": "i = 1..2", "value": value},
                "d": {"value": "dot(r[1], r[2]) + cross(r[1], r[2]).z"},
            },
            energy={"kinetic": "m/2*sum(i = 1..2, dot(r[i]', r[i]'))", "potential": "d"},
        )
        for value in (["x[i]", "i*x[i]^2", "0"], "[x[i], i*x[i]^2, 0]")
    )
    assert dalembert.derive(lists).h == dalembert.derive(texts).h


def test_a_load_of_the_wrong_shape_is_told_how_to_be_written():
    """The example is that of the load."""
    with pytest.raises(dalembert.ModelError) as caught:
        model_of({}, work={"p": {"on": "rot_z(a)", "torque": [1, 2]}})
    assert caught.value.flaws[0].hint == 'write on = "R" and torque = ["Mx", "My", "Mz"]'


@pytest.mark.parametrize("part", ["_vee", "_Parts"])
def test_efforts_of_loads_are_verified_by_themselves(part, monkeypatch):
    """Printed efforts of loads are compared with derivatives of points and rotations that are made apart."""
    import dalembert._model.virtual_work as virtual_work

    loads = {
        "push": {"at": "rot_z(a)*rot_x(b)*[0, 1, 0] + [0, 0, a*b]", "force": ["F", "a'", 2]},
        "turn": {"on": "rot_z(a)*rot_x(b)", "torque": ["F", "b'", "t"]},
    }
    assert dalembert.derive(model_of({}, parameters={"F": 3}, work=loads)).verified.max_error < 1e-10
    if part == "_vee":
        turned = virtual_work._vee
        monkeypatch.setattr(virtual_work, part, lambda R, moved: turned(R, moved)[::-1])
    else:
        partial = virtual_work._Parts.partial
        swap = {"a": "b", "b": "a"}
        monkeypatch.setattr(
            virtual_work._Parts, "partial", lambda own, root, name: partial(own, root, swap[name])
        )
    with pytest.raises(dalembert.VerificationError):
        dalembert.derive(model_of({}, parameters={"F": 3}, work=loads))


QUATERNION = {
    "coordinates": {"e[i]": {"for": "i = 0..3", "start": [1, 0, 0, 0]}},
    "definitions": {"R": "rot_quaternion(e[0], e[1], e[2], e[3])", "w": "omega(R)"},
    "energy": {"kinetic": "dot(w, w)/2"},
}


def test_an_angular_velocity_is_asked_of_rotations_only():
    """A quaternion without its length, and a matrix that shears, are found by `check`; rotations are not."""
    unit = {"displacement": {"unit": "sum(i = 0..3, e[i]^2) = 1"}}
    assert not dalembert.check(dalembert.model(**QUATERNION, constraints=unit)).flaws
    shear = {"R": "[[1, x, 0], [0, 1, 0], [0, 0, 1]]", "w": "omega(R)"}
    energy = {"kinetic": "x'^2/2 + w.x^2"}
    for given in (QUATERNION, {"coordinates": {"x": {}}, "definitions": shear, "energy": energy}):
        (flaw,) = dalembert.check(dalembert.model(**given)).flaws
        assert flaw.rule == "omega"
        assert "asked of `R`, which is no rotation" in flaw.message
        assert flaw.where == "definitions.w"
    turns = {"R": "rot_z(x)*rot_x(2*x)", "w": "omega(R)"}
    assert not dalembert.check(
        dalembert.model(coordinates={"x": {}}, definitions=turns, energy={"kinetic": "dot(w, w)"})
    ).flaws
