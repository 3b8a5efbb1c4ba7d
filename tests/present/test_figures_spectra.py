"""Spectra show sines at their frequencies with their amplitudes, and remark on aliasing."""

import numpy as np
import pytest
from drawn_motions import oscillator, sine

import dalembert
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.fourier import (
    alias_frequency,
    even_step,
    shifted_by_newmark,
    spectrum_of,
    window_of,
)
from dalembert._present.figures.records import NothingToDraw
from dalembert._present.figures.registry import figure_of
from dalembert._present.figures.windows import WINDOWS
from dalembert._words.languages import words_of

EN = words_of("en")


@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("hz", [5.0, 12.3456, 33.3])
def test_a_sine_has_its_amplitude_at_its_frequency(window, hz):
    """The highest peak of a sampled sine is its amplitude within 1 %, at its frequency within 1/20 of 1/T."""
    found = spectrum_of(sine(hz, 0.7, 0.01, 1000, mean=3.0), 0.01, window)
    assert found.peaks[0].amplitude == pytest.approx(0.7, rel=0.01)
    assert found.peaks[0].hz == pytest.approx(hz, abs=0.05 / 10.0)


@pytest.mark.parametrize("window", WINDOWS)
def test_leakage_is_no_peak(window):
    """A single sine has a single peak, whatever its window leaks to the sides."""
    assert len(spectrum_of(sine(12.34, 0.7, 0.01, 1000), 0.01, window).peaks) == 1


@pytest.mark.parametrize("window", ["hann", "blackman", "flattop"])
def test_a_weak_sine_beside_a_strong_one_is_found(window):
    """A sine of a twentieth of the amplitude is a peak with its own frequency and amplitude."""
    values = sine(12.34, 1.0, 0.01, 1000) + sine(20.02, 0.05, 0.01, 1000)
    strong, weak = spectrum_of(values, 0.01, window).peaks
    assert strong.hz == pytest.approx(12.34, abs=0.01)
    assert weak.hz == pytest.approx(20.02, abs=0.01)
    assert weak.amplitude == pytest.approx(0.05, rel=0.03)


@pytest.mark.parametrize("window", WINDOWS)
def test_a_window_is_one_in_the_middle_and_has_a_mean(window):
    """Windows are symmetric about their middle, where they are highest."""
    w = window_of(window, 64)
    assert w[1:] == pytest.approx(w[1:][::-1])
    assert w[32] == pytest.approx(w.max())
    assert w.mean() == pytest.approx(WINDOWS[window][0])


def test_a_constant_has_no_peaks():
    """What does not move has an empty spectrum."""
    found = spectrum_of(np.full(100, 2.5), 0.1, "hann")
    assert found.peaks == ()
    assert found.amplitude.max() < 1e-12


@pytest.mark.parametrize("hz", [30.0, 60.0, 140.0, 333.0])
def test_a_frequency_beyond_half_the_sampling_rate_appears_where_it_is_folded_to(hz):
    """Samples of a sine of any frequency peak at the false frequency that is told."""
    found = spectrum_of(sine(hz, 1.0, 0.01, 2000), 0.01, "hann")
    assert found.peaks[0].hz == pytest.approx(alias_frequency(hz, 0.01), abs=0.05)


def test_newmark_shifts_an_oscillation_as_is_told():
    """An oscillator computed with coarse steps of Newmark's method peaks at the shifted frequency."""
    motion = dalembert.simulate(oscillator().model, method="newmark", dt=0.04, t_end=20.0, samples=500)
    found = spectrum_of(motion["x"][:-1], 0.04, "hann")
    assert found.peaks[0].hz == pytest.approx(shifted_by_newmark(4.0, 0.04), abs=0.005)
    figure = figure_of("spectrum", motion, ("x",), EN, FigureOptions(frequencies=(4.0,)))
    (mark,) = figure.panels[0].marks
    assert mark.at == pytest.approx(found.peaks[0].hz, abs=0.005)
    assert any("Newmark" in remark for remark in figure.remarks)


def test_the_spectrum_of_an_oscillator_is_marked_at_its_natural_frequency():
    """Peak, note and natural frequency of an oscillator agree, and the amplitude is that of its start."""
    figure = figure_of("spectrum", oscillator(), ("x",), EN, FigureOptions(frequencies=(4.0,)))
    (panel,) = figure.panels
    (note,) = panel.notes
    assert note.x == pytest.approx(4.0, abs=0.01)
    assert note.y == pytest.approx(0.3, rel=0.01)
    assert panel.marks[0].at == pytest.approx(4.0)
    assert panel.y.label.text == "amplitude: x [m]"
    assert panel.x.label.text == "frequency f [Hz]"


def test_natural_frequencies_beyond_the_samples_are_said():
    """A frequency above half the sampling rate is drawn where it falsely appears, and a remark says so."""
    figure = figure_of("spectrum", oscillator(), ("x",), EN, FigureOptions(frequencies=(4.0, 70.0)))
    assert [mark.at for mark in figure.panels[0].marks] == pytest.approx([4.0, 30.0], abs=1e-6)
    assert any("aliased at 30 Hz" in remark for remark in figure.remarks)


def test_false_frequencies_that_the_run_tells_are_told():
    """Where the run remarked that its samples are too far apart, the spectrum says so by itself."""
    motion = dalembert.simulate("sprung_rod", samples=50)
    assert any("alias modes" in remark for remark in motion.remarks)
    figure = figure_of("spectrum", motion, (), EN)
    assert any("aliased to lower" in remark for remark in figure.remarks)


def test_rows_out_of_step():
    """A last row out of step is left out, any other is refused; a handful of rows has no spectrum."""
    t = np.linspace(0.0, 1.0, 101)
    assert even_step(t) == (pytest.approx(0.01), 101)
    assert even_step(np.append(t, 1.004)) == (pytest.approx(0.01), 101)
    with pytest.raises(ValueError, match="equally spaced"):
        even_step(np.concatenate([t, t[1:] * 2 + 1]))
    with pytest.raises(NothingToDraw, match="8 rows"):
        even_step(t[:5])


def test_an_unknown_window_is_refused():
    """The letter lists the windows there are."""
    with pytest.raises(ValueError, match="hann"):
        figure_of("spectrum", oscillator(), ("x",), EN, FigureOptions(window="kaiser"))


def test_numbers_of_peaks_do_not_touch():
    """Of peaks whose numbers would cover one another the strongest keeps its number; the axis has the unit."""
    motion = dalembert.simulate("four_bar", t_end=4.0, samples=2000)
    figure = figure_of("spectrum", motion, (), EN, FigureOptions(frequencies=(1.155, 1.155)))
    assert figure.shared
    for panel in figure.panels:
        end, top = panel.x.limits[1], max(note.y for note in panel.notes)
        for i, one in enumerate(panel.notes):
            assert "Hz" not in one.label.text
            for other in panel.notes[:i]:
                assert abs(one.x - other.x) > 0.05 * end or abs(one.y - other.y) > 0.06 * top
    first, second = figure.panels
    assert [mark.label.text for mark in first.marks] == ["1.155"]  # once, though it was given twice
    assert [mark.label.text for mark in second.marks] == [""]


def test_natural_frequencies_are_explained_where_they_are_drawn():
    """The remark on dashed lines stands below figures that have them, and no others."""
    said = EN("figure_natural")
    with_lines = figure_of("spectrum", oscillator(), ("x",), EN, FigureOptions(frequencies=(4.0,)))
    assert said in with_lines.remarks
    assert said not in figure_of("spectrum", oscillator(), ("x",), EN).remarks
