"""Series of many runs: strobes, sections, Lyapunov exponents."""

from itertools import pairwise

import numpy as np
import pytest
from tests.sweep.sweep_models import OSCILLATOR

import dalembert
from dalembert import ModelError
from dalembert._sweep.sweeping import Request, make_plan

# x'' + 0.3 x' − x + x³ = γ cos(1.2 t), whose oscillations are in D. W. Jordan and P. Smith, Nonlinear Ordinary
# Differential Equations, 4th edition (2007), p. 453: of period 1, 2, 4 and 5 times that of the force.
DUFFING = dalembert.model(
    format=1,
    parameters={"delta": 0.3, "gamma": 0.2, "omega": 1.2},
    coordinates={"x": {"start": 1, "speed": 0}},
    energy={
        "kinetic": {"T": "1/2*x'^2"},
        "potential": {"V": "-1/2*x^2 + 1/4*x^4"},
        "dissipation": {"D": "1/2*delta*x'^2"},
    },
    work={"x": "gamma*cos(omega*t)"},
    events={"turn": {"when": "x'", "direction": "rising"}},
    simulate={"t_end": "150*2*pi/omega", "rtol": 1e-7, "samples": 100},
)


def test_periods_of_the_duffing_oscillator_are_those_published() -> None:
    """Values at whole periods of the force repeat after 1, 2, 4 and 5 of them."""
    over = {"gamma": [0.20, 0.28, 0.29, 0.37]}
    rows = dalembert.sweep(DUFFING, over, "points = strobe(x, 2*pi/omega, 20)", plain=True)
    points = rows["points"].values
    for values, period in zip(points, (1, 2, 4, 5), strict=True):
        assert np.allclose(values[period:], values[:-period], atol=1e-4)
        assert len(np.unique(np.round(values, 3))) == period


def test_a_disturbance_decays_with_half_of_the_damping() -> None:
    """About an oscillation that disturbances circle the exponent is half of the trace of J, −δ/2."""
    rows = dalembert.sweep(DUFFING, {"delta": [0.2, 0.3]}, "lyapunov()")
    assert rows["lyapunov"].values == pytest.approx([-0.1, -0.15], abs=2e-3)
    assert rows["lyapunov"].attrs["units"] == "1/s"


def test_a_disturbance_of_rest_grows_as_eigenvalues_say() -> None:
    """At rest no step has an error, whatever its length; a disturbance grows with √k, or decays with −δ/2."""
    for sign, run, exponent in (("-", 20.0, 2.0), ("", 200.0, -0.15)):
        rest = dalembert.model(
            format=1,
            parameters={"k": 4, "delta": 0.3 if exponent < 0 else 0},
            coordinates={"x": {"start": 0, "speed": 0}},
            energy={
                "kinetic": {"T": "1/2*x'^2"},
                "potential": {"V": f"{sign}1/2*k*x^2"},
                "dissipation": {"D": "1/2*delta*x'^2"},
            },
            simulate={"t_end": run, "samples": 400},
        )
        rows = dalembert.sweep(rest, {"k": [4.0]}, "lyapunov()", plain=True)
        assert rows["lyapunov"].values == pytest.approx([exponent], rel=0.05)


def test_a_section_holds_the_turning_points_of_an_oscillator() -> None:
    """Where x' rises through zero x is −A, at every turn, and what there is less of is empty."""
    with_turns = dalembert.model(
        format=1,
        parameters={"m": 1, "k": 40},
        coordinates={"x": {"start": 1, "speed": 0}},
        energy={"kinetic": {"T": "1/2*m*x'^2"}, "potential": {"V": "1/2*k*x^2"}},
        events={"turn": {"when": "x'", "direction": "rising"}},
        simulate={"t_end": 5, "samples": 50},
    )
    rows = dalembert.sweep(with_turns, {"x": [0.5, 2.0]}, "turns = section(x, turn, 8), count(turn)")
    counts = rows["count_turn"].values
    for values, size, count in zip(rows["turns"].values, (0.5, 2.0), counts, strict=True):
        assert np.isnan(values).sum() == 8 - count
        assert values[np.isfinite(values)] == pytest.approx(-size, rel=1e-8)


def test_strobes_of_lanes_and_of_runs_agree() -> None:
    """The same periods in C and by ordinary runs; a period that is varied is kept row by row."""
    keep = "p = strobe(x, 2*pi/w, 3)"
    plain, full = (dalembert.sweep(OSCILLATOR, {"x": [0.5, 1.0]}, keep, plain=one) for one in (True, False))
    assert np.allclose(plain["p"].values, full["p"].values, rtol=1e-6, equal_nan=True)
    assert np.isnan(full["p"].values[:, 0]).all()  # the run has two periods
    assert full["p"].values[1][-1] == pytest.approx(1.0, rel=1e-8)  # whole periods bring it back
    varied = make_plan(OSCILLATOR, Request(over=("k=1:9:4",), keep=keep, plain=True))
    assert varied.lanes == "values are kept at times that differ from row to row"


@pytest.mark.parametrize(
    "keep, said",
    [
        ("strobe(x, 2*pi)", "a series says how many values it has"),
        ("strobe(x, 2*x, 5)", "made of parameters, and `x` is none"),
        ("strobe(x, -k, 5)", "must be positive"),
        ("strobe(x, 5)", "it has three parts"),
        ("section(x, up, 5)", "no event `up`"),
        ("lyapunov(x)", "it is of the whole motion"),
        ("section(x, down, 1)", "2 to 100000 values"),
    ],
)
def test_series_that_cannot_be_kept_are_refused(keep: str, said: str) -> None:
    """Each mistake in a series is told in its words, before anything is run."""
    with pytest.raises(ModelError) as caught:
        make_plan(OSCILLATOR, Request(over=("k=1:9:4",), keep=keep))
    assert said in caught.value.flaws[0].message


def test_exponents_of_motions_with_impacts_are_refused() -> None:
    """A Lyapunov exponent of a bouncing ball is refused with the reason."""
    with pytest.raises(ModelError, match="contacts or switches change the equations"):
        dalembert.sweep("bouncing_ball", {"g": [9.0, 9.8]}, "lyapunov()")


def test_a_chaotic_strobe_is_not_called_a_disagreement() -> None:
    """Rows of a chaotic oscillator land although two engines part after a while."""
    rows = dalembert.sweep(DUFFING, {"gamma": [0.45, 0.47, 0.48]}, "points = strobe(x, 2*pi/omega, 50)")
    assert rows.attrs["rows"]["limited"] == 3
    assert all(len(np.unique(np.round(one, 2))) > 20 for one in rows["points"].values)
    assert all(a < b for a, b in pairwise(rows["gamma"].values))


def test_a_row_without_an_exponent_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where estimates of an exponent do not settle, the row has no number and a message."""
    monkeypatch.setattr("dalembert._sweep.one_run.lyapunov_exponent", lambda _: float("nan"))
    rows = dalembert.sweep(OSCILLATOR, {"k": [4.0]}, "lyapunov()")
    assert np.isnan(rows["lyapunov"].values[0])
    assert "no Lyapunov exponent" in str(rows["message"].values[0])
