"""Newton and Euler's and Kane's equations against Lagrange's: three derivations of one motion."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.bodies.systems import ARM, DOUBLE_PENDULUM, FOUR_BAR, Sections, changed, rod

import dalembert
from dalembert._derive.forms.form import NotAvailable
from dalembert._expression.expression import Expression
from dalembert._expression.tree import Number, Product, Sum
from dalembert._model.bodies.balances import Balances, balances_of
from dalembert._verify.balances import agreement
from dalembert._verify.derivations import verify_form
from dalembert._verify.failure import VerificationError

MECHANISMS = Path(__file__).parent / "mechanisms"
ROBOTS = Path(__file__).parent / "robots"
CHAIN = {
    "parameters": {"N": 3, "L": 0.5},
    "bodies": {
        "gravity": [0, -9.81],
        "link[i]": {"for": "i = 1..N", "mass": 1, "shape": {"rod": "L"}, "centre": ["L/2", 0],
                    "points": {"E": ["L", 0]}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "link[1]"]},
        "A[i]": {"for": "i = 2..N", "kind": "pin", "between": ["link[i-1].E", "link[i]"]},
    },
}  # fmt: skip
DRIVEN = changed(FOUR_BAR, joints__turn={"kind": "drive", "between": ["joints.O"], "value": "pi/3"})
WITH_EFFORTS = changed(DOUBLE_PENDULUM, work={"a": "2*cos(b)"}, energy={"dissipation": "1/2*0.3*b'^2"})
BALL = {
    "bodies": {"space": 3, "gravity": [0, 0, -9.81], "bob": {"mass": 1, "inertia": [2, 3, 4], "centre": [0, 0, 1]}},
    "joints": {"O": {"kind": "ball", "between": ["ground", "bob"]}},
}  # fmt: skip
BY_BODY = changed(DOUBLE_PENDULUM, bodies__coordinates="body")
SCREW = {
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "nut": {"mass": 2, "inertia": [0.1, 0.2, 0.3], "centre": [0.1, 0, 0]},
    },
    "joints": {"S": {"kind": "screw", "between": ["ground", "nut"], "axis": [0, 0, 1], "pitch": 0.1}},
}
HELIX = {
    "parameters": {"R": {"value": 1, "unit": "m"}, "c": 0.3},
    "coordinates": {"s": {"start": 1, "speed": 0.3}},
    "bodies": {
        "space": 3,
        "gravity": [0, 0, -9.81],
        "bead": {"mass": 2, "place": {"at": ["R*cos(s)", "R*sin(s)", "0.2*R*s"]}},
    },
    "energy": {"dissipation": "1/2*c*s'^2"},
}
BY_TIME = {
    "bodies": {
        "gravity": [0, -9.81],
        "plate": {
            "mass": 1,
            "inertia": 0.2,
            "place": {"at": ["0.1*sin(3*t)", 0], "angle": "0.2*t"},
            "points": {"A": [1, 0]},
        },
        "bar": rod("L", 2),
    },
    "parameters": {"L": 0.7},
    "joints": {"A": {"kind": "pin", "between": ["plate.A", "bar"]}},
}
DISC = {
    "parameters": {"r": 0.2},
    "coordinates": {"x": {}, "y": {"start": 0.5}, "a": {}},
    "bodies": {
        "gravity": [0, -9.81],
        "w": {"mass": 1, "shape": {"disc": "r"}, "place": {"at": ["x", "y"], "angle": "a"}},
    },
    "contacts": {"floor": {"gap": "y - r", "restitution": 0.3, "friction": 0.2, "slip": "x' + r*a'"}},
}
SYSTEMS = {
    "double pendulum": DOUBLE_PENDULUM,
    "four-bar": FOUR_BAR,
    "driven four-bar": DRIVEN,
    "efforts": WITH_EFFORTS,
    "robot arm": ARM,
    "ball": BALL,
    "body coordinates": BY_BODY,
    "a family of links": CHAIN,
    "a screw": SCREW,
    "a bead on a helix, with friction": HELIX,
    "a bar on a plate that time moves": BY_TIME,
    "a ball joint with an effort": changed(BALL, energy={"potential": "3*bob.centre.x^2"}),
    "gears of bodies": changed(DRIVEN, bodies__coordinates="body"),
}


def _balances(system: Sections) -> Balances:
    found = balances_of(dalembert.model(**system))
    assert found is not None
    return found


# a screw has no fixed axis; guides, efforts on ball joints and couplings of body coordinates belong to no joint
WITHOUT_HINGES = {
    "a screw",
    "a bead on a helix, with friction",
    "a bar on a plate that time moves",
    "a ball joint with an effort",
    "gears of bodies",
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_derivations_give_the_same_accelerations(name: str) -> None:
    """They share nothing but kinematics."""
    found = agreement(_balances(SYSTEMS[name]))
    assert found is not None
    assert found.points == 10
    assert found.kane < 1e-10
    assert found.gibbs_appell < 1e-10
    assert found.newton_euler is not None
    assert found.newton_euler < 1e-10
    assert (found.hinge_balances is None) == (name in WITHOUT_HINGES)
    assert (found.hinge_balances or 0.0) < 1e-10


@pytest.mark.parametrize(
    "name", ["bricard", "heavy_top", "andrews_squeezer", "triple_pendulum", "four_bar_pinned"]
)
def test_three_derivations_of_published_mechanisms(name: str) -> None:
    """Bricard's linkage, a heavy top and Andrews' squeezer as bodies, chains with bodies beside their energies."""
    file = MECHANISMS / f"{name}.toml"
    balances = balances_of(dalembert.read(str(file) if file.exists() else name))
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.points >= 9
    assert found.kane < 1e-10
    assert found.gibbs_appell < 1e-10
    assert found.newton_euler < 1e-10


@pytest.mark.parametrize("name", ["double_pendulum", pytest.param("ur5", marks=pytest.mark.soak)])
def test_derivations_of_robots_agree(name: str) -> None:
    """A double pendulum and the arm UR5, from their URDF files."""
    balances = balances_of(dalembert.read(str(ROBOTS / f"{name}.urdf")))
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.points == 10
    assert max(found.kane, found.gibbs_appell, found.newton_euler) < 1e-10


@pytest.mark.parametrize("section", ["kinetic", "potential"])
def test_a_wrong_energy_is_seen(section: str) -> None:
    """One energy off by a thousandth: both other derivations differ."""
    balances = _balances(DOUBLE_PENDULUM)
    terms = balances.model.kinetic if section == "kinetic" else balances.model.potential
    wrong = Expression(Product((Number(1.001), terms[0].expression.root)))
    terms = (replace(terms[0], expression=wrong), *terms[1:])
    found = agreement(replace(balances, model=replace(balances.model, **{section: terms})))
    assert found is not None
    assert found.kane > 1e-5
    assert found.newton_euler > 1e-5


@pytest.mark.parametrize(
    ("system", "number"), [(DOUBLE_PENDULUM, 4), pytest.param(FOUR_BAR, 11, marks=pytest.mark.soak)]
)
def test_a_wrong_sign_of_any_load_is_seen(system: Sections, number: int) -> None:
    """Each load of every body, turned round: no derivation agrees then."""
    balances = _balances(system)
    count = 0
    for i, one in enumerate(balances.bodies):
        for k, load in enumerate(one.body.loads):
            if load.kind == "joint" and load.name in ("O", "C"):
                continue  # on the ground alone its sign is a name
            loads = (*one.body.loads[:k], replace(load, sign=-load.sign), *one.body.loads[k + 1 :])
            wrong = replace(one, body=replace(one.body, loads=loads))
            bodies = (*balances.bodies[:i], wrong, *balances.bodies[i + 1 :])
            found = agreement(replace(balances, bodies=bodies))
            assert found is not None
            assert found.newton_euler > 1e-6
            assert found.kane > 1e-6 or load.name in balances.tree
            count += 1
    assert count == number


def test_balances_are_printed_by_body() -> None:
    """The upper rod of a double pendulum: what its pins do to it, and its weight."""
    equations = dalembert.derive(dalembert.model(**DOUBLE_PENDULUM))
    form = dalembert.form_of(equations, "newton_euler")
    lines = dalembert.show(equations, form, "text")
    assert "upper.momentum[2]'      = -m1*g + O.force[2] - A.force[2]" in lines
    assert "Energies" not in lines
    assert "same accelerations at 10 states" in str(form.remarks[0])


def test_what_guides_a_body_does_no_work() -> None:
    """The force of a helix on a bead is at right angles to it, but for the friction."""
    equations = dalembert.derive(dalembert.model(**HELIX))
    lines = dalembert.show(equations, dalembert.form_of(equations, "newton_euler"), "text")
    assert "P_s                       = c*s' - R*bead.guide_force[1]*sin(s)" in lines
    assert "0.2*R*bead.guide_force[3]" in lines


def test_what_kane_calls_forces_is_what_lagrange_has() -> None:
    """Generalised inertia forces less generalised active forces are Lagrange's left sides."""
    equations = dalembert.derive(dalembert.model(**DOUBLE_PENDULUM))
    kane = dalembert.to_sympy(equations, dalembert.form_of(equations, "kane"))
    lagrange = dalembert.to_sympy(equations)["equations"]
    for name, left in lagrange.items():
        difference = kane["inertia"][f"I_{name}"] - kane["active"][f"F_{name}"] - left
        assert difference.expand(trig=True).simplify() == 0


