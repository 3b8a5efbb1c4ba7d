"""Figures as records: they show the motion, with texts in the reader's language."""

import re
from dataclasses import replace
from string import Formatter

import numpy as np
import pytest
from drawn_motions import SYSTEMS, cut, many, of_system, oscillator

import dalembert
from dalembert._model.display_units import DisplayUnit, requested_unit
from dalembert._model.result_units import units_of
from dalembert._model.unit_text import printed_unit
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.grouping import FEW, SOME
from dalembert._present.figures.kinds import KINDS, SweepKind
from dalembert._present.figures.labels import number, symbol_of, with_unit
from dalembert._present.figures.records import Axis, Curve, Figure, Label, NothingToDraw, Panel
from dalembert._present.figures.registry import figure_of, figures_beside, figures_of
from dalembert._present.figures.remarks import ROUNDED
from dalembert._present.figures.scene_points import Points
from dalembert._present.notation import notation
from dalembert._simulate.lazy_value import known_value
from dalembert._words.languages import LANGUAGES, words_of
from dalembert._words.message import say

EN = words_of("en")
every_system = pytest.mark.parametrize("name", [system.name for system in SYSTEMS])


def labels_of(figure):
    """Everything that is written on a figure's axes and in its legends."""
    for panel in figure.panels:
        yield panel.x.label.text
        yield panel.y.label.text
        yield from (curve.label.text for curve in panel.curves)
        yield from (key.label.text for key in panel.keys)


# -- every library system ----------------------------------------------------------------------------


@every_system
def test_names_are_written_as_the_notation_writes_them(name):
    """No label has a bare name like theta2 where the notation has θ₂."""
    motion = of_system(name)
    written = notation(motion.model)
    names = {column: symbol_of(written, column).text for column in motion.columns()}
    bare = [column for column, text in names.items() if "'" not in column and text != column]
    for figure in figures_of(motion, EN):
        for label in labels_of(figure):
            assert "'" not in label
            for one in bare:
                assert not re.search(rf"(?<!\w){re.escape(one)}(?!\w)", label), (figure.name, label)


@every_system
def test_axes_have_units(name):
    """Every axis has its unit in brackets, where the model tells it."""
    motion = of_system(name)
    known = all(unit for units in units_of(motion.model).values() for unit in units)
    for figure in figures_of(motion, EN):
        for panel in figure.panels:
            assert panel.x.label.text.endswith("]") or not known, figure.name
            assert panel.y.label.text.endswith("]") or not known, (figure.name, panel.y.label.text)


@every_system
def test_only_kinds_that_make_sense_are_drawn(name):
    """Constraints bring multipliers, states and efforts their own figures; rounding alone brings none."""
    motion = of_system(name)
    figures = {figure.name: figure for figure in figures_of(motion, EN)}
    assert {"coordinates", "speeds", "accelerations", "phase", "energy", "ledger"} <= set(figures)
    constrained = motion.lam.shape[1] > 0
    off = max(motion.residual.position.max(), motion.residual.velocity.max())
    assert ("multipliers" in figures) == constrained
    assert ("residuals" in figures) == (constrained and off > ROUNDED)
    assert ("states" in figures) == bool(motion.model.states)
    assert ("efforts" in figures) == bool(motion.model.efforts)
    assert ("outputs" in figures) == bool(motion.model.outputs)
    assert all(re.fullmatch(r"[a-z]+", figure.name) and figure.caption for figure in figures.values())


@every_system
def test_panels_stay_readable(name):
    """A panel has at most six curves in its legend, or a scale of colours, and one unit."""
    for figure in figures_of(of_system(name), EN):
        for panel in figure.panels:
            assert len(panel.curves) <= FEW or panel.ramp or figure.name == "paths", figure.name


@every_system
def test_logarithmic_axes_have_positive_values(name):
    """What is drawn on a logarithmic axis is above zero, whatever was zero."""
    for figure in figures_of(of_system(name), EN):
        for panel in figure.panels:
            if panel.y.log:
                assert all((curve.y > 0).all() for curve in panel.curves), figure.name


