"""Bodies beside written energies: the same system, its balances and reactions; and what is told where they differ."""

from __future__ import annotations

import re
import tomllib
from copy import deepcopy
from typing import Any

import numpy as np
import pytest
from tests.laws.plane_chains import by_energies, chain, newton_euler

import dalembert
from dalembert import library
from dalembert._analyse.body_loads import body_loads
from dalembert._derive.forms.form import NotAvailable
from dalembert._model.bodies.balances import balances_of
from dalembert._model.scene import View
from dalembert._present.animation.primitives import Polygon
from dalembert._present.free_body_diagrams import diagrams
from dalembert._verify.balances import agreement

Sections = dict[str, Any]
SYSTEMS = ("triple_pendulum", "four_bar_pinned", "n_link_pendulum:4")
BOUND = 1e-10


def _numbers(**units: tuple[float, str]) -> Sections:
    return {name: {"value": value, "unit": unit} for name, (value, unit) in units.items()}


def _sections(name: str) -> Sections:
    return tomllib.loads(library.text_of(name))


def _rod_pendulum() -> Sections:
    """The rod in x, y and theta, whose pin are two constraints."""
    given = _sections("rod_pendulum")
    rod = {
        "mass": "m",
        "inertia": "1/12*m*l^2",
        "place": {"at": ["x", "y"], "angle": "theta"},
        "points": {"O": [0, "l/2"]},
    }
    pin = {"kind": "pin", "between": ["rod.O", "ground"], "constraints": ["phi1", "phi2"]}
    return {
        **given,
        "bodies": {"energies": "written", "gravity": [0, "-g"], "rod": rod},
        "joints": {"O": pin},
    }


SLIDER_CRANK: Sections = {
    "parameters": _numbers(
        r=(0.3, "m"), l=(1.1, "m"), m1=(1, "kg"), m2=(2, "kg"), m3=(3, "kg"), g=(9.81, "m/s^2")
    ),
    "coordinates": {"th": {"start": 0.4, "speed": 3, "unit": "rad"}},
    "definitions": {
        "ph": "-asin(r*sin(th)/l)",
        "xB": "r*cos(th) + l*cos(ph)",
        "x1": "r/2*cos(th)",
        "y1": "r/2*sin(th)",
        "x2": "r*cos(th) + l/2*cos(ph)",
        "y2": "r*sin(th) + l/2*sin(ph)",
    },
    "energy": {
        "kinetic": {
            "crank": "1/2*m1*(x1'^2 + y1'^2) + 1/24*m1*r^2*th'^2",
            "rod": "1/2*m2*(x2'^2 + y2'^2) + 1/24*m2*l^2*ph'^2",
            "block": "1/2*m3*xB'^2",
        },
        "potential": "m1*g*y1 + m2*g*y2",
    },
    "bodies": {
        "energies": "written",
        "gravity": [0, "-g"],
        "crank": {
            "mass": "m1",
            "shape": {"rod": "r"},
            "place": {"at": ["x1", "y1"], "angle": "th"},
            "points": {"O": ["-r/2", 0], "A": ["r/2", 0]},
        },
        "rod": {
            "mass": "m2",
            "shape": {"rod": "l"},
            "place": {"at": ["x2", "y2"], "angle": "ph"},
            "points": {"A": ["-l/2", 0], "B": ["l/2", 0]},
        },
        "block": {"mass": "m3", "place": {"at": ["xB", 0]}},
    },
    "joints": {
        "O": {"kind": "pin", "between": ["ground", "crank.O"]},
        "A": {"kind": "pin", "between": ["crank.A", "rod.A"]},
        "B": {"kind": "pin", "between": ["rod.B", "block"]},
        "S": {"kind": "slider", "between": ["ground", "block"]},
    },
}
TOP: Sections = {
    "parameters": _numbers(
        m=(2, "kg"), l=(0.4, "m"), J1=(0.2, "kg m^2"), J3=(0.1, "kg m^2"), g=(9.81, "m/s^2")
    ),
    "coordinates": {
        name: {"start": start, "speed": speed, "unit": "rad"}
        for name, start, speed in (("a", 0.1, 1), ("b", 0.7, 0), ("c", 0, 20))
    },
    "energy": {
        "kinetic": "1/2*(J1 + m*l^2)*(b'^2 + a'^2*sin(b)^2) + 1/2*J3*(c' + a'*cos(b))^2",
        "potential": "m*g*l*cos(b)",
    },
    "bodies": {
        "space": 3,
        "energies": "written",
        "gravity": [0, 0, "-g"],
        "top": {
            "mass": "m",
            "inertia": ["J1", "J1", "J3"],
            "centre": [0, 0, "l"],
            "place": {"rotation": "rot_z(a)*rot_x(b)*rot_z(c)"},
        },
    },
    "joints": {"O": {"kind": "ball", "between": ["ground", "top"]}},
}


