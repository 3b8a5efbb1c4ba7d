"""Velocities that jump in time: momenta do not, in whatever way the jump is written; and the ledger has its energy."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from small_models import refusal

import dalembert
from dalembert._simulate.prepare import prepare_run

CLOSES = 1e-9
END = 2.0
METHODS = ("auto", "rk54", "radau", "scipy:RK45", "scipy:Radau", "scipy:LSODA", "moreau")
STEPS = ("rk853", "radau", "newmark", "galpha", "rattle", "moreau")  # with steps of a fixed size


def ramps(random: Random) -> list[tuple[float, float]]:
    """Times, and the jumps of a velocity at them; the first is the velocity at the start."""
    times = sorted(random.uniform(0.1, END - 0.1) for _ in range(random.randint(1, 3)))
    return [(0.0, random.uniform(-0.3, 0.3)), *((t, random.uniform(-0.5, 0.5)) for t in times)]


def written(own: list[tuple[float, float]]) -> str:
    """The motion with these jumps, as a text of t."""
    return " + ".join(f"({slope!r})*max(0, t - {t!r})" for t, slope in own)


def smoothed(own: list[tuple[float, float]], width: float) -> str:
    """The same with every corner after the first rounded off by a parabola of a width."""
    first, *others = own
    parts = [f"({first[1]!r})*t"]
    for t, slope in others:
        late, early = t + width / 2, t - width / 2
        inner = f"if(t > {early!r}, (t - {early!r})^2/{2 * width!r}, 0)"
        parts.append(f"({slope!r})*if(t > {late!r}, t - {t!r}, {inner})")
    return " + ".join(parts)


def table(folder: Path, own: list[tuple[float, float]]) -> dict[str, Any]:
    """The same as samples, and the input that reads them."""
    times = [t for t, _ in own] + [END]
    lines = [f"{t!r},{sum(slope * max(0.0, t - at) for at, slope in own)!r}" for t in times]
    (folder / "base.csv").write_text("\n".join(["t,h", *lines]), encoding="utf-8")
    return {"u": {"table": "base.csv", "time": "t", "column": "h"}}


def pendulum(base: str, **sections: Any) -> dalembert.Model:
    """Two links on a pivot that moves as `base` says."""
    return dalembert.model(
        parameters={"m": 1.3, "l": 0.8, "g": 9.81},
        coordinates={"a": {"start": 0.2, "speed": 0.1}, "b": {"start": -0.1, "speed": 0}},
        definitions={
            "ax": f"{base} + l*sin(a)",
            "ay": "-l*cos(a)",
            "bx": "ax + l*sin(b)",
            "by": "ay - l*cos(b)",
        },
        energy={"kinetic": "1/2*m*(ax'^2 + ay'^2 + bx'^2 + by'^2)", "potential": "m*g*(ay + by)"},
        **sections,
    )


def held_pendulum(base: str, **sections: Any) -> dalembert.Model:
    """The same with the pivot as a coordinate that a constraint moves."""
    return dalembert.model(
        parameters={"m": 1.3, "l": 0.8, "g": 9.81},
        coordinates={
            "a": {"start": 0.2, "speed": 0.1},
            "b": {"start": -0.1, "speed": 0},
            "x": {"start": 0},
        },
        definitions={
            "ax": "x + l*sin(a)",
            "ay": "-l*cos(a)",
            "bx": "ax + l*sin(b)",
            "by": "ay - l*cos(b)",
        },
        energy={
            "kinetic": "1/2*m*(ax'^2 + ay'^2 + bx'^2 + by'^2) + 1/2*0.4*x'^2",
            "potential": "m*g*(ay + by)",
        },
        constraints={"displacement": {"pivot": f"x - ({base})"}},
        **sections,
    )


def run(model: Any, **settings: Any) -> dalembert.Motion:
    """A motion that is well; few steps of time reach what they are asked for."""
    motion = dalembert.simulate(model, **{"t_end": END, "samples": 40, **settings})
    wanted = ("ok", "limited") if settings.get("method") == "moreau" else ("ok",)
    assert motion.status in wanted, motion.message
    return motion


# -- one motion, many spellings ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_kinked_base_is_the_same_motion_in_every_spelling(seed: int, tmp_path: Path) -> None:
    """In T by a definition, an input or a table, or as a constraint, a kinked base gives one motion."""
    own = ramps(Random(seed))
    base, inputs = written(own), table(tmp_path, own)
    first = run(pendulum(f"({base})"))
    others = [
        run(pendulum("u", inputs={"u": base})),
        run(replace(pendulum("u", inputs=inputs), folder=tmp_path)),
        run(held_pendulum(base)),
        run(replace(held_pendulum("u", inputs=inputs), folder=tmp_path)),
    ]
    for motion in others:
        np.testing.assert_allclose(motion.q[:, :2], first.q[:, :2], atol=5e-9)
        np.testing.assert_allclose(motion.qd[:, :2], first.qd[:, :2], atol=5e-8)
    for motion in (first, *others):
        assert motion.ledger.error <= CLOSES


@pytest.mark.parametrize("seed", range(3))
def test_a_kink_is_the_limit_of_round_corners(seed: int) -> None:
    """Corners rounded off over a time lead to the motion of the kinks as that time goes to zero."""
    own = ramps(Random(seed + 10))
    kink = run(pendulum(f"({written(own)})"), rtol=1e-11).q[-1]
    round_off = [run(pendulum(f"({smoothed(own, w)})"), rtol=1e-11).q[-1] for w in (8e-3, 4e-3, 2e-3)]
    first = [2 * narrow - wide for wide, narrow in pairwise(round_off)]
    np.testing.assert_allclose((4 * first[1] - first[0]) / 3, kink, atol=1e-8)
    assert np.abs(round_off[-1] - kink).max() > 1e-7


def linear(own: list[tuple[float, float]], t: np.ndarray, w: float) -> np.ndarray:
    """The solution of x'' + w^2 x = -u'' from rest: every jump of u' pushes it once."""
    return -sum(slope * np.sin(w * np.maximum(t - at, 0)) / w for at, slope in own[1:])


