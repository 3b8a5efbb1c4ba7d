"""A thousand contact events in hard situations: every impact and release at its time, and none invented.

Expected times come from closed forms, or from roots of a motion that is known in closed form. An error of
1e-13 of the sizes in a gap moves the time of an event by 1e-13 size / speed, the speed being the one the gap
closes with: that is the bound, and 1e-13 of the time scale with it. Where errors grow from one impact to
the next, `slack` is how the time answers to a change of the start, per size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.special import ellipk, ellipkinc

import dalembert

RTOL = 1e-12
NEAR = 1e-13  # of the sizes in a gap
G = 9.81
Random = np.random.Generator


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """An event that must be found; an error of the sizes in the gap times `slack` is one of its time."""

    kind: str
    name: str
    t: float
    slack: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A model, how long it runs, and all that happens; `scale` is its time scale."""

    model: dalembert.Model
    t_end: float
    expected: tuple[Expected, ...]
    scale: float
    samples: int = 8


def impacts(name: str, times: list[float], slack: list[float]) -> tuple[Expected, ...]:
    """Impacts of one contact."""
    return tuple(Expected(kind="impact", name=name, t=t, slack=s) for t, s in zip(times, slack, strict=True))


# -- a mass on a spring ------------------------------------------------------------------------------

SPRING = dalembert.model(
    parameters={"w": 1, "c": 0.5, "e": 0.5},
    coordinates={"x": {"start": -1, "speed": 0}},
    energy={"kinetic": "1/2*x'^2", "potential": "1/2*w^2*x^2"},
    contacts={"wall": {"gap": "c - x", "restitution": "e"}},
)


def grazing(random: Random) -> Case:
    """An amplitude that exceeds the place of a wall by 1e-1 to 1e-10 of it, again and again.

    From the wall with speed v the mass is back after a phase 2π − 2 atan(v/(ω c)).
    """
    depth, e, w = 10 ** -random.uniform(1, 10), random.uniform(0.3, 1), 10 ** random.uniform(-6, 6)
    size = 10 ** random.uniform(-6, 4)
    c = size * (1 - depth)
    v, t = w * np.sqrt((size - c) * (size + c)), (np.pi - np.arccos(c / size)) / w
    times, slack = [], []
    for k in range(6):
        if k and (size - c) * e ** (2 * k) < 1e-11 * size:
            break  # too shallow for the doubles that carry it
        times.append(t)
        slack.append((k + 1) * size / v)
        v *= e
        t += (2 * np.pi - 2 * np.arctan2(v, w * c)) / w
    model = dalembert.vary(SPRING, parameters={"w": w, "c": c, "e": e}, start={"x": -size})
    end = 0.5 * (times[-1] + t)
    return Case(model=model, t_end=end, expected=impacts("wall", times, slack), scale=1 / w)


def missing(random: Random) -> Case:
    """An amplitude that falls short of the wall by 1e-1 to 1e-10 of it: nothing happens."""
    short, w = 10 ** -random.uniform(1, 10), 10 ** random.uniform(-6, 6)
    size = 10 ** random.uniform(-6, 4)
    model = dalembert.vary(SPRING, parameters={"w": w, "c": size * (1 + short), "e": 0.5}, start={"x": -size})
    return Case(model=model, t_end=20 / w, expected=(), scale=1 / w)


STOPS = dalembert.model(
    parameters={"w": 1, "c": 0.5, "e": 0.5},
    coordinates={"x": {"start": 0, "speed": 1}},
    energy={"kinetic": "1/2*x'^2", "potential": "1/2*w^2*x^2"},
    contacts={
        "low": {"gap": "x + c", "restitution": "e"},
        "high": {"gap": "c - x", "restitution": "e"},
    },
)


