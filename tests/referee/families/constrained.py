"""Constraints of displacement and flow, redundant ones, and coordinates without mass."""

from __future__ import annotations

from ..case import Case
from .draws import Draw


def rod_pendulum(seed: int) -> Case:
    """A pendulum in x and y on a rod."""
    d = Draw("rod_pendulum", seed)
    L = d.number(0.5, 2)
    text = f"""format = 1
[parameters]
L = {L}
[coordinates]
x = {{ start = {d.number(0.2, 0.9) * L:.3g} }}
y = {{ guess = -{L} , speed = 0 }}
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y"
[constraints.displacement]
rod = "x^2 + y^2 - L^2"
[simulate]
t_end = {d.number(5, 15)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained",))


def double_rod(seed: int) -> Case:
    """Two masses on two rods, four coordinates and two constraints, mild swing."""
    d = Draw("double_rod", seed)
    text = f"""format = 1
[coordinates]
x1 = {{ start = {d.number(0.1, 0.5)}, speed = 0 }}
y1 = {{ guess = -1 }}
x2 = {{ start = {d.number(0.1, 0.8)}, speed = 0 }}
y2 = {{ guess = -2 }}
[energy]
kinetic = "1/2*(x1'^2 + y1'^2) + 1/2*{d.number(0.3, 2)}*(x2'^2 + y2'^2)"
potential = "9.81*y1 + {d.number(3, 20)}*y2"
[constraints.displacement]
upper = "x1^2 + y1^2 - 1"
lower = "(x2 - x1)^2 + (y2 - y1)^2 - 1"
[simulate]
t_end = {d.number(3, 8)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained",))


def four_bar(seed: int) -> Case:
    """A four-bar linkage of three angles, whose crank turns under gravity and a torque."""
    d = Draw("four_bar", seed)
    a, b, c, g = d.number(0.2, 0.4), d.number(0.9, 1.1), d.number(0.7, 0.9), 1
    text = f"""format = 1
[parameters]
a = {a}
b = {b}
c = {c}
[coordinates]
p = {{ start = {d.number(0.5, 1.5)}, speed = {d.number(2, 6)} }}
r = {{ guess = 0.6 }}
s = {{ guess = 1.4 }}
[definitions]
xb = "a*cos(p) + b/2*cos(r)"
yb = "a*sin(p) + b/2*sin(r)"
[energy]
kinetic = "1/2*{d.number(0.05, 0.2)}*p'^2 + 1/2*1.2*(xb'^2 + yb'^2) + 1/24*1.2*b^2*r'^2 + 1/2*{d.number(0.1, 0.4)}*s'^2"
potential = "1.2*9.81*yb + 0.8*9.81*c/2*sin(s)"
dissipation = "1/2*0.02*p'^2"
[work]
p = "{d.number(0, 0.5)}"
[constraints.displacement]
loop_x = "a*cos(p) + b*cos(r) - {g} - c*cos(s)"
loop_y = "a*sin(p) + b*sin(r) - c*sin(s)"
[simulate]
t_end = {d.number(2, 5)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained",))


def knife_edge(seed: int) -> Case:
    """A knife edge that slides and turns on an inclined plane."""
    d = Draw("knife_edge", seed)
    speed = d.number(0.3, 1)
    text = f"""format = 1
[coordinates]
x = {{ start = 0, speed = {speed} }}
y = {{ start = 0, speed = 0 }}
phi = {{ start = 0, speed = {d.number(0.5, 3)} }}
[energy]
kinetic = "1/2*(x'^2 + y'^2) + 1/2*{d.number(0.1, 1)}*phi'^2"
potential = "{d.number(1, 5)}*y"
[constraints.flow]
edge = "x'*sin(phi) - y'*cos(phi)"
[simulate]
t_end = {d.number(5, 10)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("nonholonomic",))


def rolling_penny(seed: int) -> Case:
    """An upright disc that rolls without slipping on a slope, steered by a spring."""
    d = Draw("rolling_penny", seed)
    text = f"""format = 1
[parameters]
R = {d.number(0.1, 0.5)}
[coordinates]
x = {{ start = 0 }}
y = {{ start = 0 }}
roll = {{ start = 0, speed = {d.number(2, 8)} }}
turn = {{ start = {d.number(0.1, 1)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*(x'^2 + y'^2) + 1/4*R^2*roll'^2 + 1/8*R^2*turn'^2"
potential = "{d.number(1, 4)}*y + 1/2*{d.number(0.01, 0.2)}*turn^2"
[constraints.flow]
along = "x' - R*roll'*cos(turn)"
across = "y' - R*roll'*sin(turn)"
[simulate]
t_end = {d.number(4, 8)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("nonholonomic",))


def redundant(seed: int) -> Case:
    """A bead on a curve in space whose constraints say one thing twice."""
    d = Draw("redundant", seed)
    f = d.number(0.3, 3)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(0.2, 0.8)}, speed = {d.number(-1, 1)} }}
z = {{ guess = 0.1 }}
w = {{ guess = 0.1 }}
[energy]
kinetic = "1/2*(x'^2 + z'^2 + w'^2)"
potential = "5*z + 2*x^2 + {d.number(1, 4)}*w^2"
[constraints.displacement]
a = "z - x^2"
b = "w - sin(x) - 0.2*z"
c = "{f}*(z - x^2) + w - sin(x) - 0.2*z"
[simulate]
t_end = {d.number(4, 10)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "redundant"))


def massless_followers(seed: int) -> Case:
    """Two coordinates without mass follow a mass by constraints and carry springs."""
    d = Draw("massless_followers", seed)
    m = d.pick(1, 1, 1e-3)
    text = f"""format = 1
[parameters]
m = {m}
k = {40 * m:.6g}
[coordinates]
x = {{ start = {d.number(0.1, 0.5)}, speed = {d.number(-0.5, 0.5)} }}
z = {{ guess = 0.1 }}
w = {{ guess = 0.1 }}
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*z^2 + k/4*x^2 + k/3*w^2"
[constraints.displacement]
a = "z - x - {d.number(0.1, 0.5)}*x^2"
b = "w - 0.5*z + {d.number(0.05, 0.3)}*sin(x)"
[simulate]
t_end = {d.number(3, 8)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "massless"))


