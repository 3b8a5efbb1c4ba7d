"""How contacts are drawn: instants of impact, phases, jumps that no line smears."""

import math
from dataclasses import replace

import numpy as np
import pytest
from drawn_motions import ball, of_system, slider

from dalembert._present import drawn
from dalembert._present.figures.columns import Options
from dalembert._present.figures.layout import keys_of
from dalembert._present.figures.registry import figure_of, figures_of
from dalembert._present.language.words import LANGUAGES, words_of

EN = words_of("en")
IMPACT = math.acos(-0.1) / math.sqrt(0.7)  # of mass_and_wall, in closed form
BEFORE = 0.05 * math.sqrt(0.7 * 0.99)
RELEASE = 3.161933


def curves_of(motion, kind, *names, **options):
    """The curves of all panels of a figure, by their labels."""
    figure = figure_of(kind, motion, names, EN, Options(**options))
    return {curve.label.text: curve for panel in figure.panels for curve in panel.curves}


def around(curve, t):
    """The values just before and just after a time at which a curve is broken."""
    (gap,) = np.flatnonzero(np.isnan(curve.y))
    assert curve.x[[gap - 1, gap + 1]] == pytest.approx([t, t], abs=1e-6)
    return curve.y[gap - 1], curve.y[gap + 1]


def test_a_speed_is_broken_at_its_impact():
    """The speeds just before and after the impact are those of the plastic impact, at its exact time."""
    curves = curves_of(of_system("mass_and_wall"), "speeds")
    assert around(curves["q̇₁"], IMPACT) == pytest.approx((BEFORE, BEFORE / 1.5), rel=1e-7)
    assert around(curves["ṗ₁"], IMPACT) == pytest.approx((0.0, BEFORE / 1.5), rel=1e-7, abs=1e-12)


def test_values_at_an_impact_are_in_the_unit_of_the_figure():
    """Millimetres per second are asked for and drawn, samples and jump alike."""
    curve = curves_of(of_system("mass_and_wall"), "speeds", "q1'", units=("mm/s",))["q̇₁"]
    assert around(curve, IMPACT) == pytest.approx((1e3 * BEFORE, 1e3 * BEFORE / 1.5), rel=1e-7)


def test_places_are_not_broken():
    """A coordinate, and an output of coordinates alone, run on through an impact; other outputs do not."""
    assert not any(np.isnan(curve.y).any() for curve in curves_of(ball(), "coordinates").values())
    outputs = curves_of(ball(), "outputs")
    assert not np.isnan(outputs["height"].y).any()
    assert np.isnan(outputs["momentum"].y).any()


def test_a_phase_portrait_shows_the_jump_as_what_it_is():
    """The curve is broken; a thin dashed segment joins the speed before to the speed after, at one place."""
    motion, jump = figure_of("phase", of_system("mass_and_wall"), ("q1",), EN).panels[0].curves
    assert jump.x[:2] == pytest.approx([0.005, 0.005], rel=1e-6)
    assert jump.y[:2] == pytest.approx([BEFORE, BEFORE / 1.5], rel=1e-7)
    assert (jump.dash, jump.thin, motion.dash, motion.thin) == (1, True, 0, False)
    assert np.nanmax(np.abs(np.diff(motion.y))) < 0.25 * (BEFORE - BEFORE / 1.5)  # no line leads across


def test_jumps_inside_of_longer_ones_are_drawn_once():
    """Of a ball's ever shorter jumps at one place the first covers all others."""
    motion, jump = figure_of("phase", ball(), (), EN).panels[0].curves
    assert len(ball().impacts) > 10
    fall = -math.sqrt(20)
    assert jump.y[:2] == pytest.approx([fall, -0.5 * fall], rel=1e-6)
    assert len(jump.y) == 3
    assert np.isnan(motion.y).sum() == len(ball().impacts)


