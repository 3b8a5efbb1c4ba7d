"""The equations of contacts: they hold along motions, and a wrong one is found."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from scipy.interpolate import CubicHermiteSpline

import dalembert
from dalembert._expression.tree import Negative
from dalembert._lower.lower import lower
from dalembert._text.parser import parse
from dalembert._text.printer import print_tree
from dalembert._verify.evaluate import evaluate
from dalembert._verify.failure import VerificationError
from dalembert._verify.verify import verify
from dalembert.library import facts_by_name

GRAVITY = {
    "m": {"value": 2, "unit": "kg"},
    "g": {"value": 10, "unit": "m/s^2"},
    "r": {"value": 0.1, "unit": "m"},
}


def disc(**contact):
    """A spinning disc above a floor, with a contact of its own."""
    return dalembert.model(
        parameters=GRAVITY,
        coordinates={
            "x": {"unit": "m", "start": 0, "speed": 1},
            "y": {"unit": "m", "start": 0.3, "speed": 0},
            "phi": {"unit": "rad", "start": 0, "speed": 30},
        },
        energy={"kinetic": "m*(x'^2 + y'^2)/2 + m*r^2*phi'^2/4", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y - r"} | contact},
        simulate={"t_end": 1.0, "samples": 200},
    )


MODELS = {
    "mass_and_wall": lambda: dalembert.read("mass_and_wall"),
    "rough": lambda: disc(restitution=0, friction=0.2, slip="x' + r*phi'"),
    "spring": lambda: disc(law="spring", stiffness=1e4, damping=20, friction=0.2, slip="x' + r*phi'"),
    "hunt_crossley": lambda: disc(law="hunt_crossley", stiffness=1e5, damping=0.3),
}
every_model = pytest.mark.parametrize("name", MODELS)


@cache
def derived(name):
    """The verified equations of one of the models."""
    return dalembert.derive(MODELS[name]())


@cache
def moved(name):
    """The motion of one of the models."""
    return dalembert.simulate(MODELS[name]())


def along(name):
    """The values of all names at the rows of a motion in which the one contact is closed."""
    motion = moved(name)
    (contact,) = motion.model.contacts
    rows = motion[f"contact_{contact.name}"] > 0
    assert rows.sum() > 5
    columns = {
        (c.name, order): motion[c.name + "'" * order][rows]
        for c in motion.model.coordinates
        for order in (0, 1, 2)
    }
    columns |= {(p.name, 0): np.full(rows.sum(), float(p.value.typed)) for p in motion.model.parameters}
    columns |= {(n, 0): motion[n][rows] for n in motion.columns() if n.startswith(("contact_", "friction_"))}
    return columns


@every_model
def test_the_equations_with_a_closed_contact_hold_along_a_motion(name):
    """With accelerations, contact force and friction of a run the left sides vanish."""
    equations, place = derived(name), along(name)
    (contact,) = equations.contacts
    left = {c.coordinate: c.left for c in equations.coordinates} | dict(contact.equations)
    for coordinate, node in left.items():
        value, size = evaluate(node, place)
        assert np.abs(value).max() <= 1e-9 * np.max(size), coordinate


@every_model
def test_the_force_that_is_isolated_is_the_force_of_the_run(name):
    """The last step for the force, at the places of a run, is the column contact_NAME."""
    (contact,) = derived(name).contacts
    place = along(name)
    assert contact.force
    for step in contact.force:
        value, _ = evaluate(step.right, place)
        truth = place[f"contact_{contact.contact}", 0]
        assert value == pytest.approx(truth, abs=1e-8 * np.abs(truth).max())


def test_sliding_friction_is_that_of_the_run():
    """Coulomb's law, as printed, is the friction of a run where it slides, and takes energy."""
    (contact,) = derived("rough").contacts
    place = along("rough")
    slip, _ = evaluate(contact.slip[0], place)
    fast = np.abs(slip) > 1e-3
    (step,) = contact.sliding
    value, _ = evaluate(step.right, place)
    assert fast.sum() > 5
    assert value[fast] == pytest.approx(place["friction_floor", 0][fast], rel=1e-8)
    assert (value * slip)[fast].max() < 0


