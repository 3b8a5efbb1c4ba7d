"""A uniform rod swinging about one end, in the redundant coordinates of its mass centre and its angle.

With the constraints eliminated it is theta'' = -3 g/(2 l) sin(theta), whose period is an elliptic integral.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Rod pendulum"

[parameters]
m = { value = 1,    unit = "kg",    text = "mass of the rod" }
l = { value = 10,   unit = "m",     text = "length of the rod" }
g = { value = 9.81, unit = "m/s^2", text = "gravity" }

[coordinates]
# The angle is given; the mass centre follows from the constraints, near its guess.
x     = { unit = "m", guess = 3.5, text = "mass centre, along x" }
y     = { unit = "m", guess = -3.5, text = "mass centre, along y" }
theta = { unit = "deg", start = 45, speed = 0, text = "angle of the rod from the vertical" }

[energy.kinetic]
translation = "1/2*m*(x'^2 + y'^2)"
rotation    = "1/24*m*l^2*theta'^2"

[energy.potential]
gravity = "m*g*y"

[constraints.displacement]
# The upper end of the rod stays at the origin.
phi1 = { value = "x - l/2*sin(theta)", text = "pivot, along x" }
phi2 = { value = "y + l/2*cos(theta)", text = "pivot, along y" }

[outputs]
tip_x = { value = "l*sin(theta)", symbol = 'x_{\mathrm{tip}}' }
tip_y = { value = "-l*cos(theta)", symbol = 'y_{\mathrm{tip}}' }

[scene]
points = { O = [0, 0], G = ["x", "y"], tip = ["l*sin(theta)", "-l*cos(theta)"] }
links  = [["O", "tip"]]
masses = ["G"]
ground = ["O"]
traces = ["tip"]

[simulate]
t_end   = 3.0
samples = 3000
rtol    = 1e-9
atol    = 1e-6
"""

_Q = ("x", "y", "theta")
_PHI = ("phi1", "phi2")
_CITE = "Park-closed eq (11)-style form, re-derived"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x": "m*x'' + lam_phi1",
            "y": "m*y'' + m*g + lam_phi2",
            "theta": "1/12*m*l^2*theta'' - l/2*cos(theta)*lam_phi1 - l/2*sin(theta)*lam_phi2",
        },
        _CITE,
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        m  0  0
        0  m  0
        0  0  1/12*m*l^2
        """,
        _CITE,
    ),
    *golden_vector("h", {"x": "0", "y": "-m*g", "theta": "0"}, _CITE),
    *golden_vector("Phi", {"phi1": "x - l/2*sin(theta)", "phi2": "y + l/2*cos(theta)"}, _CITE),
    *golden_matrix(
        "Phi_q",
        _PHI,
        _Q,
        """
        1  0  -l/2*cos(theta)
        0  1  -l/2*sin(theta)
        """,
        _CITE,
    ),
    *golden_vector(
        "gamma",
        {"phi1": "-l/2*sin(theta)*theta'^2", "phi2": "l/2*cos(theta)*theta'^2"},
        _CITE,
    ),
)

_NUMBERS = (
    Number(what="energy.start", value=-34.68358761720016, rtol=1e-12, how="-m g l/2 cos 45 deg, at rest."),
    Number(what="start.x", value=3.5355339059327378, rtol=1e-12, how="l/2 sin 45 deg."),
    Number(what="start.y", value=-3.5355339059327378, rtol=1e-12, how="-l/2 cos 45 deg."),
    Number(what="period.theta", value=5.386689500375, rtol=1e-8, how="4 K(sin^2 22.5 deg)/sqrt(3 g/(2 l))."),
    Number(what="maximum.speed.theta", value=0.9284313345466, rtol=1e-8, how="Energy at the lowest point."),
)

SYSTEM = System(
    name="rod_pendulum",
    source="Park-closed section 3",
    summary="A uniform rod swinging about one end: three coordinates, two constraints",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
