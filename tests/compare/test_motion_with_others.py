"""One motion compared with another model, a saved motion, measurements: equal or not; and errors."""

import json
import re

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import ModelError, RunSettings, Variation
from dalembert.cli import app

ANGLE = """
format = 1
title = "Pendulum by its angle"
[parameters]
m = { value = 1, unit = "kg" }
l = { value = 1, unit = "m" }
g = { value = 10, unit = "m/s^2" }
[coordinates]
phi = { unit = "deg", start = 30, speed = 0 }
[energy.kinetic]
T = "1/2*m*l^2*phi'^2"
[energy.potential]
V = "-m*g*l*cos(phi)"
[outputs]
x = "l*sin(phi)"
y = "-l*cos(phi)"
[simulate]
t_end = 1
samples = 20
rtol = 1e-8
"""
CARTESIAN = """
format = 1
title = "Pendulum by its place"
[parameters]
m = { value = 1, unit = "kg" }
l = { value = 1, unit = "m" }
g = { value = 10, unit = "m/s^2" }
[coordinates]
x = { unit = "m", start = "l/2", speed = 0 }
y = { unit = "m", start = "-l*sqrt(3)/2", speed = 0 }
[energy.kinetic]
T = "1/2*m*(x'^2 + y'^2)"
[energy.potential]
V = "m*g*y"
[constraints.displacement]
rod = "x^2 + y^2 - l^2"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder with two models of one pendulum and a saved motion."""
    path = tmp_path_factory.mktemp("others")
    (path / "angle.toml").write_text(ANGLE)
    (path / "cartesian.toml").write_text(CARTESIAN)
    motion = dalembert.simulate(path / "angle.toml")
    dalembert.save(motion, path / "saved.nc")
    dalembert.save(motion, path / "saved.csv")
    return path


def test_one_system_in_other_coordinates_is_the_same_system(folder):
    """A pendulum by its angle and by its place: the columns x and y agree within both claims."""
    found = dalembert.compare(folder / "angle.toml", other=folder / "cartesian.toml")
    assert found.ok
    assert found.verdict.key == "compare_other_same"
    assert set(found.others[0].columns) == {"x", "y"}
    assert found.differences[0].largest < 1e-7


def test_parameters_that_are_given_go_into_both_models(folder):
    """With another length both are still the same system, and it is said what the other was given."""
    given = Variation(parameters={"l": 2}, settings=RunSettings(t_end=0.5))
    found = dalembert.compare(folder / "angle.toml", other=folder / "cartesian.toml", variation=given)
    assert found.ok
    assert "compare_values_taken" in {one.key for one in found.remarks}


def test_another_system_is_told_by_its_first_difference(folder):
    """A pendulum with other gravity begins alike and goes apart: not the same system."""
    other = dalembert.vary(dalembert.read(folder / "cartesian.toml"), parameters={"g": 10.01})
    found = dalembert.compare(folder / "angle.toml", other=other)
    assert not found.ok
    assert found.verdict.key == "compare_other_differs"
    early = dalembert.vary(dalembert.read(folder / "cartesian.toml"), start={"x": 0.6, "y": -0.8})
    begun = dalembert.compare(folder / "angle.toml", other=early)
    assert begun.verdict.key == "compare_other_begins"


@pytest.mark.parametrize(
    "name, key", [("saved.nc", "compare_other_same"), ("saved.csv", "compare_other_agrees")]
)
def test_a_saved_motion_is_that_of_its_model(folder, name, key):
    """The motion of a file, saved with all digits, is found again."""
    found = dalembert.compare(folder / "angle.toml", other=folder / name)
    assert found.ok
    assert found.verdict.key == key
    assert found.differences[0].largest < 1e-9


def test_measurements_are_compared_in_their_units_and_by_a_map_of_names(folder):
    """Degrees and milliseconds are read as such; a column without a unit is taken in the model's, and said."""
    (folder / "own.csv").write_text("time [ms],angle,x [mm]\n0,30,500\n100,28.58,478.4\n200,24.38,412\n")
    found = dalembert.compare(folder / "angle.toml", other=folder / "own.csv", names={"angle": "phi"})
    assert found.verdict.key == "compare_measured"
    assert found.ok
    worst = {one.name: one.largest for one in found.differences[0].columns}
    assert worst["x"] < 2e-3
    assert worst["phi"] < 2e-3
    assert [one.key for one in found.remarks] == ["compare_unit_assumed"]


def test_rows_before_the_start_are_refused_and_later_ones_are_met(folder):
    """Measurements may begin after the motion, not before it."""
    (folder / "late.csv").write_text("t,phi\n0.1,28.58\n0.2,24.38\n")
    found = dalembert.compare(folder / "angle.toml", other=folder / "late.csv")
    assert found.differences[0].t.tolist() == [0.1, 0.2]
    (folder / "early.csv").write_text("t,phi\n-0.1,28.58\n0.2,24.38\n")
    with pytest.raises(ModelError, match="begins at t = 0 s"):
        dalembert.compare(folder / "angle.toml", other=folder / "early.csv")


