"""Compliant contacts are energies: V and D give the force of the law, which never pulls."""

import math
import tomllib
from dataclasses import replace

import numpy as np
import pytest

import dalembert
from dalembert._expression.evaluate import evaluate
from dalembert._expression.tree import Number, Power
from dalembert._expression.walk import nodes
from dalembert._model.compliant import contact_force

K, C, A = 50.0, 3.0, 0.4
# law, exponent as written and as a number, damping as written and as a number
LAWS = {
    "spring": ("spring", None, 1.0, "c", C),
    "spring of a number": ("spring", 1, 1.0, 3.0, C),
    "spring of a square": ("spring", 2, 2.0, "c", C),
    "spring of a broken power": ("spring", 1.5, 1.5, "c", C),
    "spring of a parameter": ("spring", "n", 1.2, "c", C),
    "spring alone": ("spring", None, 1.0, None, 0.0),
    "spring with a damping of zero": ("spring", None, 1.0, "c - c", 0.0),
    "spring with no damping": ("spring", None, 1.0, 0, 0.0),
    "hunt_crossley": ("hunt_crossley", None, 1.5, "c", C),
    "hunt_crossley of a whole power": ("hunt_crossley", 1, 1.0, 3.0, C),
    "hunt_crossley of a cube": ("hunt_crossley", "3", 3.0, "c", C),
    "hunt_crossley of a parameter": ("hunt_crossley", "n", 1.2, "c", C),
    "hunt_crossley alone": ("hunt_crossley", None, 1.5, None, 0.0),
    "hunt_crossley with a damping of zero": ("hunt_crossley", None, 1.5, "c - c", 0.0),
}


