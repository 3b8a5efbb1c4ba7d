"""Models that are smooth in pieces: kinks found, dry friction that stops, motions that stay on a switch."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.integrate import solve_ivp

import dalembert

Array = NDArray[np.float64]
TIGHT = {"rtol": 1e-10, "samples": 200}


def oscillator(*, start: float = 1.0, speed: float = 0.0, **more: Any) -> dalembert.Model:
    """A mass of 1 kg on a spring of 9 N/m, with forces as `work` says."""
    energy = {"kinetic": "1/2*x'^2", "potential": "1/2*9*x^2"} | more.pop("energy", {})
    return dalembert.model(coordinates={"x": {"start": start, "speed": speed}}, energy=energy, **more)


def free(start: float, speed: float, **more: Any) -> dalembert.Model:
    """The same without its spring."""
    return oscillator(start=start, speed=speed, energy={"potential": "0"}, **more)


def run(model: dalembert.Model, t_end: float, **settings: Any) -> dalembert.Motion:
    """A motion whose account closes; what only grazes a switch may be claimed with less than it is asked for."""
    motion = dalembert.simulate(model, t_end=t_end, **{**TIGHT, **settings})
    assert motion.status in ("ok", "limited"), motion.message
    assert motion.ledger.error <= 1e-9
    return motion


def mixed_sides(
    rates: Callable[[float, Array, Array], Array],
    changes: Callable[[float, Array], Array],
    place: tuple[float, Array],
    z: Array,
    held: list[int],
) -> Array:
    """The sides z, those of `held` switches such that they stay at zero: rates are linear in them."""
    if not held:
        return z
    z, (t, y) = z.copy(), place
    z[held] = 0
    base = changes(t, rates(t, y, z))[held]
    columns = []
    for k in held:
        up = z.copy()
        up[k] = 1
        columns.append(changes(t, rates(t, y, up))[held] - base)
    z[held] = np.linalg.solve(np.array(columns).T, -base)
    return z


def apart(
    rates: Callable[[float, Array, Array], Array],
    switches: Callable[[float, Array], Array],
    changes: Callable[[float, Array], Array],
    start: list[float],
    times: Array,
    sides: list[float] | None = None,
) -> tuple[Array, int]:
    """The motion y' = rates(t, y, z) with z the signs of the switches, integrated piece by piece; and how many pieces.

    Where a switch (`changes` are their rates) is driven back from both sides, z is what keeps it at zero:
    rates must be linear in such a z. Those that are zero at the start are held, unless `sides` are given.
    """
    t, y = float(times[0]), np.array(start, dtype=float)
    z = np.sign(switches(t, y)) if sides is None else np.array(sides, dtype=float)
    held = [k for k, side in enumerate(z) if side == 0]
    found, pieces = np.zeros((len(times), len(y))), 0

    def mixed(t: float, y: Array, z: Array, held: list[int]) -> Array:
        return mixed_sides(rates, changes, (t, y), z, held)

    def rate(k: int, side: float) -> float:
        own = z.copy()
        own[k] = side
        others = [other for other in held if other != k]
        return float(changes(t, rates(t, y, mixed(t, y, own, others)))[k])

    while True:
        for k in list(held):  # others may have changed what holds it
            part = mixed(t, y, z, held)[k]
            if abs(part) > 1 + 1e-9:
                held.remove(k)
                z[k] = np.sign(part)
        margins = np.maximum(-z * switches(t, y), 0) + 1e-15
        ends = []
        for k in range(len(z)):

            def end(
                t: float, y: Array, k: int = k, z: Array = z, held: list[int] = held, m: Array = margins
            ) -> float:
                if k in held:
                    return float(1 - abs(mixed(t, y, z, held)[k]))
                return float(z[k] * switches(t, y)[k] + m[k])

            end.terminal, end.direction = True, -1  # type: ignore[attr-defined]
            ends.append(end)
        piece = solve_ivp(
            lambda t, y, z=z, held=held: rates(t, y, mixed(t, y, z, held)),
            (t, times[-1]),
            y,
            "DOP853",
            rtol=1e-12,
            atol=1e-13,
            events=ends,
            dense_output=True,
            max_step=(times[-1] - times[0]) / 50,
        )
        pieces += 1
        here = (times >= t) & (times <= piece.t[-1])
        if here.any():
            found[here] = piece.sol(times[here]).T
        t, y = float(piece.t[-1]), piece.y[:, -1]
        if piece.status == 0:
            return found, pieces
        parts, z, held = mixed(t, y, z, held), z.copy(), list(held)
        for k in [k for k, when in enumerate(piece.t_events) if len(when)]:
            if k in held:
                held.remove(k)
                z[k] = np.sign(parts[k])
            elif rate(k, 1) < 0 < rate(k, -1):
                held.append(k)
            else:
                z[k] = -z[k]


# -- dry friction ------------------------------------------------------------------------------------


def dry(times: Array, start: float, force: float, k: float, m: float) -> tuple[Array, float]:
    """A mass on a spring with dry friction from rest: half swings about ± force/k; and where it stops."""
    w, d = np.sqrt(k / m), force / k
    x, t, found = start, 0.0, np.full(len(times), np.nan)
    while abs(x) > d:
        centre = np.sign(x) * d
        here = times >= t
        found[here] = centre + (x - centre) * np.cos(w * (times[here] - t))
        x, t = 2 * centre - x, t + np.pi / w
    found[times >= t] = x
    return found, x


@pytest.mark.parametrize(
    "section",
    [{"energy": {"dissipation": "0.9*abs(x')"}}, {"work": {"x": "-0.9*sign(x')"}}],
    ids=["D", "work"],
)
def test_dry_friction_takes_the_same_from_every_swing_and_stops(section: dict[str, Any]) -> None:
    """Amplitudes fall by 2 F/k a half swing; it stops at a turning point inside ± F/k, and stays there."""
    motion = run(oscillator(**section), 8)
    x, stop = dry(motion.t, 1.0, 0.9, 9, 1)
    assert motion["x"] == pytest.approx(x, abs=1e-11)
    assert motion["x"][-1] == pytest.approx(stop, abs=1e-12)
    assert abs(motion["x'"][-1]) <= 1e-12
    lost = 4.5 * (1 - stop**2)
    given, taken = motion.ledger.efforts[-1], motion.ledger.dissipated[-1]
    assert taken - given == pytest.approx(lost, rel=1e-11)
    assert motion.work.steps < 1000  # of all runs that measure the error


@pytest.mark.parametrize("method", ["rk54", "rk853", "taylor", "radau", "scipy:DOP853"])
def test_every_method_stops_where_dry_friction_does(method: str) -> None:
    """Phases are those of the model, not of the method."""
    motion = run(oscillator(work={"x": "-0.9*sign(x')"}), 8, rtol=1e-9, method=method)
    assert motion["x"] == pytest.approx(dry(motion.t, 1.0, 0.9, 9, 1)[0], abs=1e-8)


def test_dry_friction_under_a_force_sticks_and_breaks_away() -> None:
    """A driven oscillator with dry friction: stops between swings as the piecewise motion has them."""
    model = oscillator(start=0.0, work={"x": "-1.0*sign(x') + 1.5*sin(2*t)"})
    motion = run(model, 12)
    x, pieces = apart(
        lambda t, y, z: np.array([y[1], -9 * y[0] - z[0] + 1.5 * np.sin(2 * t)]),
        lambda _, y: y[1:],
        lambda _, d: d[1:],
        [0, 0],
        motion.t,
    )
    assert pieces > 10
    assert motion["x"] == pytest.approx(x[:, 0], abs=1e-10)


def test_two_masses_with_dry_friction_come_to_rest_one_after_the_other() -> None:
    """Each holds and is torn away by the other: against the motion put together from its pieces."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.5, "speed": 0}, "y": {"start": -0.2, "speed": 0}},
        energy={
            "kinetic": "x'^2 + 1/2*y'^2",
            "potential": "9*x^2 + 5*(x - y)^2",
            "dissipation": "1.3*abs(x') + 0.6*abs(y')",
        },
    )
    motion = run(model, 10)
    x, pieces = apart(
        lambda _, y, z: np.array(
            [y[2], y[3], -9 * y[0] - 5 * (y[0] - y[1]) - 0.65 * z[0], 10 * (y[0] - y[1]) - 0.6 * z[1]]
        ),
        lambda _, y: y[2:],
        lambda _, d: d[2:],
        [0.5, -0.2, 0, 0],
        motion.t,
        [-1, 1],
    )
    assert pieces > 8
    assert motion.q == pytest.approx(x[:, :2], abs=1e-10)
    assert np.abs(motion.qd[-1]).max() <= 1e-12


