"""A pendulum of N equal uniform links, the x axis pointing down, angles from the vertical."""

from dalembert.library import _chain
from dalembert.library.facts import Facts, System, golden_vector

_TEXT = r"""format = 1
title = "Pendulum of N links"

[parameters]
N = { value = 20,                 text = "number of links" }
m = { value = 1,  unit = "kg",    text = "mass of each link" }
L = { value = 1,  unit = "m",     text = "length of each link" }
g = { value = 10, unit = "m/s^2", text = "gravity, along x" }

[coordinates]
"theta[i]" = { for = "i = 1..N", unit = "rad", start = "pi/2", speed = 0 }

[definitions]
# x points down: the end of each link, and its mass centre.
"x[0]" = 0
"y[0]" = 0
"x[i]"  = { for = "i = 1..N", value = "x[i-1] + L*cos(theta[i])" }
"y[i]"  = { for = "i = 1..N", value = "y[i-1] + L*sin(theta[i])" }
"xG[i]" = { for = "i = 1..N", value = "x[i-1] + L/2*cos(theta[i])" }
"yG[i]" = { for = "i = 1..N", value = "y[i-1] + L/2*sin(theta[i])" }

[energy.kinetic]
"link[i]" = { for = "i = 1..N", value = "1/2*m*(xG[i]'^2 + yG[i]'^2) + 1/24*m*L^2*theta[i]'^2" }

[energy.potential]
"link[i]" = { for = "i = 1..N", value = "-m*g*xG[i]" }

[bodies]                        # the same links as bodies: for balances, free-body diagrams and pin forces
energies = "written"
gravity  = ["g", 0]

[bodies."link[i]"]
for    = "i = 1..N"
mass   = "m"
shape  = { rod = "L" }
place  = { at = ["xG[i]", "yG[i]"], angle = "theta[i]" }
points = { O = ["-L/2", 0], E = ["L/2", 0] }

[joints."O[i]"]
for     = "i = 1..N"
kind    = "pin"
between = ["if(i == 1, ground, link[i-1].E)", "link[i].O"]

[outputs]
tip_x = { value = "x[N]", symbol = 'x_{\mathrm{tip}}' }
tip_y = { value = "y[N]", symbol = 'y_{\mathrm{tip}}' }

[scene]
links  = [{ for = "i = 1..N", points = ["A[i-1]", "A[i]"] }]
ground = ["A[0]"]
traces = ["A[N]"]
view   = { x = "down" }

[scene.points]
"A[i]" = { for = "i = 0..N", at = ["x[i]", "y[i]"] }

[simulate]
t_end   = 20.0
samples = 1200                  # 60 a second
rtol    = 1e-10
atol    = 1e-10
"""


def _facts(n: int) -> Facts:
    angles = [f"theta[{i}]" for i in range(1, n + 1)]
    equations = {
        angle: _chain.equation(i, angles, _chain.uniform_inertia, _chain.uniform_weight)
        for i, angle in enumerate(angles, 1)
    }
    return Facts(goldens=golden_vector("equation", equations, _chain.CITE))


SYSTEM = System(
    name="n_link_pendulum",
    source="Dominguez section 3",
    summary="A pendulum of N equal uniform links, 20 by default",
    text=_TEXT,
    facts=_facts,
    size=20,
)
