"""A blending tank with two inlets, heat and a stirring motor: fluid, thermal, electrical and turning parts.

The system of `blending_tank_printed`, repaired: the inlets have fluid resistance and pressure sources, so
that each finds its own flow; the torque of the motor turns the stirrer against the drag of the fluid, and the
motor has a back-emf. Every part has a closed form.
"""

from math import exp

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Blending tank"

[parameters]
# Motor and stirrer
Re   = { value = 2,      unit = "Ohm",       text = "resistance of the motor" }
ktau = { value = 0.1,    unit = "N*m/A",     text = "torque constant of the motor" }
v    = { value = 12,     unit = "V",         text = "voltage of the motor" }
I    = { value = 0.02,   unit = "kg*m^2",    text = "inertia of the stirrer" }
cfan = { value = 0.005,  unit = "N*m*s/rad", text = "fluid drag on the stirrer", symbol = 'c_{\text{fan}}' }
# Fluid
cf   = { value = 2.5e-5, unit = "m^3/Pa",    text = "fluid capacitance of the tank" }
Rf1  = { value = 2e8,    unit = "Pa*s/m^3",  text = "fluid resistance of inlet 1" }
Rf2  = { value = 1e8,    unit = "Pa*s/m^3",  text = "fluid resistance of inlet 2" }
P1s  = { value = 2e4,    unit = "Pa",        text = "pressure before inlet 1" }
P2s  = { value = 2e4,    unit = "Pa",        text = "pressure before inlet 2" }
# Heat
ct   = { value = 1430,   unit = "J/K^2",     text = "thermal capacitance: entropy per temperature" }
Rt1  = { value = 0.7,    unit = "K^2*s/J",   text = "thermal resistance of inlet 1" }
Rt2  = { value = 0.35,   unit = "K^2*s/J",   text = "thermal resistance of inlet 2" }
T1   = { value = 30,     unit = "K",         text = "temperature of inlet 1, above the surroundings" }
T2   = { value = 0,      unit = "K",         text = "temperature of inlet 2, above the surroundings" }
T    = { value = 2,      unit = "K",         text = "temperature source in the tank" }
Ta   = { value = 293,    unit = "K",         text = "temperature of the surroundings" }

[coordinates]
V1    = { unit = "m^3", start = 0, text = "volume through inlet 1" }
V2    = { unit = "m^3", start = 0, text = "volume through inlet 2" }
V3    = { unit = "m^3", start = 0, text = "volume in the tank" }
S1    = { unit = "J/K", start = 0, text = "entropy through inlet 1" }
S2    = { unit = "J/K", start = 0, text = "entropy through inlet 2" }
S3    = { unit = "J/K", start = 0, text = "entropy in the tank" }
q0    = { unit = "C",   start = 0, text = "charge through the motor" }
theta = { unit = "rad", start = 0, speed = 0, text = "angle of the stirrer" }

[energy.kinetic]
stirrer = "1/2*I*theta'^2"

[energy.potential]
heat  = "1/2*S3^2/ct"
fluid = "1/2*V3^2/cf"

[energy.dissipation]
inlet1      = "1/2*Rf1*V1'^2"
inlet2      = "1/2*Rf2*V2'^2"
inlet1_heat = "1/2*Rt1*S1'^2"
inlet2_heat = "1/2*Rt2*S2'^2"
motor       = "1/2*Re*q0'^2"
stirrer     = "1/2*cfan*theta'^2"

[work]
V1    = "P1s"
V2    = "P2s"
S1    = "T1"
S2    = "T2"
S3    = "T"
q0    = "v - ktau*theta'"                           # with the back-emf
theta = "tau"

[efforts]
tau = { unit = "N*m", guess = 0.6, text = "torque of the motor" }

[constraints.flow]
psi1 = { value = "S3' - S1' - S2'", text = "entropy balance of the tank" }
psi2 = { value = "V3' - V1' - V2'", text = "volume balance of the tank" }

[constraints.effort]
gamma1 = { value = "tau - ktau*q0'", text = "torque of the motor" }

[outputs]
temperature = { value = "Ta + S3/ct", unit = "K", text = "tank temperature", symbol = 'T_{\text{tank}}' }
warmer      = { value = "S3/ct", unit = "K", text = "rise above the surroundings", symbol = '\Delta T' }
pressure    = { value = "V3/cf", unit = "Pa", text = "tank bottom pressure", symbol = 'P_{\text{tank}}' }

