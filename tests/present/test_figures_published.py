"""Every figure of the sources is listed in docs/figures.md, its commands work, and ours shows what it must."""

import math
import re
import shlex
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import dalembert
from dalembert._present.figures.figure_options import FigureOptions
from dalembert._present.figures.registry import figure_of
from dalembert._words.languages import words_of
from dalembert.cli import app

EN = words_of("en")
PAGE = (Path(__file__).parents[2] / "docs" / "figures.md").read_text(encoding="utf-8")
PUBLISHED = PAGE[PAGE.index("## Published figures") : PAGE.index("What differs, and why")]
ROWS = re.findall(
    r"^\| ((?:Park|LagranTexPac|Dominguez|Suk)[^|]*) \| [^|]* \| (.*) \|$", PUBLISHED, re.MULTILINE
)
FIGURES = {  # of each source, as they are numbered there
    "Park-closed": {str(i) for i in range(1, 16)},
    "Park-open": {str(i) for i in range(1, 13)},
    "LagranTexPac": {str(i) for i in range(1, 9)},
    "Dominguez": {str(i) for i in range(1, 23)},
    "Suk": {f"2.{i}" for i in (1, 2, 3)}
    | {f"3.{i}" for i in (1, 2, 3)}
    | {f"4.{i}" for i in range(1, 24)}
    | {"A.1"},
}


def told(text):
    """The figures that a label or a sentence names, by source."""
    sources = {}
    for part in re.split(r";\s*", text):
        match = re.match(r"(Park-closed|Park-open|LagranTexPac|Dominguez|Suk) (.*)", part)
        if match:
            sources.setdefault(match[1], set()).update(re.findall(r"[A-Z]?[\d.]*\d", match[2]))
    return sources


def commands(cell):
    """The commands of a cell of the table."""
    return [shlex.split(text) for text in re.findall(r"`([^`]+)`", cell)]


