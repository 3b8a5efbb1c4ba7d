"""A heavy top on a fixed point, in Euler parameters with their own constraint: fast, and far from falling.

A benchmark of integrators on Lie groups (Terze; Exudyn's heavyTop). The published result of a Runge-Kutta
method at 0.2 s is right in all five digits; the one of Exudyn is off by 5e-5.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Heavy top in Euler parameters"
text = "The top turns about a fixed point; its axis is the y axis of the body, its mass centre lies on it."

[parameters]
m   = { value = 15,       unit = "kg",     text = "mass" }
l   = { value = 1,        unit = "m",      text = "from the fixed point to the mass centre" }
J1  = { value = 0.234375, unit = "kg*m^2", text = "inertia about the mass centre, across" }
J2  = { value = 0.46875,  unit = "kg*m^2", text = "inertia about the axis" }
J3  = { value = 0.234375, unit = "kg*m^2", text = "inertia about the mass centre, across" }
g   = { value = 9.81,     unit = "m/s^2",  text = "gravity, along -z" }
w2  = { value = 150,      unit = "rad/s",  text = "initial spin", symbol = '\omega_{2,0}' }
w3  = { value = -4.61538, unit = "rad/s",  text = "initial rate across the axis", symbol = '\omega_{3,0}' }

[coordinates]
# Body and space agree at the start; half of the angular velocity is the rate of the parameters.
e0 = { unit = "-", start = 1, speed = 0 }
e1 = { unit = "-", start = 0, speed = 0 }
e2 = { unit = "-", start = 0, speed = "w2/2" }
e3 = { unit = "-", start = 0, speed = "w3/2" }

[definitions]
# Angular velocity in the frame of the body
omega1 = "2*(e0*e1' - e1*e0' - e2*e3' + e3*e2')"
omega2 = "2*(e0*e2' - e2*e0' - e3*e1' + e1*e3')"
omega3 = "2*(e0*e3' - e3*e0' - e1*e2' + e2*e1')"
# Mass centre
xG = "2*l*(e1*e2 - e0*e3)"
yG = "l*(e0^2 - e1^2 + e2^2 - e3^2)"
zG = "2*l*(e2*e3 + e0*e1)"

[energy.kinetic]
translation = "1/2*m*(xG'^2 + yG'^2 + zG'^2)"
rotation    = "1/2*(J1*omega1^2 + J2*omega2^2 + J3*omega3^2)"

[energy.potential]
weight = "m*g*zG"

[constraints.displacement]
phi1 = { value = "e0^2 + e1^2 + e2^2 + e3^2 - 1", text = "unit norm of the Euler parameters" }

[outputs]
x    = "xG"
y    = "yG"
z    = "zG"
spin = { value = "omega2", unit = "rad/s" }

[scene]
# A thin disc with these moments of inertia, and one of its radii
discs  = [{ at = "G", radius = "sqrt(2*J2/m)", axis = ["xG", "yG", "zG"] }]
links  = [["O", "G"], { points = ["G", "R"], width = 0.02 }]
ground = ["O"]
traces = ["G"]
view   = { turn = 40, tilt = 15 }

[scene.points]
O = [0, 0, 0]
G = ["xG", "yG", "zG"]
R = [
  "xG + sqrt(2*J2/m)*(e0^2 + e1^2 - e2^2 - e3^2)",
  "yG + 2*sqrt(2*J2/m)*(e1*e2 + e0*e3)",
  "zG + 2*sqrt(2*J2/m)*(e1*e3 - e0*e2)",
]

[simulate]
t_end   = 2.0
samples = 1000
"""

_Q = ("e0", "e1", "e2", "e3")

_GOLDENS = (
    *golden_vector("Phi", {"phi1": "e0^2 + e1^2 + e2^2 + e3^2 - 1"}, "by hand"),
    *golden_matrix("Phi_q", ("phi1",), _Q, "2*e0  2*e1  2*e2  2*e3", "by hand"),
    *golden_vector("gamma", {"phi1": "-2*(e0'^2 + e1'^2 + e2'^2 + e3'^2)"}, "by hand"),
    *golden_vector(
        "G",
        {"e0": "2*m*g*l*e1", "e1": "2*m*g*l*e0", "e2": "2*m*g*l*e3", "e3": "2*m*g*l*e2"},
        "by hand",
    ),
    *golden_matrix(
        "M",
        ("e0",),
        ("e0", "e1"),
        "4*(J1*e1^2+J2*e2^2+J3*e3^2)+4*m*l^2*(e3^2+e0^2+e1^2)"
        "  4*(-J1*e0*e1+J2*e2*e3-J3*e2*e3)+4*m*l^2*(-e2*e3)",
        "by hand",
    ),
)

_HOW = "Euler's equations in long double; the benchmark's checked twelve digits agree."
_NUMBERS = (
    Number(
        what="energy.start",
        value=0.46875 * 150**2 / 2 + (0.234375 + 15) * 4.61538**2 / 2,
        rtol=1e-13,
        how="J2 w2^2/2 + (J3 + m l^2) w3^2/2",
    ),
    *numbers_at(
        0.2,
        {
            "e0": -0.708279152974313013,
            "e1": 0.438781088126581852,
            "e2": 0.545728396145417068,
            "e3": 0.089399752824005349,
        },
        1e-14,
        _HOW,
    ),
    *numbers_at(
        1,
        {
            "e0": 0.732943980679663821,
            "e1": -0.278285719337612955,
            "e2": 0.531824611334162444,
            "e3": -0.320176142736249105,
            "x": 0.1733439640983857,
            "y": 0.6400885920705687,
            "z": -0.7484907911335815,
        },
        1e-14,
        _HOW,
    ),
    *numbers_at(
        2,
        {"x": -0.1504168227456414, "y": -0.7241655916368957, "z": -0.6730222695604441},
        1e-14,
        _HOW,
    ),
)

SYSTEM = System(
    name="heavy_top",
    source="Heavy top of Terze et al.; Exudyn heavyTop",
    summary="A fast heavy top in Euler parameters: four coordinates, one constraint",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
