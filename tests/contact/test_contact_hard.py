"""Contacts where numbers are hard: feet that hold one another, surfaces that move, what begins from rest."""

from __future__ import annotations

import gc
from dataclasses import replace

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import dalembert
from dalembert._compile import run_functions
from dalembert._simulate.accuracy import solve
from dalembert._simulate.lazy_value import known_value
from dalembert._simulate.ledger import energy_account, residual
from dalembert._simulate.outcome import MotionChecks, outcome
from dalembert._simulate.prepare import prepare_run
from dalembert._simulate.trajectory import End, Problem, Trajectory, Watch, intervals_of

G = 9.81


def run(parts: dict, t_end: float, **settings: object) -> dalembert.Motion:
    """The motion of a model, sound and as exact as was asked."""
    motion = dalembert.simulate(dalembert.model(**parts), t_end=t_end, **settings)
    assert motion.status == "ok", motion.message
    assert motion.accuracy.achieved is not None
    assert motion.accuracy.achieved <= motion.settings.rtol
    assert motion.ledger.error <= 1e-9
    return motion


@pytest.mark.parametrize("shift", [1e-10, 1e-7, 1e-4, 1e-2])
@pytest.mark.parametrize("e", [0.2, 0.5, 0.9])
@pytest.mark.parametrize("drift", [0.0, 2.0])
def test_a_rod_that_tips_onto_two_supports_returns_with_its_restitution(
    shift: float, e: float, drift: float
) -> None:
    """Two feet whose slips are all but the same: the one that lands leaves with e times its speed.

    Seen from a floor that moves along with `drift` it is the same.
    """
    half, angle = 0.5, 0.3
    foot = {"restitution": e, "friction": 0.6}
    motion = run(
        {
            "parameters": {"l": half, "d": shift, "c": drift},
            "coordinates": {
                "x": {"start": 0, "speed": drift},
                "y": {"start": half * float(np.sin(angle)), "speed": 0},
                "phi": {"start": angle, "speed": 0},
            },
            "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 1/6*l^2*phi'^2", "potential": f"{G}*y"},
            "contacts": {
                "a": {"gap": "y - l*sin(phi)", "slip": "x' + l*sin(phi)*phi' - c", **foot},
                "b": {"gap": "y + l*sin(phi) + d", "slip": "x' - l*sin(phi)*phi' - c", **foot},
            },
        },
        0.21,
        samples=20,
    )
    first = next(impact for impact in motion.impacts if "b" in impact.contacts)
    phi, lands = first.q[2], [0, 1, half * np.cos(first.q[2])]
    before, after = np.dot(lands, first.before), np.dot(lands, first.after)
    assert before < -0.1
    assert after == pytest.approx(-e * before, rel=1e-9)
    assert phi == pytest.approx(-shift / (2 * half), abs=1e-6 + shift)
    assert first.energy_lost > 0


@pytest.mark.parametrize(("force", "sticking"), [("6", 0.3), ("6*t", 0.45), ("6*t", 0.35)])
def test_friction_follows_the_slip_of_what_was_at_rest(force: str, sticking: float) -> None:
    """A force that turns pulls a block off its rest: friction turns with its velocity."""
    mu, g = 0.3, 10.0
    motion = run(
        {
            "parameters": {"mu": mu, "g": g},
            "coordinates": {"x": {}, "y": {}, "z": {}},
            "energy": {"kinetic": "1/2*(x'^2 + y'^2 + z'^2)", "potential": "g*z"},
            "work": {"x": f"{force}*cos(2*t)", "y": f"{force}*sin(2*t)"},
            "contacts": {
                "floor": {
                    "gap": "z",
                    "restitution": 0,
                    "friction": "mu",
                    "sticking": sticking,
                    "slip": ["x'", "y'"],
                }
            },
        },
        1.4,
        samples=40,
    )
    breaks = sticking * g / 6 if "t" in force else 0.0

    def size(t: float) -> float:
        return 6 * t if "t" in force else 6.0

    def rates(t: float, y: np.ndarray) -> list[float]:
        way = y[2:] / np.linalg.norm(y[2:])
        pull = size(t) * np.array([np.cos(2 * t), np.sin(2 * t)])
        return [*y[2:], *(pull - mu * g * way)]

    tiny, way = 1e-9, np.array([np.cos(2 * breaks), np.sin(2 * breaks)])
    start = [0, 0, *(way * (size(breaks) - mu * g + 6 * tiny) * tiny)]
    wanted = solve_ivp(rates, (breaks + tiny, 1.4), start, method="DOP853", rtol=1e-11, atol=1e-14).y[:2, -1]
    assert motion.q[-1, :2] == pytest.approx(wanted, abs=3e-7)
    late = motion.t > breaks + 0.1
    slips, rubs = motion.qd[late, :2], motion.friction[late]
    assert rubs == pytest.approx(-mu * g * slips / np.linalg.norm(slips, axis=1)[:, None], abs=1e-6)


