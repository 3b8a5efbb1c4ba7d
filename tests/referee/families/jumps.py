"""Jumps and kinks: steps, sawteeth, tables, walls, impacts, dry friction."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from ..case import Case
from .draws import Draw


def steps(seed: int) -> Case:
    """A damped oscillator under a force that is switched on and off."""
    d = Draw("steps", seed)
    t1, t2 = d.number(0.5, 3), d.number(3.5, 8)
    text = f"""format = 1
[parameters]
t1 = {t1}
t2 = {t2}
[coordinates]
x = {{ start = {d.pick(0, 0, 0.3)}, speed = 0 }}
y = {{ start = 0, speed = 0 }}
[inputs]
F = "{d.number(0.5, 3)}*step(t - t1) - {d.number(0.5, 3)}*step(t - t2)"
[energy]
kinetic = "1/2*x'^2 + 1/2*{d.number(0.3, 2)}*y'^2"
potential = "1/2*{d.number(2, 10)}*x^2 + 1/2*{d.number(2, 10)}*(x - y)^2"
dissipation = "1/2*{d.number(0.05, 0.5)}*x'^2"
[work]
y = "F"
[simulate]
t_end = 12
samples = 120
"""
    return Case(text=text, truth="linear", breaks=(mpf(t1), mpf(t2)), tags=("jumps", "linear"))


def sawtooth(seed: int) -> Case:
    """A hardening oscillator under a sawtooth force."""
    d = Draw("sawtooth", seed)
    T = d.number(0.6, 1.5)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = 0 }}
[inputs]
F = "{d.number(0.5, 2)}*mod(t, {T}) - {d.number(0.2, 1)}"
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{d.number(1, 6)}*x^2 + 0.2*x^4"
dissipation = "1/2*{d.number(0.05, 0.3)}*x'^2"
[work]
x = "F"
[simulate]
t_end = 8
samples = 80
"""
    breaks = tuple(mpf(T) * i for i in range(1, 1 + int(8 / T)))
    return Case(text=text, truth="taylor", breaks=breaks, tags=("jumps",))


def table(seed: int) -> Case:
    """A quarter car over samples of a road, joined by lines."""
    d = Draw("table", seed)
    times = [round(0.4 * i, 1) for i in range(16)]
    heights = [0.0, *(d.number(-0.05, 0.05) for _ in times[1:])]
    rows = "\n".join(f"{t},{h}" for t, h in zip(times, heights, strict=True))
    text = f"""format = 1
[coordinates]
z = {{ start = 0, speed = 0 }}
w = {{ start = 0, speed = 0 }}
[inputs]
road = {{ table = "road.csv", time = "t", column = "h" }}
[energy]
kinetic = "1/2*{d.number(200, 400)}*z'^2 + 1/2*{d.number(20, 50)}*w'^2"
potential = "1/2*{d.whole(10, 30)}000*(z - w)^2 + 1/2*{d.whole(100, 200)}000*(w - road)^2"
dissipation = "1/2*{d.number(500, 2000)}*(z' - w')^2"
[simulate]
t_end = 6
samples = 120
"""
    breaks = tuple(mpf(t) for t in times[1:-1])
    return Case(
        text=text,
        truth="taylor",
        breaks=breaks,
        tags=("jumps", "table"),
        files={"road.csv": f"t,h\n{rows}\n"},
    )


def resting_arm(seed: int) -> Case:
    """A damped arm with a motor, at rest until the voltage is switched on."""
    d = Draw("resting_arm", seed)
    t1 = d.number(0.1, 1)
    text = f"""format = 1
[parameters]
J = {d.number(0.05, 0.2)}
b = {d.number(0.1, 0.5)}
U = {d.number(1, 4)}
t1 = {t1}
[coordinates]
th = {{ start = 0, speed = 0 }}
[energy]
kinetic = "1/2*J*th'^2"
potential = "-{d.number(1, 4)}*cos(th)"
dissipation = "1/2*b*th'^2"
[work]
th = "i"
[states]
i = {{ rate = "(u - i - th')/{d.scale(2e-3, 5e-2)}", start = 0 }}
[inputs]
u = "U*step(t - t1)"
[simulate]
t_end = 3
samples = 150
"""
    return Case(text=text, truth="taylor", breaks=(mpf(t1),), tags=("jumps", "rest"))


def far_wall(seed: int) -> Case:
    """Free flight far from the origin into a stiff one-sided spring, half a period inside, and back."""
    d = Draw("far_wall", seed)
    k, wall = d.scale(1e2, 1e6), d.pick(1.0, 1e3, 1e6)
    x0 = wall - d.number(0.2, 0.6)
    text = f"""format = 1
[coordinates]
x = {{ start = {x0!r}, speed = 1 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{k}*max(0, x - {wall!r})^2"
[simulate]
t_end = 1.5
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        hit, w = mpf(wall) - mpf(x0), mpmath.sqrt(mpf(k))
        if t <= hit:
            return {"x": x0 + t, "x'": mpf(1)}
        phase = w * (t - hit)
        if phase <= mpmath.pi:
            return {"x": wall + mpmath.sin(phase) / w, "x'": mpmath.cos(phase)}
        return {"x": wall - (t - hit - mpmath.pi / w), "x'": mpf(-1)}

    return Case(text=text, truth=closed, tags=("kinks",))


def bouncing_ball(seed: int) -> Case:
    """A ball that falls and bounces five times, in closed form between impacts."""
    d = Draw("bouncing_ball", seed)
    g, e, h0, v0 = 9.81, d.number(0.6, 0.95), d.number(0.5, 2), d.number(-1, 1)
    flights = _flights(g, e, h0, v0)
    text = f"""format = 1
