"""A four-bar linkage made by pinning the end of a triple pendulum, x axis pointing down.

In set3 the third link turns fully. The source reports that the pinned end drifts by 1e-8 m, the energy
by 1e-6 J.
"""

from dalembert.library import _chain
from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Triple pendulum with its end pinned"

[parameters]
m1 = { value = 1,   unit = "kg",    text = "mass of link 1" }
m2 = { value = 1,   unit = "kg",    text = "mass of link 2" }
m3 = { value = 3,   unit = "kg",    text = "mass of link 3" }
L1 = { value = 2,   unit = "m",     text = "length of link 1" }
L2 = { value = 1,   unit = "m",     text = "length of link 2" }
L3 = { value = 0.5, unit = "m",     text = "length of link 3" }
g  = { value = 5,   unit = "m/s^2", text = "gravity, along x" }
th10 = { value = "pi - 1/64", unit = "rad", text = "initial value of theta1", symbol = '\theta_{1,0}' }
th20 = { value = "pi/2",      unit = "rad", text = "initial value of theta2", symbol = '\theta_{2,0}' }
th30 = { value = 0,           unit = "rad", text = "initial value of theta3", symbol = '\theta_{3,0}' }
# The pinned point is where the end is at the start.
X4 = { value = "L1*cos(th10) + L2*cos(th20) + L3*cos(th30)", unit = "m", text = "pinned point, along x" }
Y4 = { value = "L1*sin(th10) + L2*sin(th20) + L3*sin(th30)", unit = "m", text = "pinned point, along y" }

[coordinates]
# One speed is given; the constraints give the other two.
theta1 = { unit = "rad", start = "th10", text = "angle of link 1" }
theta2 = { unit = "rad", start = "th20", text = "angle of link 2" }
theta3 = { unit = "rad", start = "th30", speed = 2, text = "angle of link 3" }

[definitions]
# x points down. Ends of the links ...
x1 = "L1*cos(theta1)"
y1 = "L1*sin(theta1)"
x2 = "x1 + L2*cos(theta2)"
y2 = "y1 + L2*sin(theta2)"
x3 = "x2 + L3*cos(theta3)"
y3 = "y2 + L3*sin(theta3)"
# ... and their mass centres.
xG1 = "L1/2*cos(theta1)"
yG1 = "L1/2*sin(theta1)"
xG2 = "x1 + L2/2*cos(theta2)"
yG2 = "y1 + L2/2*sin(theta2)"
xG3 = "x2 + L3/2*cos(theta3)"
yG3 = "y2 + L3/2*sin(theta3)"

[energy.kinetic]
link1 = "1/2*m1*(xG1'^2 + yG1'^2) + 1/24*m1*L1^2*theta1'^2"
link2 = "1/2*m2*(xG2'^2 + yG2'^2) + 1/24*m2*L2^2*theta2'^2"
link3 = "1/2*m3*(xG3'^2 + yG3'^2) + 1/24*m3*L3^2*theta3'^2"

[energy.potential]
link1 = "-m1*g*xG1"
link2 = "-m2*g*xG2"
link3 = "-m3*g*xG3"

[constraints.displacement]
phi1 = { value = "x3 - X4", text = "pin at the end, along x" }
phi2 = { value = "y3 - Y4", text = "pin at the end, along y" }

[bodies]                        # the same links as bodies: for balances, free-body diagrams and pin forces
energies = "written"
gravity  = ["g", 0]

[bodies.ground]
points = { C = ["X4", "Y4"] }

[bodies.link1]
mass   = "m1"
shape  = { rod = "L1" }
place  = { at = ["xG1", "yG1"], angle = "theta1" }
points = { O = ["-L1/2", 0], A = ["L1/2", 0] }

[bodies.link2]
mass   = "m2"
shape  = { rod = "L2" }
place  = { at = ["xG2", "yG2"], angle = "theta2" }
points = { A = ["-L2/2", 0], B = ["L2/2", 0] }

[bodies.link3]
mass   = "m3"
shape  = { rod = "L3" }
place  = { at = ["xG3", "yG3"], angle = "theta3" }
points = { B = ["-L3/2", 0], C = ["L3/2", 0] }

