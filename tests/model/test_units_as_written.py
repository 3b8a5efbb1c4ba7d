"""Units as engineers write them: each is read correctly or refused with what to write; none is misread."""

import json
import math
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from typer.testing import CliRunner
from units_as_written import READ, REFUSED, TEMPERATURES

import dalembert
from dalembert._model.display_units import DisplayUnit, requested_unit
from dalembert._model.result_units import units_of
from dalembert._model.unit_names import (
    COMPOUNDS,
    DEGREES,
    MARKED,
    NAMES,
    SIMPLE,
    SQUARED,
    TURNS,
    WITH_PREFIX,
)
from dalembert._model.unit_text import base_text
from dalembert._model.units import UnitFault, si_text, unit_of
from dalembert.cli import app

BASE = ("m", "kg", "s", "A", "K", "mol", "cd")


def rows(text):
    """The lines of a table, comments left out."""
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def dimension_of(text):
    """Exponents of the base units: `kg m2 s-3`."""
    found = dict.fromkeys(BASE, Fraction(0))
    for part in text.split() if text != "1" else ():
        name, power = re.fullmatch(r"([A-Za-z]+)(-?\d+(?:/\d+)?)?", part).groups()
        found[name] += Fraction(power or 1)
    return tuple(found.values())


MEANT = [
    (spelling, float(factor), dimension_of(dimension))
    for factor, dimension, spellings in (row.split(" | ") for row in rows(READ))
    for spelling in spellings.split("; ")
]
NOT_READ = [tuple(row.split(" | ")) for row in rows(REFUSED)]


def test_there_are_many():
    """The tables hold at least 500 strings, none of them twice."""
    texts = [text for text, *_ in MEANT] + [text for text, _ in NOT_READ]
    assert len(texts) >= 500
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("text, factor, dimension", MEANT)
def test_a_unit_is_read_as_it_is_meant(text, factor, dimension):
    """A unit has the factor and the dimension that its readers give it, and its SI unit is coherent."""
    unit = unit_of(text)
    assert unit.factor == pytest.approx(factor, rel=2e-15)
    assert unit.dimension == dimension
    assert unit.offset == 0
    si = unit_of(si_text(text))
    assert si.coherent
    assert si.dimension == dimension == unit_of(base_text(dimension)).dimension


@pytest.mark.parametrize("text, cure", NOT_READ)
def test_what_is_not_read_is_refused_with_what_to_write(text, cure):
    """A string that is no unit or has two readings is refused, and the letter says what to write instead."""
    with pytest.raises(UnitFault) as caught:
        unit_of(text)
    fault = caught.value
    assert cure in f"{fault.message} {fault.hint}"
    assert fault.hint
    assert 0 <= fault.span[0] < fault.span[1]


def test_what_is_offered_can_be_read():
    """Every unit that a letter offers in place of unknown letters is itself a unit."""
    offered = 0
    for text, _ in NOT_READ:
        with pytest.raises(UnitFault) as caught:
            unit_of(text)
        if caught.value.hint.startswith("did you mean "):
            for offer in re.split(r", | or ", caught.value.hint.removeprefix("did you mean ").rstrip("?")):
                unit_of(offer)
                offered += 1
    assert offered > 60


@pytest.mark.parametrize("row", rows(TEMPERATURES))
def test_temperatures_by_themselves(row):
    """Degrees Celsius and Fahrenheit count from their own zero, exactly."""
    text, degrees, kelvin = row.split(" | ")
    unit = unit_of(text)
    assert unit.si(int(degrees)) == float(kelvin)
    assert unit.from_si(float(kelvin)) == pytest.approx(float(degrees), abs=1e-12)
    assert unit.dimension == dimension_of("K")
    assert unit.rate.coherent


def test_no_name_has_two_meanings():
    """No prefix makes of one unit the name of another, and no compound is a name."""
    count = sum(len(names) * (1 + len(marked.split())) for _, marked, names in MARKED)
    assert len(NAMES) == count == len(SIMPLE) + len(WITH_PREFIX)
    assert not set(NAMES) & set(COMPOUNDS)


def test_the_documentation_lists_every_name():
    """The page of units has every name of the table, and the families of compounds."""
    page = (Path(__file__).parents[2] / "docs" / "units.md").read_text(encoding="utf-8")
    section = page[page.index("\n## Units\n") : page.index("### How units are checked")]
    words = set(re.split(r"[\s|`;,()]+", section))
    assert set(SIMPLE) - words - {"U", "r", "tr", "ohm", "Ω", "L", "\u2103", "\u2109"} == set()
    for name in ("`U/min`", "`tr/min`", "`r/min`", "`ohm`", "`Ω`", "`L`", "mNmm", "kNms", "TWh", "molK"):
        assert name in section


