"""Bricard's mechanism: five rods and the ground in a loop of six hinges, each hinge square to its neighbours.

The fourth mechanism of the IFToMM benchmarks. Counting says that it cannot move: twenty coordinates, twenty
constraints; but one of the constraints follows from the others. The coordinates are the places of the hinges
2 to 5 and their directions; the hinges 1 (along Y) and 6 (along X) are fixed. A rod is square to both of its
hinges, so it lies along their cross product.

Closed form: the hinges turn by (q1, q2, q1, q2, q1) with sin q1 sin q2 + sin q1 + sin q2 = 0, and the third
hinge is at (cos q1/(1 + sin q1), -cos q2, -sin q1/(1 + sin q1)).
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Bricard's mechanism"
text = "Five rods and the ground along the edges of a cube; the hinges lie along Y, Z, X, Y, Z, X."

[parameters]
m = { value = 1,    unit = "kg",    text = "mass of each rod" }
L = { value = 1,    unit = "m",     text = "length of each rod" }
b = { value = 0.1,  unit = "m",     text = "side of the square cross-section of the rods" }
g = { value = 9.81, unit = "m/s^2", text = "gravity, along -y" }

[coordinates]
# Hinges 2 to 5. Hinge 1 is at (0, 0, 0), so y2 = 0; hinge 6 is at (0, 0, L), so x5 = 0.
x2 = { unit = "m", start = "L",  speed = 0 }
z2 = { unit = "m", start = 0,    speed = 0 }
x3 = { unit = "m", start = "L",  speed = 0 }
y3 = { unit = "m", start = "-L", speed = 0 }
z3 = { unit = "m", start = 0,    speed = 0 }
x4 = { unit = "m", start = "L",  speed = 0 }
y4 = { unit = "m", start = "-L", speed = 0 }
z4 = { unit = "m", start = "L",  speed = 0 }
y5 = { unit = "m", start = "-L", speed = 0 }
z5 = { unit = "m", start = "L",  speed = 0 }
# Their directions, along Z, X, Y, Z at the start
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
# Speeds, squared: of the hinges ...
v2 = "x2'^2 + z2'^2"
v3 = "x3'^2 + y3'^2 + z3'^2"
v4 = "x4'^2 + y4'^2 + z4'^2"
v5 = "y5'^2 + z5'^2"
# ... and of their directions
n2 = "a2x'^2 + a2z'^2"
n3 = "a3x'^2 + a3y'^2 + a3z'^2"
n4 = "a4x'^2 + a4y'^2 + a4z'^2"
n5 = "a5y'^2 + a5z'^2"

[energy.kinetic]
# A uniform rod between two hinges, and its thickness along the directions of both
rod1 = "1/6*m*v2 + 1/24*m*b^2*n2"
rod2 = "1/6*m*(v2 + x2'*x3' + z2'*z3' + v3) + 1/24*m*b^2*(n2 + n3)"
rod3 = "1/6*m*(v3 + x3'*x4' + y3'*y4' + z3'*z4' + v4) + 1/24*m*b^2*(n3 + n4)"
rod4 = "1/6*m*(v4 + y4'*y5' + z4'*z5' + v5) + 1/24*m*b^2*(n4 + n5)"
rod5 = "1/6*m*v5 + 1/24*m*b^2*n5"

[energy.potential]
# Half of a rod's weight is at each of its ends.
weight = "m*g*(y3 + y4 + y5)"

[constraints.displacement]
# The directions have length one ...
phi1 = { value = "a2x^2 + a2z^2 - 1", text = "unit vector of hinge 2" }
phi2 = { value = "a3x^2 + a3y^2 + a3z^2 - 1", text = "unit vector of hinge 3" }
phi3 = { value = "a4x^2 + a4y^2 + a4z^2 - 1", text = "unit vector of hinge 4" }
phi4 = { value = "a5y^2 + a5z^2 - 1", text = "unit vector of hinge 5" }
# ... neighbours are square to one another ...
phi5 = { value = "a2x*a3x + a2z*a3z", text = "hinges 2 and 3 at right angles" }
phi6 = { value = "a3x*a4x + a3y*a4y + a3z*a4z", text = "hinges 3 and 4 at right angles" }
phi7 = { value = "a4y*a5y + a4z*a5z", text = "hinges 4 and 5 at right angles" }
# ... and each rod lies along the cross product of its two hinges, forward and backward in turn.
phi8 = { value = "x2 - L*a2z", text = "rod from hinge 1 to hinge 2, along x" }
phi9 = { value = "z2 + L*a2x", text = "rod from hinge 1 to hinge 2, along z" }
phi10 = { value = "x3 - x2 - L*a2z*a3y", text = "rod from hinge 2 to hinge 3, along x" }
phi11 = { value = "y3 + L*(a2z*a3x - a2x*a3z)", text = "rod from hinge 2 to hinge 3, along y" }
phi12 = { value = "z3 - z2 + L*a2x*a3y", text = "rod from hinge 2 to hinge 3, along z" }
phi13 = { value = "x4 - x3 - L*(a3y*a4z - a3z*a4y)", text = "rod from hinge 3 to hinge 4, along x" }
phi14 = { value = "y4 - y3 - L*(a3z*a4x - a3x*a4z)", text = "rod from hinge 3 to hinge 4, along y" }
phi15 = { value = "z4 - z3 - L*(a3x*a4y - a3y*a4x)", text = "rod from hinge 3 to hinge 4, along z" }
phi16 = { value = "-x4 + L*(a4y*a5z - a4z*a5y)", text = "rod from hinge 4 to hinge 5, along x" }
phi17 = { value = "y5 - y4 - L*a4x*a5z", text = "rod from hinge 4 to hinge 5, along y" }
phi18 = { value = "z5 - z4 + L*a4x*a5y", text = "rod from hinge 4 to hinge 5, along z" }
phi19 = { value = "-y5 - L*a5z", text = "rod from hinge 5 to hinge 6, along y" }
phi20 = { value = "L - z5 + L*a5y", text = "rod from hinge 5 to hinge 6, along z" }

[scene]
links  = [["H1", "H2"], ["H2", "H3"], ["H3", "H4"], ["H4", "H5"], ["H5", "H6"]]
cylinders = [                                       # the hinges
  { points = ["_A2", "_B2"], radius = 0.04 },
  { points = ["_A3", "_B3"], radius = 0.04 },
  { points = ["_A4", "_B4"], radius = 0.04 },
  { points = ["_A5", "_B5"], radius = 0.04 },
]
ground = [["H6", "H1"]]
traces = ["H3", "H4"]
view   = { up = "y", turn = 65, tilt = 20 }

[scene.points]
H1 = [0, 0, 0]
H2 = ["x2", 0, "z2"]
H3 = ["x3", "y3", "z3"]
H4 = ["x4", "y4", "z4"]
H5 = [0, "y5", "z5"]
H6 = [0, 0, "L"]
# The hinges along their directions; points that begin with _ are not named in the drawing
_A2 = ["x2 - b*a2x", 0, "z2 - b*a2z"]
_B2 = ["x2 + b*a2x", 0, "z2 + b*a2z"]
_A3 = ["x3 - b*a3x", "y3 - b*a3y", "z3 - b*a3z"]
_B3 = ["x3 + b*a3x", "y3 + b*a3y", "z3 + b*a3z"]
_A4 = ["x4 - b*a4x", "y4 - b*a4y", "z4 - b*a4z"]
_B4 = ["x4 + b*a4x", "y4 + b*a4y", "z4 + b*a4z"]
_A5 = [0, "y5 - b*a5y", "z5 - b*a5z"]
_B5 = [0, "y5 + b*a5y", "z5 + b*a5z"]

[simulate]
t_end   = 10.0
samples = 1000
"""

_GOLDENS = (
    *golden_matrix(
        "M",
        ("x2", "x3", "x4"),
        ("x2", "x3", "x4"),
        """
        2/3*m  1/6*m  0
        1/6*m  2/3*m  1/6*m
        0      1/6*m  2/3*m
        """,
        "a chain of uniform rods, by hand",
    ),
    *golden_matrix("M", ("a3y",), ("a3x", "a3y", "x3"), "0  1/6*m*b^2  0", "by hand"),
    *golden_vector("h", {"y3": "-m*g", "z3": "0", "y5": "-m*g", "a4y": "0"}, "by hand"),
    *golden_vector(
        "gamma",
        {
            "phi1": "-2*(a2x'^2 + a2z'^2)",
            "phi6": "-2*(a3x'*a4x' + a3y'*a4y' + a3z'*a4z')",
            "phi8": "0",
            "phi11": "-2*L*(a2z'*a3x' - a2x'*a3z')",
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