@pytest.mark.parametrize("name", SYSTEMS)
def test_bodies_beside_energies_change_no_line_of_the_equations(name: str) -> None:
    """The listing of Lagrange's equations is the same without the sections of bodies and joints."""
    given = _sections(name)
    alone = dalembert.model(**{key: one for key, one in given.items() if key not in ("bodies", "joints")})
    beside = dalembert.model(**given)
    assert beside.definitions == alone.definitions
    assert beside.parameters == alone.parameters
    assert dalembert.show(dalembert.derive(beside)) == dalembert.show(dalembert.derive(alone))


@pytest.mark.parametrize(
    "sections", [_rod_pendulum(), SLIDER_CRANK, TOP], ids=["constraints", "loop", "space"]
)
def test_balances_beside_energies_agree_with_lagrange(sections: Sections) -> None:
    """Pins that are constraints, a loop that the coordinates keep closed, a ball joint in space."""
    model = dalembert.model(**sections)
    assert not dalembert.check(model).flaws
    balances = balances_of(model)
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert found.newton_euler is not None
    assert found.hinge_balances is not None
    assert max(found.kane, found.newton_euler, found.hinge_balances, found.gibbs_appell) < BOUND
    equations = dalembert.derive(model)
    for name in ("newton_euler", "hinge_balances", "kane", "kinematics"):
        assert "to " in str(dalembert.form_of(equations, name).remarks[0])


@pytest.mark.parametrize("seed", range(8))
def test_forces_of_pins_are_outputs_of_a_model_of_energies(seed: int) -> None:
    """They are those of Newton and Euler's equations in maximal coordinates, in open and in closed chains."""
    one = chain(seed)
    sections = by_energies(one)
    pins = list(sections["joints"])
    outputs = {f"{pin}_{axis}": f"joints.{pin}.force.{axis}" for pin in pins for axis in "xy"}
    motion = dalembert.simulate(
        dalembert.model(**sections, outputs=outputs), t_end=0.2, samples=5, rtol=1e-11
    )
    n = len(one.parents)
    for k in range(len(motion.t)):
        _, forces = newton_euler(one, motion.q[k, :n], motion.qd[k, :n])
        found = [[motion[f"{pin}_{axis}"][k] for axis in "xy"] for pin in pins]
        np.testing.assert_allclose(found, forces, rtol=0, atol=1e-7 * np.abs(forces).max())


def test_hinges_of_the_triple_pendulum_are_those_of_the_source() -> None:
    """About P3, the last hinge: J3 α3 + r × m3 a3 = r × m3 g, with no force of a pin."""
    equations = dalembert.derive("triple_pendulum")
    text = dalembert.show(equations, dalembert.form_of(equations, "hinge_balances"), "text")
    assert "B.angular_momentum' = -m3*L3*g*sin(theta3)/2" in text
    moving = dalembert.show(equations, dalembert.form_of(equations, "kinematics"), "text")
    for line in (
        "link1.acceleration_body[1]   = -L1*theta1'^2/2",
        "link1.acceleration_body[2]   = L1*theta1''/2",
        "link2.centre[1]''            = -L1*sin(theta1)*theta1'' - L2*sin(theta2)*theta2''/2",
    ):
        assert line in moving


