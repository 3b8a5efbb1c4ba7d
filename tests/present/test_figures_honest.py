"""Figures do not magnify noise, draw zero columns, name unreliable frequencies, or shade exact results."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import dalembert
from dalembert._present.figures.constant_columns import BEYOND, LEAST
from dalembert._present.figures.energy import OFFSET
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.fourier import PERIODS, spectrum_of
from dalembert._present.figures.layout import keys_of
from dalembert._present.figures.records import NothingToDraw
from dalembert._present.figures.registry import figure_of, figures_of
from dalembert._simulate.motion import VISIBLE
from dalembert._words.languages import LANGUAGES, words_of

EN = words_of("en")


@cache
def motion(name, **settings):
    """A motion of a library system."""
    return dalembert.simulate(name, **settings)


def body(**more):
    """A point mass far from the zero of its potential energy, that a spring holds."""
    sections = {
        "parameters": {"m": {"value": 2, "unit": "kg"}, "k": {"value": 800, "unit": "N/m"}},
        "coordinates": {
            "x": {"unit": "m", "start": 0.1, "speed": 0},
            "y": {"unit": "m", "start": 0, "speed": 0},
            "c": {"unit": "m", "start": 7, "speed": 0},
        },
        "energy": {
            "kinetic": "m*(x'^2 + y'^2 + c'^2)/2",
            "potential": "k*x^2/2 + U0",
        },
        "simulate": {"t_end": 4.0, "samples": 400},
    }
    sections["parameters"]["U0"] = {"value": 1e5, "unit": "J"}
    return dalembert.model(**(sections | more))


@cache
def held():
    """Its motion: x oscillates, y is zero, c is constant."""
    return dalembert.simulate(body())


def spans(panel):
    """The extent of the y axis of a panel, and of the values in it."""
    values = np.concatenate([curve.y for curve in panel.curves])
    low, high = panel.y.limits or (np.nanmin(values), np.nanmax(values))
    return high - low, float(np.nanmax(values) - np.nanmin(values)), float(np.nanmax(np.abs(values)))


@pytest.mark.parametrize("name", ["heavy_top", "four_bar", "rolling_disc", "kepler"])
def test_the_axis_of_a_constant_spans_more_than_noise(name):
    """Where values change by no more than their claimed error, the axis spans a tenth of the value and more."""
    own = motion(name)
    noise = max(LEAST, BEYOND * (own.accuracy.achieved or 0.0))
    for figure in figures_of(own, EN):
        for panel in figure.panels:
            axis, extent, size = spans(panel)
            if not panel.y.log and extent <= noise * size:
                assert axis >= 0.1 * size, f"{figure.kind}: {panel.y.label.text}"


def test_a_constant_is_a_straight_line_in_the_middle():
    """The spin of the heavy top, 150 rad/s, lies in the middle of an axis from 135 to 165."""
    (panel,) = figure_of("outputs", motion("heavy_top"), ("spin",), EN).panels
    assert panel.y.limits == pytest.approx((135.0, 165.0))


def test_what_is_zero_has_no_panel_and_is_said():
    """A coordinate at rest in zero is left out by default and named; drawn if it is asked for."""
    figure = figure_of("accelerations", held(), (), EN)
    assert [curve.label.text for panel in figure.panels for curve in panel.curves] == ["ẍ"]
    assert any("ÿ" in remark and "c̈" in remark for remark in figure.remarks)
    (panel,) = figure_of("coordinates", held(), ("y",), EN).panels
    assert panel.y.limits == (-1.0, 1.0)
    portraits = figure_of("phase", held(), (), EN)
    assert [panel.x.label.text for panel in portraits.panels] == ["x [m]"]


def test_a_report_has_no_figure_of_zeros():
    """Of a body at rest there are no accelerations, speeds, phase portraits or spectra to draw."""
    still = dalembert.simulate(dalembert.vary(body(), start={"x": 0}))
    kinds = {figure.kind for figure in figures_of(still, EN)}
    assert kinds.isdisjoint({"speeds", "accelerations", "phase", "spectrum"})
    with pytest.raises(NothingToDraw, match="moves"):
        figure_of("phase", still, (), EN)


def test_a_large_level_of_the_potential_energy_is_taken_off():
    """T and V − V₀ are both seen where V is 10⁵ J and changes by 4 J; the level is told."""
    figure = figure_of("energy", held(), (), EN)
    values = [curve.y for curve in figure.panels[0].curves]
    assert max(np.abs(one).max() for one in values) < OFFSET * 4.0
    assert "V₀" in figure.panels[0].curves[1].label.text
    assert any("100004 J" in remark for remark in figure.remarks)
    plain = figure_of("energy", motion("four_bar"), (), EN)
    assert "V₀" not in plain.panels[0].curves[1].label.text


def test_a_drift_below_the_tolerance_is_a_number_and_a_larger_one_a_panel():
    """An energy that is kept to the tolerance needs no panel with a line at zero; one that is not has it."""
    own = motion("four_bar")
    figure = figure_of("energy", own, (), EN)
    assert len(figure.panels) == 1
    assert "constant to" in figure.caption
    energy = own.ledger.energy * (1 + 1e-6 * own.t)
    drifting = replace(own, ledger=replace(own.ledger, energy=energy))
    assert len(figure_of("energy", drifting, (), EN).panels) == 2


@pytest.mark.parametrize("window", ["hann", "blackman", "flattop"])
@pytest.mark.parametrize("periods", [0.1, 0.3, 0.66, 1.5, 2.5])
def test_an_oscillation_that_does_not_repeat_has_no_peak(periods, window):
    """Fewer than three periods are no spectrum, at any phase: the window would make up a frequency."""
    t = np.arange(1000) / 1000
    for phase in np.linspace(0, np.pi, 7):
        assert spectrum_of(np.cos(2 * np.pi * periods * t + phase), 1e-3, window).peaks == ()


@pytest.mark.parametrize("periods", [20.5, 33.0, 71.7])
def test_peaks_beside_a_slow_drift_are_true(periods):
    """Beside a drift ten times as large, the only peak is the oscillation's."""
    t = np.arange(2000) / 2000
    wave = np.sin(2 * np.pi * periods * t) + 10 * np.cos(2 * np.pi * 0.4 * t)
    found = spectrum_of(wave, 1 / 2000, "hann").peaks
    assert [one.hz for one in found if one.amplitude > 0.5] == pytest.approx([periods], abs=0.2)
    assert all(one.hz >= PERIODS for one in found)