def test_balances_need_bodies() -> None:
    """A model of energies has no bodies to balance."""
    equations = dalembert.derive("rod_pendulum")
    with pytest.raises(NotAvailable, match="need bodies"):
        dalembert.form_of(equations, "newton_euler")


def _with_contact(**keys: object) -> Sections:
    return changed(DOUBLE_PENDULUM, contacts={"floor": {"restitution": 0.5, **keys}})


@pytest.mark.parametrize(
    "system",
    [
        _with_contact(gap="lower.E.y + L1", friction=0.3, slip="lower.E.x'"),
        changed(
            DOUBLE_PENDULUM, contacts={"soft": {"gap": "norm(lower.E) - L1", "law": "spring", "stiffness": 9}}
        ),
        DISC,
    ],
)
def test_contacts_press_the_points_of_their_gaps(system: Sections) -> None:
    """With any force of a contact, and any friction, all derivations agree: on points, angles, coordinates."""
    balances = _balances(system)
    found = agreement(balances)
    assert found is not None
    assert max(found.kane, found.newton_euler) < 1e-10
    touched = [(one.body.name, load.name) for one in balances.bodies for load in one.body.loads]
    assert any(name in ("floor", "soft") for _, name in touched)
    assert not balances.unplaced


def test_the_force_of_a_contact_is_printed_with_its_body() -> None:
    """Newton and Euler's form has it on the body that is touched, Kane's on the coordinates."""
    equations = dalembert.derive(dalembert.model(**DISC))
    lines = dalembert.show(equations, dalembert.form_of(equations, "newton_euler"), "text")
    assert "w.momentum[2]'      = gravity[2]*w.mass + contact_floor" in lines
    assert "w.angular_momentum' = r*friction_floor" in lines
    assert "F_a = r*friction_floor" in dalembert.show(equations, dalembert.form_of(equations, "kane"), "text")


