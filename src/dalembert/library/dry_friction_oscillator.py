"""A mass on a spring with dry friction: it swings with straight-line decay and stops beside the middle.

In each half swing the mass moves as cos(w t) about F/k on one side or the other, so that its turning points
fall by 2 F/k each time, after pi sqrt(m/k). It stays at the first one where the spring cannot move it any
more, k |x| <= F: from 0.1 m over -0.076, 0.052 and -0.028 at 0.004 m.
"""

from math import pi, sqrt

from dalembert.library.facts import Facts, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Oscillator with dry friction"

[parameters]
m = { value = 1,   unit = "kg",  text = "mass" }
k = { value = 100, unit = "N/m", text = "stiffness of the spring" }
F = { value = 1.2, unit = "N",   text = "friction force" }

[coordinates]
x = { unit = "m", start = 0.1, speed = 0, text = "displacement of the mass" }

[energy]
kinetic     = "1/2*m*x'^2"
potential   = "1/2*k*x^2"
dissipation = "F*abs(x')"

[events.turn]
when = "x'"

[scene]
springs = [{ points = ["_O", "_S"], text = "k" }]
masses  = [{ at = "_M", width = 0.06, height = 0.04, text = "m" }]
ground  = [["_O1", "_O2"], ["_O2", "_F"]]

[scene.points]
_O  = [-0.25, 0.02]
_M  = ["x", 0.02]
_S  = ["x - 0.03", 0.02]
_O1 = [-0.25, 0.06]
_O2 = [-0.25, 0]
_F  = [0.17, 0]

[simulate]
t_end   = 2.0
samples = 1000
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (*golden_vector("equation", {"x": "m*x'' + F*if(x' >= 0, 1, -1) + k*x"}, "by hand"),)

_M, _K, _F, _X0 = 1.0, 100.0, 1.2, 0.1
_HALF = pi * sqrt(_M / _K)
_TURNS = 4
_REST = _X0 - 2 * _TURNS * _F / _K  # on the side it started from: the number of turns is even
_NUMBERS = (
    Number(what="energy.start", value=_K * _X0**2 / 2, rtol=1e-14, how="k x0^2/2"),
    *(
        Number(what=f"event.turn.{n}.t", value=(n + 1) * _HALF, rtol=1e-10, how="pi sqrt(m/k) each")
        for n in range(_TURNS)
    ),
    *(
        Number(
            what=f"event.turn.{n}.x",
            value=(-1) ** (n + 1) * (_X0 - 2 * (n + 1) * _F / _K),
            rtol=1e-9,
            how="2 F/k less at each turn",
        )
        for n in range(_TURNS)
    ),
    *numbers_at(2, {"x": _REST}, 1e-9, "It stays where k |x| <= F."),
    Number(
        what="ledger.dissipated",
        value=_K * (_X0**2 - _REST**2) / 2,
        rtol=1e-9,
        how="k (x0^2 - x^2)/2, where it stays",
    ),
)

SYSTEM = System(
    name="dry_friction_oscillator",
    source="Textbook example",
    summary="A mass on a spring with dry friction: it stops off centre after four half swings",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
