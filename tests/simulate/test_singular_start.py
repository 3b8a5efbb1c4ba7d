"""A start at which forces are not finite is refused with the part of the model that makes them so."""

from pathlib import Path

import numpy as np
import pytest

import dalembert

SLED = """
format = 1
[bodies]
space = 2
[bodies.sled]
mass = 2
shape = { plate = [1, 1] }
[bodies.ground]
points = { O = [0, 0] }
[joints.rail]
kind = "slider"
between = ["ground.O", "sled"]
coordinate = { x = { start = 0, speed = 1 } }
[elements.brake]
kind = "damper"
between = BETWEEN
damping = 4
[simulate]
t_end = 1
"""


def sled(between: str, folder: Path) -> dalembert.Model:
    """A braked sled on a rail, read from a file."""
    file = folder / "sled.toml"
    file.write_text(SLED.replace("BETWEEN", between))
    return dalembert.read(file)


def test_an_element_with_both_ends_at_one_point_is_named(tmp_path: Path):
    """A damper without a direction at the start is refused by its name, with the joint as a cure."""
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(sled('["ground.O", "sled"]', tmp_path))
    (flaw,) = caught.value.flaws
    assert flaw.where == "elements.brake"
    assert "`brake`" in flaw.message
    assert "joints.NAME" in flaw.hint


def test_the_cure_of_an_element_without_direction_works(tmp_path: Path):
    """In the joint the same damper brakes: x' = exp(-c t/m)."""
    motion = dalembert.simulate(sled('"joints.rail"', tmp_path))
    assert motion.status == "ok"
    assert motion["x'"][-1] == pytest.approx(2.718281828459045**-2, rel=1e-9)


@pytest.mark.parametrize("potential", ["k/x", "k*log(x)", "k*x^0.5*y", "k*sqrt(x)"])
def test_the_expression_that_is_singular_at_the_start_is_named(potential: str):
    """A division by zero, a root or a logarithm of zero at the start is shown at its place in the model."""
    model = dalembert.model(
        parameters={"k": 2.0},
        coordinates={"x": {"start": 0, "speed": 0}, "y": {"start": 1, "speed": 0}},
        energy={"kinetic": "1/2*(x'^2 + y'^2)", "potential": {"field": potential, "lift": "y"}},
        simulate={"t_end": 1},
    )
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(model)
    (flaw,) = caught.value.flaws
    assert "`x` is 0 there" in flaw.message
    assert flaw.where == "energy.potential.field"


def test_a_law_of_an_element_that_divides_by_zero_is_no_matter_of_its_ends(tmp_path: Path):
    """A damper whose law divides by its rate, which is 0 at the start, is not said to have its ends at one point."""
    file = tmp_path / "sled.toml"
    text = SLED.replace("speed = 1", "speed = 0").replace("damping = 4", 'force = "P/rate"')
    power = '[parameters]\nP = { value = 4, unit = "W" }\n'
    file.write_text(text.replace("BETWEEN", '"joints.rail"') + power)
    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(file)
    assert "ends" not in str(caught.value)
    assert "the force of `x` is not finite" in str(caught.value)


def test_a_closed_valve_is_named_with_a_leak_as_the_cure() -> None:
    """A valve that opens from 0 cannot start: the letter speaks of the valve, not of a volume and a divisor."""
    supply = {"kind": "pressure_source", "between": ["p", "ground"], "pressure": 6e6}
    valve = {"kind": "valve", "between": ["p", "a"], "area": 1e-5, "density": 870, "discharge": 0.6}
    tank = {"kind": "tank", "between": ["a", "ground"], "capacity": 1e-12}

    def filled(opening: str) -> dalembert.Model:
        tap = {**valve, "transition": 1e-6, "opening": opening}
        return dalembert.model(elements={"pump": supply, "tap": tap, "tank": tank})

    with pytest.raises(dalembert.ModelError) as caught:
        dalembert.simulate(filled("ramp(t, 0.05, 1)"), t_end=0.1)
    (flaw,) = caught.value.flaws
    assert flaw.where == "elements.tap"
    assert "the valve `tap` is closed" in flaw.message
    assert "0.001 + …" in flaw.hint
    assert dalembert.simulate(filled("0.001 + ramp(t, 0.05, 1)"), t_end=0.1).status == "ok"


@pytest.mark.parametrize("exponent", [-3, -5, -8, -9, -10, -11, -12])
@pytest.mark.parametrize("unit", [1.0, 1e6])
def test_what_a_difference_of_constraints_holds_stays_or_is_refused(exponent, unit):
    """With x = y and x = y + e z, z stays at zero for every e > 0, whatever the units of z and the constraints."""
    model = dalembert.model(
        parameters={"e": 10.0**exponent, "u": unit},
        coordinates={name: {"start": 0, "speed": 0} for name in "xyz"},
        energy={"kinetic": "1/2*(x'^2 + y'^2 + u^2*z'^2)", "potential": "-x - y - u*z"},
        constraints={"displacement": {"c": "x = y", "d": "x/u = y/u + e*z"}},
    )
    if exponent < -9:
        with pytest.raises(dalembert.ModelError, match="`c`, `d` differ only by"):
            dalembert.simulate(model, t_end=1, samples=4)
        return
    motion = dalembert.simulate(model, t_end=1, samples=4)
    assert np.max(np.abs(motion["z"])) < 1e-6 / unit
    assert abs(motion["x"][-1] - 0.5) < 1e-6