@pytest.mark.parametrize("count", [2, 3])
def test_what_rests_on_dry_friction_stays_at_rest(count: int) -> None:
    """A pile of bodies, each rubbing on the one below, without any force: nothing moves."""
    names = [f"x{i}" for i in range(count)]
    pile = ["x0'", *(f"{b}' - {a}'" for a, b in pairwise(names))]
    model = dalembert.model(
        coordinates={name: {"start": 0, "speed": 0} for name in names},
        energy={
            "kinetic": " + ".join(f"1/2*{name}'^2" for name in names),
            "dissipation": " + ".join(f"{2**i}*abs({slip})" for i, slip in enumerate(pile)),
        },
    )
    motion = dalembert.simulate(model, t_end=1, **TIGHT)
    assert np.all(motion.q == 0)


def test_a_wave_runs_into_bodies_at_rest_and_stops() -> None:
    """Five masses in a row with dry friction: those the wave has not reached yet are at rest."""
    n = 5
    model = dalembert.model(
        coordinates={f"x{i}": {"start": float(i == 0), "speed": 0} for i in range(n)},
        energy={
            "kinetic": " + ".join(f"1/2*x{i}'^2" for i in range(n)),
            "potential": " + ".join(f"20*(x{i} - x{i + 1})^2" for i in range(n - 1)),
            "dissipation": " + ".join(f"0.8*abs(x{i}')" for i in range(n)),
        },
    )
    motion = run(model, 4)

    def rates(_: float, y: Array, z: Array) -> Array:
        pull = 40 * np.diff(y[:n])
        return np.concatenate([y[n:], np.append(pull, 0) - np.append(0, pull) - 0.8 * z])

    x, _ = apart(
        rates,
        lambda _, y: y[n:],
        lambda _, d: d[n:],
        [1.0] + [0.0] * (2 * n - 1),
        motion.t,
        [-1, 1, 0, 0, 0],
    )
    assert motion.q == pytest.approx(x[:, :n], abs=1e-9)