# -- languages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_figures_speak_every_language(language):
    """Every kind of figure has its words in every language, with the same blanks as in English."""
    own, english = words_of(language).messages, words_of("en").messages
    keys = {key for key in english if key.startswith("figure_")}
    assert keys == {key for key in own if key.startswith("figure_")}

    def blanks(text):
        return {field for _, field, _, _ in Formatter().parse(text) if field}

    assert all(blanks(own[key]) == blanks(english[key]) for key in keys)
    words = words_of(language)
    constrained, plain = of_system("four_bar"), of_system("slider_crank")
    assert figures_of(constrained, words)
    assert figures_of(plain, words)
    for kind in (name for name, kind in KINDS.items() if not isinstance(kind, SweepKind)):
        motions = {"a": constrained, "b": constrained} if kind == "comparison" else constrained
        names = ("theta2",) if kind == "over" else ()
        if kind not in ("states", "efforts", "inputs", "contacts", "friction", "bode", "campbell"):
            assert figure_of(kind, motions, names, words, FigureOptions(x="theta3")).title


def test_languages_differ():
    """Captions are translated, not copied."""
    apart = [language for language in LANGUAGES if language != "pt-BR"]  # which may agree with pt
    captions = [figure_of("energy", oscillator(), (), words_of(language)).caption for language in apart]
    assert len(set(captions)) == len(apart)


# -- many curves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [1, 6, 7, 12, 13, 40])
def test_many_coordinates_stay_readable(count):
    """Up to six curves have a legend, up to twelve two panels, more a scale of colours; none is lost."""
    figure = figure_of("coordinates", many(count), (), EN)
    assert sum(len(panel.curves) for panel in figure.panels) == count
    assert len(figure.panels) == (2 if FEW < count <= SOME else 1)
    assert all(panel.ramp == (count > SOME) for panel in figure.panels)


def test_units_have_panels_of_their_own():
    """The nine coordinates of a four-bar linkage are in two panels: six lengths, three angles."""
    figure = figure_of("coordinates", of_system("four_bar"), (), EN)
    assert [len(panel.curves) for panel in figure.panels] == [6, 3]
    assert [panel.y.label.text for panel in figure.panels] == ["coordinates [m]", "coordinates [rad]"]


def test_curves_that_hide_one_another_have_other_dashes():
    """Of columns that coincide, each has its own dash; columns that do not are solid."""
    motion = many(3)
    same = replace(motion, q=np.column_stack([motion.q[:, 0]] * 3))
    assert [c.dash for c in figure_of("coordinates", same, (), EN).panels[0].curves] == [0, 1, 2]
    assert [c.dash for c in figure_of("coordinates", motion, (), EN).panels[0].curves] == [0, 0, 0]


# -- what is shown is the motion ---------------------------------------------------------------------


def test_events_are_marked_at_their_times():
    """An oscillator that starts at its largest place rises through zero at (k + 3/4) periods, named once."""
    figure = figure_of("coordinates", oscillator(), (), EN)
    marks = figure.panels[0].marks
    assert [mark.at for mark in marks] == pytest.approx([(k + 0.75) / 4 for k in range(16)], abs=1e-8)
    assert [mark.label.text for mark in marks] == ["up"] + [""] * 15


def test_a_crowd_of_events_is_told_instead():
    """More events than lines can show are counted in a remark."""
    motion = oscillator()
    crowd = replace(motion, event_search=known_value(motion.events * 5))
    figure = figure_of("coordinates", crowd, (), EN)
    assert figure.panels[0].marks == ()
    assert any("80 events" in remark for remark in figure.remarks)


def test_only_the_times_asked_for():
    """Rows and events outside of the times asked for are left out; times without rows are refused."""
    figure = figure_of("coordinates", oscillator(), (), EN, FigureOptions(t_from=1.0, t_to=2.0))
    (panel,) = figure.panels
    assert panel.curves[0].x[[0, -1]] == pytest.approx([1.0, 2.0])
    assert all(1.0 <= mark.at <= 2.0 for mark in panel.marks)
    with pytest.raises(NothingToDraw, match="from 0 s to 4 s"):
        figure_of("coordinates", oscillator(), (), EN, FigureOptions(t_from=9.0))


