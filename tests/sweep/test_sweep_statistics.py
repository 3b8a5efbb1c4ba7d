"""Statistics of rows: sensitivity indices, limits, the best rows, attractors, and their figures."""

import json
from pathlib import Path

import numpy as np
import pytest
from tests.sweep.sweep_models import FIGURES, KEEP, OSCILLATOR

import dalembert
from dalembert import ModelError
from dalembert._present.figures.registry import figure_of_sweep
from dalembert._present.matplotlib_figures import svg
from dalembert._sweep.attractors import attractors_of
from dalembert._sweep.dataset import rows_of
from dalembert._sweep.records import Status
from dalembert._sweep.statistics import wilson_interval
from dalembert._words.languages import LANGUAGES, words_of

ISHIGAMI = dalembert.model(
    format=1,
    title="Ishigami",
    parameters={"x1": 0, "x2": 0, "x3": 0},
    coordinates={"q": {"start": 0, "speed": 0}},
    energy={"kinetic": {"T": "1/2*q'^2"}},
    outputs={"f": "sin(x1) + 7*sin(x2)^2 + 0.1*x3^4*sin(x1)", "g": "2*x1 - 3*x2 + 0*x3"},
    simulate={"t_end": 1, "samples": 1},
)
UNIFORM = {name: f"uniform:{-np.pi}:{np.pi}" for name in ("x1", "x2", "x3")}


def test_sobol_indices_of_ishigami_are_the_exact_ones() -> None:
    """Each exact index lies in twice its interval, which is narrow. T. Ishigami, T. Homma, ISUMA (1990) 398."""
    rows = dalembert.sweep(ISHIGAMI, {**UNIFORM, "sample": "saltelli:1024"}, "f at end", plain=True)
    (found,) = dalembert.statistics(rows).indices
    b = 0.1 * np.pi**4
    variance = 7**2 / 8 + b / 5 + b**2 / 18 + 0.5
    first = np.array([0.5 * (1 + b / 5) ** 2, 7**2 / 8, 0.0]) / variance
    total = first + np.array([1.0, 0.0, 1.0]) * b**2 * (1 / 18 - 1 / 50) / variance
    for index, s, t in zip(found.indices, first, total, strict=True):
        assert abs(index.first - s) < 2 * index.first_error < 0.25
        assert abs(index.total - t) < 2 * index.total_error < 0.25
    assert (found.base, found.dropped, rows.sizes["run"]) == (1024, 0, 1024 * 5)


def test_elementary_effects_of_a_linear_function_are_its_slopes() -> None:
    """μ* of 2 x₁ − 3 x₂ are the slopes times the ranges, and σ is zero."""
    rows = dalembert.sweep(ISHIGAMI, {**UNIFORM, "sample": "morris:10"}, "g at end", plain=True)
    (found,) = dalembert.statistics(rows).indices
    assert [one.first for one in found.indices] == pytest.approx([4 * np.pi, 6 * np.pi, 0.0], abs=1e-9)
    assert [one.total for one in found.indices] == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)


def test_points_whose_runs_failed_are_left_out_of_indices() -> None:
    """A design with rows without numbers is read without their points, and says how many those were."""
    rows = dalembert.sweep(ISHIGAMI, {**UNIFORM, "sample": "morris:12"}, "g at end", plain=True)
    rows["g_at_end"].values[5] = np.nan
    (found,) = dalembert.statistics(rows).indices
    assert (found.base, found.dropped) == (11, 1)
    assert found.indices[1].first == pytest.approx(6 * np.pi)
    rows["g_at_end"].values[:] = np.nan
    with pytest.raises(ModelError, match="only 0 of 12 points"):
        dalembert.statistics(rows)


def test_indices_are_not_made_of_rows_in_another_order() -> None:
    """A row has its place in a design: rows that were sorted or taken out are refused, too few points at once."""
    rows = dalembert.sweep(ISHIGAMI, {**UNIFORM, "sample": "saltelli:8"}, "f at end", plain=True)
    for other in (rows.sortby("x1"), rows.isel(run=slice(0, 20)), rows.isel(run=slice(0, 21))):
        with pytest.raises(ModelError, match="in their order"):
            dalembert.statistics(other)
    with pytest.raises(ModelError, match="7 points are too few"):
        dalembert.sweep(ISHIGAMI, {**UNIFORM, "sample": "saltelli:7"}, "f at end", plain=True)


def test_a_store_is_drawn_while_it_grows(tmp_path: Path) -> None:
    """Values of rows that are not yet run are those of the plan; rows that were sorted have no grid."""
    path = tmp_path / "a.zarr"
    whole = dalembert.sweep(OSCILLATOR, {"k": "1:9:40", "x": "1:2:80"}, "max(x)", plain=True, out=path)
    whole.load()
    for part in path.glob("*/1"):
        part.unlink()
    rows = rows_of(dalembert.sweep(path))
    assert 0 < rows.missing_rows < rows.runs
    assert np.array_equal(rows.varied["k"], whole["k"])
    for kind in ("map", "lines", "parallel"):
        assert figure_of_sweep(kind, rows, (), words_of("en")).panels
    for kind in ("map", "lines"):
        with pytest.raises(ModelError, match="in their order"):
            figure_of_sweep(kind, rows_of(whole.sortby("x")), (), words_of("en"))