def test_factors_are_rounded_once():
    """A factor is the double nearest to its exact value, and so is a number in the unit."""
    assert unit_of("psi").factor == float(
        Fraction("0.45359237") * Fraction("9.80665") / Fraction("0.0254") ** 2
    )
    assert unit_of("mm").si(0.1) == 1e-4
    assert unit_of("deg").si(180) == math.pi
    assert unit_of("degC").si(25.1) == 298.25
    assert unit_of("mm^3").si(3) == 3e-9


ODD = TURNS | DEGREES | {"lb", "mK", "ms", "S", "H", "C", "kg", "g"}
PLAIN = sorted(set(NAMES) - ODD)
RAISED = str.maketrans("0123456789-", "⁰¹²³⁴⁵⁶⁷⁸⁹⁻")


def power_of(r, power):
    """A power, in one of the ways it is written."""
    if power == 1:
        return ""
    ways = [f"^{power}", f"**{power}", f"^({power})", str(power).translate(RAISED), str(power)]
    return r.choice(ways)


def spelling_of(r, parts):
    """A product of names with powers, in one of the ways it is written."""
    milli = any(WITH_PREFIX.get(name, ("",))[0] == "m" and p < 0 for name, p in parts)
    above = [f"{name}{power_of(r, p)}" for name, p in parts if p > 0]
    under = [f"{name}{power_of(r, -p)}" for name, p in parts if p < 0]
    times = r.choice(["*", "·", "⋅", ".", " ", " * ", "×", "\u00a0"])
    if not milli and r.random() < 0.4:
        mixed = [f"{name}{power_of(r, p)}" for name, p in parts]
        return times.join(mixed)
    top = times.join(above) or "1"
    if not under:
        return top
    if len(under) == 1 or r.random() < 0.4:
        return "/".join([top, *under])
    return f"{top}{r.choice(['/', ' / '])}({times.join(under)})"


@pytest.mark.parametrize("seed", range(8))
def test_any_spelling_of_a_product_is_the_product(seed):
    """However a product of names with powers is written, it is the product of their factors and dimensions."""
    r = random.Random(seed)
    for i in range(250):
        names = r.sample(PLAIN, r.randint(1, 4))
        parts = [(name, r.choice([-3, -2, -1, 1, 1, 2, 3])) for name in names]
        factor = math.prod(NAMES[name].factor ** p for name, p in parts)
        dimension = tuple(sum(NAMES[name].dimension[i] * p for name, p in parts) for i in range(len(BASE)))
        text = spelling_of(r, parts)
        if sum(abs(p * math.log10(NAMES[name].factor)) for name, p in parts) > 90 or len(text) > 100:
            continue
        unit = unit_of(text)
        assert unit.factor == pytest.approx(factor, rel=1e-13), text
        assert unit.dimension == dimension, text
        si = unit_of(si_text(text))
        assert si.coherent, text
        assert si.dimension == dimension, text
        assert si_text(si_text(text)) == si_text(text), text
        if i % 10:
            continue
        speed = unit_of(units_of(dalembert.model(coordinates={"x": {"unit": text}}))["speed_unit"][0])
        assert speed.dimension == tuple(a - (n == "s") for n, a in zip(BASE, dimension, strict=True)), text


def test_the_si_of_a_long_unit_can_be_read():
    """A unit as long as one may be has an SI unit that is short enough to be read, and its rates too."""
    for text in ("*".join(["rpm"] * 25), "/".join(["psi"] * 25), "1/" + "/".join(["mph"] * 24)):
        si = unit_of(f"{si_text(text)}/s^2")
        assert si.dimension == tuple(
            a - 2 * (n == "s") for n, a in zip(BASE, unit_of(text).dimension, strict=True)
        )


@pytest.mark.parametrize("seed", range(4))
def test_letters_are_a_unit_only_if_the_table_says_so(seed):
    """A run of letters is accepted only if it stands in the table or in the list of compounds, letter by letter."""
    r = random.Random(seed)
    letters = sorted({c for name in NAMES for c in name if c.isalpha()} | set("xyzQq"))
    names = sorted(NAMES)
    known = (set(NAMES) | set(COMPOUNDS)) - TURNS - SQUARED
    accepted = 0
    for _ in range(2500):
        run = "".join(r.choice(letters) for _ in range(r.randint(1, 5)))
        if r.random() < 0.5:
            run = "".join(r.sample(names, r.randint(1, 2)))
            at = r.randrange(len(run))
            run = r.choice([run, run.swapcase(), run[:at] + run[at].swapcase() + run[at + 1 :]])
        run = run.translate(str.maketrans({"μ": "µ"}))
        if not run.isalpha():
            continue
        if run in known:
            unit_of(run)
            accepted += 1
        else:
            with pytest.raises(UnitFault) as caught:
                unit_of(run)
            assert caught.value.hint, run
    assert accepted > 30