def test_dry_friction_and_a_contact_that_rubs_add_up() -> None:
    """Both on one speed: it stops after v/(µ g + F/m), and together they hold till a push is more than both."""
    model = dalembert.model(
        parameters={"m": 1, "g": 9.81},
        coordinates={"x": {"start": 0, "speed": 2}, "y": {"start": 0, "speed": 0}},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2)",
            "potential": "m*g*y",
            "dissipation": "0.7*abs(x')",
        },
        contacts={"floor": {"gap": "y", "restitution": 0, "friction": 0.2, "slip": "x'"}},
    )
    motion = run(model, 2)
    a = 0.2 * 9.81 + 0.7
    t = np.minimum(motion.t, 2 / a)
    assert motion["x"] == pytest.approx(2 * t - a * t**2 / 2, abs=1e-12)
    assert motion.ledger.dissipated[-1] == pytest.approx(0.7 * 2 / a, rel=1e-11)
    assert motion.ledger.friction[-1] == pytest.approx(0.2 * 9.81 * 2 / a, rel=1e-11)


# -- kinks and jumps of forces -----------------------------------------------------------------------


def test_a_preloaded_spring_swings_on_parabolas() -> None:
    """V = F |x|: parabolas between kinks that are found to 1e-9, with a period of 4 √(2 m x₀/F)."""
    model = oscillator(
        start=0.5, energy={"potential": "1.5*abs(x)"}, events={"kink": {"when": "x", "direction": "both"}}
    )
    motion = run(model, 20)
    quarter = np.sqrt(2 * 0.5 / 1.5)
    phase = np.mod(motion.t + quarter, 4 * quarter) - quarter  # from −1 to 3 quarters
    x = np.where(phase < quarter, 0.5 - 0.75 * phase**2, -0.5 + 0.75 * (phase - 2 * quarter) ** 2)
    assert motion["x"] == pytest.approx(x, abs=1e-11)
    kinks = np.array([event.t for event in motion.events])
    assert kinks == pytest.approx(quarter * (1 + 2 * np.arange(len(kinks))), abs=1e-9)
    assert motion.work.steps < 800


