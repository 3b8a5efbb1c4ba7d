"""Bricard's mechanism: five rods and the ground in a loop of six hinges, each hinge square to its neighbours.

The fourth mechanism of the IFToMM benchmarks. Counting says that it cannot move: of the ten constraints one
follows from the others. The coordinates are the directions of the hinges 2 to 5; the hinges 1 (along Y) and 6
(along X) are fixed. A rod is square to both of its hinges: it lies along their cross product.

Closed form: the hinges turn by (q1, q2, q1, q2, q1) with sin q1 sin q2 + sin q1 + sin q2 = 0, and the third
hinge is at (cos q1/(1 + sin q1), -cos q2, -sin q1/(1 + sin q1)).
"""

from dalembert.library.facts import Facts, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Bricard's mechanism"
text = "Five rods and the ground along the edges of a cube; the hinges lie along Y, Z, X, Y, Z, X."

[parameters]
m = { value = 1,    unit = "kg",    text = "mass of each rod" }
L = { value = 1,    unit = "m",     text = "length of each rod" }
b = { value = 0.1,  unit = "m",     text = "side of the square section of the rods" }
g = { value = 9.81, unit = "m/s^2", text = "gravity, along -y" }

[coordinates]
# Directions of the hinges; a2y and a5x are always zero.
a2x = { unit = "-", start = 0, speed = 0 }
a2z = { unit = "-", start = 1, speed = 0 }
a3x = { unit = "-", start = 1, speed = 0 }
a3y = { unit = "-", start = 0, speed = 0 }
a3z = { unit = "-", start = 0, speed = 0 }
a4x = { unit = "-", start = 0, speed = 0 }
a4y = { unit = "-", start = 1, speed = 0 }
a4z = { unit = "-", start = 0, speed = 0 }
a5y = { unit = "-", start = 0, speed = 0 }
a5z = { unit = "-", start = 1, speed = 0 }

[definitions]
# The rods, from one hinge to the next: L times the cross product of the two, with alternating sign
r1x = "L*a2z"
r1z = "-L*a2x"
r2x = "L*a2z*a3y"
r2y = "-L*(a2z*a3x - a2x*a3z)"
r2z = "-L*a2x*a3y"
r3x = "L*(a3y*a4z - a3z*a4y)"
r3y = "L*(a3z*a4x - a3x*a4z)"
r3z = "L*(a3x*a4y - a3y*a4x)"
r4x = "-L*(a4y*a5z - a4z*a5y)"
r4y = "L*a4x*a5z"
r4z = "-L*a4x*a5y"
r5y = "L*a5z"
r5z = "-L*a5y"
# The third hinge
P3x = "r1x + r2x"
P3y = "r2y"
P3z = "r1z + r2z"
# Mass centres
G2x = "r1x + 1/2*r2x"
G2y = "1/2*r2y"
G2z = "r1z + 1/2*r2z"
G3x = "P3x + 1/2*r3x"
G3y = "P3y + 1/2*r3y"
G3z = "P3z + 1/2*r3z"
G4x = "P3x + r3x + 1/2*r4x"
G4y = "P3y + r3y + 1/2*r4y"
G4z = "P3z + r3z + 1/2*r4z"
G5x = "P3x + r3x + r4x"
G5y = "P3y + r3y + r4y + 1/2*r5y"
G5z = "P3z + r3z + r4z + 1/2*r5z"
# How fast the hinges turn, squared
n2 = "a2x'^2 + a2z'^2"
n3 = "a3x'^2 + a3y'^2 + a3z'^2"
n4 = "a4x'^2 + a4y'^2 + a4z'^2"
n5 = "a5y'^2 + a5z'^2"

