"""A mass on a hardening spring without damping: Duffing's oscillator, solved by an elliptic function."""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Duffing's oscillator"

[parameters]
m  = { value = 1, unit = "kg",    text = "mass" }
k  = { value = 1, unit = "N/m",   text = "stiffness of the spring" }
k3 = { value = 1, unit = "N/m^3", text = "cubic stiffness of the spring" }

[coordinates]
x = { unit = "m", start = 1, speed = 0, text = "displacement of the mass" }

[energy]
kinetic = "1/2*m*x'^2"

[energy.potential]
spring    = "1/2*k*x^2"
hardening = "1/4*k3*x^4"

[scene]
points  = { O = [-2, 0], M = ["x", 0], F1 = [-2, -0.15], F2 = [1.5, -0.15] }
springs = [["O", "M"]]
masses  = [{ at = "M", width = 0.4, height = 0.3 }]
ground  = [["F1", "F2"]]

[simulate]
t_end   = 10.0
samples = 1000
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x'' + k*x + k3*x^3"}, "x'' + x + x^3 = 0, with parameters"),
    *golden_matrix("K", ("x",), ("x",), "k+3*k3*x^2", "by hand"),
)

_HOW = "x = cn(sqrt(2) t), of the elliptic parameter 1/4."
_NUMBERS = (
    Number(what="energy.start", value=0.75, rtol=1e-15, how="1/2 + 1/4"),
    Number(what="period.x", value=4.768022029102460806305, rtol=1e-15, how="4 K(1/4)/sqrt(2)"),
    *numbers_at(1, {"x": 0.2336917911431412662593, "x'": -1.201622619417068418111}, 1e-15, _HOW),
    *numbers_at(5, {"x": 0.9471295420802194421156, "x'": -0.4478753840259132805147}, 1e-15, _HOW),
    *numbers_at(10, {"x": 0.7988747689974143262107, "x'": -0.8112637741737696191354}, 1e-15, _HOW),
)

SYSTEM = System(
    name="duffing",
    source="Closed form by Jacobi's elliptic functions",
    summary="A mass on a hardening spring, solved by an elliptic function",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