def check(
    work: str,
    force: Callable[[float, Array, Array], float],
    switches: Callable[[float, Array], list[float]],
    changes: Callable[[float, Array], list[float]],
    *,
    start: float = 1.0,
    speed: float = 0.5,
    sides: list[float] | None = None,
    **more: Any,
) -> None:
    """A force on the oscillator against the same put together from its pieces."""
    motion = run(oscillator(start=start, speed=speed, work={"x": work}, **more), 8)
    x, pieces = apart(
        lambda t, y, z: np.array([y[1], -9 * y[0] + force(t, y, z)]),
        lambda t, y: np.array(switches(t, y)),
        lambda t, d: np.array(changes(t, d)),
        [start, speed],
        motion.t,
        sides,
    )
    assert pieces > 4
    assert motion["x"] == pytest.approx(x[:, 0], abs=1e-10)
    assert motion["x'"] == pytest.approx(x[:, 1], abs=1e-9)
    assert motion.work.steps < 3000


def test_saturations_and_dead_zones() -> None:
    """Least and largest of forces, in definitions that use one another."""
    check(
        "-drive - slack",
        lambda _, y, z: (
            -(2 if z[0] > 0 else -2 if z[1] < 0 else 18 * y[0]) - (5 * (y[0] - 0.3) if z[2] > 0 else 0)
        ),
        lambda _, y: [18 * y[0] - 2, 18 * y[0] + 2, y[0] - 0.3],
        lambda _, d: [18 * d[0], 18 * d[0], d[0]],
        definitions={"pull": "18*x", "drive": "max(-2, min(2, pull))", "slack": "5*max(x - 0.3, 0)"},
    )


def _condition(z: Array) -> float:
    if (z[0] > 0 and z[1] > 0) or z[2] > 0:
        return -1.0
    return 0.4 if z[3] > 0 else 1.0


def test_conditions_of_place_speed_and_time() -> None:
    """Conditions in conditions, with and, or, not; a switch that moves with time."""
    check(
        "if(x > 0.3*sin(t) and t > 1 or not (x < 0.5), -1, if(x > -0.2, 0.4, 1))",
        lambda *own: _condition(own[2]),
        lambda t, y: [y[0] - 0.3 * np.sin(t), t - 1, y[0] - 0.5, y[0] + 0.2],
        lambda t, d: [d[0] - 0.3 * np.cos(t), 1, d[0], d[0]],
        start=0.1,
    )


def test_steps_floors_and_signs_of_products() -> None:
    """step, floor and mod of a place; the sign of a product of place and speed."""
    check(
        "-0.5*step(x - 0.2) - 0.3*sign(x*x') - 0.2*floor(2*x) + mod(x, 0.5)",
        lambda _, y, z: (
            -0.5 * (z[0] > 0)
            - 0.3 * z[1] * z[2]
            - 0.2 * (np.sum(z[3:] > 0) - 4)
            + y[0]
            - 0.5 * (np.sum(z[3:] > 0) - 4)
        ),
        lambda _, y: [y[0] - 0.2, y[0], y[1], *(2 * y[0] - np.arange(-3, 5))],
        lambda _, d: [d[0], d[0], d[1], *([2 * d[0]] * 8)],
        start=0.9,
    )


def test_twenty_steps() -> None:
    """A staircase of twenty switches, passed up and down, costs a few steps each."""
    stairs = " + ".join(f"0.5*step(x - {i / 20:g})" for i in range(20))
    check(
        f"-({stairs})",
        lambda *own: -0.5 * float(np.sum(own[2] > 0)),
        lambda _, y: list(y[0] - np.arange(20) / 20),
        lambda _, d: [d[0]] * 20,
        start=-0.31,
        speed=3.0,
    )


