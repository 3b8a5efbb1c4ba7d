"""A mass on a spring that strikes a wall, itself a mass with spring and damper, and stays till it lets go.

While they touch, the contact force is mw q1'' + cw q1' + kw (q1 - dist), compression positive (eq 38). The
goldens are the equations of the two masses apart, then those of the closed contact; the source's lambda is
our force contact_wall. Left out are its eqs 20, 27, 33 and 36, which print G = (-g) where nothing is heavy,
and so G = 0; eqs 29 and 30 stand on the left side, as minus the efforts, and eq 28 is minus the gap.
"""

from dalembert.library.facts import Facts, Golden, Number, System, golden_matrix, golden_vector

_TEXT = r"""format = 1
title = "Mass striking a yielding wall"

[parameters]
m1   = { value = 10,    unit = "kg",    text = "mass" }
k1   = { value = 7,     unit = "N/m",   text = "stiffness of its spring" }
mw   = { value = 5,     unit = "kg",    text = "mass of the wall" }
cw   = { value = 20.29, unit = "N*s/m", text = "damping of the wall" }
kw   = { value = 7,     unit = "N/m",   text = "stiffness of the wall" }
dist = { value = 0.005, unit = "m",     text = "gap when both are at zero", symbol = 'd' }

[coordinates]
q1 = { unit = "m", start = -0.05, speed = 0, text = "displacement of the mass" }
p1 = { unit = "m", start = 0,     speed = 0, text = "displacement of the wall" }

[energy.kinetic]
mass = "1/2*m1*q1'^2"
wall = "1/2*mw*p1'^2"

[energy.potential]
mass = "1/2*k1*q1^2"
wall = "1/2*kw*p1^2"

[energy.dissipation]
wall = "1/2*cw*p1'^2"

[contacts.wall]
gap         = "p1 + dist - q1"
restitution = 0.0

[scene]
springs = [{ points = ["O", "M"], text = "k1" }, { points = ["_W1", "_E1"], text = "kw" }]
dampers = [{ points = ["_W2", "_E2"], text = "cw" }]
masses  = [
  { at = "M", width = 0.05, height = 0.06, text = "m1" },
  { at = "W", width = 0.02, height = 0.1, text = "mw" },
]
ground  = [["_O1", "_O2"], ["_E4", "_E3"]]

[scene.points]
O   = [-0.2, 0]
M   = ["q1 - 0.025", 0]          # its right side is at q1
W   = ["p1 + dist + 0.01", 0]    # its left side is at p1 + dist
_W1 = ["p1 + dist + 0.02", 0.025]
_W2 = ["p1 + dist + 0.02", -0.025]
_E1 = [0.2, 0.025]
_E2 = [0.2, -0.025]
_O1 = [-0.2, -0.05]
_O2 = [-0.2, 0.05]
_E3 = [0.2, -0.05]
_E4 = [0.2, 0.05]

[simulate]
t_end   = 3.5
samples = 350
rtol    = 1e-9
atol    = 1e-9
"""

_Q = ("q1", "p1")

_GOLDENS = (
    *golden_vector("equation", {"q1": "m1*q1'' + k1*q1"}, "LagranTexPac eq 17"),
    *golden_vector("equation", {"p1": "mw*p1'' + cw*p1' + kw*p1"}, "LagranTexPac eq 24"),
    *golden_matrix(
        "M",
        _Q,
        _Q,
        """
        m1  0
        0   mw
        """,
        "LagranTexPac eqs 18, 25, 31, 34",
    ),
    *golden_vector("C", {"q1": "k1*q1", "p1": "cw*p1' + kw*p1"}, "LagranTexPac eqs 19, 26"),
    Golden(part="gap", of=("wall",), expression="-(q1 - p1 - dist)", cite="LagranTexPac eq 28"),
    *golden_matrix("contact_effort", ("wall",), _Q, "-contact_wall contact_wall", "LagranTexPac eqs 29, 30"),
    *golden_matrix(
        "closed_C",
        ("wall",),
        _Q,
        "k1*q1+contact_wall cw*p1'+kw*p1-contact_wall",
        "LagranTexPac eqs 32, 35",
    ),
    *golden_matrix(
        "closed",
        ("wall",),
        _Q,
        "m1*q1''+k1*q1+contact_wall mw*p1''+cw*p1'+kw*p1-contact_wall",
        "LagranTexPac eqs 31, 32, 34, 35",
    ),
    *golden_matrix("solved", ("wall",), ("p1", "p1'", "p1''"), "q1-dist q1' q1''", "LagranTexPac eq 37"),
    Golden(
        part="contact_force",
        of=("wall",),
        expression="mw*q1'' + cw*q1' + kw*q1 - dist*kw",
        cite="LagranTexPac eq 38",
    ),
)

_NUMBERS = (
    Number(what="energy.start", value=0.00875, rtol=1e-12, how="Spring k1 drawn back by 0.05 m."),
    Number(what="event.impact.t", value=1.997183677, rtol=1e-9, how="acos(-0.1)/sqrt(0.7)."),
    Number(what="event.impact.speed_before", value=0.0416233108, rtol=1e-8, how="Energy of the free mass."),
    Number(what="event.impact.speed_after", value=0.0277488739, rtol=1e-8, how="m1/(m1 + mw) = 2/3 of it."),
    Number(
        what="event.impact.loss", value=2.8875e-3, rtol=1e-8, how="Plastic impact: a third of the energy."
    ),
    Number(
        what="event.impact.force", value=0.3636831, rtol=2e-7, how="Eq 38 just after the impact; the maximum."
    ),
    Number(
        what="event.release.t", value=3.161933, rtol=2e-7, how="First zero of the contact force, closed form."
    ),
    Number(what="event.release.q1", value=0.0172616, rtol=3e-6, how="Joint motion at release, closed form."),
    Number(
        what="event.release.speed", value=-0.0012526, rtol=4e-5, how="Joint motion at release, closed form."
    ),
)

SYSTEM = System(
    name="mass_and_wall",
    source="LagranTexPac example A",
    summary="A mass on a spring that strikes a yielding wall: impact, contact force, release",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