def test_a_coordinate_is_solved_for_with_its_rates():
    """LagranTexPac's eqs 37 and 38: p1 = q1 − dist, and the force with p1 put in."""
    (wall,) = derived("mass_and_wall").contacts
    assert {print_tree(s.left): print_tree(s.right) for s in wall.solved} == {
        "p1": "q1 - dist",
        "p1'": "q1'",
        "p1''": "q1''",
    }
    assert print_tree(wall.force[-1].right) == "mw*q1'' + cw*q1' + kw*q1 - kw*dist"


def test_the_events_of_the_library_system_are_as_its_facts_say():
    """Impact and release of mass_and_wall: times, speeds, loss, and the force of eq 38 right after the impact."""
    motion = moved("mass_and_wall")
    (impact,), (_, _, release) = motion.impacts, motion.touches
    values = {p.name: float(p.value.typed) for p in motion.model.parameters}
    q, v = impact.q[0], impact.after[0]
    # both masses move as one: (m1 + mw) q1'' = −k1 q1 − cw q1' − kw (q1 − dist)
    pull = values["k1"] * q + values["cw"] * v + values["kw"] * (q - values["dist"])
    place = {(name, 0): np.array(value) for name, value in values.items()}
    place |= {("q1", i): np.array(one) for i, one in enumerate((q, v, -pull / (values["m1"] + values["mw"])))}
    (wall,) = derived("mass_and_wall").contacts
    force, _ = evaluate(wall.force[-1].right, place)
    q1, v1, a1 = (motion["q1" + "'" * order] for order in range(3))
    found = {
        "event.impact.t": impact.t,
        "event.impact.speed_before": impact.before[0],
        "event.impact.speed_after": impact.after[0],
        "event.impact.loss": impact.energy_lost,
        "event.impact.force": float(force),
        "event.release.t": release.t,
        "event.release.q1": float(CubicHermiteSpline(motion.t, q1, v1)(release.t)),
        "event.release.speed": float(CubicHermiteSpline(motion.t, v1, a1)(release.t)),
    }
    facts = {n.what: n for n in facts_by_name("mass_and_wall").numbers if n.what.startswith("event.")}
    assert facts.keys() == found.keys()
    for what, number in facts.items():
        assert found[what] == pytest.approx(number.value, rel=number.rtol), what


def test_a_name_of_a_force_is_taken():
    """A parameter called like the force or friction of a contact is refused; one that only begins so is not."""

    def reserved(name):
        model = disc(restitution=0, friction=0.2, slip="x'")
        added = replace(model, parameters=(*model.parameters, replace(model.parameters[0], name=name)))
        return [flaw.message for flaw in dalembert.check(added).flaws if flaw.rule == "reserved"]

    assert "contact `floor`" in reserved("contact_floor")[0]
    assert "contact `floor`" in reserved("friction_floor")[0]
    assert reserved("contact_area") == reserved("friction_of_floor") == []


def test_a_moving_stop_has_its_own_rates_in_them():
    """Of a gap that moves with an input, the coordinate's rates hold those of the input."""
    model = dalembert.model(
        parameters={"m": 2, "b": 0.5},
        coordinates={"x": {"start": 1}},
        inputs={"u": "sin(t)"},
        energy={"kinetic": "m*x'^2/2"},
        contacts={"stop": {"gap": "b*x - u*t", "restitution": 0}},
    )
    (stop,) = dalembert.derive(model).contacts
    acceleration = stop.solved[-1].right
    place = {("b", 0): 0.5, ("t", 0): 0.7, ("u", 0): 0.1, ("u", 1): 0.2, ("u", 2): 0.3, ("x", 0): 1.0}
    value, _ = evaluate(acceleration, {key: np.array(one) for key, one in place.items()})
    assert float(value) == pytest.approx((0.3 * 0.7 + 2 * 0.2) / 0.5)


