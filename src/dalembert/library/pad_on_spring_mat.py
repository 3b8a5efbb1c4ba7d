"""A pad that lands on a mat that gives way: Hunt and Crossley's law, k depth^(3/2) (1 + c depth').

While they touch m depth'' = m g - k depth^(3/2) (1 + c depth'), which has no closed form; the numbers are of
independent integrations of this equation, from the speed v0 at depth zero.
"""

from dalembert.library.facts import Facts, Golden, Number, System

_TEXT = r"""format = 1
title = "Pad landing on a springy mat"

[parameters]
m  = { value = 2,    unit = "kg",        text = "mass of the pad" }
g  = { value = 9.81, unit = "m/s^2",     text = "gravity" }
k  = { value = 2e4,  unit = "N/m^(3/2)", text = "stiffness of the mat" }
c  = { value = 0.2,  unit = "s/m",       text = "damping of the mat" }
v0 = { value = 3,    unit = "m/s",       text = "landing speed" }

[coordinates]
y = { unit = "m", start = 0, speed = "-v0", text = "height above the mat" }

[energy]
kinetic   = "1/2*m*y'^2"
potential = "m*g*y"

[contacts.mat]
gap       = "y"
law       = "hunt_crossley"
stiffness = "k"
damping   = "c"

[events.deepest]
when      = "y'"
direction = "rising"

[scene]
masses  = [{ at = "_P", width = 0.3, height = 0.06, text = "m" }]
springs = [["_A1", "_B1"], ["_A2", "_B2"], ["_A3", "_B3"]]
links   = [["_T1", "_T2"]]
ground = [["_G1", "_G2"]]

[scene.points]
_P  = [0, "y + 0.03"]
_T1 = [-0.2, "min(y, 0)"]
_T2 = [0.2, "min(y, 0)"]
_A1 = [-0.12, -0.15]
_A2 = [0, -0.15]
_A3 = [0.12, -0.15]
_B1 = [-0.12, "min(y, 0)"]
_B2 = [0, "min(y, 0)"]
_B3 = [0.12, "min(y, 0)"]
_G1 = [-0.25, -0.15]
_G2 = [0.25, -0.15]

[simulate]
t_end   = 3.0
samples = 1500
rtol    = 1e-9
atol    = 1e-9
"""

_GOLDENS = (
    Golden(part="gap", of=("mat",), expression="y", cite="by hand"),
    Golden(
        part="contact_force",
        of=("mat",),
        expression="k*max(-y, 0)^(3/2)*max(1 - c*y', 0)",
        cite="by hand: the depth is -y",
    ),
)

_HOW = "DOP853, Radau and LSODA of SciPy at their tightest agree."
_NUMBERS = (
    Number(what="energy.start", value=9.0, rtol=1e-14, how="m v0^2/2"),
    Number(what="event.deepest.0.t", value=0.03073041388116, rtol=1e-10, how=_HOW),
    Number(what="event.deepest.0.y", value=-0.06085524788855, rtol=1e-10, how=_HOW),
    Number(what="maximum.contact_mat", value=331.71233825, rtol=1e-6, how=f"Before it is deepest. {_HOW}"),
    Number(what="event.mat.0.t", value=0.0707748033634, rtol=1e-10, how=f"It lets go. {_HOW}"),
    Number(what="event.mat.1.t", value=0.4757631963177, rtol=1e-10, how=f"It lands again. {_HOW}"),
)

SYSTEM = System(
    name="pad_on_spring_mat",
    source="Textbook example; Hunt and Crossley 1975",
    summary="A pad that lands on a mat that yields and dissipates energy",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
