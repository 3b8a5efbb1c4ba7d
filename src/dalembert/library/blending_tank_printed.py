"""A blending tank with heaters and a stirring motor, as its source prints it, which has no solution.

The equations of V1 and V2 both fix kap_psi2, psi2 alone cannot fix V1 and V2, and the torque tau never
reaches theta. It derives as printed, and is here to show that the mistake is found and named.
"""

from dalembert.library.facts import Facts, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Blending tank, as printed (ill-posed)"

[parameters]
I    = { value = 0.02,   unit = "kg*m^2",  text = "inertia of the stirrer" }
ct   = { value = 1430,   unit = "J/K^2",   text = "thermal capacitance: entropy per temperature" }
cf   = { value = 2.5e-5, unit = "m^3/Pa",  text = "fluid capacitance of the tank" }
Rt1  = { value = 0.7,    unit = "K^2*s/J", text = "thermal resistance of inlet 1" }
Rt2  = { value = 0.35,   unit = "K^2*s/J", text = "thermal resistance of inlet 2" }
Re   = { value = 2,      unit = "Ohm",     text = "resistance of the motor" }
ktau = { value = 0.1,    unit = "N*m/A",   text = "torque constant of the motor" }
T    = { value = 2,      unit = "K",       text = "temperature source" }
v    = { value = 12,     unit = "V",       text = "voltage of the motor" }

[coordinates]
V1    = { unit = "m^3", start = 0 }                 # volume through inlet 1
V2    = { unit = "m^3", start = 0 }                 # volume through inlet 2
V3    = { unit = "m^3", start = 0 }                 # volume in the tank
S1    = { unit = "J/K", start = 0 }                 # entropy through inlet 1
S2    = { unit = "J/K", start = 0 }                 # entropy through inlet 2
S3    = { unit = "J/K", start = 0 }                 # entropy in the tank
q0    = { unit = "C",   start = 0 }                 # charge through the motor
theta = { unit = "rad", start = 0, speed = 0 }      # stirrer

[energy.kinetic]
stirrer = "1/2*I*theta'^2"

[energy.potential]
heat  = "1/2*S3^2/ct"
fluid = "1/2*V3^2/cf"

[energy.dissipation]
inlet1 = "1/2*Rt1*S1'^2"
inlet2 = "1/2*Rt2*S2'^2"
motor  = "1/2*Re*q0'^2"

[work]
S3 = "T"
q0 = "v"

[efforts]
tau = { unit = "N*m", guess = 0 }

[constraints.flow]
psi1 = { value = "S3' - S1' - S2'", text = "entropy balance of the tank" }
psi2 = { value = "V3' - V1' - V2'", text = "volume balance of the tank" }

[constraints.effort]
gamma1 = { value = "tau - ktau*q0'", text = "torque of the motor" }

[simulate]
t_end   = 2000.0
samples = 2000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("V1", "V2", "V3", "S1", "S2", "S3", "q0", "theta")

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "V1": "-kap_psi2",
            "V2": "-kap_psi2",
            "V3": "V3/cf + kap_psi2",
            "S1": "Rt1*S1' - kap_psi1",
            "S2": "Rt2*S2' - kap_psi1",
            "S3": "S3/ct + kap_psi1 - T",
            "q0": "Re*q0' - v",
            "theta": "I*theta''",
        },
        "Suk Table B.2",
    ),
    *golden_matrix(
        "Psi_qd",
        ("psi1", "psi2"),
        _Q,
        """
        0   0   0  -1  -1  1  0  0
        -1  -1  1  0   0   0  0  0
        """,
        "Suk eq B.24",
    ),
    *golden_vector("gamma", {"psi1": "0", "psi2": "0"}, "Suk eq B.24, re-derived"),
    *golden_vector("effort", {"gamma1": "tau - ktau*q0'"}, "Suk eq 4.50, with the missing q0'"),
)

SYSTEM = System(
    name="blending_tank_printed",
    source="Suk section 4.5",
    summary="A blending tank as printed: thermal, fluid, electrical, ill-posed",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS),
)
