"""Rows of models with contacts, friction and switches in C are the rows of ordinary runs."""

import numpy as np
import pytest
from hybrid_models import BALL, BLOCK, CASES, MAT, row_of, sweep_of

import dalembert
from dalembert._sweep import blocks
from dalembert._sweep.blocks import run_rows_of
from dalembert._sweep.lanes import LaneEngine, run_rows
from dalembert._sweep.records import Status
from dalembert._sweep.sweeping import Request, make_plan


@pytest.mark.parametrize("name", CASES)
def test_lanes_give_the_rows_of_ordinary_runs(name: str) -> None:
    """What is kept of a lane through its modes is what an ordinary run gives; occurrences are equal in number."""
    sweep = sweep_of(name)
    assert isinstance(sweep.lanes, LaneEngine), sweep.lanes
    found = run_rows(sweep.lanes, blocks.columns_of(sweep.plan, range(sweep.plan.runs)))
    assert found.good.mean() > 0.95
    assert np.nanmax(found.energy_error[found.good]) < 1e-6
    for i in (0, 51, 102, 153, 204, 255):
        row = row_of(sweep, i)
        for quantity, own, lane in zip(sweep.kept, row.kept, (one[i] for one in found.kept), strict=True):
            size = np.nanmax(np.abs(own), initial=1e-3)
            if found.good[i]:
                np.testing.assert_allclose(lane, own, rtol=0, atol=1e-8 * size, err_msg=quantity.text)


def test_a_ball_bounces_in_every_lane_as_its_closed_form_says() -> None:
    """Impacts at √(2h/g) (1 + 2 Σ eᵏ), the apex after n of them at h e²ⁿ."""
    sweep = sweep_of("ball")
    assert isinstance(sweep.lanes, LaneEngine)
    own = blocks.columns_of(sweep.plan, range(sweep.plan.runs))
    found = run_rows(sweep.lanes, own)
    kept = {one.text: values[:, 0] for one, values in zip(sweep.kept, found.kept, strict=True)}
    e, h = own["e"], own["y"]
    fall = np.sqrt(2 * h / 9.81)
    impacts = fall * (1 + 2 * np.cumsum(e ** np.arange(1, 4)[:, np.newaxis], axis=0))
    clear = (np.abs(impacts[2] - 1.5) > 1e-9) & (impacts[2] > 1.5)
    assert clear.sum() > 100
    expected = 1 + (impacts[:2] < 1.5).sum(axis=0)
    assert (kept["count(floor)"][clear] == expected[clear]).all()
    assert kept["first(floor)"] == pytest.approx(fall, abs=1e-9)
    assert kept["max(y')"] == pytest.approx(e * np.sqrt(2 * 9.81 * h), abs=1e-7)
    assert kept["y at apex"] == pytest.approx(h * e**2, abs=1e-7)


def test_the_force_of_a_compliant_contact_is_kept_though_no_output_has_it() -> None:
    """The largest force of a spring is k times the largest depth, where only what is kept asks for it."""
    rows = dalembert.sweep(
        dalembert.model(**MAT), {"k": [1500.0, 3000.0]}, "F = max(contact_mat), d = min(y)"
    )
    assert rows["F"].values == pytest.approx(-rows["k"].values * rows["d"].values, rel=1e-9)
    assert (rows["F"].values > 100).all()


def test_no_row_of_a_block_is_run_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """A block of balls is one call of C: no ordinary run, but for those that confirm some rows."""
    sweep = sweep_of("ball")
    monkeypatch.setattr(blocks, "run_row", None)
    rows = run_rows_of(sweep, range(sweep.plan.runs))
    assert (rows.status == Status.ok).all()
    assert np.isfinite(rows.estimate).sum() == 3


def test_what_lanes_leave_undecided_are_ordinary_rows() -> None:
    """Rows with a restitution beyond 1 or a start inside the floor are refused, a stop in an impact is found."""
    model = BALL | {"events": {"up": {"when": "y'", "direction": "rising", "action": "stop"}}}
    over = ("e=0.5:1.5:32", "y=-0.1:0.9:11")
    sweep = make_plan(dalembert.model(**model), Request(over=over, keep="y at end", plain=True))
    assert isinstance(sweep.lanes, LaneEngine)
    own = blocks.columns_of(sweep.plan, range(sweep.plan.runs))
    some = [3, 14, 16 * 11 + 5, 31 * 11 + 9]
    rows = run_rows_of(sweep, range(sweep.plan.runs))
    wrong = (own["e"] > 1) | (own["y"] < 0)
    assert (rows.status[wrong] == Status.refused).all()
    assert (rows.status[~wrong & (own["y"] > 0)] == Status.stopped).all()
    for i in some:
        row = row_of(sweep, i)
        assert rows.status[i] == row.status
        assert np.array_equal(rows.kept["y_at_end"][i : i + 1], row.kept[0], equal_nan=True)
    assert rows.message[16 * 11 + 5]


@pytest.mark.parametrize("part", [{"friction": "mu - x"}, {"friction": "mu", "sticking": "2*mu - 0.2"}])
def test_friction_that_becomes_wrong_on_the_way_is_refused(part: dict[str, str]) -> None:
    """A coefficient that becomes negative, or falls below that of slip, ends in the row's refusal in C too."""
    own = {"gap": "y", "slip": "x'", "restitution": 0} | part
    model = BLOCK | {"contacts": {"ground": own}, "work": {}}
    over = ("mu=0.05:0.35:256",)
    sweep = make_plan(dalembert.model(**model), Request(over=over, keep="x at end", plain=True))
    assert isinstance(sweep.lanes, LaneEngine), sweep.lanes
    found = run_rows(sweep.lanes, blocks.columns_of(sweep.plan, range(256)))
    for i in (0, 64, 128, 192, 255):
        row = row_of(sweep, i)
        assert found.good[i] == (row.status is Status.ok), (i, row.message)