@pytest.mark.parametrize("method", ["auto", "moreau"])
@pytest.mark.parametrize("e", [0.3, 1.0])
def test_what_a_racket_gives_is_no_loss(e: float, method: str) -> None:
    """A ball against a racket: (1 − e²)/2 of the square of the approach is lost, impulse times speed is given."""
    v, c = 2.0, 3.0
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": -v}},
        energy={"kinetic": "1/2*x'^2"},
        contacts={"racket": {"gap": f"x - {c}*t", "restitution": e}},
    )
    motion = dalembert.simulate(model, t_end=1, method=method, samples=10)
    impulse = (1 + e) * (v + c)
    assert motion.impacts[0].energy_lost == pytest.approx((1 - e**2) / 2 * (v + c) ** 2, abs=1e-7)
    assert motion.ledger.impacts[-1] == pytest.approx(motion.impacts[0].energy_lost, abs=1e-9)
    assert motion.ledger.constraints[-1] == pytest.approx(impulse * c, abs=1e-7)
    assert motion.ledger.error <= 1e-9


def test_what_a_driven_constraint_gives_at_an_impact_is_no_loss() -> None:
    """A mass that a constraint drives strikes one that is free: that one alone has inertia in the impact."""
    motion = run(
        {
            "coordinates": {"x": {}, "z": {"start": -0.5, "speed": 1}},
            "energy": {"kinetic": "x'^2 + 1/2*z'^2"},
            "constraints": {"displacement": {"drive": "x - 0.3*sin(5*t)"}},
            "contacts": {"c": {"gap": "x - z", "restitution": 0.5}},
        },
        0.8,
        samples=10,
    )
    approach = motion.impacts[0].before[1] - motion.impacts[0].before[0]
    assert motion.impacts[0].energy_lost == pytest.approx((1 - 0.5**2) / 2 * approach**2, rel=1e-9)