@every_system
def test_energy_curves_satisfy_the_ledger(name):
    """E(t) − E(0) is what the drawn works add up to, with projection and the rest."""
    motion = of_system(name)
    figure = figure_of("energy", motion, (), EN)
    upper, *below = figure.panels
    rows = np.isin(upper.curves[0].x, motion.t)  # at impacts there are further ones
    T, V, total = (curve.y[rows] for curve in upper.curves[:3])
    assert pytest.approx(total) == T + V
    drawn = {curve.label.text.rpartition(" ")[2]: curve.y[rows] for lower in below for curve in lower.curves}
    account = motion.ledger
    change = account.energy - account.energy[0]
    if any(letter in drawn for letter in ("W_D", "W_R", "W_I", "W_Q", "W_Φ", "W_t")):
        added = sum(drawn.get(letter, 0.0) for letter in ("W_Q", "W_Φ", "W_t"))
        added -= sum(drawn.get(letter, 0.0) for letter in ("W_D", "W_R", "W_I"))
        size = max(np.abs(T).max(), np.abs(V).max(), *(np.abs(work).max() for work in drawn.values()))
        assert change == pytest.approx(added + account.projection + account.remainder, abs=1e-8 * size)
    elif below:
        assert below[0].curves[0].y[rows] == pytest.approx(change)
    else:  # a sum that is constant needs no panel of its own
        assert np.abs(change).max() <= motion.settings.rtol * max(np.abs(T).max(), np.abs(V).max())
        assert "constant to" in figure.caption


def test_the_ledger_figure_ends_where_the_ledger_says():
    """The highest point of the ledger's curve is the error that the motion states."""
    motion = of_system("conveyor")
    figure = figure_of("ledger", motion, (), EN)
    assert figure.panels[0].curves[0].y.max() == pytest.approx(motion.ledger.error)
    asked = next(mark for mark in figure.panels[0].marks if mark.label.text == "requested tolerance")
    assert asked.at == motion.settings.rtol


def test_phase_portraits_pair_coordinates_with_their_speeds():
    """(x/A)² + (x'/(Aω))² = 1 on the portrait of an oscillator, and both ends are marked."""
    figure = figure_of("phase", oscillator(), (), EN)
    (curve,) = figure.panels[0].curves
    assert (curve.x / 0.3) ** 2 + (curve.y / (0.3 * 8 * np.pi)) ** 2 == pytest.approx(1.0, abs=1e-8)
    assert curve.ends
    assert figure.panels[0].y.label.text == "ẋ [m/s]"


def test_all_pairs():
    """Of n coordinates there are n (n − 1)/2 pairs, all in one figure up to 36; of one there is none."""
    assert len(figure_of("pairs", of_system("four_bar"), ("x2", "x3", "x4", "y2"), EN).panels) == 6
    every = figure_of("pairs", of_system("four_bar"), (), EN)
    assert len(every.panels) == 36
    drawn = {(panel.x.label.text, panel.y.label.text) for panel in every.panels}
    assert len(drawn | {(y, x) for x, y in drawn}) == 2 * 36
    assert not any("Only" in remark for remark in every.remarks)
    with pytest.raises(NothingToDraw, match="two columns"):
        figure_of("pairs", oscillator(), (), EN)


def test_a_folder_has_every_pair_on_pages():
    """Of ten coordinates 45 pairs on two pages, each pair once; phase portraits need no second page."""
    chain = dalembert.simulate("n_link_pendulum:10", t_end=0.2, samples=5)
    pages = {page.name: page for page in figures_beside(chain, EN)}
    assert list(pages) == ["pairs", "pairs_2"]
    pairs = [frozenset((p.x.label.text, p.y.label.text)) for page in pages.values() for p in page.panels]
    assert (len(pairs), len(set(pairs))) == (45, 45)


def test_paths_of_columns_are_to_scale():
    """The bob of a pendulum keeps its distance on the drawn path, whose axes are equal."""
    figure = figure_of("paths", of_system("cartesian_pendulum"), ("x", "y"), EN)
    (panel,) = figure.panels
    (curve,) = panel.curves
    assert panel.equal
    assert curve.ends
    assert np.ptp(np.hypot(curve.x, curve.y)) < 1e-8
    assert (panel.x.label.text, panel.y.label.text) == ("x [m]", "y [m]")


