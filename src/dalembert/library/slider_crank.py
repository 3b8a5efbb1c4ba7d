"""A slider crank with a spring and a damper between the middles of crank and rod, and its kinetic action.

An example of SUNDIALS. The state at 5 and 10 s and the integral of the kinetic energy over 10 s are known;
the published integral, 3.336616, is off by 9e-6.
"""

from dalembert.library.facts import Facts, Number, System, golden_matrix, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Slider crank with a spring and a damper"

[parameters]
a  = { value = 0.5, unit = "m",      text = "length of the crank" }
b  = { value = 1,   unit = "m",      text = "length of the rod" }
J1 = { value = 1,   unit = "kg*m^2", text = "inertia of the crank" }
m2 = { value = 1,   unit = "kg",     text = "mass of the slider" }
J2 = { value = 2,   unit = "kg*m^2", text = "inertia of the rod" }
k  = { value = 1,   unit = "N/m",    text = "stiffness of the spring" }
c  = { value = 1,   unit = "N*s/m",  text = "damping of the damper" }
l0 = { value = 1,   unit = "m",      text = "natural length of the spring" }
F  = { value = 1,   unit = "N",      text = "constant force" }

[coordinates]
# At rest with the crank upright; the slider is on the right of the crank.
q = { unit = "rad", start = "pi/2", speed = 0, text = "angle of the crank" }
x = { unit = "m",   guess = 0.87, text = "position of the slider" }
p = { unit = "rad", guess = -0.52, text = "angle of the rod" }

[definitions]
# From the middle of the crank to the middle of the rod
dx = { value = "x - b/2*cos(p) - a/2*cos(q)", symbol = '\Delta x' }
dy = { value = "-b/2*sin(p) - a/2*sin(q)", symbol = '\Delta y' }
l  = "sqrt(dx^2 + dy^2)"
kinetic = "1/2*J1*q'^2 + 1/2*m2*x'^2 + 1/2*J2*p'^2"

[energy.kinetic]
crank  = "1/2*J1*q'^2"
slider = "1/2*m2*x'^2"
rod    = "1/2*J2*p'^2"

[energy.potential]
spring = "1/2*k*(l - l0)^2"

[energy.dissipation]
damper = "1/2*c*l'^2"

[work]
# The force goes through x + b*cos(p).
x = "F"
p = "-F*b*sin(p)"

[states]
G = { rate = "kinetic", start = 0, unit = "J*s", text = "time integral of the kinetic energy" }

[constraints.displacement]
# The end of the rod is the end of the crank.
phi1 = { value = "x - b*cos(p) - a*cos(q)", text = "closed loop, along x" }
phi2 = { value = "-b*sin(p) - a*sin(q)", text = "closed loop, along y" }

[outputs]
length   = { value = "l", unit = "m", text = "length of the spring" }
integral = { value = "G", unit = "J*s", text = "integral of the kinetic energy over time" }

[scene]
links   = [{ points = ["O", "A"], text = "crank" }, { points = ["A", "S"], text = "rod" }]
springs = [{ points = ["C", "D"], width = 0.16 }]
dampers = [{ points = ["C", "D"], width = 0.07 }]
masses  = [{ at = "S", width = 0.2, height = 0.12 }]
ground  = ["O", ["R1", "R2"]]
traces  = ["D"]

[scene.points]
O  = [0, 0]
A  = ["a*cos(q)", "a*sin(q)"]
S  = ["x", 0]
C  = ["a/2*cos(q)", "a/2*sin(q)"]
D  = ["x - b/2*cos(p)", "-b/2*sin(p)"]
R1 = ["b - a - 0.15", -0.06]
R2 = ["b + a + 0.15", -0.06]

[simulate]
t_end   = 10.0
samples = 1000
"""

_Q = ("q", "x", "p")
_PUSH = "(k*(1 - l0/sqrt(L2)) + c*L2_rate/(2*L2))"
"""Force of spring and damper over the length, times half the derivative of the squared length: the effort."""
_L2 = "(x^2 - x*(b*cos(p) + a*cos(q)) + (b^2 + a^2)/4 + a*b*cos(p - q)/2)"
_L2_RATE = "(2*x*x' - x'*(b*cos(p) + a*cos(q)) + x*(b*sin(p)*p' + a*sin(q)*q') - a*b*sin(p - q)*(p' - q')/2)"
_EFFORT = _PUSH.replace("L2_rate", _L2_RATE).replace("L2", _L2)

_GOLDENS = (
    *golden_vector(
        "equation",
        {
            "q": (
                f"J1*q'' + {_EFFORT}*(x*a*sin(q) + a*b*sin(p - q)/2)/2"
                " + a*(sin(q)*lam_phi1 - cos(q)*lam_phi2)"
            ),
            "x": f"m2*x'' + {_EFFORT}*(2*x - b*cos(p) - a*cos(q))/2 - F + lam_phi1",
            "p": (
                f"J2*p'' + {_EFFORT}*(x*b*sin(p) - a*b*sin(p - q)/2)/2 + F*b*sin(p)"
                " + b*(sin(p)*lam_phi1 - cos(p)*lam_phi2)"
            ),
        },
        "SUNDIALS idaSlCrank_dns, with the length of the rod written",
    ),
    *golden_matrix(
        "Phi_q",
        ("phi1", "phi2"),
        _Q,
        """
        a*sin(q)   1  b*sin(p)
        -a*cos(q)  0  -b*cos(p)
        """,
        "SUNDIALS idaSlCrank_dns, with the length of the rod written",
    ),
)

_HOW = "The same equations at 1e-14, agreeing with the five printed digits of SUNDIALS."
_NUMBERS = (
    Number(what="start.x", value=3**0.5 / 2, rtol=1e-14, how="sqrt(b^2 - a^2)"),
    Number(what="start.p", value=-0.52359877559829887308, rtol=1e-14, how="-pi/6"),
    *numbers_at(0, {"lam_phi1": 1.31028857, "lam_phi2": -1.17017059}, 1e-8, _HOW),
    *numbers_at(
        5,
        {
            "q": -1.42999696764723,
            "x": 0.93903061357825,
            "p": 0.51789475648989,
            "q'": 0.05499161053777,
            "x'": 0.02942223164778,
            "p'": -0.00444098975895,
        },
        1e-13,
        _HOW,
    ),
    *numbers_at(
        10,
        {
            "q": 1.27567584865025,
            "x": 1.02357855897981,
            "p": -0.49881304918250,
            "q'": -0.23991499719600,
            "x'": 0.13377828321578,
            "p'": 0.03973149599133,
            "G": 3.336606799482829,
        },
        1e-13,
        _HOW,
    ),
    *numbers_at(10, {"lam_phi1": 1.11375616, "lam_phi2": -0.76250728}, 1e-8, _HOW),
)

SYSTEM = System(
    name="slider_crank",
    source="SUNDIALS idaSlCrank_dns and idasSlCrank_dns",
    summary="A slider crank with a spring, a damper and a constant force, and its kinetic energy integrated",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