def seat(base: str) -> dalembert.Model:
    """A mass on a spring on a base, in the coordinate relative to the base."""
    return dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": base},
        energy={"kinetic": "1/2*(x' + u')^2", "potential": "25*x^2"},
    )


@pytest.mark.parametrize("method", METHODS)
def test_every_method_takes_the_impulses(method: str) -> None:
    """A mass on a spring on a kinked base follows the closed form by every method that chooses its steps."""
    for seed in range(2):
        own = ramps(Random(seed + 20))
        motion = run(seat(written(own)), method=method, rtol=1e-6 if method == "moreau" else 1e-9)
        exact = linear(own, motion.t, np.sqrt(50))
        np.testing.assert_allclose(motion.q[:, 0], exact, atol=1e-6 if method == "moreau" else 1e-9)
        assert motion.ledger.error <= 100 * motion.settings.rtol


@pytest.mark.parametrize("method", STEPS)
def test_fixed_steps_take_the_impulses(method: str) -> None:
    """With fixed steps the error against the closed form falls at least with the square of their size."""
    own = ramps(Random(31))
    errors = []
    for dt in (4e-3, 2e-3):
        motion = run(seat(written(own)), method=method, dt=dt)
        errors.append(np.abs(motion.q[:, 0] - linear(own, motion.t, np.sqrt(50))).max())
    assert errors[1] <= max(0.3 * errors[0], 1e-11)


@pytest.mark.parametrize("method", ["auto", "radau", "galpha", "rattle", "moreau", "scipy:LSODA"])
def test_constraints_with_kinks_by_every_method(method: str) -> None:
    """A pendulum on a pivot that a kinked constraint moves ends where the kinked energies take it."""
    own = ramps(Random(41))
    fixed = {"dt": 1e-3} if method in STEPS[3:] else {}
    end = run(pendulum(f"({written(own)})")).q[-1]
    motion = run(held_pendulum(written(own)), method=method, **fixed)
    np.testing.assert_allclose(motion.q[-1, :2], end, atol=1e-5 if fixed else 1e-8)


@pytest.mark.parametrize("energy", ["-x'*u'", "x*0"])
def test_generalised_potentials_and_forces_are_impulses_too(energy: str) -> None:
    """V = -x' u' and a force -u'' on x are the same motion as T = (x' + u')^2/2, kinks included."""
    own = ramps(Random(51))
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": written(own)},
        definitions={"v": "u'"},
        energy={"kinetic": "1/2*x'^2", "potential": f"25*x^2 + ({energy})"},
        work={} if "u" in energy else {"x": "-v'"},
    )
    motion = run(model)
    np.testing.assert_allclose(motion.q[:, 0], linear(own, motion.t, np.sqrt(50)), atol=1e-9)
    assert motion.ledger.error <= CLOSES


