"""Hybrid runs that C follows from mode to mode are those of Python: same events, same impacts, same states."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import dalembert
from dalembert._compile import run_functions
from dalembert._compile.compiled_models import forget
from dalembert._compile.compiler import find_compiler
from dalembert._simulate import hybrid_method
from dalembert._simulate.ledger import given_by_friction
from dalembert._simulate.mode_loop import Answer, HybridLoop
from dalembert._simulate.replays import Replays

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler here")

FLAT = {"kinetic": "1/2*(x'^2 + y'^2)", "potential": "9.81*y"}
BALL: dict[str, Any] = {
    "coordinates": {"y": {"start": 1, "speed": 0}},
    "energy": {"kinetic": "1/2*y'^2", "potential": "9.81*y"},
    "contacts": {"floor": {"gap": "y", "restitution": 0.6}},
}
WITHOUT_INERTIA = "a coordinate without inertia that strikes a stop"
PENDULUM: dict[str, Any] = {
    "coordinates": {"x": {"start": 0.6}, "y": {"start": -0.8}},
    "energy": FLAT,
    "constraints": {"displacement": {"rod": "x^2 + y^2 - 1"}},
    "contacts": {"wall": {"gap": "x + 0.2", "restitution": 0.5}},
}
ROD: dict[str, Any] = {  # once it lies flat, its length and the friction of both ends say the same
    "coordinates": {"x": {"start": 0}, "y": {"start": 0}, "u": {"start": 0.6}, "v": {"start": 0.8}},
    "energy": {"kinetic": "1/2*(x'^2 + y'^2 + u'^2 + v'^2)", "potential": "9.81*(y + v)"},
    "constraints": {"displacement": {"length": "(u - x)^2 + (v - y)^2 - 1"}},
    "contacts": {
        "foot": {"gap": "y", "slip": "x'", "friction": 0.3, "restitution": 0},
        "head": {"gap": "v", "slip": "u'", "friction": 0.3, "restitution": 0.4},
    },
}
GROOVE: dict[str, Any] = {  # it comes to rest on one side while it slides, against the slide before
    "coordinates": {
        "x": {"start": 0.34492680147361, "speed": -0.7927155665308998},
        "y": {"start": 2, "speed": 0},
        "p": {"start": 0, "speed": 18.04091924783198},
    },
    "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 1/2*0.004*p'^2", "potential": "10*y"},
    "contacts": {
        "left": {
            "gap": "y*0.7913544887370338 + x*0.611357565714 - 0.1",
            "slip": "x'*0.7913544887370338 - y'*0.611357565714 + 0.1*p'",
            "friction": 0.1889553027166908,
            "restitution": 0.9332239002254337,
        },
        "right": {
            "gap": "y*0.7918136706713609 - x*0.61076272883825 - 0.1",
            "slip": "x'*0.7918136706713609 + y'*0.61076272883825 + 0.1*p'",
            "friction": 0.011629024291050616,
            "restitution": 0.08582579108682997,
        },
    },
    "outputs": {"slip": "x'*0.7918136706713609 + y'*0.61076272883825 + 0.1*p'"},
}
ASKED = "an event that an impact passes over"
SPRING: dict[str, Any] = {
    "coordinates": {"x": {"start": 0.3, "speed": 0}},
    "energy": {"kinetic": "1/2*x'^2", "potential": "5*x^2"},
}
LIFT = {"x": [-0.2, -0.05, 0, 0.1, 0.2], "value": [0.3, 1, -1, 0.2, 0], "beyond": "line"}
LAND = {"x": [-0.2, 0, 0.2], "y": [-1, 0.1, 1], "value": [[0, 1, 2], [1, -1, 0], [3, 0, 1]], "beyond": "hold"}
MODELS: dict[str, tuple[dict[str, Any], float]] = {
    "whole numbers": (SPRING | {"work": {"x": "floor(7*x) + mod(3*x, 1)"}}, 5.0),
    "a table of the place and of the speed": (
        SPRING | {"work": {"x": "lift(x) - lift(0.1*x')"}, "tables": {"lift": LIFT}},
        5.0,
    ),
    "a map": (SPRING | {"work": {"x": "land(x, x')"}, "tables": {"land": LAND}}, 5.0),
    "a table behind a kink beside dry friction": (
        SPRING | {"work": {"x": "lift(abs(x)) - 0.3*sign(x')"}, "tables": {"lift": LIFT}},
        5.0,
    ),
    "a ball that comes to rest": (BALL, 5.0),
    "a ball whose restitution depends on its speed": (
        BALL | {"contacts": {"floor": {"gap": "y", "restitution": "0.9*exp(-speed/9)"}}},
        2.0,
    ),
    "a floor that shakes": (
        BALL | {"contacts": {"floor": {"gap": "y - 0.05*sin(9*t)", "restitution": 0.5}}},
        3.0,
    ),
    "stick and slip on a belt": (
        {
            "coordinates": {"x": {"start": 0, "speed": 0.2}, "y": {"start": 0, "speed": 0}},
            "energy": FLAT | {"potential": "9.81*y + 5*x^2"},
            "contacts": {
                "belt": {
                    "gap": "y",
                    "restitution": 0,
                    "friction": 0.2,
                    "sticking": 0.4,
                    "slip": "x' - 0.2",
                }
            },
        },
        8.0,
    ),
    "a rough ball thrown along a floor": (
        {
            "coordinates": {"x": {"start": 0, "speed": 1}, "y": {"start": 1, "speed": 0}},
            "energy": FLAT,
            "contacts": {"floor": {"gap": "y", "restitution": 0.6, "friction": 0.1, "slip": "x'"}},
        },
        4.0,
    ),
    "three balls in a row": (
        {
            "coordinates": {
                "a": {"start": 0, "speed": 2},
                "b": {"start": 1, "speed": 0},
                "c": {"start": 1, "speed": 0},
            },
            "energy": {"kinetic": "1/2*(a'^2 + 2*b'^2 + c'^2)", "potential": "2*(a^2 + b^2 + (c - 1)^2)"},
            "contacts": {
                "left": {"gap": "b - a", "restitution": 0.9},
                "right": {"gap": "c - b", "restitution": 0.5},
            },
        },
        3.0,
    ),
    "a spring that is one on one side only": (
        {
            "coordinates": {"x": {"start": 1, "speed": 0}},
            "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2 + 3*max(x, 0)^2"},
        },
        20.0,
    ),
    "a relay": (
        {
            "coordinates": {"x": {"start": 1, "speed": 0}},
            "energy": {"kinetic": "1/2*x'^2", "potential": "1/2*x^2"},
            "work": {"x": "if(x' + 0.3*x > 0, 0.2, -0.1)"},
        },
        20.0,
    ),
    "dry friction that comes to rest": (
        {
            "coordinates": {"x": {"start": 0, "speed": 2}},
            "energy": {"kinetic": "1/2*x'^2", "potential": "4*x^2"},
            "work": {"x": "-0.9*sign(x')"},
        },
        5.0,
    ),
    "a pendulum in plane coordinates beside a wall": (PENDULUM, 2.0),
    "a wall beside a pendulum whose support moves": (
        PENDULUM
        | {  # it starts with a speed: from rest its first steps are decided by rounding
            "coordinates": PENDULUM["coordinates"] | {"x": {"start": 0.6, "speed": 0.2}},
            "constraints": {"displacement": {"rod": "(x - 0.1*sin(5*t))^2 + y^2 - 1"}},
        },
        2.0,
    ),
    "a rod that falls flat on a rough floor": (ROD, 2.0),
    WITHOUT_INERTIA: (
        PENDULUM
        | {
            "coordinates": PENDULUM["coordinates"] | {"w": {}},
            "constraints": {"displacement": {"rod": "x^2 + y^2 - 1", "lever": "w - x - 2*y"}},
            "contacts": {"wall": {"gap": "w + 2.1", "restitution": 0.5}},
        },
        2.0,
    ),
    "a skate that meets a wall": (
        {
            "coordinates": {"x": {"speed": 1}, "y": {"speed": 0}, "a": {"speed": 1}},
            "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.1*a'^2"},
            "work": {"x": "sin(3*t)"},
            "constraints": {"flow": {"blade": "x'*sin(a) - y'*cos(a)"}},
            "contacts": {"wall": {"gap": "1.2 - y", "restitution": 0.3}},
        },
        2.0,
    ),
    "a pendulum in plane coordinates with dry friction": (
        {name: part for name, part in PENDULUM.items() if name != "contacts"}
        | {"work": {"x": "y*sign(x*y' - y*x')", "y": "-x*sign(x*y' - y*x')"}},
        3.0,
    ),
    "roots behind switches": (
        {
            "coordinates": {"x": {"start": -0.5, "speed": 0.5}},
            "energy": {"kinetic": "1/2*x'^2", "potential": "9/2*x^2"},
            "work": {"x": "-if(x > 0, sqrt(x), 0) - sign(x')*abs(x')^0.3"},
        },
        3.0,
    ),
    ASKED: (BALL | {"events": {"turn": {"when": "y' + 1"}}}, 2.0),
    "an event that stops between impacts": (
        BALL | {"events": {"low": {"when": "y - 0.2", "direction": "rising", "action": "stop"}}},
        9.0,
    ),
}


POISSON = {"law": "poisson", "restitution": 0.6}
FALLING_ROD = {  # with two ends, which strike one after the other, and together where it falls flat
    "coordinates": {
        "x": {"start": 0, "speed": 1.2},
        "y": {"start": 0.9, "speed": 0},
        "f": {"start": 0.3, "speed": 0.4},
    },
    "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.04*f'^2", "potential": "9.81*y"},
    "contacts": {
        "left": {"gap": "y - sin(f)/2", **POISSON, "friction": 0.3, "slip": "x' + sin(f)*f'/2"},
        "right": {"gap": "y + sin(f)/2", **POISSON, "friction": 0.3, "slip": "x' - sin(f)*f'/2"},
    },
}
SMOOTH_ENDS = {"left": {"gap": "y - sin(f)/2", **POISSON}, "right": {"gap": "y + sin(f)/2", **POISSON}}
MODELS |= {
    "Poisson's law: a ball": (BALL | {"contacts": {"floor": {"gap": "y", **POISSON}}}, 5.0),
    "Poisson's law: three balls before a wall": (
        {
            "coordinates": {
                "a": {"start": 0, "speed": 1},
                "b": {"start": 1, "speed": 0},
                "c": {"start": 2, "speed": 0},
            },
            "energy": {"kinetic": "1/2*(a'^2 + 2*b'^2 + c'^2)", "potential": "0.3*a^2 + 0.1*c^2"},
            "contacts": {
                "ab": {"gap": "b - a - 0.5", **POISSON},
                "bc": {"gap": "c - b - 1", "restitution": 0.9},
                "wall": {"gap": "3 - c", **POISSON},
            },
        },
        4.0,
    ),
    "Poisson's law: an oblique impact with spin": (
        {
            "coordinates": {
                "x": {"start": 0, "speed": 2},
                "y": {"start": 1, "speed": 0},
                "w": {"start": 0, "speed": -3},
            },
            "energy": {"kinetic": "1/2*(x'^2 + y'^2) + 0.2*w'^2", "potential": "9.81*y"},
            "contacts": {
                "floor": {
                    "gap": "y - 0.1*x",
                    **POISSON,
                    "friction": 0.25,
                    "slip": "x' + 0.1*y' + 0.5*w'",
                }
            },
        },
        1.7,  # before the impacts follow one another ever faster
    ),
    "Poisson's law: a rod on two smooth ends": (FALLING_ROD | {"contacts": SMOOTH_ENDS}, 0.8),
    "Poisson's law: a rod on two rough ends": (FALLING_ROD, 1.0),
    "Poisson's law: a rod that falls flat": (
        FALLING_ROD
        | {"coordinates": {"x": {"start": 0, "speed": 3}, "y": {"start": 0.5}, "f": {"start": 0}}},
        0.9,
    ),
}


def runs(
    sections: dict[str, Any], t_end: float, patch: pytest.MonkeyPatch
) -> tuple[dalembert.Motion, dalembert.Motion, list[tuple[Answer, int]]]:
    """The run in Python, that in C, and what C answered with how many modes."""
    model = dalembert.model(**sections)
    # Rounding says whether a run is repeated in more digits: here it always is.
    patch.setattr(
        Replays, "may_hide_bias", lambda replays, *_: bool(replays.disturbed) and not replays.precise
    )
    with patch.context() as own:
        own.setattr(hybrid_method, "fits_loop", lambda _: False)
        plain = dalembert.simulate(model, t_end=t_end, samples=100)
    answers: list[tuple[Answer, int]] = []
    stretch = HybridLoop.stretch

    def told(loop: HybridLoop, *given: Any, **more: Any) -> Any:
        found = stretch(loop, *given, **more)
        answers.append((found.answer, len(found.modes.times)))
        return found

    with patch.context() as own:
        own.setattr(HybridLoop, "stretch", told)
        return plain, dalembert.simulate(model, t_end=t_end, samples=100), answers


@pytest.mark.parametrize("name", MODELS)
def test_the_loop_in_c_is_the_run_in_python(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modes, impacts, events and states agree to rounding, in all runs that the claim is made of."""
    plain, own, answers = runs(*MODELS[name], monkeypatch)
    assert own.status == plain.status
    # Beside constraints the states after a transition differ in their last digits, and so do a few steps.
    most = 50 if name == WITHOUT_INERTIA else 5 if "constraints" in MODELS[name][0] else 0
    assert abs(own.work.steps - plain.work.steps) <= most
    made = sum(count for _, count in answers)
    assert made > 0 or name == ASKED  # transitions in C
    assert [event.name for event in own.events] == [event.name for event in plain.events]
    assert [one.contacts for one in own.impacts] == [one.contacts for one in plain.impacts]
    ours, theirs = ([(one.contacts, one.sticking) for one in run.touches] for run in (own, plain))
    assert ours == theirs
    for key in (lambda run: run.events, lambda run: run.impacts):
        ours, theirs = ([one.t for one in key(run)] for run in (own, plain))
        np.testing.assert_allclose(ours, theirs, rtol=1e-11)
    for one, other in zip(own.impacts, plain.impacts, strict=True):
        np.testing.assert_allclose(one.impulses, other.impulses, rtol=1e-11, atol=1e-13)
    for one, other in (
        (own.q, plain.q),
        (own.qd, plain.qd),
        (own.contact, plain.contact),
        (own.friction, plain.friction),
    ):
        np.testing.assert_allclose(one, other, rtol=1e-11, atol=1e-11)


