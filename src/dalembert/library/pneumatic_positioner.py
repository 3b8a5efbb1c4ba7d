"""A pneumatic positioner: a lever sets a flapper before a nozzle, the nozzle sets the pressure of a bellows.

The system of `pneumatic_positioner_printed`, repaired: the lever is moved (phi3) instead of pushed, orifice
and nozzle have pressure drops of their own, and the motor acts on the pinion and feels it. The orifice is
choked, so its flow depends on the pressure before it alone: P2 + dP1, which is Ps. The flow of the nozzle
depends on its own pressure drop dP3, which is P2 - Patm. The lever is moved suddenly at t1, the motor is
switched on at t2.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Pneumatic positioner"

[parameters]
# Lever, bellows and pinion
a     = { value = 0.02, unit = "m",     text = "lever arm on the side of u" }
b     = { value = 0.08, unit = "m",     text = "lever arm on the side of z" }
m     = { value = 0.5,  unit = "kg",    text = "mass of the bellows' plate" }
ks    = { value = 8e3,  unit = "N/m",   text = "stiffness of the bellows" }
c     = { value = 100,  unit = "N*s/m", text = "damping of the bellows" }
Ap    = { value = 1e-3, unit = "m^2",   text = "area of the bellows" }
znull = { value = 0.02, unit = "m",     text = "height of the bellows at z = 0", symbol = 'z_n' }
r     = { value = 0.01, unit = "m",     text = "radius of the pinion" }
I     = { value = 1e-5, unit = "kg*m^2", text = "inertia of the pinion" }
g     = { value = 9.81, unit = "m/s^2", text = "gravity" }
# Motor
L     = { value = 0.05, unit = "H",     text = "inductance" }
Re    = { value = 10,   unit = "Ohm",   text = "resistance" }
kt    = { value = 0.02, unit = "N*m/A", text = "torque constant" }
# Air, orifice and nozzle
R     = { value = 287,    unit = "J/kg/K", text = "gas constant of air" }
Tatm  = { value = 293,    unit = "K",   text = "temperature of the air", symbol = 'T_{\mathrm{atm}}' }
Patm  = { value = 101325, unit = "Pa",  text = "pressure of the atmosphere", symbol = 'P_{\mathrm{atm}}' }
Ps    = { value = 4e5,    unit = "Pa",  text = "supply pressure" }
gam   = { value = 11.820507, unit = "N/m^3", text = "weight of air per volume", symbol = '\gamma' }
C2    = { value = 0.3965047, unit = "K^(1/2)/s", text = "flow constant of air" }
Cd1   = { value = 0.85, unit = "-",     text = "discharge coefficient of the orifice" }
Cd2   = { value = 0.85, unit = "-",     text = "discharge coefficient of the nozzle" }
A0    = { value = 1e-7, unit = "m^2",   text = "area of the orifice" }
Dn    = { value = 1e-3, unit = "m",     text = "diameter of the nozzle" }
ynull = { value = 1e-4, unit = "m",     text = "opening of the nozzle at y = 0", symbol = 'y_0' }
# Equilibrium at y = 0, where it starts
P0    = { value = "Patm + (Cd1*A0*Ps/(2*Cd2*pi*Dn*ynull))^2/Patm", unit = "Pa", text = "initial pressure" }
z0    = { value = "-(Ap*(P0 - Patm) + m*g)/ks", unit = "m", text = "initial position of the bellows" }
u0    = { value = "a*z0/b", unit = "m", text = "initial position of the lever" }
V20 = { value = "g*P0*Ap*(znull - z0)/(R*Tatm*gam)", unit = "m^3", text = "initial air", symbol = 'V_{2,0}' }
# What is done to it
du    = { value = 1e-4, unit = "m",     text = "step of the lever", symbol = '\Delta u' }
t1    = { value = 0.5,  unit = "s",     text = "time of the step" }
v0    = { value = 12,   unit = "V",     text = "voltage of the motor" }
t2    = { value = 3,    unit = "s",     text = "switch-on time of the motor" }

[coordinates]
u     = { unit = "m",   guess = "u0", text = "end of the lever" }
y     = { unit = "m",   guess = 0, text = "flapper" }
z     = { unit = "m",   start = "z0", speed = 0, text = "displacement of the bellows" }
theta = { unit = "rad", guess = "-z0/r", text = "angle of the pinion" }
V1    = { unit = "m^3", start = 0, text = "air through the orifice" }
V2    = { unit = "m^3", start = "V20", text = "air in the bellows" }
V3    = { unit = "m^3", start = 0, text = "air through the nozzle" }
q0    = { unit = "C",   start = 0, speed = 0, text = "charge through the motor" }

[inputs]
u_in = { value = "du*step(t - t1)", unit = "m", text = "command, relative to the initial position" }
v    = { value = "v0*step(t - t2)", unit = "V", text = "voltage of the motor" }

[energy.kinetic]
plate  = "1/2*m*z'^2"
pinion = "1/2*I*theta'^2"
motor  = "1/2*L*q0'^2"

[energy.potential]
bellows = "1/2*ks*z^2"

[energy.dissipation]
bellows = "1/2*c*z'^2"
motor   = "1/2*Re*q0'^2"

[work]
z     = "-Ap*(P2 - Patm) - m*g"
V1    = "Ps - dP1"
V2    = "-P2"
V3    = "-Patm - dP3"
theta = "Tm"
q0    = "v - kt*theta'"

[efforts]
dP1 = { unit = "Pa",  guess = 2.6e5, text = "pressure drop across the orifice", symbol = '\Delta P_1' }
P2  = { unit = "Pa",  guess = 1.4e5, text = "pressure in the bellows" }
dP3 = { unit = "Pa",  guess = 4e4,   text = "pressure drop across the nozzle", symbol = '\Delta P_3' }
Tm  = { unit = "N*m", guess = 0,     text = "torque of the motor" }

[constraints.displacement]
phi1 = { value = "y + a/(a + b)*z - b/(a + b)*u", text = "lever" }
phi2 = { value = "z + r*theta", text = "rack and pinion" }
phi3 = { value = "u - u0 - u_in", text = "moved end of the lever" }

[constraints.flow]
psi1 = { value = "V1' - V2' - V3'", text = "air flows at the junction" }

[constraints.effort]
gamma1 = { value = "gam*V1' - Cd1*A0*C2*(P2 + dP1)/sqrt(Tatm)", text = "orifice" }
gamma2 = { value = "gam*V3' - 2*Cd2*pi*Dn*(ynull + y)*C2*sqrt(Patm*dP3/Tatm)", text = "nozzle" }
gamma3 = { value = "gam*V2 - g*P2*Ap*(znull - z)/(R*Tatm)", text = "bellows" }
gamma4 = { value = "Tm - kt*q0'", text = "torque of the motor" }

[scene]
text    = "Displacements are drawn four times as large, and so is the pinion."
links   = [["U", "F", "Z"], { points = ["Z", "_Z1"], width = 0.006 }]
bellows = [{ points = ["_B", "Z"], width = 0.05, text = "bellows" }]
nozzles = [{ points = ["_N1", "_N2"], width = 0.012, text = "nozzle" }]
pipes   = [
  { points = ["_P", "_J", "_K", "_B"], width = 0.008 },
  { points = ["_J", "_N1"], width = 0.008 },
]
orifices = [{ points = ["_O1", "_O2"], width = 0.01, text = "orifice" }]
pumps   = [{ points = ["_P0", "_P"], text = "Ps" }]
wheels  = [{ at = "_W", radius = "4*r", angle = "-theta" }]
motors  = [{ points = ["_M1", "_M2"], width = 0.03 }]
voltage_sources = [{ points = ["_V1", "_V2"], text = "v" }]
wires   = [["_M2", "_V2"], ["_M1", "_V1"], ["_W", "_M"]]
ground  = [["_G1", "_G2"]]
gauges  = [
  { value = "P2", unit = "bar", text = "bellows pressure" },
  { value = "z", unit = "mm" },
  { value = "y", unit = "mm" },
  { value = "q0'", unit = "A", text = "motor current" },
]

[scene.points]
U   = [0, "4*u"]                                    # the end that is moved
F   = ["a", "4*y"]                                  # flapper
Z   = ["a + b", "-4*z"]                             # bellows and rack
_Z1 = ["a + b", "0.09 - 4*z"]
_B  = ["a + b", -0.06]
_G1 = ["a + b - 0.035", -0.06]
_G2 = ["a + b + 0.035", -0.06]
_N1 = ["a", -0.045]
_N2 = ["a", -0.004]
_J  = ["a", -0.08]
_K  = ["a + b", -0.08]
_P0 = [-0.08, -0.08]
_P  = [-0.045, -0.08]
_O1 = [-0.02, -0.08]
_O2 = [-0.01, -0.08]
_W  = ["a + b + 4*r + 0.003", 0.06]
_M  = ["a + b + 4*r + 0.06", 0.06]
_M1 = ["a + b + 4*r + 0.082", 0.02]
_M2 = ["a + b + 4*r + 0.082", 0.1]
_V1 = ["a + b + 4*r + 0.14", 0.02]
_V2 = ["a + b + 4*r + 0.14", 0.1]

[simulate]
t_end   = 5.0
samples = 1000
"""

