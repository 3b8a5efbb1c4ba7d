"""A rod of mass 2 m and length 5 l on two springs, with a mass 5 m hung from it by a third; linear.

The coordinates q1 and q3 are the heights of the rod's ends, q2 that of the hung mass.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Rod on springs with a hung mass"

[parameters]
m = { value = 10,   unit = "kg",    text = "half the mass of the rod, a fifth of the hung mass" }
l = { value = 10,   unit = "m",     text = "a fifth of the length of the rod" }
k = { value = 1e4,  unit = "N/m",   text = "stiffness of each spring" }
g = { value = 9.81, unit = "m/s^2", text = "gravity" }

[coordinates]
# Zero is where the springs are unstretched; the start is at rest there.
q1 = { unit = "m", start = 0, speed = 0, text = "displacement of the left end of the rod" }
q2 = { unit = "m", start = 0, speed = 0, text = "displacement of the hung mass" }
q3 = { unit = "m", start = 0, speed = 0, text = "displacement of the right end of the rod" }

[definitions]
x_G     = "(q1 + q3)/2"             # mass centre of the rod
theta_G = "(q1 - q3)/(5*l)"         # its small angle
x_A     = "3/5*q1 + 2/5*q3"         # where the third spring is attached
J_G     = "25/6*m*l^2"

[energy.kinetic]
translation = "1/2*(2*m)*x_G'^2"
rotation    = "1/2*J_G*theta_G'^2"
hung        = "1/2*(5*m)*q2'^2"

[energy.potential]
spring1 = "1/2*k*q1^2"
spring3 = "1/2*k*q3^2"
spring2 = "1/2*k*(q2 - x_A)^2"
gravity = "2*m*g*x_G + 5*m*g*q2"

[scene]
text    = "Displacements are drawn 50 times larger than they are."
links   = [["A1", "A3"]]
springs = [["B1", "A1"], ["B3", "A3"], ["A2", "M"]]
masses  = [{ at = "M", width = "l/2", height = "l/3", text = "5 m" }]
ground  = ["B1", "B3"]

[scene.points]
A1 = [0, "50*q1"]               # the ends of the rod ...
A3 = ["5*l", "50*q3"]
A2 = ["2*l", "50*x_A"]          # ... and where the third spring is attached
B1 = [0, "-l"]
B3 = ["5*l", "-l"]
M  = ["2*l", "-l + 50*q2"]

[simulate]
t_end   = 10.0
samples = 10000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("q1", "q2", "q3")
_CITE = "Park-open eq 16"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "q1": "2/3*m*q1'' + 1/3*m*q3'' + k*(34/25*q1 - 3/5*q2 + 6/25*q3) + m*g",
            "q2": "5*m*q2'' + k*(-3/5*q1 + q2 - 2/5*q3) + 5*m*g",
            "q3": "1/3*m*q1'' + 2/3*m*q3'' + k*(6/25*q1 - 2/5*q2 + 29/25*q3) + m*g",
        },
        "Park-open eq 15, with gravity",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        2/3*m  0    1/3*m
        0      5*m  0
        1/3*m  0    2/3*m
        """,
        _CITE,
    ),
    *golden_matrix(
        "K",
        _Q,
        _Q,
        """
        34/25*k  -3/5*k  6/25*k
        -3/5*k   k       -2/5*k
        6/25*k   -2/5*k  29/25*k
        """,
        _CITE,
    ),
    *golden_vector("G", {"q1": "m*g", "q2": "5*m*g", "q3": "m*g"}, "Park-open section 3, gravity vector"),
)

_NUMBERS = (
    Number(what="mode.0.hz", value=1.78349, rtol=3e-6, how="Eigenvalues of the printed M and K."),
    Number(what="mode.1.hz", value=6.26222, rtol=1e-6, how="Eigenvalues of the printed M and K."),
    Number(what="mode.2.hz", value=8.84172, rtol=1e-6, how="Eigenvalues of the printed M and K."),
    Number(what="static.q1", value=-0.03924, rtol=1e-9, how="K q = -(m g, 5 m g, m g)."),
    Number(what="static.q2", value=-0.084366, rtol=1e-9, how="K q = -(m g, 5 m g, m g)."),
    Number(what="static.q3", value=-0.02943, rtol=1e-9, how="K q = -(m g, 5 m g, m g)."),
)

SYSTEM = System(
    name="sprung_rod",
    source="Park-open section 3",
    summary="A rod on two springs with a mass hung from it by a third: linear, three modes",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