def double_sided(random: Random) -> Case:
    """Stops on both sides of a mass on a spring: from one with speed v to the other, a phase π − 2 atan(v/(ω c))
    of an amplitude that reaches it with the same speed.
    """
    w, e, size = 10 ** random.uniform(-3, 3), random.uniform(0.5, 1), 10 ** random.uniform(-6, 3)
    v = w * size * 10 ** random.uniform(-2, 2)
    found, t = [], np.arctan2(w * size, v) / w  # from the middle, where it has v₀² = v² + ω² c²
    start = np.hypot(v, w * size)
    for k in range(9):
        name = "low" if k % 2 else "high"
        found.append(Expected(kind="impact", name=name, t=float(t), slack=(k + 1) * size / v))
        v *= e
        t += (np.pi - 2 * np.arctan2(v, w * size)) / w
    model = dalembert.vary(STOPS, parameters={"w": w, "c": size, "e": e}, start={"x": 0}, speed={"x": start})
    end = 0.5 * (found[-1].t + t)
    return Case(model=model, t_end=end, expected=tuple(found), scale=1 / w)


# -- balls -------------------------------------------------------------------------------------------

PLANE = dalembert.model(
    parameters={"g": G, "b": 0.3, "e": 0.5},
    coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": "g*y"},
    contacts={"slope": {"gap": "y*cos(b) - x*sin(b)", "restitution": "e"}},
)
BALL = dalembert.model(
    parameters={"g": G, "e": 0.5},
    coordinates={"y": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
    contacts={"floor": {"gap": "y", "restitution": "e"}},
)


def bounces(fall: float, e: float, count: int) -> list[float]:
    """The first times of a ball that falls so long: the flight after the k-th impact lasts 2 eᵏ fall."""
    return [fall * (1 + 2 * float(np.sum(e ** np.arange(1, k + 1)))) for k in range(count)]


def bouncing(random: Random) -> Case:
    """A ball that bounces until its speed is 1e-5 of the first, from a micrometre to a thousand kilometres."""
    e, height, g = random.uniform(0.05, 0.85), 10 ** random.uniform(-6, 6), 10 ** random.uniform(-3, 6)
    count = max(2, int(np.log(1e-5) / np.log(e)))
    fall = np.sqrt(2 * height / g)
    times = bounces(fall, e, count + 1)
    slack = [fall * e**-k for k in range(count)]
    model = dalembert.vary(BALL, parameters={"g": g, "e": e}, start={"y": height})
    end = 0.5 * (times[-1] + times[-2])
    return Case(model=model, t_end=end, expected=impacts("floor", times[:-1], slack), scale=fall)


def on_a_slope(random: Random) -> Case:
    """A ball over an inclined plane: across it the ball bounces with g cos β, along it it runs away."""
    e, b, height = random.uniform(0.5, 1), random.uniform(-1.2, 1.2), 10 ** random.uniform(-3, 3)
    fall = np.sqrt(2 * height / G)  # height cos β with g cos β
    count = 7
    times = bounces(fall, e, count + 1)
    reach = [
        G * np.sin(b) ** 2 * t**2 / 2 / height + 1 for t in times
    ]  # how far it has run, against its height
    slack = [(k + 1) * fall * e**-k * reach[k] for k in range(count)]
    model = dalembert.vary(PLANE, parameters={"e": e, "b": b}, start={"x": 0, "y": height})
    end = 0.5 * (times[-1] + times[-2])
    return Case(model=model, t_end=end, expected=impacts("slope", times[:-1], slack), scale=fall)


TABLE = dalembert.model(
    parameters={"g": G, "A": 0.01, "w": 30, "f": 0, "e": 0.5},
    coordinates={"y": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*y'^2", "potential": "g*y"},
    contacts={"table": {"gap": "y - A*sin(w*t + f)", "restitution": "e"}},
)


def on_a_table(y: float, A: float, w: float, f: float, e: float, count: int) -> list[float]:
    """Impacts of a ball on a table that goes up and down: each flight is a parabola, the next impact its first
    meeting with the sine.
    """
    t, v, times = 0.0, 0.0, []
    for _ in range(count):

        def gap(s: float, t: float = t, y: float = y, v: float = v) -> float:
            return y + v * s - 0.5 * G * s * s - A * np.sin(w * (t + s) + f)

        longest = (v + np.sqrt(v * v + 2 * G * (y + 2 * A))) / G
        places = np.linspace(0, longest, 4001)[1:]
        below = int(np.argmax(gap(places) < 0))
        low = float(places[below - 1]) if below else 1e-6 * longest
        s = brentq(gap, low, float(places[below]), xtol=1e-16, rtol=1e-15)
        t, v = t + s, v - G * s
        y, wall = A * np.sin(w * t + f), A * w * np.cos(w * t + f)
        v = wall - e * (v - wall)
        times.append(t)
    return times


def moving_table(random: Random) -> Case:
    """A ball on a shaken table, as long as a change of its height by 1e-9 does not become 1e-5 s."""
    y, A, w = random.uniform(0.2, 1), random.uniform(0.002, 0.03), random.uniform(5, 40)
    f, e = random.uniform(0, 6), random.uniform(0.4, 0.9)
    times = on_a_table(y, A, w, f, e, 9)
    other = on_a_table(y * (1 + 1e-9), A, w, f, e, 9)
    slack = np.maximum.accumulate(np.abs(np.subtract(other, times)) / 1e-9) + 1
    count = min(int(np.sum(slack < 1e4)), 8)
    model = dalembert.vary(TABLE, parameters={"A": A, "w": w, "f": f, "e": e}, start={"y": y})
    end = 0.5 * (times[count] + times[count - 1])
    expected = impacts("table", times[:count], [float(s) for s in slack[:count]])
    return Case(model=model, t_end=end, expected=expected, scale=1)


# -- between walls -----------------------------------------------------------------------------------

BOX = dalembert.model(
    parameters={"d": 1, "u": 0, "e": 1},
    coordinates={"x": {"start": 0.5, "speed": 1}},
    energy={"kinetic": "1/2*x'^2"},
    contacts={
        "piston": {"gap": "x - u*t", "restitution": "e"},
        "end": {"gap": "d - x", "restitution": "e"},
    },
)


def to_and_fro(random: Random) -> Case:
    """Between two walls a nanometre to a thousand kilometres apart: every flight takes d/v, and longer with e < 1."""
    d, v = 10 ** random.uniform(-9, 6), 10 ** random.uniform(-6, 6)
    e, count = random.choice([1.0, random.uniform(0.6, 1)]), 16
    x = d * random.uniform(0.1, 0.9)
    found, t, speed = [], (d - x) / v, v
    for k in range(count):
        found.append(
            Expected(kind="impact", name="piston" if k % 2 else "end", t=t, slack=(k + 1) * d / speed)
        )
        speed *= e
        t += d / speed
    model = dalembert.vary(BOX, parameters={"d": d, "u": 0, "e": e}, start={"x": x}, speed={"x": v})
    return Case(model=model, t_end=0.5 * (found[-1].t + t), expected=tuple(found), scale=d / v)


def piston(random: Random) -> Case:
    """A piston with the speed u compresses: it returns a ball with 2u more, and meets it again sooner."""
    d, u, v = 1.0, random.uniform(0.01, 0.1), random.uniform(0.5, 2)
    x = random.uniform(0.1, 0.9)
    found, t, at, speed = [], 0.0, x, v
    for k in range(13):
        if k % 2:  # towards the piston: x − speed s = u (t + s)
            s = (at - u * t) / (speed + u)
            t, at, speed = t + s, u * (t + s), speed + 2 * u
        else:
            t, at = t + (d - at) / speed, d
        found.append(Expected(kind="impact", name="piston" if k % 2 else "end", t=t, slack=(k + 1) / v))
    model = dalembert.vary(BOX, parameters={"d": d, "u": u, "e": 1}, start={"x": x}, speed={"x": v})
    end = 0.5 * (found[-1].t + found[-2].t)
    return Case(model=model, t_end=end, expected=tuple(found[:-1]), scale=1)


RIM = dalembert.model(
    parameters={"R": 1},
    coordinates={"x": {"start": 0, "speed": 1}, "y": {"start": 0, "speed": 0}},
    energy={"kinetic": "1/2*(x'^2 + y'^2)"},
    contacts={"rim": {"gap": "R^2 - x^2 - y^2", "restitution": 1}},
)


def billiard(random: Random) -> Case:
    """Inside a circle all chords are as long as the first: also where they almost graze the rim."""
    R, v = 10 ** random.uniform(-6, 4), 10 ** random.uniform(-3, 3)
    away = 10 ** -random.uniform(0.1, 4)  # 1 − distance from the centre / R
    half = R * np.sqrt(away * (2 - away)) / v
    count = 10
    times = [half * (1 + 2 * k) for k in range(count)]
    slack = [(k + 1) * half / away for k in range(count)]  # half changes with away by half/(2 away)
    model = dalembert.vary(
        RIM, parameters={"R": R}, start={"x": 0, "y": -R * (1 - away)}, speed={"x": v, "y": 0}
    )
    return Case(model=model, t_end=2 * half * count, expected=impacts("rim", times, slack), scale=half)


# -- a pendulum and a stop ---------------------------------------------------------------------------

PENDULUM = dalembert.model(
    parameters={"g": G, "L": 1, "s": 0.2, "e": 0.6},
    coordinates={"a": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*L^2*a'^2", "potential": "-g*L*cos(a)"},
    contacts={"stop": {"gap": "L*(sin(a) + s)", "restitution": "e"}},
)


def pendulum(random: Random) -> Case:
    """A pendulum that strikes a stop behind the vertical, by elliptic integrals.

    From the side where it turns with k = sin(a₀/2) to the angle b it takes (K(k) + F(asin(sin(b/2)/k), k))/ω,
    and the stop changes k² − sin²(b/2), which is (a'/2ω)², by e².
    """
    start, s, e = random.uniform(0.5, 3), random.uniform(0, 0.4), random.uniform(0.3, 1)
    L = 10 ** random.uniform(-6, 4)
    w, sine = np.sqrt(G / L), np.sin(np.arcsin(s) / 2)
    k = np.sin(start / 2)

    def swing(k: float) -> float:
        return float(ellipk(k * k) + ellipkinc(np.arcsin(sine / k), k * k)) / w

    t, times, slack = swing(k), [], []
    for i in range(4):
        times.append(t)
        rate = np.sqrt(k * k - sine**2)
        slack.append((i + 1) * 10 / (w * rate))
        k = np.sqrt(sine**2 + (e * rate) ** 2)
        t += 2 * swing(k)
    model = dalembert.vary(PENDULUM, parameters={"L": L, "s": s, "e": e}, start={"a": start})
    return Case(model=model, t_end=0.5 * (times[-1] + t), expected=impacts("stop", times, slack), scale=1 / w)


# -- pressed, let go, met again ----------------------------------------------------------------------

PRESSED = dalembert.model(
    parameters={"F": 3, "w": 2, "c": 0.5, "r": 0},
    coordinates={"x": {"start": 1, "speed": 0}},
    energy={"kinetic": "1/2*x'^2"},
    work={"x": "r*t - F*(c + cos(w*t))"},
    contacts={"stop": {"gap": "x - 1", "restitution": 0}},
)


def pressed(random: Random) -> Case:
    """A push −F (c + cos ωt) lets a mass go where it passes zero and brings it back, period by period.

    Released at b, it is at −F (c s²/2 − (cos ω(b+s) − cos ωb)/ω² − s sin(ωb)/ω) after the time s.
    """
    c, w = random.uniform(0.4, 0.95), 10 ** random.uniform(-2, 2)
    F = w**2 * 10 ** random.uniform(-1, 1)
    b = np.arccos(-c)  # in ωt

    def height(s: float) -> float:
        return -(c * s * s / 2 - (np.cos(b + s) - np.cos(b)) - s * np.sin(b))

    away = brentq(height, 2 * np.pi - 2 * b, 2 * np.pi, xtol=1e-15, rtol=1e-15)
    speed = F / w * abs(c * away + np.sin(b + away) - np.sin(b))
    found = []
    for k in range(4):
        release, back = (2 * np.pi * k + b) / w, (2 * np.pi * k + b + away) / w
        found.append(Expected(kind="release", name="stop", t=release, slack=1 / w))
        found.append(Expected(kind="impact", name="stop", t=back, slack=1 / speed))
    model = dalembert.vary(PRESSED, parameters={"F": F, "w": w, "c": c, "r": 0})
    end = (2 * np.pi * 4 + 0.5 * b) / w
    return Case(model=model, t_end=end, expected=tuple(found), scale=1 / w)


def let_go(random: Random) -> Case:
    """A push that falls linearly lets go where it is zero, once."""
    F, at = 10 ** random.uniform(-3, 3), 10 ** random.uniform(-1, 1)
    model = dalembert.vary(PRESSED, parameters={"F": F / 2, "w": 0, "c": 1, "r": F / at})
    expected = (Expected(kind="release", name="stop", t=at, slack=at),)
    return Case(model=model, t_end=3 * at, expected=expected, scale=at)


# -- almost at once ----------------------------------------------------------------------------------

CORNER = dalembert.model(
    parameters={"e": 0.5},
    coordinates={
        "x": {"start": 1, "speed": -1},
        "y": {"start": 1, "speed": -1},
        "z": {"start": 1, "speed": -1},
    },
    energy={"kinetic": "1/2*(x'^2 + y'^2 + z'^2)"},
    contacts={name: {"gap": axis, "restitution": "e"} for name, axis in (("a", "x"), ("b", "y"), ("c", "z"))},
)


def almost_at_once(random: Random) -> Case:
    """Three walls met 1e-6 to 1e-12 s after one another, in any order and with any speeds."""
    later = 10 ** -random.uniform(6, 12, size=2)
    times = random.permutation([1.0, 1 + later[0], 1 + later[0] + later[1]])
    speeds = 10 ** random.uniform(-1, 1, size=3)
    model = dalembert.vary(
        CORNER,
        parameters={"e": random.uniform(0, 1)},
        start=dict(zip("xyz", (times * speeds).tolist(), strict=True)),
        speed=dict(zip("xyz", (-speeds).tolist(), strict=True)),
    )
    found = [
        Expected(kind="impact", name=name, t=float(t), slack=1.0)
        for t, name in sorted(zip(times, "abc", strict=True))
    ]
    return Case(model=model, t_end=2, expected=tuple(found), scale=1)


# -- at samples, at the start, at jumps --------------------------------------------------------------

JUMP = dalembert.model(
    parameters={"T": 1, "F": 0, "e": 0.5},
    coordinates={"x": {"start": 1, "speed": -1}},
    energy={"kinetic": "1/2*x'^2"},
    inputs={"u": "if(t < T, 0, F)"},
    work={"x": "u"},
    contacts={"wall": {"gap": "x", "restitution": "e"}},
)


def at_a_sample(random: Random) -> Case:
    """An impact at the time of a row."""
    samples = int(random.integers(2, 40))
    at = int(random.integers(1, samples)) / samples
    model = dalembert.vary(JUMP, parameters={"F": 0, "T": 9}, start={"x": at})
    return Case(model=model, t_end=1, expected=impacts("wall", [at], [1.0]), scale=1, samples=samples)


def at_the_start(random: Random) -> Case:
    """A closed gap that approaches is struck at the start; one that opens is not."""
    v = 10 ** random.uniform(-6, 6) * random.choice([-1, 1])
    model = dalembert.vary(JUMP, parameters={"F": 0, "T": 9}, start={"x": 0}, speed={"x": v})
    return Case(model=model, t_end=1, expected=impacts("wall", [0.0], [0.0]) if v < 0 else (), scale=1)


def at_a_jump(random: Random) -> Case:
    """A force that jumps at the impact, or up to 1e-12 s from it, and throws the mass back against the wall.

    Before it x = 1 − t; with the force −F from T on and restitution e the speeds are those of a ball.
    """
    F, e = 10 ** random.uniform(-1, 2), random.uniform(0.2, 0.8)
    off = random.choice([0.0, 1.0, -1.0]) * 10 ** -random.uniform(6, 12)
    T = 1 + off
    if off < 0:  # x = −off, with the speed −1, when it jumps
        speed = np.sqrt(1 + 2 * F * -off)
        t = T + 2 * -off / (1 + speed)
    else:  # off the wall with e since t = 1 when it jumps
        t, speed = 1.0, 1.0
    times = [t]
    for k in range(4):
        v = e * speed
        if k == 0 and off > 0:
            top = np.sqrt(v * v + 2 * F * v * off)
            t, speed = T + (v + top) / F, top
        else:
            t, speed = t + 2 * v / F, v
        times.append(t)
    slack = [(k + 1) * max(1, 1 / F) * e**-k for k in range(4)]
    model = dalembert.vary(JUMP, parameters={"T": T, "F": -F, "e": e})
    end = 0.5 * (times[-1] + times[-2])
    return Case(model=model, t_end=end, expected=impacts("wall", times[:-1], slack), scale=1)


FAMILIES: dict[Callable[[Random], Case], int] = {
    grazing: 60,
    missing: 30,
    double_sided: 20,
    bouncing: 15,
    on_a_slope: 15,
    moving_table: 20,
    to_and_fro: 20,
    piston: 10,
    billiard: 15,
    pendulum: 25,
    pressed: 15,
    let_go: 15,
    almost_at_once: 30,
    at_a_sample: 20,
    at_the_start: 12,
    at_a_jump: 20,
}


def cases(family: Callable[[Random], Case], part: int = 1) -> Iterator[Case]:
    """The seeded cases of a family, or the first of them: a part of all."""
    return (family(np.random.default_rng(seed)) for seed in range(-(-FAMILIES[family] // part)))


def misses(case: Case) -> list[str]:
    """What is wrong with the events of a case: their number and order, and times beyond the bound."""
    motion = dalembert.simulate(case.model, t_end=case.t_end, samples=case.samples, rtol=RTOL)
    if motion.status not in ("ok", "limited"):  # few claims meet 1e-12; the events are held to the truth here
        return [f"{motion.status}: {motion.message}"]
    found = [(event.kind, event.name) for event in motion.events]
    wanted = [(event.kind, event.name) for event in case.expected]
    if found != wanted:
        return [f"{found}, not {wanted}"]
    bounds = [NEAR * (case.scale + one.slack) + 4e-16 * one.t for one in case.expected]
    return [
        f"{one.kind} at {event.t!r}, not {one.t!r}: off by {abs(event.t - one.t) / bound:.2g} times the bound"
        for event, one, bound in zip(motion.events, case.expected, bounds, strict=True)
        if abs(event.t - one.t) > bound
    ]


@pytest.mark.parametrize("part", [6, pytest.param(1, marks=pytest.mark.soak)])
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_every_event_is_found_at_its_time(family: Callable[[Random], Case], part: int) -> None:
    """All impacts and releases of a family of motions in their order and within the bound, and no others."""
    wrong = {seed: misses(case) for seed, case in enumerate(cases(family, part))}
    assert {seed: what for seed, what in wrong.items() if what} == {}


def test_these_are_a_thousand_events() -> None:
    """The families have more than a thousand events, two hundred of them near-grazing ones."""
    counts = {family: sum(len(case.expected) for case in cases(family)) for family in FAMILIES}
    assert sum(counts.values()) >= 1000
    assert counts[grazing] >= 200


@pytest.mark.parametrize("e", [0.0, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9])
def test_infinitely_many_impacts_end_when_they_should(e: float) -> None:
    """The ball rests from (1 + e)/(1 − e) of its first fall on, to 1e-8 of that; each impact is later than the last."""
    fall = np.sqrt(2 / G)
    whole = fall * (1 + e) / (1 - e)
    motion = dalembert.simulate(dalembert.vary(BALL, parameters={"e": e}), t_end=1.3 * whole, samples=20)
    assert motion.status == "ok", motion.message
    assert [touch.contacts for touch in motion.touches] == [(), ("floor",)]
    assert motion.touches[-1].t == pytest.approx(whole, rel=1e-8)
    assert all(one.t < other.t for one, other in pairwise(motion.impacts))


@pytest.mark.parametrize("count", [200, pytest.param(1000, marks=pytest.mark.soak)])
def test_many_bounces_lose_no_time(count: int) -> None:
    """With e = 1 the error of the times grows as rounding does: 1e-12 of the run after a thousand impacts."""
    v = 3.0
    model = dalembert.vary(BOX, parameters={"d": 1, "u": 0, "e": 1}, start={"x": 0.5}, speed={"x": v})
    motion = dalembert.simulate(model, t_end=count / v, samples=3, rtol=1e-10)
    times = (0.5 + np.arange(count)) / v
    assert len(motion.impacts) == count
    assert [impact.t for impact in motion.impacts] == pytest.approx(times, abs=1e-12 * times[-1])
