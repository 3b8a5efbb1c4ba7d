"""A mass on a moving belt, held by a spring: it sticks, slips back, and sticks again, as a bowed string does.

It rides on the belt until the spring pulls with mus m g, at x = xs. Then it swings about xd = mu m g/k,

    x = xd + (xs - xd) cos(w t) + v/w sin(w t),   w = sqrt(k/m),

until its speed is again that of the belt: after (pi + 2 atan(v/(w (xs - xd))))/w, at x = 2 xd - xs. From
there it rides for 2 (xs - xd)/v.
"""

from math import atan, pi, sqrt

from dalembert.library.facts import Facts, Golden, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Stick and slip on a belt"

[parameters]
m   = { value = 1,    unit = "kg",    text = "mass" }
k   = { value = 100,  unit = "N/m",   text = "stiffness of the spring to the wall" }
g   = { value = 9.81, unit = "m/s^2", text = "gravity" }
v   = { value = 0.1,  unit = "m/s",   text = "speed of the belt" }
mus = { value = 0.5, unit = "-", range = [0.3, 1], text = "coefficient of static friction", symbol = '\mu_s' }
mu  = { value = 0.3, unit = "-", range = [0, 0.5], text = "coefficient of sliding friction" }

[coordinates]
x = { unit = "m", start = 0, speed = "v", text = "displacement of the mass" }
y = { unit = "m", start = 0, speed = 0, text = "height above the belt" }

[energy.kinetic]
mass = "1/2*m*(x'^2 + y'^2)"

[energy.potential]
spring = "1/2*k*x^2"
weight = "m*g*y"

[contacts.belt]
gap         = "y"
restitution = 0
friction    = "mu"
sticking    = "mus"
slip        = "x' - v"

[scene]
springs = [{ points = ["_W", "_S"], text = "k" }]
masses  = [{ at = "_M", width = 0.06, height = 0.04, text = "m" }]
links   = [{ points = ["_T1", "_T2"], width = 0.004 }, { points = ["_B1", "_B2"], width = 0.004 }]
wheels  = [
  { at = "_D", radius = 0.02, angle = "-v*t/0.02" },
  { at = "_R", radius = 0.02, angle = "-v*t/0.02" },
]
ground  = [["_W2", "_W1"]]

[scene.points]
_W  = [-0.15, "y + 0.02"]
_M  = ["x", "y + 0.02"]
_S  = ["x - 0.03", "y + 0.02"]
_W1 = [-0.15, -0.02]
_W2 = [-0.15, 0.06]
_D  = [-0.09, -0.02]
_R  = [0.13, -0.02]
_T1 = [-0.09, 0]
_T2 = [0.13, 0]
_B1 = [-0.09, -0.04]
_B2 = [0.13, -0.04]

[simulate]
t_end   = 5.0
samples = 1000
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x'' + k*x", "y": "m*y'' + m*g"}, "by hand"),
    Golden(part="gap", of=("belt",), expression="y", cite="by hand"),
    *golden_matrix(
        "closed", ("belt",), ("x", "y"), "m*x''+k*x-friction_belt m*y''+m*g-contact_belt", "by hand"
    ),
    Golden(part="contact_force", of=("belt",), expression="m*g", cite="by hand"),
)

_M, _K, _G, _V, _MUS, _MU = 1.0, 100.0, 9.81, 0.1, 0.5, 0.3
_W, _XS, _XD = sqrt(_K / _M), _MUS * _M * _G / _K, _MU * _M * _G / _K
_FIRST = _XS / _V
_SLIPS = (pi + 2 * atan(_V / (_W * (_XS - _XD)))) / _W
_PERIOD = _SLIPS + 2 * (_XS - _XD) / _V
_COUNT = 6  # times it slips in the run
_NUMBERS = (
    Number(what="energy.start", value=_M * _V**2 / 2, rtol=1e-14, how="m v^2/2"),
    Number(what="event.belt.0.t", value=_FIRST, rtol=1e-12, how="mus m g/(k v): it slips"),
    Number(what="event.belt.1.t", value=_FIRST + _SLIPS, rtol=1e-10, how="The slip ends, closed form."),
    *(
        Number(
            what=f"event.belt.{2 * k}.t",
            value=_FIRST + k * _PERIOD,
            rtol=1e-10,
            how="(pi + 2 atan(v/(w (xs - xd))))/w + 2 (xs - xd)/v later each",
        )
        for k in (1, 2, _COUNT - 1)
    ),
    Number(
        what="ledger.friction",
        value=_COUNT * _MU * _M * _G * (_V * _SLIPS + 2 * (_XS - _XD)),
        rtol=1e-9,
        how="mu m g times the length of the slips, v times their time + 2 (xs - xd) each",
    ),
)

SYSTEM = System(
    name="stick_slip",
    source="Textbook example",
    summary="A mass on a belt, held by a spring, that sticks and slips in turn",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