_Q = ("u", "y", "z", "theta", "V1", "V2", "V3", "q0")
_CITE = "Suk Table B.3, repaired"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "u": "lam_phi3 - b/(a + b)*lam_phi1",
            "y": "lam_phi1",
            "z": "m*z'' + c*z' + ks*z + lam_phi2 + a/(a + b)*lam_phi1 + Ap*(P2 - Patm) + m*g",
            "theta": "I*theta'' + r*lam_phi2 - Tm",
            "V1": "kap_psi1 - Ps + dP1",
            "V2": "P2 - kap_psi1",
            "V3": "Patm + dP3 - kap_psi1",
            "q0": "L*q0'' + Re*q0' + kt*theta' - v",
        },
        _CITE,
    ),
    *golden_matrix(
        "Phi_q",
        ("phi1", "phi2", "phi3"),
        _Q,
        """
        -b/(a+b)  1  a/(a+b)  0  0  0  0  0
        0         0  1        r  0  0  0  0
        1         0  0        0  0  0  0  0
        """,
        _CITE,
    ),
    *golden_matrix("Psi_qd", ("psi1",), _Q, "0  0  0  0  1  -1  -1  0", "Suk eq B.38"),
    *golden_vector("effort", {"gamma4": "Tm - kt*q0'"}, _CITE),
)

_HOW = "Equilibrium of the reduced equations."
_NUMBERS = (
    Number(what="start.u", value=-5.6129367e-3 / 4, rtol=1e-7, how="a z/b, so that y = 0."),
    Number(what="start.theta", value=0.56129367, rtol=1e-7, how="-z/r"),
    *numbers_at(0, {"z": -5.6129367e-3, "V2": 3.5723757e-5}, 1e-7, "Equilibrium at the start."),
    *numbers_at(3, {"z": -5.2330856e-3}, 1e-6, f"{_HOW} The lever is moved by 0.1 mm."),
    *numbers_at(5, {"z": -5.2498054e-3}, 1e-6, f"{_HOW} The motor is on."),
)

SYSTEM = System(
    name="pneumatic_positioner",
    source="Suk section 4.6, repaired",
    summary="A pneumatic positioner: fluid, mechanical and electrical parts, four unknown efforts",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
