"""A geared drive train of four shafts, undamped, very stiff, free to turn as a whole.

The modes lie at 500 to 1900 Hz: output every 1e-3 s would show them at false frequencies, so the model
samples every 1e-4 s. The twists are about 1e-8 rad, hence the small absolute tolerance.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix

_TEXT = r"""format = 1
title = "Geared drive train"

[parameters]
I1 = { value = 10, unit = "kg*m^2", text = "inertia of the motor" }
I2 = { value = 20, unit = "kg*m^2", text = "inertia of gear 2" }
I3 = { value = 30, unit = "kg*m^2", text = "inertia of gear 3" }
I4 = { value = 40, unit = "kg*m^2", text = "inertia of gear 4" }
I5 = { value = 50, unit = "kg*m^2", text = "inertia of gear 5" }
I6 = { value = 60, unit = "kg*m^2", text = "inertia of the load" }
n2 = { value = 10, unit = "-", text = "number of teeth of gear 2" }
n3 = { value = 30, unit = "-", text = "number of teeth of gear 3" }
n4 = { value = 15, unit = "-", text = "number of teeth of gear 4" }
n5 = { value = 20, unit = "-", text = "number of teeth of gear 5" }
kt1 = { value = 1e9, unit = "N*m/rad", text = "stiffness of shaft 1" }
kt2 = { value = 1e9, unit = "N*m/rad", text = "stiffness of shaft 2" }
kt3 = { value = 1e9, unit = "N*m/rad", text = "stiffness of shaft 3" }
torque = { value = 10, unit = "N*m", text = "torque of the motor", symbol = '\tau' }

[coordinates]
theta1 = { unit = "rad", start = 0, speed = 0, text = "angle of the motor" }
theta2 = { unit = "rad", start = 0, speed = 0, text = "angle of gear 2" }
theta3 = { unit = "rad", start = 0, speed = 0, text = "angle of gear 4" }
theta4 = { unit = "rad", start = 0, speed = 0, text = "angle of the load" }

[definitions]
# Meshing gears turn opposite ways: gear 3 follows gear 2, gear 5 follows gear 4.
gear3 = { value = "-n2/n3*theta2", symbol = '\theta_{g3}' }
gear5 = { value = "-n4/n5*theta3", symbol = '\theta_{g5}' }

[energy.kinetic]
motor = "1/2*I1*theta1'^2"
pair1 = "1/2*I2*theta2'^2 + 1/2*I3*gear3'^2"
pair2 = "1/2*I4*theta3'^2 + 1/2*I5*gear5'^2"
load  = "1/2*I6*theta4'^2"

[energy.potential]
shaft1 = "1/2*kt1*(theta2 - theta1)^2"
shaft2 = "1/2*kt2*(theta3 - gear3)^2"
shaft3 = "1/2*kt3*(theta4 - gear5)^2"

[work]
theta1 = "torque"

[scene]
text   = "Gears that turn together stand side by side; a tooth is drawn as a tenth of a radius."
links  = [["M", "C2"], ["C3", "C4"], ["C5", "E"]]           # shafts
wheels = [
  { at = "M",  radius = 1,       angle = "theta1", text = "motor" },
  { at = "C2", radius = "n2/10", angle = "theta2", text = "2" },
  { at = "C3", radius = "n3/10", angle = "gear3",  text = "3" },
  { at = "C4", radius = "n4/10", angle = "theta3", text = "4" },
  { at = "C5", radius = "n5/10", angle = "gear5",  text = "5" },
  { at = "E",  radius = 2,       angle = "theta4", text = "load" },
]

[scene.points]
M  = [0, 0]
C2 = [3, 0]
C3 = ["3 + (n2 + n3)/10", 0]
C4 = ["4 + (n2 + 2*n3 + n4)/10", 0]
C5 = ["4 + (n2 + 2*n3 + 2*n4 + n5)/10", 0]
E  = ["7 + (n2 + 2*n3 + 2*n4 + 2*n5)/10", 0]

[simulate]
t_end   = 10.0
samples = 100000
rtol    = 1e-9
atol    = 1e-13
"""

_Q = ("theta1", "theta2", "theta3", "theta4")
_CITE = "Park-open eqs 17-18, corrected n4/n5"

_GOLDENS = (
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        I1  0                0                0
        0   I2+I3*n2^2/n3^2  0                0
        0   0                I4+I5*n4^2/n5^2  0
        0   0                0                I6
        """,
        _CITE,
    ),
    *golden_matrix(
        "K",
        _Q,
        _Q,
        """
        kt1   -kt1               0                  0
        -kt1  kt1+kt2*n2^2/n3^2  kt2*n2/n3          0
        0     kt2*n2/n3          kt2+kt3*n4^2/n5^2  kt3*n4/n5
        0     0                  kt3*n4/n5          kt3
        """,
        _CITE,
    ),
)

_NUMBERS = (
    Number(what="mode.1.hz", value=499.76, rtol=1e-5, how="Eigenvalues of M and K; mode 0 is the rigid one."),
    Number(what="mode.2.hz", value=912.32, rtol=1e-5, how="Eigenvalues of M and K."),
    Number(what="mode.3.hz", value=1913.19, rtol=3e-6, how="Eigenvalues of M and K."),
    Number(
        what="rigid.acceleration.theta1", value=0.2239502, rtol=2e-7, how="Torque over the reflected inertia."
    ),
    Number(
        what="newmark.1e-3.mode.1.hz", value=319.5, rtol=2e-4, how="Period error of Newmark at dt = 1e-3 s."
    ),
    Number(
        what="newmark.1e-3.mode.2.hz", value=393.1, rtol=2e-4, how="Period error of Newmark at dt = 1e-3 s."
    ),
    Number(
        what="newmark.1e-3.mode.3.hz", value=447.5, rtol=2e-4, how="Period error of Newmark at dt = 1e-3 s."
    ),
)

SYSTEM = System(
    name="drive_train",
    source="Park-open section 4",
    summary="A geared drive train: linear, highly oscillatory, with a rigid-body mode",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
