"""Motions that die down and grow again, late clocks, steep and narrow forces."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from ..case import Case
from .draws import Draw


def wobble(seed: int) -> Case:
    """Two masses, a spring, and a damper that turns into a driver."""
    d = Draw("wobble", seed)
    text = f"""format = 1
[parameters]
k = {d.number(10, 15)}
c0 = {d.number(0.9, 1.5)}
T = 50
[coordinates]
x1 = {{ start = 1.005, speed = 0.1 }}
x2 = {{ start = 0.995, speed = 0.1 }}
[energy]
kinetic = "1/2*(x1'^2 + x2'^2)"
potential = "1/2*k*(x1 - x2)^2"
dissipation = "1/2*c0*(1 - 2*t/T)*(x1' - x2')^2"
[simulate]
t_end = 50
samples = 1000
"""
    return Case(text=text, truth="taylor", tags=("regrowing",))


def flutter(seed: int) -> Case:
    """A nonlinear oscillator damped first and driven later, beside a steady one."""
    d = Draw("flutter", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(0.1, 1)}, speed = 0 }}
y = {{ start = 1, speed = 0 }}
[energy]
kinetic = "1/2*x'^2 + 1/2*y'^2"
potential = "1/2*{d.number(5, 20)}*x^2 + 0.5*x^4 + 1/2*{d.number(0.5, 2)}*y^2"
[work]
x = "-{d.number(0.5, 1.5)}*tanh((20 - t)/{d.number(3, 10)})*x' - x'^3"
[simulate]
t_end = 40
samples = {int(d.pick(200, 1000))}
"""
    return Case(text=text, truth="taylor", tags=("regrowing",))


def late_clock(seed: int) -> Case:
    """A forced oscillator whose clock begins at 1e4 to 1e6 s."""
    d = Draw("late_clock", seed)
    begin = d.pick(1e4, 1e5, 1e6)
    text = f"""format = 1
[coordinates]
z = {{ start = {d.number(-1, 1)}, speed = 0 }}
[energy]
kinetic = "1/2*z'^2"
potential = "1/2*{d.number(5, 100)}*z^2"
dissipation = "1/2*{d.number(0.1, 0.5)}*z'^2"
[work]
z = "{d.number(0.5, 2)}*sin({d.number(1, 5)}*t)"
[simulate]
t_start = {begin}
t_end = {begin + d.whole(5, 20)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("late",))


def yukawa(seed: int) -> Case:
    """A particle that meets a steep, screened repulsion nearly head on."""
    d = Draw("yukawa", seed)
    r = "sqrt((x - 5)^2 + y^2)"
    text = f"""format = 1
[coordinates]
x = {{ start = 0, speed = 1 }}
y = {{ start = {d.scale(1e-3, 1e-1)}, speed = 0 }}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "exp(-{d.scale(10, 100)}*{r})/{r}"
[simulate]
t_end = 10
samples = 100
"""
    return Case(text=text, truth="taylor", longest=0.05, tags=("steep",))


def fast_force(seed: int) -> Case:
    """X'' + x = sin Wt with W ≫ 1: x = (sin Wt − W sin t)/(1 − W²)."""
    d = Draw("fast_force", seed)
    W = float(round(d.scale(1e2, 3e4)))
    text = f"""format = 1
[coordinates]
x = {{ start = 0, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*x^2"
[work]
x = "sin({int(W)}*t)"
[simulate]
t_end = 10
samples = 50
"""

    def closed(t: mpf) -> dict[str, mpf]:
        w = mpf(W)
        x = (mpmath.sin(w * t) - w * mpmath.sin(t)) / (1 - w * w)
        return {"x": x, "x'": (w * mpmath.cos(w * t) - w * mpmath.cos(t)) / (1 - w * w)}

    return Case(text=text, truth=closed, tags=("fast",), parts=20)


def steep_well(seed: int) -> Case:
    """A particle between two steep exponential walls."""
    d = Draw("steep_well", seed)
    s = d.scale(20, 300)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-0.5, 0.5)}, speed = {d.number(0.5, 2)} }}
[energy]
kinetic = "1/2*x'^2"
potential = "exp({s}*(x - 1)) + exp(-{s}*(x + 1))"
[simulate]
t_end = {d.number(10, 20)}
samples = 100
"""
    return Case(text=text, truth="taylor", longest=0.05, tags=("steep",))


def thin_wall(seed: int) -> Case:
    """A particle that meets a narrow smooth barrier: it passes or comes back by its energy."""
    d = Draw("thin_wall", seed)
    width = d.scale(0.003, 0.1)
    text = f"""format = 1
[coordinates]
x = {{ start = 0, speed = 1 }}
[energy]
kinetic = "1/2*x'^2"
potential = "{d.pick(0.3, 0.4, 0.7, 1.0)}*exp(-((x - {d.number(2, 8)})/{width})^2)"
[simulate]
t_end = 10
samples = 100
"""
    return Case(text=text, truth="taylor", longest=2 * width, tags=("narrow",))


def swing_by(seed: int) -> Case:
    """A slow particle that is scattered by an attracting centre with a softened core."""
    d = Draw("swing_by", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = -3, speed = {d.number(0.5, 1)} }}
y = {{ start = {d.scale(1e-3, 0.1)}, speed = 0 }}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "-1/sqrt(x^2 + y^2 + {d.scale(1e-4, 1e-2)})"
[simulate]
t_end = {d.number(4, 7)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("near-singular",))


FAMILIES = (wobble, flutter, late_clock, yukawa, fast_force, steep_well, thin_wall, swing_by)
