"""Families of bodies and joints equal their members written one by one; mistakes are reported once."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert._present.notation import split_name

CHAIN = """format = 1
[parameters]
N = 3
L = { value = 1, unit = "m" }
k = { value = 2, unit = "N m/rad" }
[bodies]
gravity = [0, -9.81]
[bodies."link[i]"]
for = "i = 1..N"
mass = 1
shape = { rod = "L*(1 + i/10)" }
centre = ["L/2", 0]
points = { E = ["L", 0] }
[joints."O[i]"]
for = "i = 1..N"
kind = "pin"
between = ["if(i == 1, ground, link[i-1].E)", "link[i]"]
coordinate = { "q[i]" = { start = "0.1*i", speed = 0 } }
[elements."s[i]"]
for = "i = 2..N"
kind = "torsion_spring"
between = ["link[i-1]", "link[i]"]
stiffness = "k/i"
angle = 0
[outputs]
tip = "link[N].E.y"
spin = "sum(i = 1..N, link[i].omega^2)"
force = "joints.O[1].force.x"
twist = "s[2].twist"
[simulate]
t_end = 0.2
samples = 4
rtol = 1e-10
"""


def _run(text: str, path: Path) -> dalembert.Motion:
    file = path / "chain.toml"
    file.write_text(text, encoding="utf-8")
    return dalembert.simulate(file)


def _single() -> dalembert.Motion:
    """The same chain with every member written out."""
    links = {f"link{i}": {"mass": 1, "shape": {"rod": f"L*(1 + {i}/10)"}, "centre": ["L/2", 0],
                          "points": {"E": ["L", 0]}} for i in (1, 2, 3)}  # fmt: skip
    joints = {
        f"O{i}": {
            "kind": "pin",
            "between": ["ground" if i == 1 else f"link{i - 1}.E", f"link{i}"],
            "coordinate": {f"q{i}": {"start": 0.1 * i, "speed": 0}},
        }
        for i in (1, 2, 3)
    }
    springs = {
        f"s{i}": {
            "kind": "torsion_spring",
            "between": [f"link{i - 1}", f"link{i}"],
            "stiffness": f"k/{i}",
            "angle": 0,
        }
        for i in (2, 3)
    }
    model = dalembert.model(
        parameters={"L": 1, "k": 2},
        bodies={"gravity": [0, -9.81], **links},
        joints=joints,
        elements=springs,
        outputs={
            "tip": "link3.E.y",
            "spin": "link1.omega^2 + link2.omega^2 + link3.omega^2",
            "force": "joints.O1.force.x",
            "twist": "s2.twist",
        },
        simulate={"t_end": 0.2, "samples": 4, "rtol": 1e-10},
    )
    return dalembert.simulate(model)


@pytest.mark.parametrize("coordinates", ["joint", "body"])
def test_a_family_is_its_members(coordinates: str, tmp_path: Path) -> None:
    """A chain in ten lines and in thirty, in both choices of coordinates."""
    text = CHAIN.replace("gravity", f'coordinates = "{coordinates}"\ngravity')
    motion, plain = _run(text, tmp_path), _single()
    assert motion.status == "ok"
    for name in ("tip", "spin", "force", "twist"):
        np.testing.assert_allclose(motion[name], plain[name], rtol=0, atol=1e-8, err_msg=name)


def test_the_number_of_members_is_a_parameter(tmp_path: Path) -> None:
    """Other values of N read the bodies again, and a number of a family is one parameter."""
    file = tmp_path / "chain.toml"
    file.write_text(CHAIN, encoding="utf-8")
    model = dalembert.read(file)
    assert [c.name for c in model.coordinates] == ["q[1]", "q[2]", "q[3]"]
    assert "link.mass" in [p.name for p in model.parameters]
    longer = dalembert.vary(model, parameters={"N": 5})
    assert len(longer.coordinates) == 5
    assert len(dalembert.check(longer).flaws) == len(dalembert.check(model).flaws)


def test_a_member_by_itself_stands_in_place_of_the_family(tmp_path: Path) -> None:
    """The first joint is written alone: an end without a case."""
    own = '[joints."O[1]"]\nkind = "slider"\nbetween = ["ground", "link[1]"]\n[elements'
    text = CHAIN.replace("if(i == 1, ground, link[i-1].E)", "link[i-1].E").replace("[elements", own, 1)
    text = text.replace("joints.O[1].force.x", "O[1]")
    file = tmp_path / "chain.toml"
    file.write_text(text, encoding="utf-8")
    assert [c.name for c in dalembert.read(file).coordinates] == ["O[1]", "q[2]", "q[3]"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("link[i-1].E)", "link[i-2].E)", "there is no body `link[0]`"),
        ('"link[i]"]\ncoordinate', '"limb[i]"]\ncoordinate', "there is no body `limb[1]`"),
        ('i = 1..N"\nmass', 'i = 1..M"\nmass', "M"),
        ("L*(1 + i/10)", "L*(1 + i/10", "bracket"),
        ("link[N].E.y", "link[N+1].E.y", "link.E[4,2]"),
        ("k/i", "k/i)", "closes nothing"),
        ('for = "i = 1..N"\nmass', 'for = "i = 1..9999999"\nmass', "9999999 values"),
        ('"q[i]" =', '"q[j]" =', "`q[j]`"),
    ],
)
def test_mistakes_in_families_are_told_once(old: str, new: str, message: str, tmp_path: Path) -> None:
    """Each at its place in the file, not once for each member."""
    assert old in CHAIN
    file = tmp_path / "chain.toml"
    file.write_text(CHAIN.replace(old, new), encoding="utf-8")
    told = [flaw for flaw in dalembert.check(file).flaws if message in str(flaw.message)]
    assert len(told) == 1
    assert told[0].severity == "error"
    assert told[0].line


def test_members_and_axes_are_told_apart_in_symbols() -> None:
    """In the plane L[3] is the angular momentum of the third link; p[3,1] its momentum along x."""
    families = {"link": 1, "O": 1}
    assert split_name("link.angular_momentum[3]", families) == ("L", "link[3]")
    assert split_name("link.momentum[3,1]", families) == ("p", "link[3],x")
    assert split_name("joints.O.force[2,2]", families) == ("F", "O[2],y")
    assert split_name("link.points.E[1]", families) == ("xi", "link,E")
    assert split_name("crank.angular_momentum[3]") == ("L", "crank,z")


COUNTED = """format = 1
[parameters]
N = 2
[bodies]
[bodies."c[i]"]
for = "i = 1..N"
mass = "2*i"
inertia = 0
points = { P = ["0.5*i", 0] }
place = { at = ["3*(i - 1)", "if(i == 1, 0.25, 4)"] }
[bodies.rod]
mass = 1
inertia = 0.1
[joints.A]
kind = "slider"
between = ["c[2].P", "rod"]
coordinate = { s = { start = 0, speed = 1 } }
[outputs]
x = "c[2].P.x"
y = "c[2].P.y"
m = "sum(i = 1..N, c[i].mass)"
[simulate]
t_end = 0.1
samples = 1
"""


def test_a_number_that_counts_with_the_index_is_a_parameter_of_each_member(tmp_path: Path) -> None:
    """The members have values of their own, also where the family is made longer."""
    file = tmp_path / "counted.toml"
    file.write_text(COUNTED, encoding="utf-8")
    assert dalembert.check(file).ok
    motion = dalembert.simulate(file)
    assert (motion["x"][0], motion["y"][0], motion["m"][0]) == (4, 4, 6)
    heavier = dalembert.vary(dalembert.read(file), parameters={"c.mass[2]": 7, "N": 2})
    assert dalembert.simulate(heavier)["m"][0] == 9
    assert dalembert.simulate(dalembert.vary(dalembert.read(file), parameters={"N": 3}))["m"][0] == 12
