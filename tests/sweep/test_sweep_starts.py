"""Consistent starts of many rows in C: those of single runs, or left to them."""

import numpy as np
import pytest

import dalembert
from dalembert._compile.compiled_models import bind
from dalembert._compile.compiler import find_compiler
from dalembert._expression.source import ModelError
from dalembert._model.values import values_of
from dalembert._simulate.start import consistent_start
from dalembert._sweep import lanes
from dalembert._sweep.records import Part, Target
from dalembert._sweep.sweeping import make_plan, request_of

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="no C compiler")
# A pendulum in Cartesian coordinates on a circle whose centre moves by an input.
CIRCLE = {
    "parameters": {"l": 2.0, "m": 1.0, "g": 9.81, "w": 3.0},
    "coordinates": {"x": {"start": 1.0, "speed": 0.5}, "y": {"guess": -1.0}},
    "inputs": {"c": "0.2*sin(w*t)"},
    "energy": {"kinetic": "1/2*m*(x'^2 + y'^2)", "potential": "m*g*y"},
    "constraints": {"displacement": {"rod": "(x - c)^2 + y^2 - l^2"}},
    "simulate": {"t_end": 0.5},
}


def engine_of(model, over):
    """The lanes of a plain sweep of a model."""
    found = make_plan(model, request_of(model, over, "T at end", plain=True)).lanes
    assert isinstance(found, lanes.LaneEngine), found
    return found


def single_start(engine, values):
    """The start of an ordinary run with some values."""
    model = lanes.with_numbers(engine.model, engine.targets, values)
    own = values_of(model)
    return consistent_start(bind(engine.compiled, own), own, 0.0, 0.0).y


@pytest.mark.parametrize(
    ("name", "over"),
    [
        ("four_bar", {"theta2'": [3.0, 6.0, -4.0]}),
        ("four_bar", {"L3": [0.9, 1.0, 1.1]}),
        ("slider_crank", {"theta": [0.3, 1.0, 2.0]}),
        ("circle", {"x": [0.5, -1.0, 1.9]}),
        ("circle", {"l": [1.5, 2.0, 2.2]}),
    ],
)
def test_starts_in_c_are_those_of_single_runs(name, over):
    """Positions and speeds that were not given follow from the constraints, in the same position of assembly."""
    model = dalembert.model(**CIRCLE) if name == "circle" else dalembert.read(name)
    if name == "slider_crank":
        over = {next(c.name for c in model.coordinates if c.start is not None): next(iter(over.values()))}
    engine = engine_of(model, over)
    columns = {key: np.array(values) for key, values in over.items()}
    p, start = engine.values.of(columns)
    whole = np.zeros((3, engine.compiled.layout.size))
    whole[:, : start.shape[1]] = start
    made, found = lanes._consistent_starts(engine, p, whole)
    assert found.all()
    for i in range(3):
        expected = single_start(engine, {key: float(column[i]) for key, column in columns.items()})
        np.testing.assert_allclose(made[i], expected, rtol=1e-12, atol=1e-12)


def test_no_start_of_a_sweep_is_searched_row_by_row(monkeypatch):
    """Rows of a closed loop need no Python each."""
    calls = []
    monkeypatch.setattr(lanes, "_constrained_start", lambda *_: calls.append(1))
    rows = dalembert.sweep(
        dalembert.read("four_bar"), {"theta2'": np.linspace(3, 6, 40)}, "T at end", plain=True
    )
    assert not calls
    assert (rows["status"].values == 1).all()


@pytest.mark.parametrize(
    ("over", "why"),
    [
        ({"x": [2.5]}, "beyond the circle"),
        ({"x": [2.0]}, "where the circle turns round: its gradient along y is zero"),
        ({"x": [1.99999999]}, "so near to that place that y would be far too fast"),
        ({"y": [-1.7320508]}, "given with the digits that were typed"),
    ],
)
def test_what_is_no_regular_start_is_left_to_the_careful_search(over, why):
    """C finds no start there, and does not say it did."""
    engine = engine_of(dalembert.model(**CIRCLE), {"m": [1.0]} | {key: [1.0] for key in over if key == "x"})
    targets = tuple(Target(name=key, part=Part.start, unit="", si="") for key in over)
    model = lanes.with_numbers(engine.model, targets, {key: v[0] for key, v in over.items()})
    own = values_of(model)
    given = {*own.start, *(f"{name}'" for name in own.speed)}
    start = np.zeros((1, engine.compiled.layout.size))
    names = engine.compiled.names
    values = own.start | {f"{name}'": value for name, value in own.speed.items()}
    start[0, : len(names)] = [values.get(name, own.guess.get(name, 0.0)) for name in names]
    _, found = lanes.consistent_starts(
        engine.compiled, engine.compiler, np.array([own.vector()]), start, given, 0.0
    )
    assert not found.any(), why
    if over.get("x", [0.0])[0] >= 2.0:
        with pytest.raises(ModelError):
            consistent_start(bind(engine.compiled, own), own, 0.0, 0.0)


def test_rows_that_cannot_be_assembled_are_refused_beside_others():
    """A link that is too long is a row with its message; the others are run."""
    rows = dalembert.sweep(dalembert.model(**CIRCLE), {"x": [0.5, 2.5, 1.0]}, "T at end", plain=True)
    assert rows["status"].values.tolist()[0] == rows["status"].values.tolist()[2] == 1
    assert np.isnan(rows["T_at_end"].values[1])
    assert rows["message"].values[1]
