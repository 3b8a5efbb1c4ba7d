"""Motions that several tests of figures use, each computed once."""

from dataclasses import replace
from functools import cache

import numpy as np

import dalembert
from dalembert import library
from dalembert._simulate.lazy_value import known_value
from dalembert._simulate.motion import Motion, Status

FAST = {
    "bricard": 0.01,
    "n_link_pendulum": 1.0,
    "triple_pendulum": 2.0,
}  # seconds of motion, not of computing
UNABLE = {"blending_tank_printed", "pneumatic_positioner_printed"}
SYSTEMS = tuple(system for system in library.SYSTEMS if system.name not in UNABLE)
ARRAYS = ("t", "q", "qd", "qdd", "s", "e", "lam", "contact", "friction", "reaction", "outputs", "T", "V")
WORKS = (
    "energy",
    "dissipated",
    "friction",
    "efforts",
    "constraints",
    "time",
    "projection",
    "impacts",
    "events",
    "impulses",
    "remainder",
)


@cache
def of_system(name):
    """A short motion of a library system; a small one where it has sizes."""
    system = next(system for system in SYSTEMS if system.name == name)
    source = name if system.size is None else f"{name}:4"
    return dalembert.simulate(source, samples=80, t_end=FAST.get(name))


@cache
def oscillator():
    """The motion x = 0.3 cos(2π·4 t), with an event where x rises through zero: at (k + 3/4)/4 s."""
    model = dalembert.model(
        title="Oscillator",
        parameters={"m": {"value": 2, "unit": "kg"}, "k": {"value": "2*(8*pi)^2", "unit": "N/m"}},
        coordinates={"x": {"unit": "m", "start": 0.3, "speed": 0}},
        energy={"kinetic": "m*x'^2/2", "potential": "k*x^2/2"},
        events={"up": {"when": "x", "direction": "rising"}},
        simulate={"t_end": 4.0, "samples": 400, "rtol": 1e-10},
    )
    return dalembert.simulate(model)


@cache
def many(count=40):
    """A motion of many coordinates of one unit."""
    every = range(1, count + 1)
    model = dalembert.model(
        title="Many masses",
        parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": 1, "unit": "N/m"}},
        coordinates={f"x{i}": {"unit": "m", "start": 0.1, "speed": 0} for i in every},
        energy={
            "kinetic": " + ".join(f"m*x{i}'^2/2" for i in every),
            "potential": " + ".join(f"{i}*k*x{i}^2/2" for i in every),
        },
        simulate={"t_end": 2.0, "samples": 100},
    )
    return dalembert.simulate(model)


@cache
def ball():
    """A ball dropped from 1 m on a floor with restitution 1/2: impacts at √(2/g) (1 + 1 + 1/2 + 1/4 + …)."""
    model = dalembert.model(
        title="Bouncing ball",
        parameters={"m": {"value": 2, "unit": "kg"}, "g": {"value": 10, "unit": "m/s^2"}},
        coordinates={"y": {"unit": "m", "start": 1, "speed": 0}},
        energy={"kinetic": "m*y'^2/2", "potential": "m*g*y"},
        contacts={"floor": {"gap": "y", "restitution": 0.5}},
        outputs={"height": "y", "momentum": "m*y'"},
        simulate={"t_end": 2.0, "samples": 100},
    )
    return dalembert.simulate(model)


@cache
def slider(slope=0.0):
    """A block of 2 kg that slides at 1 m/s, upwards where there is a slope, on a floor with friction 0.25."""
    model = dalembert.model(
        title="Block",
        parameters={"m": {"value": 2, "unit": "kg"}, "g": {"value": 10, "unit": "m/s^2"}, "a": slope},
        coordinates={
            "x": {"unit": "m", "start": 0, "speed": 1},
            "y": {"unit": "m", "start": 0, "speed": 0},
        },
        energy={"kinetic": "m*(x'^2 + y'^2)/2", "potential": "m*g*(y*cos(a) + x*sin(a))"},
        contacts={"floor": {"gap": "y", "restitution": 0, "friction": 0.25, "slip": "x'"}},
        simulate={"t_end": 1.0, "samples": 100},
    )
    return dalembert.simulate(model)


def cut(motion, rows):
    """The motion as if it had failed after some rows."""
    ledger = replace(motion.ledger, **{name: getattr(motion.ledger, name)[:rows] for name in WORKS})
    residual = replace(
        motion.residual, position=motion.residual.position[:rows], velocity=motion.residual.velocity[:rows]
    )
    arrays = {name: getattr(motion, name)[:rows] for name in ARRAYS}
    reached = float(arrays["t"][-1]) if rows else 0.0
    return replace(
        motion,
        **arrays,
        ledger=ledger,
        residual=residual,
        status=Status.failed,
        reached=reached,
        event_search=known_value(tuple(e for e in motion.events if e.t <= reached)),
    )


def symbols_given(motion: Motion, symbol: str) -> Motion:
    """The motion with a symbol for every coordinate, as if no rule of `check` had looked at it."""
    coordinates = tuple(replace(c, symbol=symbol) for c in motion.model.coordinates)
    return replace(motion, model=replace(motion.model, coordinates=coordinates))


def sine(hz, amplitude, step, count, mean=0.0):
    """Samples of a sine."""
    return mean + amplitude * np.sin(2 * np.pi * hz * step * np.arange(count) + 0.4)


@cache
def pusher(c=0.8, unit="m"):
    """An oscillator that a force pushes, its place in some unit."""
    return dalembert.model(
        title="Oscillator",
        parameters={
            "m": {"value": 2.0, "unit": "kg"},
            "c": {"value": c, "unit": "N*s/m"},
            "k": {"value": 800.0, "unit": "N/m"},
        },
        coordinates={"x": {"unit": unit, "start": 0, "speed": 0}, "y": {"unit": "m", "start": 0, "speed": 0}},
        inputs={"F": {"value": 0, "unit": "N"}},
        energy={
            "kinetic": "m*x'^2/2 + m*y'^2/2",
            "potential": "k*x^2/2 + k*y^2/2",
            "dissipation": "c*x'^2/2",
        },
        work={"x": "F"},
        outputs={"force": {"value": "k*x + c*x'", "unit": "N"}},
        simulate={"t_end": 1.0},
    )
