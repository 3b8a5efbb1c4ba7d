"""Newton's cradle: n equal balls hang in a row, a small gap between neighbours; the first is let go.

A gap is measured along the arcs, s + L (theta_k+1 - theta_k); where balls meet, at the lowest point, that is
the distance between them. Equal masses that lose nothing exchange their speeds: each ball strikes the next
one at the angle s/L and stays behind there, and the last one leaves with what is left of the energy,

    L theta'^2/(2 g) = 1 - cos(theta0) - (n - 1) (1 - cos(s/L)).
"""

from math import cos, sqrt

from dalembert.library.facts import Facts, Number, System, golden_vector

_HEAD = r"""format = 1
title = "Newton's cradle of {n} balls"

[parameters]
m      = {{ value = 0.1,    unit = "kg",    text = "mass of each ball" }}
r      = {{ value = 0.02,   unit = "m",     text = "radius of each ball" }}
L      = {{ value = 0.3,    unit = "m",     text = "length of the strings" }}
s      = {{ value = 0.0001, unit = "m",     text = "gap between neighbours at rest" }}
g      = {{ value = 9.81,   unit = "m/s^2", text = "gravity" }}
e      = {{ value = 1,      unit = "-",     text = "restitution" }}
theta0 = {{ value = 0.5,    unit = "rad",   text = "angle the first ball is let go from" }}
"""

_TAIL = r"""
[simulate]
t_end   = 3.0
samples = 600
rtol    = 1e-9
atol    = 1e-9
"""


def _text(n: int) -> str:
    balls = range(1, n + 1)
    parts = (
        _HEAD.format(n=n),
        "[coordinates]",
        'theta1 = { unit = "rad", start = "-theta0", speed = 0 }',
        *(f'theta{i} = {{ unit = "rad", start = 0, speed = 0 }}' for i in balls[1:]),
        "",
        "[energy.kinetic]",
        *(f'ball{i} = "1/2*m*L^2*theta{i}\'^2"' for i in balls),
        "",
        "[energy.potential]",
        *(f'ball{i} = "m*g*L*(1 - cos(theta{i}))"' for i in balls),
        *(_contact(i) for i in balls[:-1]),
        "",
        *_scene(n),
        _TAIL,
    )
    return "\n".join(parts)


def _contact(i: int) -> str:
    return (
        f'\n[contacts.hit{i}]\ngap         = "s + L*(theta{i + 1} - theta{i})"      # along the arcs\n'
        f'restitution = "e"'
    )


def _scene(n: int) -> tuple[str, ...]:
    balls = range(1, n + 1)
    strings = ",\n".join(f'  {{ points = ["_A{i}", "_B{i}"], width = 0.002 }}' for i in balls)
    masses = ",\n".join(f'  {{ at = "_B{i}", radius = "r" }}' for i in balls)
    return (
        "[scene]",
        f"links  = [\n{strings},\n]",
        f"masses = [\n{masses},\n]",
        'ground = [["_G2", "_G1"]]',
        "",
        "[scene.points]",
        '_G1 = ["-r", 0]',
        f'_G2 = ["{n - 1}*(2*r + s) + r", 0]',
        *(f'_A{i} = ["{i - 1}*(2*r + s)", 0]' for i in balls),
        *(f'_B{i} = ["{i - 1}*(2*r + s) + L*sin(theta{i})", "-L*cos(theta{i})"]' for i in balls),
    )


def _facts(n: int) -> Facts:
    equations = {f"theta{i}": f"m*L^2*theta{i}'' + m*g*L*sin(theta{i})" for i in range(1, n + 1)}
    gaps = {f"hit{i}": f"s + L*(theta{i + 1} - theta{i})" for i in range(1, n)}
    goldens = (*golden_vector("equation", equations, "by hand"), *golden_vector("gap", gaps, "by hand"))
    return Facts(goldens=goldens, numbers=_numbers(n))


def _numbers(n: int) -> tuple[Number, ...]:
    m, L, s, g, theta0 = 0.1, 0.3, 1e-4, 9.81, 0.5
    fall, lift = 1 - cos(theta0), 1 - cos(s / L)
    start = Number(what="energy.start", value=m * g * L * fall, rtol=1e-12, how="m g L (1 - cos(theta0))")
    # Impact k (from 0) is of ball k + 1, which has lifted the k balls behind it and itself by 1 - cos(s/L).
    struck = tuple(
        Number(
            what=f"impact.{k}.{what}.theta{i}",
            value=sqrt(2 * g / L * (fall - (k + 1) * lift)),
            rtol=1e-9,
            how="Equal masses exchange their speeds; the energy is kept.",
        )
        for k in range(n - 1)
        for what, i in (("before", k + 1), ("after", k + 2))
    )
    return (start, *struck)


SYSTEM = System(
    name="newtons_cradle",
    source="Textbook example",
    summary="Newton's cradle: one ball comes, one ball goes; five balls unless told otherwise",
    text=_text,
    facts=_facts,
    size=5,
)
