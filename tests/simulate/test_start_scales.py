"""Starts at any size: what is consistent to rounding is taken, what is not is named or told; singular places are seen."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from small_models import FREE, refusal, started

import dalembert

# -- closed linkages whose coordinates are small against their lengths -------------------------------


def linkage(seed: int, shift: float = 0.0) -> dalembert.Model:
    """A loop of three links in angles counted from where it is assembled, and a point beside it.

    All values are given, consistent to rounding; with `shift` the last angle is off by that. Lengths are
    from 1e-6 to 1e6, each constraint is multiplied by 1e-9 to 1e9.
    """
    draw = random.Random(seed)
    size = 10 ** draw.uniform(-6, 6)
    lengths = [size * draw.uniform(0.5, 2) for _ in range(3)]
    assembled = [draw.uniform(0.3, 1.2), draw.uniform(-0.4, 0.4), draw.uniform(1.4, 2.4)]
    small = draw.choice([0.0, 1e-16, 1e-9, 1e-4, 0.1])
    angles = [small * draw.uniform(-1, 1) for _ in range(3)]
    whole = [f"(f{i} + {'abc'[i]})" for i in range(3)]
    turned = [f + a for f, a in zip(assembled, angles, strict=True)]
    signs = (1, 1, -1)
    X = sum(s * n * math.cos(v) for s, n, v in zip(signs, lengths, turned, strict=True))
    Y = sum(s * n * math.sin(v) for s, n, v in zip(signs, lengths, turned, strict=True))
    away = size * draw.choice([0.0, 1.0, 1e3])  # the origin of the point
    x, y = lengths[0] * math.cos(turned[0]) / 2 - away, lengths[0] * math.sin(turned[0]) / 2
    factors = [10 ** draw.uniform(-9, 9) for _ in range(4)]
    angles[2] += shift
    return dalembert.model(
        parameters={
            **{f"L{i}": lengths[i] for i in range(3)},
            **{f"f{i}": assembled[i] for i in range(3)},
            **{f"k{i}": factors[i] for i in range(4)},
            "X": X,
            "Y": Y,
            "A": away,
        },
        coordinates={
            **{"abc"[i]: {"start": angles[i]} | ({"speed": 0.1} if i == 0 else {}) for i in range(3)},
            "x": {"start": x},
            "y": {"start": y},
        },
        energy={"kinetic": "1/2*L0^2*(a'^2 + b'^2 + c'^2) + 1/2*(x'^2 + y'^2)"},
        constraints={
            "displacement": {
                "lx": f"k0*(L0*cos{whole[0]} + L1*cos{whole[1]} - L2*cos{whole[2]} - X)",
                "ly": f"k1*(L0*sin{whole[0]} + L1*sin{whole[1]} - L2*sin{whole[2]} - Y)",
                "px": f"k2*(x + A - L0/2*cos{whole[0]})",
                "py": "k3*((x + A)^2 + y^2 - (L0/2)^2)",
            }
        },
    )


@pytest.mark.parametrize("seed", range(40))
def test_a_start_that_is_consistent_to_rounding_is_accepted(seed: int) -> None:
    """Linkages around zero, of any size, run from values that close them to the last digits, without an alarm."""
    motion = started(linkage(seed))
    assert motion.status == "ok", motion.message
    assert motion.residual.position.max() <= 1e-14
    assert motion.residual.velocity.max() <= 1e-14


@pytest.mark.parametrize("seed", range(40))
def test_a_start_that_is_off_is_refused_by_name(seed: int) -> None:
    """The same linkages with one angle off by 1e-3 are refused with the names of loop equations and angles."""
    text = refusal(linkage(seed, 1e-3))
    assert "contradict" in text
    assert "`lx`" in text or "`ly`" in text
    assert "c" in text.split("contradict")[0]
    assert "off by 0" not in text.replace("off by 0.", "")


# -- values typed with few digits -------------------------------------------------------------------


@pytest.mark.parametrize("small", [1e-9, 1.7e-5, 1e-2])
def test_a_small_entry_keeps_its_digits_beside_large_ones(small: float) -> None:
    """A start that is off by 1e-10 moves a small mode by no more of itself than the large coordinate."""
    model = dalembert.model(
        parameters={"L": 1},
        coordinates={"x": {"start": 0.8 + 1e-10}, "y": {"start": 0.6 * (1 + small)}, "q": {"start": small}},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + q'^2)", "potential": "1/2*1e6*q^2"},
        constraints={"displacement": {"rod": "x^2 + (y - 0.6*q)^2 - L^2"}},
    )
    motion = started(model, t_end=1e-6)
    assert motion.moved
    assert abs(motion["q"][0] - small) <= 1e-9 * small
    assert abs(motion["x"][0] - 0.8) <= 2e-10


def test_a_zero_that_was_typed_stays_zero() -> None:
    """Where other given values can move, one that was typed as zero does not."""
    model = dalembert.model(
        coordinates={"x": {"start": 0.6000000001}, "y": {"start": -0.8}, "z": {"start": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)"},
        constraints={"displacement": {"rod": "x^2 + y^2 + z + z^2 - 1"}},
    )
    assert abs(started(model)["z"][0]) <= 1e-20


# -- singular positions -----------------------------------------------------------------------------


def turned(angle: float, x: str, y: str) -> tuple[str, str]:
    """The same two equations in axes that are turned."""
    c, s = math.cos(angle), math.sin(angle)
    return f"{c!r}*({x}) - {s!r}*({y})", f"{s!r}*({x}) + {c!r}*({y})"


def dead_centre(angle: float, size: float, **slider: float) -> dalembert.Model:
    """A slider crank whose slider is given at its outer dead centre, in axes turned by an angle."""
    lx, ly = turned(angle, "x - r*cos(th) - l*cos(be)", "r*sin(th) + l*sin(be)")
    return dalembert.model(
        parameters={"r": 0.5 * size, "l": 1.5 * size},
        coordinates={"th": {"guess": 0.2}, "be": {"guess": -0.1}, "x": {"start": 2 * size, **slider}},
        energy={"kinetic": "1/2*r^2*th'^2 + 1/2*r^2*be'^2 + 1/2*x'^2"},
        constraints={"displacement": {"lx": lx, "ly": ly}},
    )


@pytest.mark.parametrize("angle", [0.0, 0.3, 0.7853981633974483, 2.0])
@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_a_slider_cannot_be_given_a_speed_at_its_dead_centre(angle: float, size: float) -> None:
    """At a dead centre a speed of the slider is refused by name, with the singular position; without, it starts."""
    text = refusal(dead_centre(angle, size, speed=-size))
    assert "x'" in text
    assert "singular" in text
    motion = started(dead_centre(angle, size))
    assert motion.status == "ok", motion.message
    assert abs(motion["th"][0]) <= 1e-6
    assert np.abs(motion.qd[0]).max() == 0


@pytest.mark.parametrize("massless", [False, True])
@pytest.mark.parametrize("scale", [1e-9, 1.0, 1e9])
def test_a_rope_that_is_wound_up_starts_from_the_horizontal(scale: float, massless: bool) -> None:
    """A bob let go beside a winch has the speed of the rope, whatever the constraint is multiplied by.

    So it has beside a massless coordinate, which makes the equations general ones.
    """
    more = {"z": {"start": 0.1}} if massless else {}
    own = {"potential": "9.81*y + 1/2*(z - x)^2", "dissipation": "1/2*z'^2"}
    model = dalembert.model(
        parameters={"L": 1, "v": 0.2, "k": scale},
        coordinates={"x": {"start": "L"}, "y": {"guess": -0.1}, **more},
        energy={**FREE, **(own if massless else {"potential": "9.81*y"})},
        constraints={"displacement": {"rope": "k*(x^2 + y^2 - (L - v*t)^2)"}},
    )
    motion = started(model)
    assert motion.qd[0, :2] == pytest.approx([-0.2, 0], abs=1e-6)
    assert motion.T[0] == pytest.approx(0.02, rel=1e-6)


@pytest.mark.parametrize("length", [1e-6, 1.0, 1e6])
def test_a_speed_along_a_rod_at_the_horizontal_is_refused(length: float) -> None:
    """A pendulum in x and y at the horizontal takes no speed along its rod, but one across."""
    own = {"start": length}
    text = refusal(
        dalembert.model(
            coordinates={"x": {**own, "speed": 0.1 * length}, "y": {"guess": -0.1 * length}},
            energy=FREE,
            constraints={"displacement": {"rod": f"x^2 + y^2 - {length}^2"}},
        )
    )
    assert "x' contradict `rod`" in text
    assert "give y' a speed instead" in text
    motion = started(
        dalembert.model(
            coordinates={"x": {**own, "speed": 0}, "y": {"guess": -0.1 * length, "speed": 3 * length}},
            energy=FREE,
            constraints={"displacement": {"rod": f"x^2 + y^2 - {length}^2"}},
        )
    )
    assert motion.qd[0] == pytest.approx([0, 3 * length], abs=1e-6 * length)


def test_a_speed_from_a_place_next_to_a_singular_one_is_refused() -> None:
    """A pendulum a millionth from the horizontal does not get a hundred thousand times the speed that is given."""
    model = dalembert.model(
        coordinates={"x": {"start": math.sqrt(1 - 1e-12), "speed": 1}, "y": {"guess": -1e-6}},
        energy=FREE,
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
    )
    text = refusal(model)
    assert "next to a singular position" in text
    assert "y' = " in text


def test_a_guess_that_is_out_of_reach_is_left() -> None:
    """Of two guesses the second is kept where the first cannot be."""
    model = dalembert.model(
        coordinates={"x": {"guess": 1.2}, "y": {"guess": -0.6}},
        energy=FREE,
        constraints={"displacement": {"rod": "x^2 + y^2 - 1"}},
    )
    assert started(model).q[0] == pytest.approx([0.8, -0.6], abs=1e-15)


@pytest.mark.parametrize(
    "touch",
    [
        "L*(cos(a)*sin(th) + sin(a)*cos(th)) - k*(cos(a)*cos(th) - sin(a)*sin(th)) - 0.0070488929",
        "0.3*(sin(a)*cos(th) + cos(a)*sin(th)) + 1.19*(cos(a)*cos(th) - sin(a)*sin(th)) + 1.05*cos(th)"
        " - 2.2744623527037167",
    ],
)
def test_an_angle_of_rounding_beside_lengths_is_no_contradiction(touch: str) -> None:
    """A wheel that touches the ground at an angle of 1e-8 or 1e-16 starts, and its residuals are rounding."""
    model = dalembert.model(
        parameters={"L": 1.1, "k": 0.35, "a": "pi/10"},
        coordinates={"x": {"start": 0, "speed": 1}, "th": {"guess": 0}},
        energy={"kinetic": "1/2*x'^2 + 1/2*th'^2"},
        constraints={"displacement": {"touch": touch}},
    )
    motion = started(model, t_end=1)
    assert motion.status == "ok", motion.message
    assert motion.residual.position.max() <= 1e-15


# -- speeds of rounding ------------------------------------------------------------------------------


def loop_with_speeds(size: float, speed: float) -> dalembert.Model:
    """A four-bar of bodies of any size; all three speeds are given, and they contradict one another."""
    sizes = {name: size * length for name, length in (("crank", 1.0), ("coupler", 2.0), ("rocker", 2.0))}
    bodies: dict[str, object] = {
        name: {"mass": 1, "shape": {"rod": length}, "centre": [length / 2, 0], "points": {"E": [length, 0]}}
        for name, length in sizes.items()
    }
    own = {"gravity": [0, -9.81], "ground": {"points": {"C": [2 * size, 0]}}}
    return dalembert.model(
        bodies=own | bodies,
        joints={
            "O": _pin("ground", "crank", {"a": {"start": 1, "speed": speed}}),
            "A": _pin("crank.E", "coupler", {"b": {"guess": -0.5, "speed": 3 * speed}}),
            "C": _pin("ground.C", "rocker", {"c": {"guess": 1.8, "speed": -2 * speed}}),
            "B": _pin("coupler.E", "rocker.E", None),
        },
    )


def _pin(first: str, second: str, coordinate: dict[str, object] | None) -> dict[str, object]:
    made: dict[str, object] = {"kind": "pin", "between": [first, second]}
    return made | ({"coordinate": coordinate} if coordinate else {"loop": True})


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_speeds_of_rounding_in_a_loop_are_moved_and_told(size: float) -> None:
    """Speeds of 1e-17 √(g/l) run in a closed loop of any size, are moved onto it, and the run says so."""
    motion = started(loop_with_speeds(size, 1e-17 * math.sqrt(9.81 / size)), t_end=0.1 * math.sqrt(size))
    assert motion.status == "ok", motion.message
    assert [note.key for note in motion.moved] == ["start_moved"] * 3
    assert motion.residual.velocity.max() <= 1e-14


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_speeds_above_rounding_in_a_loop_are_refused(size: float) -> None:
    """Speeds of 1e-12 √(g/l) that contradict a loop are refused by name at any size."""
    text = refusal(loop_with_speeds(size, 1e-12 * math.sqrt(9.81 / size)))
    assert "a', b', c' contradict `B[1]`, `B[2]`" in text