def test_paths_that_names_tell():
    """Outputs P_x and P_y, coordinates x2 and y2 are points; a third direction gives three views."""
    (panel,) = figure_of("paths", of_system("four_bar"), (), EN).panels
    assert [c.label.text for c in panel.curves] == ["(x₂, y₂)", "(x₃, y₃)", "(x₄, y₄)", "pin23", "pin34"]
    views = figure_of("paths", of_system("heavy_top"), (), EN).panels
    assert [(v.x.label.text, v.y.label.text) for v in views] == [
        ("x [m]", "y [m]"),
        ("x [m]", "z [m]"),
        ("y [m]", "z [m]"),
    ]
    with pytest.raises(NothingToDraw, match="tip_x"):
        figure_of("paths", oscillator(), (), EN)


def test_paths_of_points_that_are_given():
    """Points in a plane give one view, points in space those in which they move; other arrays are refused."""
    motion = oscillator()
    t = motion.t
    flat = {"a": np.column_stack([np.cos(t), np.sin(t)])}
    space = {"a": np.column_stack([np.cos(t), np.zeros_like(t), t])}
    assert len(figure_of("paths", motion, (), EN, FigureOptions(paths=flat)).panels) == 1
    (panel,) = figure_of("paths", motion, (), EN, FigureOptions(paths=space, invert="y")).panels
    assert (panel.x.label.text, panel.y.label.text, panel.y.inverted) == ("x [m]", "z [m]", True)
    with pytest.raises(ValueError, match=r"\(401, 2\)"):
        figure_of("paths", motion, (), EN, FigureOptions(paths={"a": flat["a"][:-1]}))
    assert "paths" in {
        figure.name for figure in figures_of(motion, EN, points=Points(paths=flat, turned=False, invert=""))
    }


def test_paths_need_pairs_of_one_unit():
    """An odd number of columns, or a length over an angle, is no path."""
    with pytest.raises(ValueError, match="odd"):
        figure_of("paths", of_system("four_bar"), ("x2",), EN)
    with pytest.raises(ValueError, match="one unit"):
        figure_of("paths", of_system("four_bar"), ("x2", "theta2"), EN)


def test_any_column_over_any_other():
    """Columns are drawn over the column asked for, energies and time included."""
    motion = of_system("four_bar")
    figure = figure_of("over", motion, ("theta4", "V"), EN, FigureOptions(x="theta2", degrees=True))
    angle, energy = figure.panels
    assert angle.curves[0].x == pytest.approx(np.degrees(motion["theta2"]))
    assert angle.curves[0].y == pytest.approx(np.degrees(motion["theta4"]))
    assert (angle.x.label.text, angle.y.label.text) == ("θ₂ [°]", "θ₄ [°]")
    assert energy.curves[0].y == pytest.approx(motion.V)
    assert energy.y.label.text == "V [J]"
    with pytest.raises(ValueError, match="name the columns"):
        figure_of("over", motion, (), EN)


def test_residuals_belong_to_constraints():
    """A model without constraints has no residuals, and is told so."""
    with pytest.raises(NothingToDraw, match="no displacement or flow constraints"):
        figure_of("residuals", oscillator(), (), EN)


# -- units -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("unit", "wanted", "shown", "factor"),
    [
        ("m", "mm", "mm", 1e3),
        ("rad", "deg", "deg", 180 / np.pi),
        ("rad/s", "rpm", "rpm", 30 / np.pi),
        ("rad/s^2", "deg/s^2", "deg/s^2", 180 / np.pi),
        ("1", "deg", "1", 1.0),
        ("1/s", "rpm", "1/s", 1.0),
        ("N", "mm", "N", 1.0),
        ("", "mm", "", 1.0),
        ("kg*m/s^2", "kN", "kN", 1e-3),
    ],
)
def test_units_asked_for_replace_those_of_their_dimension(unit, wanted, shown, factor):
    """Angles become degrees, plain numbers do not; lengths become millimetres, forces do not."""
    own = DisplayUnit(requested_unit(unit, (wanted,)) or unit)
    assert own.text == shown
    assert own.column(1.0) == pytest.approx(factor)
    assert own.zero == 0.0