@pytest.mark.parametrize(
    "text, names, words",
    [
        ("", {}, "is empty"),
        ("t,phi\n0,1\n1,two\n", {}, "`two` in line 3, column phi"),
        ("t,phi\n0,1\n1,\n", {}, "line 3 of .* has no value in column phi"),
        ("t,phi\n0,1\n1,nan\n", {}, "line 3, column phi"),
        ("t,phi\n0,1\n0,2\n", {}, "times must increase"),
        ("t,phi\n0,1\n", {}, "has 1 samples"),
        ("phi\n0\n1\n", {}, "no column t"),
        ("t,alpha\n0,1\n1,2\n", {}, "no column of the motion.*--map NAME=OURS"),
        ("t,alpha\n0,1\n1,2\n", {"alfa": "phi"}, "no column `alfa`.*did you mean `alpha`"),
        ("t,alpha\n0,1\n1,2\n", {"alpha": "phy"}, "no column `phy`.*did you mean `phi`"),
        ("t,a,b\n0,1,1\n1,2,2\n", {"a": "phi", "b": "phi"}, "gives `phi` twice"),
        ("t,phi,phi\n0,1,1\n1,2,2\n", {}, "two columns for `phi`"),
        ("t,phi [kg]\n0,1\n1,2\n", {}, "is in kg, but `phi` is in deg"),
        ("t,phi [furlongs]\n0,1\n1,2\n", {}, "the unit of column"),
        ("t [m],phi\n0,1\n1,2\n", {}, "is in m, but `t` is in s"),
        ("t,x [mm]extra\n0,1\n1,2\n", {}, "no column of the motion"),
        ('t,"phi\n0,1\n', {}, "no column|not CSV|is empty"),
    ],
)
def test_faulty_measurements_are_refused_by_row_and_column(folder, text, names, words):
    """A file that cannot be used is refused with the place and what to write."""
    (folder / "bad.csv").write_text(text)
    with pytest.raises(ModelError) as caught:
        dalembert.compare(folder / "angle.toml", other=folder / "bad.csv", names=names)
    assert re.search(words, str(caught.value).replace("\n", " ")), str(caught.value)


def test_files_that_are_no_motion_are_refused(folder):
    """Bytes, folders and missing files are refused by name."""
    (folder / "bytes.csv").write_bytes(b"\xff\xfe\x00t,phi\n")
    (folder / "bytes.nc").write_bytes(b"nothing of the kind")
    for name, words in (
        ("bytes.csv", "CSV"),
        ("bytes.nc", "NetCDF"),
        ("none.nc", "no file"),
        ("none.csv", "no file"),
    ):
        with pytest.raises(ModelError, match=words):
            dalembert.compare(folder / "angle.toml", other=folder / name)


def test_what_was_found_can_be_shown_drawn_and_written_in_every_language(folder):
    """The table has a row for each run, JSON holds it, and figures are there in all languages."""
    given = Variation(settings=RunSettings(rtol=1e-6, samples=10))
    found = dalembert.compare(folder / "angle.toml", variation=given)
    data = json.loads(json.dumps(dalembert.as_dict(found), allow_nan=False))
    assert [one["name"] for one in data["runs"]] == [one.name for one in found.runs]
    assert data["ok"] is True
    texts = {language: dalembert.show(found, language=language) for language in dalembert.choices().languages}
    assert len(set(texts.values())) >= 4
    assert "Urteil" in texts["de"]
    from dalembert._present.figures.compared_motions import figures_of_comparison
    from dalembert._words.languages import words_of

    for language in texts:
        made = figures_of_comparison(found, words_of(language))
        assert [one.kind for one in made] == ["motions", "differences", "energies"]
    with pytest.raises(ValueError, match="motions, differences, energies, drift"):
        dalembert.plot(found, "histories")


def test_the_command_line_says_the_verdict_and_ends_with_it(folder):
    """`compare MODEL --with OTHER` ends with 0 for the same system, with 1 for another one."""
    own, other = str(folder / "angle.toml"), str(folder / "cartesian.toml")

    def ends(*arguments):
        return CliRunner().invoke(app, ["compare", own, *arguments])

    found = ends("--with", other, "--out", str(folder / "drawn"))
    assert found.exit_code == 0
    assert "is the same system" in found.output
    assert (folder / "drawn" / "compare_differences.svg").exists()
    for arguments, words in (
        (("--with", other, "--out", str(folder / "drawn")), "--force"),
        (("--map", "x=y"), "needs --with"),
        (("--equation", "phi", "--with", other), "is for comparing motions"),
        (("--unknown", "lam"), "--equation"),
    ):
        found = ends(*arguments)
        assert found.exit_code == 2
        assert words in " ".join(found.output.split())
    assert ends("--with", other, "--map", "q=x").exit_code == 1


def test_measurements_of_a_family_and_with_units_in_round_brackets(tmp_path):
    """x[2] is a column, not one of the unit 2; x (mm) is one of x in mm."""
    pair = dalembert.model(
        parameters={"N": 2, "a": {"value": 0.1, "unit": "m"}, "m": {"value": 2, "unit": "kg"}, "k": 3},
        coordinates={"x[i]": {"for": "i = 1..N", "start": "a*i", "speed": 0, "unit": "m"}},
        energy={"kinetic": "sum(i = 1..N, m/2*x[i]'^2)", "potential": "sum(i = 1..N, k*i*x[i]^2)"},
        simulate={"t_end": 1, "samples": 4},
    )
    motion = dalembert.simulate(pair)
    rows = [
        f"{1e3 * t},{a},{1e3 * b}" for t, a, b in zip(motion.t, motion["x[1]"], motion["x[2]"], strict=True)
    ]
    (tmp_path / "pair.csv").write_text("\n".join(["time (ms),x[1],x[2] (mm)", *rows]))
    found = dalembert.compare(pair, other=tmp_path / "pair.csv")
    (difference,) = found.differences
    assert {column.name for column in difference.columns} == {"x[1]", "x[2]"}
    assert difference.largest < 1e-12
