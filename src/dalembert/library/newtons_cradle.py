"""Newton's cradle: n equal balls hang in a row, a small gap between neighbours; the first is let go.

A gap is measured along the arcs, s + L (theta_k+1 - theta_k); where balls meet, at the lowest point, that is
the distance between them. Equal masses that lose nothing exchange their speeds: each ball strikes the next
one at the angle s/L and stays behind there, and the last one leaves with what is left of the energy,

    L theta'^2/(2 g) = 1 - cos(theta0) - (n - 1) (1 - cos(s/L)).
"""

from math import cos, sqrt

from dalembert.library.facts import Facts, Number, System, golden_vector

_TEXT = r"""format = 1
title = "Newton's cradle of N balls"

[parameters]
N      = { value = 5,                       text = "number of balls" }
m      = { value = 0.1,    unit = "kg",    text = "mass of each ball" }
r      = { value = 0.02,   unit = "m",     text = "radius of each ball" }
L      = { value = 0.3,    unit = "m",     text = "length of the strings" }
s      = { value = 0.0001, unit = "m",     text = "gap between neighbours at rest" }
g      = { value = 9.81,   unit = "m/s^2", text = "gravity" }
e      = { value = 1,      unit = "-",     range = [0, 1], text = "coefficient of restitution" }
theta0 = { value = 0.5,    unit = "rad",   text = "initial angle of the first ball" }

[coordinates]
"theta[1]" = { unit = "rad", start = "-theta0", speed = 0 }
"theta[i]" = { for = "i = 2..N", unit = "rad", start = 0, speed = 0 }

[energy.kinetic]
"ball[i]" = { for = "i = 1..N", value = "1/2*m*L^2*theta[i]'^2" }

[energy.potential]
"ball[i]" = { for = "i = 1..N", value = "m*g*L*(1 - cos(theta[i]))" }

[contacts."hit[i]"]
for         = "i = 1..N-1"
gap         = "s + L*(theta[i+1] - theta[i])"      # along the arcs
restitution = "e"

[scene]
links  = [{ for = "i = 1..N", points = ["_A[i]", "_B[i]"], width = 0.002 }]
masses = [{ for = "i = 1..N", at = "_B[i]", radius = "r" }]
ground = [["_G2", "_G1"]]

[scene.points]
_G1 = ["-r", 0]
_G2 = ["(N - 1)*(2*r + s) + r", 0]
"_A[i]" = { for = "i = 1..N", at = ["(i - 1)*(2*r + s)", 0] }
"_B[i]" = { for = "i = 1..N", at = ["(i - 1)*(2*r + s) + L*sin(theta[i])", "-L*cos(theta[i])"] }

[simulate]
t_end   = 3.0
samples = 600
rtol    = 1e-9
atol    = 1e-9
"""


def _facts(n: int) -> Facts:
    equations = {f"theta[{i}]": f"m*L^2*theta[{i}]'' + m*g*L*sin(theta[{i}])" for i in range(1, n + 1)}
    gaps = {f"hit[{i}]": f"s + L*(theta[{i + 1}] - theta[{i}])" for i in range(1, n)}
    goldens = (*golden_vector("equation", equations, "by hand"), *golden_vector("gap", gaps, "by hand"))
    return Facts(goldens=goldens, numbers=_numbers(n))


def _numbers(n: int) -> tuple[Number, ...]:
    m, L, s, g, theta0 = 0.1, 0.3, 1e-4, 9.81, 0.5
    fall, lift = 1 - cos(theta0), 1 - cos(s / L)
    start = Number(what="energy.start", value=m * g * L * fall, rtol=1e-12, how="m g L (1 - cos(theta0))")
    # Impact k (from 0) is of ball k + 1, which has lifted the k balls behind it and itself by 1 - cos(s/L).
    struck = tuple(
        Number(
            what=f"impact.{k}.{what}.theta[{i}]",
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
    summary="Newton's cradle: one ball comes, one ball goes; five balls by default",
    text=_TEXT,
    facts=_facts,
    size=5,
)
