"""Time stepping: contacts and friction by steps that do not end where a gap closes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import dalembert

G = 9.81


def step(model: dalembert.Model, **asked: Any) -> dalembert.Motion:
    """A run by time stepping."""
    return dalembert.simulate(model, method="moreau", **asked)


def ball(e: Any, **more: Any) -> dalembert.Model:
    """A ball over a floor."""
    return dalembert.model(
        parameters={"m": 2, "g": G},
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*m*y'^2", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y", "restitution": e, **more}},
    )


def block(mu: float, **more: Any) -> dalembert.Model:
    """A block on a slope of 0.5 rad, in coordinates of the room."""
    return dalembert.model(
        parameters={"m": 2, "g": G, "al": 0.5, "mu": mu},
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
        contacts={
            "slope": {
                "gap": "y*cos(al) - x*sin(al)",
                "restitution": 0,
                "friction": "mu",
                "slip": "x'*cos(al) + y'*sin(al)",
                **more,
            }
        },
    )


def discs(
    count: int,
    *,
    seed: int,
    e: float = 0.0,
    mu: float = 0.3,
    gravity: float = G,
    walls: bool = True,
    speed: float = 0.2,
) -> dalembert.Model:
    """Discs of unequal size in rows over a floor between two walls; all can touch one another."""
    random = np.random.default_rng(seed)
    across = int(np.ceil(np.sqrt(count)))
    width = 0.24 * across
    coordinates: dict[str, Any] = {}
    energy: dict[str, dict[str, str]] = {"kinetic": {}, "potential": {}}
    contacts: dict[str, dict[str, Any]] = {}
    radius = np.round(0.1 * random.uniform(0.8, 1.0, count), 6)

    def touch(name: str, gap: str, slip: str) -> None:
        friction = {"friction": mu, "slip": slip} if mu else {}
        contacts[name] = {"gap": gap, "restitution": e, **friction}

    for i in range(count):
        row, column = divmod(i, across)
        r, m = radius[i], round((radius[i] / 0.1) ** 2, 6)
        x = (column + 0.5) * width / across + random.uniform(-0.01, 0.01)
        coordinates[f"x{i}"] = {"start": x, "speed": random.uniform(-speed, speed)}
        coordinates[f"y{i}"] = {"start": 0.12 + 0.24 * row, "speed": random.uniform(-speed, speed)}
        coordinates[f"p{i}"] = {"start": 0, "speed": random.uniform(-speed, speed)}
        energy["kinetic"][f"T{i}"] = f"{m}/2*(x{i}'^2 + y{i}'^2) + {m * r * r / 4}*p{i}'^2"
        energy["potential"][f"V{i}"] = f"{m}*g*y{i}"
        if walls:
            touch(f"floor{i}", f"y{i} - {r}", f"x{i}' + {r}*p{i}'")
            touch(f"left{i}", f"x{i} - {r}", f"y{i}' - {r}*p{i}'")
            touch(f"right{i}", f"{width} - x{i} - {r}", f"y{i}' + {r}*p{i}'")
        for j in range(i):
            d = f"sqrt((x{i} - x{j})^2 + (y{i} - y{j})^2)"
            turn = f"(y{j}' - y{i}')*(x{j} - x{i}) - (x{j}' - x{i}')*(y{j} - y{i})"
            touch(f"c{i}_{j}", f"{d} - {r + radius[j]}", f"({turn})/{d} - {radius[j]}*p{j}' - {r}*p{i}'")
    return dalembert.model(
        parameters={"g": gravity}, coordinates=coordinates, energy=energy, contacts=contacts
    )


# -- impacts ----------------------------------------------------------------------------------------


def test_positions_converge_with_the_first_power_of_the_step() -> None:
    """Ten times smaller steps take the error of a bouncing ball down about ten times, to that of the run by events."""
    exact = dalembert.simulate(ball(0.8), t_end=1.5, samples=300, rtol=1e-10)
    sizes = np.array([1e-2, 1e-3, 1e-4, 1e-5])
    runs = [step(ball(0.8), t_end=1.5, samples=300, dt=dt) for dt in sizes]
    errors = [np.abs(run["y"] - exact["y"]).max() for run in runs]
    order = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    assert 0.8 < order < 1.3
    assert errors[-1] < 1e-4
    assert all(run.status == "ok" and run.ledger.error < 1e-11 for run in runs)
    assert [i.t for i in runs[-1].impacts] == pytest.approx([i.t for i in exact.impacts], abs=1e-4)
    assert runs[-1].ledger.impacts[-1] == pytest.approx(exact.ledger.impacts[-1], rel=1e-3)


@pytest.mark.parametrize("rtol", [1e-3, 1e-4, 1e-6])
def test_steps_that_follow_the_error_give_what_is_asked(rtol: float) -> None:
    """A bouncing ball is off by less than ten times the tolerance, and its account closes."""
    exact = dalembert.simulate(ball(0.8), t_end=1.8, samples=300, rtol=1e-10)
    motion = step(ball(0.8), t_end=1.8, samples=300, rtol=rtol)
    assert motion.status == "ok", motion.message
    assert np.abs(motion["y"] - exact["y"]).max() < 10 * rtol
    assert motion.work.steps < 5000
    assert motion.ledger.error < 1e-12


def test_a_ball_that_bounces_ever_faster_comes_to_rest() -> None:
    """Past the finite time of all its impacts a ball lies on the floor with its weight."""
    fall = np.sqrt(2 / G)
    whole = fall + 2 * fall * 0.5 / (1 - 0.5)
    motion = step(ball(0.5), t_end=2.5, samples=250, rtol=1e-5)
    late = motion.t > whole + 0.1
    assert np.abs(motion["y"][late]).max() < 1e-4
    assert motion["contact_floor"][late] == pytest.approx(2 * G)
    assert motion.touches[-1].contacts == ("floor",)


def test_a_restitution_may_depend_on_the_speed() -> None:
    """The speed in e = 1 − 0.1 speed is that of the approach."""
    motion = step(ball("1 - 0.1*speed"), t_end=0.6, samples=6, rtol=1e-6)
    before = np.sqrt(2 * G)
    after = before * (1 - 0.1 * before)
    assert motion.impacts[0].energy_lost == pytest.approx(before**2 - after**2, rel=1e-4)


def test_a_moving_wall_gives_what_its_motion_gives() -> None:
    """A ball on a shaken table follows the run by events, and the account with the work of the table closes."""
    model = dalembert.model(
        parameters={"g": G},
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
        contacts={"table": {"gap": "y - 0.05*sin(20*t)", "restitution": 0.4}},
    )
    exact = dalembert.simulate(model, t_end=1.2, samples=200)
    motion = step(model, t_end=1.2, samples=200, rtol=1e-5)
    assert np.abs(motion["y"] - exact["y"]).max() < 1e-4
    assert motion.ledger.error < 1e-12
    assert len(motion.impacts) == len(exact.impacts)


def test_a_chain_of_balls_moves_on_as_one() -> None:
    """Thirty balls in a row without restitution share the momentum of the first: one impact, one speed."""
    count = 30
    model = dalembert.model(
        coordinates={f"x{i}": {"start": i, "speed": 3 if i == 0 else 0} for i in range(count)},
        energy={"kinetic": " + ".join(f"1/2*x{i}'^2" for i in range(count))},
        contacts={f"c{i}": {"gap": f"x{i + 1} - x{i} - 1", "restitution": 0} for i in range(count - 1)},
    )
    motion = step(model, t_end=1, samples=10, dt=0.01)
    assert motion.qd[-1] == pytest.approx(3 / count, rel=1e-10)
    assert motion.ledger.impacts[-1] == pytest.approx(4.5 * (1 - 1 / count), rel=1e-10)


# -- friction ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("asked", [{"dt": 0.01}, {"rtol": 1e-6}])
def test_a_block_sticks_on_a_slope_below_its_angle(asked: dict[str, float]) -> None:
    """With µ > tan α a block stays where it is to the last digit, and friction holds m g sin α."""
    motion = step(block(0.6), t_end=1, samples=50, **asked)
    assert np.abs(motion.qd).max() < 1e-12
    assert np.abs(motion.q).max() < 1e-12
    assert motion["contact_slope"] == pytest.approx(2 * G * np.cos(0.5))
    assert motion["friction_slope"] == pytest.approx(2 * G * np.sin(0.5))
    assert motion.touches[0].sticking == ("slope",)


@pytest.mark.parametrize("asked", [{"dt": 0.01}, {"rtol": 1e-6}])
def test_a_block_slides_as_the_closed_form_says(asked: dict[str, float]) -> None:
    """With µ < tan α it slides down with g (sin α − µ cos α), and friction takes what the account says."""
    motion = step(block(0.3), t_end=1, samples=50, **asked)
    a = G * (np.sin(0.5) - 0.3 * np.cos(0.5))
    way = motion["x"] * np.cos(0.5) + motion["y"] * np.sin(0.5)
    assert way == pytest.approx(-a * motion.t**2 / 2, abs=1e-10)
    assert motion["friction_slope"][1:] == pytest.approx(0.3 * 2 * G * np.cos(0.5))
    assert motion.ledger.friction == pytest.approx(0.3 * 2 * G * np.cos(0.5) * a * motion.t**2 / 2, abs=1e-10)
    assert motion.ledger.error < 1e-12


def test_a_block_on_a_belt_sticks_and_slips() -> None:
    """Stick and slip on a belt, with more friction at rest, follow the run by events."""
    model = dalembert.model(
        parameters={"k": 10, "v": 0.5, "g": G},
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y + 1/2*k*x^2"},
        contacts={
            "belt": {"gap": "y", "restitution": 0, "friction": 0.2, "sticking": 0.3, "slip": "x' - v"},
        },
    )
    exact = dalembert.simulate(model, t_end=6, samples=300)
    motion = step(model, t_end=6, samples=300, rtol=1e-4)
    assert np.abs(motion["x"] - exact["x"]).max() < 3e-4
    assert [touch.sticking for touch in motion.touches] == [touch.sticking for touch in exact.touches]
    assert [t.t for t in motion.touches] == pytest.approx([t.t for t in exact.touches], abs=2e-2)
    for work in ("friction", "constraints"):
        own, other = (getattr(m.ledger, work)[-1] for m in (motion, exact))
        assert own == pytest.approx(other, rel=1e-3)
    assert motion.ledger.error < 1e-12


def test_friction_in_two_directions_keeps_to_its_disc() -> None:
    """A puck on a plane goes straight to v²/(2 µ g) whatever its direction, and friction lies against its slip."""
    for angle in (0.3, 2.0, 4.4):
        model = dalembert.model(
            parameters={"g": G},
            coordinates={
                "x": {"start": 0, "speed": 2 * np.cos(angle)},
                "y": {"start": 0, "speed": 2 * np.sin(angle)},
                "z": {"start": 0, "speed": 0},
            },
            energy={"kinetic": "3/2*(x'^2 + y'^2 + z'^2)", "potential": "3*g*z"},
            contacts={"ice": {"gap": "z", "restitution": 0, "friction": 0.25, "slip": ["x'", "y'"]}},
        )
        motion = step(model, t_end=1, samples=100, rtol=1e-6)
        end = 4 / (2 * 0.25 * G)
        assert motion.q[-1] == pytest.approx([end * np.cos(angle), end * np.sin(angle), 0], abs=1e-5)
        assert np.abs(motion.qd[-1]).max() < 1e-12
        early = motion.t < 0.8
        force = np.stack([motion["friction_ice_1"], motion["friction_ice_2"]])[:, early]
        assert np.hypot(*force) == pytest.approx(0.25 * 3 * G)
        assert force[0] == pytest.approx(-0.25 * 3 * G * np.cos(angle))


def test_a_spinning_disc_curves_as_the_smooth_motion_does() -> None:
    """Two contacts of a spinning, sliding bar couple both directions of friction: steps agree with smaller ones."""
    arm = {"friction": 0.2, "restitution": 0}
    model = dalembert.model(
        parameters={"g": G},
        coordinates={
            "x": {"start": 0, "speed": 1},
            "y": {"start": 0, "speed": 0.3},
            "z": {"start": 0, "speed": 0},
            "p": {"start": 0, "speed": 4},
            "w": {"start": 0, "speed": 0},
        },
        energy={
            "kinetic": "1/2*(x'^2 + y'^2 + z'^2) + 1/24*(p'^2 + w'^2)",
            "potential": "g*z",
        },
        contacts={
            "a": {"gap": "z + w/2", "slip": ["x' - sin(p)/2*p'", "y' + cos(p)/2*p'"], **arm},
            "b": {"gap": "z - w/2", "slip": ["x' + sin(p)/2*p'", "y' - cos(p)/2*p'"], **arm},
        },
    )
    fine = step(model, t_end=1.2, samples=60, dt=2e-4)
    coarse = step(model, t_end=1.2, samples=60, dt=4e-3)
    exact = dalembert.simulate(model, t_end=1.2, samples=60, rtol=1e-7)
    assert np.abs(fine.q - exact.q).max() < 2e-4
    assert np.abs(coarse.q - exact.q).max() < 4e-3
    assert fine.ledger.error < 1e-6
    assert np.all(np.diff(fine.T) < 1e-12)


# -- many contacts ----------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [10, pytest.param(20, marks=pytest.mark.soak)])
def test_a_pile_of_discs_settles(count: int) -> None:
    """Discs fall into a heap: at rest, none inside another by 1e-3 of a radius, energy never rises."""
    seed = 3
    model = discs(count, seed=seed)
    motion = step(model, t_end=2.5, samples=100, dt=2e-4)
    assert motion.status == "ok", motion.message
    energy = motion.T + motion.V
    assert np.diff(energy).max() < 1e-6 * energy[0]
    assert np.abs(motion.qd[-1]).max() < 1e-9
    assert motion.ledger.error < 1e-12
    assert np.diff(motion.ledger.friction).min() > -1e-12
    x, y = motion.q[:, 0::3], motion.q[:, 1::3]
    radius = np.round(0.1 * np.random.default_rng(seed).uniform(0.8, 1.0, count), 6)
    far = np.hypot(x[:, :, None] - x[:, None, :], y[:, :, None] - y[:, None, :]) + np.eye(count)
    assert (far - radius[:, None] - radius[None, :]).min() > -1e-3 * 0.1
    assert (y - radius).min() > -1e-3 * 0.1
    # what presses on the floor, and what rubs on the walls, carries the whole weight
    names = [contact.name for contact in model.contacts]
    up = sum(motion.contact[-1, i] for i, name in enumerate(names) if name.startswith("floor"))
    up += sum(motion[f"friction_{name}"][-1] for name in names if name.startswith(("left", "right")))
    assert up == pytest.approx(G * np.sum(np.round((radius / 0.1) ** 2, 6)), rel=1e-9)


@pytest.mark.parametrize("seed", range(4))
def test_free_discs_keep_their_momentum(seed: int) -> None:
    """Discs that collide without gravity and walls keep momentum and spin to rounding, and energy is not made."""
    e, mu = [(0.0, 0.0), (0.5, 0.2), (1.0, 0.0), (0.9, 0.5)][seed]
    model = discs(9, seed=seed, e=e, mu=mu, gravity=0.0, walls=False, speed=1.5)
    motion = step(model, t_end=1.5, samples=50, dt=2e-3)
    assert len(motion.impacts) > 3
    radius = np.round(0.1 * np.random.default_rng(seed).uniform(0.8, 1.0, 9), 6)
    m = np.round((radius / 0.1) ** 2, 6)
    x, y = motion.q[:, 0::3], motion.q[:, 1::3]
    u, v, w = (motion.qd[:, k::3] for k in range(3))
    for momentum in (u @ m, v @ m):
        assert np.ptp(momentum) < 1e-12
    spin = (x * v - y * u) @ m + w @ (m * radius**2 / 2)
    assert np.ptp(spin) < 2e-2  # of first order: the impact is not where the discs touch
    assert np.diff(motion.T).max() < 1e-10
    assert motion.ledger.error < 1e-12


def test_a_block_rocks_itself_to_rest() -> None:
    """A tilted block rocks on its two corners, losing energy at each, and ends flat with half its weight on each."""
    a, b = 0.1, 0.3
    corners = {}
    for name, side in (("left", -1), ("right", 1)):
        gap = f"y - {b}*cos(p) + {side * a}*sin(p)"
        slip = f"x' + {b}*cos(p)*p' - {side * a}*sin(p)*p'"
        corners[name] = {"gap": gap, "restitution": 0, "friction": 0.8, "slip": slip}
    tilt = 0.15
    model = dalembert.model(
        parameters={"g": G},
        coordinates={
            "x": {"start": 0, "speed": 0},
            "y": {"start": b * np.cos(tilt) + a * np.sin(tilt), "speed": 0},
            "p": {"start": tilt, "speed": 0},
        },
        energy={"kinetic": f"1/2*(x'^2 + y'^2) + {(a * a + b * b) / 6}*p'^2", "potential": "g*y"},
        contacts=corners,
    )
    motion = step(model, t_end=4, samples=400, dt=2e-4)
    assert motion.status == "ok", motion.message
    turns = np.sum(np.diff(np.sign(motion["p"])[np.abs(motion["p"]) > 1e-4]) != 0)
    assert turns >= 3
    assert np.abs(motion["p"][-1]) < 1e-5
    assert motion["contact_left"][-1] == pytest.approx(G / 2, rel=1e-4)
    assert np.diff(motion.T + motion.V).max() < 1e-5
    assert np.abs(motion["x"]).max() < 0.1


# -- what it shares with the other methods -----------------------------------------------------------


@pytest.mark.parametrize("name", ["rod_pendulum", "four_bar", "rolling_disc", "heavy_top", "sprung_rod"])
def test_without_contacts_it_is_a_midpoint_rule(name: str) -> None:
    """Smooth motions with constraints converge with the square of the step, and the constraints hold."""
    model = dalembert.read(name)
    exact = dalembert.simulate(model, t_end=1, samples=20, rtol=1e-10)
    sizes = np.array([2e-3, 1e-3, 5e-4]) / (8 if name == "heavy_top" else 1)
    runs = [step(model, t_end=1, samples=20, dt=dt) for dt in sizes]
    errors = [np.abs(run.q - exact.q).max() for run in runs]
    assert np.polyfit(np.log(sizes), np.log(errors), 1)[0] > 1.8
    assert max(*runs[0].residual.position, *runs[0].residual.velocity) < 1e-9


def test_stiff_forces_and_states_do_not_bound_the_step() -> None:
    """A fast damper and a fast first-order state are followed by steps a hundred times longer than they last."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": "1/2*1e4*x'^2"},
        states={"s": {"rate": "1e4*(x - s)", "start": 1}},
    )
    motion = step(model, t_end=10, samples=10, dt=0.01)
    assert motion["x"] == pytest.approx(np.exp(-motion.t / 1e4), abs=1e-6)
    assert motion["s"] == pytest.approx(motion["x"], abs=1e-6)