def test_compiled_modes_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The functions of modes may be compiled in the middle of a run: nothing changes by that."""
    sections, t_end = MODELS["stick and slip on a belt"]
    model = dalembert.model(**sections)
    forget()
    plain = dalembert.simulate(model, t_end=t_end)
    monkeypatch.setattr(run_functions, "AT_LEAST", 0.0)
    monkeypatch.setattr(run_functions, "EACH", 0.0)
    forget()
    dalembert.simulate(model, t_end=t_end)
    compiled = dalembert.simulate(model, t_end=t_end)
    np.testing.assert_array_equal(compiled.q, plain.q)
    np.testing.assert_array_equal(compiled.qd, plain.qd)
    assert [one.t for one in compiled.events] == [one.t for one in plain.events]
    assert compiled.accuracy == plain.accuracy


def test_control_of_errors_goes_on_where_all_coordinates_are_zero() -> None:
    """A mode that begins at x = 0, at a knot of a table, is as accurate as any: 1e-12 is met."""
    model = dalembert.model(**SPRING, work={"x": "land(x, x')"}, tables={"land": LAND})
    motion, finer = (dalembert.simulate(model, t_end=5, samples=40, rtol=rtol) for rtol in (1e-12, 1e-13))
    assert motion.status == finer.status == "ok"
    np.testing.assert_allclose(motion.q, finer.q, rtol=0, atol=1e-12)


def test_a_constraint_that_jumps_ends_a_run() -> None:
    """Y = step(x) jumps where x passes zero, and the mass cannot follow it: the run says so."""
    model = dalembert.model(
        coordinates={"x": {"start": -1, "speed": 1}, "y": {"start": 0, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)"},
        constraints={"displacement": {"stair": "y - step(x)"}},
    )
    motion = dalembert.simulate(model, t_end=2.5)
    assert motion.status == "failed"
    assert "a constraint jumps there" in str(motion.message)
    assert motion.reached == pytest.approx(1.0, rel=1e-9)


def test_friction_acts_against_the_slip_after_a_slide_the_other_way() -> None:
    """The guard of a slip counts along its direction now, not along that of the slide before."""
    motion = dalembert.simulate(dalembert.model(**GROOVE), t_end=4.0, samples=400)
    assert np.max(motion["friction_right"] * motion["slip"]) <= 1e-9
    assert np.min(np.diff(motion.ledger.friction)) >= -1e-12
    assert motion.status == "ok"
    other = dalembert.simulate(dalembert.model(**GROOVE), t_end=4.0, samples=400, method="scipy:DOP853")
    assert [one.name for one in motion.events] == [one.name for one in other.events]
    np.testing.assert_allclose(motion.q, other.q, rtol=0, atol=1e-7)


def test_friction_that_adds_energy_flags_a_run() -> None:
    """The balance closes with such friction, too: its own account tells that it cannot be."""
    motion = dalembert.simulate(dalembert.model(**GROOVE), t_end=2.0, samples=100)
    assert given_by_friction(motion.ledger, motion.settings) == 0.0
    taken = motion.ledger.friction.copy()
    taken[-1] = np.max(taken[:-1]) - 1e-4 * np.max(motion.ledger.energy)
    wrong = replace(motion.ledger, friction=taken)
    assert given_by_friction(wrong, motion.settings) == pytest.approx(1e-4, rel=0.01)
    assert (
        given_by_friction(wrong, replace(motion.settings, dt=0.01)) == 0.0
    )  # steps of order one may leave that


@pytest.mark.parametrize("seed", range(10))
def test_impacts_with_poissons_law_are_those_of_python(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rod with rough ends that falls at random: the first impacts have the same impulses and velocities."""
    draw = np.random.default_rng(seed)
    turn, rate, across, spin = draw.uniform((-0.4, -2, -3, -3), (0.4, 2, 3, 3)).tolist()
    laws = {
        name: {
            "law": str(draw.choice(["poisson", "poisson", "newton"])) if name == "left" else "poisson",
            "restitution": float(draw.uniform(0.2, 0.9)),
            "friction": float(draw.uniform(0.05, 0.8)),
        }
        for name in ("left", "right")
    }
    sections = FALLING_ROD | {
        "coordinates": {
            "x": {"start": 0, "speed": across},
            "y": {"start": 0.6, "speed": rate},
            "f": {"start": turn, "speed": spin},
        },
        "contacts": {name: own | laws[name] for name, own in FALLING_ROD["contacts"].items()},
    }
    plain, own, _ = runs(sections, 0.7, monkeypatch)
    assert plain.impacts
    for one, other in list(zip(own.impacts, plain.impacts, strict=False))[:6]:
        assert one.contacts == other.contacts
        np.testing.assert_allclose(one.t, other.t, rtol=1e-10)
        np.testing.assert_allclose(one.impulses, other.impulses, rtol=1e-8, atol=1e-11)
    seen = own.t <= (own.impacts[6].t if len(own.impacts) > 6 else np.inf)
    np.testing.assert_allclose(own.qd[seen], plain.qd[seen], atol=1e-9)


def test_models_that_differ_in_an_impact_law_alone_share_no_transition() -> None:
    """Three equal balls: the laws give them other speeds, whichever of the two models is run first."""
    speeds = []
    for law in ("newton", "poisson", "newton"):
        sections = MODELS["Poisson's law: three balls before a wall"][0]
        contacts = {"ab": {"gap": "b - a", "law": law, "restitution": 0.5}}
        contacts |= {"bc": {"gap": "c - b", "law": law, "restitution": 0.9}}
        places = {"a": {"start": -0.1, "speed": 1}, "b": {"start": 0}, "c": {"start": 0}}
        energy = {"kinetic": "1/2*(a'^2 + b'^2 + c'^2)"}
        model = dalembert.model(
            **(sections | {"contacts": contacts, "coordinates": places, "energy": energy})
        )
        speeds.append(dalembert.simulate(model, t_end=0.2, samples=4).qd[-1])
    np.testing.assert_array_equal(speeds[0], speeds[2])
    assert np.max(np.abs(speeds[0] - speeds[1])) > 0.01