def bouncer(law, exponent, damping, **more):
    """A point in a plane over a wavy floor that moves up and down, and not much else."""
    given = {"exponent": exponent, "damping": damping}
    contact = {"gap": "y - a*sin(x) - a*sin(2*t)*x", "law": law, "stiffness": "k"}
    contact |= {key: value for key, value in given.items() if value is not None}
    return dalembert.model(
        parameters={"m": 2.0, "k": K, "c": C, "a": A, "n": 1.2},
        coordinates={"x": {"start": 0}, "y": {"start": 1}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
        contacts={"floor": contact | more},
    )


def at_random(count, seed=7):
    """Times, positions and velocities, half of them with a closed gap, many of them parting fast."""
    r = np.random.default_rng(seed)
    for _ in range(count):
        t, x, vx = r.uniform(-2, 2, size=3)
        surface = A * math.sin(x) + A * math.sin(2 * t) * x
        yield t, np.array([x, surface + r.uniform(-1, 1)]), np.array([vx, r.normal(scale=12)])


def law_by_hand(law, n, c, t, q, qd):
    """The gap, its gradient and rate, and the force of the law, from the words of the manual."""
    (x, y), (vx, vy) = q, qd
    gap = y - A * math.sin(x) - A * math.sin(2 * t) * x
    slope = np.array([-A * math.cos(x) - A * math.sin(2 * t), 1.0])
    rate = slope @ (vx, vy) - 2 * A * math.cos(2 * t) * x
    if gap >= 0:
        return slope, 0.0
    depth, approach = -gap, -rate
    if law == "spring":
        return slope, max(0.0, K * depth**n + c * approach)
    return slope, max(0.0, K * depth**n * (1 + c * approach))


@pytest.mark.parametrize("name", LAWS)
def test_the_energies_give_the_force_of_the_law(name):
    """The forces −V_q − D_qd are f g_q with the f of the law, open and closed, also where the gap moves."""
    law, exponent, n, damping, c = LAWS[name]
    functions = dalembert.functions(bouncer(law, exponent, damping))
    p = np.array([2.0, K, C, A, 1.2])
    pressed = parted = 0
    for t, q, qd in at_random(300):
        slope, f = law_by_hand(law, n, c, t, q, qd)
        found = np.asarray(functions.h(t, q, qd, p)).ravel()
        assert found == pytest.approx(f * slope, rel=1e-11, abs=1e-12)
        gap = q[1] - A * math.sin(q[0]) - A * math.sin(2 * t) * q[0]
        pressed += f > 0
        parted += gap < 0 and f == 0
    assert pressed > 60
    assert parted > 20 or c == 0


@pytest.mark.parametrize("name", LAWS)
def test_the_derived_equations_are_those_of_the_energies(name):
    """The two sides agree at the points of the verification: `derive` raises where they do not."""
    law, exponent, _, damping, _ = LAWS[name]
    equations = dalembert.derive(bouncer(law, exponent, damping))
    assert equations.verified.max_error < 1e-9
    assert [term.name for term in equations.model.potential] == ["floor.stiffness"]
    damped = [] if damping in (None, 0) else ["floor.damping"]
    assert [term.name for term in equations.model.dissipation] == damped


def value(model, expression, gap, rate):
    """The value of an expression of the expanded model at a gap and its rate."""
    known = {(p.name, 0): float(p.value.expression.root.value) for p in model.parameters}
    return evaluate(expression.root, known | {("floor.gap", 0): gap, ("floor.gap", 1): rate})


@pytest.mark.parametrize("name", LAWS)
def test_the_recorded_force_is_the_law_and_never_pulls(name):
    """`contact_force` is the same force, not negative anywhere, zero where the gap is open."""
    law, exponent, n, damping, c = LAWS[name]
    model = bouncer(law, exponent, damping)
    force = contact_force(model.contacts[0])
    r = np.random.default_rng(11)
    for gap, rate in r.normal(scale=(0.5, 3), size=(400, 2)):
        f = value(model, force, gap, rate)
        k = K * max(-gap, 0) ** n
        by_hand = max(0.0, k - c * rate if law == "spring" else k * (1 - c * rate)) if gap < 0 else 0.0
        assert f >= 0
        assert f == pytest.approx(by_hand, rel=1e-12, abs=1e-13)


@pytest.mark.parametrize("name", [name for name, law in LAWS.items() if law[4]])
def test_dissipation_is_smooth_in_the_rate(name):
    """D is zero at rest, never negative, its slope is f_el − f, and both go on without a jump at the seam."""
    law, exponent, n, damping, c = LAWS[name]
    model = bouncer(law, exponent, damping)
    (term,) = model.dissipation
    force = contact_force(model.contacts[0])
    for gap in (-0.8, -0.1, -1e-3):
        k = K * (-gap) ** n

        def D(rate, gap=gap):
            return value(model, term.expression, gap, rate)

        assert D(0.0) == 0.0
        seam = k / c if law == "spring" else 1 / c
        size = D(-seam)
        for rate in np.concatenate([np.linspace(-3, 3, 13) * seam, [seam]]):
            step = 1e-5 * seam
            slope = (D(rate + step) - D(rate - step)) / (2 * step)
            assert slope == pytest.approx(k - value(model, force, gap, rate), rel=1e-5, abs=1e-5 * k)
            assert D(rate) >= 0
            assert rate * slope >= -1e-9 * k * seam  # it takes power, whatever the direction
        assert D(seam * (1 + 1e-12)) == pytest.approx(D(seam * (1 - 1e-12)), abs=1e-9 * size)
    assert value(model, term.expression, 0.1, 2.0) == 0.0


def test_whole_powers_are_written_as_whole_powers():
    """Exponents that are numbers give numbers: no power is left that a machine would take as a broken one."""
    for law, exponent in (("spring", None), ("spring", 2.0), ("hunt_crossley", 1), ("hunt_crossley", "6/2")):
        model = bouncer(law, exponent, "c")
        for term in (*model.potential, *model.dissipation):
            for node in nodes(term.expression.root):
                if isinstance(node, Power):
                    assert isinstance(node.exponent, Number)
                    assert isinstance(node.exponent.value, int)


def test_energies_of_contacts_have_an_origin_and_are_not_written():
    """What a contact adds to the energies says where it is from; a file has the contact alone."""
    model = bouncer("spring", None, "c", friction=0.2, slip="x'")
    parts = [*model.definitions, *model.potential, *model.dissipation]
    assert [(term.origin.path, term.origin.part) for term in parts] == [
        ("contacts.floor", "gap"),
        ("contacts.floor", "stiffness"),
        ("contacts.floor", "damping"),
    ]
    values = tomllib.loads(dalembert.write(model))
    assert "definitions" not in values
    assert list(values["energy"]) == ["kinetic"]
    assert values["contacts"]["floor"]["friction"] == 0.2
    stiff = dalembert.read("mass_and_wall")
    assert not any(term.origin for term in (*stiff.definitions, *stiff.potential, *stiff.dissipation))


def test_names_of_contacts_clash_with_no_name():
    """A model may use every name that sounds like a part of a contact."""
    model = dalembert.model(
        parameters={
            "m": 1,
            "pad": 3,
            "gap": 0.5,
            "pad_gap": 1,
            "f": 20.0,
            "c": 0.1,
            "rate": 2,
            "inside": 1,
        },
        coordinates={"y": {"start": 1}},
        definitions={"gap_of_pad": "y - gap*pad_gap"},
        energy={"kinetic": "1/2*m*y'^2", "potential": {"pad": "pad*rate*inside*y"}},
        contacts={"pad": {"gap": "gap_of_pad", "law": "spring", "stiffness": "f", "damping": "c"}},
    )
    assert dalembert.check(model).ok
    h = dalembert.functions(model).h
    p = np.array([1, 3, 0.5, 1, 20.0, 0.1, 2, 1])
    assert np.ravel(h(0, [0.2], [0.7], p)) == pytest.approx([-6 + 20 * 0.3 - 0.1 * 0.7])


def test_check_sees_the_terms_of_contacts():
    """A coordinate that only a compliant contact holds is not idle, and costs of derivation are counted."""
    sections = {
        "parameters": {"m": 1, "k": 10},
        "coordinates": {"y": {"start": 1}, "z": {"start": 0}},
        "energy": {"kinetic": "1/2*m*y'^2"},
    }
    spring = {"gap": "y - z", "law": "spring", "stiffness": "k", "damping": "k"}
    rules = {
        flaw.rule for flaw in dalembert.check(dalembert.model(**sections, contacts={"pad": spring})).flaws
    }
    assert "idle-coordinate" not in rules
    long = "*".join(f"(y - z + {i})" for i in range(700))
    costly = dalembert.model(**sections, contacts={"pad": spring | {"gap": long}})
    (flaw,) = [flaw for flaw in dalembert.check(costly).flaws if flaw.rule == "derivation-budget"]
    assert flaw.where == "contacts.pad.gap"


def test_units_of_the_terms_are_not_complained_of():
    """Energies with a power that is a parameter pass where the user's own units are right, again and again."""
    model = dalembert.model(
        parameters={
            "m": {"value": 1, "unit": "kg"},
            "k": {"value": 10, "unit": "N/m"},
            "n": {"value": 1.5, "unit": "-"},
        },
        coordinates={"y": {"unit": "m", "start": 1}},
        energy={"kinetic": "1/2*m*y'^2"},
        contacts={"pad": {"gap": "y", "law": "spring", "stiffness": "k", "exponent": "n"}},
    )
    whole = dalembert.derive(model).model
    assert dalembert.check(model).flaws == dalembert.check(whole).flaws == ()


# -- what is said of the energies of contacts ------------------------------------------------------------


def block(**contact):
    """A block over a floor that gives way."""
    return dalembert.model(
        parameters={"m": 1, "g": 10, "k": 1e6, "c": 5},
        coordinates={"x": {"start": 0}, "y": {"start": 1, "unit": "m"}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y", "stiffness": "k"} | contact},
    )


def test_what_rests_on_a_compliant_contact_is_found():
    """A block rests at a depth of m g/k though it starts open; it swings there with √(k/m), damped by c."""
    model = block(law="spring", damping="c")
    found = dalembert.equilibrium(model)
    (rest,) = found
    assert rest.values["y"] == pytest.approx(-1e-5, rel=1e-9)
    assert not any("open" in remark or "friction" in remark for remark in found.remarks)
    linear = dalembert.linearise(model, {"y": -1e-5})
    (swing,) = [mode for mode in dalembert.modes(model, {"y": -1e-5}) if mode.kind == "oscillation"]
    assert swing.hz == pytest.approx(1e3 / (2 * math.pi), rel=1e-5)
    assert swing.damping == pytest.approx(5 / (2 * 1e3), rel=1e-6)
    assert not any("open" in remark for remark in linear.remarks)


@pytest.mark.parametrize("stiffness", [1e3, 1e5, 1e7])
def test_a_stiff_floor_is_no_kink(stiffness):
    """However small the depth, the linear equations about the rest are there."""
    model = dalembert.vary(block(law="hunt_crossley", damping=0.1), parameters={"k": stiffness})
    (rest,) = dalembert.equilibrium(model)
    depth = (10 / stiffness) ** (2 / 3)
    assert rest.values["y"] == pytest.approx(-depth, rel=1e-9)
    linear = dalembert.linearise(model, {"y": -depth})
    assert linear.mechanical.K.max() == pytest.approx(1.5 * stiffness * depth**0.5, rel=1e-6)


def test_friction_that_is_left_out_is_said():
    """Analyses know the pressing force of a compliant contact and not its friction, and say so."""
    model = block(law="spring", friction=0.3, slip="x'")
    said = "the friction of the contact `floor` is neglected"
    assert any(str(remark).startswith(said) for remark in dalembert.equilibrium(model).remarks)
    assert said in map(str, dalembert.linearise(model, {"y": -1e-5}).remarks)
    needed = dalembert.inverse(model, {"x": "sin(t)", "y": "-1e-5"}, t_end=1, samples=4)
    assert said in map(str, needed.remarks)


def test_an_inverse_motion_may_press_a_compliant_contact():
    """The effort on a pressed block is its weight less the force of the floor."""
    model = block(law="spring")
    needed = dalembert.inverse(model, {"x": "0", "y": "-2e-5"}, t_end=1, samples=4)
    assert needed.effort[:, 1] == pytest.approx(np.full(5, 10 - 20.0))


def kinds(model):
    """The kinds of what is conserved, with the reasons."""
    return {one.name: one.why for one in dalembert.conserved(dalembert.derive(model))}


def test_conserved_quantities_know_contacts_by_their_energies():
    """A spring keeps the energy, also while it is pressed; damping and friction do not, and rub off momenta."""
    alone = kinds(block(law="spring"))
    assert set(alone) == {"energy", "momentum of x"}
    assert "between impacts" not in alone["energy"]
    assert set(kinds(block(law="spring", damping="c"))) == {"momentum of x"}
    assert kinds(block(law="spring", friction=0.1, slip="x'")) == {}


def test_stiff_friction_spends_energy():
    """The energy of a block that may slide is not listed as conserved, between impacts or else."""
    model = dalembert.model(
        coordinates={"x": {}, "y": {"start": 1}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9*y"},
        contacts={"floor": {"gap": "y", "restitution": 1, "friction": 0.1, "slip": "x'"}},
    )
    assert kinds(model) == {}


def test_a_term_of_the_energies_has_the_place_of_its_gap():
    """What is said about a term of a contact points to the gap in the file."""
    model = block(law="spring", damping="c")
    for term in (*model.potential[1:], *model.dissipation, *model.definitions):
        assert term.expression.source.where == "contacts.floor.gap"
    assert contact_force(model.contacts[0]).source.where == "contacts.floor.gap"


@pytest.mark.parametrize("law", ["spring", "hunt_crossley"])
def test_a_run_keeps_the_model_as_it_was_written(law):
    """A motion has its user's model, and its equations had the contact: a block falls onto it and turns."""
    model = dalembert.vary(block(law=law), parameters={"k": 1e4}, start={"y": 0.01})
    motion = dalembert.simulate(model, t_end=0.2, samples=400)
    assert replace(motion.model, simulate=model.simulate) == model
    n = {"spring": 1.0, "hunt_crossley": 1.5}[law]
    y = motion.q[:, 1]
    assert np.min(y) < 0
    assert motion.contact[:, 0] == pytest.approx(1e4 * np.maximum(-y, 0) ** n, abs=1e-6)
    assert motion.ledger.error < 1e-8