[joints]
O = { kind = "pin", between = ["ground", "link1.O"] }
A = { kind = "pin", between = ["link1.A", "link2.A"] }
B = { kind = "pin", between = ["link2.B", "link3.B"] }
C = { kind = "pin", between = ["link3.C", "ground.C"], constraints = ["phi1", "phi2"] }

[outputs]
pin12_x = { value = "x1", symbol = 'x_{12}' }
pin12_y = { value = "y1", symbol = 'y_{12}' }
pin23_x = { value = "x2", symbol = 'x_{23}' }
pin23_y = { value = "y2", symbol = 'y_{23}' }

[scene]
points = { O = [0, 0], A = ["x1", "y1"], B = ["x2", "y2"], C = ["X4", "Y4"] }
links  = [["O", "A"], ["A", "B"], ["B", "C"]]
ground = ["O", "C"]
traces = ["B"]
view   = { x = "down" }

[cases.set3]                    # link 3 turns fully
speed = { theta3 = 2 }

[cases.demo]
parameters = { L1 = 1, L2 = 1, L3 = 2, m3 = 1 }
speed      = { theta3 = 0 }

[cases.long_coupler]            # theta3' is what theta1' = 5 rad/s implies: 5*cos(20 deg)/cos(70 deg)
parameters = { L1 = 1, L2 = 9, L3 = 1, m2 = 5, m3 = 1, th10 = "8*pi/9", th20 = "pi/2", th30 = "7*pi/18" }
speed      = { theta3 = 13.737387097273113 }
simulate   = { t_end = 100.0, samples = 6000 }

[simulate]
t_end   = 20.0
samples = 1200                  # 60 a second
rtol    = 1e-10
atol    = 1e-10
"""

_Q = ("theta1", "theta2", "theta3")
_PHI = ("phi1", "phi2")
_CITE = "Dominguez section 2, general form with multipliers, re-derived"


def _equation(i: int) -> str:
    pinned = f"L{i}*sin(theta{i})*lam_phi1 + L{i}*cos(theta{i})*lam_phi2"
    return f"{_chain.equation(i, _chain.THREE, _chain.inertia, _chain.weight)} - {pinned}"


_GOLDENS = (
    *golden_vector("equation", {f"theta{i}": _equation(i) for i in (1, 2, 3)}, _CITE),
    *golden_matrix("M", _Q, _Q, _chain.mass_grid(3), _chain.CITE),
    *golden_vector(
        "Phi",
        {
            "phi1": "L1*cos(theta1) + L2*cos(theta2) + L3*cos(theta3) - X4",
            "phi2": "L1*sin(theta1) + L2*sin(theta2) + L3*sin(theta3) - Y4",
        },
        _CITE,
    ),
    *golden_matrix(
        "Phi_q",
        _PHI,
        _Q,
        """
        -L1*sin(theta1)  -L2*sin(theta2)  -L3*sin(theta3)
        L1*cos(theta1)   L2*cos(theta2)   L3*cos(theta3)
        """,
        _CITE,
    ),
    *golden_vector(
        "gamma",
        {
            "phi1": "L1*cos(theta1)*theta1'^2 + L2*cos(theta2)*theta2'^2 + L3*cos(theta3)*theta3'^2",
            "phi2": "L1*sin(theta1)*theta1'^2 + L2*sin(theta2)*theta2'^2 + L3*sin(theta3)*theta3'^2",
        },
        _CITE,
    ),
)

_NUMBERS = (
    Number(what="energy.start", value=42.4112550, rtol=2e-9, how="T + V of set3 at the start."),
    Number(what="speed.theta1", value=0.5000610, rtol=2e-7, how="The pinned end does not move, theta3' = 2."),
    Number(
        what="speed.theta2", value=-0.0156263, rtol=4e-6, how="The pinned end does not move, theta3' = 2."
    ),
    Number(what="case.long_coupler.speed.theta1", value=5.0, rtol=1e-12, how="The speed the source gives."),
)

SYSTEM = System(
    name="four_bar_pinned",
    source="Dominguez section 2",
    summary="A triple pendulum with its end pinned: three coordinates, two constraints",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
