"""An arm of three links with a point mass on each, angles from the upward vertical."""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Triple pendulum arm"

[parameters]
L1 = { value = 0.30, unit = "m",     text = "length of link 1" }
L2 = { value = 0.26, unit = "m",     text = "length of link 2" }
m1 = { value = 2.1,  unit = "kg",    text = "mass on link 1" }
m2 = { value = 1.3,  unit = "kg",    text = "mass on link 2" }
m3 = { value = 0.45, unit = "kg",    text = "mass on link 3" }
z1 = { value = 0.13, unit = "m",     text = "position of the mass along link 1" }
z2 = { value = 0.11, unit = "m",     text = "position of the mass along link 2" }
z3 = { value = 0.06, unit = "m",     text = "position of the mass along link 3" }
g  = { value = 9.81, unit = "m/s^2", text = "gravity" }

[coordinates]
# From the upward vertical: pi is hanging.
q1 = { unit = "rad", start = "pi - 0.6", speed = 0, text = "angle of link 1 from the upward vertical" }
q2 = { unit = "rad", start = "pi - 0.3", speed = 0, text = "angle of link 2 from the upward vertical" }
q3 = { unit = "rad", start = "pi",       speed = 0, text = "angle of link 3 from the upward vertical" }

[definitions]
x1 = "z1*sin(q1)"
y1 = "z1*cos(q1)"
x2 = "L1*sin(q1) + z2*sin(q2)"
y2 = "L1*cos(q1) + z2*cos(q2)"
x3 = "L1*sin(q1) + L2*sin(q2) + z3*sin(q3)"
y3 = "L1*cos(q1) + L2*cos(q2) + z3*cos(q3)"

[energy.kinetic]
upper_arm = "1/2*m1*(x1'^2 + y1'^2)"
forearm   = "1/2*m2*(x2'^2 + y2'^2)"
hand      = "1/2*m3*(x3'^2 + y3'^2)"

[energy.potential]
upper_arm = "m1*g*y1"
forearm   = "m2*g*y2"
hand      = "m3*g*y3"

[outputs]
hand_x = { value = "x3", symbol = 'x_{\mathrm{hand}}' }
hand_y = { value = "y3", symbol = 'y_{\mathrm{hand}}' }

[scene]
links  = [["O", "A"], ["A", "B"], ["B", "H"]]
masses = ["G1", "G2", "H"]
ground = ["O"]
traces = ["H"]

[scene.points]
O  = [0, 0]
A  = ["L1*sin(q1)", "L1*cos(q1)"]
B  = ["L1*sin(q1) + L2*sin(q2)", "L1*cos(q1) + L2*cos(q2)"]
G1 = ["x1", "y1"]
G2 = ["x2", "y2"]
H  = ["x3", "y3"]

[simulate]
t_end   = 3.0
samples = 3000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("q1", "q2", "q3")

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "q1": (
                "(L1^2*m2 + L1^2*m3 + m1*z1^2)*q1'' + (L1*L2*m3*cos(q1 - q2) + L1*m2*z2*cos(q1 - q2))*q2''"
                " + (L1*L2*m3*sin(q1 - q2) + L1*m2*z2*sin(q1 - q2))*q2'^2"
                " + L1*m3*z3*cos(q1 - q3)*q3'' + L1*m3*z3*sin(q1 - q3)*q3'^2"
                " - (L1*g*m2*sin(q1) + L1*g*m3*sin(q1) + g*m1*z1*sin(q1))"
            ),
            "q2": (
                "(L1*L2*m3*cos(q1 - q2) + L1*m2*z2*cos(q1 - q2))*q1''"
                " - (L1*L2*m3*sin(q1 - q2) + L1*m2*z2*sin(q1 - q2))*q1'^2 + (m3*L2^2 + m2*z2^2)*q2''"
                " + L2*m3*z3*cos(q2 - q3)*q3'' + L2*m3*z3*sin(q2 - q3)*q3'^2"
                " - (L2*g*m3*sin(q2) + g*m2*z2*sin(q2))"
            ),
            "q3": (
                "L1*m3*z3*cos(q1 - q3)*q1'' - L1*m3*z3*sin(q1 - q3)*q1'^2 + L2*m3*z3*cos(q2 - q3)*q2''"
                " - L2*m3*z3*sin(q2 - q3)*q2'^2 + m3*z3^2*q3'' - g*m3*z3*sin(q3)"
            ),
        },
        "LagranTexPac eqs 51-53",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        L1^2*(m2+m3)+m1*z1^2         L1*cos(q1-q2)*(L2*m3+m2*z2)  L1*m3*z3*cos(q1-q3)
        L1*cos(q1-q2)*(L2*m3+m2*z2)  m3*L2^2+m2*z2^2              L2*m3*z3*cos(q2-q3)
        L1*m3*z3*cos(q1-q3)          L2*m3*z3*cos(q2-q3)          m3*z3^2
        """,
        "LagranTexPac eqs 54-62",
    ),
    *golden_vector(
        "C",
        {
            "q1": "L1*(L2*m3 + m2*z2)*sin(q1 - q2)*q2'^2 + L1*m3*z3*sin(q1 - q3)*q3'^2",
            "q2": "-L1*(L2*m3 + m2*z2)*sin(q1 - q2)*q1'^2 + L2*m3*z3*sin(q2 - q3)*q3'^2",
            "q3": "-L1*m3*z3*sin(q1 - q3)*q1'^2 - L2*m3*z3*sin(q2 - q3)*q2'^2",
        },
        "LagranTexPac eqs 63-65",
    ),
    *golden_vector(
        "G",
        {
            "q1": "-g*sin(q1)*(L1*(m2 + m3) + m1*z1)",
            "q2": "-g*sin(q2)*(L2*m3 + m2*z2)",
            "q3": "-g*m3*z3*sin(q3)",
        },
        "LagranTexPac eqs 66-68",
    ),
)

_NUMBERS = (
    Number(what="energy.start", value=-9.1625920702104, rtol=1e-12, how="V of eq 40 at the start, at rest."),
)

SYSTEM = System(
    name="triple_arm",
    source="LagranTexPac example B",
    summary="An arm of three links with a point mass on each",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
