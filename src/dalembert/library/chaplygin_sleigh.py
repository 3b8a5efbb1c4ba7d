"""Chaplygin's sleigh: a body on a plane whose blade cannot slip sideways.

The mass centre lies at a distance in front of the blade, and the sleigh ends up going straight ahead: the
rate of turning dies out although nothing dissipates. Closed form, with J = I + m a^2:

    v' = a w^2, w' = -m a v w/J; v = v1 tanh(k (t + t0)), w = sqrt(m/J) v1 sech(k (t + t0)),
    v1^2 = v(0)^2 + J w(0)^2/m, k = m a v1/J, tanh(k t0) = v(0)/v1.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Chaplygin's sleigh"

[parameters]
m  = { value = 2,   unit = "kg",     text = "mass" }
I  = { value = 0.5, unit = "kg*m^2", text = "inertia about the mass centre" }
a  = { value = 0.3, unit = "m",      text = "from the blade forward to the mass centre" }
v0 = { value = 1,   unit = "m/s",    text = "initial speed of the blade" }
w0 = { value = 2,   unit = "rad/s",  text = "initial angular velocity", symbol = '\omega_0' }

[coordinates]
x     = { unit = "m",   start = 0, speed = "v0", text = "blade, along x" }
y     = { unit = "m",   start = 0, text = "blade, along y" }
theta = { unit = "rad", start = 0, speed = "w0", text = "direction of the blade" }

[definitions]
xG = "x + a*cos(theta)"
yG = "y + a*sin(theta)"

[energy]
kinetic = "1/2*m*(xG'^2 + yG'^2) + 1/2*I*theta'^2"

[constraints.flow]
psi1 = { value = "-sin(theta)*x' + cos(theta)*y'", text = "no lateral slip of the blade" }

[outputs]
forward = { value = "cos(theta)*x' + sin(theta)*y'", unit = "m/s", symbol = 'v' }

[scene]
links  = [["B", "G"], { points = ["_B1", "_B2"], width = 0.03, text = "blade" }]
masses = ["G"]
traces = ["B", "G"]

[scene.points]
B   = ["x", "y"]
G   = ["xG", "yG"]
_B1 = ["x - a/3*cos(theta)", "y - a/3*sin(theta)"]
_B2 = ["x + a/3*cos(theta)", "y + a/3*sin(theta)"]

[simulate]
t_end   = 5.0
samples = 1000
"""

_Q = ("x", "y", "theta")

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x": "m*(x'' - a*sin(theta)*theta'' - a*cos(theta)*theta'^2) - sin(theta)*kap_psi1",
            "y": "m*(y'' + a*cos(theta)*theta'' - a*sin(theta)*theta'^2) + cos(theta)*kap_psi1",
            "theta": "(I + m*a^2)*theta'' + m*a*(cos(theta)*y'' - sin(theta)*x'')",
        },
        "by hand",
    ),
    *golden_matrix("Psi_qd", ("psi1",), _Q, "-sin(theta)  cos(theta)  0", "by hand"),
    *golden_vector("gamma", {"psi1": "theta'*(cos(theta)*x' + sin(theta)*y')"}, "by hand"),
)

_NUMBERS = (
    Number(what="energy.start", value=2.36, rtol=1e-14, how="m v0^2/2 + (I + m a^2) w0^2/2"),
    *numbers_at(
        5,
        {
            "x": 0.7812904025686824126876,
            "y": 6.962535474302971832914,
            "theta": 1.673329068539759291642,
            "theta'": 0.002759971191656820424751,
            "forward": 1.53622830662309670133,
        },
        1e-15,
        "Closed form, and integration in 34 digits.",
    ),
)

SYSTEM = System(
    name="chaplygin_sleigh",
    source="Chaplygin's sleigh, closed form",
    summary="A sleigh on a blade: one nonholonomic constraint",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
