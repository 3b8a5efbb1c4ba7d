"""Rest on closed contacts: gap ≥ 0, force ≥ 0, one of them zero; friction within its limit; modes about it."""

import math

import numpy as np
import pytest

import dalembert
from dalembert._analyse.records import Equilibria, Hold, Stability
from dalembert._model.build import build
from dalembert._text.toml import read_toml

G = 9.81


def _model(text: str) -> dalembert.Model:
    return build(read_toml(text, "rest.toml"))[0]


def _mass_between_spring_and_wall(pull: float) -> Equilibria:
    """A mass on a spring, pulled with a force towards a wall at x = 0.1."""
    text = f"""format = 1
[coordinates]
x = {{ start = 0 }}
[energy]
kinetic = "1/2*2*x'^2"
potential = "1/2*50*x^2"
[work]
x = "{pull}"
[contacts.wall]
gap = "0.1 - x"
restitution = 0.5
"""
    return dalembert.equilibrium(_model(text))


def test_a_ball_rests_on_the_floor_with_its_weight() -> None:
    """The bouncing ball rests at y = r, the floor presses with m g, and nothing holds it along the floor."""
    found = dalembert.equilibrium("bouncing_ball")
    assert len(found) == 1
    rest = found[0]
    assert rest["y"] == pytest.approx(0.05, abs=1e-15)
    assert rest["contact_floor"] == pytest.approx(0.2 * G, rel=1e-14)
    assert rest.stability is Stability.neutral
    assert rest.family == ("x",)
    (floor,) = rest.point.closed_contacts
    assert floor.hold is Hold.smooth
    assert floor.unique


@pytest.mark.parametrize("mu", [0.5, 0.57, 0.58, 0.9])
def test_a_block_sticks_on_a_slope_if_and_only_if_friction_suffices(mu: float) -> None:
    """At 30 degrees a block rests iff tan(30 deg) <= mu, with the friction m g sin(a) and N = m g cos(a)."""
    found = dalembert.equilibrium(dalembert.vary(dalembert.read("block_on_slope"), parameters={"mu": mu}))
    a = math.radians(30)
    assert bool(len(found)) == (math.tan(a) <= mu)
    if len(found):
        assert found[0]["contact_slope"] == pytest.approx(2 * G * math.cos(a), rel=1e-12)
        assert found[0]["friction_slope"] == pytest.approx(-2 * G * math.sin(a), rel=1e-12)
        assert found[0].point.closed_contacts[0].limit == pytest.approx(mu * 2 * G * math.cos(a), rel=1e-12)
    else:
        assert found.message["why"].key == "equilibria_slips"


def test_a_block_stands_on_two_corners_or_balances_on_one() -> None:
    """The block stands with m g/2 under each corner; on one corner it balances at tan(phi) = b/h, unstable."""
    found = dalembert.equilibrium("rocking_block")
    standing = found[found.nearest]
    assert standing["phi"] == pytest.approx(0, abs=1e-12)
    assert standing["contact_left"] == pytest.approx(10 * G / 2, rel=1e-9)
    assert standing["contact_right"] == pytest.approx(10 * G / 2, rel=1e-9)
    assert standing.stability is Stability.stable
    assert not standing.point.closed_contacts[0].unique  # friction may press the corners against each other
    tilted = [one for one in found if len(one.point.closed_contacts) == 1]
    assert sorted(one["phi"] for one in tilted) == pytest.approx([-math.atan(1 / 4), math.atan(1 / 4)])
    J, R2 = 10 * (0.1**2 + 0.4**2) / 3, 0.1**2 + 0.4**2
    grows = math.sqrt(10 * G * math.sqrt(R2) / (J + 10 * R2))
    for one in tilted:
        assert one.stability is Stability.unstable
        assert one.eigenvalues.real.max() == pytest.approx(grows, rel=1e-9)


