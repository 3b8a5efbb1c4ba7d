"""Units: their grammar, conversion to SI, and errors."""

import math
import random
from fractions import Fraction

import pytest

import dalembert
from dalembert._model.units import DIMENSIONLESS, NAMES, UnitFault, unit_of

DIMENSION = {"m": 0, "kg": 1, "s": 2, "A": 3, "K": 4, "mol": 5, "cd": 6}


def dimension(**powers):
    """The exponents of the base units."""
    out = [Fraction(0)] * 7
    for name, power in powers.items():
        out[DIMENSION[name]] = Fraction(power)
    return tuple(out)


@pytest.mark.parametrize(
    "text, factor, powers",
    [
        ("m", 1, {"m": 1}),
        ("mm", 1e-3, {"m": 1}),
        ("N*m", 1, {"kg": 1, "m": 2, "s": -2}),
        ("kg*m^2/s^2", 1, {"kg": 1, "m": 2, "s": -2}),
        ("kg*m**2/s**2", 1, {"kg": 1, "m": 2, "s": -2}),
        ("kg·m^2/s^2", 1, {"kg": 1, "m": 2, "s": -2}),
        ("m/s/s", 1, {"m": 1, "s": -2}),
        ("m/(s*s)", 1, {"m": 1, "s": -2}),
        ("1/s", 1, {"s": -1}),
        ("m^-1", 1, {"m": -1}),
        ("m^(1/2)", 1, {"m": Fraction(1, 2)}),
        ("m^(-3/2)", 1, {"m": Fraction(-3, 2)}),
        ("(m/s)^2", 1, {"m": 2, "s": -2}),
        ("deg", math.pi / 180, {}),
        ("°", math.pi / 180, {}),
        ("rpm", 2 * math.pi / 60, {"s": -1}),
        ("rev/min", 2 * math.pi / 60, {"s": -1}),
        ("km/h", 1 / 3.6, {"m": 1, "s": -1}),
        ("bar", 1e5, {"kg": 1, "m": -1, "s": -2}),
        ("V*A", 1, {"kg": 1, "m": 2, "s": -3}),
        ("Ohm*F", 1, {"s": 1}),
        ("H/Ohm", 1, {"s": 1}),
        ("%", 0.01, {}),
        ("inch", 0.0254, {"m": 1}),
        ("lbf", 4.4482216152605, {"kg": 1, "m": 1, "s": -2}),
        ("-", 1, {}),
        ("1", 1, {}),
        ("", 1, {}),
        (" N * m ", 1, {"kg": 1, "m": 2, "s": -2}),
        ("N m", 1, {"kg": 1, "m": 2, "s": -2}),
    ],
)
def test_units(text, factor, powers):
    """A unit has the factor to SI and the dimension that physics gives it."""
    unit = unit_of(text)
    assert unit.factor == pytest.approx(factor, rel=1e-12)
    assert unit.dimension == dimension(**powers)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "((((",
            "m)",
            "m^",
            "m^^2",
            "m^x",
            "m^999999999",
            "m^(1/0)",
            "/s",
            "m//s",
            "2*m",
            "m*",
            "*",
            "m+s",
            "m-s",
            "metr",
        ),
        *(
            "dB",
            "_",
            "_m",
            "__class__",
            "__import__('os')",
            "nan",
            "inf",
            "None",
            "m;s",
            "m\0",
            "м",
            "kilo",
            "bit",
            "$",
        ),
        *(
            "m*" * 60 + "m",
            "(" * 60 + "m" + ")" * 60,
            "km^999",
            "km^60*km^60",
            "1/(mm^60*mm^60)",
            "km^60/mm^60",
        ),
    ],
)
def test_what_is_no_unit_is_refused(text):
    """A text that is not a unit raises a fault with a message and a place inside it."""
    with pytest.raises(UnitFault) as caught:
        unit_of(text)
    assert caught.value.message
    start, end = caught.value.span
    assert 0 <= start <= len(text)
    assert end > start


def test_any_short_text_is_a_unit_or_refused():
    """Random short texts either are finite units or raise the one fault."""
    r = random.Random(40)
    pieces = [
        *NAMES,
        "*",
        "/",
        "^",
        "(",
        ")",
        "-",
        "1",
        "2",
        "99",
        " ",
        "_",
        "e",
        "d",
        "k",
        "pi",
        "delta_",
        "x",
        "²",
        "0",
    ]
    for _ in range(4000):
        text = "".join(r.choice(pieces) for _ in range(r.randint(1, 7)))
        try:
            unit = unit_of(text)
        except UnitFault:
            continue
        assert math.isfinite(unit.factor)
        assert unit.factor > 0


