"""Smooth motions: pendulums, oscillators, tops, planets, resonances."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from ..case import Case
from .draws import Draw


def pendulum_chain(seed: int) -> Case:
    """Two to four links that swing moderately, in absolute angles."""
    d = Draw("pendulum_chain", seed)
    n = d.whole(2, 4)
    lengths = [d.number(0.4, 1.2) for _ in range(n)]
    masses = [d.number(0.3, 2) for _ in range(n)]
    coordinates = "\n".join(
        f"a{i} = {{ start = {d.number(-0.6, 0.6)}, speed = {d.number(-0.5, 0.5)} }}" for i in range(n)
    )
    places = []
    for i in range(n):
        x = " + ".join(f"{lengths[j]}*sin(a{j})" for j in range(i + 1))
        y = " - ".join(["0", *(f"{lengths[j]}*cos(a{j})" for j in range(i + 1))])
        places.append(f'x{i} = "{x}"\ny{i} = "{y}"')
    kinetic = " + ".join(f"1/2*{masses[i]}*(x{i}'^2 + y{i}'^2)" for i in range(n))
    potential = " + ".join(f"{masses[i]}*9.81*y{i}" for i in range(n))
    text = f"""format = 1
[coordinates]
{coordinates}
[definitions]
{chr(10).join(places)}
[energy]
kinetic = "{kinetic}"
potential = "{potential}"
[simulate]
t_end = {d.number(3, 6)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("smooth",))