def test_nothing_is_said_where_the_gap_is_linear_in_nothing():
    """A round obstacle gives no coordinate in terms of the others, and so isolates no force."""
    model = dalembert.model(
        parameters={"m": 1, "R": 1},
        coordinates={"x": {"start": 2}, "y": {"start": 0}},
        energy={"kinetic": "m*(x'^2 + y'^2)/2"},
        contacts={"post": {"gap": "sqrt(x^2 + y^2) - R", "restitution": 0}},
    )
    (post,) = dalembert.derive(model).contacts
    assert [name for name, _ in post.efforts] == ["x", "y"]
    assert (post.solved, post.force) == ((), ())


def test_two_tangential_velocities_share_one_limit():
    """In space the friction is µ f against the slip: its size is µ f in any direction."""
    model = dalembert.model(
        parameters={"m": 1, "g": 10},
        coordinates={"x": {"speed": 1}, "y": {"speed": 1}, "z": {}},
        energy={"kinetic": "m*(x'^2 + y'^2 + z'^2)/2", "potential": "m*g*z"},
        contacts={"floor": {"gap": "z", "restitution": 0, "friction": 0.3, "slip": ["x'", "y'"]}},
    )
    (floor,) = dalembert.derive(model).contacts
    place = {("x", 1): 3.0, ("y", 1): -4.0, ("contact_floor", 0): 10.0}
    first, second = (evaluate(s.right, {k: np.array(v) for k, v in place.items()})[0] for s in floor.sliding)
    assert [print_tree(s.left) for s in floor.sliding] == ["friction_floor_1", "friction_floor_2"]
    assert (float(first), float(second)) == pytest.approx((-1.8, 2.4))
    assert dict(floor.friction).keys() == {"x", "y"}


def wrong_parts(contact):
    """The equations of a contact, each with one thing turned round."""

    def turned(pairs):
        (name, node), *rest = pairs
        return ((name, Negative(node)), *rest)

    def stepped(steps):
        return (*steps[:-1], replace(steps[-1], right=Negative(steps[-1].right)))

    yield replace(contact, gap=Negative(contact.gap))
    yield replace(contact, efforts=turned(contact.efforts))
    yield replace(contact, force=stepped(contact.force))
    if contact.equations:
        yield replace(contact, equations=turned(contact.equations))
    if contact.friction:
        yield replace(contact, friction=turned(contact.friction))
        yield replace(contact, sliding=stepped(contact.sliding))
        yield replace(contact, slip=tuple(map(Negative, contact.slip)))
    if contact.solved:
        first, *rest = contact.solved
        yield replace(contact, solved=(replace(first, right=Negative(first.right)), *rest))


@every_model
def test_a_wrong_sign_is_found(name):
    """Verification passes what was derived, and refuses it with any one sign turned."""
    equations = derived(name)
    system = lower(equations.model)
    (contact,) = equations.contacts
    assert verify(equations, system).max_error < 1e-12
    for wrong in wrong_parts(contact):
        with pytest.raises(VerificationError, match=contact.contact):
            verify(replace(equations, contacts=(wrong,)), system)


@every_model
def test_the_text_of_contacts_can_be_read_back(name):
    """What `as_dict` writes about contacts is the language of model files, names of forces included."""
    (contact,) = derived(name).contacts
    (told,) = dalembert.as_dict(derived(name))["contacts"].values()
    assert print_tree(parse(told["gap"])) == print_tree(contact.gap)
    for texts, pairs in ((told["efforts"], contact.efforts), (told["equations"], contact.equations)):
        assert {name: print_tree(parse(text)) for name, text in texts.items()} == {
            name: print_tree(node) for name, node in pairs
        }
    assert told["force"] == print_tree(contact.force[-1].right)


@pytest.mark.parametrize("style", ("unicode", "text", "pretty", "latex"))
def test_every_style_shows_contacts(style):
    """A listing has the force of a contact and its friction, each by its name."""
    text = dalembert.show(derived("rough"), style=style)
    force, friction = {
        "text": ("contact_floor", "friction_floor"),
        "latex": (r"f_{\mathrm{floor}}", r"f_{\mathrm{floor},t}"),
    }.get(style, ("f_floor", "f_floor,t"))
    assert "Contact floor" in text
    assert force in text
    assert friction in text