# -- models ------------------------------------------------------------------------------------------------

DAMPER = """format = 1
[parameters]
m = { value = 1, unit = "kg" }
k = 100
c = { value = 2, unit = "Ns/m" }
[coordinates]
x = { start = 0.1, speed = 0 }
[energy]
kinetic = "1/2*m*x'^2"
potential = "1/2*k*x^2"
dissipation = "1/2*c*x'^2"
[simulate]
t_end = 3
"""
SHAFT = """format = 1
[parameters]
J = 1
Mt = { value = 5, unit = "kNm" }
[coordinates]
phi = { start = 0, speed = 0 }
[energy]
kinetic = "1/2*J*phi'^2"
[work]
phi = "Mt"
[simulate]
t_end = 1
"""
MOTOR = """format = 1
[parameters]
J = { value = 1e-5, unit = "kg*m^2" }
kt = { value = 30, unit = "mNm/A" }
R = { value = 2, unit = "Ohm" }
u = { value = 12, unit = "V" }
b = { value = 1e-5, unit = "Nms/rad" }
[coordinates]
phi = { unit = "rad", start = 0, speed = 0 }
q = { unit = "C", start = 0 }
[energy]
kinetic = "1/2*J*phi'^2"
dissipation = "1/2*R*q'^2 + 1/2*b*phi'^2"
[work]
phi = "kt*q'"
q = "u - kt*phi'"
[simulate]
t_end = 1
"""