def test_a_contact_that_presses_no_point_is_refused_by_name() -> None:
    """Where the force of a stop on a coordinate acts is not known; Kane's equations have it there."""
    equations = dalembert.derive(dalembert.model(**_with_contact(gap="b + 2")))
    with pytest.raises(NotAvailable, match="floor"):
        dalembert.form_of(equations, "newton_euler")
    kane = dalembert.show(equations, dalembert.form_of(equations, "kane"), "text")
    assert "F_b = -m2*L2*g*cos(a + b)/2 + contact_floor" in kane


@pytest.mark.parametrize("name", ["newton_euler", "kane"])
def test_no_printed_term_can_be_wrong_unseen(name: str) -> None:
    """Any one entry of a form changed by a thousandth, or no number, is refused."""
    model = dalembert.model(**DOUBLE_PENDULUM)
    form = dalembert.form_of(dalembert.derive(model), name)
    for i, part in enumerate(form.parts):
        for factor in (1.001, float("nan")):
            first, *rest = part.rows
            wrong = replace(part, rows=((Product((Number(factor), first[0])), *first[1:]), *rest))
            parts = (*form.parts[:i], wrong, *form.parts[i + 1 :])
            with pytest.raises(VerificationError):
                verify_form(replace(form, parts=parts), model)


