"""A point mass on a massless bar in Cartesian coordinates, with the numbers of three benchmarks.

- Cash's test of MEBDFDAE, t = 1. The published values have 18 digits, of which 11 are right.
- A01 of the IFToMM benchmark collection: the bar released from the horizontal, 10 s.
- SUNDIALS' cvPendulum_dns: a gravity that makes the period exactly 2 s.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Pendulum in Cartesian coordinates"

[parameters]
m = { value = 1, unit = "kg",    text = "mass" }
l = { value = 1, unit = "m",     text = "length of the massless bar" }
g = { value = 1, unit = "m/s^2", text = "gravity, along -y" }

[coordinates]
x = { unit = "m", start = 1, speed = 0 }
y = { unit = "m", start = 0, speed = 1 }

[energy]
kinetic   = "1/2*m*(x'^2 + y'^2)"
potential = "m*g*y"

[constraints.displacement]
# With the factor 1/2 the force of the bar is -lam_phi1 times (x, y).
phi1 = { value = "1/2*(x^2 + y^2 - l^2)", text = "constant length of the bar" }

[outputs]
tension = { value = "m*(x'^2 + y'^2)/l - m*g*y/l", unit = "N", symbol = 'S' }

[scene]
points = { O = [0, 0], P = ["x", "y"] }
links  = [["O", "P"]]
masses = ["P"]
ground = ["O"]
traces = ["P"]

[cases.cash]
text = "the index 3 test of MEBDFDAE"

[cases.iftomm_a01]
text = "released from the horizontal; the first mechanism of the IFToMM benchmarks"
parameters = { g = 9.81 }
start      = { x = -1 }
speed      = { y = 0 }
simulate   = { t_end = 10.0 }

[cases.sundials]
text = "released from the horizontal; this gravity makes the period 2 s"
parameters = { g = 13.750371636040745654980191559621114395801712 }
speed      = { y = 0 }
simulate   = { t_end = 20.0 }

[simulate]
t_end   = 1.0
samples = 1000
"""

_GOLDENS = (
    *golden_vector(
        "equation",
        {"x": "m*x'' + x*lam_phi1", "y": "m*y'' + m*g + y*lam_phi1"},
        "Cash, MEBDFDAE driver pendul3, with the masses written",
    ),
    *golden_matrix("M", ("x", "y"), ("x", "y"), "m  0\n0  m", "by hand"),
    *golden_matrix("Phi_q", ("phi1",), ("x", "y"), "x  y", "by hand"),
    *golden_vector("gamma", {"phi1": "-x'^2 - y'^2"}, "by hand"),
)

_CASH = {
    "x": 0.8673486406004393217343081,
    "y": 0.4977010504796729293537128,
    "x'": -0.03374801806095451960914128,
    "y'": 0.0588130114652500075408496,
    "lam_phi1": -0.4931031514390187880611383,
}
_A01 = {
    1: (0.98629175113187531936, -0.16501085312554116875),
    5: (-0.9423054350437573355, -0.33475433841400058079),
    10: (-0.27508746257611686005, -0.96141920509912506427),
}
_NUMBERS = (
    Number(what="energy.start", value=0.5, rtol=1e-15, how="At the height of the pivot, 1 m/s."),
    *numbers_at(1, _CASH, 1e-15, "theta'' = -cos(theta) by extrapolation in 40 digits."),
    Number(
        what="case.iftomm_a01.period.x",
        value=2.36784194757623744930329503724,
        rtol=1e-15,
        how="Complete elliptic integral.",
    ),
    *(
        number
        for time, (x, y) in _A01.items()
        for number in numbers_at(time, {"x": x, "y": y}, 1e-15, "Elliptic functions.", "iftomm_a01")
    ),
    Number(
        what="case.sundials.period.x",
        value=2.0,
        rtol=1e-15,
        how="g = 4 K(1/2)^2, K the complete elliptic integral.",
    ),
    *numbers_at(20, {"x": 1, "y": 0, "x'": 0, "y'": 0}, 1e-15, "After ten periods.", "sundials"),
)

SYSTEM = System(
    name="cartesian_pendulum",
    source="Cash, MEBDFDAE driver pendul3; IFToMM benchmark A01; SUNDIALS cvPendulum_dns",
    summary="A point mass on a bar in Cartesian coordinates, with the numbers of three benchmarks",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