def test_a_damper_passes_a_step_on_as_an_impulse() -> None:
    """A damper to a base that steps by a gives its mass the speed c a/m, which then dies away as exp(-c t/m)."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": "0.1*step(t - 1/2)"},
        energy={"kinetic": "1/2*3*x'^2", "dissipation": "1/2*2*(x' - u')^2"},
    )
    motion = run(model)
    late = np.maximum(motion.t - 0.5, 0)
    np.testing.assert_allclose(motion.q[:, 0], 0.1 * (1 - np.exp(-2 / 3 * late)), atol=1e-11)
    assert motion.ledger.error <= CLOSES


def platform(base: str, links: int, size: float = 1.0, energy: float = 1.0) -> dalembert.Model:
    """A platform on parallel links of one length, whose feet move as `base` says; a third link is redundant."""
    feet = [0.0, 1.0, 2.0][:links]
    return dalembert.model(
        coordinates={
            "x": {"start": "sin(0.3)", "speed": 0.1},
            "y": {"start": "-cos(0.3)"},
            "f": {"start": 0},
        },
        inputs={"u": base},
        energy={
            "kinetic": f"{energy!r}*(1/2*(x'^2 + y'^2) + 0.1*f'^2)",
            "potential": f"{energy!r}*9.81*y",
        },
        constraints={
            "displacement": {
                f"l{i}": f"{size!r}*((x + {b}*cos(f) - {b} - u)^2 + (y + {b}*sin(f))^2 - 1)"
                for i, b in enumerate(feet)
            }
        },
    )


@pytest.mark.parametrize(
    ("links", "size", "energy"), [(3, 1.0, 1.0), (2, 1e-9, 1.0), (2, 1e4, 1.0), (2, 1.0, 1e-9)]
)
def test_units_and_redundant_links_change_no_impulse(links: int, size: float, energy: float) -> None:
    """Constraints or energies times a number, or a link too many, leave a motion with impulses as it is."""
    base = "0.3*max(0, t - 1/2) - 0.7*max(0, t - 1.1)"
    plain, other = run(platform(base, 2)), run(platform(base, links, size, energy))
    np.testing.assert_allclose(other.q, plain.q, atol=1e-8)
    assert other.ledger.error <= CLOSES


# -- momenta and energies ---------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_momenta_are_continuous(seed: int) -> None:
    """Across a kink L_qd changes by nothing, and with a constraint by a multiple of its gradient."""
    random = Random(seed + 60)
    own = ramps(random)
    for model, free in ((pendulum(f"({written(own)})"), 2), (held_pendulum(written(own)), 2)):
        ready = prepare_run(replace(model, simulate=dalembert.model(simulate={"t_end": END}).simulate))
        dynamics, n = ready.dynamics, ready.dynamics.layout.n
        for t in ready.problem.breaks:
            before, after = t - 1e-15, t + 1e-15
            y = ready.start.y.copy()
            y[:2] = [random.uniform(-1, 1) for _ in range(2)]
            y[n : n + 2] = [random.uniform(-1, 1) for _ in range(2)]
            y[:n] += dynamics.evaluator.correction(before, y)[0][:n] if n > 2 else 0
            y[n : 2 * n] += dynamics.evaluator.correction(before, y)[0][n : 2 * n] if n > 2 else 0
            over = dynamics.cross(before, after, y)
            earlier = dynamics.evaluator.instant(before, after, y, late=False)["momentum"]
            later = dynamics.evaluator.instant(before, after, np.asarray(over), late=True)["momentum"]
            np.testing.assert_allclose(later[:free], earlier[:free], atol=1e-13)


def test_a_mass_that_jumps_keeps_its_momentum() -> None:
    """Where a mass doubles at once its speed halves, and the energy that goes is booked under time."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 2}},
        energy={"kinetic": "1/2*(1 + step(t - 1))*x'^2"},
    )
    motion = run(model)
    np.testing.assert_allclose(motion.qd[:, 0], np.where(motion.t < 1, 2.0, 1.0), atol=1e-12)
    np.testing.assert_allclose(motion.ledger.time, np.where(motion.t < 1, 0.0, -1.0), atol=1e-12)
    assert motion.ledger.error <= CLOSES


