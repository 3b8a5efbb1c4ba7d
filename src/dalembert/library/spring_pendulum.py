"""A pendulum hung from a spring and a damper in series, the massless node between them a coordinate.

The equation of the node is of first order, so its speed is not free; the pivot sinks at m g/c in the end.
The mass matrix is singular at the node, and that of the other two where x3 is a right angle.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Pendulum on a spring and a damper in series"

[parameters]
m = { value = 1,    unit = "kg",    text = "mass of the bob" }
l = { value = 1,    unit = "m",     text = "length of the pendulum" }
k = { value = 200,  unit = "N/m",   text = "stiffness of the spring" }
c = { value = 50,   unit = "N*s/m", text = "damping of the damper" }
g = { value = 9.81, unit = "m/s^2", text = "gravity" }

[coordinates]
x1 = { unit = "m",   start = "-m*g/k", text = "displacement of the massless node" }
x2 = { unit = "m",   start = 0,   speed = 0, text = "height of the pivot" }
x3 = { unit = "rad", start = 0.5, speed = 0, text = "angle of the pendulum from the vertical" }

[energy]
kinetic     = "1/2*m*(x2'^2 + l^2*x3'^2 + 2*l*x2'*x3'*sin(x3))"
potential   = "1/2*k*x1^2"
dissipation = "1/2*c*(x1' - x2')^2"

[work]
# Gravity, written as an effort.
x2 = "-m*g"
x3 = "-m*g*l*sin(x3)"

[outputs]
bob_x = { value = "l*sin(x3)", symbol = 'x_{\mathrm{bob}}' }
bob_y = { value = "x2 - l*cos(x3)", symbol = 'y_{\mathrm{bob}}' }

[scene]
springs = [["O", "N"]]
dampers = [["N", "A"]]
links   = [["A", "B"]]
masses  = ["B"]
ground  = [["O2", "O1"]]
traces  = ["B"]

[scene.points]
O  = [0, 1]
O1 = [-0.2, 1]
O2 = [0.2, 1]
N  = [0, "0.5 + x1"]            # the massless node between spring and damper
A  = [0, "x2"]
B  = ["l*sin(x3)", "x2 - l*cos(x3)"]

[simulate]
t_end   = 5.0
samples = 5000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("x1", "x2", "x3")

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x1": "k*x1 + c*x1' - c*x2'",
            "x2": "m*x2'' + m*l*x3''*sin(x3) + m*l*x3'^2*cos(x3) - c*x1' + c*x2' + m*g",
            "x3": "m*l^2*x3'' + m*l*x2''*sin(x3) + m*g*l*sin(x3)",
        },
        "Suk Table 4.1",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        0  0            0
        0  m            m*l*sin(x3)
        0  m*l*sin(x3)  m*l^2
        """,
        "Suk Table 4.1, collected",
    ),
)

_NUMBERS = (
    Number(
        what="energy.start",
        value=0.2405902500,
        rtol=1e-12,
        how="Spring stretched by the weight: m^2 g^2/(2 k).",
    ),
    Number(
        what="steady.speed.x2", value=-0.1962, rtol=1e-9, how="Sinking with the pendulum at rest: -m g/c."
    ),
)

SYSTEM = System(
    name="spring_pendulum",
    source="Suk section 4.2",
    summary="A pendulum on a spring and a damper in series: a massless coordinate, singular mass matrix",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