def test_every_figure_has_a_row():
    """Each figure of each source is named once: in a row, or as a free-body diagram in the sentence below."""
    named = [*(label for label, _ in ROWS), *re.findall(r"Free-body diagrams \(([^)]*)\)", PUBLISHED)]
    for source, numbers in FIGURES.items():
        every = [number for label in named for number in told(label).get(source, ())]
        assert sorted(every) == sorted(numbers), source


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder in which all commands were typed, in order."""
    place = tmp_path_factory.mktemp("published")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(place)
        drawn = 0
        for label, cell in ROWS:
            for words in commands(cell):
                more = ["--out", f"{drawn}.svg"] if words[0] == "plot" else []
                found = CliRunner().invoke(app, [*words, *more])
                assert found.exit_code == 0, f"{label}: {words}\n{found.output}"
                written = more[1] if more else words[-1] if words[0] == "animate" else ""
                if written:
                    assert "</svg>" in Path(written).read_text(encoding="utf-8")
                drawn += 1
    return place


def test_the_commands_work(folder):
    """Typed in order, each command exits with 0, each `plot` and each drawing writes its figure."""
    assert len(list(folder.glob("*.svg"))) >= 23 + 14


def record(folder, label, which=0):
    """The record of a figure of a row: `which` of its `plot` commands."""
    cell = next(cell for name, cell in ROWS if name == label)
    words = [words for words in commands(cell) if words[0] == "plot"][which]
    names, options = words[3:], {}
    while any(name.startswith("--") for name in names):
        first = next(i for i, name in enumerate(names) if name.startswith("--"))
        flag = names[first]
        taken = 1 if flag in ("--compare", "--to") else 0
        options[flag] = names[first + 1] if taken else True
        names = names[:first] + names[first + 1 + taken :]
    motion = dalembert.open_motion(folder / words[1])
    frequencies = ()
    if "--modes" in options:
        modes = dalembert.modes(motion.model)
        frequencies = tuple(mode.hz for mode in modes if mode.kind == "oscillation")
    given = {"": motion}
    if "--compare" in options:
        given = {"one": motion, "other": dalembert.open_motion(folder / options["--compare"])}
    chosen = FigureOptions(
        frequencies=frequencies,
        log=False if "--linear" in options else None,
        t_to=float(options["--to"]) if "--to" in options else None,
    )
    if words[2] == "paths":
        from dalembert._present.figures.scene_points import points_of

        points = points_of(motion, names)
        chosen = FigureOptions(paths=points.paths, turned=points.turned, invert=points.invert)
        names = []
    return figure_of(words[2], given, names, EN, chosen), motion


def curves(figure):
    """All curves of a figure with a label, by it."""
    return {one.label.text: one for panel in figure.panels for one in panel.curves if one.label.text}


def test_the_pendulum_swings_on_a_circle(folder):
    """Park-closed 13: G stays 5 m from the pin, from 45° to 45°, to scale, start and end are marked."""
    figure, _ = record(folder, "Park-closed 13")
    (panel,) = figure.panels
    (path,) = panel.curves
    assert panel.equal
    assert path.ends
    np.testing.assert_allclose(np.hypot(path.x, path.y), 5, rtol=1e-9)
    assert path.x[0] == pytest.approx(5 * math.sin(math.pi / 4))
    assert np.max(np.abs(path.x)) == pytest.approx(path.x[0], rel=1e-6)
    assert np.all(path.y < 0)


def test_the_crank_turns_and_the_rocker_rocks(folder):
    """Park-closed 15: angles above speeds; the chain closes, the crank turns on at 4.603 to 16.892 rad/s."""
    figure, motion = record(folder, "Park-closed 15")
    assert [len(panel.curves) for panel in figure.panels] == [3, 3]
    angles = figure.panels[0].curves  # with their extremes between rows
    crank, coupler, rocker = (np.interp(motion.t, one.x, one.y) for one in angles)
    gap = 0.4 * np.cos(crank) + 0.9 * np.cos(coupler) - 1 - 0.8 * np.cos(rocker)
    assert np.max(np.abs(gap)) < 1e-9
    speed = figure.panels[1].curves[0].y
    assert (speed.min(), speed.max()) == pytest.approx((4.603, 16.892), abs=2e-3)
    assert np.ptp(crank) > 4 * math.pi > 2 * math.pi > np.ptp(rocker)


@pytest.mark.parametrize(
    ("label", "which", "modes"),
    [
        ("Park-open 10", 2, (1.78349, 6.26222, 8.84172)),
        ("Park-open 12", 3, (499.76, 912.32, 1913.19)),
    ],
)
def test_peaks_are_where_newmarks_method_puts_the_modes(folder, label, which, modes):
    """A mode f is seen at arctan(π f dt)/(π dt), within the spacing of a spectrum of 10 s."""
    figure, _ = record(folder, label, which)
    assert len(record(folder, label)[0].panels[0].curves) == len(modes) + (label == "Park-open 12")
    dt = 1e-3
    seen = {note.x for panel in figure.panels for note in panel.notes}
    shifted = [math.atan(math.pi * f * dt) / (math.pi * dt) for f in modes]
    for f in shifted:
        assert min(abs(f - x) for x in seen) < 0.1, (f, seen)
    if label == "Park-open 12":
        assert shifted == pytest.approx([319.5, 393.1, 447.5], abs=0.1)
        assert any("shifts" in remark or "Newmark" in remark for remark in figure.remarks)


def test_the_wall_is_struck_and_let_go(folder):
    """LagranTexPac 4: the wall moves from the impact on, where the flag falls and the force is the largest."""
    figure, _ = record(folder, "LagranTexPac 4")
    places, speeds, free, force = figure.panels
    assert [mark.at for mark in places.marks] == pytest.approx([1.997183677], rel=1e-9)
    ((start, end),) = {(band.start, band.end) for band in places.bands}
    assert (start, end) == pytest.approx((1.997183677, 3.161933), rel=1e-6)
    mass, wall = places.curves
    held = (wall.x > start) & (wall.x < end)
    np.testing.assert_allclose(mass.y[held] - wall.y[held], 0.005, atol=1e-12)
    assert np.all(wall.y[wall.x < start] == 0)
    assert len(speeds.curves) == 2
    flag, f = free.curves[0], force.curves[0]
    assert set(flag.y[(flag.x > start) & (flag.x < end)]) == {0.0}
    assert f.x[np.nanargmax(f.y)] == pytest.approx(start, abs=1e-9)


@pytest.mark.parametrize(("label", "place"), [("LagranTexPac 5", 0.005), ("LagranTexPac 6", 0.0)])
def test_the_impact_is_a_jump_in_both_portraits(folder, label, place):
    """LagranTexPac 5 and 6: to two thirds of 0.0416233108 m/s, at the place of the impact."""
    figure, _ = record(folder, label)
    *_, jump = figure.panels[0].curves
    before = 0.0416233108 if place else 0.0
    assert jump.x[:2] == pytest.approx([place, place], abs=1e-12)
    assert jump.y[:2] == pytest.approx([before, 2 / 3 * 0.0416233108], abs=1e-9)


def test_the_angles_of_three_links_begin_at_rest(folder):
    """Dominguez 4: three angles from π/2, over 20 s."""
    figure, _ = record(folder, "Dominguez 4")
    angles = curves(figure)
    assert len(angles) == 3
    for one in angles.values():
        assert (one.x[0], one.y[0], one.x[-1]) == pytest.approx((0, math.pi / 2, 20))
        assert abs(one.y[1] - one.y[0]) < 0.01


@pytest.mark.parametrize(("label", "links"), [("Dominguez 5", 3), ("Dominguez 11", 3), ("Dominguez 21", 20)])
def test_the_ends_of_links_keep_their_distances(folder, label, links):
    """Dominguez 5, 11, 21: a path for each link, to scale; neighbours are 1 m apart; 11 are circles."""
    figure, _ = record(folder, label)
    (panel,) = figure.panels
    assert panel.equal
    assert len(panel.curves) == links
    before = (0.0, 0.0)
    for k, path in enumerate(panel.curves, 1):
        np.testing.assert_allclose(np.hypot(path.x - before[0], path.y - before[1]), 1, rtol=1e-9)
        if label == "Dominguez 11":
            np.testing.assert_allclose(np.hypot(path.x, path.y), k, rtol=1e-9)
        before = (path.x, path.y)


def test_the_difference_of_two_runs_grows_exponentially(folder):
    """Dominguez 6 to 8: its logarithm is a line; 1e-3 rad and more at 20 s, invisible over the first 12 s."""
    figure, _ = record(folder, "Dominguez 6, 8", 1)
    panel = figure.panels[-1]
    assert panel.y.log
    for curve in panel.curves:
        seen = (curve.x > 2) & (np.abs(curve.y) > 1e-14) & (np.abs(curve.y) < 0.1)
        slope, _ = np.polyfit(curve.x[seen], np.log(np.abs(curve.y[seen])), 1)
        assert 0.5 < slope < 4
        assert np.corrcoef(curve.x[seen], np.log(np.abs(curve.y[seen])))[0, 1] > 0.8
    whole = np.max(np.abs(record(folder, "Dominguez 6, 8", 0)[0].panels[-1].curves[0].y))
    early = np.max(np.abs(record(folder, "Dominguez 7")[0].panels[-1].curves[0].y))
    assert early < 1e-3 * whole


@pytest.mark.parametrize(
    ("label", "within"),
    [("Dominguez 9", 1e-9), ("Dominguez 13", 1e-9), ("Dominguez 19", 1e-6), ("Dominguez 22", 1e-6)],
)
def test_energies_stay(folder, label, within):
    """Dominguez 9, 13, 19, 22: T, V and their sum, which stays within what the source reports."""
    figure, motion = record(folder, label)
    kinetic, potential, total = (np.interp(motion.t, one.x, one.y) for one in figure.panels[0].curves)
    np.testing.assert_allclose(kinetic + potential, total, atol=1e-12 * np.max(np.abs(kinetic)))
    assert [text.split()[0] for text in curves(figure)][:3] == ["kinetic", "potential", "total"]
    assert np.max(np.abs(motion.T + motion.V - motion.T[0] - motion.V[0])) < within
    assert np.ptp(total) < within


def test_three_links_turn_as_one_rod(folder):
    """Dominguez 10 and 12: π/2 + t, and differences of two runs below 1e-10 rad."""
    figure, _ = record(folder, "Dominguez 10")
    for one in curves(figure).values():
        np.testing.assert_allclose(one.y, math.pi / 2 + one.x, rtol=0, atol=1e-9)
    for one in record(folder, "Dominguez 12")[0].panels[-1].curves:
        assert np.max(np.abs(one.y)) < 1e-9


def test_the_third_link_turns_round(folder):
    """Dominguez 16 to 18: link 3 turns on, the others rock; B stays half a metre from the pin; nothing drifts."""
    one, two, three = (curve.y for curve in record(folder, "Dominguez 16")[0].panels[0].curves)
    assert np.ptp(three) > 4 * math.pi
    assert max(np.ptp(one), np.ptp(two)) < math.pi
    first, second = record(folder, "Dominguez 17")[0].panels[0].curves
    np.testing.assert_allclose(np.hypot(first.x, first.y), 2, rtol=1e-9)
    np.testing.assert_allclose(np.hypot(second.x - first.x, second.y - first.y), 1, rtol=1e-9)
    drift, _ = record(folder, "Dominguez 18")
    assert all(panel.y.log for panel in drift.panels)
    assert max(np.max(curve.y) for panel in drift.panels for curve in panel.curves) < 1e-11


def test_twenty_angles_are_all_drawn(folder):
    """Dominguez 20: a colour scale of twenty curves from π/2."""
    figure, _ = record(folder, "Dominguez 20")
    (panel,) = figure.panels
    assert panel.ramp
    assert [curve.y[0] for curve in panel.curves] == pytest.approx([math.pi / 2] * 20)
