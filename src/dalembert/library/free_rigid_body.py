"""A rigid body that turns freely, in Euler parameters: its mass matrix is singular off the constraint.

The benchmark is Assimulo's cvode_gyro. Its asserted 692.800241862 is the result of a method of order two; the
momentum about the first axis at 0.1 s is 692.800470045.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Free rigid body in Euler parameters"

[parameters]
I1 = { value = 1000, unit = "kg*m^2", text = "inertia about the first axis" }
I2 = { value = 5000, unit = "kg*m^2", text = "inertia about the second axis" }
I3 = { value = 6000, unit = "kg*m^2", text = "inertia about the third axis" }
w0 = { value = 10,   unit = "rad/s",  text = "initial angular velocity about each axis", symbol = '\omega_0' }

[coordinates]
# Body and space agree at the start; half of the angular velocity is the rate of the parameters.
e0 = { unit = "-", start = 1, speed = 0 }
e1 = { unit = "-", start = 0, speed = "w0/2" }
e2 = { unit = "-", start = 0, speed = "w0/2" }
e3 = { unit = "-", start = 0, speed = "w0/2" }

[definitions]
# Angular velocity in the frame of the body
omega1 = "2*(e0*e1' - e1*e0' - e2*e3' + e3*e2')"
omega2 = "2*(e0*e2' - e2*e0' - e3*e1' + e1*e3')"
omega3 = "2*(e0*e3' - e3*e0' - e1*e2' + e2*e1')"

[energy]
kinetic = "1/2*(I1*omega1^2 + I2*omega2^2 + I3*omega3^2)"

[constraints.displacement]
phi1 = { value = "e0^2 + e1^2 + e2^2 + e3^2 - 1", text = "unit norm of the Euler parameters" }

[outputs]
# Angular momentum in the frame of the body, and one direction cosine
Pi1 = { value = "I1*omega1", unit = "kg*m^2/s" }
Pi2 = { value = "I2*omega2", unit = "kg*m^2/s" }
Pi3 = { value = "I3*omega3", unit = "kg*m^2/s" }
R32 = { value = "2*(e2*e3 + e0*e1)", unit = "-" }

[scene]
# I1 + I2 = I3: a flat plate, sqrt(I2) long and sqrt(I1) wide on some scale, and the direction across it
links  = [{ points = ["O", "N"], width = 2 }]
traces = ["N"]

[scene.points]
O = [0, 0, 0]
N = [
  "2*sqrt(I1)*(e1*e3 + e0*e2)",
  "2*sqrt(I1)*(e2*e3 - e0*e1)",
  "sqrt(I1)*(e0^2 - e1^2 - e2^2 + e3^2)",
]

[[scene.boxes]]
at   = "O"
size = ["2*sqrt(I2)", "2*sqrt(I1)", 6]
x    = ["e0^2 + e1^2 - e2^2 - e3^2", "2*(e1*e2 + e0*e3)", "2*(e1*e3 - e0*e2)"]
y    = ["2*(e1*e2 - e0*e3)", "e0^2 - e1^2 + e2^2 - e3^2", "2*(e2*e3 + e0*e1)"]

[simulate]
t_end   = 0.1
samples = 1000
"""

_Q = ("e0", "e1", "e2", "e3")

_M01 = "4*(-I1*e0*e1+(I2-I3)*e2*e3)"
_M02 = "4*(-I2*e0*e2+(I3-I1)*e1*e3)"
_M03 = "4*(-I3*e0*e3+(I1-I2)*e1*e2)"
_M12 = "4*((I1-I2)*e0*e3-I3*e1*e2)"
_M13 = "4*((I3-I1)*e0*e2-I2*e1*e3)"
_M23 = "4*((I2-I3)*e0*e1-I1*e2*e3)"

_GOLDENS = (
    *golden_matrix(
        "M",
        _Q,
        _Q,
        f"""
        4*(I1*e1^2+I2*e2^2+I3*e3^2)  {_M01}  {_M02}  {_M03}
        {_M01}  4*(I1*e0^2+I2*e3^2+I3*e2^2)  {_M12}  {_M13}
        {_M02}  {_M12}  4*(I1*e3^2+I2*e0^2+I3*e1^2)  {_M23}
        {_M03}  {_M13}  {_M23}  4*(I1*e2^2+I2*e1^2+I3*e0^2)
        """,
        "by hand",
    ),
    *golden_matrix("Phi_q", ("phi1",), _Q, "2*e0  2*e1  2*e2  2*e3", "by hand"),
    *golden_vector("gamma", {"phi1": "-2*(e0'^2 + e1'^2 + e2'^2 + e3'^2)"}, "by hand"),
)

_NUMBERS = (
    Number(what="energy.start", value=6e5, rtol=1e-14, how="(I1 + I2 + I3) w0^2/2"),
    *numbers_at(
        0.1,
        {
            "e0": 0.7085438383842883767,
            "e1": 0.197457611026147495,
            "e2": 0.5581374854952452636,
            "e3": 0.3840034742297925512,
            "Pi1": 692.800470044971238,
            "Pi2": 70625.77920078217921,
            "Pi3": 34806.886384608847873,
            "R32": 0.70846821433,
        },
        1e-11,
        "Euler's equations in long double; the benchmark's checked digits agree.",
    ),
)

SYSTEM = System(
    name="free_rigid_body",
    source="Assimulo cvode_gyro",
    summary="A free rigid body in Euler parameters: a singular mass matrix made regular by its constraint",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
