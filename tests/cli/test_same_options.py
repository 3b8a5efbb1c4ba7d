"""`run`, `report`, `simulate` and `batch` take the same values and settings, and write by one convention."""

import json

import pytest
from typer.testing import CliRunner

import dalembert
from dalembert import cli

MODEL = """\
format = 1
[parameters]
k = 4
[coordinates]
x = { start = 1, speed = 0 }
[energy]
kinetic = "1/2*x'^2"
potential = "1/2*k*x^2"
[simulate]
t_end = 1
samples = 10
[cases.stiff]
parameters = { k = 9 }
[cases.soft]
parameters = { k = 1 }
"""
SAME = {"--t-start", "--t-end", "--samples", "--rtol", "--atol", "--method", "--dt", "--case"}
SAME |= {"--set", "--start", "--speed", "--out", "--json"}


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder with a model."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "swing.toml").write_text(MODEL, encoding="utf-8")
    return tmp_path


def ran(*words):
    """What a command says."""
    return CliRunner().invoke(cli.app, list(words), env={"COLUMNS": "200"})


@pytest.mark.parametrize("command", ["run", "report", "simulate", "batch"])
def test_commands_that_simulate_take_the_same_options(command):
    """Every command that simulates has the options for values and settings, and --out."""
    text = ran(command, "--help").output
    assert [option for option in sorted(SAME) if option not in text] == []


def test_a_batch_takes_values_and_settings(place):
    """Values given to a batch are put into every case, and its motions are written where --out says."""
    out = ran(
        "batch", "swing.toml", "--start", "x=2", "--t-start", "0.5", "--t-end", "2", "--out", "all", "--json"
    )
    assert out.exit_code == 0, out.output
    record = json.loads(out.output)
    assert {name: one["file"] for name, one in record.items()} == {
        "stiff": "all/stiff.nc",
        "soft": "all/soft.nc",
    }
    for name in record:
        motion = dalembert.open_motion(place / "all" / f"{name}.nc")
        assert motion["x"][0] == 2
        assert (motion.t[0], motion.t[-1]) == (0.5, 2)
    again = ran("batch", "swing.toml", "--out", "all")
    assert again.exit_code == 2
    assert "--force" in again.output
    assert ran("batch", "swing.toml", "--out", "all", "--force").exit_code == 0


@pytest.mark.parametrize("asked", [(), ("--case", "../../soft")])
def test_cases_cannot_write_outside_of_the_folder(place, asked):
    """A case whose name would lead out of the folder is refused, and nothing is written."""
    (place / "swing.toml").write_text(MODEL.replace("[cases.soft]", '[cases."../../soft"]'), encoding="utf-8")
    found = ran("batch", "swing.toml", "--out", "all", *asked)
    assert found.exit_code == 1
    assert "is not a name" in found.output
    assert [path.name for path in place.iterdir()] == ["swing.toml"]
    (place / "swing.toml").write_text(MODEL, encoding="utf-8")
    assert ran("batch", "swing.toml", "--out", "all", "--case", "../../soft").exit_code == 1
    assert [path.name for path in place.iterdir()] == ["swing.toml"]


@pytest.mark.usefixtures("place")
def test_the_same_variation_gives_the_same_motion_everywhere():
    """A case, values and settings mean the same to `simulate`, `batch` and `run`."""
    own = dalembert.Variation(start={"x": 3}, settings=dalembert.RunSettings(t_end=1.5, samples=6))
    named = dalembert.Variation(case="stiff", start=own.start, settings=own.settings)
    one = dalembert.simulate("swing.toml", variation=named)
    other = dalembert.batch("swing.toml", ["stiff"], variation=own)["stiff"]
    made = dalembert.run("swing.toml", "out", variation=named)
    third = dalembert.open_motion(made.folder / "motion.nc")
    for motion in (other, third):
        assert motion["x"].tolist() == one["x"].tolist()
    assert len(one.t) == 7
    assert made.summary["values"] == {"start": {"x": 3}}


def test_keywords_come_before_the_variation_and_the_file():
    """What is given as a keyword replaces the settings of a variation, and these those of the model."""
    model = dalembert.model(
        coordinates={"x": {"start": 1}},
        energy={"kinetic": "1/2*x'^2", "potential": "2*x^2"},
        simulate={"t_end": 1, "samples": 10, "rtol": 1e-6},
    )
    own = dalembert.Variation(settings=dalembert.RunSettings(t_end=2, samples=20))
    motion = dalembert.simulate(model, variation=own, samples=40)
    assert (motion.settings.t_end, motion.settings.samples, motion.settings.rtol) == (2, 40, 1e-6)


def test_a_batch_names_its_cases_once():
    """A case in the variation of a batch is refused: its cases are given by name."""
    with pytest.raises(ValueError, match="`cases`"):
        dalembert.batch("triple_pendulum", variation=dalembert.Variation(case="set1"))


ANGLE = """\
format = 1
[parameters]
l = { value = 2, unit = "m" }
m = { value = 1, unit = "kg" }
g = { value = 9.81, unit = "m/s^2" }
[coordinates]
theta = { unit = "rad", start = "pi/6", speed = 0 }
[energy]
kinetic = "1/2*m*l^2*theta'^2"
potential = "-m*g*l*cos(theta)"
[outputs]
depth = { value = "l*cos(theta)", unit = "m" }
[simulate]
t_end = 2
samples = 20
"""


def test_results_come_in_the_units_asked_for(place):
    """--degrees and --unit change what is shown by every command, and nothing that is computed or in JSON."""
    (place / "angle.toml").write_text(ANGLE, encoding="utf-8")
    asked = ("--degrees", "--unit", "mm")
    shown = ran("simulate", "angle.toml", *asked).output
    assert "theta -30 … 30°" in shown
    assert "depth 1732.1 … 2000 mm" in shown
    assert "theta = 180°" in ran("equilibrium", "angle.toml", *asked).output
    assert "theta = 30°" in ran("linearise", "angle.toml", "--at", "start", *asked).output
    bare, other = (json.loads(ran("simulate", "angle.toml", "--json", *more).output) for more in ((), asked))
    assert bare["extremes"] == other["extremes"]
    page = place / "angle.html"
    assert ran("animate", "angle.toml", "--out", str(page), *asked).exit_code == 0
    text = page.read_text(encoding="utf-8")
    assert '"unit":"°"' in text
    assert '"unit":"mm"' in text


@pytest.mark.parametrize(("unit", "said"), [("K", "no result of this model"), ("mmm", "there is no unit")])
def test_a_unit_that_fits_nothing_is_refused(place, unit, said):
    """A unit of no result, or no unit at all, is named with what to do."""
    (place / "angle.toml").write_text(ANGLE, encoding="utf-8")
    out = ran("simulate", "angle.toml", "--unit", unit)
    assert out.exit_code == 1
    assert said in out.output
    assert f"--unit {unit}" in out.output