def test_losses_of_rough_impacts_are_the_same_by_both_methods() -> None:
    """What friction takes in an impact is lost in the impact, event by event and in steps of time."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 5}, "y": {"start": 0.5}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"{G}*y"},
        contacts={"floor": {"gap": "y", "restitution": 0.5, "friction": 0.2, "slip": "x'"}},
    )
    one, other = (dalembert.simulate(model, t_end=0.5, method=m, samples=10) for m in ("auto", "moreau"))
    assert one.ledger.impacts[-1] == pytest.approx(other.ledger.impacts[-1], rel=1e-6)
    assert one.ledger.friction[-1] == pytest.approx(other.ledger.friction[-1], abs=1e-6)


@pytest.mark.parametrize("offset", [0.0, 7.0])
@pytest.mark.parametrize("e", [0.3, 0.5])
@pytest.mark.parametrize(("size", "omega"), [(0.01, 7), (0.01, 20), (0.03, 7), (0.03, 12)])
def test_a_ball_comes_to_rest_on_a_floor_that_moves(
    size: float, omega: float, e: float, offset: float
) -> None:
    """Where the floor falls slower than the ball would, the ball ends up on it and goes with it."""
    motion = run(
        {
            "coordinates": {"y": {"start": 1 + offset}},
            "energy": {"kinetic": "1/2*y'^2", "potential": f"{G}*y"},
            "contacts": {"floor": {"gap": f"y - {offset} - {size}*sin({omega}*t)", "restitution": e}},
        },
        3.0,
        samples=60,
    )
    assert motion.touches[-1].contacts == ("floor",)
    end = motion.t > motion.touches[-1].t
    assert motion.q[end, 0] == pytest.approx(offset + size * np.sin(omega * motion.t[end]), abs=1e-12)
    assert motion.contact[end, 0] == pytest.approx(
        G - size * omega**2 * np.sin(omega * motion.t[end]), abs=1e-8
    )


@pytest.mark.parametrize("moment", ["0", "0.5*sin(3*t)"])
@pytest.mark.parametrize("height", [0.1, 0.3])
def test_a_crate_on_two_feet_breaks_away_with_both(height: float, moment: str) -> None:
    """One foot reaches its limit while the other still holds both; they go where their sum does."""
    foot = {"restitution": 0, "friction": 0.5, "slip": f"x' + {height}*phi'"}
    motion = run(
        {
            "coordinates": {"x": {}, "y": {}, "phi": {}},
            "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.03*phi'^2", "potential": f"{G}*y"},
            "work": {"x": "6*t", "phi": moment},
            "contacts": {"a": {"gap": "y - 0.4*phi", **foot}, "b": {"gap": "y + 0.4*phi", **foot}},
        },
        1.5,
        samples=30,
    )
    begins, t = 0.5 * G / 6, 1.5
    wanted = 6 * ((t**3 - begins**3) / 6 - begins**2 * (t - begins) / 2) - 0.5 * G * (t - begins) ** 2 / 2
    assert motion.q[-1, 0] == pytest.approx(wanted, abs=1e-9)
    assert np.abs(motion.q[motion.t < begins]).max() <= 1e-15


def test_what_everything_holds_has_no_error() -> None:
    """A crate that never breaks away: rounding is measured by nothing, and is none."""
    foot = {"restitution": 0, "friction": 0.5, "slip": "x' + 0.3*phi'"}
    motion = run(
        {
            "coordinates": {"x": {}, "y": {}, "phi": {}},
            "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.03*phi'^2", "potential": f"{G}*y"},
            "work": {"x": "2*sin(3*t)"},
            "contacts": {"a": {"gap": "y - 0.4*phi", **foot}, "b": {"gap": "y + 0.4*phi", **foot}},
        },
        1.5,
        samples=30,
    )
    assert motion.contact[:, :2].sum(axis=1) == pytest.approx(G, rel=1e-12)


def test_between_two_walls_without_clearance_the_force_changes_sides() -> None:
    """What cannot move rests; the wall it is pressed on carries the force."""
    motion = run(
        {
            "coordinates": {"x": {}},
            "energy": {"kinetic": "1/2*x'^2"},
            "work": {"x": "2*cos(t)"},
            "contacts": {"left": {"gap": "x", "restitution": 0}, "right": {"gap": "-x", "restitution": 0}},
        },
        6.0,
        samples=60,
    )
    assert np.abs(motion.q).max() <= 1e-15
    inner = np.abs(np.cos(motion.t)) > 1e-6
    force = 2 * np.cos(motion.t[inner])
    assert motion.contact[inner] == pytest.approx(
        np.column_stack([np.maximum(-force, 0), np.maximum(force, 0)]), abs=1e-12
    )


@pytest.mark.parametrize("power", [1, 2, 3, 5])
@pytest.mark.parametrize("way", [-1, 1])
def test_what_touches_without_a_force_follows_what_comes(power: int, way: int) -> None:
    """A force that begins as t^k: towards the wall it presses from the first on, away from it nothing holds."""
    motion = run(
        {
            "coordinates": {"x": {}},
            "energy": {"kinetic": "1/2*x'^2"},
            "work": {"x": f"{5 * way}*t^{power}"},
            "contacts": {"wall": {"gap": "x", "restitution": 0.5}},
        },
        1.0,
        samples=100,
    )
    assert not motion.impacts
    if way < 0:
        assert not motion.q.any()
        assert motion.contact[1:, 0] == pytest.approx(5 * motion.t[1:] ** power, rel=1e-9)
    else:
        assert motion.q[-1, 0] == pytest.approx(5 / (power + 1) / (power + 2), rel=1e-9)


def test_steps_of_time_pass_a_break_away() -> None:
    """Friction that falls where something at rest breaks away is no end for steps of time."""
    model = dalembert.model(
        coordinates={"x": {}, "y": {}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "10*y"},
        work={"x": "6*t"},
        contacts={"f": {"gap": "y", "restitution": 0, "friction": 0.3, "sticking": 0.45, "slip": "x'"}},
    )
    one, other = (dalembert.simulate(model, t_end=1.5, method=m, samples=10) for m in ("auto", "moreau"))
    assert (one.status, other.status) == ("ok", "limited")  # no steps of time reach the default rtol
    assert other.q[-1] == pytest.approx(one.q[-1], abs=1e-6)


def test_a_run_whose_fellow_failed_is_not_called_chaotic() -> None:
    """Where one of the runs that measure the error ends early, others measure it."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
        simulate={"t_end": 2.0, "samples": 10},
    )
    ready = prepare_run(model)
    calls: list[float] = []

    def cut(problem: Problem, watch: Watch) -> Trajectory:
        calls.append(problem.rtol)
        whole = ready.method.method(problem, watch)
        return replace(whole, rows=whole.rows[:5], t=0.8, end=End.crowded) if len(calls) == 1 else whole

    found = solve(replace(ready.method, method=cut), ready.problem, ready.settings, lambda _: None)
    rows, times = found.trajectory.rows, ready.problem.times
    seen = ready.observe(times, rows, found.trajectory)
    layout = ready.dynamics.layout
    none = known_value(0.0)
    account = energy_account(
        seen, rows, layout, times, found.trajectory, still=False, reached=none, exchanged=none
    ).ledger
    checks = MotionChecks(
        residual=residual(seen, 2.0), energy_unexplained=False, missing=None, branching=None
    )
    status, message = outcome(model, ready.settings, found, account, checks, None)
    assert len(calls) > 3
    assert status == "ok", message


