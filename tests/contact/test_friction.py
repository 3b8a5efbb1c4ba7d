"""Contacts with Coulomb friction: closed forms, integrations apart, laws of impact, what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert
from dalembert._contact.coulomb import solve_coulomb
from dalembert._contact.coulomb_problem import CoulombContact, CoulombProblem

G = 9.81
ALPHA = 0.5  # the angle of slopes
TIGHT = {"rtol": 1e-10, "samples": 200}


def close(motion: dalembert.Motion, within: float = 1e-9) -> None:
    """A run is sound: its account closes, and nothing is off."""
    assert motion.status == "ok", motion.message
    assert motion.ledger.error <= within


def block(mu: float, *, v: float = 0.0, alpha: float = ALPHA, **contact: Any) -> dalembert.Model:
    """A block of 2 kg on a slope; x points down it."""
    return dalembert.model(
        parameters={"m": 2, "g": G, "a": alpha},
        coordinates={"x": {"start": 0.3, "speed": v}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*(y*cos(a) - x*sin(a))"},
        contacts={
            "floor": {
                "gap": "y",
                "friction": mu,
                "slip": "x'",
                **({} if contact.get("law") else {"restitution": 0}),
                **contact,
            }
        },
    )


def wheel(
    k: float, mu: float, *, v: float = 0.0, w: float = 0.0, alpha: float = 0.0, **more: Any
) -> dalembert.Model:
    """A round body of radius 0.3 m with the inertia k m r²."""
    return dalembert.model(
        parameters={"m": 2, "g": G, "r": 0.3, "k": k, "a": alpha},
        coordinates={
            "x": {"start": 0, "speed": v},
            "y": {"start": more.pop("y", 0.3), "speed": 0},
            "phi": {"start": 0, "speed": w},
        },
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2) + 1/2*k*m*r^2*phi'^2",
            "potential": "m*g*(y*cos(a) - x*sin(a))",
        },
        contacts={"floor": {"gap": "y - r", "friction": mu, "slip": "x' - r*phi'", "restitution": 0, **more}},
    )


def box(
    mu: float, *, v: float = 0.0, w: float = 0.0, force: str = "0", alpha: float = 0.0
) -> dalembert.Model:
    """A box of 0.4 m by 0.6 m that stands on two corners."""
    corner = "{sign} w/2*sin(th) - h/2*cos(th)"
    slip = "x' + th'*(h/2*cos(th) {sign} w/2*sin(th))"
    return dalembert.model(
        parameters={"m": 3, "g": G, "w": 0.4, "h": 0.6, "a": alpha},
        coordinates={
            "x": {"start": 0, "speed": v},
            "y": {"start": "h/2", "speed": 0},
            "th": {"start": 0, "speed": w},
        },
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2) + 1/24*m*(w^2 + h^2)*th'^2",
            "potential": "m*g*(y*cos(a) - x*sin(a))",
        },
        work={"x": force},
        contacts={
            "left": {
                "restitution": 0,
                "gap": f"y {corner.format(sign='-')}",
                "friction": mu,
                "slip": slip.format(sign="+"),
            },
            "right": {
                "restitution": 0,
                "gap": f"y {corner.format(sign='+')}",
                "friction": mu,
                "slip": slip.format(sign="-"),
            },
        },
    )


# -- blocks on slopes --------------------------------------------------------------------------------


@pytest.mark.parametrize("mu", [np.tan(ALPHA) * (1 + 1e-9), 0.6, 3.0])
def test_a_block_sticks_where_friction_is_more_than_the_slope(mu: float) -> None:
    """For µ > tan α it does not move by a single bit, and friction is what the slope asks for."""
    motion = dalembert.simulate(block(float(mu)), t_end=3, **TIGHT)
    close(motion, 0.0)
    assert np.all(motion["x"] == 0.3)
    assert np.all(motion["x'"] == 0)
    assert motion["friction_floor"] == pytest.approx(-2 * G * np.sin(ALPHA), rel=1e-14)
    assert motion["contact_floor"] == pytest.approx(2 * G * np.cos(ALPHA), rel=1e-14)
    assert [touch.sticking for touch in motion.touches] == [("floor",)]


@pytest.mark.parametrize("sticking", [None, 0.5])
def test_a_block_slides_where_friction_is_less(sticking: float | None) -> None:
    """For µ < tan α it slides with g (sin α − µ cos α), whatever friction at rest is below tan α."""
    more = {"sticking": sticking} if sticking is not None else {}
    motion = dalembert.simulate(block(0.3, **more), t_end=3, **TIGHT)
    close(motion, 1e-12)
    a = G * (np.sin(ALPHA) - 0.3 * np.cos(ALPHA))
    assert motion["x"] == pytest.approx(0.3 + a * motion.t**2 / 2, abs=1e-12)
    assert motion["friction_floor"] == pytest.approx(-0.3 * 2 * G * np.cos(ALPHA))
    heat = 0.3 * 2 * G * np.cos(ALPHA) * (motion["x"] - 0.3)
    assert motion.ledger.friction == pytest.approx(heat, abs=1e-11)


@pytest.mark.parametrize(("mu", "sticking"), [(0.3, None), (0.6, None), (0.3, 0.6)])
def test_a_block_thrown_uphill_stops_and_stays_or_comes_back(mu: float, sticking: float | None) -> None:
    """It stops at v/(g (sin α + µ cos α)); it comes back only where friction at rest is less than tan α."""
    more = {"sticking": sticking} if sticking is not None else {}
    motion = dalembert.simulate(block(mu, v=-3.0, **more), t_end=2, **TIGHT)
    close(motion, 1e-12)
    up = G * (np.sin(ALPHA) + mu * np.cos(ALPHA))
    stays = int((sticking or mu) > np.tan(ALPHA))
    down = 0.0 if stays else G * (np.sin(ALPHA) - mu * np.cos(ALPHA))
    stop, late = 3 / up, np.maximum(motion.t - 3 / up, 0)
    early = np.minimum(motion.t, stop)
    x = 0.3 - 3 * early + up * early**2 / 2 + down * late**2 / 2
    assert motion["x"] == pytest.approx(x, abs=1e-12)
    assert [event.kind for event in motion.events] == ["stick"] * stays
    assert [event.t for event in motion.events] == pytest.approx([stop] * stays, abs=1e-12)


# -- round bodies ------------------------------------------------------------------------------------


@pytest.mark.parametrize("k", [1 / 2, 2 / 5, 1.0])
def test_slip_of_a_round_body_ends_when_it_should(k: float) -> None:
    """Rolling begins at k v/((1 + k) µ g): v/(3 µ g) for a disc, 2 v/(7 µ g) for a sphere; then nothing rubs."""
    motion = dalembert.simulate(wheel(k, 0.2, v=4.0), t_end=5, **TIGHT)
    close(motion, 1e-12)
    rolls = 4 * k / ((1 + k) * 0.2 * G)
    assert [(e.kind, e.t) for e in motion.events] == [("stick", pytest.approx(rolls, abs=1e-12))]
    late = motion.t > rolls
    assert motion["x'"][late] == pytest.approx(4 / (1 + k), abs=1e-12)
    assert motion["friction_floor"][late] == pytest.approx(0, abs=1e-12)
    assert motion.ledger.friction[-1] == pytest.approx(k / (1 + k) * 16, rel=1e-12)


@pytest.mark.parametrize("part", [0.99, 1.01])
def test_a_disc_rolls_down_where_friction_is_a_third_of_the_slope(part: float) -> None:
    """On a slope a disc rolls for µ > tan α / 3, with 2/3 of g sin α; below it slides and turns too slowly."""
    mu = float(part * np.tan(ALPHA) / 3)
    motion = dalembert.simulate(wheel(0.5, mu, alpha=ALPHA), t_end=2, **TIGHT)
    close(motion, 1e-12)
    rolls = part > 1
    a = 2 / 3 * G * np.sin(ALPHA) if rolls else G * (np.sin(ALPHA) - mu * np.cos(ALPHA))
    turns = a / 0.3 if rolls else 2 * mu * G * np.cos(ALPHA) / 0.3
    assert motion["x"] == pytest.approx(a * motion.t**2 / 2, abs=1e-11)
    assert motion["phi"] == pytest.approx(turns * motion.t**2 / 2, abs=1e-11)
    assert motion.touches[0].sticking == (("floor",) if rolls else ())


@pytest.mark.parametrize("law", ["newton", "poisson"])
@pytest.mark.parametrize(("v", "w"), [(2, 0), (0.5, 0), (0, 20), (1, -30)])
def test_a_spinning_sphere_slides_or_grips_as_it_strikes(law: str, v: float, w: float) -> None:
    """The tangential impulse is µ(1 + e) m vₙ, or what stops the slip, 2/7 m (v − r ω), if that is less."""
    e, mu, r = 0.7, 0.2, 0.3
    model = wheel(0.4, mu, v=v, w=w, y=1.3, law=law, restitution=e)
    motion = dalembert.simulate(model, t_end=0.6, **TIGHT)
    close(motion, 1e-12)
    (impact,) = motion.impacts
    vn, slip = np.sqrt(2 * G), v - r * w
    J = np.sign(slip) * min(mu * (1 + e) * vn, abs(slip) * 2 / 7)
    assert impact.after == pytest.approx((v - J, e * vn, w + J / (0.4 * r)), abs=1e-12)
    kinetic = [np.dot([1, 1, 0.4 * r**2], np.square(speeds)) for speeds in (impact.before, impact.after)]
    assert impact.energy_lost == pytest.approx(kinetic[0] - kinetic[1], rel=1e-12)
    assert motion.ledger.impacts[-1] == pytest.approx(impact.energy_lost)


def test_a_sphere_that_bounces_ends_rolling() -> None:
    """Angular momentum about the floor is kept through all impacts and all slip: v + 2/5 r ω."""
    motion = dalembert.simulate(wheel(0.4, 0.2, v=2.0, w=10.0, y=1.3, restitution=0.6), t_end=6, **TIGHT)
    close(motion)
    kept = motion["x'"] + 0.4 * 0.3 * motion["phi'"]
    assert kept == pytest.approx(2 + 0.4 * 0.3 * 10, abs=1e-12)
    assert motion.touches[-1].sticking == ("floor",)
    assert motion["x'"][-1] == pytest.approx((2 + 1.2) / 1.4, abs=1e-12)


# -- a belt ------------------------------------------------------------------------------------------


def test_stick_and_slip_on_a_belt_have_their_period() -> None:
    """It sticks for 2 b/v and slips for 2 (π − atan(b ω/v))/ω, with b = (µ₀ − µ) m g/k, over and over."""
    k, v, w = 100.0, 0.1, 10.0
    model = dalembert.model(
        parameters={"m": 1, "k": k, "g": 10, "v": v},
        coordinates={"x": {"start": 0, "speed": v}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "1/2*k*x^2 + m*g*y"},
        contacts={"belt": {"gap": "y", "restitution": 0, "friction": 0.2, "sticking": 0.4, "slip": "x' - v"}},
    )
    motion = dalembert.simulate(model, t_end=10, samples=1000, rtol=1e-10)
    close(motion)
    b = (4 - 2) / k
    slips = 2 * (np.pi - np.arctan(b * w / v)) / w
    starts = [event.t for event in motion.events if event.kind == "slip"]
    sticks = [event.t for event in motion.events if event.kind == "stick"]
    assert starts[0] == pytest.approx(0.4, abs=1e-12)
    assert len(starts) == 12
    assert np.diff(starts) == pytest.approx(2 * b / v + slips, abs=1e-11)
    assert np.array(sticks[:11]) - starts[:11] == pytest.approx(slips, abs=1e-11)
    assert motion.work.steps < 2500  # of all runs that measure the error
    assert np.all(np.diff(motion.ledger.friction) >= -1e-12)  # what a belt gives is another account


# -- two tangential velocities -----------------------------------------------------------------------


def puck(vx: float, vy: float, *, mu: float, belt: float = 0.0, potential: str = "m*g*z") -> dalembert.Model:
    """A mass point on a table, which may be a belt along x."""
    return dalembert.model(
        parameters={"m": 2, "g": G, "belt": belt},
        coordinates={
            "x": {"start": 0, "speed": vx},
            "y": {"start": 0, "speed": vy},
            "z": {"start": 0, "speed": 0},
        },
        energy={"kinetic": "1/2*m*(x'^2 + y'^2 + z'^2)", "potential": potential},
        contacts={"table": {"gap": "z", "restitution": 0, "friction": mu, "slip": ["x' - belt", "y'"]}},
    )


@pytest.mark.parametrize("belt", [0.0, 1.5])
def test_a_puck_goes_straight_as_its_table_sees_it(belt: float) -> None:
    """Seen from the belt it runs along a line and stops after v/(µ g)."""
    motion = dalembert.simulate(puck(2.0, 1.0, mu=0.3, belt=belt), t_end=2, **TIGHT)
    close(motion, 1e-12)
    v = np.array([2 - belt, 1])
    size = np.linalg.norm(v)
    stop = size / (0.3 * G)
    t = np.minimum(motion.t, stop)
    s = (size * t - 0.3 * G * t**2 / 2) / size
    assert motion["x"] == pytest.approx(s * v[0] + belt * motion.t, abs=1e-12)
    assert motion["y"] == pytest.approx(s * v[1], abs=1e-12)
    assert [(event.kind, event.t) for event in motion.events] == [("stick", pytest.approx(stop, abs=1e-12))]
    moving = motion.t < stop - 1e-3
    assert motion["friction_table_1"][moving] == pytest.approx(-0.3 * 2 * G * v[0] / size)
    assert motion["friction_table_2"][moving] == pytest.approx(-0.3 * 2 * G * v[1] / size)


def test_a_puck_on_springs_and_a_belt_agrees_with_an_integration_apart() -> None:
    """Friction that turns all the time: the difference stays below 1e-11 over 6 s."""
    motion = dalembert.simulate(
        puck(0.0, 1.0, mu=0.1, belt=0.5, potential="m*g*z + 10*(x^2 + 2*y^2)"), t_end=6, **TIGHT
    )
    close(motion, 1e-12)

    def rates(_: float, y: np.ndarray) -> list[float]:
        slip = np.array([y[2] - 0.5, y[3]])
        fx, fy = -0.1 * G * slip / np.linalg.norm(slip)
        return [y[2], y[3], -10 * y[0] + fx, -20 * y[1] + fy]

    run = solve_ivp(rates, (0, 6), [0, 0, 0, 1], "DOP853", rtol=1e-12, atol=1e-13, t_eval=motion.t)
    assert motion["x"] == pytest.approx(run.y[0], abs=1e-11)
    assert motion["y"] == pytest.approx(run.y[1], abs=1e-11)


def test_a_billiard_ball_runs_on_a_parabola_till_it_rolls() -> None:
    """The direction of slip of a sphere is constant: a parabola up to 2/7 of the slip over µ g, then a line."""
    r, mu = 0.03, 0.2
    model = dalembert.model(
        parameters={"m": 0.2, "g": G, "r": r},
        coordinates={
            "x": {"start": 0, "speed": 2},
            "y": {"start": 0, "speed": 0},
            "z": {"start": r, "speed": 0},
            "a": {"start": 0, "speed": 60},
            "b": {"start": 0, "speed": -20},
        },
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2 + z'^2) + 1/5*m*r^2*(a'^2 + b'^2)",
            "potential": "m*g*z",
        },
        contacts={
            "cloth": {"gap": "z - r", "restitution": 0, "friction": mu, "slip": ["x' - r*b'", "y' + r*a'"]}
        },
    )
    motion = dalembert.simulate(model, t_end=2, **TIGHT)
    close(motion, 1e-12)
    slip = np.array([2 + 20 * r, 60 * r])
    way, rolls = slip / np.linalg.norm(slip), 2 * np.linalg.norm(slip) / (7 * mu * G)
    early, late = np.minimum(motion.t, rolls), np.maximum(motion.t - rolls, 0)
    for i, (name, v) in enumerate((("x", 2.0), ("y", 0.0))):
        a = -mu * G * way[i]
        assert motion[name] == pytest.approx(v * early + a * early**2 / 2 + (v + a * rolls) * late, abs=1e-12)
    assert [event.t for event in motion.events] == [pytest.approx(rolls, abs=1e-12)]


# -- several contacts, constraints -------------------------------------------------------------------


def test_a_box_rests_and_slides_on_two_corners() -> None:
    """What two corners hold together is what one block would need, though how they share it is free."""
    rests = dalembert.simulate(box(0.6, alpha=0.4), t_end=1, **TIGHT)
    close(rests)
    assert np.abs(rests.q - rests.q[0]).max() <= 1e-14
    rubs, presses = (rests[f"{kind}_left"] + rests[f"{kind}_right"] for kind in ("friction", "contact"))
    assert rubs == pytest.approx(-3 * G * np.sin(0.4), rel=1e-12)
    assert presses == pytest.approx(3 * G * np.cos(0.4), rel=1e-12)
    slides = dalembert.simulate(box(0.3, alpha=0.4), t_end=1, **TIGHT)
    close(slides, 1e-12)
    a = G * (np.sin(0.4) - 0.3 * np.cos(0.4))
    assert slides["x"] == pytest.approx(a * slides.t**2 / 2, abs=1e-12)
    rubs = slides["friction_left"] + slides["friction_right"]
    moment = rubs * 0.3 + (slides["contact_right"] - slides["contact_left"]) * 0.2
    assert moment == pytest.approx(0, abs=1e-10)


def test_a_box_tips_where_it_is_too_steep_to_stand() -> None:
    """For tan α > w/h it turns about its lower corner, as a pendulum about that corner does."""
    alpha, w, h = 0.7, 0.4, 0.6
    motion = dalembert.simulate(box(2.0, alpha=alpha), t_end=0.5, **TIGHT)
    close(motion)
    assert [(touch.contacts, touch.sticking) for touch in motion.touches] == [(("right",), ("right",))]
    inertia = (w**2 + h**2) / 12 + (w**2 + h**2) / 4

    def rates(_: float, y: np.ndarray) -> list[float]:
        x = -w / 2 * np.cos(y[0]) - h / 2 * np.sin(y[0])  # of the centre from the corner
        z = -w / 2 * np.sin(y[0]) + h / 2 * np.cos(y[0])
        return [y[1], -G * (x * np.cos(alpha) + z * np.sin(alpha)) / inertia]

    run = solve_ivp(rates, (0, 0.5), [0, 0], "DOP853", rtol=1e-12, atol=1e-13, t_eval=motion.t)
    assert motion["th"] == pytest.approx(run.y[0], abs=1e-10)
    assert motion["th"][-1] < -0.4


def test_a_rocking_box_loses_the_same_part_at_every_blow_and_comes_to_rest() -> None:
    """Without slip ω after a blow is (1 − 3/2 sin² a) of that before, tan a = w/h (G. W. Housner, 1963)."""
    model = dalembert.vary(box(0.8), start={"th": 0.05, "y": 0.2 * np.sin(0.05) + 0.3 * np.cos(0.05)})
    motion = dalembert.simulate(model, t_end=1.5, samples=100, rtol=1e-10)
    close(motion)
    kept = 1 - 1.5 * 0.4**2 / (0.4**2 + 0.6**2)
    for impact in motion.impacts[:8]:
        assert impact.after[2] / impact.before[2] == pytest.approx(kept, rel=1e-9)
    rests = motion.touches[-1]
    assert (rests.contacts, rests.sticking) == (("left", "right"), ("left", "right"))
    assert np.abs(motion.qd[-1]).max() <= 1e-12


@pytest.mark.parametrize("mu", [0.2, 0.35])
def test_a_box_is_pushed_off_when_all_its_corners_together_cannot_hold_it(mu: float) -> None:
    """Pushed ever harder at its centre it slides at µ m g, for µ below w/h, whichever corner presses more."""
    motion = dalembert.simulate(box(mu, force="40*t"), t_end=0.5, samples=20, rtol=1e-8)
    close(motion)
    assert {(event.kind, round(event.t, 9)) for event in motion.events} == {
        ("slip", round(mu * 3 * G / 40, 9))
    }


def crank(speed: float, *, mu: float = 0.25, push: float = 100.0) -> dalembert.Model:
    """A crank with a slider that a force presses on the floor."""
    return dalembert.model(
        parameters={"r": 0.1, "l": 0.3, "m": 2, "J": 0.05, "P": push, "b": 0.05},
        coordinates={
            "th": {"start": 0.3, "speed": speed},
            "be": {"guess": -0.1},
            "x": {"guess": 0.4},
            "y": {"start": "b", "speed": 0},
        },
        energy={"kinetic": "1/2*J*th'^2 + 1/2*m*(x'^2 + y'^2)", "potential": "P*y"},
        constraints={
            "displacement": {"across": "x - r*cos(th) - l*cos(be)", "up": "y - b - r*sin(th) - l*sin(be)"}
        },
        contacts={"floor": {"gap": "y - b", "restitution": 0, "friction": mu, "slip": "x'"}},
    )


def crank_apart(times: np.ndarray, speed: float, *, mu: float = 0.25, push: float = 100.0) -> np.ndarray:
    """The angle of that crank from its balance of forces; at dead centres friction turns round."""
    r, length, m, J = 0.1, 0.3, 2.0, 0.05

    def solved(th: float, w: float, way: float) -> tuple[float, float]:
        sb = -r * np.sin(th) / length
        cb = np.sqrt(1 - sb**2)
        b_th = -r * np.cos(th) / (length * cb)
        b_thth = (r * np.sin(th) + length * sb * b_th**2) / (length * cb)
        x_th = -r * np.sin(th) - length * sb * b_th
        x_thth = -r * np.cos(th) - length * cb * b_th**2 - length * sb * b_thth
        # S is what the rod pushes the slider with, N = P − S sin β presses it down
        A = [[m * x_th, -cb - mu * way * sb], [J, r * (sb * np.cos(th) - cb * np.sin(th))]]
        qdd, _ = np.linalg.solve(A, [-mu * way * push - m * x_thth * w**2, 0.0])
        return float(x_th * w), float(qdd)

    t, y, way = float(times[0]), np.array([0.3, speed]), float(np.sign(solved(0.3, speed, 0.0)[0]))
    found = np.zeros(len(times))
    while t < times[-1]:

        def turned(_: float, y: np.ndarray, way: float = way) -> float:
            return way * solved(*y, way)[0] + 1e-13

        turned.terminal, turned.direction = True, -1  # type: ignore[attr-defined]
        run = solve_ivp(
            lambda _, y, way=way: [y[1], solved(*y, way)[1]],
            (t, times[-1]),
            y,
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
            events=turned,
            dense_output=True,
        )
        here = (times >= t) & (times <= run.t[-1])
        if here.any():
            found[here] = run.sol(times[here])[0]
        t, y, way = float(run.t[-1]), run.y[:, -1], -way
    return found


def test_a_slider_that_rubs_slows_its_crank() -> None:
    """A closed chain with friction: its angle agrees with a balance of forces, up to a dead centre."""
    motion = dalembert.simulate(crank(8.0, push=20.0), t_end=0.3, **TIGHT)
    close(motion, 1e-11)
    assert motion["contact_floor"].min() > 0
    assert motion["th"] == pytest.approx(crank_apart(motion.t, 8.0, push=20.0), abs=1e-11)


def test_a_slider_that_rubs_passes_its_dead_centres() -> None:
    """Where the slider turns round friction does too, though no force could hold it there."""
    motion = dalembert.simulate(crank(12.0, push=20.0), t_end=1.0, **TIGHT)
    close(motion, 1e-11)
    assert motion["th"][-1] > np.pi
    assert motion["th"] == pytest.approx(crank_apart(motion.t, 12.0, push=20.0), abs=1e-10)


@pytest.mark.parametrize(
    ("law", "speeds"), [("newton", (1 / 3, 1 / 3, 1 / 3)), ("poisson", (1 / 6, 1 / 6, 2 / 3))]
)
def test_two_laws_of_impact_differ_where_contacts_do(law: str, speeds: tuple[float, ...]) -> None:
    """A ball strikes two that touch, plastic in front, elastic behind: Newton returns nothing, as nothing
    approached there; Poisson gives back the impulse that went through, and the first two balls stay together.
    """
    model = dalembert.model(
        coordinates={
            "a": {"start": -1, "speed": 1},
            "b": {"start": 0, "speed": 0},
            "c": {"start": 0, "speed": 0},
        },
        energy={"kinetic": "1/2*(a'^2 + b'^2 + c'^2)"},
        contacts={
            "front": {"gap": "b - a", "restitution": 0, "law": law},
            "behind": {"gap": "c - b", "restitution": 1, "law": law},
        },
    )
    motion = dalembert.simulate(model, t_end=1.5, **TIGHT)
    close(motion, 1e-12)
    assert motion.qd[-1] == pytest.approx(speeds, abs=1e-12)


# -- compliant contacts ------------------------------------------------------------------------------

SPRING = {"law": "spring", "stiffness": 1e5, "damping": 200}
HERTZ = {"law": "hunt_crossley", "stiffness": 1e6, "damping": 5}


@pytest.mark.parametrize("law", [SPRING, HERTZ], ids=["spring", "hunt_crossley"])
@pytest.mark.parametrize(("mu", "v"), [(0.3, 1.0), (0.7, 1.0)])
def test_friction_of_a_compliant_contact_is_that_of_its_force(
    law: dict[str, Any], mu: float, v: float
) -> None:
    """Friction is µ f where it slides and less where it sticks; momentum along the slope is its integral."""
    model = dalembert.vary(block(mu, v=v, **law), start={"y": 1e-3})
    motion = dalembert.simulate(model, t_end=1, samples=2000, rtol=1e-9)
    close(motion)
    f, rub, slip = motion["contact_floor"], motion["friction_floor"], motion["x'"]
    assert np.all(np.abs(rub) <= mu * f * (1 + 1e-12) + 1e-12)
    slides = np.abs(slip) > 1e-6
    assert rub[slides] == pytest.approx(-mu * (f * np.sign(slip))[slides], abs=1e-9)
    assert (slip[-1] == 0) == (mu > np.tan(ALPHA))
    assert f[-1] == pytest.approx(2 * G * np.cos(ALPHA), rel=1e-3)
    assert np.all(np.diff(motion.ledger.friction) >= -1e-12)


@pytest.mark.parametrize("law", [SPRING, HERTZ], ids=["spring", "hunt_crossley"])
def test_a_block_laid_on_a_compliant_slope_rubs(law: dict[str, Any]) -> None:
    """A start with the gap just closed is that of one a hair above."""
    bytecode = dalembert.simulate(block(0.3, v=1.0, **law), t_end=0.2, samples=50, rtol=1e-9)
    above = dalembert.vary(block(0.3, v=1.0, **law), start={"y": 1e-12})
    near = dalembert.simulate(above, t_end=0.2, samples=50, rtol=1e-9)
    assert bytecode["x"] == pytest.approx(near["x"], abs=1e-6)


# -- where no motion goes on -------------------------------------------------------------------------


def rod(mu: float, way: int, w: float = 0.0) -> dalembert.Model:
    """A rod of length 2 m whose lower end rubs on the floor: Painlevé's example."""
    return dalembert.model(
        parameters={"m": 1, "g": G, "l": 1},
        coordinates={
            "x": {"start": 0, "speed": 3.0 * way},
            "y": {"start": "l*sin(0.9)", "speed": f"l*cos(0.9)*({w})"},
            "th": {"start": 0.9, "speed": w},
        },
        energy={"kinetic": "1/2*m*(x'^2 + y'^2) + 1/6*m*l^2*th'^2", "potential": "m*g*y"},
        contacts={
            "tip": {"gap": "y - l*sin(th)", "restitution": 0, "friction": mu, "slip": "x' + l*th'*sin(th)"}
        },
    )


