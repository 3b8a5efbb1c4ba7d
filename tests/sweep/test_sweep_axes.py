"""Varied quantities: axes, samples and tables give the written values, or an error message."""

from pathlib import Path

import numpy as np
import pytest

import dalembert
from dalembert import ModelError
from dalembert._sweep.axes import axis_or_variables
from dalembert._sweep.axis_values import columns_of
from dalembert._sweep.cases_table import table_axis
from dalembert._sweep.records import Axis, Plan, Sample, Variable
from dalembert._sweep.samples import DESIGNS, METHODS, checked_sample, points, read_correlation
from dalembert._sweep.sweeping import Request, make_plan

MODEL = dalembert.model(
    format=1,
    parameters={"m": {"value": 1, "unit": "kg"}, "k": {"value": "4*m"}, "N": 3},
    coordinates={"x": {"start": 1, "unit": "cm"}, "phi": {"start": 0, "speed": 1, "unit": "deg"}},
    energy={
        "kinetic": {"T": "1/2*m*x'^2 + 1/2*m*phi'^2"},
        "potential": {"V": "1/2*k*(x^2 + phi^2) + sum(i = 1..N, m*x)"},
    },
    inputs={"u": "sin(t)"},
    simulate={"t_end": 1},
)


def column(text: str) -> list[float]:
    """The values of an axis."""
    found = axis_or_variables(MODEL, text)
    assert isinstance(found, Axis)
    return found.column(0).tolist()


def test_axes_are_in_the_units_of_their_entries() -> None:
    """A bare number is in the unit of the entry, a constant expression in SI units."""
    assert column("m=1:3:3") == [1, 2, 3]
    assert column("m=log:1:100:3") == pytest.approx([1, 10, 100])
    assert column("x=1,2.5") == pytest.approx([0.01, 0.025])
    assert column("phi=180,pi/2") == pytest.approx([np.pi, np.pi / 2])
    assert column("phi'=90") == pytest.approx([np.pi / 2])


def test_the_first_axis_is_the_slowest_and_samples_are_the_fastest() -> None:
    """Rows go through the grid as nested loops do; zipped axes go together."""
    zipped = axis_or_variables(MODEL, "x=100,200 with phi=pi/2,pi")
    axis = axis_or_variables(MODEL, "m=1:3:3")
    assert isinstance(zipped, Axis)
    assert isinstance(axis, Axis)
    drawn = Sample(
        method="random", count=2, seed=1, variables=(Variable(name="k", kind="uniform", numbers=(0, 1)),)
    )
    plan = Plan(model="", axes=(axis, zipped), sample=drawn, keep="", block=5)
    own = columns_of(plan, range(plan.runs))
    assert plan.runs == 12
    assert own["m"].tolist() == [1] * 4 + [2] * 4 + [3] * 4
    assert own["x"].tolist() == [1, 1, 2, 2] * 3
    assert (own["phi"] == np.where(own["x"] == 1, np.pi / 2, np.pi)).all()
    assert len(set(own["k"].tolist())) == 2
    parts = [columns_of(plan, plan.rows_of(block))["k"] for block in range(plan.blocks)]
    assert np.concatenate(parts).tolist() == own["k"].tolist()


@pytest.mark.parametrize(
    "text, said",
    [
        ("m", "names nothing"),
        ("m=", "is empty"),
        ("m=1:2:0", "is empty"),
        ("m=1:2", "FROM:TO:N"),
        ("m=1:2:1000000000000", "more than an axis"),
        ("m=1:2:1.5", "no number of values"),
        ("mm=1:2:3", "`mm`"),
        ("u=1,2", "is an input"),
        ("N=1:3:3", "another model"),
        ("m=1,,2", "between commas"),
        ("m=log:0:1:3", "no zero"),
        ("m=1/0", "division by zero"),
        ("m=k", "is no number"),
        ("m=1:2:1", "both ends"),
        ("m=nomal:1:2", "no distribution"),
        ("m=normal:1", "2 numbers"),
        ("m=normal:1:0", "not positive"),
        ("m=uniform:2:1", "from 2 to 1"),
        ("m=triangular:1:5:2", "mode"),
        ("m=1,2 with k=1,2,3", "equally many"),
        ("m=1:2:3 with k=normal:1:2", "zipped with nothing"),
        ("m=" + "(" * 5000, "m"),
    ],
)
def test_a_wrong_axis_is_refused_by_its_name(text: str, said: str) -> None:
    """The letter says what is wrong with an axis."""
    with pytest.raises(ModelError, match=said):
        axis_or_variables(MODEL, text)