def test_dimensionless_is_the_unit_of_no_unit():
    """Nothing, a dash and radians are dimensionless with factor one."""
    assert unit_of("") == unit_of("-") == unit_of("rad") == DIMENSIONLESS


@pytest.mark.parametrize(
    "unit, factor", [("deg", math.pi / 180), ("mm", 1e-3), ("rpm", math.pi / 30), ("m", 1.0)]
)
def test_bare_numbers_are_converted_on_reading(unit, factor):
    """Bare numbers for value, start, speed and guess, also in cases, are in the unit of their entry."""
    made = dalembert.model(
        parameters={"p": {"value": 30, "unit": unit}},
        coordinates={"x": {"unit": unit, "start": 45, "speed": 3}, "y": {"unit": unit, "guess": 2.5}},
        states={"s": {"unit": unit, "rate": "0", "start": 7}},
        efforts={"e": {"unit": unit, "guess": 4}},
        cases={"a": {"parameters": {"p": 60}, "start": {"x": 90, "s": 8}, "speed": {"x": 6}}},
    )
    numbers = [
        made.parameters[0].value,
        made.coordinates[0].start,
        made.coordinates[0].speed,
        made.coordinates[1].guess,
        made.states[0].start,
        made.efforts[0].guess,
        *(
            value
            for pairs in (made.cases[0].parameters, made.cases[0].start, made.cases[0].speed)
            for _, value in pairs
        ),
    ]
    typed = [30, 45, 3, 2.5, 7, 4, 60, 90, 8, 6]
    for value, number in zip(numbers, typed, strict=True):
        assert float(value.expression.root.value) == pytest.approx(number * factor, rel=1e-15)


def test_degrees_are_the_same_angle_as_radians():
    """A start of 180 degrees is pi radians, and equal numbers in different units are different models."""
    degrees = dalembert.model(coordinates={"x": {"unit": "deg", "start": 180}})
    assert degrees.coordinates[0].start.expression.root.value == math.pi
    assert degrees != dalembert.model(coordinates={"x": {"unit": "rad", "start": 180}})


def test_expressions_in_units_other_than_si_are_refused():
    """An expression string for an entry in degrees is a flaw, in radians it is not."""
    dalembert.model(coordinates={"x": {"unit": "rad", "start": "pi/4"}})
    with pytest.raises(dalembert.ModelError, match="SI"):
        dalembert.model(coordinates={"x": {"unit": "deg", "start": "pi/4"}})
    with pytest.raises(dalembert.ModelError, match="SI"):
        dalembert.model(
            parameters={"l": {"unit": "mm", "value": 3}},
            coordinates={"x": {}},
            cases={"a": {"parameters": {"l": "2*3"}}},
        )


def test_a_value_from_outside_in_a_wrong_unit_is_told_at_its_option():
    """The option is named as it was typed, not an entry that nobody wrote."""
    with_units = {"l": {"value": 2, "unit": "m"}, "a": {"value": 1, "unit": "m"}}
    model = dalembert.model(
        parameters=with_units,
        coordinates={"x": {"unit": "m"}},
        energy={"kinetic": "x'^2", "potential": "(x - l)^2 + a*x"},
    )
    flaws = dalembert.check(dalembert.vary(model, parameters={"l": "a*a"})).flaws
    assert "--set l" in {flaw.where for flaw in flaws}


def test_the_note_on_unchecked_units_says_what_a_pure_number_has():
    """A number in an element is pure where its key says so; a parameter is asked for its unit, which may be 1."""
    tank = {"kind": "tank", "between": ["a", "ground"], "capacity": 1e-5}
    hole = {"kind": "orifice", "between": ["a", "ground"], "area": 1e-4, "density": 1000, "transition": 1e-6}
    pure = dalembert.model(elements={"tank": tank, "hole": hole | {"discharge": 0.6}})
    assert not [flaw for flaw in dalembert.check(pure).flaws if flaw.rule == "units"]
    elements = {"tank": tank, "hole": hole | {"discharge": "mu"}}
    named = dalembert.model(parameters={"mu": 0.6}, elements=elements)
    (flaw,) = (flaw for flaw in dalembert.check(named).flaws if flaw.rule == "units")
    assert flaw.hint == 'give a unit to mu, "1" if it is a pure number'