@pytest.mark.parametrize("seed", range(5))
def test_energies_that_jump_are_booked(seed: int) -> None:
    """Inputs that jump inside a potential or a dissipation leave nothing of the energy unexplained."""
    random = Random(seed)
    law = random.choice(["3*step(t - {a})", "floor(3*t/{a})", "mod(t, {a})", "sign(sin(5*t + {a}))"])
    model = dalembert.model(
        coordinates={"x": {"start": 0.2, "speed": 0}, "y": {"start": -0.4, "speed": 0.3}},
        inputs={"F": law.format(a=random.uniform(0.3, 1.2))},
        energy={
            "kinetic": "1/2*(x'^2 + y'^2) + 0.2*x'*y'",
            "potential": "2*x^2 + 3*(y - x)^2 - F*x + 1/2*F^2*y^2",
            "dissipation": "0.1*F^2*y'^2",
        },
    )
    motion = run(model, samples=7)
    assert motion.ledger.error <= CLOSES
    assert np.abs(motion.ledger.time).max() > 1e-3


def test_a_step_without_an_input_is_booked_too() -> None:
    """A potential that steps with time itself, also where a row lies on the step, leaves nothing unexplained."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.2, "speed": 0}},
        energy={
            "kinetic": "1/2*x'^2",
            "potential": "2*x^2 - 3*step(t - 1)*x + step(t - 2) + abs(sin(pi*t))*x",
        },
    )
    for samples in (8, 7):
        assert run(model, samples=samples).ledger.error <= CLOSES


# -- kinks at the edges, kinks of tables ---------------------------------------------------------------


def test_a_kink_at_the_very_start_is_before_it() -> None:
    """With |sin| a base already moves at the start; written as a constraint its speed is given to the start."""
    model = dalembert.model(
        coordinates={"x": {}},
        energy={"kinetic": "1/2*x'^2"},
        constraints={"displacement": {"base": "x - abs(sin(pi*t))"}},
    )
    motion = run(model)
    turn = np.pi * np.where(motion.t < 1, 1, -1)
    np.testing.assert_allclose(motion.qd[:-1, 0], (turn * np.cos(np.pi * motion.t))[:-1], atol=1e-9)
    assert motion.ledger.error <= CLOSES


def test_kinks_of_what_is_made_from_tables_are_found(tmp_path: Path) -> None:
    """A base that follows a table as far as it is positive has kinks between the samples, with impulses."""
    (tmp_path / "base.csv").write_text("t,h\n0,-0.2\n2,0.3\n", encoding="utf-8")
    inputs = {"r": {"table": "base.csv", "time": "t", "column": "h"}}
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs=inputs,
        definitions={"y": "x + max(0, r)"},
        energy={"kinetic": "1/2*y'^2", "potential": "25*x^2"},
    )
    motion = run(replace(model, folder=tmp_path))
    exact = linear([(0.0, 0.0), (0.8, 0.25)], motion.t, np.sqrt(50))
    np.testing.assert_allclose(motion.q[:, 0], exact, atol=1e-10)


@pytest.mark.parametrize("seed", range(2))
def test_the_clock_of_a_logger_changes_no_impulse(seed: int, tmp_path: Path) -> None:
    """A base whose table and kinks lie at times around 1e5 s gives the same motion as one around 0 s."""
    own = ramps(Random(seed + 70))
    late = 1e5
    times = [late, *(late + t for t, _ in own[1:]), late + END]
    places = [sum(slope * max(0.0, t - late - at) for at, slope in own) for t in times]
    lines = [f"{t!r},{place!r}" for t, place in zip(times, places, strict=True)]
    (tmp_path / "base.csv").write_text("\n".join(["t,h", *lines]), encoding="utf-8")
    inputs = {"u": {"table": "base.csv", "time": "t", "column": "h"}}
    shifted = written([(late + t, slope) for t, slope in own])
    settings = dalembert.model(simulate={"t_start": late, "t_end": late + END, "rtol": 1e-7}).simulate
    for model in (replace(seat("u"), inputs=dalembert.model(inputs=inputs).inputs), seat(shifted)):
        motion = dalembert.simulate(replace(model, folder=tmp_path, simulate=settings))
        assert motion.status == "ok", motion.message
        np.testing.assert_allclose(motion.q[:, 0], linear(own, motion.t - late, np.sqrt(50)), atol=1e-7)


def test_kinks_that_nearly_coincide_are_both_felt() -> None:
    """Two kinks that lie closer together than steps can be apart give the impulse of both."""
    for apart in (0.0, 1e-16, 3e-15, 5e-14):
        base = f"0.3*max(0, t - 1) + 0.2*max(0, t - {1 + apart!r})"
        motion = run(seat(base))
        exact = linear([(0.0, 0.0), (1.0, 0.5)], motion.t, np.sqrt(50))
        np.testing.assert_allclose(motion.q[:, 0], exact, atol=1e-9)
        assert motion.ledger.error <= CLOSES


# -- contacts and events -----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["auto", "moreau"])
def test_a_ball_on_a_kinked_floor_is_the_same_seen_from_the_floor(method: str) -> None:
    """A ball that rests on a floor which begins to rise bounces as high in the floor's coordinate as in a fixed one."""
    floor = "0.8*max(0, t - 1/2) - 1.5*max(0, t - 1)"
    contact = {"restitution": 0.5}
    fixed = dalembert.model(
        coordinates={"y": {"start": 0, "speed": 0}},
        inputs={"u": floor},
        energy={"kinetic": "1/2*y'^2", "potential": "9.81*y"},
        contacts={"floor": {"gap": "y - u", **contact}},
        outputs={"h": "y"},
    )
    moving = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": floor},
        energy={"kinetic": "1/2*(x' + u')^2", "potential": "9.81*(x + u)"},
        contacts={"floor": {"gap": "x", **contact}},
        outputs={"h": "x + u"},
    )
    settings = {"method": method} | ({"dt": 1e-3} if method == "moreau" else {})
    one, other = run(fixed, **settings), run(moving, **settings)
    np.testing.assert_allclose(one.outputs, other.outputs, atol=5e-3 if method == "moreau" else 1e-8)
    assert len(one.impacts) > 0