@pytest.fixture
def saved(tmp_path):
    """Writes a model file."""

    def write(text, name="a.toml"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write


def test_newton_seconds_are_no_nanoseconds(saved):
    """A damper of 2 Ns/m on 1 kg and 100 N/m has the damping ratio c/(2 √(k m)) = 0.1."""
    modes = dalembert.modes(saved(DAMPER))
    assert dalembert.as_dict(modes)["modes"][0]["damping"] == pytest.approx(0.1, rel=1e-9)


def test_a_kilonewton_metre_is_a_thousand(saved):
    """A torque of 5 kNm on 1 kg m² turns it by 2500 rad in 1 s."""
    assert dalembert.simulate(saved(SHAFT)).q[-1, 0] == pytest.approx(2500, rel=1e-9)


def test_units_of_a_motor_as_its_data_sheet_has_them(saved):
    """A motor in mNm/A and Nms/rad has no flaw, and its constant is 0.03 N m/A."""
    path = saved(MOTOR)
    assert dalembert.check(path).flaws == ()
    assert dalembert.read(path).parameters[1].value.expression.root.value == 0.03


def test_check_tells_every_unit_in_si(saved):
    """`check` prints the SI of each unit in use; in JSON every entry with a unit is there, with its numbers."""
    path = saved(MOTOR)
    said = CliRunner().invoke(app, ["check", str(path)]).output
    assert "kt = 30 mNm/A = 0.03 N*m/A (kg*m^2/s^2/A)" in said
    assert "b = 1e-05 Nms/rad = 1e-05 N*m*s/rad (kg*m^2/s)" in said
    assert "units in SI: kg*m^2, Ohm (kg*m^2/s^3/A^2), V (kg*m^2/s^3/A), rad (1), C (s*A)" in said
    found = json.loads(CliRunner().invoke(app, ["check", str(path), "--json"]).output)["units"]
    assert [one["name"] for one in found] == ["J", "kt", "R", "u", "b", "phi", "q"]
    assert found[1] == {
        "section": "parameters",
        "name": "kt",
        "unit": "mNm/A",
        "si": "N*m/A",
        "dimension": "kg*m^2/s^2/A",
        "factor": 0.001,
        "offset": 0.0,
        "values": {"value": {"typed": 30.0, "si": 0.03}},
    }
    assert found[5]["values"] == {"start": {"typed": 0.0, "si": 0.0}, "speed": {"typed": 0.0, "si": 0.0}}


def test_check_tells_the_units_of_gauges(saved):
    """Units in which a scene shows quantities are told too; a text that is not printable cannot reach a terminal."""
    gauges = '[scene]\npoints = { A = ["cos(phi)", "sin(phi)"] }\ngauges = [{ value = "phi", unit = "deg", text = "a\\u001b[2Jb" }]\n'
    found = dalembert.check(saved(MOTOR + gauges)).unit_lines
    assert "a [2Jb: 1 deg = 0.0174532925 rad (1)" in found
    assert all(line.isprintable() for line in found)


WARM = """format = 1
[parameters]
T0 = { value = 20, unit = "degC" }
T1 = { value = 212, unit = "°F" }
n = { value = 2, unit = "1/s" }
a = { value = 1, unit = "J*s^2/K^2" }
[coordinates]
x = { unit = "degF", start = 32, speed = 9 }
[states]
Ts = { rate = "(T0 - Ts)*n", unit = "degC", start = 25 }
[inputs]
air = { table = "air.csv", time = "t", column = "T", unit = "degC" }
[energy]
kinetic = "a*x'^2"
[cases.hot]
parameters = { T0 = 80 }
start = { Ts = 90, x = 212 }
speed = { x = 3 }
[outputs]
warm = { value = "Ts + air - air", unit = "degC" }
[simulate]
t_end = 1
"""


def test_temperatures_of_a_model(saved):
    """Parameters, starts, cases, given values and table columns in degC and degF are kelvin; speeds are K/s."""
    saved("t,T\n0,10\n2,30\n", "air.csv")
    model = dalembert.read(saved(WARM))

    def number(value):
        return value.expression.root.value

    assert [number(p.value) for p in model.parameters[:2]] == [293.15, 373.15]
    assert (number(model.coordinates[0].start), number(model.coordinates[0].speed)) == (273.15, 9)
    assert number(model.states[0].start) == 298.15
    hot = dalembert.vary(model, "hot")
    assert (number(hot.parameters[0].value), number(hot.states[0].start)) == (353.15, 363.15)
    assert (number(hot.coordinates[0].start), number(hot.coordinates[0].speed)) == (373.15, 3)
    given = dalembert.vary(model, parameters={"T0": 0}, speed={"x": 5})
    assert number(given.parameters[0].value) == 273.15
    assert number(given.coordinates[0].speed) == 5
    motion = dalembert.simulate(model)
    assert motion.outputs[-1, 0] == pytest.approx(293.15 + 5 * math.exp(-2), rel=1e-8)
    assert dalembert.model(**dalembert.as_dict(model)) == model


def test_a_table_of_degrees_is_in_kelvin(saved):
    """The column of a table in degC is shifted by 273.15."""
    from dalembert._model.tables import samples_of

    saved("t,T\n0,10\n2,30\n", "air.csv")
    (samples,), flaws = samples_of(dalembert.read(saved(WARM)))
    assert flaws == ()
    assert samples.values == (283.15, 303.15)


@pytest.mark.parametrize(
    "unit, factor, shift", [("degC", 1.0, -273.15), ("degF", 1.8, -459.67), ("K", 1.0, 0.0)]
)
def test_temperatures_are_shown_from_their_zero(unit, factor, shift):
    """A result in K is shown in degrees with the shift of their zero, and its rate in K/s is left as it is."""
    assert requested_unit("K", (unit,)) == unit
    own = DisplayUnit(unit)
    assert (own.column(1.0) - own.column(0.0), own.column(0.0)) == pytest.approx((factor, shift), rel=1e-12)
    assert requested_unit("K/s", (unit,)) == ""


def test_an_effort_of_an_input_in_kilonewtons_is_told_in_newtons():
    """The effort that a motion needs is a number in SI, and so is its unit, whatever unit the input has."""
    model = dalembert.model(
        parameters={"m": {"value": 2, "unit": "kg"}},
        coordinates={"x": {"unit": "m", "start": 0, "speed": 0}},
        energy={"kinetic": "m*x'^2/2"},
        inputs={"F": {"value": 3, "unit": "kN"}},
        work={"x": "F"},
    )
    (sizing,) = dalembert.inverse(model, {"x": "t^2"}, efforts=["F"], t_end=1, samples=10).sizing
    assert (sizing.peak, sizing.unit) == (pytest.approx(4), "N")


@pytest.mark.parametrize("section", ["inputs", "definitions", "work"])
def test_a_bare_number_is_in_the_unit_of_its_entry(section):
    """A number with the unit kN is thousands of newtons, also where expressions may stand; those are refused."""
    name = "x" if section == "work" else "F"

    def made(value, unit):
        sections = {
            "parameters": {"m": {"value": 1, "unit": "kg"}},
            "coordinates": {"x": {"unit": "m"}},
            "energy": {"kinetic": "m*x'^2/2"},
            "work": {"x": "F"},
        }
        return dalembert.model(**(sections | {section: {name: {"value": value, "unit": unit}}}))

    model = made(3, "kN")
    assert model == dalembert.model(**dalembert.as_dict(model))
    entry = {"inputs": model.inputs, "definitions": model.definitions, "work": model.work}[section][0]
    law = entry.law if section == "inputs" else entry.expression
    assert law.root.value == 3000
    assert dalembert.check(model).flaws == ()
    assert [flaw.rule for flaw in dalembert.check(made(3, "kJ")).flaws if flaw.severity == "error"] == [
        "units"
    ]
    with pytest.raises(dalembert.ModelError, match="SI"):
        made("2*3", "kN")