@pytest.mark.parametrize("method", [method for method in METHODS if method not in DESIGNS])
def test_samples_have_the_moments_of_their_distributions(method: str) -> None:
    """Means and spreads of 4096 samples are those of the distributions, and seeds tell them apart."""
    texts = ("m=uniform:1:3", "k=normal:5:0.5", "x=lognormal:100:0.1", "phi=triangular:0:0:pi")
    variables = tuple(one for text in texts for one in axis_or_variables(MODEL, text))
    sample = checked_sample(f"{method}:4096:3", variables, (read_correlation("k,x=-0.8"),))
    other = checked_sample(f"{method}:4096:4", variables, (read_correlation("k,x=-0.8"),))
    assert sample is not None
    assert other is not None
    drawn = points(sample)
    close = 0.05 if method == "random" else 0.01
    assert drawn.mean(axis=0) == pytest.approx([2, 5, np.exp(0.005), np.pi / 3], rel=close)
    assert drawn.std(axis=0)[:2] == pytest.approx([1 / np.sqrt(3), 0.5], rel=2 * close)
    assert np.corrcoef(drawn[:, 1], np.log(drawn[:, 2]))[0, 1] == pytest.approx(-0.8, abs=0.05)
    assert not np.array_equal(drawn, points(other))
    if method == "latin":
        assert sorted(np.floor((drawn[:, 0] - 1) / 2 * 4096).astype(int).tolist()) == list(range(4096))


@pytest.mark.parametrize(
    "sample, correlate, said",
    [
        ("", (), "how many are drawn"),
        ("sobl:10", (), "did you mean sobol"),
        ("sobol:x", (), "no number of samples"),
        ("sobol:99999999999", (), "more than"),
        ("latin:10:x", (), "seed"),
        ("latin:10", ("m,k=2",), "inside"),
        ("latin:10", ("k,q=0.5",), "no distribution"),
        ("latin:10", ("m,k=0.5",), "uniform"),
    ],
)
def test_a_wrong_sample_is_refused(sample: str, correlate: tuple[str, ...], said: str) -> None:
    """The letter says what is wrong with a sample or its correlations."""
    over = ("m=uniform:1:2", "k=normal:1:0.1")
    with pytest.raises(ModelError, match=said):
        make_plan(MODEL, Request(over=over, sample=sample, correlate=correlate))


@pytest.mark.parametrize(
    "over, said",
    [
        ((), "nothing is varied"),
        (("m=1:2:3", "m=1,2"), "twice"),
        (("m=1:2:1000000", "k=1:2:1000000"), "1e\\+12 runs"),
    ],
)
def test_a_sweep_that_cannot_be_is_refused_before_anything_is_run(over: tuple[str, ...], said: str) -> None:
    """No axis, one name twice, and 10¹² runs are letters."""
    with pytest.raises(ModelError, match=said):
        make_plan(MODEL, Request(over=over))


def test_tables_have_units_above_their_columns(tmp_path: Path) -> None:
    """A column is in the unit in its head, or in that of its entry; strange ones are refused."""
    path = tmp_path / "cases.csv"
    path.write_text("# cases\nm [g], phi, x [m]\n1500, 90, 0.5\n500, 180, 1\n")
    axis = table_axis(MODEL, path)
    assert axis.names == ("m", "phi", "x")
    assert [axis.column(i).tolist() for i in range(3)] == [
        pytest.approx([1.5, 0.5]),
        pytest.approx([np.pi / 2, np.pi]),
        [0.5, 1],
    ]
    for text, said in (
        ("m [s]\n1\n", "is in s"),
        ("m [gg]\n1\n", "unit"),
        ("q\n1\n", "`q`"),
        ("m,m\n1,2\n", "ambiguous"),
        ("m,m [g]\n1,2\n", "two columns"),
        ("m\n", "no rows"),
        ("m\nx\n", "x"),
        ("", "empty"),
    ):
        path.write_text(text)
        with pytest.raises(ModelError, match=said):
            table_axis(MODEL, path)
    with pytest.raises(ModelError):
        table_axis(MODEL, tmp_path / "none.csv")