def test_rounding_of_right_angles_is_no_difference() -> None:
    """A pin turned by pi/2: an entry that is 0 is compared with the largest of its kind, not with 6e-17."""
    point = {"at": [0, 0, 0.3], "turn": [["x", "pi/2"]]}
    model = dalembert.model(
        bodies={
            "space": 3,
            "gravity": [0, 0, -9.81],
            "base": {"mass": 2, "inertia": [1, 2, 2], "points": {"S": point}},
            "arm": {"mass": 1, "inertia": [0.1, 0.2, 0.2], "centre": [0.25, 0, 0]},
        },
        joints={
            "turn": {"kind": "pin", "between": ["ground", "base"]},
            "lift": {"kind": "pin", "between": ["base.S", "arm"]},
        },
    )
    found = dalembert.form_of(dalembert.derive(model), "kane")
    assert "same accelerations at 10 states" in str(found.remarks[0])


def test_squares_of_velocities_are_written_as_squares() -> None:
    """T of a body in space is 1/2 m (x'^2 + y'^2 + z'^2), with no x' x'."""
    joint = {"kind": "free", "between": ["ground", "brick"]}
    model = dalembert.model(
        bodies={"space": 3, "brick": {"mass": 2, "inertia": [1, 2, 2]}}, joints={"F": joint}
    )
    text = dalembert.show(dalembert.derive(model), style="text")
    assert "brick.origin[1]'^2 + brick.origin[2]'^2" in text
    assert "brick.origin[1]'*brick.origin[1]'" not in text


def test_eulers_equations_are_printed_in_body_axes() -> None:
    """A top on a ball joint: J ω' + ω × J ω with three moments, and the moment of the reaction in body axes."""
    model = dalembert.model(
        parameters={"A": 2, "B": 3, "C": 4, "l": 0.5, "m": 1},
        bodies={
            "space": 3,
            "gravity": [0, 0, -9.81],
            "top": {"mass": "m", "inertia": ["A", "B", "C"], "centre": [0, 0, "l"]},
        },
        joints={"O": {"kind": "ball", "between": ["ground", "top"]}},
    )
    equations = dalembert.derive(model)
    form = dalembert.form_of(equations, "newton_euler")
    lines = dalembert.show(equations, form, "text")
    assert "top.moment[1]    = A*top.omega[1]' - (B - C)*top.omega[2]*top.omega[3]" in lines
    assert "top.moment[3]    = 0" in lines
    assert "l*O.force[1]*top.R[1,2] + l*O.force[2]*top.R[2,2] + l*O.force[3]*top.R[3,2]" in lines
    for i, part in enumerate(form.parts):
        for k in range(len(part.rows)):
            wrong = Sum((part.rows[k][0], Number(1)))
            rows = (*part.rows[:k], (wrong,), *part.rows[k + 1 :])
            parts = (*form.parts[:i], replace(part, rows=rows), *form.parts[i + 1 :])
            with pytest.raises(VerificationError):
                verify_form(replace(form, parts=parts), model)