def test_units_are_printed():
    """Powers are raised, products have a dot, a plain number a dash."""
    assert printed_unit("kg*m^2/s^2") == "kg·m²/s²"
    assert printed_unit("N/m^(3/2)") == "N/m^(3/2)"
    assert printed_unit("uF") == "µF"
    assert printed_unit("kOhm") == "kΩ"
    assert printed_unit("1") == ""
    assert printed_unit("deg/s") == "°/s"
    assert with_unit(Label(()), "1").text == " [–]"
    assert str(number(1.25e-16, 3)) == "1.25·10⁻¹⁶"
    assert str(number(1e-10, 3)) == "10⁻¹⁰"
    assert str(number(500.0, 4)) == "500"


def test_units_of_a_figure():
    """In millimetres the curve is a thousand times the metres, and the axis says so."""
    figure = figure_of("coordinates", oscillator(), (), EN, FigureOptions(units=("mm",)))
    curve, motion = figure.panels[0].curves[0], oscillator()
    assert curve.y[np.isin(curve.x, motion.t)] == pytest.approx(1000 * motion["x"])
    assert figure.panels[0].y.label.text == "x [mm]"


# -- comparison --------------------------------------------------------------------------------------


def test_a_motion_does_not_differ_from_itself():
    """The difference of a motion from itself is zero, and drawn on a linear axis."""
    motion = oscillator()
    above, below = figure_of("comparison", {"a": motion, "b": motion}, (), EN).panels
    assert all((curve.y == 0).all() for curve in below.curves)
    assert not below.y.log
    assert [key.label.text for key in above.keys] == ["a", "b"]


def test_a_difference_is_the_difference():
    """A displaced copy is as far away as it was displaced, on a logarithmic axis unless told otherwise."""
    motion = oscillator()
    other = replace(motion, q=motion.q + 1e-3)
    for log in (None, False):
        _, below = figure_of("comparison", {"a": motion, "b": other}, (), EN, FigureOptions(log=log)).panels
        assert below.curves[0].y == pytest.approx(1e-3)
        assert below.y.log == (log is None)


def test_motions_with_other_times_are_interpolated_and_it_is_said():
    """Coarser rows are brought to the times of the first by cubics: the error is of fourth order, and told."""
    fine = oscillator()
    gaps = []
    for samples in (160, 320):
        coarse = dalembert.simulate(fine.model, samples=samples)
        figure = figure_of(
            "comparison", {"fine": fine, "coarse": coarse}, ("x",), EN, FigureOptions(log=False)
        )
        assert any("interpolated" in remark for remark in figure.remarks)
        gaps.append(np.nanmax(figure.panels[1].curves[0].y))
    assert 11 < gaps[0] / gaps[1] < 21


def test_a_difference_is_not_drawn_beyond_the_shorter_motion():
    """After the end of the second motion there is no difference, and it is not drawn as one."""
    motion = oscillator()
    short = dalembert.simulate(motion.model, t_end=2.0, samples=200)
    _, below = figure_of(
        "comparison", {"long": motion, "short": short}, (), EN, FigureOptions(log=False)
    ).panels
    assert np.isfinite(below.curves[0].y).sum() == 201


def test_what_cannot_be_compared_is_refused():
    """One motion, motions without a common coordinate, and columns of other units are refused by name."""
    motion = oscillator()
    with pytest.raises(ValueError, match="two motions"):
        figure_of("comparison", motion, (), EN)
    with pytest.raises(ValueError, match="in common"):
        figure_of("comparison", {"a": motion, "b": of_system("triple_pendulum")}, (), EN)
    angle = replace(motion.model, coordinates=(replace(motion.model.coordinates[0], unit="rad"),))
    with pytest.raises(ValueError, match="`x` is in m"):
        figure_of("comparison", {"a": motion, "b": replace(motion, model=angle)}, (), EN)
    with pytest.raises(ValueError, match="`comparison` draws several"):
        figure_of("coordinates", {"a": motion, "b": motion}, (), EN)


# -- motions that ended badly ------------------------------------------------------------------------