def test_the_rod_of_painleve_ends_with_a_sentence() -> None:
    """Pushed beyond µ = (1 + 3 cos² θ)/(3 sin θ cos θ) no forces exist, and the run says so; pulled, it slides."""
    critical = (1 + 3 * np.cos(0.9) ** 2) / (3 * np.sin(0.9) * np.cos(0.9))
    assert 1.4 < critical < 2
    for mu, way, status in ((2.0, -1, "failed"), (2.0, 1, "ok"), (1.4, -1, "ok"), (1.4, 1, "ok")):
        motion = dalembert.simulate(rod(mu, way), t_end=0.4, **TIGHT)
        assert motion.status == status, (mu, way, motion.message)
        assert ("Painlev" in motion.message) == (status == "failed")
        assert motion.ledger.friction.min() >= 0
        assert motion["contact_tip"].min() >= -1e-12


@pytest.mark.parametrize("w", [3.0, -3.0])
def test_friction_never_drives(w: float) -> None:
    """Whatever a rod beyond the critical µ does, friction takes energy."""
    motion = dalembert.simulate(rod(2.0, -1, w), t_end=0.4, **TIGHT)
    assert motion.ledger.friction.min() >= -1e-12


def test_a_bar_that_turns_on_its_two_ends_is_not_flagged() -> None:
    """A bar spins and slides on two points: pivoting, sticking, at rest, with its gaps closed all the time."""
    model = dalembert.model(
        parameters={"m": 2, "g": G, "a": 0.2, "J": 0.05},
        coordinates={
            "x": {"start": 0, "speed": 1},
            "y": {"start": 0, "speed": 0},
            "ph": {"start": 0, "speed": 5},
            "z": {"start": 0, "speed": 0},
            "tilt": {"start": 0, "speed": 0},
        },
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2 + z'^2) + 1/2*J*(ph'^2 + tilt'^2)",
            "potential": "m*g*z",
        },
        contacts={
            name: {
                "gap": f"z {sign} a*tilt",
                "restitution": 0,
                "friction": 0.2,
                "slip": [f"x' {other} a*sin(ph)*ph'", f"y' {sign} a*cos(ph)*ph'"],
            }
            for name, sign, other in (("front", "+", "-"), ("rear", "-", "+"))
        },
    )
    motion = dalembert.simulate(model, t_end=1, **TIGHT)
    assert np.abs(motion["z"]).max() <= 1e-15
    close(motion)


