"""A circuit whose capacitor and inductor change with the ends x1 and x2 of a lever on springs.

Charges are coordinates and the node law a flow constraint. Only q0, q1, q2 and q2' can be given at the
start: the lever has no mass, so the two fields place it, 2 k x1 = q0^2/(2 c0) - b q2'^2/2.
"""

from dalembert.library.facts import Facts, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Circuit with a moving capacitor and a moving inductor"

[parameters]
L0 = { value = 0.1,  unit = "H",   text = "inductance at x2 = 0" }
b  = { value = 1,    unit = "H/m", text = "slope of the inductance over x2" }
d  = { value = 0.01, unit = "m",   text = "plate distance at x1 = 0" }
c0 = { value = 1e-8, unit = "F*m", text = "capacitance times plate distance" }
c1 = { value = 1e-6, unit = "F",   text = "fixed capacitance" }
R  = { value = 1e3,  unit = "Ohm", text = "resistance" }
k  = { value = 1e3,  unit = "N/m", text = "stiffness of each spring" }
v  = { value = 100,  unit = "V",   text = "source voltage" }

[coordinates]
x1 = { unit = "m", guess = 0, text = "displacement of the capacitor plate" }
x2 = { unit = "m", guess = 0, text = "displacement of the inductor core" }
q0 = { unit = "C", start = 0, text = "charge through the source" }
q1 = { unit = "C", start = 0, text = "charge on the fixed capacitor" }
q2 = { unit = "C", start = 0, speed = 0, text = "charge through the inductor" }

[energy.kinetic]
inductor = "1/2*(L0 + b*x2)*q2'^2"

[energy.potential]
spring1          = "1/2*k*x1^2"
spring2          = "1/2*k*x2^2"
moving_capacitor = "1/2*q0^2*(d - x1)/c0"
fixed_capacitor  = "1/2*q1^2/c1"

[energy.dissipation]
resistor = "1/2*R*q0'^2"

[work]
q0 = "v"

[constraints.displacement]
phi1 = { value = "x1 + x2", text = "lever" }

[constraints.flow]
psi1 = { value = "q0' - q1' - q2'", text = "currents at the node" }

[scene]
text = "Displacements of the lever are drawn 1500 times as large."
voltage_sources = [{ points = ["_S0", "_S1"], text = "v" }]
resistors  = [{ points = ["_S1", "_A"], text = "R" }]
capacitors = [
  { points = ["_A", "_E1"], width = 1.2, gap = "0.8 - 1500*x1", text = "c0" },
  { points = ["N", "_N0"], text = "c1" },
]
coils   = [{ points = ["_L1", "_L0"], text = "L" }]
wires   = [["_S0", "_L0"], ["_P", "_P1", "_P2", "N"], ["N", "_L1"]]
nodes   = ["N", "_N0"]
links   = [["_E1", "O", "_E2"], { points = ["_E2", "_K"], width = 0.22, text = "core" }]
springs = [{ points = ["_E1", "_C1"], text = "k" }, { points = ["_E2", "_C2"], text = "k" }]
ground  = ["O", ["_D2", "_D1"]]
gauges  = [
  { value = "x1", unit = "mm" },
  { value = "q0'", unit = "mA", text = "source current" },
  { value = "q1/c1", unit = "V", text = "voltage of c1" },
]

[[scene.arrows]]
at     = "_I0"
vector = ["q0'", 0]
scale  = 15

[[scene.arrows]]
at     = "_I1"
vector = [0, "-q1'"]
scale  = 15

[[scene.arrows]]
at     = "_I2"
vector = [0, "-q2'"]
scale  = 15

[scene.points]
_S0   = [0, 0]
_S1   = [0, 3]
_A    = [4, 3]
_E1   = [4, "5.6 - 1500*x1"]                        # the end of the lever that carries the plate
_P    = [4, "5.15 - 1500*x1"]
_P1   = [5.2, "5.15 - 1500*x1"]
_P2   = [5.2, 3]
N     = [7.2, 3]
_N0   = [7.2, 0]
_L1   = [10, 3]
_L0   = [10, 0]
O     = [6.875, 5.6]
_E2   = [9.75, "5.6 - 1500*x2"]                      # the end that carries the core
_K    = [9.75, "1.7 - 1500*x2"]
_C1   = [4, 7.6]
_C2   = [9.75, 7.6]
_D1   = [3.4, 7.6]
_D2   = [10.35, 7.6]
_I0   = [0.3, 3.5]
_I1   = [8, 2.6]
_I2   = [10.9, 2.6]

[simulate]
t_end   = 0.02
samples = 2000
rtol    = 1e-9
atol    = 1e-13
"""

_Q = ("x1", "x2", "q0", "q1", "q2")
_COLLECTED = "Suk eqs B.10-B.16, collected"

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "x1": "k*x1 - q0^2/(2*c0) + lam_phi1",
            "x2": "-b*q2'^2/2 + k*x2 + lam_phi1",
            "q0": "q0*(d - x1)/c0 + R*q0' + kap_psi1 - v",
            "q1": "q1/c1 - kap_psi1",
            "q2": "(L0 + b*x2)*q2'' + b*x2'*q2' - kap_psi1",
        },
        "Suk Table B.1, eqs B.12-B.16",
    ),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        0  0  0  0  0
        0  0  0  0  0
        0  0  0  0  0
        0  0  0  0  0
        0  0  0  0  L0+b*x2
        """,
        _COLLECTED,
    ),
    *golden_matrix("Phi_q", ("phi1",), _Q, "1  1  0  0  0", _COLLECTED),
    *golden_matrix("Psi_qd", ("psi1",), _Q, "0  0  1  -1  -1", _COLLECTED),
    *golden_vector("gamma", {"phi1": "0", "psi1": "0"}, _COLLECTED),
)

SYSTEM = System(
    name="electro_mechanical",
    source="Suk section 4.4",
    summary="A circuit with a moving capacitor and inductor: displacement and flow constraints together",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS),
)
