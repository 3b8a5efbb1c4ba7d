"""Four-bar linkages side by side: n loops of equal rods, the second mechanism of the IFToMM benchmarks.

n + 1 rods stand on the ground, n rods lie on top of them. As long as every loop stays a parallelogram there
is one angle theta, with ((n + 1)/3 + n) m L^2 theta'' = -((n + 1)/2 + n) m g L cos(theta). When the rods lie
flat the loops can leave the parallelogram: the constraints are not independent there, and the one freedom
becomes n + 1. The benchmark passes these positions, and takes for granted that the parallelograms stay.
"""

from dalembert.library.facts import Facts, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "N four-bar linkages in a row"

[parameters]
N  = { value = 2,                    text = "number of loops" }
m  = { value = 1,    unit = "kg",    text = "mass of each rod" }
L  = { value = 1,    unit = "m",     text = "length of each rod" }
g  = { value = 9.81, unit = "m/s^2", text = "gravity" }
v0 = { value = 1,    unit = "m/s",   text = "initial speed of the top of the first rod" }

[coordinates]
# The standing rods are upright; the first one is given, the rest follows from the constraints.
"theta[0]" = { unit = "rad", start = "pi/2", speed = "-v0/L" }
"theta[i]" = { for = "i = 1..N", unit = "rad", guess = "pi/2" }
"alpha[i]" = { for = "i = 1..N", unit = "rad", guess = 0 }

[definitions]
# The mass centres of the rods on top
"x[i]" = { for = "i = 1..N", value = "(i - 1)*L + L*cos(theta[i-1]) + L/2*cos(alpha[i])" }
"y[i]" = { for = "i = 1..N", value = "L*sin(theta[i-1]) + L/2*sin(alpha[i])" }

[energy.kinetic]
"standing[i]" = { for = "i = 0..N", value = "1/6*m*L^2*theta[i]'^2" }
"lying[i]" = { for = "i = 1..N", value = "1/2*m*(x[i]'^2 + y[i]'^2) + 1/24*m*L^2*alpha[i]'^2" }

[energy.potential]
"standing[i]" = { for = "i = 0..N", value = "m*g*L/2*sin(theta[i])" }
"lying[i]" = { for = "i = 1..N", value = "m*g*y[i]" }

[constraints.displacement."loop[i,k]"]
# Each loop closes, along x and along y.
for = "i = 1..N, k = 1..2"
text = "closed loop"
value = '''if(k == 1,
  L*cos(theta[i-1]) + L*cos(alpha[i]) - L - L*cos(theta[i]),
  L*sin(theta[i-1]) + L*sin(alpha[i]) - L*sin(theta[i]))'''

[outputs]
B0_x = "L*cos(theta[0])"
B0_y = "L*sin(theta[0])"

[scene]
links  = [
  { for = "i = 0..N", points = ["A[i]", "B[i]"] },
  { for = "i = 1..N", points = ["B[i-1]", "B[i]"] },
]
ground = [{ for = "i = 0..N", points = ["A[i]"] }]
traces = ["B[0]"]

[scene.points]
"A[i]" = { for = "i = 0..N", at = ["i*L", 0] }
"B[i]" = { for = "i = 0..N", at = ["i*L + L*cos(theta[i])", "L*sin(theta[i])"] }

[cases.iftomm]
text = "10 s, as in the IFToMM collection; the rods lie flat several times"
simulate = { t_end = 10.0 }

[cases.lim]
text = "20 s, as first asked for by LIM with n = 40"
simulate = { t_end = 20.0 }

[simulate]
t_end   = 0.5                   # before the rods lie flat for the first time
samples = 500
"""


def _facts(n: int) -> Facts:
    standing = {f"theta[{i}]": _standing_rod(i, n) for i in range(n + 1)}
    lying = {f"alpha[{i}]": _lying_rod(i) for i in range(1, n + 1)}
    energy = (3 * n + 1) * 9.81 / 2 + ((n + 1) / 3 + n) / 2
    numbers = (
        Number(what="energy.start", value=energy, rtol=1e-13, how="All rods turn, or go, at 1 m/s."),
        *_TOP.get(n, ()),
    )
    return Facts(goldens=golden_vector("equation", standing | lying, "by hand"), numbers=numbers)


def _standing_rod(i: int, n: int) -> str:
    """Write the equation of a standing rod; one that begins a loop carries the rod on top of it."""
    left = f"m*L^2*theta[{i}]''/3 + m*g*L*cos(theta[{i}])/2"
    if i < n:
        th, al = f"theta[{i}]", f"alpha[{i + 1}]"
        left += (
            f" + m*L^2*{th}'' + m*L^2/2*(cos({th} - {al})*{al}'' + sin({th} - {al})*{al}'^2)"
            f" + m*g*L*cos({th}) - L*sin({th})*lam_loop[{i + 1},1] + L*cos({th})*lam_loop[{i + 1},2]"
        )
    if i > 0:
        left += f" + L*sin(theta[{i}])*lam_loop[{i},1] - L*cos(theta[{i}])*lam_loop[{i},2]"
    return left


def _lying_rod(i: int) -> str:
    th, al = f"theta[{i - 1}]", f"alpha[{i}]"
    return (
        f"m*L^2*{al}''/3 + m*L^2/2*(cos({th} - {al})*{th}'' - sin({th} - {al})*{th}'^2)"
        f" + m*g*L*cos({al})/2 - L*sin({al})*lam_loop[{i},1] + L*cos({al})*lam_loop[{i},2]"
    )


_HOW = "One angle on the branch of parallelograms, 34 digits."
_TOP = {
    2: numbers_at(
        10,
        {"B0_x": 0.3284581115408153786522, "B0_y": 0.9445185381786009621613},
        1e-15,
        _HOW,
        "iftomm",
    ),
    40: numbers_at(
        20,
        {"B0_x": 0.4109011537629452221452, "B0_y": 0.9116799009719806516314},
        1e-15,
        _HOW,
        "lim",
    ),
}

SYSTEM = System(
    name="n_four_bar",
    source="IFToMM benchmark A02 (LIM 2005: 40 loops; double four-bar: 2)",
    summary="Four-bar linkages in a row, 2 by default: singular where the rods lie flat",
    text=_TEXT,
    facts=_facts,
    size=2,
)