def test_roots_of_what_changes_its_sign() -> None:
    """The drag x' √|x'| passes its kink; √|x'| against the motion stops it at 2 √v; a root behind a condition."""
    stops = run(free(0.0, 1.0, work={"x": "-sign(x')*sqrt(abs(x'))"}), 4)
    t = np.minimum(stops.t, 2)
    assert stops["x'"] == pytest.approx((1 - t / 2) ** 2, abs=1e-10)
    assert stops["x"] == pytest.approx(2 / 3 * (1 - (1 - t / 2) ** 3), abs=1e-10)
    check(
        "-x'*sqrt(abs(x'))",
        lambda *own: -own[1][1] * np.sqrt(abs(own[1][1])),
        lambda _, y: [y[1]],
        lambda _, d: [d[1]],
    )
    check(
        "-if(x > 0, sqrt(x), 0)",
        lambda _, y, z: -np.sqrt(abs(y[0])) if z[0] > 0 else 0.0,
        lambda _, y: [y[0]],
        lambda _, d: [d[0]],
        start=-0.5,
    )


def test_a_mass_that_changes_with_its_place() -> None:
    """T = (2 + max(x, 0)) x'²/2 keeps its energy, and every half swing lasts what the energy integral says."""
    model = dalembert.model(
        coordinates={"x": {"start": -1, "speed": 0}},
        energy={"kinetic": "1/2*(2 + max(x, 0))*x'^2", "potential": "1/2*3*x^2"},
        events={"turn": {"when": "x'", "direction": "falling"}},
    )
    motion = run(model, 12)
    left = np.pi / 2 * np.sqrt(2 / 3)
    u, weights = np.polynomial.legendre.leggauss(40)
    angle = np.pi / 4 * (u + 1)
    right = np.pi / 4 * float(weights @ np.sqrt((2 + np.sin(angle)) / 3))
    turns = [event.t for event in motion.events if event.t > 0.1]
    assert turns == pytest.approx((left + right) * (1 + 2 * np.arange(len(turns))), abs=1e-9)


