"""A telescopic arm: a pivoted rod, and a second rod that slides along it, in polar coordinates."""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Polar telescopic arm"

[parameters]
m1 = { value = 2,    unit = "kg",    text = "mass of the pivoted rod" }
m2 = { value = 1,    unit = "kg",    text = "mass of the sliding rod" }
l1 = { value = 1,    unit = "m",     text = "length of the pivoted rod" }
l2 = { value = 0.4,  unit = "m",     text = "length of the sliding rod" }
g  = { value = 9.81, unit = "m/s^2", text = "gravity" }

[coordinates]
q1 = { unit = "m",   start = 0.8, speed = 0, text = "distance of the sliding rod from the pivot" }
q2 = { unit = "rad", start = 0.5, speed = 0, text = "angle of the arm above the horizontal" }

[energy.kinetic]
pivoted = "1/6*m1*l1^2*q2'^2"
sliding = "1/2*m2*(q1'^2 + q1^2*q2'^2) + 1/24*m2*l2^2*q2'^2"

[energy.potential]
pivoted = "1/2*m1*g*l1*sin(q2)"
sliding = "m2*g*q1*sin(q2)"

[outputs]
sliding_x = { value = "q1*cos(q2)", symbol = 'x_2' }
sliding_y = { value = "q1*sin(q2)", symbol = 'y_2' }

[scene]
links  = [
  { points = ["O", "A"], width = 0.06 },
  { points = ["B", "C"], width = 0.03 },
]
ground = ["O"]
traces = ["C"]

[scene.points]
O = [0, 0]
A = ["l1*cos(q2)", "l1*sin(q2)"]
B = ["(q1 - l2/2)*cos(q2)", "(q1 - l2/2)*sin(q2)"]
C = ["(q1 + l2/2)*cos(q2)", "(q1 + l2/2)*sin(q2)"]

[simulate]
t_end   = 1.0
samples = 1000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("q1", "q2")

_GOLDENS = (
    *golden_vector("equation", {"q1": "m2*q1'' - m2*q1*q2'^2 + g*m2*sin(q2)"}, "LagranTexPac eq 78"),
    *golden_vector(
        "equation",
        {"q2": ("2*m2*q1*q1'*q2' + (m1*l1^2/3 + m2*l2^2/12 + m2*q1^2)*q2'' + g*cos(q2)*(l1*m1 + 2*m2*q1)/2")},
        "LagranTexPac eq 79",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        m2  0
        0   m1*l1^2/3+m2*l2^2/12+m2*q1^2
        """,
        "LagranTexPac eqs 80-83",
    ),
    *golden_vector("C", {"q1": "-m2*q1*q2'^2", "q2": "2*m2*q1'*q1*q2'"}, "LagranTexPac eqs 84-85"),
    *golden_vector(
        "G",
        {"q1": "g*m2*sin(q2)", "q2": "g*cos(q2)*(l1*m1 + 2*m2*q1)/2"},
        "LagranTexPac eqs 86-87",
    ),
)

_NUMBERS = (
    Number(
        what="energy.start", value=8.46569616067302, rtol=1e-12, how="g sin(q2) (l1 m1/2 + m2 q1), at rest."
    ),
)

SYSTEM = System(
    name="polar_arm",
    source="LagranTexPac example C",
    summary="A telescopic arm in polar coordinates",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
