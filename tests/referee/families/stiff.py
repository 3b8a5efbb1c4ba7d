"""Stiff and mildly stiff motions, small modes beside large ones, near-singular inertia."""

from __future__ import annotations

import mpmath
from mpmath import mpf

from ..case import Case
from .draws import Draw


def filtered(seed: int) -> Case:
    """An oscillator whose position goes through a filter of 3 to 30 ms."""
    d = Draw("filtered", seed)
    text = f"""format = 1
[parameters]
L = {d.scale(30, 300)}
[coordinates]
x = {{ start = {d.number(0.5, 1.5)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{d.number(0.5, 5)}*x^2"
[states]
s = {{ rate = "-L*(s - x)", start = 0 }}
[simulate]
t_end = {d.number(8, 20)}
samples = 200
"""
    return Case(text=text, truth="linear", tags=("stiff", "linear"))


def maxwell(seed: int) -> Case:
    """A mass with a Maxwell element: a spring and a damper in series, no mass between them."""
    d = Draw("maxwell", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(0.3, 1)}, speed = {d.number(-1, 1)} }}
z = {{ start = 0.1 }}
[energy]
kinetic = "1/2*x'^2"
potential = "{d.number(1, 4)}*x^2 + 1/2*{d.number(5, 30)}*(z - x)^2"
dissipation = "1/2*{d.scale(0.01, 1)}*z'^2"
[simulate]
t_end = {d.number(4, 10)}
samples = 200
"""
    return Case(text=text, truth="linear", tags=("stiff", "linear", "massless"))


def filtered_duffing(seed: int) -> Case:
    """A hardening oscillator with a fast filter that acts back."""
    d = Draw("filtered_duffing", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(0.5, 1)}, speed = {d.number(-1, 1)} }}
[states]
s = {{ rate = "{d.scale(50, 2000)}*(x - s)", start = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "{d.number(1, 4)}*x^2 + {d.number(0.1, 0.5)}*x^4"
[work]
x = "-{d.pick(0, 0.5, 2)}*s"
[simulate]
t_end = {d.number(5, 16)}
samples = 200
"""
    return Case(text=text, truth="taylor", tags=("stiff",))


def light_plate(seed: int) -> Case:
    """A light plate follows a heavy mass through a damper."""
    d = Draw("light_plate", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = 1, speed = 0 }}
y = {{ start = 0, speed = 0 }}
[energy]
kinetic = "1/2*x'^2 + 1/2*{d.scale(1e-3, 0.1)}*y'^2"
potential = "1/2*x^2 + 1/2*{d.number(1, 4)}*(y - x)^2"
dissipation = "1/2*{d.number(0.5, 5)}*y'^2"
[simulate]
t_end = 20
samples = 200
"""
    return Case(text=text, truth="linear", tags=("stiff", "linear"))


def van_der_pol(seed: int) -> Case:
    """Van der Pol's oscillator with a large parameter."""
    d = Draw("van_der_pol", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(1, 2)}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*x^2"
[work]
x = "{d.scale(3, 200)}*(1 - x^2)*x'"
[simulate]
t_end = {d.number(20, 60)}
samples = 200
"""
    return Case(text=text, truth="taylor", tags=("stiff",))


def stiff_axial(seed: int) -> Case:
    """A pendulum on a stiff rod: a small fast axial mode beside the swing."""
    d = Draw("stiff_axial", seed)
    k = d.scale(1e4, 1e7)
    text = f"""format = 1
[coordinates]
th = {{ start = {d.number(0.3, 1.2)}, speed = 0 }}
u = {{ start = {d.number(0.2, 3) * 9.81 / k:.3g}, speed = 0 }}
[definitions]
x = "(1 + u)*sin(th)"
y = "-(1 + u)*cos(th)"
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y + 1/2*{k}*u^2"
[simulate]
t_end = {d.number(1, 3)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("small modes",))


def damped_axial(seed: int) -> Case:
    """The same with a damper along the rod: the small mode peaks and dies between rows, the rest follows the swing."""
    d = Draw("damped_axial", seed)
    k = d.scale(1e4, 1e6)
    text = f"""format = 1
[coordinates]
th = {{ start = {d.number(0.3, 1.2)}, speed = 0 }}
u = {{ start = {d.number(0.2, 3) * 9.81 / k:.3g}, speed = 0 }}
[definitions]
x = "(1 + u)*sin(th)"
y = "-(1 + u)*cos(th)"
[energy]
kinetic = "1/2*(x'^2 + y'^2)"
potential = "9.81*y + 1/2*{k}*u^2"
dissipation = "1/2*{d.number(0.05, 1) * k**0.5:.3g}*u'^2"
[simulate]
t_end = {d.number(2, 5)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("small modes", "stiff"), parts=200)


def light_cart(seed: int) -> Case:
    """A heavy pole on a light cart: the cart flies where the pole passes the vertical."""
    d = Draw("light_cart", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = 0, speed = 0 }}
th = {{ start = {d.number(1.2, 2.2)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*{d.scale(1e-5, 1e-2)}*x'^2 + 1/2*((x' + cos(th)*th')^2 + (sin(th)*th')^2)"
potential = "-9.81*cos(th) + 1/2*{d.number(0.5, 5)}*x^2"
[simulate]
t_end = {d.number(2, 5)}
samples = 100
"""
    return Case(text=text, truth="taylor", tags=("near-singular",), parts=50)