def linear_oscillators(seed: int) -> Case:
    """Three masses with springs and dampers between them."""
    d = Draw("linear_oscillators", seed)
    m, k = [d.scale(0.1, 3) for _ in range(3)], [d.scale(1, 100) for _ in range(4)]
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = {d.number(-1, 1)} }}
y = {{ start = {d.number(-1, 1)}, speed = {d.number(-1, 1)} }}
z = {{ start = {d.number(-1, 1)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*{m[0]}*x'^2 + 1/2*{m[1]}*y'^2 + 1/2*{m[2]}*z'^2"
potential = "1/2*{k[0]}*x^2 + 1/2*{k[1]}*(x - y)^2 + 1/2*{k[2]}*(y - z)^2 + 1/2*{k[3]}*z^2"
dissipation = "1/2*{d.scale(1e-3, 0.1)}*x'^2 + 1/2*{d.scale(1e-3, 0.1)}*(y' - z')^2"
[simulate]
t_end = {d.number(10, 40)}
samples = 100
"""
    return Case(text=text, truth="linear", tags=("smooth", "linear"))


def driven_duffing(seed: int) -> Case:
    """Two coupled oscillators with hardening springs and a harmonic force."""
    d = Draw("driven_duffing", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = 0 }}
y = {{ start = {d.number(-1, 1)}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2 + 1/2*{d.number(0.3, 2)}*y'^2"
potential = "1/2*{d.number(1, 8)}*x^2 + {d.number(0.1, 1)}*x^4 + 1/2*{d.number(1, 8)}*(x - y)^2 + 0.1*y^4"
dissipation = "1/2*{d.number(0.05, 0.3)}*x'^2 + 1/2*{d.number(0.05, 0.3)}*y'^2"
[work]
y = "{d.number(0.1, 1)}*sin({d.number(0.5, 4)}*t)"
[simulate]
t_end = {d.number(10, 20)}
samples = {int(d.pick(200, 1000))}
"""
    return Case(text=text, truth="taylor", tags=("smooth", "driven"))


def heavy_top(seed: int) -> Case:
    """A symmetric top on its tip, in Euler angles."""
    d = Draw("heavy_top", seed)
    text = f"""format = 1
[parameters]
A = {d.number(0.5, 2)}
C = {d.number(0.1, 0.5)}
h = {d.number(1, 5)}
[coordinates]
psi = {{ start = 0, speed = {d.number(0, 1)} }}
theta = {{ start = {d.number(0.3, 1)}, speed = 0 }}
phi = {{ start = 0, speed = {d.number(20, 60)} }}
[energy]
kinetic = "1/2*A*(theta'^2 + psi'^2*sin(theta)^2) + 1/2*C*(phi' + psi'*cos(theta))^2"
potential = "h*cos(theta)"
[simulate]
t_end = 10
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("smooth",))


def kepler(seed: int) -> Case:
    """A planet on an eccentric orbit; the passage near the sun is fast."""
    d = Draw("kepler", seed)
    speed = d.pick(0.9, 0.7, 0.5, 0.35, 0.25)
    text = f"""format = 1
[coordinates]
x = {{ start = 1, speed = 0 }}
y = {{ start = 0, speed = {speed} }}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "-{d.number(0.8, 1.2)}/sqrt(x^2 + y^2)"
[simulate]
t_end = {d.number(10, 30)}
samples = 150
"""
    return Case(text=text, truth="taylor", tags=("near-singular",))


def bodies(seed: int) -> Case:
    """Four bodies that attract one another in a plane, with close passages."""
    d = Draw("bodies", seed)
    n = 4
    mass = [d.number(0.5, 2) for _ in range(n)]
    place = [(1.5, 0.1), (-1.4, 0.3), (0.2, 1.6), (-0.1, -1.7)]
    lines = []
    for i, (x, y) in enumerate(place):
        lines.append(f"x{i} = {{ start = {x + d.number(-0.3, 0.3):.4g}, speed = {d.number(-0.5, 0.5)} }}")
        lines.append(f"y{i} = {{ start = {y + d.number(-0.3, 0.3):.4g}, speed = {d.number(-0.5, 0.5)} }}")
    kinetic = " + ".join(f"1/2*{mass[i]}*(x{i}'^2 + y{i}'^2)" for i in range(n))
    potential = "".join(
        f" - {mass[i] * mass[j]:.3g}/sqrt((x{i} - x{j})^2 + (y{i} - y{j})^2)"
        for i in range(n)
        for j in range(i)
    )
    text = f"""format = 1
[coordinates]
{chr(10).join(lines)}
[energy]
kinetic = "{kinetic}"
potential = "0{potential}"
[simulate]
t_end = 3
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("near-singular",))


def mathieu(seed: int) -> Case:
    """A pendulum whose pivot shakes near twice its frequency: it grows out of a small start."""
    d = Draw("mathieu", seed)
    text = f"""format = 1
[parameters]
a = {d.number(0.05, 0.2)}
w = {d.number(5.8, 6.6)}
[coordinates]
th = {{ start = {d.scale(1e-6, 1e-2)}, speed = 0 }}
[definitions]
x = "sin(th)"
y = "a*cos(w*t) - cos(th)"
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"
[simulate]
t_end = {d.number(20, 40)}
samples = {int(d.pick(200, 1000))}
"""
    return Case(text=text, truth="taylor", tags=("regrowing", "driven"))


def separatrix(seed: int) -> Case:
    """A pendulum let go almost upright."""
    d = Draw("separatrix", seed)
    text = f"""format = 1
[coordinates]
a = {{ start = {3.141592653589793 - d.scale(1e-10, 1e-3)!r}, speed = 0 }}
[energy]
kinetic = "1/2*a'^2"
potential = "-9.81*cos(a)"
[simulate]
t_end = {d.number(20, 40)}
samples = 200
"""
    return Case(text=text, truth="taylor", tags=("sensitive",))


def double_pendulum(seed: int) -> Case:
    """A double pendulum with large swings over 20 s; its truth from the energies in angles."""
    d = Draw("double_pendulum", seed)
    p, r, m = d.number(0.7, 1.3), d.number(0.7, 1.3), d.number(0.5, 1.5)
    head = f"""format = 1
[parameters]
p = {p}
r = {r}
m = {m}
[coordinates]
a = {{ start = {d.number(1.2, 2.8)}, speed = 0 }}
b = {{ start = {d.number(0.5, 2.8)}, speed = 0 }}
[simulate]
t_end = 20
samples = 200
"""
    text = f"""{head}[definitions]
x1 = "p*sin(a)"
y1 = "-p*cos(a)"
x2 = "x1 + r*sin(b)"
y2 = "y1 - r*cos(b)"
[energy]
kinetic = "1/2*(x1'^2 + y1'^2) + 1/2*m*(x2'^2 + y2'^2)"
potential = "9.81*y1 + m*9.81*y2"
"""
    twin = f"""{head}[energy]
kinetic = "1/2*(1 + m)*p^2*a'^2 + 1/2*m*r^2*b'^2 + m*p*r*a'*b'*cos(a - b)"
potential = "-9.81*(1 + m)*p*cos(a) - 9.81*m*r*cos(b)"
"""
    return Case(text=text, twin=twin, truth="taylor", tags=("chaotic",))


def long_oscillator(seed: int) -> Case:
    """X'' = −k x for about 1000 s: x = x0 cos ωt + v0/ω sin ωt."""
    d = Draw("long_oscillator", seed)
    k, x0, v0 = d.number(0.5, 2), d.number(0.5, 2), d.number(-1, 1)
    text = f"""format = 1
[coordinates]
x = {{ start = {x0}, speed = {v0} }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{k}*x^2"
[simulate]
t_end = {d.whole(500, 1000)}
samples = 200
"""

    def closed(t: mpf) -> dict[str, mpf]:
        w = mpmath.sqrt(mpf(k))
        c, s = mpmath.cos(w * t), mpmath.sin(w * t)
        return {"x": x0 * c + v0 * s / w, "x'": v0 * c - x0 * w * s}

    return Case(text=text, truth=closed, tags=("long", "linear"))


def long_pendulum(seed: int) -> Case:
    """A pendulum with a large swing over some hundred periods: regular, however long."""
    d = Draw("long_pendulum", seed)
    text = f"""format = 1
[coordinates]
a = {{ start = {d.number(0.5, 2.8)}, speed = 0 }}
[energy]
kinetic = "1/2*a'^2"
potential = "-{d.number(0.5, 2)}*cos(a)"
[simulate]
t_end = {d.whole(500, 2000)}
samples = 200
"""
    return Case(text=text, truth="taylor", tags=("long",))


def moving_pivot(seed: int) -> Case:
    """A damped pendulum on a pivot that moves in a given smooth way."""
    d = Draw("moving_pivot", seed)
    text = f"""format = 1
[coordinates]
th = {{ start = {d.number(-1, 1)}, speed = 0 }}
[inputs]
u = "{d.number(0.05, 0.3)}*sin({d.number(1, 6)}*t)*exp(-{d.number(0.01, 0.2)}*t)"
[definitions]
x = "u + {d.number(0.5, 1.5)}*sin(th)"
y = "-{d.number(0.5, 1.5)}*cos(th)"
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"
dissipation = "1/2*{d.number(0.05, 0.5)}*th'^2"
[simulate]
t_end = 15
samples = {int(d.pick(200, 1000))}
"""
    return Case(text=text, truth="taylor", tags=("smooth", "driven"))


def taut_string(seed: int) -> Case:
    """A bead on a string that is stretched by x²/2L: its force is a small difference of nearly equal lengths."""
    d = Draw("taut_string", seed)
    x0 = d.scale(1e-5, 1e-2)
    stiffness = float(f"{d.number(0.5, 2) / x0**2:.3g}")
    text = f"""format = 1
[coordinates]
x = {{ start = {x0}, speed = 0 }}
[parameters]
L = {d.number(0.5, 2)}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{stiffness}*(sqrt(x^2 + L^2) - L)^2"
[simulate]
t_end = {d.number(10, 30)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("smooth", "cancellation"))


def far_spring(seed: int) -> Case:
    """A small oscillation about a place that is far from the origin."""
    d = Draw("far_spring", seed)
    k, place, amplitude = d.scale(1, 100), d.pick(1e2, 1e4, 1e6), d.scale(1e-3, 1)
    x0 = place + amplitude
    text = f"""format = 1
[coordinates]
x = {{ start = {x0!r}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{k}*(x - {place!r})^2"
[simulate]
t_end = {d.number(10, 50)}
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        w, reach = mpmath.sqrt(mpf(k)), mpf(x0) - mpf(place)
        return {"x": place + reach * mpmath.cos(w * t), "x'": -w * reach * mpmath.sin(w * t)}

    return Case(text=text, truth=closed, tags=("smooth", "cancellation"))


FAMILIES = (
    pendulum_chain,
    linear_oscillators,
    driven_duffing,
    heavy_top,
    kepler,
    bodies,
    mathieu,
    separatrix,
    double_pendulum,
    long_oscillator,
    long_pendulum,
    moving_pivot,
    taut_string,
    far_spring,
)