def test_a_path_in_pieces() -> None:
    """A bead on y = max(x, 0)² given by a constraint: energy is kept, and the flat part is run at one speed."""
    model = dalembert.model(
        parameters={"g": 9.81},
        coordinates={"x": {"start": -1, "speed": 1}, "y": {}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
        constraints={"displacement": {"path": "y - max(x, 0)^2"}},
    )
    motion = run(model, 4)

    def rates(_: float, y: Array, z: Array) -> Array:
        steep, bend = (2 * y[0], 2.0) if z[0] > 0 else (0.0, 0.0)
        return np.array([y[1], -steep * (9.81 + bend * y[1] ** 2) / (1 + steep**2)])

    x, pieces = apart(rates, lambda _, y: y[:1], lambda _, d: d[:1], [-1, 1], motion.t)
    assert pieces == 3
    assert motion["x"] == pytest.approx(x[:, 0], abs=1e-10)
    assert motion["x'"][-1] == pytest.approx(-1, abs=1e-10)


# -- switches that are held, touched, started on -----------------------------------------------------


@pytest.mark.parametrize("start", [1.0, 0.0, -1.0])
def test_a_relay_that_drives_back_holds_its_state(start: float) -> None:
    """With s' = 1/2 − sign s it reaches zero in a finite time and stays, without a step more than a smooth motion."""
    model = free(0.0, 0.0, states={"s": {"rate": "1/2 - sign(s)", "start": start}})
    motion = run(model, 4)
    s = np.maximum(1 - motion.t / 2, 0) if start > 0 else np.minimum(start + 1.5 * motion.t, 0)
    assert motion["s"] == pytest.approx(s, abs=1e-12)
    assert motion.work.steps < 200  # of all runs that measure the error


def test_a_relay_follows_what_it_is_compared_with_as_long_as_it_can() -> None:
    """With s' = 1/2 − sign(s − sin t) it stays on sin t where −1/2 < cos t < 3/2, and leaves it where it cannot follow."""
    motion = run(free(0.0, 0.0, states={"s": {"rate": "1/2 - sign(s - sin(t))", "start": 1}}), 10)
    s, pieces = apart(
        lambda *own: np.array([0.5 - own[2][0]]),
        lambda t, y: y - np.sin(t),
        lambda t, d: d - np.cos(t),
        [1.0],
        motion.t,
    )
    assert pieces > 3
    assert motion["s"] == pytest.approx(s[:, 0], abs=1e-11)


@pytest.mark.parametrize(("part", "within"), [(1.0, 1e-6), (1 - 1e-9, 1e-11)])
def test_a_switch_that_is_touched_is_not_passed(part: float, within: float) -> None:
    """A swing that stays short of a step by 1e-9 is the swing without it; one that just reaches it is near that."""
    motion = run(oscillator(start=0.0, speed=3 * part, work={"x": "-5*step(x - 1)"}), 5)
    assert motion["x"] == pytest.approx(part * np.sin(3 * motion.t), abs=within)


def test_a_switch_that_is_passed_by_little_is_passed() -> None:
    """A swing that reaches 1e-6 beyond a step is cut short by the time that the step saves it."""
    top = 1 + 1e-6
    motion = run(oscillator(start=0.0, speed=3 * top, work={"x": "-5*step(x - 1)"}), 2)
    up = np.arcsin(1 / top) / 3
    over = 2 * np.arctan2(np.sqrt(top**2 - 1), 1 + 5 / 9) / 3  # about −5/9, from 1 and back to it
    without = np.pi / 3 - 2 * up
    late = motion.t > up + over
    assert without - over > 1e-4
    assert motion["x"][late] == pytest.approx(top * np.sin(3 * (motion.t[late] + without - over)), abs=1e-9)


def test_an_input_may_jump_where_a_switch_is_passed() -> None:
    """At t = 1 the input jumps and x = 1 is passed: both count from there on."""
    motion = run(free(0.0, 1.0, inputs={"u": "step(t - 1)"}, work={"x": "u - 2*step(x - 1)"}), 3)
    late = np.maximum(motion.t - 1, 0)
    assert motion["x"] == pytest.approx(motion.t - late**2 / 2, abs=1e-12)


def test_a_start_on_a_step_goes_where_forces_drive() -> None:
    """From rest at a step with forces up on both sides the upper one counts at once."""
    motion = run(free(0.0, 0.0, work={"x": "1 + 2*step(x)"}), 2)
    assert motion["x"] == pytest.approx(1.5 * motion.t**2, abs=1e-12)


@pytest.mark.parametrize("potential", ["3*abs(x)", "3*abs(x) - x"])
def test_a_mass_at_the_bottom_of_a_kink_stays(potential: str) -> None:
    """V = 3 |x| has its least value at 0, also with a force of less than 3: who starts there at rest stays."""
    motion = dalembert.simulate(oscillator(start=0.0, energy={"potential": potential}), t_end=2, **TIGHT)
    assert np.abs(motion["x"]).max() <= 1e-9


# -- more than mechanics -----------------------------------------------------------------------------


def test_an_effort_constraint_with_switches() -> None:
    """A force given by an equation with a dead zone and a jump is the same force."""
    model = oscillator(
        efforts={"F": {"guess": 0}},
        work={"x": "F"},
        constraints={"effort": {"law": "F + 0.5*x' + 2*max(x - 0.3, 0) + 0.3*sign(x)"}},
    )
    motion = run(model, 6)
    x, pieces = apart(
        lambda _, y, z: np.array(
            [y[1], -9 * y[0] - 0.5 * y[1] - (2 * (y[0] - 0.3) if z[0] > 0 else 0) - 0.3 * z[1]]
        ),
        lambda _, y: np.array([y[0] - 0.3, y[0]]),
        lambda _, d: np.array([d[0], d[0]]),
        [1, 0],
        motion.t,
    )
    assert pieces > 8
    assert motion["x"] == pytest.approx(x[:, 0], abs=1e-10)


def test_a_massless_coordinate_with_a_switch() -> None:
    """A node without mass between spring and damper, on a spring that only pushes."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}, "y": {"start": 0.2}},
        energy={
            "kinetic": "1/2*x'^2",
            "potential": "9/2*(x - y)^2 + 5/2*max(y, 0)^2 + 1/2*y^2",
            "dissipation": "y'^2",
        },
    )
    motion = run(model, 6)
    x, _ = apart(
        lambda _, y, z: np.array(
            [y[1], -9 * (y[0] - y[2]), (9 * (y[0] - y[2]) - (5 * y[2] if z[0] > 0 else 0) - y[2]) / 2]
        ),
        lambda _, y: y[2:],
        lambda _, d: d[2:],
        [1, 0, 0.2],
        motion.t,
    )
    assert motion["x"] == pytest.approx(x[:, 0], abs=1e-10)
    assert motion["y"] == pytest.approx(x[:, 2], abs=1e-10)


@pytest.mark.parametrize(
    ("law", "rate"), [("F + 0.9*sign(x')", "0"), ("F", "1/2 - sign(s)")], ids=["dry friction", "relay"]
)
def test_a_model_with_efforts_stays_on_a_switch_or_says_that_it_cannot(law: str, rate: str) -> None:
    """Dry friction by an effort constraint stops the mass; a relay holds its state; else the run is not ok."""
    model = oscillator(
        efforts={"F": {"guess": 0}},
        work={"x": "F"},
        constraints={"effort": {"law": law}},
        states={"s": {"rate": rate, "start": 1}},
    )
    motion = dalembert.simulate(model, t_end=8, **TIGHT)
    stays = abs(motion["s"][-1]) <= 1e-9 if rate != "0" else abs(motion["x'"][-1]) <= 1e-9
    assert motion.status != "ok" or stays


def test_a_motion_in_pieces_is_read_back_as_it_was(tmp_path: Any) -> None:
    """Rows, events and account of a motion with switches and friction survive a file."""
    model = dalembert.model(
        parameters={"m": 2, "g": 9.81},
        coordinates={"x": {"start": 0, "speed": -3}, "y": {"start": 0.2, "speed": 0}},
        energy={
            "kinetic": "1/2*m*(x'^2 + y'^2)",
            "potential": "m*g*y + 5/2*max(x + 0.5, 0)^2",
            "dissipation": "0.3*abs(x')",
        },
        contacts={"floor": {"gap": "y", "restitution": 0.3, "friction": 0.3, "slip": "x'"}},
    )
    motion = run(model, 3)
    dalembert.save(motion, tmp_path / "motion.nc")
    again = dalembert.open_motion(tmp_path / "motion.nc")
    for name, column in motion.columns().items():
        assert np.array_equal(again[name], column), name
    assert again.touches == motion.touches
    assert again.events == motion.events
    assert np.array_equal(again.ledger.friction, motion.ledger.friction)


@pytest.mark.parametrize(
    "parts",
    [
        {"energy": {"kinetic": "1/2*x'^2"}, "work": {"x": "-3*sign(x) - sign(x')"}},
        {"energy": {"kinetic": "1/2*x'^2", "potential": "3*abs(x)", "dissipation": "abs(x')"}},
    ],
    ids=["work", "energies"],
)
def test_swings_without_end_come_to_rest(parts: dict[str, Any]) -> None:
    """−3 sign x − sign x' from x = 1: speeds fall by 1/√2 a half swing, and all of them take a finite time."""
    model = dalembert.model(coordinates={"x": {"start": 1, "speed": 0}}, **parts)
    rest = np.sqrt(2 / 2) * 1.0  # inwards with 3 − 1, from rest at 1: x = 1 − t²
    v = 2 * rest  # at the centre for the first time
    total = rest
    while v > 1e-16:  # outwards with 3 + 1, back inwards with 3 − 1
        out = v / 4
        far = v**2 / 8
        back = np.sqrt(2 * far / 2)
        total += out + back
        v = 2 * back
    motion = dalembert.simulate(model, t_end=8, samples=400)
    assert motion.status == "ok", motion.message
    after = motion.t > total + 1e-6
    assert np.abs(motion.q[after]).max() <= 1e-12
    assert np.abs(motion.qd[after]).max() == 0
    before = np.abs(motion.q[(motion.t < total - 0.05)]).max(axis=1)
    assert before.min() > 0


@pytest.mark.parametrize("method", ["newmark", "galpha", "rattle", "cvodes", "ida"])
def test_methods_that_do_not_stop_at_switches_refuse_dry_friction(method: str) -> None:
    """They would smear it, or end nowhere."""
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": "0.1*abs(x')"},
    )
    step = {"dt": 1e-3} if method in ("newmark", "galpha", "rattle") else {}
    with pytest.raises(dalembert.ModelError, match="dry friction"):
        dalembert.simulate(model, t_end=1, method=method, **step)