@pytest.mark.parametrize("periods", [0.7, 1.33, 2.6])
def test_harmonics_of_a_period_that_has_not_passed_are_not_named(periods):
    """A rounded square wave of fewer than three periods has no peak, although its harmonics repeat often."""
    t = np.arange(4000) / 4000
    for phase in np.linspace(0, np.pi, 5):
        wave = np.tanh(3 * np.sin(2 * np.pi * periods * t + phase))
        assert not [one for one in spectrum_of(wave, 1 / 4000, "hann").peaks if one.hz < 8 * periods]


def test_a_short_motion_has_no_spectrum():
    """It is refused with a sentence that says how to get one, and the report goes without."""
    short = dalembert.simulate(body(), t_end=0.4, samples=200)
    with pytest.raises(NothingToDraw, match=r"repeats 3 times in the 0\.4"):
        figure_of("spectrum", short, ("x",), EN)
    known = 20 / (2 * np.pi)
    assert "spectrum" not in {figure.kind for figure in figures_of(short, EN, frequencies=[known])}


@pytest.mark.parametrize(("error", "shaded"), [(1.8e-9, False), (5e-4, False), (2e-3, True), (1.0, True)])
def test_times_are_shaded_where_the_error_may_be_seen(error, shaded):
    """An error thinner than a line does not turn a figure grey, whatever the tolerance was."""
    own = held()
    seen = 0.2 if error > VISIBLE else float(own.t[-1])
    doubtful = replace(own, accuracy=replace(own.accuracy, achieved=error, until=0.1, visible=seen))
    figure = figure_of("coordinates", doubtful, ("x",), EN)
    assert bool(figure.panels[0].bands) == shaded
    assert any("0.2 s" in remark for remark in figure.remarks) == shaded


def test_a_path_has_the_name_of_its_point():
    """Also where it is the only one."""
    points = {"G": np.column_stack([motion("four_bar")["x3"], motion("four_bar")["y3"]])}
    figure = figure_of("paths", motion("four_bar"), (), EN, FigureOptions(paths=points))
    assert [key.label.text for key in keys_of(figure.panels[0])] == ["G"]


def test_multipliers_are_named_by_their_constraints():
    """λ₁ stands with the text of phi1, or with its name and the coordinates that it holds, in every language."""
    found = motion("four_bar")
    wordless = tuple(replace(one, text="") for one in found.model.constraints)
    plain = replace(found, model=replace(found.model, constraints=wordless))
    for language in LANGUAGES:
        for one, label in ((found, "centre of the crank, along x"), (plain, "phi1: x₂, θ₂")):
            figure = figure_of("multipliers", one, (), words_of(language))
            labels = [curve.label.text for panel in figure.panels for curve in panel.curves]
            assert labels[0] == f"λ₁  {label}"
            assert len(labels) == 8


def test_what_has_no_inertia_has_no_phase_portrait_and_no_acceleration():
    """A massless coordinate is drawn only where it is named; a path along one axis is not drawn by itself."""
    found = motion("conveyor")
    portraits = figure_of("phase", found, (), EN)
    assert [panel.x.label.text for panel in portraits.panels] == ["x₁ [m]", "x₃ [rad]", "x₄ [rad]"]
    drawn = figure_of("accelerations", found, (), EN)
    assert "ẍ₂" not in {curve.label.text for panel in drawn.panels for curve in panel.curves}
    assert len(figure_of("phase", found, ("x2",), EN).panels) == 1
    assert "paths" not in {figure.kind for figure in figures_of(motion("stick_slip"), EN)}
