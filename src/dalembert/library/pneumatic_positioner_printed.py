"""A pneumatic positioner with a flapper nozzle, a bellows and a solenoid, as its source prints it; ill-posed.

There are 14 equations for 13 unknowns: {u, y, V1, V2, V3} over-determine {lam_phi1, kap_psi1, P2}, and phi1
alone cannot fix u and y. Slips kept: the source calls gam a weight density but divides by it, so it is a
volume per weight here; and in gamma3 a pressure has become the time, which no choice of units can
mend (so Ap is left without one).
"""

from dalembert.library.facts import Facts, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Pneumatic positioner, as printed (ill-posed)"

[parameters]
a     = { value = 0.02, unit = "m",     text = "lever arm on the side of u" }
b     = { value = 0.08, unit = "m",     text = "lever arm on the side of z" }
m     = { value = 0.5,  unit = "kg",    text = "mass of the bellows' plate" }
ks    = { value = 8e3,  unit = "N/m",   text = "stiffness of the bellows" }
c     = { value = 100,  unit = "N*s/m", text = "damping of the bellows" }
Ap    = { value = 1e-3, text = "area of the bellows, in m^2 (no unit: gamma3 as printed has none that fits)" }
znull = { value = 0.02, unit = "m",     text = "height of the bellows at z = 0", symbol = 'z_n' }
r     = { value = 0.01, unit = "m",     text = "radius of the pinion" }
I     = { value = 1e-5, unit = "kg*m^2", text = "inertia of the pinion" }
L     = { value = 0.05, unit = "H",     text = "inductance of the solenoid" }
Re    = { value = 10,   unit = "Ohm",   text = "resistance of the solenoid" }
v     = { value = 12,   unit = "V",     text = "voltage of the solenoid" }
F     = { unit = "N",   text = "force on the lever" }
g     = { value = 9.81, unit = "m/s^2", text = "gravity" }
# Air, orifice and nozzle
R     = { value = 287,    unit = "J/kg/K", text = "gas constant of air" }
Tatm  = { value = 293,    unit = "K",   text = "temperature of the air", symbol = 'T_{\mathrm{atm}}' }
Patm  = { value = 101325, unit = "Pa",  text = "pressure of the atmosphere", symbol = 'P_{\mathrm{atm}}' }
Ps    = { value = 4e5,    unit = "Pa",  text = "supply pressure" }
gam   = { value = 0.08459874, unit = "m^3/N", text = "volume of air per weight", symbol = '\gamma' }
C2    = { value = 0.3965047, unit = "K^(1/2)/s", text = "flow constant of air" }
Cd1   = { value = 0.85, unit = "-",     text = "discharge coefficient of the orifice" }
Cd2   = { value = 0.85, unit = "-",     text = "discharge coefficient of the nozzle" }
A0    = { value = 1e-7, unit = "m^2",   text = "area of the orifice" }
Dn    = { value = 1e-3, unit = "m",     text = "diameter of the nozzle" }
ynull = { value = 1e-4, unit = "m",     text = "opening of the nozzle", symbol = 'y_0' }

[coordinates]
u     = { unit = "m",   start = 0, speed = 0 }      # end of the lever
y     = { unit = "m",   start = 0, speed = 0 }      # flapper
z     = { unit = "m",   start = 0, speed = 0 }      # bellows
theta = { unit = "rad", start = 0, speed = 0 }      # pinion
V1    = { unit = "m^3", start = 0 }                 # air through the orifice
V2    = { unit = "m^3", start = 0 }                 # air into the bellows
V3    = { unit = "m^3", start = 0 }                 # air through the nozzle
q0    = { unit = "C",   start = 0, speed = 0 }      # charge through the solenoid

[energy.kinetic]
plate    = "1/2*m*z'^2"
solenoid = "1/2*L*q0'^2"
pinion   = "1/2*I*theta'^2"

[energy.potential]
bellows = "1/2*ks*z^2"

[energy.dissipation]
bellows  = "1/2*c*z'^2"
solenoid = "1/2*Re*q0'^2"

[work]
u  = "F"
z  = "-Ap*(P2 - Patm) - m*g"
V1 = "Ps"
V2 = "P2"
V3 = "P2"
q0 = "v"

[efforts]
P1 = { unit = "Pa", guess = 4e5 }
P2 = { unit = "Pa", guess = 1.4e5 }

[constraints.displacement]
phi1 = { value = "y + a/(a + b)*z - b/(a + b)*u", text = "lever" }
phi2 = { value = "z + r*theta", text = "rack and pinion" }

[constraints.flow]
psi1 = { value = "V1' - V2' - V3'", text = "air flows at the junction" }

[constraints.effort]
gamma1 = { value = "V1'/gam - Cd1*A0*C2*P1/sqrt(Tatm)", text = "orifice" }
gamma2 = { value = "V3'/gam - Cd2*pi*Dn*ynull*C2*P2*sqrt(Patm/P2*(1 - Patm/P2)/Tatm)", text = "nozzle" }
gamma3 = { value = "V2/gam - g*Ap/(R*Tatm)*((znull - Ap*Patm/ks)*t + P2^2*Ap/ks)", text = "bellows" }

[simulate]
t_end   = 5.0
samples = 5000
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("u", "y", "z", "theta", "V1", "V2", "V3", "q0")
_CORRECTED = "Suk Table B.3, corrected signs"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "u": "-F - b/(a + b)*lam_phi1",
            "y": "lam_phi1",
            "z": "m*z'' + c*z' + ks*z + lam_phi2 + a/(a + b)*lam_phi1 + Ap*(P2 - Patm) + m*g",
            "theta": "I*theta'' + r*lam_phi2",
            "V1": "kap_psi1 - Ps",
            "V2": "-kap_psi1 - P2",
            "V3": "-kap_psi1 - P2",
            "q0": "L*q0'' + Re*q0' - v",
        },
        _CORRECTED,
    ),
    *golden_matrix(
        "Phi_q",
        ("phi1", "phi2"),
        _Q,
        """
        -b/(a+b)  1  a/(a+b)  0  0  0  0  0
        0         0  1        r  0  0  0  0
        """,
        "Suk eq B.37, corrected signs",
    ),
    *golden_matrix("Psi_qd", ("psi1",), _Q, "0  0  0  0  1  -1  -1  0", "Suk eq B.38"),
    *golden_vector("gamma", {"phi1": "0", "phi2": "0", "psi1": "0"}, "Suk eqs 4.67-4.68, re-derived"),
    *golden_vector(
        "effort",
        {
            "gamma1": "V1'/gam - Cd1*A0*C2*P1/sqrt(Tatm)",
            "gamma2": "V3'/gam - Cd2*pi*Dn*ynull*C2*P2*sqrt((Patm/P2)*(1 - Patm/P2)/Tatm)",
            "gamma3": "V2/gam - g*Ap/(R*Tatm)*((znull - Ap*Patm/ks)*t + P2^2*Ap/ks)",
        },
        "Suk eqs 4.59, 4.60, 4.64",
    ),
)

SYSTEM = System(
    name="pneumatic_positioner_printed",
    source="Suk section 4.6",
    summary="A pneumatic positioner as printed: fluid, mechanical, electrical, ill-posed",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS),
)
