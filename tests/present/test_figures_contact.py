"""How contacts are drawn: instants of impact, phases, jumps that no line smears."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from drawn_motions import ball, of_system, slider

import dalembert
from dalembert._present import matplotlib_figures
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.layout import keys_of
from dalembert._present.figures.registry import figure_of, figures_beside, figures_of
from dalembert._present.figures.sides import VISIBLE, values_beside
from dalembert._simulate.lazy_value import known_value
from dalembert._words.languages import LANGUAGES, words_of

EN = words_of("en")
IMPACT = math.acos(-0.1) / math.sqrt(0.7)  # of mass_and_wall, in closed form
BEFORE = 0.05 * math.sqrt(0.7 * 0.99)
RELEASE = 3.161933


@cache
def beside():
    """A block that slides to and fro on a floor whose load depends on its place, and beside it a bouncing ball."""
    model = dalembert.model(
        title="Beside one another",
        parameters={
            "m": {"value": 1, "unit": "kg"},
            "g": {"value": 10, "unit": "m/s^2"},
            "k": {"value": 30, "unit": "N/m"},
            "b": {"value": 1, "unit": "m"},
        },
        coordinates={
            "x": {"unit": "m", "start": 0, "speed": 1},
            "y": {"unit": "m", "start": 0, "speed": 0},
            "z": {"unit": "m", "start": 1, "speed": 0},
        },
        energy={
            "kinetic": "m*(x'^2 + y'^2 + z'^2)/2",
            "potential": "m*g*(y + z) + k*x^2/2 - 2/5*m*g*y*sin(3*x/b)",
        },
        contacts={
            "floor": {"gap": "y", "restitution": 0, "friction": 0.05, "slip": "x'"},
            "ball": {"gap": "z", "restitution": 0.8},
        },
        simulate={"t_end": 3.0, "samples": 200},
    )
    return dalembert.simulate(model)


@cache
def stacked():
    """A ball of 2 kg falls on a block of 1 kg that lies on a floor, and stays there."""
    model = dalembert.model(
        title="Stack",
        parameters={"m": {"value": 1, "unit": "kg"}, "g": {"value": 10, "unit": "m/s^2"}},
        coordinates={
            "y": {"unit": "m", "start": 0, "speed": 0},
            "z": {"unit": "m", "start": 0.2, "speed": 0},
        },
        energy={"kinetic": "m*y'^2/2 + m*z'^2", "potential": "m*g*y + 2*m*g*z"},
        contacts={
            "floor": {"gap": "y", "restitution": 0},
            "ball": {"gap": "z - y", "restitution": 0},
        },
        simulate={"t_end": 0.5, "samples": 37},
    )
    return dalembert.simulate(model)


def curves_of(motion, kind, *names, **options):
    """The curves of all panels of a figure, by their labels."""
    figure = figure_of(kind, motion, names, EN, FigureOptions(**options))
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
    motion, _, jump = figure_of("phase", of_system("mass_and_wall"), ("q1",), EN).panels[0].curves
    assert jump.x[:2] == pytest.approx([0.005, 0.005], rel=1e-6)
    assert jump.y[:2] == pytest.approx([BEFORE, BEFORE / 1.5], rel=1e-7)
    assert (jump.dash, jump.thin, motion.dash, motion.thin) == (1, True, 0, False)
    assert np.nanmax(np.abs(np.diff(motion.y))) < 0.25 * (BEFORE - BEFORE / 1.5)  # no line leads across


def test_a_phase_portrait_tells_the_free_system_from_the_contact():
    """From just after the impact to the release the curve has another colour, and the legend has both words."""
    figure = figure_of("phase", of_system("mass_and_wall"), (), EN)
    for panel, first in zip(figure.panels, ((0.005, BEFORE / 1.5), (0.0, BEFORE / 1.5)), strict=True):
        motion, contact, _ = panel.curves
        held = np.flatnonzero(np.isfinite(contact.y))
        assert (contact.x[held[0]], contact.y[held[0]]) == pytest.approx(first, abs=1e-9)
        assert contact.y[held[-2]] >= -0.0012526 >= contact.y[held[-1]]  # the rows beside the release
        np.testing.assert_array_equal(contact.y[held], motion.y[held])
        assert np.all(np.diff(held) == 1)
        assert contact.colour != motion.colour
    assert [curve.label.text for curve in figure.panels[0].curves[:2]] == ["free system", "contact"]
    assert figure.panels[1].curves[0].label.text == ""


def test_a_folder_of_contacts_has_coordinates_flag_impact_and_force_in_one_figure():
    """Four panels: displacements, speeds, the force, the free system; a line at the impact in each."""
    figures = {figure.name: figure for figure in figures_beside(of_system("mass_and_wall"), EN)}
    assert list(figures) == ["pairs", "histories"]
    panels = figures["histories"].panels
    assert [len(panel.curves) for panel in panels] == [2, 2, 1, 1]
    for panel in panels:
        assert [mark.at for mark in panel.marks] == pytest.approx([1.997183677], rel=1e-9)
    force, free = panels[2].curves[0], panels[3].curves[0]
    assert set(free.y[np.isfinite(free.y)]) == {0.0, 1.0}
    assert np.nanmax(force.y) == pytest.approx(0.3636831, rel=1e-5)  # extrapolated from rows


def test_jumps_inside_of_longer_ones_are_drawn_once():
    """Of a ball's ever shorter jumps at one place the first covers all others."""
    motion, _, jump = figure_of("phase", ball(), (), EN).panels[0].curves
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
    figure = figure_of("coordinates", replace(motion, impact_search=known_value(motion.impacts * 5)), (), EN)
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
    assert "Sliding: floor throughout." in figure.remarks