def test_the_flag_of_a_free_system():
    """`free` is 1 but for the time of contact, and changes at the exact times of impact and release."""
    motion = of_system("mass_and_wall")
    curve = curves_of(motion, "histories", "free")["free"]
    known = ~np.isnan(curve.y)
    touching = (curve.x > IMPACT + 1e-6) & (curve.x < RELEASE - 1e-5)
    apart = (curve.x < IMPACT - 1e-6) | (curve.x > RELEASE + 1e-5)
    assert (curve.y[known & touching] == 0).all()
    assert (curve.y[known & apart] == 1).all()
    assert curve.x[~known] == pytest.approx([IMPACT, RELEASE])
    with pytest.raises(ValueError, match="no `free`"):
        figure_of("histories", of_system("four_bar"), ("free",), EN)


def test_impacts_and_contacts_are_in_the_legend():
    """A line at the impact and a shade till the release, named once, in the first panel."""
    first, *others = figure_of("histories", of_system("mass_and_wall"), (), EN).panels
    assert [mark.at for mark in first.marks] == pytest.approx([IMPACT], rel=1e-9)
    assert [(band.start, band.end) for band in first.bands] == [
        (pytest.approx(IMPACT, rel=1e-9), pytest.approx(RELEASE, abs=1e-5))
    ]
    named = [(key.label.text, key.shape) for key in keys_of(first)]
    assert named[-2:] == [("impact", "mark"), ("contact: wall", "band")]
    for panel in others:
        assert [mark.at for mark in panel.marks] == [mark.at for mark in first.marks]
        assert {key.shape for key in keys_of(panel)} <= {"curve"}


def test_a_crowd_of_impacts_is_told_instead():
    """More impacts than lines can show are counted in a remark."""
    motion = ball()
    figure = figure_of("coordinates", replace(motion, impacts=motion.impacts * 5), (), EN)
    assert figure.panels[0].marks == ()
    assert any(f"{5 * len(motion.impacts)} impacts" in remark for remark in figure.remarks)


def test_friction_that_stops_a_block():
    """It slides till v/(µ g) = 0.4 s with −µ m g = −5 N, then it sticks with nothing; the shades say so."""
    figure = figure_of("friction", slider(), (), EN)
    (panel,) = figure.panels
    (curve,) = panel.curves
    sliding = curve.x < 0.4 - 1e-6
    assert curve.y[sliding & ~np.isnan(curve.y)] == pytest.approx(-5.0, rel=1e-9)
    assert curve.y[curve.x > 0.4 + 1e-6] == pytest.approx(0.0, abs=1e-9)
    assert np.isnan(curve.y[np.isclose(curve.x, 0.4, atol=1e-6)]).any()
    assert [(b.key.text, round(b.start, 6), round(b.end, 6)) for b in panel.bands] == [
        ("sliding: floor", 0.0, 0.4),
        ("sticking: floor", 0.4, 1.0),
    ]
    assert len({band.tint for band in panel.bands}) == 2
    assert panel.y.label.text == "f_floor,t [N]"


def test_friction_that_turns_round_is_no_slope():
    """A block that slides up and down again has friction of both signs, and no line between them."""
    curve = next(iter(curves_of(slider(0.6), "friction").values()))
    size = 0.25 * 20 * math.cos(0.6)
    values = curve.y[~np.isnan(curve.y)]
    assert np.abs(values) == pytest.approx(size, rel=1e-9)
    assert {-1.0, 1.0} == set(np.sign(values))
    assert np.nanmax(np.abs(np.diff(curve.y))) < 1e-6


def test_contact_all_the_time_is_said_and_not_shaded():
    """Where a contact never opens there is nothing to tell apart, and a remark says it."""
    figure = figure_of("coordinates", slider(0.6), (), EN)
    assert figure.panels[0].bands == ()
    assert "Sliding: floor, all the time." in figure.remarks


@pytest.mark.parametrize("language", LANGUAGES)
def test_contacts_are_drawn_in_every_language(language):
    """All figures of a report about contacts can be drawn, friction among them."""
    figures = figures_of(slider(), words_of(language))
    assert {"contacts", "friction", "phase"} <= {figure.kind for figure in figures}
    for figure in figures:
        if figure.kind in ("friction", "energy"):
            assert "</svg>" in drawn.svg(figure)
