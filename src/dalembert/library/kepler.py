"""A planet about a fixed sun, in Cartesian coordinates: an ellipse of eccentricity 0.6."""

from math import pi

from dalembert.library.facts import Facts, Number, System, golden_vector, numbers_at

_TEXT = r"""format = 1
title = "Kepler's ellipse"
text = "The planet starts at its perihelion; half of the long axis is 1 m, so it is back after 2 pi s."

[parameters]
m   = { value = 1,   unit = "kg",      text = "mass of the planet" }
mu  = { value = 1,   unit = "m^3/s^2", text = "gravitational constant times the mass of the sun" }
a   = { value = 1,   unit = "m",       text = "semi-major axis" }
ecc = { value = 0.6, unit = "-",       text = "eccentricity", symbol = 'e' }

[coordinates]
x = { unit = "m", start = "a*(1 - ecc)", speed = 0 }
y = { unit = "m", start = 0, speed = "sqrt(mu/a*(1 + ecc)/(1 - ecc))" }

[definitions]
r = "sqrt(x^2 + y^2)"

[energy]
kinetic   = "1/2*m*(x'^2 + y'^2)"
potential = "-m*mu/r"

[outputs]
angular_momentum = { value = "m*(x*y' - y*x')", unit = "kg*m^2/s", symbol = 'L' }
laplace_x        = { value = "y'*(x*y' - y*x')/mu - x/r", unit = "-", symbol = 'A_x' }
laplace_y        = { value = "-x'*(x*y' - y*x')/mu - y/r", unit = "-", symbol = 'A_y' }

[scene]
points = { sun = [0, 0], planet = ["x", "y"] }
masses = [{ at = "sun", radius = "0.08*a" }, { at = "planet", radius = "0.03*a" }]
traces = ["planet"]

[cases.e06]
text = "two thirds of a turn"

[cases.ten_turns]
simulate = { t_end = 62.83185307179586 }

[simulate]
t_end   = 5.0
samples = 1000
"""

_GOLDENS = golden_vector(
    "equation",
    {"x": "m*x'' + m*mu*x/(x^2 + y^2)^(3/2)", "y": "m*y'' + m*mu*y/(x^2 + y^2)^(3/2)"},
    "Newton's law of gravitation",
)

_NUMBERS = (
    Number(what="energy.start", value=-0.5, rtol=1e-14, how="-m mu/(2 a)"),
    *numbers_at(
        1,
        {
            "x": -0.6289481768266242305829,
            "y": 0.7996647309700392665995,
            "x'": -0.9825156909388113276878,
            "y'": -0.02276317009743041991973,
        },
        1e-15,
        "Kepler's equation.",
    ),
    *numbers_at(
        5,
        {
            "x": -0.8837707793862565614744,
            "y": -0.7671137155927865204923,
            "x'": 0.8193821223981331608214,
            "y'": -0.1939877846107600599859,
        },
        1e-15,
        "Kepler's equation.",
    ),
    Number(what="period.x", value=2 * pi, rtol=1e-15, how="2 pi sqrt(a^3/mu)"),
    *(
        Number(what=f"case.ten_turns.final.{name}", value=value, rtol=1e-14, how="Ten periods.")
        for name, value in {"x": 0.4, "y": 0.0, "x'": 0.0, "y'": 2.0}.items()
    ),
)

SYSTEM = System(
    name="kepler",
    source="Closed form by Kepler's equation",
    summary="A planet on an ellipse of eccentricity 0.6",
    text=_TEXT,
    facts=Facts(goldens=_GOLDENS, numbers=_NUMBERS),
)
