"""A thin disc that rolls on a plane without slipping, leaning and turning as it likes.

Its spin about its axis and its turning about its steepest radius are functions of the lean alone: two
constants of the motion besides the energy (Appell, Korteweg). With S = psi' - sin(theta) phi' and
U = cos(theta) phi',

    dS/dtheta = m r^2/(Ia + m r^2) U,   dU/dtheta = tan(theta) U + Ia/Id S.
"""

from math import cos, sin

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Rolling disc"

[parameters]
m  = { value = 0.1,  unit = "kg",    text = "mass" }
r  = { value = 0.05, unit = "m",     text = "radius" }
g  = { value = 9.81, unit = "m/s^2", text = "gravity" }
Ia = { value = "1/2*m*r^2", unit = "kg*m^2", text = "inertia about the axis" }
Id = { value = "1/4*m*r^2", unit = "kg*m^2", text = "inertia about a diameter" }

[coordinates]
x     = { unit = "m",   start = 0, text = "contact point, along x" }
y     = { unit = "m",   start = 0, text = "contact point, along y" }
phi   = { unit = "rad", start = 0, speed = 2, text = "direction of travel" }
theta = { unit = "rad", start = 0.3, speed = 0, text = "lean from the vertical" }
psi   = { unit = "rad", start = 0, speed = 8, text = "rolling angle" }

[definitions]
# The centre is one radius up the steepest line of the disc.
xG = "x - r*sin(theta)*sin(phi)"
yG = "y + r*sin(theta)*cos(phi)"
zG = "r*cos(theta)"
spin = "psi' - sin(theta)*phi'"
turn = "cos(theta)*phi'"

[energy.kinetic]
going   = "1/2*m*(xG'^2 + yG'^2 + zG'^2)"
turning = "1/2*Ia*spin^2 + 1/2*Id*(turn^2 + theta'^2)"

[energy.potential]
weight = "m*g*zG"

[constraints.flow]
# The trace on the plane is as long as the rim that rolled on it.
psi1 = { value = "x' - r*cos(phi)*psi'", text = "rolling without slip, along x" }
psi2 = { value = "y' - r*sin(phi)*psi'", text = "rolling without slip, along y" }

[outputs]
S = { value = "spin", unit = "rad/s" }
U = { value = "turn", unit = "rad/s" }

[scene]
points = { P = ["x", "y", 0], G = ["xG", "yG", "zG"] }
traces = ["P"]
view   = { turn = -60, tilt = 25 }

[[scene.discs]]
at        = "G"
radius    = "r"
thickness = "r/20"
angle     = "psi"
axis      = ["-cos(theta)*sin(phi)", "cos(theta)*cos(phi)", "-sin(theta)"]

[simulate]
t_end   = 2.0
samples = 1000
"""

_Q = ("x", "y", "phi", "theta", "psi")

_GOLDENS = (
    *golden_matrix(
        "Psi_qd",
        ("psi1", "psi2"),
        _Q,
        """
        1  0  0  0  -r*cos(phi)
        0  1  0  0  -r*sin(phi)
        """,
        "by hand",
    ),
    *golden_vector("gamma", {"psi1": "-r*sin(phi)*phi'*psi'", "psi2": "r*cos(phi)*phi'*psi'"}, "by hand"),
    *golden_vector("G", {"theta": "-m*g*r*sin(theta)"}, "by hand"),
    *golden_vector(
        "equation",
        {
            "psi": (
                "Ia*(psi'' - sin(theta)*phi'' - cos(theta)*theta'*phi')"
                " - r*cos(phi)*kap_psi1 - r*sin(phi)*kap_psi2"
            )
        },
        "by hand",
    ),
)

_SPIN, _TURN = 8 - 2 * sin(0.3), 2 * cos(0.3)
_NUMBERS = (
    Number(
        what="energy.start",
        value=0.1 * 0.05**2 * (3 * _SPIN**2 / 4 + _TURN**2 / 8) + 0.1 * 9.81 * 0.05 * cos(0.3),
        rtol=1e-13,
        how="(m r^2 + Ia) S^2/2 + Id U^2/2 + m g r cos(theta)",
    ),
)

SYSTEM = System(
    name="rolling_disc",
    source="Appell 1900, Korteweg 1900: integrals of the rolling disc",
    summary="A thin disc rolling without slipping: two flow constraints, three constants of the motion",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