def test_rows_that_do_not_balance_are_left_out() -> None:
    """A row whose energy does not balance counts in no mean, no limit, and not among the best."""
    rows = dalembert.sweep(OSCILLATOR, {"k": "1:9:3", "x'": "0,1"}, "a = max(x)", plain=True)
    rows["status"].values[4] = Status.flagged
    rows["a"].values[4] = -100.0
    found = dalembert.statistics(rows, "a < 0", by="a + 0*x'")
    assert found.quantities[0].rows == 5
    assert found.quantities[0].minimum > 0
    assert (found.reliability[0].passed, found.reliability[0].missing) == (0, 1)
    assert 4 not in found.best
    assert rows["a"].values[4] == -100.0  # the Dataset itself keeps it
    with pytest.raises(ModelError, match="best 0 rows"):
        dalembert.statistics(rows, best=0, by="a")


def test_a_limit_of_a_normal_variable_is_passed_as_often_as_it_should_be() -> None:
    """P(x > mean + sd) of normals is 15.87 %, within Wilson's interval, whose ends are published ones."""
    over = {"x": "normal:1:0.1", "sample": "sobol:1024"}
    rows = dalembert.sweep(OSCILLATOR, over, "a = max(x)", plain=True)
    (found,) = dalembert.statistics(rows, "a > 1.1").reliability
    assert found.low < 0.158655 < found.high
    assert found.rows == 1024
    assert all(wilson_interval(0, n)[0] == 0 and wilson_interval(n, n)[1] == 1 for n in (10, 64, 1000))
    low, high = wilson_interval(0, 10)
    assert (low, round(high, 4)) == (0.0, 0.2775)  # L. D. Brown et al., Stat. Sci. 16 (2001) 101, n = 10
    below = dalembert.statistics(rows, "a <= 1.1").reliability[0]
    assert below.passed + found.passed == 1024


def test_best_rows_are_those_with_the_smallest_values() -> None:
    """The best rows by (k − 4)² are those nearest to k = 4, the best first."""
    rows = dalembert.sweep(OSCILLATOR, {"k": "1:9:9"}, "max(x')", plain=True)
    found = dalembert.statistics(rows, best=3, by="(k - 4)^2 + 0.01*k")
    assert rows["k"].values[list(found.best)].tolist() == [4.0, 3.0, 5.0]


@pytest.mark.parametrize(
    "limits, by, said",
    [
        ("max_x", "", "no comparison"),
        ("max_y > 1", "", "`max_y` is not in this sweep"),
        ("", "far)", "`)`"),
        ("", "h", "a series, not one number"),
        ("max_x' > 1", "", "`max_x'` is not in this sweep"),
    ],
)
def test_questions_that_cannot_be_answered_are_refused(limits: str, by: str, said: str) -> None:
    """Mistakes in limits and expressions are told with the names there are."""
    rows = dalembert.sweep(OSCILLATOR, {"k": "1:9:3"}, "max(x), h = history(x, 3)", plain=True)
    with pytest.raises(ModelError) as caught:
        dalembert.statistics(rows, limits or (), by=by)
    assert said in caught.value.flaws[0].message


def test_statistics_are_json() -> None:
    """The record of statistics becomes JSON, with null for what is no number."""
    rows = dalembert.sweep(OSCILLATOR, {"k": [4.0]}, "max(x)", plain=True)
    told = json.loads(json.dumps(dalembert.as_dict(dalembert.statistics(rows))))
    assert told["quantities"][0]["deviation"] is None
    assert told["quantities"][0]["maximum"] == pytest.approx(1.0)


WELLS = dalembert.model(
    format=1,
    title="Two wells",
    coordinates={"x": {"start": 1, "speed": 0}},
    energy={
        "kinetic": {"T": "1/2*x'^2"},
        "potential": {"V": "-1/2*x^2 + 1/4*x^4"},
        "dissipation": {"D": "1/4*x'^2"},
    },
    simulate={"t_end": 60, "rtol": 1e-6, "samples": 10},
)


def test_basins_of_two_wells_are_symmetric() -> None:
    """Runs from (x, v) and (−x, −v) come to opposite wells at ±1, each from half of the starts."""
    rows = dalembert.sweep(WELLS, {"x": "-2:2:10", "x'": "-2:2:10"}, "x at end", plain=True)
    found = attractors_of(rows_of(rows), ("x_at_end",))
    assert sorted(found.ends[:, 0]) == pytest.approx([-1.0, 1.0], abs=1e-3)
    assert found.shares == (0.5, 0.5)
    assert (found.number + found.number[::-1] == 1).all()
    near = dalembert.sweep(WELLS, {"x": "0.5:1.4:20"}, "x at end", plain=True)
    assert attractors_of(rows_of(near), ("x_at_end",)).shares == (1.0,)  # 1 ± 1e-7, where damping ends


