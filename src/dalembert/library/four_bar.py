"""A four-bar linkage of three uniform links, each with its mass centre and angle as coordinates.

The lengths make it a crank-rocker: the crank, link 2, turns fully. Link 1 is the ground.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Four-bar linkage"

[parameters]
L1  = { value = 1.0,  unit = "m",     text = "ground, from (0, 0) to (L1, 0)" }
L2  = { value = 0.4,  unit = "m",     text = "length of the crank" }
L3  = { value = 0.9,  unit = "m",     text = "length of the coupler" }
L4  = { value = 0.8,  unit = "m",     text = "length of the rocker" }
m2  = { value = 0.8,  unit = "kg",    text = "mass of the crank" }
m3  = { value = 1.8,  unit = "kg",    text = "mass of the coupler" }
m4  = { value = 1.6,  unit = "kg",    text = "mass of the rocker" }
g   = { value = 9.81, unit = "m/s^2", text = "gravity" }
tau = { value = 0,    unit = "N*m",   text = "torque on the crank" }

[coordinates]
# The crank is given; the rest follows from the constraints, near the guesses (the open branch).
x2     = { unit = "m",   guess = 0.10, text = "centre of the crank, along x" }
y2     = { unit = "m",   guess = 0.17, text = "centre of the crank, along y" }
theta2 = { unit = "rad", start = "pi/3", speed = 6, text = "angle of the crank" }
x3     = { unit = "m",   guess = 0.59, text = "centre of the coupler, along x" }
y3     = { unit = "m",   guess = 0.57, text = "centre of the coupler, along y" }
theta3 = { unit = "rad", guess = 0.53, text = "angle of the coupler" }
x4     = { unit = "m",   guess = 0.99, text = "centre of the rocker, along x" }
y4     = { unit = "m",   guess = 0.40, text = "centre of the rocker, along y" }
theta4 = { unit = "rad", guess = 1.60, text = "angle of the rocker" }

[definitions]
J2 = "1/12*m2*L2^2"
J3 = "1/12*m3*L3^2"
J4 = "1/12*m4*L4^2"

[energy.kinetic]
crank   = "1/2*m2*(x2'^2 + y2'^2) + 1/2*J2*theta2'^2"
coupler = "1/2*m3*(x3'^2 + y3'^2) + 1/2*J3*theta3'^2"
rocker  = "1/2*m4*(x4'^2 + y4'^2) + 1/2*J4*theta4'^2"

[energy.potential]
crank   = "m2*g*y2"
coupler = "m3*g*y3"
rocker  = "m4*g*y4"

[work]
theta2 = "tau"

[constraints.displacement]
# Where the mass centres are ...
phi1 = { value = "x2 - L2/2*cos(theta2)", text = "centre of the crank, along x" }
phi2 = { value = "y2 - L2/2*sin(theta2)", text = "centre of the crank, along y" }
phi3 = { value = "x3 - (L2*cos(theta2) + L3/2*cos(theta3))", text = "centre of the coupler, along x" }
phi4 = { value = "y3 - (L2*sin(theta2) + L3/2*sin(theta3))", text = "centre of the coupler, along y" }
phi5 = { value = "x4 - (L1 + L2*cos(theta2) + L3*cos(theta3))/2", text = "centre of the rocker, along x" }
phi6 = { value = "y4 - (L2*sin(theta2) + L3*sin(theta3))/2", text = "centre of the rocker, along y" }
# ... and the loop closes.
phi7 = { value = "L2*cos(theta2) + L3*cos(theta3) - (L1 + L4*cos(theta4))", text = "closed loop, along x" }
phi8 = { value = "L2*sin(theta2) + L3*sin(theta3) - L4*sin(theta4)", text = "closed loop, along y" }

[outputs]
pin23_x = { value = "L2*cos(theta2)", symbol = 'x_{23}' }
pin23_y = { value = "L2*sin(theta2)", symbol = 'y_{23}' }
pin34_x = { value = "L2*cos(theta2) + L3*cos(theta3)", symbol = 'x_{34}' }
pin34_y = { value = "L2*sin(theta2) + L3*sin(theta3)", symbol = 'y_{34}' }

[scene]
links  = [
  { points = ["O", "A"], text = "crank" },
  { points = ["A", "B"], text = "coupler" },
  { points = ["B", "C"], text = "rocker" },
]
ground = ["O", "C"]
traces = ["G3"]

[scene.points]
O  = [0, 0]
A  = ["L2*cos(theta2)", "L2*sin(theta2)"]
B  = ["L1 + L4*cos(theta4)", "L4*sin(theta4)"]
C  = ["L1", 0]
G3 = ["x3", "y3"]

[simulate]
t_end   = 4.0
samples = 4000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("x2", "y2", "theta2", "x3", "y3", "theta3", "x4", "y4", "theta4")
_PHI = ("phi1", "phi2", "phi3", "phi4", "phi5", "phi6", "phi7", "phi8")
_CITE = "Park-closed eq (11)-style form, re-derived"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x2": "m2*x2'' + lam_phi1",
            "y2": "m2*y2'' + m2*g + lam_phi2",
            "theta2": (
                "1/12*m2*L2^2*theta2'' - tau + L2*(1/2*sin(theta2)*lam_phi1 - 1/2*cos(theta2)*lam_phi2"
                " + sin(theta2)*lam_phi3 - cos(theta2)*lam_phi4"
                " + 1/2*sin(theta2)*lam_phi5 - 1/2*cos(theta2)*lam_phi6"
                " - sin(theta2)*lam_phi7 + cos(theta2)*lam_phi8)"
            ),
            "x3": "m3*x3'' + lam_phi3",
            "y3": "m3*y3'' + m3*g + lam_phi4",
            "theta3": (
                "1/12*m3*L3^2*theta3'' + L3*(1/2*sin(theta3)*lam_phi3 - 1/2*cos(theta3)*lam_phi4"
                " + 1/2*sin(theta3)*lam_phi5 - 1/2*cos(theta3)*lam_phi6"
                " - sin(theta3)*lam_phi7 + cos(theta3)*lam_phi8)"
            ),
            "x4": "m4*x4'' + lam_phi5",
            "y4": "m4*y4'' + m4*g + lam_phi6",
            "theta4": "1/12*m4*L4^2*theta4'' + L4*sin(theta4)*lam_phi7 - L4*cos(theta4)*lam_phi8",
        },
        _CITE,
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        m2  0   0             0   0   0             0   0   0
        0   m2  0             0   0   0             0   0   0
        0   0   1/12*m2*L2^2  0   0   0             0   0   0
        0   0   0             m3  0   0             0   0   0
        0   0   0             0   m3  0             0   0   0
        0   0   0             0   0   1/12*m3*L3^2  0   0   0
        0   0   0             0   0   0             m4  0   0
        0   0   0             0   0   0             0   m4  0
        0   0   0             0   0   0             0   0   1/12*m4*L4^2
        """,
        _CITE,
    ),
    *golden_vector(
        "h",
        {
            "x2": "0",
            "y2": "-m2*g",
            "theta2": "tau",
            "x3": "0",
            "y3": "-m3*g",
            "theta3": "0",
            "x4": "0",
            "y4": "-m4*g",
            "theta4": "0",
        },
        _CITE,
    ),
    *golden_vector(
        "Phi",
        {
            "phi1": "x2 - L2*cos(theta2)/2",
            "phi2": "y2 - L2*sin(theta2)/2",
            "phi3": "x3 - L2*cos(theta2) - L3*cos(theta3)/2",
            "phi4": "y3 - L2*sin(theta2) - L3*sin(theta3)/2",
            "phi5": "x4 - L1/2 - L2*cos(theta2)/2 - L3*cos(theta3)/2",
            "phi6": "y4 - L2*sin(theta2)/2 - L3*sin(theta3)/2",
            "phi7": "L2*cos(theta2) + L3*cos(theta3) - L4*cos(theta4) - L1",
            "phi8": "L2*sin(theta2) + L3*sin(theta3) - L4*sin(theta4)",
        },
        "Park-closed eq (23)",
    ),
    *golden_matrix(
        "Phi_q",
        _PHI,
        _Q,
        """
        1  0  L2/2*sin(theta2)   0  0  0                  0  0  0
        0  1  -L2/2*cos(theta2)  0  0  0                  0  0  0
        0  0  L2*sin(theta2)     1  0  L3/2*sin(theta3)   0  0  0
        0  0  -L2*cos(theta2)    0  1  -L3/2*cos(theta3)  0  0  0
        0  0  L2/2*sin(theta2)   0  0  L3/2*sin(theta3)   1  0  0
        0  0  -L2/2*cos(theta2)  0  0  -L3/2*cos(theta3)  0  1  0
        0  0  -L2*sin(theta2)    0  0  -L3*sin(theta3)    0  0  L4*sin(theta4)
        0  0  L2*cos(theta2)     0  0  L3*cos(theta3)     0  0  -L4*cos(theta4)
        """,
        _CITE,
    ),
    *golden_vector(
        "gamma",
        {
            "phi1": "-L2/2*cos(theta2)*theta2'^2",
            "phi2": "-L2/2*sin(theta2)*theta2'^2",
            "phi3": "-L2*cos(theta2)*theta2'^2 - L3/2*cos(theta3)*theta3'^2",
            "phi4": "-L2*sin(theta2)*theta2'^2 - L3/2*sin(theta3)*theta3'^2",
            "phi5": "-L2/2*cos(theta2)*theta2'^2 - L3/2*cos(theta3)*theta3'^2",
            "phi6": "-L2/2*sin(theta2)*theta2'^2 - L3/2*sin(theta3)*theta3'^2",
            "phi7": "L2*cos(theta2)*theta2'^2 + L3*cos(theta3)*theta3'^2 - L4*cos(theta4)*theta4'^2",
            "phi8": "L2*sin(theta2)*theta2'^2 + L3*sin(theta3)*theta3'^2 - L4*sin(theta4)*theta4'^2",
        },
        _CITE,
    ),
)