@pytest.mark.parametrize("samples", [7, 10])
def test_an_impact_at_a_kink_in_time_is_booked_there(samples: int) -> None:
    """A wall that sets off at t = 1 strikes what rests on it: whatever rows there are, the account closes."""
    motion = run(
        {
            "coordinates": {"x": {"start": 0, "speed": 0}},
            "energy": {"kinetic": "1/2*x'^2"},
            "contacts": {"wall": {"gap": "x - 2*max(t - 1, 0)", "restitution": 0.5}},
        },
        2.0,
        samples=samples,
    )
    assert motion.impacts[0].t == 1.0
    assert motion.qd[-1, 0] == pytest.approx(3.0, rel=1e-12)


@pytest.mark.parametrize("off", [-1e-6, -1e-8, -2e-9, -1e-10, 0.0, 1e-9, 1e-6])
def test_a_run_may_end_where_a_ball_comes_to_rest(off: float) -> None:
    """However near to the end of its bounces a run ends, it ends well, and no phase begins after it."""
    e, rest = 0.5, np.sqrt(2 / G) * 3
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"y": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*y'^2", "potential": f"{G}*y"},
            contacts={"floor": {"gap": "y", "restitution": e}},
        ),
        t_end=float(rest + off),
        samples=20,
    )
    assert motion.status == "ok", motion.message
    times = [touch.t for touch in motion.touches]
    assert times == sorted(times)
    assert times[-1] <= motion.t[-1]


