"""Linear motions with constant coefficients: long, defective, rigid, stiff beyond measure, unstable, driven."""

from __future__ import annotations

from itertools import pairwise

from mpmath import mpf

from ..case import Case
from .draws import Draw


def spring_chain(seed: int) -> Case:
    """A chain of masses between springs and dampers, of which an end may be free: thousands of oscillations."""
    d = Draw("spring_chain", seed)
    n = d.whole(2, 4)
    names = [f"x{i}" for i in range(n)]
    free, damped = d.pick(0, 1), d.pick(0, 0, 1)
    kinetic = " + ".join(f"1/2*{d.scale(0.1, 10)}*{x}'^2" for x in names)
    links = [f"({a} - {b})" for a, b in pairwise(names)] + ([] if free else [names[0]])
    potential = " + ".join(f"1/2*{d.scale(1, 1e4)}*{one}^2" for one in links)
    loss = " + ".join(f"1/2*{d.scale(1e-4, 1e-2)}*({a}' - {b}')^2" for a, b in pairwise(names))
    starts = "\n".join(f"{x} = {{ start = {d.number(-1, 1)}, speed = {d.number(-1, 1)} }}" for x in names)
    lossy = f'dissipation = "{loss}"' if damped else ""
    text = f"""format = 1
[coordinates]
{starts}
[energy]
kinetic = "{kinetic}"
potential = "{potential} + 9.81*{names[-1]}"
{lossy}
[simulate]
t_end = {d.scale(30, 3000)}
samples = 150
"""
    return Case(text=text, truth="linear", tags=("linear", "long"))


def critically_damped(seed: int) -> Case:
    """Two masses whose only eigenvalue is of multiplicity two or four: no basis of eigenvectors."""
    d = Draw("critically_damped", seed)
    a = d.whole(1, 9)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = {d.number(-3, 3)} }}
y = {{ start = {d.number(-1, 1)}, speed = {d.number(-3, 3)} }}
[energy]
kinetic = "1/2*x'^2 + 1/2*y'^2"
potential = "1/2*{a * a}*(x^2 + y^2)"
dissipation = "1/2*{2 * a}*(x'^2 + y'^2)"
[work]
y = "{d.whole(0, 20)}*x"
[simulate]
t_end = {d.number(5, 15)}
samples = 200
"""
    return Case(text=text, truth="linear", tags=("linear", "defective"))


def wide_spectrum(seed: int) -> Case:
    """Rates that are up to 1e9 times as fast as one another."""
    d = Draw("wide_spectrum", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(0.5, 1.5)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{d.number(1, 9)}*x^2"
[states]
fast = {{ rate = "{d.scale(1e6, 1e9)}*(x - fast)", start = 1 }}
slow = {{ rate = "{d.scale(1e-2, 1)}*(fast - slow)", start = {d.number(-2, 2)} }}
[simulate]
t_end = {d.number(10, 60)}
samples = 200
"""
    return Case(text=text, truth="linear", tags=("linear", "stiff"))


def toppling(seed: int) -> Case:
    """A motion that grows by many powers of ten beside one that oscillates."""
    d = Draw("toppling", seed)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.scale(1e-6, 1e-3)}, speed = 0 }}
y = {{ start = {d.number(0.5, 1.5)}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2 + 1/2*y'^2"
potential = "-1/2*{d.number(1, 4)}*x^2 + 1/2*{d.number(20, 90)}*y^2 + {d.number(0.01, 0.3)}*x*y"
[simulate]
t_end = {d.number(5, 25)}
samples = 200
"""
    return Case(text=text, truth="linear", tags=("linear", "unstable"))


def resonant(seed: int) -> Case:
    """An undamped oscillator driven at exactly its own frequency: the amplitude grows without end."""
    d = Draw("resonant", seed)
    w, force, constant = d.whole(2, 60), d.number(0.1, 2), d.number(-1, 1)
    head = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = {d.number(-1, 1)} }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{w * w}*x^2"
"""
    run = f"""[simulate]
t_end = {d.number(20, 300)}
samples = 150
"""
    text = head + f'[work]\nx = "{force}*sin({w}*t) + {constant}"\n' + run
    twin = (
        head
        + f"""[states]
s = {{ rate = "{w}*c", start = 0 }}
c = {{ rate = "-{w}*s", start = 1 }}
[work]
x = "{force}*s + {constant}"
{run}"""
    )
    return Case(text=text, twin=twin, truth="linear", tags=("linear", "driven"))


def driven_by_all(seed: int) -> Case:
    """A damped mass driven by a product of a power of time, an exponential and a cosine, and by a late ramp."""
    d = Draw("driven_by_all", seed)
    w, decay, force, slope = d.number(1, 20), d.number(0.05, 0.5), d.number(0.5, 3), d.number(-1, 1)
    late = d.whole(1, 5)
    head = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{d.number(1, 90)}*x^2"
dissipation = "1/2*{d.number(0.01, 1)}*x'^2"
"""
    run = f"""[simulate]
t_end = {d.number(10, 40)}
samples = 200
"""
    text = (
        head
        + f"""[inputs]
F = "{force}*t*exp(-{decay}*t)*cos({w}*t) + {slope}*(t - {late})*step(t - {late})"
[work]
x = "F"
{run}"""
    )
    twin = (
        head
        + f"""[states]
c = {{ rate = "-{decay}*c - {w}*s", start = 1 }}
s = {{ rate = "{w}*c - {decay}*s", start = 0 }}
tc = {{ rate = "c - {decay}*tc - {w}*ts", start = 0 }}
ts = {{ rate = "s + {w}*tc - {decay}*ts", start = 0 }}
r = {{ rate = "{slope}*step(t - {late})", start = 0 }}
[work]
x = "{force}*tc + r"
{run}"""
    )
    return Case(text=text, twin=twin, truth="linear", breaks=(mpf(late),), tags=("linear", "driven", "jumps"))


def struck(seed: int) -> Case:
    """A stiff filter behind an oscillator that is loaded at two instants between rows."""
    d = Draw("struck", seed)
    t1, t2 = d.number(0.5, 3), d.number(3.5, 8)
    text = f"""format = 1
[coordinates]
x = {{ start = {d.number(-1, 1)}, speed = 0 }}
[states]
s = {{ rate = "{d.scale(1e5, 1e9)}*(x - s)", start = 0 }}
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*{d.number(5, 500)}*x^2"
[work]
x = "{d.number(0.5, 3)}*step(t - {t1}) - {d.number(0.5, 3)}*step(t - {t2})"
[simulate]
t_end = 12
samples = 120
"""
    return Case(text=text, truth="linear", breaks=(mpf(t1), mpf(t2)), tags=("linear", "stiff", "jumps"))


FAMILIES = (spring_chain, critically_damped, wide_spectrum, toppling, resonant, driven_by_all, struck)