@pytest.mark.parametrize("language", LANGUAGES)
def test_contacts_are_drawn_in_every_language(language):
    """All figures of a report about contacts can be drawn, friction among them."""
    figures = figures_of(slider(), words_of(language))
    assert {"contacts", "friction", "phase"} <= {figure.kind for figure in figures}
    for figure in figures:
        if figure.kind in ("friction", "energy"):
            assert "</svg>" in matplotlib_figures.svg(figure)


def test_a_force_runs_on_through_the_impacts_of_another_contact():
    """The floor carries m g (1 − 2/5 sin 3x) all the time, and its curve has no gap where the ball strikes."""
    motion, (curve,) = beside(), curves_of(beside(), "contacts").values()
    assert len([impact for impact in motion.impacts if "ball" in impact.contacts]) > 4
    assert not np.isnan(curve.y).any()
    rows = np.isin(curve.x, motion.t)
    assert curve.y[rows] == pytest.approx(10 - 4 * np.sin(3 * motion["x"]), rel=1e-6)
    own = next(one for one in motion.extremes if one.name == "contact_floor")
    assert (curve.y.max(), curve.y.min()) == (own.maximum, own.minimum)
    assert any("ball" in remark for remark in figure_of("contacts", motion, (), EN).remarks)  # it is zero


def test_accelerations_jump_where_friction_does_and_nowhere_else():
    """The acceleration x'' has a gap at each turn of the block and none at the impacts of the ball."""
    curves = curves_of(beside(), "accelerations")
    turned = np.flatnonzero(np.diff(np.sign(beside()["x'"])))
    broken = np.unique(curves["ẍ"].x[np.isnan(curves["ẍ"].y)])
    assert len(broken) == len(turned) > 3
    assert np.abs(broken - (beside().t[turned] + beside().t[turned + 1]) / 2).max() < 1e-9
    assert not np.isnan(curves["z̈"].y).any()


def test_a_force_that_another_contact_does_change_jumps():
    """The floor carries 10 N, and 30 N from the impact of the ball on; nothing is drawn between the two."""
    curve = curves_of(stacked(), "contacts")["f_floor"]
    strike = math.sqrt(2 * 0.2 / 10)
    assert around(curve, strike) == pytest.approx((10.0, 30.0), rel=1e-9)
    assert np.nanmax(np.abs(np.diff(curve.y))) < 1e-9


@pytest.mark.parametrize("jump", [0.0, 0.5, -2.0])
def test_sides_are_read_from_samples(jump):
    """A cosine with a jump between samples is known there on both sides, to a part of the width of a line."""
    t, at = np.linspace(0, 2, 81), np.array([0.4567, 1.234])
    y = np.cos(3 * t) + jump * (t >= at[1])
    nothing = np.full(2, np.nan)
    sides = values_beside(t, y, at, before=nothing, after=nothing)
    width = VISIBLE * np.ptp(y)
    assert np.abs(sides.before - np.cos(3 * at)).max() < 0.2 * width
    assert np.abs(sides.after - np.cos(3 * at) - [0, jump]).max() < 0.2 * width
    assert sides.jumps.tolist() == [False, jump != 0]


def test_what_samples_do_not_tell_is_not_known():
    """A column that swings from sample to sample, or has one sample between two instants, is known nowhere."""
    t, at = np.linspace(0, 1, 11), np.array([0.42, 0.58])
    nothing = np.full(2, np.nan)
    swings = values_beside(t, np.sin(25 * t), at, before=nothing, after=nothing)
    assert np.isnan([swings.before, swings.after]).all()
    assert swings.jumps.all()
    alone = values_beside(t, t + (t > 0.45) + (t > 0.55), at, before=nothing, after=nothing)
    assert alone.before[0] == pytest.approx(0.42)
    assert alone.after[1] == pytest.approx(2.58)
    assert np.isnan([alone.after[0], alone.before[1]]).all()
