"""A tall block that rocks from one lower corner to the other, after Housner (1963), without linearising.

With half diagonal R, tan(alpha) = b/h and p^2 = 3 g/(4 R), the angle psi = alpha - |phi| between the diagonal
and the vertical obeys psi'' = p^2 sin(psi). From rest at psi0 the block is upright again at

    t = (K(k) - F(cos(alpha/2)/k, k))/p,   k = cos(psi0/2),

with F the elliptic integral of the sine of its argument and K the complete one. It then turns at
phi'^2 = 2 p^2 (cos(psi0) - cos(alpha)). There the other corner strikes. Neither corner slips or bounces,
so the moment of momentum about the new one is kept, and |phi'| falls to the share 1 - 3/2 sin(alpha)^2.
The impacts come ever faster, as those of a ball, and end: the block stands from then on.
"""

from math import atan, cos, sin, sqrt

from dalembert.library.facts import Facts, Golden, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Rocking block"

[parameters]
m    = { value = 10,   unit = "kg",     text = "mass" }
b    = { value = 0.1,  unit = "m",      text = "half its width" }
h    = { value = 0.4,  unit = "m",      text = "half its height" }
J    = { value = "1/3*m*(b^2 + h^2)", unit = "kg*m^2", text = "inertia of a uniform block" }
g    = { value = 9.81, unit = "m/s^2",  text = "gravity" }
mu   = { value = 0.6,  unit = "-",      text = "coefficient of friction at the corners" }
phi0 = { value = 0.12, unit = "rad",    text = "initial tilt" }

[coordinates]
# It stands on its left corner, at x = -b, and is let go.
x   = { unit = "m",   start = "b*cos(phi0) - h*sin(phi0) - b", speed = 0, text = "mass centre, along x" }
y   = { unit = "m",   start = "b*sin(phi0) + h*cos(phi0)",     speed = 0, text = "mass centre, along y" }
phi = { unit = "rad", start = "phi0",                          speed = 0, text = "tilt of the block" }

[definitions]
xL = "x - b*cos(phi) + h*sin(phi)"
yL = "y - b*sin(phi) - h*cos(phi)"
xR = "x + b*cos(phi) + h*sin(phi)"
yR = "y + b*sin(phi) - h*cos(phi)"

[energy.kinetic]
translation = "1/2*m*(x'^2 + y'^2)"
rotation    = "1/2*J*phi'^2"

[energy.potential]
weight = "m*g*(y - h)"

[contacts.left]
gap         = "yL"
restitution = 0
friction    = "mu"
slip        = "xL'"

[contacts.right]
gap         = "yR"
restitution = 0
friction    = "mu"
slip        = "xR'"

[scene]
masses = [{ at = "_G", width = "2*b", height = "2*h", angle = "phi" }]
ground = [["_F1", "_F2"]]

[scene.points]
_G  = ["x", "y"]
_F1 = [-0.4, 0]
_F2 = [0.4, 0]

[simulate]
t_end   = 5.5
samples = 1100
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    *golden_vector("equation", {"x": "m*x''", "y": "m*y'' + m*g", "phi": "J*phi''"}, "by hand"),
    Golden(part="gap", of=("left",), expression="y - b*sin(phi) - h*cos(phi)", cite="by hand"),
    Golden(part="gap", of=("right",), expression="y + b*sin(phi) - h*cos(phi)", cite="by hand"),
    *golden_matrix(
        "contact_effort",
        ("left", "right"),
        ("y", "phi"),
        """
        contact_left   contact_left*(h*sin(phi)-b*cos(phi))
        contact_right  contact_right*(h*sin(phi)+b*cos(phi))
        """,
        "by hand",
    ),
)

_M, _B, _H, _G, _PHI0 = 10.0, 0.1, 0.4, 9.81, 0.12
_R2, _ALPHA = _B**2 + _H**2, atan(_B / _H)
_RATE = sqrt(3 * _G / (2 * sqrt(_R2)) * (cos(_ALPHA - _PHI0) - cos(_ALPHA)))
_KEPT = 1 - 3 / 2 * sin(_ALPHA) ** 2
_RISE = _B * sin(_PHI0) + _H * (cos(_PHI0) - 1)
_NUMBERS = (
    Number(what="energy.start", value=_M * _G * _RISE, rtol=1e-12, how="m g times the rise of the centre"),
    Number(
        what="impact.0.t",
        value=0.306795121053843744,
        rtol=1e-10,
        how="Elliptic integrals, from rest at phi0.",
    ),
    Number(
        what="impact.1.t",
        value=0.808327059271514946,
        rtol=1e-10,
        how="Elliptic integrals, up and down again after the first impact.",
    ),
    Number(what="impact.0.before.phi", value=-_RATE, rtol=1e-10, how="p sqrt(2 cos(psi0) - 2 cos(alpha))"),
    Number(what="impact.0.after.phi", value=-_KEPT * _RATE, rtol=1e-10, how="1 - 3/2 sin(alpha)^2 of it"),
    Number(what="impact.1.before.phi", value=_KEPT * _RATE, rtol=1e-9, how="It comes back as fast."),
    Number(what="impact.1.after.phi", value=_KEPT**2 * _RATE, rtol=1e-9, how="The same share of it."),
    Number(what="impact.2.after.phi", value=-(_KEPT**3) * _RATE, rtol=1e-9, how="The same share of it."),
    Number(
        what="impact.0.lost",
        value=2 / 3 * _M * _R2 * _RATE**2 * (1 - _KEPT**2),
        rtol=1e-10,
        how="Inertia 4/3 m R^2 about either corner.",
    ),
)

SYSTEM = System(
    name="rocking_block",
    source="Textbook example, after Housner 1963",
    summary="A tall block that rocks from corner to corner, each impact taking its share of the speed",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