def test_the_lower_of_two_stacked_masses_carries_both() -> None:
    """Of two masses on each other the floor carries both weights, the contact between them the upper one."""
    text = """format = 1
[coordinates]
a = { start = 1 }
b = { start = 2 }
[energy]
kinetic = "1/2*3*a'^2 + 1/2*2*b'^2"
potential = "9.81*(3*a + 2*b)"
[contacts.floor]
gap = "a"
restitution = 0
[contacts.between]
gap = "b - a - 0.5"
restitution = 0
"""
    found = dalembert.equilibrium(_model(text))
    assert [len(one.point.closed_contacts) for one in found] == [2]
    assert found[0].point.q == pytest.approx([0, 0.5], abs=1e-14)
    assert found[0]["contact_floor"] == pytest.approx(5 * G)
    assert found[0]["contact_between"] == pytest.approx(2 * G)


@pytest.mark.parametrize("pull", [-20.0, 3.0, 4.9, 5.1, 40.0])
def test_the_load_decides_whether_a_contact_is_closed(pull: float) -> None:
    """A spring k = 50 N/m and a wall at 0.1 m: below 5 N the mass is free at F/k, above the wall takes F − 5."""
    found = _mass_between_spring_and_wall(pull)
    assert len(found) == 1
    rest = found[0]
    if pull < 5:
        assert not rest.point.closed_contacts
        assert rest["x"] == pytest.approx(pull / 50)
        assert dalembert.modes(found.model)[0].rad_s == pytest.approx(5)
    else:
        assert rest["x"] == pytest.approx(0.1)
        assert rest["contact_wall"] == pytest.approx(pull - 5)
        assert not len(dalembert.modes(found.model))


def test_a_contact_without_force_leaves_stability_undecided() -> None:
    """Pulled with just 5 N the mass touches the wall without pressing: linear equations cannot judge."""
    found = _mass_between_spring_and_wall(5.0)
    assert [one.stability for one in found] == [Stability.undecided]
    assert found[0]["contact_wall"] == 0.0


BAR = """format = 1
[parameters]
m = 3
L = 2
k = 400
mu = 0
[coordinates]
y = {{ start = 0.5 }}
x = {{ start = 0 }}
phi = {{ start = 0.1 }}
[energy]
kinetic = "1/2*m*(x'^2 + y'^2) + 1/24*m*L^2*phi'^2"
potential = "m*9.81*y + 1/2*k*(y + L/2*sin(phi))^2 + 1/2*7*x^2"
[contacts.floor]
gap = "y - L/2*sin(phi)"
restitution = 0
{friction}
"""


def test_modes_of_a_bar_with_one_end_on_the_floor() -> None:
    """A bar on the floor at one end and on a spring at the other is a pendulum about the end that rests.

    With tip = 2 y: M = m/4 + m/12 = m/3 and K = k for the lifted end; the weight loads the floor and spring.
    """
    model = _model(BAR.format(friction=""))
    rest = dalembert.equilibrium(model)
    closed = [one for one in rest if one.point.closed_contacts and abs(one["phi"]) < 1]
    assert len(closed) == 1
    assert closed[0]["contact_floor"] == pytest.approx(3 * G / 2, rel=1e-9)
    q = dict(zip(("y", "x", "phi"), closed[0].point.q, strict=True))
    assert q["y"] == pytest.approx(-3 * G / 2 / 400 / 2, rel=1e-9)
    found = dalembert.modes(model, "equilibrium")
    c = math.cos(q["phi"])
    M = 3 * (c / 1) ** 2 + 3 * 4 / 12  # y = sin(phi): kinetic energy per phi'^2/2
    K = 400 * (2 * c) ** 2 - math.sin(q["phi"]) * (3 * G + 400 * 2 * 2 * math.sin(q["phi"]))
    expected = sorted([math.sqrt(7 / 3), math.sqrt(K / M)])
    assert [mode.rad_s for mode in found] == pytest.approx(expected, rel=1e-9)
    linear = dalembert.linearise(model, "equilibrium")
    assert linear.equilibrium
    assert len(linear.reduced.free) == 2


def test_friction_makes_a_resting_end_a_hinge() -> None:
    """The same bar with a rough floor turns about its end: one mode, without the spring along the floor."""
    lines = "friction = 0.9\nslip = \"x' + L/2*sin(phi)*phi'\""
    model = _model(BAR.format(friction=lines))
    rest = [one for one in dalembert.equilibrium(model) if one.point.closed_contacts and abs(one["phi"]) < 1]
    assert rest
    assert all(abs(one["friction_floor"]) <= 0.9 * one["contact_floor"] for one in rest)
    found = dalembert.modes(model, "equilibrium")
    assert [mode.kind for mode in found].count("oscillation") == 1


