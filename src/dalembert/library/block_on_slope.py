"""A block pushed up a slope with friction: it stops and sticks, or turns and slides down again.

On the way up it slows down at g (sin a + mu cos a). Where it stops, friction must carry m g sin a and can
carry mu m g cos a: it sticks if mu >= tan a, else it slides down, at g (sin a - mu cos a).
"""

from math import cos, radians, sin

from dalembert.library.facts import Facts, Golden, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Block on a slope"

[parameters]
m  = { value = 2,    unit = "kg",    text = "mass" }
g  = { value = 9.81, unit = "m/s^2", text = "gravity" }
a  = { value = 30,   unit = "deg",   text = "angle of the slope", symbol = '\alpha' }
mu = { value = 0.7,  unit = "-",     text = "coefficient of friction" }

[coordinates]
x = { unit = "m", start = 0, speed = -3, text = "displacement along the slope" }
y = { unit = "m", start = 0, speed = 0, text = "distance from the slope" }

[energy]
kinetic   = "1/2*m*(x'^2 + y'^2)"
potential = "m*g*(y*cos(a) - x*sin(a))"

[contacts.slope]
gap         = "y"
restitution = 0
friction    = "mu"
slip        = "x'"

[cases.sticks]                          # tan(a) = 0.577 < mu
parameters = { mu = 0.7 }

[cases.slides]                          # tan(a) > mu
parameters = { mu = 0.3 }

[scene]
masses = [{ at = "_B", width = 0.16, height = 0.1, angle = "-a" }]
ground = [["_U", "_D"]]

[scene.points]
_B = ["x*cos(a) + (y + 0.05)*sin(a)", "-x*sin(a) + (y + 0.05)*cos(a)"]
_U = ["-1.1*cos(a)", "1.1*sin(a)"]
_D = ["1.1*cos(a)", "-1.1*sin(a)"]

[simulate]
t_end   = 1.0
samples = 500
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x'' - m*g*sin(a)", "y": "m*y'' + m*g*cos(a)"}, "by hand"),
    Golden(part="gap", of=("slope",), expression="y", cite="by hand"),
    *golden_matrix(
        "closed",
        ("slope",),
        ("x", "y"),
        "m*x''-m*g*sin(a)-friction_slope m*y''+m*g*cos(a)-contact_slope",
        "by hand",
    ),
    Golden(part="contact_force", of=("slope",), expression="m*g*cos(a)", cite="by hand"),
)

_M, _G, _A, _V0, _END = 2.0, 9.81, radians(30), 3.0, 1.0
_PRESS = _M * _G * cos(_A)


def _up(mu: float) -> tuple[float, float]:
    """How long and how far it slides upwards."""
    slowing = _G * (sin(_A) + mu * cos(_A))
    return _V0 / slowing, _V0**2 / (2 * slowing)


_STOP, _FAR = _up(0.7)
_TURN, _TOP = _up(0.3)
_DOWN = _G * (sin(_A) - 0.3 * cos(_A))
_BACK = _DOWN * (_END - _TURN) ** 2 / 2
_HOW = "Constant acceleration g (sin a -+ mu cos a) on the way up and down."
_NUMBERS = (
    Number(what="energy.start", value=_M * _V0**2 / 2, rtol=1e-14, how="m v0^2/2"),
    Number(what="event.slope.0.t", value=_STOP, rtol=1e-12, how="v0/(g (sin a + mu cos a))"),
    Number(
        what="ledger.friction", value=0.7 * _PRESS * _FAR, rtol=1e-11, how="mu m g cos a times the way up"
    ),
    *numbers_at(1, {"x": -_FAR, "x'": 0.0, "contact_slope": _PRESS}, 1e-11, _HOW),
    *numbers_at(1, {"friction_slope": -_M * _G * sin(_A)}, 1e-11, "It carries the weight along the slope."),
    *numbers_at(1, {"x": _BACK - _TOP, "x'": _DOWN * (_END - _TURN)}, 1e-11, _HOW, "slides"),
    *numbers_at(1, {"friction_slope": -0.3 * _PRESS}, 1e-11, "mu m g cos a, against the motion.", "slides"),
    Number(
        what="case.slides.ledger.friction",
        value=0.3 * _PRESS * (_TOP + _BACK),
        rtol=1e-11,
        how="mu m g cos a times the way up and down",
    ),
)

SYSTEM = System(
    name="block_on_slope",
    source="Textbook example",
    summary="A block pushed up a slope: friction lets it stick there, or slide down again",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