_NUMBERS = (
    Number(
        what="energy.start", value=22.1261048546, rtol=1e-10, how="T + V of the closed linkage at the start."
    ),
    Number(
        what="start.theta3",
        value=0.5278044739,
        rtol=1e-9,
        how="Loop closure at theta2 = 60 deg, open branch.",
    ),
    Number(
        what="start.theta4",
        value=1.5988957600,
        rtol=1e-9,
        how="Loop closure at theta2 = 60 deg, open branch.",
    ),
    Number(
        what="speed.theta3", value=-1.5924042278, rtol=1e-9, how="Differentiated loop closure, theta2' = 6."
    ),
    Number(
        what="speed.theta4", value=1.6965015794, rtol=1e-9, how="Differentiated loop closure, theta2' = 6."
    ),
    Number(what="period.theta2", value=0.78648657561, rtol=1e-9, how="Quadrature of the energy integral."),
    Number(
        what="minimum.speed.theta2", value=4.603, rtol=2e-4, how="Energy integral over one turn of the crank."
    ),
    Number(
        what="maximum.speed.theta2",
        value=16.892,
        rtol=5e-5,
        how="Energy integral over one turn of the crank.",
    ),
)

SYSTEM = System(
    name="four_bar",
    source="Park-closed section 4",
    summary="A crank-rocker four-bar linkage: nine coordinates, eight constraints",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