def test_a_mass_on_a_belt_rests_where_the_spring_balances_sliding_friction() -> None:
    """On the belt the mass can stay at mu m g/k and swings about it with sqrt(k/m)."""
    found = dalembert.equilibrium("stick_slip")
    assert found[0]["x"] == pytest.approx(0.3 * G / 100)
    assert found[0]["friction_belt"] == pytest.approx(0.3 * G)
    assert found[0].point.closed_contacts[0].hold is Hold.slides
    assert dalembert.modes("stick_slip")[0].rad_s == pytest.approx(10)


def test_friction_that_falls_with_the_speed_makes_sliding_unstable() -> None:
    """With mu = mu0 − c |v| an oscillation on the belt grows at c m g/(2 m): Stribeck's negative damping."""
    text = """format = 1
[coordinates]
x = { start = 0 }
y = { start = 0 }
[energy]
kinetic = "1/2*2*(x'^2 + y'^2)"
potential = "1/2*200*x^2 + 2*9.81*y"
[contacts.belt]
gap = "y"
restitution = 0
friction = "0.3 - 0.1*abs(x' - 0.5)"
slip = "x' - 0.5"
"""
    found = dalembert.equilibrium(_model(text))
    assert found[0]["friction_belt"] == pytest.approx(0.25 * 2 * G)
    assert found[0].stability is Stability.unstable
    assert found[0].eigenvalues.real.max() == pytest.approx(0.1 * G / 2)


def test_a_table_on_four_rough_feet_shares_its_weight() -> None:
    """A table on four feet is statically indeterminate: the forces add up to the weight, all press."""
    feet = "".join(
        f"""[contacts.foot{i}]
gap = "z + {a}*beta + {b}*gamma"
restitution = 0
friction = 0.5
slip = ["x'", "y'"]
"""
        for i, (a, b) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1)))
    )
    text = f"""format = 1
[coordinates]
x = {{}}
y = {{}}
z = {{ start = 0.2 }}
beta = {{}}
gamma = {{}}
[energy]
kinetic = "1/2*5*(x'^2 + y'^2 + z'^2) + 1/2*(beta'^2 + gamma'^2)"
potential = "5*9.81*z"
[work]
x = 10
{feet}"""
    found = dalembert.equilibrium(_model(text))
    rest = found[found.nearest]
    assert len(rest.point.closed_contacts) == 4
    assert sum(one.force for one in rest.point.closed_contacts) == pytest.approx(5 * G)
    assert sum(one.friction[0] for one in rest.point.closed_contacts) == pytest.approx(-10)
    assert all(one.force > 0 and not one.unique for one in rest.point.closed_contacts)
    assert all(np.hypot(*one.friction) <= one.limit for one in rest.point.closed_contacts if one.limit)
    assert any(remark.key == "equilibria_contacts_shared" for remark in found.remarks)


def test_numbers_of_closed_contacts_stand_in_json() -> None:
    """What is said of closed contacts is in the dictionary of equilibria and of the place of modes."""
    found = dalembert.as_dict(dalembert.equilibrium("block_on_slope"))["equilibria"][0]
    (slope,) = found["contacts"]
    assert slope["hold"] == "sticks"
    assert slope["force"] == found["values"]["contact_slope"]
    at = dalembert.as_dict(dalembert.modes("block_on_slope"))["at"]
    assert at["contacts"] == found["contacts"]


def test_a_mass_pressed_against_a_wall_has_no_modes_and_says_so() -> None:
    """The closed contact takes the only direction: no mode is found, and the first remark gives the reason."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.1}},
        energy={"kinetic": "1/2*2*x'^2", "potential": "1/2*50*x^2"},
        work={"x": "20"},
        contacts={"wall": {"gap": "0.1 - x", "restitution": 0.5}},
    )
    modes = dalembert.modes(model)
    assert not modes.modes
    assert modes.remarks[0].key == "no_modes"