def network(seed: int) -> Case:
    """Two loops of inductors, capacitors and resistors whose time constants lie decades apart."""
    d = Draw("network", seed)
    text = f"""format = 1
[parameters]
L1 = {d.scale(1e-4, 1e-1)}
L2 = {d.scale(1e-4, 1e-1)}
C1 = {d.scale(1e-6, 1e-3)}
C2 = {d.scale(1e-6, 1e-3)}
R1 = {d.scale(0.1, 30)}
R2 = {d.scale(0.1, 30)}
R3 = {d.scale(1, 1000)}
U = {d.number(1, 24)}
[coordinates]
q1 = {{ start = 0, speed = 0 }}
q2 = {{ start = {d.number(0.1, 1)}e-3, speed = 0 }}
[energy]
kinetic = "1/2*L1*q1'^2 + 1/2*L2*q2'^2"
potential = "1/2*q1^2/C1 + 1/2*q2^2/C2"
dissipation = "1/2*R1*q1'^2 + 1/2*R2*q2'^2 + 1/2*R3*(q1' - q2')^2"
[work]
q1 = "U"
[simulate]
t_end = {d.scale(0.01, 0.1)}
samples = 100
"""
    return Case(text=text, truth="linear", tags=("stiff", "linear", "electrical"), parts=40)


def bateman(seed: int) -> Case:
    """Bateman's dual oscillators, whose M is indefinite, with small terms on its diagonal."""
    d = Draw("bateman", seed)
    e = d.scale(1e-7, 1e-1)
    text = f"""format = 1
[parameters]
c = {d.number(0.05, 0.4)}
k = {d.number(1, 8)}
[coordinates]
x = {{ start = 1, speed = 0 }}
y = {{ start = {d.number(0.2, 1)}, speed = 0 }}
[energy]
kinetic = "x'*y' + {e}*x'^2 - {e}*y'^2 + c/2*(x*y' - x'*y)"
potential = "k*x*y"
[simulate]
t_end = 10
samples = 50
"""
    return Case(text=text, truth="linear", tags=("indefinite", "linear"))


def relaxation(seed: int) -> Case:
    """Three first-order states alone, with rates a thousand apart."""
    d = Draw("relaxation", seed)
    a, b, c = d.scale(0.1, 1), d.scale(5, 50), d.scale(200, 5000)
    text = f"""format = 1
[states]
u = {{ rate = "-{a}*u + {d.number(0.1, 1)}*v", start = 1 }}
v = {{ rate = "-{b}*(v - u) + {d.number(0.1, 1)}*w", start = 0 }}
w = {{ rate = "-{c}*(w - v) + {d.number(-1, 1)}", start = {d.number(-1, 1)} }}
[simulate]
t_end = {d.number(5, 20)}
samples = 100
"""
    return Case(text=text, truth="linear", tags=("stiff", "linear", "states"))


def pid_loop(seed: int) -> Case:
    """A mass under a PID controller with a filtered derivative; the set value jumps."""
    d = Draw("pid_loop", seed)
    t1, kd, T = d.number(0.5, 2), d.number(2, 10), d.scale(3e-3, 5e-2)
    text = f"""format = 1
[parameters]
t1 = {t1}
kp = {d.number(10, 40)}
ki = {d.number(1, 10)}
kd = {kd}
T = {T}
[coordinates]
x = {{ start = 0, speed = 0 }}
[inputs]
r = "step(t - t1)"
[energy]
kinetic = "1/2*x'^2"
dissipation = "1/2*{d.number(0.1, 1)}*x'^2"
[states]
sum = {{ rate = "r - x", start = 0 }}
d = {{ rate = "(r - x - d)/T", start = 0 }}
[work]
x = "kp*(r - x) + ki*sum + kd*(r - x - d)/T"
[simulate]
t_end = {d.number(5, 10)}
samples = 150
"""
    return Case(text=text, truth="linear", breaks=(mpf(t1),), tags=("stiff", "linear", "jumps"))


def stiff_for_a_while(seed: int) -> Case:
    """A state drawn to cos t, for a part of the time a hundred thousand times as fast; an oscillator beside it."""
    d = Draw("stiff_for_a_while", seed)
    slow, fast, w, at, start = (
        d.number(0.2, 1),
        d.scale(1e4, 1e6),
        d.number(5, 25),
        d.number(3, 7),
        d.number(0, 2),
    )
    text = f"""format = 1
[parameters]
K = {fast}
[coordinates]
x = {{ start = 1, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{w}^2*x^2"
[states]
s = {{ rate = "-({slow} + K*exp(-4*(t - {at})^2))*(s - cos(t)) - sin(t)", start = {start} }}
[simulate]
t_end = 10
samples = 100
"""

    def closed(t: mpf) -> dict[str, mpf]:
        before, now = (mpmath.erf(2 * (one - mpf(at))) for one in (mpf(0), t))
        drawn = mpf(slow) * t + mpf(fast) * mpmath.sqrt(mpmath.pi) / 4 * (now - before)
        s = mpmath.cos(t) + (mpf(start) - 1) * mpmath.exp(-drawn)
        return {"x": mpmath.cos(mpf(w) * t), "x'": -mpf(w) * mpmath.sin(mpf(w) * t), "s": s}

    return Case(text=text, truth=closed, tags=("stiff", "turns"))


FAMILIES = (
    filtered,
    maxwell,
    filtered_duffing,
    light_plate,
    van_der_pol,
    stiff_axial,
    damped_axial,
    light_cart,
    network,
    bateman,
    relaxation,
    pid_loop,
    stiff_for_a_while,
)
