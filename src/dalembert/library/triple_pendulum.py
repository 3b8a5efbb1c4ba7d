"""A triple pendulum of uniform links, the x axis pointing down, angles from the vertical; chaotic.

The source reports energy kept to 1e-9 J in set1, and computed motions that part exponentially, to 1e-3
near 17 s.
"""

from math import pi

from dalembert.library import _chain
from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Triple pendulum"

[parameters]
m1 = { value = 1,  unit = "kg",    text = "mass of link 1" }
m2 = { value = 1,  unit = "kg",    text = "mass of link 2" }
m3 = { value = 1,  unit = "kg",    text = "mass of link 3" }
L1 = { value = 1,  unit = "m",     text = "length of link 1" }
L2 = { value = 1,  unit = "m",     text = "length of link 2" }
L3 = { value = 1,  unit = "m",     text = "length of link 3" }
g  = { value = 10, unit = "m/s^2", text = "gravity, along x" }

[coordinates]
theta1 = { unit = "rad", start = "pi/2", speed = 0, text = "angle of link 1" }
theta2 = { unit = "rad", start = "pi/2", speed = 0, text = "angle of link 2" }
theta3 = { unit = "rad", start = "pi/2", speed = 0, text = "angle of link 3" }

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

[bodies]                        # the same links as bodies: for balances, free-body diagrams and pin forces
energies = "written"
gravity  = ["g", 0]

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

[outputs]
tip_x = { value = "x3", symbol = 'x_{\mathrm{tip}}' }
tip_y = { value = "y3", symbol = 'y_{\mathrm{tip}}' }

[scene]
points = { O = [0, 0], A = ["x1", "y1"], B = ["x2", "y2"], C = ["x3", "y3"] }
links  = [["O", "A"], ["A", "B"], ["B", "C"]]
ground = ["O"]
traces = ["C"]
view   = { x = "down" }

[cases.set1]                    # released from the horizontal
parameters = { g = 10 }

[cases.set2]                    # no gravity: turns as one rod
parameters = { g = 0 }
speed      = { theta1 = 1, theta2 = 1, theta3 = 1 }

[cases.demo]
parameters = { g = 1 }
simulate   = { t_end = 50.0, samples = 3000 }

[simulate]
t_end   = 20.0
samples = 1200                  # 60 a second
rtol    = 1e-10
atol    = 1e-10
"""

_Q = ("theta1", "theta2", "theta3")

_GOLDENS = (
    *golden_vector(
        "equation",
        {f"theta{i}": _chain.equation(i, _chain.THREE, _chain.inertia, _chain.weight) for i in (1, 2, 3)},
        _chain.CITE,
    ),
    *golden_matrix("M", _Q, _Q, _chain.mass_grid(3), _chain.CITE),
    *golden_vector(
        "G",
        {f"theta{i}": f"g*{_chain.weight(i, 3)}*sin(theta{i})" for i in (1, 2, 3)},
        _chain.CITE,
    ),
)

_NUMBERS = (
    Number(
        what="case.set2.energy.start", value=4.5, rtol=1e-12, how="A rod of 3 kg and 3 m turning at 1 rad/s."
    ),
    Number(
        what="case.set2.final.theta1", value=pi / 2 + 20, rtol=1e-9, how="Steady turning at 1 rad/s for 20 s."
    ),
    Number(
        what="case.set2.final.theta2", value=pi / 2 + 20, rtol=1e-9, how="Steady turning at 1 rad/s for 20 s."
    ),
    Number(
        what="case.set2.final.theta3", value=pi / 2 + 20, rtol=1e-9, how="Steady turning at 1 rad/s for 20 s."
    ),
)

SYSTEM = System(
    name="triple_pendulum",
    source="Dominguez section 1",
    summary="A triple pendulum of uniform links: chaotic",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