def test_what_a_switch_of_the_motion_holds_is_pushed_too() -> None:
    """A block held by dry friction on a base slides when the base begins to move, in both coordinates alike."""
    base = "0.3*max(0, t - 1/2)"
    fixed = dalembert.model(
        coordinates={"y": {"start": 0, "speed": 0}},
        inputs={"u": base},
        energy={"kinetic": "1/2*y'^2"},
        work={"y": "-0.5*sign(y' - u')"},
        outputs={"h": "y"},
    )
    moving = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": base},
        energy={"kinetic": "1/2*(x' + u')^2"},
        work={"x": "-0.5*sign(x')"},
        outputs={"h": "x + u"},
    )
    one, other = run(fixed), run(moving)
    np.testing.assert_allclose(one.outputs, other.outputs, atol=1e-9)
    assert one.outputs[-1, 0] > 0.2


@pytest.mark.parametrize("method", ["auto", "scipy:RK45"])
def test_events_that_an_impulse_passes_over_are_noted(method: str) -> None:
    """An event on a velocity that an impulse takes over zero happens then, and stops the run if it is to."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": -0.1}},
        inputs={"u": "0.5*max(0, t - 1)"},
        energy={"kinetic": "1/2*(x' - u')^2"},
        events={"turns": {"when": "x'", "action": "stop"}},
    )
    motion = dalembert.simulate(model, t_end=END, method=method)
    assert motion.status == "stopped"
    assert [event.t for event in motion.events] == pytest.approx([1.0], abs=1e-12)
    assert motion.qd[-1, 0] == pytest.approx(0.4)


# -- what is refused -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sections", "words"),
    [
        ({"energy": {"kinetic": "1/2*(x' + u')^2"}, "inputs": {"u": "step(t - 1)"}}, "input `u` jumps"),
        (
            {
                "inputs": {"u": "max(0, t - 1)"},
                "definitions": {"v": "u'"},
                "work": {"x": "x'*v'"},
            },
            "velocity of the input `u` jumps",
        ),
        ({"definitions": {"y": "x + step(t - 1)"}, "energy": {"kinetic": "1/2*y'^2"}}, "`y` jumps"),
        (
            {
                "inputs": {"u": "step(t - 1)"},
                "states": {"s": {"rate": "u' - s", "start": 0}},
                "work": {"x": "s"},
            },
            "rate of a state",
        ),
    ],
)
def test_impulses_of_unknown_size_are_refused_by_name(sections: dict[str, Any], words: str) -> None:
    """A rate that has no bound stands nowhere where its impulse is not known, and the letter names it."""
    own = {"coordinates": {"x": {"start": 0, "speed": 0}}, "energy": {"kinetic": "1/2*x'^2"}}
    message = refusal(dalembert.model(**own | sections), t_end=END)
    assert words in message
    assert "which is unbounded there" in message


@pytest.mark.parametrize("name", ["cvodes", "ida"])
def test_methods_that_take_no_impulses_say_so(name: str) -> None:
    """Methods of SUNDIALS refuse kinks in time by name."""
    assert "without jumps or kinks in time" in refusal(seat("max(0, t - 1)"), t_end=END, method=name)


def test_a_table_of_straight_lines_in_an_energy_is_told(tmp_path: Path) -> None:
    """`check` notes a table of straight lines whose velocity counts, and not one that is smooth or only pushes."""
    own = table(tmp_path, [(0.0, 0.1), (1.0, 0.2)])

    def rules(energy: dict[str, str], **more: str) -> list[str]:
        inputs = {"u": {**own["u"], **more}}
        model = dalembert.model(coordinates={"x": {"start": 0, "speed": 0}}, inputs=inputs, energy=energy)
        return [flaw.rule for flaw in dalembert.check(replace(model, folder=tmp_path)).flaws]

    follows = {"kinetic": "1/2*(x' + u')^2", "potential": "x^2"}
    assert "table-velocity" in rules(follows)
    assert "table-velocity" not in rules(follows, interpolate="monotone")
    assert "table-velocity" not in rules({"kinetic": "1/2*x'^2", "potential": "(x - u)^2"})


# -- more than mechanics -----------------------------------------------------------------------------------


def massless(potential: str, kinetic: str = "1/2*x'^2") -> dalembert.Model:
    """A mass on a spring and a damper in line: the place between the two has no inertia."""
    return dalembert.model(
        coordinates={"x": {"start": 0.2, "speed": 0}, "y": {"start": 0}},
        energy={"kinetic": kinetic, "potential": f"5*(x - y)^2 + {potential}", "dissipation": "1/2*y'^2"},
    )


def test_energies_that_jump_are_booked_with_massless_coordinates() -> None:
    """A step in the potential of a model with a massless coordinate leaves nothing unexplained."""
    assert run(massless("(1 + 3*step(t - 1))*x^2")).ledger.error <= CLOSES


def strut(base: str, *, held: bool) -> dalembert.Model:
    """A mass on a spring, with a damper and a spring in line beside it, on a base that moves as `base` says."""
    own: dict[str, Any] = {"coordinates": {"x": {"start": 0, "speed": 0}, "y": {"start": 0}}}
    place, inertia = "u", ""
    if held:
        own["coordinates"]["b"] = {"start": 0}
        own["constraints"] = {"displacement": {"base": "b - u"}}
        place, inertia = "b", " + 1/2*2*b'^2"
    return dalembert.model(
        **own,
        inputs={"u": base},
        energy={
            "kinetic": f"1/2*(x' + {place}')^2{inertia}",
            "potential": "25*x^2 + 5*(x - y)^2",
            "dissipation": "1/2*0.7*y'^2",
        },
    )


@pytest.mark.parametrize("seed", range(3))
def test_massless_coordinates_are_no_obstacle(seed: int) -> None:
    """With a massless place between spring and damper, energies, constraints and round corners agree on a kinked base."""
    own = ramps(Random(seed + 80))
    free, held = (run(strut(written(own), held=held)) for held in (False, True))
    np.testing.assert_allclose(free.q, held.q[:, :2], atol=5e-9)
    assert max(free.ledger.error, held.ledger.error) <= CLOSES
    wide, narrow = (
        run(strut(smoothed(own, w), held=False), method="scipy:LSODA").q[-1] for w in (2e-2, 1e-2)
    )
    np.testing.assert_allclose((4 * narrow - wide) / 3, free.q[-1], atol=1e-6)


def test_an_unknown_effort_takes_no_impulse() -> None:
    """A run ends, and says why, where an unknown effort would have to give the impulse of a kink."""
    model = dalembert.model(
        coordinates={"x": {"start": 0, "speed": 0}},
        inputs={"u": "max(0, t - 1)"},
        efforts={"f": {}},
        energy={"kinetic": "1/2*x'^2"},
        work={"x": "f"},
        constraints={"effort": {"drive": "x - u"}},
    )
    motion = dalembert.simulate(model, t_end=END)
    assert motion.status == "failed"
    assert motion.reached == pytest.approx(1.0)
    assert "an unknown effort cannot exert an impulse" in motion.message