@pytest.mark.parametrize("method", ["auto", "moreau"])
@pytest.mark.parametrize("y", ["0.3 - 0.1 - 0.2", "-1e-13"])
def test_a_start_that_check_accepts_is_sound(y: str, method: str) -> None:
    """A start that rounding leaves inside of a contact is none that is off, for every method."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 1}, "y": {"start": y, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"{G}*y"},
        contacts={"floor": {"gap": "y", "restitution": 0}},
    )
    assert not [flaw for flaw in dalembert.check(model).flaws if flaw.rule == "start"]
    motion = dalembert.simulate(model, t_end=1, samples=10, method=method)
    assert motion.status == "ok", motion.message


def test_sticking_that_falls_below_friction_is_refused_by_name() -> None:
    """It would be neither at rest nor sliding."""
    contact = {"gap": "y", "restitution": 0, "friction": "0.5 + 0*x", "sticking": "0.2 + 0*x", "slip": "x'"}
    model = dalembert.model(
        coordinates={"x": {}, "y": {}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": f"{G}*y"},
        work={"x": "6*t"},
        contacts={"floor": contact},
    )
    with pytest.raises(
        dalembert.ModelError, match=r"sticking of `floor` falls to 0\.2, below its friction 0\.5"
    ):
        dalembert.simulate(model, t_end=2)


def test_what_was_run_is_let_go() -> None:
    """Functions made for a run do not outlive it."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}}, energy={"kinetic": "1/2*x'^2", "potential": "abs(x)"}
    )
    dalembert.simulate(model, t_end=1, samples=5)
    gc.collect()
    before = len(run_functions._made)
    for _ in range(3):
        dalembert.simulate(model, t_end=1, samples=5)
    gc.collect()
    assert len(run_functions._made) <= before


@pytest.mark.parametrize("method", ["auto", "rk54", "radau"])
@pytest.mark.parametrize("rtol", [1e-6, 1e-9])
def test_pushes_on_what_rests_are_not_stepped_over(method: str, rtol: float) -> None:
    """Thirty-two short pushes with five rows in all: each moves the block by the same."""
    parts = {
        "coordinates": {"x": {}, "y": {}},
        "energy": {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "10*y"},
        "work": {"x": "6*sin(t)^40"},
        "contacts": {"floor": {"gap": "y", "restitution": 0, "friction": 0.5, "slip": "x'"}},
    }
    once, often = (run(parts, end, samples=5, rtol=rtol, method=method) for end in (np.pi, 32 * np.pi))
    assert once.q[-1, 0] == pytest.approx(0.0209138, abs=1e-6)
    assert often.q[-1, 0] == pytest.approx(32 * once.q[-1, 0], rel=100 * rtol)


@pytest.mark.parametrize("width", [0.05, 0.2, 1.0])
@pytest.mark.parametrize("dry", [True, False])
def test_a_single_push_in_a_long_rest_is_seen(width: float, dry: bool) -> None:
    """A pulse that lasts a two-thousandth of the run overcomes dry friction, or lifts what lies on the floor."""
    pulse = {"x": f"30*exp(-((t - 52.9)/{width})^2)"}
    held = (
        {"energy": {"kinetic": "1/2*x'^2", "dissipation": "10*abs(x')"}}
        if dry
        else {
            "energy": {"kinetic": "1/2*x'^2", "potential": "10*x"},
            "contacts": {"floor": {"gap": "x", "restitution": 0}},
        }
    )
    motion = run({"coordinates": {"x": {}}, "work": pulse, **held}, 100.0, samples=10)
    moved = motion.events if not dry else np.flatnonzero(motion.q[-1])
    assert len(moved) > 0


@pytest.mark.parametrize(
    ("force", "wanted"),
    [
        ("sin(5000*t)*exp(-100*t)", 5000 / (5000**2 + 100**2) * 1e4),
        ("1e6*t*exp(-2e4*t) - 1e-2*t*exp(-10*t)", 24.00001975),
    ],
)
def test_what_is_lifted_is_not_held_for_what_comes_later(force: str, wanted: float) -> None:
    """A force that lifts at once and presses much later: the contact is left at once, in a run of any length."""
    parts = {
        "coordinates": {"x": {}},
        "energy": {"kinetic": "1/2*x'^2"},
        "work": {"x": force},
        "contacts": {"wall": {"gap": "x", "restitution": 0}},
    }
    motion = dalembert.simulate(dalembert.model(**parts), t_end=1e4, samples=20)
    assert motion.q[-1, 0] == pytest.approx(wanted, rel=1e-4)