[energy.kinetic]
# Mass centre, length of the rod, and its thickness along its two hinges
rod1 = "1/6*m*(r1x'^2 + r1z'^2) + 1/24*m*b^2*n2"
rod2 = "1/2*m*(G2x'^2 + G2y'^2 + G2z'^2) + 1/24*m*(r2x'^2 + r2y'^2 + r2z'^2) + 1/24*m*b^2*(n2 + n3)"
rod3 = "1/2*m*(G3x'^2 + G3y'^2 + G3z'^2) + 1/24*m*(r3x'^2 + r3y'^2 + r3z'^2) + 1/24*m*b^2*(n3 + n4)"
rod4 = "1/2*m*(G4x'^2 + G4y'^2 + G4z'^2) + 1/24*m*(r4x'^2 + r4y'^2 + r4z'^2) + 1/24*m*b^2*(n4 + n5)"
rod5 = "1/2*m*(G5x'^2 + G5y'^2 + G5z'^2) + 1/24*m*(r5y'^2 + r5z'^2) + 1/24*m*b^2*n5"

[energy.potential]
rod2 = "m*g*G2y"
rod3 = "m*g*G3y"
rod4 = "m*g*G4y"
rod5 = "m*g*G5y"

[constraints.displacement]
# The directions have length one ...
phi1 = "a2x^2 + a2z^2 - 1"
phi2 = "a3x^2 + a3y^2 + a3z^2 - 1"
phi3 = "a4x^2 + a4y^2 + a4z^2 - 1"
phi4 = "a5y^2 + a5z^2 - 1"
# ... neighbours are square to one another ...
phi5 = "a2x*a3x + a2z*a3z"
phi6 = "a3x*a4x + a3y*a4y + a3z*a4z"
phi7 = "a4y*a5y + a4z*a5z"
# ... and the last rod ends at (0, 0, L).
phi8 = "r1x + r2x + r3x + r4x"
phi9 = "r2y + r3y + r4y + r5y"
phi10 = "r1z + r2z + r3z + r4z + r5z - L"

[outputs]
x3 = "P3x"
y3 = "P3y"
z3 = "P3z"

[simulate]
t_end   = 10.0
samples = 1000
"""

_GOLDENS = (
    *golden_vector(
        "Phi",
        {
            "phi8": "L*(a2z + a2z*a3y + a3y*a4z - a3z*a4y - a4y*a5z + a4z*a5y)",
            "phi9": "L*(a2x*a3z - a2z*a3x + a3z*a4x - a3x*a4z + a4x*a5z + a5z)",
            "phi10": "L*(-a2x - a2x*a3y + a3x*a4y - a3y*a4x - a4x*a5y - a5y - 1)",
        },
        "by hand",
    ),
    *golden_vector(
        "gamma",
        {
            "phi1": "-2*(a2x'^2 + a2z'^2)",
            "phi5": "-2*(a2x'*a3x' + a2z'*a3z')",
            "phi6": "-2*(a3x'*a4x' + a3y'*a4y' + a3z'*a4z')",
        },
        "by hand",
    ),
)

_CHECKED = {
    1: (0.2744813192643958, -0.8867079387346395, -0.4623300026874384),
    2: (-0.7781353730334615, -0.9803526834432833, -0.1972526706170378),
    8: (-0.764352602232435, -0.9781537944094727, -0.2078825497302525),
    10: (0.9997309873037747, -0.9999999638258173, -0.0002689765123098992),
}
_NUMBERS = (
    Number(what="energy.start", value=-3 * 9.81, rtol=1e-14, how="Heights 0, -1/2, -1, -1, -1/2 m."),
    Number(
        what="period.x3", value=4.991711513687893811432, rtol=1e-15, how="Energy integral of the closed form."
    ),
    *(
        number
        for time, (x, y, z) in _CHECKED.items()
        for number in numbers_at(time, {"x3": x, "y3": y, "z3": z}, 1e-14, "Closed form, quadrature.")
    ),
)

SYSTEM = System(
    name="bricard",
    source="IFToMM benchmark A04",
    summary="Bricard's mechanism: a spatial loop of six hinges that moves because a constraint is redundant",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
