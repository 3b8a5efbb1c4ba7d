"""A disc thrown along the floor without spin: friction slows it down and turns it, until it rolls.

While it slides x'' = -mu g and r phi'' = mu m g r^2/J = 2 mu g, so the slip v0 - 3 mu g t is gone at
t = v0/(3 mu g). From then on it rolls at 2/3 v0, without any friction force: a third of the energy is lost.
"""

from dalembert.library.facts import Facts, Golden, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Disc that slides, then rolls"

[parameters]
m  = { value = 0.5,  unit = "kg",     text = "mass" }
r  = { value = 0.1,  unit = "m",      text = "radius" }
J  = { value = "1/2*m*r^2", unit = "kg*m^2", text = "inertia of a uniform disc" }
g  = { value = 9.81, unit = "m/s^2",  text = "gravity" }
mu = { value = 0.2,  unit = "-",      text = "coefficient of friction" }
v0 = { value = 3,    unit = "m/s",    text = "initial speed" }

[coordinates]
x   = { unit = "m",   start = 0,   speed = "v0", text = "displacement of the centre" }
y   = { unit = "m",   start = "r", speed = 0, text = "height of the centre" }
phi = { unit = "rad", start = 0,   speed = 0, text = "angle of rotation, positive when rolling along x" }

[energy.kinetic]
going   = "1/2*m*(x'^2 + y'^2)"
turning = "1/2*J*phi'^2"

[energy.potential]
weight = "m*g*(y - r)"

[contacts.floor]
gap         = "y - r"
restitution = 0
friction    = "mu"
slip        = "x' - r*phi'"

[scene]
wheels = [{ at = "_G", radius = "r", angle = "-phi" }]
ground = [["_F1", "_F2"]]

[scene.points]
_G  = ["x", "y"]
_F1 = [-0.2, 0]
_F2 = [2.4, 0]

[simulate]
t_end   = 1.0
samples = 500
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x''", "y": "m*y'' + m*g", "phi": "J*phi''"}, "by hand"),
    Golden(part="gap", of=("floor",), expression="y - r", cite="by hand"),
    *golden_matrix(
        "closed",
        ("floor",),
        ("x", "y", "phi"),
        "m*x''-friction_floor m*y''+m*g-contact_floor J*phi''+r*friction_floor",
        "by hand",
    ),
    Golden(part="contact_force", of=("floor",), expression="m*g", cite="by hand"),
)

_M, _R, _G, _MU, _V0, _END = 0.5, 0.1, 9.81, 0.2, 3.0, 1.0
_ROLLS = _V0 / (3 * _MU * _G)
_SLID = (_V0 + 2 / 3 * _V0) / 2 * _ROLLS  # the mean of the speeds times the time
_NUMBERS = (
    Number(what="energy.start", value=_M * _V0**2 / 2, rtol=1e-14, how="m v0^2/2"),
    Number(what="event.floor.0.t", value=_ROLLS, rtol=1e-12, how="v0/(3 mu g)"),
    Number(what="ledger.friction", value=_M * _V0**2 / 6, rtol=1e-11, how="a third of m v0^2/2"),
    *numbers_at(
        0.2,
        {"x'": _V0 - 0.2 * _MU * _G, "phi'": 0.4 * _MU * _G / _R, "friction_floor": -_MU * _M * _G},
        1e-11,
        "x'' = -mu g and r phi'' = 2 mu g while it slides.",
    ),
    *numbers_at(
        1,
        {
            "x": _SLID + 2 / 3 * _V0 * (_END - _ROLLS),
            "x'": 2 / 3 * _V0,
            "phi'": 2 / 3 * _V0 / _R,
            "friction_floor": 0.0,
        },
        1e-11,
        "It rolls at 2/3 v0.",
    ),
)

SYSTEM = System(
    name="sliding_disc",
    source="Textbook example",
    summary="A disc thrown without spin: it slides until friction has made it roll",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