[coordinates]
y = {{ start = {h0}, speed = {v0} }}
[energy]
kinetic = "1/2*y'^2"
potential = "9.81*y"
[contacts.floor]
gap = "y"
restitution = {e}
[simulate]
t_end = {float(f"{float(flights[5][0]):.3g}")}
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        begin, y, v = [one for one in _flights(g, e, h0, v0) if one[0] <= t][-1]
        dt = t - begin
        return {"y": y + v * dt - mpf(g) * dt**2 / 2, "y'": v - mpf(g) * dt}

    return Case(text=text, truth=closed, tags=("contact",))


def _flights(g: float, e: float, h0: float, v0: float) -> list[tuple[mpf, mpf, mpf]]:
    """Time, height and speed at the start of each flight."""
    a, t, y, v = mpf(g), mpf(0), mpf(h0), mpf(v0)
    found = [(t, y, v)]
    for _ in range(8):
        root = mpmath.sqrt(v * v + 2 * a * y)
        t, y, v = t + (v + root) / a, mpf(0), e * root
        found.append((t, y, v))
    return found


def spring_and_wall(seed: int) -> Case:
    """A mass on a spring that hits a wall over and over: x = R cos(ωt − φ) between impacts."""
    d = Draw("spring_and_wall", seed)
    k, e, wall, x0 = d.number(2, 12), d.number(0.8, 0.99), d.number(0.1, 0.4), d.number(0.8, 1.5)
    text = f"""format = 1
[coordinates]
x = {{ start = {x0}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{k}*x^2"
[contacts.wall]
gap = "x + {wall}"
restitution = {e}
[simulate]
t_end = {d.number(4, 6)}
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        w, place, R, phase = mpmath.sqrt(mpf(k)), -mpf(wall), mpf(x0), mpf(0)
        while True:
            hit = (phase + mpmath.acos(place / R)) / w  # on the way down
            if t <= hit:
                angle = w * t - phase
                return {"x": R * mpmath.cos(angle), "x'": -R * w * mpmath.sin(angle)}
            v = mpf(e) * w * mpmath.sqrt(R * R - place * place)
            t, R = t - hit, mpmath.sqrt(place * place + v * v / (w * w))
            phase = mpmath.acos(place / R)

    return Case(text=text, truth=closed, tags=("contact",))


def dry_friction(seed: int) -> Case:
    """A mass on a spring with dry friction: half swings about ±F/k until it sticks."""
    d = Draw("dry_friction", seed)
    k, x0 = d.number(1, 9), d.number(0.8, 1.5)
    F = float(f"{k * x0 * d.number(0.04, 0.2):.3g}")
    text = f"""format = 1
[coordinates]
x = {{ start = {x0}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{k}*x^2"
dissipation = "{F}*abs(x')"
[simulate]
t_end = {d.number(10, 20)}
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        w, c, x = mpmath.sqrt(mpf(k)), mpf(F) / mpf(k), mpf(x0)
        while abs(x) > c:
            centre = c if x > 0 else -c
            if t <= mpmath.pi / w:
                return {
                    "x": centre + (x - centre) * mpmath.cos(w * t),
                    "x'": -(x - centre) * w * mpmath.sin(w * t),
                }
            x, t = 2 * centre - x, t - mpmath.pi / w
        return {"x": x, "x'": mpf(0)}

    return Case(text=text, truth=closed, tags=("kinks", "friction"))


def jumping_foot(seed: int) -> Case:
    """A spring whose foot jumps, written in the potential energy."""
    d = Draw("jumping_foot", seed)
    t1 = d.number(0.5, 2)
    text = f"""format = 1
[parameters]
t1 = {t1}
[coordinates]
x = {{ start = {d.number(-0.5, 0.5)}, speed = 0 }}
[inputs]
u = "{d.number(0.2, 1)}*step(t - t1)"
[energy]
kinetic = "1/2*x'^2"
potential = "{d.number(1, 5)}*(x - u)^2 - {d.number(1, 3)}*u*x"
[simulate]
t_end = 5
samples = 50
"""
    return Case(text=text, truth="linear", breaks=(mpf(t1),), tags=("jumps", "linear"))


FAMILIES = (
    steps,
    sawtooth,
    table,
    resting_arm,
    far_wall,
    bouncing_ball,
    spring_and_wall,
    dry_friction,
    jumping_foot,
)