[scene]
tanks   = [{ at = "_T", width = 4, height = 5, level = "8*V3" }]
pumps   = [{ points = ["_P1", "_Q1"], text = "inlet 1" }, { points = ["_P2", "_Q2"], text = "inlet 2" }]
valves  = [["_Q1", "_R1"], ["_R2", "_Q2"]]
pipes   = [{ points = ["_R1", "_U1", "_W1"], width = 0.4 }, { points = ["_R2", "_U2", "_W2"], width = 0.4 }]
motors  = [{ points = ["_M1", "_M2"], width = 1.4 }]
voltage_sources = [{ points = ["_V1", "_V2"], text = "v" }]
wires   = [["_M1", "_V1"], ["_M2", "_V2"]]
links   = [
  { points = ["_S1", "_S2"], width = 0.16 },
  { points = ["_B1", "_B2"], width = 0.4 },         # the blades, seen from the side
]
gauges  = [
  { value = "Ta + S3/ct", unit = "degC", text = "temperature" },
  { value = "V3", unit = "L", text = "tank temperature" },
  { value = "V1'", unit = "L/min", text = "through inlet 1" },
  { value = "V2'", unit = "L/min", text = "through inlet 2" },
]

[scene.points]
_T  = [0, 0]
_P1 = [-8, 5.6]
_Q1 = [-6, 5.6]
_R1 = [-3.6, 5.6]
_U1 = [-1.4, 5.6]
_W1 = [-1.4, 4.6]
_P2 = [8, 5.6]
_Q2 = [6, 5.6]
_R2 = [3.6, 5.6]
_U2 = [1.4, 5.6]
_W2 = [1.4, 4.6]
_M1 = [-1.8, 7.4]
_M2 = [1.8, 7.4]
_V1 = [-1.8, 9.4]
_V2 = [1.8, 9.4]
_S1 = [0, 6.4]
_S2 = [0, 0.9]
_B1 = ["-1.3*cos(theta)", 0.9]
_B2 = ["1.3*cos(theta)", 0.9]

[simulate]
t_end   = 2000.0
samples = 2000
"""

_Q = ("V1", "V2", "V3", "S1", "S2", "S3", "q0", "theta")
_CITE = "Suk Table B.2, repaired"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "V1": "Rf1*V1' - P1s - kap_psi2",
            "V2": "Rf2*V2' - P2s - kap_psi2",
            "V3": "V3/cf + kap_psi2",
            "S1": "Rt1*S1' - T1 - kap_psi1",
            "S2": "Rt2*S2' - T2 - kap_psi1",
            "S3": "S3/ct + kap_psi1 - T",
            "q0": "Re*q0' + ktau*theta' - v",
            "theta": "I*theta'' + cfan*theta' - tau",
        },
        _CITE,
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
    *golden_vector("effort", {"gamma1": "tau - ktau*q0'"}, "Suk eq 4.50, with the missing q0'"),
)

# R = Rf1 Rf2/(Rf1 + Rf2) and R cf, Rt1 Rt2/(Rt1 + Rt2) ct, I Re/(cfan Re + ktau^2)
_FLUID, _HEAT, _STIRRER = 2e8 / 3 * 2.5e-5, 0.7 / 3 * 1430, 2.0
_HOW = "Closed form: one exponential for each of fluid, heat and stirrer."


def _values(time: float) -> dict[str, float]:
    return {
        "V3": 0.5 * (1 - exp(-time / _FLUID)),
        "warmer": 12 * (1 - exp(-time / _HEAT)),
        "theta'": 60 * (1 - exp(-time / _STIRRER)),
        "theta": 60 * (time - _STIRRER * (1 - exp(-time / _STIRRER))),
    }


_NUMBERS = (
    Number(what="energy.start", value=0.0, rtol=1e-15, how="Empty, cold and at rest."),
    *numbers_at(10, _values(10), 1e-14, _HOW),
    *numbers_at(500, _values(500), 1e-14, _HOW),
    *numbers_at(2000, _values(2000), 1e-14, _HOW),
)

SYSTEM = System(
    name="blending_tank",
    source="Suk section 4.5, repaired",
    summary="A blending tank with a stirring motor: fluid, thermal and electrical parts, an unknown torque",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