def test_a_friction_below_zero_is_refused() -> None:
    """It would drive what slides."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 2}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9.81*y"},
        contacts={"floor": {"gap": "y", "restitution": 0, "friction": "0.1 - x", "slip": "x'"}},
    )
    with pytest.raises(dalembert.ModelError, match=r"friction of `floor` becomes -"):
        dalembert.simulate(model, t_end=1)


def test_blocks_on_blocks_slip_one_after_the_other() -> None:
    """Pulled ever harder the lower one slides first, with the upper one on it; nothing is unexplained at rest."""
    parts = {
        "parameters": {"F": 4, "mu": 0.3, "g": 9.81},
        "coordinates": {name: {"start": 0, "speed": 0} for name in ("x1", "y1", "x2", "y2")},
        "energy": {"kinetic": "x1'^2 + y1'^2 + 1/2*(x2'^2 + y2'^2)", "potential": "2*g*y1 + g*y2"},
        "work": {"x1": "F*t"},
        "contacts": {
            "floor": {"gap": "y1", "restitution": 0, "friction": "mu", "slip": "x1'"},
            "between": {"gap": "y2 - y1", "restitution": 0, "friction": "mu", "slip": "x2' - x1'"},
        },
    }
    motion = dalembert.simulate(dalembert.model(**parts), t_end=6, samples=100)
    close(motion)
    found = [(event.kind, event.name, round(event.t, 6)) for event in motion.events]
    assert found == [("slip", "floor", round(0.3 * 3 * 9.81 / 4, 6)), ("slip", "between", 4.4145)]
    close(dalembert.simulate(dalembert.model(**parts), t_end=2, samples=100))
    dry = {name: parts[name] for name in ("parameters", "work")} | {
        "coordinates": {name: {"start": 0, "speed": 0} for name in ("x1", "x2")},
        "energy": {
            "kinetic": "x1'^2 + 1/2*x2'^2",
            "dissipation": "3*mu*g*abs(x1') + mu*g*abs(x2' - x1')",
        },
    }
    other = dalembert.simulate(dalembert.model(**dry), t_end=6, samples=100)
    close(other)
    assert other["x2"] == pytest.approx(motion["x2"], abs=1e-9)


def test_a_pile_of_books_comes_to_rest() -> None:
    """One is dropped on two that lie there: its bounces end in a finite time."""
    names = ("y1", "y2", "y3")
    model = dalembert.model(
        coordinates={
            name: {"start": start, "speed": 0} for name, start in zip(names, (0, 0.1, 0.3), strict=True)
        },
        energy={"kinetic": "1/2*(y1'^2 + y2'^2 + y3'^2)", "potential": "9.81*(y1 + y2 + y3)"},
        contacts={
            "a": {"gap": "y1", "restitution": 0.3},
            "b": {"gap": "y2 - y1 - 0.1", "restitution": 0.3},
            "c": {"gap": "y3 - y2 - 0.1", "restitution": 0.3},
        },
    )
    motion = dalembert.simulate(model, t_end=3, samples=50)
    close(motion)
    fall = np.sqrt(2 * 0.1 / 9.81)
    assert motion.touches[-1].contacts == ("a", "b", "c")
    assert motion.touches[-1].t == pytest.approx(fall * (1 + 2 * 0.3 / 0.7), rel=1e-6)


@pytest.mark.parametrize("most", [0.3, 1.0])
@pytest.mark.parametrize("tangents", [1, 2])
def test_contacts_that_depend_on_one_another_keep_to_coulombs_law(tangents: int, most: float) -> None:
    """Up to six contacts on up to six coordinates, seeded: impulses are found, and each meets the whole law."""
    found_none = 0
    for seed in range(60):
        random = np.random.default_rng(seed)
        n, count = int(random.integers(2, 7)), int(random.integers(1, 7))
        root, width = random.normal(size=(n, n)), 1 + tangents
        J = random.normal(size=(count * width, n))
        W = J @ np.linalg.solve(root @ root.T + 0.1 * np.eye(n), J.T)
        u, mu = J @ random.normal(size=n), random.uniform(0, most, size=count)
        patches = [
            CoulombContact(
                normal=i * width,
                tangents=tuple(range(i * width + 1, (i + 1) * width)),
                mu=mu[i],
                static=mu[i],
            )
            for i in range(count)
        ]
        solution = solve_coulomb(CoulombProblem(W=(W + W.T) / 2, free=u, contacts=patches))
        if solution is None:
            found_none += 1
            continue
        p = solution.impulses
        w, sizes, largest = u + W @ p, np.abs(u) + np.abs(W) @ np.abs(p), max(np.abs(p).max(), 1e-9)
        for i, patch in enumerate(patches):
            normal, slip, rub = i * width, w[list(patch.tangents)], p[list(patch.tangents)]
            pressed = p[normal]
            assert pressed >= -1e-10 * largest
            assert w[normal] >= -1e-9 * sizes[normal]
            assert pressed * abs(w[normal]) <= 1e-9 * largest * sizes[normal]
            assert np.linalg.norm(rub) <= mu[i] * pressed + 1e-9 * largest
            pace = float(np.linalg.norm(slip))
            if pace > 1e-7 * sizes[list(patch.tangents)].max() and pressed > 1e-9 * largest:
                assert np.abs(rub + mu[i] * pressed * slip / pace).max() <= 1e-8 * largest
    assert found_none == 0