def test_a_pendulum_in_two_coordinates_strikes_a_wall() -> None:
    """Impacts of a constrained mass follow the run by events, and its rod keeps its length."""
    model = dalembert.model(
        parameters={"g": G},
        coordinates={"x": {"start": 0.6}, "y": {"start": -0.8}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
        contacts={"wall": {"gap": "x + 0.1", "restitution": 0.7}},
    )
    exact = dalembert.simulate(model, t_end=3, samples=100)
    motion = step(model, t_end=3, samples=100, rtol=1e-5)
    assert np.abs(motion.q - exact.q).max() < 1e-4
    assert max(motion.residual.position) < 1e-12
    assert len(motion.impacts) == len(exact.impacts)
    assert motion.status == "ok", motion.message


def test_compliant_contacts_are_forces_like_others() -> None:
    """A ball on a springy floor follows the run by events, and its force is told."""
    contact = {"gap": "y", "law": "hunt_crossley", "stiffness": 1e5, "damping": 0.5}
    model = dalembert.model(
        parameters={"g": G},
        coordinates={"y": {"start": 0.1, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
        contacts={"floor": contact},
    )
    exact = dalembert.simulate(model, t_end=0.5, samples=500)
    motion = step(model, t_end=0.5, samples=500, dt=2e-5)
    assert np.abs(motion["y"] - exact["y"]).max() < 1e-5
    assert (
        np.abs(motion["contact_floor"] - exact["contact_floor"]).max() < 0.01 * exact["contact_floor"].max()
    )


def test_events_are_found_along_the_steps() -> None:
    """The top of a bounce is recorded, and an event can stop the run."""
    model = dalembert.model(
        parameters={"g": G},
        coordinates={"y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
        contacts={"floor": {"gap": "y", "restitution": 0.5}},
        events={
            "top": {"when": "y'", "direction": "falling"},
            "low": {"when": "y - 0.05 + step(t - 1)", "direction": "falling", "action": "record"},
            "late": {"when": "t - 0.9", "action": "stop"},
        },
    )
    fall = np.sqrt(2 / G)
    motion = step(model, t_end=2, samples=100, dt=1e-4)
    tops = [event.t for event in motion.events if event.name == "top"]
    assert tops[-1] == pytest.approx(1.5 * fall, abs=1e-3)
    assert motion.status == "stopped"
    assert motion.reached == pytest.approx(0.9, abs=1e-9)


def test_what_it_cannot_run_is_refused_by_name() -> None:
    """Poisson's law, friction of compliant contacts, massless coordinates, a start inside a contact."""
    with pytest.raises(dalembert.ModelError, match=r"Poisson's law, which the contact `floor` has"):
        step(ball(0.5, law="poisson"), t_end=1)
    with pytest.raises(dalembert.ModelError, match="massless coordinates or unknown efforts"):
        step(dalembert.read("electro_mechanical"), t_end=1)
    inside = dalembert.model(
        coordinates={"y": {"start": -0.25, "speed": 0}},
        energy={"kinetic": "1/2*y'^2"},
        contacts={"floor": {"gap": "y", "restitution": 0}},
    )
    with pytest.raises(dalembert.ModelError, match=r"the start is 0\.25 inside the contact `floor`"):
        step(inside, t_end=1)
    soft = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 1}, "y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        contacts={
            "pad": {"gap": "y", "law": "spring", "stiffness": 10, "friction": 0.1, "slip": "x'"},
        },
    )
    with pytest.raises(dalembert.ModelError, match="no friction of a compliant contact, as `pad` is"):
        step(soft, t_end=1)


def test_a_contact_that_constraints_drive_into_a_wall_is_told() -> None:
    """A mass on a driven slide that meets a wall has no motion: the run ends and says so."""
    model = dalembert.model(
        coordinates={"x": {"guess": 0}},
        energy={"kinetic": "1/2*x'^2"},
        constraints={"displacement": {"drive": "x - t"}},
        contacts={"wall": {"gap": "1 - x", "restitution": 0}},
    )
    motion = step(model, t_end=2, samples=20, dt=1e-2)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(1, abs=2e-2)