def test_runs_that_die_out_towards_zero_have_one_basin() -> None:
    """A damped oscillator ends at about 1e-7 of its starts, positive or negative: one attractor, not several."""
    energy = {"kinetic": "1/2*x'^2", "potential": "1/2*x^2", "dissipation": "1/4*x'^2"}
    model = dalembert.model(
        coordinates={"x": {"start": 1, "speed": 0}}, energy=energy, simulate={"t_end": 60, "samples": 10}
    )
    over = {"x": "-2:2:9", "x'": "-2:2:9"}
    rows = rows_of(dalembert.sweep(model, over, "x at end, x' at end", plain=True))
    names = tuple(rows.numbers)
    assert 0 < max(np.abs(rows.column(name)).max() for name in names) < 1e-5
    assert attractors_of(rows, names).shares == (1.0,)


@pytest.mark.parametrize("kind", FIGURES)
def test_every_figure_of_many_runs_is_drawn(kind: str) -> None:
    """Each kind gives a drawing with a title and a caption in every language."""
    over, names = FIGURES[kind]
    rows = rows_of(dalembert.sweep(OSCILLATOR, over, KEEP, plain=True))
    for language in LANGUAGES:
        figure = figure_of_sweep(kind, rows, names, words_of(language))
        assert figure.title.startswith("Oscillator: ")
        assert figure.caption.endswith(".")
    assert svg(figure).startswith("<?xml")


def test_a_map_holds_the_rows_of_its_grid() -> None:
    """The value of a map at (x, y) is that of the row with these values."""
    data = dalembert.sweep(OSCILLATOR, {"k": "1:9:4", "x": "0.5:2:3"}, "max(x), max(x')", plain=True)
    figure = figure_of_sweep("map", rows_of(data), ("max_x_rate",), words_of("en"))
    heat = figure.panels[0].heat
    assert heat is not None
    for i, x in enumerate(heat.y):
        for j, k in enumerate(heat.x):
            assert heat.values[i, j] == pytest.approx(x * np.sqrt(k), rel=1e-6)


def test_a_distribution_counts_every_row_once() -> None:
    """The bars of a distribution sum up to all rows, and the middle mark is the median."""
    data = dalembert.sweep(OSCILLATOR, {"x": "normal:1:0.1", "sample": "sobol:64"}, "max(x)", plain=True)
    (panel,) = figure_of_sweep("distribution", rows_of(data), (), words_of("en")).panels
    assert panel.curves[0].y[1:-1:2].sum() == pytest.approx(100.0)
    assert panel.marks[1].at == pytest.approx(np.median(data["max_x"].values))


def test_figures_that_do_not_suit_are_refused() -> None:
    """A map of one axis, a section of numbers, indices without a design, and a figure of a motion say why."""
    rows = rows_of(dalembert.sweep(OSCILLATOR, {"k": "1:9:3"}, "max(x)", plain=True))
    for kind, said in (
        ("map", "a grid of two values"),
        ("section", "2 series"),
        ("energy", "is that of a motion"),
        ("lins", "did you mean `lines`"),
    ):
        with pytest.raises(ValueError, match=said):
            figure_of_sweep(kind, rows, (), words_of("en"))
    with pytest.raises(ModelError, match="from a design"):
        figure_of_sweep("sensitivity", rows, (), words_of("en"))


def test_a_report_tells_of_many_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report with a store has its numbers and figures; the store of another model is refused before."""
    monkeypatch.setattr("dalembert._present.report.pdf.program_path", lambda _: None)
    store = tmp_path / "many.zarr"
    rows = dalembert.sweep(
        OSCILLATOR, {"x": "normal:1:0.1", "sample": "sobol:64"}, "far at end", plain=True, out=store
    )
    mean = float(rows["far_at_end"].mean())
    options = dalembert.ReportOptions(sweep=store)
    dalembert.report(OSCILLATOR, tmp_path / "report", options=options)
    page = (tmp_path / "report" / "report.html").read_text(encoding="utf-8")
    assert "Many runs" in page
    assert f"{abs(mean):.5g}" in page
    assert "Distributions of the results of 64 runs." in page
    with pytest.raises(ModelError, match="of another model"):
        dalembert.report(WELLS, tmp_path / "other", options=options)
    assert not (tmp_path / "other" / "report.html").exists()
    others = (  # values that were not varied
        dalembert.vary(OSCILLATOR, parameters={"m": 2.0}),
        dalembert.vary(OSCILLATOR, speed={"x": 1.0}),
    )
    for other, name in zip(others, ("parameters.m", "coordinates.x"), strict=True):
        with pytest.raises(ModelError, match=f"of another model: {name} differ"):
            dalembert.report(other, tmp_path / "other", options=options)
