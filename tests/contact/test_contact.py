"""Contacts without friction: closed forms, laws of impact, phases that come and go."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import dalembert
from dalembert._contact.complementarity import energy_gain
from dalembert._contact.contact_state import ContactState, Friction
from dalembert._contact.impact_law import impact

G = 9.81


def ball(e: float, **more: object) -> dalembert.Model:
    """A ball over a floor."""
    return dalembert.model(
        parameters={"m": 2, "g": G, "e": e},
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y", "restitution": "e"}},
        **more,
    )


def test_the_ball_bounces_when_it_should_and_comes_to_rest() -> None:
    """Impact times to 1e-12, the finite time of all of them, the whole energy lost, then the weight on the floor."""
    e, fall = 0.7, np.sqrt(2 / G)
    motion = dalembert.simulate(ball(e), t_end=4, samples=400, rtol=1e-10)
    assert motion.status == "ok", motion.message
    k = np.arange(20)
    times = fall + 2 * fall * np.cumsum(np.concatenate([[0.0], e ** (k[:-1] + 1)]))
    assert [impact.t for impact in motion.impacts[:20]] == pytest.approx(times, abs=1e-12)
    whole = fall + 2 * fall * e / (1 - e)
    assert motion.touches[-1].contacts == ("floor",)
    assert motion.touches[-1].t == pytest.approx(whole, abs=1e-7)
    assert sum(impact.energy_lost for impact in motion.impacts) == pytest.approx(2 * G, rel=1e-12)
    assert motion.ledger.impacts[-1] == pytest.approx(2 * G, rel=1e-12)
    assert motion.ledger.error <= 1e-11
    assert np.all(motion["contact_floor"][motion.t > whole] == pytest.approx(2 * G))
    assert motion["y"].min() >= -1e-12
    between = motion.t < whole - 1e-6
    assert np.all(motion["contact_floor"][between] == 0)


def test_a_ball_that_loses_nothing_never_stops() -> None:
    """With restitution 1 every bounce is the first again."""
    motion = dalembert.simulate(ball(1.0), t_end=20, samples=100, rtol=1e-10)
    fall = np.sqrt(2 / G)
    assert [i.t for i in motion.impacts] == pytest.approx(
        fall * (1 + 2 * np.arange(len(motion.impacts))), abs=1e-9
    )
    assert len(motion.impacts) == int((20 / fall - 1) // 2) + 1
    assert motion.ledger.error <= 1e-9


# -- the mass and the wall of LagranTexPac -----------------------------------------------------------


def wall_truth(q0: float) -> tuple[float, float, float]:
    """Impact, release and the joint position there, of a mass drawn back by q0, from its closed forms."""
    m1, k1, mw, cw, kw, dist = 10.0, 7.0, 5.0, 20.29, 7.0, 0.005
    w = np.sqrt(k1 / m1)
    t1 = np.arccos(dist / q0) / w
    v = m1 / (m1 + mw) * -q0 * w * np.sin(w * t1)

    def joint(_, y):
        return [y[1], (-k1 * y[0] - kw * (y[0] - dist) - cw * y[1]) / (m1 + mw)]

    def force(y) -> float:
        return mw * joint(0, y)[1] + cw * y[1] + kw * (y[0] - dist)

    run = solve_ivp(joint, (0, 10), [dist, v], "DOP853", rtol=1e-13, atol=1e-16, dense_output=True)
    grid = np.linspace(1e-6, 10, 20001)
    values = np.array([force(run.sol(t)) for t in grid])
    last = int(np.argmax(values < 0))
    release = brentq(lambda t: force(run.sol(t)), grid[last - 1], grid[last], xtol=1e-14)
    return t1, t1 + release, float(run.sol(release)[0])


@pytest.mark.parametrize("q0", [-0.05, -0.2, -0.011])
def test_the_mass_strikes_the_wall_stays_and_lets_go(q0: float) -> None:
    """Plastic impact, lasting contact with its force, release: against the joint motion integrated apart."""
    model = dalembert.vary(dalembert.read("mass_and_wall"), start={"q1": q0})
    impact, release, where = wall_truth(q0)
    motion = dalembert.simulate(model, t_end=release + 0.2, samples=2000, rtol=1e-11)
    assert motion.status == "ok", motion.message
    assert motion.impacts[0].t == pytest.approx(impact, abs=1e-10)
    changes = {touch.t: touch.contacts for touch in motion.touches}
    assert list(changes.values()) == [(), ("wall",), ()]
    assert list(changes)[2] == pytest.approx(release, abs=1e-8)
    assert np.interp(release, motion.t, motion["q1"]) == pytest.approx(where, abs=1e-6)
    assert motion["contact_wall"].min() >= -1e-12
    assert motion.ledger.error <= 1e-10
    gap = motion["p1"] + 0.005 - motion["q1"]
    assert gap.min() >= -1e-12


def test_the_numbers_of_the_wall() -> None:
    """The printed facts: speeds before and after, loss, the force just after the impact, which is the largest."""
    motion = dalembert.simulate("mass_and_wall", rtol=1e-11, samples=35_000)
    (impact,) = motion.impacts
    assert impact.energy_lost == pytest.approx(2.8875e-3, rel=1e-8)
    assert impact.impulses[0] == pytest.approx(10 * 0.0416233108 / 3, rel=1e-8)
    assert motion["contact_wall"].max() == pytest.approx(0.3636831, rel=1e-3)
    kinds = [(event.name, event.kind) for event in motion.events]
    assert kinds == [("wall", "impact"), ("wall", "release")]


# -- several contacts --------------------------------------------------------------------------------


def cradle(gap: float, e: float, count: int = 5) -> dalembert.Model:
    """Equal balls in a row, the first one moving, with gaps between them."""
    names = [f"x{i}" for i in range(count)]
    start = {name: {"start": i * (1 + gap), "speed": 0} for i, name in enumerate(names)}
    start["x0"] = {"start": -0.5, "speed": 1}
    return dalembert.model(
        parameters={"m": 1, "e": e},
        coordinates=start,
        energy={"kinetic": " + ".join(f"1/2*m*{name}'^2" for name in names)},
        contacts={f"c{i}": {"gap": f"x{i + 1} - x{i} - 1", "restitution": "e"} for i in range(count - 1)},
    )


def test_newtons_cradle_one_after_the_other() -> None:
    """With small gaps one ball comes, one ball goes: momentum and energy are handed on."""
    motion = dalembert.simulate(cradle(1e-3, 1.0), t_end=2, samples=20, rtol=1e-10)
    assert motion.qd[-1] == pytest.approx([0, 0, 0, 0, 1], abs=1e-12)
    assert len(motion.impacts) == 4


@pytest.mark.parametrize("e", [0.0, 0.5, 1.0])
def test_newtons_cradle_all_at_once(e: float) -> None:
    """Touching balls: one impact for all; momentum is kept, no energy made, none goes through another."""
    motion = dalembert.simulate(cradle(0.0, e), t_end=2, samples=200, rtol=1e-10)
    assert motion.status == "ok", motion.message
    assert motion.qd.sum(axis=1) == pytest.approx(1, abs=1e-12)
    assert np.diff(motion.T).max() <= 1e-12
    assert np.diff(motion.q, axis=1).min() >= 1 - 1e-12


def test_a_ball_in_a_corner() -> None:
    """Two walls met at one instant reflect the velocity in both directions."""
    model = dalembert.model(
        parameters={"m": 1, "e": 0.5},
        coordinates={"x": {"start": 1, "speed": -1}, "y": {"start": 2, "speed": -2}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
        contacts={"left": {"gap": "x", "restitution": "e"}, "floor": {"gap": "y", "restitution": "e"}},
    )
    motion = dalembert.simulate(model, t_end=2, samples=10, rtol=1e-10)
    assert motion.qd[-1] == pytest.approx([0.5, 1.0], abs=1e-12)
    assert len(motion.impacts) == 1
    assert set(motion.impacts[0].contacts) == {"left", "floor"}


def test_a_beam_on_three_supports_rests() -> None:
    """Supports that depend on one another hold a beam: forces are positive and carry its weight and its moment."""
    model = dalembert.model(
        parameters={"m": 3, "J": 1, "g": G},
        coordinates={"y": {"start": 0.1, "speed": 0}, "phi": {"start": 0.0, "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2 + 1/2*J*phi'^2", "potential": "m*g*y"},
        contacts={
            name: {"gap": f"y + {x}*sin(phi)", "restitution": 0}
            for name, x in (("a", -1), ("b", 0), ("c", 1))
        },
    )
    motion = dalembert.simulate(model, t_end=1, samples=50, rtol=1e-9)
    assert motion.status == "ok", motion.message
    assert motion.q[-1] == pytest.approx([0, 0], abs=1e-10)
    assert motion.contact[-1].sum() == pytest.approx(3 * G, rel=1e-9)
    assert motion.contact[-1] @ [-1, 0, 1] == pytest.approx(0, abs=1e-9)
    assert motion.contact[-1].min() >= -1e-9


@pytest.mark.parametrize("rtol", [1e-9, 5e-10])
def test_a_rod_rocks_from_one_end_to_the_other(rtol: float) -> None:
    """A rod dropped askew strikes with one end, then with the other, and comes to lie at zero; energy never rises."""
    model = dalembert.model(
        parameters={"m": 1, "L": 1, "g": G, "e": 0.3},
        coordinates={"y": {"start": 0.5, "speed": 0}, "phi": {"start": 0.2, "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2 + 1/24*m*L^2*phi'^2", "potential": "m*g*y"},
        contacts={
            "left": {"gap": "y - L/2*sin(phi)", "restitution": "e"},
            "right": {"gap": "y + L/2*sin(phi)", "restitution": "e"},
        },
    )
    motion = dalembert.simulate(model, t_end=3, samples=600, rtol=rtol)
    assert motion.status == "ok", motion.message
    energy = motion.T + motion.V
    assert np.diff(energy).max() <= 1e-8
    assert motion.q[-1] == pytest.approx([0, 0], abs=1e-8)
    assert motion.touches[-1].contacts == ("left", "right")
    assert motion.contact[-1] == pytest.approx([G / 2, G / 2], rel=1e-7)
    assert {c for impact in motion.impacts for c in impact.contacts} == {"left", "right"}


def test_a_stop_in_a_closed_chain() -> None:
    """A pendulum in redundant coordinates strikes a stop as the one in its angle does, constraints and all."""
    angle = dalembert.model(
        parameters={"g": G, "e": 0.6},
        coordinates={"a": {"start": 1.0, "speed": 0}},
        energy={"kinetic": "1/2*a'^2", "potential": "-g*cos(a)"},
        contacts={"stop": {"gap": "sin(a) + 0.2", "restitution": "e"}},
    )
    chain = dalembert.model(
        parameters={"g": G, "e": 0.6},
        coordinates={"x": {"start": np.sin(1.0), "speed": 0}, "y": {"start": -np.cos(1.0), "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
        contacts={"stop": {"gap": "x + 0.2", "restitution": "e"}},
    )
    one, other = (dalembert.simulate(m, t_end=2.5, samples=250, rtol=1e-10) for m in (angle, chain))
    assert one.status == other.status == "ok"
    assert len(one.impacts) == len(other.impacts) >= 2
    assert [i.t for i in other.impacts] == pytest.approx([i.t for i in one.impacts], abs=1e-8)
    assert other["x"] == pytest.approx(np.sin(one["a"]), abs=1e-7)
    assert other.residual.position.max() <= 1e-12


def test_a_moving_wall_gives_energy() -> None:
    """A racket that moves with 2 m/s returns a ball at rest with (1 + e) 2 m/s."""
    model = dalembert.model(
        parameters={"m": 1},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        contacts={"racket": {"gap": "x - 2*t", "restitution": 0.5}},
    )
    motion = dalembert.simulate(model, t_end=1, samples=10, rtol=1e-10)
    assert motion.impacts[0].t == pytest.approx(0.5, abs=1e-13)
    assert motion["x'"][-1] == pytest.approx(3.0, abs=1e-12)
    assert motion.impacts[0].energy_lost == pytest.approx(1.5, abs=1e-12)  # (1 − e²)/2 2²
    assert motion.ledger.constraints[-1] == pytest.approx(6.0, abs=1e-12)  # 3 N s times 2 m/s
    assert motion.ledger.error <= 1e-10


def test_a_force_that_jumps_lets_go_at_once() -> None:
    """A mass pressed on a stop leaves it where the force turns round in a jump."""
    model = dalembert.model(
        parameters={"m": 2},
        coordinates={"x": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*x'^2"},
        inputs={"F": "if(t < 1, -3, 5)"},
        work={"x": "F"},
        contacts={"stop": {"gap": "x", "restitution": 0}},
    )
    motion = dalembert.simulate(model, t_end=2, samples=200, rtol=1e-9)
    assert motion["contact_stop"][motion.t < 0.999] == pytest.approx(3)
    assert motion["x"][-1] == pytest.approx(0.5 * 2.5, rel=1e-9)
    assert [touch.contacts for touch in motion.touches] == [("stop",), ()]


def test_a_start_inside_is_refused() -> None:
    """A start beyond a contact names it and says how far."""
    with pytest.raises(dalembert.ModelError, match="inside the contact `floor`"):
        dalembert.simulate(dalembert.vary(ball(0.5), start={"y": -0.1}), t_end=1)


def instant(M, constraints, contacts, qd, slips=(), mu=()) -> ContactState:
    """Contacts at a state, all of them closed."""
    m, k, n = len(constraints), len(contacts), len(M)
    friction = {
        i: Friction(slip=W @ qd, H=W, gamma=np.zeros(len(W)), mu=mu[i], static=mu[i], force=None)
        for i, W in enumerate(slips)
    }
    return ContactState(
        gap=np.zeros(k),
        velocity=contacts @ qd,
        size=np.ones(k),
        M=M,
        G=constraints,
        J=contacts,
        h=np.zeros(n),
        gamma=np.zeros(m),
        gamma_gap=np.zeros(k),
        friction=friction,
    )


def random_bodies(seed: int, twice: bool):
    """Random inertias, constraints, contacts and speeds that keep the constraints."""
    random = np.random.default_rng(seed)
    n, m, k = int(random.integers(2, 7)), int(random.integers(0, 2)), int(random.integers(1, 6))
    root = random.normal(size=(n, n))
    M, constraints, contacts = (
        root @ root.T + 0.1 * np.eye(n),
        random.normal(size=(m, n)),
        random.normal(size=(k, n)),
    )
    if twice:
        contacts = np.vstack([contacts, contacts[:1]])
    qd = random.normal(size=n)
    qd -= np.linalg.pinv(constraints) @ (constraints @ qd) if m else 0
    return random, M, constraints, contacts, qd


@pytest.mark.parametrize("law", ["newton", "poisson", "mixed"])
@pytest.mark.parametrize("seed", range(30))
def test_impacts_keep_momentum_and_make_no_energy(seed: int, law: str) -> None:
    """On random inertias, constraints and contacts: no approach after it, no pull, no energy, G Δ = 0, momentum."""
    random, M, constraints, contacts, qd = random_bodies(seed, twice=seed % 3 == 0)
    m, e = len(constraints), random.uniform(size=len(contacts))
    poisson = {"newton": e < 0, "poisson": e >= 0, "mixed": random.uniform(size=len(e)) < 0.5}[law]
    now = instant(M, constraints, contacts, qd)
    found = impact(now, list(range(len(contacts))), qd, e, poisson)
    if found is None:  # contacts that can only be met by breaking a constraint
        assert m
        return
    after = contacts @ (qd + found.change)
    assert found.impulses.min() >= 0
    assert np.all(after >= -1e-9)
    assert np.abs(constraints @ found.change).max(initial=0) <= 1e-9
    assert energy_gain(M, qd, found.change) <= 1e-9
    rest = M @ found.change - contacts.T @ found.impulses  # what constraints give
    assert (
        np.linalg.norm(rest - constraints.T @ (np.linalg.pinv(constraints.T) @ rest) if m else rest) <= 1e-8
    )


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize("tangents", [1, 2])
@pytest.mark.parametrize("seed", range(20))
def test_rough_impacts_make_no_energy_and_keep_to_the_cone(seed: int, tangents: int, law: str) -> None:
    """With friction too; and what is left of M Δ after contact impulses are tangential ones within μ P."""
    random, M, constraints, contacts, qd = random_bodies(seed, twice=False)
    n, k = len(M), len(contacts)
    slips = [random.normal(size=(tangents, n)) for _ in range(k)]
    mu, e = random.uniform(0, 0.4, size=k), random.uniform(size=k)
    now = instant(M, constraints, contacts, qd, slips, mu)
    poisson = np.full(k, law == "poisson")
    found = impact(now, list(range(k)), qd, e, poisson)
    assert found is not None
    after = contacts @ (qd + found.change)
    assert found.impulses.min() >= 0
    assert np.all(after >= -1e-8 * np.abs(qd).max())
    assert np.abs(constraints @ found.change).max(initial=0) <= 1e-8
    assert energy_gain(M, qd, found.change) <= 1e-9
    if k == 1 and not len(constraints) and law == "newton":
        rest = M @ found.change - contacts.T @ found.impulses
        R = np.linalg.lstsq(slips[0].T, rest, rcond=None)[0]
        assert pytest.approx(rest, abs=1e-8) == slips[0].T @ R
        assert np.linalg.norm(R) <= mu[0] * found.impulses[0] * (1 + 1e-8) + 1e-12
        w = slips[0] @ (qd + found.change)
        if np.linalg.norm(R) < mu[0] * found.impulses[0] * (1 - 1e-6):  # it sticks
            assert np.abs(w).max() <= 1e-8
        elif np.linalg.norm(w) > 1e-8 and found.impulses[0] > 0:  # against the slip
            assert R / np.linalg.norm(R) == pytest.approx(-w / np.linalg.norm(w), abs=1e-6)


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize("seed", range(20))
def test_a_single_contact_returns_with_its_restitution(seed: int, law: str) -> None:
    """One contact: its gap opens with e times the speed it closed with, and the loss is (1 - e^2) of that energy."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 6))
    root = random.normal(size=(n, n))
    M, contact, qd, e = (
        root @ root.T + 0.1 * np.eye(n),
        random.normal(size=(1, n)),
        random.normal(size=n),
        random.uniform(),
    )
    contact = contact if (contact @ qd)[0] < 0 else -contact
    rate = contact @ qd
    now = instant(M, np.zeros((0, n)), contact, qd)
    found = impact(now, [0], qd, np.array([e]), np.array([law == "poisson"]))
    assert contact @ (qd + found.change) == pytest.approx(-e * rate, rel=1e-9)
    stiffness = (contact @ np.linalg.solve(M, contact.T))[0, 0]
    assert energy_gain(M, qd, found.change) == pytest.approx(
        -(1 - e**2) * rate[0] ** 2 / (2 * stiffness), rel=1e-9
    )


def test_a_constraint_that_drives_into_a_wall_is_told() -> None:
    """A slider that a constraint moves against a wall cannot go on, and the run says so where they meet."""
    model = dalembert.model(
        parameters={"m": 1},
        coordinates={"x": {"start": 1, "speed": -1}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)"},
        constraints={"displacement": {"drive": "x - 1 + t"}},
        contacts={"wall": {"gap": "x", "restitution": 0.5}},
    )
    motion = dalembert.simulate(model, t_end=2, samples=20, rtol=1e-9)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(1, abs=1e-9)
    assert "contact" in motion.message