def driven_slider(seed: int) -> Case:
    """A pendulum under a slider that a constraint moves in a given way."""
    d = Draw("driven_slider", seed)
    a, w = d.number(0.05, 0.3), d.number(1, 5)
    text = f"""format = 1
[coordinates]
x = {{ guess = 0 }}
th = {{ start = {d.number(-1, 1)}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2 + 1/2*((x' + cos(th)*th')^2 + (sin(th)*th')^2)"
potential = "-9.81*cos(th)"
dissipation = "1/2*{d.number(0.01, 0.3)}*th'^2"
[constraints.displacement]
drive = "x - {a}*sin({w}*t)"
[simulate]
t_end = {d.number(5, 12)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "driven"))


def scaled_followers(seed: int) -> Case:
    """The followers without mass in other units: energies times 1e-9 … 1e9, a constraint times 1e-6 … 1e6."""
    d = Draw("scaled_followers", seed)
    e, f = d.pick(1e-9, 1e-6, 1e6, 1e9), d.pick(1e-6, 1e-3, 1e4, 1e6)
    text = f"""format = 1
[parameters]
e = {e!r}
f = {f!r}
[coordinates]
x = {{ start = {d.number(0.1, 0.5)}, speed = {d.number(-0.5, 0.5)} }}
z = {{ guess = 0.1 }}
w = {{ guess = 0.1 }}
[energy]
kinetic = "e*1/2*x'^2"
potential = "e*(20*z^2 + 10*x^2 + {d.number(10, 20)}*w^2)"
[constraints.displacement]
a = "f*(z - x - {d.number(0.1, 0.5)}*x^2)"
b = "w - 0.5*z + {d.number(0.05, 0.3)}*sin(x)"
[simulate]
t_end = {d.number(3, 8)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "massless", "scales"))


def euler_parameters(seed: int) -> Case:
    """A free body turning, in four Euler parameters: M alone is singular."""
    d = Draw("euler_parameters", seed)
    text = f"""format = 1
[coordinates]
e0 = {{ start = 1 }}
e1 = {{ start = 0, speed = {d.number(0.5, 2)} }}
e2 = {{ start = 0, speed = {d.number(-0.5, 0.5)} }}
e3 = {{ start = 0, speed = {d.number(-0.5, 0.5)} }}
[definitions]
w1 = "2*(-e1*e0' + e0*e1' + e3*e2' - e2*e3')"
w2 = "2*(-e2*e0' - e3*e1' + e0*e2' + e1*e3')"
w3 = "2*(-e3*e0' + e2*e1' - e1*e2' + e0*e3')"
[energy]
kinetic = "1/2*({d.number(0.5, 1)}*w1^2 + {d.number(1, 2)}*w2^2 + {d.number(2, 2.5)}*w3^2)"
[constraints.displacement]
unit = "e0^2 + e1^2 + e2^2 + e3^2 - 1"
[simulate]
t_end = {d.number(4, 10)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "singular M"))


def elastic_crank(seed: int) -> Case:
    """A slider crank whose rod is a stiff spring: its small fast stretch beside large turns, in a closed loop."""
    d = Draw("elastic_crank", seed)
    k = d.scale(1e4, 1e6)
    text = f"""format = 1
[parameters]
a = {d.number(0.15, 0.3)}
b = {d.number(0.6, 1)}
k = {k}
[coordinates]
p = {{ start = {d.number(0.3, 1.2)}, speed = {d.number(5, 15)} }}
r = {{ guess = -0.2 }}
s = {{ guess = 1 }}
u = {{ start = {d.number(0.1, 2) / k:.3g}, speed = 0 }}
[energy]
kinetic = "1/2*{d.number(0.02, 0.1)}*p'^2 + 1/2*{d.number(0.02, 0.1)}*r'^2 + 1/2*{d.number(0.2, 0.5)}*s'^2 + 1/2*{d.number(0.05, 0.2)}*u'^2"
potential = "1/2*k*u^2"
dissipation = "1/2*{d.pick(0, 1, 10)}*u'^2"
[constraints.displacement]
along = "a*cos(p) + (b + u)*cos(r) - s"
across = "a*sin(p) + (b + u)*sin(r)"
[simulate]
t_end = {d.number(0.5, 1.5)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("constrained", "small modes"), parts=20)


FAMILIES = (
    rod_pendulum,
    double_rod,
    four_bar,
    knife_edge,
    rolling_penny,
    redundant,
    massless_followers,
    driven_slider,
    scaled_followers,
    euler_parameters,
    elastic_crank,
)