CHANGES: dict[str, tuple[str, str, str]] = {
    "a mass": (r'mass   = "m2"', 'mass   = "m1"', "for other values of the parameters, the kinetic energy `link2`"),
    "gravity": ('["g", 0]', '[0, "g"]', "potential energy `link1` is not that of the body `link1`"),
    "a length": ('rod = "L3"', 'rod = "L2"', "kinetic energy `link3` is not that of the body `link3`"),
    "a point": ('A = ["L1/2", 0]', 'A = ["L1/3", 0]', "joint `A` does not hold where the coordinates place"),
    "no joint": ('B = { kind = "pin", between = ["link2.B", "link3.B"] }\n', "", "add the joint that is missing"),
    "another order": ('"phi1", "phi2"]', '"phi2", "phi1"]', "`phi2` is not condition 1 of the joint `C`"),
    "turned round": ('"link3.C", "ground.C"', '"ground.C", "link3.C"', "swap the two names in `between`"),
    "not written": ('"phi1", "phi2"]', '"phi1", "phi3"]', "did you mean `phi2`?"),
    "too few": ('"phi1", "phi2"]', '"phi1"]', "has 2 conditions here, not 1"),
    "not named": (', constraints = ["phi1", "phi2"]', "", 'constraints = ["phi1", "phi2"]'),
    "no energy": ('link2 = "-m2*g*xG2"\n', "", "add the potential energy of `link2`"),
    "one energy more": ('link2 = "-m2*g*xG2"\n', 'link2 = "-m2*g*xG2"\nextra = "m2*g*x1"\n', "what `extra` stands for"),
    "coordinates": ('energies = "written"', 'energies = "written"\ncoordinates = "body"', "placed by your own"),
    "the word": ('energies = "written"', 'energies = "writen"', 'write energies = "written"'),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_what_differs_is_told(change: str, tmp_path) -> None:
    """The first body, term or joint that differs, with what to write; nothing is derived or simulated then."""
    before, after, words = CHANGES[change]
    text = library.text_of("four_bar_pinned")
    assert text.count(before) == 1
    file = tmp_path / "changed.toml"
    file.write_text(text.replace(before, after))
    flaws = [flaw for flaw in dalembert.check(file).flaws if flaw.severity == "error"]
    assert any(words in f"{flaw.message} {flaw.hint}" for flaw in flaws)
    for compute in (dalembert.derive, dalembert.simulate):
        with pytest.raises(dalembert.ModelError, match=re.escape(flaws[0].message[:40])):
            compute(file)


def test_a_body_that_no_joint_holds_is_told() -> None:
    """A slider-crank whose block is guided by its place alone, while pins hold the others."""
    sections = deepcopy(SLIDER_CRANK)
    del sections["joints"]["S"], sections["joints"]["B"]
    flaws = dalembert.check(dalembert.model(**sections)).flaws
    assert any("no joint holds the body `block`" in flaw.message for flaw in flaws)


def test_forces_in_a_loop_that_coordinates_keep_closed_are_those_of_the_form() -> None:
    """Balances of single bodies do not give them: the output is refused by name."""
    with pytest.raises(dalembert.ModelError, match="`S` closes a loop that the coordinates keep closed"):
        dalembert.model(**SLIDER_CRANK, outputs={"F": "joints.O.force.x"})


def test_numbers_of_bodies_are_compared_as_they_are() -> None:
    """A mass that is the value of the parameter in the energies is the same now, but not for other values."""
    for mass, told in ((2, "for other values of the parameters, the kinetic"), (2.5, "the kinetic")):
        bob = {"mass": mass, "place": {"at": ["x", "y"]}}
        model = dalembert.model(
            parameters={"m": {"value": 2, "unit": "kg"}},
            coordinates={"x": {"start": 0, "unit": "m"}, "y": {"start": 0, "unit": "m"}},
            energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
            bodies={"energies": "written", "bob": bob},
        )
        (flaw,) = (flaw for flaw in dalembert.check(model).flaws if flaw.rule == "bodies")
        assert flaw.message.startswith(told)
        assert flaw.severity == "error"


def test_an_effort_on_an_absolute_angle_belongs_to_no_joint() -> None:
    """What turns a link from nowhere has no place on the bodies; Kane's equations have it on the coordinate."""
    sections = _sections("triple_pendulum") | {"work": {"theta1": "0.3*m1*g*L1"}}
    equations = dalembert.derive(dalembert.model(**sections))
    for name in ("newton_euler", "hinge_balances"):
        with pytest.raises(NotAvailable, match="theta1"):
            dalembert.form_of(equations, name)
    assert "F_theta1" in dalembert.show(equations, dalembert.form_of(equations, "kane"), "text")
    with pytest.raises(dalembert.ModelError, match="what this does to each body is not known"):
        dalembert.model(**sections | {"outputs": {"F": "joints.O.force.x"}})


def test_elements_act_on_bodies_beside_energies() -> None:
    """A spring between points and a torque: their energy and work are added, and all derivations agree."""
    sections = _sections("triple_pendulum") | {
        "elements": {
            "spring": {
                "kind": "spring",
                "between": ["ground", "link2.B"],
                "stiffness": "20*m1*g/L1",
                "length": "L1",
            },
            "motor": {"kind": "torque", "on": "link3", "torque": "m1*g*L1"},
        }
    }
    model = dalembert.model(**sections)
    assert not [flaw for flaw in dalembert.check(model).flaws if flaw.severity == "error"]
    balances = balances_of(model)
    found = agreement(balances) if balances is not None else None
    assert found is not None
    assert max(found.kane, found.newton_euler or 1, found.hinge_balances or 1) < BOUND


def test_free_bodies_are_drawn_with_the_axes_of_the_scene() -> None:
    """With x down a horizontal link lies flat; to the right it would stand; its free end is drawn too."""
    model = dalembert.vary("triple_pendulum", parameters={"L3": 2})
    loads = body_loads(dalembert.simulate(model, t_end=0.1))
    assert loads is not None
    for view, across in ((View(x="down", y="right"), 0), (View(), 1)):
        bars = [
            shape
            for shape in diagrams(loads, view).shapes
            if isinstance(shape, Polygon) and len(shape.points) > 9
        ]
        assert len(bars) == 3
        for bar in bars:
            sizes = np.ptp(np.array(bar.points), axis=0)
            assert sizes[across] > 10 * sizes[1 - across]


def test_parts_have_no_bodies_beside_energies(tmp_path) -> None:
    """Bodies of a part and of a model are one system, whose energies are written or made, not both."""
    (tmp_path / "part.toml").write_text(library.text_of("triple_pendulum"))
    (tmp_path / "whole.toml").write_text('format = 1\n[parts]\na = { model = "part.toml" }\n')
    with pytest.raises(dalembert.ModelError, match="bodies beside energies"):
        dalembert.read(tmp_path / "whole.toml")
