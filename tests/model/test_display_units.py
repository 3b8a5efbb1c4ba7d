"""Results are shown in the units that the user wrote, and in their rates; a number shown is the one in SI."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dalembert
from dalembert._model.display_units import DisplayUnit, display_units, length_unit
from dalembert._model.result_units import rate_unit, units_of
from dalembert._model.units import unit_of
from dalembert.library import SYSTEMS

UNITS = ("deg", "mm", "bar", "µC", "mA/s", "degC", "degF", "rpm", "km/h", "%", "kN*m", "Å", "1", "rad", "m")
MIXED = {
    "parameters": {
        "m": {"value": 250, "unit": "g"},
        "k": {"value": 3, "unit": "kN/m"},
        "J": {"value": 0.1, "unit": "kg*m^2"},
        "L": {"value": 2, "unit": "mH"},
        "C": {"value": 3, "unit": "uF"},
        "x0": {"value": 1, "unit": "m"},
        "A": {"value": 1, "unit": "cm^2"},
    },
    "coordinates": {
        "x": {"unit": "mm", "start": 5, "speed": 30},
        "a": {"unit": "deg"},
        "q": {"unit": "µC", "start": 2},
    },
    "energy": {
        "kinetic": "m*x'^2/2 + J*a'^2/2 + L*q'^2/2",
        "potential": "k*x^2/2 + q^2/(2*C)",
    },
    "outputs": {"p": {"value": "k*x/A", "unit": "bar"}, "v": {"value": "x/x0", "unit": "-"}},
    "constraints": {"displacement": {"turn": "2*a - x/x0"}},
    "simulate": {"t_end": 0.1, "samples": 5},
}


@pytest.mark.parametrize("unit", UNITS)
@given(number=st.floats(-1e12, 1e12, allow_subnormal=False))
def test_a_number_shown_is_the_one_in_si(unit, number):
    """SI = factor · shown + zero, within the rounding of the numbers; what was typed is shown as typed."""
    own = DisplayUnit(unit)
    size = max(abs(number), abs(own.zero))
    for shown in (own.from_si(number), own.column(number)):
        assert abs(own.factor * shown + own.zero - number) <= 4 * math.ulp(size) + 1e-300
    typed = round(number, 3)
    assert own.from_si(own.unit.si(typed)) == pytest.approx(
        typed, rel=1e-15, abs=4 * math.ulp(abs(own.zero)) / own.factor
    )


@pytest.mark.parametrize("degrees", [15, 30, 36, 45, 60, 72, 90, 110, 180, 350])
def test_degrees_come_back_as_typed(degrees):
    """An angle typed in degrees is shown as that number, not as one beside it."""
    own = DisplayUnit("deg")
    assert own.from_si(own.unit.si(degrees)) == degrees


@pytest.mark.parametrize(
    ("unit", "speed", "acceleration"),
    [
        ("deg", "deg/s", "deg/s^2"),
        ("mm", "mm/s", "mm/s^2"),
        ("C", "A", "A/s"),
        ("µC", "µA", "µA/s"),
        ("A*s", "A", "A/s"),
        ("Wb", "V", "V/s"),
        ("J", "W", "W/s"),
        ("m^3", "m^3/s", "m^3/s^2"),
        ("m/s", "m/s^2", "m/s^3"),
        ("degC", "K/s", "K/s^2"),
        ("1", "1/s", "1/s^2"),
        ("", "", ""),
    ],
)
def test_rates_have_names_where_there_are_such(unit, speed, acceleration):
    """A rate is of the unit per second, by its own name: C/s is A; numbers in it are those per second."""
    assert rate_unit(unit, 1) == speed
    assert rate_unit(unit, 2) == acceleration
    if unit and not unit_of(unit).offset:
        assert unit_of(speed) == unit_of(f"({unit})/s" if unit != "1" else "1/s")


def test_units_are_those_of_the_model():
    """Coordinates, speeds, outputs as written; what has no unit of its own in SI; a torque is no energy."""
    units = {name: one.text for name, one in display_units(dalembert.model(**MIXED)).items()}
    assert {name: units[name] for name in ("x", "x'", "a''", "q'", "p", "v", "m", "k")} == {
        "x": "mm",
        "x'": "mm/s",
        "a''": "deg/s^2",
        "q'": "µA",
        "p": "bar",
        "v": "1",
        "m": "g",
        "k": "kN/m",
    }
    assert units["lam_turn"] == units["reaction_a"] == "N*m"
    assert units["reaction_x"] == "N"
    assert units["reaction_q"] == "V"
    wanted = display_units(dalembert.model(**MIXED), ("rad", "cm"))
    assert (wanted["a"].text, wanted["a'"].text, wanted["x"].text) == ("rad", "deg/s", "cm")


def test_people_are_shown_the_units_of_the_model_and_files_are_in_si():
    """Terminal and figures say mm and °; columns, JSON and datasets are in m and rad."""
    motion = dalembert.simulate(dalembert.model(**MIXED))
    said = dalembert.show(motion)
    assert " mm" in said
    assert "°" in said
    assert " bar" in said
    dataset = dalembert.to_dataset(motion)
    assert motion["x"][0] == pytest.approx(0.005)
    assert float(dataset["q"].sel(coordinate="x")[0]) == motion["x"][0]
    assert units_of(motion.model)["speed_unit"] == ("m/s", "rad/s", "A")
    figure = dalembert.plot(motion, "speeds")
    labels = " ".join(axes.get_ylabel() for axes in figure.axes)
    assert "[mm/s]" in labels
    assert "[°/s]" in labels
    assert "[µA]" in labels
    line = figure.axes[0].lines[0]
    rows = np.isin(line.get_xdata(), motion.t)  # its extremes lie between the rows
    assert np.allclose(line.get_ydata()[rows] * 1e-3, motion["x'"])


def test_places_are_in_the_unit_of_all_lengths():
    """One unit of length in a model is that of its drawings; several make it metres."""
    model = dalembert.model(**MIXED)
    assert length_unit(model).text == "m"
    assert length_unit(dalembert.read("triple_pendulum")).text == "m"


def test_the_library_has_currents_in_amperes():
    """No column of any system is in C/s, and every current is in A."""
    for name in (system.name for system in SYSTEMS):
        model = dalembert.read(name)
        units = display_units(model)
        assert not any("C/s" in one.text for one in units.values()), name
        for c in model.coordinates:
            if c.unit == "C":
                assert units[f"{c.name}'"].symbol == "A", name


@pytest.mark.parametrize(
    ("output", "unit"),
    [
        ("joints.A.torque", "N*m"),
        ("-abs(motor.effort) + M0", "N*m"),
        ("max(spring.torque_fixed, M0)*n", "N*m"),
        ("sqrt(M0^2 + motor.effort^2)", "N*m"),
        ("M0*p", "J"),
        ("M0*motor.effort/M0", "J"),
        ("m*p'^2*a^2", "J"),
        ("joints.A.force.x", "N"),
    ],
)
def test_a_torque_is_no_energy(output, unit):
    """Both are kg m²/s²; an output that has no unit of its own gets that of the torques in it."""
    model = dalembert.model(
        parameters={
            "M0": {"value": 2, "unit": "Nm"},
            "n": {"value": 3, "unit": "-"},
            "m": {"value": 1, "unit": "kg"},
            "a": {"value": 1, "unit": "m"},
        },
        bodies={"gravity": [0, -9.81], "arm": {"mass": 1, "inertia": 0.1, "centre": [0.2, 0]}},
        joints={
            "A": {"kind": "pin", "between": ["ground", "arm"], "coordinate": {"p": {"start": 0, "speed": 0}}}
        },
        elements={
            "motor": {"kind": "motor", "between": "joints.A", "torque": "M0", "lag": 0.1},
            "spring": {"kind": "torsion_spring", "between": "joints.A", "stiffness": 3, "angle": 0},
        },
        outputs={"o": output},
    )
    assert units_of(model)["output_unit"] == (unit,)
