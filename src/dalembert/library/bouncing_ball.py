"""A ball that falls on a floor: infinitely many impacts in a finite time, then it lies there.

It falls for t0 = sqrt(2 h/g) and strikes with v0 = g t0. With a constant restitution e impact k comes at

    t_k = t0 (1 + 2 e + 2 e^2 + ... + 2 e^k),   all of them before   t0 (1 + e)/(1 - e),

and leaves the share e^(2k + 2) of the energy. In the case `rubber` the restitution falls with the speed:
v_k+1 = e v_k exp(-c v_k), and the flight between the two impacts lasts 2 v_k+1/g.
"""

from math import exp, sqrt

from dalembert.library.facts import Facts, Golden, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Bouncing ball"

[parameters]
m = { value = 0.2,  unit = "kg",    text = "mass" }
r = { value = 0.05, unit = "m",     text = "radius" }
g = { value = 9.81, unit = "m/s^2", text = "gravity" }
h = { value = 1,    unit = "m",     text = "initial height" }
e = { value = 0.8,  unit = "-",     range = [0, 1], text = "coefficient of restitution of slow impacts" }
c = { value = 0,    unit = "s/m",   range = [0, 1], text = "decrease of the restitution with the speed" }

[coordinates]
x = { unit = "m", start = 0,       speed = 0.5, text = "horizontal position" }
y = { unit = "m", start = "r + h", speed = 0, text = "height of the centre" }

[energy]
kinetic   = "1/2*m*(x'^2 + y'^2)"
potential = "m*g*(y - r)"

[contacts.floor]
gap         = "y - r"
restitution = "e*exp(-c*speed)"

[cases.rubber]                          # a hard impact loses more of its speed than a soft one
parameters = { c = 0.05 }

[scene]
masses = [{ at = "_B", radius = "r" }]
ground = [["_F1", "_F2"]]
traces = ["_B"]
text   = "The ball bounces ever faster, infinitely often, and comes to rest on the floor."

[scene.points]
_B  = ["x", "y"]
_F1 = [-0.2, 0]
_F2 = [2.7, 0]

[simulate]
t_end   = 5.0
samples = 500
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x''", "y": "m*y'' + m*g"}, "by hand"),
    Golden(part="gap", of=("floor",), expression="y - r", cite="by hand"),
    Golden(part="contact_effort", of=("floor", "y"), expression="contact_floor", cite="by hand"),
    Golden(part="contact_force", of=("floor",), expression="m*g", cite="by hand"),
)

_M, _G, _H, _E, _C = 0.2, 9.81, 1.0, 0.8, 0.05
_FALL = sqrt(2 * _H / _G)


def _rubber(count: int) -> list[tuple[float, float, float]]:
    """Time of each of the first impacts of the case, speed of approach and speed after it."""
    t, v, impacts = _FALL, _G * _FALL, []
    for _ in range(count):
        after = _E * v * exp(-_C * v)
        impacts.append((t, v, after))
        t, v = t + 2 * after / _G, after
    return impacts


_NUMBERS = (
    Number(what="energy.start", value=_M * (_G * _H + 0.5**2 / 2), rtol=1e-14, how="m g h + m x'^2/2"),
    *(
        Number(
            what=f"impact.{k}.t",
            value=_FALL * (1 + 2 * sum(_E**j for j in range(1, k + 1))),
            rtol=1e-12,
            how="t0 (1 + 2 e + ... + 2 e^k)",
        )
        for k in (0, 1, 2, 10)
    ),
    *(
        Number(
            what=f"impact.{k}.lost",
            value=_M * _G * _H * _E ** (2 * k) * (1 - _E**2),
            rtol=1e-10,
            how="m g h e^(2k) (1 - e^2)",
        )
        for k in (0, 1, 10)
    ),
    Number(what="touch.1.t", value=_FALL * (1 + _E) / (1 - _E), rtol=1e-7, how="t0 (1 + e)/(1 - e)"),
    Number(what="ledger.impacts", value=_M * _G * _H, rtol=1e-10, how="m g h: all that it fell"),
    *numbers_at(5, {"x": 2.5, "y": 0.05, "contact_floor": _M * _G}, 1e-12, "At rest on the floor."),
    *(
        Number(
            what=f"case.rubber.impact.{k}.{what}", value=value, rtol=1e-11, how="v_k+1 = e v_k exp(-c v_k)"
        )
        for k, (t, before, after) in enumerate(_rubber(4))
        for what, value in (("t", t), ("before.y", -before), ("after.y", after))
    ),
)

SYSTEM = System(
    name="bouncing_ball",
    source="Textbook example",
    summary="A ball that bounces on a floor ever faster until it rests: infinitely many impacts",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