def test_a_motion_without_rows():
    """Nothing is drawn of a motion without rows; a figure of it is refused with what the run said."""
    nothing = replace(cut(oscillator(), 0), message=say("in_english", sentence="could not start"))
    assert figures_of(nothing, EN) == ()
    with pytest.raises(NothingToDraw, match="no rows to draw: could not start"):
        figure_of("coordinates", nothing, (), EN)


@pytest.mark.parametrize("rows", [1, 2, 5])
def test_a_motion_of_few_rows(rows):
    """A run that failed at once still has its figures, and they say where it failed."""
    motion = cut(of_system("four_bar"), rows)
    figures = figures_of(motion, EN)
    assert {"coordinates", "energy", "ledger"} <= {figure.name for figure in figures}
    assert all(any("failed" in remark for remark in figure.remarks) for figure in figures)


def test_values_that_are_no_numbers_are_left_out_and_said():
    """NaN, infinity and numbers too large to square become gaps that a remark names."""
    motion = many(3)
    q = motion.q.copy()
    q[50:, 0], q[10, 1], q[20, 1] = np.nan, np.inf, 1e300
    figure = figure_of("coordinates", replace(motion, q=q), (), EN)
    first, second, third = figure.panels[0].curves
    assert np.isnan(first.y[50:]).all()
    assert np.flatnonzero(np.isnan(second.y)).tolist() == [10, 20]
    assert np.isfinite(third.y).all()
    assert any("x₁, x₂." in remark for remark in figure.remarks)


def test_an_empty_figure_cannot_be_made():
    """Columns without one finite value are refused; the report leaves their figure out."""
    motion = replace(oscillator(), q=np.full_like(oscillator().q, np.nan))
    with pytest.raises(NothingToDraw, match="no finite value"):
        figure_of("coordinates", motion, (), EN)
    names = {figure.name for figure in figures_of(motion, EN)}
    assert "coordinates" not in names
    assert "speeds" in names


def test_doubtful_times_are_shaded():
    """After the time up to which an error cannot be seen, panels are shaded and a remark says it."""
    motion = oscillator()
    doubtful = replace(motion, accuracy=replace(motion.accuracy, achieved=0.5, until=1.5, visible=2.5))
    figure = figure_of("coordinates", doubtful, (), EN)
    (band,) = figure.panels[0].bands
    assert (band.start, band.end) == (2.5, 4.0)
    assert any("after 2.5 s" in remark for remark in figure.remarks)


def test_logarithmic_axes_leave_out_what_is_not_positive():
    """On a logarithmic axis asked for, negative values are gaps, and a remark says so."""
    figure = figure_of("coordinates", oscillator(), (), EN, FigureOptions(log=True))
    (panel,) = figure.panels
    assert panel.y.log
    assert np.nanmin(panel.curves[0].y) > 0
    assert any("not positive" in remark for remark in figure.remarks)


# -- requests that cannot be met ---------------------------------------------------------------------


def test_unknown_kinds_and_columns_are_answered_with_what_there_is():
    """The letters name the nearest word and list the others."""
    with pytest.raises(ValueError, match="did you mean `phase`"):
        figure_of("fase", oscillator(), (), EN)
    with pytest.raises(ValueError, match="did you mean `theta2`"):
        figure_of("coordinates", of_system("four_bar"), ("teta2",), EN)
    with pytest.raises(ValueError, match="`tip_x` is none"):
        figure_of("phase", of_system("rod_pendulum"), ("tip_x",), EN)
    with pytest.raises(NothingToDraw, match="no states"):
        figure_of("states", oscillator(), (), EN)
    with pytest.raises(ValueError, match="needs a motion"):
        figure_of("coordinates", {}, (), EN)


def test_a_curve_has_as_many_y_as_x():
    """A curve with missing values cannot be made, nor a figure without curves."""
    with pytest.raises(ValueError, match="as many y as x"):
        Curve(x=np.zeros(3), y=np.zeros(2), label=Label(()))
    axis = Axis(label=Label(("x",)))
    with pytest.raises(NothingToDraw):
        Figure(kind="k", name="n", title="", caption="", panels=(Panel(curves=(), x=axis, y=axis),))