@pytest.mark.parametrize(("across", "e"), [(0, 1), (0, 0.5), (1, 1), (2, 1)])
def test_a_wall_that_overhangs_returns_what_slides_on_a_rough_floor(across: float, e: float) -> None:
    """Two contacts with two tangents each, both sliding: the wall returns with its restitution, energy is lost."""
    rub = {"restitution": e, "friction": 0.6}
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"start": 0.1, "speed": -1}, "y": {"speed": across}, "z": {}},
            energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)"},
            contacts={
                "floor": {"gap": "z", "slip": ["x'", "y'"], **rub},
                "wall": {
                    "gap": "(6*x - 3*y - 2*z)/7",
                    "slip": ["(2*x' + 6*y' - 3*z')/7", "(3*x' + 2*y' + 6*z')/7"],
                    **rub,
                },
            },
        ),
        t_end=0.2,
        samples=10,
    )
    assert motion.status == "ok", motion.message
    wall, impact = np.array([6, -3, -2]) / 7, motion.impacts[0]
    assert wall @ impact.after == pytest.approx(-e * (wall @ impact.before), rel=1e-8)
    assert impact.energy_lost > 0


@pytest.mark.parametrize("force", ["6*sin(t)", "6*sin(t)^2"])
def test_dry_friction_holds_late_in_a_long_run(force: str) -> None:
    """Where the last digit of time has grown, rest is still found; each period is like the one before."""
    motion = run(
        {
            "coordinates": {"x": {}},
            "energy": {"kinetic": "1/2*x'^2", "dissipation": "5*abs(x')"},
            "work": {"x": force},
        },
        float(128 * np.pi),
        samples=64,
    )
    steps = np.diff(motion.q[:, 0])
    assert steps[1:] == pytest.approx(steps[1], abs=1e-7 * max(abs(steps[1]), 1e-3))


def test_steps_of_time_rub_what_rests_beside_what_moves() -> None:
    """A ball falls without spin of its own onto a belt: friction gives it μ (1 + e) of its speed."""
    model = dalembert.model(
        coordinates={"x": {}, "y": {"start": 0.5, "speed": -1}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        contacts={"belt": {"gap": "y", "restitution": 0.6, "friction": 0.3, "slip": "x' - 1"}},
    )
    motion = dalembert.simulate(model, t_end=0.6, samples=10, method="moreau")
    assert motion.status == "ok", motion.message
    assert motion.qd[-1] == pytest.approx([0.3 * 1.6, 0.6], abs=1e-7)


def test_an_impact_slides_where_sticking_would_make_energy() -> None:
    """Both solve it where sticking exceeds friction: the one that makes no energy keeps the restitution."""
    motion = dalembert.simulate(
        dalembert.model(
            coordinates={"x": {"speed": 1}, "y": {"start": 0.1, "speed": -1}},
            energy={"kinetic": "1/2*x'^2 + 0.7*x'*y' + 1/2*y'^2"},
            contacts={"f": {"gap": "y", "restitution": 0.8, "friction": 0.2, "sticking": 0.3, "slip": "x'"}},
        ),
        t_end=0.2,
        samples=10,
    )
    assert motion.impacts[0].after[1] == pytest.approx(0.8, rel=1e-12)
    assert motion.impacts[0].energy_lost > 0


def test_a_contact_that_was_passed_is_off_whatever_its_margin() -> None:
    """A margin as deep as the gap, as a mode that begins inside would have it, excuses nothing."""
    ready = prepare_run(
        dalembert.model(
            coordinates={"y": {"start": 1, "speed": 0}},
            energy={"kinetic": "1/2*y'^2", "potential": f"{G}*y"},
            contacts={"floor": {"gap": "y", "restitution": 0.5}},
            simulate={"t_end": 0.3, "samples": 3},
        )
    )
    whole = ready.method.method(ready.problem, lambda _: None)
    first = whole.intervals[0]
    deep = replace(first.state, margins=np.full(1, 0.06))
    rows = whole.rows.copy()
    rows[1:, 0] = -0.05
    intervals = intervals_of([replace(first, state=deep)])
    inside = replace(whole, rows=rows, intervals=intervals)
    seen = ready.observe(ready.problem.times, rows, inside)
    assert residual(seen, 0.3).position.max() == pytest.approx(0.05, rel=1e-6)  # of the largest size, 1 m
