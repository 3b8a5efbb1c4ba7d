"""Expressions along a motion have the values that the motion itself has."""

import numpy as np
import pytest

import dalembert
from dalembert._analyse.along_motion import values_along

MODEL = """format = 1
[parameters]
m = 2
k = "10*m"
[coordinates]
x = { start = 0.1, speed = 0 }
[definitions]
d = "k*x^2/2"
[energy]
kinetic = "1/2*m*x'^2"
potential = "d"
[inputs]
f = "sin(3*t)"
road = { table = "road.csv", time = "t", column = "h" }
[work]
x = "f + road"
[states]
s = { rate = "x - s", start = 1 }
[simulate]
t_end = 2
samples = 2500
"""


@pytest.fixture
def motion(tmp_path):
    """A motion with everything an expression may contain, over more rows than are evaluated at once."""
    (tmp_path / "road.csv").write_text("t,h\n0,0\n1,2\n3,0\n", encoding="utf-8")
    (tmp_path / "model.toml").write_text(MODEL, encoding="utf-8")
    return dalembert.simulate(tmp_path / "model.toml")


@pytest.mark.parametrize("name", ["four_bar", "slider_crank", "heavy_top", "blending_tank", "elastic_beam:5"])
def test_outputs_along_a_motion_are_its_outputs(name):
    """The outputs of a model, asked for again, are bit for bit those of the run."""
    own = dalembert.simulate(name, samples=50, t_end=0.2)
    found = values_along(own, [output.expression for output in own.model.outputs])
    assert found.shape == own.outputs.shape
    assert (found == own.outputs).all()


def test_unknown_efforts_are_those_of_the_motion():
    """Efforts that effort constraints determine have the values of the run."""
    own = dalembert.simulate("pneumatic_positioner", samples=50)
    names = [effort.name for effort in own.model.efforts]
    assert (values_along(own, names) == own.e).all()


def test_everything_a_model_names_can_be_asked_for(motion):
    """Coordinates, speeds, states, definitions, parameters, inputs from laws and tables, and time."""
    t, x, xd, s, d, k, f, fd, road, roadd = values_along(
        motion, ["t", "x", "x'", "s", "d'", "k", "f", "f'", "road", "road'"]
    ).T
    assert (t == motion.t).all()
    assert (x == motion["x"]).all()
    assert (xd == motion["x'"]).all()
    assert (s == motion["s"]).all()
    assert d == pytest.approx(20 * x * xd)
    assert (k == 20).all()
    assert f == pytest.approx(np.sin(3 * t))
    assert fd == pytest.approx(3 * np.cos(3 * t))
    assert road == pytest.approx(np.interp(t, [0, 1, 3], [0, 2, 0]))
    assert roadd == pytest.approx(np.where(t < 1, 2.0, -1.0))


def test_some_rows_are_those_rows(motion):
    """Asked for some rows, the values are those of the whole at these rows."""
    rows = np.array([0, 7, 1234, 2500])
    assert (values_along(motion, ["x*t"], rows) == values_along(motion, ["x*t"])[rows]).all()


def test_what_a_model_does_not_know_is_told(motion):
    """A stranger, a slip, and a rate that is not there are letters with a hint."""
    for text, hint in (("xx + 1", "did you mean `x`"), ("2 x", r"2\*x"), ("k'", "no rate")):
        with pytest.raises(dalembert.ModelError, match=hint):
            values_along(motion, [text])
