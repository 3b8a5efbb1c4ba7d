"""A conveyor: a driven roller, a belt with spring and damper, and a load that turns a second roller.

The belt end x2 has no mass, but a constraint holds it, so the equations with multipliers are regular.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Conveyor"

[parameters]
m   = { value = 20,   unit = "kg",     text = "mass on the belt" }
I1  = { value = 0.05, unit = "kg*m^2", text = "inertia of the driven roller" }
I2  = { value = 0.05, unit = "kg*m^2", text = "inertia of the other roller" }
r1  = { value = 0.1,  unit = "m",      text = "radius of the driven roller" }
r2  = { value = 0.1,  unit = "m",      text = "radius of the other roller" }
k   = { value = 5e3,  unit = "N/m",    text = "stiffness of the belt" }
c   = { value = 50,   unit = "N*s/m",  text = "damping of the belt" }
Tau = { value = 5,    unit = "N*m",    text = "torque on the driven roller", symbol = '\tau' }

[coordinates]
# From rest; x2 and x4 follow from the constraints.
x1 = { unit = "m",   start = 0, speed = 0, text = "displacement of the load" }
x2 = { unit = "m",   guess = 0, text = "displacement of the belt at the driven roller (massless)" }
x3 = { unit = "rad", start = 0, speed = 0, text = "angle of the driven roller" }
x4 = { unit = "rad", guess = 0, text = "angle of the other roller" }

[energy.kinetic]
load    = "1/2*m*x1'^2"
roller1 = "1/2*I1*x3'^2"
roller2 = "1/2*I2*x4'^2"

[energy.potential]
belt = "1/2*k*(x1 - x2)^2"

[energy.dissipation]
belt = "1/2*c*(x1' - x2')^2"

[work]
x3 = "Tau"

[constraints.displacement]
# No slip on either roller.
phi1 = { value = "x2 - r1*x3", text = "no slip on the driven roller" }
phi2 = { value = "x1 - r2*x4", text = "no slip on the other roller" }

[scene]
links  = [{ points = ["_T1", "_T2"], width = 0.02 }, { points = ["_B1", "_B2"], width = 0.02 }]
wheels = [{ at = "D", radius = "r1", angle = "-x3" }, { at = "R", radius = "r2", angle = "-x4" }]
masses = [{ at = "M", width = 0.4, height = 0.25, text = "m" }]

[scene.points]
D   = [0, 0]
R   = [4, 0]
M   = ["0.3 + x1", "r1 + 0.15"]
_T1 = [0, "r1"]
_T2 = [4, "r2"]
_B1 = [0, "-r1"]
_B2 = [4, "-r2"]

[simulate]
t_end   = 2.0
samples = 2000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("x1", "x2", "x3", "x4")

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x1": "m*x1'' + k*(x1 - x2) + c*(x1' - x2') + lam_phi2",
            "x2": "-k*(x1 - x2) - c*(x1' - x2') + lam_phi1",
            "x3": "I1*x3'' - r1*lam_phi1 - Tau",
            "x4": "I2*x4'' - r2*lam_phi2",
        },
        "Suk Table 4.2",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        m  0  0   0
        0  0  0   0
        0  0  I1  0
        0  0  0   I2
        """,
        "Suk Table 4.2, collected",
    ),
    *golden_matrix(
        "Phi_q",
        ("phi1", "phi2"),
        _Q,
        """
        0  1  -r1  0
        1  0  0    -r2
        """,
        "Suk Table 4.2, collected",
    ),
    *golden_vector("gamma", {"phi1": "0", "phi2": "0"}, "Suk Table 4.2, collected"),
)

_NUMBERS = (
    Number(
        what="steady.acceleration.x1",
        value=5 / 3,
        rtol=1e-9,
        how="Once the belt is still: (Tau/r1)/(m + I1/r1^2 + I2/r2^2).",
    ),
)

SYSTEM = System(
    name="conveyor",
    source="Suk section 4.3",
    summary="A conveyor belt between two rollers: a massless coordinate fixed by a constraint",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
